"""The terminal's cursor stands at the line that has the keys: screen readers follow it."""

from __future__ import annotations

import os
import sys

import pytest
from test_tui_faults import screens
from tui_terminal_kit import Paper

from companion.commands.hosting import LocalHost
from companion.demo.players import next_action
from companion.tui.host import Wish
from companion.tui.settings import Settings
from models.workshop.bench.terminal import started

UP, DOWN, END, ESC, F3, F4, F6 = "\x1b[A", "\x1b[B", "\x1b[F", "\x1b", "\x1bOR", "\x1bOS", "\x1b[17~"
WALK = (
    ("", "StartScreen", "Go on with Monster Mayhem"), (DOWN, "", "Again"),
    ("s", "SettingsScreen", "Colours"), (END, "", "Guide"), (UP, "", "Keys"),
    ("\r", "KeysScreen", "Ctrl+Q"), ("\r", "KeyAskScreen", "Press the new key"), (ESC, "", "Ctrl+Q"),
    (ESC, "", "Keys"), (ESC, "", "Again"),
    ("h", "HistoryPage", "open "), ("o", "ExportScreen", "page for any browser"), (ESC, "", "open "),
    (ESC, "", "Again"),
    ("?", "HelpScreen", "Start"), ("g", "GuideScreen", "You play with your own"), (ESC, "", "Start"),
    (ESC, "", "Again"),
    ("n", "NewTableScreen", "Players   Ann, Ben"), ("\t", "", "Cards"), (F3, "", "how many may play"),
    (ESC, "", "Players"), (ESC, "", "Again"),
    ("c", "CalibrateScreen", "Camera"), (ESC, "", "Again"),
    (F4, "DevicesScreen", "Devices"), (ESC, "", "Again"),
    ("p", "ChooseScreen", "1  Monster Mayhem"), (ESC, "", "Again"),
    ("1", "TableScreen", "the dealer: Ann"), (DOWN, "", "the dealer: Ben"),
    (":zz", "DeclareLineScreen", "zz"), (ESC, "", "the dealer: Ben"),
    (F3, "", "Ann goes home"), ("sits\r", "", "▊"), ("Dora", "AskScreen", "Dora"), (ESC, "", "the dealer: Ben"),
    ("w", "RulesScreen", "type a rule's id"), (ESC, "", "the dealer: Ben"),
    ("s", "FinalScreen", "No Trophy has been won"), (ESC, "", "the dealer: Ben"),
    (F6, "ChartScreen", "Nothing to tell yet"), (ESC, "", "the dealer: Ben"),
    ("B", "PagesScreen", "Trophies: none"), (ESC, "", "the dealer: Ben"), ("q", "", "Go on with"),
    ("2", "", "Connect a card"), ("1", "GridScreen", "Enter puts "), (ESC, "", "Connect a card"),
    ("x", "PickScreen", "1  "), (ESC, "", "Connect a card"), ("q", "", "Go on with"),
    ("3", "", "Give up a piece"), ("h", "", "attacks Ann"), ("\r", "CorrectRollScreen", "most likely"),
    (ESC, "", "attacks Ann"), (ESC, "", "Give up a piece"), ("q", "", "Go on with"),
    ("4", "", "Discard the hand"), ("N7", "FormScreen", "7"),
)  # fmt: skip
"""What is pressed, which screen that opens, and words of the line where the cursor stands then."""
ELSEWHERE = {"PhoneScreen"}  # pages that go on changing while a phone is awaited


@pytest.fixture
def paper(home_of_its_own):
    house = LocalHost(home_of_its_own)
    house.keep_settings(Settings(guided=True, motion="reduced"))
    with_table(house, Wish("rsf", ("Ann", "Ben"), "light"), "mixed", "starter Ann", "Ann: done")
    with_table(house, Wish("rsf", ("Ann", "Ben"), "full"), verb="attack")
    with_table(house, Wish("rsf", ("Ann", "Ben"), "full"), verb="connect")
    with_table(house, Wish("gmm", ("Ann", "Ben"), "full"))
    with started([sys.executable, "-m", "companion", "--home", str(home_of_its_own)]) as terminal:
        yield Paper(terminal)


def with_table(house, wish, *lines, verb=""):
    """Leave a table behind: after some lines, where a verb is offered, or after an attack and its roll."""
    live = house.open(wish)()
    table = live.table
    for line in lines:
        assert table.declare(table.understand(line)).legal
    while verb and not any(one.verb == verb for one in table.options()):
        assert table.declare(next_action(table.match)).legal
    if verb == "attack":
        attack = next(one for one in table.options() if one.verb == verb).instances[0]
        assert table.declare(attack).legal
        assert table.declare(table.understand("7")).legal
    live.close()


@pytest.mark.slow
@pytest.mark.timeout(600)  # some sixty steps; a busy machine is not a failure
def test_the_cursor_stands_at_the_line_that_has_the_keys_on_every_screen(paper):
    for keys, _, words in WALK:
        os.write(paper.terminal.ours, keys.encode())
        paper.until(words)


def test_the_walk_goes_to_every_screen():
    walked = {name for _, name, _ in WALK if name}
    there = {kind.__name__ for kind in screens()}
    assert there - walked == ELSEWHERE
