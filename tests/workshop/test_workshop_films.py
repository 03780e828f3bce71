"""Films composed from pictures: what becomes of their rolls is counted."""

from pathlib import Path

import pytest

from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind
from hardware.frames import EndOfFrames
from models.workshop.measure.films import TRAY, Film, Setting, boxed, count, watch
from models.workshop.measure.manifest import NAME, of_kinds, read_manifest

FOLDER = Path(__file__).parent.parent / "independent"


def film(rolls, **setting):
    return Film(FOLDER, boxed(of_kinds(read_manifest(FOLDER / NAME), ("d10",))), 1, rolls, Setting(**setting))


def played(rolls, **setting):
    shown = film(rolls, **setting)
    while not isinstance(shown.next_frame(0.0), EndOfFrames):
        pass
    return shown


@pytest.mark.parametrize("camera", ["bands", "focus", "tremble"])
def test_every_roll_of_a_film_is_counted_once_with_its_delay(camera):
    found, delays = watch(film(2, camera=camera), "d10", None, learns=False)
    assert sum(found[what] for what in ("sure", "asked", "not whole", "wrong in silence", "not seen")) == 2
    assert all(0.1 < late < 2 for late in delays)


def test_a_roll_that_no_reading_tells_of_was_not_seen():
    shown = played(1)
    assert len(shown.rolls) == 1
    assert count(shown, [])[0]["not seen"] == 1


@pytest.mark.parametrize(("fresh", "what"), [(True, "sure"), (False, "not whole")])
def test_a_die_that_was_not_seen_to_be_thrown_is_missing(fresh, what):
    shown = played(1)
    dice = tuple(
        DieReading("d10", cut.face, 1.0, DieStatus.READ, (), (cut.at[0] - 30, cut.at[1] - 30, 60, 60), fresh)
        for cut in shown.rolls[0]
    )
    reading = RollReading(SourceKind.CAMERA, "film", "film#1", dice, 0.0, 1)
    assert count(shown, [(1, shown.now, reading)])[0][what] == 1


def test_in_a_tray_dice_lie_in_the_middle_and_what_stays_there_is_no_part_of_the_roll():
    shown = film(3, zone=TRAY, beside=True)
    found, _ = watch(shown, "d10", None, learns=False)
    assert any(shown.stayed)
    assert found["wrong in silence"] == found["not seen"] == 0
    assert all(440 <= cut.at[0] <= 840 and 210 <= cut.at[1] <= 510 for roll in shown.rolls for cut in roll)
