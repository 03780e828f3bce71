"""The tray's end: both the host's model of it and what a board runs hold to the same rules."""

import pytest
from dtp_kit import TRAYS, bodies, frames
from hypothesis import given
from hypothesis import strategies as st

from hardware.dtp.messages import MOST_DICE, Die
from hardware.simulators.tray_end import BURST, RING

EPOCH = "1a2b3c4d"
SEVEN = (Die("d10", "7"),)


@pytest.fixture(params=TRAYS)
def tray(request):
    return TRAYS[request.param]()


def rolled(tray, rolls, now=0):
    return [body for _ in range(rolls) for body in bodies(tray.roll(SEVEN, now))]


def answer(tray, *said, now=0):
    return bodies(tray.hear(frames(*said), now))


def sent(seq, age=0):
    return f"ROLL,{EPOCH},{seq},{age},d10=7"


def hello(first, last):
    return f"HELLO,1,T-1,{EPOCH},{first},{last}"


def test_at_the_start_it_says_who_it_is_and_that_it_holds_nothing(tray):
    assert bodies(tray.hello()) == [hello(1, 0)]


def test_it_greets_whoever_greets_whatever_version_they_speak(tray):
    assert answer(tray, "HELLO,1", "HELLO,9") == [hello(1, 0)] * 2


def test_it_answers_a_ping_with_its_number(tray):
    assert answer(tray, "PING,0", "PING,9999999999") == ["PONG,0", "PONG,9999999999"]


def test_a_roll_is_sent_at_once_and_said_to_be_as_old_as_it_is(tray):
    assert bodies(tray.roll((Die("d10", "7"), Die("mon.eye", "S", doubtful=True)), 500)) == [
        f"ROLL,{EPOCH},1,0,d10=7 mon.eye=S?"
    ]
    assert bodies(tray.tick(1500)) == [f"ROLL,{EPOCH},1,1000,d10=7 mon.eye=S?"]


def test_four_rolls_are_on_their_way_and_the_oldest_four_are_sent_again(tray):
    assert rolled(tray, 6) == [sent(seq) for seq in range(1, BURST + 1)]
    assert tray.held == 6
    assert bodies(tray.tick(1000)) == [sent(seq, 1000) for seq in (1, 2, 3, 4)]


def test_what_nobody_acknowledges_is_sent_again_ever_more_slowly(tray):
    rolled(tray, 5)
    times = [now for now in range(0, 40_001, 250) if tray.tick(now)]
    assert times == [1000, 3000, 7000, 15000, 23000, 31000, 39000]


def test_an_acknowledgement_lets_go_of_everything_up_to_it_and_begins_the_waits_anew(tray):
    rolled(tray, 6)
    tray.tick(1000)
    assert answer(tray, f"ACK,{EPOCH},4", now=1000) == []
    assert tray.held == 2
    assert bodies(tray.tick(1999)) == []
    assert bodies(tray.tick(2000)) == [sent(5, 2000), sent(6, 2000)]


@pytest.mark.parametrize("said", ["ACK,1a2b3c4d,0", "ACK,1a2b3c4d,7", "ACK,1a2b3c4d,9999999999"])
def test_an_acknowledgement_of_nothing_or_of_what_was_never_rolled_lets_go_of_nothing(tray, said):
    rolled(tray, 6)
    assert answer(tray, said) == []
    assert tray.held == 6
    assert bodies(tray.tick(1000)) != []


def test_an_acknowledgement_of_another_epoch_is_answered_with_the_greeting(tray):
    rolled(tray, 2)
    assert answer(tray, "ACK,00000000,2", "SYNC,00000000,1") == [hello(1, 2)] * 2
    assert tray.held == 2


def test_what_is_asked_for_is_sent_four_at_a_time(tray):
    rolled(tray, 9)
    assert answer(tray, f"SYNC,{EPOCH},3") == [sent(seq) for seq in (3, 4, 5, 6)]
    assert answer(tray, f"SYNC,{EPOCH},8") == [sent(8), sent(9)]
    assert answer(tray, f"SYNC,{EPOCH},10") == []


