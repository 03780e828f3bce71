"""A question names whom it asks, once; who is nobody in particular is the table."""

import pytest

from companion.core.seats import Seat
from companion.core.verdict import Question
from companion.session.prompts import display_name, question_text

SEATS = ("Ann", "Ben")


@pytest.mark.parametrize(
    ("asks", "text", "said"),
    [
        (None, "Who begins?", "Who begins? (X-1)"),
        (Seat(1), "Which die?", "Ben: Which die? (X-1)"),
        (Seat(1), "Which die, Ben?", "Which die, Ben? (X-1)"),
        (Seat(0), "Which die, Ben?", "Ann: Which die, Ben? (X-1)"),
    ],
)
def test_a_question_says_whom_it_asks_once(asks, text, said):
    assert question_text(Question(asks, text, "X-1"), SEATS) == said


def test_who_is_no_player_is_the_table():
    assert [display_name(seat, SEATS) for seat in (None, Seat(1))] == ["the table", "Ben"]
