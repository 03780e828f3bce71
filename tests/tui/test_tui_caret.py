"""The terminal's cursor stands at the line that has the keys: screen readers follow it."""

from __future__ import annotations

import os
import re
import sys
from time import monotonic

import pytest

from companion.commands.bench import started
from companion.commands.hosting import LocalHost
from companion.tui.host import Wish
from companion.tui.settings import Settings

TOKENS = re.compile(rb"\x1b\[([0-9;?]*)([A-Za-z])|\x1b[^\[]|([^\x1b\r\n]+)|\r|\n")


class Paper:
    """What a terminal shows of what a program wrote, and where its cursor stands."""

    def __init__(self, terminal):
        self.terminal = terminal
        self.rows = {}
        self.x = self.y = 0

    def read(self):
        """Take up what comes until the program rests."""
        while written := self.terminal.read(0.5):
            for numbers, letter, text in TOKENS.findall(written):
                if letter == b"H":
                    self.y, self.x = (int(one or 1) - 1 for one in (numbers or b"1;1").split(b";"))
                for character in text.decode(errors="replace"):
                    self.rows.setdefault(self.y, {})[self.x] = character
                    self.x += 1

    def line(self):
        """Return the line in which the cursor stands."""
        row = self.rows.get(self.y, {})
        return "".join(row.get(x, " ") for x in range(120))

    def until(self, words):
        """Wait until the cursor stands in a line with the words."""
        end = monotonic() + 30
        self.read()
        while words not in self.line():
            assert monotonic() < end, f"the cursor stands at {self.line()!r}, not {words!r}"
            self.read()


@pytest.fixture
def paper(home_of_its_own):
    house = LocalHost(home_of_its_own)
    house.keep_settings(Settings(guided=True, motion="reduced"))
    house.open(Wish("gmm", ("Ann", "Ben"), "full"))().close()
    with started([sys.executable, "-m", "companion", "--home", str(home_of_its_own)]) as terminal:
        yield Paper(terminal)


def test_the_cursor_stands_at_the_line_that_has_the_keys_on_every_screen(paper):
    walk = (
        ("", "Go on with Monster Mayhem"), ("\x1b[B", "Again"),
        ("s", "Colours"), ("\x1b[B", "Movement"), ("\x1b", "Again"),
        ("h", "open "), ("\x1b", "Again"),
        ("?", "Start"), ("\x1b", "Again"),
        ("n", "Players   Ann, Ben"), ("\t", "Cards"), ("\x1b", "Again"),
        ("1", "the dealer: Ann"), ("\x1b[B", "the dealer: Ben"),
        ("s", "No Trophy has been won"), ("\x1b", "the dealer: Ben"),
    )  # fmt: skip
    for key, words in walk:
        os.write(paper.terminal.ours, key.encode())
        paper.until(words)
