"""A sample of the doctor's long run; and that the run can lose."""

import pytest

from companion.doctor import bundle, journal
from companion.doctor.case import Level, Result
from companion.doctor.private import Scrub
from models.workshop.soak import doctor as soak_doctor

pytestmark = pytest.mark.slow

SAMPLE = 0.03


def test_a_sample_of_the_long_run_loses_nothing():
    figures = soak_doctor.run(SAMPLE)
    assert [figure.losses for figure in figures] == [0, 0, 0]
    assert all(figure.count > 3 for figure in figures)


@pytest.mark.parametrize("part", [soak_doctor.damaged, soak_doctor.broken_files])
def test_a_doctor_that_sees_nothing_is_caught(part, monkeypatch):
    def blind(_case):
        return [Result("journal", Level.OK, "")]

    monkeypatch.setattr(journal, "check", blind)
    monkeypatch.setattr(soak_doctor, "home_files", blind)
    assert part(8).losses > 0


def test_a_bundle_that_is_not_scrubbed_is_caught(monkeypatch):
    monkeypatch.setattr(Scrub, "value", lambda _, value, __=(): value)
    monkeypatch.setattr(bundle, "without_passwords", lambda value: value)
    assert soak_doctor.bundles(3).losses > 0
