"""A live table as the screens see it: what to show, what to say, and the dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.actions import Action
    from companion.core.dice import DieFace, RollRequest
    from companion.core.game import Game, Option, View
    from companion.core.rulebook import Rulebook
    from companion.core.score import ScoreSheet, Standing
    from companion.core.seats import Seat
    from companion.core.verdict import Question, Verdict
    from companion.rolls.decisions import Ask
    from companion.rolls.readings import RollReading
    from companion.tui.widgets.history import Happened
    from companion.tui.widgets.lamp import Lamp
    from companion.tui.widgets.picture import Pixels

    ActorOf = Callable[[type[Action]], Seat | None]
    """Who is meant when nobody is named, for a class of action."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What correcting an earlier action would do.

    Attributes:
        action: the amend that does it.
        drops: what would no longer fit and goes, for people.
        verdict: whether it may be done.
    """

    action: Action
    drops: tuple[str, ...]
    verdict: Verdict


class Live(Protocol):
    """One open table.

    What changes it returns the verdict and, when that is a yes, has already written to the journal.
    """

    @property
    def game(self) -> Game[Any]:
        """The rules."""

    @property
    def rulebook(self) -> Rulebook:
        """The rules' texts."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Names, clockwise."""

    def view(self) -> View:
        """Return what everybody may see."""

    def options(self) -> tuple[Option, ...]:
        """Return what may be declared."""

    def pending(self) -> RollRequest | Question | None:
        """Return what the game waits for."""

    def history(self) -> tuple[Happened, ...]:
        """Return what happened, undone lines included."""

    def score(self) -> ScoreSheet:
        """Return the score sheet."""

    def standing(self) -> Standing:
        """Return the ranking."""

    def check(self, action: Action) -> Verdict:
        """Say whether an action may be declared."""

    def declare(self, action: Action) -> Verdict:
        """Declare an action."""

    def read(self, text: str, actor: ActorOf | None = None) -> Action:
        """Read what was typed, in the record's grammar; raises `CompanionError`."""

    def write(self, action: Action) -> str:
        """Write an action as a line of the record."""

    def usage(self, verb: str) -> str:
        """Say how a verb is written."""

    def allow(self, action: Action, verdict: Verdict, note: str) -> Verdict:
        """Let the table overrule a verdict: log the ruling and the action."""

    def correct(self, number: int, replacement: Action) -> Correction:
        """Plan a correction; declaring its action carries it out."""

    # -- dice ---------------------------------------------------------------------------------

    @property
    def armed(self) -> RollRequest | None:
        """The open request, when dice are awaited."""

    @property
    def asking(self) -> Ask | None:
        """The reading that people must settle."""

    @property
    def early(self) -> RollReading | None:
        """The roll that could be claimed."""

    def type_roll(self, text: str) -> str:
        """Enter dice from the keyboard; return what was taken or why not."""

    def confirm(self, faces: tuple[DieFace, ...]) -> str:
        """Settle the reading in question; return what was taken or why not."""

    def claim(self) -> str:
        """Take up the early roll; return what was taken or why not."""

    def void(self) -> str:
        """Drop the roll in question or held; return what was done."""

    def lamp(self) -> Lamp:
        """Return the state of the dice source."""

    def picture(self) -> Pixels | None:
        """Return the newest picture or crop, when there is a camera."""

    # -- life ---------------------------------------------------------------------------------

    def start(self, changed: Callable[[], None]) -> None:
        """Begin to read dice; `changed` is called from any thread after every change."""

    def close(self) -> None:
        """Stop the sources and leave the journal in order."""
