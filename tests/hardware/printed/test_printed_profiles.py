"""Files of profiles: those that ship, the one in the guide, and bad ones."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.printed import library
from hardware.printed.library import ProfileError, parse, read, shipped_profiles, with_own
from hardware.printed.patterns import MAX_LINE, MAX_PATTERN, PatternError, compile_pattern
from hardware.printed.reader import Reader, Rolled

GOOD = """\
format = 1

[[profile]]
name = "mine"
what = "my tray"
lines = ['(?P<face>[0-9]{1,2})']
kind = "d10"
debounce = 0.3
[profile.faces]
d6 = ["1", "2"]

[[profile]]
name = "other"
what = "another"
json = { face = ["roll", "0"] }
"""


def test_those_that_ship_have_names_and_say_what_they_are_for():
    names = [profile.name for profile in shipped_profiles()]
    assert len(set(names)) == len(names) >= 6
    assert all(len(profile.what) > 20 for profile in shipped_profiles())


def test_a_file_is_read():
    mine, other = parse(GOOD, "mine.toml")
    assert (mine.name, mine.kind, mine.debounce, mine.pause) == ("mine", "d10", 0.3, 2.0)
    assert mine.faces == {"d6": {"1": "1", "2": "2"}}
    assert other.read('{"roll":[4]}').dice == (("", "4"),)


def test_people_s_own_come_first_and_take_the_place_of_those_that_ship():
    own = parse(GOOD.replace('"mine"', '"numbers"'), "mine.toml")
    names = [profile.name for profile in with_own(own)]
    assert names[:2] == ["numbers", "other"]
    assert names.count("numbers") == 1
    assert {profile.name for profile in shipped_profiles()} < set(names)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("format = 1", "format = 2", 1, "expected format = 1"),
        ("format = 1", "format = 1\ncolour = 3", 1, "unknown key 'colour'"),
        ("format = 1", "format = ", 1, "not TOML"),
        ('kind = "d10"', 'kind = "d7"', 7, "there is no die called 'd7'"),
        ('kind = "d10"', "kind = ", 7, "not TOML"),
        ('name = "other"', 'name = "mine"', 13, "another profile 'mine'"),
        ('name = "other"', 'name = "Other one"', 13, "one word"),
        ('what = "another"', 'what = ""', 14, "what must say"),
        ('what = "another"', 'what = "a\\nb"', 14, "what must say"),
        ('what = "another"', "", 12, "what must say"),
        ("[0-9]{1,2}", "[0-9]+)(?:.*.*", 6, "ways"),
        ("[0-9]{1,2}", "(?:[0-9]+)+", 6, "varies by itself"),
        ("<face>", "<side>", 6, "unknown group 'side'"),
        ("?P<face>", "?:", 6, "no group"),
        ("lines = ['(?P<face>[0-9]{1,2})']", "", 3, "needs lines, json"),
        ("lines = ['", "lines = [4, '", 6, "a list of texts"),
        ("debounce = 0.3", "debounce = -1", 8, "seconds from 0 to 60"),
        ("debounce = 0.3", "debounce = nan", 8, "seconds from 0 to 60"),
        ("debounce = 0.3", "debounce = true", 8, "seconds from 0 to 60"),
        ("debounce = 0.3", 'continuous = "yes"', 8, "true or false"),
        ("debounce = 0.3", 'bounce = "yes"', 8, "unknown key 'bounce'"),
        ("debounce = 0.3", f"rolled = {['x'] * 17}", 8, "17 entries"),
        ('d6 = ["1", "2"]', 'd6 = ["7"]', 9, "a d6 has no face '7'"),
        ('d6 = ["1", "2"]', "d6 = []", 9, "at least one"),
        ('d6 = ["1", "2"]', "d7 = []", 9, "there is no die called 'd7'"),
        ("debounce = 0.3", f"debounce = 0x{'f' * 5000}", 3, "a number is too large"),
        ('what = "another"', 'what = "a"\nfaces = 3', 15, "faces must be a table of kinds"),
        ('face = ["roll", "0"]', 'val = "roll"', 15, "where the face is"),
        ('face = ["roll", "0"]', "face = []", 15, "a list of keys"),
        ('face = ["roll", "0"]', 'face = "x", hue = "y"', 15, "unknown key 'hue'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old, new, line, words):
    assert old in GOOD
    with pytest.raises(ProfileError) as error:
        parse(GOOD.replace(old, new), "mine.toml")
    assert str(error.value).startswith(f"mine.toml:{line}: ")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_no_profiles_or_too_many_are_refused():
    with pytest.raises(ProfileError, match=r"1 to 40 \[\[profile\]\] tables"):
        parse("format = 1", "x")
    tables = "\n".join(f"[[profile]]\nname = 'p{n}'" for n in range(41))
    with pytest.raises(ProfileError, match="1 to 40"):
        parse(f"format = 1\n{tables}", "x")


@pytest.mark.parametrize("profile", ["3", '"one"'])
def test_a_profile_that_is_no_table_is_refused(profile):
    with pytest.raises(ProfileError, match=r"^x:1: expected a \[\[profile\]\] table$"):
        parse(f"format = 1\nprofile = [{profile}]", "x")


def test_profiles_of_an_inline_array_have_no_line_of_their_own():
    with pytest.raises(ProfileError, match=r"^x:1: a number is too large"):
        parse(f"format = 1\nprofile = [{{ name = 'a', what = 'b', kind = 0x{'f' * 5000} }}]", "x")


def test_a_text_of_profiles_is_bounded():
    with pytest.raises(ProfileError, match=r"^x: too large, at most 64,000 characters"):
        parse("#" * (library.MAX_BYTES + 1), "x")


def test_what_is_there_and_no_file_is_told(tmp_path):
    with pytest.raises(ProfileError, match=r"not a file$"):
        read(tmp_path)


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    path = tmp_path / "mine.toml"
    with pytest.raises(ProfileError, match=r"mine\.toml: cannot be read: No such file"):
        read(path)
    path.write_bytes(b"#" * (library.MAX_BYTES + 1))
    with pytest.raises(ProfileError, match="larger than 64,000 bytes"):
        read(path)
    path.write_bytes(b"\xff")
    with pytest.raises(ProfileError, match="UTF-8"):
        read(path)
    path.write_text("[" * 5000)
    with pytest.raises(ProfileError, match="not TOML"):
        read(path)


@given(st.text(max_size=80))
def test_any_text_is_refused_in_one_line(text):
    with pytest.raises(ProfileError) as error:
        parse(text, "x")
    assert str(error.value).startswith("x")


value = st.recursive(
    st.none().map(lambda _: "x") | st.booleans() | st.integers(-2, 80) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=3),
    max_leaves=4,
)


@given(st.sampled_from(sorted(library._KEYS)), value)
def test_any_value_of_any_key_is_taken_or_told(key, given_value):
    table = {"name": "x", "what": "y", "lines": ["(?P<face>.)"], key: given_value}
    try:
        profile = library._profile(table, [])
    except library._Wrong as wrong:
        assert wrong.key  # noqa: PT017 - either is right, and each is looked at
    else:
        profile.understands("4")


def guide(repository):
    text = (repository / "docs/devices.md").read_text("utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    samples = re.findall(r"^```text\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    return text, example, samples[0]


def test_the_guide_s_example_reads_what_it_says_it_reads(repository):
    _, example, sample = guide(repository)
    (profile,) = parse(example, "guide")
    reader = Reader((), profile).opened(-1.0)
    found = []
    for at, line in enumerate(sample.splitlines()):
        step = reader.hear(f"{line}\n".encode(), at * 5.0)
        reader, found = step.reader, [*found, *step.events]
    found += reader.tick(100.0).events
    faces = [" ".join(f"{die.kind}={die.face}" for die in one.dice) for one in found if isinstance(one, Rolled)]
    assert faces == ["md=S md=4", "d10=7"]


def test_the_guide_names_each_profile_and_each_key(repository):
    text, _, _ = guide(repository)
    for profile in shipped_profiles():
        assert f"| `{profile.name}` |" in text, profile.name
    for key in library._KEYS:
        assert f"| `{key}` |" in text, key


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
    pieces = [(sign, int(least), int(most)) for sign, least, most in re.findall(r"(.)\{(\d+),(\d+)\}", pattern)]
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
