"""The list of what may be done says who is asked, and never `somebody` while a name is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.game import Option
from companion.core.seats import Seat
from companion.record.shelf import Shelf
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.menu import entries

RECORDS = Path(__file__).parents[1] / "records"
SEATS = ("Ann", "Ben", "Cleo", "Dan")


@pytest.mark.parametrize(
    ("actors", "turn", "asked", "said"),
    [
        ((0, 1, 2, 3), 0, 1, "Ben or another: do it"),
        ((0, 1, 2), 0, 1, "Ben or another: do it"),
        ((0, 1, 2, 3), 0, None, "anybody: do it"),
        ((1, 2, 3), 0, None, "somebody: do it"),
        ((0, 1), 0, 1, "Ben or Ann: do it"),
        ((0, 1), 0, None, "Ann or Ben: do it"),
        ((0,), 0, 0, "do it"),
        ((1,), 0, 1, "Ben: do it"),
        ((None,), 0, 1, "do it"),
    ],
)
def test_whoever_is_asked_is_named_first(actors, turn, asked, said):
    options = tuple(
        Option(None if actor is None else Seat(actor), "do", "do it", "X-1", ()) for actor in actors
    )
    (entry,) = entries(options, {}, SEATS, turn, asked)
    assert entry.text == said


async def test_whose_first_cards_are_asked_for_stands_in_the_list(drive, house):
    """Three or four players draw their first cards, in any order: one of them is asked."""
    record, _ = Shelf().read_record(RECORDS / "mon-arena-four.record")
    header = record.header
    wish = Wish(header.game, header.seats, header.depth, dict(header.switches))
    app = TablesideApp(opener=lambda: house.open(wish))
    async with drive(app, (120, 40)) as driver:
        await driver.go(to=TableScreen)
        table = driver.table
        upto = [entry.action.verb for entry in record.entries].index("dealt")
        for entry in record.entries[:upto]:
            table.declare(entry.action)
        driver.screen.show_table()
        await driver.pilot.pause()
        (dealt,) = (one for one in driver.screen.entries if one.verb == "dealt")
        name = table.seats[table.pending().asks]
        assert len(dealt.options) == len(header.seats)
        assert dealt.text.startswith(f"{name} or another: ")
        assert driver.says(f"{name} or another:")
        assert "somebody" not in driver.visible()
