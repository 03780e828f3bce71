"""A whole game in light depth, played by nothing but keys on the real app with a real journal."""

from __future__ import annotations

from itertools import cycle

import pytest

from companion.core.dice import RollRequest
from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.screens.final import FinalScreen
from companion.tui.screens.table import TableScreen

pytestmark = pytest.mark.slow

# What a table in a hurry declares, the most wanted first; small monsters soon fall.
WISHES = (
    *("mixed", "starter", "draw", "connect", "sheet", "done", "confirm", "dodge", "destroy"),
    *("steal", "move", "swap", "replace", "keep", "force", "remove", "skip", "attack", "end-turn"),
)
PIECES = 2


async def one_step(driver, dice):
    """Press whatever the screen asks for next."""
    screen = driver.screen
    if isinstance(screen, ChooseScreen):
        await driver.press("1" if len(screen.labels) <= 9 else "enter")
    elif isinstance(screen, AskScreen):
        await driver.press("enter")
    elif isinstance(driver.table.pending(), RollRequest):
        await driver.press(next(dice))
    else:
        await driver.press(wanted(driver).key)


def wanted(driver):
    """Return the menu's entry that comes first among the wishes."""
    view = driver.table.view()
    entries = {entry.verb: entry for entry in driver.screen.entries}
    if view.turn is not None and view.seats[view.turn].piece_count >= PIECES:
        entries.pop("connect", None)
    if view.turn is None or view.phase or view.seats[view.turn].defense:
        entries.pop("sheet", None)
    return next(entries[verb] for verb in WISHES if verb in entries)


async def test_a_whole_light_game_is_played_by_keys_alone(at_table):
    dice = cycle("9381074526")
    async with at_table((80, 24)) as driver:
        for _ in range(400):
            if driver.table.view().over:
                break
            before = (driver.table.version, driver.screen)
            await one_step(driver, dice)
            await driver.until(
                lambda was=before: (driver.table.version, driver.screen) != was, "a change"
            )
        await driver.until(lambda: isinstance(driver.screen, FinalScreen), "the final screen")
        standing = driver.table.standing()
        winner = driver.table.seats[standing.winners[0]]
        assert driver.screen.query_one("#winner").wordings[0] == f"{winner} WINS"
        assert driver.says(f"1. {winner}")
        assert driver.says(standing.explanation)
        await driver.press("escape")
        assert isinstance(driver.screen, TableScreen)
        assert driver.says("Game over")
