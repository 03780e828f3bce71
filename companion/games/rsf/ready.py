"""The Ready phase (RSF-R): mulligan, exchange, building; and what is connected later on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from companion.core.findings import YES, Findings, against, blocked, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.texts import later, stage_text, tr
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId, Cell, argument
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.house import DiscardFrom
from companion.games.rsf.player_sheet import check_mode_of, modes_of
from companion.games.rsf.setup import still_owed
from companion.games.rsf.state import FIGHT, Stage, State
from companion.games.rsf.table import (
    RsfVerb,
    SheetVerb,
    from_hand,
    has_in_hand,
    held,
    join,
    leave,
    sure,
    to_discard,
    unaccounted,
)
from companion.games.rsf.words import Mode

EXCHANGE: Final = 3  # RSF-R3a
EXCHANGE_KIN: Final = 4  # RSF-R3b
EXCHANGES: Final = 12
"""Most exchanges that are listed."""

# ---------------------------------------------------------------- building, in order


class Building(RsfVerb):
    """What belongs to the Ready phase, in order from the starter."""

    __slots__ = ()

    when, wrong = frozenset({Stage.READY}), later("this belongs to the Ready phase")

    def in_order(self, state: State) -> Findings:
        """RSF-R3f."""
        if self.me == state.turn:
            return YES
        name = state.name(state.turn)
        return stop("RSF-R3f", tr("it is {name}'s turn to build and exchange", name=name))


def needs_mulligan(state: State, seat: Seat) -> bool:
    """Tell whether a player must redraw the hand (RSF-R1c), and can."""
    if not _lacks(state, seat):
        return False
    more = state.discard or held(state.players[seat])
    return state.pile > 0 or (state.house.reshuffle is OnOff.ON and bool(more))


def _lacks(state: State, seat: Seat) -> bool:
    """Tell whether a player's cards lack attack or defense (RSF-R1a); unknown in light depth."""
    if not state.full:
        return False
    cards = [state.card(card) for card in held(state.players[seat])]
    attack = any(card is not None and card.attack > 0 for card in cards)
    defense = any(card is not None and card.defense > 0 for card in cards)
    return not (attack and defense)


def _mulligan_first(state: State, seat: Seat) -> Findings:
    if needs_mulligan(state, seat):
        return against("RSF-R1c", tr("the cards lack attack or defense: a mulligan comes first"))
    return YES


@dataclass(frozen=True, slots=True)
class Mulligan(Building):
    """A hand without attack or without defense is discarded, to be drawn again."""

    verb, example, rule = "mulligan", "Ann: mulligan", "RSF-R1a"
    menu = later("Discard the hand and redraw")
    said = later("{who} has a mulligan: the whole hand is discarded and drawn again")

    def check(self, state: State) -> Findings:
        """RSF-R1c."""
        wrong = self.in_order(state)
        if wrong:
            return wrong
        if not held(state.players[self.me]):
            return stop("RSF-R1c", tr("there is no hand to discard"))
        if state.full and not needs_mulligan(state, self.me):
            return against("RSF-R1c", tr("the hand has attack and defense, so it is no mulligan"))
        return YES

    def apply(self, state: State) -> State:
        """Everything goes to the discard; as many cards are owed from the pile."""
        cards = held(state.players[self.me])
        state = state.change(self.me, hand=(), monster=())
        state = replace(to_discard(state, self.me, *cards), owed=len(cards), from_discard=False)
        return still_owed(state)


