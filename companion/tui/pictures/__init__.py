"""Real pictures, in terminals that can draw them: Kitty's protocol, or Sixel.

The extra `pictures` brings what draws them (`pip install "tableside[pictures]"`). Without it, in
other terminals, and wherever anything about them is odd, pictures are drawn with half blocks, which
look well anywhere; so nothing here ever fails, it only finds nothing.

What a terminal can do is asked once, before the app runs: later its answers would be taken for keys.
That is one question and one answer. What draws pictures is loaded with the first one: it takes as long
as a good part of the app.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from textual.widget import Widget

    Pixels = npt.NDArray[np.uint8]

_ELSEWHERE: Final = ("TEXTUAL_DRIVER", "TEXTUAL_CELL_WIDTH")
"""Words by which a browser says that there is no terminal."""

_NEEDED: Final = ("textual_image", "PIL")

_KITTY: Final = "\x1b_Gi=4208,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
_KITTY_OK: Final = "\x1b_Gi=4208;OK\x1b\\"
_ABOUT: Final = "\x1b[c"
"""Asks what a terminal is: every terminal answers that, in the order in which it was asked."""
_SAYS: Final = re.compile(r"\x1b\[\?([\d;]*)c$")
_SIXEL: Final = "4"
_PATIENCE_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class Graphics:
    """How this terminal draws pictures."""

    kind: str  # `kitty` or `sixel`
    cell: tuple[int, int]  # width and height of a cell, in pixels
    # returns what draws a picture that it is given as `image`, where None shows nothing; or None
    # where it cannot be had after all
    load: Callable[[], type[Widget] | None]

    def fit(self, width: int, height: int, across: int, down: int) -> tuple[int, int]:
        """Return the cells across and down of the largest picture that fits, undistorted.

        Args:
            width: of the picture, in pixels, 1 or more.
            height: of the picture, in pixels, 1 or more.
            across: cells there are to the right.
            down: cells there are downwards.
        """
        factor = min(across * self.cell[0] / width, down * self.cell[1] / height)
        columns = round(width * factor / self.cell[0])
        rows = round(height * factor / self.cell[1])
        return max(1, min(across, columns)), max(1, min(down, rows))

    def picture(self, pixels: Pixels) -> Any:
        """Return pixels, H x W x 3 in the order blue, green, red, as the widget takes them."""
        from PIL import Image

        return Image.fromarray(pixels[:, :, ::-1].copy(), "RGB")


def find_graphics() -> Graphics | None:
    """Ask the terminal what it can draw; None where half blocks are the best there is.

    To be called before the app runs, and once: it takes up to a fifth of a second where a terminal
    does not answer.
    """
    if not _at_a_terminal(os.environ):
        return None
    try:
        if not all(map(find_spec, _NEEDED)):
            return None
        from textual_image._terminal import get_cell_size

        kind = _asked()
        if not kind:
            return None
        cell = get_cell_size()  # it may ask the terminal, and remembers the answer
    except Exception:  # noqa: BLE001 - it asks the terminal: whatever that says, half blocks are left
        return None
    return Graphics(kind, (int(cell.width), int(cell.height)), partial(_widget, kind))


def _asked() -> str:
    """Return `sixel`, `kitty` or nothing, as the terminal says.

    Sixel comes first: of the terminals that know both, several draw only that as they should.
    """
    from textual_image._terminal import capture_terminal_response

    with capture_terminal_response("\x1b", "c", _PATIENCE_S) as first:
        print(_KITTY, _ABOUT, sep="", end="", file=sys.__stdout__, flush=True)
    said = first.sequence
    while (about := _SAYS.search(said)) is None:  # a `c` within what it says of Kitty's protocol
        with capture_terminal_response("", "c", _PATIENCE_S) as more:
            pass
        said += more.sequence
    if _SIXEL in about[1].split(";")[1:]:
        return "sixel"
    return "kitty" if said.startswith(_KITTY_OK) else ""


def _widget(kind: str) -> type[Widget] | None:
    """Load what draws pictures; None where that fails."""
    try:
        with _no_terminal():
            from textual_image.widget import SixelImage, TGPImage
    except Exception:  # noqa: BLE001 - half blocks are left
        return None
    found: type[Widget] = SixelImage if kind == "sixel" else TGPImage
    return found


@contextmanager
def _no_terminal() -> Iterator[None]:
    """Hide the terminal from the library, which asks it as soon as it is loaded: it is the app's now."""
    terminal = sys.__stdout__
    vars(sys)["__stdout__"] = StringIO()
    try:
        yield
    finally:
        vars(sys)["__stdout__"] = terminal


def _at_a_terminal(environ: Mapping[str, str]) -> bool:
    if environ.get("NO_COLOR") or environ.get("TERM", "dumb") in {"dumb", "unknown", "linux"}:
        return False
    if any(environ.get(word) for word in _ELSEWHERE):
        return False
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stdout__))
