"""Dice that are not there: the script, and what it says through the protocols' own bytes.

Telling dice from everything else that advertises.
"""

import re
import struct
from pathlib import Path
from queue import SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hardware.simulators.dice as simulators
from hardware.ble import godice, pixels
from hardware.ble.adverts import recognise
from hardware.ble.events import Garbled, Linked, RadioDown, RadioUp, Said, Seen, Tick, Unlinked
from hardware.ble.pixels import Charge, DieType, Motion, State
from hardware.errors import HardwareError
from hardware.simulators.dice import DiceScriptError, ScriptedRadio, SimulatedRadio

P, G = "pixels:1a2b3c4d", "godice:1A2B3C"


def played(*lines):
    radio, heard = ScriptedRadio(), []
    radio.start(heard.append)
    for number, line in enumerate(lines, 1):
        radio.play(line, number)
    return heard


def said(*lines):
    return [event.message for event in played(*lines) if isinstance(event, Said)]


def test_a_die_that_is_switched_on_is_seen_connected_and_introduced():
    seen, again, linked, introduced = played(f"{P} is d10")
    assert isinstance(seen, Seen)
    assert seen.advert.identity.pixel_id == 0x1A2B3C4D
    assert isinstance(again, Seen)
    assert linked == Linked(P)
    assert introduced.message.identity.kind == "d10"


@pytest.mark.parametrize(
    ("lines", "messages"),
    [
        ([f"{P} is d10", f"{P} roll 7"], [Motion(State.ROLLING, 0), Motion(State.ROLLED, 7)]),
        ([f"{P} is d20", f"{P} handling 20"], [Motion(State.HANDLING, 19)]),
        ([f"{P} is d20", f"{P} crooked 20"], [Motion(State.CROOKED, 19)]),
        ([f"{P} is d20", f"{P} on 20"], [Motion(State.ON_FACE, 19)]),
        ([f"{P} is d00", f"{P} rolled 00"], [Motion(State.ROLLED, 0)]),
        ([f"{P} is d10", f"{P} battery 12 charging"], [Charge(12, charging=True)]),
        ([f"{P} is d10", f"{P} says 03 01 07"], [Motion(State.ROLLED, 7)]),
        ([f"{P} is d10", "doubled on", f"{P} rolled 7"], [Motion(State.ROLLED, 7)] * 2),
        ([f"{P} is d10", "doubled on", "doubled off", f"{P} on 7"], [Motion(State.ON_FACE, 7)]),
    ],
)
def test_what_a_pixels_die_does_becomes_its_messages(lines, messages):
    assert said(*lines)[1:] == messages  # behind its introduction


def stable(stability):
    return [godice.Stable(stability, (0, -64, 64))]


@pytest.mark.parametrize(
    ("line", "messages"),
    [
        ("S 0 -64 64", stable(godice.Stability.ROLL)),
        ("F 0 -64 64", stable(godice.Stability.FAKE)),
        ("T 0 -64 64", stable(godice.Stability.TILT)),
        ("M 0 -64 64", stable(godice.Stability.MOVE)),
        ("battery 12", [godice.Charge(12), godice.Charging(on=False)]),
        ("says 52", [godice.RollStart()]),
    ],
)
def test_what_a_godice_does_becomes_its_messages(line, messages):
    assert said(f"{G} {line}") == messages


def test_bytes_that_make_no_message_are_garbled():
    assert isinstance(played(f"{P} is d10", f"{P} says 03")[-1], Garbled)


def test_older_firmware_can_be_had():
    introduced = said(f"{P} is d6 old")[0]
    assert not introduced.identity.tells_rolls


def test_an_advertisement_by_itself():
    assert played(f"{P} is d10", f"{P} seen rolled 7")[-1].advert.motion == Motion(State.ROLLED, 7)


def test_a_godice_rolls_in_a_shell():
    start, lies = said(f"{G} roll d10=7")
    assert start == godice.RollStart()
    assert godice.face(godice.Shell.D10, lies.gravity) == "7"


