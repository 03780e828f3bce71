"""Reading a card catalogue that comes from elsewhere: bounded, and refused in one clear line.

Every game's catalogue is TOML with `title`, `invented` and arrays of tables; what stands in those
is the game's to say.
"""

from __future__ import annotations

import re
import tomllib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.core.catalogue import CatalogueError
from companion.core.texts import tr
from companion.core.words import CardId

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Bounds on a file from elsewhere; far above anything a printed game would need.
MAX_TEXT: Final = 500_000
MAX_NAME: Final = 60

TOP: Final = frozenset({"game", "schema", "title", "invented"})
"""Keys that every catalogue may have."""

WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}\Z")
"""What can stand in a record as one word: letters, digits, - and _, a letter first."""

_TOML_LINE: Final = re.compile(r"line (\d+)")
_NAME: Final = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP: Final = re.compile(rf"(?<![A-Za-z0-9_-]){_NAME}(?:[ \t]*+\.[ \t]*+{_NAME}){{8}}")
"""A key of more than eight names: the time that reading a key takes grows with their square."""

_LARGEST: Final = 63
"""Bits of a whole number, besides its sign (TOML 1.0)."""


class Entry(NamedTuple):
    """One table of a catalogue.

    Attributes:
        number: its place in the file, counted from 1.
        line: line of its head, when it has one of its own.
        table: what stands in it.
    """

    number: int
    line: int | None
    table: Mapping[str, Any]


def read_tables(content: str, game: str, keys: frozenset[str]) -> dict[str, Any]:
    """Read the text of a catalogue as far as all games agree.

    Args:
        content: the TOML text.
        game: id that `game` must have, where it is given.
        keys: the game's own top keys, besides `TOP`.

    Raises:
        CatalogueError: it is too large, no TOML, for another game, of an unknown schema, or has an
            unknown key.
    """
    if len(content) > MAX_TEXT:
        raise CatalogueError(
            tr(
                "too large: {content} characters, at most {max_text} can be read",
                content=len(content),
                max_text=MAX_TEXT,
            )
        )
    data = read_toml(content)
    known(data, TOP | keys, tr("the catalogue"))
    if data.get("game", game) != game:
        raise CatalogueError(
            tr("this is a catalogue for {data!r}, not for {game}", data=data["game"], game=game)
        )
    if data.get("schema", 1) != 1:
        raise CatalogueError(
            tr("schema {data!r} is not known; this program reads 1", data=data["schema"])
        )
    return data


def read_toml(content: str) -> dict[str, Any]:
    """Read TOML that comes from elsewhere, in a time that grows with its length alone.

    Raises:
        CatalogueError: it is no TOML, or has keys of too many names, or too large a number.
    """
    deep = _DEEP.search(content)
    if deep is not None:
        line = content.count("\n", 0, deep.start()) + 1
        raise CatalogueError(tr("TOML not accepted: a key of more than 8 names"), line)
    try:
        data = tomllib.loads(content)
        _refuse_large(data)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        where = _TOML_LINE.search(str(error))
        raise CatalogueError(
            tr("not TOML: {error}", error=error), int(where[1]) if where else None
        ) from None
    return data


def _refuse_large(data: object) -> None:
    ahead = [data]
    while ahead:
        one = ahead.pop()
        if isinstance(one, dict):
            ahead += one.values()
        elif isinstance(one, list):
            ahead += one
        elif isinstance(one, int) and one.bit_length() > _LARGEST:
            raise ValueError(tr("a whole number of more than 64 bits"))


