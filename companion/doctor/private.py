"""Removing from a report whatever says who people are, and where.

Three nets, one behind the other: what a check marked as quoted from people's own files is left out;
known words (names of seats and devices, the user, the machine, the home folder) are replaced by
what they are; and what has the form of an address or of somebody's home folder is replaced too.
"""

import getpass
import platform
import re
import socket
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from calibration.addresses import without_secrets
from companion.core.errors import CompanionError
from companion.doctor.case import Case, Result
from companion.record.header import parse_header
from companion.rolls.devicebook import FILE as DEVICES
from companion.rolls.devicebook import DeviceBook
from companion.system import files
from companion.system.files import CATALOGUES, DECKS, LAST_TABLES, PROFILES, SETS

_RULE: Final = re.compile(r"\b(?:RSF|FGT|GMM|MD|MON|X)-[A-Z]{0,3}\d{1,3}[a-z]?\b")
"""Ids of rules say what was refused and nothing about anybody."""

PATTERNS: Final = (
    (re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s'\"<>;,)]+", re.IGNORECASE), "<address>"),
    (re.compile(r"\b[\w.+-]+@[\w-]+\.[\w.-]+\b"), "<address>"),
    (re.compile(r"\b(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}\b"), "<address>"),
    (re.compile(r"\b[1-9]\d{1,2}(?:\.\d{1,3}){3}\b"), "<address>"),
    (re.compile(r"(?i)([A-Z]:)?([\\/]+)(home|users|run[\\/]user)\2([^\\/\s'\":;,]+)"), "<home of a user>"),
)  # fmt: skip
"""Forms that belong to somebody whatever they say."""

_MOST_BYTES: Final = 1_000_000
_FOLDERS: Final = ((PROFILES, "profile"), (SETS, "set"), (DECKS, "deck"), (CATALOGUES, "card list"))
_SECRET_FIELDS: Final = frozenset({"serial", "identity"})
_SHORTEST_PART: Final = 5  # Shorter parts of a device's identity are no names, and stand everywhere


class Scrub:
    """Replaces what is known to be people's own, and counts how often."""

    def __init__(self) -> None:
        self.replaced = 0
        self._names: dict[str, tuple[str, str]] = {}  # key of a word -> the word, what it is
        self._count: Counter[str] = Counter()

    def name(self, word: str, stands_for: str) -> None:
        """Have a word replaced by `<stands_for>`; a word that is known already keeps what it has."""
        word = unicodedata.normalize("NFC", word)
        self._names.setdefault(word.casefold(), (word, stands_for))

    def learn(self, kind: str, *words: str) -> None:
        """Have words of one kind, such as `seat`, replaced; each gets a number within its kind."""
        for text in words:
            word = unicodedata.normalize("NFC", text.strip())
            if word and word.casefold() not in self._names:
                self._count[kind] += 1
                self.name(word, f"{kind} {self._count[kind]}")

    def forget(self, *words: str) -> None:
        """Leave words as they are after all."""
        for word in words:
            self._names.pop(unicodedata.normalize("NFC", word).casefold(), None)

    def text(self, text: str, quoted: tuple[str, ...] = ()) -> str:
        """Return a text without what is people's own, and without `quoted`, but for ids of rules."""
        text = unicodedata.normalize("NFC", text)
        for part in sorted(quoted, key=len, reverse=True):
            found = unicodedata.normalize("NFC", part)
            if found and found in text:
                self.replaced += text.count(found)
                text = text.replace(found, _left_out(found))
        # The longest first: a path before the user's name that stands in it.
        words = sorted((word for word, _ in self._names.values()), key=len, reverse=True)
        known = [(re.compile("|".join(map(_whole_word, words)), re.IGNORECASE), self._stand_in)]
        for pattern, instead in (*(known if words else ()), *PATTERNS):
            text, count = pattern.subn(instead, text)
            self.replaced += count
        return text

    def value(self, value: Any, quoted: tuple[str, ...] = ()) -> Any:
        """Return a JSON value without what is people's own; keys stay as they are."""
        return _changed(value, lambda text: self.text(text, quoted))

    def _stand_in(self, found: re.Match[str]) -> str:
        _, stands_for = self._names.get(found[0].casefold(), ("", "name"))
        return f"<{stands_for}>"


def without_passwords(value: Any) -> Any:
    """Return a JSON value without the secrets of addresses."""
    return _changed(value, without_secrets)


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    """Return a JSON value with all its texts changed; keys stay as they are."""
    match value:
        case str():
            return change(value)
        case Mapping():
            return {key: _changed(one, change) for key, one in value.items()}
        case list() | tuple():
            return [_changed(one, change) for one in value]
        case _:
            return value


def _whole_word(word: str) -> str:
    """Return how a word is found: as a whole, because a name may be a part of any other word."""
    before = r"(?<!\w)" if word[:1].isalnum() else ""
    after = r"(?!\w)" if word[-1:].isalnum() else ""
    return f"{before}{re.escape(word)}{after}"


def _left_out(quoted: str) -> str:
    rules = ", ".join(dict.fromkeys(_RULE.findall(quoted)))
    return f"<left out; {rules}>" if rules else "<left out>"


# ---------------------------------------------------------------- whose words there are


def scrub_for(case: Case, headers: Iterable[str], results: Sequence[Result]) -> Scrub:
    """Return what removes everything that is people's own, in the journal's headers too."""
    scrub = Scrub()
    for path in (case.home, case.home.absolute(), case.home.resolve()):
        if len(path.parts) > 1:
            scrub.name(str(path), "tableside's home folder")
    scrub.learn("folder", *(str(one) for one in (Path.home(), Path.cwd()) if len(one.parts) > 1))
    scrub.learn("user", *_user(case))
    scrub.learn("machine", *_machine())
    scrub.learn("source", case.camera, case.tray, case.remembered)
    for header in headers:
        scrub.learn("seat", *_seats(header))
    _learn_files(scrub, case.home)
    for result in results:
        scrub.learn("device", *_secrets(dict(result.data)))
    numbers = (one for one in (case.camera, case.remembered) if one.isdecimal())
    scrub.forget("none", "auto", "known", *numbers)  # numbers of cameras, and words of our own
    return scrub


def _seats(header: str) -> tuple[str, ...]:
    with suppress(CompanionError):
        read, _ = parse_header(header.split("\n"), "the journal")
        return (*read.seats, *(() if read.catalogue is None else (read.catalogue.name,)))
    # A header of another version: every word behind a colon or comma may be a name.
    return tuple(re.split(r"[:,\n]", header))


def _learn_files(scrub: Scrub, home: Path) -> None:
    for device in DeviceBook(home / DEVICES).all():
        scrub.learn("seat", device.seat)
        scrub.learn("device", device.name, device.id, device.id.partition(":")[2], device.identity)
        scrub.learn("address", device.where, device.begun)
        parts = device.identity.split(":")
        scrub.learn("device", *(part for part in parts if len(part) >= _SHORTEST_PART))
    tables = files.load(home / LAST_TABLES, 1, _MOST_BYTES).get("tables")
    for table in tables.values() if isinstance(tables, dict) else ():
        if isinstance(table, dict):
            scrub.learn("seat", *_texts(table.get("seats")))
            others = ("dice", "tray", "bluetooth", "catalogue")
            scrub.learn("source", *_texts([table.get(name) for name in others]))
    for folder, kind in _FOLDERS:
        with suppress(OSError):
            for path in sorted((home / folder).iterdir()):
                scrub.learn(kind, path.name, path.name.partition(".")[0])


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _secrets(value: Any, name: str = "") -> Iterator[str]:
    """Return the serial numbers and the like that a check met."""
    match value:
        case dict():
            for key, one in value.items():
                yield from _secrets(one, str(key))
        case list() | tuple():
            for one in value:
                yield from _secrets(one, name)
        case str() if name in _SECRET_FIELDS:
            yield value


def _user(case: Case) -> tuple[str, ...]:
    names = [case.edges.environ.get(word, "") for word in ("USER", "LOGNAME", "USERNAME")]
    with suppress(OSError, KeyError, ImportError):
        names.append(getpass.getuser())
    return tuple(names)


def _machine() -> tuple[str, ...]:
    names: list[str] = []
    with suppress(OSError):
        names = [socket.gethostname(), platform.node()]
    return tuple(part for name in names for part in (name, name.partition(".")[0]))
