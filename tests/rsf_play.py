"""Tables of Ready, Set, Fight for tests."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from games_playing import Playing

from companion.core.actions import Roll
from companion.core.dice import DieFace, RollRequest
from companion.core.game import Depth, Setup
from companion.games.rsf import GAME
from companion.games.rsf.cards import RsfCatalogue, read_catalogue
from companion.games.rsf.state import State

ROOM = Path(__file__).parents[1] / "companion" / "games" / "rsf"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


@cache
def shipped() -> RsfCatalogue:
    return read_catalogue((ROOM / "catalogue.toml").read_text("utf-8"))


def new_game(seats: int = 3, depth: Depth = Depth.FULL, switches: dict[str, str] | None = None) -> State:
    catalogue = shipped() if depth is Depth.FULL else None
    return GAME.start(Setup(NAMES[:seats], depth, switches or {}, catalogue))


PLAYING = Playing(GAME)
findings, play, force, playout = PLAYING.findings, PLAYING.play, PLAYING.force, PLAYING.playout


def roll(state: State, face: int | str) -> State:
    request = GAME.pending(state)
    assert isinstance(request, RollRequest), request
    assert request.kinds == ("d10",)
    return play(state, Roll(request.roller, (DieFace("d10", str(face)),)))


def hand_count(state: State) -> Counter[str]:
    return Counter(card for player in state.players for card in player.hand)
