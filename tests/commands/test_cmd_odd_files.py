"""A pipe or a device in the place of any file that a command opens is refused at once."""

import argparse
import os
import signal
import sys
from contextlib import contextmanager

import pytest

from companion.cli import COMMANDS, build_parser, main
from companion.commands import play
from companion.commands.tray import PARTS, part_parser
from companion.doctor import errorlog
from companion.journal import reading
from companion.journal.errors import JournalError
from companion.journal.store import FILE, Journal
from companion.rolls import devicebook
from companion.system.files import CATALOGUES, LAST_TABLES, PROFILES, SETS, TRAY_PROFILES
from companion.tui import settings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names there")

KINDS = ("FILE", "RECORD", "IMAGE", "SOURCE", "LIST", "SPEC", "PORT", "DICE", "FOLDER", "LINK")
"""What arguments are called that name a file, or may."""

ODD = "the odd file"
SET = ("--set", "cats")
LINES = {
    ("demo", "--clip"): ("demo", "--plain", "--clip", ODD),
    ("play", "--catalogue"): ("play", "rsf", "--seats", "Ann,Ben", "--catalogue", ODD),
    ("play", "--camera"): ("play", "rsf", "--seats", "Ann,Ben", "--camera", ODD),
    ("play", "--tray"): ("play", "rsf", "--seats", "Ann,Ben", "--tray", ODD),
    ("play", "--dice"): ("play", "rsf", "--seats", "Ann,Ben", "--dice", f"simulate:{ODD}"),
    ("read", "images"): ("read", ODD),
    ("read", "--cards"): ("read", "--deck", "cats", "--layout", "--cards", ODD, "clip.png"),
    ("watch", "source"): ("watch", ODD),
    ("teach", "source"): ("teach", *SET, "--kinds", "cat:S,2-6", ODD),
    ("teach", "--names"): ("teach", *SET, "--kinds", "cat:S,2-6", "--names", ODD, "clip.mp4"),
    ("teach", "--cards"): ("teach", "--deck", "cats", "--from", ".", "--cards", ODD),
    ("teach", "--from"): ("teach", *SET, "--from", ODD),
    ("teach", "--export"): ("teach", *SET, "--export", ODD),
    ("teach", "--import"): ("teach", *SET, "--import", ODD),
    ("check", "records"): ("check", ODD),
    ("score", "record"): ("score", ODD),
    ("score", "--output"): ("score", ODD, "--output", ODD),
    ("sessions", "file"): ("sessions", "export", "rsf-20260101-1", ODD),
    ("calibrate", "source"): ("calibrate", ODD),
    ("calibrate", "--out"): ("calibrate", "--print", "--out", ODD),
    ("tray", "rest"): ("tray", ODD),
    ("tray simulate", "--pty"): ("tray", "simulate", "--pty", ODD, "--script", "nowhere"),
    ("tray simulate", "--tcp"): ("tray", "simulate", "--tcp", ODD),
    ("tray simulate", "--script"): ("tray", "simulate", "--script", ODD),
    ("tray simulate", "--faults"): ("tray", "simulate", "--faults", ODD),
    ("cards check", "files"): ("cards", "check", ODD),
    ("cards show", "files"): ("cards", "show", "--game", "rsf", ODD),
    ("cards import", "source"): ("cards", "import", "--game", "rsf", ODD),
    ("cards import", "--output"): ("cards", "import", "--game", "rsf", ODD, "-o", ODD),
    ("cards grown", "source"): ("cards", "grown", ODD, "grown.toml"),
    ("cards grown", "target"): ("cards", "grown", "rsf-20260101-1", ODD),
    ("cards print", "target"): ("cards", "print", "gmm", ODD),
    ("doctor", "--camera"): ("doctor", "camera", "--camera", ODD),
    ("doctor", "--tray"): ("doctor", "tray", "--tray", ODD),
    ("doctor", "--bundle"): ("doctor", "settings", "--bundle", ODD),
}


def file_arguments():
    """Return each argument of each command that names a file, or may."""
    parsers = {"": build_parser(*COMMANDS), **{f"tray {part}": part_parser(part) for part in PARTS}}
    found = []
    while parsers:
        name, parser = parsers.popitem()
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                parsers |= {f"{name} {part}".strip(): one for part, one in action.choices.items()}
            elif str(action.metavar).startswith(KINDS):
                found.append((name, (action.option_strings or [action.dest])[-1]))
    return sorted(found)


