"""The Ready phase (RSF-R): mulligan, exchange, building; and what is connected later on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.switches import OnOff
from companion.core.texts import later, stage_text, tr
from companion.core.verbs import in_turn
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId, Cell, argument
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.flow import back_to_combat, build_on
from companion.games.rsf.house import DiscardFrom
from companion.games.rsf.player_sheet import check_mode_of, modes_of, no_such_mode
from companion.games.rsf.state import FIGHT, Stage, State
from companion.games.rsf.table import RsfVerb, SheetVerb, check_touch, may_hold, unaccounted
from companion.games.rsf.words import Mode

EXCHANGE: Final = 3  # RSF-R3a
EXCHANGE_KIN: Final = 4  # RSF-R3b
EXCHANGES: Final = 12  # Most exchanges that are listed

# ---------------------------------------------------------------- building, in order


class Building(RsfVerb):
    """What belongs to the Ready phase, in order from the starter."""

    __slots__ = ()

    when, wrong = frozenset({Stage.READY}), later("this belongs to the Ready phase")


def _owes(state: State, seat: Seat, cards: tuple[CardId, ...], *, from_discard: bool) -> State:
    """Cards were discarded; as many are owed, and before the fight their player builds again."""
    owed = state.players[seat].owed + len(cards)
    state = state.to_discard(seat, *cards).change(seat, owed=owed, from_discard=from_discard)
    if state.phase:
        return state
    state = state.change(seat, ready=False, confirmed=False)
    building = state.stage in {Stage.READY, Stage.READY_DRAW, Stage.SET}
    return build_on(state) if building else state


def needs_mulligan(state: State, seat: Seat) -> bool:
    """Tell whether a player must redraw the hand (RSF-R1c), and can."""
    if not _lacks(state, seat):
        return False
    more = state.discard or state.players[seat].cards
    return state.pile > 0 or (state.house.reshuffle is OnOff.ON and bool(more))


def _lacks(state: State, seat: Seat) -> bool:
    """Tell whether a player's cards lack attack or defense (RSF-R1a); unknown in light depth."""
    if not state.full:
        return False
    cards = [state.card(card) for card in state.players[seat].cards]
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
    costly = True
    menu = later("Discard the hand and redraw")
    said = later("{who} has a mulligan: the whole hand is discarded and drawn again")

    def _cards(self, state: State) -> tuple[CardId, ...]:
        """All cards; once the fight has begun, those that are not connected."""
        player = state.players[self.me]
        return player.hand if state.phase else player.cards

    def facts(self, state: State) -> Findings:
        return YES if self._cards(state) else stop("RSF-R1c", tr("there is no hand to discard"))

    def check(self, state: State) -> Findings:
        findings = in_turn(state, self.me, "RSF-R3f")
        if state.full and not needs_mulligan(state, self.me):
            text = tr("the hand has attack and defense, so it is no mulligan")
            findings += against("RSF-R1c", text)
        return findings

    def apply(self, state: State) -> State:
        """Everything goes to the discard; as many cards are owed from the pile."""
        cards, monster = self._cards(state), state.players[self.me].monster
        state = state.change(self.me, hand=(), monster=monster if state.phase else ())
        return _owes(state, self.me, cards, from_discard=False)


