"""Monstructor: three modes of one box of monster parts, Dominoes, Classic and Arena."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.games.mon.classic.game import ARENA, CLASSIC
from companion.games.mon.dominoes.game import DOMINOES

if TYPE_CHECKING:
    from companion.core.game import Game

GAMES: Final[tuple[Game[Any], ...]] = (DOMINOES, CLASSIC, ARENA)

__all__ = ["GAMES"]
