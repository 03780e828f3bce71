"""What players of Pig declare, and what follows: one class a verb."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.core.actions import Roll, Withdraw
from companion.core.findings import YES, Findings, against, stop
from companion.core.seats import Seat
from companion.core.verbs import Verb, Verbs, in_turn
from companion.core.verdict import Note, Question
from companion.games.pig.state import GOAL, LEAST, Low, Stage, State, Zero

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.actions import Action

MOST: Final = 1000  # No total is ever set higher by hand: far above what one turn can bring


@dataclass(frozen=True, slots=True)
class Go(Verb[State]):
    """The player will throw the die (PIG-4)."""

    verb, example, rule = "go", "Ann: go", "PIG-4"
    menu, said = "throw the die", "{who} throws"

    @classmethod
    def choices(cls, state: State) -> Iterator[Action]:
        """The player in turn."""
        yield cls(state.turn)

    def check(self, state: State) -> Findings:
        """In turn, and once a throw."""
        wrong = in_turn(state, self.me, "PIG-1")
        return wrong or (against("PIG-4", "a throw is open") if state.waiting else YES)

    def apply(self, state: State) -> State:
        """The die is awaited."""
        return replace(state, waiting=True)


@dataclass(frozen=True, slots=True)
class Hold(Verb[State]):
    """The player keeps the pot; the next one is in turn (PIG-7)."""

    verb, example, rule = "hold", "Ann: hold", "PIG-7"
    menu = "keep the pot"

    @classmethod
    def choices(cls, state: State) -> Iterator[Action]:
        """The player in turn."""
        yield cls(state.turn)

    def check(self, state: State) -> Findings:
        """In turn, with the die on the table, and a pot worth keeping."""
        if wrong := in_turn(state, self.me, "PIG-1"):
            return wrong
        asked = (Question(self.me, "What did the die show?", "PIG-4", (Roll.verb,)),)
        return (*(asked if state.waiting else YES), *_check_pot(state))

    def apply(self, state: State) -> State:
        """The pot counts."""
        total = state.totals[state.turn] + state.pot
        return _next_turn(state.with_player(state.turn, total))

    def tell(self, before: State, after: State) -> str:
        """With the total, and whether it wins."""
        won = " and wins (PIG-7)" if after.over else ""
        total = after.totals[before.turn]
        return f"{before.name(before.turn)} keeps {before.pot}, {total} in all{won}"


def _check_pot(state: State) -> Findings:
    if not state.pot:
        return against("PIG-2", "the pot is empty")
    if state.pot >= LEAST:
        return YES
    text = f"the pot is {state.pot}, below {LEAST}"
    return (Note("PIG-3", text),) if state.house.low is Low.YES else against("PIG-3", text)


def _next_turn(state: State) -> State:
    """Pass the die clockwise with an empty pot (PIG-1); the winner keeps it (PIG-7)."""
    later = [seat for seat in state.present if seat > state.turn]
    turn = state.turn if state.over else (*later, *state.present, state.turn)[0]
    return replace(state, turn=turn, pot=0, waiting=False)


def leave(state: State, seat: Seat) -> State:
    """Go on without a player, whose throw and pot lapse (X-12)."""
    return _next_turn(state) if seat == state.turn else state


def join(state: State, seat: Seat) -> State | None:
    """Seat one more player, until the first throw is declared (X-13)."""
    if state.waiting or state.pot or state.turn or any(state.totals):
        return None
    return replace(state, players=(*state.players[:seat], 0, *state.players[seat:]))


@dataclass(frozen=True, slots=True)
class TakeBack(Withdraw, Verb[State]):
    """A declared throw is taken back before the die falls (PIG-4)."""

    rule, when, wrong = "PIG-4", frozenset({Stage.THROW}), "no throw was declared"
    menu, said = "do not throw after all", "{who} does not throw after all"

    @classmethod
    def choices(cls, state: State) -> Iterator[Action]:
        """The player in turn."""
        yield Withdraw(state.turn)

    def check(self, state: State) -> Findings:
        """In turn."""
        return in_turn(state, self.me, "PIG-1")

    def apply(self, state: State) -> State:
        """No die is awaited."""
        return replace(state, waiting=False)


@dataclass(frozen=True, slots=True)
class Throw(Roll, Verb[State]):
    """The die lies still; the kernel has seen that it was asked for (X-4)."""

    rule = "PIG-4"

    def apply(self, state: State) -> State:
        """Put the face into the pot; a 1 loses the pot (PIG-5)."""
        if self.dice[0].face == "1":
            return _next_turn(state)
        return replace(state, pot=state.pot + points(state, self.dice[0].face), waiting=False)

    def tell(self, before: State, after: State) -> str:
        """With the pot as it is now."""
        face, name = self.dice[0].face, before.name(before.turn)
        if face == "1":
            return f"{name} rolls a 1 and loses {before.pot} (PIG-5)"
        return f"{name} rolls {face}: the pot is {after.pot}"


def points(state: State, face: str) -> int:
    """Return what a face counts; a printed 0 counts ten or nothing (PIG-6)."""
    if face == "0":
        return 10 if state.house.zero is Zero.TEN else 0
    return int(face)


@dataclass(frozen=True, slots=True)
class Adjust(Verb[State]):
    """The table mends a total that was kept wrong (X-7)."""

    verb, example, rule = "adjust", "table: adjust Ann 12", "X-7"
    said = "The table sets {seat}'s total to {total}"
    near = "{seat} had {total} in all"
    by_table = after_end = True

    seat: Seat
    total: int

    def check(self, state: State) -> Findings:
        """Between two throws, within reason."""
        if state.waiting:
            return stop("X-7", "the die is awaited; mend the total afterwards")
        if not 0 <= self.total <= MOST:
            return stop("X-7", f"a total is 0 to {MOST}")
        return state.check_seat(self.seat, "X-7")

    def apply(self, state: State) -> State:
        """The total stands; who has reached the goal so has won."""
        mended = state.with_player(self.seat, self.total)
        return replace(mended, pot=0) if mended.totals[self.seat] >= GOAL else mended


VERBS: Final = Verbs[State]("Pig", "PIG-7", (Go, Hold, TakeBack, Throw, Adjust))
