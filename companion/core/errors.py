"""The tree of errors that people may see: what happened, where, what to do, in one line."""

from __future__ import annotations


class CompanionError(Exception):
    """Root: could not do it. The message is one line for people; commands exit with status 2."""


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
