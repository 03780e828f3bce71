"""Text for terminals that show ASCII alone: drawn characters by others that look alike."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import combining, normalize

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
