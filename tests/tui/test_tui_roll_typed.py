"""Typing several dice: no key is passed over in silence, and too few dice are not thrown away."""

from __future__ import annotations

import pytest
from tui_roll_kit import to_the_pool

from companion.tui.screens.help import HelpScreen


@pytest.mark.parametrize("size", [(80, 24), (20, 5)])
async def test_wrong_numbers_and_too_few_dice_are_told_and_lose_nothing(at_table, size):
    async with at_table(size, game="md") as driver:
        await to_the_pool(driver)
        before = driver.table.version
        await driver.press("2", "1")
        assert driver.screen.rolling.typed == "2"
        assert "No die shows 1 here" in driver.screen.announcing.remark_text
        assert driver.says("No die shows 1 here") or size == (20, 5)
        await driver.press("3", "enter")
        assert driver.table.version == before
        assert driver.screen.rolling.typed == "2 3"
        assert driver.says("2 of 6 dice are typed") or size == (20, 5)
        await driver.press("S", "5", "6", "4")
        assert driver.screen.rolling.typed == "2 3 S 5 6 4"
        await driver.press("5")
        assert driver.screen.rolling.typed == "2 3 S 5 6 4"
        assert "All 6 dice are typed" in driver.screen.announcing.remark_text
        await driver.press("enter")
        await driver.until(lambda: driver.table.version == before + 1, "the roll")


async def test_help_says_that_there_is_nothing_to_declare(at_table):
    async with at_table((80, 24), game="md") as driver:
        await to_the_pool(driver)
        await driver.go("question_mark", to=HelpScreen)
        assert driver.says("What you can do now nothing to declare just now")
