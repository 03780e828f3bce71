from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from enum import StrEnum
from typing import ClassVar, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.actions import Action, Amend, Roll, Ruling
from companion.core.dice import FACES, DieFace
from companion.core.seats import Seat
from companion.core.words import Cell, argument
from companion.record.fields import arguments
from companion.record.grammar import Grammar
from companion.record.text import AmbiguousError, CannotParseError, LineError

Card = NewType("Card", str)
Count = NewType("Count", int)


class Way(StrEnum):
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Everything(Action):
    """One of each sort of argument."""

    verb: ClassVar[str] = "everything"
    example: ClassVar[str] = "Ann: everything Ben 3 up R04 2,-1 to"

    seat: Seat
    count: Count
    way: Way
    card: Card
    cell: Cell
    note: str = argument(keyword="to")
    cards: tuple[Card, ...] = argument(keyword="cards", default=())
    other: Seat | None = argument(keyword="with", default=None)
    place: Cell | None = argument(keyword="at", default=None)


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Nothing is done."""

    verb: ClassVar[str] = "pass"
    example: ClassVar[str] = "Ann: pass"


@dataclass(frozen=True, slots=True)
class Peek(Action):
    """Somebody, or nobody, is looked at."""

    verb: ClassVar[str] = "peek"
    example: ClassVar[str] = "Ann: peek -"

    who: Seat | None
    word: str | None


SEATS = ("Ann", "Ben", "Mary Ann", 'O:Neil; "x"', "Zoë", "cards")
GRAMMAR = Grammar((Everything, Pass, Peek), SEATS)
ANN, BEN = Seat(0), Seat(1)


def test_a_line_becomes_an_action_and_the_same_line_again():
    line = 'Ann: everything Ben 3 up R04 2,-1 to "so be it" cards A B with "Mary Ann" at 0,0'
    action = GRAMMAR.read(line)
    assert action == Everything(
        ANN, BEN, Count(3), Way.UP, Card("R04"), Cell(2, -1), "so be it",
        (Card("A"), Card("B")), Seat(2), Cell(0, 0),
    )  # fmt: skip
    assert GRAMMAR.write(action) == line


def test_arguments_with_keywords_may_come_in_any_order():
    one = GRAMMAR.read("Ann: everything Ben 3 up R 0,0 to x with Ben cards A")
    other = GRAMMAR.read("Ann: everything Ben 3 up R 0,0 cards A with Ben to x")
    assert one == other


def test_a_quoted_word_is_never_a_keyword():
    action = GRAMMAR.read('Ann: everything "cards" 3 up "with" 0,0 to "cards" cards "at" B')
    assert action.seat == Seat(5)
    assert action.card == "with"
    assert action.cards == ("at", "B")
    assert GRAMMAR.read(GRAMMAR.write(action)) == action


def test_table_is_everybody_and_comments_are_passed_over():
    assert GRAMMAR.read("table: pass ; and so on").actor is None
    assert GRAMMAR.read('table: ruling X-1 allow "a; b" ; c').note == "a; b"


def test_a_line_within_a_line_is_quoted():
    amend = Amend(None, 12, Ruling(None, ("X-1",), 'he said "go"; so'), (13, 14))
    assert GRAMMAR.read(GRAMMAR.write(amend)) == amend
    line = 'table: amend 12 "Ann: roll d10=1" drop 13 14'
    assert GRAMMAR.write(GRAMMAR.read(line)) == line


def test_x15_lines_in_one_have_semicolons_between_them_outside_of_quotes():
    ruled = Ruling(None, ("X-1",), "so; or so")
    text = f"Ann: pass; {GRAMMAR.write(ruled)} ;; Ben: pass;"
    assert GRAMMAR.read_all(text) == (Pass(ANN), ruled, Pass(BEN))
    assert GRAMMAR.read_all(" ") == ()


def test_none_is_written_as_a_dash_and_a_dash_as_a_word_is_quoted():
    for action in (Peek(ANN, None, None), Peek(ANN, BEN, "-"), Peek(ANN, BEN, "--")):
        assert GRAMMAR.read(GRAMMAR.write(action)) == action
    assert GRAMMAR.write(Peek(ANN, None, "-")) == 'Ann: peek - "-"'


@pytest.mark.parametrize("seat", range(len(SEATS)))
def test_every_seat_name_can_act_and_be_named(seat):
    action = Peek(Seat(seat), Seat(seat), SEATS[seat])
    assert GRAMMAR.read(GRAMMAR.write(action)) == action


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "expected WHO: WHAT"),
        ("pass", "expected WHO: WHAT"),
        ("Bob: pass", "there is no seat called 'Bob'; seats: Ann"),
        ("Ann:", "there is no verb after"),
        ("Ann: dance", "there is no verb 'dance'; known: everything, pass"),
        ("Ann: PASS", "there is no verb 'PASS'"),
        ("Ann: pass now", "'now' is not expected in: pass"),
        ("Ann: peek Ben", "TEXT is missing in: peek SEAT TEXT"),
        ("Ann: roll d10=11", "a d10 has no face '11'"),
        ("Ann: roll d11=1", "there is no die called 'd11'"),
        ("Ann: roll 7", "expected a die such as d10=7"),
        ("Ann: everything Ben three up R 0,0 to x", "expected a whole number"),
        ("Ann: everything Ben ٣ up R 0,0 to x", "expected a whole number"),
        ("Ann: everything Ben 3 sideways R 0,0 to x", "choose from up, down"),
        ("Ann: everything Ben 3 up R 0;0 to x", "expected a cell"),
        ("Ann: everything Ben 3 up R 0,0", "to TEXT is missing"),
        ("Ann: everything Ben 3 up R 0,0 to x to y", "to appears twice"),
        ("Ann: everything Ben 3 up R 0,0 to", "to TEXT is missing"),
        ("Ann: everything Ben 1234567890 up R 0,0 to x", "expected a whole number"),
        ('Ann: peek Ben "x', "a quote is not closed"),
        ('Ann: peek Ben x"y"', "a quote within a word"),
        ('Ann: peek Ben "x"y', "a blank is missing"),
        ('Ann: peek Ben "\\q"', "there is no escape"),
        ('Ann: peek Ben "\\ud800"', "there is no escape"),
        ("Ann: peek Ben \u202ex", "U+202E is invisible"),
        ("Ann: peek Ben \x07", "U+0007 is invisible"),
        ("Ann: pass\u00a0", "U+00A0 is invisible"),
        ("table: amend 1 Ann", "expected a whole line in quotes"),
        ('table: amend 1 "Ann: pass ; no"', "cannot have a comment"),
        ('table: amend 1 "table: amend 2 \\"Ann: pass\\""', "amend cannot be part of"),
        ('table: amend 1 "Ann: peek Ben \\n"', "U+000A"),
        ("x" * 5000, "5000 characters"),
    ],
)
def test_what_is_no_action_is_said_in_one_line(line, says):
    with pytest.raises(CannotParseError) as caught:
        GRAMMAR.read(line)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_verbs_of_one_name_are_a_mistake_of_the_program():
    class Other(Pass):
        pass

    with pytest.raises(TypeError, match="two actions are called pass"):
        Grammar((Pass, Other), SEATS)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ([("share", float)], "cannot write"),
        ([("share", int | str)], "cannot write"),
        ([("cards", tuple[str, ...]), ("more", str)], "needs a keyword"),
    ],
)
def test_what_no_record_can_write_is_a_mistake_of_the_program(fields, says):
    with pytest.raises(TypeError, match=says):
        arguments(make_dataclass("Odd", fields, bases=(Action,), frozen=True))


def ann_acts(_action):
    return ANN


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("pass", "Ann: pass"),
        ("pas", "Ann: pass"),
        ("  PASS  ", "Ann: pass"),
        ("ben: pass", "Ben: pass"),
        ("b: pas", "Ben: pass"),
        ("Table: undo", "table: undo"),
        ("pe ben -", "Ann: peek Ben -"),
        ("peek mary x:y", '"Mary Ann" : x'),
    ],
)
def test_people_may_shorten_verbs_and_names_and_leave_out_the_actor(typed, line):
    action = GRAMMAR.enter(typed, ann_acts)
    if typed.startswith("peek mary"):
        assert action == Peek(ANN, Seat(2), "x:y")
    else:
        assert GRAMMAR.write(action) == line


def test_ambiguous_is_told_apart_from_not_understood():
    with pytest.raises(AmbiguousError) as caught:
        GRAMMAR.enter("p", ann_acts)
    assert caught.value.meanings == ("pass", "peek")
    assert str(caught.value) == "'p' could be: pass, peek?"
    with pytest.raises(CannotParseError, match="there is no verb 'jump'"):
        GRAMMAR.enter("jump", ann_acts)
    with pytest.raises(CannotParseError, match="there is no seat called 'Bob'"):
        GRAMMAR.enter("Bob: pass", ann_acts)
    with pytest.raises(CannotParseError, match="nothing was typed"):
        GRAMMAR.enter("   ", ann_acts)


def test_two_seats_with_one_beginning_are_ambiguous():
    grammar = Grammar((Pass, Peek), ("Anna", "Anne"))
    with pytest.raises(AmbiguousError):
        grammar.enter("peek ann x", ann_acts)
    with pytest.raises(AmbiguousError):
        grammar.enter("ann: pass", ann_acts)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NAMES = st.integers(0, len(SEATS) - 1).map(Seat)
ACTORS = st.none() | NAMES
CELLS = st.builds(Cell, st.integers(-99, 99), st.integers(-99, 99))
DICE = st.sampled_from([DieFace(kind, face) for kind, faces in FACES.items() for face in faces])
PLAIN = st.one_of(
    st.builds(Pass, ACTORS),
    st.builds(Peek, ACTORS, st.none() | NAMES, st.none() | TEXTS),
    st.builds(Roll, ACTORS, st.lists(DICE, max_size=6).map(tuple)),
    st.builds(Ruling, ACTORS, st.lists(TEXTS, max_size=3).map(tuple), TEXTS),
    st.builds(
        Everything,
        ACTORS,
        NAMES,
        st.integers(-999_999_999, 999_999_999),
        st.sampled_from(Way),
        TEXTS,
        CELLS,
        TEXTS,
        st.lists(TEXTS, max_size=4).map(tuple),
        st.none() | NAMES,
        st.none() | CELLS,
    ),
)
NUMBERS = st.integers(0, 999)
ACTIONS = PLAIN | st.builds(Amend, st.none(), NUMBERS, PLAIN, st.lists(NUMBERS, max_size=4).map(tuple))


@given(ACTIONS)
def test_every_action_is_read_back_as_it_was_written(action):
    assert GRAMMAR.read(GRAMMAR.write(action)) == action


@given(st.text(max_size=60) | st.text('Ann:;"\\ passroldp10=74-', max_size=60))
def test_any_text_gives_an_action_or_one_line(text):
    for read in (GRAMMAR.read, lambda line: GRAMMAR.enter(line, ann_acts)):
        said = ""
        try:
            action = read(text)
            assert GRAMMAR.read(GRAMMAR.write(action)) == action
        except LineError as error:
            said = str(error)
        assert "\n" not in said
