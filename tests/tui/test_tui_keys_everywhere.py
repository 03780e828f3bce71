"""Every key of every screen has a name, stands in the list of keys, and is said as it is now."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.binding import Binding
from textual.widget import Widget

import companion.tui
from companion.commands import memory
from companion.demo.players import next_action
from companion.record.shelf import Shelf
from companion.tui import keymap
from companion.tui.app import KEYS, TablesideApp
from companion.tui.host import Wish
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.help import HelpScreen
from companion.tui.screens.start import StartScreen

NAMED = {one.name: one for one in KEYS}
SOURCE = Path(companion.tui.__file__).parent


def classes_with_keys():
    """Return every widget and app of ours that says which keys it has."""
    for info in pkgutil.walk_packages(companion.tui.__path__, "companion.tui."):
        module = importlib.import_module(info.name)
        for _, kind in inspect.getmembers(module, inspect.isclass):
            ours = kind.__module__ == info.name and "BINDINGS" in vars(kind)
            if ours and (issubclass(kind, Widget) or kind is TablesideApp):
                yield kind


WITH_KEYS = sorted(classes_with_keys(), key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", WITH_KEYS, ids=lambda kind: kind.__name__)
def test_every_key_has_a_name_and_stands_in_the_list_of_keys(kind):
    for one in kind.BINDINGS:
        assert isinstance(one, Binding)
        assert one.id in NAMED, f"{one.key} {one.description}"
        assert NAMED[one.id].place in keymap.PLACES
        assert NAMED[one.id].keys == tuple(one.key.split(","))


def test_the_list_of_keys_is_that_of_the_screens():
    found = {one.id for kind in WITH_KEYS for one in kind.BINDINGS}
    assert found == set(NAMED)
    assert {one.place for one in KEYS} == set(keymap.PLACES)


def test_no_key_of_a_screen_means_two_things():
    for place in keymap.PLACES:
        keys = [key for one in KEYS if one.place == place for key in one.keys]
        twice = {key for key in keys if keys.count(key) > 1}
        # The first line of a form takes Enter for itself.
        assert twice <= ({"enter"} if place == "form" else set()), place


def test_wherever_a_key_is_said_it_is_the_one_of_the_list():
    """Texts name an action and its first key: `keymap.now(app, "table.undo", "u")`."""
    said = [
        [one.value for one in node.args[-2:]]
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"now", "key"}
        and len(node.args) >= 2
        and all(isinstance(one, ast.Constant) for one in node.args[-2:])
    ]
    assert len(said) > 20
    for name, first in said:
        known = [keymap.shown(key) for key in NAMED[name].keys]
        assert first.lower() in [key.lower() for key in known], name


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(sorted(NAMED)), st.sampled_from(["z", "f9", "f2", "q", "escape", "ctrl+t"])))
def test_keys_that_mean_the_same_everywhere_never_go_away(changed):
    usable = keymap.usable(changed, KEYS)
    taken = keymap.keymap(usable, KEYS)
    for one in KEYS:
        keys = taken.get(one.name, ",".join(one.keys)).split(",")
        assert {key for key in one.keys if keymap.fixed(key)} <= set(keys)
        assert usable.get(one.name, keys[0]) == keys[0]


# ---------------------------------------------------------------- through the app


CHANGED = {
    "start.new": "y",
    "table.undo": "f10",
    "table.refused": "f11",
    "table.rules": "y",
    "table.rule": "j",
    "devices.test": "r",
    "devices.back": "b",
    "help.guide": "v",
}


@pytest.fixture
def other_keys(house):
    """Let people have changed keys, and have played before."""
    memory.remember(house.home, Wish("md", ("Ann", "Ben"), "light"))
    house.keep_settings(type(house.settings())(keys=CHANGED))
    return house


async def test_keys_of_the_devices_move_and_footer_and_help_say_so(drive, other_keys):
    async with drive(TablesideApp(other_keys), (80, 24)) as driver:
        assert driver.app.settings.keys == CHANGED
        await driver.go(to=StartScreen)
        await driver.go("f4", to=DevicesScreen)
        footer = driver.visible().splitlines()[-1]
        assert "b Back" in footer
        await driver.go("question_mark", to=HelpScreen)
        lines = driver.screen.text(100).plain.splitlines()
        assert any(line.split()[:3] == ["r", "test", "roll:"] for line in lines)
        assert any(line.split()[:3] == ["b", "or", "Esc"] for line in lines)
        await driver.go("escape", "b", to=StartScreen)
        await driver.go("f4", "escape", to=StartScreen)


async def test_a_verb_that_has_the_letter_of_an_action_is_what_line_and_help_say(at_table):
    """`S` is the Player Sheet once a card is drawn, and changes a house rule before and after."""

    def shown():
        return "S House rule" in driver.visible().splitlines()[-1]

    async with at_table((200, 60), game="rsf", depth="light") as driver:
        table = driver.table
        while "draw" not in {option.verb for option in table.options()}:
            assert table.declare(next_action(table.match)).legal
        driver.screen.show_table()
        await driver.until(shown, "the line")
        await driver.press("d")
        assert driver.screen.keys["sheet"] == "S"
        await driver.until(lambda: not shown(), "another line")
        await driver.go("question_mark", to=HelpScreen)
        lines = [one for listed in driver.screen.sections.values() for one in listed]
        (said,) = [what for key, what in lines if key == "S"]
        assert said.endswith("Enter the Player Sheet")
        assert any(key == "Ctrl+P" and what.startswith("house rule") for key, what in lines)
        await driver.press("escape", "u")
        await driver.until(shown, "the line again")


async def test_the_same_deed_has_the_same_key_in_every_game():
    found = {}
    for game in Shelf().ids():
        keys = keymap.assign(one.verb for one in Shelf().game(game).actions)
        assert len(set(keys.values())) == len(keys), game
        for verb, key in keys.items():
            assert found.setdefault(verb, key) == key, (game, verb)
    assert found["draw"] == "d"


@pytest.mark.parametrize("game", Shelf().ids())
def test_why_has_its_key_at_every_table(game):
    assert "w" not in keymap.assign(one.verb for one in Shelf().game(game).actions).values()
