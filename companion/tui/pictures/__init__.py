"""Real pictures, in terminals that can draw them: Kitty's protocol, or Sixel.

The extra `pictures` brings what draws them (`pip install "tableside[pictures]"`). Without it, in
other terminals, and wherever anything about them is odd, pictures are drawn with half blocks, which
look well anywhere; so nothing here ever fails, it only finds nothing.

How a terminal says what it can do is asked once, before the app runs: later its answers would be
taken for keys.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    import numpy.typing as npt
    from textual.widget import Widget

    Pixels = npt.NDArray[np.uint8]

_ELSEWHERE: Final = ("TEXTUAL_DRIVER", "TEXTUAL_CELL_WIDTH")
"""Words by which a browser says that there is no terminal."""


@dataclass(frozen=True, slots=True)
class Graphics:
    """How this terminal draws pictures.

    Attributes:
        kind: `kitty` or `sixel`.
        widget: draws a picture that it is given as `image`; None shows nothing.
        cell: width and height of a cell, in pixels.
    """

    kind: str
    widget: type[Widget]
    cell: tuple[int, int]

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
        from textual_image import renderable, widget
        from textual_image._terminal import get_cell_size

        cell = get_cell_size()
    except Exception:  # noqa: BLE001 - it asks the terminal: whatever that says, half blocks are left
        return None
    size = int(cell.width), int(cell.height)
    if renderable.Image is renderable.SixelImage:
        return Graphics("sixel", widget.SixelImage, size)
    if renderable.Image is renderable.TGPImage:
        return Graphics("kitty", widget.TGPImage, size)
    return None


def _at_a_terminal(environ: Mapping[str, str]) -> bool:
    if environ.get("NO_COLOR") or environ.get("TERM", "dumb") in {"dumb", "unknown", "linux"}:
        return False
    if any(environ.get(word) for word in _ELSEWHERE):
        return False
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stdout__))
