"""Journals cut short, without their -wal, and scribbled on: one line each, and all that is left saved."""

from __future__ import annotations

from itertools import chain

import pytest

from models.workshop.soak.kills import area as soak
from models.workshop.soak.kills import damage

pytestmark = pytest.mark.slow


@pytest.fixture
def place():
    with soak.folder() as empty:
        yield empty


@pytest.mark.parametrize("alive", [False, True], ids=["closed", "killed"])
def test_a_damaged_journal_is_told_or_rescued_and_never_another_game(place, alive):
    patient = damage.Patient("fgt-light", place / "game", alive=alive)
    harms = chain(
        damage.cut(patient, 3), damage.without_wal(patient), damage.scribbled(patient, 9, 1)
    )
    found = damage.try_all(patient, harms, place / "copy")
    assert found.losses == []
    assert found.told > 5
    assert found.saved > found.actions // 4
