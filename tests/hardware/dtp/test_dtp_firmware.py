"""What a board runs: it answers as the host's model of a tray does, to whatever is said."""

from __future__ import annotations

import doctest
import importlib.util
import sys
from types import ModuleType

import pytest
from dtp_kit import BOARD, FIRMWARE, Board, Modelled, bodies, frames
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.dtp.lines import framed
from hardware.dtp.messages import Die

EPOCH = "1a2b3c4d"
WRAP = BOARD.WRAP

numbers = st.one_of(st.integers(0, 45).map(str), st.sampled_from(["007", "+1", "", "9" * 10, "1e3"]))
epochs = st.sampled_from([EPOCH, EPOCH, EPOCH, "00000000", "1A2B3C4D", "short", ""])
host_bodies = st.one_of(
    numbers.map("HELLO,{}".format),
    numbers.map("PING,{}".format),
    st.builds("ACK,{},{}".format, epochs, numbers),
    st.builds("SYNC,{},{}".format, epochs, numbers),
    st.text(alphabet="ACKSYNHELOPIG,1a2b3c4d", max_size=20),
)
host_lines = st.one_of(
    host_bodies.filter(bool).map(framed),
    host_bodies.filter(bool).map(framed).map(bytes.lower),
    host_bodies.map(lambda body: b"$" + body.encode() + b"\r\n"),
    host_bodies.map(lambda body: b"$" + body.encode() + b"*00FF\n"),
    st.sampled_from([b"$", b"*", b"\n", b"\r", b"$$", b"x" * 199, b"x" * 200, b"$HELLO,1*7916\r\r\n"]),
    st.binary(max_size=8),
)
dice = st.lists(
    st.builds(Die, st.just("d10"), st.sampled_from("0123456789"), st.booleans()),
    min_size=1,
    max_size=3,
).map(tuple)
deeds = st.lists(
    st.one_of(
        st.tuples(st.just("hear"), host_lines),
        st.tuples(st.just("hear"), host_lines),
        st.tuples(st.just("roll"), dice),
        st.tuples(st.just("rolls"), st.integers(5, 40)),
        st.tuples(st.just("tick"), st.none()),
        st.tuples(st.just("wait"), st.integers(0, 9000)),
    ),
    max_size=40,
)


@settings(max_examples=400)
@given(deeds=deeds, began=st.sampled_from([0, 12345, WRAP - 3000]))
def test_board_and_model_say_the_same_whatever_happens(deeds, began):
    """`began` is what a board's clock shows at the start: it may begin anew in the middle."""
    model, board, now = Modelled(epoch=EPOCH), Board(epoch=EPOCH, began=began), 0
    assert model.hello() == board.hello()
    for deed, what in deeds:
        match deed:
            case "hear":
                pair = model.hear(what, now), board.hear(what, (began + now) % WRAP)
            case "roll":
                pair = model.roll(what, now), board.roll(what, (began + now) % WRAP)
            case "rolls":
                turns = [(tray, seq) for tray in (model, board) for seq in range(what)]
                said = {model: b"", board: b""}
                for tray, seq in turns:
                    at = now if tray is model else (began + now) % WRAP
                    said[tray] += tray.roll((Die("d10", str(seq % 10)),), at)
                pair = said[model], said[board]
            case "tick":
                pair = model.tick(now), board.tick((began + now) % WRAP)
            case _:
                now += what
                continue
        assert pair[0] == pair[1], (deed, what)
        assert model.held == board.held
        assert model.last == board.last


@given(body=st.text(alphabet=[chr(code) for code in range(32, 127)], max_size=150))
def test_board_and_model_frame_alike(body):
    try:
        line = framed(body)
    except ValueError:
        return
    assert BOARD.framed(body) == line


def test_a_roll_that_waits_for_weeks_is_never_said_to_be_young():
    """A board's clock begins anew every 12 days; what it held before then is not fresh again."""
    board, now, day = Board(epoch=EPOCH), 0, 24 * 3600 * 1000
    board.roll((Die("d6", "1"),), now)
    ages = []
    for _ in range(40):
        now += day // 2
        board.tick(now % WRAP)
        ages.append(int(bodies(board.hear(frames(f"SYNC,{EPOCH},1"), now % WRAP))[0].split(",")[3]))
    assert ages == sorted(ages)
    assert ages[3] == 2 * day
    assert ages[-1] == BOARD.OLDEST


