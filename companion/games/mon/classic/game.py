"""Classic and Arena as the kernel sees them: two games of the same rooms."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from companion.core import switches
from companion.core.errors import UsageError
from companion.core.game import Depth, Game, Setup
from companion.core.start import check_players, own_catalogue
from companion.core.texts import tr
from companion.games.mon.cards import MonCatalogue, read_catalogue
from companion.games.mon.classic import flow
from companion.games.mon.classic.board import sheet, view
from companion.games.mon.classic.house import ArenaHouse, ClassicHouse, FightHouse
from companion.games.mon.classic.labels import label
from companion.games.mon.classic.lighten import lighten
from companion.games.mon.classic.score import score, standing
from companion.games.mon.classic.state import DEALT, Mode, Player, Stage, State
from companion.games.mon.classic.verbs import VERBS, apply, check, options, pending, tell
from companion.games.mon.words import Kind

if TYPE_CHECKING:
    from companion.core.switches import HouseRules

PREFIX: Final = "mon"
PLAYERS: Final = (2, 5)  # MON-C1


def start_classic(setup: Setup) -> State:
    """Seat the players of Classic; nothing is picked or drawn yet.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or full depth without a usable catalogue.
    """
    return _start(setup, Mode.CLASSIC, switches.choose(ClassicHouse(), PREFIX, setup.switches))


def start_arena(setup: Setup) -> State:
    """Seat the players of Arena; see `start_classic`."""
    return _start(setup, Mode.ARENA, switches.choose(ArenaHouse(), PREFIX, setup.switches))


def _start(setup: Setup, mode: Mode, house: FightHouse) -> State:
    title, seats = mode.value.capitalize(), len(setup.seats)
    check_players(setup, title, PLAYERS, "MON-C1")
    state = State(setup=setup, house=house, mode=mode, players=(Player(),) * seats)
    if setup.depth is not Depth.FULL:
        return state
    cards = own_catalogue(setup, MonCatalogue, f"mon-{mode.value}")
    if not cards.count(Kind.DRAGON):
        raise UsageError(
            tr(
                "{title} needs the 25 Dragon cards, and the catalogue has none (MON-C3)",
                title=title,
            )
        )
    deck = cards.count(Kind.PART, Kind.POWER, Kind.SPELL)
    if deck < DEALT * seats:
        raise UsageError(
            tr(
                "the deck has {deck} cards; {seats} players need {dealt} (MON-C5)",
                deck=deck,
                seats=seats,
                dealt=DEALT * seats,
            )
        )
    return replace(state, deck=deck, size=deck)


def rehouse(state: State, house: HouseRules) -> State:
    """Return the state under changed house rules (X-8)."""
    changed = replace(state, house=cast("FightHouse", house))
    return flow.settle(changed) if changed.stage is Stage.PRIZE else changed


CLASSIC: Final = Game(
    id="mon-classic",
    title="Monstructor Classic",
    prefix=PREFIX,
    players=PLAYERS,
    dice=(),
    actions=VERBS[Mode.CLASSIC].actions,
    house=ClassicHouse,
    start=start_classic,
    check=check,
    apply=apply,
    pending=pending,
    options=options,
    view=view,
    score=score,
    standing=standing,
    tell=tell,
    rehouse=rehouse,
    lighten=lighten,
    read_catalogue=read_catalogue,
    sheet=sheet,
    label=label,
)

ARENA: Final = replace(
    CLASSIC,
    id="mon-arena",
    title=tr("Monstructor Arena"),
    actions=VERBS[Mode.ARENA].actions,
    house=ArenaHouse,
    start=start_arena,
)
