"""A new table is asked for its tray and its Bluetooth dice, by name where they were met before."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from companion.commands import memory
from companion.rolls.source import KnownDevice, Sort
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from companion.tui.screens.new_table import NewTableScreen, tray_meant, tray_shown
from companion.tui.screens.start import StartScreen

KNOWN = (
    KnownDevice("tray:T-1A2B", Sort.TRAY, "the red tray", where="/dev/rfcomm0"),
    KnownDevice("printed:COM7", Sort.PRINTED, "old Bob", where="COM7"),
    KnownDevice("pixels:1a2b3c4d", Sort.PIXELS, "", "d10", "Ben"),
    KnownDevice("godice:1A2B3C", Sort.GODICE, "the blue die", "d6", "Ann"),
)


async def form(driver, key="n"):
    await driver.go(to=StartScreen)
    await driver.go(key, to=NewTableScreen)


def line(driver, name):
    return driver.screen.query_one(f"#{name}", Input)


@pytest.fixture
def furnished(house):
    """A house that has met devices, and whose last table was without any."""
    for device in KNOWN:
        house.book().met(device)
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
    return house


async def test_known_devices_are_proposed_by_name(drive, furnished):
    async with drive(TablesideApp(furnished), (80, 24)) as driver:
        await form(driver)
        assert driver.says("none; or auto or old Bob or the red tray")
        assert driver.says("none; or known: the blue die, Ben's d10")


async def test_without_known_devices_the_form_says_what_can_be_typed(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await form(driver, "r")
        assert driver.says("none; or auto or a port: COM5, /dev/ttyUSB0")
        assert driver.says("none; or known: the dice that were met")


WISHES = [
    ("tray", "", ""),
    ("tray", "none", ""),
    ("tray", "Auto", "auto"),
    ("tray", " COM5 ", "COM5"),
    ("tray", "The Red Tray", "/dev/rfcomm0"),
    ("tray", "old bob", "printed:COM7"),
    ("tray", "printed:/dev/ttyUSB0?kind=d6", "printed:/dev/ttyUSB0?kind=d6"),
    ("bluetooth", "Known", "known"),
    ("bluetooth", "no", ""),
    ("bluetooth", "simulate:Dice.txt", "simulate:Dice.txt"),
]


async def test_what_is_typed_becomes_the_wish(drive, furnished):
    async with drive(TablesideApp(furnished), (80, 24)) as driver:
        await form(driver)
        for name, typed, wished in WISHES:
            line(driver, name).value = typed
            assert getattr(driver.screen.read_wish(), name) == wished


async def test_last_times_devices_stand_in_the_form_by_name(drive, furnished):
    wish = Wish("rsf", ("Ann", "Ben"), "light", tray="/dev/rfcomm0", bluetooth="known")
    memory.remember(furnished.home, wish)
    async with drive(TablesideApp(furnished), (80, 24)) as driver:
        await form(driver)
        assert line(driver, "tray").value == "the red tray"
        assert line(driver, "bluetooth").value == "known"
        assert driver.screen.read_wish() == wish


async def test_enter_on_a_line_about_dice_opens_the_table(drive, furnished, monkeypatch):
    wished = []
    monkeypatch.setattr(furnished, "open", wished.append)
    async with drive(TablesideApp(furnished), (80, 24)) as driver:
        await form(driver)
        monkeypatch.setattr(driver.app, "_take_seats", lambda _: None)
        line(driver, "tray").value = "none"
        line(driver, "tray").focus()
        await driver.press("enter")
        await driver.until(lambda: wished, "the wish")
        assert wished[0].seats == ("Ann", "Ben")


async def test_a_game_without_dice_is_not_asked(drive, furnished):
    memory.remember(furnished.home, Wish("fgt", ("Ann", "Ben"), "light", tray="COM5", bluetooth="known"))
    async with drive(TablesideApp(furnished), (80, 24)) as driver:
        await form(driver, "n")
        assert not driver.says("Bluetooth")
        wish = driver.screen.read_wish()
        assert (wish.dice, wish.tray, wish.bluetooth) == ("", "", "")


def test_a_tray_is_shown_by_name_only_where_the_name_means_the_same():
    assert tray_shown("/dev/rfcomm0", KNOWN) == "the red tray"
    assert tray_shown("printed:COM7", KNOWN) == "old Bob"
    for other in ("", "auto", "COM7", "printed:COM7?kind=d6", "/dev/ttyACM3"):
        assert tray_shown(other, KNOWN) == other
        assert tray_meant(other, KNOWN) == other
