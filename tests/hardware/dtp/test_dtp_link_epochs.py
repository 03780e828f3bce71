"""Trays that start again, that are exchanged, and that count backwards."""

import pytest
from dtp_host import EPOCH, OTHER, Host, hello, met, roll

from hardware.dtp.link import GREET_S, REMEMBERED, WINDOW, Backwards, Lost, Met, NewRoll
from hardware.dtp.messages import LARGEST, Hello


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
