"""Whole games of all modes through a terminal: the real program, 80 columns wide, and nothing but keys."""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import termios
from pathlib import Path
from time import monotonic, sleep

import pytest
from conftest import NAMES
from known_games import Known
from tui_keys_kit import Fingers, open_table, played_last
from tui_terminal_kit import Paper

from companion.commands.hosting import LocalHost
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.tui.app import TablesideApp
from companion.tui.screens.final import FinalScreen
from companion.tui.settings import Settings
from models.workshop.bench.terminal import started

RECORDS = Path(__file__).parents[1] / "records"
GAMES = [
    "rsf-full-to-light",
    "fgt-light",
    "gmm-light",
    "mon-dominoes-light",
    "mon-classic-light",
    "mon-arena-four",
    "md-light-rolloff",
]
"""The shortest of each mode that are played to the end by rules alone."""
SENT = {
    **{name: sign for sign, name in NAMES.items()},
    "enter": "\r", "tab": "\t", "escape": "\x1b", "f2": "\x1bOQ",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "ctrl+a": "\x01", "ctrl+k": "\x0b", "ctrl+u": "\x15",
}  # fmt: skip
REST_S = 0.08
"""For so long nothing is painted any more: the program waits for a key."""

ESCAPE_S = 0.3
"""A key that comes sooner after Esc is taken for one with Alt."""


class Noting:
    """A driver that notes each key that is pressed."""

    def __init__(self, driver):
        self.driver = driver
        self.keys = []

    def __getattr__(self, name):
        return getattr(self.driver, name)

    async def press(self, *keys):
        self.keys += keys
        await self.driver.press(*keys)

    async def type(self, text):
        await self.press(*(NAMES.get(sign, sign) for sign in text))


async def mirrored(drive, house, known, record):
    """Play a match on the app in this process; return the keys of each action, and how long the log is."""
    played_last(house.home, record.header)
    steps = []
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await open_table(driver, record.header)
        fingers = Fingers(Noting(driver))
        for action in record.actions:
            await fingers.play([action])
            steps.append((tuple(fingers.driver.keys), driver.table.version))
            fingers.driver.keys.clear()
        await driver.go(to=FinalScreen)
        assert known.differences(driver.table.match) == []
    return steps


def declared(home):
    """Return how many actions the journal of another process holds."""
    with Journal(home / FILE) as journal:
        return journal.tables()[0].actions


@pytest.mark.slow
@pytest.mark.skipif(
    "TABLESIDE_TERMINAL_GAMES" not in os.environ,
    reason="whole games take minutes and a quiet machine: set TABLESIDE_TERMINAL_GAMES",
)
@pytest.mark.timeout(900)  # hundreds of keys, twice; a busy machine is not a failure
@pytest.mark.parametrize("name", GAMES)
async def test_a_whole_game_is_played_through_a_terminal(drive, house, tmp_path, name):
    known = Known.of(RECORDS / f"{name}.record")
    record, _ = Shelf().read_record(known.path)
    steps = await mirrored(drive, house, known, record)
    home = tmp_path / "other"
    played_last(home, record.header)
    LocalHost(home).keep_settings(Settings(guided=True, motion="reduced"))
    with started([sys.executable, "-m", "companion", "--home", str(home)]) as terminal:
        fcntl.ioctl(terminal.ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        paper = Paper(terminal)
        terminal.until(b"Again")
        paper.read()
        press(paper, "enter")
        wait((home / FILE).is_file, paper)
        paper.read()
        for keys, length in steps:
            for key in keys:
                press(paper, key)
            wait(lambda many=length: declared(home) >= many, paper)
            assert declared(home) == length
        for place in known.said["place"]:
            wait(lambda one=place: f"{one['rank']}. {one['seat']}" in paper.text(), paper)


def press(paper, key):
    """Press a key, and wait until all is painted."""
    os.write(paper.terminal.ours, SENT.get(key, key).encode())
    paper.read(ESCAPE_S if key == "escape" else REST_S)


def wait(holds, paper):
    """Wait until something is so; fail with what stands on the screen where it never is."""
    end = monotonic() + 30
    while not holds():
        assert monotonic() < end, paper.text()
        paper.read(REST_S)
        sleep(0.02)
