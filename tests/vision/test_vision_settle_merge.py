"""Several looks at a still die are one piece of evidence, not several."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.merge import average, merge
from vision.types import Box, DieSighting

SIX = DieSighting("d10", "6", 0.9, "read", Box(100, 100, 50, 50), (("9", 0.08),))
NINE = replace(SIX, face="9", alternatives=(("6", 0.08),))
COCKED = replace(SIX, status="cocked")
UNSURE = "unsure"
ELSEWHERE = replace(SIX, box=Box(400, 100, 50, 50))


@st.composite
def sightings(draw):
    weights = draw(st.lists(st.integers(0, 1000), min_size=10, max_size=10))
    total = sum(weights) + draw(st.integers(1, 100))
    chances = sorted(((w / total, str(f)) for f, w in enumerate(weights)), reverse=True)
    rest = tuple((face, p) for p, face in chances[1:5])
    return replace(SIX, face=chances[0][1], confidence=chances[0][0], alternatives=rest)


def test_equal_looks_do_not_add_up():
    (merged,) = merge([(SIX,)] * 5).sightings
    assert merged.face == "6"
    assert merged.confidence == pytest.approx(0.9)
    assert merged.alternatives[0][0] == "9"
    assert merged.alternatives[0][1] == pytest.approx(0.08)


@given(st.lists(sightings(), min_size=1, max_size=6))
def test_merged_confidence_is_never_above_the_best_look(looks):
    named = [{(one.kind, one.face): one.confidence} for one in looks]
    for row, one in zip(named, looks, strict=True):
        row.update({(one.kind, face): chance for face, chance in one.alternatives})
    chances = average(looks)
    for claim, chance in chances.items():
        assert chance <= max(row.get(claim, 0.0) for row in named)
    assert sum(chances.values()) <= 1 + 1e-9


@pytest.mark.parametrize(
    ("looks", "status"),
    [
        ([SIX, NINE, SIX], "unsure"),  # they contradict each other
        ([SIX, replace(SIX, confidence=0.7, status="unsure"), SIX], "unsure"),
        ([SIX, replace(NINE, confidence=0.5, status="unsure"), SIX], "unsure"),
        ([SIX, COCKED, SIX], "unsure"),
        ([COCKED, COCKED, SIX], "cocked"),
    ],
)
def test_looks_that_differ_leave_a_doubt_whatever_the_others_say(looks, status):
    merged = merge([(look,) for look in looks])
    assert not merged.agree
    (one,) = merged.sightings
    assert (one.face, one.status) == ("6", status)
    assert one.confidence < 0.9 or COCKED in looks


def test_a_look_hardly_below_the_operating_point_leaves_what_good_looks_read():
    good, fair = replace(SIX, confidence=0.97), replace(SIX, confidence=0.9)
    weak = replace(SIX, confidence=0.89, status="unsure")
    merged = merge([(good,), (weak,), (fair,)])
    assert not merged.agree
    assert merged.sightings[0].status == "read"
    assert merged.sightings[0].confidence >= 0.9


@given(st.lists(st.tuples(st.floats(0.98, 0.9995), st.sampled_from("01238")), min_size=1, max_size=5))
def test_what_every_look_read_is_read_whatever_they_name_beside_it(looks):
    seen = [replace(SIX, confidence=sure, alternatives=((other, 1 - sure),)) for sure, other in looks]
    merged = merge([(one,) for one in seen])
    assert merged.agree
    assert merged.sightings[0].status == "read"


def test_kind_and_face_are_one_vote():
    cube = replace(SIX, kind="d6", alternatives=(("5", 0.05),))
    merged = merge([(SIX,), (cube,), (SIX,)])
    (one,) = merged.sightings
    assert (one.kind, one.face, one.status) == ("d10", "6", "unsure")
    assert [face for face, _ in one.alternatives] == ["9"]
    assert one.confidence < 0.9
    assert not merged.agree


def test_the_kind_that_goes_with_the_face_wins_even_where_another_kind_is_named_more_often():
    sure = replace(SIX, face="2", confidence=0.99, alternatives=())
    faint = [replace(SIX, kind="d6", face=face, confidence=0.34, alternatives=(), status=UNSURE) for face in "345"]
    (one,) = merge([(sure,), (sure,), *((other,) for other in faint)]).sightings
    assert (one.kind, one.face) == ("d10", "2")


@given(st.lists(sightings(), min_size=1, max_size=4), st.integers(2, 3))
def test_seeing_the_same_looks_again_adds_nothing(looks, times):
    once, again = average(looks), average(looks * times)
    assert again == pytest.approx(once)


@given(st.lists(sightings(), min_size=2, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_the_looks_does_not_matter(looks, random):
    mixed = list(looks)
    random.shuffle(mixed)
    assert average(mixed) == pytest.approx(average(looks))


def test_a_die_seen_in_more_than_a_third_of_the_looks_is_unsure_and_else_a_glint():
    merged = merge([(SIX, ELSEWHERE), (SIX,), (SIX, ELSEWHERE), (SIX,)])
    assert [one.status for one in merged.sightings] == ["read", "unsure"]
    assert not merged.agree
    merged = merge([(SIX, ELSEWHERE), (SIX,), (SIX,), (SIX, ELSEWHERE), (SIX,)])
    assert [one.status for one in merged.sightings] == ["read", "unsure"]
    merged = merge([(SIX, ELSEWHERE), (SIX,), (SIX,)])
    assert len(merged.sightings) == 1
    assert not merged.agree


def test_dice_that_wander_do_not_agree():
    moved = replace(SIX, box=Box(112, 100, 50, 50))
    assert not merge([(SIX,), (moved,)]).agree
    assert merge([(SIX,), (SIX,)]).agree


def test_no_dice_agree_on_nothing():
    merged = merge([(), ()])
    assert merged.sightings == ()
    assert merged.agree
