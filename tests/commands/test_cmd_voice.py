"""The system's voice is found when it is first wanted, and its lack is no error."""

import sys
import time

from companion.commands.hosting import open_voice
from hardware import voices
from hardware.voices import VoiceProgram


def test_a_computer_without_a_voice_has_none(monkeypatch):
    monkeypatch.setattr(voices, "find_voice", lambda **_: None)
    assert open_voice() is None


def test_what_is_said_reaches_the_speaking_program(monkeypatch, tmp_path):
    heard = tmp_path / "heard.txt"
    script = f"import sys; open({str(heard)!r}, 'a').write(sys.stdin.read() + '|')"
    program = VoiceProgram("echo", (sys.executable, "-c", script))
    monkeypatch.setattr(voices, "find_voice", lambda **_: program)
    voice = open_voice()
    assert voice is not None
    voice.say("Ann rolls one d10.")
    end = time.monotonic() + 20
    while not (heard.exists() and heard.read_text().endswith("|")):
        assert time.monotonic() < end
        time.sleep(0.02)
    voice.close()
    assert heard.read_text() == "Ann rolls one d10.|"
    assert voice.problem == ""
