"""Scenes for the second screen, and a site that serves them."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from dataclasses import replace
from time import monotonic

from aiohttp.test_utils import TestClient, TestServer

from companion.core.game import Depth
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.session.scene import scene_of
from companion.session.table import Table
from companion.web import page
from companion.web.door import Door
from companion.web.site import Site
from companion.web.stage import Stage
from models.workshop.bench.random_play import Moment

SHELF = Shelf()
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>{size}: {text}</text></svg>'


def table_of(game="rsf", seats=("Ann", "Ben"), depth=Depth.LIGHT):
    cards = SHELF.shipped(game) if depth is Depth.FULL else None
    return Table.open(SHELF, Journal(None), SHELF.header(game, seats, depth, None, cards), cards)


def moved(table, moves=1, seed=1):
    """Play on at random, dice included."""
    chance = random.Random(f"{seed} {table.version}")
    for _ in range(moves):
        action = Moment.of(table.match.game, table.match.state).next_action(chance)
        if action is None:
            break
        assert table.declare(action).legal
    return table


def scene_after(moves, **opened):
    return scene_of(moved(table_of(**opened), moves))


async def drawn(size, sight):
    """Stand in for the gallery: what is drawn says which sight it was drawn from."""
    text = getattr(sight, "text", None) or f"{len(sight.history)} moves"
    return SVG.format(size=size, text=text)


def stage_of(sight=None, draw=drawn):
    stage = Stage(draw, tuple(page.MEDIA), first=1)
    if sight is not None:
        stage.show(sight)
    return stage


@asynccontextmanager
async def served(stage, code="", **more):
    """A site under aiohttp's own test client, which keeps cookies as browsers do."""
    site = Site(stage, Door(code), frozenset({"localhost", "laptop.local"}), pause=0.0, **more)
    server = TestServer(site.app())
    await server.start_server(shutdown_timeout=1.0)
    async with TestClient(server) as client:
        client.site = site
        try:
            yield client
        finally:
            stage.close()


def renamed(scene, *names):
    return replace(scene, seats=names)


async def until(predicate, seconds=10.0):
    """Wait until something is so: less long than a heartbeat, in which it would be anyway."""
    end = monotonic() + seconds
    while not predicate():
        assert monotonic() < end, "waited in vain"
        await asyncio.sleep(0.01)
