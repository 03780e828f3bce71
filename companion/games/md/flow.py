"""How play goes on by itself: the roll-off (MD-S), turns, rounds, what effects bring about, the end.

And players who leave and join (X-12, X-13).
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable
from dataclasses import replace
from typing import assert_never

from companion.core.dice import DieFace
from companion.core.seats import Seat, clockwise
from companion.core.switches import OnOff
from companion.core.texts import later, tr
from companion.games.md.house import FinalTie, Mercy, RerollTiming, StolenDie, TripleFrees
from companion.games.md.score import tied
from companion.games.md.state import DEALT, PLAY, Aim, Declared, Die, LastRoll, Player, Stage, State, Throws, worth
from companion.games.md.table import can_reroll, devils, move_die, pass_card, pick_up, spot
from companion.games.md.words import KINDS, DieId, Effect, Special

TRIPLE = 3

# ---------------------------------------------------------------- who begins


def new_player(seat: Seat, hand: int = 0) -> Player:
    """Six dice, one of each kind (MD-S1)."""
    return Player(pool=tuple(Die(kind, seat) for kind in KINDS), hand=hand)


def unthrown(seats: Iterable[Seat]) -> Throws:
    """A round of a roll-off in which nobody has rolled."""
    return tuple((seat, None) for seat in seats)


def contender(state: State) -> Seat | None:
    """Who is to roll next in a roll-off, one player at a time; None outside of one."""
    newest = state.rolloff[-1] if state.rolloff else ()
    unrolled = (seat for seat, total in newest if total is None)
    return next(unrolled, None) if len(newest) > 1 else None


def roll_off(state: State, seat: Seat, dice: tuple[DieFace, ...]) -> State:
    """One player's six dice in a roll-off; after the last one it is decided or goes on."""
    total = sum(worth(die.face) for die in dice)
    throws = tuple((who, total if who == seat else old) for who, old in state.rolloff[-1])
    rule = "MD-S3" if state.stage is Stage.ROLLOFF else "MD-Z3"
    outcome = tr("sum {total}", total=total)
    last = LastRoll(seat, in_order(dice), later("roll-off"), outcome, rule)
    state = replace(state, rolloff=(*state.rolloff[:-1], throws), last_roll=last)
    return state if contender(state) is not None else _decide(state)


def in_order(dice: Iterable[DieFace]) -> tuple[DieFace, ...]:
    """Dice of a roll in pool order, whatever order they were read in."""
    return tuple(sorted(dice, key=lambda die: (KINDS.index(die.kind), die.face)))


def _decide(state: State) -> State:
    """The highest begins; tied players alone roll again (MD-S3a)."""
    best = max(total or 0 for _, total in state.rolloff[-1])
    first = tuple(seat for seat, total in state.rolloff[-1] if (total or 0) == best)
    if len(first) > 1:
        return replace(state, rolloff=(*state.rolloff, unthrown(first)))
    if state.stage is Stage.FINAL_ROLL:
        return replace(state, stage=Stage.OVER)
    return begin_round(replace(state, starter=first[0], rolloff=()))


# ---------------------------------------------------------------- turns and rounds


def begin_round(state: State) -> State:
    """A round is one turn each, from the starter clockwise (MD-S3, MD-T6)."""
    return begin_turn(replace(state, round=state.round + 1), state.order[0])


def begin_turn(state: State, seat: Seat) -> State:
    """A turn begins with the draw, while there is a card to draw (MD-T1, MD-Q14)."""
    return settle(replace(state, turn=seat, stage=Stage.DRAW))


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


def check_triples(state: State) -> State:
    """Final faces count: each triple brings a die back (MD-I2); without a choice at once."""
    ill, found = len(state.active.infirmary), triples(state, state.house.infirmary_mercy)
    if found and state.house.triple_frees is TripleFrees.ALL:
        found = ill
    return settle(replace(state, stage=Stage.TRIPLE, later=False, triples=min(found, ill)))


def thrown_dice(state: State) -> tuple[Die, ...]:
    """The dice of this turn's roll, wherever they lie by now."""
    return tuple(spot(state, wanted).die for wanted in state.thrown)


