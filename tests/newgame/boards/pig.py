"""The board of Pig: a bar a player, and the pot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from companion.games.pig.view import PigView
from companion.tui.boards.base import Board, plain_label
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.core.game import View
    from companion.core.seats import Seat

_BAR: Final = 30
_NAME: Final = 12


class PigBoard(Board):
    """Draws a `PigView`."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: PigView | None = None

    def show(self, view: View) -> None:
        """Draw another view; anything but a `PigView` is a mistake of the program."""
        if not isinstance(view, PigView):
            raise TypeError(f"the board of Pig cannot draw {type(view).__name__}")
        self._view = view
        self.refresh()

    def render(self) -> Content:
        """Draw the table at the size there is."""
        if self._view is None:
            return Content("")
        across, down = self.content_size
        canvas = Canvas(max(1, across), max(1, down))
        for row, line in enumerate(_lines(self._view)):
            canvas.put(0, row, line)
        return canvas.content()

    def detail(self) -> list[tuple[str, Content]]:
        """Return the same as one page that can be scrolled."""
        return [] if self._view is None else [("Table", Content("\n".join(_lines(self._view))))]

    def label(self, value: object, actor: Seat | None) -> str:
        """Say a value as a record would: there are no cards to name."""
        del actor
        return plain_label(value)


def _lines(view: PigView) -> list[str]:
    lines = []
    for seat, (name, total) in enumerate(zip(view.names, view.totals, strict=True)):
        filled = min(_BAR, total * _BAR // view.goal)
        mark = "▸" if seat == view.turn else " "
        bar = "█" * filled + "·" * (_BAR - filled)
        lines.append(f"{mark} {name[:_NAME]:<{_NAME}} {total:>3} {bar}")
    return [*lines, "", f"  pot {view.pot} · {view.goal} wins"]


BOARD: Final = PigBoard
