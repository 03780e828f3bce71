"""The terminal: size, colours, encoding, what it can draw, and how wide it draws signs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.doctor.conversation import CLEAR
from companion.doctor.result import Level, Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.doctor.case import Case
    from companion.doctor.conversation import Wire

COLUMNS, ROWS = 80, 24
"""Smaller, parts of the screens are left out."""

_NO_SCREEN: Final = frozenset({"", "dumb", "unknown"})
_CONSOLE: Final = "linux"
_UTF8: Final = frozenset({"utf8", "utf8sig", "cp65001"})
_WHERE: Final = re.compile(r"\x1b\[(\d+);(\d+)R")
_ABOUT: Final = re.compile(r"\x1b\[\?([\d;]*)c")
_SIXEL: Final = "4"
_KITTY: Final = "\x1b_Gi=4207,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
_KITTY_OK: Final = re.compile(r"\x1b_Gi=4207;OK\x1b\\")


@dataclass(frozen=True, slots=True)
class Sample:
    """Signs that the screens are drawn with.

    Attributes:
        name: what they are; the same in every language.
        text: the signs.
        width: cells that they take, as the screens reckon.
        needed: whether the screens are crooked when they take another width.
    """

    name: str
    text: str
    width: int
    needed: bool = True


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
        said = tr("cannot be told: there is no terminal to ask")
        yield Result("terminal-colours", Level.NOTE, said, "", {"term": environ.get("TERM", "")})
    else:
        yield _colours(environ)
    yield _encoding(case)
    yield _place(environ)


def _size(case: Case) -> Result:
    if case.size is None:
        said = tr("this is no terminal; the app needs one")
        return Result(
            "terminal-size", Level.NOTE, said, tr("look again in the terminal you play in")
        )
    columns, rows = case.size
    data = {"columns": columns, "rows": rows}
    said = tr("{columns} x {rows}", columns=columns, rows=rows)
    if columns < COLUMNS or rows < ROWS:
        todo = tr(
            "make it {columns} x {rows} or larger, or its letters smaller",
            columns=COLUMNS,
            rows=ROWS,
        )
        return Result("terminal-size", Level.WARNING, said, todo, data)
    return Result("terminal-size", Level.OK, said, "", data)


def _colours(environ: Mapping[str, str]) -> Result:
    name, term = "terminal-colours", environ.get("TERM", "")
    deep = environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"} or "direct" in term
    data: dict[str, object] = {"term": term, "truecolor": deep}
    if term in _NO_SCREEN and not environ.get("WT_SESSION"):
        said = tr("a terminal that cannot be drawn on (TERM={term})", term=term or tr("not set"))
        return Result(
            name,
            Level.PROBLEM,
            said,
            tr("play in another terminal; `tableside check` and the like work here"),
            data,
        )
    if environ.get("NO_COLOR"):
        said = tr("no colours: NO_COLOR is set")
        return Result(name, Level.NOTE, said, tr("unset NO_COLOR to have them"), data)
    if deep or environ.get("WT_SESSION"):
        return Result(
            name, Level.OK, tr("all colours ({term})", term=term or "Windows Terminal"), "", data
        )
    said = tr("few colours ({term})", term=term)
    todo = tr(
        "nothing if the colours please; else set COLORTERM=truecolor where the terminal can do it"
    )
    return Result(name, Level.NOTE, said, todo, data)


def _encoding(case: Case) -> Result:
    name, encoding = "terminal-text", case.encoding
    data = {"encoding": encoding}
    if encoding.lower().replace("-", "").replace("_", "") in _UTF8:
        return Result(name, Level.OK, encoding, "", data)
    said = tr(
        "text is {encoding}, not UTF-8: names and frames come out as escapes", encoding=encoding
    )
    todo = tr("set LANG to a UTF-8 locale such as C.UTF-8, or PYTHONUTF8=1")
    return Result(name, Level.WARNING, said, todo, data)


def _place(environ: Mapping[str, str]) -> Result:
    name, term = "terminal-place", environ.get("TERM", "")
    data = {
        "tmux": bool(environ.get("TMUX")),
        "screen": bool(environ.get("STY")),
        "ssh": bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")),
        "program": environ.get("TERM_PROGRAM", ""),
    }
    parts = [word for word in ("tmux", "screen", "ssh") if data[word]]
    if not parts:
        return Result(
            name,
            Level.OK,
            str(data["program"] or term or tr("a terminal of this machine")),
            "",
            data,
        )
    said = tr("through {parts}", parts=", ".join(parts))
    todo = tr("good to know: pictures are then drawn with half blocks")
    if data["ssh"]:
        todo = tr("good to know: cameras and trays are those of the machine that this runs on")
    return Result(name, Level.NOTE, said, todo, data)


# ---------------------------------------------------------------- asking it


def fonts(case: Case) -> Iterator[Result]:
    """Ask the terminal what it can draw, and how far its cursor goes for the signs in use."""
    if case.wire is None or case.edges.environ.get("TERM", "") in _NO_SCREEN:
        why = tr("cannot be told: there is no terminal to ask")
        yield Result("fonts", Level.NOTE, why, tr("look again in the terminal you play in"))
        yield Result("pictures", Level.NOTE, why)
        return
    with case.wire.quiet():
        yield _fonts(case.wire)
        if case.edges.environ.get("TERM") == _CONSOLE:  # it would print the question
            yield Result("pictures", Level.OK, tr("pictures are drawn with half blocks"))
        else:
            yield _pictures(case.wire)


def _fonts(wire: Wire) -> Result:
    widths: dict[str, int] = {}
    try:
        if wire.ask("\r\x1b[6n", _WHERE) is None:
            said = tr("cannot be told: the terminal does not say where its cursor is")
            todo = tr("if these are nine joined lines and five blocks, all is well: {signs}",
                      signs=f"{SAMPLES[1].text} {SAMPLES[0].text}")  # fmt: skip
            return Result("fonts", Level.NOTE, said, todo)
        for sample in SAMPLES:
            where = wire.ask(f"\r{sample.text}\x1b[6n", _WHERE)
            if where is not None:
                widths[sample.name] = int(where[2]) - 1
    finally:
        wire.tell(CLEAR)
    return _judged(widths)


def _judged(widths: Mapping[str, int]) -> Result:
    data = {"widths": dict(widths), "expected": {one.name: one.width for one in SAMPLES}}
    wrong = [one for one in SAMPLES if widths.get(one.name) != one.width]
    if not wrong:
        return Result("fonts", Level.OK, tr("all signs are as wide as they should be"), "", data)
    names = ", ".join(one.name for one in wrong)
    said = tr("not as wide as they should be: {names}", names=names)
    if not any(one.needed for one in wrong):
        todo = tr("good to know: lines with such letters may be crooked")
        return Result("fonts", Level.NOTE, said, todo, data)
    if any(widths.get(one.name, 0) > one.width for one in wrong if one.needed):
        todo = tr("have the terminal draw signs of ambiguous width narrow (a setting of its own)")
    else:
        todo = tr("check that the terminal and its locale are UTF-8, or use another terminal")
    return Result("fonts", Level.WARNING, said, todo, data)


def _pictures(wire: Wire) -> Result:
    """Ask for Kitty's protocol and for Sixel; every terminal answers the question after them."""
    found = wire.ask(f"{_KITTY}\x1b[c", _ABOUT)
    wire.tell(CLEAR)
    if found is None:
        said = tr("the terminal does not say what it can draw; half blocks are used")
        return Result("pictures", Level.NOTE, said)
    kitty = _KITTY_OK.search(found.string) is not None
    sixel = _SIXEL in found[1].split(";")[1:]
    data = {"kitty": kitty, "sixel": sixel}
    if kitty or sixel:
        way = tr("Kitty's protocol") if kitty else "Sixel"
        return Result(
            "pictures", Level.OK, tr("pictures are drawn as they are ({way})", way=way), "", data
        )
    return Result("pictures", Level.OK, tr("pictures are drawn with half blocks"), "", data)
