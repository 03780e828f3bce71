"""Verbs before the first turn and in a turn (MON-C1 to C7a).

The deck, factions, the youngest, three cards each; take a card, put parts together, end the turn.
In light depth `card` stands for a part card, a Power card or a Spell, and `dragon` for a Dragon card.
In both depths `hidden` stands for a Power or Spell card that goes into a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from companion.core.findings import YES, Findings, against, no_card, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.switches import OnOff
from companion.core.texts import later, tr
from companion.core.verbs import Verb, in_turn
from companion.core.words import UNNAMED, CardId
from companion.games.mon.classic import flow, table
from companion.games.mon.classic.state import DEALT, Fight, Mode, Stage, State, common, minus
from companion.games.mon.shared import CountDeck
from companion.games.mon.words import HIDDEN, Faction, Kind

TURN: Final = frozenset({Stage.DRAW, Stage.BUILD})
DECK: Final = 120  # An example of a deck's size


@dataclass(frozen=True, slots=True)
class DeckSize(CountDeck[State]):
    """So many cards are in the deck, Dragon cards set aside (light depth)."""

    example, rule = "table: deck 120", "MON-C4"
    when = frozenset({Stage.SETUP})
    wrong = later("the deck is counted before the first cards are taken")

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        yield cls.option(None, (cls(None, DECK),), complete=False)

    def facts(self, state: State) -> Findings:
        """MON-C4: only people know how many cards they have when no catalogue lists them."""
        return self.check_count(state, "MON-C5", max(1, needed(state)))

    def apply(self, state: State) -> State:
        """So many cards are in the deck."""
        size = state.size + self.count - state.deck
        return flow.settle(replace(state, deck=self.count, size=size))


@dataclass(frozen=True, slots=True)
class PickFaction(Verb[State]):
    """A player picks the faction to destroy."""

    verb, example, rule = "faction", "Ann: faction ElementalMind", "MON-C2"
    costly = True
    menu = later("Pick the faction to destroy")
    said = later("{who} will destroy {faction} (MON-C2)")
    when = frozenset({Stage.SETUP})
    wrong = later("factions are picked before the first cards are taken")

    faction: Faction

    @classmethod
    def choices(cls, state: State) -> Iterator[PickFaction]:
        return (cls(seat, one) for seat in sorted(state.order) for one in Faction)

    def check(self, state: State) -> Findings:
        if state.house.same_faction is OnOff.ON:
            return YES
        for other in state.order:
            if other != self.me and state.players[other].faction is self.faction:
                name = state.name(other)
                text = tr("{name} has picked {faction}", name=name, faction=self.faction)
                return against("MON-C2a", text)
        return YES

    def apply(self, state: State) -> State:
        """The player will destroy this faction; only its Dragon cards count (MON-C24)."""
        player = replace(state.players[self.me], faction=self.faction, lost=0)
        prizes = (one.dragon for one in state.fights if one.winner == self.me)
        won = sum(1 for one in prizes if one is not None and one.faction is self.faction)
        player = replace(player, mended=player.own_dragons - won)
        return flow.settle(state.with_player(self.me, player))


@dataclass(frozen=True, slots=True)
class Youngest(Verb[State]):
    """The youngest player is named, who begins."""

    verb, example, rule = "youngest", "table: youngest Ann", "MON-C6"
    menu = later("Name the youngest player")
    said = later("{seat} is the youngest and begins (MON-C6)")
    when, wrong = frozenset({Stage.SETUP}), later("the youngest is named before the first turn")
    by_table = True

    seat: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[Youngest]:
        return (cls(None, seat) for seat in sorted(state.order))

    def facts(self, state: State) -> Findings:
        """MON-C4: cards can be drawn from a deck that was counted alone."""
        if wrong := state.check_seat(self.seat, "MON-C6"):
            return wrong
        if state.deck < needed(state):
            return stop("MON-C4", tr("first say how many cards the deck has: deck and a number"))
        return YES

    def check(self, state: State) -> Findings:
        """MON-C2: everybody picks a faction before."""
        undecided = next((seat for seat in state.order if not state.players[seat].faction), None)
        if undecided is None:
            return YES
        return against("MON-C2", tr("{name} has not picked a faction", name=state.name(undecided)))

    def apply(self, state: State) -> State:
        """The youngest will begin; first everybody takes three cards."""
        state = replace(flow.lapse(state), stage=Stage.DEAL, turn=self.seat, youngest=self.seat)
        return flow.dealt(replace(state, claim=None))


@dataclass(frozen=True, slots=True)
class Dealt(Verb[State]):
    """A player has drawn the first three cards: parts are named, hidden ones counted."""

    verb, example, rule = "dealt", "Ann: dealt GM-B GM-H hidden", "MON-C5"
    menu = later("Take the first three cards")
    when, wrong = frozenset({Stage.DEAL}), later("the first cards are taken before the first turn")

    cards: tuple[CardId, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        left = [card for card, copies in table.unseen_parts(state).items() for _ in range(copies)]
        cards = tuple(islice(left, DEALT)) if state.full else (UNNAMED, UNNAMED, HIDDEN)
        secret = min(DEALT, table.hidden_left(state)) if state.full else DEALT
        values = (*(left if state.full else (UNNAMED,) * DEALT), *(HIDDEN,) * secret)
        fill = Fill("cards", values, DEALT, DEALT)
        for seat in state.order:
            yield cls.option(seat, (cls(seat, cards),), complete=False, fill=fill)

    def facts(self, state: State) -> Findings:
        """MON-C5: parts are named, Power and Spell cards counted."""
        if 0 < len(self.cards) <= state.deck:
            return missing_in_deck(state, self.cards)
        text = tr("say which cards, {hidden} for a Power or Spell card", hidden=HIDDEN)
        return stop("MON-C5", text)

    def check(self, state: State) -> Findings:
        """MON-C5: three cards, once."""
        has = tr("{name} has the first cards already", name=state.name(self.me))
        again = against("MON-C5", has) if state.players[self.me].dealt else YES
        cards = len(self.cards)
        text = tr("everybody draws {dealt} cards, not {cards}", dealt=DEALT, cards=cards)
        count = YES if cards == DEALT else against("MON-C5", text)
        return (*again, *count)

    def apply(self, state: State) -> State:
        """Once everybody has the first cards the youngest begins (MON-C6)."""
        state = take(state, self.me, self.cards).change(self.me, dealt=True)
        return flow.dealt(state) if state.stage is Stage.DEAL else flow.settle(state)

    def tell(self, before: State, after: State) -> str:
        cards = table.cards_text(before, self.cards)
        return tr("{who} draws {cards} (MON-C5)", who=before.name(self.me), cards=cards)


def needed(state: State) -> int:
    """Return how many cards the deck must have for those who have no first ones yet (MON-C5)."""
    return DEALT * sum(not state.players[seat].dealt for seat in state.order)


def missing_in_deck(state: State, cards: tuple[CardId, ...]) -> Findings:
    """MON-C5: cards that come from the deck are parts by name, or hidden."""
    for card in dict.fromkeys(cards):
        if wrong := _missing(state, card, cards.count(card)):
            return wrong
    return YES


def _missing(state: State, card: CardId, count: int) -> Findings:
    if not state.full:
        text = later("in light depth say {unnamed} for a part, or {hidden}, not {card}")
        text = tr(text, unnamed=UNNAMED, hidden=HIDDEN, card=card)
        return YES if card in {UNNAMED, HIDDEN} else stop("MON-C5", text)
    if card == HIDDEN:
        few = tr("so many Power and Spell cards are not left in the deck")
        return YES if table.hidden_left(state) >= count else stop("MON-C5", few)
    known = state.cards.get(card)
    if known is None:
        text = later("there is no card {card}: name the part, or say {hidden}")
        return no_card("MON-C5", tr(text, card=card, hidden=HIDDEN))
    if known.kind is Kind.DRAGON:
        return stop("MON-C3", tr("{card} is a Dragon card and not in the deck", card=card))
    if known.kind is not Kind.PART:
        text = tr("Power and Spell cards are kept secret: say {hidden}", hidden=HIDDEN)
        return stop("MON-G5", text)
    if known.copies - sum(player.parts.count(card) for player in state.players) < count:
        return stop("MON-C5", tr("no such copy of {card} is left in the deck", card=card))
    return YES


def take(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    """Parts go on the table, picture up; the others are counted (MON-C5, MON-C7)."""
    player = state.players[seat]
    parts = tuple(card for card in cards if card != HIDDEN)
    state = replace(state, deck=state.deck - len(cards))
    hand = player.hand + len(cards) - len(parts)
    return state.change(seat, parts=tuple(sorted((*player.parts, *parts))), hand=hand)


@dataclass(frozen=True, slots=True)
class Draw(Verb[State]):
    """A player takes one card from the deck: a part, or `hidden`."""

    verb, example, rule = "draw", "Ann: draw GM-B", "MON-C6"
    menu, when, wrong = later("Take a card from the deck"), TURN, later("no card can be taken now")

    card: CardId

    @classmethod
    def choices(cls, state: State) -> Iterator[Draw]:
        seat = state.turn if state.stage is Stage.DRAW else state.after(state.turn)
        return (cls(seat, card) for card in _takeable(state))

    def facts(self, state: State) -> Findings:
        """MON-C6a: there is such a card in the deck."""
        if not state.deck:
            return stop("MON-C6a", tr("the deck is empty: the turn goes on without a card"))
        return missing_in_deck(state, (self.card,))

    def check(self, state: State) -> Findings:
        """MON-C6: one card a turn; the next player taking one ends the turn before (MON-C10a)."""
        if self._follows(state):
            return YES
        if state.stage is Stage.BUILD and self.me == state.turn:
            return against("MON-C6", tr("one card a turn, and it has been taken"))
        return in_turn(state, self.me, "MON-C6")

    def _follows(self, state: State) -> bool:
        return state.stage is Stage.BUILD and self.me == state.after(state.turn) != state.turn

    def apply(self, state: State) -> State:
        """The card is laid or kept; the turn goes on (MON-C7). Out of turn it is only taken."""
        if self._follows(state):
            state = flow.end_turn(state)
        state = take(state, self.me, (self.card,))
        if state.stage is Stage.DRAW and self.me == state.turn:
            return replace(state, stage=Stage.BUILD)
        return flow.settle(state)

    def tell(self, before: State, after: State) -> str:
        card = before.called_card(self.card)
        return tr("{who} takes {card} (MON-C6)", who=before.name(self.me), card=card)


def _takeable(state: State) -> tuple[CardId, ...]:
    """What may come from the deck."""
    if not state.full:
        return (UNNAMED, HIDDEN)
    secret = (HIDDEN,) if table.hidden_left(state) > 0 else ()
    return (*table.unseen_parts(state), *secret)


@dataclass(frozen=True, slots=True)
class EndTurn(Verb[State]):
    """The player's turn is over; the next player taking a card says as much."""

    verb, example, rule = "end-turn", "Ann: end-turn", "MON-C6"
    menu, said = later("End the turn"), later("{who} ends the turn")
    when, wrong = frozenset({Stage.BUILD}), later("no turn can be ended now")

    def check(self, state: State) -> Findings:
        return in_turn(state, self.me, "MON-C6")

    def apply(self, state: State) -> State:
        """The next player's turn; a fight comes to nothing, and a prize is not taken."""
        if state.stage is Stage.PRIZE:
            return flow.begin_turn(state, state.then)
        return flow.end_turn(flow.lapse(state))


