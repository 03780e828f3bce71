"""Whole games of Classic and Arena at random: what holds after every step (MON-I1, I3 to I5)."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mon_classic_kit import GAMES, findings, new_game, playout

from companion.core.actions import Roll
from companion.core.dice import DieFace
from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.switches import specs
from companion.core.verdict import Breach, Question
from companion.core.words import CardId
from companion.games.mon.classic import CLASSIC
from companion.games.mon.classic import actions as act
from companion.games.mon.classic.state import Mode, Stage
from companion.games.mon.classic.table import aside, total
from companion.games.mon.words import Faction, Kind

pytestmark = pytest.mark.slow

SWITCHES = [
    (mode, spec.name.removeprefix("mon."), choice)
    for mode, game in GAMES.items()
    for spec in specs(game.house, "mon")
    for choice in spec.choices
    if choice != spec.default
]
BOTH = [(mode, depth) for mode in Mode for depth in Depth]


def sound(before, action, after):
    """Everything that must hold from one state to the next."""
    assert CLASSIC.invariants(after) == ()
    assert after.fights[: len(before.fights) - 1] == before.fights[: len(before.fights) - 1]
    if isinstance(action, act.TakeDragon):  # MON-I4
        old, new = before.players[action.actor], after.players[action.actor]
        assert len(new.dragons) == len(old.dragons) + 1
    elif not len(after.fights) > len(before.fights):  # only a Spell's loss, at the end of a fight
        assert [one.dragons for one in after.players] == [one.dragons for one in before.players]
    line = CLASSIC.tell(before, action, after)
    assert line
    assert "\n" not in line


def run(state, seed, steps=3000):
    for before, action, after in playout(state, seed, steps):
        sound(before, action, after)
        state = after
    return state


@pytest.mark.parametrize(("mode", "depth"), BOTH)
@pytest.mark.parametrize("seats", [2, 5])
def test_mon_i1_i3_i4_i5_hold_and_every_game_ends(mode, depth, seats):
    state = run(new_game(mode, seats, depth), seats)
    assert state.stage is Stage.OVER
    standing, sheet = CLASSIC.standing(state), CLASSIC.score(state)
    assert sorted(place.seat for place in standing.places) == list(range(seats))
    totals = {seat: sheet.total(seat, "dragons") for seat in range(seats)}
    assert [totals[place.seat] for place in standing.places] == sorted(
        totals.values(), reverse=True
    )  # INV-12
    assert [totals[seat] for seat in standing.winners] == [5]
    if depth is Depth.FULL:  # MON-I1: 25 Dragon cards in all
        out = sum(len(player.dragons) for player in state.players)
        assert out + sum(aside(state).values()) == 25


@pytest.mark.parametrize(("mode", "name", "choice"), SWITCHES)
@pytest.mark.parametrize("depth", list(Depth))
def test_random_games_are_sound_under_every_switch(mode, name, choice, depth):
    state = run(new_game(mode, 3, depth, **{name: choice}), 7, 250)
    assert state.fights


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_sound_under_mixed_switches(mode, seed):
    chance = random.Random(seed)
    mixed = {
        spec.name.removeprefix("mon."): chance.choice(spec.choices)
        for spec in specs(GAMES[mode].house, "mon")
    }
    depth = Depth.LIGHT if seed == 1 else Depth.FULL
    state = run(new_game(mode, 2 + seed, depth, **mixed), seed, 400)
    assert state.fights


@pytest.mark.parametrize(("mode", "depth"), BOTH)
def test_inv4_every_option_has_a_legal_instance_and_there_is_no_dead_end(mode, depth):
    for before, _, _ in playout(new_game(mode, 3, depth), 3, 120):
        options = CLASSIC.options(before)
        assert options
        assert isinstance(CLASSIC.pending(before), Question)
        for option in options:
            assert option.instances
            for action in option.instances:
                assert (action.verb, action.actor) == (option.verb, option.actor)
                assert findings(before, action) == ()
                assert type(action) in GAMES[mode].actions


def test_all_that_can_happen_happens():
    verbs = Counter()
    for mode, depth in BOTH:
        for seed in (1, 2):
            chosen = {"arena_locked": "off"} if mode is Mode.ARENA else {}
            for _, action, _ in playout(new_game(mode, 3, depth, **chosen), seed):
                verbs[action.verb] += 1
    by_hand = {"adjust-card", "adjust-deck", "adjust-dragon", "adjust-points"}
    every = {kind.verb for game in GAMES.values() for kind in game.actions}
    assert every - set(verbs) == by_hand


@pytest.mark.parametrize(("mode", "depth"), BOTH)
def test_the_view_is_plain_data(mode, depth):
    for _, _, state in playout(new_game(mode, 4, depth), 11, 300):
        view = CLASSIC.view(state, None)
        assert json.loads(json.dumps(asdict(view)))["headline"] == view.headline
        assert view == CLASSIC.view(state, state.turn)
        assert (
            sum(one.left for one in view.dragons) + sum(len(seat.dragons) for seat in view.seats)
            == 25
        )
        if view.fight is not None and view.fight.flipped:
            for shown, side in zip(
                (view.fight.attacker, view.fight.defender), state.fight.sides, strict=True
            ):
                assert shown.total == total(state, state.fight, side)


def test_inv11_with_other_seats_the_same_game_comes_out():
    """Everybody sits one place further clockwise: the same cards, the same fights."""
    steps = list(playout(new_game(), 6, 400))
    there, here = steps[-1][2], new_game()
    for _, action, _ in steps:
        actor = None if action.actor is None else (action.actor + 1) % 3
        turned = replace(action, actor=actor)
        if isinstance(action, act.Youngest):
            turned = replace(turned, seat=(action.seat + 1) % 3)
        if isinstance(action, act.Challenge | act.BuildFor):
            turned = replace(turned, target=(action.target + 1) % 3)
        assert not findings(here, turned)
        here = CLASSIC.apply(here, turned)
    assert [one.points for one in there.fights] == [one.points for one in here.fights]
    assert [player.parts for player in there.players] == [
        here.players[(seat + 1) % 3].parts for seat in range(3)
    ]


def test_random_play_is_the_same_for_the_same_seed():
    one, two = ([step[1] for step in playout(new_game(), 9, 100)] for _ in range(2))
    assert one == two


# ---------------------------------------------------------------- bad input

WORDS = (
    "card",
    "hidden",
    "dragon",
    "GM-B",
    "GM-H",
    "CW-L",
    "PAX-2",
    "S-LIMB",
    "S-MOON",
    "none",
    "",
)
CARDS = st.sampled_from([CardId(word) for word in WORDS])
ANYBODY = st.sampled_from([None, *(Seat(n) for n in range(-1, 4))])
SEATS = st.sampled_from([Seat(n) for n in range(-1, 4)])
MANY = st.lists(CARDS, max_size=7).map(tuple)
NUMBERS = st.integers(-100, 1000)
MAYBE = st.none() | NUMBERS
FACTIONS = st.sampled_from(list(Faction))
ACTIONS = st.one_of(
    st.builds(act.DeckSize, ANYBODY, NUMBERS),
    st.builds(act.PickFaction, ANYBODY, FACTIONS),
    st.builds(act.Youngest, ANYBODY, SEATS),
    st.builds(act.Dealt, ANYBODY, MANY),
    st.builds(act.Draw, ANYBODY, CARDS),
    st.builds(act.Rearrange, ANYBODY, MANY),
    st.builds(act.EndTurn, ANYBODY),
    st.builds(act.Challenge, ANYBODY, SEATS, MANY),
    st.builds(act.EnterArena, ANYBODY, MANY),
    st.builds(act.MeetArena, ANYBODY, MANY),
    st.builds(act.ChangeArena, ANYBODY, MANY),
    st.builds(act.Complete, ANYBODY, st.sampled_from(list(act.Answer))),
    st.builds(act.Ready, ANYBODY, MANY),
    st.builds(act.Refuse, ANYBODY),
    st.builds(act.BuildFor, ANYBODY, SEATS, MANY),
    st.builds(act.Flip, ANYBODY, MAYBE, MAYBE, NUMBERS),
    st.builds(act.Power, ANYBODY, CARDS, MAYBE),
    st.builds(act.Spell, ANYBODY, CARDS, MANY, MAYBE, MAYBE),
    st.builds(act.Yield, ANYBODY),
    st.builds(act.Pass, ANYBODY),
    st.builds(act.TakeDragon, ANYBODY, CARDS, st.none() | FACTIONS),
    st.builds(act.AdjustCard, ANYBODY, CARDS, ANYBODY, ANYBODY),
    st.builds(
        act.AdjustDragon, ANYBODY, SEATS, st.sampled_from(list(act.Move)), CARDS,
        st.none() | FACTIONS,
    ),
    st.builds(act.AdjustDeck, ANYBODY, NUMBERS),
    st.builds(act.AdjustPoints, ANYBODY, SEATS, NUMBERS),
    st.just(Roll(Seat(0), (DieFace("d10", "1"),))),
)  # fmt: skip


def some_states():
    """A few moments of a few games, every stage among them."""
    found = []
    for seed, (mode, depth) in enumerate(BOTH):
        state = new_game(mode, 3, depth)
        found.append(state)
        for at, (before, _, after) in enumerate(playout(state, seed)):
            if before.stage is not after.stage and (at < 80 or after.stage is Stage.OVER):
                found.append(after)
    assert {state.stage for state in found} == set(Stage)
    return found


STATES = some_states()


@settings(max_examples=500)
@given(st.sampled_from(STATES), st.data())
def test_bad_input_ends_in_a_verdict_or_is_carried_out(state, data):
    """Whatever people declare, and whatever of it the table forces, the state stays sound."""
    for _ in range(data.draw(st.integers(1, 6))):
        own = st.sampled_from(
            [one for each in state.players for one in each.parts] or [CardId("x")]
        )
        action = data.draw(ACTIONS)
        if isinstance(action, act.Rearrange | act.Challenge | act.EnterArena | act.Ready):
            action = replace(action, cards=tuple(data.draw(st.lists(own, max_size=4))))
        found = CLASSIC.check(state, action)
        if any(isinstance(one, Breach) and not one.forceable for one in found):
            continue
        if any(isinstance(one, Question) for one in found):
            continue
        before, state = state, CLASSIC.apply(state, action)
        assert CLASSIC.invariants(state) == ()
        assert CLASSIC.tell(before, action, state)
        assert CLASSIC.view(state, None).headline
        assert CLASSIC.options(state) or CLASSIC.pending(state) or state.stage is Stage.OVER
        assert (CLASSIC.pending(state) is None) == (state.stage is Stage.OVER)
        CLASSIC.score(state)
        CLASSIC.standing(state)


def test_nobody_may_be_dealt_a_power_card_by_name():
    state = new_game()
    secret = [card.id for card in state.cards.values() if card.kind is not Kind.PART]
    for before, _, _ in playout(state, 1, 12):
        if before.stage is Stage.DEAL:
            for card in random.Random(1).sample(secret, 5):
                assert findings(before, act.Dealt(before.turn, (card,)))
