"""X-12 to X-14 by keys: who goes home, who sits down, and a game that is called off."""

from __future__ import annotations

from html import unescape

import pytest
from pig_kit import on_the_shelf

from companion.core.actions import CallOff, Join, Leave, NewCard
from companion.core.seats import Seat
from companion.record.cards_csv import forms_of
from companion.session.scene import scene_of
from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.gallery import Gallery
from companion.tui.screens.final import FinalScreen
from companion.tui.screens.help import HelpScreen
from companion.tui.screens.table import TableScreen
from companion.web.page import face

ANN, BEN, CLEO = Seat(0), Seat(1), Seat(2)


@pytest.fixture(autouse=True)
def shelf():
    with on_the_shelf():
        yield


@pytest.fixture
def at_pig(at_table):
    return lambda *names: at_table((80, 24), names or ("Ann", "Ben", "Cleo"), game="pig")


async def logged(driver, action):
    await driver.until(lambda: driver.table.match.log[-1:] == (action,), str(action))
    await driver.pilot.pause()


async def test_people_come_and_go_and_the_game_is_called_off_by_a_few_keys(at_pig):
    async with at_pig("Ann", "Ben") as driver:
        await driver.go("f3", to=ChooseScreen)
        assert driver.screen.labels[:2] == ("Ann goes home", "Ben goes home")
        await driver.go("3", to=AskScreen)  # somebody sits down
        await driver.type("Dan")
        await driver.go("enter", to=ChooseScreen)
        await driver.go("enter", to=TableScreen)  # last, as it is offered first
        await logged(driver, Join(None, "Dan", BEN))
        assert driver.says("Dan joins the table, after Ben · u takes it back")

        await driver.go("f3", to=ChooseScreen)
        await driver.go("2", to=ChooseScreen)
        assert driver.says("Go on without Ben?")
        await driver.go("1", to=TableScreen)
        await logged(driver, Leave(None, BEN))
        assert driver.says("Ben (left)")

        await driver.go("f3", to=ChooseScreen)
        assert driver.screen.labels[:2] == ("Ann goes home", "Dan goes home")
        await driver.go("5", to=AskScreen)  # 2 stays Ben's
        assert driver.says("nobody wins")
        await driver.type("it is late")
        await driver.go("enter", to=FinalScreen)
        assert driver.table.match.log[-1] == CallOff(None, "it is late")
        assert driver.screen.called_off
        assert driver.says("Called off: it is late. most points")
        assert driver.says("3. Ben left")
        await driver.go("u", to=TableScreen)
        await driver.until(lambda: not driver.table.view().over, "the game again")
        assert driver.says("Taken back: Called off: it is late ·")


async def test_who_says_no_or_nothing_changes_nothing(at_pig):
    async with at_pig() as driver:
        for keys in (("1", "2"), ("1", "escape"), ("4", "enter"), ("4", "escape"), ("5", "escape")):
            await driver.go("f3", to=ChooseScreen)
            await driver.press(keys[0])
            await driver.pilot.pause()
            await driver.go(keys[1], to=TableScreen)
            assert driver.table.version == 0
        await driver.go("f3", to=ChooseScreen)
        await driver.go("4", to=AskScreen)
        await driver.type("Dan")
        await driver.go("enter", to=ChooseScreen)
        await driver.go("escape", to=TableScreen)
        await driver.go("f3", to=ChooseScreen)
        await driver.go("escape", to=TableScreen)
        assert driver.table.version == 0


async def test_what_is_refused_says_why(at_pig):
    async with at_pig() as driver:
        driver.table.declare(driver.table.understand("Ann: go"))
        await driver.go("f3", to=ChooseScreen)
        await driver.go("4", to=AskScreen)
        await driver.type("Dan")
        await driver.go("enter", to=ChooseScreen)
        await driver.go("enter", to=TableScreen)
        await driver.until(lambda: driver.says("the game has begun"), "the reason")
        assert driver.says("no rulebook says what a late player would get (X-13)")
        driver.table.declare(CallOff(None, "it is late"))
        driver.screen.show_table()
        await driver.go(to=FinalScreen)
        await driver.go("enter", to=TableScreen)
        await driver.press("f3")
        await driver.until(lambda: driver.says("The game is over."), "the reason")
        await driver.go("question_mark", to=HelpScreen)
        assert "F3" in driver.visible()


async def test_x12_x14_the_second_screen_shows_them(at_pig):
    gallery = Gallery()
    async with at_pig() as driver:
        table = driver.table
        table.declare(Leave(None, BEN))
        table.declare(CallOff(None, "it is late"))
        scene = scene_of(table)
        said = face(scene).words
        assert "<h1>Called off: it is late</h1>" in said
        assert "Called off: it is late. most points" in said
        assert "won." not in said
        picture = await gallery.picture("laptop", scene)
        shown = " ".join(unescape(picture).split()).replace("\xa0", " ")
        assert "Ben (left)" in shown
        assert "Called off: it is late" in shown
    await gallery.close()


async def test_x1_a_card_that_the_list_lacks_is_asked_for_value_by_value(at_table):
    async with at_table((80, 24), depth="full") as driver:
        await driver.go("f3", to=ChooseScreen)
        await driver.go("5", to=AskScreen)
        assert driver.says("Such as ")
        typed = {"id": "Z1", "name": "Zed", "races": "Robot", "attack": "x3"}
        for attack in ("x3", "3"):  # what was typed stands there the second time
            typed["attack"] = attack
            for key in forms_of(driver.table.catalogue.source).sorts["card"]:
                await driver.until(lambda key=key: driver.says(f"The new card: {key}?"), key)
                line = driver.screen.query_one("#line")
                line.value = typed.get(key, "")
                await driver.pilot.press("enter")
            if attack == "x3":
                await driver.until(lambda: driver.says("expected a number, not 'x3'"), "the error")
        await driver.go(to=TableScreen)
        card = '{ id = "Z1", name = "Zed", races = ["Robot"], attack = 3 }'
        await logged(driver, NewCard(None, "card", card))
        assert driver.table.catalogue.cards["Z1"].attack == 3
        assert driver.says("u takes it back")

        await driver.go("f3", to=ChooseScreen)
        await driver.go("5", to=AskScreen)
        await driver.go("escape", to=TableScreen)
        assert len(driver.table.match.log) == 1
