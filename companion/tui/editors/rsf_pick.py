"""A piece of a monster is picked where it lies: to be given up, exchanged or stolen."""

from dataclasses import dataclass, replace
from typing import Self

from companion.core.actions import Action
from companion.core.texts import later, tr
from companion.games.rsf.board import card_line
from companion.games.rsf.fight import Destroy
from companion.games.rsf.special import Remove, Replace, Steal
from companion.games.rsf.state import Monster
from companion.games.rsf.table import ref_of
from companion.tui.editors import rsf_parts as parts
from companion.tui.editors.base import XY, Editor, Look, Refusal

Picking = Destroy | Remove | Replace | Steal


@dataclass(frozen=True, slots=True)
class PickEditor(Editor):
    """One piece of a monster is picked; what its monster would lose is shown before."""

    title = later("Pick a piece")

    example: Picking  # what is done with it
    picked: XY | None = None

    @property
    def start(self) -> XY:
        """Left of the monster: no piece is pointed at before an arrow key is pressed."""
        x, y = min(parts.xy_of(piece.cell) for piece in self._pieces)
        return x - 1, y

    @property
    def _pieces(self) -> Monster:
        return self.state.players[self.seat].monster

    def _tried(self, at: XY) -> Picking | None:
        piece = parts.piece_at(self._pieces, at)
        if piece is None:
            return None
        return replace(self.example, piece=ref_of(self.state, self.seat, piece))

    def look(self, at: XY) -> Look:
        """Show the monster, and its sums without the piece under the cursor."""
        tried, piece = self._tried(at), parts.piece_at(self._pieces, at)
        refusal = "" if tried is None else parts.why_not(self.match.check(tried))
        rest = tuple(one for one in self._pieces if one is not piece)
        said = tr("Go to the piece")
        if piece is not None:
            line = card_line(self.state, piece.card)
            again = tr("Enter again: {card} goes", card=piece.card)
            said = again if self.picked == at else tr("Enter picks {card}", card=line)
        return Look(
            grid=parts.grid_of(self.state, self._pieces),
            fresh=frozenset({self.picked} if self.picked else ()),
            held=None,
            free=frozenset(),
            sums=parts.sums_text(self.state, self.seat, rest),
            hand="",
            said=refusal or said,
            refused=bool(refusal),
            wrong="" if self.picked else tr("no piece is picked yet"),
        )

    def enter(self, at: XY) -> Self:
        """Pick the piece; once more declares it."""
        return self if self._tried(at) is None or self.refused(at) else replace(self, picked=at)

    def back(self, at: XY) -> Self:
        """Pick none."""
        del at
        return replace(self, picked=None)

    def refused(self, at: XY) -> Refusal | None:
        """Return what stands against picking the piece in the cell."""
        tried = self._tried(at)
        if tried is None:
            return None
        verdict = self.match.check(tried)
        return None if verdict.legal else Refusal((tried,), verdict)

    def actions(self) -> tuple[Action, ...]:
        """What is done with the piece picked."""
        tried = None if self.picked is None else self._tried(self.picked)
        return () if tried is None else (tried,)
