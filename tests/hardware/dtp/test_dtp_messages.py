"""The grammar: what tray and host can say, and what neither ever says."""

import json

import pytest
from dtp_kit import REPOSITORY
from hypothesis import given
from hypothesis import strategies as st

from hardware.dtp.lines import MAX_LINE, framed
from hardware.dtp.messages import (
    FACES,
    MOST_DICE,
    Ack,
    AskHello,
    Battery,
    Die,
    Hello,
    MessageError,
    Moved,
    Ping,
    Pong,
    Rolled,
    Sync,
    Trouble,
    from_host,
    from_tray,
)

CAPTURES = json.loads(
    (REPOSITORY / "tests" / "captures" / "dtp1_lines.json").read_text(encoding="utf-8")
)
MOST = 10**10 - 1

numbers = st.integers(0, MOST)
epochs = st.text(alphabet="0123456789abcdef", min_size=8, max_size=8)
serials = st.text(alphabet="AZaz09_.-", min_size=1, max_size=24)
texts = st.text(alphabet="abc XYZ,09=?!", min_size=1, max_size=60)
dice = st.lists(
    st.sampled_from([(kind, face) for kind, faces in FACES.items() for face in faces]).flatmap(
        lambda die: st.booleans().map(lambda doubtful: Die(*die, doubtful))
    ),
    min_size=1,
    max_size=8,
).map(tuple)
hellos = st.builds(
    lambda serial, epoch, first, held: Hello(serial, epoch, first, first - 1 + held),
    serials,
    epochs,
    st.integers(1, MOST - 99),
    st.integers(0, 99),
)
from_trays = st.one_of(
    hellos,
    st.builds(Rolled, epochs, st.integers(1, MOST), numbers, dice),
    st.just(Moved()),
    st.builds(Battery, st.integers(0, 100), st.booleans()),
    st.builds(Trouble, st.sampled_from(["jam", "E7"]), texts),
    st.builds(Pong, numbers),
)
from_hosts = st.one_of(
    st.builds(AskHello, numbers),
    st.builds(Sync, epochs, numbers),
    st.builds(Ack, epochs, numbers),
    st.builds(Ping, numbers),
)


@given(message=from_trays)
def test_what_a_tray_says_is_understood_as_it_was_meant(message):
    assert from_tray(str(message)) == message
    assert len(framed(str(message))) <= MAX_LINE


@given(message=from_hosts)
def test_what_a_host_says_is_understood_as_it_was_meant(message):
    assert from_host(str(message)) == message
    assert len(framed(str(message))) <= MAX_LINE


@pytest.mark.parametrize("entry", CAPTURES["good"], ids=lambda entry: entry["body"])
def test_every_recorded_body_is_understood_by_one_end_or_the_other(entry):
    body = entry["body"]
    host_says = body == "HELLO,1" or body.split(",")[0] in {"SYNC", "ACK", "PING"}
    read = from_host if host_says else from_tray
    assert str(read(body)) == body
    with pytest.raises(MessageError):
        (from_tray if host_says else from_host)(body)


@given(body=st.one_of(st.text(), st.lists(st.text(alphabet="HELORACK,019ad=? -")).map(",".join)))
def test_whatever_is_said_is_a_message_or_is_refused(body):
    for read in (from_tray, from_host):
        try:
            message = read(body)
        except MessageError:
            continue
        assert isinstance(message, Hello) or str(message) == body


@pytest.mark.parametrize(
    "body",
    [
        *("", "HELLO", "HELLO,one,T1,1a2b3c4d,1,0", "HELLO,1,T 1,1a2b3c4d,1,0"),
        *("HELLO,1,,1a2b3c4d,1,0", "HELLO,1,T1,1A2B3C4D,1,0", "HELLO,1,T1,1a2b3c4,1,0"),
        *(f"HELLO,1,T1,1a2b3c4d,{held}" for held in ("1", "0,0", "5,3", "1,-1")),
        *(f"ROLL,1a2b3c4d,{number},d10=7" for number in ("0,0", "01,0", "1,+0", "12345678901,0")),
        "ROLL,1a2b3c4d,1,0",
        *(f"ROLL,1a2b3c4d,1,0,{dice}" for dice in ("", "d10=7,d10=8", "d10=7  d10=8", "d10=7 ")),
        *(f"ROLL,1a2b3c4d,1,0,{die}" for die in ("d10", "d10=", "d10=?", "d10=7??", "d10=10")),
        *(f"ROLL,1a2b3c4d,1,0,{die}" for die in ("d10=07", "d00=5", "d4=0", "d7=2")),
        *(f"ROLL,1a2b3c4d,1,0,{die}" for die in ("mon=1", "mon=s", "mon.cat=2")),
        *("MOVE,1", "move", "BAT,101,0", "BAT,50,2", "BAT,50", "ERR,jam", "ERR,,text"),
        *("PONG,", "PONG,4 2", "PONG,²"),
    ],
)
def test_what_no_tray_says_is_refused(body):
    with pytest.raises(MessageError):
        from_tray(body)


def test_a_roll_has_at_most_so_many_dice():
    roll = Rolled("1a2b3c4d", 1, 0, (Die("d6", "1"),) * MOST_DICE)
    assert from_tray(str(roll)) == roll
    with pytest.raises(MessageError, match="17 dice are too many"):
        from_tray(str(roll) + " d6=1")


def test_of_a_greeting_of_another_version_only_version_and_name_are_taken():
    assert from_tray("HELLO,2,T1,anything,goes") == Hello("T1", "00000000", 1, 0, 2)
    assert from_tray("HELLO,2") == Hello("?", "00000000", 1, 0, 2)
    assert from_tray("HELLO,0,\x1b[2J") == Hello("?", "00000000", 1, 0, 0)
