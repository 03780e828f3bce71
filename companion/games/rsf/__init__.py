"""Ready, Set, Fight: build a monster of cards, and fight with a ten-sided die."""

from companion.games.rsf.game import GAME

__all__ = ["GAME"]
