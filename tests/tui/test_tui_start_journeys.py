"""From opening the laptop to the first roll, by keys alone, through the real app."""

from __future__ import annotations

import pytest
from textual.command import CommandPalette
from textual.widgets import Input, OptionList

from companion.commands import memory
from companion.core.actions import Roll
from companion.core.dice import RollRequest
from companion.demo.players import next_action
from companion.record.shelf import Shelf
from companion.tui.app import TablesideApp
from companion.tui.asking.dialogs import ChooseScreen
from companion.tui.host import Wish
from companion.tui.screens.final import FinalScreen
from companion.tui.screens.help import GUIDE, GuideScreen, HelpScreen
from companion.tui.screens.history_page import HistoryPage
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.settings import SettingsScreen
from companion.tui.screens.start import StartScreen
from companion.tui.screens.table import TableScreen
from companion.tui.settings import FILE, Settings


async def table_by_enter(driver):
    """Press Enter: the table of last time is open."""
    await driver.go(to=StartScreen)
    await driver.go("enter", to=TableScreen)


# ---------------------------------------------------------------- how many keys


@pytest.mark.parametrize(("depth", "size"), [("full", (80, 24)), ("light", (120, 40))])
async def test_monsterdice_asks_for_its_first_roll_after_two_keys(drive, house, depth, size):
    """Measured: from the first screen to the first open request, with last time's seats."""
    memory.remember(house.home, Wish("md", ("Ann", "Ben", "Cleo", "Dan"), depth))
    async with drive(TablesideApp(house), size) as driver:
        await table_by_enter(driver)
        await driver.press("enter")  # everybody has two cards
        await driver.until(lambda: isinstance(driver.table.pending(), RollRequest), "the roll")
        assert driver.table.seats == ("Ann", "Ben", "Cleo", "Dan")


# ---------------------------------------------------------------- names


async def test_a_game_never_played_proposes_the_people_of_the_last_one(drive, house):
    names = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gil")
    memory.remember(house.home, Wish("fgt", names, "light"))
    assert house.remembered("rsf").seats == names[:6]
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("m", to=NewTableScreen)
        assert driver.says("Ann, Ben, Cleo, Dan, Eva, Fay")


