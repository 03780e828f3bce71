import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import DieSpec, RollRequest
from companion.core.seats import Seat
from companion.core.words import CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf.verbs import Attack, Connect
from companion.games.rsf.words import SPECIAL_MODE, Mode
from companion.session.prompts import field_question
from companion.tui import bigtext, keymap, roll_keys, roll_words
from companion.tui.asking import choices
from companion.tui.canvas import Canvas
from companion.tui.widgets.picture import shrink

ANN, BEN = Seat(0), Seat(1)
D10 = (DieSpec("d10"),)


@given(st.text(max_size=12), st.sampled_from(bigtext.SCALES))
def test_large_letters_are_as_wide_and_tall_as_announced(text, scale):
    drawn = bigtext.draw(text, scale)
    assert len(drawn) == scale.rows
    assert {len(line) for line in drawn} == {bigtext.width(text, scale)}


@pytest.mark.parametrize("character", string.ascii_uppercase + string.digits + "+-?!:/%=")
def test_every_letter_and_digit_has_a_shape_of_its_own(character):
    scale = bigtext.Scale(2, 1)
    drawn = bigtext.draw(character, scale)
    assert any("█" in line for line in drawn)
    assert drawn != bigtext.draw("\N{SNOWMAN}", scale)
    twins = [other for other in "0O" if character in "0O" and other != character]
    others = set(string.ascii_uppercase + string.digits) - {character, *twins}
    assert all(bigtext.draw(other, scale) != drawn for other in others)


def test_accents_do_not_hide_a_name():
    assert bigtext.draw("Zoë", bigtext.SCALES[-1]) == bigtext.draw("ZOE", bigtext.SCALES[-1])


def test_every_verb_of_the_game_has_a_key_of_its_own():
    verbs = [action.verb for action in GAME.actions]
    given_keys = keymap.assign(verbs)
    assert set(given_keys) == set(verbs)
    assert len(set(given_keys.values())) == len(verbs)
    assert not set(given_keys.values()) & keymap.RESERVED
    assert given_keys["attack"] == "a"


def test_a_verb_without_a_letter_left_stays_without_key():
    many = [f"a{number}" for number in range(100)]
    given_keys = keymap.assign(many)
    assert 0 < len(given_keys) < 100


CONNECTS = tuple(
    Connect(ANN, CardId(card), cell, mode)
    for card, cell, mode in [
        ("R01", Cell(0, 0), None),
        ("R01", Cell(0, 1), None),
        ("H01", Cell(0, 1), SPECIAL_MODE),
        ("H01", Cell(0, 1), Mode("Plant")),
    ]
)


def test_questions_come_in_the_order_of_the_fields_and_skip_what_is_settled():
    step = choices.next_step(CONNECTS)
    assert step == choices.Step("card", (CardId("R01"), CardId("H01")))
    hybrid = choices.narrow(CONNECTS, step, CardId("H01"))
    step = choices.next_step(hybrid)
    assert step == choices.Step("mode", (SPECIAL_MODE, Mode("Plant")))
    assert choices.next_step(choices.narrow(hybrid, step, SPECIAL_MODE)) is None


@given(st.lists(st.sampled_from(CONNECTS), min_size=1, unique=True), st.data())
def test_answers_always_lead_to_one_of_the_instances(actions, data):
    left = tuple(actions)
    while (step := choices.next_step(left)) is not None:
        narrower = choices.narrow(left, step, data.draw(st.sampled_from(step.values)))
        assert 0 < len(narrower) < len(left)
        left = narrower
    assert len(left) == 1


def test_who_acts_is_a_question_too():
    step = choices.next_step((Attack(ANN, BEN), Attack(BEN, ANN)))
    assert step is not None
    assert field_question("Attack", step.field) == "Attack. Who does it?"


@pytest.mark.parametrize(
    ("needs", "short"),
    [
        ("7 or more hits (0 counts as 10)", "7+"),
        ("10 or more hits", "10+"),
        ("3 or less wins", "3-"),
        ("only a 10 hits (0 counts as 10)", "10"),
        ("every roll hits", "any roll"),
        ("no roll hits", ""),
        ("", ""),
    ],
)
def test_what_is_needed_is_short_enough_for_large_letters(needs, short):
    assert roll_words.short_need(needs) == short


def test_a_request_says_who_which_dice_what_for_and_what_is_needed():
    request = RollRequest(BEN, D10, "Attack on Ann: 8 + die against DEF 15", "RSF-F3a", "7 or more hits")
    large, lines = roll_words.request_lines(request, "Ben")
    assert large[0] == "Ben d10 7+"
    assert lines[1] == "Ben rolls one d10: Attack on Ann: 8 + die against DEF 15 (RSF-F3a)"
    assert lines[2] == "7 or more hits"


def test_one_digit_is_a_roll_only_for_a_single_die_with_digits():
    assert roll_keys.one_keystroke(RollRequest(ANN, D10, "", "X-4"))
    assert roll_keys.one_keystroke(RollRequest(ANN, (DieSpec("d6"),), "", "X-4"))
    assert not roll_keys.one_keystroke(RollRequest(ANN, (DieSpec("d10", 2),), "", "X-4"))
    assert not roll_keys.one_keystroke(RollRequest(ANN, (DieSpec("d00"),), "", "X-4"))


def test_drawing_outside_the_canvas_is_ignored():
    canvas = Canvas(4, 2)
    canvas.put(-1, 0, "abcdefg")
    canvas.put(0, 5, "x")
    canvas.put(2, 1, "yz", "bold")
    assert canvas.content().plain == "bcde\n  yz"


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 40), st.integers(1, 40))
def test_a_picture_keeps_its_shape_and_fits(height, width, across, down):
    picture = np.full((height, width, 3), 77, np.uint8)
    small = shrink(picture, across, down)
    assert small.shape[0] <= down
    assert small.shape[1] <= across
    assert small.shape[0] == down or small.shape[1] == across or min(small.shape[:2]) == 1
    assert (small == 77).all()


def test_a_small_picture_shows_means_not_single_pixels():
    picture = np.zeros((4, 4, 3), np.uint8)
    picture[::2] = 200
    assert (shrink(picture, 2, 2) == 100).all()
