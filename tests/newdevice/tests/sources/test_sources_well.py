"""A dice well as a source: what counts, what does not, and what is said."""

import threading

import pytest
from tray_kit import until

from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import RollReading, SourceFault
from companion.rolls.source import DeviceState, KnownDevice, Sort
from companion.sources.well import WellSource
from hardware.simulators.well import SimulatedWell


class Bench:
    """A well, its source and what was handed in; a second passes with each look at the clock."""

    def __init__(self, book=None):
        self.now, self.heard, self.lock = 0.0, [], threading.Lock()
        self.well = SimulatedWell()
        self.source = WellSource("/dev/ttyTEST0", "run", book, opener=lambda: self.well, clock=self.clock, pace=200)
        self.source.start(self.heard.append)
        until(lambda: self.device.state is DeviceState.OK)

    def clock(self):
        with self.lock:
            self.now += 2.0
            return self.now

    @property
    def device(self):
        return self.source.devices()[0]

    def of(self, sort):
        return [one for one in self.heard if isinstance(one, sort)]

    def roll(self, face):
        before = len(self.of(RollReading))
        self.well.roll(face)
        until(lambda: len(self.of(RollReading)) > before)


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.source.stop()


def test_what_lies_there_when_the_line_opens_is_no_roll(bench):
    asked = bench.device.quality.good
    until(lambda: bench.device.quality.good > asked + 3)
    assert bench.heard == []


def test_the_same_face_again_is_another_roll(bench):
    bench.roll("7")
    bench.roll("7")
    assert [roll.faces_text() for roll in bench.of(RollReading)] == ["d10=7", "d10=7"]
    assert bench.device.last == "d10=7"


def test_rolls_between_two_answers_are_missed_and_said_so(bench):
    bench.well._lies = type(bench.well._lies)(3, "4")
    until(lambda: bench.of(RollReading))
    assert bench.of(SourceFault)[0].what == "3 rolls were missed"
    assert bench.device.quality.lost == 3


def test_a_cut_line_is_said_once_and_tried_again(bench):
    bench.well.cut = True
    until(lambda: bench.device.state is DeviceState.FAULT)
    bench.well.cut = False
    until(lambda: bench.device.state is DeviceState.OK)
    assert [fault.what for fault in bench.of(SourceFault)] == ["the line was cut"]
    bench.roll("2")


def test_its_name_and_its_player_come_from_the_book():
    book = DeviceBook(None)
    book.met(KnownDevice("well:/dev/ttyTEST0", Sort.WELL, "the old well", seat="Ben"))
    bench = Bench(book)
    bench.roll("1")
    assert (bench.device.name, bench.of(RollReading)[0].owner) == ("the old well", "Ben")
    bench.source.stop()
