"""Which Mains an ability changes, and what it makes of their powers (FGT-K, B4)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from companion.core.findings import YES, Findings, stop
from companion.core.texts import tr
from companion.core.verdict import Note, Question
from companion.games.fgt.cards import Scope
from companion.games.fgt.effects import transform
from companion.games.fgt.flow import with_main
from companion.games.fgt.judge import living
from companion.games.fgt.state import Main, State, Step

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.fgt.cards import Ability
    from companion.games.fgt.house import FgtHouse
    from companion.games.fgt.state import Power


def affected(
    state: State, seat: Seat, ability: Ability, targets: tuple[Seat, ...]
) -> tuple[Seat, ...]:
    """The living Mains that an ability changes; a killed one never is (FGT-B4c)."""
    alive = living(state)
    assert ability.scope is not None  # noqa: S101 - the catalogue gives one to what changes powers
    match ability.scope:
        case Scope.ALL_MAINS:  # FGT-K10: the own one included
            return alive
        case Scope.OWN_MAIN:
            return tuple(other for other in alive if other == seat)
        case Scope.CHOSEN_MAIN:
            return tuple(other for other in alive if other in targets)
        case Scope.FAMILY_MAINS:
            families = ability.families
            return tuple(other for other in alive if state.main_of(other).family in families)
        case _:
            assert_never(ability.scope)


def check_power(state: State, seat: Seat, ability: Ability, targets: tuple[Seat, ...]) -> Findings:
    """FGT-K8: a chosen Main is said, and nobody is where nothing is chosen."""
    if ability.scope is not Scope.CHOSEN_MAIN:
        if targets:
            return stop("FGT-K12", tr("this ability leaves no choice of a Main"))
    elif len(targets) != 1 and living(state):
        text = tr("Whose Main does {name} choose?", name=state.name(seat))
        return (Question(seat, text, "FGT-K8", ("activate",)),)
    for other in targets:
        findings = strike_out(state, other)
        if findings:
            return findings
    if not affected(state, seat, ability, targets):
        return (Note("FGT-B4c", tr("no living Main is changed by it")),)
    return YES


def strike_out(state: State, seat: Seat) -> Findings:
    """FGT-B4c: what is killed or was never played is no target."""
    if seat in living(state):
        return YES
    return stop("FGT-B4c", tr("{name} has no living Main", name=state.name(seat)))


# ---------------------------------------------------------------- changes


def transformed(state: State, seat: Seat, by: Seat, card: CardId, ability: Ability) -> State:
    """FGT-B2a: an ability works on the current power."""
    main = state.main_of(seat)
    power = transform(ability, state.power_of(seat), state.house)
    step = Step(by, card, ability, 0, power)
    return with_main(state, seat, replace(main, steps=(*main.steps, step)))


def change(state: State, seat: Seat, by: Seat | None, card: CardId, points: int) -> State:
    """A power changes by so many points, as people say."""
    main = state.main_of(seat)
    step = Step(by, card, None, points, state.power_of(seat) + points)
    return with_main(state, seat, replace(main, steps=(*main.steps, step)))


def without(main: Main, card: CardId, by: Seat, house: FgtHouse) -> Main:
    """The Main as it would stand had that Boost never been activated (FGT-K2a, `on`)."""
    power: Power = Fraction(main.printed or 0)
    steps: list[Step] = []
    for step in main.steps:
        if (step.by, step.card) == (by, card):
            continue
        power = transform(step.ability, power, house) if step.ability else power + step.amount
        steps.append(step._replace(power=power))
    return replace(main, steps=tuple(steps))
