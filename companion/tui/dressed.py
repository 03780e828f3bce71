"""An app that wears the program's colours, and says things plainly where a terminal knows no better."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.filter import DimFilter, LineFilter, Monochrome, NoColor

from companion.core.printable import without_unprintable
from companion.tui.ascii_text import plainly
from companion.tui.theme import CONTRAST, MONO, TABLE, THEMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.color import Color

    from companion.tui.pictures import Graphics

UTF8: Final = frozenset({"utf8", "cp65001"})
_WORDS: Final = ("LC_ALL", "LC_CTYPE", "LANG")
_CTYPE: Final = "LC_CTYPE"
_COERCED: Final = frozenset({"C.UTF-8", "C.utf8", "UTF-8"})
"""What Python may set LC_CTYPE to where it finds the C locale."""
_C_LOCALE: Final = frozenset({"", "C", "POSIX"})
_DUMB: Final = frozenset({"dumb", "unknown"})
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


def knows_utf8(environ: Mapping[str, str], encoding: str) -> bool:
    """Tell whether a terminal shows more than ASCII.

    The environment's own word counts where there is one (LC_ALL, LC_CTYPE, LANG in this order): for
    the C locale Python writes UTF-8 all the same, and the terminal need not understand it. Windows
    has no such word: there it is the encoding of the output that counts.

    Args:
        environ: the environment.
        encoding: of the output.
    """
    said = next((environ[word] for word in _WORDS if environ.get(word)), "")
    charset = said.partition(".")[2].partition("@")[0] or ("ascii" if said else encoding)
    return charset.lower().replace("-", "").replace("_", "") in UTF8


def as_people_said(
    environ: Mapping[str, str], begun_with: Mapping[str, str] | None
) -> dict[str, str]:
    """Return an environment without the LC_CTYPE that Python itself adds in the C locale (PEP 538).

    Args:
        environ: the environment as it is now.
        begun_with: as the program was begun with; None where that is not known.
    """
    found = dict(environ)
    added = begun_with is None or not begun_with.get(_CTYPE)
    if added and found.get(_CTYPE) in _COERCED and found.get("LANG", "") in _C_LOCALE:
        del found[_CTYPE]
    return found


def _begun_with() -> dict[str, str] | None:
    """Return the environment that the program was begun with, where the system keeps it."""
    try:
        kept = Path("/proc/self/environ").read_bytes()
    except OSError:
        return None
    pairs = (one.partition("=") for one in kept.decode("utf-8", "replace").split("\0"))
    return {name: value for name, sign, value in pairs if sign}


class Dressed(App[None]):
    """An app in one of our four dresses.

    NO_COLOR and a terminal that calls itself dumb have no colours, whatever was chosen.

    Attributes:
        bare: whether there are no colours.
        graphics: how the terminal draws pictures; None for half blocks.
        plain: whether everything is written in ASCII; None until there is a terminal to ask.
    """

    def __init__(self) -> None:
        bare = _colourless(os.environ)  # Textual takes NO_COLOR out of the environment
        super().__init__()
        # What a broken program quotes is cleaned as it is printed, and colours would go with it.
        self.error_console = Console(markup=False, highlight=False, stderr=True, color_system=None)
        self.bare = bare
        self.plain: bool | None = None
        self.graphics: Graphics | None = None
        if os.environ.get("TERM", "") in _DUMB:
            self.console = _with_attributes(self.console)
        for theme in THEMES:
            self.register_theme(theme)
        self.wear(TABLE.name)

    def wear(self, name: str) -> None:
        """Put on a dress by its name; one that there is not is the first choice."""
        known = {theme.name for theme in THEMES}
        self.theme = MONO.name if self.bare else name if name in known else TABLE.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Know our names in every theme, also in those that come with Textual."""
        return TABLE.variables

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Say how lines are changed on their way to the terminal."""
        filters = [*super().get_line_filters(), UNOBEYED]
        if self.theme == MONO.name:
            # What is faint, the terminal shows as it can: there are no colours to mix.
            mixing = (Monochrome, DimFilter)
            filters = [one for one in filters if not isinstance(one, mixing)] + [NoColor()]
        elif self.theme == CONTRAST.name:
            filters.insert(0, Undimmed())
        if self.plain is None:
            encoding = getattr(sys.__stdout__, "encoding", None) or "utf-8"
            self.plain = not self.is_headless and not knows_utf8(
                as_people_said(os.environ, _begun_with()), encoding
            )
        return [*filters, Plainly()] if self.plain else filters


def _with_attributes(console: Console) -> Console:
    """Let bold and underline through to a terminal that calls itself dumb: Rich drops them too."""
    return Console(
        color_system="standard",
        file=console.file,
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
    )


def _colourless(environ: Mapping[str, str]) -> bool:
    return bool(environ.get("NO_COLOR")) or environ.get("TERM", "") in _DUMB
