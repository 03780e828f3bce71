"""The host's end: greeting, rolls that are new, acknowledged or asked for, and what is lost.

Trays that start again, that are exchanged, and that count backwards.
"""

import pytest
from dtp_host import EPOCH, OTHER, Host, hello, met, roll
from dtp_kit import frames

from hardware.dtp.link import (
    AGAIN_S,
    GREET_S,
    REMEMBERED,
    WINDOW,
    Backwards,
    Link,
    Logged,
    Lost,
    Met,
    NewRoll,
)
from hardware.dtp.messages import LARGEST, Hello


def test_a_port_that_was_opened_is_greeted_and_half_a_line_on_it_is_ended_first():
    step = Link({}).opened(0.0)
    assert step.send == b"\n$HELLO,1*7916\n"


def test_half_a_line_from_before_the_port_was_opened_anew_is_no_part_of_what_comes(host):
    line = frames(roll(1))
    host.link = host.link.hear(line[:20], host.now).link
    host.reopens()
    step = host.link.hear(line[20:] + frames(hello(1, 0)), host.now)
    assert [type(event) for event in step.events] == [Logged, Met]


def test_a_line_that_was_opened_anew_at_once_is_asked_for_the_same_again(host):
    host.reopens()
    host.says()
    host.hears(hello(1, 0))
    assert host.says() == [f"ACK,{EPOCH},0", f"SYNC,{EPOCH},1"]


def test_the_greeting_is_asked_for_every_two_seconds_until_it_comes():
    sent = Host().waits(7)
    assert sent == [(GREET_S * turn, "HELLO,1") for turn in (1, 2, 3)]


def test_a_roll_before_the_greeting_is_no_roll_yet_and_asks_for_the_greeting():
    host = Host()
    for after, said in ((0.1, []), (AGAIN_S, ["HELLO,1"])):  # not twice within half a second
        assert host.hears(roll(1), roll(2), after=after) == ()
        assert host.says() == said
    host.hears(hello(1, 1))
    assert not host.rolls


def test_one_acknowledgement_stands_for_all_before_it_and_only_for_what_was_handed_on(host):
    host.hears(roll(1), roll(2), roll(3))
    assert (host.rolls, host.says()) == ([1, 2, 3], [])
    for seq, epoch in ((4, EPOCH), (9, EPOCH), (1, OTHER)):
        host.keeps(seq, epoch)
    assert (host.says(), host.link.known) == ([], {})
    host.keeps(3)
    assert host.says() == [f"ACK,{EPOCH},3"]
    host.keeps(2)
    host.keeps(3)
    assert host.says() == []


def test_a_kept_roll_that_comes_again_is_dropped_counted_and_acknowledged_again(host):
    host.hears(roll(1))
    host.keeps(1)
    assert host.says() == [f"ACK,{EPOCH},1"]
    host.hears(roll(1), after=1)
    assert (host.rolls, host.says()) == ([1], [f"ACK,{EPOCH},1"])
    assert host.link.quality.resent == 1
    assert host.link.known == {("T1", EPOCH): 2}


def test_a_roll_that_is_being_kept_just_now_is_not_handed_on_again_nor_held_against_the_line(host):
    host.hears(roll(1), roll(2))
    host.hears(roll(1), roll(2), after=1)
    host.hears(hello(1, 2), roll(1), roll(2), after=1)
    assert host.rolls == [1, 2]
    assert host.link.quality.resent == 0
    assert f"ACK,{EPOCH},0" in host.says()


def test_four_rolls_that_are_being_kept_do_not_hold_up_the_fifth(host):
    host.hears(*(roll(seq) for seq in (1, 2, 3, 4)))
    host.hears(*(roll(seq) for seq in (1, 2, 3, 4)), after=GREET_S)
    assert "HELLO,1" in host.says()
    host.hears(hello(1, 5))
    assert host.says() == [f"ACK,{EPOCH},0", f"SYNC,{EPOCH},5"]
    host.hears(roll(5))
    assert host.rolls == [1, 2, 3, 4, 5]


def test_a_gap_asks_for_what_is_missing_and_takes_nothing_out_of_order(host):
    host.hears(roll(1), after=1)
    host.hears(roll(3), roll(4), roll(5))
    assert host.rolls == [1]
    assert host.says() == [f"SYNC,{EPOCH},2"]
    host.hears(roll(2), roll(3))
    assert host.rolls == [1, 2, 3]


def test_the_same_is_not_asked_for_twice_within_half_a_second_and_then_with_the_greeting(host):
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


