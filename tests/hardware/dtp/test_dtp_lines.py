"""Framing: what a line is, and what a broken wire can and cannot do to it.

What the check guarantees, for frames as short as these: every error of one or two bits in a body,
every error of an odd number of bits, and every burst of up to 16 bits is found. Anything else is
found save by a chance of 1 in 65,536; a roll that passed so would still have to be spoken by the
grammar, in the right epoch, with the number that is expected next.

The grammar: what tray and host can say, and what neither ever says.
"""

import json
import random

import pytest
from dtp_kit import BOARD, REPOSITORY, frames, some_dice
from hypothesis import given
from hypothesis import strategies as st

from hardware.dtp.lines import MAX_LINE, Framer, Line, Sort, crc16, framed
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
    from_tray,
)
from hardware.simulators.tray_end import from_host

CAPTURES = json.loads((REPOSITORY / "tests" / "captures" / "dtp1_lines.json").read_text(encoding="utf-8"))
GOOD = [(entry["body"], entry["line"].encode("ascii")) for entry in CAPTURES["good"]]
SIGNS = "".join(chr(code) for code in range(32, 127) if chr(code) not in "$*")
BODIES = st.text(alphabet=SIGNS, min_size=1, max_size=MAX_LINE - 7)


def read(data):
    return list(Framer().feed(data)[1])


def whole(data):
    """The bodies that are believed."""
    return [line.body for line in read(data) if line.sort is Sort.FRAME]


def some_roll(seed):
    chance = random.Random(seed)
    epoch = f"{chance.getrandbits(32):08x}"
    return str(Rolled(epoch, chance.randint(1, 999), chance.randint(0, 9999), some_dice(chance)))


ROLLS = [body for body, _ in GOOD if body.startswith("ROLL")] + [some_roll(k) for k in range(5)]


@pytest.mark.parametrize("check", [crc16, BOARD.crc16], ids=["host", "firmware"])
def test_the_check_is_crc_16_ibm_3740(check):
    assert check(b"123456789") == 0x29B1
    assert check(b"") == 0xFFFF


@given(data=st.binary(max_size=MAX_LINE))
def test_host_and_firmware_work_out_the_same_check(data):
    assert crc16(data) == BOARD.crc16(data)


