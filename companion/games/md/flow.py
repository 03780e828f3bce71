"""How play goes on by itself: turns, rounds, what effects bring about, and the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import assert_never

from companion.core.seats import Seat, clockwise
from companion.core.switches import OnOff
from companion.games.md.house import FinalTie, Mercy, RerollTiming, StolenDie, TripleFrees
from companion.games.md.score import tied
from companion.games.md.state import PLAY, Aim, Declared, Die, Stage, State
from companion.games.md.table import (
    can_reroll,
    devils,
    move_die,
    pass_card,
    pick_up,
    spot,
)
from companion.games.md.words import DieId, Effect, Special

TRIPLE = 3


def begin_round(state: State) -> State:
    """A round is one turn each, from the starter clockwise (MD-S3, MD-T6)."""
    return begin_turn(replace(state, round=state.round + 1), state.order[0])


def begin_turn(state: State, seat: Seat) -> State:
    """A turn begins with the draw, while there is a card to draw (MD-T1, MD-Q14)."""
    return settle(replace(state, turn=seat, stage=Stage.DRAW))


def end_turn(state: State) -> State:
    """The turn is finished, and with it whatever was open."""
    return next_turn(state.change(state.turn, turns=state.active.turns + 1))


def next_turn(state: State) -> State:
    """The turn passes clockwise; after the last one of a round the game may end (MD-Z1)."""
    state = replace(state, thrown=(), waiting=(), rerolled=False, demolished=False)
    state = replace(_opened(state, Stage.DRAW), held=None)
    seats = clockwise(len(state.players), state.starter)
    for seat in seats[seats.index(state.turn) + 1 :]:
        if seat in state.present:
            return begin_turn(state, seat)
    return begin_round(state) if state.deck else begin_scoring(state)


def begin_scoring(state: State) -> State:
    """Hands are counted; an empty one is counted already (MD-Z2)."""
    for seat in state.present:
        points = None if state.players[seat].hand else 0
        state = state.change(seat, points=points, shown=None, specials=0, dimwits=0)
    return settle(replace(state, stage=Stage.SCORING))


# ---------------------------------------------------------------- steps within steps


def pause(state: State, stage: Stage) -> State:
    """Begin a step that leads back to where it came from, whatever that was."""
    return replace(_opened(state, stage), held=state)


def _opened(state: State, stage: Stage) -> State:
    """A step with nothing left over from another one."""
    state = replace(state, stage=stage, declared=None, stolen=None)
    return replace(state, chosen=(), triples=0, later=False)


def go_back(state: State) -> State:
    """The step before goes on as it was."""
    step = state.held
    assert step is not None  # noqa: S101 - the step that is done came between
    state = replace(state, stage=step.stage, declared=step.declared, stolen=step.stolen)
    state = replace(state, chosen=step.chosen, triples=step.triples, later=step.later)
    return replace(state, held=step.held)


# ---------------------------------------------------------------- after a roll


def after_roll(state: State) -> State:
    """The turn's roll lies: two Die'vil may re-roll first (MD-T4)."""
    return settle(replace(state, stage=Stage.REROLL, later=False))


def check_triples(state: State) -> State:
    """Final faces count: each triple brings a die back (MD-I2); without a choice at once."""
    return settle(replace(state, stage=Stage.TRIPLE, later=False, triples=_brought_back(state)))


def thrown_dice(state: State) -> tuple[Die, ...]:
    """The dice of this turn's roll, wherever they lie by now."""
    return tuple(spot(state, wanted).die for wanted in state.thrown)


