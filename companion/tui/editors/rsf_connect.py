"""Cards of the hand are put on the grid of Ready, Set, Fight."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from companion.core.actions import Action
from companion.core.log import Match
from companion.core.texts import later, tr
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf.board import card_line
from companion.games.rsf.player_sheet import modes_of
from companion.games.rsf.ready import Connect
from companion.games.rsf.state import Piece, State, sort_pieces
from companion.games.rsf.table import unaccounted
from companion.games.rsf.words import Mode
from companion.tui.editors import rsf_parts as parts
from companion.tui.editors.base import XY, Editor, Look, Refusal


@dataclass(frozen=True, slots=True)
class ConnectEditor(Editor):
    """Cards of the hand are put on the grid; each is a `connect` of its own."""

    title = later("Connect cards")

    hand: tuple[CardId, ...]  # cards that may be connected
    placed: tuple[Connect, ...] = ()  # what the draft connects, in order
    chosen: int = 0  # place of the card to be put next
    way: int = 0  # how often a hybrid was turned

    @property
    def start(self) -> XY:
        """The free cell nearest to the middle of the monster."""
        pieces = self.state.players[self.seat].monster
        count = len(pieces) or 1
        x = sum(piece.cell.x for piece in pieces) / count
        y = sum(piece.cell.y for piece in pieces) / count
        return min(parts.around(pieces), key=lambda xy: (abs(xy[0] - x) + abs(xy[1] - y), xy))

    @property
    def _drafted(self) -> Match[Any]:
        """The game as it would be."""
        return self._carried_out(self.placed)[0]

    def _carried_out(self, actions: Iterable[Connect]) -> tuple[Match[Any], tuple[Connect, ...]]:
        """Return the game after some connects, and those of them that fit; the others are left out."""
        match, kept = self.match, []
        for action in actions:
            if match.check(action).legal:
                match = match.apply(action)
                kept.append(action)
        return match, tuple(kept)

    @property
    def cards(self) -> tuple[CardId, ...]:
        """Return the cards that are not placed yet; hidden ones as long as there are copies."""
        state: State = self._drafted.state
        hand = state.players[self.seat].hand
        left = {*hand, *(unaccounted(state) if UNNAMED in hand else ())}
        return tuple(card for card in self.hand if card in left)

    @property
    def _card(self) -> CardId | None:
        left = self.cards
        return left[self.chosen % len(left)] if left else None

    def _ways(self, card: CardId) -> tuple[Mode | None, ...]:
        ways = modes_of(self.state, card)
        return ways if ways and self.state.phase else (None, *ways)

    def _tried(self, card: CardId, at: XY) -> Connect:
        ways = self._ways(card)
        return Connect(self.seat, card, Cell(*at), ways[self.way % len(ways)])

    def look(self, at: XY) -> Look:
        """Show the monster with the draft, and with the chosen card in the cell if it may lie there."""
        drafted, card = self._drafted, self._card
        state: State = drafted.state
        pieces = state.players[self.seat].monster
        here = parts.piece_at(pieces, at)
        free: frozenset[XY] = frozenset()
        refusal, held = "", None
        if card is not None:
            around = (*parts.around(pieces), at)
            free = frozenset(xy for xy in around if drafted.check(self._tried(card, xy)).legal)
            tried = self._tried(card, at)
            refusal = parts.why_not(drafted.check(tried))
            if not refusal:
                held = at
                pieces = sort_pieces((*pieces, Piece(Cell(*at), card, tried.mode)))
        return Look(
            grid=parts.grid_of(state, pieces),
            fresh=self._fresh,
            held=held,
            free=free,
            sums=parts.sums_text(self.state, self.seat, pieces),
            hand=self._hand_text(card),
            said=self._said(card, here, at, refusal),
            refused=bool(refusal) and here is None,
            wrong="" if self.placed else tr("no card is placed yet"),
        )

    @property
    def _fresh(self) -> frozenset[XY]:
        return frozenset(parts.xy_of(one.cell) for one in self.placed if one.cell is not None)

    def _hand_text(self, card: CardId | None) -> str:
        if card is None:
            return ""
        line, ways = card_line(self.state, card), self._ways(card)
        if len(ways) == 1:
            return line
        mode = ways[self.way % len(ways)]
        use = tr("not said yet") if mode is None else mode.display_name()
        return line + tr(" · used as: {use_of}", use_of=use)

    def _said(self, card: CardId | None, here: Piece | None, at: XY, refusal: str) -> str:
        if card is None:
            return tr("Every card is placed: Enter declares, Del takes back")
        if here is not None:
            if at in self._fresh:
                return tr("{card} of your draft lies here: Del takes it back", card=here.card)
            return tr("{card} lies here already", card=here.card)
        return refusal or tr("Enter puts {card} at {at},{at2}", card=card, at=at[0], at2=at[1])

    def enter(self, at: XY) -> Self:
        """Put the chosen card into the cell."""
        card = self._card
        if card is None or self.refused(at):
            return self
        return replace(self, placed=(*self.placed, self._tried(card, at)), way=0)

    def refused(self, at: XY) -> Refusal | None:
        """Return what stands against the chosen card in the cell."""
        card = self._card
        if card is None:
            return None
        tried = self._tried(card, at)
        verdict = self._drafted.check(tried)
        return None if verdict.legal else Refusal((*self.placed, tried), verdict)

    def turn(self, at: XY) -> Self:
        """Use the hybrid in the cell, if the draft put it there, or else the chosen one otherwise."""
        for number, one in enumerate(self.placed):
            if one.cell == Cell(*at):
                ways = self._ways(one.card)
                following = ways[(ways.index(one.mode) + 1) % len(ways)]
                turned = replace(one, mode=following)
                placed = (*self.placed[:number], turned, *self.placed[number + 1 :])
                return replace(self, placed=placed)
        return replace(self, way=self.way + 1)

    def back(self, at: XY) -> Self:
        """Take the draft's card in the cell back, or the last one; what hung on it goes too."""
        if not self.placed:
            return self
        places = [one.cell for one in self.placed]
        number = places.index(Cell(*at)) if Cell(*at) in places else len(places) - 1
        rest = (*self.placed[:number], *self.placed[number + 1 :])
        taken = replace(self, placed=self._carried_out(rest)[1], way=0)
        left = taken.cards
        card = self.placed[number].card
        return replace(taken, chosen=left.index(card) if card in left else 0)

    def choose(self, place: int) -> Self:
        """Choose another card of the hand."""
        left = self.cards
        return replace(self, chosen=place % len(left), way=0) if left else self

    def actions(self) -> tuple[Action, ...]:
        """A connect for every card of the draft."""
        return self.placed
