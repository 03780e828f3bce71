"""How lines are changed on their way to the terminal: made harmless, plain, or strong."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter

from companion.core.printable import without_unprintable
from companion.tui.ascii_text import plainly

if TYPE_CHECKING:
    from textual.color import Color

_PLACEHOLDER: Final = "\U0010eeee"
"""Where a cell shows part of a picture, in Kitty's protocol; marks on it say which part."""


class Unobeyed(LineFilter):
    """Keeps what a terminal would obey out of every line, wherever the text came from.

    What the app itself tells the terminal is in control segments, which stay as they are.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in characters that show, each as wide as it was."""
        del background
        return [
            one if one.control or (kept := _harmless(one.text)) == one.text
            else Segment(set_cell_size(kept, one.cell_length), one.style, None)
            for one in segments
        ]  # fmt: skip


UNOBEYED: Final = Unobeyed()
"""One for all: lines remember what a filter made of them."""


@lru_cache(8192)
def _harmless(text: str) -> str:
    return _PLACEHOLDER.join(without_unprintable(part) for part in text.split(_PLACEHOLDER))


class Plainly(LineFilter):
    """Writes ASCII, for a terminal that cannot show anything else."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in plain characters; control codes stay as they are."""
        del background
        return [
            one if one.control else Segment(_kept_width(one), one.style, None) for one in segments
        ]


def _kept_width(segment: Segment) -> str:
    said = plainly(segment.text)
    return said + " " * max(0, segment.cell_length - cell_len(said))


class Undimmed(LineFilter):
    """Takes away what makes text faint, for who needs contrast."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in full strength."""
        del background
        strong = Style(dim=False)
        return [
            Segment(one.text, one.style + strong, one.control)
            if one.style is not None and one.style.dim
            else one
            for one in segments
        ]
