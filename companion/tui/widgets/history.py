"""What has happened, oldest first; what was undone stays and is struck out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option as Row

from companion.session.chronicle import Chronicle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.session.history import HistoryLine


class History(OptionList):
    """Lists what happened; Enter on a line corrects it."""

    class Picked(Message):
        """A line was picked for correction."""

        def __init__(self, line: HistoryLine) -> None:
            self.line = line
            super().__init__()

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, markup=False)
        self.lines: Sequence[HistoryLine] = ()

    def show(self, lines: Sequence[HistoryLine]) -> None:
        """List other lines; a longer history only adds at its end, which is cheap."""
        # Whoever is about to correct a line must not find another one under the hand.
        stay = self.highlighted if self.has_focus and self.lines else None
        same = _begins(lines, self.lines)
        if not same:
            self.clear_options()
        self.add_options(Row(_line(line)) for line in (lines[len(self.lines) :] if same else lines))
        self.lines = lines
        if stay is not None and stay < len(lines):
            self.highlighted = stay
            self.call_after_refresh(self.scroll_to_highlight)
            return
        self.highlighted = len(lines) - 1 if lines else None
        # Heights are known only once the list was laid out.
        self.call_after_refresh(self.scroll_end, animate=False)

    @property
    def line(self) -> HistoryLine | None:
        """The highlighted line; None while nobody works on the history."""
        if not self.has_focus or self.highlighted is None or self.highlighted >= len(self.lines):
            return None
        return self.lines[self.highlighted]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Say which line it was."""
        event.stop()
        self.post_message(self.Picked(self.lines[event.option_index]))


def _begins(lines: Sequence[HistoryLine], shorter: Sequence[HistoryLine]) -> bool:
    """Tell whether a history begins as a shorter one; where that is known, no line is told for it."""
    if len(shorter) > len(lines):
        return False
    if isinstance(lines, Chronicle) and isinstance(shorter, Chronicle):
        return lines.differs_from(shorter) >= len(shorter)
    return tuple(lines[: len(shorter)]) == tuple(shorter)


def by_what(line: HistoryLine) -> str:
    """Say how a roll was read: `camera 99.8%`; nothing for what people said themselves."""
    if line.source in {"", "manual", "replay"}:
        return ""
    return line.source if line.confidence is None else f"{line.source} {line.confidence:.1%}"


def _line(line: HistoryLine) -> Content:
    by = by_what(line)
    return Content.assemble(
        (f"{line.number:>3} ", "dim"),
        (line.told, "strike dim" if line.undone else ""),
        (f"  {by}" if by else "", "dim"),
    )
