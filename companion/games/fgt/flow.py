"""How play goes on by itself: the order of seats, deaths, draws, reshuffles, rounds and the end."""

from dataclasses import replace
from typing import Final, assert_never

from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.words import UNNAMED, CardId
from companion.games.fgt.house import DeadBoost, ReshuffleAt
from companion.games.fgt.state import (
    DRAWN,
    HAND,
    IN_FIGHT,
    OPENED,
    ROUNDS,
    Arena,
    Award,
    BoostState,
    Player,
    Power,
    Scored,
    Search,
    Stage,
    State,
)
from companion.games.fgt.table import Lead, living

LEAST: Final = 1  # FGT-B4: a power below this kills


def go_on(state: State) -> State:
    """Find whose move it is, or the stage that follows when this one is done."""
    match state.stage:
        case Stage.STARTER | Stage.ARENA:
            return _next_to_prepare(state)
        case Stage.PLAY:
            return _next_to_play(state)
        case Stage.BOOST | Stage.JUDGE:
            return _next_to_resolve(state)
        case Stage.REVEAL | Stage.DRAW:
            return _next_to_draw(state)
        case Stage.RESHUFFLE:
            return _next_to_draw(replace(state, stage=state.resume))
        case Stage.SETUP | Stage.OVER:
            return state
        case _:
            assert_never(state.stage)


# ---------------------------------------------------------------- set-up, and who is there


def _next_to_prepare(state: State) -> State:
    """FGT-S5, S4, D7: the first player, the Arena, and then everybody plays."""
    if not state.round:
        return replace(state, stage=Stage.STARTER)
    if state.arena is None:
        return replace(state, stage=Stage.ARENA)
    return go_on(replace(state, stage=Stage.PLAY))


def gathered(state: State) -> State:
    """Every Warrior lies in the Reserves, but those that are scored or out of the game (FGT-S1)."""
    players = tuple(replace(player, hand=0, told=None, main=None, boost=None, owed=0) for player in state.players)
    reserves = state.deck - sum(len(player.scored) + len(player.out) for player in players)
    return replace(state, players=players, graveyard=(), search=None, reserves=reserves)


def leave(state: State, seat: Seat) -> State:
    """All Warriors of a player go out of the game, and the Arenas won are set aside (X-12)."""
    player, main, boost = state.players[seat], state.players[seat].main, state.players[seat].boost
    gone = [*player.scored, *(Scored(None),) * player.hand]
    if main and main.alive:
        gone.append(Scored(main.family, main.card))
    if boost and boost.state in IN_FIGHT:
        gone.append(Scored(boost.family, boost.card))
    state = state.with_player(seat, Player(out=tuple(gone)))
    first = state.order[0]
    turn = first if state.turn == seat else state.turn
    return go_on(replace(state, first=first, turn=turn, aside=(*state.aside, *player.arenas)))


def join(state: State, seat: Seat) -> State | None:
    """One more player, who is dealt five as the others were; None after the set-up (X-13)."""
    hand = 0 if state.stage is Stage.SETUP else HAND
    begun = state.stage not in {Stage.SETUP, Stage.STARTER, Stage.ARENA} or state.round > 1
    if begun or state.reserves < hand:
        return None
    first = Seat(state.first + (state.first >= seat))
    players = (*state.players[:seat], Player(hand), *state.players[seat:])
    state = replace(state, players=players, reserves=state.reserves - hand)
    return replace(state, starter=first, first=first, turn=first)


# ---------------------------------------------------------------- a Fight


def begin_fight(state: State, card: CardId | None, glory: int, coming: CardId | None) -> State:
    """An Arena has come up: everybody plays, beginning with the first player (FGT-P5, D7).

    By a ruling it may come up in a Fight, in place of the one that was there.
    """
    arena = Arena(card, glory, len(state.decided) + 1)
    entered = state.entered[:-1] if state.arena else state.entered
    return go_on(replace(state, arena=arena, coming=coming, entered=(*entered, arena)))


def _next_to_play(state: State) -> State:
    """FGT-P5; who has no card plays nothing (FGT-P7)."""
    for seat in state.order:
        if state.players[seat].main is None and state.players[seat].hand > 0:
            return replace(state, turn=seat)
    return go_on(replace(state, stage=Stage.BOOST))


def _next_to_resolve(state: State) -> State:
    """FGT-B1; without a Boost there is nothing to decide (FGT-B5, P7)."""
    for seat in state.order:
        if state.players[seat].undecided:
            return replace(state, turn=seat, stage=Stage.BOOST)
    return replace(state, stage=Stage.JUDGE, turn=state.first)


def kills(power: Power) -> bool:
    """FGT-B4."""
    return power < LEAST


def bury(state: State) -> State:
    """FGT-B4a: every Main whose power is below 1 goes to the Graveyard at once."""
    for seat in living(state):
        power = state.main_of(seat).power
        if power is not None and kills(power):
            state = kill(state, seat)
    return state


def kill(state: State, seat: Seat) -> State:
    """A living Main is out of the Fight; by FGT-B4a its owner's Boost stays."""
    player, main, boost = state.players[seat], state.main_of(seat), state.players[seat].boost
    if not main.alive:
        return state
    if player.undecided and boost and state.house.dead_boost is DeadBoost.LOST:
        boost = replace(boost, state=BoostState.LOST)
    state = state.change(seat, main=replace(main, alive=False), boost=boost)
    return to_graveyard(state, main.card)


