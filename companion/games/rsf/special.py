"""Results of the special table (RSF-X1 to X6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final, assert_never

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import later, tr, trn
from companion.core.verbs import in_turn
from companion.core.words import UNNAMED, Cell, argument
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.flow import back_to_combat, set_about, spend
from companion.games.rsf.house import HandKind, StealTo, SwapBetween
from companion.games.rsf.state import LastRoll, Piece, Result, Stage, State, sort_pieces
from companion.games.rsf.table import RsfVerb, check_outside, check_touch, may_give_up, place_of, refs, totals
from companion.games.rsf.words import PieceRef

TEXTS: Final = {
    Result.STEAL: later("steal an outside card of another monster"),
    Result.MOVE: later("move one of your own pieces"),
    Result.SWAP: later("swap two pieces between two players"),
    Result.REPLACE: later("discard one of your own pieces and draw a replacement"),
    Result.FORCE: later("force another player to remove a piece"),
}


def roll_special(state: State, face: str) -> State:
    """What cannot be carried out is spent without effect (RSF-X6)."""
    # The table runs "9 - 0" (RSF-X5), whatever 0 counts elsewhere.
    result = tuple(Result)[((int(face) or 10) - 1) // 2]
    possible, text = can_carry_out(state, result), tr(TEXTS[result])
    last = text if possible else tr("{texts}: not possible, no effect", texts=text)
    state = replace(spend(state, special=True), last_roll=LastRoll(face, last, result.value))
    if not possible:
        return back_to_combat(state)
    return replace(state, stage=Stage.RESOLVE, result=result)


def can_carry_out(state: State, result: Result) -> bool:
    """Tell whether a result has anything to act on (RSF-X6)."""
    match result:
        case Result.STEAL:
            return next(stealable(state, state.acting), None) is not None
        case Result.MOVE:
            if not state.full:
                return len(state.players[state.acting].monster) > 1
            return next(moves(state, state.acting), None) is not None
        case Result.SWAP:
            return len(state.living) > 1
        case Result.REPLACE:
            return state.can_draw
        case Result.FORCE:
            return bool(_forceable(state, state.acting))
        case _:
            assert_never(result)


class Outcome(RsfVerb):
    """What a special does; its rule is that of the result which the die has shown."""

    __slots__ = ()

    when, wrong = frozenset({Stage.RESOLVE}), later("no special is to be carried out")

    def rolled(self, state: State) -> Findings:
        """Refuse another result than the die shows, and whoever did not throw it."""
        if state.result is None:
            return YES
        shown = state.result
        other = against(shown.value, tr("the die says: {texts}", texts=tr(TEXTS[shown])))
        return in_turn(state, self.me, "RSF-F0") + (YES if shown.value == self.rule else other)


def _aimed_at(state: State, target: Seat) -> dict[str, object]:
    """Return what a list of targets says of one: DEF and pieces."""
    has = trn("{count} piece", "{count} pieces", len(state.players[target].monster))
    return {"defense": totals(state, target).defense, "has": has}


def _carried_out(state: State) -> State:
    """A special is done with, where one was to be carried out."""
    return back_to_combat(state) if state.stage is Stage.RESOLVE else state


# ---------------------------------------------------------------- X1 steal


@dataclass(frozen=True, slots=True)
class Steal(Outcome):
    """Special 1-2: an outside card of another monster is stolen."""

    verb, example, rule = "steal", "Ann: steal Ben P02", "RSF-X1"
    costly = True
    menu, said = later("Steal an outside card"), later("{who} steals {piece} from {target}")
    one = later("Steal from {target} (DEF {defense}, {has})")
    certain = True

    target: Seat
    piece: PieceRef

    @classmethod
    def choices(cls, state: State) -> Iterator[Steal]:
        if state.result is Result.STEAL:
            yield from (cls(state.turn, *piece) for piece in stealable(state, state.turn))

    def gaps(self, state: State) -> dict[str, object]:
        """Whom it is aimed at."""
        return {**RsfVerb.gaps(self, state), **_aimed_at(state, self.target)}

    def facts(self, state: State) -> Findings:
        wrong = state.check_living(self.target, self.rule)
        return wrong or self.has_piece(state, self.target, self.piece)

    def check(self, state: State) -> Findings:
        """RSF-X1, X1a."""
        findings = self.rolled(state)
        if self.target == self.me:
            text = tr("a card is stolen from another player's monster")
            findings += against("RSF-X1", text)
        if state.full:
            piece = state.piece(self.target, self.piece)
            findings += check_outside(state, self.target, piece)
        return findings

    def apply(self, state: State) -> State:
        """The card goes to the actor's hand, or is to be connected at once (RSF-Q15)."""
        piece = state.piece(self.target, self.piece)
        state = state.take_piece(self.target, piece)
        if state.house.steal_to is StealTo.MONSTER:
            state = set_about(state.to_hand(self.me, piece.card), self.me)
            return replace(state, stage=Stage.ATTACH, drawn=piece.card)
        hidden = state.house.hand is HandKind.HIDDEN
        return _carried_out(state.to_hand(self.me, UNNAMED if hidden else piece.card))


