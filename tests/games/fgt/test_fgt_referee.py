"""The program against real cards: whole games whose ends are counted apart from it."""

from __future__ import annotations

import pytest
from fgt_kit import findings, shipped
from fgt_referee import Referee

from companion.core.game import Depth, Setup
from companion.games.fgt import GAME
from companion.games.fgt.state import Stage
from companion.record.grammar import Grammar

NAMES = ("Ann", "Mary Ann", "Zoë", "Dan", "Eve", "Fay", "Gus", "Hal")


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("light", [False, True], ids=["full", "light"])
def test_the_program_counts_as_people_do(seed, light):
    names = NAMES[: 2 + seed % 5]
    people = Referee(names, seed, light=light)
    grammar = Grammar(GAME.actions, names)
    depth, cards = (Depth.LIGHT, None) if light else (Depth.FULL, shipped())
    state = GAME.start(Setup(names, depth, {}, cards))
    for line in people.lines:
        action = grammar.read(line)
        assert findings(state, action) == (), line
        state = GAME.apply(state, action)
        assert GAME.invariants(state) == ()
    assert state.stage is Stage.OVER
    standing = GAME.standing(state)
    assert [player.score for player in state.players] == people.scores
    assert [(place.seat, place.rank) for place in standing.places] == people.ranking
    assert [len(player.scored) for player in state.players] == people.scored
    assert sum(arena.glory for arena in state.aside) == people.aside
    assert [player.hand for player in state.players] == [len(hand) for hand in people.hands]
    assert (state.reserves, len(state.graveyard)) == (len(people.deck), len(people.grave))
    if not light:
        assert sorted(state.graveyard) == sorted(people.grave)


def test_the_games_have_what_they_are_played_for():
    games = (Referee(NAMES[: 2 + seed % 5], seed) for seed in range(24))
    said = "\n".join(line for game in games for line in game.lines)
    for word in ("reveal", "reshuffled", "steals", " by ", "kills", "nobody-wins", ": hand "):
        assert word in said, word
