"""A clip at the pace of life: no frame early, none dropped, and a wait that ends when told to."""

import threading

import numpy as np
import pytest
from array_frames import ArrayFrames

from hardware.frames import EndOfFrames, Frame
from hardware.recordings import PacedFrames

PICTURES = [np.full((4, 4, 3), level, np.uint8) for level in range(4)]


class Clock:
    """Time that passes only when the test says so."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_no_frame_comes_before_its_time_and_none_is_dropped(clock):
    source = PacedFrames(ArrayFrames(PICTURES, "clip", rate=10), clock)
    assert source.next_frame(0.001).number == 0
    assert source.next_frame(0.001) is None
    clock.now += 0.1
    assert source.next_frame(0.001).number == 1
    clock.now += 5.0
    late = [source.next_frame(0.001) for _ in range(3)]
    assert [event.number for event in late[:2]] == [2, 3]
    assert isinstance(late[2], EndOfFrames)


def test_it_waits_no_longer_than_it_was_told(clock):
    source = PacedFrames(ArrayFrames(PICTURES, "clip", rate=0.001), clock)
    assert isinstance(source.next_frame(0.001), Frame)
    assert source.next_frame(0.001) is None


def test_closing_ends_a_wait(clock):
    source = PacedFrames(ArrayFrames(PICTURES, "clip", rate=0.001), clock)
    source.next_frame(0.001)
    heard = []
    waiter = threading.Thread(target=lambda: heard.append(source.next_frame(60.0)))
    waiter.start()
    source.close()
    waiter.join(timeout=30)
    assert isinstance(heard[0], EndOfFrames)
