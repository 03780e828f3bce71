"""Enter takes what was pointed at, and nothing that destroys, discards or was made up by the program."""

from tui_roll_kit import attack

from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.screens.table import TableScreen


async def test_enter_gives_up_no_piece_that_nobody_chose(at_fight):
    async with at_fight() as driver:
        await attack(driver)
        await driver.press("9")
        log = driver.table.match.log
        assert driver.screen.entries[0].verb == "destroy"
        await driver.press("enter")
        await driver.pilot.pause()
        assert isinstance(driver.screen, TableScreen)
        await driver.go(driver.screen.entries[0].key, to=ChooseScreen)
        await driver.press("enter", "enter")
        assert isinstance(driver.screen, ChooseScreen)
        assert driver.table.match.log == log
        await driver.press("down", "enter")
        await driver.until(
            lambda: driver.table.version == len(log) + 1, "the piece that was chosen"
        )


async def test_enter_makes_up_no_arena(at_table):
    async with at_table(game="fgt") as driver:
        while not any(one.verb == "arena-glory" for one in driver.screen.entries):
            driver.table.declare(driver.table.options()[0].instances[0])
            driver.screen.show_table()
        log = driver.table.match.log
        await driver.press("enter", "enter", "enter")
        assert driver.table.match.log == log


async def test_a_field_starts_empty_where_the_program_knows_only_an_example(at_table):
    async with at_table(game="mon-dominoes") as driver:
        entry = next(one for one in driver.screen.entries if one.verb == "deck")
        await driver.go(entry.key, to=AskScreen)
        assert driver.screen.query_one("#line").value == ""
        assert "Such as" in driver.screen.notes
        await driver.press("enter")
        await driver.until(lambda: "missing" in driver.visible(), "what is missing")
        assert driver.table.version == 0


async def test_enter_agrees_to_nothing_that_cannot_be_seen_to_be_meant(at_fight):
    async with at_fight() as driver:
        log = driver.table.match.log
        for keys in (("f2", "enter"), ("f3", "1", "enter"), ("f3", "5", "enter")):
            await driver.press(*keys)
            await driver.press("escape", "escape", "escape")
            assert driver.table.match.log == log, keys
