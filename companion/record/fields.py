"""How one argument of an action is written, found out from the annotations of its class."""

from __future__ import annotations

import re
from dataclasses import MISSING, Field, dataclass, fields
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, NewType, Protocol, Union, get_args, get_origin, get_type_hints

from companion.core.actions import Action
from companion.core.dice import DieFace
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.core.words import KEYWORD, Cell, WordError
from companion.record.text import CannotParseError, Token, as_word, quote

if TYPE_CHECKING:
    from companion.record.grammar import Grammar

_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_NOTHING: Final = "-"
# Names that action modules may import for type checkers only.
_KNOWN: Final[dict[str, Any]] = {"Seat": Seat, "Cell": Cell, "DieFace": DieFace, "Action": Action}


class Codec(Protocol):
    """How one kind of value is written as a word."""

    @property
    def form(self) -> str:
        """What such a word is called in help texts."""

    def read(self, token: Token, lines: Grammar) -> Any:
        """Turn a word into a value; raises `LineError` or `WordError`."""

    def write(self, value: Any, lines: Grammar, keywords: frozenset[str]) -> str:
        """Turn a value into a word."""


@dataclass(frozen=True, slots=True)
class SeatCodec:
    """A seat, by its name."""

    form: str = "SEAT"

    def read(self, token: Token, lines: Grammar) -> Seat:
        return lines.find_seat(token.text)

    def write(self, value: Seat, lines: Grammar, keywords: frozenset[str]) -> str:
        word = lines.seat_word(value)
        return f'"{word}"' if word in keywords else word


@dataclass(frozen=True, slots=True)
class WholeCodec:
    """A whole number of at most nine digits."""

    form: str = "NUMBER"

    def read(self, token: Token, lines: Grammar) -> int:
        if not _WHOLE.fullmatch(token.text):
            raise CannotParseError(tr("expected a whole number, not {token!r}", token=token.text))
        return int(token.text)

    def write(self, value: int, lines: Grammar, keywords: frozenset[str]) -> str:
        return str(int(value))


@dataclass(frozen=True, slots=True)
class TextCodec:
    """Free text; bare when it is a single plain word."""

    form: str = "TEXT"

    def read(self, token: Token, lines: Grammar) -> str:
        return token.text

    def write(self, value: str, lines: Grammar, keywords: frozenset[str]) -> str:
        return as_word(value, keywords)


@dataclass(frozen=True, slots=True)
class ChoiceCodec:
    """One of a few fixed words."""

    choices: type[StrEnum]

    @property
    def form(self) -> str:
        """The choices."""
        return "|".join(member.value for member in self.choices)

    def read(self, token: Token, lines: Grammar) -> StrEnum:
        try:
            return self.choices(token.text)
        except ValueError:
            offered = ", ".join(member.value for member in self.choices)
            text = tr("choose from {offered}, not {token!r}", offered=offered, token=token.text)
            raise CannotParseError(text) from None

    def write(self, value: StrEnum, lines: Grammar, keywords: frozenset[str]) -> str:
        return as_word(value.value, keywords)


@dataclass(frozen=True, slots=True)
class WordCodec:
    """A value that knows its own word: a die's face, a cell."""

    kind: Any

    @property
    def form(self) -> str:
        """The class's name in capitals."""
        return str(self.kind.__name__).upper()

    def read(self, token: Token, lines: Grammar) -> Any:
        return self.kind.parse(token.text)

    def write(self, value: Any, lines: Grammar, keywords: frozenset[str]) -> str:
        return as_word(value.word(), keywords)


@dataclass(frozen=True, slots=True)
class LineCodec:
    """Another action, as a quoted line."""

    form: str = '"LINE"'

    def read(self, token: Token, lines: Grammar) -> Action:
        if not token.quoted:
            text = tr("expected a whole line in quotes, not {token!r}", token=token.text)
            raise CannotParseError(text)
        return lines.read_nested(token.text)

    def write(self, value: Action, lines: Grammar, keywords: frozenset[str]) -> str:
        return quote(lines.write(value))


@dataclass(frozen=True, slots=True)
class Argument:
    """One field of an action."""

    name: str  # of the field
    codec: Codec  # how one value is written
    many: bool  # takes every word up to the next keyword
    nothing: bool  # may be None
    keyword: str | None  # the word that introduces it, or None
    optional: bool  # may be left out, when it is `default`
    default: Any  # the value when it is left out

    def usage(self) -> str:
        """Say how it is written: `[drop NUMBER...]`."""
        form = f"{self.codec.form}{'...' if self.many else ''}"
        word = f"{self.keyword} {form}" if self.keyword else form
        return f"[{word}]" if self.optional else word

    def read(self, tokens: tuple[Token, ...], lines: Grammar) -> Any:
        """Turn the words given for this argument into its value."""
        if self.many:
            return tuple(self._one(token, lines) for token in tokens)
        if len(tokens) != 1:
            raise CannotParseError(tr("{usage} is missing", usage=self.usage()))
        token = tokens[0]
        if self.nothing and token == Token(_NOTHING):
            return None
        return self._one(token, lines)

    def write(self, value: Any, lines: Grammar, keywords: frozenset[str]) -> str:
        """Write the argument with its keyword; empty when it need not be written."""
        if self.optional and value == self.default:
            return ""
        values = value if self.many else (value,)
        words = [_NOTHING if one is None else self.codec.write(one, lines, keywords) for one in values]
        return " ".join([self.keyword, *words] if self.keyword else words)

    def _one(self, token: Token, lines: Grammar) -> Any:
        try:
            return self.codec.read(token, lines)
        except WordError as error:
            raise CannotParseError(str(error)) from None


@cache
def arguments(action: type[Action]) -> tuple[Argument, ...]:
    """Return the arguments of an action class in the order they are written, the actor excepted.

    Raises:
        TypeError: an annotation that no record could write, or that could not be read back.
    """
    hints = get_type_hints(action, localns=_KNOWN)
    found = tuple(_argument(action, one, hints[one.name]) for one in fields(action) if one.name != "actor")
    open_ended = False
    for argument in found:
        if argument.keyword is None and (open_ended or argument.optional):
            raise TypeError(f"{action.__name__}.{argument.name} needs a keyword")
        open_ended = open_ended or argument.many or argument.keyword is not None
    return found


def _argument(action: type[Action], one: Field[Any], hint: Any) -> Argument:
    nothing = many = False
    if get_origin(hint) in (Union, UnionType):
        nothing = NoneType in get_args(hint)
        rest = [one for one in get_args(hint) if one is not NoneType]
        hint = rest[0] if len(rest) == 1 else hint
    if get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,):
        many, hint = True, get_args(hint)[0]
    codec = _codec(hint)
    if codec is None or (many and nothing):
        raise TypeError(f"{action.__name__}.{one.name}: a record cannot write {hint}")
    optional, keyword = one.default is not MISSING, one.metadata.get(KEYWORD)
    default = one.default if optional else None
    return Argument(one.name, codec, many, nothing, keyword, optional, default)


def _codec(hint: Any) -> Codec | None:
    if hint is Seat:
        return SeatCodec()
    while isinstance(hint, NewType):
        hint = hint.__supertype__
    if not isinstance(hint, type):
        return None
    if issubclass(hint, Action):
        return LineCodec()
    if issubclass(hint, StrEnum):
        return ChoiceCodec(hint)
    if hasattr(hint, "parse") and hasattr(hint, "word"):
        return WordCodec(hint)
    plain: dict[type, Codec] = {int: WholeCodec(), str: TextCodec()}
    return plain.get(hint)
