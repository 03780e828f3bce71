"""Profiles that ship, and those that people write: a file from elsewhere, bounded and validated."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from calibration.files import read_file
from hardware.errors import HardwareError
from hardware.printed.patterns import PatternError, compile_pattern
from hardware.printed.profile import DEBOUNCE_S, FACES, GROUPS, NAMES, PAUSE_S, Profile, face_of

MAX_BYTES: Final = 64_000
MAX_PROFILES: Final = 40
MAX_WORDS: Final = 16  # Entries of a list, steps of a JSON path

AUTO: Final = "auto"  # No profile's name: it stands for choosing by what is printed

FORMAT: Final = 1
SHIPPED: Final = "profiles.toml"

_KEYS: Final = frozenset(
    {
        "name", "what", "lines", "json", "rolled", "moving", "after", "debounce", "pause",
        "continuous", "kind", "faces",
    }
)  # fmt: skip
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,23}\Z")
_LINE: Final = re.compile(r"line (\d+)")
_HEAD: Final = re.compile(r"^[ \t]*\[\[[ \t]*profile[ \t]*\]\]", re.MULTILINE)
_WIDEST: Final = 120
_WORD: Final = 40
_LONGEST_S: Final = 60.0


class ProfileError(HardwareError):
    """A profile, or a file of them, that cannot be used: `FILE:LINE: message`."""


class _Wrong(Exception):  # noqa: N818 - never leaves this module
    """What is wrong, and at which key."""

    def __init__(self, problem: str, key: str = "") -> None:
        super().__init__(problem)
        self.key = key


@cache
def shipped_profiles() -> tuple[Profile, ...]:
    """Return the profiles that come with the program, in the order in which they are tried."""
    return parse(files("hardware.printed").joinpath(SHIPPED).read_text("utf-8"), SHIPPED)


def with_own(own: Iterable[Profile]) -> tuple[Profile, ...]:
    """Return people's own profiles and then those that ship, without those of the same name."""
    mine = tuple(own)
    names = {profile.name for profile in mine}
    return (*mine, *(profile for profile in shipped_profiles() if profile.name not in names))


def read(path: Path) -> tuple[Profile, ...]:
    """Read a file of profiles.

    Raises:
        ProfileError: it cannot be read, is too large, or something in it is wrong.
    """
    try:
        return parse(read_file(path, MAX_BYTES).decode("utf-8"), str(path))
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ProfileError(f"{path}: not a text in UTF-8") from None


def parse(text: str, where: str) -> tuple[Profile, ...]:
    """Read the text of a file of profiles, called `where`; raises `ProfileError`."""
    if len(text) > MAX_BYTES:
        raise ProfileError(f"{where}: too large, at most {MAX_BYTES:,} characters are read")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        line = _LINE.search(str(error))
        raise ProfileError(f"{where}{f':{line[1]}' if line else ''}: not TOML: {error}") from None
    tables = _tables(data, where)
    heads = [text.count("\n", 0, at.start()) + 1 for at in _HEAD.finditer(text)]
    found: list[Profile] = []
    for number, table in enumerate(tables):
        head = heads[number] if len(heads) == len(tables) else 1
        try:
            found.append(_profile(table, [other.name for other in found]))
        except (ValueError, RecursionError):  # a number that nobody could write out, quoted
            raise ProfileError(f"{where}:{head}: a number is too large") from None
        except _Wrong as wrong:
            raise ProfileError(f"{where}:{_line_of(text, head, wrong.key)}: {wrong}") from None
    return tuple(found)


def _tables(data: Mapping[str, Any], where: str) -> list[Any]:
    if data.get("format") != FORMAT:
        raise ProfileError(f"{where}:1: expected format = {FORMAT}")
    for key in data:
        if key not in {"format", "profile"}:
            raise ProfileError(f"{where}:1: unknown key {key!r}; known: format, profile")
    tables = data.get("profile")
    if not isinstance(tables, list) or not 0 < len(tables) <= MAX_PROFILES:
        raise ProfileError(f"{where}:1: expected 1 to {MAX_PROFILES} [[profile]] tables")
    return tables


def _line_of(text: str, head: int, key: str) -> int:
    """Return the line of a key of the table that begins at line `head`; else that line."""
    if key:
        begins = re.compile(rf"[ \t]*(\[[ \t]*profile\.)?{re.escape(key)}[ \t]*[=\]]")
        for number, line in enumerate(text.splitlines()[head:], head + 1):
            if _HEAD.match(line):
                break
            if begins.match(line):
                return number
    return head


