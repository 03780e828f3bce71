"""The end: who won and why, the ranking with its tie-breaks, and every line of the score sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static

from companion.tui.screens.dialog import Dialog
from companion.tui.widgets.big_lines import BigLines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from companion.core.score import ScoreSheet, Standing


class FinalScreen(Dialog[str | None]):
    """Shows a standing; answers with `leave`, `undo`, or None for a look at the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "answer('')", "Look at the table"),
        Binding("u", "answer('undo')", "Undo"),
        Binding("q", "answer('leave')", "Leave the table"),
    ]

    def __init__(self, seats: tuple[str, ...], standing: Standing, sheet: ScoreSheet) -> None:
        super().__init__()
        self.seats = seats
        self.standing = standing
        self.sheet = sheet

    def compose(self) -> ComposeResult:
        """Lay out winner, ranking and sheet."""
        with Vertical(id="final"):
            yield BigLines(id="winner")
            with VerticalScroll(id="page"):
                yield Static(ranking_text(self.seats, self.standing), id="ranking", markup=False)
                yield Static(sheet_text(self.seats, self.sheet), id="score", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Name the winner in large letters."""
        names = [self.seats[seat] for seat in self.standing.winners]
        said = " + ".join(names)
        verb = "WINS" if len(names) == 1 else "WIN"
        wordings = (f"{said} {verb}", said) if names else ("STANDING",)
        self.query_one(BigLines).show(wordings, (self.standing.explanation,))
        self.query_one("#page").focus()

    def action_answer(self, what: str) -> None:
        """Close with an answer."""
        self.dismiss(what or None)


def ranking_text(seats: tuple[str, ...], standing: Standing) -> Content:
    """Say the ranking, one line a player."""
    wide = max(len(name) for name in seats)
    lines: list[str | tuple[str, str]] = [(f"Ranking ({standing.rule})\n", "bold")]
    for place in standing.places:
        style = "bold $accent" if place.rank == 1 else ""
        lines.append((f"  {place.rank}.  {seats[place.seat].ljust(wide)}", style))
        lines.append(f"  {place.why}\n")
    return Content.assemble(*lines)


def sheet_text(seats: tuple[str, ...], sheet: ScoreSheet) -> Content:
    """Say every line of the score sheet, player by player, with totals and rule ids."""
    parts: list[str | tuple[str, str]] = [("\nScore sheet\n", "bold")]
    for seat, name in enumerate(seats):
        lines = [line for line in sheet.lines if line.seat == seat]
        if not lines:
            continue
        columns = dict.fromkeys(line.column for line in lines)
        wide = max(map(len, columns))
        totals = [f"{column} {sheet.total(lines[0].seat, column)}" for column in columns]
        parts.append((f"\n{name}: {', '.join(totals)}\n", "bold"))
        parts.extend(
            f"  {line.points:+4d} {line.column.ljust(wide)}  {line.why} ({line.rule})\n"
            for line in lines
        )
    return Content.assemble(*parts)
