"""The doctor on terminals: what the environment says, and what a real pseudo-terminal answers."""

import os
import re
import sys
import threading
import unicodedata

import pytest
from doctor_kit import ENVIRON, case_of, found, levels
from rich.cells import cell_len

from companion.doctor import terminal
from companion.doctor.case import Level
from companion.doctor.terminal import Wire
from companion.tui.pictures import Graphics

pytestmark = pytest.mark.skipif(os.name != "posix", reason="asks a pseudo-terminal")
PATIENCE = 0.6


def at(tmp_path, environ=None, size=(100, 30), **others):
    machine = {"environ": ENVIRON if environ is None else environ}
    case = case_of(tmp_path, machine=machine, size=size, **others)
    return found(terminal.check, case)


def test_a_good_terminal_is_well(tmp_path):
    results = at(tmp_path, size=(120, 40))
    assert set(levels(results).values()) == {"ok"}
    assert results["terminal-size"].data == {"columns": 120, "rows": 40}
    assert results["terminal-colours"].data["truecolor"] is True


@pytest.mark.parametrize(
    ("size", "level"),
    [((79, 40), "warning"), ((80, 23), "warning"), ((80, 24), "ok"), (None, "note")],
)
def test_how_large_it_is(tmp_path, size, level):
    assert levels(at(tmp_path, size=size))["terminal-size"] == level


