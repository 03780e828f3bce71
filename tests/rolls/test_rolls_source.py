"""What every source of rolls does: it is started once, hands in until it is stopped, and then nothing."""

from __future__ import annotations

import threading

import pytest

from companion.rolls import source as module
from companion.rolls.readings import SourceFault
from companion.rolls.source import RollSource

FAULT = SourceFault("script", "nothing left", "script", "type the dice")


def test_a_source_says_what_little_it_has_until_it_says_otherwise():
    source = RollSource("bare")
    assert (source.at_rest, source.under_way, source.devices(), source.deck) == (0, 0, (), "")


def test_nothing_is_handed_in_before_the_start_nor_after_the_end():
    heard = []
    source = RollSource("bare")
    assert not source._hand_in(FAULT)
    source.start(heard.append)
    assert source._hand_in(FAULT)
    source.stop()
    assert not source._hand_in(FAULT)
    assert heard == [FAULT]


def test_a_source_is_started_once_and_not_after_its_end():
    source = RollSource("bare")
    source.start(print)
    with pytest.raises(RuntimeError):
        source.start(print)
    ended = RollSource("ended")
    ended.stop()
    with pytest.raises(RuntimeError):
        ended.start(print)


def test_its_work_is_waited_for_unless_it_ends_the_source_itself():
    ended = threading.Event()
    source = RollSource("busy", lambda: ended.set() if source.closed.wait(30) else None)
    source.start(print)
    source.stop()
    assert ended.is_set()
    source.stop()  # twice is harmless


def test_a_source_may_end_in_its_own_thread():
    def work():
        source.stop()

    source = RollSource("alone", work)
    source.start(print)
    source._thread.join(30)
    assert not source._thread.is_alive()


def test_a_listener_that_hangs_does_not_hold_the_end_up(monkeypatch):
    monkeypatch.setattr(module, "_PATIENCE_S", 0.01)
    hanging, leave = threading.Event(), threading.Event()

    def listen(_value):
        hanging.set()
        leave.wait(30)

    source = RollSource("bare")
    source.start(listen)
    thread = threading.Thread(target=source._hand_in, args=(FAULT,))
    thread.start()
    assert hanging.wait(30)
    source.stop()
    leave.set()
    thread.join(30)
    assert not thread.is_alive()
