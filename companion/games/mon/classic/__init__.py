"""Monstructor's modes Classic and Arena: build monsters, fight, collect a Dragon."""

from __future__ import annotations

from companion.games.mon.classic.game import ARENA, CLASSIC

__all__ = ["ARENA", "CLASSIC"]
