"""The host's end: what is new, what is acknowledged, what is asked for, what is said to people."""

from __future__ import annotations

import pytest
from dtp_kit import bodies, frames
from hypothesis import given
from hypothesis import strategies as st

from hardware.dtp.lines import MAX_LINE
from hardware.dtp.link import (
    AGAIN_S,
    DEAD_S,
    GREET_S,
    IDLE_S,
    REMEMBERED,
    WINDOW,
    Backwards,
    Gone,
    Link,
    Logged,
    Lost,
    Met,
    NewRoll,
    Nonsense,
    OtherProtocol,
    Quality,
    Said,
)
from hardware.dtp.messages import Battery, Hello, Moved, Trouble

EPOCH, OTHER = "1a2b3c4d", "5e6f7081"


class Host:
    """A link with its time and all that it said."""

    def __init__(self, known=None, *, history=False):
        self.link = Link({} if known is None else known, history=history)
        self.now = 100.0
        self.events, self.said = [], []
        self._took(self.link.opened(self.now))
        self.said.clear()

    def _took(self, step):
        self.link = step.link
        self.events += step.events
        self.said += bodies(step.send)
        return step.events

    def hears(self, *said, after=0.0):
        self.now += after
        return self._took(self.link.hear(frames(*said), self.now))

    def waits(self, seconds):
        """Let time pass in small steps; return what was sent, with when."""
        sent, begun = [], self.now
        while self.now < begun + seconds - 1e-9:
            self.now += 0.25
            step = self.link.tick(self.now)
            self.link = step.link
            self.events += step.events
            sent += [(self.now - begun, body) for body in bodies(step.send)]
        return sent

    def keeps(self, seq, epoch=EPOCH):
        self._took(self.link.kept(epoch, seq))

    def reopens(self):
        self._took(self.link.opened(self.now))

    def says(self):
        """What was said since the last time that this was asked."""
        said, self.said = self.said, []
        return said

    @property
    def rolls(self):
        return [event.roll.seq for event in self.events if isinstance(event, NewRoll)]

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]


def hello(first, last, serial="T1", epoch=EPOCH):
    return f"HELLO,1,{serial},{epoch},{first},{last}"


def roll(seq, face=7, epoch=EPOCH):
    return f"ROLL,{epoch},{seq},0,d10={face}"


def met(first=1, last=0, **kwargs):
    host = Host(**kwargs)
    host.hears(hello(first, last))
    host.says()
    return host


# -- greeting -------------------------------------------------------------------------------------


def test_a_port_that_was_opened_is_greeted_and_half_a_line_on_it_is_ended_first():
    step = Link({}).opened(0.0)
    assert step.send == b"\n$HELLO,1*7916\n"


def test_the_greeting_is_answered_with_what_is_kept_and_what_is_wanted():
    host = Host()
    assert host.hears(hello(1, 0)) == (Met(Hello("T1", EPOCH, 1, 0)),)
    assert host.says() == [f"ACK,{EPOCH},0", f"SYNC,{EPOCH},1"]


def test_half_a_line_from_before_the_port_was_opened_anew_is_no_part_of_what_comes():
    host = met()
    line = frames(roll(1))
    host.link = host.link.hear(line[:20], host.now).link
    host.reopens()
    step = host.link.hear(line[20:] + frames(hello(1, 0)), host.now)
    assert [type(event) for event in step.events] == [Logged, Met]


def test_a_line_that_was_opened_anew_at_once_is_asked_for_the_same_again():
    host = met()
    host.reopens()
    host.says()
    host.hears(hello(1, 0))
    assert host.says() == [f"ACK,{EPOCH},0", f"SYNC,{EPOCH},1"]


def test_the_greeting_is_asked_for_every_two_seconds_until_it_comes():
    sent = Host().waits(7)
    assert sent == [(GREET_S * turn, "HELLO,1") for turn in (1, 2, 3)]


def test_a_roll_before_the_greeting_is_no_roll_yet_and_asks_for_the_greeting():
    host = Host()
    assert host.hears(roll(1), after=AGAIN_S) == ()
    assert host.says() == ["HELLO,1"]
    host.hears(hello(1, 1))
    assert not host.rolls


