"""A source that is unplugged while any screen lies over the table: told, and nothing falls over."""

from __future__ import annotations

import pytest
from tui_device_kit import tray

from companion.rolls.source import DeviceState
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lamp import LampLine, Light

SCREENS = {
    "history": "h",
    "devices": "f4",
    "saying a line": "colon",
    "house rules": "S",
    "the table itself": "",
}


@pytest.mark.parametrize("key", SCREENS.values(), ids=SCREENS.keys())
async def test_a_tray_that_is_unplugged_is_told_on_whatever_screen_is_open(with_devices, key):
    source = tray()
    async with with_devices(source) as driver:
        if key:
            await driver.press(key)
        source.fail("the line was cut", "type the dice until then")
        await driver.pilot.pause(0.3)
        for _ in range(3):
            if isinstance(driver.screen, TableScreen):
                break
            await driver.press("escape")
        assert isinstance(driver.screen, TableScreen)
        await driver.until(lambda: "the line was cut" in driver.visible(), "the fault")
        lights = [lamp.light for lamp in driver.screen.query_one(LampLine).lamps]
        assert lights[0] in {Light.FAULT, Light.UNSURE}
        source.turn(state=DeviceState.OK, text="connected")
        await driver.until(lambda: "the tray is back" in driver.visible(), "its return")
