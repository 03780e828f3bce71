"""`tableside sessions people`: who won how often, averages, head to head, and everybody's dice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.commands.common import open_shelf
from companion.commands.printing import print_error, print_json
from companion.commands.tray_counts import rolled
from companion.core.dice import kind_name
from companion.core.errors import UsageError
from companion.core.texts import tr, trn
from companion.rolls.fairness import judge, tallies
from companion.session.annals import finished, people, person_lines

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from companion.journal.store import Journal
    from companion.record.shelf import Shelf
    from companion.rolls.fairness import Counted
    from companion.session.annals import Person


def run(args: argparse.Namespace, journal: Journal) -> int:
    """Put all finished tables together and print what they say of each player.

    Raises:
        CompanionError: the journal cannot be read.
    """
    shelf = open_shelf(args)
    games, unread = finished(shelf, journal)
    found = people(games)
    dice = dice_of(shelf, journal, found)
    titles = {game: shelf.game(game).title for person in found for game in person.games}
    for person in found:
        if args.json:
            print_json(person_json(person, dice[person.name]))
        else:
            about = person_lines(person, titles)
            print("\n".join([*about, *_dice_lines(dice[person.name])]))
    for one in unread:
        if args.json:
            print_json({"type": "unread", "table": one.table_id, "why": one.why})
        else:
            print_error(
                UsageError(tr("{table_id} is left out: {why}", table_id=one.table_id, why=one.why))
            )
    if not found and not args.json:
        print(tr("no game has ended yet in {where}", where=journal.where))
    return 0


def dice_of(
    shelf: Shelf, journal: Journal, found: tuple[Person, ...]
) -> dict[str, tuple[Counted, ...]]:
    """Return every player's tallies over all tables, also those that go on, as a tray counts them."""
    names = {person.name.casefold(): person.name for person in found}
    rows = (
        replace(row, player=names[row.player.casefold()])
        for row in rolled(journal, shelf)
        if row.player.casefold() in names
    )
    counted = tallies(rows).players
    return {name: tuple(one for one in counted if one.who == name) for name in names.values()}


def _dice_lines(dice: tuple[Counted, ...]) -> Iterator[str]:
    for one in dice:
        rolls = trn("{count:,} roll", "{count:,} rolls", one.tally.n)
        yield f"  {kind_name(one.tally.kind)}, {rolls}: {judge(one.tally).words}"


def person_json(person: Person, dice: tuple[Counted, ...]) -> dict[str, object]:
    """Return a player as in docs/json.md."""
    return {
        "type": "person",
        "name": person.name,
        "played": person.played,
        "won": person.won,
        "games": {
            game: {
                "played": count,
                "won": person.wins[game],
                "averages": {col: round(mean, 3) for col, mean in person.averages[game].items()},
            }
            for game, count in person.games.items()
        },
        "against": {
            other: {"ahead": how.ahead, "behind": how.behind, "level": how.level}
            for other, how in person.against.items()
        },
        "dice": [_dice_json(one) for one in dice],
    }


def _dice_json(one: Counted) -> dict[str, object]:
    judged = judge(one.tally)
    return {
        "kind": one.tally.kind,
        "rolls": one.tally.n,
        "faces": dict(zip(one.tally.faces, one.tally.counts, strict=True)),
        "p": judged.p,
        "unusual": judged.unusual,
        "words": judged.words,
    }
