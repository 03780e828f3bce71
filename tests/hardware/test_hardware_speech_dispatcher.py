"""Speech Dispatcher itself, with a module that writes down what it would say and no sound device."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from hardware.voices import SystemVoice, find_voice

DAEMON, SAY = shutil.which("speech-dispatcher"), shutil.which("spd-say")
GENERIC = Path("/usr/lib/speech-dispatcher-modules/sd_generic")

CONFIG = """
AddModule "pen" "sd_generic" "pen.conf"
DefaultModule pen
AudioOutputMethod "libao"
"""

PEN = r"""
GenericExecuteSynth "echo \'$DATA\' $VOICE >> {said}; sleep 1; echo end >> {said}"
GenericLanguage "de" "de" "utf-8"
AddVoice "de" "MALE1" "german"
AddVoice "en" "MALE1" "english"
"""


def asked(*words):
    return subprocess.run([SAY, *words], capture_output=True, text=True, timeout=20, check=False).stdout


@pytest.fixture
def daemon(tmp_path, monkeypatch):
    """Run a daemon of this test's own; return what is written down."""
    if not (DAEMON and SAY and GENERIC.exists()):
        pytest.skip("needs speech-dispatcher with its generic module")
    config, socket, said = tmp_path / "config", tmp_path / "socket", tmp_path / "said"
    (config / "modules").mkdir(parents=True)
    (config / "speechd.conf").write_text(CONFIG)
    (config / "modules" / "pen.conf").write_text(PEN.format(said=said))
    (tmp_path / ".libao").write_text("default_driver=null\n")
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{socket}")
    words = f"-s -c unix_socket -S {socket} -P {tmp_path / 'pid'} -C {config} -L {tmp_path}".split()
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = subprocess.Popen([DAEMON, *words], env={**os.environ, "HOME": str(tmp_path)}, **quiet)
    try:
        until(socket.exists)
        if "pen" not in asked("-O"):
            pytest.skip("needs libao as Speech Dispatcher's way to no sound device at all")
        yield said
    finally:
        running.terminate()
        running.wait(20)


def until(holds):
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_the_daemon_gets_words_and_language_and_is_stopped(daemon):
    voice = SystemVoice(find_voice("linux", "de"))
    voice.say("--help: Ann würfelt <b>7</b>, it's $HOME & more")
    until(daemon.exists)
    until(daemon.read_text)
    voice.close()
    time.sleep(1.5)
    assert daemon.read_text() == "--help: Ann würfelt <b>7</b>, it's $HOME & more german\n", "it came to no end"
