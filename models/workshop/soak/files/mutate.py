"""Inputs that are nearly right: a sound one, changed in a few places by what breaks programs."""

from __future__ import annotations

import json
import random
import re
from enum import StrEnum
from typing import Any, Final, NamedTuple


class Change(StrEnum):
    """As what an input is changed."""

    TEXT = "text"
    TOML = "toml"
    JSON = "json"
    BYTES = "bytes"


class Edit(NamedTuple):
    """One change.

    Attributes:
        how: which; counted round.
        at: where; counted round.
        what: by which of the things that break programs; counted round.
    """

    how: int
    at: int
    what: int


MOST_EDITS: Final = 5
FAR: Final = 1 << 20

WORDS: Final = (
    "", "0", "-1", "1e999", "nan", "inf", "999999999", "99999999999999999999", "9" * 5000,
    "0x" + "f" * 5000, "\x00", "\x1b[31m", "\x1b]0;t\x07", "\x9b", "\u202e", "\u200b", "\ufeff",
    "\ud800", "\uffff", "\U0010ffff", "a" + "\u0301" * 60, "\u0660\u0661", "ß", "İ", "=1+1", "'",
    '"', "\\", "\\u0000", '"\\u001b[31m"', '"\\ud800"', '"\\U00110000"', "[", "]", "[[", "]]", "{",
    "}", "(", ")", "$", "*", ";", ":", ",", "..", "../" * 40 + "etc/passwd", "/dev/zero", "C:\\nul",
    "con", "%s%n", "{0}", "{__class__}", "[bold]", "[@click=app.quit]", "<script>", "]]>", "&x;",
    "true", "none", "null", "None", "-", "table", "table:", "---", "record: 2", "\r", "\n\n", "\t",
    "a" * 5000, "[" * 3000, "{" * 3000, '{"a":' * 3000, "a." * 3000 + "a = 1", "(" * 500, "?" * 500,
    "d10=7", "d10=7 " * 100, "amend 1 ", 'amend 1 "amend 1 \\"undo\\""', "\U0001f600" * 40, "é" * 200,
)  # fmt: skip
"""Texts that break programs."""

VALUES: Final = (
    "0", "-1", "1e400", "nan", "-inf", "99999999999999999999999", "0x" + "f" * 5000, "9" * 5000,
    "true", '""', '"\\u001b[31m"', '"\\u202e"', '"' + "a" * 3000 + '"', "[]", "[[]]", "{}", "[{}]",
    "{ a = 1 }", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "'''\n'''", '"\\ud800"', "[1, 'a']",
    "[" * 400 + "]" * 400, "{ a = " * 200 + "1" + " }" * 200, "[" * 3000, '"S"', '["S", "S"]', "'\x00'",
)  # fmt: skip
"""The same, as values of TOML."""

KEYS: Final = (
    "a.b",
    "a" * 300,
    '"\\u001b"',
    '""',
    "__class__",
    ".".join("a" * 3000),
    "schema",
    "name",
)

SPANS: Final = (
    b"", b"\x00" * 64, b"\xff" * 64, b"\xff\xd8\xff", b"PK\x05\x06", b"\x00\x00\x00\x01", b"\x7f" * 8,
    b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x80\x00\x00\x00", b"\xff\xff", b"\x00", b"\n" * 300,
    b"%PDF", b"GIF89a", b"#EXTM3U\nhttp://127.0.0.1:9/x\n", b"\x1b]0;t\x07", b"\xf0\x9f\x98\x80",
)  # fmt: skip

_DEEP: Final = 5000
_NUMBER: Final = re.compile(r"-?\d+")
_TOKEN: Final = re.compile(r"[^\s,:;=\[\]{}\"]+")


def edits(chance: random.Random) -> tuple[Edit, ...]:
    """Draw a few changes."""
    return tuple(
        Edit(chance.randrange(FAR), chance.randrange(FAR), chance.randrange(FAR))
        for _ in range(chance.choice((1, 1, 1, 1, 2, 2, 3, MOST_EDITS)))
    )


def changed(seeds: tuple[bytes, ...], which: int, change: Change, todo: tuple[Edit, ...]) -> bytes:
    """Return one of the seeds, changed."""
    seed = seeds[which % len(seeds)]
    other = seeds[(which + 1) % len(seeds)]
    match change:
        case Change.BYTES:
            for edit in todo:
                seed = _bytes(seed, other, edit)
            return seed
        case Change.JSON:
            return _json(seed, todo)
        case _:
            text, donor = seed.decode(errors="replace"), other.decode(errors="replace")
            for edit in todo:
                toml = change is Change.TOML and edit.how % 2
                text = _toml(text, edit) if toml else _text(text, donor, edit)
            return text.encode("utf-8", "surrogatepass")


# ---------------------------------------------------------------- text


