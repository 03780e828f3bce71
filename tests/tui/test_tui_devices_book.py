"""What people say of their devices: names, kinds, players, and forgetting them."""

import threading

from textual.widgets import Input
from tui_device_kit import GODICE, TRAY, bluetooth, devices, tray

from companion.core.errors import FileProblemError
from companion.rolls.source import KnownDevice, Sort
from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.screens.help import PagesScreen


async def test_a_device_is_given_a_name(with_devices, book):
    async with with_devices(tray()) as driver:
        await devices(driver)
        await driver.go("n", to=AskScreen)
        await driver.type("red tray")
        await driver.press("enter")
        await driver.until(lambda: driver.says("It is called red tray now."), "the new name")
        known = book.get(TRAY.id)
        assert (known.name, known.sort, known.where) == ("red tray", Sort.TRAY, "/dev/rfcomm0")
        assert driver.screen.chosen.name == "red tray"
        await driver.go("n", to=AskScreen)
        assert driver.screen.query_one(Input).value == "red tray"
        await driver.press("escape", "escape")
        await driver.until(lambda: driver.says("● red tray"), "the lamp of that name")


async def test_a_die_is_given_its_kind_and_its_player(with_devices, book):
    async with with_devices(bluetooth()) as driver:
        await devices(driver)
        await driver.press("down", "a")
        await driver.until(lambda: driver.says("which dice?"), "the kinds")
        assert driver.says("d10 (in this game)")
        assert not driver.says("Teeth-Die")
        assert not driver.says("it says so itself")
        await driver.press("1")
        await driver.until(lambda: driver.says("whose?"), "the players")
        await driver.press("2")
        await driver.until(lambda: driver.says("GoDice 1A2B3C is Ann's d10 now."), "the answer")
        known = book.get(GODICE.id)
        assert (known.kind, known.seat) == ("d10", "Ann")
        assert driver.screen.chosen.seat == "Ann"


async def test_a_tray_tells_its_dice_itself_and_is_asked_only_whose_it_is(with_devices, book):
    async with with_devices(tray()) as driver:
        await devices(driver)
        await driver.press("a")
        await driver.until(lambda: driver.says("whose?"), "the players")
        await driver.go("4", to=AskScreen)
        await driver.type("Zoe")
        await driver.press("enter")
        await driver.until(lambda: driver.says("tray T-1A2B is Zoe's now."), "the answer")
        assert book.get(TRAY.id).seat == "Zoe"


async def test_forgetting_asks_once(with_devices, book):
    book.met(KnownDevice("tray:OLD-7", Sort.TRAY, "the big tray"))
    async with with_devices() as driver:
        await devices(driver)
        await driver.go("x", to=ChooseScreen)
        assert driver.says("Forget the big tray?")
        await driver.press("2")
        assert book.get("tray:OLD-7") is not None
        await driver.press("x", "1")
        await driver.until(lambda: driver.says("Nothing is connected."), "the empty list")
        assert driver.says("the big tray is forgotten.")
        assert book.all() == ()


async def test_enter_lists_what_can_be_done_with_a_device(with_devices, book):
    async with with_devices(tray(), size=(20, 5)) as driver:
        await devices(driver)
        await driver.go("enter", to=ChooseScreen)
        await driver.go("1", to=PagesScreen)
        assert "42 good" in driver.screen.pages[0][1].plain
        await driver.press("escape")
        await driver.pilot.resize_terminal(80, 24)
        await driver.go("enter", "2", to=AskScreen)
        await driver.type("Bo")
        await driver.press("enter")
        await driver.until(lambda: book.get(TRAY.id) is not None, "the name in the book")
        assert book.get(TRAY.id).name == "Bo"


async def test_a_name_that_cannot_be_kept_is_said(with_devices, book, monkeypatch):
    def full(*_):
        raise FileProblemError("devices.json", "no space left on device")

    monkeypatch.setattr(book, "met", full)
    async with with_devices(tray()) as driver:
        await devices(driver)
        await driver.press("n")
        await driver.type("Bo")
        await driver.press("enter")
        await driver.until(lambda: driver.says("Could not save it:"), "the reason")
        assert driver.says("no space left on device")


async def test_a_slow_disk_does_not_hold_the_keys_up(with_devices, book, monkeypatch):
    go_on = threading.Event()
    met = book.met
    monkeypatch.setattr(book, "met", lambda device: go_on.wait(20) and met(device))
    source = tray()
    async with with_devices(source) as driver:
        await devices(driver)
        await driver.press("n")
        await driver.type("Bo")
        await driver.press("enter")
        source.turn(battery=33)
        await driver.until(lambda: driver.says("33%"), "life on the screen")
        assert book.get(TRAY.id) is None
        go_on.set()
        await driver.until(lambda: driver.says("It is called Bo now."), "the name")
