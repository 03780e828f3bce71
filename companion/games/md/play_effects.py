"""Effects of sculpted sides: declared, answered by their targets, carried out (MD-E, MD-C, MD-K)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from companion.core.dice import kind_name
from companion.core.findings import YES, Findings, against, blocked, stop
from companion.core.switches import OnOff
from companion.core.texts import listed, stage_text, tr
from companion.games.md.flow import to_effects
from companion.games.md.house import StolenDie
from companion.games.md.play_turn import joined
from companion.games.md.state import Aim, Declared, Die, Stage, State
from companion.games.md.table import (
    clear_die,
    find_die,
    has_card,
    in_turn,
    lay_down,
    move_die,
    opponent,
    pass_card,
    pick_up,
    sides,
    spend,
)
from companion.games.md.words import (
    COUNTER_RULES,
    COUNTERS,
    NEEDS,
    SPECIAL_NAMES,
    TEXTS,
    Effect,
    is_combo,
)

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.md import actions as act
    from companion.games.md.words import DieId, DieRef


def offered(state: State) -> tuple[Effect, ...]:
    """Effects and combos that the dice offer now; without the re-roll, which has its own step."""
    if state.stage is not Stage.EFFECTS:
        return ()
    return tuple(
        effect for effect in Effect if effect is not Effect.REROLL and sides(state, effect)
    )


def answering(state: State) -> Seat | None:
    """The target that is to answer now, clockwise from the roller (MD-K6)."""
    return answered_by(state)[0] if state.stage is Stage.COUNTER else None


def answered_by(state: State) -> tuple[Seat, Declared]:
    """The target that is to answer, and what it answers, while an effect waits (MD-K6)."""
    assert state.declared is not None  # noqa: S101 - stage COUNTER has one, with a target left
    return state.declared.waiting[0], state.declared


def check_sides(state: State, seat: Seat, effect: Effect) -> Findings:
    """The sides that an effect takes must be up and unused (MD-T5)."""
    wrong = in_turn(state, seat, Stage.EFFECTS)
    if wrong or sides(state, effect):
        return wrong
    wanted = listed([kind_name(kind) for kind in NEEDS[effect]])
    up = [die.kind for die in state.active.pool if die.sculpted]
    if all(kind in up for kind in NEEDS[effect]):
        return against(
            "MD-T5", tr("the sculpted side of {wanted} is used, or counts later", wanted=wanted)
        )
    return against(
        effect.value,
        tr("to {texts} takes a sculpted side of {wanted}", texts=TEXTS[effect], wanted=wanted),
    )


# ---------------------------------------------------------------- bites and the Spider-Die


def check_bite(state: State, action: act.Bite, seat: Seat) -> Findings:
    """MD-E1."""
    findings = check_sides(state, seat, Effect.BITE)
    if blocked(findings):
        return findings
    return findings + _check_die(state, seat, action.target, action.die, Effect.BITE)


def _check_die(
    state: State,
    seat: Seat,
    target: Seat,
    ref: DieRef,
    effect: Effect,
    without: tuple[DieId, ...] = (),
) -> Findings:
    wrong = opponent(state, seat, target, effect.value)
    if wrong:
        return wrong
    found = find_die(state, target, ref, effect.value, seat, without)
    return YES if isinstance(found, Die) else found


def apply_bite(state: State, action: act.Bite) -> State:
    """The target answers first."""
    die = clear_die(state, action.target, action.die)
    return declare(state, Effect.BITE, _aim(action.target, die))


def check_bite_two(state: State, action: act.BiteTwo, seat: Seat) -> Findings:
    """MD-C1, C1a; never the same die twice (MD-Q13)."""
    findings = check_sides(state, seat, Effect.BITE_TWO)
    if blocked(findings):
        return findings
    first = _check_die(state, seat, action.first, action.first_die, Effect.BITE_TWO)
    if first:
        return findings + first
    bitten = _ids(clear_die(state, action.first, action.first_die))
    return findings + _check_die(
        state, seat, action.second, action.second_die, Effect.BITE_TWO, bitten
    )


def apply_bite_two(state: State, action: act.BiteTwo) -> State:
    """Each target answers first."""
    first = clear_die(state, action.first, action.first_die)
    second = clear_die(state, action.second, action.second_die, _ids(first))
    return declare(state, Effect.BITE_TWO, _aim(action.first, first), _aim(action.second, second))


def _ids(die: Die | None) -> tuple[DieId, ...]:
    return (die.id,) if die else ()


def _aim(seat: Seat, die: Die | None) -> Aim:
    """A die that is not clear is none: so a record that leaves it open is read on."""
    return Aim(seat, die.id if die else None)


def check_steal(state: State, action: act.Steal, seat: Seat) -> Findings:
    """MD-E3; only from a pool (MD-E3a)."""
    findings = check_sides(state, seat, Effect.STEAL)
    if blocked(findings):
        return findings
    wrong = opponent(state, seat, action.target, "MD-E3")
    if wrong:
        return findings + wrong
    found = find_die(state, action.target, action.die, "MD-E3", seat)
    if isinstance(found, Die):
        return findings
    if blocked(found) and clear_die(state, action.target, action.die, infirmary=True):
        name = kind_name(action.die.kind)
        text = tr("the {name} is in the infirmary, not in the pool", name=name)
        return findings + against("MD-E3a", text)
    return findings + found


def apply_steal(state: State, action: act.Steal) -> State:
    """The target answers first; by ruling the die may be one of the infirmary."""
    die = clear_die(state, action.target, action.die)
    die = die or clear_die(state, action.target, action.die, infirmary=True)
    return declare(state, Effect.STEAL, _aim(action.target, die))


# ---------------------------------------------------------------- cards


def check_take(state: State, action: act.Take, seat: Seat) -> Findings:
    """MD-E2."""
    findings = check_sides(state, seat, Effect.TAKE)
    if blocked(findings):
        return findings
    wrong = opponent(state, seat, action.target, "MD-E2")
    if not wrong and state.players[action.target].hand < 1:
        wrong = stop("MD-E2", tr("{name} has no card in hand", name=state.name(action.target)))
    return findings + wrong


def check_fetch(state: State, action: act.Fetch, seat: Seat) -> Findings:
    """MD-C4."""
    findings = check_sides(state, seat, Effect.FETCH)
    if blocked(findings):
        return findings
    wrong = opponent(state, seat, action.target, "MD-C4")
    if not wrong and action.card not in state.players[action.target].played:
        name = SPECIAL_NAMES[action.card]
        wrong = stop(
            "MD-C4",
            tr("no {name} lies in front of {name2}", name=name, name2=state.name(action.target)),
        )
    return findings + wrong


def check_look(state: State, action: act.Look, seat: Seat) -> Findings:
    """MD-E4."""
    findings = check_sides(state, seat, Effect.LOOK)
    if blocked(findings):
        return findings
    return findings + opponent(state, seat, action.target, "MD-E4")


def check_look_two(state: State, action: act.LookTwo, seat: Seat) -> Findings:
    """MD-C2: two hands; one, if there is only one opponent."""
    findings = check_sides(state, seat, Effect.LOOK_TWO)
    if blocked(findings):
        return findings
    wrong = opponent(state, seat, action.first, "MD-C2")
    if wrong:
        return findings + wrong
    if action.second is None:
        if len(state.players) > 2:  # noqa: PLR2004 - more than one opponent
            findings += against("MD-C2", tr("name two opponents"))
        return findings
    if action.second == action.first:
        return findings + stop("MD-C2", tr("name two different opponents"))
    return findings + opponent(state, seat, action.second, "MD-C2")


def apply_look_two(state: State, action: act.LookTwo) -> State:
    """Each target answers first."""
    aims = [Aim(action.first)]
    if action.second is not None:
        aims.append(Aim(action.second))
    return declare(state, Effect.LOOK_TWO, *aims)


# ---------------------------------------------------------------- the targets' answers


def declare(state: State, effect: Effect, *aims: Aim) -> State:
    """Use the sides and ask every target, clockwise from the roller (MD-K6).

    Every target is asked every time, whatever it may hold, so that asking reveals nothing.
    """
    state = spend(state, effect)
    if is_combo(effect) and state.house.counter_combos is OnOff.OFF:
        return _carry_out(state, Declared(effect, aims))
    targets = {aim.seat for aim in aims}
    waiting = tuple(seat for seat in state.opponents if seat in targets)
    return replace(state, stage=Stage.COUNTER, declared=Declared(effect, aims, waiting))


def check_answer(state: State, seat: Seat) -> Findings:
    """MD-K6: only the target answers."""
    asked = answering(state)
    if asked is None:
        return stop(
            "MD-K6",
            tr("no effect waits for an answer; {stage_text}", stage_text=stage_text(state.stage)),
        )
    if seat != asked:
        return stop("MD-K6", tr("{name} answers now", name=state.name(asked)))
    return YES


def check_counter(state: State, action: act.Counter, seat: Seat) -> Findings:
    """MD-K2 to MD-K5: each card stops one kind of die."""
    wrong = check_answer(state, seat) or has_card(state, seat, action.card)
    if wrong:
        return wrong
    wanted = COUNTERS[answered_by(state)[1].effect]
    if action.card is not wanted:
        name, right = SPECIAL_NAMES[action.card], SPECIAL_NAMES[wanted]
        return against(
            COUNTER_RULES[action.card],
            tr("{name} does not stop this; {right} does", name=name, right=right),
        )
    return YES


def apply_counter(state: State, action: act.Counter, seat: Seat) -> State:
    """The effect does nothing to this target; the card stays in front (MD-K8)."""
    return _answered(lay_down(state, seat, action.card), seat, stopped=True)


def apply_allow(state: State, seat: Seat) -> State:
    """The effect goes on for this target."""
    return _answered(state, seat, stopped=False)


def _answered(state: State, seat: Seat, *, stopped: bool) -> State:
    _, declared = answered_by(state)
    declared = replace(
        declared,
        waiting=tuple(one for one in declared.waiting if one != seat),
        countered=(*declared.countered, seat) if stopped else declared.countered,
    )
    if declared.waiting:
        return replace(state, declared=declared)
    return _carry_out(state, declared)


def _carry_out(state: State, declared: Declared) -> State:
    """What was declared happens to every target that did not stop it."""
    state = to_effects(replace(state, declared=None))
    for aim in declared.aims:
        if aim.seat not in declared.countered:
            state = _happen(state, declared.effect, aim)
    return state


def _happen(state: State, effect: Effect, aim: Aim) -> State:
    match effect:
        case Effect.BITE | Effect.BITE_TWO:  # MD-I1, MD-I1a
            return move_die(state, aim.die, aim.seat, infirmary=True) if aim.die else state
        case Effect.STEAL:
            return _stolen(state, aim.die) if aim.die else state
        case Effect.TAKE:
            return pass_card(state, aim.seat, state.turn)
        case Effect.FETCH:
            assert aim.card is not None  # noqa: S101 - a fetch names one
            return pick_up(state, aim.seat, state.turn, aim.card)
        case Effect.LOOK | Effect.LOOK_TWO | Effect.HAND_OVER | Effect.SEND_DIMWIT | Effect.REROLL:
            return state
        case _:
            assert_never(effect)


def _stolen(state: State, die: DieId) -> State:
    """The die joins the pool: rolled at once, later, or counting as it lies (MD-E3a)."""
    state = move_die(state, die, state.turn)
    match state.house.stolen_die:
        case StolenDie.ROLL_NOW:
            return replace(state, stage=Stage.STOLEN, stolen=die)
        case StolenDie.NEXT_ROLL:
            return replace(state, waiting=(*state.waiting, die))
        case StolenDie.FACE_COUNTS:
            return joined(replace(state, thrown=(*state.thrown, die)), die)
        case _:
            assert_never(state.house.stolen_die)


# ---------------------------------------------------------------- in words


def declared_text(state: State, declared: Declared) -> str:
    """Say what was declared: `Ann bites Ben's Spider-Die`."""
    who, names = state.name(state.turn), [state.name(aim.seat) for aim in declared.aims]
    match declared.effect:
        case Effect.BITE | Effect.BITE_TWO:
            return tr(
                "{who} bites {aims}",
                who=who,
                aims=listed([_whose(state, aim) for aim in declared.aims]),
            )
        case Effect.STEAL:
            return tr("{who} takes {whose}", who=who, whose=_whose(state, declared.aims[0]))
        case Effect.TAKE:
            return tr("{who} takes a card at random from {names}'s hand", who=who, names=names[0])
        case Effect.FETCH:
            card = declared.aims[0].card
            assert card is not None  # noqa: S101 - a fetch names one
            return tr(
                "{who} takes the {what} in front of {names}",
                who=who,
                what=SPECIAL_NAMES[card],
                names=names[0],
            )
        case _:  # the looks: no other effect waits for answers
            return tr("{who} looks at the hand of {names}", who=who, names=listed(names))


def _whose(state: State, aim: Aim) -> str:
    what = kind_name(aim.die.kind) if aim.die else tr("die")
    return tr("{name}'s {what}", name=state.name(aim.seat), what=what)
