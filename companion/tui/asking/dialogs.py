"""Dialogs: a question with a list of answers, or with a line to type; and several in a row."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Final, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static

from companion.core.texts import later, tr
from companion.tui import keymap
from companion.tui.asking import choices
from companion.tui.key_order import Passed
from companion.tui.theme import WIDTHS
from companion.tui.widgets.said import Hanging

T = TypeVar("T")

MAX_LENGTH: Final = 400
"""Characters of a line to type."""

NUMBERED: Final = 9
"""Lists of at most so many answers can be answered with a digit."""

LONGEST: Final = 200
"""Characters of a search, or of cards' ids one after the other; nobody types more."""

FIRST: Final = -1
"""Stands for whichever answer of a list comes first; see `ChooseScreen`."""

SEVERAL: Final = -1
"""The answer of a `PickScreen` when several entries were pasted: they stand in `pasted`."""


def hidden(keys: str, action: str, text: str, name: str) -> Binding:
    """Return a key that the line of keys leaves out, and that comes before those of what has the focus."""
    return Binding(keys, action, text, show=False, priority=True, id=name)


def up_and_down(place: str) -> tuple[Binding, Binding]:
    """Return the keys that move through a list which may not have the focus."""
    return (
        hidden("up", "move(-1)", tr("Up"), f"{place}.up"),
        hidden("down", "move(1)", tr("Down"), f"{place}.down"),
    )


def next_and_previous(place: str, more: str, fewer: str) -> tuple[Binding, Binding]:
    """Return the keys that turn pages: these, besides Tab and `]`, Shift+Tab and `[`."""
    on, back = f"tab,right_square_bracket,{more}", f"shift+tab,left_square_bracket,{fewer}"
    return (
        Binding(on, "turn(1)", tr("Next"), priority=True, id=f"{place}.next"),
        Binding(back, "turn(-1)", tr("Previous"), priority=True, id=f"{place}.previous"),
    )


class Talk:
    """Conversations of a screen: several dialogs in a row, one conversation at a time.

    Args:
        screen: the screen that asks.
    """

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self._busy = False
        self._working = False
        self._dialog: Screen[Any] | None = None
        self.after: Callable[[], None] = lambda: None  # called when a conversation has ended

    @property
    def idle(self) -> bool:
        """Whether a conversation may begin: there is none, and nothing lies over the screen."""
        return not self._busy and self._screen.is_current

    @property
    def opening(self) -> bool:
        """Whether a dialog is on its way, for which keys are kept."""
        return self._busy and not self._working and self._dialog not in self._screen.app.screen_stack

    def hold(self, talk: Callable[[], Awaitable[None]]) -> None:
        """Begin a conversation, unless there is one: a key pressed twice opens one dialog."""
        if not self._busy:
            self._busy = True
            self._screen.run_worker(self._until_the_end(talk), group="talk")

    async def _until_the_end(self, talk: Callable[[], Awaitable[None]]) -> None:
        try:
            await talk()
        finally:
            self._busy = False
            self._screen.app.post_message(Passed())
        self.after()

    async def ask(self, dialog: Screen[T]) -> T:
        """Open a dialog within a conversation and return its answer."""
        self._dialog = dialog
        return cast("T", await self._screen.app.push_screen_wait(dialog))

    async def work(self, step: Callable[[], T]) -> T:
        """Let something slow be done in a thread of its own; keys go on meanwhile."""
        self._working = True
        self._screen.app.post_message(Passed())
        try:
            # A step that waits for a free thread is done all the same when people leave the screen.
            return await asyncio.shield(asyncio.to_thread(step))
        finally:
            self._working = False

    def key(self, name: str, first: str) -> str:
        """Return the key of an action as it is now; see `keymap.now`."""
        return keymap.now(self._screen.app, name, first)


