"""Names that look like the app's own markup, and texts that a terminal obeys, on every screen."""

import ast
import json
import random
import re
from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets import Input

from companion.commands.hosting import LocalHost
from companion.core.actions import Ruling
from companion.core.errors import CompanionError
from companion.record.shelf import Shelf
from companion.system import files
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from models.workshop.bench.random_play import Moment

pytestmark = pytest.mark.slow

TUI = Path(__file__).parents[2] / "companion" / "tui"
LIKE_MARKUP = ("[/] [bold]Ann", "[@click=app.quit]Ben[/]", "[link=http://x]Cleo")
OBEYED = "\x1b]0;owned\x07\x9b31m\u202e[@click=app.quit]x[/nothing]"
READS_MARKUP = frozenset({"Static", "OptionList", "Label", "Button", "notify", "Checkbox"})
KEYS = ("h", "escape", "B", "escape", "f6", "escape", "f4", "escape", "escape")


def shown(app):
    text = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
    assert all(sign.isprintable() or sign in "\n\u00a0" for sign in text)
    return text


async def opened(app, pilot):
    for _ in range(200):
        await pilot.pause(0.02)
        if app.live is not None:
            return app.live.table
    pytest.fail("the table was not opened")


def cards_with_markup(folder):
    text = Shelf().shipped("rsf").text
    count = iter(range(1000))
    named = re.sub(
        r'^name = "[^"]*"',
        lambda _: f'name = "[/{next(count)}] [b]Ghost"',
        text,
        flags=re.MULTILINE,
    )
    assert named != text
    path = folder / "mine.toml"
    path.write_text(named, encoding="utf-8")
    return path


def test_every_widget_that_could_read_markup_is_told_not_to():
    missing = []
    for path in sorted(TUI.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            told = {word.arg: getattr(word.value, "value", None) for word in node.keywords}
            if name in READS_MARKUP and told.get("markup") is not False:
                missing.append(f"{path.name}:{node.lineno}: {name}")
    assert missing == []


async def test_names_like_markup_stand_there_as_they_are_and_do_nothing(home_of_its_own):
    house = LocalHost(home_of_its_own)
    wish = Wish("rsf", LIKE_MARKUP, "full", catalogue=str(cards_with_markup(home_of_its_own)))
    app = TablesideApp(house, opener=lambda: house.open(wish))
    async with app.run_test(size=(140, 45)) as pilot:
        table, chance = await opened(app, pilot), random.Random(5)
        for _ in range(25):
            action = Moment.of(table.match.game, table.match.state).next_action(chance)
            assert action is not None
            table.declare(action)
        table.declare(Ruling(None, ("RSF-F3",), OBEYED))
        await pilot.pause()
        assert "[bold]Ann" in shown(app)
        for key in KEYS:
            await pilot.press(key)
            await pilot.pause()
            shown(app)
        app.notify(str(CompanionError(OBEYED)), markup=False)
        await pilot.pause()
        assert "[@click=app.quit]" in shown(app)
        assert app.is_running


async def test_a_home_folder_full_of_harm_opens_all_the_same(home_of_its_own):
    def put(name, **data):
        (home_of_its_own / name).write_text(json.dumps({"format": 1, **data}))

    keys = {"table.undo": "\ud800", OBEYED: "x", "app.quit": OBEYED, "table.redo": "a" * 5000}
    put("settings.json", keys=keys, theme=[], guided=True)
    device = {"id": OBEYED, "sort": "tray", "name": "[/x]", "where": OBEYED, "kind": "[b]"}
    put("devices.json", devices=[device, {"sort": {}}])
    put(files.LAST_TABLES, tables={"rsf": {"seats": [*LIKE_MARKUP, OBEYED, 7], "catalogue": OBEYED,
                                     "dice": OBEYED, "tray": "\x00", "switches": {OBEYED: "y"}}})  # fmt: skip
    app = TablesideApp(LocalHost(home_of_its_own))
    async with app.run_test(size=(120, 40)) as pilot:
        for key in ("enter", "enter", "escape", "escape", "f4", "escape", "s", "escape"):
            await pilot.pause()
            shown(app)
            await pilot.press(key)
        shown(app)
        assert app.is_running


async def test_pasted_text_is_refused_or_shown_harmless(home_of_its_own):
    house = LocalHost(home_of_its_own)
    app = TablesideApp(house, opener=lambda: house.open(Wish("rsf", ("Ann", "Ben"), "light")))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await opened(app, pilot)
        before = table.version
        for text in (OBEYED, "a" * 100_000, "Ann: mixed\nBen: mixed\n"):
            app.screen.post_message(Paste(text))
            await pilot.pause()
            await pilot.press("colon")
            await pilot.pause()
            for line in app.screen.query(Input):
                line.post_message(Paste(text))
            await pilot.pause()
            shown(app)
            await pilot.press("enter", "escape", "escape")
            await pilot.pause()
            shown(app)
        assert app.is_running
        assert table.version <= before + 1  # one line of what was pasted was a legal one
