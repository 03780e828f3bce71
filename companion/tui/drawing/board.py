"""The widget that draws the table of every game."""

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from companion.core.seats import Seat
from companion.core.sheet import Block, Line, Sheet
from companion.core.texts import tr
from companion.tui import keymap
from companion.tui.canvas import Canvas
from companion.tui.drawing.blocks import CHIPS, DETAILS, draw_block, needs
from companion.tui.drawing.lead import lead_page
from companion.tui.drawing.panels import Box
from companion.tui.drawing.table import draw_sheet

PAGE: Final = 72  # Cells across of a block on its page; a wide one has more
WIDEST: Final = 400


class Board(Widget):
    """Draws a sheet; it knows nothing else, so nothing hidden can be drawn."""

    can_focus = False

    _sheet: Sheet | None = None
    _focus: Seat | None = None
    _shelf = False
    _rows: Sequence[Line] = ()
    _across = 0

    def show(self, sheet: Sheet) -> None:
        """Draw another sheet; only rows that differ are painted anew."""
        self._sheet = sheet
        before, self._rows = self._rows, self._drawn().lines()
        if len(before) != len(self._rows):
            self.refresh()
        for y, (old, new) in enumerate(zip(before, self._rows, strict=False)):
            if old != new:
                self.refresh(Region(0, y + self.gutter.top, self.size.width, 1))

    def turn_page(self) -> str:
        """Turn to the next seat, or to the shelf and back; return what is shown now."""
        sheet = self._sheet
        if sheet is None:
            return ""
        self._rows = ()
        self.refresh()
        if sheet.shelf:
            self._shelf = not self._shelf
            return sheet.shelf_words[self._shelf]
        following = 0 if self._focus is None else self._focus + 1
        self._focus = Seat(following) if following < len(sheet.blocks) else None
        return tr("whose turn it is") if self._focus is None else sheet.pages[self._focus].title

    def render(self) -> Content:
        """Return the table at the size there is, for who copies it."""
        return Content("") if self._sheet is None else self._drawn().content()

    def render_line(self, y: int) -> Strip:
        """Paint one row."""
        across, down = self.content_size
        if len(self._rows) != down or self._across != across:
            self._rows, self._across = self._drawn().lines(), across
        row = Content.assemble(*self._rows[y]) if y < len(self._rows) else Content("")
        strips = Visual.to_strips(self, row, across, 1, self.visual_style)
        return strips[0] if strips else Strip([])

    def _drawn(self) -> Canvas:
        across, down = self.content_size
        if self._sheet is None:
            return Canvas(across, down)
        key = keymap.now(self.app, "table.page", "b") if self.is_attached else "b"
        return draw_sheet(self._sheet, across, down, self._focus, shelf=self._shelf, key=key)

    def detail(self) -> list[tuple[str, Content]]:
        """Return everything there is to see, a page a seat, as title and text, at any size."""
        sheet = self._sheet
        if sheet is None:
            return []
        pages = []
        for page in sheet.pages:
            text = Content("\n".join(page.lines))
            parts = [text] if page.block is None else [_whole(page.block), text]
            pages.append((page.title, Content("\n").join(parts)))
        return [*pages, *([] if sheet.lead is None else [lead_page(sheet.lead)])]


def _whole(block: Block) -> Content:
    """Draw a block at the largest size that it has."""
    for across in (PAGE, WIDEST):
        for detail in DETAILS[:CHIPS]:
            rows = needs(block, across, detail)
            if rows is not None:
                more = 3 if block.figures else 4 if block.card else 0
                canvas = Canvas(across, rows + more)
                draw_block(canvas, Box(0, 0, across, canvas.height), block, detail)
                return canvas.content()
    return Content("")
