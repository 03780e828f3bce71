"""Nothing that goes wrong on a screen ends the program, and no roll is lost with it."""

import importlib
import inspect
import pkgutil
from types import SimpleNamespace

import pytest
from textual.content import Content
from textual.events import Key, Paste
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static
from tui_device_kit import asked, tray

import companion.tui
from companion.core.actions import Roll
from companion.core.dice import FACES
from companion.core.game import Depth, Form, Option
from companion.demo.players import next_action
from companion.doctor.errorlog import last_errors
from companion.games.rsf.player_sheet import EnterSheet
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.session.table import Table
from companion.tui.app import KEYS, TablesideApp
from companion.tui.asking.dialogs import Dialog, ListDialog
from companion.tui.asking.typeahead import TypeAhead
from companion.tui.editors import editor_for
from companion.tui.host import Wish
from companion.tui.parts.hearing import Heard
from companion.tui.screens.base import ListPage
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.help import TextDialog
from companion.tui.settings import Settings
from companion.tui.spectator import SpectatorScreen

PAINTED = Screen._compositor_refresh

NO_PAGES = {SpectatorScreen, Dialog, ListDialog, ListPage, TextDialog}
"""One is of another app, and of the others there are only subclasses."""

MOMENTS = (
    "pushed",
    "composing",
    "half composed",
    "mounting",
    "mounted",
    "stands",
    "popped",
    "gone",
)


def screens():
    """Return every screen of the app that shows something; a new one is found by itself."""
    for info in pkgutil.walk_packages(companion.tui.__path__, "companion.tui."):
        module = importlib.import_module(info.name)
        for _, kind in inspect.getmembers(module, inspect.isclass):
            shows = issubclass(kind, Screen) and kind.compose is not Widget.compose
            if shows and kind.__module__ == info.name and kind not in NO_PAGES:
                yield kind


def an_editor():
    """Return something to arrange on a grid."""
    shelf = Shelf()
    cards = shelf.shipped("rsf")
    header = shelf.header("rsf", ("Ann", "Ben", "Cleo"), Depth.FULL, None, cards)
    table = Table.open(shelf, Journal(None), header, cards)
    while True:
        for option in table.options():
            found = editor_for(table.match, option)
            if found is not None:
                return found
        table.declare(next_action(table.match))


def made(kind, driver, house):
    """Make a screen; what it needs is found by the names of its parameters."""
    table, live = driver.table, driver.app.live
    line = table.history()[-1]
    kit = {
        "ahead": lambda: TypeAhead(table, table.label),
        "book": lambda: live.book,
        "changed": dict,
        "editor": an_editor,
        "eyes": lambda: SimpleNamespace(address="http://10.0.0.2/", note="", squares=lambda: ("█▀",)),
        "first": lambda: lambda _cards: (),
        "form": lambda: Form(EnterSheet(0, 7, 12, 0, 7)),
        "game": lambda: table.match.game,
        "games": house.games,
        "host": lambda: house,
        "instead": tuple,
        "known": lambda: KEYS,
        "label": lambda: str,
        "labels": lambda: ("yes", "no"),
        "line": lambda: line,
        "live": lambda: live,
        "match": lambda: table.match,
        "name": lambda: "Ann",
        "notes": str,
        "option": lambda: Option(0, "sheet", "Enter the sheet", "RSF-T1", ()),
        "pages": lambda: [("page", Content("text"))],
        "question": lambda: "which?",
        "roll": lambda: next(one for one in table.match.log if isinstance(one, Roll)),
        "rulebook": lambda: table.match.rulebook,
        "saved": house.saved,
        "seats": lambda: table.seats,
        "sections": lambda: {"keys": [("a", "does it")]},
        "settings": Settings,
        "sheet": table.score,
        "standing": table.standing,
        "table": lambda: table,
        "text": str,
        "wish": lambda: Wish("rsf", ("Ann", "Ben")),
    }
    needed = inspect.signature(kind).parameters.values()
    return kind(**{one.name: kit[one.name]() for one in needed if one.default is one.empty})


