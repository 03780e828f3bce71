"""A dialog with pages to read: boards at full size, score sheets, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, Vertical
from textual.widgets import Static

from companion.core.texts import tr
from companion.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.content import Content


class PagesScreen(Dialog[None]):
    """Shows titled pages, one at a time, each scrolling both ways."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,B", "close", tr("Back"), id="pages.back"),
        Binding(
            "tab,right_square_bracket,n", "turn(1)", tr("Next"), priority=True, id="pages.next"
        ),
        Binding(
            "shift+tab,left_square_bracket,p",
            "turn(-1)",
            tr("Previous"),
            priority=True,
            id="pages.previous",
        ),
    ]

    def __init__(self, pages: list[tuple[str, Content]], start: int = 0) -> None:
        super().__init__()
        self.pages = pages
        self.page = start if start < len(pages) else 0

    def compose(self) -> ComposeResult:
        """Lay out title and page."""
        with Vertical(id="sheet"):
            yield Static("", id="question", markup=False)
            with ScrollableContainer(id="page"):
                yield Static("", id="text", markup=False)
            yield Static(tr("Tab next · arrows scroll · Esc back"), id="typed", markup=False)

    def on_mount(self) -> None:
        """Open the first page."""
        self._show()
        self.query_one("#page").focus()

    def _show(self) -> None:
        title, text = self.pages[self.page]
        self.query_one("#question", Static).update(
            tr(
                "{title}  ({page} of {pages})",
                title=title,
                page=self.page + 1,
                pages=len(self.pages),
            )
        )
        self.query_one("#text", Static).update(text)
        self.query_one("#page").scroll_home(animate=False)

    def action_turn(self, step: int) -> None:
        """Turn the page."""
        self.page = (self.page + step) % len(self.pages)
        self._show()

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)
