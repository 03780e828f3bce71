"""A game without dice: nothing is armed, and what a camera sees is kept, shown and nothing more."""

import pytest
from session_kit import SHELF, Camera

from companion.core.game import Depth
from companion.demo.players import next_action
from companion.journal.store import Journal
from companion.rolls.arbiter import Unrequested
from companion.session.rolldesk import RollDesk
from companion.session.table import Table

WITHOUT = [game_id for game_id in SHELF.ids() if not SHELF.game(game_id).dice]


@pytest.mark.parametrize("game_id", WITHOUT)
def test_nothing_is_armed_and_a_reading_changes_nothing(game_id):
    with Journal(None) as journal:
        header = SHELF.header(game_id, ("Ann", "Ben"), Depth.LIGHT)
        table = Table.open(SHELF, journal, header, None)
        camera = Camera()
        desk = RollDesk(table, journal, sources=(camera,))
        for number in range(12):
            version = table.version
            heard = desk.hear(camera.throw(7))
            assert isinstance(heard.decision, Unrequested)
            assert not heard.decision.claimable
            assert heard.message() == (
                f"{table.match.game.title} uses no dice: what was seen changes nothing"
            )
            assert (desk.armed, desk.claimable, desk.asking) == (None, None, None)
            assert table.version == version
            assert len(journal.readings(table.table_id)) == number + 1
            action = next_action(table.match, number)
            assert action is not None
            assert table.declare(action).legal
        assert not any(camera.expected), "the camera is told of dice"
