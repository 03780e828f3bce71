"""Why a line could not be understood. That an action is not legal is a verdict, none of these."""

from __future__ import annotations

from companion.core.errors import CompanionError


class LineError(CompanionError):
    """A line that gives no action."""


class CannotParseError(LineError):
    """The line does not follow the grammar, or names what does not exist."""


class AmbiguousError(LineError):
    """The line can be meant in several ways.

    Attributes:
        meanings: what it could stand for.
    """

    def __init__(self, problem: str, meanings: tuple[str, ...]) -> None:
        self.meanings = meanings
        super().__init__(f"{problem}: {', '.join(meanings)}?")
