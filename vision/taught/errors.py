"""What teaching refuses."""

from __future__ import annotations

from vision.errors import VisionError


class TaughtError(VisionError):
    """A taught set, or something to be put into one, that cannot be used; one line for people."""
