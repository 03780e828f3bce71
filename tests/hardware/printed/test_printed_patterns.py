import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.printed.patterns import MAX_LINE, MAX_PATTERN, PatternError, compile_pattern

NAMES = frozenset({"face", "name"})

COSTLY = [
    r"(?:a+)+b",
    r"(?:a|a)*b",
    r"(?:a|ab)*c",
    r"(?:a*)*b",
    r"(?:a?){30}a{30}",
    r"(?:[ab]{1,2})+c",
    r"(?:(?:a+)?)+b",
    "a?" * 30 + "a" * 30,
    ".*.*.*x",
    r"\d+\d+\d+x",
    r"(?P<face>(?:\d+ ?)+)",
    r"(?:)*a",
    r"(?:^)*a",
    r"\b+a",
    r"(?:(?:(?:){999}){999}){999}",
    r"(?:a?)*",
]
ODD = [
    r"(a)\1",
    r"(?P<face>a)(?P=face)",
    r"(?=a)a",
    r"(?<!a)b",
    r"(?i)a",
    r"a+?",
    r"a++",
    r"a{2}{3}",
    r"(a)",
    r"(?>a)",
    r"(?#hm)a",
    r"\1",
    r"\A",
    r"*a",
    r"a{x}",
    r"[[a]",
    r"[a--b]",
    r"(?P<face>a",
    r"a)",
    r"[a",
    r"a{3,2}",
    "a\\",
    r"(?P<other>a)",
    r"[z-a]",
    "",
    "a" * (MAX_PATTERN + 1),
    "(?:" * 9 + "a" + ")" * 9,
]


@pytest.mark.parametrize("pattern", [*COSTLY, *ODD])
def test_a_pattern_that_could_take_long_or_is_not_understood_is_refused(pattern):
    with pytest.raises(PatternError):
        compile_pattern(pattern, NAMES)


@pytest.mark.parametrize(
    ("pattern", "line", "face"),
    [
        (r"(?P<face>\d{1,3})", "12", "12"),
        (r"dice(?: value)? ?[:=] ?(?P<face>\d+)", "Dice Value: 4", "4"),
        (r".*=(?P<face>[^]x]+)", "a=b=4", "4"),
        (r"^\[(?P<face>[\d\]]{1,9})$", "[3]", "3]"),
        (r"(?:ab){2}(?P<face>\d)", "abab4", "4"),
        (r"\{(?P<face>\d{0,2})}", "{7}", "7"),
        (r"a\.\+(?P<face>.)", "A.+S", "S"),
    ],
)
def test_what_is_taken_means_what_it_means_to_re(pattern, line, face):
    found = compile_pattern(pattern, NAMES).fullmatch(line)
    assert found is not None
    assert found["face"] == face


def test_too_many_ways_are_told_with_what_to_write():
    with pytest.raises(PatternError, match=r"8,000,000 ways.*\[0-9\]\{1,3\} for \[0-9\]\+"):
        compile_pattern(r".{1,200}.{1,200}.{1,200}", NAMES)


@given(st.text("ab()|*+?{}[]^$\\d,:P<face>-1 .", max_size=40))
def test_any_text_is_taken_or_refused_in_one_line(pattern):
    try:
        found = compile_pattern(pattern, NAMES)
    except PatternError:
        return
    assert found.pattern == pattern
    found.fullmatch("ab" * (MAX_LINE // 2))


def steps_of(pattern, line):
    """Match as `re` does, by going back, and count how often a sign is compared.

    Only for rows of `X{m,n}` with one sign each: enough to see that the bound holds there.
    """
    pieces = [
        (sign, int(least), int(most))
        for sign, least, most in re.findall(r"(.)\{(\d+),(\d+)\}", pattern)
    ]
    steps = 0

    def rest(piece, at):
        nonlocal steps
        if piece == len(pieces):
            return at == len(line)
        sign, least, most = pieces[piece]
        fit = 0
        while fit < most and at + fit < len(line) and line[at + fit] == sign:
            fit += 1
            steps += 1
        return any(rest(piece + 1, at + count) for count in range(fit, least - 1, -1))

    return rest(0, 0), steps


@given(
    st.lists(
        st.tuples(st.sampled_from("ab"), st.integers(0, 3), st.integers(0, 12)),
        min_size=1,
        max_size=4,
    ),
    st.text("ab", max_size=30),
)
def test_the_ways_that_are_counted_bound_the_steps_of_a_match(pieces, line):
    pattern = "".join(f"{sign}{{{least},{least + more}}}" for sign, least, more in pieces)
    bound = 1
    for _, _, more in pieces:
        bound *= more + 1
    matched, steps = steps_of(pattern, line)
    assert steps <= 2 * bound * (MAX_LINE + len(pieces))
    assert (compile_pattern(pattern, NAMES).fullmatch(line) is not None) == matched
