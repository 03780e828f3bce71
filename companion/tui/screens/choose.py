"""A dialog with one question and a list of answers: arrows, a number, or type to search."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from companion.core.texts import tr
from companion.tui import choices
from companion.tui.screens.dialog import ListDialog

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

NUMBERED: Final = 9
"""Lists of at most so many answers can be answered with a digit."""

LONGEST: Final = 60
"""Characters of a search; no answer is searched by more."""


class ChooseScreen(ListDialog[int | None]):
    """Asks one question; answers with the place of the chosen label, or None for a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", tr("Back"), id="list.back"),
        Binding("up", "move(-1)", tr("Up"), show=False, priority=True, id="list.up"),
        Binding("down", "move(1)", tr("Down"), show=False, priority=True, id="list.down"),
    ]

    def __init__(
        self,
        question: str,
        labels: tuple[str, ...],
        notes: str = "",
        first: tuple[int, ...] = (),
        likely: int | None = None,
    ) -> None:
        """Ask a question.

        Args:
            question: what is asked.
            labels: the answers.
            notes: what else to know.
            first: places of answers that come first in a list too long for digits: in a short one
                every answer keeps its digit.
            likely: place of the answer that Enter takes when nothing else is chosen.
        """
        super().__init__()
        self.question = question
        self.labels = labels
        self.notes = notes
        self.first = first if len(labels) > NUMBERED else ()
        self.likely = likely
        self.typed = ""
        self._shown: tuple[int, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out question, list and a line about the keys."""
        with Vertical(id="dialog"):
            yield Static(self.question, id="question", markup=False)
            if self.notes:
                yield Static(self.notes, id="notes", markup=False)
            yield OptionList(id="answers", markup=False)
            yield Static("", id="typed", markup=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()
        self.query_one(OptionList).focus()

    def found(self, typed: str) -> tuple[int, ...]:
        """Return the places of the answers that a search leaves, in their order."""
        return choices.matching(self.labels, typed, self.first)

    def _fill(self) -> None:
        self._shown = self.found(self.typed)
        numbered = self._numbered
        answers = self.query_one(OptionList)
        answers.clear_options()
        answers.add_options(
            Option(f"{row}  {self.labels[at]}" if numbered else self.labels[at])
            for row, at in enumerate(self._shown, 1)
        )
        answers.highlighted = self._begin() if self._shown else None
        hint = tr("number or arrows, Enter") if numbered else tr("type to search, arrows, Enter")
        said = (
            tr("search: {typed}▏ {shown} found", typed=self.typed, shown=len(self._shown))
            if self.typed
            else hint
        )
        self.query_one("#typed", Static).update(
            tr("{said} · Esc {way_back}", said=said, way_back=self.way_back)
        )

    def _begin(self) -> int:
        if self.typed or self.likely not in self._shown:
            return 0
        return self._shown.index(self.likely)

    @property
    def way_back(self) -> str:
        """What Esc does, in a word or two: a search is given up first."""
        return tr("ends the search") if self.typed else tr("back")

    @property
    def _numbered(self) -> bool:
        return len(self.labels) <= NUMBERED

    def on_key(self, event: events.Key) -> None:
        """Take digits as answers in short lists, and everything else that prints as a search."""
        if event.key == "backspace":
            self._search(self.typed[:-1])
        elif event.character and event.is_printable:
            typed = self.typed + event.character
            if self._numbered and event.character.isdecimal() and not self._goes_on(typed):
                self._answer(int(event.character) - 1)
            elif event.character != " " or self.typed:
                self._search(typed)
        else:
            return
        event.stop()

    def _goes_on(self, typed: str) -> bool:
        """Tell whether a digit belongs to the search: to a card's id, once its letter is typed."""
        return bool(self.typed and self.found(typed))

    def on_paste(self, event: events.Paste) -> None:
        """Search for what was pasted, as far as anybody would type it."""
        event.stop()
        line = next(iter(event.text[: choices.PASTED].split("\n")), "")[:LONGEST]
        self._search("".join(one for one in self.typed + line if one.isprintable())[:LONGEST])

    def _search(self, typed: str) -> None:
        self.typed = typed[:LONGEST]
        self._fill()

    def _answer(self, row: int) -> None:
        if 0 <= row < len(self._shown):
            self.dismiss(self._shown[row])

    def action_cancel(self) -> None:
        """End the search, or go back without an answer."""
        if self.typed:
            self._search("")
        else:
            self.dismiss(None)
