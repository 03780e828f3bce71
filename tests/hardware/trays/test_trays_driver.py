import socket
import threading
from contextlib import closing
from itertools import pairwise
from select import select
from types import SimpleNamespace

import pytest
from serial import serial_for_url
from serial.rfc2217 import PortManager
from trays_kit import Host, Simulator, bodies, until

from hardware.dtp.lines import framed
from hardware.dtp.link import Logged, Lost, Met, NewRoll, OtherProtocol
from hardware.ports import PortError
from hardware.simulators.line import PtyEnd
from hardware.trays import GROWTH, LONGEST_WAIT_S, LOST_S, Down, Driver, Time

pytest.importorskip("termios", reason="there are no pseudo-terminals")

HURRY = 1e6  # Waits of a minute pass in no time; only where nothing is heard anyway


class Trying:
    """A line that refuses so often, or for ever, and then is what `port` makes."""

    def __init__(self, refusals, port=None):
        self.left, self.port, self.tries = refusals, port, 0

    def __call__(self):
        self.tries += 1
        if self.tries > self.left:
            return self.port()
        raise PortError("/dev/x: it is busy; wait")


class Quiet:
    """A port on which nothing happens, noting when it is closed, and by whom."""

    def __init__(self):
        self.closed_by = []
        self.said = b""
        self.opened_by = threading.current_thread()

    def read(self):
        threading.Event().wait(0.001)
        return b""

    def write(self, data):
        self.said += data

    def close(self):
        self.closed_by.append(threading.current_thread())


def one_line(host):
    """Return the only line that people were told; it says what, where and what to do."""
    (line,) = host.told
    assert "\n" not in line
    where, _, rest = line.partition(": ")
    what, _, todo = rest.rpartition("; ")
    assert where
    assert what
    assert todo
    return line


def tries(host, count=4):
    """Wait until it has tried so often."""
    return until(lambda: len(host.of(Down)) >= count and host.of(Down))


def test_a_port_that_is_not_there_is_told_once_and_found_when_it_comes(tmp_path):
    link = tmp_path / "tray"
    with Host(str(link)) as host:
        tries(host, 2)
        assert one_line(host) == (f"{link}: there is no such port; is it plugged in and switched on?")
        with Simulator("--pty", link) as tray:
            host.met()
            tray.do("roll d10=4")
            until(lambda: host.book.list == tray.thrown)
        until(lambda: len(host.told) == 2)  # the simulator has gone again


def test_a_port_that_vanishes_is_told_once_each_time(tmp_path):
    with Simulator("--pty", tmp_path / "tray") as tray, Host(tray.url) as host:
        for outage in range(1, 4):
            host.met(outage)
            tray.do("unplug 8", f"roll d10={outage}")
            until(lambda outage=outage: len(host.told) == outage)
        until(lambda: host.book.list == tray.thrown and len(tray.thrown) == 3)
        assert set(host.told) == {f"{tray.url}: the line was cut; is it plugged in and switched on?"}
        assert len(host.of(Down)) > len(host.told)


def test_a_device_that_says_nothing_is_told_once_and_asked_for_ever():
    end = PtyEnd()
    with Host(end.url, pace=1000) as host:
        tries(host, 3)
        assert one_line(host) == f"{end.url}: nothing is heard; is the tray switched on?"
        assert set(bodies(host.said)) == {"HELLO,1"}
    end.close()


class Talking(Quiet):
    """A port that says the same thing for ever."""

    def __init__(self, words):
        super().__init__()
        self.words = words

    def read(self):
        super().read()
        return self.words


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            b"Dice: 4\r\n",
            "x: something answers, but not as a dice tray does ('Dice: 4'); is this the right port?",
        ),
        (b"$GPGGA,1\n\xff", "x: what is heard makes no sense; is this the right port?"),
        (b"\x00" * 300, "x: what is heard makes no sense; is this the right port?"),
        (b"\x1b[2J\n", "x: something answers, but not as a dice tray does ('?[2J'); is this the right port?"),
        (b"$ROLL,0000abcd,1,0,d10=7*0000\n", "x: what is heard makes no sense; is this the right port?"),
    ],
    ids=["text", "frames", "noise", "signs", "checks"],
)  # fmt: skip
def test_another_device_is_told_once_whatever_it_says_and_no_roll_comes_of_it(words, told):
    with Host("x", pace=2000, opener=lambda: Talking(words)) as host:
        tries(host, 3)
        assert one_line(host) == told
        assert not host.of(NewRoll)


