"""Another camera at the table, or none, in two keys; and what was forgotten is not offered again."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from textual.events import Key
from tui_device_kit import FakeSource, devices

from companion.commands import memory
from companion.core.errors import UsageError
from companion.rolls.readings import SourceKind
from companion.rolls.source import Device, DeviceState, Sort
from companion.tui.app import TablesideApp
from companion.tui.asking.dialogs import AskScreen, ChooseScreen, Talk
from companion.tui.host import PHONE, Wish
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.start import StartScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lamp import Lamp, Light

ADDRESS = "http://127.0.0.1:9/video"


def camera(name):
    device = Device(f"camera:{name}", Sort.CAMERA, DeviceState.OK, "no dice", name, where=name)
    return FakeSource(f"camera:{name}", SourceKind.CAMERA, device)


class Eyes:
    def __init__(self, name):
        self.name = name

    def lamp(self):
        return Lamp(Light.LOOKING, self.name)

    def picture(self):
        return None


def look_through(live):
    """Let a table open pretended cameras; return what was asked for."""
    asked = []

    def opened(spec):
        asked.append(spec)
        if spec == "9":
            raise UsageError("camera 9: there is no such camera")
        return ((camera(spec),), Eyes(spec)) if spec else ((), None)

    live.camera = opened
    return asked


async def test_a_table_changes_its_camera_and_switches_it_off_in_two_keys(with_devices):
    old = camera("camera 0")
    async with with_devices(old) as driver:
        live = driver.app.live
        live.eyes, asked = Eyes("camera 0"), look_through(live)
        await devices(driver)
        await driver.go("c", to=AskScreen)
        await driver.type("9")
        await driver.go("enter", to=DevicesScreen)
        await driver.until(lambda: driver.says("there is no such camera"), "why not")
        assert live.desk.devices.all == (old,)
        await driver.go("c", to=AskScreen)
        await driver.type("7")
        await driver.go("enter", to=DevicesScreen)
        await driver.until(lambda: driver.says("7 is the camera now."), "the other one")
        assert [one.source_id for one in live.desk.devices.all] == ["camera:7"]
        assert old._listener is None
        await driver.press("o")
        await driver.until(lambda: driver.says("No camera is used now"), "none")
        assert (live.desk.devices.all, live.eyes) == ((), None)
        assert asked == ["9", "7", ""]


async def test_a_camera_that_was_forgotten_is_used_no_more_and_not_offered_again(with_devices, house):
    for game in ("rsf", "md"):
        memory.remember(house.home, Wish(game, ("Ann", "Ben"), "light", dice="0"))
    async with with_devices(camera("camera 0")) as driver:
        driver.app.live.book, asked = house.book(), look_through(driver.app.live)
        await devices(driver)
        await driver.go("x", to=ChooseScreen)
        await driver.go("1", to=DevicesScreen)
        await driver.until(lambda: asked == [""], "no camera")
    assert [house.remembered(game).dice for game in ("rsf", "md", "fgt")] == ["", "", ""]


async def test_a_new_table_asks_once_whether_the_camera_of_last_time_is_still_there(drive, house, monkeypatch):
    opened, real = [], house.open

    def opens(wish):
        opened.append(wish.dice)
        return real(Wish(wish.game, wish.seats, wish.depth))

    monkeypatch.setattr(house, "open", opens)
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light", dice=ADDRESS))
    async with drive(TablesideApp(house)) as driver:
        for keys in (("escape", "enter", "1"), ("enter",)):
            memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light", dice=ADDRESS))
            await driver.go("n", to=NewTableScreen)
            await driver.press("enter")
            if len(keys) > 1:
                await driver.until(lambda: isinstance(driver.screen, ChooseScreen), "the question")
                assert driver.says(f"The camera of last time is {ADDRESS}. Is it still there?")
                await driver.press(*keys)
            await driver.until(lambda: isinstance(driver.screen, TableScreen), "the table")
            await driver.go("q", to=StartScreen)
    assert opened == [ADDRESS, ADDRESS]


async def test_a_table_opened_from_the_command_line_asks_too(drive, house):
    wish = Wish("rsf", ("Ann", "Ben"), "light")
    taken = []

    def opener(name):
        return lambda: taken.append(name) or house.open(wish)

    app = TablesideApp(house, opener("camera"), last=(ADDRESS, opener("none")))
    async with drive(app) as driver:
        await driver.until(lambda: driver.says("Is it still there?"), "the question")
        await driver.press("2")
        await driver.until(lambda: isinstance(driver.screen, TableScreen), "the table")
    assert taken == ["none"]


async def test_people_leave_the_devices_while_a_camera_is_being_opened(with_devices, monkeypatch):
    begin = Talk._until_the_end

    async def begun_late(self, talk):
        await asyncio.sleep(0.05)
        await begin(self, talk)

    monkeypatch.setattr(Talk, "_until_the_end", begun_late)
    async with with_devices(camera("camera 0")) as driver:
        done = threading.Event()

        look_through(driver.app.live)
        await devices(driver)
        threads = ThreadPoolExecutor(1)
        asyncio.get_running_loop().set_default_executor(threads)
        threads.submit(done.wait, 20)  # the only thread is busy until people have left
        for key in ("o", "escape"):
            driver.app._driver.send_message(Key(key, key if len(key) == 1 else None))
        await driver.until(lambda: isinstance(driver.screen, TableScreen), "the table")
        done.set()
        await driver.until(lambda: driver.app.live.desk.devices.all == (), "no camera")


async def test_a_table_that_is_taken_up_again_asks_once_whether_its_camera_is_still_there(drive, house, monkeypatch):
    house.open(Wish("rsf", ("Ann", "Ben"), "light"))().close()
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light", dice=PHONE))
    seen, real = [], house.resume

    def resumes(table, sound=None, *, seeing=True):
        seen.append(seeing)
        return real(table, sound, seeing=False)

    monkeypatch.setattr(house, "resume", resumes)
    async with drive(TablesideApp(house)) as driver:
        await driver.go("1", to=ChooseScreen)
        await driver.go("escape", to=StartScreen)
        for keys in (("1", "2"), ("1", "1"), ("1",)):
            for key in keys[:-1]:
                await driver.go(key, to=ChooseScreen)
                assert driver.says("The camera of last time is your phone. Is it still there?")
            await driver.go(keys[-1], to=TableScreen)
            await driver.go("q", to=StartScreen)
    assert seen == [False, True, True]
