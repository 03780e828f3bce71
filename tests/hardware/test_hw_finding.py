"""Finding trays: listing ports in time, and asking at each who is there."""

import threading
from queue import SimpleQueue

import pytest
from tray_kit import PtyTray

from hardware.dtp.lines import framed
from hardware.ports import Answer, PortError, PortInfo, greet, greet_port, identity_of, list_in_time

FOUND = (PortInfo("/dev/ttyUSB0", "CP2102", "4292:60000:0001:1-1"),)


class Line:
    """An open port that says what it is told, whatever it is asked."""

    def __init__(self, *says):
        self.says = list(says)
        self.written = []
        self.closed = False

    def read(self):
        said = self.says.pop(0) if self.says else b""
        if isinstance(said, Exception):
            raise said
        return said

    def write(self, data):
        self.written.append(data)

    def close(self):
        self.closed = True


class Ticking:
    """A clock that goes on by a tenth of a second whenever it is looked at."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 0.1
        return self.now


def test_a_list_that_does_not_come_is_given_up():
    never = threading.Event()
    try:
        with pytest.raises(PortError, match="cannot be listed within"):
            list_in_time(lambda: never.wait() and (), patience=0.2)
    finally:
        never.set()


def test_a_system_that_cannot_list_is_one_line():
    def broken():
        raise OSError(5, "registry is gone")

    with pytest.raises(PortError, match="registry is gone"):
        list_in_time(broken)


def test_the_identity_of_a_port_is_found_by_its_name_or_a_link_to_it(tmp_path):
    device = tmp_path / "ttyUSB0"
    device.touch()
    link = tmp_path / "by-id"
    link.symlink_to(device)
    found = (PortInfo(str(device), "", "1:2:3:4"),)
    assert identity_of(str(device), lambda: found) == "1:2:3:4"
    assert identity_of(str(link), lambda: found) == "1:2:3:4"
    assert identity_of("/dev/other", lambda: found) == ""
    assert identity_of("socket://127.0.0.1:1", lambda: found) == ""


def test_a_tray_says_who_it_is_and_loses_no_roll_by_it(tmp_path):
    with PtyTray(tmp_path / "port", serial="T-9") as tray:
        tray.roll("d10=7")
        tray.roll("d10=8")
        found = greet(tray.url)
        assert found.answer is Answer.TRAY
        assert (found.hello.serial, found.hello.first, found.hello.last) == ("T-9", 1, 2)
        assert tray.held == [1, 2]


def test_a_port_that_is_not_there_is_refused_with_the_reason(tmp_path):
    found = greet(str(tmp_path / "missing"))
    assert (found.answer, found.hello) == (Answer.REFUSED, None)
    assert found.text.startswith("there is no such port")


def test_silence_is_asked_again_and_then_left():
    line = Line()
    assert greet_port("x", line, 4.0, clock=Ticking()).answer is Answer.SILENT
    assert len(line.written) >= 4
    assert set(line.written[1:]) == {framed("HELLO,1")}


@pytest.mark.parametrize(
    ("says", "answer", "text"),
    [
        ([b"Dice: 4\r\n", b"Dice: 6\r\n"], Answer.LINES, "Dice: 6"),
        ([framed("HELLO,7,T-5,a,b")], Answer.OTHER, "T-5 speaks version 7"),
        ([PortError("x: the line was cut")], Answer.REFUSED, "the line was cut"),
    ],
)
def test_what_is_no_tray_of_this_version_is_told_apart(says, answer, text):
    found = greet_port("x", Line(*says), 2.0, clock=Ticking())
    assert found.answer is answer
    assert found.text == text or (answer is Answer.OTHER and text in found.text)


def test_the_port_is_closed_in_any_case():
    for line in (Line(framed("HELLO,1,T,0000abcd,1,0")), Line(PortError("x: gone"))):
        greet("x", 0.2, lambda _url, line=line: line)
        assert line.closed


def test_a_port_that_hangs_on_opening_is_given_up():
    never = threading.Event()
    opened = SimpleQueue()

    def hanging(_url):
        never.wait()
        line = Line()
        opened.put(line)
        return line

    found = greet("COM7", 0.1, hanging, patience=0.2)
    assert found.answer is Answer.REFUSED
    assert "does not open" in found.text
    never.set()
    opened.get(timeout=10)
