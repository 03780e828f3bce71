"""The language changes in the settings, and every open screen says everything in it at once."""

from dataclasses import replace

import pytest
from textual.content import Content
from textual.widgets import Input

from companion.commands.hosting import LocalHost
from companion.tui.app import TablesideApp
from companion.tui.screens.help import HelpScreen
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.settings import SettingsScreen
from companion.tui.settings import CHOICES

OTHERS = {"de": ("Was", "Zurück", "Hilfe"), "fr": ("Que", "Annuler", "Aide")}


async def choose(driver, code):
    """Open the settings over whatever is shown, choose a language, and go back."""
    before = driver.screen
    driver.app.show_settings()
    await driver.until(lambda: isinstance(driver.screen, SettingsScreen))
    choices = CHOICES["language"]
    now = choices.index(driver.app.settings.language)
    await driver.press("end", "up", "up", *["right"] * (choices.index(code) - now))
    await driver.until(lambda: driver.app.settings.language == code)
    await driver.press("escape")
    await driver.until(lambda: driver.screen is before)


@pytest.mark.parametrize("code", OTHERS)
async def test_a_table_says_everything_in_the_new_language_and_back(at_table, code):
    asks, undo, _ = OTHERS[code]
    async with at_table((160, 50)) as driver:
        driver.table.declare(driver.table.understand("Ann: draw 2"))
        driver.screen.show_table()
        english = driver.visible()
        history = [line.line for line in driver.table.history()]
        await choose(driver, code)
        await driver.until(lambda: undo in driver.visible())
        assert asks in driver.visible()
        assert "Undo" not in driver.visible()
        assert driver.visible().splitlines()[5:] != english.splitlines()[5:]
        assert [line.line for line in driver.table.history()] == history
        driver.app.change(replace(driver.app.settings, language="en"))
        await driver.until(lambda: "Undo" in driver.visible())


@pytest.mark.parametrize("code", OTHERS)
async def test_a_form_keeps_what_was_typed(drive, house, code):
    async with drive(TablesideApp(house)) as driver:
        await driver.go("n", to=NewTableScreen)
        await driver.press("X", "i")
        typed = driver.screen.query_one("#names", Input).value
        await choose(driver, code)
        assert driver.screen.query_one("#names", Input).value == typed
        assert "Enter opens the table" not in driver.visible()
        assert LocalHost(house.home).settings().language == code


@pytest.mark.parametrize("code", OTHERS)
async def test_the_help_changes_too(drive, house, code):
    async with drive(TablesideApp(house)) as driver:
        await driver.go("question_mark", to=HelpScreen)
        await choose(driver, code)
        assert OTHERS[code][2] in driver.visible()


@pytest.mark.parametrize("wide", range(8, 24))
def test_no_line_begins_with_the_sign_that_french_sets_apart(wide):
    lines = Content("Cleo attaque Ben\u202f: touché\u202f! «\u202fNon\u202f»").wrap(wide)
    assert len(lines) > 1
    assert [line for line in lines if line.plain.lstrip()[:1] in {":", "!", "»"}] == []