def test_a_tray_of_another_version_is_told_once_and_none_of_its_rolls_is_taken(tmp_path):
    with Simulator("--protocol", 2, "--pty", tmp_path / "tray") as tray, Host(tray.url) as host:
        (event,) = until(lambda: host.of(OtherProtocol))
        assert event == OtherProtocol("SIM-0001", 2)
        tray.do(*(f"roll d10={face}" for face in range(10)))
        until(lambda: bodies(host.heard).count("HELLO,2,SIM-0001") >= 4)
        assert any(body.startswith("ROLL") for body in bodies(host.heard))
        tray.do("unplug 4")
        until(lambda: host.told)
        until(lambda: tray.said("plugged in"))
        before = tray.said("greeted")
        until(lambda: tray.said("greeted") > before + 1)
        assert host.of(OtherProtocol) == [event]
        assert not host.of(NewRoll)
        assert not host.of(Met)


def test_garbage_at_connect_is_passed_over(tmp_path):
    words = ("--faults", "garbage", "--pty", tmp_path / "tray")
    with Simulator(*words) as tray, Host(tray.url) as host:
        host.met()
        tray.do("roll d10=7", "unplug 1", "garbage", "roll d10=8", "reset", "roll d10=9")
        until(lambda: host.book.list == tray.thrown and len(tray.thrown) == 3)
        assert any("ets Jul 29" in event.text for event in host.of(Logged))
        assert len(host.told) == 1


@pytest.mark.parametrize("error", [PortError("x: it went; come back"), *map(PortError, ["x: read; a", "x: write; b"])])
def test_whatever_breaks_while_it_is_open_is_told_and_tried_again(error):
    class Breaking(Quiet):
        def read(self):
            raise error

    opened = []

    def opener():
        opened.append(Breaking())
        return opened[-1]

    with Host("x", pace=HURRY, opener=opener) as host:
        tries(host, 5)
        assert one_line(host) == str(error)
    assert all(len(port.closed_by) == 1 for port in opened)


class Claiming(Quiet):
    """A tray that greets without end; each greeting claims that a hundred more rolls are lost."""

    def __init__(self):
        super().__init__()
        self.first = 1

    def read(self):
        said = b""
        for _ in range(50):
            said += framed(f"HELLO,1,T,0000abcd,{self.first},{self.first}")
            self.first += 100
        return said


def test_claims_of_lost_rolls_without_end_are_told_once_with_their_number():
    now, port = [0.0], Claiming()

    def heard(rolls):
        until(lambda: host.driver.quality.lost > rolls)
        return host.driver.quality.lost

    with Host("x", opener=lambda: port, known={("T", "0000abcd"): 1}, time=Time(lambda: now[0])) as host:
        before = heard(50_000)
        (first,) = host.of(Lost)
        assert 0 < first.count < before
        now[0] = LOST_S
        until(lambda: len(host.of(Lost)) == 2)
        told = sum(event.count for event in host.of(Lost))
        assert before <= told <= heard(told)
        assert len(host.of(Lost)) == 2


def test_what_was_lost_before_a_line_goes_is_told_before_that():
    class Going(Claiming):
        def read(self):
            if self.first > 10_000:
                raise PortError("x: it went; come back")
            return super().read()

    with Host("x", opener=Going, known={("T", "0000abcd"): 1}) as host:
        until(lambda: host.of(Down))
        told = [event for event in host.events if isinstance(event, Lost | Down)]
        assert sum(event.count for event in told[: told.index(host.of(Down)[0])]) == 9_900


def test_complaints_about_greetings_that_never_end_are_bounded():
    class Versions(Claiming):
        def read(self):
            self.first += 1
            return framed(f"HELLO,{self.first},T")

    port = Versions()
    with Host("x", opener=lambda: port) as host:
        until(lambda: port.first > 500)
        assert len(host.of(OtherProtocol)) == 64


def test_waits_grow_to_a_minute_and_the_first_alone_is_told():
    with Host("x", pace=HURRY, opener=Trying(10**9)) as host:
        downs = tries(host, 12)[:12]
    waits = [down.again for down in downs]
    assert waits[0] == pytest.approx(GROWTH)
    for before, after in pairwise(waits):
        assert after == pytest.approx(min(before * GROWTH, LONGEST_WAIT_S))
    assert waits[-1] == LONGEST_WAIT_S
    assert [down.first for down in downs] == [True] + [False] * 11


def test_stop_gives_the_port_back_from_the_thread_that_opened_it():
    opened = []

    def opener():
        opened.append(Quiet())
        return opened[-1]

    host = Host("x", opener=opener)
    until(lambda: opened and opened[0].said)
    host.stop()
    (port,) = opened
    assert port.closed_by == [port.opened_by]
    assert port.opened_by is not threading.current_thread()
    host.stop()


def test_stop_does_not_wait_out_a_minute():
    host = Host("x", pace=1e-3, opener=Trying(10**9))  # its first wait is half an hour
    until(lambda: host.of(Down))
    host.stop()
    assert not host.driver._thread.is_alive()