def stealable(state: State, actor: Seat) -> Iterator[tuple[Seat, PieceRef]]:
    """Every outside card of every other monster."""
    for seat in state.living:
        for piece, ref in refs(state, seat) if seat != actor else ():
            if not state.full or not check_outside(state, seat, piece):
                yield seat, ref


# ---------------------------------------------------------------- X2 move


@dataclass(frozen=True, slots=True)
class Move(Outcome):
    """Special 3-4: one of their own pieces is moved to another cell."""

    verb, example, rule = "move", "Ann: move R04 to 1,0", "RSF-X2"
    menu, said = later("Move one of your own pieces"), later("{who} moves {piece}{where}")
    certain = True

    piece: PieceRef
    cell: Cell | None = argument(keyword="to", default=None)

    @classmethod
    def choices(cls, state: State) -> Iterator[Move]:
        if state.result is not Result.MOVE:
            return
        if not state.full:
            yield cls(state.turn, PieceRef(UNNAMED))
            return
        yield from (cls(state.turn, *move) for move in moves(state, state.turn))

    def facts(self, state: State) -> Findings:
        wrong = self.has_piece(state, self.me, self.piece)
        if wrong or not state.full:
            return wrong
        piece = state.piece(self.me, self.piece)
        if self.cell is None:
            return stop("RSF-X2", tr("say where {card} is moved to", card=piece.card))
        if any(one.cell == self.cell != piece.cell for one in state.players[self.me].monster):
            return stop("RSF-R2", tr("a card lies there already"))
        return YES

    def check(self, state: State) -> Findings:
        """RSF-R2, X2, X2a."""
        findings = self.rolled(state)
        if not state.full:
            return findings
        piece = state.piece(self.me, self.piece)
        return findings + _check_place(state, self.me, piece, sure(self.cell))

    def apply(self, state: State) -> State:
        if state.full:
            piece, cell = state.piece(self.me, self.piece), sure(self.cell)
            rest = [one for one in state.players[self.me].monster if one is not piece]
            moved = sort_pieces((*rest, piece._replace(cell=cell)))
            state = state.change(self.me, monster=moved)
        return _carried_out(state)

    def gaps(self, state: State) -> dict[str, object]:
        """Where to, where cells are entered."""
        moved = state.pieces_called(self.me, self.piece)[-1:] if self.cell else ()
        rest = [one for one in state.players[self.me].monster if one not in moved]
        place = place_of(self.cell, rest) if self.cell else ""
        where = tr(": {place}", place=place) if place else ""
        return {**RsfVerb.gaps(self, state), "where": where}


def _check_place(state: State, seat: Seat, piece: Piece, cell: Cell) -> Findings:
    """RSF-R2, X2, X2a: where a piece of a monster may go."""
    rest = tuple(one for one in state.players[seat].monster if one is not piece)
    if cell == piece.cell:
        return against("RSF-X2", tr("{card} lies there already", card=piece.card))
    wrong = check_touch(rest, cell, "RSF-X2a")
    if wrong:
        return wrong
    filled, here = arithmetic.cells(rest), (piece.cell.x, piece.cell.y)
    if arithmetic.parts(filled | {(cell.x, cell.y)}) > arithmetic.parts(filled | {here}):
        return against("RSF-X2a", tr("the monster would fall into more parts than before"))
    if not arithmetic.edges_fit(sure(state.box).cards, state.house, rest, piece.card, cell):
        return against("RSF-Q11", tr("the edges of {card} do not fit there", card=piece.card))
    return YES


