"""The open request and the last places decide between kinds that look alike; else it is unsure."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.taught.resolve import Candidate, LastPlace, resolve

KINDS = ("cat", "dog", "owl")


def die(*chances, x=0.0):
    return Candidate(x, 0.0, 20.0, chances)


def test_a_kind_that_is_plain_stays():
    (only,) = resolve([die(("cat", "S", 0.99), ("dog", "S", 0.01))])
    assert (only.kind, only.face, only.sure) == ("cat", "S", True)


def test_alike_kinds_without_request_or_place_are_unsure_but_the_face_is_known():
    (only,) = resolve([die(("cat", "4", 0.5), ("dog", "4", 0.5))])
    assert not only.sure
    assert only.face == "4"
    assert only.face_confidence == pytest.approx(1.0)


def test_the_request_decides_by_exclusion():
    plain = die(("cat", "S", 0.98), ("dog", "S", 0.01), ("", "", 0.01))
    alike = die(("cat", "4", 0.5), ("dog", "4", 0.49), ("", "", 0.01), x=90)
    first, second = resolve([plain, alike], ("cat", "dog"))
    assert (first.kind, second.kind) == ("cat", "dog")
    assert second.sure


def test_the_request_for_one_kind_decides():
    (only,) = resolve([die(("cat", "4", 0.5), ("dog", "4", 0.5))], ("dog",))
    assert (only.kind, only.sure) == ("dog", True)


def test_what_was_asked_for_is_likelier_than_another_taught_kind_but_never_pressed():
    doubtful = die(("cat", "4", 0.6), ("dog", "4", 0.4))
    assert [one.sure for one in resolve([doubtful])] == [False]
    assert [(one.kind, one.sure) for one in resolve([doubtful], ("cat",))] == [("cat", True)]
    assert [one.sure for one in resolve([doubtful, doubtful], ("cat",))] == [False, False]
    untaught = die(("cat", "4", 0.6), ("", "", 0.4))
    assert [one.sure for one in resolve([untaught], ("cat",))] == [False]


def test_a_die_that_is_plainly_another_is_not_pressed_into_the_request():
    (other,) = resolve([die(("dog", "4", 0.999), ("cat", "4", 0.001))], ("cat",))
    assert other.kind == "dog"
    (stranger,) = resolve([die(("", "", 0.999), ("cat", "4", 0.001))], ("cat",))
    assert stranger.kind == ""


def test_two_that_look_alike_stay_unsure_although_both_were_asked_for():
    alike = (("cat", "4", 0.5), ("dog", "4", 0.5))
    both = resolve([die(*alike), die(*alike, x=90)], ("cat", "dog"))
    assert [one.sure for one in both] == [False, False]


def test_a_die_that_stayed_is_the_one_that_lay_there():
    alike = (("cat", "4", 0.5), ("dog", "4", 0.5))
    both = resolve([die(*alike), die(*alike, x=90)], ("cat", "dog"), [LastPlace("dog", "4", 91.0, 1.0)])
    assert [(one.kind, one.sure) for one in both] == [("cat", True), ("dog", True)]


@pytest.mark.parametrize("place", [LastPlace("dog", "4", 40.0, 0.0), LastPlace("dog", "3", 0, 0)])
def test_a_die_that_was_moved_or_shows_another_face_is_not_known_by_its_place(place):
    (only,) = resolve([die(("cat", "4", 0.5), ("dog", "4", 0.5))], (), [place])
    assert not only.sure


def test_more_dice_than_asked_for_are_judged_each_for_itself():
    one = die(("cat", "4", 0.97), ("dog", "4", 0.03))
    assert [r.kind for r in resolve([one, one], ("cat",))] == ["cat", "cat"]


def test_no_dice_and_a_die_of_which_nothing_is_known():
    assert resolve([], KINDS) == ()
    (only,) = resolve([die()], KINDS)
    assert (only.kind, only.sure) == ("", False)


CHANCE = st.floats(0.01, 1.0)
ROW = st.tuples(CHANCE, CHANCE, CHANCE)


@given(rows=st.tuples(ROW, ROW, ROW))
def test_sharing_out_is_what_counting_all_ways_gives(rows):
    dice = [die(*((kind, "4", chance) for kind, chance in zip(KINDS, row, strict=True))) for row in rows]
    weights = {order: rows[0][order[0]] * rows[1][order[1]] * rows[2][order[2]] for order in permutations(range(3))}
    total = sum(weights.values())
    for place, found in enumerate(resolve(dice, KINDS)):
        chances = [
            sum(weight for order, weight in weights.items() if order[place] == kind) / total for kind in range(3)
        ]
        assert found.confidence == pytest.approx(max(chances))


@given(rows=st.lists(ROW, min_size=1, max_size=6), extra=st.integers(0, 3))
def test_chances_stay_chances(rows, extra):
    dice = [die(*((kind, "4", chance) for kind, chance in zip(KINDS, row, strict=True))) for row in rows]
    for found in resolve(dice, KINDS * (1 + extra)):
        assert 0 <= found.confidence <= found.face_confidence + 1e-9 <= 1 + 1e-8
