"""A sheet of cells to draw on, turned into text that a widget shows."""

from __future__ import annotations

from itertools import groupby

from textual.content import Content


class Canvas:
    """A rectangle of characters, each with a style; drawing outside it is ignored."""

    def __init__(self, width: int, height: int) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self._cells = [[(" ", "")] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write `text` from a cell to the right; every character takes one cell."""
        if not 0 <= y < self.height:
            return
        for at, character in enumerate(text, x):
            if 0 <= at < self.width:
                self._cells[y][at] = (character, style)

    def content(self) -> Content:
        """Return what was drawn."""
        parts: list[str | tuple[str, str]] = []
        for number, row in enumerate(self._cells):
            if number:
                parts.append("\n")
            for style, run in groupby(row, key=lambda cell: cell[1]):
                text = "".join(character for character, _ in run)
                parts.append((text, style) if style else text)
        return Content.assemble(*parts)
