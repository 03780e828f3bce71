"""The terminal's cursor stands at the line that has the keys: screen readers follow it."""

from __future__ import annotations

import os
import sys

import pytest
from tui_terminal_kit import Paper

from companion.commands.hosting import LocalHost
from companion.tui.host import Wish
from companion.tui.settings import Settings
from models.workshop.bench.terminal import started


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
