"""X-1: a card that the list does not have is entered at the table and counts from there on."""

import random

import pytest
from games_play import SHELF, new_match, playout

from companion.core.actions import Amend, Leave, Lighten, NewCard, Undo
from companion.core.game import Depth, setup_of
from companion.core.seats import Seat
from models.workshop.bench.random_play import Moment, faults

ROBOT = "{ id = 'Z1', name = 'Zed', copies = 2, races = ['Robot'], attack = 3 }"
HUMAN = "{ id = 'Z1', name = 'Zed', power = 4, family = 'Human', ability = { op = 'custom', text = 'x' } }"
HEAD = (
    "{ id = 'Z1', name = 'Zed', monster = 'Zed', faction = 'ImpClick', part = 'head',"
    " ports = ['wide'], points = 3 }"
)
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
