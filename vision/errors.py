"""Everything that vision refuses, with a line that says what, where and what to do."""

from pathlib import Path

from calibration.files import read_file


class VisionError(Exception):
    """Root of this package's errors; the message is one line for people."""


class PictureError(VisionError):
    """A picture that cannot be read: missing, broken, empty or far too large."""


class ModelError(VisionError):
    """A model file or card that is missing, broken, or does not match its card."""


class TaughtError(VisionError):
    """A taught set, or something to be put into one, that cannot be used; one line for people."""


def read_bytes(path: Path, most: int, error: type[VisionError], missing: str = "no such file") -> bytes:
    """Return a file's bytes; what is missing, larger than `most` or unreadable raises `error`."""
    try:
        return read_file(path, most)
    except FileNotFoundError as reason:
        raise error(f"{path}: {missing}") from reason
    except OSError as reason:
        raise error(f"{path}: {reason.strerror or reason}") from reason
    except ValueError as reason:  # a name with a NUL in it
        raise error(f"{path}: {reason}") from reason
