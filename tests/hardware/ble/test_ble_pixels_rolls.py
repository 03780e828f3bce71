"""Pixels: which message is a roll. The counting rules, by name; both generations, by a model."""

from __future__ import annotations

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


# -- firmware that tells rolls ---------------------------------------------------------------------


@pytest.mark.parametrize("state", [HANDLING, ROLLING, State.UNKNOWN])
def test_asked_where_it_lies_a_die_that_moves_or_does_not_know_says_nothing(state):
    counter = Counter(NEW).connected(0.0)
    assert counter.place(Motion(state, 3), 1.0) == (counter, None)


def test_asked_where_it_lies_a_face_that_the_die_has_not_says_nothing():
    counter = Counter(NEW).connected(0.0)
    assert counter.place(Motion(ON_FACE, 99), 1.0) == (counter, None)


def test_new_every_state_1_after_rolling_is_a_roll():
    _, said = hear(on_line(NEW), (ROLLING, 2), (ROLLED, 7), (ROLLING, 3), (ROLLED, 7))
    assert said == [Counted("7"), Counted("7")]


def test_new_rolling_repeats_with_changing_faces_and_is_one_roll():
    _, said = hear(on_line(NEW), (ROLLING, 2), (ROLLING, 5), (ROLLING, 1), (ROLLED, 1))
    assert said == [Counted("1")]


def test_new_state_1_on_another_face_is_a_roll_though_its_beginning_went_unheard():
    _, said = hear(on_line(NEW), (ROLLING, 2), (ROLLED, 7), (ROLLED, 3))
    assert said == [Counted("7"), Counted("3")]


def test_new_a_die_put_down_is_shown():
    _, said = hear(on_line(NEW), (HANDLING, 2), (ON_FACE, 7))
    assert said == [Shown("7", PUT_DOWN)]


def test_new_a_d4_that_leans_after_rolling_is_cocked():
    _, said = hear(on_line(NEW_D4), (ROLLING, 1), (CROOKED, 2))
    assert said == [Counted("3", cocked=True)]


def test_new_a_d4_put_down_leaning_is_shown():
    _, said = hear(on_line(NEW_D4), (HANDLING, 1), (CROOKED, 2))
    assert said == [Shown("3", LEANS)]


def test_new_on_face_is_never_a_roll():
    _, said = hear(on_line(NEW), (ROLLING, 2), (ON_FACE, 7))
    assert not any(isinstance(one, Counted) for one in said)


# -- older firmware --------------------------------------------------------------------------------


def test_old_only_rolling_then_1_is_a_roll():
    _, said = hear(on_line(OLD), (ROLLING, 2), (ROLLED, 7))
    assert said == [Counted("7")]


def test_old_1_after_handling_is_a_die_put_down():
    _, said = hear(on_line(OLD), (HANDLING, 2), (ROLLED, 7))
    assert said == [Shown("7", PUT_DOWN)]


def test_old_1_after_rolling_and_handling_was_caught():
    _, said = hear(on_line(OLD), (ROLLING, 2), (HANDLING, 2), (ROLLED, 7))
    assert said == [Shown("7", PUT_DOWN)]


def test_old_a_face_that_changes_at_rest_is_no_roll():
    _, said = hear(on_line(OLD), (ROLLING, 2), (ROLLED, 7), (ROLLED, 3))
    assert said == [Counted("7"), Shown("3", PUT_DOWN)]


def test_old_dice_of_six_lights_say_crooked_for_rolled():
    built = 1_716_382_799
    six = Identity(1, DieType.D6, 6, built)
    _, said = hear(on_line(six), (ROLLING, 2), (CROOKED, 4))
    assert said == [Counted("5")]
    later = Identity(1, DieType.D6, 6, built + 1)
    _, said = hear(on_line(later), (ROLLING, 2), (CROOKED, 4))
    assert said == [Counted("5", cocked=True)]
    ten = Identity(1, DieType.D10, 10, built)
    _, said = hear(on_line(ten), (ROLLING, 2), (CROOKED, 4))
    assert said == [Counted("4", cocked=True)]


def test_firmware_of_unknown_age_is_taken_as_old_and_its_crooked_as_cocked():
    unknown = Identity(1, DieType.D6, 6, 0)
    _, said = hear(on_line(unknown), (HANDLING, 2), (ROLLED, 4), (ROLLING, 1), (CROOKED, 4))
    assert said == [Shown("5", PUT_DOWN), Counted("5", cocked=True)]


# -- each message twice ----------------------------------------------------------------------------


@pytest.mark.parametrize("identity", [NEW, OLD], ids=["new", "old"])
def test_a_message_that_comes_twice_is_one_roll(identity):
    twice = [(ROLLING, 2), (ROLLING, 2), (ROLLED, 7), (ROLLED, 7)]
    _, said = hear(on_line(identity), *twice)
    assert said == [Counted("7")]


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


# -- after a gap -----------------------------------------------------------------------------------


def test_what_a_die_says_when_it_is_first_met_lay_there():
    _, said = hear(Counter(NEW), (ROLLED, 7))
    assert said == [Shown("7", LAY_THERE)]


def test_after_a_reconnection_rolled_is_no_roll_though_it_may_be_claimed():
    counter, _ = hear(on_line(NEW), (ROLLING, 2), (ROLLED, 7))
    _, said = hear(counter.connected(20.0), (ROLLED, 3), at=21.0)
    assert said == [Shown("3", UNHEARD, claimable=True)]


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


def test_cut_off_while_it_rolled_it_may_be_claimed_when_it_is_found_lying():
    counter, _ = hear(on_line(NEW), (ROLLING, 2))
    _, shown = counter.connected(20.0).place(Motion(ON_FACE, 3), 21.0)
    assert shown == Shown("3", UNHEARD, claimable=True)


def test_turned_while_not_connected_is_only_shown():
    counter, _ = hear(on_line(NEW), (ROLLING, 2), (ROLLED, 7))
    _, shown = counter.connected(20.0).place(Motion(ON_FACE, 3), 21.0)
    assert shown == Shown("3", TURNED)


def test_old_1_after_a_reconnection_is_only_shown():
    counter, _ = hear(on_line(OLD), (ROLLING, 2), (ROLLED, 7))
    _, said = hear(counter.connected(20.0), (ROLLED, 3), at=21.0)
    assert said == [Shown("3", TURNED)]


def test_a_roll_that_ends_after_the_reconnection_counts():
    counter, _ = hear(on_line(NEW), (ROLLING, 2))
    _, said = hear(counter.connected(20.0), (ROLLING, 5), (ROLLED, 3), at=21.0)
    assert said == [Counted("3")]


def test_a_face_that_the_die_does_not_have_is_no_roll():
    _, said = hear(on_line(NEW), (ROLLING, 2), (ROLLED, 10))
    assert said == []


# -- a model of the die ----------------------------------------------------------------------------

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
