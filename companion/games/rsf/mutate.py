"""Mutate (RSF-O1), and calling a quiet game (RSF-E3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.switches import OnOff
from companion.core.texts import later, tr
from companion.core.verbs import in_turn
from companion.core.words import CardId, Cell
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.flow import back_to_combat, end_mutate
from companion.games.rsf.house import EdgeMatch, StalemateRounds
from companion.games.rsf.player_sheet import no_such_mode
from companion.games.rsf.state import FREE, SUDDEN_DEATH, Monster, Piece, Stage, State, sort_pieces
from companion.games.rsf.table import RsfVerb, SheetVerb
from companion.games.rsf.words import Placement

LAYOUTS: Final = 3
QUIET_ROUNDS: Final = 3  # RSF-E3

# ---------------------------------------------------------------- mutate


@dataclass(frozen=True, slots=True)
class Rearrange(SheetVerb):
    """Mutate: all pieces in play are laid out again; without a layout in light depth."""

    verb, example, rule = "rearrange", "Ann: rearrange R04@0,0 P02@1,0 H01@1,1", "RSF-O1"
    menu, said = later("Lay the monster out again"), later("{who}'s monster mutates: {sheet}")
    when = frozenset({Stage.MUTATE})
    wrong = later("monsters mutate after Phase 2, after Phase 4 and after each Sudden Death round")

    layout: tuple[Placement, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Some layouts, as examples."""
        yield cls.option(state.turn, islice(cls._examples(state), LAYOUTS), complete=False)

    @classmethod
    def _examples(cls, state: State) -> Iterator[Rearrange]:
        """Blocks two and three cards wide with races side by side, and the layout as it is."""
        seat = state.turn
        if not state.box:
            yield cls(seat, ())
            return
        cards, pieces = state.box.cards, state.players[seat].monster

        def kin(piece: Piece) -> tuple[str, ...]:
            return (*arithmetic.races_of(cards, state.house, piece), piece.card)

        for width in (2, 3):
            laid = enumerate(sorted(pieces, key=kin))
            cells = ((piece, Cell(at % width, at // width)) for at, piece in laid)
            yield cls.of(seat, tuple(piece._replace(cell=cell) for piece, cell in cells))
        yield cls.of(seat, pieces)

    @classmethod
    def of(cls, seat: Seat, pieces: Monster) -> Rearrange:
        """Lay pieces out as they lie here; their modes tell only copies of one card apart."""
        copies = Counter(piece.card for piece in pieces)
        modes = (piece.mode if copies[piece.card] > 1 else None for piece in pieces)
        places = zip(pieces, modes, strict=True)
        return cls(seat, tuple(Placement(one.card, one.cell, mode) for one, mode in places))

    def _changes(self, state: State) -> tuple[Counter[CardId], Counter[CardId]]:
        """Cards that lie in the layout and not in the monster, and the other way round."""
        had = Counter(piece.card for piece in state.players[self.me].monster)
        has = Counter(place.card for place in self.layout)
        return has - had, had - has

    def facts(self, state: State) -> Findings:
        if not state.box:
            return YES
        strange = self._changes(state)[0] - Counter(state.players[self.me].hand)
        if strange:
            name, card = state.name(self.me), next(iter(strange))
            return stop("RSF-O1", tr("{name} does not have {card}", name=name, card=tr(card)))
        if len({place.cell for place in self.layout}) < len(self.layout):
            return stop("RSF-R2", tr("two cards cannot share a cell"))
        modes = (no_such_mode(state, place.card, place.mode) for place in self.layout)
        return next(filter(None, modes), YES)

    def check(self, state: State) -> Findings:
        """RSF-O1, O1a."""
        findings = in_turn(state, self.me, "RSF-O1")
        if not state.box:
            return findings
        before, after = state.players[self.me].monster, self._laid_out(state)
        added, removed = self._changes(state)
        for more in added:
            findings += against("RSF-O1", tr("Mutate may not add cards: {card}", card=more))
        for less in removed:
            findings += against("RSF-O1", tr("Mutate may not remove cards: {card}", card=less))
        was, now = (Counter((one.card, one.mode) for one in pieces) for pieces in (before, after))
        if not findings and was != now and state.house.mutate_redeclare is OnOff.OFF:
            text = tr("a Mutate does not change how hybrids are used")
            findings += against("RSF-O1a", text)
        filled = arithmetic.cells(after)
        allowed = arithmetic.parts(arithmetic.cells(before)) if uses_edges(state) else 1
        if arithmetic.parts(filled) > allowed:
            alone = any(filled.isdisjoint(arithmetic.around(xy)) for xy in filled)
            rule = "RSF-R2" if alone else "RSF-R2x"
            findings += against(rule, tr("the monster must hang together"))
        cards, house = state.box.cards, state.house
        if not all(arithmetic.edges_fit(cards, house, after, one.card, one.cell) for one in after):
            findings += against("RSF-Q11", tr("the edges of two neighbours do not fit"))
        return findings

    def _laid_out(self, state: State) -> Monster:
        """The pieces in their new cells, each with its mode (RSF-O1a).

        Copies of one hybrid in different modes keep apart as the placements say, or else by cell.
        """
        left = list(state.players[self.me].monster)
        placed: list[Piece] = []
        for place in sorted(self.layout, key=lambda place: (place.mode is None, place.cell)):
            fits = [one for one in left if one.card == place.card and place.mode in {None, one.mode}]
            stays = [piece for piece in fits if piece.cell == place.cell]
            piece = (stays or fits or [Piece(place.cell, place.card, place.mode)])[0]
            if fits:
                left.remove(piece)
            placed.append(piece._replace(cell=place.cell))
        return sort_pieces(placed)

    def apply(self, state: State) -> State:
        """The monster lies as it was laid out; the next player may mutate.

        By ruling cards come from the hand, or go back there.
        """
        if state.full:
            layout, (added, removed) = self._laid_out(state), self._changes(state)
            for card in added.elements():
                state = state.from_hand(self.me, card)
            for card in removed.elements():
                state = state.to_hand(self.me, card)
            state = state.change(self.me, monster=layout)
        mutating = state.stage is Stage.MUTATE and self.me == state.turn
        return end_mutate(state) if mutating else state


def uses_edges(state: State) -> bool:
    """Tell whether edge marks are in use (RSF-R2x)."""
    if state.house.edge_match is EdgeMatch.OFF:
        return False
    return any(any(card.edges) for card in sure(state.box).cards.values())


@dataclass(frozen=True, slots=True)
class Skip(RsfVerb):
    """The player leaves the monster as it is instead of mutating."""

    verb, example, rule = "skip", "Ann: skip", "RSF-O1a"
    menu, said = later("Leave it as it is"), later("{who} leaves it as it is")
    wrong = later("there is nothing to skip")

    def facts(self, state: State) -> Findings:
        return self.needs(state.stage in {Stage.MUTATE, Stage.RESOLVE})

    def check(self, state: State) -> Findings:
        """RSF-O1a: mutating is optional. RSF-X6: the result of a special is not."""
        if state.stage is Stage.RESOLVE:
            compulsory = tr("what the die says is carried out if it can be")
            return in_turn(state, self.me, "RSF-F0") or against("RSF-X6", compulsory)
        return in_turn(state, self.me, "RSF-O1")

    def apply(self, state: State) -> State:
        """The next player may mutate; or, by ruling, a special is let be."""
        return end_mutate(state) if state.stage is Stage.MUTATE else back_to_combat(state)


# ---------------------------------------------------------------- stalemate


@dataclass(frozen=True, slots=True)
class Stalemate(RsfVerb):
    """The table calls the game after quiet Sudden Death rounds."""

    verb, example, rule = "stalemate", "table: stalemate", "RSF-O4"
    costly = True
    menu, said = later("Call the game"), later("The table calls the game (RSF-E3)")
    when = frozenset({Stage.DRAW, Stage.MUTATE, *FREE})
    wrong = later("the game cannot be called")
    by_table = True

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Once it is quiet."""
        if is_quiet(state):
            yield cls.option(None, (cls(None),), rule="RSF-E3")

    def check(self, state: State) -> Findings:
        if state.house.stalemate_rounds is StalemateRounds.OFF:
            return against("RSF-E3", tr("the stalemate guard is switched off"))
        if not is_quiet(state):
            text = tr(
                "the game is called after {quiet_rounds} quiet Sudden Death rounds with "
                "pile and discard empty; quiet so far: {quiet}",
                quiet_rounds=QUIET_ROUNDS,
                quiet=state.quiet,
            )
            return against("RSF-E3", text)
        return YES

    def apply(self, state: State) -> State:
        return replace(back_to_combat(state), stage=Stage.OVER, called=True)


def is_quiet(state: State) -> bool:
    """Tell whether the game may be called (RSF-E3)."""
    return (
        state.house.stalemate_rounds is not StalemateRounds.OFF
        and state.phase == SUDDEN_DEATH
        and state.quiet >= QUIET_ROUNDS
        and state.pile == 0
        and not state.discard
    )
