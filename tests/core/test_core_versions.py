"""Versions of a game: what is remembered, what is folded again, and what two of them share."""

from __future__ import annotations

from pig_kit import ANN, BEN, BOOK, PIG, begin, go, hold, play, roll

from companion.core import versions
from companion.core.actions import Amend, Ruling, SetSwitch, Undo
from companion.core.log import Match
from companion.core.verdict import VerdictKind
from companion.core.versions import SPACING, Held, Version, held_after, parted, taken_by

UNDO = Undo(None)
TURN = (go(), roll(7))


def throws(count):
    """A table at which Ann throws a 0 that counts nothing again and again."""
    match = begin(zero="nothing")
    for _ in range(count):
        match = play(match, go(), roll(0))
    return match


def read_again(match):
    """The same table as it is restored: versions of actions that nobody has read yet."""
    again = Match.begin(PIG, BOOK, match.setup)
    ground = again.version.ground
    ground.actions = tuple(match.log)
    version = again.version
    for number in range(1, len(match.log) + 1):
        version = Version(ground, number, version, version)
    return version


# ---------------------------------------------------------------- what is remembered


def test_a_state_that_was_forgotten_is_folded_again_from_the_nearest(monkeypatch):
    monkeypatch.setattr(versions, "NEWEST", 2)
    match = throws(SPACING)
    kept = [version.depth for version in match.version.back() if version.known is not None]
    assert kept == [2 * SPACING, 2 * SPACING - 1, 2 * SPACING - 2, SPACING, 0]
    before = match.version.ground.steps
    (forgotten,) = (one for one in match.version.back() if one.depth == SPACING + 3)
    assert forgotten.state == play(throws(SPACING // 2 + 1), go()).state
    assert match.version.ground.steps == before + 3


def test_versions_that_were_never_read_fold_to_the_same_game():
    match = play(begin(), *TURN, hold())
    again = read_again(match)
    assert again.state == match.state
    assert again.effective == match.version.effective
    assert again == match.version


def test_a_state_on_the_way_is_kept_for_good_when_it_stands_at_a_spacing():
    again = read_again(throws(SPACING))
    assert again.state == throws(SPACING).state
    assert [one.depth for one in again.back() if one.known is not None] == [
        2 * SPACING,
        SPACING,
        0,
    ]


def test_a_kept_state_is_brought_back_when_it_is_asked_for():
    match = play(begin(), *TURN)
    again = read_again(match)
    again.known = match.version.stands
    assert again.state == match.state
    assert again.ground.steps == 0


def test_a_kept_state_that_cannot_be_brought_back_is_folded():
    match = play(begin(), *TURN)
    again = read_again(match)
    again.known = lambda: None
    assert again.state == match.state
    assert again.ground.steps == 2


# ---------------------------------------------------------------- corrections of what is not read


def test_x10_a_correction_of_lines_that_were_not_read_is_that_of_a_table_that_was():
    match = play(begin(), *TURN, go(), roll(5), hold())
    amend = Amend(None, 2, roll(8), (3, 4))
    corrected = read_again(match).corrected(amend)
    assert corrected == match.apply(amend).version
    assert corrected.before.state == match.state


def test_x10_a_correction_of_lines_that_were_read_keeps_their_numbers():
    match = play(begin(), *TURN, hold())
    corrected = match.version.corrected(Amend(None, 2, roll(8)))
    assert [one.number for one in corrected.effective] == [1, 2, 3]
    assert corrected.state.totals == (8, 0)


def test_what_undo_goes_back_to_is_all_that_changes_and_the_state_stays_known():
    match = play(begin(), *TURN)
    other = match.version.changed_from(begin().version)
    assert other == match.version
    assert other.before.depth == 0
    unknown = read_again(match).changed_from(match.version)
    assert unknown.known is None
    assert unknown.state == match.state


# ---------------------------------------------------------------- which are the same


def test_versions_of_the_same_actions_are_the_same_and_one_in_a_set():
    one, two = play(begin(), *TURN).version, play(begin(), *TURN).version
    assert one == one  # noqa: PLR0124 - what is the same object is not folded
    assert one == two
    assert len({one, two}) == 1


def test_versions_of_other_actions_or_states_are_not_the_same():
    one = play(begin(), *TURN).version
    assert one != play(begin(), go(), roll(8)).version
    assert one != play(begin(zero="nothing"), *TURN).version
    assert one != (ANN, BEN)


def test_the_latest_actions_are_the_last_ones_oldest_first():
    match = play(begin(), *TURN, hold())
    assert [one.action for one in match.version.latest()] == [*TURN, hold()]
    assert [one.action for one in match.version.latest(2)] == [roll(7), hold()]


# ---------------------------------------------------------------- what they share


def test_versions_part_where_they_stop_sharing():
    stem = play(begin(), go())
    one, two = play(stem, roll(7), hold()).version, play(stem, roll(3)).version
    gone, come = parted(one, two)
    assert [version.numbered.action for version in gone] == [roll(7), hold()]
    assert [version.numbered.action for version in come] == [roll(3)]
    assert parted(one, one) == ((), ())


def test_games_that_were_folded_apart_share_nothing():
    one, two = play(begin(), go()).version, play(begin(), *TURN).version
    gone, come = parted(one, two)
    assert [version.number for version in gone] == [1]
    assert [version.number for version in come] == [1, 2]


def test_x6_what_is_neither_roll_nor_void_takes_no_held_throw():
    held = (Held(2, ANN, roll(7).dice),)
    assert taken_by(held, hold()) is None
    assert taken_by(held, roll(3)) == held[0]


def test_x6_a_throw_that_leaves_the_game_is_held_and_one_that_comes_back_is_not():
    before, after = play(begin(), go()), play(begin(), *TURN)
    assert [one.dice for one in held_after((), after.version, before.version)] == [roll(7).dice]
    assert held_after((), before.version, before.version) == ()


# ---------------------------------------------------------------- the log over its versions


def test_every_step_is_told_with_the_states_before_and_after_it():
    match = play(begin(), *TURN, UNDO, roll(7))
    steps = list(match.steps())
    assert [numbered.action for numbered, _, _ in steps] == [*TURN]
    assert steps[0][1] == begin().state
    assert steps[0][2] == steps[1][1]
    assert steps[-1][2] == match.state


def test_how_an_action_was_judged_is_said_again():
    ruled = play(begin(), Ruling(None, ("PIG-2",), "once"), hold())
    assert [note.rule for note in ruled.judged(ruled.version).notes] == ["PIG-2"]
    assert ruled.judged(ruled.version.parent).legal  # the ruling itself
    forced = begin().force(hold())
    assert forced.judged(forced.version).kind is VerdictKind.ILLEGAL


def test_x6_a_throw_that_was_ruled_anew_is_judged_with_what_the_dice_showed_first():
    match = play(begin(), *TURN, UNDO, Ruling(None, ("X-6",), "it fell"), roll(9))
    judged = match.judged(match.version)
    assert judged.legal
    assert [note.rule for note in judged.notes] == ["X-6"]
    same = play(begin(), *TURN, UNDO, roll(7))
    assert same.judged(same.version).notes == ()


def test_x10_a_switch_between_a_ruling_and_what_is_dropped_stays_in_force():
    ruled = (Ruling(None, ("PIG-4",), "again"), SetSwitch(None, "pig.low", "yes"), go())
    match = play(begin(), *TURN, go(), *ruled, roll(3))
    drops = match.amend_drops(2, roll(1))
    assert drops == (3, 4, 6, 7)
    match = match.apply(Amend(None, 2, roll(1), drops))
    assert match.state.turn == BEN
    assert match.state.house.low == "yes"
    assert match.version.licence == frozenset()


def test_x10_a_correction_that_is_refused_drops_nothing():
    match = play(begin(), *TURN)
    assert match.amend_drops(9, roll(3)) == ()