@pytest.mark.parametrize(
    ("environ", "level"),
    [
        ({"TERM": "dumb"}, "problem"),
        ({}, "problem"),
        ({"TERM": "xterm-256color"}, "note"),
        ({"TERM": "xterm-direct"}, "ok"),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, "ok"),
        ({"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "note"),
        ({"WT_SESSION": "1"}, "ok"),
    ],
)
def test_which_colours_it_has(tmp_path, environ, level):
    assert levels(at(tmp_path, environ))["terminal-colours"] == level


def test_without_a_terminal_its_colours_are_no_problem(tmp_path):
    assert levels(at(tmp_path, {}, size=None))["terminal-colours"] == "note"


@pytest.mark.parametrize(
    ("encoding", "level"),
    [("utf-8", "ok"), ("UTF8", "ok"), ("latin-1", "warning"), ("ascii", "warning"), ("cp850", "warning")],
)  # fmt: skip
def test_whether_it_takes_every_letter(tmp_path, encoding, level):
    assert levels(at(tmp_path, encoding=encoding))["terminal-text"] == level


@pytest.mark.parametrize(
    ("environ", "said"),
    [({"TMUX": "a socket,1,0"}, "tmux"), ({"SSH_TTY": "/dev/pts/3"}, "ssh"), ({"STY": "1.x"}, "screen")],
)  # fmt: skip
def test_what_lies_between_is_told(tmp_path, environ, said):
    result = at(tmp_path, {**ENVIRON, **environ})["terminal-place"]
    assert (result.level, result.data[said]) == (Level.NOTE, True)
    assert said in result.found


class Emulator:
    """The other end of a pseudo-terminal: keeps a cursor and answers what it is asked.

    Args:
        width: tells how many cells a sign takes.
        mute: whether it says nothing at all.
    """

    def __init__(self, width=cell_len, *, mute=False):
        self.width, self.mute = width, mute
        self.far, self.near = os.openpty()
        self.heard = ""
        self._column = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def wire(self):
        return Wire(self.near, self.near, PATIENCE)

    def close(self):
        os.close(self.near)
        self._thread.join(10)
        os.close(self.far)

    def _run(self):
        data = b""
        while True:
            try:
                data += os.read(self.far, 1024)
            except OSError:
                return
            try:
                text = data.decode()
            except UnicodeDecodeError:
                continue
            data = b""
            self.heard += text
            if not self.mute:
                self._follow(text)

    def _follow(self, text):
        for part in re.findall(r"\x1b\[[\d?;]*[a-zA-Z]|\r|[^\x1b\r]+", text):
            if part == "\r":
                self._column = 0
            elif part == "\x1b[6n":
                self._say(f"\x1b[7;{self._column + 1}R")
            elif not part.startswith("\x1b"):
                self._column += self.width(part)

    def _say(self, text):
        if text:
            os.write(self.far, text.encode())


@pytest.fixture
def asked(tmp_path):
    emulators = []

    def ask(*words, **others):
        emulators.append(Emulator(*words, **others))
        wire = emulators[-1].wire()
        return found(terminal.fonts, case_of(tmp_path, wire=wire)), emulators[-1]

    yield ask
    for one in emulators:
        one.close()


def test_the_widths_expected_are_those_that_the_screens_reckon_with():
    for sample in terminal.SAMPLES:
        assert cell_len(sample.text) == sample.width, sample.name


def test_signs_as_wide_as_they_should_be_are_well_and_leave_nothing_behind(asked):
    results, emulator = asked()
    assert results["fonts"].level is Level.OK
    assert results["fonts"].data["widths"] == results["fonts"].data["expected"]
    assert "▀▄" in emulator.heard
    with emulator.wire().quiet():
        assert emulator.wire().ask("\x1b[6n", re.compile("R"))
    assert emulator.heard.endswith("\r\x1b[2K\x1b[6n"), "the line is wiped before anything else"


def test_ambiguous_signs_drawn_wide_are_a_warning(asked):
    def wide(text):
        return sum(2 if unicodedata.east_asian_width(sign) in "AWF" else cell_len(sign) for sign in text)

    result = asked(wide)[0]["fonts"]
    assert result.level is Level.WARNING
    assert "ambiguous" in result.todo


def test_a_terminal_that_takes_bytes_for_letters_is_a_warning(asked):
    result = asked(lambda text: len(text.encode()))[0]["fonts"]
    assert result.level is Level.WARNING


def test_wide_letters_drawn_narrow_are_good_to_know(asked):
    result = asked(len)[0]["fonts"]
    assert result.level is Level.NOTE
    assert "wide-letters" in result.found


def test_a_terminal_that_says_nothing_is_not_waited_for(asked):
    results, _ = asked(mute=True)
    assert levels(results) == {"fonts": "note", "pictures": "ok"}


@pytest.mark.parametrize("kind", ["", "kitty", "sixel"])
def test_how_pictures_are_drawn_is_said_as_the_app_finds_it(asked, monkeypatch, kind):
    graphics = Graphics(kind, (8, 16), lambda: None) if kind else None
    monkeypatch.setattr(terminal, "find_graphics", lambda: graphics)
    result = asked()[0]["pictures"]
    assert (result.level, result.data) == (
        Level.OK, {"kitty": kind == "kitty", "sixel": kind == "sixel"}
    )  # fmt: skip


def test_the_terminal_is_as_it_was_afterwards():
    import termios

    emulator = Emulator()
    before = termios.tcgetattr(emulator.near)
    with emulator.wire().quiet():
        assert termios.tcgetattr(emulator.near) != before
    assert termios.tcgetattr(emulator.near) == before
    emulator.close()


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {}])
def test_what_cannot_answer_is_not_asked(tmp_path, environ):
    emulator = Emulator()
    case = case_of(tmp_path, machine={"environ": environ}, wire=emulator.wire())
    assert levels(found(terminal.fonts, case)) == {"fonts": "note", "pictures": "note"}
    emulator.close()
    assert emulator.heard == ""


def test_without_a_terminal_that_is_said(tmp_path):
    assert levels(found(terminal.fonts, case_of(tmp_path))) == {"fonts": "note", "pictures": "note"}


def test_the_command_asks_its_own_terminal(tmp_path):
    import pty

    child, far = pty.fork()
    if not child:  # the other process: its three streams are the pseudo-terminal
        os.environ |= {"TERM": "xterm-256color", "TABLESIDE_HOME": str(tmp_path)}
        os.execv(sys.executable, [sys.executable, "-m", "companion", "doctor", "fonts"])  # noqa: S606 - this very program, without a shell
    heard, asked = "", 0
    while True:
        try:
            data = os.read(far, 4096)
        except OSError:
            break
        if not data:
            break
        heard += data.decode(errors="replace")
        for _ in range(heard.count("\x1b[6n") - asked):
            asked += 1
            os.write(far, b"\x1b[3;1R")
    _, status = os.waitpid(child, 0)
    os.close(far)
    assert os.waitstatus_to_exitcode(status) == 0
    assert asked == 1 + len(terminal.SAMPLES)
    assert "WARNING" in heard
    assert "of the wrong width" in heard
