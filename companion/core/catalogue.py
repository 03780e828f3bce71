"""Card catalogues: what all have in common, and a reader that is bounded and refuses in one clear line.

A catalogue is TOML with `title`, `invented` and arrays of tables; what stands in those is the game's
to say.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeVar

from companion.core.errors import CompanionError
from companion.core.texts import later, tr
from companion.core.words import CardId

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

_LARGEST: Final = 63  # Bits of a whole number, besides its sign (TOML 1.0)

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")


class CatalogueError(CompanionError):
    """A catalogue that cannot be used.

    Attributes:
        problem: what is wrong, for people, naming the card where there is one.
        line: line of the text, counted from 1, when it is known.
    """

    def __init__(self, problem: str, line: int | None = None) -> None:
        self.problem = problem
        self.line = line
        super().__init__(problem if line is None else tr("line {line}: {problem}", line=line, problem=problem))


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Base of every game's catalogue."""

    title: str  # what people call it
    invented: bool  # True when the cards are made up rather than those of the printed game
    warnings: tuple[str, ...]  # oddities that do not hinder play
    # the TOML text that it was read from; empty where nobody kept it
    source: str = field(default="", kw_only=True, repr=False, compare=False)


class Table:
    """A table of a catalogue. What does not stand in it as it must is a `CatalogueError`.

    Attributes:
        values: what stands in it.
        what: what people call it: `card R04`.
    """

    __slots__ = ("values", "what")

    def __init__(self, values: Mapping[str, Any], what: str) -> None:
        self.values = values
        self.what = what

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def wrong(self, problem: str) -> CatalogueError:
        """Return the error that says what is wrong with it."""
        return CatalogueError(f"{self.what}: {problem}")

    def only(self, keys: Iterable[str]) -> None:
        """Refuse a key that means nothing."""
        known = ", ".join(sorted(keys))
        for key in self.values:
            if key not in keys:
                raise self.wrong(tr("unknown key {key!r}; known: {known}", key=key, known=known))

    def text(self, key: str, most: int = MAX_NAME) -> str:
        """Return a line of printable text."""
        value = self.values.get(key)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self.wrong(tr("{key} must be a line of text", key=key))
        if len(value) > most:
            text = later("{key} has {count} characters, at most {most}")
            raise self.wrong(tr(text, key=key, count=len(value), most=most))
        return value

    def flag(self, key: str) -> bool:
        """Return true or false; false when it is absent."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            text = later("{key} must be true or false, not {value!r}")
            raise self.wrong(tr(text, key=key, value=value))
        return value

    def number(self, key: str, bounds: tuple[int, int], default: int | None = None) -> int:
        """Return a whole number within `bounds`, both included; only with a default may it lack."""
        value = self.values.get(key, default)
        least, most = bounds
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            text = later("{key} must be a whole number from {least} to {most}, not {value!r}")
            raise self.wrong(tr(text, key=key, least=least, most=most, value=value))
        return value

    def words(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return a list of texts; only with a default may it lack."""
        value = self.values.get(key, default)
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.wrong(tr("{key} must be a list of names", key=key))
        return tuple(value)

    def one_of(self, kind: type[E], key: str, default: E | None = None) -> E:
        """Return one of a few words; only with a default may it lack."""
        return self._one(kind, self.values.get(key, default), key)

    def some_of(self, kind: type[E], key: str, each: str) -> tuple[E, ...]:
        """Return a list of such words, of which one is called `each`; empty when it is absent."""
        return tuple(self._one(kind, word, each) for word in self.words(key, []))

    def _one(self, kind: type[E], value: object, name: str) -> E:
        choices = [one.value for one in kind]
        if not isinstance(value, str) or value not in choices:
            text = later("{key} must be one of {choices}, not {value!r}")
            raise self.wrong(tr(text, key=name, choices=", ".join(choices), value=value))
        return kind(value)

    def inner(self, key: str) -> Table:
        """Return a table that lies in it."""
        return _table(self.values.get(key), f"{self.what}: {key}")

    def card_id(self, reserved: Container[str] = ()) -> CardId:
        """Return the id that people type: one word, none of `reserved`, the record's own words."""
        name = self.values.get("id")
        if not isinstance(name, str) or not WORD.match(name) or name in reserved:
            text = later(
                "id {name!r} must be one word of letters, digits, - and _, "
                "beginning with a letter, and none of the record's own words"
            )
            raise self.wrong(tr(text, name=name))
        return CardId(name)


