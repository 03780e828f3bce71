"""A film of cards and dice plays Ready, Set, Fight at the real app's table: nobody types a card."""

import pytest

from companion.core.actions import Roll
from companion.demo.table import shipped_clip
from companion.games.rsf.score import standing
from companion.tui.screens.final import FinalScreen
from models.workshop.card_game import SEATS, drawn_faces, teach_faces
from models.workshop.monster_film import TrayFilm, large_scene
from models.workshop.monster_game import LAID, open_film
from vision.cards.compare import Ready


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_a_game_of_monsters_is_played_from_a_film_without_a_typed_card(drive, house):
    faces = drawn_faces("rsf")
    ready = Ready(teach_faces("cellar", faces, "rsf"))
    with shipped_clip() as clip:
        app, players = open_film(house.home, TrayFilm(large_scene(faces), str(clip)), ready, 0.02, 2)
        async with drive(app) as driver:
            await driver.until(lambda: app.live is not None, "the table")
            table, cards = driver.table, app.live.desk.cards
            await driver.until(lambda: table.view().over, "the end", 800)
            log = zip(table.match.log, table.history().rows, strict=True)
            sources = {
                (one.verb, row.provenance.source) for one, row in log if one.verb in LAID or isinstance(one, Roll)
            }
            assert {source for _, source in sources} == {"camera"}
            assert {verb for verb, _ in sources} >= {"draw", "connect", "destroy", "rearrange", "roll"}
            (winner,) = standing(table.match.state).winners
            await driver.until(lambda: isinstance(driver.screen, FinalScreen), "the score")
            await driver.until(lambda: driver.says(SEATS[winner]), "the winner")
            # What lies there is what the log says, by the camera as by what players know of their cards.
            for seat, who in enumerate(table.match.state.players):
                assert players.laying.monsters[seat] == {one.cell: one.card for one in who.monster}
            await driver.press("escape", "c")
            await driver.until(lambda: cards.compared is not None, "the last look")
            assert (cards.compared.new, cards.compared.gone) == ((), ())
