"""Finding trays: listing ports in time, and asking at each who is there."""

import errno
import os
import socket
import threading
from queue import SimpleQueue

import pytest
from serial import PortNotOpenError, SerialException, SerialTimeoutException
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo
from tray_kit import PtyTray

from hardware import ports as module
from hardware.dtp.lines import framed
from hardware.ports import (
    CHUNK,
    Answer,
    PortError,
    PortInfo,
    SerialPort,
    greet,
    greet_port,
    identity_of,
    list_in_time,
    open_port,
    ports,
    why,
)

termios = pytest.importorskip("termios", reason="there are no pseudo-terminals")
pty = pytest.importorskip("pty", reason="there are no pseudo-terminals")


@pytest.fixture
def line():
    """Both ends of a pseudo-terminal, and the name of the far one."""
    ours, theirs = pty.openpty()
    ends = [ours, theirs]
    yield ours, os.ttyname(theirs), lambda: [os.close(ends.pop()) for _ in tuple(ends)]
    for end in ends:
        os.close(end)


def refusal(url):
    with pytest.raises(PortError) as caught:
        open_port(url)
    text = str(caught.value)
    assert "\n" not in text
    assert text.isprintable()
    return text


class Broken:
    """A line whose every use ends in the same way."""

    is_open = True

    def __init__(self, error):
        self.error = error

    def read(self, _):
        raise self.error

    @property
    def in_waiting(self):
        raise self.error

    def write(self, _):
        raise self.error

    def close(self):
        raise self.error


def test_a_port_that_is_not_there_says_so(tmp_path):
    url = str(tmp_path / "nothing")
    assert refusal(url) == f"{url}: there is no such port; is it plugged in and switched on?"


@pytest.mark.parametrize("url", ["/dev/null", "/proc/version", "/dev"])
def test_what_is_no_serial_port_is_refused(url):
    assert refusal(url) == f"{url}: this is no serial port; choose another"


@pytest.mark.parametrize("url", ["foo://bar", "socket://nowhere", "/dev/\0x"])
def test_what_is_no_address_is_refused(url):
    assert "this is no address of a line; try a device such as COM5" in refusal(url)


def test_an_address_of_any_length_and_with_any_sign_stays_one_line():
    assert len(refusal("/dev/" + "x" * 10_000)) < 300
    assert refusal("/dev/a\nb\x1b[2J").startswith("/dev/a?b?[2J: ")
    assert refusal("").startswith("no port: ")


def test_a_tcp_port_where_nobody_listens_says_so():
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
    assert refusal(url) == (f"{url}: nobody answers there; is the address right, and is it switched on?")


def test_a_port_that_another_program_has_is_not_shared(line):
    _, name, _ = line
    first = open_port(name)
    assert refusal(name) == f"{name}: another program has it open; close that one"
    first.close()
    open_port(name).close()


def test_closing_a_port_leaves_the_board_behind_it_running(line):
    _, name, _ = line
    fd = os.open(name, os.O_RDWR | os.O_NOCTTY)
    try:
        settings = termios.tcgetattr(fd)
        settings[2] |= termios.HUPCL  # as a real port begins: it drops DTR when it is closed
        termios.tcsetattr(fd, termios.TCSANOW, settings)
        open_port(name).close()
        assert not termios.tcgetattr(fd)[2] & termios.HUPCL
    finally:
        os.close(fd)


def test_bytes_go_both_ways_whole(line):
    ours, name, _ = line
    port = open_port(name)
    os.write(ours, b"\x00\r\n\xff$MOVE\n")
    got = port.read()
    while len(got) < 9:
        got += port.read()
    assert got == b"\x00\r\n\xff$MOVE\n"
    port.write(b"\x00\r\n\xff")
    assert os.read(ours, 100) == b"\x00\r\n\xff"
    port.close()


def test_a_read_with_nothing_there_comes_back_empty(line):
    _, name, _ = line
    port = open_port(name, read_s=0.001)
    assert port.read() == b""
    port.close()


def exhaust(use):
    """Use a port until it refuses."""
    for _ in range(100_000):
        use()


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda port: port.read(), id="read"),
        pytest.param(lambda port: port.write(b"x"), id="write"),
    ],
)
def test_a_line_that_is_cut_says_so_at_every_use(line, use):
    _, name, unplug = line
    port = open_port(name)
    unplug()
    for _ in range(3):
        with pytest.raises(PortError) as caught:
            use(port)
        assert str(caught.value) == f"{name}: the line was cut; is it plugged in and switched on?"
    port.close()
    port.close()
    with pytest.raises(PortError):
        use(port)