def _table(value: object, what: str) -> Table:
    if not isinstance(value, dict):
        raise CatalogueError(tr("{what} must be a table", what=what))
    return Table(value, what)


class CardFile(Table):
    """The text of a catalogue, read as far as all games agree.

    Args:
        content: the TOML text.
        game: id that `game` must have, where it is given.
        keys: the game's own top keys, besides `TOP`.

    Raises:
        CatalogueError: it is too large, no TOML, for another game, of an unknown schema, or has an
            unknown key.
    """

    __slots__ = ("content",)

    def __init__(self, content: str, game: str, *keys: str) -> None:
        if len(content) > MAX_TEXT:
            text = later("too large: {content} characters, at most {max_text} can be read")
            raise CatalogueError(tr(text, content=len(content), max_text=MAX_TEXT))
        super().__init__(read_toml(content), tr("the catalogue"))
        self.content = content
        self.only(TOP.union(keys))
        other, schema = self.values.get("game", game), self.values.get("schema", 1)
        if other != game:
            text = later("this is a catalogue for {data!r}, not for {game}")
            raise CatalogueError(tr(text, data=other, game=game))
        if schema != 1:
            text = later("schema {data!r} is not known; this program reads 1")
            raise CatalogueError(tr(text, data=schema))

    def cards(
        self,
        sort: str,
        most: int,
        reserved: Container[str],
        read: Callable[[CardId, Table], T],
        beside: Container[CardId] = (),
    ) -> dict[CardId, T]:
        """Read the `[[sort]]` tables of cards that have ids, in their order.

        Args:
            sort: name of the tables.
            most: so many at most.
            reserved: words that are no ids.
            read: makes a card of its id and its table.
            beside: ids of cards of another sort.

        Raises:
            CatalogueError: as `each` says, or an id appears twice.
        """
        found: dict[CardId, T] = {}

        def add(table: Table) -> None:
            name = table.card_id(reserved)
            table.what = f"{sort} {name}"
            card = read(name, table)
            if name in found or name in beside:
                raise table.wrong(tr("this id appears twice"))
            found[name] = card

        self.each(sort, most, sort, add)
        return found

    def each(self, sort: str, most: int, word: str, read: Callable[[Table], None]) -> None:
        """Go through the `[[sort]]` tables; each is called `word` and its number.

        Raises:
            CatalogueError: there are none, too many, or an entry is no table; or what `read` finds
                wrong, with the line where the table begins.
        """
        tables = self.values.get(sort)
        if not isinstance(tables, list) or not tables:
            raise CatalogueError(tr("no {name}s: a catalogue needs [[{name}]] tables", name=sort))
        if len(tables) > most:
            text = later("{tables} {name}s are too many; at most {most}")
            raise CatalogueError(tr(text, tables=len(tables), name=sort, most=most))
        head = re.compile(rf"^[ \t]*\[\[[ \t]*{re.escape(sort)}[ \t]*\]\]", re.MULTILINE)
        lines = _lines_of(self.content, head)
        for at, values in enumerate(tables):
            try:
                read(_table(values, tr("{word} number {at}", word=word, at=at + 1)))
            except CatalogueError as error:
                # Tables written as one inline array have no line of their own.
                line = lines[at] if len(lines) == len(tables) else None
                raise CatalogueError(error.problem, line) from None


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
        raise CatalogueError(tr("not TOML: {error}", error=error), int(where[1]) if where else None) from None
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


def _lines_of(content: str, head: re.Pattern[str]) -> list[int]:
    found: list[int] = []
    place, line = 0, 1
    for at in head.finditer(content):
        line += content.count("\n", place, at.start())
        place = at.start()
        found.append(line)
    return found


# ---------------------------------------------------------------- writing


def written_card(sort: str, values: Mapping[str, Any]) -> str:
    """Write one card as a `[[sort]]` table."""
    lines = [f"{_key(key)} = {toml(value)}\n" for key, value in values.items()]
    return f"\n[[{_key(sort)}]]\n" + "".join(lines)


def toml(value: Any) -> str:
    """Write a value as TOML, on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case dict():
            inside = ", ".join(f"{_key(key)} = {toml(one)}" for key, one in value.items())
            return "{ " + inside + " }"
        case _:
            return '"' + "".join(map(_sign, str(value))) + '"'


def _key(key: str) -> str:
    bare = key.replace("_", "a").replace("-", "a")
    return key if bare.isascii() and bare.isalnum() else toml(key)


def _sign(sign: str) -> str:
    if sign in '"\\':
        return "\\" + sign
    return sign if sign.isprintable() else f"\\U{ord(sign):08x}"
