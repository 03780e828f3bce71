"""Films composed from pictures: what becomes of their rolls is counted."""

from pathlib import Path

import pytest

from hardware.frames import EndOfFrames
from models.workshop.measure.films import Film, boxed, count, watch
from models.workshop.measure.manifest import NAME, of_kinds, read_manifest

FOLDER = Path(__file__).parent.parent / "independent"


def film(rolls, camera="steady"):
    return Film(FOLDER, boxed(of_kinds(read_manifest(FOLDER / NAME), ("d10",))), 1, rolls, camera)


@pytest.mark.parametrize("camera", ["bands", "focus", "tremble"])
def test_every_roll_of_a_film_is_counted_once_with_its_delay(camera):
    found, delays = watch(film(2, camera), "d10", None, learns=False)
    assert sum(found[what] for what in ("sure", "asked", "not whole", "wrong in silence", "not seen")) == 2
    assert all(0.1 < late < 2 for late in delays)


def test_a_roll_that_no_reading_tells_of_was_not_seen():
    played = film(1)
    while not isinstance(played.next_frame(0.0), EndOfFrames):
        pass
    assert len(played.rolls) == 1
    assert count(played, [])[0]["not seen"] == 1
