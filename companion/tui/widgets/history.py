"""What has happened, oldest first; what was undone stays and is struck out."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widgets import OptionList

from companion.core.texts import later
from companion.session.history import Chronicle, HistoryLine
from companion.tui.widgets.said import Hanging

LISTED: Final = 200
"""So many of the last lines are listed at first; going up to the first lists as many more."""


class History(OptionList):
    """Lists what happened; Enter corrects a line, or all from the marked one to it."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """What is listed changes nothing around the list: no need to lay the screen out anew."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "mark", later("Mark"), show=False, id="history.mark")]

    class Picked(Message):
        """Lines were picked for correction, from the first to the last."""

        def __init__(self, lines: Sequence[HistoryLine], *, marked: bool) -> None:
            self.lines = lines
            self.marked = marked
            super().__init__()

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, markup=False)
        self.lines: Sequence[HistoryLine] = ()
        self._begin = 0  # place of the first line that is listed
        self._mark: int | None = None  # number of the line at which a stretch begins

    def show(self, lines: Sequence[HistoryLine]) -> None:
        """List other lines; a longer history only adds at its end, which is cheap."""
        # Whoever is about to correct a line must not find another one under the hand.
        stay = None
        if self.has_focus and self.lines and self.highlighted is not None:
            stay = self._begin + self.highlighted
        listed = len(self.lines)
        same = _begins(lines, self.lines)
        self.lines = lines
        if stay is not None and stay < len(lines):
            far = len(lines) - self._begin > 3 * LISTED and stay - self._begin > LISTED
            if far or not same:
                self._list_from(stay - LISTED if far else min(self._begin, stay))
            else:
                self.add_options(map(self._row, lines[listed:]))
            self.highlighted = stay - self._begin
            self.call_after_refresh(self.scroll_to_highlight)
            return
        if not same or len(lines) - self._begin > 2 * LISTED:
            self._list_from(max(0, len(lines) - LISTED))
        else:
            self.add_options(map(self._row, lines[listed:]))
        self.highlighted = len(lines) - 1 - self._begin if lines else None
        # Heights are known only once the list was laid out.
        self.call_after_refresh(self.scroll_end, animate=False)

    def retell(self) -> None:
        """Say every line in another language."""
        self._list_from(self._begin)

    def on_resize(self) -> None:
        """Keep the end in sight, unless somebody works on the history."""
        if not self.has_focus:
            self.call_after_refresh(self.scroll_end, animate=False)

    def _list_from(self, begin: int) -> None:
        self._begin = begin
        self.set_options(map(self._row, self.lines[begin:]))

    @property
    def line(self) -> HistoryLine | None:
        """The highlighted line; None while nobody works on the history."""
        if self.highlighted is None or self.screen.focused is not self:
            return None
        place = self._begin + self.highlighted
        return self.lines[place] if place < len(self.lines) else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """List earlier lines as well once somebody has gone up to the first one listed."""
        if event.option_index or not self._begin or not self.has_focus:
            return
        first = self._begin
        self._list_from(max(0, first - LISTED))
        self.highlighted = first - self._begin
        self.call_after_refresh(self.scroll_to_highlight)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Say which lines it is about."""
        event.stop()
        place, mark = self._begin + event.option_index, self._mark
        begin, end = sorted((place, place if mark is None else mark - 1))
        self._set_mark(None)
        self.post_message(self.Picked(self.lines[begin : end + 1], marked=mark is not None))

    def action_mark(self) -> None:
        """Mark the highlighted line as one end of a stretch, or take the mark away."""
        if self.line is not None:
            self._set_mark(None if self._mark == self.line.number else self.line.number)

    def _set_mark(self, number: int | None) -> None:
        old, self._mark = self._mark, number
        for one in {old, number} - {None}:
            place = (one or 0) - 1 - self._begin
            if 0 <= place < self.option_count:
                self.replace_option_prompt_at_index(place, self._row(self.lines[(one or 0) - 1]))

    def _row(self, line: HistoryLine) -> Content:
        return Hanging.assemble("▶ ", _line(line)) if line.number == self._mark else _line(line)


def _begins(lines: Sequence[HistoryLine], shorter: Sequence[HistoryLine]) -> bool:
    """Tell whether a history begins as a shorter one; where that is known, no line is told for it."""
    if len(shorter) > len(lines):
        return False
    if isinstance(lines, Chronicle) and isinstance(shorter, Chronicle):
        return lines.differs_from(shorter) >= len(shorter)
    return tuple(lines[: len(shorter)]) == tuple(shorter)


def _line(line: HistoryLine) -> Content:
    by = line.by
    return Hanging.assemble(
        (f"{line.number:>3} ", "dim"),
        (line.told, "strike dim" if line.undone else ""),
        (f"  {by}" if by else "", "dim"),
    )