def test_the_check_finds_one_and_two_bits_all_odd_errors_and_bursts_of_16_bits():
    """The check of an error is the exclusive or of the checks of its bits, whatever the body is."""
    size = MAX_LINE - 7
    nothing = crc16(bytes(size))
    single = []
    for bit in range(8 * size):
        body = bytearray(size)
        body[bit // 8] = 0x80 >> bit % 8
        single.append(crc16(bytes(body)) ^ nothing)
    assert 0 not in single  # one bit
    assert len(set(single)) == len(single)  # two bits
    assert all(value.bit_count() % 2 for value in single)  # odd numbers of bits cannot cancel out
    for start in range(len(single) - 15):  # bursts: 16 bits in a row are independent
        rows = []
        for value in single[start : start + 16]:
            left = value
            for row in rows:
                left = min(left, left ^ row)
            assert left
            rows.append(left)


@pytest.mark.parametrize(("body", "line"), GOOD, ids=[body for body, _ in GOOD])
def test_a_recorded_line_is_read_and_written_as_it_stands(body, line):
    assert framed(body) == BOARD.framed(body) == line
    assert read(line) == [Line(Sort.FRAME, body)]


@pytest.mark.parametrize("line", CAPTURES["bad"])
def test_a_recorded_broken_line_is_not_believed(line):
    assert whole(line.encode("ascii")) == []


@pytest.mark.parametrize("case", CAPTURES["resync"], ids=lambda case: case["yields"][0])
def test_a_reader_finds_its_way_at_the_last_dollar_of_a_line(case):
    assert whole(case["bytes"].encode("ascii")) == case["yields"]


@given(body=BODIES)
def test_what_is_framed_is_read_again(body):
    assert read(framed(body)) == [Line(Sort.FRAME, body)]


@pytest.mark.parametrize("body", ["", "$", "a*b", "a\nb", "a\r", "Ü", "\x7f", "a" * (MAX_LINE - 6)])
def test_what_no_frame_can_carry_is_refused(body):
    with pytest.raises(ValueError, match="no frame can carry"):
        framed(body)


def test_small_letters_in_a_check_and_carriage_returns_are_taken():
    line = framed("PONG,42")
    assert whole(line.lower().replace(b"pong", b"PONG")) == ["PONG,42"]
    assert whole(line.replace(b"\n", b"\r\r\n")) == ["PONG,42"]


@pytest.mark.parametrize("check", [b"", b"0x79", b"+9DC", b"79DC0", b"79D", b" 79DC", b"79DC "])
def test_a_check_is_four_hex_digits_and_nothing_else(check):
    assert [line.sort for line in read(b"$PONG,42*" + check + b"\n")] == [Sort.BROKEN]


def test_a_line_without_a_check_is_bare_and_one_without_a_dollar_is_the_devices_log():
    assert read(b"$HELLO,1\n") == [Line(Sort.BARE, "HELLO,1")]
    assert read("Würfel".encode() + b" \x1b[1m\xff\n") == [Line(Sort.LOG, "Würfel ?[1m\ufffd")]
    assert read(b"\n\r\n") == []


def test_a_line_that_is_too_long_is_thrown_away_to_its_end_and_the_next_is_read():
    longest = framed("a" * (MAX_LINE - 7))
    assert len(longest) == MAX_LINE
    assert len(whole(longest)) == 1
    data = b"x" * 5000 + framed("MOVE")
    assert read(data + framed("MOVE")) == [Line(Sort.BROKEN, ""), Line(Sort.FRAME, "MOVE")]


def test_a_frame_at_the_end_of_a_line_that_is_too_long_is_thrown_away_with_it():
    """Whether the line comes in one piece or in several."""
    framer, lines = Framer().feed(b"x" * MAX_LINE)
    assert (framer.rest, lines) == (b"", ())
    for data in (framed("MOVE"), b"x" * 2 * MAX_LINE + framed("MOVE")):
        assert framer.feed(data)[1] == (Line(Sort.BROKEN, ""),)


def test_a_line_that_never_ends_takes_no_memory():
    framer = Framer()
    for _ in range(1000):
        framer, lines = framer.feed(b"$" * 999)
        assert lines == ()
        assert len(framer.rest) <= MAX_LINE


@given(
    data=st.lists(st.one_of(st.binary(max_size=300), BODIES.map(framed))).map(b"".join),
    cuts=st.lists(st.integers(1, 50), min_size=1),
)
def test_the_lines_are_the_same_however_the_bytes_are_cut(data, cuts):
    framer, found, rest, turn = Framer(), [], data, 0
    while rest:
        size = cuts[turn % len(cuts)]
        piece, rest, turn = rest[:size], rest[size:], turn + 1
        framer, lines = framer.feed(piece)
        found += lines
    assert found == read(data)


@given(data=st.binary(max_size=600))
def test_of_arbitrary_bytes_nothing_is_believed_that_does_not_check(data):
    for body in whole(data):
        assert framed(body)[:-5].upper() in data.upper()


@pytest.mark.parametrize("body", ROLLS)
def test_after_every_prefix_of_a_line_the_next_is_read_whole_and_the_cut_one_never(body):
    line, other = framed(body), framed("MOVE")
    for end in range(len(line)):
        assert whole(line[:end] + other) == ["MOVE"]
        assert whole(line[:end] + b"\n" + other) == (["MOVE"] if end < len(line) - 1 else [body, "MOVE"])
        assert whole(line[end:] + other) == ([body, "MOVE"] if end == 0 else ["MOVE"])


@pytest.mark.parametrize("body", ROLLS)
def test_no_turned_lost_added_or_swapped_byte_makes_another_roll_of_a_line(body):
    line = framed(body)
    for at, byte in enumerate(line):
        before, after = line[:at], line[at + 1 :]
        turned = (before + bytes((byte ^ 1 << bit,)) + after for bit in range(8))
        longer = (before + bytes((added,)) + line[at:] for added in range(256))
        for spoilt in (*turned, *longer, before + after):
            assert set(whole(spoilt + b"\n")) <= {body}  # a check in small letters is the same
        swapped = whole(before + after[:1] + line[at : at + 1] + after[1:] + b"\n")
        assert swapped in ([], [body])
        if after[:1] != line[at : at + 1] and at < len(line) - 2:  # the end may move
            assert swapped == []


@given(data=st.data())
def test_two_frames_that_run_into_each_other_make_no_third(data):
    """As when two programs write to one line: in every mixture only what was sent is believed."""
    first, second = data.draw(st.sampled_from(ROLLS)), data.draw(st.sampled_from(ROLLS))
    one, two = framed(first), framed(second)
    turns = data.draw(st.lists(st.booleans(), max_size=len(one) + len(two)))
    mixed = bytearray()
    for turn in turns:
        source, one, two = (one, one[1:], two) if turn or not two else (two, one, two[1:])
        mixed += source[:1]
    assert set(whole(bytes(mixed) + one + two)) <= {first, second}


def test_a_frame_that_another_cut_in_two_is_lost_and_the_other_is_read():
    one, two = frames("MOVE"), frames("PONG,42")
    for at in range(1, len(one)):
        assert whole(one[:at] + two + one[at:]) == ["PONG,42"]


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
