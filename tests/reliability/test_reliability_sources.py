"""Sources that misbehave: a sample of the soak."""

import cv2
import pytest

from models.workshop.soak.sources.area import BRISK_RATE, FAULTS, figures_of, overgrown, table
from models.workshop.soak.sources.fault import Fault, Outcome
from models.workshop.soak.sources.parts import Ledger, sitting_in_a_folder
from models.workshop.soak.sources.run import Tried, tried

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def sitting():
    threads = cv2.getNumThreads()
    folder, sitting = sitting_in_a_folder()
    with folder:
        yield sitting
        sitting.close()
    cv2.setNumThreads(threads)


SAMPLE = {
    "unplugged, thrown meanwhile",
    "turned to another face after",
    "the tray differs from the camera",
    "tray: hundreds of rolls at once",
    "tray: thousands of new epochs",
    "tray: thousands of lost rolls claimed",
}


@pytest.mark.parametrize("fault", [one for one in FAULTS if one.name in SAMPLE], ids=lambda fault: fault.name)
def test_no_wrong_roll_is_taken_in_silence_and_the_game_goes_on(sitting, fault):
    one = tried(sitting, fault, 11, BRISK_RATE)
    assert one.losses == []
    assert not overgrown(one.ledger)


def test_every_loss_shows_in_the_figures_and_in_the_table():
    fault = Fault("x", lambda _: None, frozenset({Outcome.WAITED}), "must be told")
    ledger = Ledger(wrong=["7 was taken"], unclear=["\n"], stuck=1, flooded=1, lines=21)
    one = Tried(fault, 1, Outcome.ASKED, ledger, None)
    assert len(one.losses) == 5
    assert [figure.losses for figure in figures_of([one])] == [1, 1, 1, 1, 1]
    shown = Tried(FAULTS[0], 1, Outcome.ASKED, Ledger(wrong=["7 was taken"]), 2.5)
    assert "| 1 |  | 1 |  | 2.5 | 1 |" in table([shown])


def test_a_table_that_takes_whatever_it_is_told_would_lose(sitting, monkeypatch):
    from companion.rolls import arbiter
    from companion.rolls.echoes import Echo

    monkeypatch.setattr(arbiter, "echo", lambda *_: Echo.NONE)
    (twice,) = [one for one in FAULTS if one.name == "told by the tray, then typed"]
    assert any("wrong" in loss for loss in tried(sitting, twice, 11, BRISK_RATE).losses)
