"""Classic and Arena as the kernel sees them: two games of the same rooms."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, cast

from companion.core import switches
from companion.core.errors import UsageError
from companion.core.game import Depth, Game, Setup, check_deck, check_players, own_catalogue
from companion.core.seats import Seat
from companion.core.switches import HouseRules
from companion.core.texts import later, tr
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import MonCatalogue, read_catalogue
from companion.games.mon.classic import flow
from companion.games.mon.classic.board import label, sheet, view
from companion.games.mon.classic.house import ArenaHouse, ClassicHouse, FightHouse
from companion.games.mon.classic.score import score, standing
from companion.games.mon.classic.state import DEALT, Dragon, Fight, Mode, Player, Side, Stage, State, Waiting
from companion.games.mon.classic.table import base, is_dragon
from companion.games.mon.classic.verbs import VERBS, apply, apply_ruled, check, options, pending, tell
from companion.games.mon.words import DRAGON, Kind

PREFIX: Final = "mon"
PLAYERS: Final = (2, 5)  # MON-C1


def start(mode: Mode, house: FightHouse, setup: Setup) -> State:
    """Seat the players of a mode under its house rules; nothing is picked or drawn yet.

    Raises:
        SwitchError: a switch or value that the game does not have.
        UsageError: too many or too few players, or full depth without a usable catalogue.
    """
    house = switches.choose(house, PREFIX, setup.switches)
    title, seats = mode.value.capitalize(), len(setup.seats)
    check_players(setup, title, PLAYERS, "MON-C1")
    state = State(setup=setup, house=house, mode=mode, players=(Player(),) * seats)
    if setup.depth is not Depth.FULL:
        return state
    cards = own_catalogue(setup, MonCatalogue, f"mon-{mode.value}")
    if not cards.count(Kind.DRAGON):
        text = later("{title} needs the 25 Dragon cards, and the catalogue has none (MON-C3)")
        raise UsageError(tr(text, title=title))
    deck = cards.count(Kind.PART, Kind.POWER, Kind.SPELL)
    check_deck(deck, seats, DEALT * seats, "MON-C5")
    return replace(state, deck=deck, size=deck)


def rehouse(state: State, house: HouseRules) -> State:
    """Return the state under changed house rules (X-8)."""
    changed = replace(state, house=cast("FightHouse", house))
    return flow.settle(changed) if changed.stage is Stage.PRIZE else changed


def lighten(state: State) -> State:
    """Return the table as light depth knows it: sums stay as they stand, cards lose their names.

    Every card keeps its place. What a fight counts so far becomes the sum that the fighters could
    have said when they flipped; so totals, prizes and Dragon cards stay as they are.
    """
    return replace(
        state,
        setup=state.setup.lightened(),
        players=tuple(_player(state, Seat(at)) for at in range(len(state.players))),
        fight=state.fight and _fight(state, state.fight),
        arena=state.arena and Waiting(state.arena.seat),
        fights=tuple(replace(one, dragon=one.dragon and Dragon(one.dragon.faction)) for one in state.fights),
        known=(),
    )


def _unnamed(state: State, cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """The same cards, of which no more is known than whether they are Dragon cards (MON-G4)."""
    return tuple(sorted(DRAGON if is_dragon(state, card) else UNNAMED for card in cards))


def _player(state: State, seat: Seat) -> Player:
    """Parts and Dragon cards are counted; what lies together people see for themselves (MON-C7)."""
    player = state.players[seat]
    return replace(
        player,
        parts=_unnamed(state, player.parts),
        dragons=tuple(Dragon(dragon.faction) for dragon in _dragons(state, seat)),
        monster=(),
    )


def _dragons(state: State, seat: Seat) -> tuple[Dragon, ...]:
    """A player's Dragon cards, those last that Spells took off in the fight going on.

    Which ones these are cannot be told by name any more, and where they are lost the last ones go
    (MON-C18b): so it is the right faction that loses a card.
    """
    fight = state.fight
    off = list(fight.side(seat).removed) if fight is not None and seat in fight.seats else []
    kept: list[Dragon] = []
    gone: list[Dragon] = []
    for dragon in reversed(state.players[seat].dragons):
        if dragon.card in off:
            off.remove(dragon.card)
            gone.append(dragon)
        else:
            kept.append(dragon)
    return (*reversed(kept), *reversed(gone))


def _fight(state: State, fight: Fight) -> Fight:
    one, other = (_side(state, fight, side) for side in fight.sides)
    return replace(fight, attacker=one, defender=other)


def _side(state: State, fight: Fight, side: Side) -> Side:
    """Before the flip nothing is said of a monster; then its points are, and its cards (C13)."""
    if fight.priority is None:
        return Side(side.seat)
    return replace(
        side,
        cards=_unnamed(state, side.cards),
        points=base(state, side),
        removed=_unnamed(state, side.removed),
        played=tuple(replace(one, card=UNNAMED, off=_unnamed(state, one.off)) for one in side.played),
    )


CLASSIC: Final = Game(
    id="mon-classic",
    title="Monstructor Classic",
    prefix=PREFIX,
    players=PLAYERS,
    dice=(),
    actions=VERBS[Mode.CLASSIC].actions,
    house=ClassicHouse,
    start=partial(start, Mode.CLASSIC, ClassicHouse()),
    check=check,
    apply=apply,
    apply_ruled=apply_ruled,
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
    leave=flow.leave,
    join=flow.join,
)

ARENA: Final = replace(
    CLASSIC,
    id="mon-arena",
    title="Monstructor Arena",
    actions=VERBS[Mode.ARENA].actions,
    house=ArenaHouse,
    start=partial(start, Mode.ARENA, ArenaHouse()),
)
