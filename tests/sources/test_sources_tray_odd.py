"""Trays in trouble, lines that fail, and trays that cannot be right."""

import pytest
from tray_kit import connected, until

from companion.rolls.devicebook import DeviceBook
from companion.rolls.readings import RollReading, SourceFault
from companion.rolls.source import DeviceState


def test_the_tray_s_own_trouble_is_said_once(tray, listening, source):
    for _ in range(3):
        tray.body("ERR,hall,sensor 3 is silent")
    fault = listening.fault()
    assert "the tray says: sensor 3 is silent (hall)" in str(fault)
    assert not fault.over
    listening.nothing()
    assert source.devices()[0].state is DeviceState.OK


def test_a_tray_that_counts_from_the_beginning_again_is_not_believed(tray, listening, opened):
    source = opened(tray, listening, known={("T-1", "0000abcd"): 9})
    tray.roll("d10=7")
    assert "counts its rolls from the beginning again" in str(listening.fault())
    assert source.devices()[0].state is DeviceState.FAULT
    listening.nothing()


@pytest.mark.usefixtures("source")
def test_what_no_tray_says_is_told_once_and_the_rolls_go_on(tray, listening):
    for _ in range(3):
        tray.body("ROLL,0000abcd,1,0,d10=15")
    assert "d10=15" in listening.fault().what
    tray.roll("d10=5")
    assert listening.roll().faces_text() == "d10=5"


@pytest.mark.parametrize(("version", "todo"), [(2, "update this program"), (0, "update the tray")])
def test_another_version_of_the_protocol_is_said_plainly(version, todo, tray, listening, opened):
    tray.mute = True
    source = opened(tray, listening)
    until(lambda: tray.heard)
    tray.mute = False
    tray.body(f"HELLO,{version},T-1,whatever")
    tray.body("ROLL,0000abcd,1,0,d10=7")
    fault = listening.fault()
    its = f"tray T-1 speaks version {version} of the protocol"
    assert (fault.what, fault.todo) == (f"{its}, this program version 1", todo)
    assert source.devices()[0].state is DeviceState.FAULT
    assert its in source.devices()[0].text


def test_an_outage_is_told_once_and_the_lamp_stays_red_until_the_tray_is_back(tray, listening, source):
    tray.mute = True  # the line is there again, and nobody greets
    tray.unplug()
    tray.plug()
    fault = listening.fault()
    assert fault.where == tray.url
    assert not fault.over
    listening.nothing(0.5)
    assert source.devices()[0].state is DeviceState.FAULT
    assert "trying again" in source.devices()[0].text
    tray.mute = False
    connected(source)
    tray.roll("d10=3")
    assert listening.roll().faces_text() == "d10=3"


@pytest.mark.usefixtures("source")
def test_rolls_that_come_faster_than_hands_throw_are_told_once_and_count_for_nothing(tray, listening):
    for face in range(10):
        tray.roll(f"d10={face}")
    values = [listening.next() for _ in range(11)]
    (fault,) = [value for value in values if isinstance(value, SourceFault)]
    assert "faster than anybody can throw" in fault.what
    assert "type the dice" in fault.todo
    rolls = [value for value in values if isinstance(value, RollReading)]
    assert (rolls[0].doubt, rolls[0].late) == ("", False)
    assert all(roll.doubt for roll in rolls[1:])
    assert all(roll.late for roll in rolls[5:])


@pytest.mark.usefixtures("source")
def test_a_tray_that_complains_without_end_is_heard_some_times_and_then_left_aside(tray, listening):
    for number in range(200):
        tray.body(f"WHAT,{number}")
    faults = [listening.fault() for _ in range(9)]
    assert faults[-1].what == "the tray sends more and more wrong messages"
    assert "switch it off and on" in faults[-1].todo
    listening.nothing()


def test_a_port_where_one_tray_after_another_greets_is_said_to_be_odd(tray, listening, opened):
    source = opened(tray, listening, book=DeviceBook(None))
    connected(source)
    for number in range(40):
        tray.body(f"HELLO,1,Z-{number},{number:08x},1,0")
    fault = listening.fault()
    assert "more than 16 trays" in fault.what
    assert "right port" in fault.todo
    listening.nothing()


def test_a_tray_that_told_one_number_twice_and_is_taken_again_is_no_longer_blamed(tray, listening, source):
    tray.roll("d10=7")
    listening.roll()
    tray.body("ROLL,0000abcd,1,40,d10=8")
    assert "from the beginning again" in listening.fault().what
    assert source.devices()[0].state is DeviceState.FAULT
    tray.roll("d10=3")
    assert listening.roll().faces_text() == "d10=3"
    connected(source)
