"""How play goes on by itself: turns, rounds, the steps after a roll, and the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.games.md.house import FinalTie, Mercy, RerollTiming, TripleFrees
from companion.games.md.score import tied
from companion.games.md.state import PLAY, Die, Stage, State
from companion.games.md.table import can_reroll, move_die, spot

TRIPLE = 3


def begin_round(state: State) -> State:
    """A round is one turn each, from the starter clockwise (MD-S3, MD-T6)."""
    return begin_turn(replace(state, round=state.round + 1), state.starter)


def begin_turn(state: State, seat: Seat) -> State:
    """A turn begins with the draw, while there is a card to draw (MD-T1, MD-Q14)."""
    state = replace(
        state,
        turn=seat,
        stage=Stage.DRAW if state.deck else Stage.ROLL,
        thrown=(),
        waiting=(),
        rerolled=False,
        later=False,
        chosen=(),
        triples=0,
        declared=None,
        stolen=None,
    )
    return settle(state)


def end_turn(state: State) -> State:
    """The turn passes clockwise; after the last one of a round the game may end (MD-Z1)."""
    state = state.change(state.turn, turns=state.active.turns + 1)
    following = state.opponents[0]
    if following != state.starter:
        return begin_turn(state, following)
    return begin_round(state) if state.deck else begin_scoring(state)


def begin_scoring(state: State) -> State:
    """Hands are counted; an empty one is counted already (MD-Z2)."""
    players = tuple(replace(one, points=None if one.hand else 0) for one in state.players)
    state = replace(state, players=players, stage=Stage.SCORING, thrown=(), waiting=())
    return settle(state)


# ---------------------------------------------------------------- after a roll


def after_roll(state: State) -> State:
    """The turn's roll lies: two Die'vil may re-roll first (MD-T4)."""
    if can_reroll(state):
        return replace(state, stage=Stage.REROLL, later=False)
    return check_triples(state)


def check_triples(state: State) -> State:
    """Final faces count: each triple brings a die back (MD-I2); without a choice at once."""
    return settle(replace(state, stage=Stage.TRIPLE, triples=_triples(state)))


def thrown_dice(state: State) -> tuple[Die, ...]:
    """The dice of this turn's roll, wherever they lie by now."""
    return tuple(spot(state, wanted).die for wanted in state.thrown)


def _triples(state: State) -> int:
    """Dice that the roll brings back, as far as the infirmary has them (MD-I2, MD-I2a, MD-I4)."""
    ill = len(state.active.infirmary)
    numbers = Counter(_number(die) for die in thrown_dice(state))
    found = sum(count // TRIPLE for count in numbers.values())
    few = 0 < sum(numbers.values()) < TRIPLE
    if few and len(numbers) == 1 and state.house.infirmary_mercy is Mercy.ALL_EQUAL:
        found = 1
    if found and state.house.triple_frees is TripleFrees.ALL:
        return ill
    return min(found, ill)


def _number(die: Die) -> str:
    return "1" if die.sculpted or die.face is None else die.face


def is_demolition(state: State) -> bool:
    """Tell whether the roll shows only sculpted sides (MD-X1, MD-X1a, MD-Q8)."""
    dice = thrown_dice(state)
    return (
        state.house.diemolition is OnOff.ON
        and len(dice) >= int(state.house.diemolition_min_dice)
        and all(die.sculpted for die in dice)
    )


def to_effects(state: State) -> State:
    """The sides can be used now, in any order (MD-T4)."""
    return replace(state, stage=Stage.EFFECTS, triples=0, later=False, chosen=())


# ---------------------------------------------------------------- what follows by itself


def settle(state: State) -> State:
    """Move on from a step that has nothing to decide any more."""
    match state.stage:
        case Stage.ROLL if not state.active.pool:
            return to_effects(state)  # MD-T2a
        case Stage.REROLL if not can_reroll(state):
            return to_effects(state) if state.later else check_triples(state)
        case Stage.TRIPLE:
            return _settle_triple(state)
        case Stage.DEMOLITION if not any(state.players[one].hand for one in state.opponents):
            return to_effects(state)
        case Stage.SCORING if all(one.points is not None for one in state.players):
            return _settle_scoring(state)
        case _:
            return state


def _settle_triple(state: State) -> State:
    """Free dice while there is no choice which; then Die-molition or the effects (MD-I2a)."""
    ill = state.active.infirmary
    wanted = min(state.triples, len(ill))
    if 0 < wanted < len(ill):
        return replace(state, triples=wanted)
    for die in ill[:wanted]:
        state = move_die(state, die.id, state.turn)
    state = replace(state, triples=0)
    if is_demolition(state):
        return settle(replace(state, stage=Stage.DEMOLITION))
    return to_effects(state)


def _settle_scoring(state: State) -> State:
    """All hands are counted; light depth still asks who has the Dimwit (MD-Z2)."""
    known = state.full or state.nobody or any(one.dimwits for one in state.players)
    known = known or not any(one.hand for one in state.players)
    if not known:
        return state
    if state.house.final_tie is FinalTie.ROLLOFF and tied(state):
        throws = tuple((seat, None) for seat in tied(state))
        return replace(state, stage=Stage.FINAL_ROLL, rolloff=(throws,))
    return replace(state, stage=Stage.OVER)


def anytime(state: State) -> bool:
    """Tell whether the re-roll may also come among the effects (MD-C5a)."""
    return state.house.reroll_timing is RerollTiming.ANYTIME and state.stage in PLAY
