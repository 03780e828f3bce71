"""Whole games: what holds after every step, and what is found broken (GMM-I1 to I5, INV-1 to INV-12)."""

import random
from dataclasses import replace

import pytest
from gmm_kit import A, B, C, dealt, ending, fight, findings, ids, new_game, play, playout, shipped
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.gmm import GAME
from companion.games.gmm import verbs as act
from companion.games.gmm.cards import Monster
from companion.games.gmm.state import BATTLE, Award, Result, Stage
from companion.games.gmm.words import Call
from models.workshop.invariants import invariants

FEW = settings(max_examples=15)
seeds = st.integers(0, 10_000)


def sound(before, after):
    """Everything that must hold from one state to the next."""
    assert invariants(after) == ()  # GMM-I1, I2, I5
    assert (after.round, len(after.awards)) >= (before.round, len(before.awards))  # INV-9
    assert after.awards[: len(before.awards)] == before.awards
    if after.outcome not in {None, before.outcome} and not after.outcome.sudden:
        one_battle(before, after)


def one_battle(before, after):
    """GMM-I3: a mashup or a tie changes nobody's winnings; a winner takes every card."""
    if after.stage not in {*BATTLE, Stage.COUNT}:
        return
    gained = [len(n.won) - len(o.won) for o, n in zip(before.players, after.players, strict=True)]
    outcome = after.outcome
    assert gained == [outcome.cards if seat == outcome.winner else 0 for seat in range(len(gained))]
    thrown = outcome.cards if outcome.result in {Result.MASHUP, Result.SPENT} else 0
    assert len(after.discard) - len(before.discard) == thrown
    shown = [card for flip in outcome.flips for card in flip]
    assert None not in shown
    if outcome.result is not Result.TIE:
        assert outcome.cards == len(shown)


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("depth", list(Depth))
def test_gmm_i1_to_i5_hold_in_random_games_and_they_end(seats, depth):
    state = new_game(seats, depth, shipped())
    for before, _, after in playout(state, seats):
        sound(before, after)
        state = after
    assert state.stage is Stage.OVER
    assert GAME.score(state).total(Seat(0), "trophies") <= 6


@pytest.mark.slow
def test_complete_options_leave_nothing_out():
    """Of all cards, only those offered may be turned up."""
    every = [*shipped().monsters, CardId("slappy"), CardId("mastermind"), CardId("stranger")]
    checked = 0
    for at, (before, _, _) in enumerate(playout(new_game(4, Depth.FULL, shipped()), 2)):
        for option in GAME.options(before) if at % 9 == 0 else ():
            if option.verb == "flip" and option.complete:
                tried = [act.Flip(option.actor, card) for card in every]
                able = {action for action in tried if not findings(before, action)}
                assert able == set(option.instances)
                checked += 1
    assert checked > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_gmm_i4_a_mirrored_round_with_the_other_calls_has_the_same_winners(seed):
    mirrored = {
        card: Monster(card, one.name, tuple(10 - rating for rating in one.ratings))
        for card, one in shipped().monsters.items()
    }
    state = new_game(2 + seed, Depth.FULL, shipped())
    mirror = new_game(2 + seed, Depth.FULL, replace(shipped(), monsters=mirrored))
    other = {Call.HIGH: Call.LOW, Call.LOW: Call.HIGH}
    for _, action, after in playout(state, seed):
        turned = replace(action, call=other[action.call]) if action.verb == "call" else action
        mirror = GAME.apply(mirror, turned)
        assert mirror.players == after.players
        assert (mirror.declarer, mirror.discard) == (after.declarer, after.discard)
        if after.stage is Stage.COUNT:
            return


def said(state):
    """All that anybody is shown or told."""
    return (
        GAME.view(state), GAME.sheet(state),
        GAME.pending(state), GAME.options(state), GAME.score(state), GAME.standing(state),
    )  # fmt: skip


