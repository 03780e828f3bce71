"""The voice: what is said, in which order, and that it never stands in the way."""

import sys
import time

import pytest

from hardware.voices import LONGEST, MOST_WAITING, SystemVoice, VoiceProgram, find_voice


def writes(path, before="pass"):
    """A voice that writes what it says to a file."""
    code = f"import sys,time; {before}; open({str(path)!r}, 'a').write(sys.stdin.read() + '\\n')"
    return VoiceProgram("pen", (sys.executable, "-c", code))


def said(path, count):
    for _ in range(500):
        lines = path.read_text().splitlines() if path.exists() else []
        if len(lines) >= count:
            return lines
        time.sleep(0.02)
    raise AssertionError(f"only {lines} was said")


@pytest.fixture
def voice(tmp_path):
    voice = SystemVoice(writes(tmp_path / "said"))
    yield voice
    voice.close()


def test_sentences_are_said_in_order(voice, tmp_path):
    voice.say("Ann rolls a d10")
    assert said(tmp_path / "said", 1) == ["Ann rolls a d10"]
    voice.say("seven")
    voice.say("it hits")
    assert said(tmp_path / "said", 3) == ["Ann rolls a d10", "seven", "it hits"]


def test_a_name_is_no_option_and_no_command(voice, tmp_path):
    voice.say("--help; rm -rf / \x1b[31m\n$(reboot)")
    assert said(tmp_path / "said", 1) == ["--help; rm -rf / [31m $(reboot)"]


def test_what_is_too_long_is_cut_and_nothing_is_not_said(voice, tmp_path):
    voice.say("  \n ")
    voice.say("a" * 5000)
    assert said(tmp_path / "said", 1) == ["a" * LONGEST]


def test_old_news_gives_way_to_new(tmp_path):
    voice = SystemVoice(writes(tmp_path / "said", "time.sleep(0.5)"))
    try:
        for number in range(MOST_WAITING + 5):
            voice.say(str(number))
        lines = said(tmp_path / "said", MOST_WAITING)
        assert lines[-1] == str(MOST_WAITING + 4) or len(lines) <= MOST_WAITING + 1
    finally:
        voice.close()


def begin_a_story(voice):
    """Say something long, and wait until it is being said."""
    voice.say("a very long story")
    deadline = time.monotonic() + 10
    while voice._speaking is None and time.monotonic() < deadline:
        time.sleep(0.01)


def test_hush_stops_at_once(tmp_path):
    voice = SystemVoice(writes(tmp_path / "said", "time.sleep(60)"))
    begin_a_story(voice)
    voice.hush()
    voice.close()
    assert not voice._thread.is_alive()
    assert not (tmp_path / "said").exists()


def test_a_voice_that_is_not_there_falls_silent_and_says_why():
    voice = SystemVoice(VoiceProgram("nobody", ("no-such-program-anywhere",)))
    voice.say("hello")
    for _ in range(200):
        if voice.problem:
            break
        time.sleep(0.01)
    assert voice.problem.startswith("nobody cannot speak: ")
    voice.say("still nothing")
    voice.close()


def test_the_last_voice_that_fails_falls_silent_and_says_how_it_ended():
    voice = SystemVoice(VoiceProgram("daemon", (sys.executable, "-c", "raise SystemExit(3)")))
    voice.say("hello")
    deadline = time.monotonic() + 10
    while not voice.problem and time.monotonic() < deadline:
        time.sleep(0.01)
    assert voice.problem == "daemon cannot speak: 3"
    voice.close()


def test_no_voice_is_found_on_an_unknown_system():
    assert find_voice("plan9") is None


def test_the_whole_systems_voice_comes_first_in_the_tables_language(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("espeak-ng", "spd-say"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    first = find_voice("linux", "de")
    assert first.command == ("spd-say", "-w", "-l", "de", "--")
    assert first.instead == find_voice("linux", "de").instead
    assert first.instead.command == ("espeak-ng", "-v", "de", "--stdin")
    (tmp_path / "spd-say").unlink()
    assert find_voice("linux", "de").command == ("espeak-ng", "-v", "de", "--stdin")


def test_a_program_that_reads_nothing_is_given_the_sentence_last(tmp_path):
    code = f"import sys; open({str(tmp_path / 'said')!r}, 'a').write(sys.argv[-1] + '\\n')"
    voice = SystemVoice(VoiceProgram("pen", (sys.executable, "-c", code, "--"), reads=False))
    voice.say("--help, says Ann")
    assert said(tmp_path / "said", 1) == ["--help, says Ann"]
    voice.close()


def test_where_one_voice_fails_the_next_says_the_sentence_and_all_others(tmp_path):
    fails = VoiceProgram("daemon", (sys.executable, "-c", "raise SystemExit(1)"), instead=writes(tmp_path / "said"))
    voice = SystemVoice(fails)
    for number, sentence in enumerate(("Ann rolls", "seven"), start=1):
        voice.say(sentence)
        assert said(tmp_path / "said", number)[-1] == sentence
    assert not voice.problem
    voice.close()


def test_what_another_process_says_is_stopped_by_a_command_of_its_own(tmp_path):
    stop = (sys.executable, "-c", f"open({str(tmp_path / 'stopped')!r}, 'w')")
    program = VoiceProgram("daemon", (sys.executable, "-c", "import time; time.sleep(60)"), stop=stop)
    voice = SystemVoice(program)
    voice.hush()
    assert not (tmp_path / "stopped").exists(), "others may speak: it says nothing itself"
    begin_a_story(voice)
    voice.hush()
    voice.close()
    assert (tmp_path / "stopped").exists()
    assert not voice.problem, "it was stopped, it did not fail"
