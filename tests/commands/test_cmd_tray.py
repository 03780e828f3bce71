"""`tableside tray`: what it finds, what it remembers, and what it refuses."""

import json

import pytest
from tray_kit import PtyTray

from companion.cli import main
from companion.commands import tray as command
from companion.rolls.devicebook import FILE, DeviceBook
from companion.rolls.source import KnownDevice, Sort
from hardware.ports import Answer, Greeting, PortError, PortInfo

USB = PortInfo("/dev/ttyUSB1", "CP2102", "4292:60000:0001:1-1")


@pytest.fixture
def book(home_of_its_own):
    book = DeviceBook(home_of_its_own / FILE)
    book.met(KnownDevice("tray:T-1", Sort.TRAY, where="/dev/ttyUSB0", identity=USB.identity))
    book.met(KnownDevice("pixels:1a2b3c4d", Sort.PIXELS, where="AA:BB"))
    return book


@pytest.fixture
def machine(monkeypatch):
    """Have these ports alone, and nothing that opens."""
    found = [USB]
    monkeypatch.setattr("hardware.ports.list_in_time", lambda: tuple(found))
    return found


def said(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_tray_at_a_port_is_shown_and_remembered(tmp_path, capsys, home_of_its_own):
    with PtyTray(tmp_path / "port", serial="T-7") as tray:
        tray.roll("d10=7")
        assert main(["tray", tray.url]) == 0
        line = capsys.readouterr().out
        assert line == f"{tray.url}: dice tray T-7, protocol 1, holds 1 roll\n"
        assert main(["tray", "--json", tray.url]) == 0
        (found,) = said(capsys)
        assert found["answer"] == "tray"
        assert (found["serial"], found["protocol"], found["held"]) == ("T-7", 1, 1)
        assert found["known"] == "tray:T-7"
        assert tray.held == [1]
    assert DeviceBook(home_of_its_own / FILE).get("tray:T-7").where == tray.url


def test_of_several_ports_each_gets_its_line_and_the_worst_is_the_status(tmp_path, capsys):
    missing = str(tmp_path / "missing")
    with PtyTray(tmp_path / "port") as tray:
        assert main(["tray", missing, tray.url]) == 2
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{missing}: there is no such port")
    assert "dice tray T-1" in second


@pytest.mark.parametrize("words", [["tray", "--no-greet"], ["tray", "--no-greet", "--json"]])
@pytest.mark.usefixtures("machine", "book")
def test_without_greeting_no_port_is_opened(capsys, monkeypatch, words):
    def opened(*_):
        raise AssertionError("a port was opened")

    monkeypatch.setattr("hardware.ports.greet", opened)
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "/dev/ttyUSB1" in out
    assert "T-1" in out  # known by its identity, though its name was /dev/ttyUSB0


def test_a_machine_without_ports_is_told_so(machine, capsys):
    machine.clear()
    assert main(["tray"]) == 1
    assert capsys.readouterr().out.startswith("there is no serial port")


def test_ports_that_cannot_be_listed_are_one_line(monkeypatch, capsys):
    def broken():
        raise PortError("the serial ports cannot be listed within 30 seconds; name the port")

    monkeypatch.setattr("hardware.ports.list_in_time", broken)
    assert main(["tray"]) == 2
    assert capsys.readouterr().err == (
        "tableside: the serial ports cannot be listed within 30 seconds; name the port\n"
    )
    monkeypatch.setattr("hardware.ports.greet", lambda url: Greeting(url, Answer.SILENT))
    assert main(["tray", "COM5"]) == 1  # a port that is named needs no list
    assert capsys.readouterr().out == "COM5: no answer\n"


@pytest.mark.parametrize(
    ("greeting", "line"),
    [
        (Greeting("p", Answer.SILENT), "no answer; tray T-1 was last seen there"),
        (Greeting("p", Answer.REFUSED, text="another program has it open"), "another program"),
        (Greeting("p", Answer.LINES, text="Dice: 4"), "('Dice: 4'); --tray printed:p may read it"),
        (
            Greeting("p", Answer.OTHER, text="the tray X speaks version 3 of the protocol"),
            "version 3 of the protocol, not 1; update the tray or Tableside",
        ),
    ],
)
@pytest.mark.usefixtures("machine", "book")
def test_what_answers_otherwise_is_said_with_what_to_do(capsys, monkeypatch, greeting, line):
    monkeypatch.setattr("hardware.ports.greet", lambda _url: greeting)
    assert main(["tray"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("/dev/ttyUSB1 (CP2102): ")
    assert line in out


@pytest.mark.parametrize(
    ("where", "identity", "port", "met"),
    [
        ("/dev/ttyUSB0", "a", PortInfo("/dev/ttyUSB5", "", "a"), True),
        ("/dev/ttyUSB0", "a", PortInfo("/dev/ttyUSB0", "", "b"), False),
        ("/dev/rfcomm0", "", PortInfo("/dev/rfcomm0", "", ""), True),
        ("/dev/rfcomm0", "", PortInfo("/dev/rfcomm1", "", ""), False),
    ],
)
def test_a_port_is_known_by_its_identity_and_only_without_one_by_its_name(where, identity, port, met):
    book = DeviceBook(None)
    book.met(KnownDevice("tray:T-1", Sort.TRAY, where=where, identity=identity))
    assert (command.known_at(book, port) is not None) is met


@pytest.mark.usefixtures("book")
def test_known_devices_are_listed(capsys):
    assert main(["tray", "known"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "pixels:1a2b3c4d, last at AA:BB",
        "tray:T-1, last at /dev/ttyUSB0",
    ]
    for words in (["tray", "known", "--json"], ["tray", "--json", "known"]):
        assert main(words) == 0
        assert [one["id"] for one in said(capsys)] == ["pixels:1a2b3c4d", "tray:T-1"]


def test_nothing_known_yet_says_where_to_look(capsys):
    assert main(["tray", "known"]) == 0
    assert "`tableside tray` looks for trays" in capsys.readouterr().out


@pytest.mark.usefixtures("book")
def test_devices_are_renamed_assigned_and_forgotten(capsys, home_of_its_own):
    assert main(["tray", "rename", "1A2B3C4D", "Ann's  die"]) == 0
    assert main(["tray", "assign", "ann's die", "--kind", "d10"]) == 0
    assert main(["tray", "assign", "pixels:1a2b3c4d", "--seat", "Ann"]) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert line == "pixels:1a2b3c4d, named Ann's die, d10, of Ann, last at AA:BB"
    assert main(["tray", "forget", "Ann's die"]) == 0
    assert [one.id for one in DeviceBook(home_of_its_own / FILE).all()] == ["tray:T-1"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["forget", "nobody"], "there is no device 'nobody'; known: "),
        (["rename", "nobody", "x"], "there is no device"),
        (["assign", "T-1"], "nothing to assign"),
        (["assign", "T-1", "--kind", "d10"], "reports its dice itself"),
        (["assign", "1a2b3c4d", "--kind", "d11"], "there is no die 'd11'"),
    ],
)
@pytest.mark.usefixtures("book")
def test_what_cannot_be_done_to_a_device_is_one_line_and_status_2(capsys, words, said):
    assert main(["tray", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.usefixtures("book")
def test_two_devices_do_not_get_one_name(capsys):
    assert main(["tray", "rename", "T-1", "red"]) == 0
    assert main(["tray", "rename", "1a2b3c4d", "RED"]) == 2
    assert "tray:T-1 has the name red already" in capsys.readouterr().err


def test_a_damaged_book_is_said_and_does_not_stop_the_command(home_of_its_own, capsys):
    home_of_its_own.mkdir(parents=True, exist_ok=True)
    (home_of_its_own / FILE).write_text("{", encoding="utf-8")
    assert main(["tray", "known"]) == 0
    assert "starting a new list" in capsys.readouterr().err


def test_the_home_may_be_named_before_and_behind(tmp_path, capsys):
    DeviceBook(tmp_path / FILE).met(KnownDevice("tray:Z", Sort.TRAY))
    for words in (
        ["--home", str(tmp_path), "tray", "known"],
        ["tray", "--home", str(tmp_path), "known"],
        ["tray", "known", "--home", str(tmp_path)],
    ):
        assert main(words) == 0
        assert capsys.readouterr().out == "tray:Z\n"
