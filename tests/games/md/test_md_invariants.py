"""A state that cannot be is found out, whatever is wrong with it (MD-I5 to MD-I10)."""

from dataclasses import replace

import pytest
from md_kit import NOTHING, A, B, begun, ending, new_game, play, rolled, seated

from companion.games.md.state import Die, Stage
from companion.games.md.words import EYE, DieId, HandCard
from models.workshop.invariants import invariants


def changed(state, seat, at, **more):
    """The state with one die of a pool changed."""
    pool = list(state.players[seat].pool)
    pool[at] = replace(pool[at], **more)
    return seated(state, seat, pool=tuple(pool))


def backwards(state):
    return seated(state, A, pool=tuple(reversed(state.players[A].pool)))


def gone(state, seat=A):
    """Somebody is said to have left, and everything lies as it did."""
    return replace(state, setup=replace(state.setup, left=(seat,)))


def shown_in_infirmary(state):
    *pool, eye = state.players[A].pool
    return seated(state, A, pool=tuple(pool), infirmary=(replace(eye, face="3"),))


BROKEN = {
    "MD-I5: 19 dice lie where 18 belong": lambda: seated(begun(), A, infirmary=(Die(EYE, B),)),
    "MD-I5: the dice of seat 0 are out of order": lambda: backwards(begun()),
    "MD-I1: a die in the infirmary of seat 0 shows something": lambda: shown_in_infirmary(begun()),
    "MD-I7: a side of seat 0 was used that is not sculpted": lambda: changed(
        rolled(NOTHING), A, 0, used=True
    ),
    "MD-I6: 41 cards instead of 40": lambda: seated(begun(), A, hand=3),
    "MD-I6: fewer than no cards": lambda: replace(seated(begun(), A, hand=37), deck=-1),
    "MD-K6: a declared effect does not fit stage Turn: effects": lambda: replace(
        play(rolled("S 3 4 5 6 2"), "Ann: bite Ben eye"), stage=Stage.EFFECTS
    ),
    "MD-E3a: no stolen die to roll": lambda: replace(begun(), stage=Stage.STOLEN),
    "MD-C5: no dice to roll again": lambda: replace(begun(), stage=Stage.REROLLING),
    "MD-T2a: a roll without dice": lambda: replace(
        seated(begun(), A, pool=(), infirmary=begun().players[A].pool), stage=Stage.ROLL
    ),
    "MD-S3: a roll-off of nobody": lambda: replace(new_game(), stage=Stage.ROLLOFF),
    "MD-I10: turns [0, 1] at the end": lambda: replace(
        seated(ending((2, 2)), A, turns=1), deck=0, cards=4
    ),
    "MD-I10: turns [0, 2]": lambda: seated(begun(), A, turns=2),
    "MD-Z2: a hand of seat 0 was counted that is another by now": lambda: seated(
        begun(), A, shown=(HandCard(3),)
    ),
    "X-12: seat 0 has left and still has something": lambda: gone(begun()),
    "X-12: it is the turn of who has left": lambda: gone(begun()),
    "X-12: a die is named that is out of the game": lambda: gone(
        replace(begun(), thrown=(DieId("md.pig", A),))
    ),
    "MD-K6: an effect waits for who has left": lambda: gone(
        play(rolled("S 3 4 5 6 2"), "Ann: bite Ben eye"), B
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_is_said(broken):
    assert broken in invariants(BROKEN[broken]())


def test_md_i10_the_deck_is_empty_when_hands_are_counted():
    assert "MD-I10: turns [0] at the end" in invariants(replace(ending((2, 2)), deck=36))


@pytest.mark.parametrize("more", [{"used": True}, {"paired": True}])
def test_md_i1_a_die_in_the_infirmary_is_not_used(more):
    state = begun()
    *pool, eye = state.players[A].pool
    state = seated(state, A, pool=tuple(pool), infirmary=(replace(eye, **more),))
    assert invariants(state) == ("MD-I1: a die in the infirmary of seat 0 shows something",)


def test_a_sound_table_has_nothing_broken():
    for state in (new_game(), begun(), rolled(NOTHING), rolled("S S S S S S")):
        assert invariants(state) == ()


LEFT_OVER = {
    "chosen": lambda state: replace(state, chosen=(state.players[A].pool[0].id,)),
    "stolen": lambda state: replace(state, stolen=state.players[A].pool[0].id),
    "triples": lambda state: replace(state, triples=1),
    "later": lambda state: replace(state, later=True),
    "rolloff": lambda state: replace(state, rolloff=(((A, 12),),)),
}


@pytest.mark.parametrize("name", LEFT_OVER)
def test_md_t4_nothing_is_left_over_from_a_step_that_is_done(name):
    assert invariants(LEFT_OVER[name](begun())) == (
        f"MD-T4: {name} is left over in stage Turn: draw",
    )


@pytest.mark.parametrize("name", ["thrown", "waiting"])
def test_md_t6_nothing_is_left_over_from_a_turn_that_is_done(name):
    state = new_game()
    broken = replace(state, **{name: (state.players[A].pool[0].id,)})
    assert invariants(broken) == (f"MD-T4: {name} is left over in stage Setup: two cards each",)
