"""Verbs of a turn: take a card, put parts together, end it (MON-C6 to MON-C7a)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verbs import Verb, in_turn
from companion.core.words import UNNAMED, CardId
from companion.games.mon.classic import flow, table
from companion.games.mon.classic.setup import missing_in_deck, take
from companion.games.mon.classic.state import Fight, Mode, Stage, State, common, minus
from companion.games.mon.words import HIDDEN

TURN: Final = frozenset({Stage.DRAW, Stage.BUILD})


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
        """MON-C6."""
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
            cards = minus(state.waits.cards, self.cards)
            waits = replace(state.waits, cards=cards) if cards else None
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
