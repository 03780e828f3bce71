"""`tableside tray fairness`: how often each face came up, and whether chance explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.commands.common import add_json, open_shelf
from companion.commands.printing import print_json
from companion.commands.tray_counts import count_home
from companion.commands.tray_known import open_book
from companion.core.dice import kind_name
from companion.core.texts import tr, trn
from companion.rolls.fairness import judge
from companion.system.home import home_folder

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from companion.rolls.fairness import Counted, Tallies
    from companion.rolls.source import Book

_TITLES: Final = {
    "die": tr("Die by die"),
    "player": tr("Player by player"),
    "source": tr("By what read them"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Count all rolls of the journal and print what can be said of them.

    Raises:
        JournalError: the journal cannot be read.
    """
    book = open_book(args.home)
    found = count_home(home_folder(args.home), open_shelf(args))
    before = ""
    for by, counted in _all(found):
        if args.json:
            print_json(fairness_json(by, counted, book))
            continue
        if by != before:
            print(f"{'' if not before else chr(10)}{_TITLES[by]}")
            before = by
        print("\n".join(_lines(counted, book)))
    if not args.json and not before:
        print(tr("no roll has counted yet"))
    if not args.json and found.left_out:
        print(
            tr(
                "\n{left_out} dice of kinds or faces that are not known are left out",
                left_out=found.left_out,
            )
        )
    return 0


def _all(found: Tallies) -> Iterator[tuple[str, Counted]]:
    for by, group in (("die", found.dice), ("player", found.players), ("source", found.sources)):
        for counted in group:
            yield by, counted


def _called(who: str, book: Book) -> str:
    known = book.get(who)
    return known.name if known is not None else ""


def _lines(counted: Counted, book: Book) -> tuple[str, str]:
    tally = counted.tally
    name = _called(counted.who, book)
    who = f"{name} ({counted.who})" if name else counted.who
    faces = " ".join(f"{face}:{n}" for face, n in zip(tally.faces, tally.counts, strict=True))
    rolls = trn("{count:,} roll", "{count:,} rolls", tally.n)
    return f"  {who}, {kind_name(tally.kind)}, {rolls}: {judge(tally).words}", f"    {faces}"


def fairness_json(by: str, counted: Counted, book: Book) -> dict[str, Any]:
    """Return a tally as in docs/json.md."""
    tally = counted.tally
    found = judge(tally)
    return {
        "type": "tally",
        "by": by,
        "who": counted.who,
        "called": _called(counted.who, book),
        "kind": tally.kind,
        "rolls": tally.n,
        "faces": dict(zip(tally.faces, tally.counts, strict=True)),
        "checked": found.checked_at,
        "again": found.again_at,
        "statistic": None if found.statistic is None else round(found.statistic, 3),
        "p": found.p,
        "unusual": found.unusual,
        "words": found.words,
    }
