"""What a camera sees while a table is still being set up."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from textual import work
from textual.containers import Vertical
from textual.widgets import Static

from companion.core.texts import tr
from companion.tui.widgets.lamp import Light
from companion.tui.widgets.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from companion.tui.host import Preview

LOOK_EVERY: Final = 0.2
"""Seconds between two pictures."""


class PreviewPane(Vertical):
    """Shows a camera; hidden while none is named.

    Cameras open and close in threads of their own, one after the other: the keys never wait.
    """

    def __init__(self, opener: Callable[[str], Preview] | None) -> None:
        """Show nothing yet.

        Args:
            opener: begins to look through a camera; None where that cannot be done.
        """
        super().__init__(id="looking")
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

    @work(thread=True, group="looking")
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
        self.query_one(Picture).show(preview.picture())
