"""The last screen: five pages by keys, at every size, of real games."""

import asyncio

import pytest
from textual.widgets import Static
from tui_board_kit import recorded

from companion.commands.sharing import FOLDER
from companion.demo.players import next_action
from companion.session.highlights import highlights
from companion.session.luck import luck
from companion.tui.app import TablesideApp
from companion.tui.screens.base import call_home
from companion.tui.screens.final import FinalScreen, Page
from companion.tui.screens.history_page import EXPORTS, ExportScreen
from companion.tui.widgets.chart import READING, Chart

SIZES = [(80, 24), (120, 40)]


class Ended:
    """The last screen of a record's game, opened over the start."""

    def __init__(self, name):
        self.match = recorded(name)
        self.standing = self.match.game.standing(self.match.state)
        self.answers = []
        self.screen = FinalScreen(self.match)

    async def open(self, driver):
        driver.app.push_screen(self.screen, self.answers.append)
        await driver.until(lambda: self.screen.query(Chart), "the last screen")
        await driver.pilot.pause()


def said(driver):
    return str(driver.screen.query_one("#said").content)


@pytest.mark.parametrize("size", [(80, 24), (20, 5)])
async def test_every_page_has_a_number_and_comes_in_turn(drive, house, size):
    async with drive(TablesideApp(house), size) as driver:
        end = Ended("rsf-light")
        await end.open(driver)
        for number, page in enumerate(Page, 1):
            await driver.press(str(number))
            assert end.screen.page is page
            assert driver.says(page.value)
            assert end.screen.query_one(Chart).display is (page is Page.CHART)
        await driver.press("tab")
        assert end.screen.page is Page.RANKING
        await driver.press("shift+tab")
        assert end.screen.page is Page.MOMENTS
        await driver.press("escape")
        await driver.until(lambda: end.answers, "the answer")
        assert end.answers == [None]


