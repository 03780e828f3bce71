"""Keys quicker than dialogs: each goes where whoever pressed it meant it to go."""

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from test_tui_faults import screens
from textual.events import Key, MouseDown, MouseUp, Paste
from textual.screen import Screen
from textual.widgets import Input
from tui_board_kit import until_offered

from companion.tui import key_order
from companion.tui.app import TablesideApp
from companion.tui.asking.dialogs import AskScreen, ChooseScreen, Dialog, PickScreen, Talk
from companion.tui.asking.form import FormScreen
from companion.tui.asking.typeahead import DeclareLineScreen
from companion.tui.live import Live
from companion.tui.parts.correcting import CorrectRollScreen
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.final import ChartScreen, FinalScreen
from companion.tui.screens.grid import GridScreen
from companion.tui.screens.help import GuideScreen, HelpScreen, PagesScreen
from companion.tui.screens.history_page import ExportScreen
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.phone import PhoneScreen
from companion.tui.screens.rules import RulesScreen
from companion.tui.screens.settings import KeyAskScreen, KeysScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.key_line import KeyLine

DIALOGS = {
    "colon": DeclareLineScreen,
    "a": ChooseScreen,
    "f3": ChooseScreen,
    "S": ChooseScreen,
    "f2": ChooseScreen,
    "w": RulesScreen,
    "s": FinalScreen,
    "question_mark": HelpScreen,
    "f6": ChartScreen,
    "B": PagesScreen,
    "f4": DevicesScreen,
}
GAPS = (0.0, 0.005, 0.05)


@pytest.fixture
def slow(monkeypatch):
    """Let every conversation begin late, and every screen be built late."""
    begin, build = Talk._until_the_end, Screen._compose

    async def begun_late(self, talk):
        await asyncio.sleep(0.02)
        await begin(self, talk)

    async def built_late(self):
        await asyncio.sleep(0.02)
        await build(self)

    monkeypatch.setattr(Talk, "_until_the_end", begun_late)
    monkeypatch.setattr(Screen, "_compose", built_late)
    monkeypatch.setattr(key_order, "TOO_SOON", 0.3)


def all_done(driver):
    """Tell whether every key has done all that it does."""
    keys = driver.app._keys
    return not keys._kept and keys._under_way is None


async def burst(driver, *keys, gap=0.0, at=None):
    """Deliver keys as a terminal does, without waiting for what they do; `at` is when, by its clock.

    Return when the first one came.
    """
    began = Key("a", "a").time if at is None else at
    for number, key in enumerate(keys):
        event = Key(key, {"colon": ":", "space": " "}.get(key, key if len(key) == 1 else None))
        event.time = began + number * gap
        driver.app._driver.send_message(event)
        await asyncio.sleep(0)
    return began


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("key", DIALOGS)
async def test_bursts_before_in_and_after_a_dialog_change_nothing_at_the_table(at_fight, key):
    async with at_fight() as driver:
        table, log = driver.screen, driver.table.match.log
        for gap in GAPS:
            await burst(driver, key)
            await asyncio.sleep(gap)
            await burst(driver, *"zx159ad")
            await driver.until(lambda: isinstance(driver.screen, DIALOGS[key]), key)
            await driver.until(lambda: all_done(driver), "the last key")
            assert len(driver.app.screen_stack) == driver.app.screen_stack.index(table) + 2
            await burst(driver, "escape", "escape", *["enter"] * 3, gap=gap)
            await driver.until(lambda: all_done(driver), "the last Enter")
            assert driver.screen is table
            assert driver.table.match.log == log


SELDOM = {
    FormScreen: ("light", "sheet", ()),
    GridScreen: ("full", "connect", ()),
    PickScreen: ("full", "exchange", ()),
    AskScreen: ("full", "exchange", ("f3", "3")),
    CorrectRollScreen: ("full", "attack", ("h", "enter")),
    ExportScreen: ("full", "exchange", ("s", "e")),
    GuideScreen: ("full", "exchange", ("question_mark", "g")),
}
"""Dialogs of some moments: the depth, what may be declared then, and what opens it where not its own key does."""


async def at_moment(driver, verb):
    """Let the game come to where a verb may be declared; an attack is declared and rolled. Return the verb's key."""
    await until_offered(driver, verb)
    if isinstance(driver.screen, FormScreen):
        await driver.go("escape", to=TableScreen)
    if verb == "attack":
        attack = next(one for one in driver.table.options() if one.verb == verb)
        assert driver.table.declare(attack.instances[0]).legal
        assert driver.table.declare(driver.table.understand("7")).legal
        driver.screen.show_table()
        await driver.pilot.pause()
    return next((one.key for one in driver.screen.lines if one.verb == verb), "")


