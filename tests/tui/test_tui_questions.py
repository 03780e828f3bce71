"""Questions on the way to an action: one at a time, lists entry by entry, long ones searched."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest

from companion.demo.players import next_action
from companion.tui.app import TablesideApp
from companion.tui.asking.dialogs import ChooseScreen
from companion.tui.host import Wish
from companion.tui.screens.table import TableScreen


@pytest.fixture
def at_exchange(at_table):
    """Open the app where a player may exchange cards."""

    @asynccontextmanager
    async def opened():
        async with at_table((120, 40), ("Ann", "Ben"), "full") as driver:
            table = driver.table
            while not any(option.verb == "exchange" for option in table.options()):
                assert table.declare(next_action(table.match)).legal
            driver.screen.show_table()
            await driver.pilot.pause()
            await driver.go("x", to=ChooseScreen)
            yield driver

    return opened


async def test_escape_takes_the_last_entry_back_and_then_leaves(at_exchange):
    async with at_exchange() as driver:
        before = driver.table.version
        await driver.press("1")
        await driver.until(lambda: driver.says("So far:"), "the second card")
        await driver.press("escape")
        await driver.until(lambda: driver.says("number 1 of at most 4"), "the first card again")
        await driver.go("escape", to=TableScreen)
        assert driver.table.version == before


async def test_of_several_who_may_say_it_whoever_is_asked_comes_first(drive, house):
    wish = Wish("mon-classic", ("Ann", "Ben"), "full")
    app = TablesideApp(opener=lambda: house.open(wish, ()))
    async with drive(app) as driver:
        await driver.until(lambda: app.live is not None, "the table")
        await driver.pilot.pause()
        table = driver.table
        while "faction" not in {option.verb for option in table.options()}:
            assert table.declare(next_action(table.match)).legal
        picked = next(one for one in table.options() if one.verb == "faction" and one.actor == 0)
        assert table.declare(picked.instances[0]).legal
        driver.screen.show_table()
        await driver.pilot.pause()
        await driver.press("f")
        await driver.until(lambda: driver.says("Pick the faction to destroy. Who does it?"), "who picks")
        await driver.until(lambda: driver.says("2 Ben 1 Ann"), "Ben first")


async def test_a_dialog_goes_back_a_question_at_a_time(at_table):
    async with at_table((80, 24)) as driver:
        before = driver.table.version
        await driver.go("m", "s", to=ChooseScreen)
        await driver.go("escape", to=TableScreen)
        assert driver.table.version == before + 1
