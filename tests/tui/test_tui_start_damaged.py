"""A table with a damaged line: people may go on from the line before it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from companion.core.actions import Redo, Undo
from companion.demo.players import next_action
from companion.journal.store import FILE as JOURNAL
from companion.journal.store import Journal
from companion.tui.app import TablesideApp
from companion.tui.asking.dialogs import ChooseScreen
from companion.tui.host import Wish
from companion.tui.screens.table import TableScreen


@pytest.fixture
def damaged(house):
    live = house.open(Wish("rsf", ("Ann", "Ben"), "light"))()
    table = live.table
    assert table.declare(next_action(table.match)).legal
    assert table.declare(Undo(None)).legal
    assert table.declare(Redo(None)).legal
    live.close()
    with closing(sqlite3.connect(house.home / JOURNAL)) as base:
        base.execute("UPDATE actions SET line = 'table: undp' WHERE version = 2")
        base.commit()
    return live.table.table_id


async def offered(driver):
    await driver.until(lambda: isinstance(driver.screen, ChooseScreen), "the offer")
    return driver.screen


async def test_a_damaged_table_offers_to_go_on_from_its_last_sound_line(drive, house, damaged):
    app = TablesideApp(house, lambda: house.resume(damaged))
    async with drive(app, (120, 40)) as driver:
        offer = await offered(driver)
        assert offer.question.startswith(f"{damaged}: line 2: it is damaged; resume")
        assert "2  table: undp\n3  table: redo" in offer.notes
        await driver.press("1")
        await driver.until(lambda: isinstance(driver.screen, TableScreen), "the table")
        assert app.live.table.version == 1
    assert (house.home / "damaged-1" / f"{damaged}.txt").read_text() == "2  table: undp\n3  table: redo\n"


async def test_a_damaged_table_that_people_leave_alone_stays_as_it_is(drive, house, damaged):
    app = TablesideApp(house, lambda: house.resume(damaged))
    async with drive(app, (120, 40)) as driver:
        await offered(driver)
        await driver.press("2")
        await driver.until(lambda: app.problem is not None, "the end")
    with Journal(house.home / JOURNAL) as journal:
        assert len(journal.split(damaged)[1]) == 2
