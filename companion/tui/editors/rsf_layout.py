"""Pieces of Ready, Set, Fight are put into other cells: one of them, or all (RSF-X2, RSF-O1)."""

from dataclasses import dataclass, replace
from typing import Self

from companion.core.actions import Action
from companion.core.texts import later, tr
from companion.core.words import Cell
from companion.games.rsf.board import card_line
from companion.games.rsf.mutate import Rearrange
from companion.games.rsf.special import Move
from companion.games.rsf.state import Monster, Piece, sort_pieces
from companion.games.rsf.table import ref_of
from companion.tui.editors import rsf_parts as parts
from companion.tui.editors.base import XY, Editor, Look, Refusal


@dataclass(frozen=True, slots=True)
class MoveEditor(Editor):
    """One piece is taken up and put into another cell (RSF-X2)."""

    title = later("Move one piece")

    held: XY | None = None  # cell of the piece taken up
    moved: Move | None = None  # the move of the draft

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

    def _move(self, piece: Piece, at: XY) -> Move:
        return Move(self.seat, ref_of(self.state, self.seat, piece), Cell(*at))

    def look(self, at: XY) -> Look:
        """Show the monster with the piece where it would lie."""
        state, piece, tried = self.state, self._piece, self.moved
        pieces, refusal = self._pieces, ""
        free: frozenset[XY] = frozenset()
        if piece is not None and tried is None:
            rest = tuple(one for one in pieces if one is not piece)
            moves = {xy: self._move(piece, xy) for xy in (*parts.around(rest), at)}
            verdicts = {xy: self.match.check(move) for xy, move in moves.items()}
            refusal = parts.why_not(verdicts[at])
            free = frozenset(xy for xy, verdict in verdicts.items() if verdict.legal)
            tried = None if refusal else moves[at]
        to = parts.xy_of(tried.cell) if tried and tried.cell else None
        if piece is not None and to is not None:
            moved = piece._replace(cell=Cell(*to))
            pieces = sort_pieces(moved if one is piece else one for one in pieces)
        return Look(
            grid=parts.grid_of(state, pieces),
            fresh=frozenset({to} if to else ()),
            held=self.held if to is None else None,
            free=free,
            sums=parts.sums_text(state, self.seat, pieces),
            hand="" if piece is None or self.moved else card_line(state, piece.card),
            said=self._said(at, refusal),
            refused=bool(refusal),
            wrong="" if self.moved else tr("no piece is moved yet"),
        )

    def _said(self, at: XY, refusal: str) -> str:
        piece, here = self._piece, parts.piece_at(self._pieces, at)
        if self.moved is not None:
            return tr("Enter declares the move, Del takes it back")
        if piece is None:
            return tr("Enter takes {card} up", card=here.card) if here else tr("Go to the piece that is to move")
        if self.held == at:
            return tr("{card} is taken up: go to its new place", card=piece.card)
        return refusal or tr("Enter puts {card} at {at},{at2}", card=piece.card, at=at[0], at2=at[1])

    def enter(self, at: XY) -> Self:
        """Take a piece up, or put it down."""
        if self.moved is not None:
            return self
        if self.held is None or self.held == at:
            there = parts.piece_at(self._pieces, at) is not None and self.held != at
            return replace(self, held=at if there else None)
        if self.refused(at):
            return self if parts.piece_at(self._pieces, at) is None else replace(self, held=at)
        return replace(self, moved=self._piece and self._move(self._piece, at))

    def refused(self, at: XY) -> Refusal | None:
        """Return what stands against the piece taken up in the cell."""
        if self.moved or self._piece is None or self.held == at:
            return None
        tried = self._move(self._piece, at)
        verdict = self.match.check(tried)
        return None if verdict.legal else Refusal((tried,), verdict)

    def back(self, at: XY) -> Self:
        """Take the move back, or put the piece down where it was."""
        del at
        return replace(self, moved=None) if self.moved else replace(self, held=None)

    def actions(self) -> tuple[Action, ...]:
        """The move."""
        return (self.moved,) if self.moved else ()


@dataclass(frozen=True, slots=True)
class LayoutEditor(Editor):
    """All pieces are laid out again and declared at once (RSF-O1)."""

    title = later("Lay the monster out again")

    pieces: Monster  # the layout of the draft
    held: XY | None = None  # cell of the piece taken up
    before: tuple[Monster, ...] = ()  # layouts before the last changes, newest last

    @property
    def start(self) -> XY:
        """The first piece."""
        return parts.xy_of(self.pieces[0].cell) if self.pieces else (0, 0)

    def _put(self, at: XY) -> Monster:
        """The layout with the piece taken up in a cell; one that lies there changes places with it."""
        if self.held is None:
            return self.pieces
        moves = {self.held: at, at: self.held}
        return sort_pieces(
            one._replace(cell=Cell(*moves.get(parts.xy_of(one.cell), parts.xy_of(one.cell)))) for one in self.pieces
        )

    def look(self, at: XY) -> Look:
        """Show the layout as it would be with the piece taken up put down in the cell."""
        state = self.state
        held = None if self.held is None else parts.piece_at(self.pieces, self.held)
        pieces = self._put(at)
        fresh = set(pieces) - set(state.players[self.seat].monster)
        wrong = parts.why_not(self.match.check(Rearrange.of(self.seat, pieces)))
        return Look(
            grid=parts.grid_of(state, pieces),
            fresh=frozenset(parts.xy_of(one.cell) for one in fresh),
            held=None if held is None else at,
            free=frozenset() if held is None else frozenset(parts.around(self.pieces)),
            sums=parts.sums_text(state, self.seat, pieces),
            hand="" if held is None else card_line(state, held.card),
            said=self._said(at, held),
            refused=False,
            wrong=wrong or ("" if self.actions() or held else tr("nothing has moved")),
        )

    def _said(self, at: XY, held: Piece | None) -> str:
        here = parts.piece_at(self.pieces, at)
        if held is None:
            return tr("Enter takes {card} up", card=here.card) if here else tr("Go to a piece to take it up")
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
        tried = Rearrange.of(self.seat, self._put(at))
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
        return (Rearrange.of(self.seat, self.pieces),)