class Stuck(Quiet):
    """A port that hangs in the system, in one of its uses, until it is let go."""

    def __init__(self, where, let_go):
        super().__init__()
        self.where, self.let_go = where, let_go
        self.entered = threading.Event()

    def hang(self, where):
        if where == self.where:
            self.entered.set()
            assert self.let_go.wait(60)

    def read(self):
        self.hang("read")
        return b"a line of its log\n"

    def write(self, data):
        self.hang("write")
        super().write(data)


@pytest.mark.parametrize("where", ["open", "read", "write"])
def test_stop_comes_back_from_a_port_that_hangs_and_nothing_is_heard_of_it_after(where):
    let_go = threading.Event()
    port = Stuck(where, let_go)

    def opener():
        port.hang("open")
        return port

    host = Host("x", opener=opener)
    assert port.entered.wait(60)
    heard = list(host.events)
    host.stop()  # comes back although nothing has let the port go
    let_go.set()
    host.driver._thread.join(60)
    assert len(port.closed_by) == 1
    assert host.events == heard


def test_a_listener_may_stop_it():
    ended = threading.Event()

    def listen(_):
        driver.stop()
        ended.set()

    driver = Driver("x", {}, listen, opener=Trying(10**9))
    driver.start()
    assert ended.wait(60)
    driver._thread.join(60)
    assert not driver._thread.is_alive()


def test_stop_before_start_is_harmless_and_start_is_once():
    driver = Driver("x", {}, lambda _: None, opener=Trying(10**9))
    driver.stop()
    driver.start()
    with pytest.raises(RuntimeError):
        driver.start()
    driver._thread.join(60)
    assert not driver._thread.is_alive()


def test_a_roll_that_is_kept_while_the_line_is_down_is_acknowledged_when_it_is_up(tmp_path):
    link = tmp_path / "tray"
    with Simulator("--pty", link) as tray, Host(tray.url, keeping=False) as host:
        host.met()
        tray.do("roll d10=3")
        (event,) = until(lambda: host.of(NewRoll))
        tray.do("unplug 3")
        until(lambda: host.told)
        host.keep(event)
        until(lambda: tray.acknowledged == 1)
        assert host.driver._link.known == {("SIM-0001", event.roll.epoch): 2}
        assert len(host.of(NewRoll)) == 1


def test_what_a_line_told_before_it_hung_on_a_write_still_counts():
    class OneRoll(Quiet):
        def __init__(self):
            super().__init__()
            self.left = [framed("HELLO,1,T,0000abcd,1,1") + framed("ROLL,0000abcd,1,0,d10=7")]

        def read(self):
            return self.left.pop() if self.left else super().read()

        def write(self, data):
            super().write(data)
            if b"SYNC" in data:
                raise PortError("x: it takes nothing any more; switch it off and on")

    with Host("x", history=True, opener=OneRoll) as host:
        until(lambda: host.told)
        assert [dice for _, dice in host.book.list] == ["d10=7"]
        assert host.of(Down)[0].again == 1.0  # a tray was met: it is tried at once


class SerialServer:
    """Lends a port to one host after the other, as RFC 2217 says; pyserial knows the server's part."""

    def __init__(self, url):
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"rfc2217://127.0.0.1:{self._server.getsockname()[1]}"
        self._device = serial_for_url(url, timeout=0)
        self._over = threading.Event()
        self.host = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while not self._over.is_set():
            if not select([self._server], [], [], 0.05)[0]:
                continue
            self.host, _ = self._server.accept()
            with self.host:
                self._lend(self.host)

    def _lend(self, host):
        manager = PortManager(self._device, SimpleNamespace(write=host.sendall))
        while not self._over.is_set():
            ready, _, _ = select([host, self._device], [], [], 0.05)
            if host in ready:
                data = host.recv(1000)
                if not data:
                    return
                self._device.write(b"".join(manager.filter(data)))
            if self._device in ready:
                host.sendall(b"".join(manager.escape(self._device.read(1000))))

    def close(self):
        self._over.set()
        self._thread.join(60)
        self._server.close()
        self._device.close()


@pytest.mark.filterwarnings("ignore:set(Daemon|Name)\\(\\):DeprecationWarning")  # pyserial's own
def test_a_serial_server_in_the_network_is_a_line_like_any_other():
    with Simulator("--tcp", 0, pace=1) as tray, closing(SerialServer(tray.url)) as server:
        with Host(server.url, pace=1) as host:
            host.met()
            tray.do("roll d10=7", "roll mon.eye=S")
            until(lambda: host.book.list == tray.thrown and len(tray.thrown) == 2)
            until(lambda: tray.acknowledged == 2)
        with Host(server.url, host.book, pace=1) as host:
            host.met()
            tray.do("roll d10=8")
            until(lambda: host.book.list == tray.thrown and len(tray.thrown) == 3)
