"""Steps of a game: what two moments of it share, which throws are held, how each was judged.

A chain is a tuple that grows cheaply: whoever holds the shorter one finds it as it was.

Corrections of a stretch: several actions in the place of one or of several (X-15).
"""

import pytest
from pig_kit import ANN, BEN, begin, go, hold, play, roll

from companion.core.actions import Amend, Ruling, SetSwitch, Undo
from companion.core.chain import Chain
from companion.core.steps import Held, differences, held_after, taken_by
from companion.core.verdict import VerdictKind

UNDO = Undo(None)
TURN = (go(), roll(7))


def test_the_latest_actions_are_the_last_ones_oldest_first():
    match = play(begin(), *TURN, hold())
    assert [step.action for step in match.now.latest()] == [*TURN, hold()]
    assert [step.action for step in match.now.latest(2)] == [roll(7), hold()]


def test_every_step_knows_the_states_before_and_after_it():
    match = play(begin(), *TURN, UNDO, roll(7))
    first, last = match.steps()
    assert (first.action, last.action) == TURN
    assert first.origin.state == begin().state
    assert first is last.before
    assert last.state == match.state


def test_x6_dice_that_were_undone_keep_the_number_under_which_they_first_came():
    match = play(begin(), *TURN, UNDO, roll(7))
    assert [(step.number, step.reading) for step in match.steps()] == [(1, 0), (4, 2)]


def test_moments_of_a_game_differ_from_where_they_stop_sharing():
    stem = play(begin(), go())
    one, two = play(stem, roll(7), hold()).now, play(stem, roll(3)).now
    gone, come = differences(one, two)
    assert [step.action for step in gone] == [roll(7), hold()]
    assert [step.action for step in come] == [roll(3)]
    assert differences(one, one) == ((), ())


def test_games_that_were_played_apart_share_nothing():
    gone, come = differences(play(begin(), go()).now, play(begin(), *TURN).now)
    assert [step.number for step in gone] == [1]
    assert [step.number for step in come] == [1, 2]


def test_x10_a_correction_shares_what_stands_before_it_and_undo_goes_back_to_what_it_corrected():
    match = play(begin(), *TURN, go(), roll(5))
    corrected = match.apply(Amend(None, 4, roll(8)))
    assert corrected.steps()[:3] == match.steps()[:3]
    assert corrected.now.back is match.now
    assert corrected.apply(UNDO).now is match.now


def test_x6_what_is_neither_roll_nor_void_takes_no_held_throw():
    held = (Held(2, ANN, roll(7).dice),)
    assert taken_by(held, hold()) is None
    assert taken_by(held, roll(3)) == held[0]


def test_x6_a_throw_that_leaves_the_game_is_held_and_one_that_comes_back_is_not():
    before, after = play(begin(), go()), play(begin(), *TURN)
    assert [one.dice for one in held_after((), after.now, before.now)] == [roll(7).dice]
    assert held_after((), before.now, before.now) == ()


def test_how_an_action_was_judged_is_said_again():
    ruled = play(begin(), Ruling(None, ("PIG-2",), "once"), hold())
    assert [note.rule for note in ruled.judge_again(ruled.now).notes] == ["PIG-2"]
    assert ruled.judge_again(ruled.now.before).legal  # the ruling itself
    forced = begin().force(hold())
    assert forced.judge_again(forced.now).kind is VerdictKind.ILLEGAL


def test_x6_a_throw_that_was_ruled_anew_is_judged_with_what_the_dice_showed_first():
    match = play(begin(), *TURN, UNDO, Ruling(None, ("X-6",), "it fell"), roll(9))
    judged = match.judge_again(match.now)
    assert judged.legal
    assert [note.rule for note in judged.notes] == ["X-6"]
    same = play(begin(), *TURN, UNDO, roll(7))
    assert same.judge_again(same.now).notes == ()


def test_x10_a_switch_between_a_ruling_and_what_is_dropped_stays_in_force():
    ruled = (Ruling(None, ("PIG-4",), "again"), SetSwitch(None, "pig.low", "yes"), go())
    match = play(begin(), *TURN, go(), *ruled, roll(3))
    drops = match.with_drops(Amend(None, 2, roll(1))).drops
    assert drops == (3, 4, 6, 7)
    match = match.apply(Amend(None, 2, roll(1), drops))
    assert match.state.turn == BEN
    assert match.state.house.low == "yes"
    assert match.now.licence == frozenset()


def test_x10_a_correction_that_is_refused_drops_nothing():
    match = play(begin(), *TURN)
    assert match.with_drops(Amend(None, 9, roll(3))).drops == ()


def test_it_grows_and_the_shorter_one_stays_as_it_was():
    short = Chain("ab")
    one, two = short.append("c"), short.append("x")
    assert [tuple(chain) for chain in (short, one, two, one.append("d"))] == [
        ("a", "b"),
        ("a", "b", "c"),
        ("a", "b", "x"),
        ("a", "b", "c", "d"),
    ]
    assert (len(short), len(one)) == (2, 3)


def test_appending_copies_nothing_but_where_it_grows_a_second_time():
    short = Chain("ab")
    long = short.append("c").append("d")
    assert long._items is short._items
    assert short.append("x")._items is not short._items


def test_items_and_slices_are_found_from_both_ends():
    chain = Chain("abcd").append("e")
    assert (chain[0], chain[4], chain[-1]) == ("a", "e", "e")
    assert chain[1:4] == ("b", "c", "d")
    assert chain[::-2] == ("e", "c", "a")
    assert tuple(reversed(chain)) == ("e", "d", "c", "b", "a")
    shorter = Chain("ab")
    shorter.append("c")
    with pytest.raises(IndexError):
        shorter[2]


def test_it_equals_chains_and_tuples_of_the_same_items_and_nothing_else():
    chain = Chain("ab").append("c")
    assert chain == Chain("abc")
    assert chain == ("a", "b", "c")
    assert chain != ("a", "b")
    assert chain != ["a", "b", "c"]
    assert repr(chain) == "Chain(('a', 'b', 'c'))"


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
