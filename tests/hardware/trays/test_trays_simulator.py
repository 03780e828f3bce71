import os
import signal
import socket
import subprocess
import sys

import pytest
from trays_kit import Host, Simulator, until

from companion.cli import main
from hardware.dtp.link import Lost, Said
from hardware.dtp.messages import Battery, Moved, Trouble
from hardware.ports import PortError, open_port
from hardware.simulators.line import LineError, PtyEnd, TcpEnd


def simulate(*words, script="end\n"):
    """Run it to its end; return exit status, lines, and complaint."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", "tray", "simulate", *map(str, words)],
        input=script.encode(),
        capture_output=True,
        timeout=100,
        check=False,
    )
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def test_a_link_leads_to_the_present_line_and_goes_with_it(tmp_path):
    link = tmp_path / "tray"
    end = PtyEnd(str(link))
    first = link.resolve()
    end.unplug()
    assert not link.is_symlink()
    end.plug()
    assert link.is_symlink()
    end.close()
    end.close()
    assert not link.is_symlink()
    assert not first.exists() or first.is_char_device()


def test_a_file_of_that_name_is_never_touched(tmp_path):
    file = tmp_path / "thesis"
    file.write_text("precious")
    with pytest.raises(LineError, match="thesis: File exists; choose another name"):
        PtyEnd(str(file))
    assert file.read_text() == "precious"


def test_a_link_that_a_killed_one_left_is_taken_over(tmp_path):
    link = tmp_path / "tray"
    link.symlink_to("/dev/pts/99999")
    end = PtyEnd(str(link))
    open_port(str(link)).close()
    end.close()


def test_a_tcp_port_that_is_taken_says_so():
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
        with pytest.raises(LineError, match=f"TCP port {number}: .*; choose another"):
            TcpEnd(number)


@pytest.mark.parametrize("make", [PtyEnd, TcpEnd])
def test_bytes_go_both_ways_until_the_line_is_unplugged_and_after_it_is_plugged_in(make):
    end = make()
    for _ in range(2):
        port = open_port(end.url)
        port.write(b"to the tray")
        assert until(lambda: end.poll(0.01)) == b"to the tray"
        end.send(b"to the host")
        assert port.read() == b"to the host"
        end.unplug()
        assert end.poll(0.0) == b""
        end.send(b"lost")
        with pytest.raises(PortError, match="the line was cut"):
            until(port.read)
        port.close()
        end.plug()
    end.close()


@pytest.mark.parametrize("make", [PtyEnd, TcpEnd])
def test_a_host_that_does_not_listen_never_holds_the_tray(make):
    end = make()
    port = open_port(end.url)
    until(lambda: end.poll(0.01) == b"")
    for _ in range(10_000):
        end.send(b"x" * 1000)
    port.close()
    end.close()


def test_the_latest_host_has_the_tcp_line():
    end = TcpEnd()
    first = open_port(end.url)
    end.poll(1.0)
    second = open_port(end.url)
    until(lambda: end.poll(0.01) == b"")
    end.send(b"who is there?")
    assert until(lambda: [end.poll(0.01), second.read()][1]) == b"who is there?"
    with pytest.raises(PortError):
        until(first.read)
    for one in (first, second, end):
        one.close()


def test_the_first_line_is_what_a_host_opens(tmp_path):
    link = tmp_path / "tray"
    status, lines, _ = simulate("--pty", link, "--script", "-")
    assert (status, lines[0]) == (0, str(link))
    status, lines, _ = simulate("--tcp", "0", "--script", "-")
    assert (status, lines[0].rpartition(":")[0]) == (0, "socket://127.0.0.1")
    assert lines[1].startswith("tray SIM-0001, epoch ")
    assert lines[-1] == "ended: rolls 0, overwritten 0, cuts 0, resets 0, bytes damaged 0"


def test_the_same_seed_throws_the_same_dice_under_a_new_epoch():
    words = ("--tcp", "0", "--script", "-", "--pace", "1000")
    script = "random 30 d10 mon.eye every 0\nend\n"

    def thrown(*seed):
        _, lines, _ = simulate(*words, *seed, script=script)
        rolls = [line.split(" ", 2) for line in lines if line.startswith("threw ")]
        assert [roll[1].partition("#")[2] for roll in rolls] == [str(n) for n in range(1, 31)]
        return rolls[0][1], [roll[2] for roll in rolls]

    (first, dice), (second, again) = thrown("--seed", "x"), thrown("--seed", "x")
    assert dice == again
    assert first != second
    assert thrown("--seed", "y")[1] != dice


def test_a_script_from_a_file_is_read_before_anything_is_opened(tmp_path):
    file = tmp_path / "evening.txt"
    file.write_text("roll d10=7\nroll d10=77\n")
    status, lines, complaint = simulate("--tcp", "0", "--script", file)
    assert (status, lines) == (2, [])
    assert complaint == (f"tableside: {file}:2: expected a die such as d10=7, not 'd10=77'\n")
    file.write_text("roll d10=7\nend\n")
    assert simulate("--tcp", "0", "--script", file)[0] == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--script", "nowhere.txt"), "nowhere.txt: there is no such file"),
        (("--script", "."), ".: this is not a file"),
        (("--serial", "a,b"), "--serial: at most 24 letters, digits, _, . and -, not 'a,b'"),
        (("--faults", "flip=9"), "--faults: flip is a chance from 0 to 1"),
        (("--pace", "0"), "--pace: more than 0 and at most"),
        (("--pace", "nan"), "--pace: more than 0 and at most"),
        (("--tcp", "70000"), "--tcp: a port from 0 to 65535"),
        (("--protocol", "99"), "--protocol: from 0 to 9"),
        (("--pty", "nowhere/at/all"), "nowhere/at/all: No such file or directory; choose another"),
    ],
)
def test_what_it_cannot_do_is_one_line_and_status_2(words, complaint, capsys):
    assert main(["tray", "simulate", *words]) == 2
    lines, said = capsys.readouterr()
    assert lines == ""
    assert said.startswith(f"tableside: {complaint}")
    assert said.count("\n") == 1


def test_a_typed_line_that_is_wrong_is_told_and_passed_over():
    _, lines, _ = simulate("--script", "-", script="roll d10=7\nroll 7\nroll d10=8\nend\n")
    assert "stdin:2: expected a die such as d10=7, not '7'" in lines
    assert [line.split()[2] for line in lines if line.startswith("threw")] == ["d10=7", "d10=8"]


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal to one process")
def test_ctrl_c_ends_it_cleanly_and_takes_the_link_away(tmp_path):
    link = tmp_path / "tray"
    with Simulator("--pty", link) as tray:
        tray.do("roll d10=1")
        until(lambda: tray.thrown)
        assert tray.interrupt(signal.SIGINT) == (0, "")
        assert tray.lines[-1].startswith("ended: rolls 1,")
    assert not link.is_symlink()


def test_a_game_can_be_played_against_it_by_hand():
    with Simulator() as tray, Host(tray.url) as host:
        host.met()
        tray.do("move", "roll d10=7 mon.teeth=S", "cocked d6=3", "battery 40", "error E7 lid open")
        until(lambda: len(host.of(Said)) == 3)
        assert [event.message for event in host.of(Said)] == [
            Moved(),
            Battery(40, charging=False),
            Trouble("E7", "lid open"),
        ]
        assert [dice for _, dice in host.book.list] == ["d10=7 mon.teeth=S", "d6=3?"]
        until(lambda: tray.acknowledged == 2)


def test_a_reset_keeps_its_rolls_and_its_epoch():
    with Simulator() as tray:
        tray.do("roll d10=1", "reset", "roll d10=2")
        until(lambda: tray.thrown[1:])
        epochs = {key.partition("#")[0] for key, _ in tray.thrown}
        assert len(epochs) == 1
        with Host(tray.url, history=True) as host:
            until(lambda: host.book.list == tray.thrown)


def test_a_tray_that_forgets_begins_a_new_epoch_and_its_rolls_are_named(tmp_path):
    with Simulator("--pty", tmp_path / "tray") as tray, Host(tray.url) as host:
        first = host.met().epoch
        tray.do("unplug 20", "wait 1", "roll d10=1", "forget", "roll d10=2")
        until(lambda: len(host.book.list) == 1)
        ((key, dice),) = host.book.list
        assert dice == "d10=2"
        assert not key.startswith(first)
        assert [line for line in tray.lines if line.startswith("forgot")] == [f"forgot {first}#1"]


def test_rolls_that_a_full_ring_overwrote_are_told_and_the_rest_arrives(tmp_path):
    with Simulator("--pty", tmp_path / "tray") as tray, Host(tray.url) as host:
        host.met()
        tray.do("roll d10=9")
        until(lambda: tray.acknowledged == 1)
        tray.do("unplug 20", "wait 0.1", *(f"roll d10={number % 10}" for number in range(40)))
        until(lambda: len(host.book.list) == 33)
        assert [event.count for event in host.of(Lost)] == [8]
        assert tray.said("overwrote") == 8
        assert host.book.list == [tray.thrown[0], *tray.thrown[9:]]


def test_a_tray_that_hangs_is_given_up_and_found_again():
    with Simulator(pace=100) as tray, Host(tray.url, pace=100) as host:
        host.met()
        tray.do("hang 40", "roll d10=5")
        until(lambda: host.told)
        assert host.told == [f"{tray.url}: nothing is heard; is the tray switched on?"]
        until(lambda: host.book.list == tray.thrown)
