"""Bad input on the screens around the table: sizes, mashed keys, a megabyte that is pasted."""

from random import Random

import pytest
from textual import events
from textual.widgets import Input

from companion.commands import memory
from companion.journal.store import FILE as JOURNAL
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from companion.tui.screens.calibrate import CalibrateScreen
from companion.tui.screens.history_page import HistoryPage
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.settings import KeysScreen, SettingsScreen
from companion.tui.screens.start import StartScreen
from companion.tui.screens.table import TableScreen

MEGABYTE = "ä" * 1_000_000
WAYS = {
    StartScreen: (),
    NewTableScreen: ("n",),
    SettingsScreen: ("s",),
    CalibrateScreen: ("c",),
    HistoryPage: ("h",),
    KeysScreen: ("s", "end", "up", "enter"),
}
SIZES = [(200, 60), (1, 1), (80, 24)]


def on(driver, screen):
    """Return a predicate: this screen is open."""
    return lambda: isinstance(driver.screen, screen)


async def go(driver, screen):
    await driver.go(to=StartScreen)
    await driver.press(*WAYS[screen])
    await driver.until(on(driver, screen), screen.__name__)
    await driver.pilot.pause()


@pytest.fixture
def played(house):
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
    house.open(Wish("rsf", ("Ann", "Ben"), "light"))().close()
    return house


@pytest.mark.slow
@pytest.mark.parametrize("screen", WAYS)
async def test_every_screen_opens_in_a_tiny_terminal_and_survives_every_size(drive, played, screen):
    async with drive(TablesideApp(played), (20, 5)) as driver:
        await go(driver, screen)
        for size in SIZES:
            await driver.pilot.resize_terminal(*size)
            await driver.pilot.pause()
            assert isinstance(driver.screen, screen)
        await driver.press("down", "up", "f1", "escape")


async def test_a_journal_that_cannot_be_read_is_said_and_practising_goes_on(drive, house):
    (house.home / JOURNAL).write_bytes(b"no database" * 100)
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (120, 40)) as driver:
        said = lambda: [one.message for one in driver.app._notifications]  # noqa: E731 - a condition to wait for, beside its use
        await driver.until(said, "what is wrong")
        assert JOURNAL in said()[0]
        await driver.go("h", to=HistoryPage)
        await driver.until(lambda: driver.says(JOURNAL), "what is wrong, again")
        await driver.press("escape", "n", "enter")
        bad = lambda: driver.screen.query_one("#message").has_class("-bad")  # noqa: E731 - a condition to wait for, beside its use
        await driver.until(bad, "why no table can be kept")
        await driver.go("escape", "p", "1", to=TableScreen)
        await driver.until(lambda: driver.says("What can be done?"), "its parts")


async def test_a_megabyte_pasted_as_a_camera_is_not_taken(drive, played):
    async with drive(TablesideApp(played), (80, 24)) as driver:
        await go(driver, CalibrateScreen)
        field = driver.screen.query_one("#camera", Input)
        field.post_message(events.Paste(MEGABYTE))
        await driver.pilot.pause()
        assert len(field.value) <= field.max_length
        field.value = MEGABYTE[: field.max_length]
        await driver.press("enter")
        bad = lambda: driver.screen.query_one("#message").has_class("-bad")  # noqa: E731 - a condition to wait for, beside its use
        await driver.until(bad, "the reason")


WRONG = [
    ("catalogue", "nowhere.toml", "nowhere.toml"),
    ("catalogue", "\x00", ""),
    ("catalogue", "../" * 300, ""),
    ("catalogue", "~nobody/x", ""),
    ("dice", "nowhere.mp4", "nowhere.mp4"),
    ("dice", "ä" * 900, ""),
    ("dice", "\x00", ""),
]


async def test_what_can_be_no_name_is_refused_on_the_form(drive, house):
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben")))  # cards are read in full depth alone
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("n", to=NewTableScreen)
        message = driver.screen.query_one("#message")
        for line, text, problem in WRONG:
            field = driver.screen.query_one(f"#{line}", Input)
            field.value = text
            message.remove_class("-bad")
            await driver.press("ctrl+s")
            await driver.until(lambda: message.has_class("-bad"), "the reason")
            assert driver.says(problem)
            assert isinstance(driver.screen, NewTableScreen)
            field.value = ""
    assert house.saved() == ()


@pytest.mark.parametrize(("line", "text"), [("tray", "a\nb"), ("bluetooth", "\x00")])
async def test_a_port_that_is_not_there_may_be_plugged_in_later(drive, played, line, text):
    async with drive(TablesideApp(played), (80, 24)) as driver:
        await go(driver, NewTableScreen)
        driver.screen.query_one(f"#{line}", Input).value = text
        await driver.press("ctrl+s")
        bad = lambda: (  # noqa: E731 - a condition to wait for, beside its use
            isinstance(driver.screen, TableScreen) or driver.screen.query_one("#message").has_class("-bad")
        )
        await driver.until(bad, "the reason, or the table")


MASHED = [
    *"nsch?pgxejt1D", "enter", "escape", "tab", "up", "down", "left", "right", "space", "delete",
    "f1", "f2", "f3", "f5", "question_mark", "backspace", "shift+tab",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
async def test_mashed_keys_leave_a_screen_from_which_everything_can_be_reached(drive, played, seed):
    chance = Random(seed)
    async with drive(TablesideApp(played), (80, 24)) as driver:
        for _ in range(60):
            await driver.press(chance.choice(MASHED))
            assert driver.app.is_running
            assert driver.app.return_code in (None, 0)
        for _ in range(12):
            await driver.pilot.pause(0.05)
            if isinstance(driver.screen, StartScreen):
                break
            await driver.press("q" if isinstance(driver.screen, TableScreen) else "escape")
        await driver.go(to=StartScreen)