def _profile(table: object, others: Sequence[str]) -> Profile:
    if not isinstance(table, Mapping):
        raise _Wrong("expected a [[profile]] table")
    for key in table:
        if key not in _KEYS:
            raise _Wrong(f"unknown key {key!r}; known: {', '.join(sorted(_KEYS))}", str(key))
    name = table.get("name")
    if not isinstance(name, str) or not _NAME.match(name) or name == AUTO:
        raise _Wrong(f"name must be one word of small letters, digits and -, not {AUTO}", "name")
    if name in others:
        raise _Wrong(f"there is another profile {name!r}", "name")
    what = table.get("what")
    if not isinstance(what, str) or not what.isprintable() or not 0 < len(what) <= _WIDEST:
        raise _Wrong(f"what must say in a line of at most {_WIDEST} signs what it is for", "what")
    kind = table.get("kind", "")
    if not isinstance(kind, str) or (kind and kind not in FACES):
        raise _Wrong(f"there is no die called {kind!r}; known: {', '.join(NAMES)}", "kind")
    debounce = _seconds(table, "debounce", DEBOUNCE_S)
    continuous = table.get("continuous", False)
    if not isinstance(continuous, bool):
        raise _Wrong(f"continuous must be true or false, not {continuous!r}", "continuous")
    return Profile(
        name=name,
        what=what,
        lines=_patterns(table),
        keys=_paths(table),
        rolled=_states(table, "rolled"),
        moving=_states(table, "moving"),
        after=_states(table, "after"),
        debounce=debounce,
        pause=max(_seconds(table, "pause", PAUSE_S), debounce),
        continuous=continuous,
        kind=kind,
        faces=_faces(table),
    )


def _patterns(table: Mapping[str, Any]) -> tuple[re.Pattern[str], ...]:
    texts = _words(table.get("lines", []), "lines")
    if not texts and "json" not in table:
        raise _Wrong("a profile needs lines, json, or both", "lines")
    found = []
    for number, text in enumerate(texts, 1):
        try:
            pattern = compile_pattern(text, GROUPS)
        except PatternError as error:
            raise _Wrong(f"pattern {number}: {error}", "lines") from None
        if "face" not in pattern.groupindex:
            raise _Wrong(f"pattern {number} has no group (?P<face>...)", "lines")
        found.append(pattern)
    return tuple(found)


def _paths(table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    paths = table.get("json", {})
    if not isinstance(paths, Mapping) or ("json" in table and "face" not in paths):
        raise _Wrong('json must say where the face is, such as { face = "val" }', "json")
    found = {}
    for name, path in paths.items():
        if name not in GROUPS:
            raise _Wrong(f"json: unknown key {name!r}; known: {', '.join(sorted(GROUPS))}", "json")
        steps = (path,) if isinstance(path, str) else _words(path, "json")
        if not steps or not all(steps):
            raise _Wrong(f"json: {name} needs a key, or a list of keys from outside in", "json")
        found[name] = steps
    return found


def _states(table: Mapping[str, Any], key: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _words(table.get(key, []), key))


def _words(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise _Wrong(f"{key} must be a list of texts", key)
    if len(value) > MAX_WORDS:
        raise _Wrong(f"{key} has {len(value)} entries, at most {MAX_WORDS}", key)
    return tuple(value)


def _seconds(table: Mapping[str, Any], key: str, default: float) -> float:
    value = table.get(key, default)
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    if not numeric or not 0 <= value <= _LONGEST_S:  # false for nan as well
        raise _Wrong(f"{key} must be seconds from 0 to {_LONGEST_S:.0f}, not {value!r}", key)
    return float(value)


def _faces(table: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    kinds = table.get("faces", {})
    if not isinstance(kinds, Mapping):
        raise _Wrong("faces must be a table of kinds", "faces")
    found: dict[str, dict[str, str]] = {}
    for kind, given in kinds.items():
        if kind not in FACES:
            raise _Wrong(f"faces: there is no die called {kind!r}; known: {', '.join(NAMES)}", "faces")
        pairs = given if isinstance(given, Mapping) else {w: w for w in _words(given, "faces")}
        found[kind] = {word.upper(): _face(kind, word, face) for word, face in pairs.items()}
        if not found[kind]:
            raise _Wrong(f"faces: a {kind} needs at least one", "faces")
    return found


def _face(kind: str, word: str, face: object) -> str:
    legal = face_of(kind, face) if isinstance(face, str) else None
    if legal is None or not 0 < len(word) <= _WORD:
        raise _Wrong(f"faces: a {kind} has no face {face!r}; it has {' '.join(FACES[kind])}", "faces")
    return legal
