"""All modes on the start screen, and games without dice on a table that says so."""

from __future__ import annotations

import pytest
from textual.widgets import Input
from tui_roll_kit import seen

from companion.commands import memory
from companion.record.shelf import Shelf
from companion.rolls.readings import SourceFault
from companion.tui.app import TablesideApp
from companion.tui.asking.dialogs import ChooseScreen
from companion.tui.host import Wish
from companion.tui.parts.hearing import Heard
from companion.tui.screens.help import HelpScreen
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lamp import Lamp, LampLine, Light

MODES = {
    "rsf": ("r", "Ready, Set, Fight", "2 to 6 players · d10"),
    "fgt": ("f", "Fight!", "2 to 8 players · no dice"),
    "mon-dominoes": ("d", "Monstructor Dominoes", "players · no dice"),
    "mon-classic": ("o", "Monstructor Classic", "2 to 5 players · no dice"),
    "mon-arena": ("a", "Monstructor Arena", "2 to 5 players · no dice"),
    "md": ("m", "MonsterDice", "2 to 6 players · monster dice"),
    "gmm": ("g", "Monster Mayhem", "players · no dice"),
}


async def test_the_start_screen_lists_everything_and_all_modes_with_their_players(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        for _, title, needs in MODES.values():
            assert driver.says(f"New table: {title}")
            assert needs in driver.visible()
        for _, _, offered in driver.screen.offers():
            assert driver.says(" ".join(offered.split()))


@pytest.mark.parametrize("game", ["rsf", "fgt"])
async def test_a_letter_opens_the_form_of_its_game(drive, house, game):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go(MODES[game][0], to=NewTableScreen)
        assert driver.screen.game.id == game
        assert driver.says(f"New table: {MODES[game][1]}")
        assert driver.says("Who plays? {} to {},".format(*driver.screen.game.players))
        assert driver.screen.query_one("#dice", Input).is_on_screen == bool(driver.screen.game.dice)
        assert ("Dice" in driver.visible()) == bool(driver.screen.game.dice)
        shipped = Shelf().shipped(game)
        assert driver.screen.depth == ("light" if shipped is None else "full")


async def test_the_game_played_last_comes_first_and_has_the_key_for_a_new_table(drive, house):
    for game in ("rsf", "fgt"):
        memory.remember(house.home, Wish(game, ("Ann", "Ben"), "light"))
    memory.remember(house.home, Wish("gmm", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        assert driver.says("n New table: Monster Mayhem")
        await driver.go("n", to=NewTableScreen)
        assert driver.screen.game.id == "gmm"


async def test_enter_in_the_last_line_opens_a_table_without_dice(drive, house):
    memory.remember(house.home, Wish("fgt", ("Ann", "Ben"), "full", dice="0"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("f", to=NewTableScreen)
        driver.screen.query_one("#catalogue", Input).focus()
        await driver.go("enter", to=TableScreen)
        assert driver.table.header.game == "fgt"
        assert driver.app.live.eyes is None
    assert memory.recall(house.home, "fgt").dice == ""


# -- a table without dice ------------------------------------------------------------------------


class Red:
    """A camera that fails, at a table that needs none."""

    def lamp(self):
        return Lamp(Light.FAULT, "camera 0: no picture")

    def picture(self):
        return None


async def test_a_game_without_dice_has_no_room_no_alarm_and_no_keys_for_them(at_table):
    async with at_table((80, 24), game="fgt") as driver:
        driver.app.live.eyes = Red()
        driver.screen.show_table()
        await driver.pilot.pause()
        lamp = driver.screen.query_one(LampLine).lamps[0]
        assert (lamp.light, lamp.text) == (Light.NONE, "no dice")
        driver.screen.post_message(Heard(SourceFault("camera:0", "no picture", "camera 0", "plug it in")))
        await driver.pilot.pause()
        assert driver.screen.query_one(LampLine).lamps[0] == lamp
        assert not driver.screen.query_one("#roll").display
        driver.screen.post_message(Heard(seen("7")))
        await driver.pilot.pause()
        await driver.press("7", "c", "v")
        assert driver.table.version == 0
        assert driver.app.live.desk.claimable is None
        names = [command.name for command in driver.screen.palette_commands()]
        assert not {"claim", "void", "confirm"} & set(names)
        assert "undo" in names
        await driver.go("question_mark", to=HelpScreen)
        said = driver.screen.text(200).plain
        assert "uses no dice" in said
        assert "while a roll is open" not in said
        assert "claim:" not in said


async def test_a_die_to_bite_is_shown_as_it_lies_before_its_owner(at_table):
    async with at_table((80, 24), game="md") as driver:
        table = driver.table
        for line in (
            "table: dealt",
            "Ann: roll md.teeth=6 md.squid=6 md.devil=6 md.spider=6 md.dimwit=6 md.eye=6",
            "Ben: roll md.teeth=2 md.squid=3 md.devil=4 md.spider=5 md.dimwit=2 md.eye=3",
            "Ann: draw",
            "Ann: roll md.teeth=S md.squid=4 md.devil=4 md.spider=5 md.dimwit=6 md.eye=6",
            "Ann: end-turn",
            "Ben: draw",
            "Ben: roll md.teeth=S md.squid=3 md.devil=4 md.spider=5 md.dimwit=2 md.eye=3",
        ):
            assert table.declare(table.understand(line)).legal, line
        driver.screen.show_table()
        await driver.go(next(one.key for one in driver.screen.entries if one.verb == "bite"), to=ChooseScreen)
        assert driver.screen.labels[0] == "Teeth-Die showing S"
        assert driver.screen.labels[1] == "Squi'Die showing 4"
