"""Frames side by side that share their edges: where they meet, lines cross."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.tui.boards.panels import DIM

if TYPE_CHECKING:
    from companion.tui.boards.panels import Box
    from companion.tui.canvas import Canvas

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_CORNERS: Final = dict(zip((3, 6, 12, 9, 7, 14, 13, 11, 15), "└┌┐┘├┬┤┴┼", strict=True))
"""The sign for each way in which lines leave a corner."""


class JoinedFrames:
    """Draws frames, and at last their corners: only then it is known which lines meet there."""

    def __init__(self) -> None:
        self._arms: dict[tuple[int, int], int] = {}
        self._styles: dict[tuple[int, int], str] = {}

    def draw(self, canvas: Canvas, box: Box, style: str = DIM) -> None:
        """Draw the sides of a frame on the edge of a box of 2 x 2 cells or more."""
        right, bottom = box.x + box.across - 1, box.y + box.down - 1
        for row in (box.y, bottom):
            canvas.put(box.x + 1, row, "─" * (box.across - 2), style)
        for row in range(box.y + 1, bottom):
            canvas.put(box.x, row, "│", style)
            canvas.put(right, row, "│", style)
        arms = {
            (box.x, box.y): _EAST | _SOUTH,
            (right, box.y): _WEST | _SOUTH,
            (box.x, bottom): _NORTH | _EAST,
            (right, bottom): _NORTH | _WEST,
        }
        for corner, leaving in arms.items():
            self._arms[corner] = self._arms.get(corner, 0) | leaving
            if style != DIM or corner not in self._styles:
                self._styles[corner] = style

    def join(self, canvas: Canvas) -> None:
        """Draw the corners of all frames."""
        for (x, y), arms in self._arms.items():
            canvas.put(x, y, _CORNERS[arms], self._styles[x, y])
