"""Checking an action and carrying it out, one deed a class of action."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.actions import Action, Roll, Withdraw
from companion.core.deeds import Deed, Deeds, by_seat, does
from companion.core.findings import YES, Findings, against, stop
from companion.core.verdict import Note, Question
from companion.games.pig.actions import Adjust, Go, Hold
from companion.games.pig.flow import next_turn
from companion.games.pig.house import Low
from companion.games.pig.state import GOAL, LEAST, State
from companion.games.pig.table import points, with_total

if TYPE_CHECKING:
    from companion.core.seats import Seat

MOST: Final = 1000
"""No total is ever set higher by hand: far above what one turn can bring."""


def check(state: State, action: Action) -> Findings:
    """Say what stands against an action."""
    return DEEDS.check(state, action, len(state.names))


def apply(state: State, action: Action) -> State:
    """Carry out an action that was checked, or forced by the table."""
    return DEEDS.apply(state, action)


def _in_turn(state: State, seat: Seat) -> Findings:
    if state.over:
        return stop("PIG-7", "the game is over")
    return YES if seat == state.turn else stop("PIG-1", f"it is {state.names[state.turn]}'s turn")


def _check_go(state: State, seat: Seat) -> Findings:
    findings = _in_turn(state, seat)
    return findings or (against("PIG-4", "a throw is open") if state.waiting else YES)


def _check_hold(state: State, seat: Seat) -> Findings:
    findings = _in_turn(state, seat)
    if findings:
        return findings
    asked = (Question(seat, "What did the die show?", "PIG-4", (Roll.verb,)),)
    return (*(asked if state.waiting else YES), *_pot(state))


def _pot(state: State) -> Findings:
    if not state.pot:
        return against("PIG-2", "the pot is empty")
    if state.pot >= LEAST:
        return YES
    text = f"the pot is {state.pot}, below {LEAST}"
    return (Note("PIG-3", text),) if state.house.low is Low.YES else against("PIG-3", text)


def _check_withdraw(state: State, seat: Seat) -> Findings:
    findings = _in_turn(state, seat)
    return findings or (YES if state.waiting else stop("PIG-4", "no throw was declared"))


def _check_roll(state: State, action: Roll, seat: Seat) -> Findings:
    """Dice that answer the open request always count: the kernel has seen that they do (X-4)."""
    del state, action, seat
    return YES


def _check_adjust(state: State, action: Adjust, seat: Seat) -> Findings:
    del seat
    if state.waiting:
        return stop("X-7", "the die is awaited; mend the total afterwards")
    if not 0 <= action.seat < len(state.names):
        return stop("X-7", "nobody sits there")
    if not 0 <= action.total <= MOST:
        return stop("X-7", f"a total is 0 to {MOST}")
    return YES


def _roll(state: State, action: Roll, _seat: Seat) -> State:
    """Put the face into the pot; a 1 loses the pot (PIG-5)."""
    die = action.dice[0]
    if die.face == "1":
        return next_turn(state)
    return replace(state, pot=state.pot + points(state, die), waiting=False)


def _hold(state: State) -> State:
    kept = with_total(state, state.turn, state.totals[state.turn] + state.pot)
    return next_turn(kept)


def _adjust(state: State, action: Adjust, _seat: Seat) -> State:
    mended = with_total(state, action.seat, action.total)
    return replace(mended, pot=0) if mended.totals[action.seat] >= GOAL else mended


DEEDS: Final[Deeds[State]] = Deeds(
    "Pig",
    seats={
        Go: Deed(by_seat(_check_go), does(lambda state: replace(state, waiting=True))),
        Roll: Deed(_check_roll, _roll),
        Hold: Deed(by_seat(_check_hold), does(_hold)),
        Withdraw: Deed(by_seat(_check_withdraw), does(lambda state: replace(state, waiting=False))),
    },
    table={Adjust: Deed(_check_adjust, _adjust)},
)
