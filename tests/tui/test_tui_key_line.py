"""The line of keys is laid out again when it says something else, and else left as it stands."""

from companion.tui.asking.dialogs import AskScreen
from companion.tui.widgets.key_line import KeyLine


def keys_of(driver):
    return list(driver.app.screen_stack[-1].query_one(KeyLine).children)


async def test_a_dialog_that_opens_and_closes_leaves_every_key_as_it_is(at_table):
    async with at_table() as driver:
        table, before = driver.screen, keys_of(driver)
        assert before
        await driver.go("colon", to=AskScreen)
        await driver.press("escape")
        await driver.until(lambda: driver.screen is table, "the table again")
        await driver.pilot.pause()
        assert keys_of(driver) == before


async def test_a_key_given_to_another_is_written_at_once(at_table):
    async with at_table() as driver:
        before = keys_of(driver)
        driver.app.set_keymap({"table.help": "f1"})
        driver.screen.refresh_bindings()
        await driver.pilot.pause()
        after = keys_of(driver)
        assert [key.key_display for key in after] != [key.key_display for key in before]
        assert "f1 " in driver.visible().splitlines()[-1].lower()


async def test_another_width_makes_room_for_other_keys(at_table):
    async with at_table((120, 40)) as driver:
        wide = len(keys_of(driver))
        await driver.pilot.resize_terminal(50, 24)
        await driver.pilot.pause()
        assert 0 < len(keys_of(driver)) < wide
