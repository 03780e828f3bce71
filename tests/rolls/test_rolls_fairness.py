"""Chi-square against published numbers, and verdicts that do not cry wolf."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import FACES
from companion.rolls.fairness import (
    CountedDie,
    Tally,
    checkpoint,
    judge,
    tallies,
    upper_tail,
    wilson,
)

# Upper critical values of chi-square, as printed in tables of it (NIST/SEMATECH e-Handbook of
# Statistical Methods, 1.3.6.7.4).
LEVELS = (0.05, 0.01, 0.001)
CRITICAL = {
    3: (7.815, 11.345, 16.266),
    5: (11.070, 15.086, 20.515),
    7: (14.067, 18.475, 24.322),
    9: (16.919, 21.666, 27.877),
    11: (19.675, 24.725, 31.264),
    19: (30.144, 36.191, 43.820),
}
D10 = tuple("0123456789")


@pytest.mark.parametrize("freedom", CRITICAL)
def test_the_upper_tail_at_the_critical_values_is_their_level(freedom):
    for level, value in zip(LEVELS, CRITICAL[freedom], strict=True):
        assert upper_tail(value - 0.0005, freedom) > level > upper_tail(value + 0.0005, freedom)


freedoms = st.integers(1, 60)
statistics = st.floats(0, 1e6)


@given(statistics, statistics, freedoms)
def test_a_tail_is_a_probability_that_falls(one, other, freedom):
    low, high = sorted((one, other))
    rounding = 1e-13
    assert 1 >= upper_tail(low, freedom) >= upper_tail(high, freedom) - rounding >= -rounding
    assert upper_tail(low, freedom) <= upper_tail(low, freedom + 1) + rounding


def test_the_ends_of_the_tail():
    for freedom in (1, 2, 9, 10):
        assert upper_tail(0, freedom) == 1.0
        assert upper_tail(1e300, freedom) == 0.0


def test_below_five_rolls_a_face_there_is_no_verdict():
    fairness = judge(Tally.of("d10", "7" * 23))
    assert fairness.words == "not enough rolls: 23 of 50"
    assert (fairness.p, fairness.statistic, fairness.unusual) == (None, None, False)
    assert (fairness.checked_at, fairness.again_at) == (0, 50)
    assert judge(Tally.of("d6")).words == "not enough rolls: 0 of 30"
    assert judge(Tally.of("d10", "7" * 50)).unusual


def test_faces_that_come_equally_often_are_nothing_unusual():
    fairness = judge(Tally.of("d10", D10 * 20))
    assert fairness.words == "nothing unusual (p = 1.00 after 200 rolls)"
    assert (fairness.statistic, fairness.expected, fairness.n) == (0.0, 20.0, 200)


def test_an_example_worked_by_hand():
    faces = "1" * 16 + "2" * 18 + "3" * 16 + "4" * 14 + "5" * 12 + "6" * 12 + "1" * 32
    fairness = judge(Tally.of("d6", faces))  # the first 60 alone: 16 18 16 10 0 0
    assert fairness.checked_at == 120
    assert fairness.statistic == pytest.approx((28**2 + 2**2 + 4**2 + 6**2 + 8**2 + 8**2) / 20)


def test_what_is_unusual_is_told_by_how_rare_it_is_and_which_face():
    counts = (10, 15, 16, 17, 18, 20, 20, 21, 22, 41)  # chi-square 30.0; 29.67 is once in 2,000
    faces = "".join(face * count for face, count in zip(D10, counts, strict=True))
    fairness = judge(Tally.of("d10", faces))
    assert (fairness.statistic, fairness.unusual) == (30.0, True)
    assert fairness.words == ("unusual: a fair die does this once in 2,000 times; 9 came 41 times instead of 20")


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (
            "3" * 30,
            "unusual: a fair die does this less than once in 1,000,000 times; 3 came 30 times instead of 5",
        ),
        (
            "1" * 15 + "2" * 3 + "3" * 3 + "4" * 3 + "5" * 3 + "6" * 3,
            "unusual: a fair die does this once in 5,000 times; 1 came 15 times instead of 5",
        ),
    ],
)
def test_words_of_rare_things(counts, words):
    assert judge(Tally.of("d6", counts)).words == words


def test_a_face_that_hardly_comes_is_named_too():
    faces = ["0"] * 1 + [face for face in D10 if face != "0"] * 45
    fairness = judge(Tally.of("d10", faces[:400]))
    assert fairness.words.endswith("; 0 or 10 came once instead of 40")


@given(st.integers(0, 3000), st.sampled_from(sorted(FACES)))
def test_no_words_call_a_die_loaded(seed, kind):
    chance = random.Random(seed)
    faces = Tally.of(kind).faces
    fairness = judge(Tally.of(kind, chance.choices(faces, range(1, len(faces) + 1), k=chance.randrange(300))))
    assert "\n" not in fairness.words
    assert fairness.words.split(":")[0].split(" (")[0] in {
        "not enough rolls",
        "nothing unusual",
        "unusual",
    }


def test_a_verdict_stands_still_between_checkpoints():
    chance, seen = random.Random(3), {}
    tally = Tally.of("d6")
    for _ in range(1000):
        tally = tally.plus(str(chance.choices(range(1, 7), (1, 1, 1, 1, 1, 3))[0]))
        fairness = judge(tally)
        if fairness.checked_at:
            seen.setdefault(fairness.checked_at, set()).add((fairness.words, fairness.p))
    assert sorted(seen) == [30, 60, 120, 240, 480, 960]
    assert all(len(verdicts) == 1 for verdicts in seen.values())


@given(st.integers(0, 10**6), st.integers(2, 20))
def test_checkpoints_double_from_five_rolls_a_face(n, faces):
    point = checkpoint(n, faces)
    assert point <= n
    assert point == 0 or (point % (5 * faces) == 0 and (point // (5 * faces)).bit_count() == 1)
    assert 2 * point > n or n < 5 * faces


def histories(rolls):
    """Yield, for fair d10s thrown so often, the statistic after each roll from the 50th."""
    chance = random.Random(20)
    while True:
        counts, squares, found = [0] * 10, 0, {}
        for n in range(1, rolls + 1):
            face = chance.randrange(10)
            squares += 2 * counts[face] + 1
            counts[face] += 1
            if n >= 50:
                found[n] = squares * 10 / n - n
        yield found


def test_at_checkpoints_fair_dice_are_seldom_called_unusual_and_after_every_roll_far_more_often():
    made, many = histories(400), 3000
    customary, _, line = CRITICAL[9]  # at 0.05 and at ALPHA
    at_points = at_any = at_any_customary = 0
    for _ in range(many):
        found = next(made)
        at_points += any(found[n] >= line for n in (50, 100, 200, 400))
        worst = max(found.values())
        at_any += worst >= line
        at_any_customary += worst >= customary
    assert at_points / many < 0.01  # about 0.4 %
    assert at_any > 2.5 * at_points
    assert at_any_customary / many > 0.3


def test_judge_says_what_the_statistic_at_the_checkpoint_says():
    chance = random.Random(20)  # the first of these histories, thrown again
    tally = Tally.of("d10", [str(chance.randrange(10)) for _ in range(399)])
    assert judge(tally).statistic == pytest.approx(next(histories(399))[200])


def test_a_die_that_favours_a_face_is_seen_in_the_rolls_that_it_takes():
    # 1,227 rolls at one verdict for nine times out of ten; the next one is taken after 1,600
    chance, seen = random.Random(4), 0
    for _ in range(40):
        faces = chance.choices(D10, [1.5, *[8.5 / 9] * 9], k=1600)
        seen += judge(Tally.of("d10", faces)).unusual
    assert seen >= 34


def test_a_d10_s_zero_and_ten_are_one_face():
    assert Tally.of("d10", ["0", "10", "10", "1"]).counts == (3, 1, 0, 0, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("kind", sorted(FACES))
def test_each_kind_of_the_games_is_counted_by_its_faces(kind):
    tally = Tally.of(kind, FACES[kind])
    assert tally.n == len(FACES[kind])
    assert set(tally.faces) <= set(FACES[kind])
    assert len(tally.faces) == {"d10": 10, "d00": 10}.get(kind, 6)


def test_what_no_die_has_is_refused():
    with pytest.raises(ValueError, match="there is no die called 'd7'"):
        Tally.of("d7")
    with pytest.raises(ValueError, match="a d6 has no face '0'"):
        Tally.of("d6", "0")


ROWS = (
    CountedDie("2026-01-02T20:00:00Z", "d10", "7", "pixels:1a", "ble", "Ben"),
    CountedDie("2026-01-01T20:00:00Z", "d10", "3", "pixels:1a", "ble", "Ann"),
    CountedDie("2026-01-01T20:00:01Z", "d6", "3", "", "camera", "Ann"),
    CountedDie("2026-01-01T20:00:02Z", "d10", "10", "", "camera", "Ann"),
    CountedDie("2026-01-01T20:00:03Z", "d10", "11", "", "camera", "Ann"),
    CountedDie("2026-01-01T20:00:04Z", "d7", "1", "", "camera", "Ann"),
    CountedDie("2026-01-01T20:00:05Z", "md.eye", "S", "", "keyboard", ""),
)


def test_dice_are_counted_by_die_by_player_and_by_source():
    found = tallies(ROWS)

    def sums(groups):
        return [(group.who, group.tally.kind, group.tally.n) for group in groups]

    assert sums(found.dice) == [("pixels:1a", "d10", 2)]
    assert sums(found.players) == [("Ann", "d10", 2), ("Ann", "d6", 1), ("Ben", "d10", 1)]
    assert sums(found.sources) == [
        ("ble", "d10", 2),
        ("camera", "d10", 1),
        ("camera", "d6", 1),
        ("keyboard", "md.eye", 1),
    ]
    assert found.left_out == 2


@given(
    st.permutations([CountedDie(f"2026-01-01T20:{n:02}:00Z", "d6", str(n % 6 + 1), "", "x", "Ann") for n in range(45)])
)
def test_the_order_of_the_rows_does_not_matter(rows):
    (group,) = tallies(rows).players
    assert group.tally == Tally.of("d6", [str(n % 6 + 1) for n in range(45)])


def test_of_one_time_the_rows_order_holds():
    rows = [CountedDie("now", "d6", face, "", "x", "Ann") for face in "6" * 5 + "123456" * 5]
    (group,) = tallies(rows).players
    assert group.tally.checked == Tally.of("d6", ("6" * 5 + "123456" * 5)[:30]).counts


def test_wilson_bounds_are_those_of_the_textbook():
    # Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(1, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)
