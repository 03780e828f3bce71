"""INV-6 on the second screen: tables that differ only in hidden facts serve the same bytes."""

import asyncio
import random
import re
from dataclasses import replace

import pytest
from games_leaves import another_back
from hypothesis import given, settings
from hypothesis import strategies as st
from web_kit import SHELF

from companion.core.game import Depth
from companion.games.fgt.cards import FgtCatalogue
from companion.games.mon.cards import MonCatalogue
from companion.games.mon.words import Kind
from companion.journal.store import Journal
from companion.session.scene import scene_of
from companion.session.table import Table
from companion.tui.gallery import SIZES, Gallery
from companion.web import page
from companion.web.site import event
from companion.web.stage import UNDRAWN, Stage
from models.workshop.bench.random_play import Moment

NAMES = ("Ann", "Ben", "Cleo", "Dan")
SEATS = {"fgt": 3}


def opened(game, cards, seats):
    header = SHELF.header(game, NAMES[:seats], Depth.FULL, None, cards)
    return Table.open(SHELF, Journal(None), header, cards)


def twins(game, seed, moves):
    """Two tables at which the same was declared; in the other one's box, what lies hidden differs.

    Returns None when the game ended on the way: then there is nothing hidden left.
    """
    cards = SHELF.shipped(game)
    table = opened(game, cards, SEATS.get(game, 2))
    chance = random.Random(seed)
    seen = set()
    for _ in range(moves):
        action = Moment.of(table.match.game, table.match.state).next_action(chance)
        if action is None:
            return None
        assert table.declare(action).legal
        seen |= looked_up(table)
    if table.view().over:
        return None
    named = set(re.findall(r"[\w#-]+", "\n".join(line.line for line in table.history())))
    other = opened(game, replace(cards, catalogue=scrambled(cards.catalogue, seen, named)), SEATS.get(game, 2))
    for action in table.match.log:
        assert other.declare(action).legal
    assert other.match.state.catalogue != table.match.state.catalogue
    return table, other


def looked_up(table):
    """Cards of Monster of Nature whose backs have come to light: those flipped in a fight."""
    fight = getattr(table.match.state, "fight", None)
    if fight is None or getattr(fight, "priority", None) is None:
        return set()
    return {card for side in fight.sides for card in side.cards}


def scrambled(catalogue, seen, named):
    """A box in which everything that nobody has seen is something else."""
    if isinstance(catalogue, MonCatalogue):
        # What a Power card or a Spell in the box is like everybody knows; who holds it, nobody.
        public = {card.id for card in catalogue.cards.values() if card.kind in {Kind.POWER, Kind.SPELL}}
        backs = {card: back if card in seen | public else another_back(back) for card, back in catalogue.backs.items()}
        return replace(catalogue, backs=backs)
    assert isinstance(catalogue, FgtCatalogue)
    warriors = {
        card: warrior if card in named else replace(warrior, power=31 - warrior.power)
        for card, warrior in catalogue.warriors.items()
    }
    return replace(catalogue, warriors=warriors)


async def bytes_served(*tables):
    """Everything that a browser can get of each table."""
    gallery = Gallery()
    try:
        return [await _served(gallery, table) for table in tables]
    finally:
        await gallery.close()


async def _served(gallery, table):
    stage = Stage(gallery.picture, tuple(SIZES), first=1)
    stage.show(scene_of(table))
    pictures = [(await stage.picture(size)).svg.decode() for size in SIZES]
    assert UNDRAWN not in pictures
    face = page.face(stage.sight)
    return face.page(stage.number, page.MEDIA), event(face, stage.number).decode(), *pictures


@pytest.mark.parametrize("game", ["mon-dominoes", "mon-classic", "mon-arena", "fgt"])
@settings(max_examples=4)
@given(data=st.data())
def test_inv6_tables_that_differ_in_hidden_facts_alone_serve_the_same_bytes(game, data):
    found = None
    while found is None:
        seed, moves = data.draw(st.integers(0, 999)), data.draw(st.integers(1, 60))
        found = twins(game, seed, moves)
    table, other = found
    one, two = asyncio.run(bytes_served(table, other))
    assert one == two


def test_what_is_served_does_differ_where_something_public_does():
    _, other = twins("mon-classic", 1, 12)
    table, _ = twins("mon-classic", 1, 13)
    one, two = asyncio.run(bytes_served(table, other))
    assert all(here != there for here, there in zip(one[:2], two[:2], strict=True))
    assert one[2:] != two[2:]
