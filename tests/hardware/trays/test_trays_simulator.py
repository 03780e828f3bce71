""""""

import os
import random
import signal
import socket
import subprocess
import sys

import pytest
from faulty_port import faults_of
from hypothesis import given
from hypothesis import strategies as st
from trays_kit import Host, Simulator, until

from companion.cli import main
from hardware.dtp.lines import MAX_LINE, framed
from hardware.dtp.link import Lost, Said
from hardware.dtp.messages import FACES, Battery, Die, Moved, Rolled, Trouble
from hardware.ports import PortError, open_port
from hardware.simulators import script
from hardware.simulators.line import Faults, LineError, PtyEnd, TcpEnd, Wire
from hardware.simulators.script import (
    WORDS,
    Drain,
    End,
    Garble,
    Hang,
    Reset,
    Say,
    ScriptError,
    Tell,
    Throw,
    Throws,
    Unplug,
    Wait,
    Worsen,
    read_line,
    read_script,
)


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


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("roll d10=7", Throw((Die("d10", "7"),))),
        ("roll mon.teeth=S mon.eye=4", Throw((Die("mon.teeth", "S"), Die("mon.eye", "4")))),
        ("roll d10=3?", Throw((Die("d10", "3", doubtful=True),))),
        (
            "cocked d10=3 d6=2?",
            Throw((Die("d10", "3", doubtful=True), Die("d6", "2", doubtful=True))),
        ),
        ("random 100 d10", Throws(100, ("d10",), 1.0)),
        ("random 5 d10 mon every 0.25", Throws(5, ("d10", "mon"), 0.25)),
        ("move", Tell("MOVE")),
        ("battery 40", Tell("BAT,40,0")),
        ("battery 100 charging", Tell("BAT,100,1")),
        ("error E7 lid open, twice", Tell("ERR,E7,lid open, twice")),
        ("say  hello   there # not this", Say("hello there")),
        ("garbage", Garble()),
        ("faults flip=0.5 garbage", Worsen(Faults(flip=0.5, garbage=True))),
        ("faults", Worsen(Faults())),
        ("unplug 2", Unplug(2.0)),
        ("hang 3", Hang(3.0)),
        ("reset", Reset(forget=False)),
        ("forget", Reset(forget=True)),
        ("wait 0.5", Wait(0.5)),
        ("drain", Drain()),
        ("end", End()),
        ("\troll\td10=7\r", Throw((Die("d10", "7"),))),
        ("", None),
        ("   # only a remark", None),
    ],
)
def test_each_word_says_what_the_tray_does(line, act):
    assert read_line(line) == act


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("jump", "a tray knows no 'jump'; it knows roll, cocked,"),
        ("roll", "which dice?"),
        ("roll d10", "expected a die such as d10=7"),
        ("roll d10=11", "expected a die such as d10=7, not 'd10=11'"),
        ("roll d11=1", "expected a die such as d10=7, not 'd11=1'"),
        ("roll d10=7,d10=8", "no tray says"),
        ("roll " + "d6=1 " * 17, "17 dice"),
        ("roll " + "mon.dimwit=S? " * 16, "more dice than one line"),
        ("random", "how many, and which dice?"),
        ("random d10", "how many, and which dice?"),
        ("random 0 d10", "how many, and which dice?"),
        ("random ² d10", "how many, and which dice?"),
        ("random 3", "random takes 1 to 16 dice"),
        ("random 3 d11", "there is no die 'd11'"),
        ("random 3 d10 every", "there is no die 'every'"),
        ("random 3 d10 every day", "how many seconds?"),
        ("random 3 " + "mon.dimwit " * 16, "more dice than one line"),
        ("battery", "write battery 40"),
        ("battery 101", "101 percent"),
        ("battery 40 loading", "write battery 40"),
        ("error E7", "write error CODE"),
        ("error E7 cost $5", "a sign that no line carries"),
        ("error E7 " + "x" * 300, "too long"),
        ("error a,b c", "write error CODE"),
        ("say", "say takes plain letters"),
        ("say $HELLO", "say takes plain letters"),
        ("say für", "say takes plain letters"),
        ("wait", "how many seconds?"),
        ("wait nan", "how many seconds?"),
        ("wait -1", "how many seconds?"),
        ("wait 1 2", "how many seconds?"),
        ("hang inf", "how many seconds?"),
        ("unplug 1e9", "how many seconds?"),
        ("end now", "nothing may follow here, but 'now' does"),
        ("faults flip=2", "flip is a chance from 0 to 1"),
        ("faults noise", "'noise' is no fault"),
    ],
)
def test_a_line_that_says_nothing_is_refused_with_what_may_be_said(line, why):
    with pytest.raises(ScriptError) as caught:
        read_line(line)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_help_shows_every_word_and_every_example_can_be_read():
    rows = [line for line in WORDS.splitlines() if line.startswith("  ") and line[2:3].strip()]
    examples = [row[2:].split("  ")[0] for row in rows]
    assert {example.split()[0] for example in examples} == set(script._WORDS)
    assert all(read_line(example) is not None for example in examples)


