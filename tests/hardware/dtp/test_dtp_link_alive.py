"""Lines that fall silent, what else is said, and whatever comes."""

from dtp_host import EPOCH, OTHER, Host, hello, met, roll
from hypothesis import given
from hypothesis import strategies as st

from hardware.dtp.lines import MAX_LINE
from hardware.dtp.link import (
    DEAD_S,
    GREET_S,
    IDLE_S,
    Gone,
    Logged,
    NewRoll,
    Nonsense,
    OtherProtocol,
    Quality,
    Said,
)
from hardware.dtp.messages import Battery, Moved, Trouble


def test_after_five_silent_seconds_the_host_asks_and_after_fifteen_the_line_is_dead(host):
    assert host.waits(DEAD_S - 0.25) == [(IDLE_S, "PING,1"), (2 * IDLE_S, "PING,2")]
    assert host.of(Gone) == []
    host.waits(0.25)
    assert host.of(Gone) == [Gone()]


def test_an_answer_to_the_question_keeps_the_line(host):
    for number in range(1, 10):
        assert host.waits(IDLE_S) == [(IDLE_S, f"PING,{number}")]
        host.hears(f"PONG,{number}")
    assert host.of(Gone) == []


def test_a_line_on_which_only_noise_is_heard_is_dead(host):
    for _ in range(60):
        host.now += 0.25
        step = host.link.hear(b"noise\n$MOVE*0000\n", host.now)
        host.link = step.link
    assert host.link.tick(host.now).events == (Gone(),)


def test_a_tray_that_never_greets_is_given_up_as_well():
    host = Host()
    host.waits(DEAD_S)
    assert host.of(Gone) == [Gone()]


def test_a_tray_of_another_version_is_said_once_and_nothing_of_it_is_a_roll(host):
    for _ in range(3):
        events = host.hears("HELLO,2,T1,1a2b3c4d,1,1", roll(1), "ROLL,1a2b3c4d,1,0,d10=7,new", after=3)
    assert host.of(OtherProtocol) == [OtherProtocol("T1", 2)]
    assert events == ()
    assert host.rolls == []
    assert not any(said.startswith(("ACK", "SYNC")) for said in host.says())


def test_another_version_is_said_again_when_the_line_is_opened_anew_or_the_tray_had_thought_better(
    host,
):
    for again in (lambda: None, host.reopens, lambda: host.hears(hello(1, 0))):
        again()
        host.hears("HELLO,2,T1")
        host.hears("HELLO,2,T1")
    assert host.of(OtherProtocol) == [OtherProtocol("T1", 2)] * 3


def test_a_tray_of_another_version_is_alive_and_asked_whether_it_knows_this_one(host):
    for _ in range(20):
        host.hears("HELLO,2,T1,1a2b3c4d,1,1")
        assert host.waits(GREET_S) == [(GREET_S, "HELLO,1")]
    assert host.of(Gone) == []
    host.hears(hello(1, 1), roll(1))
    assert host.rolls == [1]


def test_a_whole_line_that_makes_no_sense_is_said_once_and_is_no_roll(host):
    for _ in range(3):
        host.hears("ROLL,1a2b3c4d,1,0,d10=10", after=1)
    assert host.of(Nonsense) == [Nonsense("T1", "ROLL,1a2b3c4d,1,0,d10=10")]
    assert host.rolls == []
    assert host.link.quality == Quality(good=1, bad=3)


def test_movement_battery_trouble_and_log_are_passed_on(host):
    host.hears("MOVE", "BAT,87,1", "ERR,jam,stuck, badly")
    assert host.of(Said) == [
        Said(Moved()),
        Said(Battery(87, charging=True)),
        Said(Trouble("jam", "stuck, badly")),
    ]
    assert host.link.hear(b"boot ok\r\n", host.now).events == (Logged("boot ok"),)


def test_good_and_bad_lines_are_counted(host):
    host.hears("PONG,1", "MOVE", "NEWS,1")
    host.link = host.link.hear(b"$MOVE*0000\n" + b"x" * MAX_LINE + b"\n", host.now).link
    assert host.link.quality == Quality(good=3, bad=3)


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
        handed = host.link.places["T1", EPOCH] - 1
        if data.draw(st.booleans()) and kept < handed:
            kept = data.draw(st.integers(kept + 1, handed))
            host.keeps(kept)
        elif data.draw(st.booleans()):
            host.hears(hello(1, handed + 3), after=1)
        else:
            host.hears(roll(data.draw(st.integers(1, handed + 3))), after=data.draw(st.integers(0, 3)))
        for said in host.says():
            if said.startswith("ACK"):
                assert int(said.split(",")[2]) <= kept
