"""Corrections of a stretch: several actions in the place of one or of several (X-15)."""

from pig_kit import BEN, begin, go, hold, play, roll

from companion.core.actions import Amend, Ruling, Undo
from companion.core.verdict import VerdictKind

UNDO = Undo(None)


def test_x15_one_correction_puts_several_in_the_place_of_several():
    match = play(begin(), go(), roll(7), go(), roll(3), hold())
    several = (hold(), go(BEN), roll(5, BEN), hold(BEN), go(), roll(8))
    match = play(match, Amend(None, 2, roll(7), (3, 4), several))
    assert match.state.totals == (15, 5)
    assert [step.number for step in match.steps()] == [1, 2, 2, 2, 2, 2, 2, 2, 5]
    assert play(match, UNDO).state.totals == (10, 0)


def test_x15_a_forgotten_action_is_put_between_two():
    match = play(begin(), go(), roll(6), hold(), go(BEN))
    match = play(match, Amend(None, 3, go(), (), (roll(4), hold())))
    assert match.state.totals == (10, 0)
    assert [step.number for step in match.steps()] == [1, 2, 3, 3, 3, 4]


def test_x15_a_ruling_for_what_comes_in_stands_in_the_correction():
    match = play(begin(), go(), roll(7), hold())
    refused = match.check(Amend(None, 3, hold(BEN)))
    assert "Not allowed: it is Ann's turn (PIG-1)" in refused.message()
    assert not refused.forceable
    match = play(match, Amend(None, 3, Ruling(None, ("PIG-1",), "so"), (), (hold(BEN), go(BEN))))
    assert [step.number for step in match.steps()] == [1, 2, 3, 3, 3]


def test_x15_an_action_is_taken_out_and_what_no_longer_fits_is_named():
    match = play(begin(), go(), roll(7), go(), roll(3), hold())
    amend = match.with_drops(Amend(None, 3, None))
    assert amend.drops == (4,)
    assert match.check(Amend(None, 3, None)).kind is VerdictKind.NEEDS_FACT
    match = play(match, amend)
    assert match.state.totals == (7, 0)
    assert [held.dice for held in match.readings] == [roll(3).dice]  # the throw itself is not lost


def test_x15_everything_can_be_taken_out_and_brought_back():
    match = play(begin(), go(), roll(7))
    match = play(match, Amend(None, 1, None, (2,)))
    assert match.steps() == ()
    assert len(play(match, UNDO).steps()) == 2


def test_x15_a_later_correction_takes_the_whole_place_of_an_earlier_one():
    match = play(begin(), go(), roll(7), hold(), Amend(None, 1, go(), (), (roll(2), go())))
    assert match.state.totals == (9, 0)
    match = play(match, Amend(None, 1, go()))
    assert match.state.totals == (7, 0)


def test_x15_a_throw_that_goes_out_is_that_of_the_like_roll_that_comes_in():
    match = play(begin(), go(), roll(7), go(), roll(3))
    match = play(match, Amend(None, 1, go(), (2, 3, 4), (roll(3), go(), roll(6), go(), roll(2))))
    assert match.readings == ()  # two throws were typed wrongly, and the third was forgotten
    assert [step.reading for step in match.steps() if step.reading][:2] == [2, 4]
    match = play(match, UNDO)
    assert match.state.pot == 10
    assert [held.dice for held in match.readings] == [roll(2).dice]


def test_x15_a_correction_that_is_refused_drops_nothing():
    match = play(begin(), go(), roll(7), hold())
    for amend in (Amend(None, 99, go()), Amend(None, 1, hold(BEN))):
        assert match.with_drops(amend) == amend
        assert not match.check(amend).legal
