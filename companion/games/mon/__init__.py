"""Monstructor: three modes of one box of monster parts, Dominoes, Classic and Arena."""

from __future__ import annotations

from typing import Any, Final

from companion.core.game import Game
from companion.games.mon.classic.game import ARENA, CLASSIC
from companion.games.mon.dominoes.game import DOMINOES

GAMES: Final[tuple[Game[Any], ...]] = (DOMINOES, CLASSIC, ARENA)

__all__ = ["GAMES"]
