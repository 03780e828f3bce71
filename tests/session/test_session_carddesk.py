"""Cards of several monsters before the camera: what a drawn card is, and where the next one is looked for."""

import pytest
from session_kit import Camera, fighting, open_table, play_until

from companion.games.rsf.setup import Draw
from companion.rolls.layout import differing
from companion.rolls.readings import CardReading, Spread
from companion.session.rolldesk import RollDesk

LENGTH = 90.0


@pytest.fixture
def desk(journal):
    """A table at the first turn of the Fight phase, with a camera that reads cards."""
    table = open_table(journal)
    play_until(table, fighting)
    camera = Camera()
    camera.deck = "cellar"
    return RollDesk(table, journal, (camera,))


def lying(card, place, cell):
    """A card whose middle lies there."""
    x, y = place
    corners = ((x - 30, y - 45), (x + 30, y - 45), (x + 30, y + 45), (x - 30, y + 45))
    return CardReading(card, corners, cell=cell)


def monsters(match):
    """All monsters, side by side: each a group of its own."""
    return [
        lying(one.card, (600 + 700 * seat + 65 * one.cell.x, 400 - 95 * one.cell.y), (seat, one.cell.x, one.cell.y))
        for seat, who in enumerate(match.state.players)
        for one in who.monster
    ]


def hear(desk, *cards):
    desk.hear(Spread("camera:test", f"camera:test@{desk.table.version}", cards))


def draw(desk, place):
    """Lay a drawn card there, beside all monsters; then take it up."""
    table, seat = desk.table, desk.table.view().turn
    card = next(one for one in table.options() if one.verb == "draw").instances[5].card
    hear(desk, *monsters(table.match), lying(card, place, (9, 0, 0)))
    assert table.match.log[-1] == Draw(seat, card)
    hear(desk, *monsters(table.match))


def end_turn(table):
    assert table.declare(next(one for one in table.options() if one.verb == "end-turn").instances[0]).legal


def test_a_card_that_is_drawn_beside_monsters_is_told_from_theirs(desk):
    for _ in range(3):
        end_turn(desk.table)
        draw(desk, (300 + 1500 * desk.table.view().turn, 900))


def test_a_card_that_was_laid_at_a_monster_does_not_say_where_the_next_one_is_drawn(desk):
    table, places = desk.table, {}
    for _ in range(3):
        end_turn(table)
        draw(desk, places.setdefault(table.view().turn, (300 + 1500 * table.view().turn, 900)))
        connect = next(one for one in table.options() if one.verb == "connect").instances[0]
        there = monsters(table.match.apply(connect))
        desk.cards.look()
        hear(desk, *there)
        assert desk.cards.take().legal
        assert differing(table.match, there).count == 0
