"""Colours and small pieces of which the board of Monster Mayhem is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.tui import bigtext
from companion.tui.boards.panels import cut

if TYPE_CHECKING:
    from companion.games.gmm.view import SeatView
    from companion.tui.canvas import Canvas

Box = tuple[int, int, int, int]
"""x, y, width and height in cells."""

DIM: Final = "dim"
BOLD: Final = "bold"
GOLD: Final = "$lead"
CALLED: Final = {"high": "$called-high", "low": "$called-low"}
"""Colour is never alone: an arrow and the word stand beside it."""
BIG_CALL: Final = {"high": "$high", "low": "$low"}
ARROWS: Final = {"high": "▲", "low": "▼"}
TURN: Final = "$turn"
WON: Final = "$won"
TIED: Final = "$tied"
DANGER: Final = "$danger"
BRIGHT_DANGER: Final = "$in-danger"
WAITED: Final = "$waited"
SEATS: Final = ("$blue", "$sand", "$green", "$violet", "$orange", "$red")

ROOMY: Final = 30
"""Rows from which there is air between the parts."""


def number(rating: int | None) -> str:
    """Say a rating; a question mark where nobody has read it."""
    return "?" if rating is None else str(rating)


def air(canvas: Canvas) -> int:
    """Return how many empty rows stand between two parts."""
    return 1 if canvas.height >= ROOMY else 0


def large(canvas: Canvas, box: Box, text: str, style: str) -> None:
    """Draw a text in the middle of a box, as large as it goes."""
    x, y, across, down = box
    scale = bigtext.fitting(text, across - 2, down - 1) or bigtext.fitting(text, across, down)
    if scale is None:
        centred(canvas, (x, y, across), text, style)
        return
    left = x + (across - bigtext.width(text, scale)) // 2
    upper = y + max(0, (down - scale.rows) // 2)
    for row, line in enumerate(bigtext.draw(text, scale), upper):
        canvas.put(left, row, line, style)


def centred(canvas: Canvas, at: tuple[int, int, int], text: str, style: str) -> None:
    """Draw a text in the middle of a row; `at` is x, y and width."""
    x, y, across = at
    said = cut(text, across)
    canvas.put(x + (across - len(said)) // 2, y, said, style)


def name_style(seat: SeatView) -> str:
    """Return the colour of a player."""
    return f"bold {SEATS[seat.seat % len(SEATS)]}"


def trophy_rows(canvas: Canvas) -> int:
    """Return how many rows the line of Trophies takes."""
    return 3 if canvas.height >= ROOMY else 1
