"""Words, quotes and comments: how a line of a record is cut up and put together."""

import re
from dataclasses import dataclass
from typing import Final

from companion.core.errors import CompanionError
from companion.core.texts import later, tr

MAX_LINE: Final = 4096
"""Characters in one line; the longest honest one, a rearranged monster within a correction, has
some hundreds."""

_WORD: Final = re.compile(r'[ \t]*(?:"(?P<quoted>(?:[^"\\]|\\.)*)"(?P<tail>[^ \t]?)|(?P<bare>[^ \t]+))')
_BARE: Final = re.compile(r'[^\s";:,\\]+')
_SAFE: Final = re.compile(r'[^\s";\\]+')
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_BYTE_ORDER_MARK: Final = "\ufeff"
_SHORT: Final = {"\\": "\\", '"': '"', "n": "\n", "t": "\t"}
_LONG: Final = {value: f"\\{key}" for key, value in _SHORT.items()}


class LineError(CompanionError):
    """A line that gives no action. That an action is not legal is a verdict, no such error."""


class CannotParseError(LineError):
    """The line does not follow the grammar, or names what does not exist."""


class AmbiguousError(LineError):
    """The line can be meant in several ways.

    Attributes:
        meanings: what it could stand for.
    """

    def __init__(self, problem: str, meanings: tuple[str, ...]) -> None:
        self.meanings = meanings
        super().__init__(f"{problem}: {', '.join(meanings)}?")


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a line; a quoted one is never taken for a keyword."""

    text: str
    quoted: bool = False


def refuse_unprintable(line: str) -> None:
    """Keep out what would not show, or would show as something else (direction marks, bells).

    Raises:
        CannotParseError: the line is too long or has such a character.
    """
    if len(line) > MAX_LINE:
        text = later("the line has {line} characters, more than {max_line}")
        raise CannotParseError(tr(text, line=len(line), max_line=MAX_LINE))
    for character in line:
        if not character.isprintable() and character != "\t":
            if character == _BYTE_ORDER_MARK:
                raise CannotParseError(tr("saved with a byte order mark; save it as plain UTF-8"))
            text = later("the character {code} is invisible; write it as an escape within quotes")
            raise CannotParseError(tr(text, code=f"U+{ord(character):04X}"))


def cut_comment(line: str) -> tuple[str, str]:
    """Split a line at the first `;` outside quotes: what counts, and the comment from `;` on."""
    if ";" not in line:
        return line, ""
    quoted = escaped = False
    for place, character in enumerate(line):
        if escaped:
            escaped = False
        elif quoted and character == "\\":
            escaped = True
        elif character == '"':
            quoted = not quoted
        elif character == ";" and not quoted:
            return line[:place], line[place:]
    return line, ""


def words(body: str) -> tuple[Token, ...]:
    """Cut a line without its comment into words.

    Raises:
        CannotParseError: a quote is not closed or stands within a word, or an escape is unknown.
    """
    found: list[Token] = []
    place, end = 0, len(body.rstrip(" \t"))
    while place < end:
        match = _WORD.match(body, place)
        bare = match["bare"] if match else None
        if match is None or (bare is not None and bare.startswith('"')):
            raise CannotParseError(tr("a quote is not closed"))
        if bare is not None:
            if '"' in bare:
                raise CannotParseError(tr("a quote within a word: {bare}", bare=bare))
            found.append(Token(bare))
        else:
            if match["tail"]:
                text = later("a blank is missing after the quote before {match!r}")
                raise CannotParseError(tr(text, match=match["tail"]))
            found.append(Token(unquote(match["quoted"]), quoted=True))
        place = match.end()
    return tuple(found)


def cut_actor(body: str) -> tuple[Token, str] | None:
    """Split `Ann: roll d10=7` at the colon after the actor; None when there is no such colon.

    Raises:
        CannotParseError: the actor is quoted and an escape in it is unknown.
    """
    text = body.lstrip(" \t")
    if text.startswith('"'):
        match = _WORD.match(text)
        if match is None or match["quoted"] is None or match["tail"] != ":":
            return None
        return Token(unquote(match["quoted"]), quoted=True), text[match.end() :]
    name, colon, rest = text.partition(":")
    return (Token(name.strip(" \t")), rest) if colon else None


def quote(text: str) -> str:
    """Write `text` in quotes, with escapes for all that would not show.

    Raises:
        CannotParseError: there is half a character in it, which no file could hold.
    """
    return f'"{"".join(_escaped(character) for character in text)}"'


def unquote(text: str) -> str:
    """Resolve the escapes of a quoted text.

    Raises:
        CannotParseError: there is no such escape or character.
    """
    return _ESCAPE.sub(_resolved, text)


def as_word(text: str, keywords: frozenset[str] = frozenset()) -> str:
    """Write a value as one word, in quotes where it needs them."""
    plain = _SAFE.fullmatch(text) and text.isprintable() and text not in keywords and text != "-"
    return text if plain else quote(text)


def as_name(name: str) -> str:
    """Write a seat's name so that it can stand before a colon and between commas."""
    plain = _BARE.fullmatch(name) and name.isprintable() and name != "-"
    return name if plain else quote(name)


def _escaped(character: str) -> str:
    if character in _LONG:
        return _LONG[character]
    if character.isprintable():
        return character
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:  # noqa: PLR2004 - Unicode's halves
        raise CannotParseError(tr("U+{code:04X} is not a character", code=code))
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004 - the last that four digits name


def _resolved(match: re.Match[str]) -> str:
    escape = match[1]
    if escape in _SHORT:
        return _SHORT[escape]
    code = int(escape[1:], 16) if len(escape) > 1 else -1
    if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:  # noqa: PLR2004 - Unicode's bounds
        raise CannotParseError(tr("there is no escape \\{escape}", escape=escape))
    return chr(code)
