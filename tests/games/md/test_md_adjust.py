"""What the table puts right by its own ruling (X-7), and what bad input meets.

A state that cannot be is found out, whatever is wrong with it (MD-I5 to MD-I10).
"""

from dataclasses import replace

import pytest
from md_kit import (
    NOTHING,
    A,
    B,
    begun,
    ending,
    findings,
    front,
    hands,
    kinds,
    new_game,
    play,
    read,
    rolled,
    seated,
    sick,
)

from companion.core.seats import Seat
from companion.core.words import WordError
from companion.games.md import GAME
from companion.games.md import verbs as act
from companion.games.md.state import Die, Stage
from companion.games.md.words import EYE, KINDS, DieId, DieRef, HandCard, Place, Special
from models.workshop.invariants import invariants


def test_a_die_is_put_somewhere_else():
    state = play(begun(), "table: adjust-die teeth@2 to infirmary of Ann")
    assert (sick(state, A), kinds(state, B)) == ("teeth", "squid devil spider dimwit eye")
    assert kinds(play(state, "table: adjust-die teeth@2 to pool of Ben"), B) == kinds(begun(), B)
    for line in ("teeth to pool of Ann", "teeth@6 to pool of Ann"):
        assert findings(state, f"table: adjust-die {line}") == ("X-7",)
    assert findings(new_game(), "table: adjust-die eye@1 to pool of Ben") == ("X-7",)


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("from deck to hand for Ann", [3, 2, 2]),
        ("from hand to deck of Ben", [2, 1, 2]),
        ("from hand to hand of Ben for Ann", [3, 1, 2]),
        ("from hand to played of Ben for Ben is myopia", [2, 1, 2]),
    ],
)
def test_a_card_is_put_somewhere_else(words, after):
    state = play(begun(), f"table: adjust-card {words}")
    assert hands(state) == after
    assert invariants(state) == ()


def test_a_played_card_is_named():
    state = front(begun(depth="full"), B, Special.MYOPIA, Special.MYOPIA)
    assert findings(state, "table: adjust-card from hand to played of Ann for Ann") == ("X-7",)
    line = "table: adjust-card from hand to played of Ann for Ann is myopia"
    assert findings(state, line) == ("MD-S1b",)
    line = "table: adjust-card from played to hand of Ben for Ann is myopia"
    assert hands(play(state, line)) == [3, 2, 2]
    assert findings(begun(), line) == ("X-7",)
    assert findings(begun(), "table: adjust-card from deck to hand") == ("X-7",)


@pytest.mark.parametrize("depth", ["light", "full"])
def test_a_hand_that_changes_while_counting_is_counted_anew(depth):
    state = ending((1, 2), depth=depth)
    state = play(state, "Ann: total 3" if depth == "light" else "Ann: show 3")
    state = play(state, "table: adjust-card from hand to hand of Ben for Ann")
    assert state.players[A].points is None
    assert findings(state, "table: adjust-card from hand to deck of Ben") == ("X-7",)
    state = play(ending((1, 1), depth=depth), "table: adjust-card from hand to hand of Ben for Ann")
    assert state.players[B].points == 0


def test_points_change_by_ruling_also_after_the_end():
    lines = "Ann: total 3", "Ben: total 3", "table: dimwit with Ben", "table: adjust-score Ann -2"
    state = play(ending((1, 1)), *lines)
    assert state.stage is Stage.OVER
    assert [(line.points, line.rule) for line in GAME.score(state).lines if line.seat == A] == [
        (3, "MD-Z2"),
        (-2, "X-7"),
    ]
    assert findings(state, "table: adjust-score Ann 1000") == ("X-7",)


@pytest.mark.parametrize("word", ["teeth", "eye@6", "squid@1"])
def test_a_die_is_written_as_it_is_read(word):
    assert DieRef.parse(word).word() == word


@pytest.mark.parametrize("word", ["fang", "teeth@", "teeth@0", "teeth@7", "teeth@x"])
def test_no_such_die(word):
    with pytest.raises(WordError):
        DieRef.parse(word)


@pytest.mark.parametrize("word", ["0", "5", "99", *Special])
def test_a_card_of_a_counted_hand_is_written_as_it_is_read(word):
    assert HandCard.parse(word).word() == word


@pytest.mark.parametrize("word", ["", "100", "-1", "\u0665", "surprise!"])
def test_no_such_card_of_a_hand(word):
    with pytest.raises(WordError, match="expected a value from 0 to 99 or one of"):
        HandCard.parse(word)


def test_a_quiet_turn_offers_no_more_than_its_end():
    assert {one.verb for one in GAME.options(rolled(NOTHING))} == {"end-turn", "surprise"}


def test_x7_rulings_are_about_players_of_the_table():
    for action in (
        act.AdjustDie(None, DieRef(KINDS[0], A), Place.POOL, Seat(3)),
        act.AdjustDie(None, DieRef(KINDS[0], A), Place.POOL, Seat(-1)),
        act.AdjustScore(None, Seat(3), 2),
        act.AdjustScore(None, Seat(-1), 2),
    ):
        (found,) = GAME.check(begun(), action)
        assert (found.rule, found.text) == ("X-7", "there is no such seat")


def test_x7_no_card_is_moved_while_something_is_half_done():
    state = play(rolled("S 3 4 5 6 2"), "Ann: bite Ben eye")
    (found,) = GAME.check(state, read("table: adjust-card from deck to hand for Ann"))
    assert found.text == "wait until nothing is half done; now: Turn: counter or not"
    assert found.rule == "X-7"


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
    "MD-I7: a side of seat 0 was used that is not sculpted": lambda: changed(rolled(NOTHING), A, 0, used=True),
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
    "MD-I10: turns [0, 1] at the end": lambda: replace(seated(ending((2, 2)), A, turns=1), deck=0, cards=4),
    "MD-I10: turns [0, 2]": lambda: seated(begun(), A, turns=2),
    "MD-Z2: a hand of seat 0 was counted that is another by now": lambda: seated(begun(), A, shown=(HandCard(3),)),
    "X-12: seat 0 has left and still has something": lambda: gone(begun()),
    "X-12: it is the turn of who has left": lambda: gone(begun()),
    "X-12: a die is named that is out of the game": lambda: gone(replace(begun(), thrown=(DieId("md.pig", A),))),
    "MD-K6: an effect waits for who has left": lambda: gone(play(rolled("S 3 4 5 6 2"), "Ann: bite Ben eye"), B),
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
    assert invariants(LEFT_OVER[name](begun())) == (f"MD-T4: {name} is left over in stage Turn: draw",)


@pytest.mark.parametrize("name", ["thrown", "waiting"])
def test_md_t6_nothing_is_left_over_from_a_turn_that_is_done(name):
    state = new_game()
    broken = replace(state, **{name: (state.players[A].pool[0].id,)})
    assert invariants(broken) == (f"MD-T4: {name} is left over in stage Setup: two cards each",)