def test_what_was_asked_for_is_not_sent_again_by_itself_at_once(tray):
    rolled(tray, 2)
    assert answer(tray, f"SYNC,{EPOCH},1", now=900) == [sent(1, 900), sent(2, 900)]
    assert bodies(tray.tick(1899)) == []
    assert bodies(tray.tick(1900)) == [sent(1, 1900), sent(2, 1900)]


def test_who_asks_for_what_is_gone_or_was_never_rolled_is_told_what_is_held(tray):
    rolled(tray, 3)
    answer(tray, f"ACK,{EPOCH},1")
    assert answer(tray, f"SYNC,{EPOCH},1") == [hello(2, 3), sent(2), sent(3)]
    assert answer(tray, f"SYNC,{EPOCH},5") == [hello(2, 3)]


def test_32_rolls_are_held_and_when_one_more_comes_the_loss_is_told(tray):
    rolled(tray, RING)
    assert tray.held == RING
    assert rolled(tray, 1) == [hello(2, RING + 1)]
    assert tray.held == RING


def test_a_restart_that_keeps_the_rolls_keeps_their_numbers_and_ages(tray):
    rolled(tray, 2)
    tray.hear(b"$ACK,1a2b3c4d,", 500)  # half a line, gone with the restart
    assert bodies(tray.restarted(1000)) == [hello(1, 2)]
    assert answer(tray, f"SYNC,{EPOCH},1", now=1500) == [sent(1, 1500), sent(2, 1500)]


def test_more_dice_than_a_line_carries_take_no_number(tray):
    for dice in (SEVEN * (MOST_DICE + 1), (Die("mon.dimwit", "S", doubtful=True),) * 12):
        try:
            said = bodies(tray.roll(dice, 0))
        except ValueError as error:
            said = [str(error)]
        assert len(said) == 1
        assert "dice" in said[0] or "no frame can carry" in said[0]
    assert tray.held == 0
    assert rolled(tray, 1) == [sent(1)]


def test_whoever_greets_without_a_check_can_type_everything(tray):
    rolled(tray, 3)
    assert bodies(tray.hear(b"$HELLO,1\r\n", 0)) == [hello(1, 3)]
    assert bodies(tray.hear(b"$PING,1\n", 0)) == ["PONG,1"]
    assert bodies(tray.hear(b"$SYNC,1a2b3c4d,3\n", 0)) == [sent(3)]
    tray.hear(b"$ACK,1a2b3c4d,2\n", 0)
    assert tray.held == 1


def test_half_an_acknowledgement_of_a_host_that_went_away_lets_go_of_nothing(tray):
    rolled(tray, 20)
    answer(tray, "HELLO,1")
    tray.hear(b"$ACK,1a2b3c4d,1", 0)  # of 12, say
    tray.hear(b"\n" + frames("HELLO,1"), 0)
    assert tray.held == 20


def test_a_program_on_the_line_ends_the_typing(tray):
    rolled(tray, 3)
    tray.hear(b"$HELLO,1\n" + frames("PING,1") + b"$ACK,1a2b3c4d,3\n", 0)
    assert tray.held == 3


@pytest.mark.parametrize(
    "line",
    [
        *(b"$ACK,1a2b3c4d," + number for number in (b"3*0000", b"3*", b"03", b"+3", b" 3", b"3_0")),
        *(b"$ACK,1a2b3c4d,3,", b"$ACK,1a2b3c4d,\xb3", b"$ACK,1A2B3C4D,3", b"$ack,1a2b3c4d,3"),
        *(b"ACK,1a2b3c4d,3", b"$", b"$*FFFF", b"$,,,", b"$" + b"A" * 300),
    ],
)
def test_what_is_typed_badly_is_passed_over(tray, line):
    rolled(tray, 3)
    tray.hear(b"$HELLO,1\n", 0)
    assert tray.hear(line + b"\n", 0) == b""
    assert tray.held == 3


@given(data=st.lists(st.binary(max_size=250), max_size=6))
@pytest.mark.parametrize("kind", TRAYS)
def test_arbitrary_bytes_raise_nothing_and_let_go_of_nothing(kind, data):
    tray = TRAYS[kind]()
    rolled(tray, 3)
    for piece in data:
        bodies(tray.hear(piece, 0))
    assert tray.held == 3
