"""Mashed keys, tiny screens, huge pastes: nothing breaks, and nothing that was kept is lost."""

import random

import pytest
from textual.events import Key
from tui_roll_kit import Eyes, attack, hand_in, seen

from companion.tui.parts.correcting import CorrectRollScreen
from companion.tui.screens.rules import RulesScreen
from companion.tui.screens.table import TableScreen

KEYS = (
    *("enter", "escape", "up", "down", "tab", "space", "backspace", "f5", "f8"),
    *"uUvhcrwa0159sbB",
)


@pytest.mark.parametrize("seed", [1, 3])
async def test_keys_mashed_while_the_log_is_folded_anew_lose_nothing(at_fight, seed):
    chance = random.Random(seed)
    async with at_fight() as driver:
        await attack(driver)
        await driver.press("9")
        log = driver.table.match.log
        await driver.press("h", "1")  # a correction begins
        for _ in range(60):
            key = chance.choice(KEYS)
            driver.app.post_message(Key(key, key if len(key) == 1 else None))
        await driver.pilot.pause()
        for _ in range(12):
            await driver.press("escape")
        await driver.go(to=TableScreen)
        assert driver.table.match.log[: len(log)] == log
        lines = driver.app.live.table._journal.lines(driver.table.table_id)
        assert [line.text for line in lines] == [one.line for one in driver.table.history()]


@pytest.mark.parametrize("moment", ["unsure", "mend", "rules"])
async def test_a_screen_of_20_by_5_and_back_is_survived_at_each_moment(at_fight, moment):
    async with at_fight() as driver:
        driver.app.live.eyes = Eyes()
        await attack(driver)
        if moment == "unsure":
            await hand_in(driver, seen("6", confidence=0.6, alternatives=(("9", 0.3),)))
        else:
            await driver.press("5")
        keys = {"mend": ["h", "enter"], "rules": ["w"]}
        await driver.press(*keys.get(moment, []))
        log = driver.table.match.log
        for size in ((20, 5), (1, 1), (120, 40)):
            await driver.pilot.resize_terminal(*size)
            await driver.pilot.pause()
        assert driver.table.match.log == log
        if moment == "unsure":
            await driver.press("7")
            assert driver.table.match.log[-1].dice[0].face == "7"
        elif moment == "mend":
            assert isinstance(driver.screen, CorrectRollScreen)
            await driver.press("2")
            await driver.until(lambda: len(driver.table.match.log) > len(log), "the correction")
        else:
            assert isinstance(driver.screen, RulesScreen)
            await driver.press("escape")
        await driver.go(to=TableScreen)


async def test_in_20_by_5_a_roll_is_typed_and_corrected(at_fight):
    async with at_fight() as driver:
        await attack(driver)
        await driver.pilot.resize_terminal(20, 5)
        await driver.press("1")
        number = driver.table.version
        assert driver.table.match.log[-1].dice[0].face == "1"
        await driver.press("h", "2")
        await driver.until(lambda: driver.table.version == number + 1, "the correction")