def test_the_greeting_is_not_asked_for_twice_within_half_a_second():
    host = Host()
    host.hears(roll(1), roll(2), after=0.1)
    assert host.says() == []
    host.hears(roll(1), roll(2), after=AGAIN_S)
    assert host.says() == ["HELLO,1"]


# -- rolls ----------------------------------------------------------------------------------------


def test_a_roll_is_handed_on_at_once_and_acknowledged_only_when_it_is_kept():
    host = met()
    host.hears(roll(1))
    assert host.rolls == [1]
    assert host.says() == []
    host.keeps(1)
    assert host.says() == [f"ACK,{EPOCH},1"]
    assert host.link.known == {("T1", EPOCH): 2}


def test_one_acknowledgement_stands_for_all_before_it():
    host = met()
    host.hears(roll(1), roll(2), roll(3))
    host.keeps(3)
    assert host.says() == [f"ACK,{EPOCH},3"]
    host.keeps(2)
    host.keeps(3)
    assert host.says() == []


def test_what_was_never_handed_on_cannot_be_kept():
    host = met()
    host.hears(roll(1))
    host.keeps(2)
    host.keeps(5)
    host.keeps(1, OTHER)
    assert host.says() == []
    assert host.link.known == {}


def test_a_kept_roll_that_comes_again_is_dropped_counted_and_acknowledged_again():
    host = met()
    host.hears(roll(1))
    host.keeps(1)
    host.says()
    host.hears(roll(1), after=1)
    assert host.rolls == [1]
    assert host.says() == [f"ACK,{EPOCH},1"]
    assert host.link.quality.resent == 1


def test_a_roll_that_is_being_kept_just_now_is_not_handed_on_again_nor_held_against_the_line():
    host = met()
    host.hears(roll(1), roll(2))
    host.hears(roll(1), roll(2), after=1)
    host.hears(hello(1, 2), roll(1), roll(2), after=1)
    assert host.rolls == [1, 2]
    assert host.link.quality.resent == 0
    assert f"ACK,{EPOCH},0" in host.says()


def test_four_rolls_that_are_being_kept_do_not_hold_up_the_fifth():
    host = met()
    host.hears(*(roll(seq) for seq in (1, 2, 3, 4)))
    host.hears(*(roll(seq) for seq in (1, 2, 3, 4)), after=GREET_S)
    assert "HELLO,1" in host.says()
    host.hears(hello(1, 5))
    assert host.says() == [f"ACK,{EPOCH},0", f"SYNC,{EPOCH},5"]
    host.hears(roll(5))
    assert host.rolls == [1, 2, 3, 4, 5]


def test_a_gap_asks_for_what_is_missing_and_takes_nothing_out_of_order():
    host = met()
    host.hears(roll(1), after=1)
    host.hears(roll(3), roll(4), roll(5))
    assert host.rolls == [1]
    assert host.says() == [f"SYNC,{EPOCH},2"]
    host.hears(roll(2), roll(3))
    assert host.rolls == [1, 2, 3]


def test_the_same_is_not_asked_for_twice_within_half_a_second_and_then_with_the_greeting():
    host = met()
    host.hears(roll(1), roll(3), after=1)
    assert host.says() == [f"SYNC,{EPOCH},2"]
    host.hears(roll(4), after=AGAIN_S / 2)
    assert host.says() == []
    host.hears(roll(4), after=AGAIN_S / 2)
    assert host.says() == [f"SYNC,{EPOCH},2", "HELLO,1"]


def test_a_gap_that_the_tray_cannot_fill_ends_with_its_greeting():
    """Overwritten while the line was up: without this the host would ask for it for ever."""
    host = met(1, 1)
    host.hears(roll(40), after=1)
    host.hears(roll(40), after=1)
    host.hears(hello(9, 40), after=0.1)
    assert host.of(Lost) == [Lost("T1", 7)]
    host.hears(roll(9))
    assert host.rolls == [9]


