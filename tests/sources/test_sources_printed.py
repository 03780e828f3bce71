"""Trays that print, as a source: on lines made of a list, and on a real pseudo-terminal."""

import re
import threading
from queue import Empty, SimpleQueue
from time import monotonic, sleep

import pytest

from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import RollReading, SourceFault, SourceKind
from companion.rolls.source import DeviceState, Sort
from companion.sources.printed import AS_A_TRAY, NO_GUARANTEE, WHICH_DICE, PrintedSource
from hardware.dtp.lines import framed
from hardware.ports import PortError
from hardware.printed.library import shipped_profiles
from hardware.simulators.line import LineError, PtyEnd

PROFILES = {profile.name: profile for profile in shipped_profiles()}
PORT = "/dev/ttyTEST0"
ID = f"printed:{PORT}"


class Clock:
    """Goes on only when it is told to."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Wire:
    """Opens ports that say what `say` was given, until they are cut."""

    def __init__(self, clock):
        self.clock = clock
        self.opened = 0
        self.closed = 0
        self.refuse = False
        self.broken = False
        self.said = SimpleQueue()
        self.read_up = threading.Event()

    def __call__(self):
        if self.refuse:
            raise PortError(f"{PORT}: there is no such port; is it plugged in and switched on?")
        self.opened += 1
        return self

    def read(self):
        try:
            self.clock.now, data = self.said.get(timeout=0.01)
        except Empty:
            self.read_up.set()
            return b""
        if data is None:
            raise PortError(f"{PORT}: the line was cut")
        if data is ValueError:
            raise data("odd")
        return data

    def write(self, data):
        raise AssertionError(f"nothing is ever said to such a device, but {data}")

    def close(self):
        self.closed += 1


class Bench:
    """A source on such a wire. Time is told with each line."""

    def __init__(self, name="numbers", kind="d10", book=None, **options):
        self.clock = Clock()
        self.wire = Wire(self.clock)
        self.heard = SimpleQueue()
        self.source = PrintedSource(
            PORT,
            PROFILES.get(name),
            kind,
            book,
            opener=self.wire,
            clock=self.clock,
            pace=1000.0,
            **options,
        )

    def start(self):
        self.source.start(self.heard.put)
        return self

    def say(self, *lines, step=5.0):
        """Print lines, `step` seconds apart, and let the last be done."""
        at = self.clock.now
        for line in lines:
            at += step
            data = line if isinstance(line, bytes) else f"{line}\n".encode()
            self.wire.said.put((at, data))
        self.pass_(at + step)

    def pass_(self, at):
        self.wire.said.put((at, b""))
        self.settle()

    def settle(self):
        for _ in range(2):  # once for what is in hand, once for what was just read
            self.wire.read_up.clear()
            assert self.wire.read_up.wait(10)

    def cut(self):
        self.wire.said.put((self.clock.now + 1.0, None))

    def got(self):
        found = []
        while not self.heard.empty():
            found.append(self.heard.get())
        return found

    def rolls(self):
        return [one for one in self.got() if isinstance(one, RollReading)]

    @property
    def device(self):
        (found,) = self.source.devices()
        return found


@pytest.fixture
def bench():
    made = []

    def make(*words, **options):
        made.append(Bench(*words, **options).start())
        return made[-1]

    yield make
    for one in made:
        one.source.stop()
        one.source.stop()  # twice is harmless


def until(holds):
    deadline = monotonic() + 20
    while not holds():
        assert monotonic() < deadline
        sleep(0.005)


def test_rolls_are_handed_in_with_keys_and_throws_that_never_come_twice(bench):
    one = bench(run="ab12")
    one.say("7", "3", "3 5")
    first = one.rolls()
    one.source.stop()
    assert first[0].source_id == one.source.source_id == f"printed:{PORT}.ab12"
    other = bench()  # the same port, opened anew by another source
    other.say("7")
    every = first + other.rolls()
    assert [reading.faces_text() for reading in every] == ["d10=7", "d10=3", "d10=3 d10=5", "d10=7"]
    assert all(reading.key.startswith("printed:ab12#") for reading in first)
    assert re.fullmatch(r"printed:[0-9a-f]{8}#\d+", every[-1].key)
    assert len({reading.key for reading in every}) == 4
    throws = [reading.throw for reading in every]
    assert throws == sorted(set(throws))
    assert (one.source.at_rest, other.source.at_rest) == (throws[2], throws[3])
    assert {reading.source_kind for reading in every} == {SourceKind.TRAY}


def test_a_roll_that_lay_there_before_it_was_asked_for_is_late(bench):
    one = bench()
    one.say("7", step=0.4)  # printed at 100.4, a roll only at 100.9
    one.source.expect(("d10",))
    one.pass_(101.0)
    one.say("5")
    assert [(reading.faces_text(), reading.late) for reading in one.rolls()] == [
        ("d10=7", True),
        ("d10=5", False),
    ]


def test_the_dice_of_a_seat_are_that_player_s(bench):
    book = DeviceBook(None)
    one = bench(book=book)
    one.settle()
    book.assign(ID, "d6", "Ann")
    one.say("7", "4")
    got = one.got()
    assert [reading.owner for reading in got if isinstance(reading, RollReading)] == ["Ann"]
    assert [fault.what for fault in got if isinstance(fault, SourceFault)] == [
        "a d6 has no face '7'; it has 1 2 3 4 5 6; that roll is not counted"
    ]


def test_monster_dice_have_their_names_of_the_games(bench):
    one = bench("kinds", "")
    one.say("mon.teeth=S mon=4", "md.eye=2")
    assert [reading.faces_text() for reading in one.rolls()] == ["md.teeth=S md=4", "md.eye=2"]


def test_it_is_shown_plainly_that_nothing_is_guaranteed(bench):
    one = bench()
    one.say("7", "boot", "12")
    device = one.device
    assert (device.id, device.sort, device.state) == (ID, Sort.PRINTED, DeviceState.OK)
    assert device.text == f"connected, prints as 'numbers'; {NO_GUARANTEE}"
    assert not device.guaranteed
    assert (device.kind, device.last, device.where) == ("d10", "d10=7", PORT)
    assert device.note.startswith("a d10 has no face '12'")
    assert device.note.endswith(": not counted")
    assert (device.quality.good, device.quality.bad) == (1, 2)


def test_a_number_without_a_kind_is_never_handed_in_and_the_question_is_put_once(bench):
    book = DeviceBook(None)
    one = bench("numbers", "", book=book)
    one.say("4", "5")
    (fault,) = one.got()
    assert fault.what == WHICH_DICE
    assert one.device.state is DeviceState.TRYING
    assert one.device.text == f"{WHICH_DICE}; {NO_GUARANTEE}"
    assert (one.device.last, one.device.note) == (
        "5",
        "5: not counted, it is not known which dice it reads",
    )
    until(lambda: book.get(ID) is not None)
    book.assign(ID, "d6", "")
    one.say("3")
    assert [reading.faces_text() for reading in one.rolls()] == ["d6=3"]
    assert one.device.state is DeviceState.OK


def test_what_is_refused_is_told_now_and_then_and_noted_always(bench):
    one = bench()
    one.say(*(str(1000 + n) for n in range(20)), step=1.0)
    assert [fault.what.split("'")[1] for fault in one.got()] == ["1000", "1010"]
    assert "'1019'" in one.device.note


def test_until_a_profile_is_chosen_it_is_said_what_to_do(bench):
    one = bench(None)
    one.settle()
    assert "throw a few times" in one.device.text
    one.say("4", "5", "6")
    assert [reading.faces_text() for reading in one.rolls()] == ["d10=6"]
    assert "'numbers'" in one.device.text


def test_lines_that_nobody_understands_are_told_once_with_what_they_are(bench):
    one = bench(None)
    one.say(*(f"it is {n} o'clock" for n in range(8)))
    (fault,) = one.got()
    assert fault.what == "no profile understands what it prints"
    assert "it is 4 o'clock" in fault.todo
    assert one.device.state is DeviceState.FAULT
    assert "it is 7 o'clock" in one.device.text


def test_a_named_profile_that_fits_nothing_is_told_once(bench):
    one = bench("web-json")
    one.say(*map(str, range(1, 9)))
    (fault,) = one.got()
    assert fault.what == "none of its lines is understood as 'web-json'"
    assert one.device.state is DeviceState.FAULT
    one.say('{"dice":4}')
    assert one.device.state is DeviceState.OK


def test_a_tray_that_speaks_dtp_is_told_to_be_opened_as_one(bench):
    one = bench()
    one.say(framed("HELLO,1,T-1,1a2b3c4d,1,1"), framed("ROLL,1a2b3c4d,1,0,d10=7"), "7")
    (fault,) = one.got()
    assert str(fault) == f"{PORT}: {AS_A_TRAY}; start with --tray tray:{PORT}"
    assert (one.device.state, one.device.text) == (DeviceState.FAULT, AS_A_TRAY)


def test_an_outage_is_told_once_and_the_rolls_go_on_afterwards(bench):
    one = bench()
    one.say("7")
    one.wire.refuse = True
    one.cut()
    until(lambda: one.device.text.startswith("there is no such port"))
    one.wire.refuse = False
    until(lambda: one.wire.opened == 2)
    one.say("3")
    reading, fault, after = one.got()
    assert (reading.faces_text(), after.faces_text()) == ("d10=7", "d10=3")
    assert (fault.what, fault.where, fault.over) == ("the line was cut", PORT, False)
    assert one.device.state is DeviceState.OK
    assert one.wire.closed == 1


def test_what_nobody_thought_of_ends_the_source_and_not_the_game(bench):
    one = bench()
    one.wire.said.put((101.0, ValueError))
    until(lambda: not one.heard.empty())
    (fault,) = one.got()
    assert fault.over
    assert "cannot be used" in fault.what
    assert one.wire.closed == 1


def test_the_kind_that_was_named_is_remembered_and_may_be_changed(bench, tmp_path):
    path = tmp_path / "devices.json"
    one = bench(book=DeviceBook(path))
    one.say("7")
    one.source.stop()
    book = DeviceBook(path)
    assert (book.get(ID).kind, book.get(ID).where) == ("d10", PORT)
    book.assign(ID, "d10", "Ben")
    again = bench("numbers", "", book=book)  # nothing is named this time
    again.say("7")
    assert [(one.faces_text(), one.owner) for one in again.rolls()] == [("d10=7", "Ben")]
    named = bench("numbers", "d20", book=book)
    named.say("17")
    assert [one.faces_text() for one in named.rolls()] == ["d20=17"]
    assert (book.get(ID).kind, book.get(ID).seat) == ("d20", "Ben")


def test_a_book_that_cannot_be_written_does_not_stop_the_dice(bench, tmp_path):
    path = tmp_path / "folder"
    path.write_text("in the way")
    one = bench(book=DeviceBook(path / "devices.json"))
    one.say("7")
    assert [reading.faces_text() for reading in one.rolls()] == ["d10=7"]


def test_on_a_real_line_rolls_arrive_and_come_back_after_it_was_unplugged(tmp_path):
    link = tmp_path / "tray"
    try:
        end = PtyEnd(str(link))
    except LineError as error:
        pytest.skip(str(error))
    heard = SimpleQueue()
    source = PrintedSource(str(link), PROFILES["words"], "d6", pace=50.0)
    source.start(heard.put)
    try:
        until(lambda: source.devices()[0].state is DeviceState.OK)
        sleep(0.3)  # what comes at once may be the end of a line
        for _ in range(3):
            end.send(b"Dice: 4\r\n")
        assert heard.get(timeout=20).faces_text() == "d6=4"
        end.unplug()
        assert isinstance(heard.get(timeout=20), SourceFault)
        end.plug()
        until(lambda: source.devices()[0].state is DeviceState.OK)
        sleep(0.3)
        end.send(b"Dice: 2\r\n")
        assert heard.get(timeout=20).faces_text() == "d6=2"
    finally:
        source.stop()
        end.close()


def test_rolls_that_are_printed_faster_than_hands_throw_are_told_once_and_count_for_nothing(bench):
    one = bench()
    one.say(*(str(face) for face in range(10)), step=0.6)
    values = one.got()
    (fault,) = [value for value in values if isinstance(value, SourceFault)]
    assert "faster than anybody can throw" in fault.what
    rolls = [value for value in values if isinstance(value, RollReading)]
    assert not rolls[0].doubt
    assert all(roll.doubt for roll in rolls[1:])
    assert all(roll.late for roll in rolls[5:])
    assert len(rolls) > 6
