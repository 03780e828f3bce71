"""The program against real cards: whole games whose ends are counted apart from it."""

from __future__ import annotations

import pytest
from fgt_kit import rulebook, shipped
from fgt_referee import Referee

from companion.core.actions import Lighten
from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.games.fgt import GAME
from companion.games.fgt.state import Stage
from companion.record.grammar import Grammar
from models.workshop.invariants import invariants

NAMES = ("Ann", "Mary Ann", "Zoë", "Dan", "Eve", "Fay", "Gus", "Hal")


def played(people, names, *, light=False):
    """The end of a game from its lines; one that is not legal fails here."""
    grammar = Grammar((*GAME.actions, Lighten), names)
    depth, cards = (Depth.LIGHT, None) if light else (Depth.FULL, shipped())
    match = Match.begin(GAME, rulebook(), Setup(names, depth, {}, cards))
    for line in people.lines:
        action = grammar.read(line)
        assert match.check(action).legal, (line, match.check(action).reasons)
        match = match.apply(action)
        assert invariants(match.state) == ()
    return match.state


def as_counted(state, people):
    assert state.stage is Stage.OVER
    standing = GAME.standing(state)
    assert [player.score for player in state.players] == people.scores
    assert [(place.seat, place.rank) for place in standing.places] == people.ranking
    assert [len(player.scored) for player in state.players] == people.scored
    assert sum(arena.glory for arena in state.aside) == people.aside
    assert [player.hand for player in state.players] == [len(hand) for hand in people.hands]
    assert (state.reserves, len(state.graveyard)) == (len(people.deck), len(people.grave))


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("light", [False, True], ids=["full", "light"])
def test_the_program_counts_as_people_do(seed, light):
    names = NAMES[: 2 + seed % 5]
    people = Referee(names, seed, light=light)
    state = played(people, names, light=light)
    as_counted(state, people)
    if not light:
        assert sorted(state.graveyard) == sorted(people.grave)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_x8_people_go_on_in_light_depth_and_win_as_they_count(seed):
    names = NAMES[: 2 + seed % 5]
    count = len(Referee(names, seed).lines)
    for after in range(1 + seed % 3, count - 3, 5):
        people = Referee(names, seed, light_after=after)
        assert "table: light" in people.lines
        state = played(people, names)
        assert state.setup.depth is Depth.LIGHT
        as_counted(state, people)


def test_the_games_have_what_they_are_played_for():
    games = (Referee(NAMES[: 2 + seed % 5], seed) for seed in range(24))
    said = "\n".join(line for game in games for line in game.lines)
    for word in ("reveal", "reshuffled", "steals", " by ", "kills", "nobody-wins", ": hand "):
        assert word in said, word
