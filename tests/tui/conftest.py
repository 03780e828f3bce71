"""The real app, driven without a terminal: waits with a deadline, what is visible, pictures."""

from __future__ import annotations

import os
import re
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

import pytest
import textual
from app_rest import paint, painted_by_hand, quick_pilot
from textual.screen import Screen
from textual.widgets import Input

from companion.commands.hosting import LocalHost
from companion.demo.players import next_action
from companion.rolls.devicebook import DeviceBook
from companion.session.rolldesk import RollDesk
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from companion.tui.screens.start import StartScreen
from companion.tui.widgets.key_line import KeyLine

PAINTED = Screen._compositor_refresh

SNAPSHOTS = Path(__file__).parent / "snapshots"
REMAKE = "TABLESIDE_SNAPSHOTS"
"""Set it to anything to remake the pictures; look at them before they are committed."""


@pytest.fixture(autouse=True)
def calm(monkeypatch):
    """Nothing blinks and nothing glides, so that two pictures of one state are equal."""
    monkeypatch.setattr(Input, "cursor_blink", False)
    monkeypatch.setattr(TablesideApp, "animation_level", "none", raising=False)
    quick_pilot(monkeypatch)


@pytest.fixture
def house(home_of_its_own):
    return LocalHost(home_of_its_own)


class Driver:
    """One app under test.

    Attributes:
        app: the app.
        pilot: presses its keys.
    """

    def __init__(self, app, pilot):
        self.app = app
        self.pilot = pilot

    @property
    def screen(self):
        return self.app.screen

    @property
    def table(self):
        return self.app.live.table

    async def until(self, predicate, what="", seconds=20.0):
        """Wait until something is so; fail with what is visible when it never is."""
        end = monotonic() + seconds
        while not predicate():
            assert monotonic() < end, f"waited in vain for {what or predicate}:\n{self.visible()}"
            await self.pilot.pause(0.01)

    async def press(self, *keys):
        """Press keys one after the other, each after the screen has come to rest."""
        for key in keys:
            await self.pilot.press(key)

    async def go(self, *keys, to):
        """Press keys, and wait until a screen of that class is open and at rest."""
        await self.press(*keys)
        await self.until(lambda: isinstance(self.screen, to), to.__name__)
        await self.until(lambda: self.screen.is_mounted, "its parts")
        await self.pilot.pause()

    async def type(self, text):
        await self.press(*(NAMES.get(character, character) for character in text))

    def visible(self):
        """Return what stands on the screen, as text."""
        strips = self.screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips)

    def says(self, text):
        """Tell whether the words stand on the screen, whatever breaks their lines."""
        return text in re.sub(r"\s+", " ", re.sub(r"[│▌]", " ", self.visible()))


NAMES = {" ": "space", ":": "colon", "?": "question_mark", "-": "minus", ",": "comma", "@": "at"}


@pytest.fixture
def drive(monkeypatch):
    """Open the app at a size: `async with drive(app, size) as driver`."""
    painted_by_hand(monkeypatch)

    @asynccontextmanager
    async def opened(app, size=(120, 40)):
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await pilot.pause()
            if isinstance(app, TablesideApp) and app.opener is None:
                await driver.until(lambda: begun(app), "the first screen with its keys")
                await pilot.pause()
            yield driver
            paint(app)

    return opened


def begun(app):
    """Tell whether the first screen stands complete, below the guide or not."""
    first = next((one for one in app.screen_stack if isinstance(one, StartScreen)), None)
    return first is not None and bool(first.query(KeyLine) and first.query_one(KeyLine).shown[0])


@pytest.fixture
def at_table(drive, house):
    """Open the app at a new table."""

    @asynccontextmanager
    async def opened(size=(120, 40), seats=("Ann", "Ben"), depth="light", script=(), game="rsf", **more):
        wish = Wish(game, tuple(seats), depth)
        app = TablesideApp(opener=lambda: house.open(wish, script), **more)
        async with drive(app, size) as driver:
            await driver.until(lambda: app.live is not None, "the table")
            await driver.pilot.pause()
            yield driver

    return opened


@pytest.fixture
def snapshot(drive, monkeypatch):
    """Compare a picture of the screen with the one kept beside the tests."""
    del drive  # paints where a test looks; what lies below a dialog is painted by Textual alone
    monkeypatch.setattr(Screen, "_compositor_refresh", PAINTED)

    def compare(driver, name):
        path = SNAPSHOTS / f"{name}.svg"
        picture = normal(driver.app.export_screenshot(title="Tableside"))
        if os.environ.get(REMAKE):
            SNAPSHOTS.mkdir(exist_ok=True)
            path.write_text(picture, encoding="utf-8")
            return
        kept = path.read_text(encoding="utf-8")
        drawn_by = re.search(r"<!-- textual (\S+) -->", kept)
        assert drawn_by is not None
        if drawn_by[1] != textual.__version__:
            pytest.skip(f"drawn by textual {drawn_by[1]}, this is {textual.__version__}")
        if picture != kept:
            fresh = path.with_suffix(".new.svg")
            fresh.write_text(picture, encoding="utf-8")
            pytest.fail(f"{path.name} looks different; compare {fresh}, remake with {REMAKE}=1")

    return compare


@pytest.fixture
def text_snapshot():
    """Compare a board drawn as text with the one kept beside the tests."""

    def compare(text, name):
        path = SNAPSHOTS / f"{name}.txt"
        drawn = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
        if os.environ.get(REMAKE):
            SNAPSHOTS.mkdir(exist_ok=True)
            path.write_text(drawn, encoding="utf-8")
            return
        assert drawn == path.read_text(encoding="utf-8"), f"remake {path.name} with {REMAKE}=1"

    return compare


def normal(svg):
    """Take out of a picture what differs from run to run, and say who drew it."""
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = "\n".join(line.rstrip() for line in svg.splitlines())
    return f"{svg}\n<!-- textual {textual.__version__} -->\n"


_to_the_fight = {}


def to_the_fight(table):
    """Return what leads a new table to its first fight; looked for once for the same names."""
    if table.seats not in _to_the_fight:
        match, actions = table.match, []
        while not any(one.verb == "attack" for one in match.game.options(match.state)):
            actions.append(next_action(match))
            match = match.apply(actions[-1])
        _to_the_fight[table.seats] = tuple(actions)
    return _to_the_fight[table.seats]


@pytest.fixture
def at_fight(at_table):
    """Open the app at the first turn of the Fight phase of a game in full depth."""

    @asynccontextmanager
    async def opened(size=(120, 40), seats=("Ann", "Ben", "Cleo"), **more):
        async with at_table(size, seats, "full", **more) as driver:
            for action in to_the_fight(driver.table):
                assert driver.table.declare(action).legal
            driver.screen.show_table()
            await driver.pilot.pause()
            yield driver

    return opened


@pytest.fixture
def book():
    """A book in memory."""
    return DeviceBook(None)


@pytest.fixture
def with_devices(drive, house, book):
    """Open the app at a table of Ready, Set, Fight with these sources."""

    @asynccontextmanager
    async def opened(*sources, size=(120, 40), seats=("Ann", "Ben"), game="rsf"):
        def opener():
            seating = house.open(Wish(game, tuple(seats), "light"))

            def seated():
                live = seating()
                live.book = book
                live.desk.close()
                live.desk = RollDesk(live.table, live.desk._journal, sources=sources)
                return live

            return seated

        app = TablesideApp(opener=opener)
        async with drive(app, size) as driver:
            await driver.until(lambda: app.live is not None, "the table")
            await driver.pilot.pause()
            yield driver

    return opened
