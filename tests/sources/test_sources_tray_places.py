"""Where a tray is: by its port's name, by the port's identity, or wherever one answers."""

import pytest

from companion.core.errors import UsageError
from companion.rolls.devicebook import DeviceBook
from companion.rolls.source import KnownDevice, Sort
from companion.sources.opening import AbsentSource, is_device, open_tray
from companion.sources.tray_places import AnyPlace, NamedPlace
from hardware.dtp.lines import framed
from hardware.ports import PortError, PortInfo

TRAY = PortInfo("/dev/ttyUSB1", "CP2102", "4292:60000:0001:1-1")
OTHER = PortInfo("/dev/ttyACM0", "a printer", "1:2:3:4")
HELLO = framed("HELLO,1,T-1,0000abcd,1,0")


class Line:
    def __init__(self, says):
        self.says = says
        self.closed = False

    def read(self):
        said, self.says = self.says, b""
        return said

    def write(self, data):
        pass

    def close(self):
        self.closed = True


class Machine:
    """Ports, and what answers at each; others are not there."""

    def __init__(self, answers, there=(TRAY, OTHER)):
        self.answers = answers
        self.there = list(there)
        self.opened = []
        self.lines = []

    def ports(self):
        return tuple(self.there)

    def open(self, url):
        self.opened.append(url)
        if url not in self.answers:
            raise PortError(f"{url}: there is no such port")
        self.lines.append(Line(self.answers[url]))
        return self.lines[-1]


def book_with(where, identity=""):
    book = DeviceBook(None)
    book.met(KnownDevice("tray:T-1", Sort.TRAY, where=where, identity=identity))
    return book


def anywhere(machine, book=None):
    return AnyPlace(book, machine.ports, machine.open, limit=0.05)


def test_a_port_by_name_is_opened_and_nothing_else_is():
    machine = Machine({"/dev/ttyUSB0": b""})
    book = book_with("/dev/ttyUSB0", TRAY.identity)
    place = NamedPlace("/dev/ttyUSB0", book, machine.ports, machine.open)
    place.open()
    assert (machine.opened, place.where) == (["/dev/ttyUSB0"], "/dev/ttyUSB0")


def test_a_tray_whose_port_has_another_name_today_is_found_by_its_identity():
    machine = Machine({"/dev/ttyUSB1": b""})
    book = book_with("/dev/ttyUSB0", TRAY.identity)
    place = NamedPlace("/dev/ttyUSB0", book, machine.ports, machine.open)
    place.open()
    assert place.where == "/dev/ttyUSB1"


@pytest.mark.parametrize("identity", ["", "another:one:than:these"])
def test_a_missing_port_of_which_no_identity_is_known_stays_missing(identity):
    machine = Machine({"/dev/ttyUSB1": b""})
    place = NamedPlace("/dev/ttyUSB0", book_with("/dev/ttyUSB0", identity), machine.ports, machine.open)
    with pytest.raises(PortError, match="/dev/ttyUSB0: there is no such port"):
        place.open()
    assert place.where == "/dev/ttyUSB0"


def test_a_tray_met_before_is_asked_first_wherever_its_port_is():
    machine = Machine({"/dev/ttyUSB1": HELLO, "/dev/ttyACM0": HELLO}, (OTHER, TRAY))
    place = anywhere(machine, book_with("/dev/ttyUSB0", TRAY.identity))
    place.open()
    assert (machine.opened, place.where) == (["/dev/ttyUSB1"], "/dev/ttyUSB1")
    assert not machine.lines[0].closed


def test_without_one_met_before_each_port_is_asked():
    machine = Machine({"/dev/ttyUSB1": HELLO, "/dev/ttyACM0": b"ok\n"}, (OTHER, TRAY))
    place = anywhere(machine)
    place.open()
    assert place.where == "/dev/ttyUSB1"
    assert [line.closed for line in machine.lines] == [True, False]


def test_a_port_where_nothing_answered_is_left_alone_until_it_is_plugged_in_anew():
    machine = Machine({"/dev/ttyACM0": b"ok\n"}, (OTHER,))
    place = anywhere(machine)
    for _ in range(3):
        with pytest.raises(PortError, match="no tray answers at /dev/ttyACM0"):
            place.open()
    assert machine.opened == ["/dev/ttyACM0"]
    machine.there.clear()
    with pytest.raises(PortError, match="no serial port is there"):
        place.open()
    machine.there.append(OTHER)
    machine.answers["/dev/ttyACM0"] = HELLO
    place.open()
    assert place.where == "/dev/ttyACM0"


def test_where_a_tray_was_met_is_asked_again_and_again():
    machine = Machine({"socket://127.0.0.1:4": b""}, ())
    place = anywhere(machine, book_with("socket://127.0.0.1:4"))
    for _ in range(2):
        with pytest.raises(PortError):
            place.open()
    machine.answers["socket://127.0.0.1:4"] = HELLO
    place.open()
    assert place.where == "socket://127.0.0.1:4"


def test_a_port_that_refuses_is_named_with_the_reason():
    with pytest.raises(PortError, match=r"no tray answers; /dev/ttyUSB1: there is no such port"):
        anywhere(Machine({}, (TRAY,))).open()


def test_looking_ends_when_the_table_is_left():
    machine = Machine({"/dev/ttyUSB1": HELLO})
    place = anywhere(machine)
    place.give_up()
    with pytest.raises(PortError):
        place.open()
    assert machine.opened == []


@pytest.mark.parametrize(
    ("device", "specs"),
    [
        (True, "tray:/dev/ttyUSB0 tray:auto /dev/ttyUSB0 /dev/rfcomm0 COM5 com12 loop://"),
        (True, "socket://127.0.0.1:7 rfc2217://host:1 printed:COM3?kind=d10 dice dice:simulate:x"),
        (False, "0 clip.mp4 rtsp://host/live http://host/ COMIC.avi COM dice.mp4"),
        (False, "/home/ann/tty.mp4 ./dice /dev/video0"),
    ],
)
def test_words_that_name_a_device_a_camera_or_a_file(device, specs):
    assert {spec: is_device(spec) for spec in specs.split()} == dict.fromkeys(specs.split(), device)


def test_a_tray_is_opened_by_the_name_that_people_gave_it():
    book = book_with("/dev/ttyUSB7")
    book.rename("tray:T-1", "the red one")
    for spec in ("the red one", "tray:T-1", "T-1", "/dev/ttyUSB7", "tray:/dev/ttyUSB7"):
        source = open_tray(spec, {}, book, "run")
        assert source.devices()[0].where == "/dev/ttyUSB7"
        source.stop()


def test_a_tray_without_a_port_is_refused_in_words():
    with pytest.raises(UsageError, match="which port"):
        open_tray("tray:", {}, None, "run")


def test_what_cannot_be_used_at_all_says_so_once_and_is_red():
    from companion.rolls.readings import SourceKind
    from companion.rolls.source import DeviceState

    heard = []
    source = AbsentSource(SourceKind.BLE, Sort.PIXELS, "dice:known", "no radio")
    source.start(heard.append)
    source.expect(("d10",))
    source.kept("x")
    assert [(fault.what, fault.over) for fault in heard] == [("no radio", True)]
    assert source.devices()[0].state is DeviceState.FAULT
    source.stop()
    source.stop()
