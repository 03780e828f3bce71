"""Bad input: arbitrary actions of every verb are judged, never a crash; what is forced is sound."""

from __future__ import annotations

from functools import cache

import pytest
from fgt_kit import FgtHouse, new_game, playout, rulebook
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.switches import specs
from companion.core.verdict import Breach, grade
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.table import cards_in_play
from companion.games.fgt.words import Family, FamilyCount, Shown, Zone
from companion.record.grammar import Grammar

SEATS = st.integers(-1, 5).map(Seat)
ACTORS = st.none() | SEATS
CARDS = st.sampled_from([CardId(x) for x in (
    "card", "H01", "H02", "A01", "R01", "R04", "D01", "X01", "X04", "X10", "D05", "P01", "P02", "Z9",
)])  # fmt: skip
FAMILIES = st.sampled_from(Family)
NUMBERS = st.integers(-3, 9) | st.integers(-(10**9), 10**9)
COUNTS = st.builds(FamilyCount, FAMILIES, st.integers(0, 9))
MAINS = st.builds(Shown, CARDS, st.none()) | st.builds(Shown, st.none(), FAMILIES)


def many(one):
    return st.lists(one, max_size=4).map(tuple)


TRIED = st.one_of(
    st.builds(act.Dealt, ACTORS, many(CARDS)),
    st.builds(act.Starter, ACTORS, SEATS),
    st.builds(act.EnterArena, ACTORS, CARDS, st.none() | CARDS),
    st.builds(act.EnterGlory, ACTORS, NUMBERS),
    st.builds(act.HandFamilies, ACTORS, many(COUNTS)),
    st.builds(act.Play, ACTORS, MAINS, st.none() | FAMILIES),
    st.builds(
        act.Activate, ACTORS, CARDS, many(SEATS), many(NUMBERS), ACTORS, NUMBERS, many(SEATS)
    ),
    st.builds(act.Activate, ACTORS, CARDS),
    st.builds(act.Activate, ACTORS, CARDS, steals=SEATS),
    st.builds(act.ScoreBoost, ACTORS),
    st.builds(act.Reveal, ACTORS, many(CARDS), many(CARDS)),
    st.builds(act.Drew, ACTORS, NUMBERS, many(FAMILIES)),
    st.builds(act.AllDrew, ACTORS),
    st.builds(act.Reshuffled, ACTORS, many(CARDS)),
    st.builds(act.Winner, ACTORS, many(SEATS)),
    st.builds(act.NobodyWins, ACTORS),
    st.builds(act.AdjustPower, ACTORS, SEATS, NUMBERS),
    st.builds(act.AdjustGlory, ACTORS, SEATS, NUMBERS),
    st.builds(
        act.AdjustCard, ACTORS, CARDS, st.sampled_from(Zone), st.sampled_from(Zone), ACTORS, ACTORS
    ),
)


@cache
def moments():
    """States of every stage, in both depths and under default and other house rules."""
    found = []
    other = {spec.name: spec.choices[-1] for spec in specs(FgtHouse, "fgt")}
    for depth in Depth:
        for seed, chosen in enumerate(({}, other, {})):
            state = new_game(2 + seed, depth, chosen)
            found.append(state)
            found += [after for _, _, after in playout(state, seed)][::3]
    return tuple(found)


def test_the_strategy_has_every_verb():
    assert len({stage.stage for stage in moments()}) == 10
    assert len(act.VERBS.actions) == 17


@settings(max_examples=600)
@given(st.data(), TRIED)
def test_any_action_is_judged_and_what_can_be_forced_is_sound(data, action):
    moments_ = moments()
    state = moments_[data.draw(st.integers(0, len(moments_) - 1))]
    found = GAME.check(state, action)
    grade(found, rulebook(), frozenset())
    if any(isinstance(one, Breach) and not one.forceable for one in found):
        return
    after = GAME.apply(state, action)
    assert GAME.invariants(after) == ()
    assert cards_in_play(after) == 60
    assert GAME.tell(state, action, after)
    GAME.view(after)
    GAME.options(after)
    GAME.standing(after)


@pytest.mark.slow
@settings(max_examples=150)
@given(st.data(), st.lists(TRIED, max_size=25))
def test_a_row_of_forced_actions_is_sound_and_play_goes_on(data, actions):
    moments_ = moments()
    state = moments_[data.draw(st.integers(0, len(moments_) - 1))]
    for action in actions:
        found = GAME.check(state, action)
        if not any(isinstance(one, Breach) and not one.forceable for one in found):
            state = GAME.apply(state, action)
    assert GAME.invariants(state) == ()
    for _, _, after in playout(state, 1, 40):
        assert GAME.invariants(after) == ()


@given(TRIED.filter(lambda action: all(
    seat is None or 0 <= seat < 3 for seat in (action.actor, *_seats(action))
)))  # fmt: skip
def test_every_action_is_written_and_read_back(action):
    grammar = Grammar(GAME.actions, ("Ann", "on", "Mary Ann"))
    assert grammar.read(grammar.write(action)) == action


def _seats(action):
    ones = [
        getattr(action, name, None) for name in ("seat", "steals", "source_seat", "target_seat")
    ]
    several = [getattr(action, name, ()) for name in ("targets", "kills", "seats")]
    return [*ones, *(seat for seats in several for seat in seats)]
