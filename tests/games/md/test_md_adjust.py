"""What the table puts right by its own ruling (X-7), and what bad input meets."""

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
    sick,
)

from companion.core.seats import Seat
from companion.core.words import WordError
from companion.games.md import GAME
from companion.games.md import verbs as act
from companion.games.md.state import Stage
from companion.games.md.words import KINDS, DieRef, HandCard, Place, Special
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