async def bursts_around(driver, keys, kind):
    """Open a dialog by keys and close it, with more keys before, in and after it: nothing comes of them."""
    table, log = driver.screen, driver.table.match.log
    for gap in GAPS:
        await asyncio.sleep(key_order.TOO_SOON)  # an Enter that opens is one too many no more
        await burst(driver, *keys, gap=gap)
        await burst(driver, *"zxqa", gap=gap)
        await driver.until(lambda: isinstance(driver.screen, kind), kind.__name__)
        await driver.until(lambda: all_done(driver), "the last key")
        while driver.screen is not table:
            closed = await burst(driver, "escape")
            await driver.until(lambda: all_done(driver), "the way back")
        await burst(driver, "escape", *["enter"] * 3, gap=gap, at=closed + gap)
        await driver.until(lambda: all_done(driver), "the last Enter")
        assert driver.screen is table
        assert driver.table.match.log == log


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("kind", SELDOM, ids=lambda kind: kind.__name__)
async def test_bursts_around_a_dialog_of_some_moment_change_nothing_at_the_table(at_table, kind):
    depth, verb, keys = SELDOM[kind]
    async with at_table(depth=depth) as driver:
        key = await at_moment(driver, verb)
        await bursts_around(driver, keys or [key], kind)


def test_bursts_go_to_every_dialog():
    over = {kind for kind in screens() if issubclass(kind, Dialog | DevicesScreen)}
    assert over == {*DIALOGS.values(), *SELDOM, KeyAskScreen, PhoneScreen}, "the last two have tests of their own"


def verbs(driver):
    """What was declared, one after the other."""
    return [one.verb for one in driver.table.match.log]


async def click(driver, at, gap=0.0, when=None):
    """Deliver a click as a terminal does; `when` is when, by its clock."""
    for kind in (MouseDown, MouseUp):
        event = kind(None, *at, 0, 0, 1, shift=False, meta=False, ctrl=False)
        event.time = event.time if when is None else when
        driver.app._driver.send_message(event)
        await asyncio.sleep(gap)


async def clicks_around(driver, keys, kind):
    """Open a dialog by keys and close it, clicking at lines of the menu meanwhile: nothing comes of it."""
    table, log = driver.screen, driver.table.match.log
    lines = driver.screen.query_one("#menu").content_region
    places = [(lines.x + 2, lines.y + row) for row in range(4)]
    for gap in GAPS:
        await asyncio.sleep(key_order.TOO_SOON)
        await burst(driver, *keys, gap=gap)
        await asyncio.sleep(gap)
        for at in places:  # while the dialog opens over them
            opened = driver.screen is not table  # then they would be its own answers
            await click(driver, (0, 0) if opened else at)
        await driver.until(lambda: isinstance(driver.screen, kind), kind.__name__)
        await driver.until(lambda: all_done(driver), "the last click")
        assert driver.table.match.log == log
        while driver.screen is not table:
            closed = await burst(driver, "escape")
            await driver.until(lambda: all_done(driver), "the way back")
        for number, at in enumerate(places):  # the second half of a double click
            await click(driver, at, gap, closed + number * gap)
        await driver.until(lambda: all_done(driver), "the last click")
        assert driver.screen is table
        assert driver.table.match.log == log


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("key", DIALOGS)
async def test_clicks_before_in_and_after_a_dialog_change_nothing_at_the_table(at_fight, key):
    async with at_fight() as driver:
        await clicks_around(driver, [key], DIALOGS[key])


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("kind", SELDOM, ids=lambda kind: kind.__name__)
async def test_clicks_around_a_dialog_of_some_moment_change_nothing_at_the_table(at_table, kind):
    depth, verb, keys = SELDOM[kind]
    async with at_table(depth=depth) as driver:
        key = await at_moment(driver, verb)
        await clicks_around(driver, keys or [key], kind)