def moves(state: State, seat: Seat) -> Iterator[tuple[PieceRef, Cell]]:
    """Every way to move one piece of a monster (RSF-X2a)."""
    pieces = state.players[seat].monster
    for piece, ref in refs(state, seat):
        for cell in arithmetic.open_cells(tuple(one for one in pieces if one is not piece)):
            if not _check_place(state, seat, piece, cell):
                yield ref, cell


# ---------------------------------------------------------------- X3 swap


@dataclass(frozen=True, slots=True)
class Swap(Outcome):
    """Special 5-6: a piece of one monster and a piece of another change places."""

    verb, example, rule = "swap", "Ann: swap Ann R04 Ben P02", "RSF-X3"
    costly = True
    menu = later("Swap two pieces between two players")
    said = later("{who} swaps {first}'s {first_piece} with {second}'s {second_piece}")
    one = later("{first} (DEF {defense}, {has})")
    certain = True

    first: Seat
    first_piece: PieceRef
    second: Seat
    second_piece: PieceRef

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """For each two players whose pieces may be swapped, their pieces side by side."""
        if state.result is Result.SWAP:
            yield cls.option(state.turn, cls._examples(state), complete=False)

    @classmethod
    def _examples(cls, state: State) -> Iterator[Swap]:
        for first, second in permutations(sorted(state.living), 2):
            included = state.turn in {first, second}
            if state.house.swap is SwapBetween.MUST_INCLUDE_ACTOR and not included:
                continue
            theirs = reversed(refs(state, second))
            for (_, one), (_, two) in zip(refs(state, first), theirs, strict=False):
                yield cls(state.turn, first, one, second, two)

    def gaps(self, state: State) -> dict[str, object]:
        """Whose piece it is, first of all."""
        return {**RsfVerb.gaps(self, state), **_aimed_at(state, self.first)}

    def facts(self, state: State) -> Findings:
        both = ((self.first, self.first_piece), (self.second, self.second_piece))
        for owner, ref in both:
            wrong = state.check_living(owner, "RSF-X3") or self.has_piece(state, owner, ref)
            if wrong:
                return wrong
        one, two = (state.piece(owner, ref) for owner, ref in both)
        same = self.first == self.second and one is two
        return stop("RSF-X3", tr("a swap needs two pieces")) if same else YES

    def check(self, state: State) -> Findings:
        """RSF-X3, X3a."""
        findings = self.rolled(state)
        if self.first == self.second:
            text = tr("pieces are swapped between two different players")
            findings += against("RSF-X3", text)
        included = self.me in {self.first, self.second}
        if state.house.swap is SwapBetween.MUST_INCLUDE_ACTOR and not included:
            text = tr("one of the two must be the player who rolled")
            findings += against("RSF-X3a", text)
        return findings

    def apply(self, state: State) -> State:
        """Each piece takes the other's cell; hybrids are declared again by their new owners."""
        one = state.piece(self.first, self.first_piece)
        two = state.piece(self.second, self.second_piece)
        state = state.take_piece(self.first, one)
        state = state.take_piece(self.second, two)
        state = state.put_piece(self.first, two.card, one.cell, None)
        return _carried_out(state.put_piece(self.second, one.card, two.cell, None))


# ---------------------------------------------------------------- X4 replace


@dataclass(frozen=True, slots=True)
class Replace(Outcome):
    """Special 7-8: one of their own pieces is discarded; a card is drawn for it next."""

    verb, example, rule = "replace", "Ann: replace R04", "RSF-X4"
    costly = True
    menu = later("Discard a piece and draw a replacement")
    said = later("{who} discards {piece} for a new card")

    piece: PieceRef

    @classmethod
    def choices(cls, state: State) -> Iterator[Replace]:
        if state.result is Result.REPLACE:
            yield from (cls(state.turn, ref) for _, ref in refs(state, state.turn))

    def facts(self, state: State) -> Findings:
        return self.has_piece(state, self.me, self.piece)

    def check(self, state: State) -> Findings:
        """RSF-X4, X4a."""
        findings = self.rolled(state) + may_give_up(state, self.me, self.piece)
        if not state.can_draw:
            findings += against("RSF-X4a", tr("no card can be drawn, so the piece stays"))
        return findings

    def apply(self, state: State) -> State:
        """A reshuffle comes first, so that the piece itself cannot be drawn (RSF-X4a)."""
        piece = state.piece(self.me, self.piece)
        state = set_about(state.replenish(), self.me)
        state = state.take_piece(self.me, piece).to_discard(self.me, piece.card)
        return replace(state, stage=Stage.REPLACE_DRAW)


