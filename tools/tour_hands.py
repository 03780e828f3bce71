"""Hands for the tour: open the app or a table of a record, press keys, wait."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeVar

from textual.pilot import Pilot

from companion.commands.hosting import LocalHost
from companion.core.dice import RollRequest
from companion.record.shelf import Shelf
from companion.session.table import Table
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from companion.tui.live import Live
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.menu import Menu

T = TypeVar("T")

ROOT: Final = Path(__file__).resolve().parents[1]
RECORDS: Final = ROOT / "tests" / "records"

LAPTOP: Final = (120, 40)
SMALL: Final = (80, 24)
WALL: Final = (200, 60)
PATIENCE: Final = 30.0


async def until(pilot: Pilot[Any], so: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    end = monotonic() + PATIENCE
    while not so():
        if monotonic() > end:
            raise SystemExit(f"tools/tour.py: waited in vain for {what}")
        await pilot.pause(0.02)


async def dialog(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys and wait for another screen."""
    before = pilot.app.screen
    await pilot.press(*keys)
    await until(pilot, lambda: pilot.app.screen is not before, f"a screen after {' '.join(keys)}")
    await pilot.pause()


def live_of(pilot: Pilot[Any]) -> Live:
    """Return the open table."""
    live = app_of(pilot).live
    if live is None:
        raise SystemExit("tools/tour.py: no table is open")
    return live


def app_of(pilot: Pilot[Any]) -> TablesideApp:
    """Return the app that is driven."""
    return checked(pilot.app, TablesideApp)


def screen_of(pilot: Pilot[Any]) -> TableScreen:
    """Return the table's screen."""
    return checked(pilot.app.screen, TableScreen)


def checked(value: object, kind: type[T]) -> T:
    """Return a value that must be of a kind."""
    if not isinstance(value, kind):
        raise SystemExit(f"tools/tour.py: {value!r} is no {kind.__name__}")
    return value


# -- tables ----------------------------------------------------------------------------------------


@asynccontextmanager
async def app_at(app: TablesideApp, size: tuple[int, int]) -> AsyncIterator[Pilot[Any]]:
    """Run an app without a terminal, with nothing that blinks or glides."""
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def table_of(
    home: Path, record: str, stop: Callable[[Table, int], bool], size: tuple[int, int] = LAPTOP
) -> AsyncIterator[Pilot[Any]]:
    """Open the table of a record and declare until a moment; the number is of actions done."""
    known, _ = Shelf().read_record(RECORDS / f"{record}.record")
    head = known.header
    wish = Wish(head.game, head.seats, head.depth, dict(head.switches))
    house = LocalHost(home / "tables")
    app = TablesideApp(house, opener=lambda: house.open(wish))
    async with app_at(app, size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen), "the table")
        table = live_of(pilot).table
        for number, action in enumerate(known.actions):
            if stop(table, number):
                break
            table.declare(action)
        screen = screen_of(pilot)
        await until(pilot, lambda: bool(screen.query(Menu)), "the list of what may be done")
        screen.query_one(Menu).focus()
        screen.show_table()
        yield pilot


def after(actions: int) -> Callable[[Table, int], bool]:
    """Stop after so many actions."""
    return lambda _, number: number >= actions


def rolling(actions: int) -> Callable[[Table, int], bool]:
    """Stop at the first open roll after so many actions."""
    return lambda table, number: number >= actions and isinstance(table.pending(), RollRequest)
