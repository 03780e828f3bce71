"""Resolving Boosts (FGT-B): scored, or activated with what the ability leaves open (FGT-K)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from companion.core.findings import YES, Findings, against, blocked, nobody_there, stop
from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.games.fgt.cards import POWER_OPS, Ability, Op
from companion.games.fgt.flow import begin_search, bury, go_on, kill, to_scored
from companion.games.fgt.play_powers import affected, change, check_power, strike_out, transformed
from companion.games.fgt.play_steal import check_steal, check_taken, take
from companion.games.fgt.state import BoostState, Scored, Search, Stage, State
from companion.games.fgt.table import check_card, in_turn, stage_text

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.fgt.actions import Activate

MOST_DRAWS: Final = 20
MOST_POINTS: Final = 999


def check_decides(state: State, seat: Seat) -> Findings:
    """FGT-B1, B5: whose Boost is still face down decides, in order."""
    if state.stage is not Stage.BOOST:
        return stop("FGT-B1", tr("no Boost is resolved; {now}", now=stage_text(state.stage)))
    boost = state.players[seat].boost
    name = state.name(seat)
    if boost is None:
        return stop("FGT-P7", tr("{name} has no Boost", name=name))
    match boost.state:
        case BoostState.FACEDOWN:
            return in_turn(state, seat, "FGT-B1", "resolves")
        case BoostState.STOLEN:
            return stop(
                "FGT-B5", tr("{name}'s Boost was taken: there is nothing to decide", name=name)
            )
        case BoostState.LOST:
            return stop("FGT-B4a", tr("{name}'s Boost was lost with the Main", name=name))
        case BoostState.ACTIVE | BoostState.SCORED:
            return stop("FGT-B1", tr("{name}'s Boost is resolved already", name=name))
        case _:
            assert_never(boost.state)


def apply_score(state: State, seat: Seat) -> State:
    """FGT-B3: face down to the own scored pile; what it could do is not done."""
    player, boost = state.players[seat], state.boost_of(seat)
    boosted = replace(player, boost=replace(boost, state=BoostState.SCORED))
    state = state.with_player(seat, boosted)
    return go_on(to_scored(state, seat, Scored(boost.family)))


# ---------------------------------------------------------------- activate


def check_activate(state: State, action: Activate, seat: Seat) -> Findings:
    """FGT-B2, K12."""
    findings = check_decides(state, seat)
    if blocked(findings):
        return findings
    wrong = check_card(state, action.card, "FGT-B2")
    if wrong:
        return wrong
    known, boost = state.warrior(action.card), state.boost_of(seat)
    if known is not None and known.family is not boost.family:
        # Its back was seen as it was played, so one of the two was entered wrongly.
        what = tr(
            "{card} is {family}, the Boost's back is {family2}",
            card=action.card,
            family=known.family.value,
            family2=boost.family.value,
        )
        findings += against("FGT-B2", what)
    wrong = _check_seats(state, action)
    if wrong:
        return wrong
    return findings + _check_effect(state, action, seat, known.ability if known else None)


def _check_seats(state: State, action: Activate) -> Findings:
    for seats in (action.targets, action.kills):
        if len(set(seats)) != len(seats):
            return stop("FGT-K12", tr("a player is said twice"))
    taken = () if action.steals is None else (action.steals,)
    if not state.has_seats(*action.targets, *action.kills, *taken):
        return nobody_there("FGT-K12")
    return YES


def _check_effect(state: State, action: Activate, seat: Seat, ability: Ability | None) -> Findings:
    op = ability.op if ability else None
    extra = _too_much(action, op, light=not state.full)
    if extra:
        return stop("FGT-K12", extra)
    if ability is None or op is Op.CUSTOM:
        return _check_said(state, action, seat)
    if op is Op.STEAL_BOOST:
        return check_steal(state, seat, action.steals, ability.families)
    if op in POWER_OPS:
        return check_power(state, seat, ability, action.targets)
    return YES


def _too_much(action: Activate, op: Op | None, *, light: bool) -> str:
    """What is said beyond what the ability leaves open; empty when nothing is."""
    if light and (action.targets or action.points):
        return tr("in light depth powers are not entered")
    if op is None or op is Op.CUSTOM:
        return ""
    if action.points or action.kills or action.draws:
        return tr("what this ability does stands on the card")
    if action.steals is not None and op is not Op.STEAL_BOOST:
        return tr("this ability takes no Boost")
    if action.targets and op not in POWER_OPS:
        return tr("this ability changes no Main")
    return ""


def _check_said(state: State, action: Activate, seat: Seat) -> Findings:
    """What people say of an ability that only they can carry out."""
    if len(action.points) != len(action.targets):
        return stop("FGT-K12", tr("say for each Main that changes by how much"))
    if any(not 0 < abs(points) <= MOST_POINTS for points in action.points):
        return stop(
            "FGT-K12", tr("a power changes by 1 to {most_points} points", most_points=MOST_POINTS)
        )
    if not 0 <= action.draws <= MOST_DRAWS:
        return stop(
            "FGT-K12", tr("an ability draws at most {most_draws} Warriors", most_draws=MOST_DRAWS)
        )
    for other in (*action.targets, *action.kills):
        findings = strike_out(state, other)
        if findings:
            return findings
    return YES if action.steals is None else check_taken(state, seat, action.steals)


def apply_activate(state: State, action: Activate, seat: Seat) -> State:
    """FGT-B2a: it happens at once and completely, before the next player decides."""
    player, boost = state.players[seat], state.boost_of(seat)
    known = state.warrior(action.card)
    family = known.family if known else boost.family
    card = known.id if known else UNNAMED
    opened = replace(boost, state=BoostState.ACTIVE, card=card, family=family)
    state = state.with_player(seat, replace(player, boost=opened))
    if known is None or known.ability.op is Op.CUSTOM:
        return _apply_said(state, action, seat)
    return _apply_ability(state, action, seat, known.ability)


def _apply_ability(state: State, action: Activate, seat: Seat, ability: Ability) -> State:
    if ability.op is Op.DRAW_SCORE:
        return begin_search(state, Search(seat, ability.families), ability.amount)
    if ability.op is Op.STEAL_BOOST:
        return go_on(state if action.steals is None else bury(take(state, seat, action.steals)))
    for other in affected(state, seat, ability, action.targets):
        state = transformed(state, other, seat, action.card, ability)
    return go_on(bury(state))


def _apply_said(state: State, action: Activate, seat: Seat) -> State:
    for other, points in zip(action.targets, action.points, strict=False):
        state = change(state, other, seat, action.card, points)
    if action.steals is not None:  # before a kill, with which the Boost could be lost (FGT-B4a)
        state = take(state, seat, action.steals)
    for other in action.kills:
        state = kill(state, other)
    state = bury(state)
    if action.draws > 0:
        return begin_search(state, Search(seat, None), action.draws)
    return go_on(state)
