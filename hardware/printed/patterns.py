r"""Regular expressions that come from elsewhere, and cannot keep a reader busy.

A pattern is refused before it is ever used when matching could take long. That is decided from its
text: each place where the matcher may choose (how often something repeats, which branch it takes)
has a number of ways, and all of them multiply. A repeated group may hold neither a repeat nor a
choice, so nothing nests; then the product bounds the ways that a match can be tried, on the longest
line that is read. Patterns always match a whole line, so there is no search for a beginning on top
of that.

What is understood: letters, digits and signs, `.`, `\d \w \s \b` and their capitals, classes in
`[]`, `(?:...)`, `(?P<name>...)`, `|`, `^`, `$`, and `? * + {m} {m,n}`. Everything else that Python's
`re` knows (references back, looking around, lazy and possessive repeats, flags) is refused.
"""

import re
from typing import Final

MAX_LINE: Final = 200  # Bytes of the longest line that is read

MAX_PATTERN: Final = 200
MOST_WAYS: Final = 500_000
"""A match that tries so many ways takes some hundredths of a second at worst."""

_PART: Final = re.compile(
    r"""
    \\[dDwWsSbBt\W_]                                       # a sign, or a class by its letter
    | \[\^?\]?(?:\\.|(?!--|&&|~~|\|\|)[^\]\[\\])*\]        # a class
    | (?P<begin>\((?:\?:|\?P<[a-z_]{1,20}>))
    | (?P<end>\))
    | (?P<branch>\|)
    | (?P<repeat>[*+?]|\{(?P<least>\d{1,3})?(?P<comma>,)?(?P<most>\d{1,3})?(?<=\d|,)\})
    | [^\[\\(){*+?|]
    """,
    re.VERBOSE,
)


class PatternError(ValueError):
    """A pattern that is not understood, or could take too long; the message says which and why."""


def compile_pattern(pattern: str, names: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern that is safe to match against lines of `MAX_LINE` bytes; letters of any case.

    Raises:
        PatternError: it is no regular expression, is too long, could take too long, or has a group
            that is none of `names`.
    """
    if not 0 < len(pattern) <= MAX_PATTERN:
        raise PatternError(f"a pattern has 1 to {MAX_PATTERN} characters, this one {len(pattern)}")
    ways = _ways(pattern)
    if ways > MOST_WAYS:
        raise PatternError(
            f"the pattern could match in {ways:,} ways, at most {MOST_WAYS:,} are tried;"
            " say how often things repeat, such as [0-9]{1,3} for [0-9]+"
        )
    try:
        found = re.compile(pattern, re.IGNORECASE | re.ASCII)
    except (re.error, OverflowError) as error:
        raise PatternError(f"not a regular expression: {error}") from None
    for name in found.groupindex.keys() - names:
        raise PatternError(f"unknown group {name!r}; known: {', '.join(sorted(names))}")
    return found


def _ways(pattern: str) -> int:
    """Return in how many ways a pattern can be tried at most; raises `PatternError`."""
    ways, choices, at = 1, 0, 0
    begun: list[int] = []  # choices before each open group
    inner, before = 0, ""  # choices within what stands last, and what that is
    while at < len(pattern):
        part = _PART.match(pattern, at)
        if part is None:
            raise PatternError(f"{pattern[at : at + 3]!r} is not understood")
        at, kind = part.end(), part.lastgroup or ""
        kind = "repeat" if part["repeat"] else kind
        if kind == "repeat":
            if before == "repeat":
                raise PatternError("one repeat after another")
            if inner and part[0] != "?":
                raise PatternError("what repeats holds something that repeats or varies by itself")
            ways *= _times(part)
        inner = choices - begun.pop() if kind == "end" and begun else 0
        choices += kind in {"repeat", "branch"}
        ways *= 2 if kind == "branch" else 1
        if kind == "begin":
            begun.append(choices)
        before = kind
    return ways


def _times(repeat: re.Match[str]) -> int:
    """Return how many lengths a repeat may have on the longest line."""
    sign, least, comma, most = repeat.group("repeat", "least", "comma", "most")
    if sign in {"?", "*", "+"}:
        return 2 if sign == "?" else MAX_LINE
    longest = min(int(most), MAX_LINE) if most else MAX_LINE
    return max(1, longest - int(least or 0) + 1) if comma else 1