def test_connections_come_and_go_and_the_die_lies_where_it_lay():
    heard = played(f"{P} is d10", f"{P} roll 7", f"{P} lost", f"{P} back")
    assert isinstance(heard[6], Unlinked)
    assert Linked(P) in heard[7:]
    assert heard[-1].message.motion == Motion(State.ON_FACE, 7)


def test_the_radio_goes_off_and_on():
    off, on = played("radio off", "radio on")
    assert isinstance(off, RadioDown)
    assert on == RadioUp()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("banana", "begins with a die"),
        ("pixels:1A2B3C4D is d10", "eight hexadecimal digits"),
        ("pixels:xyz is d10", "eight hexadecimal digits"),
        ("pixels:00000001 roll 7", "say first what it is"),
        ("godice:1a2b3c R", "six hexadecimal digits in capitals"),
        (f"{G} roll d10=11", "which shell and face"),
        (f"{G} roll d12=1", "which shell and face"),
        (f"{G} S 1 2 x", "three numbers"),
        (f"{G} S 1 2 300", "three numbers"),
        (f"{G} battery 101", "percent expected"),
        (f"{G} dances", "cannot do that"),
        (f"{G} says xx", "hexadecimal"),
        ("wait", "begins with a die"),
        ("wait -1", "seconds from"),
        ("wait nan", "seconds from"),
    ],
)
def test_a_line_that_makes_no_sense_is_said_with_its_number(line, why):
    with pytest.raises(DiceScriptError, match=why) as error:
        SimulatedRadio(["# first", line])
    assert str(error.value).startswith("line 2 (")
    assert isinstance(error.value, HardwareError)


def test_a_pixels_die_says_which_face_it_has_not():
    with pytest.raises(DiceScriptError, match="a d10 has no face 10"):
        played(f"{P} is d10", f"{P} rolled 10")
    with pytest.raises(DiceScriptError, match="cannot do that"):
        played(f"{P} is d10", f"{P} dances")


def test_a_script_that_cannot_be_read_is_one_line(tmp_path):
    with pytest.raises(DiceScriptError, match="cannot be read: No such file"):
        SimulatedRadio.of_file(str(tmp_path / "none.txt"))
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DiceScriptError, match="no text"):
        SimulatedRadio.of_file(str(binary))
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("banana\n")
    with pytest.raises(DiceScriptError, match=re.escape(f"{wrong}: line 1")):
        SimulatedRadio.of_file(str(wrong))
    huge = tmp_path / "huge.txt"
    huge.write_text("#" * (simulators.MAX_SCRIPT + 1))
    with pytest.raises(DiceScriptError, match="larger than"):
        SimulatedRadio.of_file(str(huge))


def test_a_script_plays_by_itself_and_time_goes_on_after_it():
    heard = SimpleQueue()
    radio = SimulatedRadio([f"{G} R  # begins", "", "wait 0.01", f"{G} S 0 0 64"])
    radio.start(heard.put)
    events = [heard.get(timeout=20) for _ in range(7)]
    assert events[0] == RadioUp()
    assert events[3] == Said(G, godice.RollStart())
    assert events[4] == Tick()
    assert isinstance(events[5].message, godice.Stable)
    assert events[6] == Tick()
    radio.stop()
    radio.stop()


def test_a_script_may_begin_again():
    heard = SimpleQueue()
    radio = SimulatedRadio([f"{G} R", "again"])
    radio.start(heard.put)
    starts = 0
    while starts < 2:
        starts += heard.get(timeout=20) == Said(G, godice.RollStart())
    radio.stop()


def test_nothing_is_said_after_stopping():
    radio, heard = ScriptedRadio(), []
    radio.start(heard.append)
    radio.stop()
    radio.play(f"{G} R")
    assert heard == []
    with pytest.raises(RuntimeError):
        radio.start(heard.append)


