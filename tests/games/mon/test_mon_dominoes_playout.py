"""Whole games of Dominoes at random: what holds after every step (MON-I1, I2, I6, INV-4 to 12)."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mon_kit import NAMES, OPEN, findings, new_game, playout, shipped

from companion.core.actions import Roll
from companion.core.dice import DieFace
from companion.core.game import Depth, Setup
from companion.core.seats import Seat
from companion.core.switches import specs
from companion.core.verdict import Breach, Question
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import DOMINOES
from companion.games.mon.dominoes import actions as act
from companion.games.mon.dominoes.house import DominoesHouse
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.monster import free_ports, width
from companion.games.mon.words import Kind, PartRef, PortRef

pytestmark = pytest.mark.slow

SWITCHES = [
    (spec.name, choice)
    for spec in specs(DominoesHouse, "mon")
    for choice in spec.choices
    if choice != spec.default
]
GAMES = [(seed, seats, depth) for seed, seats in enumerate((2, 3, 4, 5)) for depth in Depth]


def sound(before, action, after):
    """Everything that must hold from one state to the next."""
    assert DOMINOES.invariants(after) == ()
    assert before.stage is Stage.SETUP or after.deck <= before.deck  # INV-9
    for old, new in zip(before.players, after.players, strict=True):
        assert new.collected[: len(old.collected)] == old.collected
        assert all(size >= 3 for size in new.monsters)  # MON-I6
    for joint in after.centre.joints if after.full else ():  # MON-I2
        assert width(after.cards, joint.one) is width(after.cards, joint.other)
    line = DOMINOES.tell(before, action, after)
    assert line
    assert "\n" not in line


def run(state, seed):
    for before, action, after in playout(state, seed):
        sound(before, action, after)
        state = after
    return state


@pytest.mark.parametrize(("seed", "seats", "depth"), GAMES)
def test_mon_i1_i2_i6_hold_and_every_game_ends(seed, seats, depth):
    state = run(new_game(seats, depth), seed)
    assert state.stage is Stage.OVER
    standing = DOMINOES.standing(state)
    assert standing.final
    assert sorted(place.seat for place in standing.places) == list(range(seats))
    sheet = DOMINOES.score(state)
    totals = {seat: sheet.total(seat, "points") for seat in range(seats)}
    assert [totals[place.seat] for place in standing.places] == sorted(
        totals.values(), reverse=True
    )  # INV-12


@pytest.mark.parametrize("seed", range(4))
def test_mon_i6_the_sum_of_scores_is_the_points_of_all_collected_cards(seed):
    state = run(new_game(2 + seed, switches=OPEN), seed)
    backs = shipped().backs
    collected = [card for player in state.players for card in player.collected]
    assert len(collected) > 20
    total = sum(line.points for line in DOMINOES.score(state).lines if line.column == "points")
    assert total == sum(backs[card].points for card in collected)


@pytest.mark.parametrize(("name", "choice"), SWITCHES)
@pytest.mark.parametrize("depth", list(Depth))
def test_random_games_are_sound_under_every_switch(name, choice, depth):
    assert run(new_game(3, depth, {name: choice}), 7).stage is Stage.OVER


@pytest.mark.parametrize("seed", range(4))
def test_random_games_are_sound_under_mixed_switches(seed):
    chance = random.Random(seed)
    mixed = {spec.name: chance.choice(spec.choices) for spec in specs(DominoesHouse, "mon")}
    assert run(new_game(2 + seed, switches=mixed), seed).stage is Stage.OVER


@pytest.mark.parametrize("depth", list(Depth))
@pytest.mark.parametrize("switches", [{}, OPEN, OPEN | {"mon.dominoes_deck": "all"}])
def test_inv4_every_option_has_a_legal_instance_and_there_is_no_dead_end(depth, switches):
    for before, _, after in playout(new_game(3, depth, switches), 3):
        options = DOMINOES.options(before)
        assert options
        asked = DOMINOES.pending(before)
        assert isinstance(asked, Question)
        assert {option.verb for option in options} <= set(asked.verbs)
        for option in options:
            assert option.instances
            for action in option.instances:
                assert (action.verb, action.actor) == (option.verb, option.actor)
                assert findings(before, action) == ()
        state = after
    assert DOMINOES.options(state) == ()


def test_complete_options_leave_nothing_out():
    """Of all cards at all free ports, exactly those offered may be attached (MON-D4, MON-G2)."""
    seen = 0
    for before, _, _ in playout(new_game(3, switches=OPEN), 5, 120):
        offered = {
            one
            for option in DOMINOES.options(before)
            if option.verb == "attach"
            for one in option.instances
        }
        if before.stage is not Stage.TURN:
            assert not offered
            continue
        tried = {
            act.Attach(before.turn, card, (port,))
            for card in before.players[before.turn].hand
            for port in free_ports(before.cards, before.centre)
        }
        assert {one for one in tried if not findings(before, one)} == offered
        seen += len(offered)
    assert seen > 100


def test_all_that_can_happen_happens():
    verbs = Counter()
    for seed, depth, switches in (
        (1, Depth.FULL, OPEN), (2, Depth.FULL, {}), (3, Depth.LIGHT, {}), (4, Depth.LIGHT, {}),
    ):  # fmt: skip
        for _, action, _ in playout(new_game(3, depth, switches), seed):
            verbs[action.verb] += 1
    by_hand = {"adjust-card", "adjust-deck", "adjust-score"}
    assert {kind.verb for kind in DOMINOES.actions} - set(verbs) == by_hand


@pytest.mark.parametrize("depth", list(Depth))
def test_the_view_is_plain_data(depth):
    for _, _, state in playout(new_game(4, depth), 11):
        view = DOMINOES.view(state, None)
        assert json.loads(json.dumps(asdict(view)))["headline"] == view.headline
        assert view == DOMINOES.view(state, state.turn)
        for seat in view.seats:
            assert seat.collected_count == DOMINOES.score(state).total(seat.seat, "cards")
            assert (seat.points is None) == (state.stage is not Stage.OVER)
    assert view.over
    assert {seat.points for seat in view.seats} == {
        DOMINOES.score(state).total(seat, "points") for seat in range(4)
    }


def test_inv11_with_other_seats_the_same_game_comes_out():
    """Everybody sits one place further clockwise: the same cards, the same points."""
    steps = list(playout(new_game(3, switches=OPEN), 6))
    there, here = steps[-1][2], new_game(3, switches=OPEN)
    for _, action, _ in steps:
        actor = None if action.actor is None else (action.actor + 1) % 3
        rotated = replace(action, actor=actor)
        if isinstance(action, act.Youngest):
            rotated = replace(rotated, seat=(action.seat + 1) % 3)
        assert not findings(here, rotated)
        here = DOMINOES.apply(here, rotated)
    one, two = DOMINOES.standing(there), DOMINOES.standing(here)
    assert [((place.seat + 1) % 3, place.rank) for place in one.places] == [
        (place.seat, place.rank) for place in two.places
    ]


def test_random_play_is_the_same_for_the_same_seed():
    one, two = ([step[1] for step in playout(new_game(3), 9, 100)] for _ in range(2))
    assert one == two


# ---------------------------------------------------------------- bad input

CARDS = st.sampled_from(
    [CardId(word) for word in ("card", "GM-B", "GM-H", "CW-L", "PAX-1", "DU-1", "none", "")]
)
SEATS = st.sampled_from([None, *(Seat(n) for n in range(-1, 4))])
REFS = st.builds(PartRef, CARDS, st.integers(-1, 3))
PORTS = st.builds(PortRef, REFS, st.integers(-1, 9))
MANY = st.lists(CARDS, max_size=7).map(tuple)
NUMBERS = st.integers(-100, 10_000)
ZONES = st.sampled_from(list(act.Zone))
ACTIONS = st.one_of(
    st.builds(act.DeckSize, SEATS, NUMBERS),
    st.builds(act.Youngest, SEATS, SEATS.filter(lambda seat: seat is not None)),
    st.builds(act.Dealt, SEATS, MANY),
    st.builds(act.Put, SEATS, CARDS),
    st.builds(act.Attach, SEATS, CARDS, st.lists(PORTS, max_size=4).map(tuple)),
    st.builds(act.Close, SEATS, CARDS),
    st.builds(act.Draw, SEATS, CARDS),
    st.builds(act.LoseTurn, SEATS),
    st.builds(act.Refill, SEATS, MANY),
    st.builds(act.Points, SEATS, NUMBERS),
    st.builds(act.AdjustCard, SEATS, REFS, ZONES, ZONES, SEATS, SEATS),
    st.builds(act.AdjustDeck, SEATS, NUMBERS),
    st.builds(act.AdjustScore, SEATS, SEATS.filter(lambda seat: seat is not None), NUMBERS),
    st.just(Roll(Seat(0), (DieFace("d10", "1"),))),
)


def some_states():
    """A few moments of a few games, every stage among them."""
    found = []
    for seed, depth, switches in (
        (1, Depth.FULL, OPEN), (2, Depth.FULL, {}), (3, Depth.LIGHT, {}),
        (4, Depth.FULL, OPEN | {"mon.dominoes_deck": "all"}),
    ):  # fmt: skip
        state = new_game(3, depth, switches)
        found.append(state)
        for at, (before, _, after) in enumerate(playout(state, seed)):
            if before.stage is not after.stage or at % 40 == 0:
                found.append(after)
    assert {state.stage for state in found} == set(Stage)
    return found


STATES = some_states()


@settings(max_examples=400)
@given(st.sampled_from(STATES), st.lists(ACTIONS, min_size=1, max_size=6))
def test_bad_input_ends_in_a_verdict_or_is_carried_out(state, actions):
    """Whatever people declare, and whatever of it the table forces, the state stays sound."""
    for action in actions:
        found = DOMINOES.check(state, action)
        if any(isinstance(one, Breach) and not one.forceable for one in found):
            continue
        if any(isinstance(one, Question) for one in found):
            continue
        before, state = state, DOMINOES.apply(state, action)
        assert DOMINOES.invariants(state) == ()
        assert DOMINOES.tell(before, action, state)
        assert DOMINOES.view(state, None).headline
        assert DOMINOES.options(state) or state.stage is Stage.OVER
        assert (DOMINOES.pending(state) is None) == (state.stage is Stage.OVER)
        DOMINOES.score(state)
        DOMINOES.standing(state)


def test_a_deck_of_cards_that_never_fit_still_ends():
    """Two hands full of Power cards: nobody can ever put anything."""
    catalogue = shipped()
    powers = {one.id: one for one in catalogue.cards.values() if one.kind is Kind.POWER}
    only = replace(catalogue, cards=powers)
    setup = Setup(NAMES[:2], Depth.FULL, OPEN | {"mon.dominoes_deck": "all"}, only)
    state = run(DOMINOES.start(setup), 1)
    assert state.stage is Stage.OVER
    assert len(state.discarded) == state.size == 25
    assert UNNAMED not in state.discarded
