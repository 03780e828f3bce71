"""Cards changing places: the pile, the discard, hands and monsters, and who has what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import Field, fields, replace
from typing import Any, Final, assert_never

from companion.core.findings import YES, Findings, against, all_elsewhere, no_card, no_names, stop
from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verbs import Verb
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.house import Outside, Removal
from companion.games.rsf.state import Monster, Piece, Sheet, State
from companion.games.rsf.words import PieceRef

_BESIDE: Final = (later("below"), later("left of"), later("above"), later("right of"))
"""Where a cell lies, seen from those that `Cell.sides` has."""

# ---------------------------------------------------------------- sums


def totals(state: State, seat: Seat) -> Sheet:
    """A player's sheet as it stands: added up, or as entered, with the table's own changes."""
    player = state.players[seat]
    sheet = player.entered or Sheet()
    if state.box:
        sheet = arithmetic.add_up(state.box.cards, state.house, player.monster)
    attack, defense, special = player.adjusted
    if not (attack or defense or special):
        return sheet
    return replace(
        sheet,
        attack=sheet.attack + attack,
        defense=sheet.defense + defense,
        special=max(0, sheet.special + special),
        attack_points=sheet.attack_points + attack,
    )


def specials_left(state: State, seat: Seat) -> int:
    """Specials that a player may still use this turn (RSF-F3e)."""
    return max(0, totals(state, seat).special - state.specials_used)


# ---------------------------------------------------------------- verbs that name cards


class RsfVerb(Verb[State]):
    """A verb of the game; it calls cards as people do."""

    __slots__ = ()

    def needs(self, there: bool) -> Findings:  # noqa: FBT001 - a condition, read as one
        """Refuse what would be about nothing: it is a missing fact, at whatever stage."""
        return YES if there else stop(self.rule, tr(self.wrong))

    def has_piece(self, state: State, owner: Seat, ref: PieceRef) -> Findings:
        """Refuse a piece that there is not; ask which one is meant among several copies."""
        found = state.pieces_called(owner, ref)
        if not found:
            name = state.name(owner)
            return stop(self.rule, tr("{name}'s monster has no {ref}", name=name, ref=ref.word()))
        if len(found) == 1 or not state.full:
            return YES
        places = tr(" or ").join(PieceRef(piece.card, piece.cell).word() for piece in found)
        text = tr("Which {card}: {places}?", card=ref.card, places=places)
        return (Question(None if self.by_table else self.me, text, self.rule),)

    def named_cards(self) -> tuple[CardId, ...]:
        """Return the cards that it calls by their names, or as `card`."""
        return tuple(card for one in fields(self) for card in self._cards_in(one))

    def gaps(self, state: State) -> dict[str, object]:
        """Return what `said` may name; cards by their ids and names."""
        found = Verb.gaps(self, state)
        for one in fields(self):
            if cards := self._cards_in(one):
                found[one.name] = state.called_cards(cards)
        return found

    def _cards_in(self, one: Field[Any]) -> tuple[CardId, ...]:
        """The cards that a field names: as a card, as cards, as a piece or as a layout."""
        value = getattr(self, one.name)
        match one.type:
            case "CardId":
                return (value,)
            case "tuple[CardId, ...]":
                return tuple(value)
            case "PieceRef":
                return (value.card,)
            case "tuple[Placement, ...]":
                return tuple(place.card for place in value)
            case _:
                return ()


class SheetVerb(RsfVerb):
    """A verb after which the Player Sheet is told as it stands."""

    __slots__ = ()

    def tell(self, before: State, after: State) -> str:
        now = totals(after, self.me)
        race = f", {tr(now.race)}" if now.race else ""
        text = later("ATK {attack}, DEF {defense}, SPC {special}{race}")
        sums = tr(text, attack=now.attack, defense=now.defense, special=now.special, race=race)
        return tr(self.said, sheet=sums, **self.gaps(before))


# ---------------------------------------------------------------- which card


def unaccounted(state: State) -> Counter[CardId]:
    """Copies of each card that lie nowhere by name: they are in the pile or in a hidden hand."""
    if not state.box:
        return Counter()
    seen = Counter((*state.destroyed, *(thrown.card for thrown in state.discard)))
    for player in state.players:
        seen.update(player.cards)
    return Counter({card.id: card.copies for card in state.box.cards.values()}) - seen


def unknown_card(state: State, card: CardId) -> Findings:
    """Refuse a card that cannot come from where nobody sees it (RSF-S5)."""
    known = state.card(card)
    if known is None:
        return no_card("RSF-S5", tr("there is no card {card}", card=card))
    if not unaccounted(state)[card]:
        return all_elsewhere("RSF-S5", card, known.copies)
    return YES


def named_in_light(state: State, cards: Iterable[CardId]) -> Findings:
    """Refuse names where cards have none; nobody could say whether they are right."""
    named = None if state.full else next((card for card in cards if card != UNNAMED), None)
    return YES if named is None else no_names("RSF-S5", named)


def ref_of(state: State, seat: Seat, piece: Piece) -> PieceRef:
    """The shortest way to call a piece."""
    copies = sum(1 for other in state.players[seat].monster if other.card == piece.card)
    return PieceRef(piece.card, piece.cell if copies > 1 and state.full else None)


def refs(state: State, seat: Seat) -> tuple[tuple[Piece, PieceRef], ...]:
    """Every piece of a monster with the way to call it; in light depth only one."""
    pieces = state.players[seat].monster
    if not state.full:
        pieces = pieces[-1:]
    return tuple((piece, ref_of(state, seat, piece)) for piece in pieces)


def may_give_up(state: State, seat: Seat, ref: PieceRef) -> Findings:
    """Test a piece that its owner gives up against the switch for removals (RSF-F4a).

    Every monster has a piece that passes: of the parts that hang together most firmly, one at an
    end of the monster has a corner that is needed by nothing else.
    """
    piece = state.piece(seat, ref)
    removal = state.house.removal if state.full else Removal.ANY
    match removal:
        case Removal.ANY:
            return YES
        case Removal.OUTSIDE:
            kept = bool(check_outside(state, seat, piece))
            why = tr("does not lie on the outside")
        case Removal.KEEP_CONNECTED:
            kept, why = _is_joint(state, seat, piece), tr("holds the monster together")
        case _:
            assert_never(removal)
    return against("RSF-F4a", f"{piece.card} {why}") if kept else YES


def check_outside(state: State, seat: Seat, piece: Piece) -> Findings:
    """Refuse a piece enclosed on four sides (RSF-X1), or one that is no outside card (RSF-X1a)."""
    filled = arithmetic.cells(state.players[seat].monster)
    enclosed = all(side in filled for side in arithmetic.sides((piece.cell.x, piece.cell.y)))
    removable = state.house.outside is Outside.REMOVABLE
    if not enclosed and not (removable and _is_joint(state, seat, piece)):
        return YES
    text = tr("{card} does not lie on the outside", card=piece.card)
    return against("RSF-X1" if enclosed else "RSF-X1a", text)


def _is_joint(state: State, seat: Seat, piece: Piece) -> bool:
    """Tell whether a monster without this piece would be in more separate parts."""
    filled = arithmetic.cells(state.players[seat].monster)
    return arithmetic.splits(filled, (piece.cell.x, piece.cell.y))


# ---------------------------------------------------------------- pile and discard


def takeable(state: State, seat: Seat, card: CardId) -> tuple[int, ...]:
    """Places in the discard where a card lies that a seat could take, others' discards first.

    A card that was discarded from a hidden hand lies there unnamed and may turn out to be it.
    """
    named = [at for at, thrown in enumerate(state.discard) if thrown.card == card]
    if not named and unaccounted(state)[card]:
        named = [at for at, thrown in enumerate(state.discard) if thrown.card == UNNAMED]
    return tuple(sorted(named, key=lambda at: state.discard[at].by == seat))


# ---------------------------------------------------------------- monsters


def check_touch(others: Monster, cell: Cell, corner: str) -> Findings:
    """Refuse a cell that touches nothing (RSF-R2), or by one more rule, only a corner."""
    filled, xy = arithmetic.cells(others), (cell.x, cell.y)
    if any(side in filled for side in arithmetic.sides(xy)):
        return YES
    rule = "RSF-R2" if filled.isdisjoint(arithmetic.around(xy)) else corner
    return against(rule, tr("the card would share no side with the monster"))


def place_of(cell: Cell, monster: Iterable[Piece]) -> str:
    """Say where a cell is by its neighbours: `above R04, left of H02`; empty where it has none."""
    cards = {piece.cell: piece.card for piece in monster}
    beside = zip(_BESIDE, cell.sides, strict=True)
    return ", ".join(f"{tr(where)} {cards[side]}" for where, side in beside if side in cards)


def may_hold(state: State, seat: Seat, card: CardId) -> bool:
    """Tell whether a card is in a hand, by name or possibly among those not named."""
    hand = state.players[seat].hand
    return card in hand or (UNNAMED in hand and unaccounted(state)[card] > 0)


def undeclared(state: State, seat: Seat) -> tuple[Piece, ...]:
    """Hybrids in play whose use is not declared (RSF-T2)."""
    if not state.box:
        return ()
    cards = state.box.cards
    return tuple(piece for piece in state.players[seat].monster if piece.mode is None and cards[piece.card].hybrid)