async def test_a_tie_is_told_with_its_rule_and_there_is_no_key_for_what_there_is_not(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        end = Ended("fgt-five-tied")
        await end.open(driver)
        assert driver.says(end.standing.explanation)
        assert driver.says("Cleo and Eve tie on 15; scored Warriors: Cleo 5, Eve 3 (FGT-E3)")
        assert driver.says("Ranking (FGT-E3)")
        assert driver.says("♛ 1. Cleo")
        assert driver.says("2. Eve")
        assert driver.says("3 Chart 4 Highlights"), "no page of dice in a game without any"
        await driver.press("5")
        assert end.screen.page is Page.MOMENTS
        assert "Write to a file" not in driver.visible()
        await driver.press("e")
        assert isinstance(driver.screen, FinalScreen)


async def test_highlights_stand_below_the_ranking_where_there_is_room(drive, house):
    for size, room in (((120, 40), True), ((80, 24), False)):
        async with drive(TablesideApp(house), size) as driver:
            end = Ended("fgt-five-tied")
            await end.open(driver)
            await driver.until(lambda seen=end: Page.MOMENTS in seen.screen._told, "what happened")
            await driver.pilot.pause()
            assert ("Ranking" in said(driver), "Highlights" in said(driver)) == (True, room)


async def test_a_shared_first_place_has_a_crown_for_each(drive, house):
    async with drive(TablesideApp(house), (120, 40)) as driver:
        end = Ended("gmm-three-shared")
        await end.open(driver)
        assert end.screen.query_one("#winner").wordings[0] == "Ben + Cleo WIN"
        assert said(driver).count("♛") == 2


async def test_dice_and_highlights_are_those_of_the_game(drive, house):
    async with drive(TablesideApp(house), (120, 40)) as driver:
        end = Ended("rsf-six-players")
        await end.open(driver)
        await driver.press("4")
        await driver.until(lambda: READING not in said(driver), "the dice")
        for one in luck(end.match):
            assert one.words(end.match.setup.seats[one.seat]) in said(driver)
        await driver.press("5")
        moments = highlights(end.match)
        assert moments
        assert all(one.text in said(driver) for one in moments)


async def test_space_turns_the_chart_and_scrolls_the_other_pages(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        end = Ended("rsf-six-players")
        await end.open(driver)
        chart = end.screen.query_one(Chart)
        await driver.until(lambda: chart.column == "pieces", "the chart")
        await driver.press("3")
        await driver.until(lambda: driver.says("1 of 4 · Space next score)"), "the chart")
        await driver.press("space")
        assert driver.says("2 of 4 · Space next score)")
        assert chart.column != "pieces"
        await driver.press("4")
        await driver.until(lambda: READING not in said(driver), "the dice")
        await driver.press("space")
        page = end.screen.query_one("#page")
        await driver.until(lambda: page.scroll_y > 0, "the second half")
        await driver.press("1")
        await driver.until(lambda: page.scroll_y == 0, "the beginning of another page")


@pytest.mark.slow
async def test_closing_while_the_game_is_gone_through_breaks_nothing(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        for _ in range(3):
            end = Ended("rsf-six-players")
            driver.app.push_screen(end.screen, end.answers.append)
            await driver.press("escape")
            await driver.until(lambda found=end: found.answers, "the answer")


@pytest.mark.parametrize("page", [1, 3])
@pytest.mark.parametrize("size", SIZES)
async def test_the_end_looks_as_it_did(drive, house, snapshot, size, page):
    async with drive(TablesideApp(house), size) as driver:
        end = Ended("md-four-players")
        await end.open(driver)
        await driver.until(lambda: end.screen.query_one(Chart).columns, "the chart")
        await driver.press(str(page))
        await driver.pilot.pause()
        driver.app.screen_stack[-2].visible = False  # it has pictures of its own
        await driver.pilot.pause()
        snapshot(driver, f"final-{page}-{size[0]}x{size[1]}")


FORMS = {
    "html": b"<!doctype html>",
    "png": b"\x89PNG",
    "svg": b"<svg",
    "csv": b"",
    "totals.csv": b"",
    "moves.csv": b"",
    "json": b"{",
    "record": b"record: 1",
}


async def test_the_end_is_written_to_files_of_every_form(at_table, house):
    async with at_table((80, 24), game="fgt", seats=("Ann", "Ben")) as driver:
        table = driver.table
        while (action := next_action(table.match)) is not None and table.version < 6:
            table.declare(action)
        await driver.go("s", to=FinalScreen)
        assert driver.says("e File")
        end = driver.screen
        for number, (form, begins) in enumerate(FORMS.items(), 1):
            assert tuple(EXPORTS)[number - 1] == form
            await driver.go("e", to=ExportScreen)
            await driver.press(str(number))
            await driver.until(lambda: driver.screen is end, "the end again")
            path = house.home / FOLDER / f"{table.table_id}.{'txt' if form == 'record' else form}"
            await driver.until(path.is_file, form)
            line = end.query_one("#written", Static)
            await driver.until(lambda name=path.name, line=line: name in str(line.content), "where it is")
            assert begins in path.read_bytes()[:300]
        assert "Ann" in (house.home / FOLDER / f"{table.table_id}.totals.csv").read_text("utf-8")


async def test_a_file_that_cannot_be_written_is_told_and_the_end_stays(at_table, house):
    (house.home / FOLDER).write_text("in the way", encoding="utf-8")
    async with at_table((80, 24), game="md") as driver:
        await driver.go("s", to=FinalScreen)
        end = driver.screen
        await driver.press("e", "1")
        await driver.until(lambda: end.query_one("#written").has_class("-bad"), "a refusal")
        assert driver.screen is end


async def test_a_screen_that_was_left_is_told_nothing_more(drive, house):
    """A popped screen is attached for a while, without its parts."""
    async with drive(TablesideApp(house), (80, 24)) as driver:
        end, told = Ended("rsf-light"), []
        await end.open(driver)
        await asyncio.to_thread(call_home, end.screen, told.append, "open")
        driver.app.pop_screen()
        assert end.screen.is_attached
        await asyncio.to_thread(call_home, end.screen, told.append, "left")
        assert told == ["open"]
