"""Typing several dice: no key is passed over in silence, and too few dice are not thrown away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tui_roll_kit import to_the_pool

from companion.tui.screens.help import HelpScreen
from companion.tui.widgets.big_lines import BigLines


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


@pytest.mark.parametrize("language", ["en", "de", "fr"])
async def test_the_last_roll_of_six_dice_is_not_cut_on_a_small_screen(at_table, language):
    async with at_table((80, 24), ("Cleo", "Bartholomew"), game="md") as driver:
        driver.app.change(replace(driver.app.settings, language=language))
        await to_the_pool(driver)
        await driver.press(*"222222", "enter")
        await driver.press(*"S65432", "enter")
        await driver.until(lambda: driver.says("teeth S squid 6 devil 5 spider 4 dimwit 3 eye 2"), "the dice")
        assert driver.screen.query_one("#request", BigLines).wordings[1] == "S 6 5 4 3 2"
        assert "…" not in driver.screen.query_one("#request", BigLines).render().plain
