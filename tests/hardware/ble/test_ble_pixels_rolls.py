"""Pixels: which message is a roll. The counting rules, by name; both generations, by a model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.ble.events import LAY_THERE, TURNED, UNHEARD, Counted, Shown
from hardware.ble.pixels import (
    AGAIN,
    LEANS,
    PUT_DOWN,
    ROLLED_SINCE,
    Counter,
    DieType,
    Identity,
    Motion,
    State,
)

NEW = Identity(1, DieType.D10, 10, ROLLED_SINCE)
OLD = Identity(1, DieType.D10, 10, ROLLED_SINCE - 1)
NEW_D4 = Identity(1, DieType.D4, 6, ROLLED_SINCE)

ROLLED, HANDLING, ROLLING = State.ROLLED, State.HANDLING, State.ROLLING
CROOKED, ON_FACE = State.CROOKED, State.ON_FACE


def hear(counter, *messages, at=10.0, step=0.001):
    """Return the counter and everything it said, of (state, index) pairs."""
    said = []
    for number, (state, index) in enumerate(messages):
        counter, heard = counter.hear(Motion(state, index), at + number * step)
        said.append(heard)
    return counter, [one for one in said if one is not None]


def on_line(identity, index=0):
    """Return the counter of a die that is connected and lies on a face."""
    counter = Counter(identity).connected(0.0)
    counter, _ = counter.place(Motion(ON_FACE, index), 1.0)
    return counter


@pytest.mark.parametrize(
    "motion",
    [*(Motion(state, 3) for state in (HANDLING, ROLLING, State.UNKNOWN)), Motion(ON_FACE, 99)],
)
def test_a_die_that_moves_or_shows_no_face_of_its_own_does_not_say_where_it_lies(motion):
    counter = Counter(NEW).connected(0.0)
    assert counter.place(motion, 1.0) == (counter, None)


OLD_CROOKED = 1_716_382_799  # Until then dice of six lights say crooked where they mean rolled


def six(built, lights=6, shape=DieType.D6):
    return Identity(1, shape, lights, built)


ROLL = (ROLLING, 2)


@pytest.mark.parametrize(
    ("identity", "messages", "said"),
    [
        (NEW, [ROLL, (ROLLED, 7), (ROLLING, 3), (ROLLED, 7)], [Counted("7"), Counted("7")]),
        (NEW, [ROLL, (ROLLING, 5), (ROLLING, 1), (ROLLED, 1)], [Counted("1")]),
        (NEW, [ROLL, (ROLLED, 7), (ROLLED, 3)], [Counted("7"), Counted("3")]),
        (NEW, [(HANDLING, 2), (ON_FACE, 7)], [Shown("7", PUT_DOWN)]),
        (NEW_D4, [(ROLLING, 1), (CROOKED, 2)], [Counted("3", cocked=True)]),
        (NEW_D4, [(HANDLING, 1), (CROOKED, 2)], [Shown("3", LEANS)]),
        (NEW, [ROLL, (ROLLED, 10)], []),  # it has no such face
        (OLD, [(HANDLING, 2), (ROLLED, 7)], [Shown("7", PUT_DOWN)]),
        (OLD, [ROLL, (HANDLING, 2), (ROLLED, 7)], [Shown("7", PUT_DOWN)]),
        (OLD, [ROLL, (ROLLED, 7), (ROLLED, 3)], [Counted("7"), Shown("3", PUT_DOWN)]),
        (six(OLD_CROOKED), [ROLL, (CROOKED, 4)], [Counted("5")]),
        (six(OLD_CROOKED + 1), [ROLL, (CROOKED, 4)], [Counted("5", cocked=True)]),
        (six(OLD_CROOKED, 10, DieType.D10), [ROLL, (CROOKED, 4)], [Counted("4", cocked=True)]),
        (six(0), [(HANDLING, 2), (ROLLED, 4)], [Shown("5", PUT_DOWN)]),  # of unknown age
        (six(0), [(ROLLING, 1), (CROOKED, 4)], [Counted("5", cocked=True)]),
        *((one, [ROLL, ROLL, (ROLLED, 7), (ROLLED, 7)], [Counted("7")]) for one in (NEW, OLD)),
    ],
)
def test_what_a_connected_die_says_is_counted_or_shown(identity, messages, said):
    assert hear(on_line(identity), *messages)[1] == said


def test_new_on_face_is_never_a_roll():
    _, said = hear(on_line(NEW), (ROLLING, 2), (ON_FACE, 7))
    assert not any(isinstance(one, Counted) for one in said)


@pytest.mark.parametrize("identity", [NEW, OLD], ids=["new", "old"])
def test_a_second_roll_of_the_same_face_counts_however_soon_it_is_heard(identity):
    """A radio that stood still delivers what happened in seconds all at once."""
    burst = [(ROLLING, 2), (ROLLED, 7), (HANDLING, 7), (ROLLING, 1), (ROLLED, 7)]
    _, said = hear(on_line(identity), *burst, step=0.0)
    assert said == [Counted("7"), Counted("7")]


def test_the_doubled_message_may_be_late():
    counter, said = hear(on_line(NEW), (ROLLING, 2), (ROLLED, 7), at=10.0)
    _, again = hear(counter, (ROLLED, 7), at=10.9)
    assert [*said, *again] == [Counted("7")]


def test_rolled_again_long_after_and_nothing_between_is_a_question():
    counter, _ = hear(on_line(NEW), (ROLLING, 2), (ROLLED, 7), at=10.0)
    _, said = hear(counter, (ROLLED, 7), at=12.0)
    assert said == [Shown("7", AGAIN, claimable=True)]


def test_what_a_die_says_when_it_is_first_met_lay_there():
    _, said = hear(Counter(NEW), (ROLLED, 7))
    assert said == [Shown("7", LAY_THERE)]


def test_an_advertisement_that_goes_on_saying_rolled_repeats_what_was_counted():
    counter, said = hear(on_line(NEW), (ROLLING, 2), (ROLLED, 7))
    counter, again = hear(counter.connected(20.0), (ROLLED, 7), (ROLLED, 7), at=21.0)
    assert [*said, *again] == [Counted("7")]


def test_a_roll_made_while_not_connected_is_shown_once():
    counter, _ = hear(on_line(NEW), (ROLLING, 2), (ROLLED, 7))
    counter, said = hear(counter.connected(20.0), (ROLLED, 3), (ROLLED, 3), at=21.0)
    assert said == [Shown("3", UNHEARD, claimable=True)]
    _, shown = counter.connected(30.0).place(Motion(ON_FACE, 3), 31.0)
    assert shown is None


def test_rolled_to_the_same_face_while_not_connected_is_shown_when_it_was_seen_to_move():
    counter, _ = hear(on_line(NEW), (ROLLING, 2), (ROLLED, 7), (HANDLING, 7))
    _, said = hear(counter.connected(20.0), (ROLLED, 7), at=21.0)
    assert said == [Shown("7", UNHEARD, claimable=True)]


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        ([(ROLLING, 2)], Shown("3", UNHEARD, claimable=True)),
        ([(ROLLING, 2), (ROLLED, 7)], Shown("3", TURNED)),
    ],
)
def test_found_lying_on_another_face_it_may_be_claimed_if_it_was_cut_off_rolling(before, shown):
    counter, _ = hear(on_line(NEW), *before)
    assert counter.connected(20.0).place(Motion(ON_FACE, 3), 21.0)[1] == shown


def test_old_1_after_a_reconnection_is_only_shown():
    counter, _ = hear(on_line(OLD), (ROLLING, 2), (ROLLED, 7))
    _, said = hear(counter.connected(20.0), (ROLLED, 3), at=21.0)
    assert said == [Shown("3", TURNED)]


def test_a_roll_that_ends_after_the_reconnection_counts():
    counter, _ = hear(on_line(NEW), (ROLLING, 2))
    _, said = hear(counter.connected(20.0), (ROLLING, 5), (ROLLED, 3), at=21.0)
    assert said == [Counted("3")]


GESTURES = st.lists(
    st.tuples(
        st.sampled_from(["roll", "put", "hold", "nudge"]),
        st.integers(0, 9),
        st.integers(1, 4),  # how often it tells that it rolls
    ),
    max_size=30,
)


def told(gestures, *, new):
    """Return what a die of that firmware sends, and the faces it was rolled to."""
    sent, rolled = [], []
    lies = 0
    for gesture, index, long in gestures:
        if gesture == "hold":
            sent.append((HANDLING, lies))
        elif gesture == "roll":
            sent += [(ROLLING, (index + n + 1) % 10) for n in range(long)]
            sent.append((ROLLED, index))
            rolled.append(str(index))
            lies = index
        elif gesture == "put":
            sent += [(HANDLING, lies), (ON_FACE if new else ROLLED, index)]
            lies = index
        elif index != lies:  # it is turned on the table, at rest by all it can tell
            sent.append((ON_FACE if new else ROLLED, index))
            lies = index
    return sent, rolled


@pytest.mark.parametrize(("identity", "new"), [(NEW, True), (OLD, False)], ids=["new", "old"])
@given(gestures=GESTURES, doubled=st.booleans())
def test_exactly_the_rolls_are_counted(identity, new, gestures, doubled):
    sent, rolled = told(gestures, new=new)
    if doubled:
        sent = [message for message in sent for _ in range(2)]
    _, said = hear(on_line(identity), *sent)
    assert [one.face for one in said if isinstance(one, Counted)] == rolled


@pytest.mark.parametrize(("identity", "new"), [(NEW, True), (OLD, False)], ids=["new", "old"])
@given(gestures=GESTURES, cut=st.integers(0, 60), back=st.integers(0, 60))
def test_a_gap_adds_no_roll_and_loses_only_those_in_it(identity, new, gestures, cut, back):
    sent, rolled = told(gestures, new=new)
    cut, back = min(cut, back, len(sent)), min(max(cut, back), len(sent))
    counter, before = hear(on_line(identity), *sent[:cut])
    counter = counter.connected(20.0)
    lies = sent[back - 1][1] if back else 0
    counter, shown = counter.place(Motion(ON_FACE, lies), 21.0)
    assert not isinstance(shown, Counted)
    _, after = hear(counter, *sent[back:], at=22.0)
    faces = [one.face for one in (*before, *after) if isinstance(one, Counted)]
    starts = [n for n, (state, _) in enumerate(sent) if state is ROLLING]
    ends = [n for n, (state, _) in enumerate(sent) if state is ROLLED and n - 1 in starts]
    assert faces == [str(sent[n][1]) for n in ends if n < cut or n > back]
    assert len(ends) == len(rolled)


@given(
    st.lists(st.tuples(st.sampled_from(list(State)), st.integers(0, 30)), max_size=40),
    st.sampled_from([NEW, OLD, NEW_D4]),
)
def test_whatever_it_says_never_more_is_counted_than_came_to_rest(messages, identity):
    _, said = hear(on_line(identity), *messages)
    ends = [state for state, _ in messages if state in {ROLLED, CROOKED}]
    assert sum(isinstance(one, Counted) for one in said) <= len(ends)
