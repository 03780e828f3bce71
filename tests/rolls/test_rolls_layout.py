"""A table of cards beside the log, example by example: what is new, what is gone, and what was done."""

from dataclasses import replace

import pytest

from companion.core.actions import Roll
from companion.core.dice import DieFace, RollRequest
from companion.core.game import Depth
from companion.core.verdict import Question
from companion.core.words import Cell
from companion.demo.players import next_action
from companion.games.rsf.fight import Destroy
from companion.games.rsf.words import SPECIAL_MODE
from companion.record.shelf import Shelf
from companion.rolls.cards import awaited
from companion.rolls.layout import differing, mended, strange
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


# ---------------------------------------------------------------- what was done


def begin(seats=("Ann", "Ben")):
    shelf = Shelf()
    listed = shelf.shipped("rsf")
    return shelf.begin(shelf.header("rsf", seats, Depth.FULL, None, listed), listed)


def led(match, *verbs, face="9", least=0):
    """Play on until one of the verbs may be declared by whoever has so many pieces at least."""
    while True:
        asked = match.pending()
        options = [one for one in match.game.options(match.state) if one.verb in verbs and one.actor is not None]
        if options and len(match.state.players[options[0].actor].monster) >= least:
            return match, options[0]
        assert len(match.log) < 300
        if isinstance(asked, RollRequest):
            match = match.apply(Roll(asked.roller, (DieFace("d10", face),)))
            continue
        special = [one for one in match.game.options(match.state) if one.verb == "special"]
        action = special[0].instances[0] if special else next_action(match)
        match = match.apply(replace(action, mode=SPECIAL_MODE) if action.verb == "mode" else action)


def table(match):
    """All monsters as they lie, each a group of its own."""
    return tuple(card for seat in range(len(match.state.players)) for card in cards(match, seat))


def told(match, after):
    """What is offered where the table lies as a match that has gone on."""
    offer = mended(match, Spread("camera", "1", table(after)))
    return [one.actions for one in offer.outcomes], offer


def shape(match, seat):
    pieces = match.state.players[seat].monster
    low = min(one.cell.x for one in pieces), min(one.cell.y for one in pieces)
    return {(one.card, one.cell.x - low[0], one.cell.y - low[1]) for one in pieces}


def test_the_first_cards_of_a_monster_become_its_beginning():
    match, _ = led(begin(), "connect")
    after = match
    while (action := next_action(after)).verb == "connect" and action.actor == match.state.turn:
        after = after.apply(replace(action, mode=None))
    ((actions,), _) = told(match, after)
    done = match
    for action in actions:
        done = done.apply(action)
    assert {one.verb for one in actions} == {"connect"}
    assert shape(done, match.state.turn) == shape(after, match.state.turn)
    assert all(one.mode is None for one in actions)  # how hybrids are used is said in the Set phase


def test_a_new_monster_is_its_builders_though_it_shares_a_card_with_one_that_stands():
    match, _ = led(begin(), "connect")
    seat = match.state.turn
    while match.state.turn == seat:
        action = next_action(match)
        match = match.apply(replace(action, mode=None) if action.verb == "connect" else action)
    # the builder's hand has a copy of a card that lies in the other's monster, and is laid first
    held = match.state.players[match.state.turn].hand
    state = match.state.change(
        match.state.turn, hand=tuple(sorted((*held[1:], match.state.players[seat].monster[0].card)))
    )
    match = replace(match, now=replace(match.now, state=state))
    hand = match.state.players[match.state.turn].hand
    laid = tuple(seen(card, match.state.turn, Cell(at, 0)) for at, card in enumerate(hand))
    offer = mended(match, Spread("camera", "1", (*laid, *cards(match, seat))))
    assert {one.actor for one in offer.outcomes[0].actions} == {match.state.turn}
    assert len(offer.outcomes[0].actions) == len(hand)
    assert offer.outcomes[0].told.startswith(f"{len(hand)} entries, the last: ")


def test_a_hybrid_that_is_connected_in_the_fight_is_offered_in_each_way_that_it_may_be_used(match):
    seat = match.state.turn
    state = match.state.change(seat, hand=(*match.state.players[seat].hand, "H01"))
    match = replace(match, now=replace(match.now, state=state))
    options = next(one for one in match.game.options(match.state) if one.verb == "connect")
    ways = [one for one in options.instances if one.card == "H01" and one.cell == options.instances[0].cell]
    assert len(ways) == 3
    found, offer = told(match, match.apply(ways[0]))
    assert found == [(one,) for one in ways]
    assert [one.told for one in offer.outcomes[1:]] == [one.mode.display_name() for one in ways[1:]]