def roll(source, request):
    source.roll(*((kind, FACES[kind][-1]) for kind in request.kinds))


@pytest.mark.parametrize("kind", sorted(set(screens()), key=lambda kind: kind.__name__))
async def test_a_reading_at_any_moment_of_a_screen_is_on_the_table_or_offered(kind, with_devices, house, monkeypatch):
    source = tray()
    async with with_devices(source) as driver:
        roll(source, await asked(driver))
        await driver.pilot.pause()
        table, below = driver.table, driver.screen
        taken = below.hearing.take
        moments = []

        def hear(moment):
            """Take a roll up at once, as the table's screen does whenever its turn comes."""
            moments.append(moment)
            heard = []
            with monkeypatch.context() as at_once:
                at_once.setattr(source, "_listener", heard.append)
                roll(source, request)
            taken(heard[0])

        request = await asked(driver)
        screen = made(kind, driver, house)
        compose, mount = screen.compose, getattr(screen, "on_mount", lambda: None)

        def composed():
            hear("composing")
            for at, part in enumerate(compose()):
                if at == 1:
                    hear("half composed")
                yield part

        def mounted():
            hear("mounting")
            mount()
            hear("mounted")

        screen.compose = composed
        monkeypatch.setattr(kind, "on_mount", lambda _screen: mounted(), raising=False)
        before = len(table.match.log)
        gone = driver.app.push_screen(screen)
        hear("pushed")
        await gone
        hear("stands")
        await driver.pilot.pause()
        while driver.screen is not below:
            left = driver.app.pop_screen()
            hear("popped")
            await left
        hear("gone")
        assert {*MOMENTS} == set(moments)
        # The first answers what was asked; all are kept, and the last can be claimed.
        assert isinstance(table.match.log[before], Roll)
        assert len(source.let_go) == len(moments) + 1
        await asked(driver)
        assert driver.app.live.desk.claimable.key == source.let_go[-1]


def fall(*_):
    raise RuntimeError("the name is Zaphod")


class Page(Screen):
    """A page that falls wherever a test wants it."""

    BINDINGS = [("f12", "fall", "Fall")]  # noqa: RUF012 - Textual declares it so
    action_fall = on_paste = fall

    def compose(self):
        yield Static("a page", id="text")


class Unbuilt(Page):
    def compose(self):
        fall()
        yield Static("a page")


class Unmounted(Page):
    on_mount = fall


class NoParts(Static):
    compose = Unbuilt.compose


class PartUnbuilt(Page):
    def compose(self):
        yield NoParts()


class NoHeight(Static):
    get_content_height = fall


class NoPicture(Static):
    render = fall


class Unlaid(Page):
    def compose(self):
        yield NoHeight("a page")


class Unpainted(Page):
    def compose(self):
        yield NoPicture("a page")


async def async_fall():
    fall()


EVERYWHERE = {
    "a listener of the table": lambda at: at.table.post_message(Heard(None)),
    "a listener of the page": lambda at: at.page.post_message(Paste("")),
    "a key": lambda at: at.app.simulate_key("f12"),
    "a timer of the table": lambda at: at.table.set_timer(0.001, fall),
    "a timer of a part": lambda at: at.text.set_timer(0.001, fall),
    "a worker": lambda at: at.page.run_worker(async_fall()),
    "a thread": lambda at: at.page.run_worker(fall, thread=True),
    "a call for later": lambda at: at.text.call_later(fall),
    "a call after the next picture": lambda at: at.page.call_after_refresh(fall),
    "a call at once": lambda at: at.page.call_next(fall),
    "the app": lambda at: at.app.call_later(fall),
}


def said(driver):
    """Return the lines that are said of errors."""
    return [one.message for one in driver.app._notifications]


