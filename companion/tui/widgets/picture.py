"""A small colour picture in the terminal, and a camera that is only looked through."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from rich.segment import Segment
from rich.style import Style
from textual import work
from textual.containers import Vertical
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from companion.core.texts import tr
from companion.tui.widgets.lamp import Light

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from textual.app import ComposeResult

    from companion.tui.host import Preview
    from companion.tui.pictures import Graphics

    Pixels = npt.NDArray[np.uint8]
    """Height x width x 3, in the order blue, green, red, as cameras hand it out."""

MAX_SIDE = 4096

PACE = 0.4
"""Seconds between two pictures that a terminal draws by itself: encoding one takes a while."""


def shrink(picture: Pixels, across: int, down: int) -> Pixels:
    """Return a picture, H x W x 3, at the largest size that fits into across x down pixels (1 or more)."""
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
    """Shows the last picture it was given; empty until then.

    A terminal that draws pictures gets them as they are, every `PACE` seconds at most. Elsewhere
    half blocks are drawn here: two pixels a cell, each the mean of what it stands for, which keeps
    the thin numerals of dice that a picture library's own half blocks tear apart.
    """

    DEFAULT_CSS = "Picture { width: 1fr; height: 1fr; align: center top; }"

    _source: Pixels | None = None
    _pixels: Pixels | None = None
    _graphics: Graphics | None = None
    _drawn: Widget | None = None
    _resting = False
    _newer = False

    @property
    def shows(self) -> bool:
        """Whether there is a picture."""
        return self._source is not None

    @property
    def drawn_by(self) -> str:
        """What draws it: `kitty`, `sixel` or `blocks`."""
        wanted = getattr(getattr(self.app, "settings", None), "picture", "auto")
        return "blocks" if self._graphics is None or wanted == "blocks" else self._graphics.kind

    def on_mount(self) -> None:
        """See what the terminal draws by itself."""
        self._graphics = getattr(self.app, "graphics", None)

    def show(self, picture: Pixels | None) -> None:
        """Draw another picture, H x W x 3 (blue, green, red), or none."""
        self._source = picture if _usable(picture) else None
        self._fit()
        self.refresh()

    def on_resize(self) -> None:
        """Fit the picture to the new size."""
        self._fit()

    def _fit(self) -> None:
        across, down = self.content_size
        source = self._source if across > 0 and down > 0 else None
        if source is not None and self.drawn_by != "blocks" and self._drawn is None:
            self._begin_to_draw()
        blocks = self.drawn_by == "blocks"
        self._pixels = shrink(source, across, down * 2) if blocks and source is not None else None
        if self._drawn is not None:
            self._draw_really(self._drawn, None if blocks else source)

    def _begin_to_draw(self) -> None:
        """Make room for what the terminal draws by itself; without it there are half blocks again."""
        widget = self._graphics.load() if self._graphics is not None else None
        if widget is None:
            self._graphics = None
        else:
            self._drawn = widget(id="drawn")
            self.mount(self._drawn)

    def _draw_really(self, drawn: Widget, source: Pixels | None) -> None:
        """Hand a picture to the terminal, but not more often than it can draw."""
        if self._resting and source is not None:
            self._newer = True
            return
        drawn.display = source is not None
        if source is None or self._graphics is None:
            drawn.image = None  # type: ignore[attr-defined]  # every such widget has it
            return
        height, width = source.shape[:2]
        size = self.content_size
        columns, rows = self._graphics.fit(width, height, size.width, size.height)
        drawn.styles.width, drawn.styles.height = columns, rows
        drawn.image = self._graphics.picture(source)  # type: ignore[attr-defined]  # every such widget has it
        self._resting, self._newer = True, False
        self.set_timer(PACE, self._rested)

    def _rested(self) -> None:
        self._resting = False
        if self._newer:
            self._fit()

    def render_line(self, y: int) -> Strip:
        """Draw one row of cells, that is two rows of pixels."""
        width, blank, pixels = self.size.width, self.rich_style, self._pixels
        if pixels is None or 2 * y >= pixels.shape[0]:
            return Strip.blank(width, blank)
        upper = [_hex(pixel) for pixel in pixels[2 * y]]
        below = pixels[2 * y + 1 : 2 * y + 2]
        lower = [_hex(pixel) for pixel in below[0]] if len(below) else [blank.bgcolor] * len(upper)
        left = (width - len(upper)) // 2
        cells = (Segment("▀", Style(color=one, bgcolor=two)) for one, two in zip(upper, lower, strict=True))
        right = Segment(" " * (width - left - len(upper)), blank)
        return Strip([Segment(" " * left, blank), *cells, right], width)


def _usable(picture: Any) -> bool:
    shape: tuple[int, ...] = getattr(picture, "shape", ())
    return shape[2:] == (3,) and all(0 < side <= MAX_SIDE for side in shape[:2])


def _hex(pixel: Any) -> str:
    blue, green, red = (int(value) for value in pixel)
    return f"#{red:02x}{green:02x}{blue:02x}"


LOOK_EVERY: Final = 0.2  # Seconds between two pictures


class PreviewPane(Vertical):
    """Shows a camera; hidden while none is named.

    Cameras open and close in threads of their own, one after the other: the keys never wait.
    """

    def __init__(self, opener: Callable[[str], Preview] | None) -> None:
        """Show nothing yet; without an opener no camera can be looked through."""
        super().__init__(id="camera-view")
        self._opener = opener
        self._preview: Preview | None = None
        self._wanted = ""
        self._one_at_a_time = threading.Lock()

    def compose(self) -> ComposeResult:
        """Lay out the picture below a line about it."""
        yield Static("", id="seen", markup=False)
        yield Picture(id="preview")

    def on_mount(self) -> None:
        """Keep the picture fresh."""
        self.display = False
        self.set_interval(LOOK_EVERY, self._show)

    def look(self, camera: str) -> None:
        """Look through this camera from now on; empty for none."""
        if camera == self._wanted or self._opener is None:
            return
        self._wanted = camera
        self.display = bool(camera)
        self.query_one("#seen", Static).update(tr("Opening {camera} …", camera=camera))
        self.query_one(Picture).show(None)
        self._swap(camera)

    @work(thread=True, group="preview")
    def _swap(self, camera: str) -> None:
        with self._one_at_a_time:
            self._close()
            if camera and camera == self._wanted and self._opener is not None:
                self._preview = self._opener(camera)

    def stop(self) -> None:
        """Give the camera back; waits until it is free, so call it from a thread."""
        self._wanted = ""
        with self._one_at_a_time:
            self._close()

    def on_unmount(self) -> None:
        """Give the camera back in a thread that no screen waits for."""
        threading.Thread(target=self.stop, name="end of a preview", daemon=True).start()

    def _close(self) -> None:
        preview, self._preview = self._preview, None
        if preview is not None:
            preview.close()

    def _show(self) -> None:
        preview = self._preview
        if not self._wanted:
            self.display = False
        if preview is None:
            return
        lamp, seen = preview.lamp(), self.query_one("#seen", Static)
        seen.update(lamp.text)
        seen.set_class(lamp.light is Light.FAULT, "-bad")
        picture, view = preview.picture(), self.query_one(Picture)
        view.display = picture is not None and lamp.light is not Light.FAULT
        view.show(picture)
