"""GoDice: which message is a roll. The counting rules, by name; and a model of the die."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.ble.events import LAY_THERE, TURNED, UNHEARD, Counted, Shown
from hardware.ble.godice import (
    LEANS,
    MOVED,
    PAUSED,
    UNBEGUN,
    Charge,
    Counter,
    RollStart,
    Shell,
    Stability,
    Stable,
    toward,
)

START = RollStart()


def lies(face, stability=Stability.ROLL, shell=Shell.D10):
    return Stable(stability, toward(shell, face))


def hear(counter, *messages, at=10.0, step=0.001):
    """Return the counter and everything it said."""
    said = []
    for number, message in enumerate(messages):
        counter, heard = counter.hear(message, at + number * step)
        said.append(heard)
    return counter, [one for one in said if one is not None]


def on_line(shell=Shell.D10):
    """Return the counter of a die that is connected and answered where it lies."""
    counter, _ = hear(Counter(shell).connected(0.0), lies("1", shell=shell), at=0.2)
    return counter


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([START, lies("7", Stability.FAKE)], [Shown("7", PAUSED)]),
        ([START, lies("7", Stability.TILT)], [Shown("7", LEANS)]),
        ([START, lies("7", Stability.MOVE)], [Shown("7", MOVED)]),
        (
            [START, lies("2", Stability.FAKE), lies("3", Stability.TILT), lies("7")],
            [Shown("2", PAUSED), Shown("3", LEANS), Counted("7")],
        ),
        (
            [START, lies("2", Stability.MOVE), lies("7")],
            [Shown("2", MOVED), Shown("7", UNBEGUN, claimable=True)],
        ),
        ([START, START, lies("7"), lies("7")], [Counted("7")]),
        ([START, Charge(50), lies("7")], [Counted("7")]),
    ],
)
def test_only_a_stable_result_counts_and_others_are_shown(messages, said):
    assert hear(on_line(), *messages)[1] == said


def test_a_second_roll_of_the_same_face_counts_however_soon_it_is_heard():
    _, said = hear(on_line(), START, lies("7"), START, lies("7"), step=0.0)
    assert said == [Counted("7"), Counted("7")]


def test_what_it_says_when_it_is_first_met_lay_there():
    _, said = hear(Counter(Shell.D10).connected(9.0), lies("7"))
    assert said == [Shown("7", LAY_THERE)]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ([START, lies("7")], [lies("3")], [Shown("3", TURNED)]),
        ([START, lies("7")], [lies("7"), lies("7")], []),
        ([START], [START, lies("3")], [Shown("3", UNHEARD, claimable=True)]),
        ([START], [lies("3")], [Shown("3", UNHEARD, claimable=True)]),
    ],
)
def test_after_a_reconnection_a_die_first_says_where_it_lies(before, after, said):
    counter, _ = hear(on_line(), *before)
    assert hear(counter.connected(20.0), *after, at=20.1)[1] == said


def test_on_an_edge_it_says_which_other_face_it_may_be():
    edge = Stable(Stability.ROLL, (0, 45, 46))
    _, said = hear(on_line(Shell.D6), START, edge)
    assert said == [Counted("2", other="3")]


GESTURES = st.lists(
    st.tuples(
        st.sampled_from(["roll", "paused", "cocked", "moved"]), st.integers(0, 9), st.booleans()
    ),
    max_size=30,
)


@given(gestures=GESTURES, doubled=st.booleans())
def test_exactly_the_rolls_are_counted(gestures, doubled):
    sent, rolled = [], []
    for gesture, number, again in gestures:
        face = str(number)
        match gesture:
            case "roll":
                sent += [START, lies(face)]
                rolled.append(face)
            case "paused":
                sent += [START, lies("4", Stability.FAKE), lies(face)]
                rolled.append(face)
            case "cocked":
                sent += [START, lies("4", Stability.TILT)]
            case _:
                sent += [START] if again else []
                sent.append(lies(face, Stability.MOVE))
    if doubled:
        sent = [message for message in sent for _ in range(2)]
    _, said = hear(on_line(), *sent)
    assert [one.face for one in said if isinstance(one, Counted)] == rolled


@given(
    st.lists(
        st.one_of(
            st.just(START),
            st.builds(
                Stable, st.sampled_from(Stability), st.tuples(*(st.integers(-128, 127),) * 3)
            ),
        ),
        max_size=40,
    )
)
def test_never_more_is_counted_than_began(messages):
    _, said = hear(on_line(), *messages)
    assert sum(isinstance(one, Counted) for one in said) <= messages.count(START)
