"""One contract, every source: camera, keyboard, script, trays of both sorts, Bluetooth dice."""

from __future__ import annotations

from queue import Empty, SimpleQueue

import pytest
from array_frames import ArrayFrames
from dice_stage import ColourLooker, Die, Stage, roll_in
from tray_kit import PtyTray, until

from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import RollReading, SourceKind
from companion.rolls.source import DeviceState, KnownDevice, Sort
from companion.sources.ble import BleSource
from companion.sources.camera import CameraSource
from companion.sources.printed import PrintedSource
from companion.sources.script import ScriptSource
from companion.sources.tray import TraySource
from hardware.printed.library import shipped_profiles
from hardware.simulators.dice import ScriptedRadio

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


class Case:
    """A source, and a way to roll before it."""

    kind: SourceKind

    def __init__(self, folder):
        self.folder = folder
        self.faces = iter("731")

    def make(self):
        raise NotImplementedError

    def roll(self, source):
        """Let it have its next roll."""

    def prefix(self, source):
        """What its keys begin with."""
        return f"{source.source_id}#"

    def close(self):
        """Give back what stood behind it."""


class CameraCase(Case):
    kind = SourceKind.CAMERA

    def make(self):
        return CameraSource(ArrayFrames(clip(), "clip"), ColourLooker())  # it rolls by itself


class ScriptCase(Case):
    kind = SourceKind.SCRIPT

    def make(self):
        return ScriptSource(["7", "d10=3", "1"])

    def roll(self, source):
        source.expect(("d10",))


class TrayCase(Case):
    kind = SourceKind.TRAY

    def __init__(self, folder):
        super().__init__(folder)
        self.tray = PtyTray(folder / "port")

    def make(self):
        return TraySource(self.tray.url, {})

    def roll(self, source):
        until(lambda: source.devices()[0].state is DeviceState.OK)
        self.tray.roll(f"d10={next(self.faces)}")

    def prefix(self, _source):
        return "tray:T-1/0000abcd#"  # the same at every table and in every program

    def close(self):
        self.tray.close()


class PrintedCase(Case):
    """Its line says something every five seconds of a clock that goes on with it."""

    kind = SourceKind.TRAY

    def __init__(self, folder):
        super().__init__(folder)
        self.said = SimpleQueue()
        self.now = 100.0

    def make(self):
        profile = next(one for one in shipped_profiles() if one.name == "words")
        return PrintedSource("/dev/ttyTEST0", profile, "d10", opener=lambda: self, clock=lambda: self.now)

    def roll(self, _source):
        self.said.put(f"Dice: {next(self.faces)}\n".encode())

    def prefix(self, _source):
        return "printed:"

    def read(self):
        try:
            data = self.said.get(timeout=0.01)
        except Empty:
            data = b""
        self.now += 5.0
        return data

    def close(self):
        """The line is no more than this."""


class BluetoothCase(Case):
    kind = SourceKind.BLE

    def __init__(self, folder):
        super().__init__(folder)
        self.radio = ScriptedRadio()

    def make(self):
        book = DeviceBook(None)
        book.met(KnownDevice("pixels:1a2b3c4d", Sort.PIXELS, name="Sparkle"))
        return BleSource(self.radio, book)

    def roll(self, _source):
        self.radio.play("pixels:1a2b3c4d is d10")
        self.radio.play(f"pixels:1a2b3c4d roll {next(self.faces)}")


CASES = [CameraCase, ScriptCase, TrayCase, PrintedCase, BluetoothCase]


@pytest.fixture(params=CASES)
def case(request, tmp_path):
    case = request.param(tmp_path)
    yield case
    case.close()


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


def test_a_source_hands_in_its_rolls_once_and_in_order(case):
    source, _, rolls = three_rolls(case)
    assert [roll.dice[0].face for roll in rolls] == ["7", "3", "1"]
    assert all(roll.source_kind is case.kind is source.kind for roll in rolls)
    assert all(roll.source_id == source.source_id for roll in rolls)
    assert len({roll.key for roll in rolls}) == 3
    assert all(roll.key.startswith(case.prefix(source)) for roll in rolls)
    throws = [roll.throw for roll in rolls]
    assert throws == sorted(set(throws))
    assert throws[0] >= 1
    assert source.at_rest >= throws[-1]
    assert [roll.taken_at for roll in rolls] == sorted(roll.taken_at for roll in rolls)
    for roll in (*rolls, *rolls):  # it may be told at any time, and again
        source.kept(roll.key)
    source.kept("nobody's")
    source.stop()
    source.kept(rolls[0].key)


def test_nothing_is_handed_in_after_stop(case):
    source, heard, _ = three_rolls(case)
    source.stop()
    while not heard.empty():
        heard.get()
    case.faces = iter("9")
    case.roll(source)
    with pytest.raises(Empty):
        heard.get(timeout=0.2)
    source.stop()  # twice is harmless


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


def test_its_devices_are_told_at_any_time_and_expectations_come_and_go(case):
    source = case.make()
    source.expect(("d10",))
    source.expect(())
    assert all(device.source_id == source.source_id for device in source.devices())
    source.start(lambda _: None)
    source.expect(())
    assert all(device.text for device in source.devices())
    source.stop()
    assert len({device.id for device in source.devices()}) == len(source.devices())


def test_a_listener_may_stop_its_own_source(case):
    source, heard = case.make(), SimpleQueue()

    def listener(value):
        heard.put(value)
        source.stop()

    source.start(listener)
    case.roll(source)
    assert next_roll(heard).dice[0].face == "7"
    with pytest.raises(Empty):
        heard.get(timeout=0.2)
