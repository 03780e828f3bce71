"""The only vocabulary: what somebody at the table declared, or what the dice showed.

This module has the base and the verbs that every game shares; each game adds its own. The log of
actions is the only truth: a state is its fold, so replay, undo, correction, records and crash
recovery are one mechanism.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.dice import DieFace
from companion.core.seats import Seat
from companion.core.words import argument


@dataclass(frozen=True, slots=True)
class Action:
    """Somebody declared something."""

    verb: ClassVar[str]
    example: ClassVar[str]
    costly: ClassVar[bool] = False  # destroys, discards, says what only people know: no mere Enter

    actor: Seat | None  # the seat that acts; None is the whole table


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """The dice asked for lie still and show these faces."""

    verb: ClassVar[str] = "roll"
    example: ClassVar[str] = "Ann: roll d10=7"

    dice: tuple[DieFace, ...]


@dataclass(frozen=True, slots=True)
class Claim(Roll):
    """A roll made before it was asked for is taken up as the answer."""

    verb: ClassVar[str] = "claim"
    example: ClassVar[str] = "Ann: claim d10=7"


@dataclass(frozen=True, slots=True)
class Void(Action):
    """A cocked or lost die, or a reading that was undone, does not count; the roll stays open."""

    verb: ClassVar[str] = "void"
    example: ClassVar[str] = "Ann: void d10"

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """A declared action is taken back before its roll."""

    verb: ClassVar[str] = "withdraw"
    example: ClassVar[str] = "Ann: withdraw"


@dataclass(frozen=True, slots=True)
class Undo(Action):
    """The last change to the game is taken back; its dice are kept (undo is no re-roll)."""

    verb: ClassVar[str] = "undo"
    example: ClassVar[str] = "table: undo"


@dataclass(frozen=True, slots=True)
class Redo(Action):
    """What was undone last is done again."""

    verb: ClassVar[str] = "redo"
    example: ClassVar[str] = "table: redo"


@dataclass(frozen=True, slots=True)
class Amend(Action):
    """Others stand in the place of an earlier action, or none; what no longer fits is dropped (X-15)."""

    verb: ClassVar[str] = "amend"
    example: ClassVar[str] = 'table: amend 12 "Ann: roll d10=1" drop 13 14'

    number: int  # the action that is corrected, with what an earlier correction put behind it
    replacement: Action | None  # what stands in its place; None takes it out
    # later actions that go, by number
    drops: tuple[int, ...] = argument(keyword="drop", default=())
    # what comes behind the replacement, in order
    then: tuple[Action, ...] = argument(keyword="then", default=())

    @property
    def entries(self) -> tuple[Action, ...]:
        """What stands in the place of the corrected action, in order."""
        return self.then if self.replacement is None else (self.replacement, *self.then)


@dataclass(frozen=True, slots=True)
class Ruling(Action):
    """The table overrules a verdict: the very next action is allowed in spite of these rules."""

    verb: ClassVar[str] = "ruling"
    example: ClassVar[str] = 'table: ruling RSF-F3 allow "agreed before the game"'

    rules: tuple[str, ...]
    note: str = argument(keyword="allow")


@dataclass(frozen=True, slots=True)
class SetSwitch(Action):
    """A house rule changes from here on."""

    verb: ClassVar[str] = "switch"
    example: ClassVar[str] = "table: switch rsf.zero_face zero"

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Lighten(Action):
    """From here on the table plays in light depth: people add up, cards are no longer named."""

    verb: ClassVar[str] = "light"
    example: ClassVar[str] = "table: light"


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """A player goes home: the cards and dice leave the game, and turns pass over the seat."""

    verb: ClassVar[str] = "leave"
    example: ClassVar[str] = "table: leave Ben"

    seat: Seat


@dataclass(frozen=True, slots=True)
class Join(Action):
    """One more player sits down, last or after somebody, while the game is set up."""

    verb: ClassVar[str] = "join"
    example: ClassVar[str] = "table: join Cleo after Ann"

    name: str
    after: Seat | None = argument(keyword="after", default=None)


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """The table ends the game before its end; nobody wins that the rules did not name already."""

    verb: ClassVar[str] = "call-off"
    example: ClassVar[str] = 'table: call-off "it is late"'

    why: str


@dataclass(frozen=True, slots=True)
class NewCard(Action):
    """A card that the list does not have gets into it, with what is printed on it."""

    verb: ClassVar[str] = "new-card"
    example: ClassVar[str] = "table: new-card card \"{ id = 'R99', name = 'Claw' }\""

    sort: str  # which table of the list, such as `card`
    card: str  # what is printed, as one TOML inline table with the keys of the list


KERNEL_ACTIONS: tuple[type[Action], ...] = (
    *(Ruling, SetSwitch, Lighten, Void),
    *(Leave, Join, CallOff, NewCard),
)
"""Effective actions that the kernel carries out by itself: no move of the game, and they use up no
ruling for the next one."""

LogAction = Undo | Redo | Ruling | SetSwitch | Lighten | Void | Leave | Join | CallOff | NewCard
"""What the log itself checks; of a correction it checks far more."""

LOG_ACTIONS: tuple[type[Action], ...] = (Undo, Redo, Amend, *KERNEL_ACTIONS)
"""Verbs that work on the log itself and mean the same in every game."""

SHARED_ACTIONS: tuple[type[Action], ...] = (Roll, Claim, *LOG_ACTIONS)
"""Verbs that every game understands; `withdraw` is listed by the games that have it."""