async def test_names_of_all_games_are_offered_while_one_is_typed(drive, house):
    for game, seats in (("fgt", ("Zora", "Ben")), ("rsf", ("Ann", "Ben"))):
        house.open(Wish(game, seats, "light"))().close()
    assert house.names() == ("Ann", "Ben", "Zora")
    memory.remember(house.home, Wish("rsf", (), "light"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("n", to=NewTableScreen)
        assert driver.says("Known: Zora, Ben, Ann")
        line = driver.screen.query_one("#names", Input)
        await driver.type("Ann, z")
        await driver.until(lambda: line._suggestion == "Ann, Zora", "the rest of the name")
        await driver.press("right")
        assert line.value == "Ann, Zora"


async def test_names_that_are_typed_take_the_place_of_those_of_last_time(drive, house):
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("n", to=NewTableScreen)
        await driver.type("Xenia, Yves")
        await driver.go("enter", to=TableScreen)
        assert driver.table.seats == ("Xenia", "Yves")


async def test_one_table_is_opened_however_often_enter_is_pressed(drive, house):
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("n", to=NewTableScreen)
        await driver.go("ctrl+s", "ctrl+s", "f10", to=TableScreen)
        await driver.pilot.pause(0.2)
    assert len(house.saved()) == 1


# ---------------------------------------------------------------- the guide


async def test_the_guide_shows_once_and_leads_through_its_steps(drive, house):
    async with drive(TablesideApp(house, guide=True), (80, 24)) as driver:
        await driver.go(to=GuideScreen)
        for title, text in GUIDE:
            await driver.until(lambda t=title: driver.says(t), title)
            said = text.format_map(driver.screen._keys())
            assert all(driver.says(line.strip()) for line in said.splitlines())
            await driver.press("enter")
        await driver.go(to=StartScreen)
    assert Settings.read(house.home / FILE).guided
    async with drive(TablesideApp(house, guide=True), (80, 24)) as driver:
        await driver.pilot.pause(0.1)
        assert isinstance(driver.screen, StartScreen)


async def test_the_guide_is_left_at_any_step_and_is_there_again_from_help(drive, house):
    async with drive(TablesideApp(house, guide=True), (80, 24)) as driver:
        await driver.go(to=GuideScreen)
        await driver.go(*["enter"] * 1, "escape", to=StartScreen)
        await driver.go("question_mark", "g", to=GuideScreen)
        assert driver.says("1 of 5")
        await driver.press("right", "left", "left")
        assert driver.says("1 of 5")
        await driver.go("escape", to=HelpScreen)


async def test_a_key_of_the_first_screen_leaves_the_guide_and_does_what_it_does_there(drive, house):
    async with drive(TablesideApp(house, guide=True), (80, 24)) as driver:
        await driver.go(to=GuideScreen)
        await driver.go("n", to=NewTableScreen)
        await driver.go("escape", "question_mark", "g", to=GuideScreen)
        await driver.press("n")
        assert driver.says("1 of 5"), "here it is the help that lies below"


async def test_a_capital_letter_opens_the_form_of_its_game_in_light_depth(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        for key, depth in (("r", "full"), ("R", "light")):
            await driver.go(key, to=NewTableScreen)
            assert (driver.screen.game.id, driver.screen.depth) == ("rsf", depth)
            await driver.go("escape", to=StartScreen)


# ---------------------------------------------------------------- settings


async def test_settings_hold_at_once_and_after_a_restart(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        assert driver.app.theme == "tableside"
        await driver.go("s", to=SettingsScreen)
        await driver.press("enter", "down", "right", "down", "enter", "down", "left")
        assert driver.app.theme == "paper"
        assert driver.app.animation_level == "none"
        assert driver.says("light, like paper")
    kept = Settings.read(house.home / FILE)
    assert kept == Settings("paper", "reduced", "on", "on")
    again = type(house)(house.home)
    async with drive(TablesideApp(again), (80, 24)) as driver:
        assert (driver.app.theme, driver.app.animation_level) == ("paper", "none")


async def test_a_damaged_settings_file_is_no_reason_not_to_play(drive, house):
    (house.home / FILE).write_text('{"format": 1, "theme": [3], "keys": {"table.undo": "enter"}}')
    again = type(house)(house.home)
    memory.remember(house.home, Wish("md", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(again), (80, 24)) as driver:
        assert driver.app.settings == Settings()
        await table_by_enter(driver)


async def test_settings_are_in_the_palette_at_the_table(drive, house):
    memory.remember(house.home, Wish("md", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await table_by_enter(driver)
        titles = [one.title for one in driver.app.get_system_commands(driver.screen)]
        assert {"Settings", "Keys", "Guide"} <= set(titles)
        assert "Theme" not in titles
        driver.app.show_settings()
        driver.app.show_settings()
        await driver.go(to=SettingsScreen)
        await driver.go("escape", to=TableScreen)


# ---------------------------------------------------------------- history


def play_out(house, seats=("Ann", "Ben")):
    """Play a game of MonsterDice in light depth to its end by pretend players."""
    live = house.open(Wish("rsf", seats, "full"))()
    table = live.table
    faces = iter("93810745269381074526" * 40)
    while not table.view().over:
        pending = table.pending()
        if isinstance(pending, RollRequest):
            live.desk.enter(next(faces))
        else:
            assert table.declare(next_action(table.match)).legal
    live.close()
    return table


async def test_history_says_who_won_and_opens_a_table_to_look_at(drive, house):
    table = play_out(house)
    names = table.seats
    winner = names[table.standing().winners[0]]
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("h", to=HistoryPage)
        await driver.until(lambda: driver.says(f"{winner}: 1 game, 1 won"), "the winner")
        assert driver.says(f"against {next(name for name in names if name != winner)}: ahead 1")
        await driver.go("enter", to=FinalScreen)
        await driver.go("q", to=StartScreen)


@pytest.mark.parametrize(("key", "ending", "inside"), [("e", ".html", "<html"), ("x", ".txt", "rsf")])
async def test_a_table_is_written_to_a_file_from_the_history(drive, house, key, ending, inside):
    table = play_out(house)
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("h", to=HistoryPage)
        await driver.press(key)
        await driver.until(lambda: driver.says("Written:"), "the file")
    written = house.home / "shared" / f"{table.table_id}{ending}"
    assert inside in written.read_text(encoding="utf-8")


async def test_an_empty_history_says_so_and_writes_nothing(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("h", to=HistoryPage)
        await driver.until(lambda: driver.says("No game has ended yet"), "that")
        await driver.press("e", "enter")
        assert driver.says("There is no table to write")
        await driver.go("escape", to=StartScreen)
    assert not (house.home / "shared").exists()


async def test_the_list_offers_everything_by_arrows_and_enter(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        offers = driver.screen.query_one(OptionList)
        offered = [offers.get_option_at_index(at).id for at in range(offers.option_count)]
        for what in ("practise", "calibrate", "history", "settings", "devices", "help", "quit"):
            assert what in offered
        for what in ("calibrate", "history", "settings", "devices", "help"):
            offers.highlighted = offered.index(what)
            await driver.press("enter")
            await driver.until(lambda: not isinstance(driver.screen, StartScreen), what)
            await driver.go("escape", to=StartScreen)


@pytest.mark.parametrize("game", Shelf().ids())
async def test_every_game_can_be_practised_by_two_keys_and_leaves_no_trace(drive, house, game):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("p", to=ChooseScreen)
        title = house.shelf.game(game).title
        key = next(str(at) for at, one in enumerate(house.games(), 1) if one.title == title)
        await driver.go(key, to=TableScreen)
        table = driver.table
        assert table.match.game.id == game
        assert table.pending() is not None or table.options()
        rolled = isinstance(table.pending(), RollRequest)
        if rolled:
            await driver.until(lambda: any(isinstance(x, Roll) for x in table.match.log), "a roll")
        assert not driver.says("Setup") or rolled, "what is dealt is dealt"
        await driver.go("q", to=StartScreen)
    assert house.saved() == ()


async def test_a_rematch_opens_the_same_table_anew(drive, house):
    house.open(Wish("gmm", ("Ann", "Ben"), "light"))().close()
    async with drive(TablesideApp(house)) as driver:
        await driver.go("1", to=TableScreen)
        before = driver.table
        driver.screen.post_message(TableScreen.Left(again=True))
        await driver.until(lambda: driver.app.live and driver.table is not before, "the new table")
        assert (driver.table.seats, driver.table.version) == (("Ann", "Ben"), 0)


async def test_a_table_that_is_not_laid_out_yet_takes_a_resize(drive, house):
    house.open(Wish("gmm", ("Ann", "Ben"), "light"))().close()
    async with drive(TablesideApp(house)) as driver:
        await driver.go("1", to=TableScreen)
        TableScreen(driver.app.live).on_resize()


async def test_the_palette_lists_the_games_moves_first(drive, house):
    house.open(Wish("gmm", ("Ann", "Ben"), "light"))().close()
    async with drive(TablesideApp(house)) as driver:
        await driver.go("1", to=TableScreen)
        await driver.go("ctrl+p", to=CommandPalette)
        commands = driver.screen.query_one(OptionList)
        await driver.until(lambda: commands.option_count > 3, "the commands")
        assert "dealer" in str(commands.get_option_at_index(0).prompt)


async def test_settings_explain_the_chosen_line_where_there_is_room(drive, house):
    for size in ((200, 60), (120, 40), (80, 24)):
        async with drive(TablesideApp(house), size) as driver:
            await driver.press("s")
            await driver.until(lambda d=driver: d.says("Turn clock"), "the settings")
            assert ("like paper" in driver.visible()) == (size[0] > 80)
            assert driver.screen.max_scroll_y == 0
            if size[0] > 80:
                await driver.press("right")
                new = "light, like paper" if size[0] > 120 else "high contrast"
                await driver.until(lambda d=driver, now=new: d.says(f"▸ {now}"), "the new value")


async def test_a_wide_history_has_players_beside_tables(drive, house):
    for size, beside in (((200, 60), True), ((120, 40), False)):
        async with drive(TablesideApp(house), size) as driver:
            await driver.press("h")
            await driver.until(lambda d=driver: d.screen.query("#people"), "the history")
            people, tables = (driver.screen.query_one(one).region for one in ("#people", "#offers"))
            assert (people.right <= tables.x) == beside
