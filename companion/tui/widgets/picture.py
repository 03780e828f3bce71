"""A small colour picture in the terminal: two pixels a cell, no picture library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Pixels = npt.NDArray[np.uint8]
    """Height x width x 3, in the order blue, green, red, as cameras hand it out."""

MAX_SIDE = 4096


def shrink(picture: Pixels, across: int, down: int) -> Pixels:
    """Return the picture at the largest size that fits into across x down pixels, undistorted.

    Args:
        picture: H x W x 3, uint8.
        across: pixels available to the right, 1 or more.
        down: pixels available downwards, 1 or more.
    """
    import numpy as np

    height, width = picture.shape[:2]
    factor = min(across / width, down / height)
    columns = max(1, min(across, round(width * factor)))
    rows = max(1, min(down, round(height * factor)))
    # Means over blocks: numerals on a die are thin, and picking single pixels tears them apart.
    edges_y = np.linspace(0, height, rows + 1).astype(int)
    edges_x = np.linspace(0, width, columns + 1).astype(int)
    starts_y, starts_x = edges_y[:-1], edges_x[:-1]
    if factor >= 1:
        picked: Pixels = picture[starts_y][:, starts_x]
        return picked
    sums = np.add.reduceat(picture.astype(np.uint32), starts_y, axis=0)
    sums = np.add.reduceat(sums, starts_x, axis=1)
    areas = np.outer(np.diff(edges_y), np.diff(edges_x))[:, :, None]
    means: Pixels = (sums // np.maximum(areas, 1)).astype(np.uint8)
    return means


class Picture(Widget):
    """Shows the last picture it was given; empty until then."""

    DEFAULT_CSS = "Picture { width: 1fr; height: 1fr; }"

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._source: Pixels | None = None
        self._pixels: Pixels | None = None

    @property
    def shows(self) -> bool:
        """Whether there is a picture."""
        return self._source is not None

    def show(self, picture: Pixels | None) -> None:
        """Draw another picture, H x W x 3 (blue, green, red), or none."""
        self._source = picture if _usable(picture) else None
        self._fit()
        self.refresh()

    def on_resize(self) -> None:
        """Fit the picture to the new size."""
        self._fit()

    def _fit(self) -> None:
        across, down = self.content_size.width, self.content_size.height * 2
        fits = self._source is not None and across > 0 and down > 0
        self._pixels = (
            shrink(self._source, across, down) if fits and self._source is not None else None
        )

    def render_line(self, y: int) -> Strip:
        """Draw one row of cells, that is two rows of pixels."""
        width = self.size.width
        blank = self.rich_style
        pixels = self._pixels
        if pixels is None or 2 * y >= pixels.shape[0]:
            return Strip.blank(width, blank)
        upper = pixels[2 * y]
        lower = pixels[2 * y + 1] if 2 * y + 1 < pixels.shape[0] else None
        cells = [
            Segment("▀", _style(upper[x], None if lower is None else lower[x], blank))
            for x in range(pixels.shape[1])
        ]
        left = (width - len(cells)) // 2
        row = [
            Segment(" " * left, blank),
            *cells,
            Segment(" " * (width - left - len(cells)), blank),
        ]
        return Strip(row, width)


def _usable(picture: Any) -> bool:
    shape: tuple[int, ...] = getattr(picture, "shape", ())
    return shape[2:] == (3,) and all(0 < side <= MAX_SIDE for side in shape[:2])


def _style(upper: Any, lower: Any, blank: Style) -> Style:
    above = _hex(upper)
    if lower is None:
        return Style(color=above, bgcolor=blank.bgcolor)
    return Style(color=above, bgcolor=_hex(lower))


def _hex(pixel: Any) -> str:
    blue, green, red = (int(value) for value in pixel)
    return f"#{red:02x}{green:02x}{blue:02x}"
