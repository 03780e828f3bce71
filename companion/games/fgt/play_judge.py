"""Who takes the Arena (FGT-A)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.texts import tr
from companion.games.fgt.flow import award
from companion.games.fgt.judge import Lead, as_said, judged_by_people, lead, living
from companion.games.fgt.state import Stage, State
from companion.games.fgt.table import stage_text

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.fgt.actions import NobodyWins, Winner


def check_winner(state: State, action: Winner) -> Findings:
    """FGT-A1 to A3: who wins under the condition; where only people can tell, they say it."""
    if state.stage is not Stage.JUDGE:
        return stop("FGT-A1", tr("no Arena is decided; {now}", now=stage_text(state.stage)))
    if not action.seats or len(set(action.seats)) != len(action.seats):
        return stop("FGT-A1", tr("say who wins, each once"))
    if not state.has_seats(*action.seats):
        return nobody_there("FGT-A1")
    for seat in action.seats:
        findings = _check_fights(state, seat)
        if findings:
            return findings
    best = lead(state)
    return YES if best is None else _check_best(best, action.seats)


def _check_fights(state: State, seat: Seat) -> Findings:
    main = state.players[seat].main
    if main is None:
        return against(
            "FGT-P7", tr("{name} has played nothing and cannot win", name=state.name(seat))
        )
    if not main.alive:
        return against(
            "FGT-A1", tr("{name}'s Main was killed, and only the living win", name=state.name(seat))
        )
    return YES


def _check_best(best: Lead, seats: tuple[Seat, ...]) -> Findings:
    if set(seats) in ({best.seat}, set(best.tied)):
        return YES
    return against("FGT-A2" if set(seats) <= set(best.tied) else "FGT-A1", best.why)


def apply_winner(state: State, action: Winner) -> State:
    """The winner takes the Arena; of several it is the closest to the first player (FGT-A2)."""
    best = lead(state)
    if best is not None and set(action.seats) in ({best.seat}, set(best.tied)):
        return award(state, best, best.why, best.rule)
    said = as_said(state, action.seats)
    by_ruling = not judged_by_people(state) or any(s not in living(state) for s in action.seats)
    if by_ruling:
        return award(state, said, tr("{name} wins by ruling", name=state.name(said.seat)), "X-7")
    return award(state, said, said.why, said.rule)


def check_nobody(state: State, _action: NobodyWins) -> Findings:
    """FGT-A4: all players may lose."""
    if state.stage is not Stage.JUDGE:
        return stop("FGT-A4", tr("no Arena is decided; {now}", now=stage_text(state.stage)))
    best = lead(state)
    return against("FGT-A1", best.why) if best is not None else YES


def apply_nobody(state: State, _action: NobodyWins) -> State:
    """The Arena is set aside."""
    if lead(state) is not None:
        return award(state, None, tr("nobody wins, by ruling"), "X-7")
    why = tr("the table says that nobody wins") if living(state) else tr("no Main fights any more")
    return award(state, None, why, "FGT-A4")
