"""X-8: a table that began in full depth goes on in light depth, from whatever point it likes.

Games are played at random in full depth. At every few actions the game is lightened, and from there
played to its end with cards that nobody names.
"""

import random
from dataclasses import replace
from functools import cache

import pytest
from games_play import SHELF, cards_of, header_of, new_match, playout
from record_lines import extended, new_record

from companion.core.actions import Amend, Lighten, Undo
from companion.core.game import Depth
from companion.core.words import UNNAMED
from companion.record.file import parse_record
from companion.record.replay import replay
from models.workshop.bench.random_play import Moment, faults, play_game

GAMES = 3
PLAYED_ON = 12  # Points of each game from which it is played on
AFTER = 200
"""Actions that are then played: what was half done is long over, and the rest of the game is that
of any light table, which random games of their own go through to the end."""
TO_THE_END = 4  # From every so many of the points it is played to its end all the same
LIMIT = 10_000
LIGHT = Lighten(None)

pytestmark = pytest.mark.parametrize("game_id", SHELF.ids())


@cache
def matches(game_id, number, most=400):
    """The matches of one random game in full depth, one after each action, before its end."""
    least, seats = SHELF.game(game_id).players
    seats = least + number % (seats - least + 1)
    match = new_match(game_id, Depth.FULL, seats)
    played = playout(match, random.Random(f"{game_id} {number}"), most)
    going_on = (x for _, _, x in played if not x.game.standing(x.state).final)
    return match, *going_on


@cache
def lightened(game_id, number):
    """Each of these matches, and what comes of it when the table becomes light."""
    return tuple((match, match.apply(LIGHT)) for match in matches(game_id, number))


def summed(match):
    """What everybody has in each column of the score sheet, and who leads."""
    sheet = match.game.score(match.state)
    totals = {(x.seat, x.column): sheet.total(x.seat, x.column) for x in sheet.lines}
    places = match.game.standing(match.state).places
    return (
        {key: total for key, total in totals.items() if total},
        {place.seat: place.rank for place in places},
    )


def some(found, count):
    return found[:: max(1, len(found) // count)]


@pytest.mark.slow
def test_a_table_may_become_light_at_every_point_and_nothing_breaks(game_id):
    for number in range(GAMES):
        for match, light in lightened(game_id, number):
            assert match.check(LIGHT).legal
            where = f"game {number}, after {len(match.log)} actions ({match.log[-1:]})"
            assert light.game.depth_of(light.state) is Depth.LIGHT
            assert list(faults(light, Moment.of(light.game, light.state))) == [], where


@pytest.mark.slow
def test_from_every_point_the_game_goes_on_to_its_end_unnamed(game_id):
    for number in range(GAMES):
        for at, (match, light) in enumerate(some(lightened(game_id, number), PLAYED_ON)):
            chance = random.Random(f"{game_id} {number} {len(match.log)}")
            whole = at % TO_THE_END == number
            found = play_game(light, chance, LIMIT if whole else AFTER)
            where = f"game {number}, after {len(match.log)} actions ({match.log[-1:]})"
            assert found.broken == (), where
            assert found.ended or not whole, where


@pytest.mark.slow
def test_no_score_changes_when_a_table_becomes_light(game_id):
    for number in range(GAMES):
        for match, light in lightened(game_id, number):
            where = f"game {number}, after {len(match.log)} actions ({match.log[-1:]})"
            assert summed(light) == summed(match), where


def test_no_card_has_a_name_in_light_depth(game_id):
    """What is written is what a table that was light all along could have."""
    for match in some(matches(game_id, 0), PLAYED_ON):
        light = match.apply(LIGHT)
        for option in light.game.options(light.state):
            for action in option.instances[:3]:
                assert names(action, match) == set(), action


def names(action, match):
    """Names of the catalogue that an action says."""
    cards = {str(card) for card in getattr(match.setup.catalogue, "cards", {})} - {UNNAMED}
    words = {str(getattr(action, name)) for name in action.__dataclass_fields__}
    return cards & words


def test_undo_brings_the_full_depth_back_and_a_record_keeps_the_change(game_id):
    match = matches(game_id, 1, 60)[-1]
    light = match.apply(LIGHT)
    assert light.apply(Undo(None)).state == match.state

    header = header_of(game_id, Depth.FULL, len(match.setup.seats))
    record, grammar = new_record(header), SHELF.grammar(header)
    for action in light.log:
        record = extended(record, action, grammar.write(action))
    again = parse_record(record.raw, "again.record", SHELF.grammar)
    assert "table: light" in record.raw
    found = replay(again, SHELF.begin(again.header, cards_of(game_id, Depth.FULL)))
    assert found.sound
    assert found.match.state == light.state


def test_a_light_table_cannot_become_lighter_nor_one_that_is_over(game_id):
    light = new_match(game_id, Depth.LIGHT)
    assert [one.rule for one in light.check(LIGHT).reasons] == ["X-8"]
    full = new_match(game_id, Depth.FULL, 0)
    *_, last = (after for _, _, after in playout(full, random.Random(game_id), LIMIT))
    assert last.game.standing(last.state).final
    assert [one.rule for one in last.check(LIGHT).reasons] == ["X-8"]


def test_only_the_table_makes_it_light(game_id):
    match = new_match(game_id, Depth.FULL)
    assert [one.rule for one in match.check(replace(LIGHT, actor=0)).reasons] == ["X-7"]


def test_a_correction_before_the_change_is_folded_anew_with_the_change(game_id):
    match = matches(game_id, 2, 30)[-1].apply(LIGHT)
    first = match.log[0]
    amend = Amend(None, 1, first)
    assert match.check(amend).legal
    assert match.apply(amend).state == match.state
