"""A disk that is full or fails: one line, the table stands as before, and it goes on with room."""

from __future__ import annotations

import pytest

from models.workshop.soak.kills import area as soak
from models.workshop.soak.kills import faults, tracer

pytestmark = pytest.mark.slow

failing = pytest.mark.skipif(
    not tracer.can_fail(), reason=tracer.unable() or "calls cannot be made to fail here"
)


@pytest.fixture
def place():
    with soak.folder() as empty:
        yield empty


@failing
@pytest.mark.parametrize("name", ["rsf-light", "md-light-rolloff"])
def test_a_failing_disk_costs_a_line_and_no_action(name, place):
    found = faults.whole_game(name, place, most=3, every=41)
    assert found.losses == []
    assert found.told > 4
    assert all(line.startswith("HOME/journal.sqlite3: the disk ") for line in found.lines)


@failing
def test_a_home_that_cannot_be_made_is_made_when_there_is_room(place):
    found = faults.opening("mon-dominoes-light", place, every=9)
    assert found.losses == []
    assert found.told > 5
