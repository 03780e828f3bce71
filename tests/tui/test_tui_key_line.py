"""The line of keys is laid out again when it says something else, and else left as it stands."""

from companion.tui.asking.dialogs import AskScreen
from companion.tui.screens.help import HelpScreen
from companion.tui.widgets.key_line import KeyLine


def keys_of(driver):
    return driver.app.screen_stack[-1].query_one(KeyLine).shown[0]


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
        assert [key.written for key in after] != [key.written for key in before]
        assert "f1 " in driver.visible().splitlines()[-1].lower()


async def test_another_width_makes_room_for_other_keys(at_table):
    async with at_table((120, 40)) as driver:
        wide = len(keys_of(driver))
        await driver.pilot.resize_terminal(50, 24)
        await driver.pilot.pause()
        assert 0 < len(keys_of(driver)) < wide


async def test_the_mouse_marks_a_key_says_more_of_it_and_presses_it(at_table, monkeypatch):
    async with at_table((120, 40)) as driver:
        line, rung = driver.screen.query_one(KeyLine), []
        monkeypatch.setattr(driver.app, "bell", lambda: rung.append(True))
        written = driver.visible().splitlines()[-1]
        help_at, palette_at = written.index("? Help"), written.index("^p")
        plain = line.render().spans
        for column, tooltip in ((help_at, "Help"), (help_at + 1, "Help"), (palette_at, "Open the command palette")):
            await driver.pilot.hover(KeyLine, (column, 0))
            assert line.tooltip == tooltip
            assert line.render().spans != plain
        for off, hover in (("a gap", help_at - 1), ("the free middle", palette_at - 4)):
            await driver.pilot.hover(KeyLine, (hover, 0))
            assert line.tooltip is None, off
        await driver.pilot.hover(KeyLine, (help_at, 0))
        await driver.pilot.hover("#board")
        assert line.render().spans == plain
        assert line.tooltip is None
        await driver.pilot.click(KeyLine, (help_at - 1, 0))
        assert rung
        await driver.pilot.click(KeyLine, (help_at, 0))
        await driver.until(lambda: isinstance(driver.screen, HelpScreen), "help")


async def test_a_key_that_does_nothing_now_is_dim_and_no_click_presses_it(at_table):
    async with at_table((120, 40)) as driver:
        line = driver.screen.query_one(KeyLine)
        keys, palette = line.shown
        line.shown = [keys[0]._replace(enabled=False), *keys[1:]], palette
        assert any(span.style == "dim" for span in line.render().spans)
        before, log = driver.screen, driver.table.match.log
        await driver.pilot.click(KeyLine, (0, 0))
        await driver.pilot.pause()
        assert (driver.screen, driver.table.match.log) == (before, log)
