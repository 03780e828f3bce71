r"""Text from elsewhere, made fit to be shown: the one place that decides what may reach a terminal.

Names, texts, file names and lines of devices come from anywhere. A terminal takes some characters
as commands (it changes colours, titles, the clipboard), others turn the order of what is read
around or show nothing at all. None of them is ever shown; an escape such as `\x1b` or `\u202e`
stands where it was. Blanks of every width may stay, and so may a few marks on one letter, as
languages need them: a flood of marks is drawn over the lines above and below.
"""

import html
import unicodedata
from typing import Final

MOST_MARKS: Final = 4
"""Marks that combine with one letter; Vietnamese needs two, pointed Hebrew three, Tibetan four."""

_BLANK: Final = "Zs"  # Unicode's category of blanks


def printable(text: str) -> str:
    """Return a text as one line of visible characters; a line's end becomes an escape too."""
    if text.isascii() and text.isprintable():
        return text
    return _few_marks("".join(sign if _shows(sign) else escaped(sign) for sign in text))


def printable_lines(text: str) -> str:
    """Return a text of several lines in visible characters; ends of lines and tabs stay."""
    return "\n".join("\t".join(printable(part) for part in line.split("\t")) for line in text.split("\n"))


def without_unprintable(text: str) -> str:
    """Return a text without what does not show, for places that have no room for escapes."""
    if text.isascii() and text.isprintable():
        return text
    return _few_marks("".join(sign for sign in text if _shows(sign)))


def markup_escaped(text: str) -> str:
    """Return a text as it may stand in HTML or SVG, in an attribute too: no tags, all of it shown."""
    return html.escape(printable_lines(text))


def escaped(sign: str) -> str:
    r"""Return a character as its escape, which is JSON's own from U+0100 on: `\x1b`, `\u202e`."""
    return sign.encode("unicode_escape").decode("ascii")


def _shows(sign: str) -> bool:
    return sign.isprintable() or unicodedata.category(sign) == _BLANK


def _few_marks(text: str) -> str:
    if text.isascii():
        return text
    kept: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)
