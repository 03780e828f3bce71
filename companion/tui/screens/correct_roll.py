"""A dialog that asks what a roll really showed: type it, or pick what it was likely taken for."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from companion.core.dice import DieFace, DieSpec, RollRequest
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.rolls.typed import UnreadableRollError, typed_faces
from companion.tui import roll_words
from companion.tui.screens.dialog import ListDialog
from companion.tui.spelling import press

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from companion.core.actions import Roll
    from companion.session.history import HistoryLine

NUMBERED: Final = 9
"""So many outcomes of several dice have a digit of their own."""


class CorrectRollScreen(ListDialog[tuple[DieFace, ...] | None]):
    """Asks for the faces of a roll; None is a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", tr("Back"), id="mend.back"),
        Binding("up", "move(-1)", tr("Up"), show=False, priority=True, id="mend.up"),
        Binding("down", "move(1)", tr("Down"), show=False, priority=True, id="mend.down"),
    ]

    def __init__(
        self,
        line: HistoryLine,
        roll: Roll,
        instead: tuple[tuple[DieFace, ...], ...],
    ) -> None:
        """Ask about a line.

        Args:
            line: of the history.
            roll: what it says.
            instead: what it may have shown, likeliest first.
        """
        super().__init__()
        self.line = line
        self.roll = roll
        self.instead = instead
        self.request = _as_request(roll)
        self.typed = ""

    def compose(self) -> ComposeResult:
        """Lay out question, outcomes and a line about the keys."""
        with Vertical(id="dialog"):
            question = tr("Line {number}: what did the dice show?", number=self.line.number)
            yield Static(question, id="question", markup=False)
            yield Static(tr("It says: {told}", told=self.line.told), id="notes", markup=False)
            yield OptionList(id="answers", markup=False)
            yield Static("", id="typed", markup=False)

    def on_mount(self) -> None:
        """List what it may have been."""
        answers = self.query_one(OptionList)
        single = self.single
        for row, dice in enumerate(self.instead, 1):
            text = roll_words.told_apart(dice, self.roll.dice)
            number = "" if single or row > NUMBERED else f"{row}"
            often = tr("  most likely") if row == 1 else ""
            answers.add_option(Option(f"{number:>2} {text}{often}"))
        answers.highlighted = 0 if self.instead else None
        answers.focus()
        self._show_typed()

    @property
    def single(self) -> bool:
        """Whether one key says the whole roll."""
        return roll_words.one_keystroke(self.request)

    def _show_typed(self, problem: str = "") -> None:
        how = roll_words.mend_how(self.request, self.typed, len(self.instead))
        self.query_one("#typed", Static).update("\n".join(part for part in (problem, how) if part))

    def on_key(self, event: events.Key) -> None:
        """Take faces; of several dice digits choose until a blank begins to type them."""
        character = event.character or ""
        if not self.single and not self.typed and character.isdecimal():
            event.stop()
            self._answer(int(character) - 1)
            return
        after = press(self.request, self.typed, event.key, character, doubtful=True)
        if after is None:
            return
        event.stop()
        self.typed = "" if after.entered else after.text
        if after.entered:
            self._enter(after.text)
        else:
            self._show_typed()

    def _enter(self, text: str) -> None:
        try:
            dice = typed_faces(text, self.request)
        except UnreadableRollError as error:
            self._show_typed(str(error))
            return
        if dice:
            self.dismiss(dice)

    def _answer(self, row: int) -> None:
        if 0 <= row < len(self.instead):
            self.dismiss(self.instead[row])

    def action_cancel(self) -> None:
        """Go back."""
        self.dismiss(None)


def _as_request(roll: Roll) -> RollRequest:
    """Ask for the same dice again, in the roll's order."""
    specs: list[DieSpec] = []
    for die in roll.dice:
        if specs and specs[-1].kind == die.kind:
            specs[-1] = DieSpec(die.kind, specs[-1].count + 1)
        else:
            specs.append(DieSpec(die.kind))
    roller = Seat(0) if roll.actor is None else roll.actor
    return RollRequest(roller, tuple(specs), tr("what the dice showed"), "X-10")
