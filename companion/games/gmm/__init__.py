"""Monster Mayhem: six rounds of high or low, each for one ability and its Trophy."""

from companion.games.gmm.game import GAME

__all__ = ["GAME"]
