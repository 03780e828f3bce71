"""Rolls for tests of the roll moment: readings of a camera, and tables of records."""

from __future__ import annotations

import numpy as np

from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind
from companion.session.rolldesk import RollDesk
from companion.session.table import Table
from companion.tui.asking.dialogs import ChooseScreen
from companion.tui.live import Live
from companion.tui.parts.hearing import Heard
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lamp import Lamp, Light

SHELF = Shelf()


class Eyes:
    """A camera that sees a grey table."""

    def lamp(self):
        return Lamp(Light.LOOKING, "no dice in the zone")

    def picture(self):
        return np.full((60, 80, 3), 90, np.uint8)


class Voice:
    """Writes down what it is to say."""

    def __init__(self):
        self.problem = ""
        self.said = []
        self.closed = False

    def say(self, text):
        self.said.append(text)

    def close(self):
        self.closed = True


def seen(*faces, throw=1, confidence=0.99, alternatives=()):
    """A camera's reading of d10s."""
    status = DieStatus.READ if confidence > 0.9 else DieStatus.UNSURE
    dice = tuple(DieReading("d10", face, confidence, status, alternatives) for face in faces)
    return RollReading(SourceKind.CAMERA, "camera:0", f"camera:0#{throw}", dice, 0.0, throw)


def table_screen(driver):
    """Return the table's screen, whatever lies over it."""
    return next(one for one in driver.app.screen_stack if isinstance(one, TableScreen))


async def hand_in(driver, value):
    """Let a source hand something in, as its thread would."""
    table_screen(driver).post_message(Heard(value))
    await driver.pilot.pause()


async def attack(driver):
    """Declare an attack on the first other player."""
    await driver.press("a")
    await driver.until(lambda: not isinstance(driver.screen, TableScreen), "whom to attack")
    assert isinstance(driver.screen, ChooseScreen)
    await driver.press("1")
    await driver.until(lambda: driver.app.live.desk.armed is not None, "the roll")
    await driver.pilot.pause()


async def to_the_pool(driver):
    """Play MonsterDice to its first roll of six dice."""
    while not driver.app.live.desk.armed:
        assert driver.table.declare(driver.table.options()[0].instances[0]).legal
    driver.screen.show_table()
    await driver.pilot.pause()


def replaying(path):
    """Open a table for a record; return what opens it in an app, and the record."""
    record, _ = SHELF.read_record(path)
    cards = SHELF.shipped(record.header.game) if record.header.catalogue else None
    journal = Journal(None)
    table = Table.open(SHELF, journal, record.header, cards)
    live = Live(table, RollDesk(table, journal), Eyes(), journal.close)
    return (lambda: lambda: live), record
