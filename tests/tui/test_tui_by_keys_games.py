"""A full game of every mode, from the start screen to the recorded winner, by keys alone."""

from __future__ import annotations

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
MORE = ["rsf-sudden-death", "fgt-four-players"]
"""Two others in full depth."""


def test_there_is_a_game_of_every_mode():
    shelf = Shelf()
    assert {shelf.read_record(RECORDS / f"{name}.record")[0].header.game for name in GAMES} == set(
        shelf.ids()
    )


@pytest.mark.timeout(600)  # hundreds of keys; a busy machine is not a failure
@pytest.mark.parametrize(
    "name", [*GAMES, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)]
)
async def test_a_whole_game_is_played_by_keys_to_its_known_end(drive, house, name):
    known = Known.of(RECORDS / f"{name}.record")
    record, _ = Shelf().read_record(known.path)
    played_last(house.home, record.header)
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await open_table(driver, record.header)
        fingers = Fingers(driver)
        await fingers.play(record.actions)
        assert not fingers.ways["words"], "something no dialog offers"
        await driver.until(lambda: isinstance(driver.screen, FinalScreen), "the final screen")
        assert known.differences(driver.table.match) == []
        ranking = await read_through(driver)
        for place in known.said["place"]:
            assert f"{place['rank']}. {place['seat']}" in ranking
        await driver.press("2")
        sheet = await read_through(driver)
        for line in score_lines(known):
            assert line in sheet
