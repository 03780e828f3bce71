"""Catalogues come from elsewhere: bounded, and refused in one line that says what and where."""

import pytest

from companion.core import catalogue
from companion.core.catalogue import CardFile, CatalogueError, Table
from companion.core.switches import OnOff

TWO = """title = "Two"
game = "x"

[[card]]
id = "A1"

[[card]]
id = "B2"
"""


def one(**values):
    return Table(values, "it")


def lines_of(text):
    """The line that each card of a catalogue is refused with."""
    found = []
    for at in range(2):
        left = [at]

        def refuse(_name, table, left=left):
            if not left[0]:
                raise table.wrong("wrong")
            left[0] -= 1

        with pytest.raises(CatalogueError) as refused:
            CardFile(text, "x", "card").cards("card", 9, (), refuse)
        found.append((refused.value.problem, refused.value.line))
    return found


def test_what_is_wrong_with_a_card_is_said_with_the_line_where_it_begins():
    assert lines_of(TWO) == [("card A1: wrong", 4), ("card B2: wrong", 7)]


def test_entries_of_an_inline_array_have_no_line_of_their_own():
    inline = 'card = [{id = "A1"}, {id = "B2"}]'
    assert [line for _, line in lines_of(inline)] == [None, None]


def test_cards_are_read_in_their_order_by_id():
    assert CardFile(TWO, "x", "card").cards("card", 9, (), lambda name, _: name.lower()) == {
        "A1": "a1",
        "B2": "b2",
    }


@pytest.mark.parametrize(("text", "beside"), [(TWO.replace("B2", "A1"), ()), (TWO, ("A1",))])
def test_an_id_that_appears_twice_is_refused(text, beside):
    with pytest.raises(CatalogueError, match="card A1: this id appears twice"):
        CardFile(text, "x", "card").cards("card", 9, (), lambda *_: None, beside)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title = ", "not TOML"),
        ('game = "y"', "this is a catalogue for 'y', not for x"),
        ("schema = 2", "schema 2 is not known"),
        ("cards = 1", "the catalogue: unknown key 'cards'; known: card, game"),
        (f'title = "{"a" * catalogue.MAX_TEXT}"', "too large"),
        ("card = " + "[" * 5000, "not TOML"),
        (f"card = [{2**63 - 1}, {{a = {2**64}}}]", "a whole number of more than 64 bits"),
        ("\n\n" + ".".join("abcdefghi") + " = 1", "line 3: TOML not accepted: a key of"),
    ],
)
def test_what_no_game_could_read_is_refused(text, words):
    with pytest.raises(CatalogueError, match=words) as refused:
        CardFile(text, "x", "card")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("", "no cards"),
        ("card = []", "no cards"),
        ("card = [{}, {}, {}, {}]", "too many"),
        ("card = [1]", "card number 1 must be a table"),
    ],
)
def test_entries_are_tables_and_not_too_many(cards, words):
    with pytest.raises(CatalogueError, match=words):
        CardFile(cards, "x", "card").each("card", 3, "card", lambda _: None)


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda: one(a=" ").text("a"), "it: a must be a line of text"),
        (lambda: one(a="\x1b[2J").text("a"), "must be a line of text"),
        (lambda: one(a="b" * 61).text("a"), "61 characters, at most 60"),
        (lambda: one(a=1).flag("a"), "true or false"),
        (lambda: one(a=True).number("a", (0, 9), 0), "from 0 to 9"),
        (lambda: one(a=10).number("a", (0, 9), 0), "not 10"),
        (lambda: one().number("a", (0, 9)), "not None"),
        (lambda: one(a=["b", 1]).words("a"), "a list of names"),
        (lambda: one().words("a"), "it: a must be a list of names"),
        (lambda: one(a="c").one_of(OnOff, "a"), "a must be one of on, off, not 'c'"),
        (lambda: one().one_of(OnOff, "a"), "on, off, not None"),
        (lambda: one(a=["on", "c"]).some_of(OnOff, "a", "b"), "b must be one of on, off, not 'c'"),
        (lambda: one(a=1).inner("a"), "it: a must be a table"),
        (lambda: one(id="two words").card_id(), "one word"),
        (lambda: one(id="at").card_id({"at"}), "record's own words"),
    ],
)
def test_values_that_are_not_what_they_should_be(read, words):
    with pytest.raises(CatalogueError, match=words):
        read()


def test_values_that_are_fine():
    table = one(id="A-1", name="Blob", on=True, n=7, w=["a"], c="off", s=["on"], t={"u": 1})
    assert table.card_id() == "A-1"
    assert table.text("name") == "Blob"
    assert table.flag("on")
    assert not table.flag("off")
    assert table.number("n", (0, 7)) == 7
    assert table.number("m", (0, 7), 3) == 3
    assert table.words("w") == ("a",)
    assert table.one_of(OnOff, "c") is OnOff.OFF
    assert table.one_of(OnOff, "d", OnOff.ON) is OnOff.ON
    assert table.some_of(OnOff, "s", "one") == (OnOff.ON,)
    assert table.some_of(OnOff, "r", "one") == ()
    assert table.inner("t").number("u", (0, 1)) == 1
