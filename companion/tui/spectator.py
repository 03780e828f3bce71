"""The table as people see it who only watch: headline, request, board, standing, what happened.

A small app of its own, that draws without a terminal: it has no keys, no dialogs and no table, only
the scenes that it is handed.
"""

from asyncio import Event, Future
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from textual.app import App, ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from companion.core.dice import RollRequest
from companion.core.texts import tr
from companion.core.verdict import Question
from companion.session.history import HistoryLine
from companion.session.prompts import display_name, question_text
from companion.session.scene import Notice, Scene, Sight
from companion.tui import bigtext, roll_words
from companion.tui.drawing.board import Board
from companion.tui.theme import TABLE, THEMES, WALL_HEIGHTS, WALL_WIDTHS
from companion.tui.widgets.big_lines import BigLines, winners_said

EDGES: Final = 3  # Cells left and right of the large letters
INDENT: Final = 5  # Cells before a move: three digits of its number, or four, and a blank


class Moves(Widget):
    """Lists the last moves, the newest first: what does not fit is the oldest."""

    lines: Sequence[HistoryLine] = ()

    def show(self, lines: Sequence[HistoryLine]) -> None:
        """Show another history."""
        self.lines = lines
        self.refresh()

    def render(self) -> Content:
        """Draw as many as there is room for, each set in behind its number."""
        across, down = self.content_size
        parts: list[tuple[str, str]] = [(tr("Last moves"), "bold")]
        for line in reversed(self.lines[-max(0, down - 1) :]):
            style = "strike dim" if line.undone else "bold" if line is self.lines[-1] else ""
            rows = wrap(line.told, max(1, across - INDENT)) or [""]
            parts.append((f"\n{line.number:>{INDENT - 1}} ", "dim"))
            parts.append((rows[0], style))
            for row in rows[1:]:
                parts += [(f"\n{' ' * INDENT}", ""), (row, style)]
        return Content.assemble(*parts)


class SpectatorScreen(Screen[None]):
    """Lays out what is watched."""

    HORIZONTAL_BREAKPOINTS = WALL_WIDTHS
    VERTICAL_BREAKPOINTS = WALL_HEIGHTS

    def compose(self) -> ComposeResult:
        """Lay out the rooms."""
        yield Static("", id="headline", markup=False)
        with Horizontal(id="roll"):
            yield BigLines(id="request")
        with Container(id="middle"):
            with Container(id="stage"):
                yield Board(id="board")
            with Vertical(id="side"):
                yield Static("", id="standing", markup=False)
                yield Moves(id="moves")
        yield Static("", id="notice", markup=False)


class SpectatorApp(App[None]):
    """Draws scenes; see `companion.tui.gallery` for how it is asked to."""

    CSS_PATH = "spectator.tcss"
    BINDINGS = []  # noqa: RUF012 - Textual declares it so
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, dress: str = TABLE.name) -> None:
        """Make the app, in one of `THEMES` by its name."""
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = dress
        self.animation_level = "none"
        self.ready = Event()

    def get_default_screen(self) -> Screen[None]:
        """Begin with the only screen there is."""
        return SpectatorScreen()

    def on_mount(self) -> None:
        """Say when there is something to draw on."""
        self.screen.call_after_refresh(self.ready.set)

    def get_line_filters(self) -> list[LineFilter]:
        """Draw in colours, whatever the terminal can show that the server was started in."""
        return [one for one in super().get_line_filters() if not isinstance(one, Monochrome)]

    async def paint(self, sight: Sight, done: Future[None]) -> None:
        """Draw a scene; `done` hears of it once it stands on the screen."""
        try:
            await self._draw(sight)
        except Exception as error:  # noqa: BLE001 - a board that breaks must not end the others
            if not done.done():
                done.set_exception(error)
            return

        def stands() -> None:
            if not done.done():
                done.set_result(None)

        def laid_out() -> None:
            # What became visible with the first layout is measured in the second.
            self.screen.call_after_refresh(stands)

        self.screen.call_after_refresh(laid_out)

    async def _draw(self, sight: Sight) -> None:
        screen = self.screen
        screen.set_class(isinstance(sight, Notice), "-notice")
        if isinstance(sight, Notice):
            self._show_large((("TABLESIDE",), ()), resting=True)
            screen.query_one("#notice", Static).update(sight.text)
            return
        narrow = screen.has_class("-narrow")
        title = "" if narrow else f"{sight.title} · "
        screen.query_one("#headline", Static).update(f"{title}{sight.view.headline}")
        screen.query_one(Board).show(sight.sheet)
        said, resting = _said(sight)
        self._show_large(said, resting=resting)
        screen.query_one("#standing", Static).update(_standing(sight))
        screen.query_one(Moves).show(sight.history)

    def _show_large(self, said: roll_words.RollText | None, *, resting: bool) -> None:
        roll = self.screen.query_one("#roll")
        roll.display = said is not None
        roll.set_class(resting, "-resting")
        if said is not None:
            across = self.screen.size.width - EDGES
            large = any(bigtext.fitting(one, across, bigtext.ROWS) for one in said[0])
            roll.set_class(not large, "-small")
            self.screen.query_one(BigLines).show(*said)


def _said(scene: Scene) -> tuple[roll_words.RollText | None, bool]:
    """Return what stands in large letters, and whether it is over and done."""
    request = scene.pending
    if scene.view.over:
        return _ending(scene), False
    if isinstance(request, RollRequest):
        name = display_name(request.roller, scene.seats)
        if scene.held is not None:
            large, lines = roll_words.held_lines(scene.held, name)
            return (large, lines[:1]), False
        large, lines = roll_words.request_lines(request, name)
        return (large, lines[:2]), False  # the rest says which keys there are
    if isinstance(request, Question):
        large = (display_name(request.asks, scene.seats),)
        return (large, (question_text(request, scene.seats),)), False
    if scene.roll is None:
        return None, True
    roll, line = scene.roll
    faces = roll_words.faces_text(roll.dice)
    large = (f"{display_name(roll.actor, scene.seats)} {faces}", faces)
    return (large, (f"{line.told}  {line.by}".strip(),)), True


def _ending(scene: Scene) -> roll_words.RollText:
    names = [scene.seats[seat] for seat in scene.standing.winners]
    end = tr("CALLED OFF") if scene.view.called_off else tr("THE END")
    return winners_said(names) or (end,), (scene.standing.explanation,)


def _standing(scene: Scene) -> Content:
    head = tr("Result") if scene.view.over else tr("Standing")
    parts: list[str | tuple[str, str]] = [(head, "bold"), "\n"]
    for place in scene.standing.places:
        style = "bold $accent" if place.rank == 1 else "bold"
        parts.append((f"{place.rank}. {scene.seats[place.seat]}", style))
        parts.append(f"  {place.why}\n")
    return Content.assemble(*parts)
