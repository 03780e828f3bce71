"""How the screens look. What they say is tested elsewhere; here only that it keeps its form."""

import pytest

from companion.tui.asking.dialogs import ChooseScreen
from companion.tui.screens.final import FinalScreen
from companion.tui.widgets.chart import TableChart

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "200x60": (200, 60)}


@pytest.mark.parametrize("name", SIZES)
async def test_the_table_with_an_open_roll(at_fight, snapshot, name):
    async with at_fight(SIZES[name]) as driver:
        await driver.go("a", to=ChooseScreen)
        await driver.press("1")
        await driver.until(lambda: driver.says("Roll, or type its number"), "the roll")
        chart = driver.screen.query_one(TableChart)
        await driver.until(lambda: chart.columns or not chart.display, "the chart")
        snapshot(driver, f"table-roll-{name}")


async def test_the_table_after_a_roll(at_fight, snapshot):
    async with at_fight(SIZES["80x24"]) as driver:
        await driver.go("a", to=ChooseScreen)
        await driver.press("1")
        await driver.until(lambda: driver.says("Roll, or type its number"), "the roll")
        await driver.press("9")
        await driver.until(lambda: driver.says("Give up a piece"), "the hit")
        snapshot(driver, "table-hit-80x24")


async def test_the_end(at_fight, snapshot):
    async with at_fight(SIZES["120x40"]) as driver:
        await driver.go("s", to=FinalScreen)
        await driver.until(lambda: driver.says("Score sheet"), "the sheet")
        snapshot(driver, "score-120x40")