def test_so_many_rolls_are_handed_on_that_nobody_kept_and_no_more(host):
    host.hears(*(roll(seq) for seq in range(1, WINDOW + 10)))
    assert host.rolls == list(range(1, WINDOW + 1))
    host.says()
    host.keeps(WINDOW)
    host.hears(roll(WINDOW + 1))
    assert host.rolls[-1] == WINDOW + 1


@pytest.mark.parametrize("line", [b"$ROLL,1a2b3c4d,1,0,d10=7\n", b"$ROLL,1a2b3c4d,1,0,d10=7*0000\n"])
def test_a_roll_without_a_right_check_is_never_taken(host, line):
    step = host.link.hear(line, host.now)
    assert step.events == ()
    assert step.send == b""
    assert step.link.quality.bad == 1


@pytest.mark.parametrize(("first", "lost"), [(6, 3), (1_000_000, 999_997)])
def test_rolls_that_were_overwritten_are_counted_and_said_once(first, lost):
    host = met(1, 2, known={("T1", EPOCH): 3})
    host.hears(hello(first, first + 3), after=1)
    assert host.says() == [f"ACK,{EPOCH},{first - 1}", f"SYNC,{EPOCH},{first}"]
    for _ in range(2):
        host.reopens()
        host.hears(hello(first, first + 3), after=1)
    assert host.of(Lost) == [Lost("T1", lost)]
    assert host.link.quality.lost == lost
    host.hears(roll(first))
    assert host.rolls == [first]


def test_a_roll_that_was_handed_on_is_not_lost_although_the_tray_no_longer_has_it(host):
    host.hears(roll(1), roll(2))
    host.hears(hello(3, 34), after=1)
    assert host.of(Lost) == []
    host.hears(roll(3))
    host.keeps(3)
    assert host.rolls == [1, 2, 3]


def test_a_roll_kept_after_the_tray_overwrote_it_is_remembered(host):
    host.hears(roll(1), roll(2))
    host.hears(hello(9, 40), after=1)
    assert host.of(Lost) == [Lost("T1", 6)]
    host.keeps(2)
    assert host.link.known == {("T1", EPOCH): 3}
    assert host.says()[-1] == f"ACK,{EPOCH},8"
    host.hears(*(roll(seq) for seq in range(9, 9 + WINDOW)))
    assert len(host.rolls) == 2 + WINDOW


def test_rolls_from_before_the_first_contact_are_passed_over_and_it_is_said_how_many():
    host = Host()
    assert host.hears(hello(4, 9)) == (Met(Hello("T1", EPOCH, 4, 9), passed=6, began=10),)
    assert host.says() == [f"ACK,{EPOCH},9", f"SYNC,{EPOCH},10"]
    host.hears(roll(9), roll(10))
    assert host.rolls == [10]


def test_with_history_the_first_contact_takes_what_the_tray_holds():
    host = Host(history=True)
    assert host.hears(hello(4, 9)) == (Met(Hello("T1", EPOCH, 4, 9), began=4),)
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


def test_a_tray_that_starts_again_in_mid_session_begins_with_its_first_roll(host):
    host.hears(roll(1))
    host.hears(hello(1, 2, epoch=OTHER), after=1)
    assert host.says()[-2:] == [f"ACK,{OTHER},0", f"SYNC,{OTHER},1"]
    host.hears(roll(1, epoch=OTHER), roll(2, epoch=OTHER))
    assert host.rolls == [1, 1, 2]
    assert host.of(Lost) == []


def test_what_such_a_tray_overwrote_already_is_lost_and_said(host):
    host.hears(hello(4, 35, epoch=OTHER), after=1)
    assert host.of(Lost) == [Lost("T1", 3)]


def test_a_roll_of_the_old_epoch_that_is_kept_late_is_remembered_and_not_acknowledged(host):
    host.hears(roll(1), roll(2))
    host.hears(hello(1, 0, epoch=OTHER), after=1)
    host.says()
    host.keeps(2)
    assert host.says() == []
    assert host.link.known == {("T1", EPOCH): 3}


def test_a_roll_that_is_kept_while_the_line_is_down_is_acknowledged_with_the_next_greeting(host):
    host.hears(roll(1))
    host.reopens()
    host.says()
    host.keeps(1)
    assert host.says() == []
    host.hears(hello(1, 1))
    assert host.says() == [f"ACK,{EPOCH},1", f"SYNC,{EPOCH},2"]


def test_a_roll_of_another_epoch_asks_who_it_is_and_is_taken_after_the_greeting(host):
    host.hears(roll(1, epoch=OTHER), after=1)
    assert host.rolls == []
    assert host.says() == ["HELLO,1"]
    host.hears(hello(1, 1, epoch=OTHER), roll(1, epoch=OTHER))
    assert host.rolls == [1]


