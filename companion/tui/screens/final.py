"""The end, and the scores over the game: who won and why, the score sheet, the chart, the dice."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from companion.core.errors import CompanionError
from companion.core.log import Match
from companion.core.score import ScoreSheet, Standing
from companion.core.sheet import CROWN
from companion.core.texts import Wording, later, of, tr
from companion.session.course import Course, course
from companion.session.highlights import highlights, retold
from companion.session.luck import NOTE, luck
from companion.tui.asking.dialogs import Dialog, hidden, next_and_previous
from companion.tui.live import Share
from companion.tui.screens.base import call_home
from companion.tui.screens.history_page import EXPORTS, ExportScreen
from companion.tui.theme import SHEET_HEIGHTS
from companion.tui.widgets.big_lines import BigLines, winners_said
from companion.tui.widgets.chart import READING, Chart
from companion.tui.widgets.key_line import KeyLine
from companion.tui.widgets.said import Hanging

Parts = list[str | tuple[str, str]]


class ChartScreen(Dialog[None]):
    """Shows a match's scores over time, one score a page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f6", "cancel", later("Back"), id="chart.back"),
        *next_and_previous("chart", "n,right", "p,left"),
    ]

    def __init__(self, match: Match[Any]) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        """Lay out the chart."""
        with Vertical(id="sheet"):
            yield Chart("Tab", id="chart")
            yield Static(tr("Esc back"), id="typed", markup=False)

    @work(thread=True, exclusive=True)
    def on_mount(self) -> None:
        """Go through the game away from the keys: a long one takes a moment."""
        chart = self.query_one(Chart)
        call_home(self, chart.show, course(self.match), self.match.seats)

    def action_turn(self, step: int) -> None:
        """Show another score."""
        self.query_one(Chart).turn(step)


class Page(Wording):
    """What can be looked at, in the order of the keys 1 to 5."""

    RANKING = later("Ranking")
    SHEET = later("Score sheet")
    CHART = later("Chart")
    DICE = later("Dice")
    MOMENTS = later("Highlights")


PAGES: Final = tuple(Page)
NEXT: Final = "tab,right_square_bracket,right"
PREVIOUS: Final = "shift+tab,left_square_bracket,left"
TABS: Final = 66  # Cells across from which all pages are named
TALL: Final = 32  # Rows from which the ranking has room for the highlights below it


