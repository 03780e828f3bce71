"""Monstructor: three modes of one box of monster parts, Dominoes, Classic and Arena."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from companion.core.game import Game

GAMES: Final[tuple[Game[Any], ...]] = ()

__all__ = ["GAMES"]
