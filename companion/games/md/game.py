"""MonsterDice as the kernel sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from companion.core import switches
from companion.core.errors import UsageError
from companion.core.game import Depth, Game, Setup
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.games.md.actions import ACTIONS
from companion.games.md.cards import MdCatalogue, read_catalogue
from companion.games.md.house import MdHouse, Players
from companion.games.md.invariants import invariants
from companion.games.md.lighten import lighten
from companion.games.md.options import options
from companion.games.md.play import apply, check
from companion.games.md.request import pending
from companion.games.md.score import score, standing
from companion.games.md.state import DEALT, DECK, Die, Player, State
from companion.games.md.tell import tell
from companion.games.md.view import view
from companion.games.md.words import KINDS

if TYPE_CHECKING:
    from companion.core.switches import HouseRules

PREFIX: Final = "md"
PLAYERS: Final = (2, 6)  # MD-S1a


def start(setup: Setup) -> State:
    """Seat the players with six dice each (MD-S1); nothing is dealt or rolled yet.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or full depth without a usable catalogue.
    """
    house = switches.choose(MdHouse(), PREFIX, setup.switches)
    seats = len(setup.seats)
    least, most = (4, 4) if house.players is Players.FOUR else PLAYERS
    if not least <= seats <= most:
        wanted = f"{least} to {most}" if least < most else f"{most}"
        raise UsageError(
            tr(
                "MonsterDice is for {wanted} players, not {seats} (MD-S1a, md.players)",
                wanted=wanted,
                seats=seats,
            )
        )
    deck = DECK
    if setup.depth is Depth.FULL:
        if not isinstance(setup.catalogue, MdCatalogue):
            raise UsageError(tr("full depth needs a card catalogue for md; or play in light depth"))
        deck = setup.catalogue.size
        if deck < DEALT * seats:
            raise UsageError(
                tr(
                    "the catalogue has {deck} cards; {seats} players need {dealt} (MD-S2)",
                    deck=deck,
                    seats=seats,
                    dealt=DEALT * seats,
                )
            )
    players = tuple(
        Player(pool=tuple(Die(kind, Seat(seat)) for kind in KINDS)) for seat in range(seats)
    )
    return State(setup=setup, house=house, players=players, deck=deck, cards=deck)


def rehouse(state: State, house: HouseRules) -> State:
    """Return the state under changed house rules (X-8)."""
    return replace(state, house=cast("MdHouse", house))


def house_of(state: State) -> MdHouse:
    """Return the house rules in force."""
    return state.house


def depth_of(state: State) -> Depth:
    """Return the depth in force."""
    return state.setup.depth


GAME: Final = Game(
    id="md",
    title="MonsterDice",
    prefix=PREFIX,
    players=PLAYERS,
    dice=KINDS,
    actions=ACTIONS,
    house=MdHouse,
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
