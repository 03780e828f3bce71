"""One board a game: the module named like the game's id, with a class called `BOARD`.

A further game is a folder of rules and a board here; nothing lists them.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from companion.tui.boards.plain import PlainBoard

if TYPE_CHECKING:
    from companion.tui.boards.base import Board


def board_for(game: str) -> type[Board]:
    """Return a game's board, imported when it is first asked for: `mon-arena` has `mon_arena`.

    A game without one gets the plain list.
    """
    folded = game.replace("-", "_")
    name = f"{__name__}.{folded}"
    if not folded.isidentifier() or find_spec(name) is None:
        return PlainBoard
    board: type[Board] = getattr(import_module(name), "BOARD", PlainBoard)
    return board
