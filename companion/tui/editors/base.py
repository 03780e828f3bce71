"""What the grid screen asks of an editor: a draft that is never changed, only replaced."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from companion.core.actions import Action
from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.sheet import Grid
from companion.core.verdict import Verdict
from companion.core.words import CardId
from companion.games.rsf.state import State

XY = tuple[int, int]  # A cell: column to the right, row upwards


@dataclass(frozen=True, slots=True)
class Look:
    """A draft as it looks with the cursor in a cell."""

    grid: Grid  # cards, those of the draft included, and squares as they would count
    fresh: frozenset[XY]  # cells of the cards that the draft put there
    held: XY | None  # the cell of the card that is taken up, to be put down elsewhere
    free: frozenset[XY]  # cells in which the chosen card may be put
    sums: tuple[str, ...]  # scores as they would be, with those before where they differ
    hand: str  # what is chosen to be put, and how it is used; empty when nothing is
    said: str  # what Enter does here, or why it does nothing, with the rule
    refused: bool  # whether `said` is a refusal
    wrong: str  # why the draft cannot be declared as it is; empty when it can


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the rules do not let the draft do in a cell."""

    # what would be declared: what the draft holds, and the refused action last
    actions: tuple[Action, ...]
    verdict: Verdict  # on that one


@dataclass(frozen=True, slots=True)
class Editor(ABC):
    """A draft. Nothing is declared before `actions` are taken; every change gives a new one."""

    title: ClassVar[str]  # what is edited

    match: Match[Any]  # the game as it is
    seat: Seat  # whose monster

    @property
    def state(self) -> State:
        """The state of the game."""
        state: State = self.match.state
        return state

    @property
    @abstractmethod
    def start(self) -> XY:
        """The cell in which the cursor begins."""

    @property
    def cards(self) -> tuple[CardId, ...]:
        """What may be chosen to be put down; empty when cards are taken up on the grid."""
        return ()

    @property
    def chosen(self) -> int:
        """The place of the chosen card in `cards`."""
        return 0

    @abstractmethod
    def look(self, at: XY) -> Look:
        """Say how it looks with the cursor in a cell."""

    @abstractmethod
    def enter(self, at: XY) -> Self:
        """Put down or take up a card; where that is refused, nothing changes."""

    def turn(self, at: XY) -> Self:
        """Use the chosen card, or the one in the cell, in its next way, where it has others."""
        del at
        return self

    @abstractmethod
    def back(self, at: XY) -> Self:
        """Take back what was put in the cell, or else the last change."""

    def choose(self, place: int) -> Self:
        """Choose another card by its place in `cards`."""
        del place
        return self

    @abstractmethod
    def refused(self, at: XY) -> Refusal | None:
        """Return what is refused in a cell, so that the table may rule on it; None for nothing."""

    @abstractmethod
    def actions(self) -> tuple[Action, ...]:
        """Return what is to be declared, in this order; nothing when nothing was changed."""
