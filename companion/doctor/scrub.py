"""Taking out of a report whatever says who people are, and where.

Three nets, one behind the other: what a check marked as quoted from people's own files goes as a
whole; words that are known to be somebody's (names of seats and devices, the user, the machine, the
home folder) are replaced by what they are; and what looks like an address or a home folder of
anybody's goes by its form.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_RULE: Final = re.compile(r"\b(?:RSF|FGT|GMM|MD|MON|X)-[A-Z]{0,3}\d{1,3}[a-z]?\b")
"""Ids of rules say what was refused and of nobody."""

_PASSWORD: Final = re.compile(r"(?<=://)[^/@\s]*@")

PATTERNS: Final = (
    (re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s'\"<>;,)]+", re.IGNORECASE), "<address>"),
    (re.compile(r"\b[\w.+-]+@[\w-]+\.[\w.-]+\b"), "<address>"),
    (re.compile(r"\b(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}\b"), "<address>"),
    (re.compile(r"\b[1-9]\d{1,2}(?:\.\d{1,3}){3}\b"), "<address>"),
    (
        re.compile(r"(?i)([A-Z]:)?([\\/]+)(home|users|run[\\/]user)\2([^\\/\s'\":;,]+)"),
        r"<home of a user>",
    ),
)
"""Forms that are somebody's whatever they say."""

LEFT_OUT: Final = "<left out>"


class Scrub:
    """Replaces what is known to be people's own.

    Attributes:
        replaced: how often something was replaced so far.
    """

    def __init__(self) -> None:
        self.replaced = 0
        self._words: dict[str, str] = {}  # as it is written, by its key
        self._named: dict[str, str] = {}
        self._known: re.Pattern[str] | None = None

    def name(self, word: str, stands_for: str) -> None:
        """Have a word replaced by `<stands_for>`; one that is known already keeps what it has."""
        word = unicodedata.normalize("NFC", word)
        self._words.setdefault(_key(word), word)
        self._named.setdefault(_key(word), stands_for)
        self._known = None

    def forget(self, *words: str) -> None:
        """Leave words as they are after all."""
        for word in words:
            self._words.pop(_key(word), None)
            self._named.pop(_key(word), None)
        self._known = None

    def learn(self, kind: str, *found: str) -> None:
        """Note words of one kind; each gets a number within its kind.

        Args:
            kind: what they are, such as `seat`.
            found: the words; empty ones and lone letters of no meaning are passed over.
        """
        for text in found:
            word = unicodedata.normalize("NFC", text.strip())
            if word and _key(word) not in self._named:
                number = sum(said.startswith(f"{kind} ") for said in self._named.values()) + 1
                self.name(word, f"{kind} {number}")

    def text(self, text: str, quoted: tuple[str, ...] = ()) -> str:
        """Return a text without what is people's own.

        Args:
            text: any text.
            quoted: parts of it that go as a whole; ids of rules in them stay.
        """
        text = unicodedata.normalize("NFC", text)
        for part in sorted(quoted, key=len, reverse=True):
            said = unicodedata.normalize("NFC", part)
            if said and said in text:
                self.replaced += text.count(said)
                text = text.replace(said, _without(said))
        text = self._of_words(text)
        for pattern, instead in PATTERNS:
            text = self._instead(pattern, instead, text)
        return text

    def value(self, value: Any, quoted: tuple[str, ...] = ()) -> Any:
        """Return a value as JSON has it without what is people's own; keys stay as they are."""
        return _through(value, lambda text: self.text(text, quoted))

    def _instead(self, pattern: re.Pattern[str], instead: str, text: str) -> str:
        done, count = pattern.subn(instead, text)
        self.replaced += count
        return done

    def _of_words(self, text: str) -> str:
        if not self._words:
            return text
        if self._known is None:
            # The longest first: a path before the user's name that stands in it.
            listed = sorted(self._words.values(), key=len, reverse=True)
            self._known = re.compile("|".join(map(_as_pattern, listed)), re.IGNORECASE)

        def instead(found: re.Match[str]) -> str:
            self.replaced += 1
            return f"<{self._named.get(_key(found[0]), _SOMEBODY)}>"

        return self._known.sub(instead, text)


_SOMEBODY: Final = "name"


def without_passwords(value: Any) -> Any:
    """Return a value as JSON has it without users and passwords in addresses."""
    return _through(value, lambda text: _PASSWORD.sub("", text))


def _through(value: Any, change: Callable[[str], str]) -> Any:
    """Return a value with all its texts changed; keys stay as they are."""
    match value:
        case str():
            return change(value)
        case Mapping():
            return {key: _through(one, change) for key, one in value.items()}
        case list() | tuple():
            return [_through(one, change) for one in value]
        case _:
            return value


def _key(word: str) -> str:
    return unicodedata.normalize("NFC", word).casefold()


def _as_pattern(word: str) -> str:
    """Return how a word is found: as a whole, for a name may be a part of any other word."""
    before = r"(?<!\w)" if word[:1].isalnum() else ""
    after = r"(?!\w)" if word[-1:].isalnum() else ""
    return f"{before}{re.escape(word)}{after}"


def _without(quoted: str) -> str:
    rules = list(dict.fromkeys(_RULE.findall(quoted)))
    return f"<left out; {', '.join(rules)}>" if rules else LEFT_OUT
