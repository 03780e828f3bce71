"""The roll moment: readable across the table, the picture beside it, one key for each answer."""

from pathlib import Path

import pytest
from tui_roll_kit import Eyes, attack, hand_in, replaying, seen

from companion.core.dice import RollRequest
from companion.tui import bigtext, roll_words
from companion.tui.app import TablesideApp
from companion.tui.widgets.big_lines import BigLines

RECORDS = Path(__file__).parents[1] / "records"
WITH_DICE = ("rsf-six-players", "md-light-rolloff")


def drawn(driver):
    """Return the rows of large letters, and the plain ones below."""
    request = driver.screen.query_one("#request", BigLines)
    rows = request.render().plain.split("\n")
    return [row for row in rows if "█" in row], [row for row in rows if "█" not in row]


@pytest.mark.parametrize("name", WITH_DICE)
async def test_every_request_has_digits_of_five_rows_and_says_all_there_is(drive, name):
    opener, record = replaying(RECORDS / f"{name}.record")
    app = TablesideApp(opener=opener)
    met = set()
    async with drive(app, (120, 40)) as driver:
        await driver.until(lambda: app.live is not None, "the table")
        table = app.live.table
        for entry in record.entries:
            if entry.number <= table.version:
                continue
            assert table.declare(entry.action).legal
            request = table.pending()
            if not isinstance(request, RollRequest):
                continue
            form = (request.rule, request.roller, len(request.kinds), len(request.needs))
            if form in met:
                continue
            met.add(form)
            driver.screen.show_table()
            await driver.pilot.pause()
            large, below = drawn(driver)
            assert len(large) >= bigtext.ROWS
            text = " ".join(" ".join(below).split())
            who = table.seats[request.roller]
            assert f"{who} rolls" in text
            assert " ".join(request.purpose.split()) in text
            assert request.needs in text
            assert "v: roll again" in text
            short = roll_words.short_need(request.needs)
            widget = driver.screen.query_one("#request", BigLines)
            fit = [one for one in widget.wordings if bigtext.fitting(one, widget.content_size.width, bigtext.ROWS)]
            assert short in fit[0]
            assert any(character.isdigit() for character in fit[0]) or len(request.kinds) == 1
    assert met


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_digits_keep_five_rows_beside_the_camera_at_every_size(at_fight, size):
    async with at_fight(size, seats=("Bartholomew", "Maximilian", "Cleo")) as driver:
        driver.app.live.eyes = Eyes()
        await attack(driver)
        driver.screen.show_table()
        await driver.pilot.pause()
        large, below = drawn(driver)
        assert len(large) >= bigtext.ROWS
        short = roll_words.short_need(driver.table.pending().needs)
        assert short
        assert any("v: roll again" in row for row in below)
        request = driver.screen.query_one("#request", BigLines)
        assert request.region.right <= driver.screen.query_one("#sight").region.x


async def test_what_is_read_stands_below_the_picture(at_fight):
    async with at_fight((80, 24)) as driver:
        driver.app.live.eyes = Eyes()
        await attack(driver)
        await driver.until(lambda: driver.says("no dice in the zone"), "the camera's word")
        await hand_in(driver, seen("6", confidence=0.6, alternatives=(("9", 0.3), ("8", 0.001))))
        await driver.until(lambda: driver.says("6 60% or 9 30%"), "the reading")
        assert not driver.says("8 0%")


def test_what_is_needed_stays_when_there_is_no_room_for_the_name():
    from companion.core.dice import DieSpec
    from companion.core.seats import Seat

    request = RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3a", "7 or more hits")
    large, _ = roll_words.request_lines(request, "Maximilian the Magnificent")
    fits = [text for text in large if bigtext.fitting(text, 40, bigtext.ROWS)]
    assert fits[0].endswith("7+")


@pytest.mark.parametrize("across", [10, 30, 60])
@pytest.mark.parametrize("down", range(1, 12))
def test_large_letters_never_take_the_last_row_from_the_words(across, down):
    from companion.tui.widgets.big_lines import _rows

    lines = ["who rolls which dice and what for, at length", "what is needed", "which keys"]
    rows = _rows(lines, across, down)
    assert sum(map(len, rows)) <= down
    assert rows[0][0].startswith("who")
    assert all(len(row) <= across for line in rows for row in line)
