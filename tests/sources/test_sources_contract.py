"""One contract, every source: camera, keyboard, script."""

from __future__ import annotations

from queue import Empty, SimpleQueue

import pytest
from dice_stage import ColourLooker, Die, Stage, roll_in

from companion.rolls.readings import RollReading, SourceFault, SourceKind
from companion.sources.camera import CameraSource
from companion.sources.keyboard import KeyboardSource
from companion.sources.script import ScriptSource
from hardware.pictures import ArrayFrames

TARGETS = (Die(640, 360, 7), Die(420, 300, 3, 50), Die(800, 420, 1, 80))


def clip():
    """Three throws; between them an arm takes the die away."""
    stage = Stage()
    for _ in range(8):
        yield stage.draw()
    for target in TARGETS:
        for die in roll_in(target):
            yield stage.draw(die)
        for _ in range(12):
            yield stage.draw(target)
        for reach in range(40, 480, 60):
            yield stage.draw(target, hand=(target.x, reach))
        for reach in range(480, -160, -60):
            yield stage.draw(hand=(target.x, reach))
        for _ in range(8):
            yield stage.draw()


class CameraCase:
    kind = SourceKind.CAMERA

    def make(self):
        return CameraSource(ArrayFrames(clip(), "clip"), ColourLooker())

    def roll(self, source):
        """Do nothing: a clip rolls by itself."""


class KeyboardCase:
    kind = SourceKind.KEYBOARD

    def make(self):
        self.faces = iter("731")
        return KeyboardSource()

    def roll(self, source):
        source.enter(next(self.faces))


class ScriptCase:
    kind = SourceKind.SCRIPT

    def make(self):
        return ScriptSource(["7", "d10=3", "1"])

    def roll(self, source):
        source.expect(("d10",))


@pytest.fixture(params=[CameraCase, KeyboardCase, ScriptCase])
def case(request):
    return request.param()


def next_roll(heard):
    value = heard.get(timeout=30)
    assert isinstance(value, RollReading), value
    return value


def three_rolls(case):
    source, heard = case.make(), SimpleQueue()
    source.start(heard.put)
    rolls = []
    for _ in range(3):
        case.roll(source)
        rolls.append(next_roll(heard))
    return source, heard, rolls


def test_a_source_hands_in_its_rolls_in_order(case):
    source, _, rolls = three_rolls(case)
    assert [roll.dice[0].face for roll in rolls] == ["7", "3", "1"]
    assert all(roll.source_kind is case.kind is source.kind for roll in rolls)
    assert all(roll.source_id == source.source_id for roll in rolls)
    source.stop()


def test_keys_are_unique_and_name_their_source(case):
    source, _, rolls = three_rolls(case)
    assert len({roll.key for roll in rolls}) == 3
    assert all(roll.key.startswith(f"{source.source_id}#") for roll in rolls)
    source.stop()


def test_throws_grow_and_at_rest_never_falls_behind_them(case):
    source, _, rolls = three_rolls(case)
    throws = [roll.throw for roll in rolls]
    assert throws == sorted(set(throws))
    assert throws[0] >= 1
    assert source.at_rest >= throws[-1]
    source.stop()


def test_times_never_go_back(case):
    source, _, rolls = three_rolls(case)
    assert [roll.taken_at for roll in rolls] == sorted(roll.taken_at for roll in rolls)
    source.stop()


def test_nothing_is_handed_in_after_stop(case):
    source, heard, _ = three_rolls(case)
    source.stop()
    while not heard.empty():
        heard.get()
    case.faces = iter("9")
    case.roll(source)
    with pytest.raises(Empty):
        heard.get(timeout=0.2)


def test_stop_twice_is_harmless(case):
    source, _, _ = three_rolls(case)
    source.stop()
    source.stop()


def test_stop_before_start_is_harmless(case):
    source = case.make()
    source.stop()
    with pytest.raises(RuntimeError):
        source.start(lambda _: None)


def test_a_source_is_started_once(case):
    source = case.make()
    source.start(lambda _: None)
    with pytest.raises(RuntimeError):
        source.start(lambda _: None)
    source.stop()


def test_expectations_may_come_and_go_at_any_time(case):
    source = case.make()
    source.expect(("d10",))
    source.expect(())
    source.start(lambda _: None)
    source.expect(())
    source.stop()


def test_a_listener_may_stop_its_own_source(case):
    source, heard = case.make(), SimpleQueue()

    def listener(value: RollReading | SourceFault) -> None:
        heard.put(value)
        source.stop()

    source.start(listener)
    case.roll(source)
    assert next_roll(heard).dice[0].face == "7"
    with pytest.raises(Empty):
        heard.get(timeout=0.2)
