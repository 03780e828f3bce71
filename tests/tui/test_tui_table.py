"""The table's screen, driven by keys: what it shows, what it refuses, how that is put right."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import numpy as np
import pytest
from textual.events import Key
from tui_roll_kit import attack, hand_in, seen

from companion.core.actions import Claim, Roll
from companion.core.dice import DieFace
from companion.rolls.readings import SourceFault
from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.screens.help import HelpScreen, PagesScreen
from companion.tui.screens.rules import RulesScreen
from companion.tui.screens.table import TableScreen
from companion.tui.settings import Settings
from companion.tui.widgets.history import History
from companion.tui.widgets.lamp import Lamp, LampLine, Light
from companion.tui.widgets.picture import Picture

# -- what is shown ---------------------------------------------------------------------------------


async def test_turn_phase_and_actions_left_are_shown(at_fight):
    async with at_fight((80, 24)) as driver:
        view = driver.table.view()
        assert driver.says(view.headline)
        assert "Phase 1" in view.headline
        assert driver.says(f"▶ {driver.table.seats[view.turn]}")


async def test_every_piece_can_be_reached_at_every_size(at_fight):
    async with at_fight((80, 24), seats=("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")) as driver:
        await driver.press("B")
        pages = driver.screen
        assert isinstance(pages, PagesScreen)
        read = {title: text.plain for title, text in pages.pages}
        state = driver.table.match.state
        for seat in state.order:
            for piece in state.players[seat].monster:
                assert f"{piece.card} · {state.card(piece.card).name}" in read[state.name(seat)]
        await driver.press("tab")
        assert driver.says(f"{pages.pages[pages.page][0]} ({pages.page + 1} of {len(pages.pages)})")
        await driver.press("escape")
        assert isinstance(driver.screen, TableScreen)


async def test_the_board_turns_to_players_for_whom_there_is_no_room(at_fight):
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
    async with at_fight((80, 24), seats=names) as driver:
        for name in names:
            await driver.press("b")
            assert driver.says(f"The board shows {name}.")
        await driver.press("b")
        assert driver.says("The board shows whose turn it is.")


# -- dice ------------------------------------------------------------------------------------------


async def test_one_digit_enters_the_die_and_none_where_no_roll_is_open(at_fight):
    async with at_fight() as driver:
        before = driver.table.version
        await driver.press("7", "0")
        assert driver.table.version == before
        assert isinstance(driver.screen, TableScreen)
        await attack(driver)
        before = driver.table.version
        await driver.press("7")
        assert driver.table.version == before + 1
        assert driver.table.match.log[-1].dice == (DieFace("d10", "7"),)
        assert driver.says("+ 15 = 22") or driver.says("7 + ")


async def test_a_sure_reading_lands_without_a_key(at_fight):
    async with at_fight() as driver:
        await attack(driver)
        await hand_in(driver, seen("4"))
        assert driver.table.match.log[-1].dice == (DieFace("d10", "4"),)
        assert driver.table.history()[-1].source == "camera"
        assert driver.says("camera 99.0%")


@pytest.mark.parametrize(("key", "face"), [("enter", "6"), ("9", "9"), ("v", "2")])
async def test_an_unsure_reading_is_answered_by_one_key(at_fight, key, face):
    async with at_fight() as driver:
        await attack(driver)
        before = driver.table.version
        await hand_in(driver, seen("6", confidence=0.6, alternatives=(("9", 0.3),)))
        assert driver.table.version == before
        assert driver.screen.query_one("#request").wordings[0] == "6 or 9?"
        assert driver.says("9 (30%)")
        await driver.press(key)
        assert driver.app.live.desk.asking is None
        if key == "v":
            assert driver.app.live.desk.armed is not None
            await hand_in(driver, seen("2", throw=2))
        assert driver.table.match.log[-1].dice == (DieFace("d10", face),)


async def test_dice_nobody_asked_for_are_shown_and_one_key_claims_them(at_fight):
    async with at_fight() as driver:
        before = driver.table.version
        await hand_in(driver, seen("8"))
        assert driver.table.version == before
        assert driver.says("no roll is asked for")
        await attack(driver)
        assert driver.says("This 8 lay there before: throw it · c take the early roll")
        await driver.press("c")
        assert isinstance(driver.table.match.log[-1], Claim)


async def test_two_dice_for_one_are_refused_with_the_rule(at_fight):
    async with at_fight() as driver:
        await attack(driver)
        before = driver.table.version
        await hand_in(driver, seen("1", "2"))
        assert driver.table.version == before
        assert driver.says("one d10 expected (RSF-F3")
        assert driver.says("2 dice: 1 or 2? One counts: type it")
        await driver.press("2")
        assert driver.table.match.log[-1].dice == (DieFace("d10", "2"),)
        assert not driver.says("One counts")


async def test_a_dead_camera_is_said_and_the_keyboard_goes_on(at_fight):
    class Red:
        def lamp(self):
            text = "camera 0: no picture for 2 seconds; plug it in"
            return Lamp(Light.FAULT, text, "the camera is gone")

        def picture(self):
            return None

    async with at_fight() as driver:
        driver.app.live.eyes = Red()
        await attack(driver)
        fault = SourceFault("camera:0", "no picture for 2 seconds", "camera 0", "plug it in")
        await hand_in(driver, fault)
        assert driver.screen.query_one(LampLine).lamps[0].light is Light.FAULT
        assert driver.says("no picture for 2 seconds")
        assert re.search(r"The camera is gone since \d\d:\d\d · F4 c: another camera", said(driver))
        assert not driver.screen.query_one("#sight").display
        await driver.press("3")
        assert driver.table.match.log[-1].dice == (DieFace("d10", "3"),)
        assert "The camera is gone since" in said(driver)


async def test_what_lies_there_as_a_roll_is_asked_for_must_be_thrown(at_fight):
    class Lying:
        dice = "6"

        def lamp(self):
            return Lamp(Light.LOOKING, "d10=6", dice=self.dice)

        def picture(self):
            return None

    async with at_fight() as driver:
        driver.app.live.eyes = eyes = Lying()
        await attack(driver)
        await driver.until(lambda: driver.says("This 6 lay there before: throw it"), "what lies there")
        eyes.dice = ""
        await driver.until(lambda: not driver.says("lay there before"), "the mat without dice")


async def test_a_doubt_is_a_question_that_ends_as_one(at_fight):
    async with at_fight() as driver:
        await attack(driver)
        unsure = seen("6", confidence=0.6, alternatives=(("9", 0.3),))
        await hand_in(driver, unsure)
        assert driver.says("Not sure: 6 or 9?")
        assert driver.says("Enter: yes, 6")
        doubt = "a die lies where it lay, with the same face: was it thrown?"
        await hand_in(driver, replace(seen("6", throw=2), doubt=doubt))
        assert driver.says("A die lies where it lay, with the same face: was it thrown?")
        assert not re.search(r"[?!.][.;]", said(driver))


async def test_the_camera_picture_is_drawn_in_half_blocks(at_fight):
    class Green:
        def lamp(self):
            return Lamp(Light.LOOKING, "d10=7")

        def picture(self):
            return np.full((60, 80, 3), (0, 0, 255), np.uint8)

    async with at_fight() as driver:
        driver.app.live.eyes = Green()
        driver.screen.show_table()
        await driver.until(lambda: driver.says("what the camera sees"), "the camera's picture")
        await attack(driver)
        await driver.until(lambda: driver.screen.query_one(Picture).shows, "the picture")
        await driver.pilot.pause()
        assert "▀▀▀▀▀▀▀▀" in driver.visible()


# -- the log ---------------------------------------------------------------------------------------


async def test_undo_strikes_the_line_and_keeps_the_dice_and_redo_does_it_again(at_fight):
    async with at_fight() as driver:
        await attack(driver)
        state = driver.table.match.state
        await driver.press("u")
        assert driver.table.match.state != state
        await driver.press("U")
        assert driver.table.match.state == state
        await driver.press("7")
        rolled = driver.table.version
        await driver.press("u")
        assert driver.table.history()[rolled - 1].undone
        assert driver.table.held().dice == (DieFace("d10", "7"),)
        assert driver.says("These dice were thrown before")
        await driver.press("enter")
        assert driver.table.match.log[-1].dice == (DieFace("d10", "7"),)
        assert driver.table.held() is None


# -- rules -----------------------------------------------------------------------------------------


async def refuse(driver):
    """Try what the rules refuse: an attack when no action is left."""
    await attack(driver)
    await driver.press("1")
    await driver.go("colon", to=AskScreen)
    turn = driver.table.view().turn
    other = next(seat for seat in driver.table.match.state.order if seat != turn)
    await driver.type(f"attack {driver.table.seats[other]}")
    await driver.go("enter", to=TableScreen)


async def test_a_refusal_cites_its_rule_and_stays_until_the_next_action(at_fight):
    async with at_fight() as driver:
        await refuse(driver)
        text = "Phase 1 allows 1 action"
        assert driver.says(text)
        assert driver.says("(RSF-F3)")
        await hand_in(driver, seen("5"))
        await hand_in(driver, seen("5"))
        await driver.press("b", "h", "escape")
        assert driver.says(text)
        await driver.press("u")
        assert not driver.says(text)


async def test_a_house_rule_is_changed_at_the_table(at_fight):
    async with at_fight() as driver:
        await driver.go("S", to=ChooseScreen)
        await driver.type("zero_face")
        await driver.press("enter")
        await driver.until(lambda: driver.says("ten (default)"), "its choices")
        await driver.press("2")
        await driver.until(lambda: driver.table.match.log[-1].verb == "switch", "the switch in the log")
        assert driver.table.match.log[-1].value == "zero"


# -- other screens ---------------------------------------------------------------------------------


async def test_the_palette_lists_every_verb_and_declares_one(at_fight):
    async with at_fight() as driver:
        names = [command.name for command in driver.screen.palette_commands()]
        for entry in driver.screen.entries:
            assert entry.text in names
        for shared in (
            "undo",
            "redo",
            "claim",
            "void",
            "ruling",
            "rules",
            "house rule",
            "not now",
            "voice",
        ):
            assert shared in names
        await driver.press("ctrl+p")
        await driver.type("end the turn")
        await driver.until(lambda: driver.says("End the turn"), "the hit")
        turn = driver.table.view().turn
        await driver.press("down", "enter")
        await driver.until(lambda: driver.table.view().turn != turn, "the next turn")


async def test_help_lists_the_keys_and_leads_to_the_rules(at_fight):
    async with at_fight() as driver:
        await driver.press("question_mark")
        assert isinstance(driver.screen, HelpScreen)
        assert driver.says("Attack Cleo (DEF ")
        await driver.go("slash", to=RulesScreen)


async def test_a_key_pressed_twice_opens_one_dialog(at_fight):
    async with at_fight() as driver:
        before = driver.table.version
        key = Key("a", "a")
        for _ in range(4):
            driver.screen.post_message(key)
        await driver.go(to=ChooseScreen)
        await driver.go("1", to=TableScreen)
        assert driver.table.version == before + 1
        await driver.press("4")
        assert isinstance(driver.table.match.log[-1], Roll)


# -- size ------------------------------------------------------------------------------------------


async def test_the_history_is_one_key_away_where_it_has_no_room(at_fight):
    async with at_fight((80, 24)) as driver:
        history = driver.screen.query_one(History)
        assert not history.display
        await driver.press("h")
        assert history.display
        assert history.has_focus
        await driver.press("escape")
        assert not history.display


@pytest.mark.parametrize("ticks", [0, 2, 5])
async def test_an_app_that_ends_while_the_table_opens_ends_in_peace(at_table, ticks):
    async with at_table() as driver:
        driver.app.push_screen(TableScreen(driver.app.live))
        for _ in range(ticks):
            await asyncio.sleep(0)
        driver.app.exit()


def said(driver):
    """Return what stands on the screen without its breaks."""
    return " ".join(driver.visible().replace("▌", " ").split())


async def test_the_turn_clock_is_switched_on_at_an_open_table_and_says_whose_turn_took_how_long(
    at_fight,
):
    async with at_fight((80, 24)) as driver:
        assert not driver.says("0:0")
        driver.app.change(Settings(clock="on"))
        runs = driver.table.seats[driver.table.view().turn]
        await driver.until(lambda: driver.says(f"▶{runs} 0:0"), "the clock")
        assert all(driver.says(f"{name} 0:0") for name in driver.table.seats)
        driver.app.change(Settings())
        await driver.until(lambda: not driver.says(f"▶{runs} 0:0"), "no clock")