def test_so_many_rolls_are_handed_on_that_nobody_kept_and_no_more():
    host = met()
    host.hears(*(roll(seq) for seq in range(1, WINDOW + 10)))
    assert host.rolls == list(range(1, WINDOW + 1))
    host.says()
    host.keeps(WINDOW)
    host.hears(roll(WINDOW + 1))
    assert host.rolls[-1] == WINDOW + 1


@pytest.mark.parametrize(
    "line", [b"$ROLL,1a2b3c4d,1,0,d10=7\n", b"$ROLL,1a2b3c4d,1,0,d10=7*0000\n"]
)
def test_a_roll_without_a_right_check_is_never_taken(line):
    host = met()
    step = host.link.hear(line, host.now)
    assert step.events == ()
    assert step.send == b""
    assert step.link.quality.bad == 1


# -- what is lost is said -------------------------------------------------------------------------


def test_rolls_that_were_overwritten_are_counted_and_said():
    host = met(known={("T1", EPOCH): 3})
    host.hears(hello(6, 9), after=1)
    assert host.of(Lost) == [Lost("T1", 3)]
    assert host.link.quality.lost == 3
    assert host.says() == [f"ACK,{EPOCH},5", f"SYNC,{EPOCH},6"]


def test_the_same_loss_is_said_once():
    host = met(known={("T1", EPOCH): 3})
    for _ in range(3):
        host.hears(hello(6, 9), after=1)
        host.reopens()
    assert len(host.of(Lost)) == 1
    assert host.link.quality.lost == 3


def test_a_roll_that_was_handed_on_is_not_lost_although_the_tray_no_longer_has_it():
    host = met()
    host.hears(roll(1), roll(2))
    host.hears(hello(3, 34), after=1)
    assert host.of(Lost) == []
    host.hears(roll(3))
    host.keeps(3)
    assert host.rolls == [1, 2, 3]


def test_a_roll_kept_after_the_tray_overwrote_it_is_remembered():
    host = met()
    host.hears(roll(1), roll(2))
    host.hears(hello(9, 40), after=1)
    assert host.of(Lost) == [Lost("T1", 6)]
    host.keeps(2)
    assert host.link.known == {("T1", EPOCH): 3}
    assert host.says()[-1] == f"ACK,{EPOCH},8"
    host.hears(*(roll(seq) for seq in range(9, 9 + WINDOW)))
    assert len(host.rolls) == 2 + WINDOW


def test_a_number_that_jumps_is_a_loss_of_all_between():
    host = met(1, 2, known={("T1", EPOCH): 3})
    host.hears(hello(1_000_000, 1_000_000), after=1)
    assert host.of(Lost) == [Lost("T1", 999_997)]
    host.hears(roll(1_000_000))
    assert host.rolls == [1_000_000]


# -- first contact --------------------------------------------------------------------------------


def test_rolls_from_before_the_first_contact_are_passed_over_and_it_is_said_how_many():
    host = Host()
    assert host.hears(hello(4, 9)) == (Met(Hello("T1", EPOCH, 4, 9), passed=6),)
    assert host.says() == [f"ACK,{EPOCH},9", f"SYNC,{EPOCH},10"]
    host.hears(roll(9), roll(10))
    assert host.rolls == [10]


def test_with_history_the_first_contact_takes_what_the_tray_holds():
    host = Host(history=True)
    assert host.hears(hello(4, 9)) == (Met(Hello("T1", EPOCH, 4, 9)),)
    assert host.says() == [f"ACK,{EPOCH},3", f"SYNC,{EPOCH},4"]
    assert host.of(Lost) == []


def test_what_the_journal_knows_goes_on_where_it_stood():
    host = met(1, 9, known={("T1", EPOCH): 8})
    host.hears(roll(7), roll(8), roll(9))
    assert host.rolls == [8, 9]


def test_the_first_contact_is_made_once_and_holds_over_a_reconnection():
    host = met(1, 5)
    host.reopens()
    host.hears(hello(6, 8), roll(6))
    assert host.rolls == [6]
    assert [event.passed for event in host.of(Met)] == [5, 0]


