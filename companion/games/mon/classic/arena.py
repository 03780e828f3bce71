"""Verbs on the way to the fight in Arena: enter, meet, change what waits there (MON-A2 to A5a)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import later, tr
from companion.core.verbs import Verb
from companion.core.words import CardId, argument
from companion.games.mon.classic import flow
from companion.games.mon.classic.challenge import ToFight, check_named
from companion.games.mon.classic.state import Stage, State, Waiting, minus
from companion.games.mon.classic.table import lacking, not_now, owned
from companion.games.mon.classic.turn import TURN


@dataclass(frozen=True, slots=True)
class EnterArena(ToFight):
    """A player's monster enters the Arena; without cards the one put together before."""

    verb, example, rule = "enter-arena", "Ann: enter-arena with GM-B GM-H GM-L GM-T", "MON-A2"
    menu = later("The monster enters the Arena")
    said = later("{who}'s monster enters the Arena (MON-A2)")

    cards: tuple[CardId, ...] = argument(keyword="with", default=())

    def check(self, state: State) -> Findings:
        """MON-A2, MON-A2a, MON-A5: a complete monster into an empty Arena."""
        wrong = YES
        if state.stage not in TURN:
            wrong = against("MON-A2", not_now(state, tr("no monster can enter now")))
        if state.fight is not None:
            wrong = against("MON-A5", tr("two monsters are fighting in the Arena"))
        if state.arena is not None:
            name = state.name(state.arena.seat)
            wrong = against("MON-A5", tr("the Arena is taken by {name}", name=name))
        return (*wrong, *_check_turn(state, self.me, "MON-A2a"), *self.check_void(state))


@dataclass(frozen=True, slots=True)
class MeetArena(ToFight):
    """A player's monster meets the one in the Arena; without cards the one put together before."""

    verb, example, rule = "meet-arena", "Ben: meet-arena with CW-B CW-H CW-L", "MON-A4"
    menu = later("Meet the monster in the Arena")
    said = later("{who}'s monster comes to the Arena (MON-A4)")

    cards: tuple[CardId, ...] = argument(keyword="with", default=())

    def against_whom(self, state: State) -> Seat:
        """Whose monster waits there (MON-A4)."""
        return sure(state.arena).seat

    def facts(self, state: State) -> Findings:
        """MON-A4: somebody else's monster waits in the Arena."""
        if state.arena is None:
            fights = tr("two monsters are fighting in the Arena")
            return stop("MON-A4", fights if state.fight else tr("the Arena is empty"))
        if state.arena.seat == self.me:
            name = state.name(self.me)
            return stop("MON-A4", tr("it is {name}'s own monster; others decide", name=name))
        return ToFight.facts(self, state)

    def check(self, state: State) -> Findings:
        """MON-A4, MON-A4a: a complete monster against somebody else's in the Arena."""
        wrong = YES
        if state.stage not in TURN:
            wrong = against("MON-A4", not_now(state, tr("no monster can be met now")))
        return (*wrong, *_check_turn(state, self.me, "MON-A4a"), *self.check_void(state))


def _check_turn(state: State, seat: Seat, rule: str) -> Findings:
    if seat != state.turn:
        return against(rule, tr("it is {name}'s turn", name=state.name(state.turn)))
    if state.stage is Stage.DRAW:
        return against(rule, tr("{name} takes a card first", name=state.name(seat)))
    return YES


@dataclass(frozen=True, slots=True)
class ChangeArena(Verb[State]):
    """The monster in the Arena is of these cards from now on; without cards it is withdrawn."""

    verb, example, rule = "change-arena", "Ann: change-arena GM-B GM-H GM-L GM-T", "MON-A5a"
    menu = later("Change or withdraw the monster in the Arena")
    when, wrong = TURN | {Stage.PRIZE}, later("nothing can be changed now")

    cards: tuple[CardId, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        if state.arena is not None:
            owner = state.arena.seat
            own = owned(state, owner)
            fill = Fill("cards", own, 0, len(own))
            yield cls.option(owner, (cls(owner, ()),), complete=False, fill=fill)

    def facts(self, state: State) -> Findings:
        """MON-A5a: the player's monster waits there, and the cards are on the player's table."""
        if state.arena is None or state.arena.seat != self.me:
            name = state.name(self.me)
            return stop("MON-A5a", tr("{name} has no monster in the Arena", name=name))
        return check_named(state, self.me, self.cards, "MON-A5a")

    def check(self, state: State) -> Findings:
        """MON-A5a: what waits in the Arena is left as it is, unless the table plays otherwise."""
        fixed = tr("a monster in the Arena stays as it is")
        locked = against("MON-A5a", fixed) if state.locked else YES
        lack = lacking(state, self.cards) if self.cards else None
        short = against(lack.rule, tr("the monster lacks {what}", what=lack.what)) if lack else YES
        return (*locked, *short)

    def apply(self, state: State) -> State:
        """Other cards wait in the Arena, or none."""
        claim = state.claim
        if not self.cards:
            state = flow.withdraw(state)
            meets = claim is not None and claim.target == self.me
            back = replace(state, stage=claim.back, claim=None) if claim and meets else state
            return flow.settle(back)
        home, old = state.players[self.me].monster, sure(state.arena).cards
        state = replace(state, arena=Waiting(self.me, tuple(sorted(self.cards))))
        return flow.at_home(state, self.me, minus(home, minus(self.cards, old)))

    def tell(self, before: State, after: State) -> str:
        who = before.name(self.me)
        if self.cards:
            return tr("{who} changes the monster in the Arena (MON-A5a)", who=who)
        return tr("{who} withdraws the monster in the Arena (MON-A5a)", who=who)
