"""Catalogues come from elsewhere: bounded, and refused in one line that says what and where."""

from __future__ import annotations

import pytest

from companion.core import cardfile
from companion.core.catalogue import CatalogueError

KEYS = frozenset({"card"})
TWO = """title = "Two"
game = "x"

[[card]]
id = "A1"

[[card]]
id = "B2"
"""


def test_entries_know_the_line_where_they_begin():
    data = cardfile.read_tables(TWO, "x", KEYS)
    found = [(at, line, table["id"]) for at, line, table in cardfile.entries(TWO, data, "card", 9)]
    assert found == [(1, 4, "A1"), (2, 7, "B2")]


def test_entries_of_an_inline_array_have_no_line_of_their_own():
    inline = 'card = [{id = "A1"}, {id = "B2"}]'
    data = cardfile.read_tables(inline, "x", KEYS)
    assert [line for _, line, _ in cardfile.entries(inline, data, "card", 9)] == [None, None]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title = ", "not TOML"),
        ('game = "y"', "this is a catalogue for 'y', not for x"),
        ("schema = 2", "schema 2 is not known"),
        ("cards = 1", "unknown key 'cards'"),
        (f'title = "{"a" * cardfile.MAX_TEXT}"', "too large"),
        ("card = " + "[" * 5000, "not TOML"),
        (f"card = [{2**63 - 1}, {{a = {2**64}}}]", "a whole number of more than 64 bits"),
        ("\n\n" + ".".join("abcdefghi") + " = 1", "line 3: TOML not accepted: a key of"),
    ],
)
def test_what_no_game_could_read_is_refused(text, words):
    with pytest.raises(CatalogueError, match=words) as refused:
        cardfile.read_tables(text, "x", KEYS)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("cards", "words"), [([], "no cards"), ([{}] * 4, "too many"), ([1], "must be a table")]
)
def test_entries_are_tables_and_not_too_many(cards, words):
    with pytest.raises(CatalogueError, match=words):
        list(cardfile.entries("", {"card": cards}, "card", 3))


def test_a_line_is_added_once():
    with pytest.raises(CatalogueError, match=r"line 3: wrong"), cardfile.on_line(3):
        raise CatalogueError("wrong")
    with pytest.raises(CatalogueError, match=r"line 2: wrong"), cardfile.on_line(3):
        raise CatalogueError("wrong", 2)


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda: cardfile.text({"a": " "}, "a", "it"), "it: a must be a line of text"),
        (lambda: cardfile.text({"a": "\x1b[2J"}, "a", "it"), "must be a line of text"),
        (lambda: cardfile.text({"a": "b" * 61}, "a", "it"), "61 characters, at most 60"),
        (lambda: cardfile.flag({"a": 1}, "a", "it"), "true or false"),
        (lambda: cardfile.number({"a": True}, "a", "it", (0, 9), 0), "from 0 to 9"),
        (lambda: cardfile.number({"a": 10}, "a", "it", (0, 9), 0), "not 10"),
        (lambda: cardfile.number({}, "a", "it", (0, 9), None), "not None"),
        (lambda: cardfile.words(["b", 1], "a", "it"), "a list of names"),
        (lambda: cardfile.choice("c", "a", "it", ("b", "d")), "one of b, d, not 'c'"),
        (lambda: cardfile.card_id({"id": "two words"}, "it"), "one word"),
        (lambda: cardfile.card_id({"id": "at"}, "it", frozenset({"at"})), "record's own words"),
    ],
)
def test_values_that_are_not_what_they_should_be(read, words):
    with pytest.raises(CatalogueError, match=words):
        read()


def test_values_that_are_fine():
    table = {"id": "A-1", "name": "Blob", "on": True, "n": 7, "w": ["a"], "c": "x"}
    assert cardfile.card_id(table, "it") == "A-1"
    assert cardfile.text(table, "name", "it") == "Blob"
    assert cardfile.flag(table, "on", "it")
    assert not cardfile.flag(table, "off", "it")
    assert cardfile.number(table, "n", "it", (0, 7), None) == 7
    assert cardfile.number(table, "m", "it", (0, 7), 3) == 3
    assert cardfile.words(table["w"], "w", "it") == ("a",)
    assert cardfile.choice(table["c"], "c", "it", ("x",)) == "x"