@pytest.mark.usefixtures("slow")
async def test_bursts_around_the_question_for_a_key_give_no_other_key(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        driver.app.show_keys()
        await driver.until(lambda: isinstance(driver.screen, KeysScreen) and all_done(driver), "the keys")
        keys = driver.screen
        for gap in GAPS:
            for at in ((10, 5), (10, 5), (10, 7)):
                await click(driver, at, gap)
            await driver.until(lambda: isinstance(driver.screen, KeyAskScreen), "the question")
            closed = await burst(driver, "escape", "enter", "enter", gap=gap)
            await click(driver, (10, 5), gap, closed)
            await driver.until(lambda: all_done(driver), "the last click")
            assert driver.screen is keys
            assert not keys.changed
            await asyncio.sleep(key_order.TOO_SOON)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("around", [bursts_around, clicks_around])
async def test_bursts_around_the_phones_code_change_nothing_at_the_table(at_fight, monkeypatch, around):
    async with at_fight() as driver:
        eyes = SimpleNamespace(address="http://10.0.0.2/", note="", squares=lambda: ("█▀",))
        monkeypatch.setattr(Live, "invitation", eyes)
        await around(driver, ["f4", "p"], PhoneScreen)


async def clicked(opened, where, gaps):
    """Return what is open and what was declared after clicks at a place, one behind each gap."""
    async with opened() as driver:
        at, when = where(driver), Key("a", "a").time
        for gap in gaps:
            await asyncio.sleep(gap)
            when += gap  # by the terminal's clock, however late a busy machine comes to it
            await click(driver, at, 0.005, when)
        await asyncio.sleep(0.05)
        await driver.until(lambda: all_done(driver), "the last click")
        return [(type(one), getattr(one, "question", "")) for one in driver.app.screen_stack], verbs(driver)


def row_of(number):
    """Return where a row of the list lies that is on top."""

    def found(driver):
        region = driver.screen.query("#menu, #answers").first().content_region
        return region.x + 2, region.y + number

    return found


def key_of(said):
    """Return where a key stands in the line of keys."""

    def found(driver):
        line = driver.screen.query_one(KeyLine)
        return str(line.render()).index(said) + 1, line.region.y

    return found


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ((), row_of(5)),  # combat begins
        ((), key_of("Score")),  # a page over the table, with another line of keys
        (("S",), row_of(0)),  # a question, and the next one
        (("f2",), row_of(0)),  # a question, and the table
    ],
)
async def test_a_double_click_is_one_click(at_fight, keys, where, monkeypatch):
    monkeypatch.setattr(key_order, "TOO_SOON", 0.3)

    @asynccontextmanager
    async def opened():
        async with at_fight() as driver:
            await burst(driver, *keys)
            await driver.until(lambda: (not keys or driver.screen.is_modal) and all_done(driver), "the dialog")
            await asyncio.sleep(0.3)
            yield driver

    once = await clicked(opened, where, (0,))
    for gap in (0.0, 0.05, 0.15):
        assert await clicked(opened, where, (0, gap)) == once


async def test_a_click_opens_what_it_points_at_and_the_next_one_waits(at_fight):
    async with at_fight() as driver:
        menu = driver.screen.query_one("#menu")
        row = next(at for at, one in enumerate(driver.screen.lines) if one.verb == "attack")
        at = (menu.content_region.x + 2, menu.content_region.y + row)
        await click(driver, at)
        await click(driver, at)
        await driver.until(lambda: "attack" in verbs(driver), "the attack")
        await driver.until(lambda: all_done(driver), "the last click")
        assert verbs(driver).count("attack") == 1


@pytest.mark.usefixtures("slow")
async def test_a_line_typed_in_one_burst_stands_in_the_dialog_letter_by_letter(at_fight):
    async with at_fight() as driver:
        log = driver.table.match.log
        await burst(driver, "colon", *"Ann", "colon", "space", *"destroy")
        driver.app._driver.send_message(Paste(" P01"))
        await driver.until(lambda: driver.screen.query("#line"), "the line")
        line = driver.screen.query_one("#line", Input)
        await driver.until(lambda: line.value == "Ann: destroy P01", "the whole line")
        assert driver.table.match.log == log


@pytest.mark.usefixtures("slow")
async def test_answers_typed_in_one_burst_reach_one_dialog_after_the_other(at_fight):
    async with at_fight() as driver:
        await burst(driver, "f3", "4", *"Dora", "enter")
        await driver.until(lambda: "Where, clockwise?" in driver.visible(), "the next question")


@pytest.mark.usefixtures("slow")
async def test_enter_is_too_soon_by_the_terminals_clock_and_not_by_the_programs(at_fight):
    async with at_fight() as driver:
        # All were taken up together; the Enter was pressed half a second after the key before.
        await burst(driver, "colon", "escape", "enter", gap=0.5)
        await driver.until(lambda: isinstance(driver.screen, Dialog), "what the menu offers")
        await burst(driver, "escape")
        await driver.until(lambda: isinstance(driver.screen, TableScreen), "the table")
        # The program was busy for longer than people.
        closed = await burst(driver, "colon", "escape")
        await driver.until(lambda: all_done(driver), "the table again")
        await burst(driver, "enter", at=closed + 0.2)
        await driver.until(lambda: all_done(driver), "nothing")
        assert isinstance(driver.screen, TableScreen)


async def test_the_program_ends_at_once_whatever_opens(at_fight, monkeypatch):
    async def never(*_):
        await asyncio.Event().wait()

    monkeypatch.setattr(Talk, "_until_the_end", never)
    async with at_fight() as driver:
        await burst(driver, "colon", "x", "ctrl+q")
        await driver.until(lambda: driver.app._exit, "the end")
    assert not isinstance(driver.app._exception, Exception)


async def test_an_enter_after_what_was_typed_into_a_field_is_meant_however_soon(drive, house, monkeypatch):
    monkeypatch.setattr(key_order, "TOO_SOON", 0.3)
    async with drive(TablesideApp(house, guide=True), (80, 24)) as driver:
        await driver.until(lambda: isinstance(driver.screen, GuideScreen), "the guide")
        began = await burst(driver, "R")  # closes the guide
        await driver.until(lambda: isinstance(driver.screen, NewTableScreen) and all_done(driver), "a new table")
        await burst(driver, "3", "enter", gap=0.01, at=began + 0.05)
        await driver.until(lambda: isinstance(driver.screen, TableScreen), "the table")
        assert len(driver.table.seats) == 3
