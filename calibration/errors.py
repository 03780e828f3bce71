"""Everything that calibration refuses, with a line that says what, where and what to do."""


class CalibrationError(Exception):
    """Root of this package's errors; the message is one line for people."""


class ProfileError(CalibrationError):
    """A profile that is missing, broken, too large, or written by another version."""


class MatNotFoundError(CalibrationError):
    """No picture shows enough of a printed mat."""
