"""Every mode is played to its end on the real app, the last part by nothing but keys.

What comes before that is declared without the screen: hundreds of equal turns only take time.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tui_board_kit import NAMES, whole

from companion.core.actions import Roll
from companion.session.asked import display_name
from companion.tui import roll_keys
from companion.tui.asking import choices
from companion.tui.asking.dialogs import NUMBERED, AskScreen, ChooseScreen
from companion.tui.asking.fields import WHOLE
from companion.tui.screens.final import FinalScreen
from companion.tui.screens.table import TableScreen

pytestmark = pytest.mark.slow

TABLES = [
    ("fgt", 2, "light"),
    ("fgt", 3, "full"),
    ("gmm", 2, "light"),
    ("gmm", 3, "full"),
    ("mon-dominoes", 2, "light"),
    ("mon-dominoes", 3, "full"),
    ("mon-classic", 2, "light"),
    ("mon-arena", 2, "light"),
    ("md", 2, "light"),
    ("md", 3, "full"),
]
FULL = ["fgt", "gmm", "mon-dominoes", "mon-classic", "mon-arena", "md"]
BY_KEYS = 8
"""Declarations that are made by keys."""

MOST = 2000


async def answer(driver, place):
    """Choose an answer of a dialog by its digit, or by typing until it comes first."""
    labels = driver.screen.labels
    if len(labels) <= NUMBERED:
        await driver.press(str(place + 1))
        return
    label = labels[place]
    ends = (end for end in range(1, len(label)) if driver.screen.found(label[:end])[0] == place)
    await driver.type(label[: next(ends)])
    await driver.press("enter")


async def question(driver, was):
    """Wait for the next dialog."""
    await driver.until(
        lambda: isinstance(driver.screen, ChooseScreen) and driver.screen is not was, "a question"
    )
    return driver.screen


async def declare(driver, action):
    """Press the keys that declare an action."""
    table = driver.screen
    entry = next(one for one in table.entries if one.verb == action.verb)
    await driver.press(entry.key)
    actors = [option.actor for option in entry.options]
    last = None
    if len(actors) > 1:
        last = await question(driver, last)
        await answer(driver, last.labels.index(display_name(action.actor, table.table.seats)))
    option = entry.options[actors.index(action.actor)]
    left, fill = option.instances, option.fill
    if fill is not None:
        left = tuple(dict.fromkeys(choices.filled(one, fill.field, ()) for one in left))
    elif not option.complete and len(left) == 1:
        await whole_line(driver)
        return
    while (step := choices.next_step(left)) is not None:
        last = await question(driver, last)
        value = getattr(action, step.field)
        await answer(driver, step.values.index(value))
        left = choices.narrow(left, step, value)
    if fill is not None:
        await fill_in(driver, fill, getattr(action, fill.field), last)


async def whole_line(driver):
    """Say that the whole line is to be typed, and take the example that stands there."""
    await driver.until(lambda: isinstance(driver.screen, (AskScreen, ChooseScreen)), "a field")
    field = driver.screen
    if isinstance(field, AskScreen):
        await driver.press("f2")
    else:
        await answer(driver, field.labels.index(WHOLE))
    await driver.until(
        lambda: isinstance(driver.screen, AskScreen) and driver.screen is not field, "the line"
    )
    await driver.press("enter")


async def fill_in(driver, fill, entries, last):
    """Make up a list, entry by entry."""
    values = list(fill.values)
    for number, value in enumerate(entries):
        last = await question(driver, last)
        done = 1 if number >= fill.least else 0
        await answer(driver, done + list(dict.fromkeys(values)).index(value))
        values.remove(value)
    if len(entries) < fill.most:
        await question(driver, last)
        await answer(driver, 0)


async def roll(driver, action):
    """Type what the dice show, in the order in which the screen asks for it."""
    request = driver.table.pending()
    left = list(action.dice)
    for kind in [spec.kind for spec in request.dice for _ in range(spec.count)]:
        die = next(one for one in left if one.kind == kind)
        left.remove(die)
        await driver.press(die.face.lower())
    if not roll_keys.one_keystroke(request):
        await driver.press("enter")


def settled(action):
    """Return an action with its dice in one order, whatever the order they were said in."""
    if not isinstance(action, Roll):
        return action
    return replace(action, dice=tuple(sorted(action.dice, key=lambda die: die.kind)))


async def by_keys(driver, actions):
    """Declare one action after the other by keys."""
    for action in actions:
        before = driver.table.version
        await driver.until(lambda: isinstance(driver.screen, TableScreen), "the table")
        await (roll if isinstance(action, Roll) else declare)(driver, action)
        await driver.until(lambda was=before: driver.table.version > was, f"{action}")
        assert settled(driver.table.match.log[-1]) == settled(action)


@pytest.mark.parametrize(("game", "seats", "depth"), TABLES)
async def test_the_last_part_of_every_game_is_played_by_keys(at_table, game, seats, depth):
    async with at_table((80, 24), NAMES[:seats], depth, game=game) as driver:
        actions, over = whole(driver.table.match, MOST)
        assert over.game.view(over.state, None).over
        for action in actions[:-BY_KEYS]:
            assert driver.table.declare(action).legal
        driver.screen.show_table()
        await by_keys(driver, actions[-BY_KEYS:])
        await driver.until(lambda: isinstance(driver.screen, FinalScreen), "the final screen")
        standing = driver.table.standing()
        assert driver.says(f"1. {driver.table.seats[standing.places[0].seat]}")
        assert driver.says(standing.rule)
        await driver.press("escape")
        assert driver.says("Game over")


@pytest.mark.parametrize("game", FULL)
async def test_the_first_moves_of_every_game_are_made_by_keys(at_table, game):
    async with at_table((80, 24), NAMES[:3], "full", game=game) as driver:
        actions, _ = whole(driver.table.match, BY_KEYS - 2, seed=1)
        await by_keys(driver, actions)