@contextmanager
def at_once(seconds=10):
    """Interrupt what waits for ever, as a pipe nobody writes to has one do."""

    def late(*_):
        raise AssertionError("it waits for a pipe, or reads without an end")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def odd(request, tmp_path):
    path = tmp_path / "odd.png"
    if request.param == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    return path


@pytest.fixture
def without_screen(monkeypatch):
    """A terminal is there, and opening the table is all that the app does."""
    monkeypatch.setattr(play, "need_terminal", lambda: None)
    monkeypatch.setattr("companion.tui.app.run_app", lambda app: app.opener()().close())


def test_each_argument_that_names_a_file_is_tried_below():
    assert sorted(LINES) == file_arguments()


@pytest.mark.parametrize("odd", ["pipe", "device"], indirect=True)
@pytest.mark.parametrize("line", LINES.values(), ids=" ".join)
@pytest.mark.usefixtures("without_screen")
def test_an_odd_file_is_refused_at_once(capsys, monkeypatch, tmp_path, odd, line):
    monkeypatch.chdir(tmp_path)
    before = odd.lstat()
    with at_once():
        try:
            status = main(["--home", str(tmp_path / "home"), *(word.replace(ODD, str(odd)) for word in line)])
        except SystemExit as usage:
            status = usage.code
    out, err = capsys.readouterr()
    if line[0] != "play" or line[-2] not in {"--tray", "--dice"}:  # those may come later
        assert status in {1, 2}
        assert out + err
    assert odd.lstat().st_ino == before.st_ino  # what stood there still stands there


HOME_FILES = (
    FILE, f"{FILE}-wal", f"{FILE}-shm", settings.FILE, devicebook.FILE, errorlog.FILE, LAST_TABLES,
    TRAY_PROFILES, f"{PROFILES}/desk.profile.json", f"{SETS}/cats.dice", f"{CATALOGUES}/own.toml",
)  # fmt: skip
COMMANDS_AT_HOME = (
    ("doctor", "disk", "journal", "settings", "devices", "remembered", "profiles", "taught", "cards"),
    ("sessions", "list"), ("sessions", "rescue"), ("sessions", "show", "rsf-20260101-1"),
    ("sessions", "people"), ("tray", "known"), ("tray", "fairness"), ("cards", "list"),
    ("read", "--set", "cats", "nothing.png"), ("read", "--profile", "desk", "nothing.png"),
    ("teach", "--list"), ("doctor", "errors", "--bundle", "b.zip"),
    ("play", "rsf", "--seats", "Ann,Ben"),
)  # fmt: skip


@pytest.mark.parametrize("odd", ["pipe", "device"], indirect=True)
@pytest.mark.parametrize("name", HOME_FILES)
@pytest.mark.usefixtures("without_screen")
def test_an_odd_file_in_the_home_folder_holds_nothing_up(monkeypatch, tmp_path, odd, name):
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home"
    Journal(home / FILE).close()
    (home / name).parent.mkdir(exist_ok=True)
    (home / name).unlink(missing_ok=True)
    odd.rename(home / name)
    for line in COMMANDS_AT_HOME:
        with at_once(20):
            assert main(["--home", str(home), *line]) in {0, 1, 2}


def test_no_home_at_all_is_refused(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["--home", "", "sessions"])
    assert "--home: no folder is named" in capsys.readouterr().err


def test_a_home_that_is_a_link_to_nothing_is_told(capsys, tmp_path):
    (tmp_path / "home").symlink_to(tmp_path / "gone")
    for line in (("sessions",), ("tray", "known"), ("doctor", "disk")):
        assert main(["--home", str(tmp_path / "home"), *line]) == 2
        said = capsys.readouterr().err
        assert f"home: a link to {tmp_path / 'gone'}, which is not there" in said


def test_a_home_that_cannot_be_written_still_says_how_fair_its_dice_are(capsys, monkeypatch, tmp_path):
    file = tmp_path / FILE
    with Journal(file) as journal:
        journal.open_table("rsf", "record: 1\ngame: rsf\nseats: Ann, Ben\n---\n")

    def opened(path):
        if path == file:
            raise JournalError(f"{path}: cannot open the journal")
        return Journal(path)

    monkeypatch.setattr(reading, "Journal", opened)
    monkeypatch.setattr(reading, "can_write", lambda _path: False)
    monkeypatch.setattr("companion.session.rolled.Journal", opened, raising=False)
    assert main(["--home", str(tmp_path), "tray", "fairness"]) == 0
    assert "no roll has counted yet" in capsys.readouterr().out
