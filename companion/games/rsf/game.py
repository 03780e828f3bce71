"""Ready, Set, Fight as the kernel sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from companion.core import switches
from companion.core.errors import UsageError
from companion.core.game import Depth, Game, Setup
from companion.core.texts import tr
from companion.games.rsf.actions import ACTIONS
from companion.games.rsf.cards import DECK, RsfCatalogue, read_catalogue
from companion.games.rsf.house import Players, RsfHouse
from companion.games.rsf.invariants import invariants
from companion.games.rsf.lighten import lighten
from companion.games.rsf.options import options
from companion.games.rsf.play import apply, check
from companion.games.rsf.request import pending
from companion.games.rsf.score import score, standing
from companion.games.rsf.state import HAND, Player, State
from companion.games.rsf.tell import tell
from companion.games.rsf.view import view

if TYPE_CHECKING:
    from companion.core.switches import HouseRules

PREFIX: Final = "rsf"
PLAYERS: Final = (2, 6)  # RSF-S1a


def start(setup: Setup) -> State:
    """Seat the players; nothing is mixed or drawn yet.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or full depth without a usable catalogue.
    """
    house = switches.choose(RsfHouse(), PREFIX, setup.switches)
    seats = len(setup.seats)
    least, most = (6, 6) if house.players is Players.SIX else PLAYERS
    if not least <= seats <= most:
        wanted = f"{least} to {most}" if least < most else f"{most}"
        raise UsageError(
            tr(
                "Ready, Set, Fight is for {wanted} players, not {seats} (RSF-S1a, rsf.players)",
                wanted=wanted,
                seats=seats,
            )
        )
    deck = DECK
    if setup.depth is Depth.FULL:
        if not isinstance(setup.catalogue, RsfCatalogue):
            raise UsageError(
                tr("full depth needs a card catalogue for rsf; or play in light depth")
            )
        deck = setup.catalogue.size
        if deck < HAND * seats:
            raise UsageError(
                tr(
                    "the catalogue has {deck} cards; {seats} players need {hand} (RSF-S7)",
                    deck=deck,
                    seats=seats,
                    hand=HAND * seats,
                )
            )
    return State(setup=setup, house=house, players=(Player(),) * seats, deck=deck, pile=deck)


def rehouse(state: State, house: HouseRules) -> State:
    """Return the state under changed house rules; sums follow at once (X-8)."""
    return replace(state, house=cast("RsfHouse", house))


def house_of(state: State) -> RsfHouse:
    """Return the house rules in force."""
    return state.house


def depth_of(state: State) -> Depth:
    """Return the depth in force."""
    return state.setup.depth


GAME: Final = Game(
    id="rsf",
    title="Ready, Set, Fight",
    prefix=PREFIX,
    players=PLAYERS,
    dice=("d10",),
    actions=ACTIONS,
    house=RsfHouse,
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
