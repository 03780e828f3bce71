"""One board a game. A further game is a folder of rules, a board here, and a line below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tui.boards.plain import PlainBoard
from companion.tui.boards.rsf import RsfBoard

if TYPE_CHECKING:
    from companion.tui.boards.base import Board

BOARDS: dict[str, type[Board]] = {"rsf": RsfBoard}
"""Boards by the game's id."""


def board_for(game: str) -> type[Board]:
    """Return the game's board; a game without one gets the plain list."""
    return BOARDS.get(game, PlainBoard)
