"""Everything that vision refuses, with a line that says what, where and what to do."""

from __future__ import annotations


class VisionError(Exception):
    """Root of this package's errors; the message is one line for people."""


class PictureError(VisionError):
    """A picture that cannot be read: missing, broken, empty or far too large."""


class ModelError(VisionError):
    """A model file or card that is missing, broken, or does not match its card."""


class TaughtError(VisionError):
    """A taught set, or something to be put into one, that cannot be used; one line for people."""
