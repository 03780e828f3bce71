"""Monstructor's mode Dominoes: attach cards to the monster in the centre, and close it."""

from __future__ import annotations

from companion.games.mon.dominoes.game import DOMINOES

__all__ = ["DOMINOES"]