def test_a_moment_out_of_turn_does_not_age_a_roll():
    board = Board(epoch=EPOCH, began=1000)
    board.roll((Die("d6", "1"),), 1000)
    assert bodies(board.hear(frames(f"SYNC,{EPOCH},1"), 990)) == [f"ROLL,{EPOCH},1,0,d6=1"]


def test_movement_battery_and_trouble_are_said_as_the_protocol_has_them():
    board = Board()
    board.tray.moving()
    board.tray.battery(87, charging=False)
    board.tray.trouble("jam", "die stuck in gate")
    assert board._said() == (b"$MOVE*5E3E\n$BAT,87,0*44A8\n$ERR,jam,die stuck in gate*42A1\n")


def test_what_the_readme_of_the_firmware_shows_is_what_it_says(monkeypatch):
    monkeypatch.setitem(sys.modules, "dtp", BOARD)
    done = doctest.testfile(str(FIRMWARE / "README.md"), module_relative=False)
    assert done.attempted >= 6
    assert done.failed == 0


class PowerCutError(Exception):
    """The end of a sketch that never ends."""


class Pins:
    """Stands in for MicroPython's `machine` and `time`, with a line and a switch."""

    def __init__(self):
        self.now = 0
        self.heard: list[bytes] = []
        self.said: list[bytes] = []
        self.until = 1000

    def machine(self):
        pins, module = self, ModuleType("machine")

        class Uart:
            def __init__(self, number, baud, *, tx, rx):
                assert (number, baud) == (1, 115200)
                assert tx != rx

            def read(self):
                return pins.heard.pop(0) if pins.heard else None

            def write(self, data):
                pins.said.append(data)

        class Pin:
            IN, PULL_UP = 0, 1

            def __init__(self, number, mode, pull):
                assert (number, mode, pull) == (14, Pin.IN, Pin.PULL_UP)

            def value(self):
                return 1

        module.UART, module.Pin = Uart, Pin
        module.unique_id = lambda: bytes((0xAA, 0x01, 0x2B, 0xFF))
        return module

    def time(self):
        module = ModuleType("time")
        module.ticks_ms = lambda: self.now % WRAP
        module.sleep_ms = self.sleep
        return module

    def sleep(self, milliseconds):
        self.now += milliseconds
        if self.now >= self.until:
            raise PowerCutError


@pytest.fixture
def pins(monkeypatch):
    pins = Pins()
    monkeypatch.setitem(sys.modules, "machine", pins.machine())
    monkeypatch.setitem(sys.modules, "time", pins.time())
    monkeypatch.setitem(sys.modules, "dtp", BOARD)
    return pins


def sketch():
    spec = importlib.util.spec_from_file_location("tray_firmware_main", FIRMWARE / "main.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.usefixtures("pins")
def test_the_sketch_names_itself_by_its_chip_and_draws_an_epoch_at_every_start():
    first, second = sketch(), sketch()
    assert first.SERIAL == second.SERIAL == "TRAY-012BFF"
    assert first.EPOCH != second.EPOCH
    assert len(first.EPOCH) == 8
    assert set(first.EPOCH) <= set("0123456789abcdef")


def test_the_sketch_greets_answers_and_tells_of_nothing_while_nothing_moves(pins):
    board = sketch()
    pins.heard = [b"$PING,7", frames("PING,8")[1:], frames("PING,9")]
    with pytest.raises(PowerCutError):
        board.main()
    assert bodies(b"".join(pins.said)) == [f"HELLO,1,TRAY-012BFF,{board.EPOCH},1,0", "PONG,9"]


def test_the_sketch_tells_that_dice_move_and_how_they_lie_and_sends_it_until_it_is_kept(pins):
    board = sketch()
    readings = [None, None, "d10=7 mon.eye=S"]
    board.read_dice = lambda: readings.pop(0)
    pins.until = 2500

    def tilt(_pin):
        if pins.now >= 1500:
            pins.heard = [frames(f"ACK,{board.EPOCH},1")]
        return 0 if readings else 1  # closed to ground until the dice lie still

    sys.modules["machine"].Pin.value = tilt
    with pytest.raises(PowerCutError):
        board.main()
    assert bodies(b"".join(pins.said)) == [
        f"HELLO,1,TRAY-012BFF,{board.EPOCH},1,0",
        "MOVE",
        f"ROLL,{board.EPOCH},1,0,d10=7 mon.eye=S",
        f"ROLL,{board.EPOCH},1,1000,d10=7 mon.eye=S",
    ]
