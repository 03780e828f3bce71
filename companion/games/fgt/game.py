"""Fight! as the kernel sees it."""

from __future__ import annotations

from typing import Final

from companion.core import switches
from companion.core.errors import UsageError
from companion.core.game import Depth, Game, Setup
from companion.core.start import check_players, own_catalogue
from companion.core.texts import tr
from companion.games.fgt.board import label, sheet, view
from companion.games.fgt.cards import WARRIORS, FgtCatalogue, read_catalogue
from companion.games.fgt.house import FgtHouse
from companion.games.fgt.lighten import lighten
from companion.games.fgt.score import score, standing
from companion.games.fgt.state import HAND, OPENED, ROUNDS, Player, State
from companion.games.fgt.verbs import VERBS, options, pending, tell

TITLE: Final = "Fight!"
PREFIX: Final = "fgt"
PLAYERS: Final = (2, 8)  # FGT-S6a


def start(setup: Setup) -> State:
    """Seat the players; nothing is shuffled or dealt yet.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or full depth without a usable catalogue.
    """
    house = switches.choose(FgtHouse(), PREFIX, setup.switches)
    seats = len(setup.seats)
    check_players(setup, TITLE, PLAYERS, "FGT-S6a, fgt.players")
    deck = _deck(setup, seats) if setup.depth is Depth.FULL else WARRIORS
    return State(setup=setup, house=house, players=(Player(),) * seats, deck=deck, reserves=deck)


def _deck(setup: Setup, seats: int) -> int:
    """How many Warriors the catalogue has; raises `UsageError` when they cannot be played with."""
    cards = own_catalogue(setup, FgtCatalogue, "fgt")
    needed = HAND * seats + OPENED
    if len(cards.warriors) < needed:
        raise UsageError(
            tr(
                "the catalogue has {warriors} Warriors; {seats} players need {needed} "
                "(FGT-S1, FGT-S3)",
                warriors=len(cards.warriors),
                seats=seats,
                needed=needed,
            )
        )
    if len(cards.arenas) < ROUNDS:
        raise UsageError(
            tr(
                "the catalogue has {arenas} Arenas; a game needs {rounds} (FGT-S4)",
                arenas=len(cards.arenas),
                rounds=ROUNDS,
            )
        )
    return len(cards.warriors)


GAME: Final = Game(
    id="fgt",
    title=TITLE,
    prefix=PREFIX,
    players=PLAYERS,
    dice=(),
    actions=VERBS.actions,
    house=FgtHouse,
    start=start,
    check=VERBS.check,
    apply=VERBS.apply,
    pending=pending,
    options=options,
    view=view,
    score=score,
    standing=standing,
    tell=tell,
    lighten=lighten,
    read_catalogue=read_catalogue,
    sheet=sheet,
    label=label,
)
