"""Pig put on the shelf for a test: its folder is laid where games live, and nothing else is done."""

import importlib
from contextlib import contextmanager
from pathlib import Path

from companion import games
from companion.core.actions import Roll
from companion.core.dice import DieFace
from companion.core.game import Setup
from companion.core.log import Match
from companion.core.rulebook import Rulebook
from companion.core.seats import Seat

HERE = Path(__file__).resolve().parent / "newgame"
CORE = Path(games.__file__).parents[1] / "core"


@contextmanager
def on_the_shelf():
    """Lay `tests/newgame/pig` beside the games."""
    games.__path__.append(str(HERE))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        games.__path__.remove(str(HERE))


with on_the_shelf():
    from companion.games.pig import GAME as PIG
    from companion.games.pig.verbs import Go, Hold

BOOK = Rulebook.parse((HERE / "pig" / "rules.toml").read_text("utf-8"), (CORE / "rules.toml").read_text("utf-8"))
ANN, BEN = Seat(0), Seat(1)


def begin(**switches):
    """A table of Ann and Ben."""
    chosen = {f"pig.{name}": value for name, value in switches.items()}
    return Match.begin(PIG, BOOK, Setup(("Ann", "Ben"), switches=chosen))


def roll(face, who=ANN):
    return Roll(who, (DieFace("d10", str(face)),))


def go(who=ANN):
    return Go(who)


def hold(who=ANN):
    return Hold(who)


def play(match, *actions):
    for action in actions:
        match = match.apply(action)
    return match
