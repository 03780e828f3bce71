"""Effects of sculpted sides: declared, answered by their targets, carried out (MD-E, MD-C, MD-K)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from companion.core.dice import kind_name
from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.texts import later, listed, tr
from companion.core.verbs import Verb
from companion.games.md.flow import to_effects
from companion.games.md.house import StolenDie
from companion.games.md.state import Aim, Declared, Stage, State
from companion.games.md.table import (
    has_card,
    in_turn,
    lay_down,
    move_die,
    pass_card,
    pick_up,
    sides,
    spend,
)
from companion.games.md.turn import joined
from companion.games.md.words import (
    COUNTER_RULES,
    COUNTERS,
    NEEDS,
    TEXTS,
    DieId,
    Effect,
    Special,
    is_combo,
)


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
        text = tr("the sculpted side of {wanted} is used, or counts later", wanted=wanted)
        return against("MD-T5", text)
    text = tr("to {does} takes a sculpted side of {wanted}", does=TEXTS[effect], wanted=wanted)
    return against(effect.value, text)


# ---------------------------------------------------------------- the targets' answers


class Answer(Verb[State]):
    """What the target of an effect says to it (MD-K6)."""

    __slots__ = ()
    when, wrong = frozenset({Stage.COUNTER}), later("no effect waits for an answer")

    def check(self, state: State) -> Findings:
        """MD-K6: only the target answers."""
        asked = answered_by(state)[0]
        if self.me != asked:
            return stop("MD-K6", tr("{name} answers now", name=state.name(asked)))
        return YES


@dataclass(frozen=True, slots=True)
class Counter(Answer):
    """The target of an effect plays the card that stops it."""

    verb, example, rule = "counter", "Ben: counter in_your_teeth", "MD-K6"
    menu = later("Play the card against it")
    said = later("{who} plays {card}: nothing happens to {who} (MD-K6)")

    card: Special

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """The same for every target, whatever it holds (MD-K6)."""
        seat, declared = answered_by(state)
        card = COUNTERS[declared.effect]
        yield cls.option(seat, (cls(seat, card),), rule=COUNTER_RULES[card])

    def check(self, state: State) -> Findings:
        """MD-K2 to MD-K5: each card stops one kind of die."""
        if wrong := Answer.check(self, state) or has_card(state, self.me, self.card):
            return wrong
        wanted = COUNTERS[answered_by(state)[1].effect]
        if self.card is wanted:
            return YES
        text = tr("{card} does not stop this; {right} does", card=self.card.said, right=wanted.said)
        return against(COUNTER_RULES[self.card], text)

    def apply(self, state: State) -> State:
        """The effect does nothing to this target; the card stays in front (MD-K8)."""
        return _answered(lay_down(state, self.me, self.card), self.me, stopped=True)


@dataclass(frozen=True, slots=True)
class Allow(Answer):
    """The target of an effect lets it happen."""

    verb, example, rule = "allow", "Ben: allow", "MD-K6"
    menu, said, certain = later("Let it happen"), later("{who} lets it happen"), True

    @classmethod
    def choices(cls, state: State) -> Iterator[Allow]:
        yield cls(answered_by(state)[0])

    def apply(self, state: State) -> State:
        """The effect goes on for this target."""
        return _answered(state, self.me, stopped=False)


# ---------------------------------------------------------------- what happens


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
            aims = listed([_whose(state, aim) for aim in declared.aims])
            return tr("{who} bites {aims}", who=who, aims=aims)
        case Effect.STEAL:
            return tr("{who} takes {whose}", who=who, whose=_whose(state, declared.aims[0]))
        case Effect.TAKE:
            return tr("{who} takes a card at random from {names}'s hand", who=who, names=names[0])
        case Effect.FETCH:
            card = declared.aims[0].card
            assert card is not None  # noqa: S101 - a fetch names one
            what, name = card.said, names[0]
            return tr("{who} takes the {what} in front of {name}", who=who, what=what, name=name)
        case _:  # the looks: no other effect waits for answers
            return tr("{who} looks at the hand of {names}", who=who, names=listed(names))


def _whose(state: State, aim: Aim) -> str:
    what = kind_name(aim.die.kind) if aim.die else tr("die")
    return tr("{name}'s {what}", name=state.name(aim.seat), what=what)
