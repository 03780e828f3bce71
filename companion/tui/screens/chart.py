"""The scores over the game, as large as the screen, reached from the table at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from companion.core.texts import tr
from companion.session.course import course
from companion.tui.screens.dialog import Dialog
from companion.tui.widgets.chart import Chart

if TYPE_CHECKING:
    from typing import Any

    from textual.app import ComposeResult

    from companion.core.log import Match
    from companion.session.course import Course


class ChartScreen(Dialog[None]):
    """Shows a match's scores over time, one score a page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f6", "close", tr("Back"), id="chart.back"),
        Binding(
            "tab,right_square_bracket,n,right",
            "turn(1)",
            tr("Next"),
            priority=True,
            id="chart.next",
        ),
        Binding(
            "shift+tab,left_square_bracket,p,left",
            "turn(-1)",
            tr("Previous"),
            priority=True,
            id="chart.previous",
        ),
    ]

    def __init__(self, match: Match[Any]) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        """Lay out the chart."""
        with Vertical(id="sheet"):
            yield Chart("Tab", id="chart")
            yield Static(tr("Esc back"), id="typed", markup=False)

    def on_mount(self) -> None:
        """Go through the game away from the keys: a long one takes a moment."""
        self._fold()

    @work(thread=True, exclusive=True)
    def _fold(self) -> None:
        found = course(self.match)
        self.app.call_from_thread(self._show, found)

    def _show(self, found: Course) -> None:
        if self.is_mounted:
            self.query_one(Chart).show(found, self.match.setup.seats)

    def action_turn(self, step: int) -> None:
        """Show another score."""
        self.query_one(Chart).turn(step)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)