def test_a_device_that_takes_nothing_any_more_does_not_hold_the_writer(line, monkeypatch):
    monkeypatch.setattr(module, "WRITE_S", 0.05)
    _, name, _ = line
    port = open_port(name)
    with pytest.raises(PortError) as caught:
        exhaust(lambda: port.write(b"x" * 1000))
    assert str(caught.value) == (f"{name}: it takes nothing any more; switch the device off and on")
    port.close()


def test_a_peer_that_closes_is_a_cut_line_and_its_last_words_are_heard():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        peer, _ = server.accept()
        peer.sendall(b"last words")
        peer.close()
        got = []
        with pytest.raises(PortError, match="the line was cut"):
            exhaust(lambda: got.append(port.read()))
        assert b"".join(got) == b"last words"
        port.close()


def test_a_device_that_never_pauses_does_not_keep_the_reader():
    class Endless:
        in_waiting = 10

        def read(self, size):
            return b"x" * size

    assert len(SerialPort("endless", Endless()).read()) == CHUNK


CUT = "the line was cut; is it plugged in and switched on?"


def windows(what):
    return SerialException(f"could not open port 'COM5': {what}")


TAKEN = "another program has it open; close that one"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.EIO, "Input/output error"), CUT),
        (termios.error(errno.EIO, "Input/output error"), CUT),
        (TypeError("argument must be an int, or have a fileno() method."), CUT),
        (AttributeError("'NoneType' object has no attribute 'recv'"), CUT),
        (PortNotOpenError(), CUT),
        (SerialException("device reports readiness to read but returned no data (...)"), CUT),
        (SerialException("socket disconnected"), CUT),
        (SerialException("connection failed (reader thread died)"), CUT),
        (SerialException("read failed: [Errno 6] Device not configured"), module._MISSING),
        (SerialException(errno.EBUSY, "could not open port"), TAKEN),
        (windows("FileNotFoundError(2, 'x', None, 2)"), module._MISSING),
        (windows("PermissionError(13, 'Access is denied.', None, 5)"), module._FORBIDDEN),
        (windows("OSError(22, 'The semaphore timeout period has expired.', None, 121)"), module._ASLEEP),
        (OSError(errno.EHOSTDOWN, "Host is down"), module._ASLEEP),
        (PermissionError(errno.EACCES, "Permission denied"), module._FORBIDDEN),
        (SerialTimeoutException("Write timeout"), "it takes nothing any more; switch the device off and on"),
        (SerialException("Could not open port socket://x:1: timed out"), module._NOBODY),
        (OSError(-2, "Name or service not known"), "no machine has that name; is the address right?"),
        (SerialException("Remote does not seem to support RFC2217 or BINARY mode"), module._NO_SERVER),
        (SerialException("something\nelse  entirely"), "something else entirely"),
        (ZeroDivisionError(), "ZeroDivisionError"),
    ],
)  # fmt: skip
def test_each_way_to_fail_becomes_one_line(error, said):
    assert why(error) == said
    port = SerialPort("/dev/x", Broken(error))
    for use in (port.read, lambda: port.write(b"x")):
        with pytest.raises(PortError) as caught:
            use()
        assert str(caught.value) == f"/dev/x: {said}"
    port.close()


def listed(monkeypatch, *found):
    monkeypatch.setattr(list_ports, "comports", lambda: list(found))
    return ports()


def port_info(device, **facts):
    info = ListPortInfo(device, skip_link_detection=True)
    for name, value in facts.items():
        setattr(info, name, value)
    return info


def test_ports_are_listed_by_name_and_known_by_what_stays_when_it_changes(monkeypatch):
    facts = {"vid": 0x1A86, "pid": 0x7523, "serial_number": "A1", "location": "1-2"}
    names = ("/dev/ttyUSB7", "/dev/ttyUSB0")
    found = [port_info(name, description="USB Serial", **facts) for name in names]
    bluetooth, one, two = listed(monkeypatch, *found, port_info("/dev/rfcomm0", description="n/a"))
    assert (one.device, two.device, one.name) == ("/dev/ttyUSB0", "/dev/ttyUSB7", "USB Serial")
    assert one.identity == two.identity == "6790:29987:A1:1-2"
    assert (bluetooth.device, bluetooth.identity, bluetooth.name) == ("/dev/rfcomm0", "", "")


def test_a_system_that_does_not_say_which_ports_there_are_is_told_in_one_line(monkeypatch):
    def fail():
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(list_ports, "comports", fail)
    with pytest.raises(PortError, match="the list of serial ports: you may not use it"):
        ports()


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
