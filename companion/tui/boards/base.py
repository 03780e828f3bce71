"""What every board offers to the table's screen."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, cast

from textual.widget import Widget

from companion.core.texts import tr
from companion.tui import keymap

if TYPE_CHECKING:
    from textual.content import Content

    from companion.core.catalogue import Catalogue
    from companion.core.game import View
    from companion.core.seats import Seat
    from companion.core.words import Word


class Board(Widget):
    """Draws one game's view; draws nothing else, so that nothing hidden can be drawn."""

    can_focus = False

    catalogue: Catalogue | None = None
    """The game's cards, for their names; which card lies where is the view's alone to say."""

    about: Seat | None = None
    """Whom the action being put together is aimed at, once that is settled: the owner of the dice
    or cards that are labelled."""

    def key(self, name: str, first: str) -> str:
        """Return the key of an action as it is now; `first` outside any app."""
        return keymap.now(self.app, name, first) if self.is_attached else first

    def show(self, view: View) -> None:
        """Draw another view."""
        raise NotImplementedError

    def turn_page(self) -> str:
        """Show the next part of a board that is too large for the screen; say which."""
        return ""

    def detail(self) -> list[tuple[str, Content]]:
        """Return everything there is to see, a page a seat, as title and text, at any size."""
        return []

    def label(self, value: object, actor: Seat | None) -> str:
        """Say a value of an action for people: a seat's name, a card with its points."""
        del actor
        return plain_label(value)


def plain_label(value: object) -> str:
    """Say a value as a record would."""
    if value is None:
        return tr("not said")
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return " ".join(plain_label(one) for one in value) or tr("nothing")
    if callable(getattr(value, "word", None)):
        return cast("Word", value).word()
    return str(value)