class Dialog(ModalScreen[T]):
    """A screen over the table that gives an answer: a question, what else to know, and a way to say it."""

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (12, "-enough")]  # noqa: RUF012 - Textual declares it so

    frame: ClassVar[str] = "dialog"
    question = ""
    notes = ""

    def compose(self) -> ComposeResult:
        """Lay out the question, the notes and what is below them."""
        with Vertical(id=self.frame):
            yield Static(self.question, id="question", markup=False)
            if self.notes:
                yield Static(self.notes, id="notes", markup=False)
            yield from self.compose_below()

    def stand_beside(self) -> None:
        """Stand beside a board, which people look at as they answer."""
        self.set_class(hasattr(self.app.screen_stack[-2], "board"), "-beside")

    def compose_below(self) -> ComposeResult:
        """Lay out what answers the question; the last line is about the keys."""
        yield Static("", id="typed", markup=False)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close with an answer; once it is closed, further keys do nothing.

        Textual would take the screen below off instead: the table, or the last one there is.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def action_cancel(self) -> None:
        """Go back without an answer."""
        self.dismiss(None)

    def action_move(self, step: int) -> None:
        """Move the highlight of the list, which need not have the focus."""
        answers = self.query_one(OptionList)
        (answers.action_cursor_down if step > 0 else answers.action_cursor_up)()


class ListDialog(Dialog[T]):
    """A dialog with one list; the list keeps the focus, so typing never has to leave it."""

    def compose_below(self) -> ComposeResult:
        """Lay out the list and a line about the keys."""
        yield OptionList(id="answers", markup=False)
        yield from super().compose_below()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the highlighted row."""
        event.stop()
        self._answer(event.option_index)

    def _answer(self, row: int) -> None:
        """Close with the answer of a row."""
        raise NotImplementedError


class Line(Input):
    """A line that takes as much of a pasted text as has room, where Textual's takes nothing."""

    def on_paste(self, event: events.Paste) -> None:
        """Take the first line, without what does not show."""
        event.stop()
        event.prevent_default()
        first = next(iter(event.text[: 4 * MAX_LENGTH].splitlines()), "")
        text = "".join(one for one in first.replace("\t", " ") if one.isprintable())
        room = MAX_LENGTH - len(self.value) + len(self.selected_text)
        self.replace(text[: max(0, room)], *self.selection)


class AskScreen(Dialog[str | None]):
    """Asks for a line of text; None is a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", later("Back"), id="ask.back"),
        Binding("f2", "whole", later("Whole line"), show=False, id="ask.whole"),
    ]

    def __init__(self, question: str, text: str = "", notes: str = "", *, part: bool = False) -> None:
        """Ask for a line, with a text in it; `part`: a part of what could be typed whole."""
        super().__init__()
        self.question = question
        self.text = text
        self.notes = notes
        self.part = part
        self.whole_wanted = False

    def compose_below(self) -> ComposeResult:
        """Lay out the line, and the keys below it."""
        yield Line(self.text, id="line", max_length=MAX_LENGTH, select_on_focus=self.part)
        yield from self.compose_keys()

    def compose_keys(self) -> ComposeResult:
        """Lay out what stands below the line."""
        key = keymap.now(self.app, "ask.whole", "F2")
        whole = tr(" · {key} type the whole line", key=key) if self.part else ""
        yield Static(tr("Enter takes it · Esc back{whole}", whole=whole), id="typed", markup=False)

    def on_mount(self) -> None:
        """Put the cursor behind what is there; an example is typed over."""
        self.stand_beside()
        line = self.query_one(Input)
        line.focus()
        if not self.part:
            line.action_end()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the line."""
        event.stop()
        self.dismiss(event.value)

    def action_whole(self) -> None:
        """Ask to type everything in one line."""
        if self.part:
            self.whole_wanted = True
            self.dismiss(None)


