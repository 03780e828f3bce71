"""Cards that lie open, example by example: whose they are, and what the rules let them be."""

import pytest

from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.demo.players import next_action
from companion.games.gmm.battle import Call, Flip
from companion.games.gmm.round import Dealer, Dealt
from companion.games.gmm.words import Call as Calls
from companion.record.shelf import Shelf
from companion.rolls.cards import KEPT, Laid, awaited, card_field, decode, lies
from companion.rolls.readings import BACK, CardReading, Spread

PLACES = {0: (600.0, 600.0), 1: (100.0, 400.0), 2: (600.0, 100.0)}


@pytest.fixture
def match():
    shelf = Shelf()
    header = shelf.header("gmm", ("Ann", "Ben", "Cleo"), Depth.FULL, None, shelf.shipped("gmm"))
    return played(shelf.begin(header, shelf.shipped("gmm")), Dealer(None, 0), Dealt(0))


def played(match, *actions):
    for action in actions:
        assert match.check(action).legal
        match = match.apply(action)
    return match


@pytest.fixture
def called(match):
    """Ann has turned up Blob and called high: Ben and Cleo are awaited."""
    return played(match, Flip(0, "blob"), Call(0, Calls.HIGH))


def card(name, place, confidence=1.0, others=(), sure=None):
    (x, y), sure = place, confidence >= 0.95 if sure is None else sure
    corners = ((x - 50, y - 75), (x + 50, y - 75), (x + 50, y + 75), (x - 50, y + 75))
    return CardReading(name, corners, confidence, sure, others)


def spread(*cards):
    return Spread("camera", "camera@1", cards)


def test_cards_are_awaited_while_a_player_must_turn_one_up(match, called):
    assert [one.actor for one in awaited(match)] == [0]
    assert [one.actor for one in awaited(called)] == [1, 2]
    assert awaited(played(match, Flip(0, "blob"))) == ()
    assert (card_field(Flip(0, "blob")), card_field(Dealt(0))) == ("card", "")


def test_nothing_is_awaited_where_cards_have_no_names():
    shelf = Shelf()
    over = shelf.begin(shelf.header("gmm", ("Ann", "Ben"), Depth.LIGHT, None, None), None)
    assert awaited(over) == ()


def test_a_single_new_card_is_the_one_players_card(match):
    offer = decode(match, spread(card("blob", PLACES[0]), card(BACK, PLACES[1]), card(None, PLACES[2])))
    assert (offer.outcomes[0].actions, offer.why, offer.barred) == ((Flip(0, "blob"),), "", ())


def test_nothing_new_is_no_offer(match):
    lying = (Laid(0, "blob", PLACES[0], 1),)
    assert decode(match, spread(card("blob", PLACES[0])), lying) is None
    assert decode(match, spread(card(BACK, PLACES[0]))) is None


def test_a_sure_card_is_not_taken_for_its_runner_up_that_lay_there():
    there = (Laid(0, "blob", PLACES[0], 1),)
    others = (("blob", 0.3),)
    assert lies(card("murk", PLACES[0], 0.7, others), there)
    assert not lies(card("murk", PLACES[0], 1.0, others), there)
    assert not lies(card("blob", PLACES[2]), there)


def test_players_of_whom_no_place_is_known_sit_clockwise_and_people_are_asked(called):
    there = (Laid(0, "blob", PLACES[0], 3),)
    cards = spread(card("murk", PLACES[1]), card("tallow", PLACES[2]), card("blob", PLACES[0]))
    offer = decode(called, cards, there, {0: PLACES[0]})
    assert offer.why == "nothing lay there before: whose is it?"
    first, second = (one.actions for one in offer.outcomes)
    assert first == (Flip(1, "murk"), Flip(2, "tallow"))
    assert second == (Flip(1, "tallow"), Flip(2, "murk"))
    unknown = decode(called, cards, there)
    assert len(unknown.outcomes) == 2


def test_each_card_is_that_of_the_nearest_player(called):
    cards = spread(card("murk", PLACES[2]), card("tallow", (120.0, 420.0)), card("oddity", (110.0, 405.0)))
    offer = decode(called, cards, (), PLACES)
    assert [one.actor for one in offer.outcomes[0].actions] == [2] or offer.barred
    done = card("kelp", PLACES[0])  # of Ann, who has turned up hers
    assert decode(called, spread(done), (), PLACES) is None
    far = spread(card("murk", (620.0, 120.0)), card("tallow", (140.0, 430.0)), card("gristle", PLACES[1]))
    offer = decode(called, far, (), PLACES)
    assert offer.outcomes[0].actions == (Flip(1, "gristle"), Flip(2, "murk"))
    assert offer.why == ""


def test_a_card_far_from_everybody_is_nobodys_until_people_ask(called):
    cards = spread(card("murk", (300.0, 900.0)))
    assert decode(called, cards, (), PLACES) is None
    offer = decode(called, cards, (), PLACES, anywhere=True)
    assert {one.actions for one in offer.outcomes} == {(Flip(1, "murk"),), (Flip(2, "murk"),)}


def test_a_table_full_of_cards_gives_few_choices(called):
    names = [option.card for option in awaited(called)[0].instances]
    cards = spread(*(card(name, (90.0 * at, 700.0)) for at, name in enumerate(names)))
    assert len(decode(called, cards).outcomes) == KEPT


def test_a_card_in_doubt_is_what_the_rules_allow(match):
    both = played(match, Flip(0, "blob"), Call(0, Calls.HIGH), Flip(1, "blob"))
    doubt = card("blob", PLACES[2], 0.6, (("murk", 0.4),))
    offer = decode(both, spread(doubt), (), PLACES)
    assert [one.actions for one in offer.outcomes] == [(Flip(2, "murk"),)]
    assert offer.why == "not sure: Murkfoot · Strength 4 or Blob · Strength 8?"
    assert offer.barred[0].verdict.reasons[0].rule == "GMM-S2b"
    other = card("murk", PLACES[2], 0.6, (("blob", 0.4),))
    assert decode(both, spread(other), (), PLACES).barred == ()
    sure = decode(both, spread(card("blob", PLACES[2], others=(("murk", 0.01),))), (), PLACES)
    assert (sure.outcomes, len(sure.barred)) == ((), 1)


def test_a_single_guess_that_is_not_sure_says_how_likely_it_is(match):
    offer = decode(match, spread(card("blob", PLACES[0], 0.8)))
    assert offer.why == "not sure: Blob · Strength 8 at 80%"
    offer = decode(match, spread(card("blob", PLACES[0], 0.8, (("murk", 0.001),))))
    assert len(offer.outcomes) == 1


def test_nothing_is_awaited_while_a_roll_is():
    shelf = Shelf()
    cards = shelf.shipped("rsf")
    match = shelf.begin(shelf.header("rsf", ("Ann", "Ben"), Depth.FULL, None, cards), cards)
    while not isinstance(match.pending(), RollRequest):
        match = match.apply(next_action(match))
    assert awaited(match) == ()
