"""What the boards of all games share: one view, drawn at the size there is, a page a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar, cast

from textual.content import Content

from companion.core.seats import Seat
from companion.core.texts import tr
from companion.tui.boards.base import Board
from companion.tui.boards.lead import headed, lead_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.game import View
    from companion.tui.boards.lead import Lead
    from companion.tui.canvas import Canvas


class Named(Protocol):
    """A player as every view shows one."""

    @property
    def name(self) -> str:
        """Return the player's name."""


class Seated(Protocol):
    """A view that lists its players by seat."""

    @property
    def seats(self) -> Sequence[Named]:
        """Return the players."""


V = TypeVar("V", bound=Seated)


class SeatedBoard(Board, Generic[V]):
    """Keeps the view and the player that people turned to; how it is drawn, a game says."""

    shows: ClassVar[type[View]]
    """The class of view that this board draws."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: V | None = None
        self._focus: Seat | None = None

    def draw(self, view: V, across: int, down: int, focus: Seat | None) -> Canvas:
        """Draw the table into so many cells; `focus` is the player turned to, if one was."""
        raise NotImplementedError

    def pages(self, view: V) -> list[tuple[str, Content]]:
        """Return everything there is to see, a page a seat, then the middle of the table."""
        raise NotImplementedError

    def lead(self, view: V) -> Lead | None:
        """Say who leads and by what; None where a game's board says that in a way of its own."""
        del view
        return None

    def show(self, view: View) -> None:
        """Draw another view.

        Raises:
            TypeError: it is another game's view: a mistake of the program.
        """
        if not isinstance(view, self.shows):
            raise TypeError(f"{type(self).__name__} cannot draw {type(view).__name__}")
        self._view = cast("V", view)
        self.refresh()

    def turn_page(self) -> str:
        """Show the next player when not all fit; after the last, whoever matters most."""
        if self._view is None:
            return ""
        following = 0 if self._focus is None else self._focus + 1
        self._focus = Seat(following) if following < len(self._view.seats) else None
        self.refresh()
        return tr("whose turn it is") if self._focus is None else self._view.seats[self._focus].name

    def render(self) -> Content:
        """Draw the table at the size there is, below a row that says who leads."""
        view = self._view
        if view is None:
            return Content("")
        across, down = self.content_size
        lead = self.lead(view)
        if lead is None:
            return self.draw(view, across, down, self._focus).content()
        return headed(lead, across, down, lambda rows: self.draw(view, across, rows, self._focus))

    def detail(self) -> list[tuple[str, Content]]:
        """Return the pages of the view shown last."""
        if self._view is None:
            return []
        lead = self.lead(self._view)
        return [*self.pages(self._view), *([] if lead is None else [lead_page(lead)])]
