import random

import pytest
from faulty_port import faults_of
from hypothesis import given
from hypothesis import strategies as st

from hardware.dtp.lines import MAX_LINE, framed
from hardware.dtp.messages import FACES, Die, Rolled
from hardware.simulators import script
from hardware.simulators.line import Faults, Wire
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
    assert all(
        (one ^ other).bit_count() == 1 for one, other in zip(carried(flip=1.0), b"abc", strict=True)
    )
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
