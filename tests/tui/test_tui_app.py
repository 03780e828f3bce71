"""From the start screen to a table and back, by keys."""

from __future__ import annotations

import gc

import pytest
from textual._styles_cache import StylesCache
from textual.events import Key
from textual.screen import Screen
from textual.widgets import OptionList

from companion.commands import memory
from companion.core.errors import UsageError
from companion.demo.players import next_action
from companion.tui.app import TablesideApp, run_app
from companion.tui.asking.dialogs import ChooseScreen
from companion.tui.host import Wish
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.final import FinalScreen
from companion.tui.screens.help import HelpScreen
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.start import StartScreen
from companion.tui.screens.table import TableScreen

PAINTED = Screen._compositor_refresh


def on(driver, screen):
    """Return a predicate: this screen is open."""
    return lambda: isinstance(driver.screen, screen)


async def test_the_start_screen_has_help_and_a_way_out(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.press("question_mark")
        assert isinstance(driver.screen, HelpScreen)
        assert "`tableside doctor`" in driver.screen.text(200).plain.splitlines()[-1]
        await driver.press("escape", "q")
        await driver.until(lambda: not driver.app.is_running, "the end")


async def test_names_are_typed_once_and_proposed_again(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("r", to=NewTableScreen)
        await driver.type("Ann, Ben")
        await driver.go("f2", "ctrl+s", to=TableScreen)
        assert driver.table.seats == ("Ann", "Ben")
        assert driver.table.header.depth == "light"
        await driver.go("q", to=StartScreen)
        # With last time's seats: two keys from here to the table.
        await driver.go("n", "enter", to=TableScreen)
        assert driver.table.seats == ("Ann", "Ben")
    assert memory.recall(house.home, "rsf").depth == "light"


@pytest.mark.parametrize("last", ["enter", "ctrl+s"])
async def test_names_typed_faster_than_the_form_follows_keep_their_seats(drive, house, last):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("r", to=NewTableScreen)
        for key in [*"Ann,Ben", last]:
            driver.app.post_message(Key(key, key if len(key) == 1 else None))
        await driver.until(lambda: driver.says("What can be done?"), "the table")
        assert driver.table.seats == ("Ann", "Ben")


async def test_leaving_the_form_twice_leaves_it_once(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("n", to=NewTableScreen)
        for _ in range(3):
            driver.app.post_message(Key("escape", None))
        await driver.go(to=StartScreen)
        assert isinstance(driver.screen, StartScreen)


def test_an_app_that_broke_is_no_success(monkeypatch):
    monkeypatch.setattr(TablesideApp, "run", lambda app: app.exit(return_code=1))
    with pytest.raises(SystemExit) as leaving:
        run_app(TablesideApp())
    assert leaving.value.code == 1


async def test_a_table_is_taken_up_where_it_was_left(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
        await driver.go("n", "ctrl+s", to=TableScreen)
        await driver.press("m")
        await driver.until(lambda: driver.table.version == 1, "the first action")
        first = driver.table.table_id
        await driver.go("q", to=StartScreen)
        assert driver.says("Go on with Ready, Set, Fight · Ann, Ben")
        await driver.go("1", to=TableScreen)
        assert (driver.table.table_id, driver.table.version) == (first, 1)


async def test_practice_is_ready_to_fight_and_leaves_no_trace(drive, house):
    async with drive(TablesideApp(house), (120, 40)) as driver:
        await driver.go("p", to=ChooseScreen)
        await driver.go("7", to=TableScreen)
        assert "attack" in [entry.verb for entry in driver.screen.entries]
        await driver.press("a", "1")
        rolls = lambda: driver.table.history()[-1].source == "script"  # noqa: E731 - a condition to wait for, beside its use
        await driver.until(rolls, "the script's die")
        assert driver.table.match.log[-1].dice[0].face == "3"
        await driver.go("q", to=StartScreen)
    assert house.saved() == ()


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ("Ann", "At least 2 players"),
        ("Ann, ann", "same name"),
        ("7", "At most 6 players"),
        ("", "At least 2 players"),
    ],
)
async def test_a_form_that_cannot_be_says_what_is_wrong(drive, house, names, problem):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("r", to=NewTableScreen)
        await driver.type(names)
        await driver.press("enter")
        assert driver.says(problem)


@pytest.mark.parametrize(
    ("typed", "seats"),
    [
        ("3", ("Player 1", "Player 2", "Player 3")),
        ("Ann Ben", ("Ann", "Ben")),
        ("Anna Maria, Ben,", ("Anna Maria", "Ben")),
    ],
)
async def test_players_are_a_number_or_names_in_one_line(drive, house, typed, seats):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("r", to=NewTableScreen)
        await driver.type(typed)
        await driver.go("enter", to=TableScreen)
        assert driver.table.seats == seats


async def test_the_table_of_last_time_is_one_enter_away(drive, house):
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light", {"rsf.zero_face": "zero"}))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        assert driver.says("e Again: Ready, Set, Fight · light depth · Ann, Ben")
        await driver.go("enter", to=TableScreen)
        header = driver.table.header
        assert (header.seats, header.depth) == (("Ann", "Ben"), "light")
        assert header.switches == {"rsf.zero_face": "zero"}
        await driver.go("q", to=StartScreen)
        await driver.go("e", to=TableScreen)  # an unfinished table comes first now
        assert len(house.saved()) == 2


async def test_nothing_is_offered_again_where_nobody_has_played(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.press("e")
        assert isinstance(driver.screen, StartScreen)
        assert "Again" not in driver.visible()


async def test_house_rules_are_chosen_before_the_game(drive, house):
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("n", to=NewTableScreen)
        await driver.press("f3")
        switches = driver.screen.query_one("#switches", OptionList)
        names = [spec.name for spec in driver.screen.specs]
        switches.highlighted = names.index("rsf.zero_face")
        await driver.press("enter")
        assert driver.screen.chosen == {"rsf.zero_face": "zero"}
        await driver.go("escape", "ctrl+s", to=TableScreen)
        assert driver.table.header.switches == {"rsf.zero_face": "zero"}


async def test_a_table_that_cannot_be_opened_ends_the_app_with_the_reason(drive):
    def opener():
        raise UsageError("no such table")

    app = TablesideApp(opener=opener)
    async with drive(app) as driver:
        await driver.until(lambda: not app.is_running, "the end")
    assert str(app.problem) == "no such table"
    assert app.return_code == 2


async def test_a_table_plays_by_itself_shows_the_end_and_leaves(drive, house):
    wish = Wish("rsf", ("Ann", "Ben"), "full")
    dice = tuple("9381074526" * 40)
    app = TablesideApp(
        opener=lambda: house.open(wish, dice),
        autoplay=lambda table: next_action(table.match),
        pace=0.001,
        exit_when_over=3.0,
    )
    async with drive(app, (80, 24)) as driver:
        await driver.until(on(driver, FinalScreen), "the end of the game", seconds=90)
        winner = driver.table.seats[driver.table.standing().winners[0]]
        await driver.until(lambda: driver.says(f"1. {winner}"), "the ranking")
        await driver.until(lambda: not app.is_running, "the end of the app")
    assert len(house.saved()) == 1


async def test_what_a_closed_screen_painted_is_let_go(at_table, monkeypatch):
    """Textual would keep the lines of the last 1,024 widgets: 150 MB after some hundred screens."""
    monkeypatch.setattr(Screen, "_compositor_refresh", PAINTED)

    def painted():
        gc.collect()
        return sum(type(one) is StylesCache for one in gc.get_objects())

    async with at_table() as driver:
        found = []
        for _ in range(6):
            await driver.go("f4", to=DevicesScreen)
            await driver.go("escape", to=TableScreen)
            found.append(painted())
        one_screen = len(driver.screen.query("*"))
        assert found[-1] <= found[0] + one_screen