class ChooseScreen(ListDialog[int | None]):
    """Asks one question; answers with the place of the chosen label, or None for a way back."""

    ids: tuple[str, ...] = ()  # of the cards that may be typed one after the other

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", later("Back"), id="list.back"),
        *up_and_down("list"),
    ]

    def __init__(
        self,
        question: str,
        labels: tuple[str, ...],
        notes: str = "",
        first: tuple[int, ...] = (),
        likely: int | None = FIRST,
        keys: tuple[str, ...] = (),
    ) -> None:
        """Ask a question.

        Args:
            question: what is asked.
            labels: the answers.
            notes: what else to know.
            first: places of answers that come first in a list too long for digits: in a short one
                every answer keeps its digit.
            likely: place of the answer that Enter takes when nothing else is chosen; None for none.
            keys: a digit for each answer, such as the players' own; else they are counted.
        """
        super().__init__()
        self.question = question
        self.labels = labels
        self.notes = notes
        counted = tuple(map(str, range(1, len(labels) + 1)))
        self.keys = keys or (counted if len(labels) <= NUMBERED else ())
        self.numbered = bool(self.keys)
        self.first = () if self.numbered else first
        self.likely = likely
        self.typed = ""
        self._shown: tuple[int, ...] = ()

    def on_mount(self) -> None:
        """Fill the list; it stands beside a board, which people look at as they choose."""
        self.stand_beside()
        self._fill()
        self.query_one(OptionList).focus()

    def found(self, typed: str) -> tuple[int, ...]:
        """Return the places of the answers that a search leaves, in their order."""
        return choices.matching(self.labels, typed, self.first)

    def spells(self, typed: str) -> tuple[str, ...]:
        """Return the cards whose ids stand one after the other, where there may be several."""
        found, rest = choices.spelled(typed, self.ids)
        return () if rest else found

    def _fill(self) -> None:
        self._shown = self.found(self.typed)
        answers = self.query_one(OptionList)
        answers.clear_options().add_options(
            Hanging(f"{self.keys[at]}  {self.labels[at]}") if self.numbered else self.labels[at] for at in self._shown
        )
        likely = next(iter(self._shown), None) if self.typed or self.likely == FIRST else self.likely
        answers.highlighted = None if likely is None else self._shown.index(likely)
        if self.typed:
            said = tr("search: {typed}▏ {shown} found", typed=self.typed, shown=len(self._shown))
        elif self.numbered:
            said = tr("number or arrows, Enter")
        else:
            said = tr("type to search, arrows, Enter")
        way_back = tr("ends the search") if self.typed else tr("back")
        self.query_one("#typed", Static).update(tr("{said} · Esc {way_back}", said=said, way_back=way_back))

    def on_key(self, event: events.Key) -> None:
        """Take digits as answers in short lists, and everything else that prints as a search."""
        if event.key == "backspace":
            self._search(self.typed[:-1])
        elif event.character and event.is_printable:
            typed = self.typed + event.character
            # A digit belongs to the search where a card's id goes on with it.
            goes_on = self.typed and (self.found(typed) or self.spells(typed))
            if self.numbered and event.character.isdecimal() and not goes_on:
                named = (self.keys[at] == event.character for at in self._shown)
                self._answer(next((row for row, same in enumerate(named) if same), -1))
            elif event.character != " " or self.typed:
                self._search(typed)
        else:
            return
        event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """Search for what was pasted, as far as anybody would type it."""
        event.stop()
        line = next(iter(event.text[: choices.PASTED].split("\n")), "")[:LONGEST]
        self._search("".join(one for one in self.typed + line if one.isprintable()))

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
            super().action_cancel()


class PickScreen(ChooseScreen):
    """Asks for one entry; several are pasted with commas, lines or blanks, or typed: `i3r12p1`."""

    pasted: str = ""  # what was pasted or typed, when the answer is `SEVERAL`

    def _fill(self) -> None:
        super()._fill()
        if not self._shown and (several := self.spells(self.typed)):
            answers = self.query_one(OptionList).add_option(", ".join(several))
            answers.highlighted = 0

    def _answer(self, row: int) -> None:
        if self._shown:
            super()._answer(row)
        elif self.spells(self.typed):
            self.pasted = self.typed
            self.dismiss(SEVERAL)

    def on_paste(self, event: events.Paste) -> None:
        """Answer with the whole text when it is a list, else search for it."""
        text = event.text[: choices.PASTED].strip()
        if choices.is_list(text):
            event.stop()
            event.prevent_default()
            self.pasted = text
            self.dismiss(SEVERAL)
