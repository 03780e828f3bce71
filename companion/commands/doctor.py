"""`tableside doctor`: is everything there and well, and what to do where it is not."""

from __future__ import annotations

import os
import sys
from collections import Counter
from typing import TYPE_CHECKING, Final

from companion.commands import memory
from companion.commands.common import add_json
from companion.commands.printing import print_json
from companion.core.errors import UsageError
from companion.core.texts import tr
from companion.doctor.case import NO_CAMERA, Case
from companion.doctor.checks import NAMES, chosen
from companion.doctor.conversation import open_wire
from companion.doctor.examine import examine
from companion.doctor.result import Level, Result
from companion.home import home_folder

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

FINE: Final = 0
FINDINGS: Final = 1
_WIDE: Final = max(map(len, NAMES))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument(
        "checks", nargs="*", metavar="CHECK", help=f"only these; else all: {', '.join(NAMES)}"
    )
    parser.add_argument(
        "--camera",
        default="",
        metavar="SOURCE",
        help=f"look through this one: number, file or address, as for `play`; {NO_CAMERA} for none",
    )
    parser.add_argument("--tray", default="", metavar="PORT", help="greet the dice tray there")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Look at everything, or at what was asked for.

    Returns:
        0 when no problem was found (there may be warnings), else 1.

    Raises:
        UsageError: there is no such check.
    """
    strange = [name for name in args.checks if name not in NAMES]
    if strange:
        known = ", ".join(NAMES)
        raise UsageError(
            tr("no check is called {name!r}; known: {known}", name=strange[0], known=known)
        )
    home = home_folder(args.home)
    case = Case(
        home,
        camera=args.camera,
        remembered=_remembered(home),
        tray=args.tray,
        wire=None if args.json else open_wire(),
        encoding=sys.stdout.encoding or "ascii",
        size=_size(),
    )
    results = []
    for result in examine(chosen(args.checks), case):
        results.append(result)
        _tell(result, as_json=args.json)
    counts = Counter(result.level for result in results)
    _sum_up(counts, as_json=args.json)
    return FINDINGS if counts[Level.PROBLEM] else FINE


def _remembered(home: Path) -> str:
    """Return the camera of the table that was set up last; empty for none, or for a mere film."""
    camera = memory.recall(home, memory.last_played(home)).dice
    return camera if camera.isdecimal() or "://" in camera else ""


def _size() -> tuple[int, int] | None:
    try:
        size = os.get_terminal_size(sys.__stdout__.fileno()) if sys.__stdout__ else None
    except (OSError, ValueError, AttributeError):
        return None
    return None if size is None else (size.columns, size.lines)


def result_json(result: Result) -> dict[str, object]:
    """Return a result as in docs/json.md."""
    return {
        "type": "result",
        "check": result.check,
        "level": result.level.value,
        "found": result.found,
        "todo": result.todo,
        "data": dict(result.data),
    }


def result_lines(result: Result) -> list[str]:
    """Say a result in lines for people."""
    lines = [f"{_mark(result.level):<8} {result.check:<{_WIDE}}  {result.found}"]
    if result.todo:
        lines.append(f"{'':<8} {'':<{_WIDE}}  -> {result.todo}")
    return lines


def _mark(level: Level) -> str:
    """Return how a line begins; what is bad stands out without colour."""
    return {Level.OK: tr("ok"), Level.NOTE: tr("note"), Level.WARNING: tr("WARNING"),
            Level.PROBLEM: tr("PROBLEM")}[level]  # fmt: skip


def _tell(result: Result, *, as_json: bool) -> None:
    if as_json:
        print_json(result_json(result))
        return
    for line in result_lines(result):
        print(_shown(line), flush=True)


def _shown(line: str) -> str:
    """Return a line as it may go to a terminal: what was found may bear any sign."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line
    )


def _sum_up(counts: Counter[Level], *, as_json: bool) -> None:
    if as_json:
        print_json({"type": "summary", **{level.value: counts[level] for level in Level}})
        return
    said = tr("{checks} looked at: {ok} fine, {notes} notes, {warnings} warnings, {problems} problems",
              checks=counts.total(), ok=counts[Level.OK], notes=counts[Level.NOTE],
              warnings=counts[Level.WARNING], problems=counts[Level.PROBLEM])  # fmt: skip
    print(said)
