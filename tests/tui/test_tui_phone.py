"""A phone becomes the camera at the table: the code to scan, and the photograph that counts."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from aiohttp import ClientSession
from tui_device_kit import asked, devices, tray

from companion.commands import phone as phones
from companion.core.actions import Roll
from companion.core.errors import UsageError
from companion.demo.table import shipped_clip
from companion.tui.app import TablesideApp
from companion.tui.host import PHONE, Wish
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.phone import PhoneScreen
from companion.tui.screens.table import TableScreen


@pytest.fixture(autouse=True)
def at_home(monkeypatch):
    monkeypatch.setattr(phones, "lan_address", lambda: "127.0.0.1")
    monkeypatch.setattr(phones, "PORTS", (0, 0))


def scanned(driver):
    """Read the code off the screen as a phone does."""
    shades = {" ": (255, 255), "▄": (255, 0), "▀": (0, 255), "█": (0, 0)}
    rows = []
    for line in driver.screen.eyes.squares():
        rows += [[shades[sign][half] for sign in line] for half in (0, 1)]
        assert line in driver.visible(), "whole, as it is drawn"
    picture = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))
    return cv2.QRCodeDetector().detectAndDecode(picture)[0]


def photograph():
    with shipped_clip() as clip:
        film = cv2.VideoCapture(str(clip))
        picture = [film.read()[1] for _ in range(20)][-1]
    return cv2.imencode(".jpg", picture)[1].tobytes()


async def test_two_keys_show_the_code_and_a_photograph_is_the_roll(drive, house):
    wish = Wish("rsf", ("Ann", "Ben"), "light")
    async with drive(TablesideApp(house, lambda: house.open(wish)), size=(80, 24)) as driver:
        await driver.until(lambda: isinstance(driver.screen, TableScreen), "the table")
        await asked(driver)
        await devices(driver)
        await driver.go("p", to=PhoneScreen)
        address = scanned(driver)
        assert address == driver.app.live.eyes.address
        assert address.startswith("http://127.0.0.1")
        assert driver.says(address), "it can be typed, too"
        await driver.go("escape", to=DevicesScreen)
        assert driver.says("phone")
        assert house.remembered("rsf").dice == PHONE, "it is proposed next time"
        await driver.go("escape", to=TableScreen)
        async with ClientSession(headers={"X-Phone": "mine"}) as phone:
            answer = await phone.post(address + "photograph", data=photograph())
            assert answer.status == 200
        await driver.until(lambda: any(isinstance(one, Roll) for one in driver.table.match.log), "the roll")
        await driver.go("f4", to=DevicesScreen)
        await driver.go("p", to=PhoneScreen)
        assert scanned(driver) == address, "the same page still"


async def test_play_with_a_phone_shows_the_code_at_once(drive, house):
    wish = Wish("rsf", ("Ann", "Ben"), "light", dice="phone")
    async with drive(TablesideApp(house, lambda: house.open(wish)), size=(80, 24)) as driver:
        await driver.until(lambda: isinstance(driver.screen, PhoneScreen), "the code")
        assert scanned(driver) == driver.app.live.eyes.address
        await driver.go("escape", to=TableScreen)


async def test_without_the_libraries_it_says_what_to_install(with_devices):
    def missing(_):
        raise UsageError("the phone's page needs segno; install with: pip install segno")

    async with with_devices(tray()) as driver:
        await devices(driver)
        driver.app.live.camera = missing
        await driver.press("p")
        await driver.until(lambda: driver.says("install with: pip install segno"), "the way")