class FinalScreen(Dialog[str | None]):
    """Shows how a game stands or ended; answers with `leave`, `undo`, or None for a look at the table."""

    VERTICAL_BREAKPOINTS = SHEET_HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "answer('')", later("Look at the table"), id="final.table"),
        Binding(NEXT, "turn(1)", later("Next page"), priority=True, id="final.next"),
        hidden(PREVIOUS, "turn(-1)", later("Page before"), "final.previous"),
        *(
            hidden(str(number), f"open({number})", page.said, f"final.{page.name.lower()}")
            for number, page in enumerate(PAGES, 1)
        ),
        hidden("space", "score", later("Next score"), "final.score"),
        Binding("e", "export", later("File"), id="final.export"),
        Binding("r", "answer('rematch')", later("Rematch"), id="final.rematch"),
        Binding("u", "answer('undo')", later("Undo"), id="final.undo"),
        Binding("q", "answer('leave')", later("Leave the table"), id="final.leave"),
    ]

    def __init__(self, match: Match[Any], share: Share | None = None) -> None:
        """Show a game; `share` takes it up for a file, None where none is written."""
        super().__init__()
        self.match = match
        self.standing = match.game.standing(match.state)
        self.share = share
        self.page = Page.RANKING
        self.pages = tuple(one for one in PAGES if one is not Page.DICE or match.game.dice)
        self._told = {
            Page.RANKING: ranking_text(match.seats, self.standing),
            Page.SHEET: sheet_text(match.seats, match.game.score(match.state)),
        }

    @property
    def called_off(self) -> bool:
        """Whether the table ended the game itself (X-14)."""
        return bool(self.match.game.view(self.match.state).called_off)

    def compose(self) -> ComposeResult:
        """Lay out winner, pages and keys."""
        with Vertical(id="final"):
            yield BigLines(id="winner")
            yield Static("", id="tabs", markup=False)
            with VerticalScroll(id="page"):
                yield Static("", id="said", markup=False)
            yield Chart(tr("Space"), id="plot")
            yield Static("", id="written", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Name the winner in large letters."""
        names = [self.match.seats[seat] for seat in self.standing.winners]
        head = tr("CALLED OFF") if self.called_off else tr("STANDING")
        self.query_one(BigLines).show(winners_said(names) or (head,), ())
        self._show()
        self.query_one("#page").focus()
        self._look_back()

    @work(thread=True, exclusive=True)
    def _look_back(self) -> None:
        """Go through the game away from the keys: a long one takes a moment."""
        match = self.match
        told = {Page.DICE: dice_text(match), Page.MOMENTS: moments_text(match)}
        call_home(self, self._show_past, course(match), told)

    def _show_past(self, run: Course, told: dict[Page, Content]) -> None:
        self.query_one(Chart).show(run, self.match.seats)
        self._told |= told
        self._show()

    def _show(self) -> None:
        chart = self.page is Page.CHART
        self.query_one("#page").display = not chart
        self.query_one(Chart).display = chart
        self.query_one("#tabs", Static).update(self._tabs())
        if not chart:
            text = self._told.get(self.page, Content.styled(tr(READING), "dim"))
            if self.page is Page.RANKING and self.size.height >= TALL and Page.MOMENTS in self._told:
                text = Content("\n").join([text, self._told[Page.MOMENTS]])
            self.query_one("#said", Static).update(Hanging.assemble(text))

    def _tabs(self) -> Content:
        """Name the pages with their keys; which one is open is said by brackets too."""
        if self.size.width < TABS:
            return Content.assemble((f"[{self.page.said}]", "$turn"), f" 1-{len(self.pages)}")
        parts: Parts = []
        gap = "" if self.has_class("-narrow") else " "
        for number, page in enumerate(self.pages, 1):
            name = f"{number} {page.said}"
            parts.append((f"[{name}]", "$turn") if page is self.page else f" {name} ")
            parts.append(gap)
        return Content.assemble(*parts)

    def on_resize(self) -> None:
        """Say as much as the new size allows."""
        self.call_after_refresh(self._show)

    def action_open(self, number: int) -> None:
        """Open a page by its number, where there are so many."""
        self.page = self.pages[min(number, len(self.pages)) - 1]
        self._show()
        self.query_one("#page").scroll_home(animate=False)

    def action_turn(self, step: int) -> None:
        """Open the next page."""
        self.action_open((self.pages.index(self.page) + step) % len(self.pages) + 1)

    def action_score(self) -> None:
        """Draw another score."""
        if self.page is Page.CHART:
            self.query_one(Chart).turn()
        else:
            self.query_one("#page").scroll_page_down(animate=False)

    # -- a file to share --------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no file where none is written, and no rematch before the end or without a home."""
        if parameters == ("rematch",):
            home = getattr(self.app, "host", None) and not getattr(self.app, "opener", None)
            return bool(home) and self.match.game.view(self.match.state).over
        if action == "export" and self.share is None:
            return False
        return super().check_action(action, parameters)

    def action_export(self) -> None:
        """Choose what to write to a file."""
        if self.is_active:
            self.app.push_screen(ExportScreen(), self._chosen)

    def _chosen(self, at: int | None) -> None:
        if at is None or self.share is None:
            return
        form = tuple(EXPORTS)[at]
        self._tell(tr("Writing the {form} …", form=tr(EXPORTS[form])))
        try:
            self._write(self.share(form))
        except CompanionError as error:
            self._tell(str(error), bad=True)

    @work(thread=True, group="export")
    def _write(self, write: Callable[[], Path]) -> None:
        """Write the file away from the keys: a report of a long game takes a moment."""
        try:
            call_home(self, self._tell, tr("Written: {path}", path=write()))
        except CompanionError as error:
            call_home(self, self._tell, str(error), bad=True)

    def _tell(self, text: str, *, bad: bool = False) -> None:
        written = self.query_one("#written", Static)
        written.update(text)
        written.set_class(bad, "-bad")
        written.display = True

    def action_answer(self, what: str) -> None:
        """Close with an answer."""
        self.dismiss(what or None)


# -- what the pages say ----------------------------------------------------------------------------


def ranking_text(seats: tuple[str, ...], standing: Standing) -> Content:
    """Say the ranking, one line a player, and how it came about."""
    wide = max(len(name) for name in seats)
    head = tr("Ranking ({rule})\n", rule=standing.rule)
    lines: Parts = [f"{standing.explanation}\n\n", (head, "bold")]
    ranks = [place.rank for place in standing.places]
    for place in standing.places:
        first = place.rank == 1
        mark = CROWN if first and (standing.final or ranks.count(1) < len(ranks)) else " "
        style = "$lead" if first else ""
        lines.append((f"{mark} {place.rank}. {seats[place.seat].ljust(wide)}", style))
        lines.append(f"  {place.why}\n")
    return Content.assemble(*lines)


def sheet_text(seats: tuple[str, ...], sheet: ScoreSheet) -> Content:
    """Say every line of the score sheet, player by player, with totals and rule ids."""
    parts: Parts = [(tr("Score sheet\n"), "bold")]
    for seat, name in enumerate(seats):
        lines = [line for line in sheet.lines if line.seat == seat]
        if not lines:
            continue
        columns = {line.column: tr(line.column) for line in lines}
        wide = max(map(len, columns.values()))
        totals = [f"{said} {sheet.total(lines[0].seat, one)}" for one, said in columns.items()]
        parts.append((f"\n{of(name, ', '.join(totals))}\n", "bold"))
        parts.extend(
            f"  {line.points:+4d} {columns[line.column].ljust(wide)}  {line.why} ({line.rule})\n" for line in lines
        )
    if len(parts) == 1:
        parts.append(tr("\nNothing has been scored yet.\n"))
    return Content.assemble(*parts)


def dice_text(match: Match[Any]) -> Content:
    """Say what everybody's dice brought, against what fair dice bring."""
    parts: Parts = [(tr("Whose dice came up high\n\n"), "bold")]
    found = luck(match)
    parts += [f"{one.words(match.seats[one.seat])}\n\n" for one in found]
    parts.append((tr(NOTE), "dim") if found else tr("No dice have been thrown."))
    return Content.assemble(*parts)


def moments_text(match: Match[Any]) -> Content:
    """Say the moments that people will tell."""
    parts: Parts = [(tr("Highlights\n\n"), "bold")]
    found = highlights(match)
    for when, told in retold(found):
        parts += [(f"{when}\n", "bold $accent"), *(f"  {said}\n" for said in told), "\n"]
    if not found:
        parts.append(tr("Nothing to tell yet."))
    return Content.assemble(*parts)