@dataclass(frozen=True, slots=True)
class Keep(RsfVerb):
    """The card just drawn or stolen stays in the hand."""

    verb, example, rule = "keep", "Ann: keep", "RSF-X4a"
    menu, said = later("Keep the card in the hand"), later("{who} keeps the card")
    wrong = later("there is no card to keep")

    def facts(self, state: State) -> Findings:
        return self.needs(state.drawn is not None)

    def check(self, state: State) -> Findings:
        findings = in_turn(state, self.me, "RSF-F0")
        if not state.players[state.turn].monster:
            text = tr("the monster would be empty: connect the replacement")
            findings += against("RSF-X4a", text)
        elif state.house.steal_to is StealTo.MONSTER and _stolen(state) and _fits(state):
            findings += against("RSF-Q15", tr("a stolen card is connected at once"))
        return findings

    def apply(self, state: State) -> State:
        return back_to_combat(state)


def _fits(state: State) -> bool:
    """Tell whether the drawn card can be connected anywhere (RSF-X6)."""
    if not state.box:
        return True
    cards, pieces, drawn = state.box.cards, state.players[state.turn].monster, sure(state.drawn)
    return any(arithmetic.edges_fit(cards, state.house, pieces, drawn, cell) for cell in arithmetic.open_cells(pieces))


def _stolen(state: State) -> bool:
    """ATTACH follows a steal or a replacement; the last special die says which."""
    return state.last_roll is not None and state.last_roll.rule == Result.STEAL.value


# ---------------------------------------------------------------- X5 force


@dataclass(frozen=True, slots=True)
class Force(Outcome):
    """Special 9-0: another player is named, who must remove a piece."""

    verb, example, rule = "force", "Ann: force Ben", "RSF-X5"
    costly = True
    menu = later("Force another player to remove a piece")
    said = later("{who} forces {target}: force another player to remove a piece")
    one = later("Force {target} to remove a piece (DEF {defense}, {has})")
    certain = True

    target: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[Force]:
        if state.result is Result.FORCE:
            yield from (cls(state.turn, one) for one in _forceable(state, state.turn))

    def gaps(self, state: State) -> dict[str, object]:
        """Whom it is aimed at."""
        return {**RsfVerb.gaps(self, state), **_aimed_at(state, self.target)}

    def facts(self, state: State) -> Findings:
        wrong = state.check_living(self.target, self.rule)
        return wrong or state.check_built((self.target,), self.rule)

    def check(self, state: State) -> Findings:
        """RSF-X5, X5a."""
        findings = self.rolled(state)
        if self.target == self.me:
            findings += against("RSF-X5a", tr("another player is to be named"))
        return findings

    def apply(self, state: State) -> State:
        state = set_about(state, self.me)
        return replace(state, stage=Stage.FORCED, victim=self.target)


def _forceable(state: State, actor: Seat) -> list[Seat]:
    """Every other player who has a piece to remove."""
    return [seat for seat in state.living if seat != actor and state.players[seat].monster]


@dataclass(frozen=True, slots=True)
class Remove(RsfVerb):
    """The player forced to removes one of their own pieces and discards it."""

    verb, example, rule = "remove", "Ben: remove P02", "RSF-X5"
    costly = True
    menu, said = later("Remove and discard a piece"), later("{who} removes {piece}")
    wrong = later("nobody is forced to remove a piece")

    piece: PieceRef

    @classmethod
    def choices(cls, state: State) -> Iterator[Remove]:
        seat = sure(state.victim)
        yield from (cls(seat, ref) for _, ref in refs(state, seat))

    def facts(self, state: State) -> Findings:
        forced = self.needs(state.victim is not None)
        return forced or self.has_piece(state, self.me, self.piece)

    def check(self, state: State) -> Findings:
        """RSF-X5a."""
        findings = may_give_up(state, self.me, self.piece)
        if self.me == state.victim:
            return findings
        text = tr("{name} removes a piece", name=state.name(sure(state.victim)))
        return against("RSF-X5", text) + findings

    def apply(self, state: State) -> State:
        """The piece goes to the discard; it is not destroyed."""
        piece = state.piece(self.me, self.piece)
        return back_to_combat(state.take_piece(self.me, piece).to_discard(self.me, piece.card))
