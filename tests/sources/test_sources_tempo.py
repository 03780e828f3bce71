"""A tray that tells rolls faster than hands throw is not believed."""

import pytest

from companion.sources.base import CALM_S, FLOOD, FLOOD_S, QUICK_S, Pace, Tempo


def judged(*rests, pace=None):
    pace = pace or Pace()
    return [pace.judge(rest, rest + 0.1) for rest in rests]


def test_throws_of_a_calm_evening_are_calm():
    assert set(judged(*[5.0 * k for k in range(40)])) == {Tempo.CALM}


def test_two_rolls_within_a_moment_are_asked_about_and_the_next_is_not():
    rests = (10.0, 10.0 + 0.9 * QUICK_S, 15.0)
    assert judged(*rests) == [Tempo.CALM, Tempo.QUICK, Tempo.CALM]


def test_a_flood_counts_for_nothing_until_it_is_over():
    pace = Pace()
    tempos = judged(*[0.9 * FLOOD_S / FLOOD * k for k in range(20)], pace=pace)
    assert set(tempos[FLOOD - 1 :]) == {Tempo.FLOOD}
    end = 0.9 * 19 * FLOOD_S / FLOOD
    assert pace.judge(end + 0.5 * CALM_S, end + 0.5 * CALM_S) is Tempo.FLOOD
    assert pace.judge(end + 2 * CALM_S, end + 2 * CALM_S) is Tempo.CALM


def test_rolls_that_a_tray_held_while_the_line_was_down_are_judged_by_when_they_were_thrown():
    pace = Pace()
    assert {pace.judge(10.0 * k, 500.0) for k in range(30)} == {Tempo.CALM}


@pytest.mark.parametrize("apart", [0.0, 0.01, 0.3])
def test_however_fast_it_is_no_roll_of_a_flood_but_the_first_is_believed(apart):
    tempos = judged(*[apart * k for k in range(50)])
    assert tempos[0] is Tempo.CALM
    assert Tempo.CALM not in tempos[1:]