# -- epochs ---------------------------------------------------------------------------------------


def test_a_tray_that_starts_again_in_mid_session_begins_with_its_first_roll():
    host = met()
    host.hears(roll(1))
    host.hears(hello(1, 2, epoch=OTHER), after=1)
    assert host.says()[-2:] == [f"ACK,{OTHER},0", f"SYNC,{OTHER},1"]
    host.hears(roll(1, epoch=OTHER), roll(2, epoch=OTHER))
    assert host.rolls == [1, 1, 2]
    assert host.of(Lost) == []


def test_what_such_a_tray_overwrote_already_is_lost_and_said():
    host = met()
    host.hears(hello(4, 35, epoch=OTHER), after=1)
    assert host.of(Lost) == [Lost("T1", 3)]


def test_a_roll_of_the_old_epoch_that_is_kept_late_is_remembered_and_not_acknowledged():
    host = met()
    host.hears(roll(1), roll(2))
    host.hears(hello(1, 0, epoch=OTHER), after=1)
    host.says()
    host.keeps(2)
    assert host.says() == []
    assert host.link.known == {("T1", EPOCH): 3}


def test_a_roll_that_is_kept_while_the_line_is_down_is_acknowledged_with_the_next_greeting():
    host = met()
    host.hears(roll(1))
    host.reopens()
    host.says()
    host.keeps(1)
    assert host.says() == []
    host.hears(hello(1, 1))
    assert host.says() == [f"ACK,{EPOCH},1", f"SYNC,{EPOCH},2"]


def test_a_roll_of_another_epoch_asks_who_it_is_and_is_taken_after_the_greeting():
    host = met()
    host.hears(roll(1, epoch=OTHER), after=1)
    assert host.rolls == []
    assert host.says() == ["HELLO,1"]
    host.hears(hello(1, 1, epoch=OTHER), roll(1, epoch=OTHER))
    assert host.rolls == [1]


def test_another_tray_on_the_same_port_is_another_tray():
    host = met()
    host.hears(roll(1))
    host.hears(hello(1, 3, serial="T2", epoch=OTHER), roll(4, epoch=OTHER), after=1)
    assert host.of(Met)[-1].passed == 3
    assert [(event.serial, event.roll.seq) for event in host.of(NewRoll)] == [("T1", 1), ("T2", 4)]


def test_of_two_trays_with_one_name_each_has_its_own_numbers():
    """They have different epochs, unless one is the other's copy."""
    one, two = met(), Host()
    two.hears(hello(1, 0, epoch=OTHER))
    one.hears(roll(1))
    two.hears(roll(1, epoch=OTHER))
    keys = {
        (event.serial, event.roll.epoch, event.roll.seq)
        for event in one.of(NewRoll) + two.of(NewRoll)
    }
    assert len(keys) == 2


def test_a_tray_that_begins_a_new_epoch_again_and_again_takes_no_memory():
    host = met()
    host.hears(roll(1))
    for number in range(300):
        host.hears(hello(1, 0, epoch=f"{number:08x}"))
    assert len(host.link.places) <= REMEMBERED + 2
    assert ("T1", EPOCH) in host.link.places  # a roll of it is still being kept
    assert host.link.known == {}


# -- a tray that counts backwards -----------------------------------------------------------------


def test_numbers_that_begin_again_without_an_epoch_are_said_and_no_roll_is_taken():
    host = met(1, 9, known={("T1", EPOCH): 10})
    host.hears(hello(1, 0), after=1)
    host.hears(roll(1), after=0.1)
    assert host.of(Backwards) == []  # an old greeting may have stuck on the way
    host.hears(hello(1, 1), after=GREET_S)
    assert host.of(Backwards) == [Backwards("T1", EPOCH, 1, 10)]
    host.hears(roll(1), roll(2), after=1)
    assert host.rolls == []
    assert set(host.says()) == {"HELLO,1"}  # and none of it is acknowledged


def test_every_roll_that_cannot_be_told_from_an_old_one_is_said_and_said_once():
    host = met(1, 9, known={("T1", EPOCH): 10})
    for last in (1, 1, 1, 2, 2, 3):
        host.hears(hello(1, last), after=GREET_S)
    assert [event.last for event in host.of(Backwards)] == [1, 2, 3]