def test_another_tray_on_the_same_port_is_another_tray(host):
    host.hears(roll(1))
    host.hears(hello(1, 3, serial="T2", epoch=OTHER), roll(4, epoch=OTHER), after=1)
    assert host.of(Met)[-1].passed == 3
    assert [(event.serial, event.roll.seq) for event in host.of(NewRoll)] == [("T1", 1), ("T2", 4)]


def test_a_tray_that_begins_a_new_epoch_again_and_again_takes_no_memory(host):
    host.hears(roll(1))
    for number in range(300):
        host.hears(hello(1, 0, epoch=f"{number:08x}"))
    assert len(host.link.places) <= REMEMBERED + 2
    assert ("T1", EPOCH) in host.link.places  # a roll of it is still being kept
    assert host.link.known == {}


def test_a_known_tray_that_began_anew_while_nobody_listened_keeps_its_rolls():
    host = Host(known={("T1", EPOCH): 9})
    host.hears(hello(1, 3, epoch=OTHER))
    assert host.events == [Met(Hello("T1", OTHER, 1, 3), began=1)]
    assert host.says() == [f"ACK,{OTHER},0", f"SYNC,{OTHER},1"]
    host.hears(*(roll(seq, epoch=OTHER) for seq in (1, 2, 3)))
    assert host.rolls == [1, 2, 3]
    assert host.says() == []  # none is acknowledged before it is kept


def test_what_a_known_tray_no_longer_holds_of_its_new_epoch_is_said():
    host = Host(known={("T1", EPOCH): 9})
    host.hears(hello(4, 35, epoch=OTHER))
    assert host.of(Lost) == [Lost("T1", 3)]
    assert host.of(Met)[0].passed == 0


@pytest.mark.parametrize("claim", ["epochs", "lost rolls"])
def test_rolls_that_wait_to_be_kept_are_bounded_whatever_a_tray_claims(host, claim):
    for number in range(1, 5 * WINDOW):
        epoch = f"{number:08x}" if claim == "epochs" else EPOCH
        seq = 1 if claim == "epochs" else 3 * number
        host.hears(hello(seq, seq, epoch=epoch), roll(seq, epoch=epoch), after=1)
    assert len(host.rolls) == WINDOW
    host.keeps(host.rolls[0], epoch=f"{1:08x}" if claim == "epochs" else EPOCH)
    host.hears(hello(seq, seq, epoch=epoch), roll(seq, epoch=epoch), after=1)
    assert len(host.rolls) == WINDOW + 1


@pytest.mark.parametrize("first", [1, LARGEST - 1, LARGEST])
def test_no_number_is_asked_for_that_the_grammar_does_not_know(first):
    host = met(first, LARGEST)
    host.hears(roll(LARGEST), hello(first, LARGEST), after=1)
    host = met(LARGEST, LARGEST, known={("T1", EPOCH): LARGEST})
    host.hears(roll(LARGEST))
    host.keeps(LARGEST)
    assert host.says() == [f"ACK,{EPOCH},{LARGEST}"]
    host.hears(hello(LARGEST, LARGEST), after=1)
    assert host.says() == [f"ACK,{EPOCH},{LARGEST}"]


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


def test_an_old_greeting_that_arrives_twice_is_no_alarm(host):
    host.hears(roll(1), hello(1, 0), roll(1), after=1)
    assert host.says() == ["HELLO,1"]
    host.hears(hello(1, 1), roll(1), roll(2), after=0.1)
    assert host.of(Backwards) == []
    assert host.rolls == [1, 2]


def test_the_same_number_with_other_dice_is_another_roll_and_is_said(host):
    """So few rolls before and after that the numbers of the greeting look right."""
    host.hears(roll(1, face=7))
    host.keeps(1)
    host.hears(roll(1, face=3), after=1)
    assert host.of(Backwards) == [Backwards("T1", EPOCH, 1, 2)]
    assert host.rolls == [1]
    host.hears(hello(1, 2), roll(1, face=3), roll(2, face=5), after=1)
    assert len(host.of(Backwards)) == 1
    assert host.rolls == [1, 2]


def test_a_tray_that_seems_to_resend_is_asked_who_it_is_at_times(host):
    host.hears(roll(1), roll(2))
    host.keeps(2)
    host.says()
    host.hears(roll(1), after=GREET_S)
    assert "HELLO,1" in host.says()
    host.hears(roll(1), after=1)
    assert "HELLO,1" not in host.says()
