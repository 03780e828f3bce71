"""A dice well at a table of the real app: its lamp on the Devices screen, its roll in the game."""

from companion.core.actions import Roll
from companion.demo.players import next_action
from companion.sources.opening import is_device, open_tray
from companion.tui.screens.devices import DevicesScreen


async def test_a_simulated_well_has_a_lamp_and_answers_a_request(with_devices):
    assert is_device("well:/dev/ttyUSB0")
    source = open_tray("well:simulate:", {}, None, "run")
    well = source._opener()
    async with with_devices(source) as driver:
        await driver.press("f4")
        await driver.until(lambda: isinstance(driver.screen, DevicesScreen), "the devices")
        await driver.until(lambda: driver.says("1 of 1 connected"), "the well")
        assert driver.says("dice well")
        assert driver.says("no delivery guarantee")
        await driver.press("escape")
        table = driver.table
        while driver.app.live.desk.armed is None:
            assert table.declare(next_action(table.match)).legal
        await driver.pilot.pause(0.3)
        well.roll("7")
        await driver.until(lambda: isinstance(table.match.log[-1], Roll), "the roll")
        assert [face.face for face in table.match.log[-1].dice] == ["7"]
