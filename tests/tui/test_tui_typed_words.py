"""What people type in a dialog is taken in the table's language and in English."""

from dataclasses import replace

import pytest
from games_play import SHELF, header_of
from test_tui_light_depth import light_fight

from companion.core import texts
from companion.core.game import Depth
from companion.record.cards_csv import forms_of
from companion.system.language import choose_language
from companion.tui.asking import choices, fields
from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.asking.form import FormScreen
from companion.tui.screens.table import TableScreen

PLANT = {"de": ("pflanze", "Pf", "plant"), "fr": ("plante", "plant", "PLA")}
ROBOTS = {"de": "Roboter=4 dämon=1", "fr": "robot=4 demon=1"}


@pytest.fixture(params=["de", "fr"])
def language(request, monkeypatch):
    monkeypatch.setattr(texts, "_chosen", texts._chosen)
    choose_language({}, request.param)
    return request.param


def test_a_list_is_searched_in_the_language_of_the_table_and_in_english(language):
    labels = [texts.tr(race) for race in ("Robot", "Insect", "Plant", "Alien")]
    for typed in PLANT[language]:
        assert choices.matching(labels, typed) == (2,)
    assert choices.matching(labels, "nothing of these") == ()


def test_words_of_a_value_are_taken_in_both(language):
    (hand,) = SHELF.grammar(header_of("fgt", Depth.LIGHT)).forms["hand"].arguments
    known = fields.enum_words(hand)
    assert choices.in_english(ROBOTS[language], known) == "Robot=4 Demon=1"
    assert choices.in_english("Robot=4 Demon=1", known) == "Robot=4 Demon=1"


async def speak(driver, code):
    driver.app.change(replace(driver.app.settings, language=code))
    await driver.pilot.pause()


@pytest.mark.parametrize("code", PLANT)
async def test_a_player_sheet_is_typed_in_both(at_table, code):
    for typed in PLANT[code]:
        async with at_table((80, 24), ("Ann", "Ben", "Cleo")) as driver:
            await speak(driver, code)
            await light_fight(driver, "Ann: attack Ben", "Ann: roll d10=9")
            await driver.go("y", to=FormScreen)
            await driver.type(f"6 {typed}")
            await driver.go("enter", to=TableScreen)
            written = driver.table.grammar.write(driver.table.match.log[-1])
            assert written == "Ben: sheet atk 6 def 12 spc 1 pieces 6 race Plant"


@pytest.mark.parametrize(("code", "race"), [("de", "Roboter; Insekt"), ("fr", "robot; insecte")])
async def test_a_new_card_is_typed_in_both(at_table, code, race):
    async with at_table((80, 24), depth="full") as driver:
        await speak(driver, code)
        await driver.go("f3", to=ChooseScreen)
        await driver.go("5", to=AskScreen)
        yes = texts.tr("yes")
        typed = {
            "id": "Z1",
            "name": "Zed",
            "races": race,
            "attack": "3",
            "hybrid": yes,
            "special": "2",
        }
        for key in forms_of(driver.table.catalogue.source).sorts["card"]:
            await driver.until(lambda key=key: driver.says(f"{texts.tr(key)}"), key)
            driver.screen.query_one("#line").value = typed.get(key, "")
            await driver.pilot.press("enter")
            await driver.pilot.pause()
        await driver.go(to=TableScreen)
        card = driver.table.catalogue.cards["Z1"]
        assert (card.races, card.hybrid) == (("Robot", "Insect"), True)
