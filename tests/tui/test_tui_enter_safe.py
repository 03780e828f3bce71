"""Enter takes what was pointed at, and nothing that destroys, discards or was made up by the program."""

import pytest
from tui_roll_kit import attack

from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.screens.grid import GridScreen
from companion.tui.screens.rules import RulesScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.menu import entries


async def test_enter_gives_up_no_piece_that_nobody_chose(at_fight):
    async with at_fight() as driver:
        await attack(driver)
        await driver.press("9")
        log = driver.table.match.log
        assert driver.screen.entries[0].verb == "destroy"
        await driver.press("enter")
        await driver.pilot.pause()
        assert isinstance(driver.screen, TableScreen)
        await driver.go(driver.screen.entries[0].key, to=GridScreen)
        await driver.press("enter", "enter")
        assert isinstance(driver.screen, GridScreen)
        assert driver.table.match.log == log
        await driver.press("right", "enter", "enter")
        await driver.until(lambda: driver.table.version == len(log) + 1, "the piece that was chosen")


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


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_list_stands_beside_the_board_it_asks_about(at_fight, size):
    async with at_fight(size) as driver:
        board = driver.screen.board
        for key in ("f3", "S", "f2"):
            await driver.go(key, to=ChooseScreen)
            assert not driver.screen.query_one("#dialog").region.overlaps(board.region)
            await driver.go("escape", to=TableScreen)
        await driver.press("f5")
        assert driver.screen.query_one("#menu").region.overlaps(board.region) is False
        assert "Not now, and why" in driver.visible()
        await driver.press("escape")
        assert "Not now, and why" not in driver.visible()


async def test_why_begins_with_what_is_asked_then_what_was_refused_then_what_may_be_done(at_fight):
    async with at_fight() as driver:
        await driver.press("colon")
        await driver.type("Ben: confirm")
        await driver.press("enter")
        await driver.until(lambda: driver.screen.announcing.reply.bad, "the refusal")
        refused = driver.screen.announcing.reply.rules
        offered = driver.table.options()[0].rule
        await driver.go("w", to=RulesScreen)
        assert [rule.id for rule in driver.screen.rules[:2]] == [*refused, offered][:2]
        await driver.go("escape", to=TableScreen)
        await attack(driver)
        await driver.go("w", to=RulesScreen)
        assert driver.screen.rules[0].id == driver.table.pending().rule
        assert f"{driver.table.pending().rule} " in driver.visible()


async def test_a_list_of_targets_says_their_defense_and_what_is_needed(at_fight):
    async with at_fight() as driver:
        table, screen = driver.table, driver.screen
        listed = entries(table.options(), screen.keys, table.seats, table.view().turn)
        screen.asking.follow(next(one for one in listed if one.verb == "attack"))
        await driver.go(to=ChooseScreen)
        assert driver.says("Attack Ann (DEF 21, 6 or more")
