"""Verbs before the first turn: the deck, the youngest, five cards each (MON-D1, MON-D2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.texts import later, tr, trn
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes.state import HAND, SPARE, Stage, State
from companion.games.mon.dominoes.table import check_taken, first_cards, take
from companion.games.mon.rulings import deck_counted


@dataclass(frozen=True, slots=True)
class DeckSize(Verb[State]):
    """So many cards are in the deck before anybody is dealt some (light depth)."""

    verb, example, rule = "deck", "table: deck 80", "MON-D2"
    menu, by_table = later("Say how many cards the deck has"), True
    when, wrong = frozenset({Stage.SETUP}), later("the deck is counted before the cards are dealt")

    count: int

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        size = HAND * len(state.players) + SPARE
        if not state.full:
            yield cls.option(None, [cls(None, size)], complete=False)

    def check(self, state: State) -> Findings:
        """MON-D2a: only people know how many cards they have when no catalogue lists them."""
        if state.full:
            text = tr("the catalogue says it: the deck has {deck} cards", deck=state.deck)
            return stop("MON-D2a", text)
        players = len(state.players)
        return deck_counted("MON-D2", self.count, players, HAND * players)

    def apply(self, state: State) -> State:
        """So many cards are in use."""
        kinds = state.house.dominoes_deck
        return replace(state, deck=self.count, size=self.count, kinds=kinds)

    def tell(self, before: State, after: State) -> str:
        counted = trn("{count} card", "{count} cards", self.count)
        return tr("The deck has {counted}", counted=counted)


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
        return (cls(None, seat) for seat in sorted(state.order))

    def check(self, state: State) -> Findings:
        """MON-D2b."""
        if not state.has_seats(self.seat):
            return nobody_there("MON-D2b")
        players = len(state.players)
        if not state.deck:
            return stop("MON-D2", tr("first say how many cards the deck has: deck and a number"))
        wanted = HAND * players + SPARE
        if state.deck >= wanted:
            return YES
        wording = later("{players} players need a deck of {wanted} cards, this one has {deck}")
        text = tr(wording, players=players, wanted=wanted, deck=state.deck)
        return against("MON-D2b", text)

    def apply(self, state: State) -> State:
        """The youngest will begin; the cards are dealt first."""
        return replace(state, stage=Stage.DEAL, turn=self.seat, youngest=self.seat)


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
        for seat in state.order:
            if not state.players[seat].hand:
                some = [cls(seat, first_cards(state, HAND))]
                fill = Fill("cards", first_cards(state, None), HAND, HAND)
                yield cls.option(seat, some, complete=False, fill=fill)

    def check(self, state: State) -> Findings:
        """MON-D2: five cards each; named one player at a time when hands are open (MON-D1)."""
        seat = self.actor
        if not state.named:
            if seat is None and not self.cards:
                return YES
            text = tr("no cards are named: just say dealt")
            return stop("MON-D1", text)
        if seat is None:
            return stop("MON-D1", tr("hands are open: each player says what was dealt"))
        if state.players[seat].hand:
            return stop("MON-D2", tr("{name} has cards already", name=state.name(seat)))
        if not 0 < len(self.cards) <= room(state):
            return stop("MON-D2", tr("say from 1 to {room} cards", room=room(state)))
        unknown = check_taken(state, self.cards)
        if unknown or len(self.cards) == HAND:
            return unknown
        count = len(self.cards)
        text = tr("everybody gets {hand} cards, not {cards}", hand=HAND, cards=count)
        return against("MON-D2", text)

    def apply(self, state: State) -> State:
        """Once everybody has cards the youngest begins (MON-D3)."""
        if self.actor is not None and state.named:
            state = take(state, self.actor, self.cards)
        else:
            for seat in state.order:
                if not state.players[seat].hand:
                    state = take(state, seat, (UNNAMED,) * min(HAND, room(state)))
        if all(player.hand for player in state.players):
            return replace(state, stage=Stage.START, turn=state.youngest)
        return state

    def tell(self, before: State, after: State) -> str:
        if self.actor is None:
            return tr("Everybody is dealt five cards (MON-D2)")
        cards = before.called_cards(self.cards)
        return tr("{name} is dealt {cards} (MON-D2)", name=before.name(self.actor), cards=cards)


def room(state: State) -> int:
    """How many cards one player may get so that one is left for each of those without any."""
    waiting = sum(1 for player in state.players if not player.hand)
    return state.deck - (waiting - 1)
