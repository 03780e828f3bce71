"""Rolls of several dice are typed key by key, and what is typed stands beside its die."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import FACES, DieFace, DieSpec, RollRequest
from companion.core.seats import Seat
from companion.rolls.arbiter import Ask
from companion.rolls.matching import Candidate
from companion.rolls.readings import RollReading, SourceKind
from companion.tui import roll_words
from companion.tui.roll_keys import Typing, press

ANN = Seat(0)
KINDS = ("md.teeth", "md.squid", "md.devil", "md.spider", "md.dimwit", "md.eye")
POOL = RollRequest(ANN, tuple(DieSpec(kind) for kind in KINDS), "the turn's roll", "MD-T2")
STOLEN = RollRequest(ANN, (DieSpec("md.spider"),), "the stolen die", "MD-E3a")
D10 = RollRequest(ANN, (DieSpec("d10"),), "an attack", "RSF-F3a")
TWO = RollRequest(ANN, (DieSpec("d00"), DieSpec("d10")), "a hundred", "X-4")
KEYS = {" ": "space"}


def typed(request, text, *, doubtful=False):
    """Press the keys of a text one after the other."""
    so_far = ""
    for character in text:
        name = {"\n": "enter", "\b": "backspace", "\x1b": "escape"}.get(character, character)
        prints = "" if len(name) > 1 else character
        after = press(request, so_far, KEYS.get(name, name), prints, doubtful=doubtful)
        if after is None or after.entered:
            return after
        so_far = after.text
    return Typing(so_far)


def test_one_key_says_a_die_alone():
    assert typed(D10, "7") == Typing("7", entered=True)
    assert typed(STOLEN, "s") == Typing("S", entered=True)
    assert typed(STOLEN, "4") == Typing("4", entered=True)
    assert typed(D10, "s") is None
    assert typed(STOLEN, "x") is None


def test_a_number_that_no_such_die_has_is_entered_too_so_that_it_is_refused_aloud():
    assert typed(STOLEN, "9") == Typing("9", entered=True)


def test_six_dice_take_six_keys_and_enter():
    assert typed(POOL, "s24s56") == Typing("S 2 4 S 5 6")
    assert typed(POOL, "s24s56\n") == Typing("S 2 4 S 5 6", entered=True)


def test_typing_is_taken_back_key_by_key_or_at_once():
    assert typed(POOL, "s24\b") == Typing("S 2")
    assert typed(POOL, "s2\b\b") == Typing("")
    assert typed(POOL, "s24\x1b") == Typing("")


def test_keys_that_say_no_face_mean_something_else():
    for key in ("u", "?", "\n", "\b", "\x1b", "9"):
        assert typed(POOL, key) is None


def test_while_a_reading_is_in_question_a_blank_begins_a_roll_of_ones_own():
    assert typed(POOL, " ", doubtful=True) == Typing(" ")
    assert typed(POOL, " 234\n", doubtful=True) == Typing("2 3 4", entered=True)
    assert typed(POOL, " ") is None


def test_dice_with_longer_faces_are_typed_with_blanks_between():
    assert typed(TWO, "90 4\n") == Typing("90 4", entered=True)


@given(st.text(st.characters(codec="utf-8"), max_size=12), st.booleans())
def test_no_key_breaks_the_typing(text, doubtful):
    for request in (D10, STOLEN, POOL, TWO):
        after = typed(request, text, doubtful=doubtful)
        assert after is None or isinstance(after.text, str)


# -- what is said --------------------------------------------------------------------------------


def test_what_was_typed_stands_beside_the_die_it_is_for():
    large, lines = roll_words.request_lines(POOL, "Ann", "S 2")
    assert large[0] == "Ann 6 dice"
    assert lines[-1] == "teeth S  squid 2  devil ▏  spider _  dimwit _  eye _"
    assert "in this order" in lines[-2]
    assert "S: sculpted" in lines[-2]
    full = roll_words.request_lines(POOL, "Ann", "S 2 4 S 5 6")[1][-1]
    assert full.endswith("eye 6  Enter takes them")


def test_a_single_monster_die_is_called_by_its_name():
    large, lines = roll_words.request_lines(STOLEN, "Ann")
    assert large[0] == "Ann Spider-Die"
    assert "type its number (S: sculpted)" in lines[3]


@pytest.mark.parametrize("size", [(74, 9), (110, 9), (180, 14)])
def test_six_dice_are_asked_for_in_large_letters_at_every_size(size):
    from companion.tui.widgets.big_lines import _drawn

    large, lines = roll_words.request_lines(POOL, "Maximilian")
    below = [line for line in lines if line]
    assert all(len(line) <= size[0] for line in below[1:])
    assert len(_drawn(large, size[0], size[1] - len(below))) >= 5


def test_a_doubtful_roll_of_many_dice_names_what_differs():
    guess = tuple(DieFace(kind, face) for kind, face in zip(KINDS, "S24S56", strict=True))
    other = (*guess[:5], DieFace("md.eye", "5"))
    reading = RollReading(SourceKind.CAMERA, "camera:0", "camera:0#1", (), 0.0, 1)
    candidates = (Candidate(guess, 0.7), Candidate(other, 0.2))
    ask = Ask(reading, "not sure of a die", guess, candidates, POOL, 3)
    large, lines = roll_words.ask_lines(ask)
    assert large[0] == "S 2 4 S 5 6?"
    assert lines[1] == "It could be 1: as read, S 2 4 S 5 6 (70%)  2: but eye 5 (20%)"
    assert "Space, then the dice" in lines[2]
    assert "teeth 2" in roll_words.ask_lines(ask, "2")[1][2]


def test_dice_are_named_set_by_set():
    assert roll_words.kinds_text(("d10",)) == "d10"
    assert roll_words.kinds_text(KINDS) == "monster dice"
    assert roll_words.kinds_text(()) == ""
    assert set(KINDS) <= set(FACES)