@dataclass(frozen=True, slots=True)
class Exchange(Building):
    """Up to three cards, or four, are discarded; as many are taken one at a time afterwards."""

    verb, example, rule = "exchange", "Ann: exchange R04 P02", "RSF-R3a"
    costly = True
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

    def facts(self, state: State) -> Findings:
        if not self.cards:
            return stop("RSF-R3a", tr("name the cards to discard"))
        missing = Counter(self.cards) - Counter(state.players[self.me].cards)
        if missing:
            name, one = state.name(self.me), next(iter(missing))
            return stop("RSF-R3a", tr("{name} does not have {card}", name=name, card=tr(one)))
        return YES

    def check(self, state: State) -> Findings:
        """RSF-R3a to R3f."""
        player, count = state.players[self.me], len(self.cards)
        findings = in_turn(state, self.me, "RSF-R3f") + _mulligan_first(state, self.me)
        if player.exchanged:
            findings += against("RSF-R3d", tr("the exchange is used up, there is one a game"))
        connected = Counter(self.cards) - Counter(player.hand)
        if connected and state.house.discard_from is DiscardFrom.UNCONNECTED:
            one = next(iter(connected))
            findings += against("RSF-R3d", tr("{card} is connected and locked", card=tr(one)))
        if count > EXCHANGE_KIN:
            text = tr("up to three cards may be discarded, not {count}", count=count)
            findings += against("RSF-R3a", text)
        elif count > EXCHANGE and not _kin(state, player.cards, self.cards):
            text = tr("four may be discarded only if the other three are of one race or hybrid")
            findings += against("RSF-R3b", text)
        return findings

    def apply(self, state: State) -> State:
        """The cards go face up to the discard; as many replacements are owed."""
        for card in self.cards:
            if card in state.players[self.me].hand:
                state = state.from_hand(self.me, card)
                continue
            pieces = state.players[self.me].monster
            piece = next(piece for piece in reversed(pieces) if piece.card == card)
            state = state.take_piece(self.me, piece)
        state = state.change(self.me, exchanged=True)
        return _owes(state, self.me, self.cards, from_discard=True)


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

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """In light depth people build side by side, and may say for all at once that they are done."""
        option = cls.option(state.turn, (cls(state.turn),))
        yield option if state.full else replace(option, together=tr("All monsters are built"))

    def check(self, state: State) -> Findings:
        """RSF-R1d; where neither cards nor a mulligan can give both, what there is must do."""
        findings = in_turn(state, self.me, "RSF-R3f") + _mulligan_first(state, self.me)
        player = state.players[self.me]
        if not state.full or not player.cards:
            return findings
        cards = [sure(state.card(piece.card)) for piece in player.monster]
        if _lacks(state, self.me) and not needs_mulligan(state, self.me):
            empty = tr("the monster has no piece yet")
            return findings if cards else findings + against("RSF-R1d", empty)
        if not any(card.attack > 0 for card in cards):
            findings += against("RSF-R1d", tr("the monster has no attack card yet"))
        if not any(card.defense > 0 for card in cards):
            findings += against("RSF-R1d", tr("the monster has no defense card yet"))
        return findings

    def apply(self, state: State) -> State:
        """The next player builds; after the last one the Set phase begins."""
        state = state.change(self.me, ready=True)
        return build_on(state) if state.stage in {Stage.READY, Stage.READY_DRAW} else state


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
        for seat in state.living:
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
            possible = cls._placed(state, seat, unaccounted(state), places)
            yield from islice(possible, len(places))

    @classmethod
    def _placed(cls, state: State, seat: Seat, cards: Iterable[CardId], places: Iterable[Cell]) -> Iterator[Connect]:
        for card in cards:
            modes = modes_of(state, card)
            for cell in places:
                for mode in modes if modes and state.phase else (None, *modes):
                    yield cls(seat, card, cell, mode)

    def facts(self, state: State) -> Findings:
        if not may_hold(state, self.me, self.card):
            name = state.name(self.me)
            return stop("RSF-F2", tr("{name} has no {card} in hand", name=name, card=tr(self.card)))
        if not state.full:
            return YES
        if self.card == UNNAMED:
            return (Question(self.me, tr("Which card is connected?"), "RSF-R5", ("connect",)),)
        if self.cell is None:
            text = tr("Where does {card} go?", card=self.card)
            return (Question(self.me, text, "RSF-R2x", ("connect",)),)
        if any(piece.cell == self.cell for piece in state.players[self.me].monster):
            return stop("RSF-R2", tr("a card lies there already"))
        return no_such_mode(state, self.card, self.mode)

    def check(self, state: State) -> Findings:
        """RSF-R2, R2x, F2, F2a, T2c, X4a."""
        timing = self._timing(state)
        return (*timing, *self._place(state), *self._mode(state)) if state.full else timing

    def _timing(self, state: State) -> Findings:
        mine = self.me == state.turn
        match state.stage:
            case Stage.READY | Stage.READY_DRAW:
                if state.players[self.me].ready:
                    return against("RSF-R4", tr("the Ready phase is finished for this player"))
                if mine and state.stage is Stage.READY_DRAW:
                    return against("RSF-R3f", tr("replacements are taken first"))
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
                only = tr("only {drawn} may be connected now", drawn=state.drawn)
                return against("RSF-F2a", only)
            case _:
                now = stage_text(state.stage)
                return against("RSF-F2", tr("nothing can be connected; {now}", now=now))

    def _place(self, state: State) -> Findings:
        """RSF-R2, R2x."""
        pieces, cell = state.players[self.me].monster, sure(self.cell)
        wrong = check_touch(pieces, cell, "RSF-R2x") if pieces else YES
        if wrong or arithmetic.edges_fit(sure(state.box).cards, state.house, pieces, self.card, cell):
            return wrong
        return against("RSF-Q11", tr("the edges of {card} do not fit there", card=self.card))

    def _mode(self, state: State) -> Findings:
        """RSF-T2, T2c: in the Fight phase a hybrid is declared as it is connected."""
        card = sure(state.card(self.card))
        if self.mode is None:
            if state.stage not in FIGHT or not card.hybrid:
                return YES
            wording = later("Is {card} used as {races}, or as its special?")
            text = tr(wording, card=self.card, races=tr(" or ").join(map(tr, card.races)))
            return (Question(self.me, text, "RSF-T2", ("connect",)),)
        return check_mode_of(state, self.card, self.mode)

    def apply(self, state: State) -> State:
        """The card leaves the hand and is locked into the monster (RSF-R3)."""
        state = state.from_hand(self.me, self.card)
        state = state.put_piece(self.me, self.card, self.cell, self.mode)
        done = self.me == state.acting and state.drawn in {self.card, UNNAMED}
        return back_to_combat(state) if done else state

    def gaps(self, state: State) -> dict[str, object]:
        """How a hybrid is used, if that was said."""
        mode = tr(" as {mode}", mode=self.mode.display_name()) if self.mode else ""
        return {**SheetVerb.gaps(self, state), "mode": mode}
