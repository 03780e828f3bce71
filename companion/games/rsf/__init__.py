"""Ready, Set, Fight: build a monster of cards, and fight with a ten-sided die."""

from __future__ import annotations

from companion.games.rsf.game import GAME

__all__ = ["GAME"]
