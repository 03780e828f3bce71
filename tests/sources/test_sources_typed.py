"""What people may type, and what a script may hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import FACES
from companion.core.errors import CompanionError
from companion.rolls.readings import SourceFault
from companion.rolls.typed import parse_roll
from companion.sources.script import ScriptSource


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("7", [("", "7")]),
        (" d10=7 ", [("d10", "7")]),
        ("D10=7, d6=3", [("d10", "7"), ("d6", "3")]),
        ("s 2 4", [("", "S"), ("", "2"), ("", "4")]),
        ("00", [("", "00")]),
        ("md.teeth=S", [("md.teeth", "S")]),
    ],
)
def test_typed_faces_are_read(text, dice):
    assert [(die.kind, die.face) for die in parse_roll(text)] == dice


@pytest.mark.parametrize(
    "text",
    ["", "  ", ",", "x", "11", "-1", "7.0", "d10=", "=7", "d11=3", "d6=7", "\u0667", "1 " * 65],
)
def test_what_names_no_roll_is_refused_in_one_line(text):
    with pytest.raises(CompanionError) as caught:
        parse_roll(text)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=40))
def test_whatever_is_typed_is_a_roll_or_a_clear_refusal(text):
    try:
        dice = parse_roll(text)
    except CompanionError:
        return
    assert dice
    assert all(die.kind == "" or die.face in FACES[die.kind] for die in dice)


def test_a_script_with_a_mistake_is_refused_before_the_game():
    with pytest.raises(CompanionError):
        ScriptSource(["7", "x"])


def test_a_script_at_its_end_says_so():
    from queue import SimpleQueue

    source, heard = ScriptSource(["7"]), SimpleQueue()
    source.start(heard.put)
    source.expect(("d10",))
    heard.get(timeout=5)
    source.expect(("d10",))
    fault = heard.get(timeout=5)
    assert isinstance(fault, SourceFault)
    assert fault.over
    assert fault.expected
    source.stop()