async def goes_on(driver, table):
    """Demand that an error is said once, and that the table takes keys."""
    await driver.until(lambda: said(driver), "the line")
    while driver.screen is not table:
        driver.screen.dismiss()
        await driver.pilot.pause()
    await driver.pilot.pause()
    assert len(said(driver)) == 1
    assert said(driver)[0].startswith("An error in the program (")
    before = driver.table.version
    driver.table.declare(next_action(driver.table.match))
    await driver.press("u")
    await driver.pilot.pause()
    assert driver.table.version == before + 2
    assert driver.app.return_code is None
    driver.app._exception = None  # it was meant to be; else the test would fail for it


@pytest.mark.parametrize("where", EVERYWHERE)
async def test_an_error_anywhere_is_one_line_and_the_table_goes_on(where, at_table):
    async with at_table() as driver:
        table, page = driver.screen, Page()
        await driver.app.push_screen(page)
        text = page.query_one("#text")
        EVERYWHERE[where](SimpleNamespace(app=driver.app, table=table, page=page, text=text))
        await goes_on(driver, table)


@pytest.mark.parametrize("kind", [Unbuilt, Unmounted, PartUnbuilt, Unlaid, Unpainted])
async def test_a_page_that_cannot_be_shown_is_closed_and_the_table_goes_on(kind, at_table, monkeypatch):
    monkeypatch.setattr(Screen, "_compositor_refresh", PAINTED)
    async with at_table() as driver:
        table, answers = driver.screen, []
        driver.app.push_screen(kind(), answers.append)
        await driver.until(lambda: driver.screen is table, "the table")
        assert answers == [None]  # who waits for an answer waits no longer
        await goes_on(driver, table)


@pytest.mark.parametrize("kind", [Unbuilt, Unpainted])
async def test_where_nothing_would_be_left_the_app_ends_and_says_so(kind, monkeypatch):
    monkeypatch.setattr(Screen, "_compositor_refresh", PAINTED)
    app = TablesideApp()
    monkeypatch.setattr(app, "_start", lambda: app.push_screen(kind()))
    monkeypatch.setattr(app, "is_page", lambda _screen: False)
    with pytest.raises(RuntimeError):
        async with app.run_test() as pilot:
            await pilot.pause()
    assert app.return_code == 1


async def test_an_error_that_repeats_itself_is_said_and_kept_once(drive, house, home_of_its_own):
    async with drive(TablesideApp(house)) as driver:
        for _ in range(50):
            driver.screen.call_later(fall)
        await driver.until(lambda: said(driver), "the line")
        await driver.pilot.pause()
        assert len(said(driver)) == 1
        (kept,) = last_errors(home_of_its_own)
        assert kept.kind == "RuntimeError"
        assert not kept.text  # it may repeat what was typed
        assert any("test_tui_faults.py" in one and one.endswith(" fall") for one in kept.frames)
        driver.app._exception = None


async def test_a_roll_that_an_error_kept_from_the_table_can_be_claimed(with_devices, monkeypatch):
    source = tray()
    async with with_devices(source) as driver:
        request = await asked(driver)
        with monkeypatch.context() as broken:
            broken.setattr(driver.table, "declare", fall)
            roll(source, request)
            await driver.until(lambda: said(driver), "the line")
        driver.app._exception = None
        desk, before = driver.app.live.desk, driver.table.version
        assert source.let_go == [desk.claimable.key]
        await driver.press("c")
        assert driver.table.version == before + 1
        assert isinstance(driver.table.match.log[-1], Roll)
        assert desk.claimable is None


async def test_a_page_that_people_leave_while_it_opens_is_no_error(at_table):
    async with at_table() as driver:
        driver.app.push_screen(DevicesScreen(None, None))
        driver.app.pop_screen()
        await driver.pilot.pause()
        assert driver.app._exception is None


async def test_a_key_that_is_pressed_while_the_program_ends_is_no_error(at_table):
    async with at_table() as driver:
        app = driver.app
    await app._dispatch_message(Key("f4", None))  # the screens are closed by now
    assert app._exception is None
