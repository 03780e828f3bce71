"""Fight! as the kernel sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from companion.core import switches
from companion.core.errors import UsageError
from companion.core.game import Depth, Game, Setup
from companion.core.texts import tr
from companion.games.fgt.actions import ACTIONS
from companion.games.fgt.cards import WARRIORS, FgtCatalogue, read_catalogue
from companion.games.fgt.house import FgtHouse
from companion.games.fgt.invariants import invariants
from companion.games.fgt.lighten import lighten
from companion.games.fgt.options import options
from companion.games.fgt.play import apply, check
from companion.games.fgt.request import pending
from companion.games.fgt.score import score, standing
from companion.games.fgt.state import HAND, OPENED, ROUNDS, Player, State
from companion.games.fgt.tell import tell
from companion.games.fgt.view import view

if TYPE_CHECKING:
    from companion.core.switches import HouseRules

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
    least, most = PLAYERS
    if not least <= seats <= most:
        raise UsageError(
            tr(
                "Fight! is for {least} to {most} players, not {seats} (FGT-S6a, fgt.players)",
                least=least,
                most=most,
                seats=seats,
            )
        )
    deck = _deck(setup, seats) if setup.depth is Depth.FULL else WARRIORS
    return State(setup=setup, house=house, players=(Player(),) * seats, deck=deck, reserves=deck)


def _deck(setup: Setup, seats: int) -> int:
    """How many Warriors the catalogue has; raises `UsageError` when they cannot be played with."""
    cards = setup.catalogue
    if not isinstance(cards, FgtCatalogue):
        raise UsageError(tr("full depth needs a card catalogue for fgt; or play in light depth"))
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


def rehouse(state: State, house: HouseRules) -> State:
    """Return the state under changed house rules (X-8)."""
    return replace(state, house=cast("FgtHouse", house))


def house_of(state: State) -> FgtHouse:
    """Return the house rules in force."""
    return state.house


def depth_of(state: State) -> Depth:
    """Return the depth in force."""
    return state.setup.depth


GAME: Final = Game(
    id="fgt",
    title="Fight!",
    prefix=PREFIX,
    players=PLAYERS,
    dice=(),
    actions=ACTIONS,
    house=FgtHouse,
    start=start,
    check=check,
    apply=apply,
    pending=pending,
    options=options,
    view=view,
    score=score,
    standing=standing,
    tell=tell,
    rehouse=rehouse,
    house_of=house_of,
    depth_of=depth_of,
    lighten=lighten,
    read_catalogue=read_catalogue,
    invariants=invariants,
)
