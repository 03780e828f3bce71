"""Dominoes as the kernel sees it."""

from dataclasses import replace
from typing import Final, cast

from companion.core import switches
from companion.core.game import Depth, Game, Setup, check_deck, check_players, own_catalogue
from companion.core.switches import HouseRules
from companion.core.words import UNNAMED, unnamed
from companion.games.mon.cards import MonCatalogue, read_catalogue
from companion.games.mon.dominoes.board import label, sheet, view
from companion.games.mon.dominoes.flow import join, leave
from companion.games.mon.dominoes.house import DominoesHouse, Hands
from companion.games.mon.dominoes.score import score, standing
from companion.games.mon.dominoes.state import HAND, Player, Stage, State
from companion.games.mon.dominoes.table import KINDS
from companion.games.mon.dominoes.verbs import VERBS, pending, tell
from companion.games.mon.monster import Monster
from companion.games.mon.words import PartRef

PREFIX: Final = "mon"
PLAYERS: Final = (2, 5)  # MON-D2b


def start(setup: Setup) -> State:
    """Seat the players; nothing is dealt yet.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or full depth without a usable catalogue.
    """
    house = switches.choose(DominoesHouse(), PREFIX, setup.switches)
    seats = len(setup.seats)
    check_players(setup, "Dominoes", PLAYERS, "MON-D2b")
    state = State(setup=setup, house=house, players=(Player(),) * seats)
    if setup.depth is not Depth.FULL:
        return state
    state = _with_deck(state, own_catalogue(setup, MonCatalogue, "mon-dominoes"))
    check_deck(state.deck, seats, HAND * seats, "MON-D2")
    return state


def _with_deck(state: State, catalogue: MonCatalogue) -> State:
    """The deck that the house rules want (MON-D2a)."""
    kinds = state.house.dominoes_deck
    deck = catalogue.count(*KINDS[kinds])
    return replace(state, deck=deck, size=deck, kinds=kinds)


def rehouse(state: State, house: HouseRules) -> State:
    """Return the state under changed house rules (X-8).

    Another deck counts only until the cards are dealt; without a catalogue people count it anew.
    Hands that are taken up are forgotten.
    """
    changed = replace(state, house=cast("DominoesHouse", house))
    if changed.stage is Stage.SETUP and changed.deck == changed.size:
        if changed.full and changed.catalogue is not None:
            return _with_deck(changed, changed.catalogue)
        other = changed.house.dominoes_deck is not state.house.dominoes_deck
        return replace(changed, deck=0, size=0) if other else changed
    if changed.house.dominoes_hands is Hands.CLOSED:
        players = tuple(replace(player, hand=(UNNAMED,) * len(player.hand)) for player in changed.players)
        return replace(changed, players=players)
    return changed


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names.

    Every card keeps its place. Points count at the end alone (MON-D11): then people add up all that
    they have collected, also what was collected while the cards had names.
    """
    # So many cards; which port joins which, and which is free, people see (MON-D4).
    parts = tuple(PartRef(UNNAMED, copy) for copy in range(1, state.centre.size + 1))
    return replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(
            replace(player, hand=unnamed(player.hand), collected=unnamed(player.collected)) for player in state.players
        ),
        centre=Monster(parts),
        discarded=unnamed(state.discarded),
        gone=unnamed(state.gone),
    )


DOMINOES: Final = Game(
    id="mon-dominoes",
    title="Monstructor Dominoes",
    prefix=PREFIX,
    players=PLAYERS,
    dice=(),
    actions=VERBS.actions,
    house=DominoesHouse,
    start=start,
    check=VERBS.check,
    apply=VERBS.apply,
    pending=pending,
    options=VERBS.options,
    view=view,
    score=score,
    standing=standing,
    tell=tell,
    rehouse=rehouse,
    lighten=lighten,
    leave=leave,
    join=join,
    read_catalogue=read_catalogue,
    sheet=sheet,
    label=label,
)
