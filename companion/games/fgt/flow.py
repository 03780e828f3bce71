"""How play goes on by itself: the order of seats, deaths, draws, reshuffles, rounds and the end."""

from __future__ import annotations

from dataclasses import replace

from companion.core.seats import Seat
from companion.core.words import UNNAMED, CardId
from companion.games.fgt.effects import kills
from companion.games.fgt.house import DeadBoost, FamilyMemory, ReshuffleAt
from companion.games.fgt.judge import Lead
from companion.games.fgt.state import (
    DRAWN,
    OPENED,
    ROUNDS,
    Arena,
    Award,
    BoostState,
    Scored,
    Search,
    Stage,
    State,
)


def go_on(state: State) -> State:
    """Find whose move it is, or the stage that follows when this one is done."""
    match state.stage:
        case Stage.PLAY:
            return _next_to_play(state)
        case Stage.BOOST:
            return _next_to_resolve(state)
        case Stage.REVEAL | Stage.DRAW:
            return _next_to_draw(state)
        case _:
            return state


# ---------------------------------------------------------------- a Fight


def begin_fight(state: State, arena: Arena, coming: CardId | None) -> State:
    """An Arena has come up: everybody plays, beginning with the first player (FGT-P5, D7)."""
    forget = state.house.family_memory is FamilyMemory.FIGHT  # FGT-P6a
    state = replace(
        state,
        arena=arena,
        coming=coming,
        entered=(*state.entered, arena),
        last_family=None if forget else state.last_family,
        stage=Stage.PLAY,
    )
    return go_on(state)


def _next_to_play(state: State) -> State:
    """FGT-P5; who has no card plays nothing (FGT-P7)."""
    for seat in state.order:
        player = state.players[seat]
        if player.main is None and player.hand > 0:
            return replace(state, turn=seat)
    return go_on(replace(state, stage=Stage.BOOST))


def _next_to_resolve(state: State) -> State:
    """FGT-B1; without a Boost there is nothing to decide (FGT-B5, P7)."""
    for seat in state.order:
        if state.players[seat].undecided:
            return replace(state, turn=seat)
    return replace(state, stage=Stage.JUDGE, turn=state.first)


def bury(state: State) -> State:
    """FGT-B4a: every Main whose power is below 1 goes to the Graveyard at once."""
    for seat in state.order:
        main = state.players[seat].main
        if main and main.alive and main.power is not None and kills(main.power):
            state = kill(state, seat)
    return state


def kill(state: State, seat: Seat) -> State:
    """A living Main is out of the Fight; by FGT-B4a its owner's Boost stays."""
    player, main = state.players[seat], state.main_of(seat)
    boost = player.boost
    if player.undecided and boost and state.house.dead_boost is DeadBoost.LOST:
        boost = replace(boost, state=BoostState.LOST)
    state = state.change(seat, main=replace(main, alive=False), boost=boost)
    return to_graveyard(state, main.card)


def to_graveyard(state: State, *cards: CardId) -> State:
    """Cards are laid on the Graveyard face up."""
    return replace(state, graveyard=(*state.graveyard, *cards))


def to_scored(state: State, seat: Seat, *cards: Scored) -> State:
    """Cards go face down to a scored pile."""
    return state.change(seat, scored=(*state.players[seat].scored, *cards))


# ---------------------------------------------------------------- the Arena is decided


def award(state: State, lead: Lead | None, why: str, rule: str) -> State:
    """The winner takes the Arena (FGT-A3), or nobody does (FGT-A4); then the clean-up begins."""
    arena = state.contested
    winner = lead.seat if lead else None
    if winner is None:
        state = replace(state, aside=(*state.aside, arena))
    else:
        state = state.change(winner, arenas=(*state.players[winner].arenas, arena))
    tied = lead.tied if lead else ()
    state = replace(state, award=Award(arena, winner, tied, why, rule), arena=None)
    return _after_fight(_clear(state))


def _clear(state: State) -> State:
    """FGT-D1: Mains and activated Boosts go to the Graveyard."""
    for seat in state.order:
        player = state.players[seat]
        if player.main and player.main.alive:
            state = to_graveyard(state, player.main.card)
        if player.boost and player.boost.state in {BoostState.ACTIVE, BoostState.LOST}:
            state = to_graveyard(state, player.boost.card or UNNAMED)
        state = state.change(seat, main=None, boost=None)
    return state


def _after_fight(state: State) -> State:
    """FGT-E1: after the seventh Fight nothing is drawn; else everybody draws two (FGT-D2)."""
    if state.round >= ROUNDS:
        return replace(state, stage=Stage.OVER, turn=state.first)
    players = tuple(replace(player, owed=DRAWN) for player in state.players)
    return go_on(replace(state, players=players, stage=Stage.DRAW))


def next_round(state: State) -> State:
    """The first-player card is passed clockwise (FGT-D6) and the next Arena comes up (FGT-D7)."""
    first = Seat((state.first + 1) % len(state.players))
    return replace(state, first=first, turn=first, round=state.round + 1, stage=Stage.ARENA)


# ---------------------------------------------------------------- draws


def begin_search(state: State, search: Search, count: int) -> State:
    """An ability turns up Warriors of the Reserves (FGT-K6)."""
    state = state.change(search.seat, owed=count)
    return go_on(replace(state, search=search, turn=search.seat, stage=Stage.REVEAL))


def drawn(state: State, seat: Seat, count: int) -> State:
    """So many cards leave the Reserves; where they go is the caller's matter."""
    state = state.change(seat, owed=max(0, state.players[seat].owed - count))
    return replace(state, reserves=state.reserves - count)


def _next_to_draw(state: State) -> State:
    """A reshuffle first, where one is due; then the next who draws, or what follows the draws."""
    owing = [seat for seat in state.order if state.players[seat].owed]
    if state.reserves == 0 and state.graveyard and _shuffles_now(state, owing):
        return replace(state, stage=Stage.RESHUFFLE, resume=state.stage)
    if state.reserves == 0 and owing:  # FGT-D5: the draw ends short
        players = tuple(replace(player, owed=0) for player in state.players)
        uneven = state.uneven or state.stage is Stage.DRAW
        state, owing = replace(state, players=players, uneven=uneven), []
    if owing:
        return replace(state, turn=owing[0])  # FGT-D3
    return next_round(state) if state.stage is Stage.DRAW else _end_search(state)


def _shuffles_now(state: State, owing: list[Seat]) -> bool:
    """FGT-D4a: as soon as the last card has left the Reserves, or once another is needed."""
    return bool(owing) or state.house.reshuffle_at is ReshuffleAt.EMPTY


def new_graveyard(state: State) -> int:
    """How many cards begin the Graveyard after a reshuffle (FGT-D4): none of three or fewer (D5)."""
    return OPENED if len(state.graveyard) > OPENED else 0


def reshuffle(state: State, cards: tuple[CardId, ...]) -> State:
    """The Graveyard becomes new Reserves but for those turned up, and the draw goes on."""
    reserves = state.reserves + len(state.graveyard) - len(cards)
    return go_on(replace(state, reserves=reserves, graveyard=cards, stage=state.resume))


def _end_search(state: State) -> State:
    """FGT-K11: what was kept apart goes where it belongs, and the next Boost is resolved."""
    search = state.searching
    state = to_graveyard(state, *search.revealed)
    state = to_scored(state, search.seat, *search.scored)
    return go_on(replace(state, search=None, stage=Stage.BOOST))


def add_to_hand(state: State, seat: Seat, cards: int) -> State:
    """A hand changes: what was told of it no longer holds."""
    return state.change(seat, hand=state.players[seat].hand + cards, told=None)
