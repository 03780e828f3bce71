"""Whole games of every mode at random, with all that must hold."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from multiprocessing import get_context
from statistics import median
from time import perf_counter
from typing import Any, Final

from companion.commands.output import FINDINGS, FINE, print_json
from companion.core.errors import UsageError
from companion.core.game import Depth
from companion.record.shelf import Shelf
from models.workshop.bench.random_play import NAMES, cards_of, play_game

GAMES: Final = 20
_MOST_GAMES: Final = 1_000_000
LIMIT: Final = 10_000
"""Actions after which a game is left: nothing in the rules ends one that nobody wants to end."""

_SHOWN: Final = 5
_CORES: Final = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"of each mode; {GAMES} if not said")
    parser.add_argument("--game", metavar="GAME", help="only this one")
    parser.add_argument("--depth", choices=[*(depth.value for depth in Depth), "both"], default="both")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="number of the first game")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games side by side")


@dataclass(frozen=True, slots=True)
class Table:
    """One game that is to be played: its number settles seats, cards, dice and choices."""

    game_id: str
    depth: Depth
    number: int

    def __str__(self) -> str:
        """Return how it is played again."""
        return f"--game {self.game_id} --depth {self.depth.value} --seed {self.number} --games 1"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went.

    Attributes:
        table: which one.
        actions: how many were carried out.
        ended: whether the rules ended it before the limit.
        broken: what did not hold, in words.
        spent: seconds.
    """

    table: Table
    actions: int
    ended: bool
    broken: tuple[str, ...]
    spent: float


@dataclass(slots=True)
class Tally:
    """All games of one mode."""

    games: int = 0
    ended: int = 0
    actions: list[int] = field(default_factory=list)
    spent: float = 0.0
    broken: list[str] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Count one game."""
        self.games += 1
        self.ended += outcome.ended
        self.actions.append(outcome.actions)
        self.spent += outcome.spent
        where = f"{outcome.table}, action {outcome.actions}"
        self.broken += [f"{where}: {what}" for what in outcome.broken]


def run(args: argparse.Namespace) -> int:
    """Play and print.

    Returns:
        0, or 1 when something did not hold.
    """
    if not 1 <= args.games <= _MOST_GAMES:
        raise UsageError(f"--games: from 1 to {_MOST_GAMES}")
    if not 1 <= args.jobs <= _CORES:
        raise UsageError(f"--jobs: from 1 to {_CORES}")
    ids = (Shelf().game(args.game).id,) if args.game else Shelf().ids()
    depths = tuple(Depth) if args.depth == "both" else (Depth(args.depth),)
    modes = {(one, depth.value): Tally() for one, depth in product(ids, depths)}
    tables = [
        Table(one, depth, args.seed + number) for one, depth in product(ids, depths) for number in range(args.games)
    ]
    for outcome in _outcomes(tables, args.jobs):
        modes[outcome.table.game_id, outcome.table.depth.value].add(outcome)
    broken = [what for tally in modes.values() for what in tally.broken]
    if args.json:
        print_json(_as_json(modes, args.seed))
    else:
        _print(modes, broken)
    return FINDINGS if broken else FINE


def _outcomes(tables: list[Table], jobs: int) -> Iterator[Outcome]:
    if jobs == 1:
        yield from map(play, tables)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(play, tables, chunksize=4)


def play(table: Table) -> Outcome:
    """Play one game to its end, or to the action after which something does not hold."""
    began = perf_counter()
    shelf, cards = Shelf(), cards_of(table.game_id, table.depth)
    least, most = shelf.game(table.game_id).players
    seats = least + table.number % (most - least + 1)
    match = shelf.begin(shelf.header(table.game_id, NAMES[:seats], table.depth, None, cards), cards)
    chance = random.Random(str(table))
    played = play_game(match, chance, LIMIT)
    spent = perf_counter() - began
    return Outcome(table, len(played.match.log), played.ended, played.broken, spent)


# ---------------------------------------------------------------- printing


def _as_json(modes: dict[tuple[str, str], Tally], seed: int) -> dict[str, Any]:
    rows = [
        {
            "game": game_id,
            "depth": depth,
            "games": tally.games,
            "ended": tally.ended,
            "actions": sum(tally.actions),
            "broken": tally.broken,
        }
        for (game_id, depth), tally in modes.items()
    ]
    return {"seed": seed, "limit": LIMIT, "modes": rows}


def _print(modes: dict[tuple[str, str], Tally], broken: list[str]) -> None:
    heads = ("games", "ended", "actions", "median", "seconds", "broken")
    print(f"{'':<20}" + "".join(f"{head:>10}" for head in heads))
    for (game_id, depth), tally in modes.items():
        print(_line(f"{game_id} {depth}", tally))
    whole = Tally()
    for tally in modes.values():
        whole.games, whole.ended = whole.games + tally.games, whole.ended + tally.ended
        whole.actions += tally.actions
        whole.spent += tally.spent
        whole.broken += tally.broken
    print(_line("together", whole))
    for what in broken[:_SHOWN]:
        print(f"broken: {what}")
    if len(broken) > _SHOWN:
        print(f"and {len(broken) - _SHOWN} more")


def _line(name: str, tally: Tally) -> str:
    counted = (tally.games, tally.ended, sum(tally.actions), int(median(tally.actions)))
    numbers = "".join(f"{number:>10,}" for number in counted)
    return f"{name:<20}{numbers}{tally.spent:>10.1f}{len(tally.broken):>10}"