def entries(content: str, data: Mapping[str, Any], name: str, most: int) -> Iterator[Entry]:
    """Go through `[[name]]` tables, each with the line where it begins.

    Raises:
        CatalogueError: there are none, too many, or an entry is no table.
    """
    tables = data.get(name)
    if not isinstance(tables, list) or not tables:
        raise CatalogueError(tr("no {name}s: a catalogue needs [[{name}]] tables", name=name))
    if len(tables) > most:
        raise CatalogueError(
            tr(
                "{tables} {name}s are too many; at most {most}",
                tables=len(tables),
                name=name,
                most=most,
            )
        )
    head = re.compile(rf"^[ \t]*\[\[[ \t]*{re.escape(name)}[ \t]*\]\]", re.MULTILINE)
    lines = _lines_of(content, head)
    for at, table in enumerate(tables):
        # Tables written as one inline array have no line of their own.
        line = lines[at] if len(lines) == len(tables) else None
        if not isinstance(table, dict):
            raise CatalogueError(
                tr("{name} number {at} must be a table", name=name, at=at + 1), line
            )
        yield Entry(at + 1, line, table)


def _lines_of(content: str, head: re.Pattern[str]) -> list[int]:
    found: list[int] = []
    place, line = 0, 1
    for at in head.finditer(content):
        line += content.count("\n", place, at.start())
        place = at.start()
        found.append(line)
    return found


@contextmanager
def on_line(line: int | None) -> Iterator[None]:
    """Add the line to a `CatalogueError` that has none."""
    try:
        yield
    except CatalogueError as error:
        if error.line is None:
            raise CatalogueError(error.problem, line) from None
        raise


def known(table: Mapping[str, Any], keys: frozenset[str], what: str) -> None:
    """Refuse a key that means nothing; raises `CatalogueError`."""
    for key in table:
        if key not in keys:
            raise CatalogueError(
                tr(
                    "{what}: unknown key {key!r}; known: {sorted}",
                    what=what,
                    key=key,
                    sorted=", ".join(sorted(keys)),
                )
            )


def text(table: Mapping[str, Any], key: str, what: str, most: int = MAX_NAME) -> str:
    """Return a line of printable text; raises `CatalogueError`."""
    value = table.get(key)
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise CatalogueError(tr("{what}: {key} must be a line of text", what=what, key=key))
    if len(value) > most:
        raise CatalogueError(
            tr(
                "{what}: {key} has {count} characters, at most {most}",
                what=what,
                key=key,
                count=len(value),
                most=most,
            )
        )
    return value


def flag(table: Mapping[str, Any], key: str, what: str) -> bool:
    """Return true or false; false when it is absent; raises `CatalogueError`."""
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise CatalogueError(
            tr(
                "{what}: {key} must be true or false, not {value!r}",
                what=what,
                key=key,
                value=value,
            )
        )
    return value


def number(
    table: Mapping[str, Any], key: str, what: str, bounds: tuple[int, int], default: int | None
) -> int:
    """Return a whole number within `bounds`, both included.

    Raises:
        CatalogueError: it is something else, or absent without a default.
    """
    value = table.get(key, default)
    least, most = bounds
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise CatalogueError(
            tr(
                "{what}: {key} must be a whole number from {least} to {most}, not {value!r}",
                what=what,
                key=key,
                least=least,
                most=most,
                value=value,
            )
        )
    return value


def words(value: object, key: str, what: str) -> tuple[str, ...]:
    """Return a list of texts; raises `CatalogueError`."""
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise CatalogueError(tr("{what}: {key} must be a list of names", what=what, key=key))
    return tuple(value)


def choice(value: object, key: str, what: str, choices: tuple[str, ...]) -> str:
    """Return one of a few words; raises `CatalogueError`."""
    if not isinstance(value, str) or value not in choices:
        raise CatalogueError(
            tr(
                "{what}: {key} must be one of {choices}, not {value!r}",
                what=what,
                key=key,
                choices=", ".join(choices),
                value=value,
            )
        )
    return value


def card_id(table: Mapping[str, Any], what: str, reserved: frozenset[str] = frozenset()) -> CardId:
    """Return the id that people type.

    Raises:
        CatalogueError: it is no single word, or one of `reserved`, the record's own words.
    """
    name = table.get("id")
    if not isinstance(name, str) or not WORD.match(name) or name in reserved:
        raise CatalogueError(
            tr(
                "{what}: id {name!r} must be one word of letters, digits, - and _, "
                "beginning with a letter, and none of the record's own words",
                what=what,
                name=name,
            )
        )
    return CardId(name)
