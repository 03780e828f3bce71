"""X-8: whole games of Fight! that begin in full depth and end in light depth."""

from __future__ import annotations

import pytest
from fgt_kit import (
    NAMES,
    rulebook,
    shipped,
    table,
)
from fgt_referee import Referee

from companion.core.actions import Lighten
from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.games.fgt import GAME
from companion.games.fgt.lighten import lighten
from companion.games.fgt.state import Stage
from companion.record.grammar import Grammar

pytestmark = pytest.mark.slow

# ---------------------------------------------------------------- whole games


def played(lines, names, setup):
    """The match of a record's lines; a line that is not legal fails here."""
    grammar = Grammar((*GAME.actions, Lighten), names)
    match = Match.begin(GAME, rulebook(), setup)
    for line in lines:
        action = grammar.read(line)
        assert match.check(action).legal, (line, match.check(action).reasons)
        match = match.apply(action)
        assert GAME.invariants(match.state) == ()
    return match.state


@pytest.mark.parametrize("seed", range(6))
def test_x8_people_go_on_with_real_cards_and_win_as_they_count(seed):
    names = NAMES[: 2 + seed % 5]
    count = len(Referee(names, seed).lines)
    for after in range(1 + seed % 3, count - 3, 5):
        people = Referee(names, seed, light_after=after)
        assert "table: light" in people.lines
        state = played(people.lines, names, Setup(names, Depth.FULL, {}, shipped()))
        assert (state.stage, state.setup.depth) == (Stage.OVER, Depth.LIGHT)
        standing = GAME.standing(state)
        assert [(place.seat, place.rank) for place in standing.places] == people.ranking
        assert [player.score for player in state.players] == people.scores
        assert sum(arena_.glory for arena_ in state.aside) == people.aside
        assert (state.reserves, len(state.graveyard)) == (len(people.deck), len(people.grave))


def test_x8_a_light_table_has_nothing_that_could_be_lost():
    light = table()
    assert lighten(light) == light