def test_a_script_names_the_line_that_is_wrong():
    with pytest.raises(ScriptError, match=r"^evening\.txt:3: expected a die such as d10=7"):
        read_script("roll d10=1\n\nroll d10=x\n", "evening.txt")


def test_a_script_is_read_whole_and_in_order():
    text = "# an evening\nroll d10=1\r\n\nwait 1\nend"
    assert read_script(text, "x") == (Throw((Die("d10", "1"),)), Wait(1.0), End())


@given(st.text(max_size=80))
def test_any_line_is_an_act_or_one_line_of_complaint(line):
    try:
        read_line(line)
    except ScriptError as error:
        assert "\n" not in str(error)  # noqa: PT017 - some lines do say something


@given(st.lists(st.sampled_from(sorted(FACES)), min_size=1, max_size=16))
def test_what_a_script_throws_always_fits_the_line(kinds):
    try:
        act = read_line(f"random 1 {' '.join(kinds)}")
    except ScriptError as error:
        assert "more dice than one line" in str(error)  # noqa: PT017 - most draws raise nothing
        return
    assert isinstance(act, Throws)
    for faces in (min, max):
        dice = tuple(Die(kind, faces(FACES[kind], key=len)) for kind in act.kinds)
        assert len(framed(str(Rolled("0" * 8, 10**9, 10**9, dice)))) <= MAX_LINE


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", Faults()),
        ("flip=0.001", Faults(flip=0.001)),
        (
            "flip=0.1, drop=0.2,insert=0.3,twice=0.4,late=1,garbage",
            Faults(flip=0.1, drop=0.2, insert=0.3, twice=0.4, late=1.0, garbage=True),
        ),
    ],
)
def test_faults_are_read_by_name(text, faults):
    assert Faults.read(text) == faults


@pytest.mark.parametrize(
    "text", ["flip", "flip=", "flip=x", "flip=1.5", "flip=nan", "garbage=1", "loud=1", "flip=0.6,drop=0.6"]
)  # fmt: skip
def test_a_fault_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match=r"flip|loud|garbage") as caught:
        Faults.read(text)
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=200), st.integers())
def test_a_good_line_carries_everything_as_it_is(data, seed):
    wire = Wire(Faults(), random.Random(seed))
    assert wire.carry(data) == data
    assert wire.damaged == 0


def test_a_bad_line_damages_as_many_bytes_as_it_says_it_will():
    for rate in (1e-3, 1e-2, 0.3):
        wire = Wire(faults_of(rate), random.Random(1))
        for _ in range(1000):
            wire.carry(bytes(100))
        assert wire.damaged == pytest.approx(100_000 * rate, rel=0.3)


def test_each_fault_does_what_its_name_says():
    def carried(**faults):
        return Wire(Faults(**faults), random.Random(1)).carry(b"abc")

    assert len(carried(flip=1.0)) == 3
    assert all((one ^ other).bit_count() == 1 for one, other in zip(carried(flip=1.0), b"abc", strict=True))
    assert carried(drop=1.0) == b""
    inserted = carried(insert=1.0)
    assert (len(inserted), inserted[::2]) == (6, b"abc")
    assert carried(twice=1.0) == b"abcabc"


def test_a_late_write_arrives_with_the_next_one_and_in_order():
    wire = Wire(Faults(late=0.5), random.Random(3))
    arrived = [wire.carry(bytes((number,))) for number in range(200)]
    assert b"" in arrived
    wire.faults = Faults()
    assert b"".join(arrived) + wire.carry(b"!") == bytes(range(200)) + b"!"
