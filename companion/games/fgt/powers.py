"""What abilities do (FGT-K1 to K12, B4): powers that change, and Boosts that are taken."""

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, prod
from typing import assert_never

from companion.core.findings import YES, Findings, against, stop
from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.texts import later, tr
from companion.core.verdict import Note, Question
from companion.core.words import CardId
from companion.games.fgt.cards import Ability, Op, Scope
from companion.games.fgt.flow import to_scored
from companion.games.fgt.house import FgtHouse, Round
from companion.games.fgt.state import IN_FIGHT, BoostState, Main, Power, Scored, State, Step
from companion.games.fgt.table import living
from companion.games.fgt.words import Family

# ---------------------------------------------------------------- arithmetic: a match has each kind


def transform(ability: Ability, power: Power, house: FgtHouse) -> Power:
    """The power that an ability makes of a living Main's; no upper limit (FGT-B4b).

    Abilities that change no power leave it as it is.
    """
    match ability.op:
        case Op.ADD:  # FGT-K7, K8
            return power + ability.amount
        case Op.PERCENT:  # FGT-K4
            return rounded(power * (100 + ability.amount) / 100, house)
        case Op.REPLACE_DIGIT:  # FGT-K1, K9
            old, new = ability.digits
            return Fraction(int(str(floor(power)).replace(str(old), str(new))))
        case Op.DIGIT_PRODUCT:  # FGT-K3
            return Fraction(prod(int(digit) for digit in _digits(power, house)))
        case Op.DIGIT_REVERSE:  # FGT-K5
            return Fraction(int(_digits(power, house)[::-1]))
        case _:
            return power


def rounded(power: Power, house: FgtHouse) -> Power:
    """FGT-K4a."""
    match house.round:
        case Round.DOWN:
            return Fraction(floor(power))
        case Round.UP:
            return Fraction(ceil(power))
        case Round.EXACT:
            return power
        case _:
            assert_never(house.round)


def _digits(power: Power, house: FgtHouse) -> str:
    """FGT-K10: the decimal form without leading zeros, of the whole part where there is a fraction."""
    whole = floor(power)
    return f"{whole:02}" if house.pad_digits is OnOff.ON else str(whole)


def step_text(step: Step) -> str:
    """What changed a power, in as few signs as possible: `+10`, `+50%`, `9>0`."""
    ability = step.ability
    if ability is None:
        return f"{step.amount:+}"
    match ability.op:
        case Op.ADD:
            return f"{ability.amount:+}"
        case Op.PERCENT:
            return f"{ability.amount:+}%"
        case Op.REPLACE_DIGIT:
            return "{}>{}".format(*ability.digits)
        case Op.DIGIT_PRODUCT:
            return tr("digits multiplied")
        case _:  # Op.DIGIT_REVERSE: the other kinds change no power and so make no step
            return tr("digits switched")


# ---------------------------------------------------------------- which Mains


