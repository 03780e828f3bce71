"""Verbs of setup (FGT-S), of the Arena that comes up (FGT-D7), and of who takes it (FGT-A)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from companion.core.findings import YES, Findings, against, no_card, nobody_there, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import later, of, tr
from companion.core.verbs import Verb
from companion.core.verdict import Note
from companion.core.words import UNNAMED, CardId, argument
from companion.games.fgt.cards import GLORY
from companion.games.fgt.flow import award, begin_fight, gathered, go_on
from companion.games.fgt.house import Players
from companion.games.fgt.score import arena_text
from companion.games.fgt.state import HAND, OPENED, ROUNDS, Stage, State
from companion.games.fgt.table import (
    able_cards,
    as_said,
    check_card,
    check_different,
    judged_by_people,
    lead,
    living,
    some_cards,
)

SAFE: Final = 5  # FGT-S6: up to five players never run short
MOST_GLORY: Final = 99


# ---------------------------------------------------------------- setup


@dataclass(frozen=True, slots=True)
class Dealt(Verb[State]):
    """The Warriors are shuffled and dealt, five each, and three begin the Graveyard.

    In light depth the three are not named.
    """

    verb, example, rule = "dealt", "table: dealt H01 A02 R03", "FGT-S1"
    menu = later("Five Warriors are dealt to each, three begin the Graveyard")
    when, wrong = frozenset({Stage.SETUP}), later("the Warriors are dealt already")
    by_table = certain = True

    cards: tuple[CardId, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        if not state.full:
            yield cls.option(None, [cls(None, ())])
            return
        dealt = (cls(None, cards) for cards in some_cards(state, OPENED))
        fill = Fill("cards", tuple(able_cards(state)), OPENED, OPENED)
        yield cls.option(None, dealt, complete=False, fill=fill)

    def facts(self, state: State) -> Findings:
        """FGT-S1: there are as many Warriors as are dealt; those of a deal before go back."""
        state = gathered(state)
        if state.reserves < HAND * len(state.order) + max(OPENED, len(self.cards)):
            there = state.reserves
            return stop("FGT-S1", tr("only {there} Warriors could be dealt", there=there))
        return missing_opened(state, self.cards, "FGT-S3")

    def check(self, state: State) -> Findings:
        """FGT-S3, S6a."""
        found = check_opened(state, self.cards, OPENED, "FGT-S3")
        if len(state.order) > SAFE and state.house.players is Players.TWO_TO_FIVE:
            found += (Note("FGT-S6a", tr("Warriors may run out (FGT-D5)")),)
        return found

    def apply(self, state: State) -> State:
        """Five to each (FGT-S1), three to the Graveyard (S3), the rest are the Reserves (S2)."""
        cleaning = len(state.decided) == state.round > 0
        state, opened = gathered(state), self.cards or (UNNAMED,) * OPENED
        for seat in state.order:
            state = state.change(seat, hand=HAND)
        reserves = state.reserves - HAND * len(state.order) - len(opened)
        stage = Stage.DRAW if cleaning else Stage.STARTER
        return go_on(replace(state, reserves=reserves, graveyard=opened, stage=stage))

    def tell(self, before: State, after: State) -> str:
        said = tr("Five Warriors each; three begin the Graveyard")
        return of(said, after.called_cards(self.cards)) if self.cards else said


def check_opened(state: State, cards: tuple[CardId, ...], count: int, rule: str) -> Findings:
    """So many Warriors are turned up for the Graveyard."""
    if not state.full or len(cards) == count:
        return YES
    text = later("{count} Warriors begin the Graveyard, not {cards}")
    return against(rule, tr(text, count=count, cards=len(cards)))


def missing_opened(state: State, cards: tuple[CardId, ...], rule: str) -> Findings:
    """Warriors that are turned up for the Graveyard; in light depth they are not named."""
    if not state.full:
        return stop(rule, tr("in light depth Warriors are not named")) if cards else YES
    wrong = check_different(cards, rule)
    for card in cards:
        wrong = wrong or check_card(state, card, rule)
    return wrong


@dataclass(frozen=True, slots=True)
class Starter(Verb[State]):
    """The oldest player is named, who is the first player in the first Arena."""

    verb, example, rule = "starter", "table: starter Ann", "FGT-S5"
    menu = later("Name the oldest player")
    said = later("{seat} is the first player in the first Arena")
    when, wrong = frozenset({Stage.STARTER}), later("the first player is not named now")
    by_table = certain = True

    seat: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[Starter]:
        return (cls(None, seat) for seat in sorted(state.order))

    def facts(self, state: State) -> Findings:
        """FGT-S5; who is oldest, people know."""
        return state.check_seat(self.seat, "FGT-S5")

    def apply(self, state: State) -> State:
        """The oldest player has the first-player card in the first Arena; by a ruling, in this one."""
        seat, number = self.seat, max(1, state.round)
        starter = Seat((seat - number + 1) % len(state.players))
        return go_on(replace(state, starter=starter, first=seat, turn=seat, round=number))


# ---------------------------------------------------------------- Arenas


@dataclass(frozen=True, slots=True)
class EnterArena(Verb[State]):
    """The next Arena of the pile comes up; the face under it may be named too."""

    verb, example, rule = "arena", "table: arena P03 next P07", "FGT-D7"
    costly = True
    menu = later("An Arena comes up")
    when, wrong = frozenset({Stage.ARENA}), later("no Arena comes up")
    by_table = certain = True

    arena: CardId
    coming: CardId | None = argument(keyword="next", default=None)

    @classmethod
    def choices(cls, state: State) -> Iterator[EnterArena]:
        if state.catalogue is None:
            return
        used = {arena.card for arena in state.entered}
        unused = [card for card in state.catalogue.arenas if card not in used]
        follows = [None, *(unused if state.round < ROUNDS else ())]
        tops = [state.coming] if state.coming in unused else unused
        yield from (cls(None, top, then) for top in tops for then in follows if then != top)

    def facts(self, state: State) -> Findings:
        """FGT-S4: which Arenas they are."""
        if not state.full:
            return stop("FGT-S4", tr("in light depth enter only the Arena's Glory"))
        for card in self._named():
            if state.arena_card(card) is None:
                return no_card("FGT-S4", tr("there is no Arena {card}", card=card))
        return check_different(self._named(), "FGT-S4")

    def _named(self) -> tuple[CardId, ...]:
        return tuple(card for card in (self.arena, self.coming) if card is not None)

    def check(self, state: State) -> Findings:
        """FGT-S4, D7: one face-up pile of seven; only its top and the next face are seen."""
        found, used = YES, {arena.card for arena in state.entered}
        for card in self._named():
            if card in used:
                found += against("FGT-S4", tr("{card} has come up already", card=card))
        if self.coming is not None and state.round >= ROUNDS:
            text = tr("the pile has {rounds} Arenas and this is the last", rounds=ROUNDS)
            found += against("FGT-S4", text)
        if state.coming not in {None, self.arena, *used}:
            text = tr("{coming} lies on top of the Arenas", coming=state.coming)
            found += against("FGT-D7", text)
        return found

    def apply(self, state: State) -> State:
        """The Fight begins in this Arena."""
        glory = sure(state.arena_card(self.arena)).glory
        return begin_fight(state, self.arena, glory, self.coming)

    def tell(self, before: State, after: State) -> str:
        return _arena(after)


def _arena(after: State) -> str:
    arena = sure(after.arena)
    text = tr("{arena}, {glory} Glory", arena=arena_text(after, arena), glory=arena.glory)
    card = after.arena_card(arena.card)
    return of(text, card.condition.text) if card else text


@dataclass(frozen=True, slots=True)
class EnterGlory(Verb[State]):
    """The next Arena comes up and is worth so much Glory (light depth)."""

    verb, example, rule = "arena-glory", "table: arena-glory 6", "FGT-D7"
    costly = True
    menu, when, wrong = EnterArena.menu, EnterArena.when, EnterArena.wrong
    by_table = certain = True

    glory: int

    @classmethod
    def choices(cls, state: State) -> Iterator[EnterGlory]:
        if state.catalogue is None:
            yield from (cls(None, glory) for glory in range(GLORY[0], GLORY[1] + 1))

    def facts(self, state: State) -> Findings:
        """FGT-S4 in light depth: the Glory, in two digits."""
        if state.full:
            return stop("FGT-S4", tr("say which Arena it is; its Glory stands on the card"))
        return YES if 1 <= self.glory <= MOST_GLORY else stop("FGT-S0", self._wrong())

    def check(self, state: State) -> Findings:
        """FGT-S0: an Arena is worth 4 to 8."""
        return YES if GLORY[0] <= self.glory <= GLORY[1] else against("FGT-S0", self._wrong())

    def _wrong(self) -> str:
        text, (least, most) = later("an Arena is worth {least} to {most} Glory, not {glory}"), GLORY
        return tr(text, least=least, most=most, glory=self.glory)

    def apply(self, state: State) -> State:
        """The Fight begins in this Arena."""
        return begin_fight(state, None, self.glory, None)

    def tell(self, before: State, after: State) -> str:
        return _arena(after)


# ---------------------------------------------------------------- who takes the Arena


@dataclass(frozen=True, slots=True)
class Winner(Verb[State]):
    """Who meets the Arena's condition best; of several the tie-break takes one."""

    verb, example, rule = "winner", "table: winner Ann", "FGT-A1"
    costly = True
    menu, by_table = later("Say who wins"), True
    when, wrong = frozenset({Stage.JUDGE}), later("no Arena is decided")

    seats: tuple[Seat, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """The order in which tied players are named is free; one order of each is listed."""
        ones = [(seat,) for seat in living(state)]
        several = [some for n in range(2, len(ones) + 1) for some in combinations(living(state), n)]
        won = (cls(None, seats) for seats in [*ones, *several])
        yield cls.option(None, won, complete=not several)

    def facts(self, state: State) -> Findings:
        """FGT-A1: who it is, and a Fight."""
        if not self.seats or len(set(self.seats)) != len(self.seats):
            return stop("FGT-A1", tr("say who wins, each once"))
        if not state.has_seats(*self.seats):
            return nobody_there("FGT-A1")
        return missing_fight(state)

    def check(self, state: State) -> Findings:
        """FGT-A1 to A3: who wins under the condition; where only people can tell, they say it."""
        for seat in self.seats:
            if wrong := _check_fights(state, seat):
                return wrong
        best = lead(state)
        if best is None or set(self.seats) in ({best.seat}, set(best.tied)):
            return YES
        return against("FGT-A2" if set(self.seats) <= set(best.tied) else "FGT-A1", best.why)

    def apply(self, state: State) -> State:
        """The winner takes the Arena; of several it is the closest to the first player (FGT-A2)."""
        best = lead(state)
        if best is not None and set(self.seats) in ({best.seat}, set(best.tied)):
            return award(state, best, best.why, best.rule)
        said = as_said(state, self.seats)
        if judged_by_people(state) and set(self.seats) <= set(living(state)):
            return award(state, said, said.why, said.rule)
        return award(state, said, tr("{name} wins by ruling", name=state.name(said.seat)), "X-7")

    def tell(self, before: State, after: State) -> str:
        return _awarded(after)


def missing_fight(state: State) -> Findings:
    """Refuse to decide an Arena when none is fought for."""
    return YES if state.in_fight else stop("FGT-A1", tr("there is no Fight now"))


def _check_fights(state: State, seat: Seat) -> Findings:
    main, text = state.players[seat].main, later("{name} has played nothing and cannot win")
    if main is not None:
        if main.alive:
            return YES
        text = later("{name}'s Main was killed, and only the living win")
    return against("FGT-A1", tr(text, name=state.name(seat)))


def _awarded(after: State) -> str:
    award = sure(after.award)
    arena, why = arena_text(after, award.arena), f"{award.why} ({award.rule})"
    if award.winner is None:
        return tr("Nobody takes {arena}, {why}: set aside", arena=arena, why=why)
    name, glory = after.name(award.winner), award.arena.glory
    took = tr("{name} takes {arena}, {glory} Glory", name=name, arena=arena, glory=glory)
    return of(took, why)


@dataclass(frozen=True, slots=True)
class NobodyWins(Verb[State]):
    """Everybody has lost; the Arena is set aside."""

    verb, example, rule = "nobody-wins", "table: nobody-wins", "FGT-A4"
    costly = True
    menu, by_table = later("Nobody takes the Arena"), True
    when, wrong = Winner.when, Winner.wrong

    def facts(self, state: State) -> Findings:
        """FGT-A1: a Fight."""
        return missing_fight(state)

    def check(self, state: State) -> Findings:
        """FGT-A4: all players may lose."""
        best = lead(state)
        return against("FGT-A1", best.why) if best is not None else YES

    def apply(self, state: State) -> State:
        """The Arena is set aside."""
        if lead(state) is not None:
            return award(state, None, tr("nobody wins, by ruling"), "X-7")
        says, none = tr("the table says that nobody wins"), tr("no Main fights any more")
        return award(state, None, says if living(state) else none, "FGT-A4")

    def tell(self, before: State, after: State) -> str:
        return _awarded(after)
