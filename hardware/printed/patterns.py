r"""Regular expressions that come from elsewhere, and cannot keep a reader busy.

A pattern is refused before it is ever used when matching could take long. That is decided from its
text: each place where the matcher may choose (how often something repeats, which branch it takes)
has a number of ways, and what follows one another multiplies. A repeated group may hold nothing
that varies by itself, so nothing nests; then the product bounds the ways that a match can be
tried, on the longest line that is read. Patterns always match a whole line, so there is no search
for a beginning on top of that.

What is understood: letters, digits and signs, `.`, `\d \w \s \b` and their capitals, classes in
`[]`, `(?:...)`, `(?P<name>...)`, `|`, `^`, `$`, and `? * + {m} {m,n}`. Everything else that Python's
`re` knows (references back, looking around, lazy and possessive repeats, flags) is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MAX_LINE: Final = 200  # Bytes of the longest line that is read

MAX_PATTERN: Final = 200
MOST_WAYS: Final = 500_000
"""A match that tries so many ways takes some hundredths of a second at worst."""

_DEEPEST: Final = 8
_GROUP: Final = re.compile(r"\?P<([a-z_]{1,20})>|\?:")
_REPEAT: Final = re.compile(r"([*+?])|\{(\d{1,3})?(,)?(\d{1,3})?\}")
_CLASSES: Final = frozenset("dDwWsSbBt")
_DOUBLED: Final = ("--", "&&", "~~", "||", "[")  # mean something else in a class one day, says re


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
    ways = _Scan(pattern).ways()
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


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a pattern: ways to try it, and the least characters it takes up."""

    ways: int
    least: int


_ONE: Final = _Part(1, 1)
_NO_WIDTH: Final = _Part(1, 0)


@dataclass(slots=True)
class _Scan:
    """Goes through a pattern once, counting ways."""

    text: str
    at: int = 0
    depth: int = 0

    def ways(self) -> int:
        """Return in how many ways the whole pattern can be tried."""
        found = self._branches()
        if self.at < len(self.text):
            raise PatternError("a ) without its (")
        return found.ways

    def _branches(self) -> _Part:
        found = self._row()
        while self._next("|"):
            other = self._row()
            found = _Part(found.ways + other.ways, min(found.least, other.least))
        return found

    def _row(self) -> _Part:
        found = _NO_WIDTH
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            piece = self._repeated(self._piece())
            found = _Part(found.ways * piece.ways, found.least + piece.least)
        return found

    def _piece(self) -> _Part:
        sign = self.text[self.at]
        self.at += 1
        match sign:
            case "*" | "+" | "?" | "{":
                raise PatternError(f"nothing stands before {sign!r} to repeat; write \\{sign}")
            case "(":
                return self._group()
            case "[":
                return self._class()
            case "\\":
                return self._escape()
            case "^" | "$":
                return _NO_WIDTH
            case _:
                return _ONE

    def _group(self) -> _Part:
        begin = _GROUP.match(self.text, self.at)
        if begin is None:
            raise PatternError("a group begins with (?: or (?P<name>")
        self.depth += 1
        if self.depth > _DEEPEST:
            raise PatternError(f"groups stand in one another more than {_DEEPEST} deep")
        self.at = begin.end()
        found = self._branches()
        if not self._next(")"):
            raise PatternError("a ( without its )")
        self.depth -= 1
        return found

    def _class(self) -> _Part:
        self._next("^")
        self._next("]")
        while self.at < len(self.text) and self.text[self.at] != "]":
            if self.text.startswith(_DOUBLED, self.at):
                raise PatternError(f"in a class write \\{self.text[self.at]}")
            self.at += 2 if self.text[self.at] == "\\" else 1
        if not self._next("]"):
            raise PatternError("a [ without its ]")
        return _ONE

    def _escape(self) -> _Part:
        sign = self.text[self.at : self.at + 1]
        self.at += 1
        if not sign or (sign.isalnum() and sign not in _CLASSES):
            raise PatternError(f"\\{sign} is not understood")
        return _NO_WIDTH if sign in "bB" else _ONE

    def _repeated(self, inner: _Part) -> _Part:
        bounds = self._repeat()
        if bounds is None:
            return inner
        if self._repeat() is not None:
            raise PatternError("one repeat after another")
        least, most = bounds
        if (least, most) == (0, 1):
            return _Part(inner.ways + 1, 0)
        if inner.ways > 1:
            raise PatternError("what repeats holds something that varies by itself")
        if inner.least == 0:
            raise PatternError("what repeats may be nothing at all")
        return _Part(max(1, most - least + 1), inner.least * least)

    def _repeat(self) -> tuple[int, int] | None:
        found = _REPEAT.match(self.text, self.at)
        if found is None or found[0] in {"{}", "{,}"}:
            return None
        sign, least, comma, most = found.groups()
        self.at = found.end()
        if sign is not None:
            return (0, 1) if sign == "?" else (int(sign == "+"), MAX_LINE)
        fewest = int(least or 0)
        if comma is None:
            return fewest, fewest
        return fewest, min(int(most), MAX_LINE) if most else MAX_LINE

    def _next(self, sign: str) -> bool:
        if self.text.startswith(sign, self.at):
            self.at += 1
            return True
        return False
