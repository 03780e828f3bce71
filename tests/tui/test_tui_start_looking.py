"""Cameras before the game: the form shows what a named one sees; calibrating in the app."""

from __future__ import annotations

import threading
from time import monotonic, sleep

import cv2
import numpy as np
import pytest
from mat_pictures import Shot
from textual.widgets import Input

from companion.commands import memory
from companion.commands.preview import CameraPreview, judge_camera
from companion.core.errors import CompanionError
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from companion.tui.screens.calibrate import CalibrateScreen
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.start import StartScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lamp import Lamp, Light
from companion.tui.widgets.picture import Picture, PreviewPane


@pytest.fixture(scope="module")
def mat(tmp_path_factory):
    """A picture of the mat as a camera may see it."""
    path = tmp_path_factory.mktemp("mat") / "mat.png"
    cv2.imwrite(str(path), Shot(fill=0.95, tilt=18.0).draw())
    return path


class Slow:
    """A camera that takes its time, and knows who holds it."""

    held = 0

    def __init__(self, camera, *, opens=0.0):
        self.camera, self.closed, self.opens = camera, False, opens
        type(self).held += 1
        self.begun = monotonic()

    def lamp(self):
        return Lamp(Light.LOOKING, f"This is what {self.camera} sees.")

    def picture(self):
        return np.full((24, 32, 3), 200, np.uint8) if not self.closed else None

    def close(self):
        if not self.closed:
            sleep(self.opens)
            self.closed = True
            type(self).held -= 1


@pytest.fixture
def cameras(house, monkeypatch):
    """Let the house look through pretended cameras."""
    opened = []

    def look(camera):
        opened.append(Slow(camera, opens=0.1))
        return opened[-1]

    Slow.held = 0
    monkeypatch.setattr(house, "look", look)
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
    return opened


async def form(driver):
    await driver.go(to=StartScreen)
    await driver.go("n", to=NewTableScreen)


async def name_camera(driver, camera):
    line = driver.screen.query_one("#dice", Input)
    line.focus()
    line.value = camera
    await driver.press("tab")


async def test_a_camera_is_shown_when_its_line_is_left(drive, house, cameras):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await form(driver)
        assert not driver.screen.query_one(PreviewPane).display
        await name_camera(driver, "0")
        await driver.until(lambda: driver.says("This is what 0 sees"), "the camera")
        await driver.until(lambda: driver.screen.query_one(Picture).shows, "its picture")
        await name_camera(driver, "")
        await driver.until(lambda: not driver.screen.query_one(PreviewPane).display, "the form alone")
        await driver.until(lambda: Slow.held == 0, "the camera given back")
        assert [one.camera for one in cameras] == ["0"]


async def test_cameras_follow_each_other_never_two_at_a_time(drive, house, cameras):
    async with drive(TablesideApp(house), (120, 40)) as driver:
        await form(driver)
        for camera in ("0", "1", "2"):
            await name_camera(driver, camera)
            assert Slow.held <= 1
        await driver.until(lambda: cameras and cameras[-1].camera == "2", "the last one")
        assert Slow.held == 1
        await driver.press("escape")
        await driver.until(lambda: Slow.held == 0, "the camera given back")


@pytest.mark.usefixtures("cameras")
async def test_the_camera_is_free_before_the_table_opens_it(drive, house, monkeypatch):
    held = []
    real = house.open

    def opened(wish):
        held.append(Slow.held)
        return real(Wish(wish.game, wish.seats, wish.depth))

    monkeypatch.setattr(house, "open", opened)
    async with drive(TablesideApp(house), (120, 40)) as driver:
        await form(driver)
        await name_camera(driver, "0")
        await driver.until(lambda: Slow.held == 1, "the camera")
        await driver.go("ctrl+s", to=TableScreen)
    assert held == [0]


async def test_a_camera_that_fails_says_so_and_the_form_goes_on(drive, house):
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (120, 40)) as driver:
        await form(driver)
        await name_camera(driver, "nowhere.mp4")
        await driver.until(lambda: driver.screen.query_one("#seen").has_class("-bad"), "the reason")
        assert driver.says("nowhere.mp4")
        driver.screen.query_one("#names", Input).focus()
        await driver.press("end")
        await driver.type("a")
        assert driver.screen.query_one("#names", Input).value == "Ann, Bena"


async def test_keys_do_not_wait_for_a_camera_that_hangs(drive, house, monkeypatch):
    gate = threading.Event()

    class Hanging(Slow):
        def close(self):
            gate.wait(20)

    monkeypatch.setattr(house, "look", Hanging)
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (120, 40)) as driver:
        await form(driver)
        await name_camera(driver, "0")
        await name_camera(driver, "1")  # the first one does not let go
        driver.screen.query_one("#names", Input).focus()
        await driver.press("end")
        await driver.type("a")
        assert driver.screen.query_one("#names", Input).value == "Ann, Bena"
        await driver.go("escape", to=StartScreen)
        gate.set()