@dataclass(frozen=True, slots=True)
class Rearrange(Verb[State]):
    """A player puts these cards together, and no others; how they are joined is not entered."""

    verb, example, rule = "rearrange", "Ann: rearrange GM-B GM-H CW-L", "MON-C7"
    menu = later("Put parts together")
    when = frozenset(Stage) - {Stage.SETUP, Stage.DEAL}
    wrong = later("nothing can be put together now")

    cards: tuple[CardId, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """One card more or fewer; all of them are far too many to list."""
        for seat in sorted(state.order):
            yield cls.option(seat, cls._some(state, seat), complete=False)

    @classmethod
    def _some(cls, state: State, seat: Seat) -> Iterator[Rearrange]:
        if not state.full:
            return
        monster, free = state.players[seat].monster, table.free_cards(state, seat)
        for card in dict.fromkeys(minus(free, monster)):
            yield cls(seat, (*monster, card))
        for card in dict.fromkeys(monster):
            yield cls(seat, minus(monster, (card,)))
        if state.shown and (chosen := table.some_complete(table.pictures(state, free))):
            yield cls(seat, tuple(card.id for card in chosen))

    def facts(self, state: State) -> Findings:
        """MON-C7: the cards lie on the player's table."""
        if not state.full:
            return stop("MON-C7", tr("in light depth cards are not named: just put them together"))
        return table.check_owned(state, self.me, self.cards)

    def check(self, state: State) -> Findings:
        """MON-C7, MON-C7a: at will and at any time, but for a monster that fights (MON-C11)."""
        held = minus(self.cards, _loose(state, self.me))
        if not held:
            return YES
        if state.fight is None:
            return against("MON-A5", tr("{held} waits in the Arena", held=held[0]))
        waited = state.mode is Mode.ARENA and self.me == state.fight.defender.seat
        rule = "MON-A5a" if waited and state.stage is Stage.FLIP else "MON-C11"
        text = tr("{held} is in the fight, and that monster is fixed", held=held[0])
        return against(rule, text)

    def apply(self, state: State) -> State:
        """A challenged player who changes the monster says again when it is ready (MON-C11)."""
        fight = state.fight
        if fight is not None and _adjusts(state, fight, self.me):
            fight = fight.with_side(replace(fight.defender, cards=(), removed=()))
            state = replace(state, stage=Stage.CHALLENGE, fight=fight)
        elif minus(self.cards, table.free_cards(state, self.me)):
            return self._forced(state)
        return flow.at_home(state, self.me, self.cards)

    def _forced(self, state: State) -> State:
        """The table lets somebody change a monster that fights, or take cards out of the Arena."""
        fight = state.fight
        if fight is None:
            cards = minus(sure(state.arena).cards, self.cards)
            waits = replace(sure(state.arena), cards=cards) if cards else None
            return flow.at_home(replace(state, arena=waits), self.me, self.cards)
        side = fight.side(self.me)
        removed = common(side.removed, self.cards)
        side = replace(side, cards=tuple(sorted(self.cards)), removed=removed)
        state = flow.change_fight(state, fight.with_side(side))
        left = common(state.players[self.me].monster, table.free_cards(state, self.me))
        return flow.at_home(state, self.me, left)

    def tell(self, before: State, after: State) -> str:
        who, laid = before.name(self.me), table.cards_text(before, self.cards)
        if laid:
            return tr("{who} puts together {laid}", who=who, laid=laid)
        return tr("{who} takes the monster apart", who=who)


def _loose(state: State, seat: Seat) -> tuple[CardId, ...]:
    """The cards that a player may put together: the challenged player's until the flip (C11)."""
    if state.fight is not None and _adjusts(state, state.fight, seat):
        return table.owned(state, seat)
    return table.free_cards(state, seat)


def _adjusts(state: State, fight: Fight, seat: Seat) -> bool:
    challenged = state.mode is Mode.CLASSIC and seat == fight.defender.seat
    return challenged and state.stage in {Stage.CHALLENGE, Stage.FLIP}