def test_the_description_of_the_script_is_true():
    """Every line of the module's own example can be played."""
    text = Path(simulators.__file__).read_text().partition("happens;")[2].partition("What is said")[0]
    lines = [line.partition("  ")[0] for line in map(str.strip, text.splitlines()[2:]) if line]
    assert len(lines) > 12
    SimulatedRadio(lines)


@given(
    st.text(max_size=40),
    st.sampled_from(["", f"{P} ", f"{G} ", f"{G} S ", f"{P} roll ", "wait ", f"{G} roll "]),
)
def test_no_line_raises_anything_else(text, head):
    radio = ScriptedRadio()
    radio.play(f"{P} is d10")
    line = f"{head}{text}"
    problem = ""
    try:
        SimulatedRadio([f"{P} is d10", line])
        radio.play(line)
    except DiceScriptError as error:
        problem = str(error)
    assert "\n" not in problem


WHO = {pixels.INFORMATION: struct.pack("<II", 0x1A2B3C4D, 1_735_945_440)}
SAID = struct.pack("<BBBBB", 10, DieType.D10 << 4, State.ROLLED, 7, 64)
STALE = struct.pack("<BBBBB", 10, DieType.D10 << 4, State.ROLLED, 1, 64)
PIXEL = "pixels:1a2b3c4d"


@pytest.mark.parametrize(
    ("name", "service", "manufacturer", "who", "die", "legacy"),
    [
        ("My D10", pixels.SERVICE, {pixels.COMPANY: SAID}, WHO, PIXEL, False),
        ("", pixels.LEGACY_SERVICE.upper(), {pixels.LEGACY_COMPANY: SAID}, WHO, PIXEL, True),
        ("", pixels.SERVICE, {pixels.COMPANY: SAID}, {}, "", False),  # known by its address
        ("", pixels.SERVICE, {0xFFFF: STALE, pixels.COMPANY: SAID}, WHO, PIXEL, False),
        ("", pixels.SERVICE, {0x1234: SAID}, WHO, PIXEL, False),
    ],
    ids=["today", "older", "half", "remembered entry", "another company"],
)
def test_a_pixels_die_is_known_by_its_service(name, service, manufacturer, who, die, legacy):
    found = recognise(name, [service], manufacturer, who)
    assert (found.die, found.legacy, found.advert.motion.index) == (die, legacy, 7)


def test_a_godice_has_the_service_of_an_older_pixels_die_and_is_known_by_its_name():
    found = recognise("GoDice_1A2B3C_R_v03", [pixels.LEGACY_SERVICE], {0xFFFF: SAID}, {})
    assert (found.die, found.advert) == ("godice:1A2B3C", None)


def test_other_things_with_that_service_are_no_dice():
    assert recognise("UART", [pixels.LEGACY_SERVICE], {}, {}) is None
    assert recognise("UART", [pixels.LEGACY_SERVICE], {0x59: b"abc"}, {}) is None
    assert recognise("Lamp", ["180a"], {0x59: SAID}, WHO) is None


def test_what_cannot_be_read_is_said():
    found = recognise("", [pixels.SERVICE], {pixels.COMPANY: bytes(7)}, WHO)
    assert found.die == PIXEL
    assert "update it" in found.problem


@given(
    st.text(max_size=20),
    st.lists(st.sampled_from([pixels.SERVICE, pixels.LEGACY_SERVICE, "x"]), max_size=3),
    st.dictionaries(st.integers(0, 0xFFFF), st.binary(max_size=9), max_size=3),
    st.dictionaries(st.sampled_from([pixels.INFORMATION, "y"]), st.binary(max_size=9), max_size=2),
)
def test_nothing_that_is_advertised_raises(name, services, manufacturer, service_data):
    found = recognise(name, services, manufacturer, service_data)
    if found is not None and found.die.startswith("pixels:"):
        assert len(service_data[pixels.INFORMATION]) == 8