@pytest.mark.slow
@FEW
@given(seeds)
def test_inv6_ratings_of_monsters_not_turned_up_show_nowhere(seed):
    """Two catalogues differ in cards that nobody has seen yet."""
    chance = random.Random(seed)
    state = new_game(3, Depth.FULL, shipped())
    log = [action for _, action, _ in playout(state, seed, chance.randrange(3, 60))]
    shown = {action.card for action in log if isinstance(action, act.Flip)}
    other = {
        card: one if card in shown else Monster(card, one.name, one.ratings[::-1])
        for card, one in shipped().monsters.items()
    }
    changed = new_game(3, Depth.FULL, replace(shipped(), monsters=other))
    for action in log:
        before, before_changed = state, changed
        state, changed = GAME.apply(state, action), GAME.apply(changed, action)
        assert GAME.tell(before, action, state) == GAME.tell(before_changed, action, changed)
    assert said(state) == said(changed)


AWARD = Award(A, "GMM-E1", (20, 20, 20))


def seated(state, seat, **more):
    players = list(state.players)
    players[seat] = replace(players[seat], **more)
    return replace(state, players=tuple(players))


BROKEN = {
    "GMM-I1: 57 cards instead of 60":
        lambda: replace(fight(dealt(), "low", "m5 m5 m1"), discard=()),
    "GMM-I1: draw piles of [19, 20] cards between flips":
        lambda: seated(replace(dealt(), discard=ids("m1")), A, draw=19),
    "GMM-I1: draw piles of [-1] cards between flips":
        lambda: replace(dealt(), players=tuple(replace(one, draw=-1) for one in dealt().players)),
    "GMM-I1: a pile of 1 cards among 3 players": lambda: replace(dealt(), discard=ids("m1")),
    "GMM-I1: a pile of 2 cards among 3 players": lambda: seated(dealt(), B, won=ids("m1 m2")),
    "GMM-I2: 1 Trophies after 0 rounds": lambda: replace(dealt(), awards=(AWARD,)),
    "GMM-I2: 0 Trophies after 6 rounds": lambda: replace(new_game(), stage=Stage.OVER),
    "GMM-I2: 1 Trophies after 6 rounds":
        lambda: replace(new_game(), stage=Stage.ABILITY, awards=(AWARD,)),
    "GMM-I2: round 7": lambda: replace(dealt(), round=7, awards=(AWARD,) * 6),
    "GMM-I2: round 0": lambda: replace(dealt(), round=0),
    "GMM-I2: a final battle was won and the game goes on": lambda: replace(dealt(), champion=A),
    "GMM-I5: seat 1 declares instead of seat 0": lambda: replace(dealt(), declarer=B),
    "GMM-I5: seat 0 declares instead of seat 1":
        lambda: replace(fight(dealt(), "high", "m3 m5 m1"), declarer=A),
    "GMM-I5: seat 2 declares instead of seat 1":
        lambda: replace(fight(dealt(), "low", "m5 m5 m1"), declarer=C),
    "GMM-B2: 0 flips in stage Sudden death":
        lambda: replace(play(ending(("m1 m2", "m3 m4", "")), "table: confirm"), flips=()),
    "GMM-B2: 1 flips in stage Count": lambda: replace(dealt(), stage=Stage.COUNT),
    "GMM-D1: a sudden death in stage Sudden death":
        lambda: replace(dealt(), stage=Stage.SUDDEN_DEATH),
    "GMM-D1: a sudden death in stage Count":
        lambda: replace(play(ending(("m1 m2", "m3 m4", "")), "table: confirm"), stage=Stage.COUNT),
    "GMM-S2b: ratings of blob":
        lambda: replace(dealt(), typed=((CardId("blob"), (3, None, 11, 4, 5, 6)),)),
}  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_is_said(broken):
    assert broken in invariants(BROKEN[broken]())


def test_a_sound_table_has_nothing_broken():
    state = play(dealt(cards=None), "Ann: flip blob", "table: rate blob 0")
    for sound in (new_game(), dealt(), state, fight(dealt(), "low", "m5 m5 m1")):
        assert invariants(sound) == ()


def test_gmm_i5_a_declarer_named_by_ruling_is_no_fault():
    assert invariants(play(dealt(), "table: adjust-declarer Ben")) == ()