def triples(state: State, mercy: Mercy) -> int:
    """Triples of this turn's roll (MD-I2, MD-I2a); by mercy one or two equal dice are one (MD-I4)."""
    numbers = Counter(_number(die) for die in thrown_dice(state))
    if mercy is Mercy.ALL_EQUAL and len(numbers) == 1 and sum(numbers.values()) < TRIPLE:
        return 1
    return sum(count // TRIPLE for count in numbers.values())


def _brought_back(state: State) -> int:
    """Dice that the roll brings back, as far as the infirmary has them."""
    ill, found = len(state.active.infirmary), triples(state, state.house.infirmary_mercy)
    if found and state.house.triple_frees is TripleFrees.ALL:
        return ill
    return min(found, ill)


def _number(die: Die) -> str:
    return "1" if die.sculpted or die.face is None else die.face


def is_demolition(state: State) -> bool:
    """Tell whether the roll shows only sculpted sides (MD-X1, MD-X1a, MD-Q8)."""
    fewest = int(state.house.diemolition_min_dice)
    return (
        state.house.diemolition is OnOff.ON and len(state.thrown) >= fewest and all_sculpted(state)
    )


def all_sculpted(state: State) -> bool:
    """Tell whether every die of this turn's roll shows its sculpted side."""
    return bool(state.thrown) and all(die.sculpted for die in thrown_dice(state))


def to_effects(state: State) -> State:
    """The sides can be used now, in any order (MD-T4)."""
    return _opened(state, Stage.EFFECTS)


# ---------------------------------------------------------------- what effects bring about


def _carry_out(state: State, declared: Declared) -> State:
    """What was declared happens to every target for whom nobody stopped it."""
    state = go_back(state)
    for aim in declared.aims:
        if aim.seat not in declared.countered:
            state = _happen(state, declared, aim)
    return settle(state)


def _happen(state: State, declared: Declared, aim: Aim) -> State:
    match declared.effect:
        case Effect.BITE | Effect.BITE_TWO:  # MD-I1, MD-I1a
            assert aim.die is not None  # noqa: S101 - a bite names one
            return move_die(state, aim.die, spot(state, aim.die).seat, infirmary=True)
        case Effect.STEAL:
            assert aim.die is not None  # noqa: S101 - so does the Spider-Die
            return _stolen(state, declared.by, aim.die)
        case Effect.TAKE:
            return pass_card(state, aim.seat, declared.by)
        case Effect.FETCH:
            assert aim.card is not None  # noqa: S101 - a fetch names one
            return pick_up(state, aim.seat, declared.by, aim.card)
        case Effect.LOOK | Effect.LOOK_TWO | Effect.HAND_OVER | Effect.SEND_DIMWIT | Effect.REROLL:
            return state
        case _:
            assert_never(declared.effect)


def _stolen(state: State, by: Seat, die: DieId) -> State:
    """The die joins the pool: rolled at once, later, or counting as it lies (MD-E3a)."""
    state = move_die(state, die, by)
    match state.house.stolen_die:
        case StolenDie.ROLL_NOW:
            return replace(pause(state, Stage.STOLEN), stolen=die)
        case StolenDie.NEXT_ROLL:
            return replace(state, waiting=(*state.waiting, die))
        case StolenDie.FACE_COUNTS:
            mine = by == state.turn and die not in state.thrown
            return joined(replace(state, thrown=(*state.thrown, die)) if mine else state, die)
        case _:
            assert_never(state.house.stolen_die)


def joined(state: State, stolen: DieId) -> State:
    """A stolen die lies in the pool and counts; a second sculpted Die'vil re-rolls (MD-T4)."""
    second = stolen in devils(state, state.turn) and can_reroll(state)
    if second and state.stage is Stage.EFFECTS:
        return replace(state, stage=Stage.REROLL, later=True)
    return settle(state)


# ---------------------------------------------------------------- what follows by itself


def settle(state: State) -> State:
    """Move on from a step that has nothing to decide any more."""
    match state.stage:
        case Stage.DRAW if not state.deck:
            return settle(replace(state, stage=Stage.ROLL))
        case Stage.ROLL if not state.active.pool:
            return to_effects(state)  # MD-T2a
        case Stage.REROLL if not can_reroll(state):
            return to_effects(state) if state.later else check_triples(state)
        case Stage.REROLLING | Stage.STOLEN:
            return _settle_roll(state)
        case Stage.TRIPLE:
            return _settle_triple(state)
        case Stage.DEMOLITION if not any(state.players[one].hand for one in state.opponents):
            return to_effects(state)
        case Stage.COUNTER if state.declared and not state.declared.waiting:
            return _carry_out(state, state.declared)
        case Stage.SCORING | Stage.FINAL_ROLL:
            return _settle_scoring(state)
        case _:
            return state


def _settle_roll(state: State) -> State:
    """Dice that have gone to an infirmary, or out of the game, are not rolled."""
    chosen = tuple(one for one in state.chosen if not spot(state, one).infirmary)
    stolen = state.stolen
    if chosen or (stolen and not spot(state, stolen).infirmary):
        return replace(state, chosen=chosen)
    return settle(go_back(state))


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
    here = [state.players[seat] for seat in state.present]
    known = state.full or state.nobody or any(one.dimwits for one in here)
    known = known or not any(one.hand or Special.DIMWIT in one.played for one in here)
    if not known or any(one.points is None for one in here):
        return replace(state, stage=Stage.SCORING, rolloff=())
    level = tied(state)
    if state.house.final_tie is not FinalTie.ROLLOFF or not level:
        return replace(state, stage=Stage.OVER, rolloff=())
    if state.stage is Stage.FINAL_ROLL and {seat for seat, _ in state.rolloff[0]} == {*level}:
        return state
    throws = tuple((seat, None) for seat in level)
    return replace(state, stage=Stage.FINAL_ROLL, rolloff=(throws,))


def anytime(state: State) -> bool:
    """Tell whether the re-roll may also come among the effects (MD-C5a)."""
    return state.house.reroll_timing is RerollTiming.ANYTIME and state.stage in PLAY
