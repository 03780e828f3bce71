"""What reaches a terminal or a page shows, and commands it nothing."""

import pytest

from companion.core.printable import (
    MOST_MARKS,
    markup_escaped,
    printable,
    printable_lines,
    without_unprintable,
)

ACUTE = "\u0301"
RIGHT_TO_LEFT = "\u202e"
WIDE_BLANK = "\u3000"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("Zoë", "Zoë"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\nb\tc", "a\\nb\\tc"),
        (f"Ann{RIGHT_TO_LEFT}nnA", "Ann\\u202ennA"),
        (f"a{WIDE_BLANK}b", f"a{WIDE_BLANK}b"),
    ],
)
def test_what_does_not_show_becomes_an_escape(text, shown):
    assert printable(text) == shown


def test_ends_of_lines_and_tabs_stay_in_a_text_of_several_lines():
    assert printable_lines("one\ttwo\n\x07three") == "one\ttwo\n\\x07three"


@pytest.mark.parametrize(
    ("text", "left"), [("Ann", "Ann"), ("A\x07nn", "Ann"), (f"Zo{RIGHT_TO_LEFT}ë", "Zoë")]
)
def test_where_there_is_no_room_for_escapes_what_does_not_show_goes(text, left):
    assert without_unprintable(text) == left


def test_a_few_marks_stay_on_a_letter_and_a_flood_does_not():
    assert printable("e" + MOST_MARKS * ACUTE + "a") == "e" + MOST_MARKS * ACUTE + "a"
    assert printable("e" + 50 * ACUTE + "a" + ACUTE) == "e" + MOST_MARKS * ACUTE + "a" + ACUTE


def test_in_markup_nothing_becomes_a_tag_or_leaves_its_attribute():
    assert markup_escaped("<b onload='x'>\x1b&\"") == (
        "&lt;b onload=&#x27;x&#x27;&gt;\\x1b&amp;&quot;"
    )