def test_when_the_numbers_have_caught_up_the_rolls_count_again():
    host = met(1, 1, known={("T1", EPOCH): 3})
    host.hears(hello(1, 1), after=GREET_S)
    host.hears(hello(1, 3), roll(3), after=GREET_S)
    assert host.rolls == [3]


def test_an_old_greeting_that_arrives_twice_is_no_alarm():
    host = met()
    host.hears(roll(1), hello(1, 0), roll(1), after=1)
    assert host.says() == ["HELLO,1"]
    host.hears(hello(1, 1), roll(1), roll(2), after=0.1)
    assert host.of(Backwards) == []
    assert host.rolls == [1, 2]


def test_the_same_number_with_other_dice_is_another_roll_and_is_said():
    """So few rolls before and after that the numbers of the greeting look right."""
    host = met()
    host.hears(roll(1, face=7))
    host.keeps(1)
    host.hears(roll(1, face=3), after=1)
    assert host.of(Backwards) == [Backwards("T1", EPOCH, 1, 2)]
    assert host.rolls == [1]
    host.hears(hello(1, 2), roll(1, face=3), roll(2, face=5), after=1)
    assert len(host.of(Backwards)) == 1
    assert host.rolls == [1, 2]


def test_a_tray_that_seems_to_resend_is_asked_who_it_is_at_times():
    host = met()
    host.hears(roll(1), roll(2))
    host.keeps(2)
    host.says()
    host.hears(roll(1), after=GREET_S)
    assert "HELLO,1" in host.says()
    host.hears(roll(1), after=1)
    assert "HELLO,1" not in host.says()


# -- liveness -------------------------------------------------------------------------------------


def test_after_five_silent_seconds_the_host_asks_and_after_fifteen_the_line_is_dead():
    host = met()
    assert host.waits(DEAD_S - 0.25) == [(IDLE_S, "PING,1"), (2 * IDLE_S, "PING,2")]
    assert host.of(Gone) == []
    host.waits(0.25)
    assert host.of(Gone) == [Gone()]


def test_an_answer_to_the_question_keeps_the_line():
    host = met()
    for number in range(1, 10):
        assert host.waits(IDLE_S) == [(IDLE_S, f"PING,{number}")]
        host.hears(f"PONG,{number}")
    assert host.of(Gone) == []


def test_a_line_on_which_only_noise_is_heard_is_dead():
    host = met()
    for _ in range(60):
        host.now += 0.25
        step = host.link.hear(b"noise\n$MOVE*0000\n", host.now)
        host.link = step.link
    assert host.link.tick(host.now).events == (Gone(),)


def test_a_tray_that_never_greets_is_given_up_as_well():
    host = Host()
    host.waits(DEAD_S)
    assert host.of(Gone) == [Gone()]


# -- other things that are said -------------------------------------------------------------------


def test_a_tray_of_another_version_is_said_once_and_nothing_of_it_is_a_roll():
    host = met()
    for _ in range(3):
        events = host.hears(
            "HELLO,2,T1,1a2b3c4d,1,1", roll(1), "ROLL,1a2b3c4d,1,0,d10=7,new", after=3
        )
    assert host.of(OtherProtocol) == [OtherProtocol("T1", 2)]
    assert events == ()
    assert host.rolls == []
    assert not any(said.startswith(("ACK", "SYNC")) for said in host.says())


def test_another_version_is_said_again_when_the_line_is_opened_anew_or_the_tray_had_thought_better():
    host = met()
    for again in (lambda: None, host.reopens, lambda: host.hears(hello(1, 0))):
        again()
        host.hears("HELLO,2,T1")
        host.hears("HELLO,2,T1")
    assert host.of(OtherProtocol) == [OtherProtocol("T1", 2)] * 3


