"""What a terminal can show, and how lines are changed on their way to it: made harmless, plain, strong."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final
from unicodedata import combining, normalize

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from companion.core.printable import without_unprintable

UTF8: Final = frozenset({"utf8", "cp65001"})
_WORDS: Final = ("LC_ALL", "LC_CTYPE", "LANG")
_CTYPE: Final = "LC_CTYPE"
_COERCED: Final = frozenset({"C.UTF-8", "C.utf8", "UTF-8"})
"""What Python may set LC_CTYPE to where it finds the C locale."""
_C_LOCALE: Final = frozenset({"", "C", "POSIX"})
_DUMB: Final = frozenset({"dumb", "unknown"})


def knows_utf8(environ: Mapping[str, str], encoding: str) -> bool:
    """Tell whether a terminal shows more than ASCII.

    The environment's own word counts where there is one (LC_ALL, LC_CTYPE, LANG in this order): for
    the C locale Python writes UTF-8 all the same, and the terminal need not understand it. Windows
    has no such word: there it is the encoding of the output that counts.
    """
    said = next((environ[word] for word in _WORDS if environ.get(word)), "")
    charset = said.partition(".")[2].partition("@")[0] or ("ascii" if said else encoding)
    return charset.lower().replace("-", "").replace("_", "") in UTF8


def as_people_said(environ: Mapping[str, str], begun_with: Mapping[str, str] | None) -> dict[str, str]:
    """Return an environment without the LC_CTYPE that Python itself adds in the C locale (PEP 538).

    It is compared with what the program was begun with; None where that is not known.
    """
    found = dict(environ)
    added = begun_with is None or not begun_with.get(_CTYPE)
    if added and found.get(_CTYPE) in _COERCED and found.get("LANG", "") in _C_LOCALE:
        del found[_CTYPE]
    return found


def begun_with() -> dict[str, str] | None:
    """Return the environment that the program was begun with, where the system keeps it."""
    try:
        kept = Path("/proc/self/environ").read_bytes()
    except OSError:
        return None
    pairs = (one.partition("=") for one in kept.decode("utf-8", "replace").split("\0"))
    return {name: value for name, sign, value in pairs if sign}


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Tell whether a terminal says that it obeys nothing."""
    return environ.get("TERM", "") in _DUMB


def is_colourless(environ: Mapping[str, str]) -> bool:
    """Tell whether no colours are to be shown: NO_COLOR is set, or the terminal is dumb."""
    return bool(environ.get("NO_COLOR")) or is_dumb(environ)


# Drawn characters as plain ones, each of one cell; what stands beside another keeps its place.
_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("─━┄┈╌═", "-"),
        **dict.fromkeys("│┃║▌▐▊▎▏▕┆┊╎▋▍▉", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋", "+"),
        **dict.fromkeys("█▇▆▅▃■▓▰▙▛▜▟▚▞", "#"),
        **dict.fromkeys("▒░\u2571", ":"),
        **dict.fromkeys("▶▸►→", ">"),
        **dict.fromkeys("◀◂◄←", "<"),
        **dict.fromkeys("▲↑△▴", "^"),
        **dict.fromkeys("▼↓▽▾", "v"),
        **dict.fromkeys("♛★✦☆✶", "*"),
        **dict.fromkeys("◆◇♦", "+"),
        **dict.fromkeys("●•∙◎◉", "o"),
        **dict.fromkeys("○◯▱", "."),
        **dict.fromkeys("✗✘✝✕\N{MULTIPLICATION SIGN}", "x"),
        **dict.fromkeys("✓✔", "v"),
        **dict.fromkeys("·‧…", "."),
        **dict.fromkeys("\u2013\u2014\u2212\u2011", "-"),
        **dict.fromkeys("\u2018\u2019\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u2033«»", '"'),
        **dict.fromkeys("▀▔", '"'),
        **dict.fromkeys("▄▁▂", "_"),
        "✚": "+",
        "≈": "~",
        "≥": ">",
        "≤": "<",
        "\N{NO-BREAK SPACE}": " ",
    }
)


def plainly(text: str) -> str:
    """Say a text in ASCII, character by character: drawn lines as `-` and `|`, a star as `*`.

    Dots of braille, of which charts are drawn, become one of `'`, `-`, `.` by their height; letters
    lose their accents; what has no likeness becomes `?`.
    """
    return text if text.isascii() else "".join(map(_plain, text.translate(_PLAIN)))


@lru_cache(4096)
def _plain(character: str) -> str:
    if character.isascii():
        return character
    if "\N{BRAILLE PATTERN BLANK}" <= character <= "\N{BRAILLE PATTERN DOTS-12345678}":
        return _dots(ord(character) - 0x2800)
    if combining(character):
        return ""
    base = normalize("NFKD", character)[:1]
    return base if base.isascii() else "?"


def _dots(dots: int) -> str:
    if not dots:
        return " "
    upper, lower = dots & 0b0000_1001, dots & 0b1100_0000
    return "'" if upper and not lower else "." if lower and not upper else "-"


_PLACEHOLDER: Final = "\U0010eeee"
"""Where a cell shows part of a picture, in Kitty's protocol; marks on it say which part."""


class Unobeyed(LineFilter):
    """Keeps what a terminal would obey out of every line, wherever the text came from.

    What the app itself tells the terminal is in control segments, which stay as they are.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in visible characters, each as wide as it was."""
        del background
        return [
            one if one.control or (kept := _harmless(one.text)) == one.text
            else Segment(set_cell_size(kept, one.cell_length), one.style, None)
            for one in segments
        ]  # fmt: skip


UNOBEYED: Final = Unobeyed()  # One for all: lines remember what a filter made of them


@lru_cache(8192)
def _harmless(text: str) -> str:
    return _PLACEHOLDER.join(without_unprintable(part) for part in text.split(_PLACEHOLDER))


class Plainly(LineFilter):
    """Writes ASCII, for a terminal that cannot show anything else."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in plain characters; control codes stay as they are."""
        del background
        return [
            one if one.control else Segment(plainly(one.text).ljust(one.cell_length), one.style) for one in segments
        ]


class Undimmed(LineFilter):
    """Takes away what makes text faint, for who needs contrast."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in full strength."""
        del background
        strong = Style(dim=False)
        return [
            Segment(one.text, one.style + strong, one.control) if one.style is not None and one.style.dim else one
            for one in segments
        ]