def test_a_piece_that_was_moved_becomes_that_move():
    match, option = led(begin(), "move", face="3", least=3)
    action = option.instances[-1]
    assert told(match, match.apply(action))[0] == [(action,)]


def test_a_move_that_the_rules_forbid_is_said_with_the_rule():
    match, option = led(begin(), "move", face="3", least=3)
    seat, piece = option.actor, option.instances[0].piece
    far = [seen(one.card, seat, one.cell) for one in match.state.players[seat].monster]
    at = next(at for at, one in enumerate(far) if one.card == piece.card)
    far[at] = replace(far[at], cell=(seat, 14, 14))
    offer = mended(match, Spread("camera", "1", (*far, *cards(match, 1 - seat))))
    assert offer.outcomes == ()
    assert "RSF-R2" in offer.barred[0].verdict.message()


def test_pieces_that_were_swapped_become_that_swap_though_no_example_has_it():
    match, option = led(begin(), "swap", face="5")
    example, players = option.instances[0], match.state.players
    for one in players[0].monster:
        for two in players[1].monster:
            if one.card == two.card:
                continue
            first, second = (replace(example.first_piece, card=each.card, cell=each.cell) for each in (one, two))
            after = match.apply(replace(example, first=0, first_piece=first, second=1, second_piece=second))
            ((actions,), _) = told(match, after)
            assert [one.verb for one in actions] == ["swap"]
            done = match.apply(actions[0])
            assert [shape(done, seat) for seat in (0, 1)] == [shape(after, seat) for seat in (0, 1)]


def test_a_swap_of_the_only_piece_of_a_monster_is_no_riddle():
    match, option = led(begin(), "swap", face="5")
    lone = match.state.change(0, monster=match.state.players[0].monster[:1])
    match = replace(match, now=replace(match.now, state=lone))
    example, (one, *_), two = option.instances[0], lone.players[0].monster, lone.players[1].monster[1]
    first, second = (replace(example.first_piece, card=each.card, cell=each.cell) for each in (one, two))
    after = match.apply(replace(example, first=0, first_piece=first, second=1, second_piece=second))
    ((actions,), _) = told(match, after)
    assert shape(match.apply(actions[0]), 1) == shape(after, 1)


def test_a_monster_that_mutated_is_laid_out_as_it_lies_now():
    match, option = led(begin(), "rearrange")
    action = next(one for one in option.instances if match.check(one).legal)
    after = match.apply(action)
    ((actions,), _) = told(match, after)
    assert [one.verb for one in actions] == ["rearrange"]
    assert shape(match.apply(actions[0]), option.actor) == shape(after, option.actor)


def test_a_stolen_piece_becomes_that_theft():
    match, option = led(begin(), "steal", face="1")
    for action in option.instances:
        ((actions,), _) = told(match, match.apply(action))
        assert actions == (action,)


def test_a_card_in_doubt_is_taken_for_the_one_that_the_log_has_there(match):
    lying = list(table(match))
    lying[0] = replace(lying[0], card="R12", sure=False, confidence=0.6, alternatives=((lying[0].card, 0.4),))
    assert differing(match, lying).count == 0


def test_two_monsters_that_lie_in_one_row_are_told_apart(match):
    widest = max(one.cell.x for one in match.state.players[0].monster)
    beside = [
        seen(one.card, 0, Cell(9 + widest + one.cell.x, 3 + one.cell.y)) for one in match.state.players[1].monster
    ]
    together = [*cards(match, 0), *beside]
    assert differing(match, together).count == 0
    action = connect(match)
    new = seen(action.card, 0, Cell(9 + widest + action.cell.x, 3 + action.cell.y))
    assert differing(match, [*together, new]).new == ((1, action.card, action.cell),)


def test_a_copy_of_a_card_is_not_laid_twice_in_one_place(match):
    piece = match.state.players[0].monster[0]
    found = differing(match, [*table(match), seen(piece.card, 7, Cell(0, 0))])
    assert found.new == ((None, piece.card, None),)


def test_cards_of_monsters_are_none_that_was_drawn(match):
    drawn = seen("R12", 9, Cell(0, 0))
    assert strange(match, Spread("camera", "1", (*table(match), drawn))).cards == (drawn,)


def test_a_card_whose_place_counts_is_not_declared_by_the_card_alone():
    match, option = led(begin(), "replace", face="7")
    match = match.apply(option.instances[0])
    assert awaited(match)
    match = match.apply(awaited(match)[0].instances[0])
    assert match.pending().verbs == ("connect", "keep")
    assert awaited(match) == ()
