"""Catalogues come from elsewhere: bounded, and refused in one line that says what and where.

X-1: a card that the list does not have is entered at the table and counts from there on.
"""

import random

import pytest
from games_play import SHELF, new_match, playout

from companion.core import catalogue
from companion.core.actions import Amend, Leave, Lighten, NewCard, Undo
from companion.core.catalogue import CardFile, CatalogueError, Table
from companion.core.game import Depth, setup_of
from companion.core.seats import Seat
from companion.core.switches import OnOff
from models.workshop.bench.random_play import Moment, faults

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


ROBOT = "{ id = 'Z1', name = 'Zed', copies = 2, races = ['Robot'], attack = 3 }"
HUMAN = "{ id = 'Z1', name = 'Zed', power = 4, family = 'Human', ability = { op = 'custom', text = 'x' } }"
HEAD = "{ id = 'Z1', name = 'Zed', monster = 'Zed', faction = 'ImpClick', part = 'head', ports = ['wide'], points = 3 }"
CARDS = [
    ("rsf", "card", ROBOT, {"deck": 2, "pile": 2}),
    ("fgt", "warrior", HUMAN, {"deck": 1, "reserves": 1}),
    ("md", "point", "{ value = 77, copies = 3 }", {"deck": 3, "cards": 3}),
    ("mon-classic", "card", HEAD, {"deck": 1, "size": 1}),
    ("mon-arena", "card", HEAD, {"deck": 1, "size": 1}),
    ("mon-dominoes", "card", HEAD, {"deck": 1, "size": 1}),
]
ZED = NewCard(None, "card", ROBOT)


def refusal(match, action):
    verdict = match.check(action)
    assert not verdict.forceable
    return [(reason.rule, reason.text) for reason in verdict.reasons]


def rsf(**switches):
    names = {f"rsf.{name}": value for name, value in switches.items()}
    return new_match("rsf", Depth.FULL, 6 if switches else 2, names)


@pytest.mark.parametrize(("game_id", "sort", "card", "more"), CARDS, ids=[c[0] for c in CARDS])
def test_at_any_moment_the_box_has_one_more_card_and_undo_takes_it_out(game_id, sort, card, more):
    moments = playout(new_match(game_id, Depth.FULL), random.Random(1), 120)
    for match, _, _ in list(moments)[::10]:
        grown = match.apply(NewCard(None, sort, card))
        for name, count in more.items():
            assert getattr(grown.state, name) == getattr(match.state, name) + count
        assert list(faults(grown, Moment.of(grown.game, grown.state))) == []
        assert grown.apply(Undo(None)).state is match.state


def test_the_card_can_be_named_from_there_on_and_before_a_refusal_says_how():
    header = SHELF.header("rsf", ("Ann", "Ben"), Depth.FULL, {}, SHELF.shipped("rsf"))
    match, grammar = SHELF.begin(header, SHELF.shipped("rsf")), SHELF.grammar(header)
    for line in ("table: mixed", "table: starter Ann"):
        match = match.apply(grammar.read(line))
    draw = grammar.read("Ann: draw Z1")
    said = "there is no card Z1; new-card adds one that the list lacks"
    assert refusal(match, draw) == [("RSF-S5", said)]
    match = match.apply(ZED).apply(draw)
    assert match.state.players[0].hand == ("Z1",)


@pytest.mark.parametrize(
    ("sort", "card", "why"),
    [
        ("card", "Zed", "not TOML"),
        ("card", "{ id = 'Z1' }\nraces = []", "write what is printed on the card as"),
        ("card", "['Z1']", "write what is printed on the card as"),
        ("card", "{ id = 'Z1', name = 'Zed', wings = 2 }", "card Z1: unknown key 'wings'"),
        ("beast", "{ id = 'Z1' }", "the catalogue: unknown key 'beast'"),
        ("card", ROBOT.replace("Z1", "R01"), "card R01: this id appears twice"),
    ],
)
def test_a_card_that_the_list_would_not_take_is_refused(sort, card, why):
    ((rule, text),) = refusal(rsf(), NewCard(None, sort, card))
    assert rule == "X-1"
    assert why in text


def test_where_cards_have_no_names_or_are_asked_for_anyway_none_is_added():
    none = [("X-1", "this table has no card list: cards are not named")]
    assert refusal(rsf().apply(Lighten(None)), ZED) == none
    assert refusal(new_match("rsf", Depth.LIGHT), ZED) == none
    asks = [("X-1", "Monster Mayhem asks for a card as it turns up")]
    assert refusal(new_match("gmm", Depth.FULL), ZED) == asks


def test_it_is_added_under_house_rules_for_so_many_players_when_some_have_left():
    match = rsf(players="6").apply(Leave(None, Seat(2))).apply(ZED)
    assert match.state.deck == rsf().state.deck + 2


def test_a_correction_makes_another_card_of_it_and_one_that_does_not_fit_adds_nothing():
    match = rsf().apply(ZED)
    other = NewCard(None, "card", ROBOT.replace("Zed", "Bolt"))
    mended = match.apply(Amend(None, 1, other))
    assert setup_of(mended.state).catalogue.cards["Z1"].name == "Bolt"
    second = match.apply(NewCard(None, "card", ROBOT.replace("Z1", "Z2")))
    twice = second.apply(Amend(None, 1, NewCard(None, "card", ROBOT.replace("Z1", "Z2"))))
    assert twice.state.deck == match.state.deck
