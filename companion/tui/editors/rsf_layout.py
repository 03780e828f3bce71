"""Pieces of Ready, Set, Fight are put into other cells: one of them, or all (RSF-X2, RSF-O1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Self

from companion.core.actions import Action
from companion.core.texts import tr
from companion.core.words import Cell
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.mutate import Rearrange
from companion.games.rsf.special import Move
from companion.games.rsf.state import Monster, Piece
from companion.games.rsf.table import ref_of, totals
from companion.games.rsf.words import Placement
from companion.tui.editors import rsf_parts as parts
from companion.tui.editors.base import XY, Editor, Look, Refusal


@dataclass(frozen=True, slots=True)
class MoveEditor(Editor):
    """One piece is taken up and put into another cell (RSF-X2).

    Attributes:
        held: cell of the piece taken up.
        moved: the move of the draft.
    """

    title = tr("Move one piece")

    held: XY | None = None
    moved: Move | None = None

    @property
    def start(self) -> XY:
        """The first piece."""
        return parts.xy_of(self._pieces[0].cell) if self._pieces else (0, 0)

    @property
    def _pieces(self) -> Monster:
        return self.state.players[self.seat].monster

    @property
    def _piece(self) -> Piece | None:
        return None if self.held is None else parts.piece_at(self._pieces, self.held)

    def _tried(self, at: XY) -> Move | None:
        piece = self._piece
        if piece is None:
            return None
        return Move(self.seat, ref_of(self.state, self.seat, piece), Cell(*at))

    def _with_piece_at(self, at: XY) -> Monster:
        piece = self._piece
        rest = [one for one in self._pieces if one is not piece]
        return self._pieces if piece is None else (*rest, piece._replace(cell=Cell(*at)))

    def look(self, at: XY) -> Look:
        """Show the monster with the piece where it would lie."""
        state, piece, moved = self.state, self._piece, self.moved
        tried = None if moved else self._tried(at)
        refusal = parts.why_not(self.match.check(tried)) if tried else ""
        to = parts.xy_of(moved.cell) if moved and moved.cell else None
        if tried is not None and not refusal:
            to = at
        pieces = arithmetic.built(self._with_piece_at(to)) if to else self._pieces
        free: frozenset[XY] = frozenset()
        if piece is not None and moved is None:
            rest = tuple(one for one in self._pieces if one is not piece)
            tries = {
                parts.xy_of(cell): self._tried(parts.xy_of(cell)) for cell in parts.around(rest)
            }
            free = frozenset(xy for xy, one in tries.items() if one and self.match.check(one).legal)
        before = totals(state, self.seat)
        return Look(
            grid=parts.grid_of(state, pieces, pieces),
            fresh=frozenset({to} if to else ()),
            held=self.held if to is None else None,
            free=free,
            sums=parts.sums_text(before, parts.sheet_with(state, self.seat, pieces)),
            hand="" if piece is None or moved else parts.card_line(state, piece.card),
            said=self._said(at, refusal),
            refused=bool(refusal),
            wrong="" if moved else tr("no piece is moved yet"),
        )

    def _said(self, at: XY, refusal: str) -> str:
        piece, here = self._piece, parts.piece_at(self._pieces, at)
        if self.moved is not None:
            return tr("Enter declares the move, Del takes it back")
        if piece is None:
            return (
                tr("Enter takes {card} up", card=here.card)
                if here
                else tr("Go to the piece that is to move")
            )
        if self.held == at:
            return tr("{card} is taken up: go to its new place", card=piece.card)
        return refusal or tr(
            "Enter puts {card} at {at},{at2}", card=piece.card, at=at[0], at2=at[1]
        )

    def enter(self, at: XY) -> Self:
        """Take a piece up, or put it down."""
        if self.moved is not None:
            return self
        if self.held is None or self.held == at:
            there = parts.piece_at(self._pieces, at) is not None and self.held != at
            return replace(self, held=at if there else None)
        tried = self._tried(at)
        if tried is None or not self.match.check(tried).legal:
            here = parts.piece_at(self._pieces, at)
            return self if here is None else replace(self, held=at)
        return replace(self, moved=tried)

    def refused(self, at: XY) -> Refusal | None:
        """Return what stands against the piece taken up in the cell."""
        tried = None if self.moved else self._tried(at)
        verdict = None if tried is None else self.match.check(tried)
        if tried is None or verdict is None or verdict.legal or self.held == at:
            return None
        return Refusal((tried,), verdict)

    def back(self, at: XY) -> Self:
        """Take the move back, or put the piece down where it was."""
        del at
        return replace(self, moved=None) if self.moved else replace(self, held=None)

    def actions(self) -> tuple[Action, ...]:
        """The move."""
        return (self.moved,) if self.moved else ()


@dataclass(frozen=True, slots=True)
class LayoutEditor(Editor):
    """All pieces are laid out again and declared at once (RSF-O1).

    Attributes:
        pieces: the layout of the draft.
        held: cell of the piece taken up.
        before: layouts before the last changes, newest last.
    """

    title = tr("Lay the monster out again")

    pieces: Monster
    held: XY | None = None
    before: tuple[Monster, ...] = ()

    @property
    def start(self) -> XY:
        """The first piece."""
        return parts.xy_of(self.pieces[0].cell) if self.pieces else (0, 0)

    def _rearrange(self, pieces: Monster) -> Rearrange:
        copies = Counter(piece.card for piece in pieces)
        return Rearrange(
            self.seat,
            tuple(
                Placement(one.card, one.cell, one.mode if copies[one.card] > 1 else None)
                for one in pieces
            ),
        )

    def _put(self, at: XY) -> Monster:
        """The layout with the piece taken up in a cell; one that lies there changes places with it."""
        if self.held is None:
            return self.pieces
        moves = {self.held: at, at: self.held}
        return arithmetic.built(
            one._replace(cell=Cell(*moves.get(parts.xy_of(one.cell), parts.xy_of(one.cell))))
            for one in self.pieces
        )

    def look(self, at: XY) -> Look:
        """Show the layout as it would be with the piece taken up put down in the cell."""
        state = self.state
        held = None if self.held is None else parts.piece_at(self.pieces, self.held)
        pieces = self._put(at)
        was = {(piece.card, piece.mode, piece.cell) for piece in state.players[self.seat].monster}
        fresh = (one for one in pieces if (one.card, one.mode, one.cell) not in was)
        free = (
            frozenset() if held is None else frozenset(map(parts.xy_of, parts.around(self.pieces)))
        )
        wrong = parts.why_not(self.match.check(self._rearrange(pieces)))
        return Look(
            grid=parts.grid_of(state, pieces, pieces),
            fresh=frozenset(parts.xy_of(one.cell) for one in fresh),
            held=None if held is None else at,
            free=free,
            sums=parts.sums_text(
                totals(state, self.seat), parts.sheet_with(state, self.seat, pieces)
            ),
            hand="" if held is None else parts.card_line(state, held.card),
            said=self._said(at, held),
            refused=False,
            wrong=wrong or ("" if self.actions() or held else tr("nothing has moved")),
        )

    def _said(self, at: XY, held: Piece | None) -> str:
        here = parts.piece_at(self.pieces, at)
        if held is None:
            return (
                tr("Enter takes {card} up", card=here.card)
                if here
                else tr("Go to a piece to take it up")
            )
        if here is None or here is held:
            return tr("Enter puts {card} at {at},{at2}", card=held.card, at=at[0], at2=at[1])
        return tr("{card} and {card2} change places", card=held.card, card2=here.card)

    def enter(self, at: XY) -> Self:
        """Take a piece up, or put it down; parts may hang loose until all lies well."""
        if self.held is None:
            return replace(self, held=at) if parts.piece_at(self.pieces, at) else self
        if self.held == at:
            return replace(self, held=None)
        return replace(self, pieces=self._put(at), held=None, before=(*self.before, self.pieces))

    def refused(self, at: XY) -> Refusal | None:
        """Return what stands against the layout with the piece taken up put into the cell."""
        tried = self._rearrange(self._put(at))
        verdict = self.match.check(tried)
        return None if verdict.legal else Refusal((tried,), verdict)

    def back(self, at: XY) -> Self:
        """Put the piece down where it was, or take the last change back."""
        del at
        if self.held is not None or not self.before:
            return replace(self, held=None)
        return replace(self, pieces=self.before[-1], before=self.before[:-1])

    def actions(self) -> tuple[Action, ...]:
        """One rearrangement of everything, when anything lies otherwise than before."""
        if set(self.pieces) == set(self.state.players[self.seat].monster):
            return ()
        return (self._rearrange(self.pieces),)
