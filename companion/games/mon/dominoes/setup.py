"""Verbs before the first turn: the deck, the youngest, five cards each (MON-D1, MON-D2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import flow
from companion.games.mon.dominoes.state import HAND, SPARE, Stage, State
from companion.games.mon.dominoes.table import check_taken, first_cards, take, taken_facts
from companion.games.mon.shared import CountDeck


@dataclass(frozen=True, slots=True)
class DeckSize(CountDeck[State]):
    """So many cards are in the deck before anybody is dealt some (light depth)."""

    example, rule = "table: deck 80", "MON-D2"
    when, wrong = frozenset({Stage.SETUP}), later("the deck is counted before the cards are dealt")

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        size = HAND * len(state.present) + SPARE
        if not state.full:
            yield cls.option(None, [cls(None, size)], complete=False)

    def facts(self, state: State) -> Findings:
        """MON-D2a: only people know how many cards they have when no catalogue lists them."""
        return self.check_count(state, "MON-D2", len(state.present))

    def check(self, state: State) -> Findings:
        """MON-D2: five cards each."""
        return _check_deck(state, self.count, 0, "MON-D2")

    def apply(self, state: State) -> State:
        """So many cards are in the deck, and in use with those that are out of it."""
        size = state.size - state.deck + self.count
        kinds = state.house.dominoes_deck if size == self.count else state.kinds
        return flow.settle(replace(state, deck=self.count, size=size, kinds=kinds))


def _check_deck(state: State, deck: int, spare: int, rule: str) -> Findings:
    players = len(state.present)
    wanted = HAND * players + spare
    if deck >= wanted:
        return YES
    text = later("{players} players need a deck of {wanted} cards, this one has {deck}")
    return against(rule, tr(text, players=players, wanted=wanted, deck=deck))


@dataclass(frozen=True, slots=True)
class Youngest(Verb[State]):
    """The youngest player is named, who begins."""

    verb, example, rule = "youngest", "table: youngest Ann", "MON-D2b"
    menu = later("Name the youngest player")
    said = later("{seat} is the youngest and begins (MON-D2b)")
    when = frozenset({Stage.SETUP})
    wrong, by_table = later("the youngest is named before the cards are dealt"), True

    seat: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[Youngest]:
        return (cls(None, seat) for seat in state.present)

    def facts(self, state: State) -> Findings:
        text = tr("first say how many cards the deck has: deck and a number")
        few = YES if state.size else stop("MON-D2", text)
        return state.check_seat(self.seat, "MON-D2b") or few

    def check(self, state: State) -> Findings:
        """MON-D2b; a deck with less than five cards for each breaks MON-D2 itself."""
        few = _check_deck(state, state.size, 0, "MON-D2")
        return few or _check_deck(state, state.size, SPARE, "MON-D2b")

    def apply(self, state: State) -> State:
        """The youngest will begin; the cards are dealt first."""
        state = replace(state, youngest=self.seat)
        if state.stage in {Stage.SETUP, Stage.DEAL}:
            state = replace(state, stage=Stage.DEAL, turn=self.seat)
        return flow.settle(state)


@dataclass(frozen=True, slots=True)
class Dealt(Verb[State]):
    """Everybody has five cards; with open hands each player's five are named."""

    verb, example, rule = "dealt", "Ann: dealt GM-B GM-H CW-L RM-T SS-H", "MON-D2"
    menu, by_table = later("The cards are dealt"), True
    when, wrong = frozenset({Stage.DEAL}), later("cards are dealt once, before the first turn")

    cards: tuple[CardId, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        if not state.named:
            yield cls.option(None, [cls(None, ())])
            return
        for seat in waiting(state):
            size = deal_size(state, seat)
            some = [cls(seat, first_cards(state, size))]
            fill = Fill("cards", first_cards(state, None), size, size)
            yield cls.option(seat, some, complete=False, fill=fill)

    def facts(self, state: State) -> Findings:
        return taken_facts(state, self.cards, "MON-D2")

    def check(self, state: State) -> Findings:
        """MON-D2: five cards each; named one player at a time when hands are open (MON-D1)."""
        seat = self.actor
        if not state.named:
            text = tr("no cards are named: just say dealt")
            return against("MON-D1", text) if self.cards or seat is not None else YES
        if seat is None:
            return against("MON-D1", tr("hands are open: each player says what was dealt"))
        wrong, size, count = check_taken(state, self.cards), deal_size(state, seat), len(self.cards)
        if state.players[seat].hand:
            wrong += against("MON-D2", tr("{name} has cards already", name=state.name(seat)))
        text = tr("everybody gets {hand} cards, not {cards}", hand=size, cards=count)
        return wrong + (YES if count == size else against("MON-D2", text))

    def apply(self, state: State) -> State:
        """Once everybody has cards the youngest begins (MON-D3)."""
        if self.actor is not None and state.named:
            return flow.settle(take(state, self.actor, self.cards))
        for seat in waiting(state):
            state = take(state, seat, (UNNAMED,) * deal_size(state, seat))
        return flow.settle(state)

    def tell(self, before: State, after: State) -> str:
        if self.actor is None or not self.cards:
            return tr("Everybody is dealt five cards (MON-D2)")
        cards = before.called_cards(self.cards)
        return tr("{name} is dealt {cards} (MON-D2)", name=before.name(self.actor), cards=cards)


def waiting(state: State) -> tuple[Seat, ...]:
    """The players without cards, clockwise from the youngest."""
    return tuple(at for at in state.order if at in state.present and not state.players[at].hand)


def deal_size(state: State, seat: Seat) -> int:
    """How many cards a player is dealt: five, if each of the others without any can have one."""
    others = sum(1 for at in waiting(state) if at != seat)
    return min(state.deck, HAND, max(1, state.deck - others))
