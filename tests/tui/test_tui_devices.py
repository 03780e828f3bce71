"""The devices' screen over a table, driven by keys: what it shows, and what it lets people do."""

from dataclasses import replace

import pytest
from textual.events import Key
from tui_device_kit import (
    GODICE,
    PIXELS,
    PRINTED,
    TRAY,
    FakeSource,
    asked,
    bluetooth,
    devices,
    tray,
)  # fmt: skip

from companion.core.dice import FACES, DieFace
from companion.rolls.readings import SourceKind
from companion.rolls.source import Device, DeviceState, KnownDevice, Sort, kinds_of
from companion.tui.app import TablesideApp
from companion.tui.asking.dialogs import AskScreen
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.start import StartScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.device_list import DeviceList


async def test_what_a_device_does_is_shown_while_it_does_it(with_devices):
    source = tray()
    async with with_devices(source) as driver:
        await devices(driver)
        source.turn(battery=12, last="d10=3", note="dice are moving")
        await driver.until(lambda: driver.says("12% please charge it"), "the battery")
        assert driver.says("d10 3")
        assert driver.says("Look out dice are moving")
        source.turn(state=DeviceState.FAULT, text="the line was cut; trying again")
        await driver.until(lambda: driver.says("0 of 1 connected"), "the outage")
        assert driver.says("the line was cut; trying again")
        source.turn(battery=12, charging=True, state=DeviceState.OK, text="connected")
        await driver.until(lambda: driver.says("12% charging"), "the charger")


async def test_a_row_that_did_not_change_is_not_drawn_again(with_devices, monkeypatch):
    source, dice = tray(), bluetooth()
    async with with_devices(source, dice) as driver:
        await devices(driver)
        drawn = []
        shown = driver.screen.query_one(DeviceList)
        replaced = shown.replace_option_prompt_at_index
        monkeypatch.setattr(
            shown,
            "replace_option_prompt_at_index",
            lambda at, prompt: (drawn.append(at), replaced(at, prompt)),
        )
        dice.turn(0, battery=54)
        await driver.until(lambda: driver.says("54%"), "the battery")
        driver.screen.look()
        assert drawn == [1]


async def test_devices_that_come_later_can_be_chosen_and_the_chosen_one_stays(with_devices):
    async with with_devices() as driver:
        await devices(driver)
        desk = driver.app.live.desk
        desk.devices.all = (bluetooth(),)
        await driver.until(lambda: driver.says("1 of 2 connected"), "the dice")
        await driver.until(lambda: driver.screen.focused is not None, "the focus")
        await driver.press("down")
        assert driver.screen.chosen.id == GODICE.id
        desk.devices.all = (tray(), *desk.devices.all)
        await driver.until(lambda: driver.says("tray T-1A2B"), "the tray")
        assert driver.screen.chosen.id == GODICE.id


@pytest.mark.parametrize("size", [(80, 24), (20, 5)])
async def test_without_devices_it_says_how_to_connect_some(with_devices, size):
    async with with_devices(size=size) as driver:
        await devices(driver)
        assert driver.says("Nothing is")
        if size != (20, 5):
            for text in ("tableside tray", "New ones show up here", "camera"):
                assert driver.says(text)
        for key in "natx":
            await driver.press(key)
        assert isinstance(driver.screen, DevicesScreen)
        await driver.press("escape")
        assert isinstance(driver.screen, TableScreen)


async def test_leaving_twice_leaves_the_devices_alone(with_devices):
    async with with_devices(tray()) as driver:
        for _ in range(3):
            driver.app.post_message(Key("f4", None))
        await driver.go(to=DevicesScreen)
        for _ in range(3):
            driver.app.post_message(Key("escape", None))
        await driver.go(to=TableScreen)
        assert isinstance(driver.screen, TableScreen)


async def test_devices_that_are_left_as_they_open_are_not_listed(with_devices):
    async with with_devices(tray()) as driver:
        await driver.press("f4")
        left = driver.screen
        await driver.press("escape")
        left.on_mount()  # where Esc came first, this comes after it
        assert isinstance(driver.screen, TableScreen)


async def test_a_test_roll_does_not_count_and_ends_by_its_roll_by_a_key_or_with_the_screen(
    with_devices,
):
    source = tray()
    async with with_devices(source) as driver:
        request = await asked(driver)
        before = driver.table.version
        await devices(driver)
        await driver.press("t")
        assert driver.says("Throw it now: tray T-1A2B. It does not count.")
        source.roll(("d10", "7"))
        await driver.until(lambda: driver.says("It arrived: d10 7. It does not count."), "it")
        assert driver.table.version == before
        assert driver.app.live.desk.armed == request
        source.roll(("d10", "4"))
        await driver.until(lambda: driver.table.version > before, "the roll that counts")
        assert driver.table.match.log[-1].dice == (DieFace("d10", "4"),)
        await driver.press("t", "escape")
        assert isinstance(driver.screen, DevicesScreen)
        assert driver.says("the next roll counts again")
        assert driver.app.live.desk.devices.testing == ""
        await driver.press("t")
        assert driver.app.live.desk.devices.testing == TRAY.id
        await driver.app.pop_screen()
        assert driver.app.live.desk.devices.testing == ""