@dataclass(frozen=True, slots=True)
class Exchange(Building):
    """Up to three cards, or four, are discarded; as many are taken one at a time afterwards."""

    verb, example, rule = "exchange", "Ann: exchange R04 P02", "RSF-R3a"
    menu, said = later("Exchange up to three cards"), later("{who} exchanges {cards}")

    cards: tuple[CardId, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Some of them, as examples; and what may be given away (RSF-R3a, R3b, R3d)."""
        player = state.players[state.turn]
        if player.exchanged:
            return
        given = player.hand
        if state.house.discard_from is DiscardFrom.ANY:
            given += tuple(piece.card for piece in player.monster)
        fill = Fill("cards", given, 1, min(EXCHANGE_KIN, len(given)))
        some = islice(cls._examples(state), EXCHANGES)
        yield cls.option(state.turn, some, complete=False, fill=fill)

    @classmethod
    def _examples(cls, state: State) -> Iterator[Exchange]:
        seat, hand = state.turn, state.players[state.turn].hand
        for card in dict.fromkeys(hand):
            yield cls(seat, (card,))
        for count in (2, 3, 4):
            if len(hand) >= count:
                yield cls(seat, hand[:count])
                yield cls(seat, hand[-count:])

    def check(self, state: State) -> Findings:
        """RSF-R3a to R3f."""
        wrong = self.in_order(state)
        if wrong:
            return wrong
        player = state.players[self.me]
        count = len(self.cards)
        if not count:
            return stop("RSF-R3a", tr("name the cards to discard"))
        missing = Counter(self.cards) - Counter(held(player))
        if missing:
            name, one = state.name(self.me), next(iter(missing))
            return stop("RSF-R3a", tr("{name} does not have {card}", name=name, card=one))
        findings = list(_mulligan_first(state, self.me))
        if player.exchanged:
            findings += against("RSF-R3d", tr("the exchange is used up, there is one a game"))
        connected = Counter(self.cards) - Counter(player.hand)
        if connected and state.house.discard_from is DiscardFrom.UNCONNECTED:
            one = next(iter(connected))
            findings += against("RSF-R3d", tr("{card} is connected and locked", card=one))
        if count > EXCHANGE_KIN:
            text = tr("up to three cards may be discarded, not {count}", count=count)
            findings += against("RSF-R3a", text)
        elif count > EXCHANGE and not _kin(state, held(player), self.cards):
            text = tr("four may be discarded only if the other three are of one race or hybrid")
            findings += against("RSF-R3b", text)
        return tuple(findings)

    def apply(self, state: State) -> State:
        """The cards go face up to the discard; as many replacements are owed."""
        for card in self.cards:
            if card in state.players[self.me].hand:
                state = from_hand(state, self.me, card)
                continue
            pieces = state.players[self.me].monster
            piece = next(piece for piece in reversed(pieces) if piece.card == card)
            state = replace(leave(state, self.me, piece), stirred=False)
        state = to_discard(state.change(self.me, exchanged=True), self.me, *self.cards)
        return still_owed(replace(state, owed=len(self.cards), from_discard=True))


def _kin(state: State, cards: tuple[CardId, ...], discarded: tuple[CardId, ...]) -> bool:
    """Tell whether the cards that stay are of one race or hybrid (RSF-R3e); light cannot know."""
    if not state.full:
        return True
    rest = [state.card(card) for card in (Counter(cards) - Counter(discarded)).elements()]
    plain = [set(card.races) for card in rest if card is not None and not card.hybrid]
    return not plain or bool(set.intersection(*plain))


@dataclass(frozen=True, slots=True)
class Done(Building):
    """The player has built the monster and ends the Ready phase."""

    verb, example, rule = "done", "Ann: done", "RSF-R1d"
    menu, said = later("The monster is built"), later("{who}'s monster stands")

    def check(self, state: State) -> Findings:
        """RSF-R1d."""
        wrong = self.in_order(state)
        if wrong:
            return wrong
        findings = list(_mulligan_first(state, self.me))
        if state.full and not _lacks(state, self.me):
            cards = [sure(state.card(piece.card)) for piece in state.players[self.me].monster]
            if not any(card.attack > 0 for card in cards):
                findings += against("RSF-R1d", tr("the monster has no attack card yet"))
            if not any(card.defense > 0 for card in cards):
                findings += against("RSF-R1d", tr("the monster has no defense card yet"))
        return tuple(findings)

    def apply(self, state: State) -> State:
        """The next player builds; after the last one the Set phase begins."""
        state = state.change(self.me, ready=True)
        following = state.order[state.order.index(self.me) + 1 :]
        if following:
            return replace(state, turn=following[0])
        return replace(state, stage=Stage.SET, turn=state.starter)


# ---------------------------------------------------------------- connecting


@dataclass(frozen=True, slots=True)
class Connect(SheetVerb):
    """A card from the hand is connected to the monster; a hybrid says how it is used."""

    verb, example, rule = "connect", "Ann: connect H01 at 0,1 as race:Plant", "RSF-R2"
    menu = later("Connect a card to the monster")
    said = later("{who} connects {card}{mode}: {sheet}")

    card: CardId
    cell: Cell | None = argument(keyword="at", default=None)
    mode: Mode | None = argument(keyword="as", default=None)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Every card of the hand in every free place; a hidden hand only as an example."""
        seat = state.turn
        player = state.players[seat]
        complete = not state.full or (UNNAMED not in player.hand and bool(player.monster))
        yield cls.option(seat, cls._every(state, seat), rule=cls._rule(state), complete=complete)

    @classmethod
    def beside(cls, state: State) -> Iterator[Option]:
        """Players may build side by side (RSF-R3f): an example for each of the others."""
        for seat in state.order:
            player = state.players[seat]
            if seat == state.turn or player.ready or not player.hand or needs_mulligan(state, seat):
                continue
            some = islice((one for one in cls._every(state, seat) if one.allowed(state)), 1)
            yield cls.option(seat, some, rule=cls._rule(state), complete=False)

    @classmethod
    def _rule(cls, state: State) -> str:
        if state.stage is Stage.ATTACH:
            return "RSF-X4a"
        return "RSF-F2" if state.phase else cls.rule

    @classmethod
    def _every(cls, state: State, seat: Seat) -> Iterator[Connect]:
        hand = tuple(dict.fromkeys(state.players[seat].hand))
        if not state.full:
            yield from (cls(seat, card) for card in hand)
            return
        places = arithmetic.open_cells(state.players[seat].monster)
        yield from cls._placed(state, seat, [card for card in hand if card != UNNAMED], places)
        if UNNAMED in hand:
            possible = [card for card in sure(state.box).cards if unaccounted(state, card) > 0]
            yield from islice(cls._placed(state, seat, possible, places), len(places))

    @classmethod
    def _placed(
        cls, state: State, seat: Seat, cards: Iterable[CardId], places: Iterable[Cell]
    ) -> Iterator[Connect]:
        for card in cards:
            modes = modes_of(state, card)
            for cell in places:
                for mode in modes if modes and state.phase else (None, *modes):
                    yield cls(seat, card, cell, mode)

    def check(self, state: State) -> Findings:
        """RSF-R2, R2x, F2, F2a, T2c, X4a."""
        timing = self._timing(state)
        if blocked(timing):
            return timing
        if not has_in_hand(state, self.me, self.card):
            name = state.name(self.me)
            return stop("RSF-F2", tr("{name} has no {card} in hand", name=name, card=self.card))
        if not state.full:
            return timing
        if self.card == UNNAMED:
            text = tr("Which card is connected?")
            return (*timing, Question(self.me, text, "RSF-R5", ("connect",)))
        return (*timing, *self._place(state), *self._mode(state))

    def _timing(self, state: State) -> Findings:
        mine = self.me == state.turn
        match state.stage:
            case Stage.READY | Stage.READY_DRAW:
                if state.players[self.me].ready:
                    return against("RSF-R4", tr("the Ready phase is finished for this player"))
                if mine and state.stage is Stage.READY_DRAW:
                    return stop("RSF-R3f", tr("replacements are taken first"))
                return _mulligan_first(state, self.me)
            case Stage.SET:
                return against("RSF-R4", tr("monsters are built in the Ready phase"))
            case _:
                return self._in_fight(state, mine=mine)

    def _in_fight(self, state: State, *, mine: bool) -> Findings:
        match state.stage:
            case Stage.DRAW | Stage.BEFORE | Stage.AFTER | Stage.COMBAT if not mine:
                return against("RSF-F2", tr("it is {name}'s turn", name=state.name(state.turn)))
            case Stage.DRAW:
                return against("RSF-F1", tr("the turn begins with drawing a card"))
            case Stage.BEFORE | Stage.AFTER:
                return YES
            case Stage.COMBAT:
                return against("RSF-F2a", tr("nothing is connected during combat"))
            case Stage.MUTATE:
                return against("RSF-O1", tr("Mutate may not add cards"))
            case Stage.ATTACH if mine:
                if state.drawn in {self.card, UNNAMED}:
                    return YES
                return against(
                    "RSF-F2a", tr("only {drawn} may be connected now", drawn=state.drawn)
                )
            case _:
                now = stage_text(state.stage)
                return stop("RSF-F2", tr("nothing can be connected; {now}", now=now))

    def _place(self, state: State) -> Findings:
        """RSF-R2x."""
        if self.cell is None:
            text = tr("Where does {card} go?", card=self.card)
            return (Question(self.me, text, "RSF-R2x", ("connect",)),)
        pieces = state.players[self.me].monster
        filled = arithmetic.cells(pieces)
        xy = (self.cell.x, self.cell.y)
        if xy in filled:
            return stop("RSF-R2", tr("a card lies at {cell} already", cell=self.cell.word()))
        if filled and not any(side in filled for side in arithmetic.sides(xy)):
            text = tr("{cell} shares no side with the monster", cell=self.cell.word())
            return against("RSF-R2x", text)
        cards = sure(state.box).cards
        if not arithmetic.edges_fit(cards, state.house, pieces, self.card, self.cell):
            return against("RSF-Q11", tr("the edges of {card} do not fit there", card=self.card))
        return YES

    def _mode(self, state: State) -> Findings:
        """RSF-T2, T2c: in the Fight phase a hybrid is declared as it is connected."""
        card = sure(state.card(self.card))
        if self.mode is None:
            if state.stage not in FIGHT or not card.hybrid:
                return YES
            wording = later("Is {card} used as {races}, or as its special?")
            text = tr(wording, card=self.card, races=tr(" or ").join(card.races))
            return (Question(self.me, text, "RSF-T2", ("connect",)),)
        return check_mode_of(state, self.card, self.mode)

    def apply(self, state: State) -> State:
        """The card leaves the hand and is locked into the monster (RSF-R3)."""
        state = from_hand(state, self.me, self.card)
        state = join(state, self.me, self.card, self.cell, self.mode)
        if state.stage is Stage.ATTACH:
            return replace(state, stage=Stage.COMBAT, drawn=None)
        return state

    def gaps(self, state: State) -> dict[str, object]:
        """How a hybrid is used, if that was said."""
        mode = f" as {self.mode.word()}" if self.mode else ""
        return {**SheetVerb.gaps(self, state), "mode": mode}
