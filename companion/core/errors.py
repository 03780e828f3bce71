"""The tree of errors that people may see: what happened, where, what to do, in one line."""

from typing import Final

from companion.core.printable import printable

_LONGEST: Final = 1000  # what was handed in is quoted in errors, and may be of any length


class CompanionError(Exception):
    """Root: could not do it. The message is one line for people; commands exit with status 2."""

    def __str__(self) -> str:
        """Return the message as one line that shows, whatever it quotes."""
        line = super().__str__()
        return printable(line if len(line) <= _LONGEST else f"{line[:_LONGEST]} ...")


class UsageError(CompanionError):
    """The command was asked for something that it does not offer."""


class FileProblemError(CompanionError):
    """A file that is missing, unreadable, too large or not what it claims to be.

    Attributes:
        path: the file as the user named it.
        line: line in that file, counted from 1, when it is known.
    """

    def __init__(self, path: str, problem: str, line: int | None = None) -> None:
        self.path = path
        self.line = line
        where = path if line is None else f"{path}:{line}"
        super().__init__(f"{where}: {problem}")
