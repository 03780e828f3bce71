"""What every game's card catalogue has in common."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.errors import CompanionError
from companion.core.texts import tr


class CatalogueError(CompanionError):
    """A catalogue that cannot be used.

    Attributes:
        problem: what is wrong, for people, naming the card where there is one.
        line: line of the text, counted from 1, when it is known.
    """

    def __init__(self, problem: str, line: int | None = None) -> None:
        self.problem = problem
        self.line = line
        super().__init__(
            problem if line is None else tr("line {line}: {problem}", line=line, problem=problem)
        )


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Base of every game's catalogue.

    Attributes:
        title: what people call it.
        invented: True when the cards are made up rather than those of the printed game.
        warnings: oddities that do not hinder play.
    """

    title: str
    invented: bool
    warnings: tuple[str, ...]
