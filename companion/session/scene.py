"""What everybody may see of a table at one moment: all that a second screen is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.actions import Roll

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.dice import RollRequest
    from companion.core.game import View
    from companion.core.score import Standing
    from companion.core.steps import Held
    from companion.core.verdict import Question
    from companion.session.history import HistoryLine
    from companion.session.table import Table


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a table. It holds no state of the game, so nothing hidden can be drawn from it.

    Attributes:
        table_id: the table's name in the journal.
        game: id of the game.
        title: the game's title.
        seats: names, clockwise.
        view: the public view.
        pending: the roll or the answer that the game waits for.
        held: undone dice that answer the open request, if there are any.
        roll: the last roll in effect with its line of the history, when there was one.
        history: what happened, oldest first, undone lines marked.
        standing: the ranking now.
        dice: whether the game has dice at all.
    """

    table_id: str
    game: str
    title: str
    seats: tuple[str, ...]
    view: View
    pending: RollRequest | Question | None
    held: Held | None
    roll: tuple[Roll, HistoryLine] | None
    history: Sequence[HistoryLine]
    standing: Standing
    dice: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """Stands for a scene where there is none.

    Attributes:
        text: why, for everybody: names no folder of this machine.
    """

    text: str


Sight = Scene | Notice


def scene_of(table: Table) -> Scene:
    """Return what everybody may see of a table now (INV-6: made from its public view alone)."""
    game = table.match.game
    return Scene(
        table_id=table.table_id,
        game=game.id,
        title=game.title,
        seats=table.seats,
        view=table.view(),
        pending=table.pending(),
        held=table.held(),
        roll=_last_roll(table),
        history=table.history(),
        standing=table.standing(),
        dice=bool(game.dice),
    )


def _last_roll(table: Table) -> tuple[Roll, HistoryLine] | None:
    history = table.history()
    if not table.match.game.dice:
        return None
    for step in table.match.now.newest():
        if isinstance(step.action, Roll):
            return step.action, history[step.number - 1]
    return None
