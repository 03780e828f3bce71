"""Between challenge and flip: is it complete, ready, refusal, building for another (C11, C12)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.findings import YES, Findings, against, stop
from companion.core.texts import tr
from companion.games.mon.classic import flow
from companion.games.mon.classic.actions import Answer
from companion.games.mon.classic.play_turn import check_monster
from companion.games.mon.classic.state import Mode, Stage, State
from companion.games.mon.classic.table import owned, stage_text, unfit
from companion.games.mon.monster import LEAST

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.mon.classic.actions import BuildFor, Complete, Ready


def check_complete(state: State, action: Complete) -> Findings:
    """MON-C10c: in light depth people see whether a monster is complete; MON-C8 counts."""
    if state.stage is not Stage.VERIFY:
        return stop(
            "MON-C10c",
            tr("nobody asks whether a monster is complete; {now}", now=stage_text(state.stage)),
        )
    if action.answer is Answer.NO:
        return YES
    for seat in (state.claimed.seat, state.claimed.target):
        if seat is not None and len(owned(state, seat)) < LEAST:
            return against(
                "MON-C8",
                tr("{name} has fewer than {least} cards", name=state.name(seat), least=LEAST),
            )
    return YES


def apply_complete(state: State, action: Complete) -> State:
    """If it is not, the challenge is void and the turn goes on (MON-C10c)."""
    claim = state.claimed
    if action.answer is Answer.NO:
        return replace(state, stage=claim.back, claim=None)
    if claim.target is None:
        return flow.enter_arena(state, claim.seat, ())
    if state.mode is Mode.ARENA:
        return flow.meet_arena(state, claim.seat, ())
    return flow.challenge(state, claim.seat, (), claim.target)


def check_ready(state: State, action: Ready, seat: Seat) -> Findings:
    """MON-C11, MON-C12: the challenged player's monster is complete before the fight."""
    wrong = _check_stage(state, "MON-C11")
    if wrong:
        return wrong
    attacker, defender = state.fought.seats
    if seat != defender:
        return stop(
            "MON-C11", tr("{name} says when the monster is ready", name=state.name(defender))
        )
    if state.fought.refused:
        return stop(
            "MON-C12", tr("it was refused: {name} builds the monster", name=state.name(attacker))
        )
    return check_monster(state, seat, action.cards, ("MON-C12", ("ready", "rearrange"))) or (
        _check_fit(state, action.cards or state.players[seat].monster)
    )


def _check_stage(state: State, rule: str) -> Findings:
    if state.stage is Stage.CHALLENGE:
        return YES
    return stop(
        rule, tr("no challenged player is building a monster; {now}", now=stage_text(state.stage))
    )


def _check_fit(state: State, cards: tuple[CardId, ...]) -> Findings:
    """A monster is complete, or what the table takes for it (MON-C8, MON-C9, MON-C9a, C12a)."""
    lack = unfit(state, cards) if state.full else None
    return against(lack.rule, tr("the monster lacks {what}", what=lack.what)) if lack else YES


def apply_ready(state: State, action: Ready, seat: Seat) -> State:
    """What is left is to flip (MON-C13)."""
    return _settled(state, seat, action.cards or state.players[seat].monster)


def _settled(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    fight = state.fought
    side = replace(fight.defender, cards=tuple(sorted(cards)) if state.full else ())
    state = replace(state, stage=Stage.FLIP, fight=fight.with_side(side))
    return flow.at_home(state, seat, ())


def check_refuse(state: State, seat: Seat) -> Findings:
    """MON-C12: refusing does not help, the attacker builds."""
    wrong = _check_stage(state, "MON-C12")
    if wrong:
        return wrong
    defender = state.fought.defender.seat
    if seat != defender:
        return stop("MON-C12", tr("{name} is challenged", name=state.name(defender)))
    return stop("MON-C12", tr("it was refused already")) if state.fought.refused else YES


def apply_refuse(state: State) -> State:
    """The attacker will build the monster (MON-C12)."""
    return replace(state, fight=replace(state.fought, refused=True))


def check_build_for(state: State, action: BuildFor, seat: Seat) -> Findings:
    """MON-C12: the attacker builds from the cards of whoever has refused."""
    wrong = _check_stage(state, "MON-C12")
    if wrong:
        return wrong
    attacker, defender = state.fought.seats
    if seat != attacker or action.target != defender:
        names = tr(
            "{name} builds for {name2}", name=state.name(attacker), name2=state.name(defender)
        )
        return stop("MON-C12", tr("if at all, {names}", names=names))
    verbs = ("build-for",)
    wrong = check_monster(state, defender, action.cards, ("MON-C12", verbs)) or (
        _check_fit(state, action.cards or state.players[defender].monster)
    )
    if wrong or state.fought.refused:
        return wrong
    return against("MON-C12", tr("{name} has not refused", name=state.name(defender)))


def apply_build_for(state: State, action: BuildFor) -> State:
    """As if the challenged player had built it."""
    target = state.fought.defender.seat
    return _settled(state, target, action.cards or state.players[target].monster)
