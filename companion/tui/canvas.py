"""A sheet of cells to draw on, turned into text that a widget shows."""

from collections.abc import Iterable
from itertools import groupby

from textual.content import Content, Span

from companion.core.sheet import Line


class Canvas:
    """A rectangle of characters, each with a style; drawing outside it is ignored."""

    def __init__(self, width: int, height: int) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self._text = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[""] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write `text` from a cell to the right; every character takes one cell."""
        begin, end = max(0, x), min(x + len(text), self.width)
        if 0 <= y < self.height and begin < end:
            self._text[y][begin:end] = text[begin - x : end - x]
            self._styles[y][begin:end] = [style] * (end - begin)

    def stamp(self, x: int, y: int, rows: Iterable[str], style: str = "") -> None:
        """Write rows one below the other from a cell to the right."""
        for row, text in enumerate(rows, y):
            self.put(x, row, text, style)

    def lines(self) -> list[Line]:
        """Return what was drawn, row by row."""
        rows = zip(self._text, self._styles, strict=True)
        return [
            tuple(
                ("".join(text for text, _ in run), style)
                for style, run in groupby(zip(texts, styles, strict=True), key=lambda one: one[1])
            )
            for texts, styles in rows
        ]

    def content(self) -> Content:
        """Return what was drawn."""
        spans = []
        for number, styles in enumerate(self._styles):
            end = number * (self.width + 1)  # each row ends with a line break
            for style, run in groupby(styles):
                begin, end = end, end + len(list(run))
                if style:
                    spans.append(Span(begin, end, style))
        return Content("\n".join(map("".join, self._text)), spans)
