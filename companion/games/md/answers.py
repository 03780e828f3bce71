"""Effects of sculpted sides: declared, answered by their targets, carried out (MD-E, MD-C, MD-K)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.dice import kind_name
from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.texts import later, listed, tr
from companion.games.md.flow import pause, settle
from companion.games.md.state import Declared, Stage, State
from companion.games.md.table import StepVerb, has_card, lay_down, offers, spend
from companion.games.md.words import COUNTER_RULES, COUNTERS, Effect, Special, is_combo


def offered(state: State) -> tuple[Effect, ...]:
    """Effects and combos that the dice offer now; without the re-roll, which has its own step."""
    if state.stage is not Stage.EFFECTS:
        return ()
    return tuple(effect for effect in Effect if effect is not Effect.REROLL and offers(state, state.turn, effect))


def answered_by(state: State) -> tuple[Seat, Declared]:
    """The target that is to answer, clockwise from the roller, and what it answers (MD-K6)."""
    assert state.declared is not None  # noqa: S101 - stage COUNTER has one, with a target left
    return state.declared.waiting[0], state.declared


class Answer(StepVerb):
    """What the target of an effect says to it (MD-K6)."""

    __slots__ = ()
    only, closed = frozenset({Stage.COUNTER}), later("no effect waits for an answer")

    def check(self, state: State) -> Findings:
        """MD-K6: targets answer, clockwise and once; MD-K3: who plays Myopia, for their own hand."""
        first, declared = answered_by(state)
        name = state.name(self.me)
        if self.me == first:
            return YES
        if self.me in declared.waiting:
            text = tr("{first} answers before {name}", first=state.name(first), name=name)
        elif self.me in declared.targets:
            text = tr("{name} has answered already", name=name)
        else:
            text = tr("this is not aimed at {name}", name=name)
            looks = declared.effect in {Effect.LOOK, Effect.LOOK_TWO}
            return against("MD-K3" if looks else "MD-K6", text)
        return against("MD-K6", text)


@dataclass(frozen=True, slots=True)
class Counter(Answer):
    """The target of an effect plays the card that stops it."""

    verb, example, rule = "counter", "Ben: counter in_your_teeth", "MD-K6"
    menu = later("Play the card against it")
    said = later("{who} plays {card}: nothing happens to {saved} (MD-K6)")

    card: Special

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """The same for every target, whatever it holds (MD-K6)."""
        if state.declared is not None:
            seat, declared = answered_by(state)
            card = COUNTERS[declared.effect]
            yield cls.option(seat, (cls(seat, card),), rule=COUNTER_RULES[card])

    def facts(self, state: State) -> Findings:
        return Answer.facts(self, state) or has_card(state, self.me, self.card)

    def check(self, state: State) -> Findings:
        """MD-K2 to MD-K5: each card stops one kind of die; MD-K7: the Dimwit is never played."""
        wrong, wanted = Answer.check(self, state), COUNTERS[answered_by(state)[1].effect]
        if self.card is wanted:
            return wrong
        text = tr("{card} does not stop this; {right} does", card=self.card.said, right=wanted.said)
        return wrong + against(COUNTER_RULES[self.card], text)

    def _saved(self, state: State) -> Seat:
        """For whom it is stopped; a card of another player's stops it for who answers next."""
        first, declared = answered_by(state)
        return self.me if self.me in declared.targets else first

    def apply(self, state: State) -> State:
        """The effect does nothing to this target; the card stays in front (MD-K8)."""
        after = lay_down(state, self.me, self.card)
        return _answered(after, self._saved(state), stopped=True)

    def tell(self, before: State, after: State) -> str:
        saved = before.name(self._saved(before))
        return tr(self.said, saved=saved, **self.gaps(before))


@dataclass(frozen=True, slots=True)
class Allow(Answer):
    """The target of an effect lets it happen."""

    verb, example, rule = "allow", "Ben: allow", "MD-K6"
    menu, said, certain = later("Let it happen"), later("{who} lets it happen"), True

    @classmethod
    def choices(cls, state: State) -> Iterator[Allow]:
        if state.declared is not None:
            yield cls(answered_by(state)[0])

    def facts(self, state: State) -> Findings:
        """There is something for this player to allow."""
        if state.declared is None or self.me in state.declared.targets:
            return Answer.facts(self, state)
        return stop("MD-K6", tr("this is not aimed at {name}", name=state.name(self.me)))

    def apply(self, state: State) -> State:
        return _answered(state, self.me, stopped=False)


def declare(state: State, declared: Declared) -> State:
    """Use the sides and ask every target, clockwise from whose effect it is (MD-K6).

    Every target is asked every time, whatever it may hold, so that asking reveals nothing.
    """
    state = spend(state, declared.by, declared.effect)
    if not is_combo(declared.effect) or state.house.counter_combos is OnOff.ON:
        asked = tuple(seat for seat in state.others(declared.by) if seat in declared.targets)
        declared = replace(declared, waiting=asked)
    return settle(replace(pause(state, Stage.COUNTER), declared=declared))


def _answered(state: State, seat: Seat, *, stopped: bool) -> State:
    _, declared = answered_by(state)
    others = tuple(one for one in declared.countered if one != seat)
    declared = replace(
        declared,
        waiting=tuple(one for one in declared.waiting if one != seat),
        countered=(*others, seat) if stopped else others,
    )
    return settle(replace(state, declared=declared))


def declared_text(state: State, declared: Declared) -> str:
    """Say what was declared: `Ann bites Ben's Spider-Die`."""
    who, names = state.name(declared.by), [state.name(aim.seat) for aim in declared.aims]
    dice = listed(
        [
            tr("{name}'s {what}", name=state.name(aim.seat), what=kind_name(aim.die.kind))
            for aim in declared.aims
            if aim.die
        ]
    )
    match declared.effect, declared.aims[0].card:
        case Effect.BITE | Effect.BITE_TWO, _:
            return tr("{who} bites {aims}", who=who, aims=dice)
        case Effect.STEAL, _:
            return tr("{who} takes {whose}", who=who, whose=dice)
        case Effect.TAKE, _:
            return tr("{who} takes a card at random from {names}'s hand", who=who, names=names[0])
        case Effect.FETCH, Special() as card:
            text = later("{who} takes the {what} in front of {name}")
            return tr(text, who=who, what=card.said, name=names[0])
        case _:  # the looks: no other effect waits for answers
            return tr("{who} looks at the hand of {names}", who=who, names=listed(names))
