"""MonsterDice: six sculpted dice each, bites, thefts, counters, and the card nobody wants."""

from companion.games.md.game import GAME

__all__ = ["GAME"]
