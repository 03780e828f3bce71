"""Everything that a device refuses, with a line that says what, where and what to do."""


class HardwareError(Exception):
    """Root of this package's errors; the message is one line for people."""


class CameraError(HardwareError):
    """Frames cannot be had."""


class NoSuchSourceError(CameraError):
    """A file, folder or camera that is not there, or words that name neither."""


class NotAVideoError(CameraError):
    """A file that is no video, or one without a single frame."""


class NotAPictureError(CameraError):
    """A file of a row of pictures that cannot be read."""


class StreamRefusedError(CameraError):
    """An address that does not answer with pictures."""