def triples(state: State, mercy: Mercy) -> int:
    """Triples of this turn's roll (MD-I2, MD-I2a); by mercy one or two equal dice are one (MD-I4)."""
    numbers = Counter(worth(die.face) for die in thrown_dice(state))
    if mercy is Mercy.ALL_EQUAL and len(numbers) == 1 and sum(numbers.values()) < TRIPLE:
        return 1
    return sum(count // TRIPLE for count in numbers.values())


def is_demolition(state: State) -> bool:
    """Tell whether the roll shows only sculpted sides (MD-X1, MD-X1a, MD-Q8)."""
    enough = len(state.thrown) >= int(state.house.diemolition_min_dice)
    return state.house.diemolition is OnOff.ON and enough and all_sculpted(state)


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
    match declared.effect, aim.die, aim.card:
        case Effect.BITE | Effect.BITE_TWO, DieId() as die, _:  # MD-I1, MD-I1a
            return move_die(state, die, spot(state, die).seat, infirmary=True)
        case Effect.STEAL, DieId() as die, _:
            return _stolen(state, declared.by, die)
        case Effect.TAKE, _, _:
            return pass_card(state, aim.seat, declared.by)
        case Effect.FETCH, _, Special() as card:
            return pick_up(state, aim.seat, declared.by, card)
        case _:  # the looks: no other effect waits for answers
            return state


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


# ---------------------------------------------------------------- players who come and go


def leave(state: State, seat: Seat) -> State:
    """The player's dice and cards go out of the game, and what was open with them lapses (X-12).

    Dice that others took from the player go too, and those that the player took from others.
    """
    gone = state.players[seat]
    lost = {die.id for die in (*gone.pool, *gone.infirmary)} | {DieId(one, seat) for one in KINDS}
    players = _with_dice(state, lambda dice: tuple(die for die in dice if die.id not in lost))
    players[seat] = Player()
    cards = state.cards - gone.hand - len(gone.played)
    rolloff = tuple(tuple(one for one in some if one[0] != seat) for some in state.rolloff)
    state = replace(state, nobody=state.nobody or bool(gone.dimwits))  # it went along
    state = replace(state, players=tuple(players), cards=cards, rolloff=rolloff)
    state = _without(state, seat, lost)
    if state.stage in PLAY and state.turn == seat:
        return next_turn(state)
    state = settle(state)
    return _decide(state) if state.rolloff and contender(state) is None else state


def _with_dice(state: State, change: Callable[[tuple[Die, ...]], tuple[Die, ...]]) -> list[Player]:
    return [replace(one, pool=change(one.pool), infirmary=change(one.infirmary)) for one in state.players]


def _without(state: State, seat: Seat, lost: Container[DieId | None]) -> State:
    """What is open, and what waits behind it, without a player and dice out of the game."""
    thrown = tuple(die for die in state.thrown if die not in lost)
    waiting = tuple(die for die in state.waiting if die not in lost)
    chosen = tuple(die for die in state.chosen if die not in lost)
    declared, held = state.declared, state.held
    if declared is not None:
        aims = (aim for aim in declared.aims if seat not in {aim.seat, declared.by})
        declared = replace(declared, aims=tuple(aim for aim in aims if aim.die not in lost))
        asked = tuple(one for one in declared.waiting if one in declared.targets)
        declared = replace(declared, waiting=asked)
    stolen = None if state.stolen in lost else state.stolen
    held = held and _without(held, seat, lost)
    state = replace(state, thrown=thrown, waiting=waiting, chosen=chosen)
    return replace(state, declared=declared, stolen=stolen, held=held)


def join(state: State, seat: Seat) -> State | None:
    """One more player, who rolls off with the others; None once the starter is found (X-13)."""
    hand = DEALT if state.stage is Stage.ROLLOFF else 0
    if state.stage not in {Stage.SETUP, Stage.ROLLOFF} or state.deck < hand:
        return None

    def moved(old: Seat) -> Seat:
        return Seat(old + (old >= seat))

    players = _with_dice(state, lambda dice: tuple(replace(die, owner=moved(die.owner)) for die in dice))
    players.insert(seat, new_player(seat, hand))
    first = [(moved(who), total) for who, total in state.rolloff[0]] if state.rolloff else []
    rolloff = (tuple(sorted([*first, (seat, None)])),) if first else ()
    last = state.last_roll and replace(state.last_roll, roller=moved(state.last_roll.roller))
    state = replace(state, players=tuple(players), deck=state.deck - hand)
    return replace(state, rolloff=rolloff, last_roll=last)
