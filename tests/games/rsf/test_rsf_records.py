"""The whole games of Ready, Set, Fight that are kept: what each of them is kept for."""

from collections import Counter
from pathlib import Path

import pytest
from known_games import Known

from companion.core.actions import (
    Amend,
    Claim,
    Lighten,
    Redo,
    Ruling,
    SetSwitch,
    Undo,
    Void,
    Withdraw,
)
from companion.core.game import Depth
from companion.games.rsf.verbs import Connect, Destroy, Special
from companion.record.shelf import Shelf

FOLDER = Path(__file__).resolve().parents[2] / "records"
GAMES = [Known.of(path) for path in sorted(FOLDER.glob("rsf-*.record"))]
SHELF = Shelf()

pytestmark = pytest.mark.parametrize("known", GAMES, ids=lambda known: known.path.stem)


def test_the_standing_follows_from_counting_pieces_by_hand(known):
    """Where nothing but hits moved pieces, connects less destroyed pieces give the standing."""
    record, found = known.played(SHELF)
    effective = [one.action for one in found.match.steps()]
    if any(isinstance(action, Special) for action in effective):
        assert known.path.stem != "rsf-sudden-death"
        return
    pieces = Counter()
    out = []
    for action in effective:
        if isinstance(action, Connect):
            pieces[action.actor] += 1
        if isinstance(action, Destroy):
            pieces[action.actor] -= 1
            if not pieces[action.actor]:
                out.append(record.header.seats[action.actor])
    assert [place["seat"] for place in known.said["place"]][:0:-1] == out


def test_the_games_cover_what_they_are_kept_for(known):
    record, _ = known.played(SHELF)
    kinds = {type(action) for action in record.actions}
    wanted = {
        "rsf-sudden-death": known.said["sd_round"] >= 3,
        "rsf-light": record.header.depth is Depth.LIGHT,
        "rsf-full-to-light": record.header.depth is Depth.FULL and Lighten in kinds,
        "rsf-six-players": len(record.header.seats) == 6 and Special in kinds,
        "rsf-corrections": {Undo, Redo, Amend, Ruling, Claim, Void, SetSwitch, Withdraw} <= kinds,
    }
    assert wanted[known.path.stem]
