"""A line in the record's words, with what it may go on with below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from companion.core.texts import tr
from companion.tui.screens.ask import MAX_LENGTH, AskScreen, Line

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from companion.tui.typeahead import Offer, TypeAhead


class DeclareLineScreen(AskScreen):
    """Asks for a line; Tab takes the word that is offered, Enter says the line as it stands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "take", tr("Take the word"), priority=True, id="ask.take"),
        Binding("up", "move(-1)", tr("Up"), show=False, priority=True, id="ask.up"),
        Binding("down", "move(1)", tr("Down"), show=False, priority=True, id="ask.down"),
    ]

    def __init__(self, question: str, text: str, notes: str, ahead: TypeAhead) -> None:
        """Ask for a line.

        Args:
            question: what is asked.
            text: what stands in the line at first.
            notes: what else to know.
            ahead: knows what may follow.
        """
        super().__init__(question, text, notes)
        self.ahead = ahead
        self.offers: tuple[Offer, ...] = ()
        self._chosen = False

    def compose(self) -> ComposeResult:
        """Lay out question, notes, the line and the list below it."""
        with Vertical(id="dialog"):
            yield Static(self.question, id="question", markup=False)
            if self.notes:
                yield Static(self.notes, id="notes", markup=False)
            yield Line(self.text, id="line", max_length=MAX_LENGTH, select_on_focus=False)
            yield OptionList(id="ahead", markup=False)
            yield Static(
                tr("Tab or ↓ takes a word · Enter says the line · Esc back"),
                id="typed",
                markup=False,
            )

    def on_mount(self) -> None:
        """Begin to type."""
        super().on_mount()
        self._offer()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Offer what may follow."""
        event.stop()
        self._offer()

    def _offer(self) -> None:
        line = self.query_one(Input)
        self._chosen = False
        self.offers = self.ahead.offers(line.value) if line.cursor_at_end else ()
        listed = self.query_one("#ahead", OptionList)
        listed.clear_options()
        listed.add_options(Option(offer.label) for offer in self.offers)
        listed.highlighted = 0 if self.offers else None
        listed.display = bool(self.offers)

    def action_move(self, step: int) -> None:
        """Choose another word of the list while the line keeps the focus."""
        listed = self.query_one("#ahead", OptionList)
        if not self.offers:
            return
        if not self._chosen and step > 0:
            self._chosen = True  # the first one is in hand already
        elif step > 0:
            listed.action_cursor_down()
        else:
            self._chosen = True
            listed.action_cursor_up()

    def action_take(self) -> None:
        """Put the word in hand into the line."""
        at = self.query_one("#ahead", OptionList).highlighted
        if at is not None and at < len(self.offers):
            line = self.query_one(Input)
            line.value = self.ahead.completed(line.value, self.offers[at])
            line.action_end()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a word by the mouse."""
        event.stop()
        self.action_take()
        self.query_one(Input).focus()

    def submit(self, line: str) -> None:
        """Answer with the line; who chose a word by the arrows takes that first."""
        if self._chosen:
            self.action_take()
        else:
            super().submit(line)