def _text(text: str, donor: str, edit: Edit) -> str:
    how, at, what = edit
    word = WORDS[what % len(WORDS)]
    lines = text.split("\n")
    line = at % len(lines)
    place = at % (len(text) + 1)
    match (how // 2) % 10:
        case 0:
            del lines[line]
        case 1:
            lines[line : line + 1] = [lines[line]] * (2 if what % 4 else 300)
        case 2:
            lines.insert(what % len(lines), lines.pop(line))
        case 3:
            return text[:place]
        case 4:
            return text[:place] + word + text[place:]
        case 5:
            return _replaced(_TOKEN, text, at, word)
        case 6:
            return _replaced(_NUMBER, text, at, WORDS[1 + what % 9])
        case 7:
            span = text[place : place + 1 + what % 40]
            return text[:place] + span * (2 + what % 200) + text[place:]
        case 8:
            theirs = donor.split("\n")
            lines.insert(line, theirs[what % len(theirs)])
        case _:
            lines[line] = word
    return "\n".join(lines)


def _replaced(pattern: re.Pattern[str], text: str, at: int, word: str) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text + word
    one = found[at % len(found)]
    return text[: one.start()] + word + text[one.end() :]


def _toml(text: str, edit: Edit) -> str:
    lines = text.split("\n")
    with_value = [number for number, line in enumerate(lines) if "=" in line]
    if not with_value:
        return text
    at = with_value[edit.at % len(with_value)]
    key, _, value = lines[at].partition("=")
    if (edit.how // 2) % 4:
        lines[at] = f"{key}= {VALUES[edit.what % len(VALUES)]}"
    else:
        lines.insert(at, f"{KEYS[edit.what % len(KEYS)]} ={value}")
    return "\n".join(lines)


# ---------------------------------------------------------------- JSON


def _nasty(what: int) -> Any:
    plain: tuple[Any, ...] = (
        None, True, 0, -1, 1e308, float("nan"), float("inf"), 10**30, 10**4000, "", [], {}, [[]], [{}],
        {"a": {}}, {"": ""}, [None], ["a"] * 3000, {str(n): n for n in range(3000)},
    )  # fmt: skip
    if what % 2:
        return WORDS[(what // 2) % len(WORDS)]
    return plain[(what // 2) % len(plain)]


def _json(seed: bytes, todo: tuple[Edit, ...]) -> bytes:
    data = json.loads(seed)
    for edit in todo:
        data = _node(data, edit)
    text = json.dumps(data)
    if todo[0].how % 13 == 0:
        deep = "[" * _DEEP if todo[0].what % 2 else '{"a":' * _DEEP
        text = text.replace("null", deep, 1) if "null" in text else text + deep
    if todo[0].how % 11 == 0:
        return _bytes(text.encode(), text.encode(), todo[0])
    return text.encode()


def _places(data: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    ahead = [data]
    while ahead:
        node = ahead.pop()
        pairs = node.items() if isinstance(node, dict) else enumerate(node)
        for key, value in pairs:
            found.append((node, key))
            if isinstance(value, dict | list):
                ahead.append(value)
    return found


def _node(data: Any, edit: Edit) -> Any:
    places = _places(data) if isinstance(data, dict | list) else []
    if not places or len(places) > FAR // 8 or edit.how % 17 == 0:
        return _nasty(edit.what)
    node, key = places[edit.at % len(places)]
    match edit.how % 4:
        case 0:
            del node[key]
        case 1 if isinstance(node, dict):
            node[WORDS[edit.what % len(WORDS)]] = node.pop(key)
        case 2 if isinstance(node, list) and len(node) < FAR // 100:
            node.extend(list(node) * (1 + edit.what % 3))
        case _:
            node[key] = _nasty(edit.what)
    return data


# ---------------------------------------------------------------- bytes


def _bytes(data: bytes, other: bytes, edit: Edit) -> bytes:
    how, at, what = edit
    if not data:
        return SPANS[what % len(SPANS)]
    place, length = at % len(data), 1 + what % 64
    match how % 9:
        case 0:
            return data[:place] + bytes([data[place] ^ (1 << what % 8)]) + data[place + 1 :]
        case 1:
            return data[:place] + bytes([what % 256]) + data[place + 1 :]
        case 2:
            span = SPANS[what % len(SPANS)]
            return data[:place] + span + data[place + len(span) :]
        case 3:
            return data[:place]
        case 4:
            return data[:place] + data[place + length :]
        case 5:
            return data[:place] + data[place : place + length] * (2 + what % 30) + data[place:]
        case 6:
            return data[:place] + SPANS[what % len(SPANS)] + data[place:]
        case 7:
            there = what % (len(other) + 1)
            return data[:place] + other[there:]
        case _:
            there = what % (len(other) + 1)
            return data[:place] + other[there : there + length] + data[place + length :]