def test_a_tray_of_another_version_is_alive_and_asked_whether_it_knows_this_one():
    host = met()
    for _ in range(20):
        host.hears("HELLO,2,T1,1a2b3c4d,1,1")
        assert host.waits(GREET_S) == [(GREET_S, "HELLO,1")]
    assert host.of(Gone) == []
    host.hears(hello(1, 1), roll(1))
    assert host.rolls == [1]


def test_a_whole_line_that_makes_no_sense_is_said_once_and_is_no_roll():
    host = met()
    for _ in range(3):
        host.hears("ROLL,1a2b3c4d,1,0,d10=10", after=1)
    assert host.of(Nonsense) == [Nonsense("T1", "ROLL,1a2b3c4d,1,0,d10=10")]
    assert host.rolls == []
    assert host.link.quality == Quality(good=1, bad=3)


def test_movement_battery_trouble_and_log_are_passed_on():
    host = met()
    host.hears("MOVE", "BAT,87,1", "ERR,jam,stuck, badly")
    assert host.of(Said) == [
        Said(Moved()),
        Said(Battery(87, charging=True)),
        Said(Trouble("jam", "stuck, badly")),
    ]
    assert host.link.hear(b"boot ok\r\n", host.now).events == (Logged("boot ok"),)


def test_good_and_bad_lines_are_counted():
    host = met()
    host.hears("PONG,1", "MOVE", "NEWS,1")
    host.link = host.link.hear(b"$MOVE*0000\n" + b"x" * MAX_LINE + b"\n", host.now).link
    assert host.link.quality == Quality(good=3, bad=3)


# -- whatever comes -------------------------------------------------------------------------------


@given(data=st.lists(st.binary(max_size=300), max_size=5))
def test_arbitrary_bytes_raise_nothing_and_are_no_roll(data):
    host = met()
    for piece in data:
        step = host.link.hear(piece, host.now)
        assert not any(isinstance(event, NewRoll) for event in step.events)
        host.link = step.link


@given(data=st.data())
def test_whatever_a_tray_says_each_number_is_handed_on_once_and_in_order(data):
    """A tray may lie as it likes: of an epoch the numbers only ever rise, none comes twice, and what
    is known is what was handed on and kept."""
    host = Host(history=data.draw(st.booleans()))
    small, epochs = st.integers(1, 6), st.sampled_from([EPOCH, OTHER])
    for _ in range(data.draw(st.integers(1, 25))):
        match data.draw(st.sampled_from(["hello", "roll", "keep", "open", "wait"])):
            case "hello":
                first = data.draw(small)
                said = hello(first, first - 1 + data.draw(small), epoch=data.draw(epochs))
                host.hears(said, after=data.draw(st.sampled_from([0.0, 3.0])))
            case "roll":
                host.hears(roll(data.draw(small), data.draw(st.integers(0, 2)), data.draw(epochs)))
            case "keep":
                for event in host.of(NewRoll)[-1:]:
                    host.keeps(event.roll.seq, event.roll.epoch)
            case "open":
                host.reopens()
            case "wait":
                host.waits(data.draw(st.sampled_from([0.25, 3.0])))
    for epoch in (EPOCH, OTHER):
        numbers = [event.roll.seq for event in host.of(NewRoll) if event.roll.epoch == epoch]
        assert numbers == sorted(set(numbers))
        known = host.link.known.get(("T1", epoch), 1)
        assert known - 1 in [0, *numbers]


@given(data=st.data())
def test_nothing_is_acknowledged_that_is_not_kept(data):
    """With no loss and nothing passed over, every acknowledgement is of a roll that was kept."""
    host, kept = met(), 0
    for _ in range(data.draw(st.integers(1, 30))):
        handed = host.link.places["T1", EPOCH].following - 1
        if data.draw(st.booleans()) and kept < handed:
            kept = data.draw(st.integers(kept + 1, handed))
            host.keeps(kept)
        elif data.draw(st.booleans()):
            host.hears(hello(1, handed + 3), after=1)
        else:
            host.hears(
                roll(data.draw(st.integers(1, handed + 3))), after=data.draw(st.integers(0, 3))
            )
        for said in host.says():
            if said.startswith("ACK"):
                assert int(said.split(",")[2]) <= kept
