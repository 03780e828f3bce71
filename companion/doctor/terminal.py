"""The terminal: size, colours, encoding, what it can draw, and how wide it draws characters."""

import os
import re
import select
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Final, NamedTuple

from companion.core.texts import later, tr
from companion.doctor.case import Case, Data, Result, note, ok, problem, warning
from companion.tui.pictures import find_graphics

COLUMNS, ROWS = 80, 24  # Smaller, parts of the screens are left out

PATIENCE_S: Final = 1.0
"""How long an answer takes over a slow line; a terminal that is silent for longer did not understand."""

CLEAR: Final = "\r\x1b[2K"
_MOST: Final = 4096
_NO_SCREEN: Final = frozenset({"", "dumb", "unknown"})
_UTF8: Final = frozenset({"utf8", "utf8sig", "cp65001"})
_WHERE: Final = re.compile(r"\x1b\[(\d+);(\d+)R")


@dataclass(frozen=True, slots=True)
class Wire:
    """A terminal, as two file descriptors; an answer may take `patience` seconds."""

    reading: int
    writing: int
    patience: float = PATIENCE_S

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Let answers come at once and unseen; afterwards the terminal is as it was."""
        import termios
        import tty

        before = termios.tcgetattr(self.reading)
        try:
            tty.setcbreak(self.reading)
            yield
        finally:
            # What came too late is not a key that anybody pressed.
            termios.tcsetattr(self.reading, termios.TCSAFLUSH, before)

    def tell(self, text: str) -> None:
        """Write to it; raises `OSError`."""
        os.write(self.writing, text.encode())

    def ask(self, text: str, answer: re.Pattern[str]) -> re.Match[str] | None:
        """Write to it and wait for an answer; None when none came in time. Raises `OSError`."""
        self.tell(text)
        received, end = "", monotonic() + self.patience
        while (left := end - monotonic()) > 0 and len(received) < _MOST:
            ready, _, _ = select.select([self.reading], [], [], left)
            data = os.read(self.reading, 256) if ready else b""
            if not data:
                break
            received += data.decode("utf-8", errors="replace")
            if found := answer.search(received):
                return found
        return None


def open_wire() -> Wire | None:
    """Return the terminal that this program runs at; None where there is none to talk with."""
    with suppress(OSError, ValueError, AttributeError):
        if os.name == "posix" and sys.stdin.isatty() and sys.stdout.isatty():
            return Wire(sys.stdin.fileno(), sys.stdout.fileno())
    return None


class Sample(NamedTuple):
    """Characters that the screens are drawn with."""

    name: str  # what they are; the same in every language
    text: str  # the characters
    width: int  # cells that they take, as the screens count
    needed: bool = True  # whether the screens are misaligned when they take another width


SAMPLES: Final = (
    Sample("half-blocks", "▀▄█▌▐", 5),
    Sample("box-drawing", "─│┌┐└┘╭╯═", 9),
    Sample("eighths", "▁▃▅▇▏▍", 6),
    Sample("marks", "●○◆★▸▶✓✗…·", 10),
    Sample("wide-letters", "骰子", 4, needed=False),
    Sample("combining", "e\u0301", 1, needed=False),
)


def check(case: Case) -> Iterator[Result]:
    """Look at what is known of the terminal without asking it."""
    environ = case.edges.environ
    yield _size(case)
    if case.size is None:  # what is printed into a file or a pipe needs no colours
        text = tr("unknown: there is no terminal to ask")
        yield note("terminal-colours", text, "", {"term": environ.get("TERM", "")})
    else:
        yield _colours(environ)
    yield _encoding(case)
    yield _place(environ)


def _size(case: Case) -> Result:
    name = "terminal-size"
    if case.size is None:
        text = tr("this is not a terminal; the app needs one")
        return note(name, text, tr("look again in the terminal you play in"))
    columns, rows = case.size
    data: Data = {"columns": columns, "rows": rows}
    text = tr("{columns} x {rows}", **data)
    if columns >= COLUMNS and rows >= ROWS:
        return ok(name, text, data)
    todo = later("make it {columns} x {rows} or larger, or its letters smaller")
    return warning(name, text, tr(todo, columns=COLUMNS, rows=ROWS), data)


def _colours(environ: Mapping[str, str]) -> Result:
    name, term = "terminal-colours", environ.get("TERM", "")
    deep = environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"} or "direct" in term
    data: Data = {"term": term, "truecolor": deep}
    if term in _NO_SCREEN and not environ.get("WT_SESSION"):
        text = tr("nothing can be drawn on this terminal (TERM={term})", term=term or tr("not set"))
        todo = tr("play in another terminal; `tableside check` and the like work here")
        return problem(name, text, todo, data)
    if environ.get("NO_COLOR"):
        todo = tr("unset NO_COLOR to have them")
        return note(name, tr("no colours: NO_COLOR is set"), todo, data)
    if deep or environ.get("WT_SESSION"):
        return ok(name, tr("all colours ({term})", term=term or "Windows Terminal"), data)
    todo = tr("nothing if the colours please; else set COLORTERM=truecolor if the terminal can do it")
    return note(name, tr("few colours ({term})", term=term), todo, data)


def _encoding(case: Case) -> Result:
    name, encoding = "terminal-text", case.encoding
    data: Data = {"encoding": encoding}
    if encoding.lower().replace("-", "").replace("_", "") in _UTF8:
        return ok(name, encoding, data)
    text = later("text is {encoding}, not UTF-8: names and frames appear as escapes")
    todo = tr("set LANG to a UTF-8 locale such as C.UTF-8, or PYTHONUTF8=1")
    return warning(name, tr(text, encoding=encoding), todo, data)


def _place(environ: Mapping[str, str]) -> Result:
    name, program = "terminal-place", environ.get("TERM_PROGRAM", "")
    ssh = environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")
    data: Data = {"tmux": bool(environ.get("TMUX")), "screen": bool(environ.get("STY")),
                  "ssh": bool(ssh), "program": program}  # fmt: skip
    parts = [word for word in ("tmux", "screen", "ssh") if data[word]]
    if not parts:
        return ok(name, program or environ.get("TERM") or tr("a terminal of this machine"), data)
    todo = tr("good to know: pictures are then drawn with half blocks")
    if data["ssh"]:
        todo = tr("good to know: cameras and trays are those of the machine that this runs on")
    return note(name, tr("through {parts}", parts=", ".join(parts)), todo, data)


# ---------------------------------------------------------------- asking it


def fonts(case: Case) -> Iterator[Result]:
    """Ask the terminal what it can draw, and how far its cursor moves for the characters in use."""
    if case.wire is None or case.edges.environ.get("TERM", "") in _NO_SCREEN:
        why = tr("unknown: there is no terminal to ask")
        yield note("fonts", why, tr("look again in the terminal you play in"))
        yield note("pictures", why)
        return
    with case.wire.quiet():
        yield _fonts(case.wire)
    yield _pictures()


def _fonts(wire: Wire) -> Result:
    widths: dict[str, int] = {}
    try:
        if wire.ask("\r\x1b[6n", _WHERE) is None:
            text = tr("unknown: the terminal does not say where its cursor is")
            todo = tr("if these are nine joined lines and five blocks, all is fine: {signs}",
                      signs=f"{SAMPLES[1].text} {SAMPLES[0].text}")  # fmt: skip
            return note("fonts", text, todo)
        for sample in SAMPLES:
            where = wire.ask(f"\r{sample.text}\x1b[6n", _WHERE)
            if where is not None:
                widths[sample.name] = int(where[2]) - 1
    finally:
        wire.tell(CLEAR)
    return _judged(widths)


def _judged(widths: Mapping[str, int]) -> Result:
    data: Data = {"widths": dict(widths), "expected": {one.name: one.width for one in SAMPLES}}
    wrong = [one for one in SAMPLES if widths.get(one.name) != one.width]
    if not wrong:
        return ok("fonts", tr("all characters have the right width"), data)
    text = tr("of the wrong width: {names}", names=", ".join(one.name for one in wrong))
    if not any(one.needed for one in wrong):
        todo = tr("good to know: lines with such letters may be misaligned")
        return note("fonts", text, todo, data)
    todo = tr("check that the terminal and its locale are UTF-8, or use another terminal")
    if any(widths.get(one.name, 0) > one.width for one in wrong if one.needed):
        todo = tr("set the terminal to draw characters of ambiguous width narrow")
    return warning("fonts", text, todo, data)


def _pictures() -> Result:
    """Say how pictures are drawn: the terminal is asked as the app asks it."""
    graphics = find_graphics()
    kind = "" if graphics is None else graphics.kind
    data: Data = {"kitty": kind == "kitty", "sixel": kind == "sixel"}
    if not kind:
        return ok("pictures", tr("pictures are drawn with half blocks"), data)
    way = tr("Kitty's protocol") if data["kitty"] else "Sixel"
    return ok("pictures", tr("real pictures are drawn ({way})", way=way), data)
