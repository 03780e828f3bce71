"""How the screens around the table look, at two sizes."""

import pytest

from companion.commands import memory
from companion.session.people import Against, Person
from companion.tui import keymap
from companion.tui.app import TablesideApp
from companion.tui.host import Past, Saved, Wish
from companion.tui.screens.help import GuideScreen
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.start import StartScreen

SIZES = {"80x24": (80, 24), "120x40": (120, 40)}
SAVED = (
    Saved("rsf-1", "Ready, Set, Fight · Ann, Ben · 2026-11-21 14:02 · 37 moves"),
    Saved("md-1", "MonsterDice · Ann, Ben, Cleo · 2026-11-20 19:30 · 112 moves", over=True),
)
PEOPLE = (
    Person("Ann", {"md": 2}, {"md": 2}, {"md": {"points": 31.5}}, {"Ben": Against(2, 0, 0)}),
    Person("Ben", {"md": 2}, {"md": 0}, {"md": {"points": 24.0}}, {"Ann": Against(0, 2, 0)}),
)


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize(
    ("screen", "keys", "text"),
    [
        ("start", [], "Practise"),
        ("new-table", ["n"], "House rules"),
        ("settings", ["s"], "Colours"),
        ("keys", ["s", "end", "up", "enter"], "House rules"),
        ("calibrate", ["c"], "Print the mat"),
        ("history", ["h"], "against Ben: ahead 2"),
        ("start-help", ["question_mark"], "never rolls, shuffles or deals"),
    ],
)
async def test_the_screens_around_the_table(drive, house, snapshot, monkeypatch, screen, keys, text, name):
    monkeypatch.setattr(house, "saved", lambda: SAVED)
    monkeypatch.setattr(house, "past", lambda: Past(PEOPLE))
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
    app = TablesideApp(house)
    app.changeable = keymap.changeable(StartScreen.BINDINGS, NewTableScreen.BINDINGS)
    async with drive(app, SIZES[name]) as driver:
        await driver.go(to=StartScreen)
        await driver.press(*keys)
        await driver.until(lambda: driver.says(text) or screen == "start-help", text)
        await driver.pilot.pause(0.1)
        snapshot(driver, f"{screen}-{name}")


@pytest.mark.parametrize("name", SIZES)
async def test_the_guide(drive, house, snapshot, name):
    async with drive(TablesideApp(house, guide=True), SIZES[name]) as driver:
        await driver.go(to=GuideScreen)
        await driver.until(lambda: driver.says("1 of 5"), "its first step")
        await driver.pilot.pause(0.1)
        snapshot(driver, f"guide-{name}")