async def test_a_roll_of_another_device_counts_during_a_test(with_devices):
    source, dice = tray(), FakeSource("ble", SourceKind.BLE, replace(PIXELS, seat=""))
    async with with_devices(source, dice) as driver:
        await asked(driver)
        await devices(driver)
        await driver.press("t")
        before = driver.table.version
        dice.roll(("d10", "9"))
        await driver.until(lambda: driver.table.version > before, "the roll")
        assert driver.says("Throw it now")
        assert driver.says("At the table:")


async def test_known_devices_are_shown_from_the_start_screen(drive, house):
    house.book().met(KnownDevice("godice:1A2B3C", Sort.GODICE, "Ben's die", "d10", "Ben"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        assert driver.says("Devices")
        await devices(driver)
        assert driver.says("Ben's die")
        await driver.press("t")
        assert driver.says("Open a table first")
        await driver.go("n", to=AskScreen)
        await driver.go("escape", "escape", to=StartScreen)


async def test_a_simple_tray_may_read_any_dice_there_are(with_devices, book):
    source = FakeSource("printed", SourceKind.TRAY, PRINTED)
    async with with_devices(source) as driver:
        await devices(driver)
        await driver.press("a")
        await driver.until(lambda: driver.says("which dice?"), "the kinds")
        await driver.type("Spider")
        await driver.press("enter", "1")
        await driver.until(lambda: driver.says("is everybody's Spider-Die now."), "the answer")
        assert book.get(PRINTED.id).kind == "md.spider"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_devices_look_as_they_should(with_devices, book, snapshot, size):
    book.met(KnownDevice("tray:OLD-7", Sort.TRAY, "the big tray", where="COM4"))
    printed = FakeSource("printed", SourceKind.TRAY, PRINTED)
    async with with_devices(tray(last="d10=4"), bluetooth(), printed, size=size) as driver:
        await devices(driver)
        await driver.press("t")
        snapshot(driver, "devices-{}x{}".format(*size))


@pytest.mark.parametrize(
    ("sort", "kinds"),
    [
        (Sort.PIXELS, ("", "d10", "d00", "d6")),
        (Sort.GODICE, ("d10", "d00", "d6", "d20")),
        (Sort.PRINTED, ("", "d10", *(kind for kind in FACES if kind != "d10"))),
    ],
)
def test_a_device_may_be_said_to_be_what_there_is(sort, kinds):
    assert kinds_of(sort, ("d10",)) == kinds


async def test_a_die_that_is_only_being_looked_for_may_be_tried(with_devices):
    seen = replace(PIXELS, state=DeviceState.TRYING, text="connecting; heard by advertisement")
    source = FakeSource("ble", SourceKind.BLE, seen)
    async with with_devices(source) as driver:
        await devices(driver)
        await driver.press("t")
        source.roll(("d10", "2"))
        await driver.until(lambda: driver.says("It arrived: d10 2."), "the roll")


STAND_INS = [
    Device("ble:77aa", Sort.PIXELS, DeviceState.TRYING, "listening; no dice nearby", "ble:77aa"),
    Device("dice:known", Sort.PIXELS, DeviceState.FAULT, "bleak is missing", "dice:known"),
    Device("tray:auto", Sort.TRAY, DeviceState.TRYING, "looking for the tray", "tray:auto"),
    Device("tray:COM5", Sort.TRAY, DeviceState.FAULT, "no such port", "tray:COM5", where="COM5"),
    Device("camera:", Sort.CAMERA, DeviceState.FAULT, "no such camera", ""),
]


@pytest.mark.parametrize("device", STAND_INS[::4], ids=lambda device: device.id.strip(":"))
async def test_what_was_not_met_yet_cannot_be_named_or_tried(with_devices, book, device):
    async with with_devices(FakeSource("x", SourceKind.TRAY, device)) as driver:
        await devices(driver)
        for key in ("n", "a", "x", "enter"):
            await driver.press(key)
            assert driver.says("It is not known yet which one this is")
            assert isinstance(driver.screen, DevicesScreen)
        await driver.press("t")
        assert driver.says("is not connected")
        assert book.all() == ()


async def test_a_device_says_which_key_helps_now(with_devices, book):
    book.met(KnownDevice("tray:OLD-7", Sort.TRAY, "the big tray", where="COM4"))
    async with with_devices(tray(last="")) as driver:
        await devices(driver)
        await driver.until(lambda: driver.says("t tries it: throw it once"), "what to do first")
        await driver.press("down")
        await driver.until(lambda: driver.says("x forgets it, if it does not come"), "what to do")


async def test_where_nothing_is_connected_no_key_is_offered_that_needs_a_device(with_devices):
    async with with_devices() as driver:
        await devices(driver)
        assert "t Test roll" not in driver.visible()
        assert "p Phone" in driver.visible()
