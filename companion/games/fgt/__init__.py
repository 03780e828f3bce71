"""Fight!: send Warriors to seven Arenas, a Main for its power and a Boost for its ability."""

from companion.games.fgt.game import GAME

__all__ = ["GAME"]
