"""A game of every mode by keys alone: whole ones, and the end of each for those with less time."""

from pathlib import Path

import pytest
from known_games import Known
from tui_keys_kit import Fingers, open_table, played_last, read_through, score_lines

from companion.record.shelf import Shelf
from companion.tui.app import TablesideApp
from companion.tui.screens.final import FinalScreen

RECORDS = Path(__file__).parents[1] / "records"
GAMES = [
    "rsf-light",
    "fgt-light",
    "gmm-light",
    "mon-dominoes-light",
    "mon-classic-light",
    "mon-arena-four",
    "md-light-rolloff",
]
"""Every mode; Arena in full depth, for its light game has 650 actions."""
MORE = ["rsf-sudden-death", "fgt-four-players"]  # Two others in full depth
SHORT = 30  # How many actions the end of a game has


def test_there_is_a_game_of_every_mode():
    shelf = Shelf()
    assert {shelf.read_record(RECORDS / f"{name}.record")[0].header.game for name in GAMES} == set(shelf.ids())


@pytest.mark.slow
@pytest.mark.timeout(600)  # hundreds of keys; a busy machine is not a failure
@pytest.mark.parametrize("name", [*GAMES, *MORE])
async def test_a_whole_game_is_played_by_keys_to_its_known_end(drive, house, name):
    await play_to_its_end(drive, house, name, 0)


@pytest.mark.parametrize("name", GAMES)
async def test_the_end_of_a_game_is_played_by_keys(drive, house, name):
    """What comes before is declared without the screen."""
    await play_to_its_end(drive, house, name, -SHORT)


async def play_to_its_end(drive, house, name, first):
    """Play a known game, from its action of this number on by keys, and read how it ended."""
    known = Known.of(RECORDS / f"{name}.record")
    record, _ = Shelf().read_record(known.path)
    played_last(house.home, record.header)
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await open_table(driver, record.header)
        for action in record.actions[:first]:
            assert driver.table.declare(action).legal
        driver.screen.show_table()
        fingers = Fingers(driver)
        await fingers.play(record.actions[first:])
        assert not fingers.ways["words"], "something no dialog offers"
        await driver.go(to=FinalScreen)
        assert known.differences(driver.table.match) == []
        ranking = await read_through(driver)
        for place in known.said["place"]:
            assert f"{place['rank']}. {place['seat']}" in ranking
        await driver.press("2")
        sheet = await read_through(driver)
        for line in score_lines(known):
            assert line in sheet