def affected(state: State, seat: Seat, ability: Ability, targets: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The living Mains that an ability changes; a killed one never is (FGT-B4c).

    Where Mains are named it changes these, also where the card leaves no choice, by a ruling.
    """
    alive = living(state)
    assert ability.scope is not None  # noqa: S101 - the catalogue gives one to what changes powers
    if targets:
        return tuple(other for other in alive if other in targets)
    match ability.scope:
        case Scope.ALL_MAINS:  # FGT-K10: the own one included
            return alive
        case Scope.OWN_MAIN:
            return tuple(other for other in alive if other == seat)
        case Scope.CHOSEN_MAIN:
            return ()
        case Scope.FAMILY_MAINS:
            families = ability.families
            return tuple(other for other in alive if state.main_of(other).family in families)
        case _:
            assert_never(ability.scope)


def check_power(state: State, seat: Seat, ability: Ability, targets: tuple[Seat, ...]) -> Findings:
    """FGT-K8: a chosen Main is said, and nobody is where nothing is chosen."""
    if ability.scope is not Scope.CHOSEN_MAIN:
        if targets:
            return against("FGT-B2", tr("this ability leaves no choice of a Main"))
    elif len(targets) > 1:
        return against("FGT-K8", tr("this ability changes one Main"))
    elif not targets and living(state):
        text = tr("Whose Main does {name} choose?", name=state.name(seat))
        return (Question(seat, text, "FGT-K8", ("activate",)),)
    if not affected(state, seat, ability, targets):
        return (Note("FGT-B4c", tr("no living Main is changed by it")),)
    return YES


def strike_out(state: State, seat: Seat) -> Findings:
    """FGT-B4: what is killed is out of the Fight, and so is no target."""
    if seat in living(state):
        return YES
    return against("FGT-B4", tr("{name}'s Main was killed", name=state.name(seat)))


def missing_main(state: State, seat: Seat) -> Findings:
    """Refuse a player who has no Main in this Fight."""
    if state.players[seat].main is not None:
        return YES
    return stop("FGT-P3", tr("{name} has no Main", name=state.name(seat)))


# ---------------------------------------------------------------- changes


def transformed(state: State, seat: Seat, by: Seat, card: CardId, ability: Ability) -> State:
    """FGT-B2a: an ability works on the current power."""
    power = transform(ability, state.power_of(seat), state.house)
    return _stepped(state, seat, Step(by, card, ability, 0, power))


def change(state: State, seat: Seat, by: Seat | None, card: CardId, points: int) -> State:
    """A power changes by so many points, as people say."""
    return _stepped(state, seat, Step(by, card, None, points, state.power_of(seat) + points))


def _stepped(state: State, seat: Seat, step: Step) -> State:
    main = state.main_of(seat)
    return state.change(seat, main=replace(main, steps=(*main.steps, step)))


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


# ---------------------------------------------------------------- taking a Boost (FGT-K2)


def candidates(state: State, seat: Seat, families: frozenset[Family]) -> tuple[Seat, ...]:
    """Opponents whose Boost the rules let this player take (FGT-K2, K2a)."""
    states = {BoostState.FACEDOWN}
    if state.house.steal_active is OnOff.ON:
        states.add(BoostState.ACTIVE)
    boosts = ((other, state.players[other].boost) for other in state.order if other != seat)
    return tuple(x for x, one in boosts if one and one.state in states and one.family in families)


def check_steal(state: State, seat: Seat, victim: Seat | None, families: frozenset[Family]) -> Findings:
    """FGT-K2: an opponent's Boost of one of these Families; K12: it must be taken if one can."""
    if victim is None:
        if candidates(state, seat, families):
            text = tr("Whose Boost does {name} take?", name=state.name(seat))
            return (Question(seat, text, "FGT-K2", ("activate",)),)
        return (Note("FGT-K12", tr("there is no Boost to take: nothing happens")),)
    findings = check_taken(state, seat, victim)
    boost = state.boost_of(victim)
    if boost.family not in families:
        wanted = tr(" or ").join(family.said for family in Family if family in families)
        family, what = boost.family, later("{name}'s Boost is a {family}")
        if boost.family in {Family.ANIMAL, Family.ALIEN}:
            what = later("{name}'s Boost is an {family}")
        what = tr(what, name=state.name(victim), family=family)
        text = tr("{what}: only {wanted} can be taken", what=what, wanted=wanted)
        findings += against("FGT-K2", text)
    return findings


def check_taken(state: State, seat: Seat, victim: Seat) -> Findings:
    """FGT-K2, K2a: an opponent's, and still face down."""
    boost, name = state.boost_of(victim), state.name(victim)
    if victim == seat:
        return against("FGT-K2", tr("an opponent's Boost is taken, not one's own"))
    if boost.state is BoostState.LOST:
        return against("FGT-B4a", tr("{name}'s Boost was lost with the Main", name=name))
    if boost.state is BoostState.ACTIVE and state.house.steal_active is OnOff.OFF:
        return against("FGT-K2a", tr("{name}'s Boost is active already", name=name))
    return YES


def missing_boost(state: State, victim: Seat) -> Findings:
    """Refuse a Boost that does not lie beneath its Main, or no longer."""
    boost, name, gone = state.players[victim].boost, state.name(victim), tr("has no Boost")
    if boost is not None:
        if boost.state in IN_FIGHT:
            return YES
        gone = tr("has a Boost that is {state}", state=boost.state)
    return stop("FGT-K2", tr("{name} {gone}: there is nothing to take", name=name, gone=gone))


def take(state: State, seat: Seat, victim: Seat) -> State:
    """It goes to the taker's scored pile; what an active one did to living Mains is undone.

    Warriors that it drew or took stay where they are, and who was killed stays killed (FGT-B4c).
    """
    boost = state.boost_of(victim)
    if boost.card is not None:
        for other in living(state):
            main = without(state.main_of(other), boost.card, victim, state.house)
            state = state.change(other, main=main)
    state = state.change(victim, boost=replace(boost, state=BoostState.STOLEN, card=None))
    return to_scored(state, seat, Scored(boost.family, boost.card if state.full else None))