def to_graveyard(state: State, *cards: CardId) -> State:
    """Cards are laid on the Graveyard face up."""
    return replace(state, graveyard=(*state.graveyard, *cards))


def to_scored(state: State, seat: Seat, *cards: Scored) -> State:
    """Cards go face down to a scored pile; those of a player who left, out of the game (X-12)."""
    if seat in state.setup.left:
        return state.change(seat, out=(*state.players[seat].out, *cards))
    return state.change(seat, scored=(*state.players[seat].scored, *cards))


# ---------------------------------------------------------------- the Arena is decided


def award(state: State, lead: Lead | None, why: str, rule: str) -> State:
    """The winner takes the Arena (FGT-A3), or nobody does (FGT-A4); then everybody draws two (FGT-D2)."""
    arena = sure(state.arena)
    winner, tied = (lead.seat, lead.tied) if lead else (None, ())
    if winner is None:
        state = replace(state, aside=(*state.aside, arena))
    else:
        state = state.change(winner, arenas=(*state.players[winner].arenas, arena))
    made = Award(arena, winner, tied, why, rule, state.first)
    state = replace(_end_search(state), award=made, arena=None)
    for seat in state.order:
        state = clear(state, seat)
    if state.round >= ROUNDS:  # FGT-E1: after the seventh Fight nothing is drawn
        return replace(state, stage=Stage.OVER, turn=state.first)
    for seat in state.order:
        uneven = state.uneven or state.players[seat].hand + DRAWN != HAND
        state = replace(state.change(seat, owed=DRAWN), uneven=uneven)
    return go_on(replace(state, stage=Stage.DRAW))


def clear(state: State, seat: Seat) -> State:
    """FGT-D1: a Main and its Boost go to the Graveyard, one that nobody turned up without a name."""
    player = state.players[seat]
    if player.main and player.main.alive:
        state = to_graveyard(state, player.main.card)
    if player.boost and player.boost.state in IN_FIGHT:
        state = to_graveyard(state, player.boost.card or UNNAMED)
    return state.change(seat, main=None, boost=None)


def next_round(state: State) -> State:
    """The first-player card is passed clockwise (FGT-D6) and the next Arena comes up (FGT-D7)."""
    first, number = state.order[1 % len(state.order)], state.round + 1
    return go_on(replace(state, first=first, turn=first, round=number, stage=Stage.ARENA))


# ---------------------------------------------------------------- draws


def begin_search(state: State, search: Search, count: int) -> State:
    """An ability turns up Warriors of the Reserves (FGT-K6); one that still does so has ended."""
    search = replace(search, stage=state.search.stage if state.search else state.stage)
    state = _end_search(state).change(search.seat, owed=count)
    return go_on(replace(state, search=search, turn=search.seat, stage=Stage.REVEAL))


def drawn(state: State, seat: Seat, count: int) -> State:
    """So many cards leave the Reserves; where they go is the caller's matter."""
    state = state.change(seat, owed=max(0, state.players[seat].owed - count))
    return replace(state, reserves=state.reserves - count)


def _next_to_draw(state: State) -> State:
    """A reshuffle first, where one is due; then the next who draws, or what follows the draws."""
    owing = [seat for seat in state.order if state.players[seat].owed]
    needed = bool(owing) or state.house.reshuffle_at is ReshuffleAt.EMPTY  # FGT-D4a
    if state.reserves == 0 and state.graveyard and needed:
        return replace(state, stage=Stage.RESHUFFLE, resume=state.stage)
    if state.reserves == 0 and owing:  # FGT-D5: the draw ends short
        players = tuple(replace(player, owed=0) for player in state.players)
        uneven = state.uneven or state.stage is Stage.DRAW
        state, owing = replace(state, players=players, uneven=uneven), []
    if owing:
        return replace(state, turn=owing[0])  # FGT-D3
    if state.stage is Stage.DRAW:
        return next_round(state)
    return go_on(replace(_end_search(state), stage=sure(state.search).stage))


def new_graveyard(state: State) -> int:
    """How many cards begin the Graveyard after a reshuffle (FGT-D4): none of three or fewer (D5)."""
    return OPENED if len(state.graveyard) > OPENED else 0


def reshuffle(state: State, cards: tuple[CardId, ...]) -> State:
    """The Graveyard becomes new Reserves but for those turned up, and the draw goes on."""
    reserves = state.reserves + len(state.graveyard) - len(cards)
    return go_on(replace(state, reserves=reserves, graveyard=cards))


def _end_search(state: State) -> State:
    """FGT-K11: what an ability kept apart goes where it belongs."""
    search = state.search
    if search is None:
        return state
    state = to_scored(to_graveyard(state, *search.revealed), search.seat, *search.scored)
    return replace(state.change(search.seat, owed=0), search=None)


def add_to_hand(state: State, seat: Seat, cards: int) -> State:
    """A hand changes: what was told of it no longer holds."""
    return state.change(seat, hand=state.players[seat].hand + cards, told=None)
