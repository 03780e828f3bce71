"""From which width and height on a screen gets which class: Textual's breakpoints."""

from __future__ import annotations

from typing import Final

Breakpoints = list[tuple[int, str]]

WIDTHS: Final[Breakpoints] = [(0, "-narrow"), (100, "-wide"), (160, "-vast")]
HEIGHTS: Final[Breakpoints] = [(0, "-tiny"), (16, "-short"), (32, "-tall")]
SHEET_HEIGHTS: Final[Breakpoints] = [*HEIGHTS, (52, "-huge")]
"""Of the last screen, which has a score sheet."""

BOARD_HEIGHTS: Final[Breakpoints] = [(0, "-short"), (32, "-tall"), (52, "-huge")]
"""Of a table: a board is short already where other screens are tiny."""

WALL_WIDTHS: Final[Breakpoints] = [(0, "-narrow"), (80, "-wide"), (160, "-vast")]
WALL_HEIGHTS: Final[Breakpoints] = [(0, "-short"), (32, "-tall"), (48, "-huge")]
"""Of a screen that people look at from afar: nothing is asked there, the board has all of it."""
