"""Pig with one ten-sided die: small enough to see through, with every sort of rule."""

from companion.games.pig.game import GAME

__all__ = ["GAME"]
