"""A table of cards beside the log, example by example: what is new, what is gone, and what was done."""

import pytest

from companion.core.actions import Roll
from companion.core.dice import DieFace, RollRequest
from companion.core.game import Depth
from companion.core.verdict import Question
from companion.core.words import Cell
from companion.demo.players import next_action
from companion.games.rsf.fight import Destroy
from companion.record.shelf import Shelf
from companion.rolls.layout import differing, mended
from companion.rolls.readings import BACK, CardReading, Spread

CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))


@pytest.fixture(scope="module")
def match():
    """The first turn of the Fight phase, at which Ben may connect a card."""
    shelf = Shelf()
    cards = shelf.shipped("rsf")
    match = shelf.begin(shelf.header("rsf", ("Ann", "Ben"), Depth.FULL, None, cards), cards)
    while not any(one.verb == "attack" for one in match.game.options(match.state)):
        match = match.apply(next_action(match))
    return match


def cards(match, seat, way=1, left=0):
    """A player's monster as a camera sees it, without the last few cards, anywhere and turned."""
    pieces = match.state.players[seat].monster
    pieces = pieces[: len(pieces) - left]
    return [seen(piece.card, seat, Cell(3 + way * piece.cell.x, way * piece.cell.y)) for piece in pieces]


def seen(card, group=None, cell=None):
    place = None if group is None else (group, cell.x, cell.y)
    return CardReading(card, CORNERS, cell=place)


def connect(match):
    options = match.game.options(match.state)
    return next(one for one in options if one.verb == "connect").instances[0]


def test_monsters_lie_as_the_log_says_wherever_and_from_whichever_side(match):
    found = differing(match, [*cards(match, 0, -1), *cards(match, 1), seen(BACK), seen(None)])
    count = sum(len(one.monster) for one in match.state.players)
    assert (found.new, found.gone, found.agreeing, found.since(match)) == ((), (), count, 0)
    assert mended(match, Spread("camera", "1", (*cards(match, 0), *cards(match, 1)))) is None


def test_a_new_card_at_a_monster_becomes_the_action_that_lays_it(match):
    action = connect(match)
    new = seen(action.card, 1, Cell(3 + action.cell.x, action.cell.y))
    there = (*cards(match, 0), *cards(match, 1), new)
    assert differing(match, there).new == ((1, action.card, action.cell),)
    offer = mended(match, Spread("camera", "1", there))
    (outcome,) = offer.outcomes
    assert (outcome.actions, outcome.cards, offer.barred) == ((action,), (new,), ())
    assert outcome.told.startswith("Ben connects")


def test_a_card_where_the_rules_forbid_it_is_said_with_the_rule(match):
    new = seen(connect(match).card, 1, Cell(13, 0))
    offer = mended(match, Spread("camera", "1", (*cards(match, 0), *cards(match, 1), new)))
    assert offer.outcomes == ()
    assert "RSF-R2" in offer.barred[0].verdict.message()


def test_what_is_gone_is_named_with_the_entry_that_laid_it(match):
    gone = match.state.players[0].monster[-1]
    found = differing(match, [*cards(match, 0, left=1), *cards(match, 1)])
    assert found.gone == ((0, gone.card, gone.cell),)
    step = next(one for one in match.steps() if one.number == found.since(match))
    assert (step.action.verb, step.action.card) == ("connect", gone.card)
    assert mended(match, Spread("camera", "1", (*cards(match, 0, left=1), *cards(match, 1)))) is None


def test_a_card_that_is_of_no_monster_lies_nowhere(match):
    assert differing(match, [seen("ZZ")]).new == ((None, "ZZ", None),)


def test_a_card_that_was_to_be_given_up_and_is_gone_was_given_up(match):
    hit = match
    while not isinstance(asked := hit.pending(), Question) or asked.verbs != ("destroy",):
        roll = isinstance(asked, RollRequest) and Roll(asked.roller, (DieFace("d10", "9"),))
        hit = hit.apply(roll or next_action(hit))
        assert len(hit.log) < 200
    option = next(one for one in hit.game.options(hit.state) if one.verb == "destroy")
    wanted = next(one for one in option.instances[::-1] if one.piece.cell)  # one of two copies
    seat, pieces = wanted.actor, hit.state.players[wanted.actor].monster
    at = next(at for at, one in enumerate(pieces) if one.cell == wanted.piece.cell)
    left = cards(hit, seat)
    rest = (*left[:at], *left[at + 1 :], *cards(hit, 1 - seat))
    offer = mended(hit, Spread("camera", "1", rest))
    assert isinstance(offer.outcomes[0].actions[0], Destroy)
    assert offer.outcomes[0].actions[0].piece == wanted.piece
    assert offer.outcomes[0].cards == (None,)


def test_cards_without_places_are_compared_by_name():
    shelf = Shelf()
    listed = shelf.shipped("gmm")
    mayhem = shelf.begin(shelf.header("gmm", ("Ann", "Ben"), Depth.FULL, None, listed), listed)
    while not differing(mayhem, []).gone:
        mayhem = mayhem.apply(next_action(mayhem))
    ((_, card, _),) = differing(mayhem, []).gone
    assert differing(mayhem, [seen(card, 0, Cell(0, 0))]).agreeing == 1
    assert differing(mayhem, []).since(mayhem) == len(mayhem.log)


def test_a_game_that_says_nothing_of_its_cards_has_none():
    shelf = Shelf()
    dungeon = shelf.begin(shelf.header("fgt", ("Ann", "Ben"), Depth.LIGHT, None, None), None)
    assert differing(dungeon, [seen("ZZ")]).new == ((None, "ZZ", None),)