async def test_a_game_without_dice_opens_no_camera(drive, house, cameras):
    memory.remember(house.home, Wish("fgt", ("Ann", "Ben"), "light", dice="0"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await form(driver)
        await driver.press(*["tab"] * 12)
        await driver.pilot.pause(0.2)
    assert cameras == []


# ---------------------------------------------------------------- the real thing


def wait(predicate, seconds=20.0):
    end = monotonic() + seconds
    while not predicate():
        assert monotonic() < end, "waited in vain"
        sleep(0.01)


def test_a_preview_of_a_picture_shows_it_and_ends(mat):
    preview = CameraPreview(str(mat))
    wait(lambda: preview.picture() is not None)
    assert preview.picture().shape[2] == 3
    wait(lambda: preview.lamp().light is not Light.FAULT)
    preview.close()
    preview.close()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_calibrating_in_the_app_finds_keeps_and_says_so(drive, house, mat, size):
    async with drive(TablesideApp(house), size) as driver:
        await driver.go("c", to=CalibrateScreen)
        assert driver.says("Print the mat")
        await driver.press("f5")
        assert driver.says("Nothing has been measured yet")
        await driver.press("enter")
        assert driver.says("Which camera?")
        driver.screen.query_one("#camera", Input).value = str(mat)
        await driver.press("enter")
        await driver.until(lambda: driver.screen.judged is not None, "what was found")
        assert driver.says("degrees from straight down")
        await driver.press("f5")
        await driver.until(lambda: driver.says("Kept as"), "where it is kept")
        await driver.go("escape", to=StartScreen)


async def test_the_mat_is_written_to_be_printed(drive, house):
    async with drive(TablesideApp(house), (120, 40)) as driver:
        await driver.go("c", to=CalibrateScreen)
        await driver.press("f2")
        await driver.until(lambda: driver.says("The mat is written"), "where")
    assert (house.home / "shared" / "tableside-mat-a4.pdf").read_bytes().startswith(b"%PDF")


async def test_a_camera_that_is_not_there_is_said_and_keys_go_on(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("c", to=CalibrateScreen)
        driver.screen.query_one("#camera", Input).value = "nowhere.png"
        await driver.press("enter", "enter")
        bad = lambda: driver.screen.query_one("#message").has_class("-bad")  # noqa: E731 - a condition to wait for, beside its use
        await driver.until(bad, "the reason")
        assert driver.says("nowhere.png")
        assert driver.screen.judged is None


async def test_leaving_while_a_camera_is_looked_through_breaks_nothing(drive, house, monkeypatch):
    gate = threading.Event()

    def calibrate(camera):
        gate.wait(20)
        return judge_camera(house.home, camera)

    monkeypatch.setattr(house, "calibrate", calibrate)
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("c", to=CalibrateScreen)
        driver.screen.query_one("#camera", Input).value = "nowhere.png"
        for _ in range(2):  # the pilot's own keys wait for whoever works in a thread
            driver.app.simulate_key("enter")
        await driver.until(lambda: driver.says("Still looking"), "the one that goes on")
        await driver.go("escape", to=StartScreen)
        gate.set()
        await driver.pilot.pause(0.2)
        assert isinstance(driver.screen, StartScreen)


ADDRESS = "http://admin:pa55word@127.0.0.1:9/video?token=t0ken&channel=2"


@pytest.mark.parametrize("key", ["n", "c"])
async def test_the_last_address_stands_masked_in_its_line_and_is_meant_whole(drive, house, monkeypatch, key):
    asked = []

    def calibrate(camera):
        asked.append(camera)
        raise CompanionError("no mat")

    monkeypatch.setattr(house, "calibrate", calibrate)
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light", dice=ADDRESS))
    async with drive(TablesideApp(house), (120, 40)) as driver:
        await driver.go(to=StartScreen)
        await driver.go(key, to=NewTableScreen if key == "n" else CalibrateScreen)
        line = driver.screen.query_one("#dice" if key == "n" else "#camera", Input)
        assert line.value == "http://127.0.0.1:9/video?token=***&channel=2"
        if key == "n":
            assert driver.screen.read_wish().dice == ADDRESS
            line.value = "0"
            assert driver.screen.read_wish().dice == "0"
        else:
            await driver.press("enter")
            await driver.until(lambda: asked == [ADDRESS], "the camera")
        assert not any(driver.says(word) for word in ("admin", "pa55word", "t0ken"))
