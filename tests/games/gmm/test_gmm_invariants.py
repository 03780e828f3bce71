"""A state that cannot be is found out, whatever is wrong with it (GMM-I1, I2, I5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gmm_kit import A, B, C, dealt, ending, fight, ids, new_game, play

from companion.core.words import CardId
from companion.games.gmm.state import Award, Stage
from models.workshop.invariants import invariants

AWARD = Award(A, "GMM-E1", (20, 20, 20))


def seated(state, seat, **more):
    players = list(state.players)
    players[seat] = replace(players[seat], **more)
    return replace(state, players=tuple(players))


BROKEN = {
    "GMM-I1: 57 cards instead of 60": lambda: replace(
        fight(dealt(), "low", "m5 m5 m1"), discard=()
    ),
    "GMM-I1: draw piles of [19, 20] cards between flips": lambda: seated(
        replace(dealt(), discard=ids("m1")), A, draw=19
    ),
    "GMM-I1: draw piles of [-1] cards between flips": lambda: replace(
        dealt(), players=tuple(replace(one, draw=-1) for one in dealt().players)
    ),
    "GMM-I1: a pile of 1 cards among 3 players": lambda: replace(dealt(), discard=ids("m1")),
    "GMM-I1: a pile of 2 cards among 3 players": lambda: seated(dealt(), B, won=ids("m1 m2")),
    "GMM-I2: 1 Trophies after 0 rounds": lambda: replace(dealt(), awards=(AWARD,)),
    "GMM-I2: 0 Trophies after 6 rounds": lambda: replace(new_game(), stage=Stage.OVER),
    "GMM-I2: 1 Trophies after 6 rounds": lambda: replace(
        new_game(), stage=Stage.ABILITY, awards=(AWARD,)
    ),
    "GMM-I2: round 7": lambda: replace(dealt(), round=7, awards=(AWARD,) * 6),
    "GMM-I2: round 0": lambda: replace(dealt(), round=0),
    "GMM-I2: a final battle was won and the game goes on": lambda: replace(dealt(), champion=A),
    "GMM-I5: seat 1 declares instead of seat 0": lambda: replace(dealt(), declarer=B),
    "GMM-I5: seat 0 declares instead of seat 1": lambda: replace(
        fight(dealt(), "high", "m3 m5 m1"), declarer=A
    ),
    "GMM-I5: seat 2 declares instead of seat 1": lambda: replace(
        fight(dealt(), "low", "m5 m5 m1"), declarer=C
    ),
    "GMM-B2: 0 flips in stage Sudden death": lambda: replace(
        play(ending(("m1 m2", "m3 m4", "")), "table: confirm"), flips=()
    ),
    "GMM-B2: 1 flips in stage Count": lambda: replace(dealt(), stage=Stage.COUNT),
    "GMM-D1: a sudden death in stage Sudden death": lambda: replace(
        dealt(), stage=Stage.SUDDEN_DEATH
    ),
    "GMM-D1: a sudden death in stage Count": lambda: replace(
        play(ending(("m1 m2", "m3 m4", "")), "table: confirm"), stage=Stage.COUNT
    ),
    "GMM-S2b: ratings of blob": lambda: replace(
        dealt(), typed=((CardId("blob"), (3, None, 11, 4, 5, 6)),)
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_is_said(broken):
    assert broken in invariants(BROKEN[broken]())


def test_a_sound_table_has_nothing_broken():
    state = play(dealt(cards=None), "Ann: flip blob", "table: rate blob 0")
    for sound in (new_game(), dealt(), state, fight(dealt(), "low", "m5 m5 m1")):
        assert invariants(sound) == ()


def test_gmm_i5_a_declarer_named_by_ruling_is_no_fault():
    assert invariants(play(dealt(), "table: adjust-declarer Ben")) == ()
