"""Verbs from the challenge to the flip: complete or not, ready, refusal, building for another.

MON-C8 to MON-C12a.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verbs import Verb, only_in
from companion.core.verdict import Question
from companion.core.words import CardId, argument
from companion.games.mon.classic import flow
from companion.games.mon.classic.state import Claim, Mode, Stage, State
from companion.games.mon.classic.table import (
    check_owned,
    free_cards,
    owned,
    pictures,
    some_complete,
    stage_text,
    unfit,
    why_void,
)
from companion.games.mon.classic.turn import TURN
from companion.games.mon.monster import LEAST

FIGHT: Final = frozenset({Stage.CHALLENGE, Stage.FLIP, Stage.REINFORCE})

BUILDING: Final = frozenset({Stage.CHALLENGE})
NOT_BUILDING: Final = later("no challenged player is building a monster")


class Answer(StrEnum):
    """What people say when they are asked."""

    YES = "yes"
    NO = "no"


# ---------------------------------------------------------------- monsters that are to fight


def check_monster(
    state: State, seat: Seat, cards: tuple[CardId, ...], asking: tuple[str, tuple[str, ...]]
) -> Findings:
    """The cards of a monster are the player's own; asked for when none were said.

    Nobody who may say so has cards that fight or wait in the Arena already.

    Args:
        state: the table.
        seat: whose monster.
        cards: as said; none means those put together before.
        asking: the rule that asks, and the verbs that answer.
    """
    rule, verbs = asking
    if not state.full:
        return stop(rule, tr("in light depth cards are not named")) if cards else YES
    if not cards and not state.players[seat].monster:
        text = tr("{name}, which cards is the monster made of?", name=state.name(seat))
        return (Question(seat, text, rule, verbs),)
    return check_owned(state, seat, cards)


def check_shown(
    state: State, seat: Seat, cards: tuple[CardId, ...], target: Seat | None, rule: str
) -> Findings:
    """Refuse what would be void, where the program says so before (MON-C10c).

    Args:
        state: the table.
        seat: whose monster.
        cards: as said; none means those put together before.
        target: who is challenged; None in the Arena.
        rule: by which the monster is said to be complete.
    """
    if not (state.shown and state.full):
        return YES
    void = why_void(state, seat, cards or state.players[seat].monster, target)
    return against(rule, void) if void else YES


def lying(state: State, seat: Seat) -> tuple[tuple[CardId, ...], Fill | None]:
    """Cards to be said with a monster, and which they may be.

    None where they lie together on the table already, else all that are free.
    """
    lies = not state.full or state.players[seat].monster
    cards = () if lies else free_cards(state, seat)
    return cards, Fill("cards", cards, LEAST, len(cards)) if len(cards) >= LEAST else None


# ---------------------------------------------------------------- challenging


@dataclass(frozen=True, slots=True)
class Challenge(Verb[State]):
    """A player challenges another; without cards with those put together before."""

    verb, rule = "challenge", "MON-C10"
    example = "Ann: challenge Ben with GM-B GM-H GM-L GM-T"
    menu = later("Challenge another player")
    said = later("{who} challenges {target} (MON-C10)")

    target: Seat
    cards: tuple[CardId, ...] = argument(keyword="with", default=())

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """In the own turn, or before the next player has taken a card (MON-C10a)."""
        seat = state.before if state.stage is Stage.DRAW else state.turn
        if seat is not None:
            cards, fill = lying(state, seat)
            some = (cls(seat, other, cards) for other in sorted(state.order) if other != seat)
            yield cls.option(seat, some, complete=not state.full, fill=fill)

    def check(self, state: State) -> Findings:
        """MON-C10: in the own turn after drawing; who is complete is not told before (MON-C10c)."""
        if not state.has_seats(self.target) or self.target == self.me:
            return stop("MON-C10", tr("somebody else is challenged: say who"))
        if state.stage in FIGHT or state.stage is Stage.VERIFY:
            return stop("MON-C10b", tr("one challenge a turn, and it has been said"))
        wrong = only_in(
            state, TURN, "MON-C10", tr("nobody can be challenged now"), stage_text(state.stage)
        ) or check_monster(state, self.me, self.cards, ("MON-C10", ("challenge", "rearrange")))
        return wrong or (
            *self._moment(state),
            *check_shown(state, self.me, self.cards, self.target, "MON-C10"),
        )

    def _moment(self, state: State) -> Findings:
        """MON-C10, MON-C10a: until the next player has taken a card."""
        if self.me == state.turn:
            if state.stage is Stage.BUILD:
                return YES
            return against("MON-C10", tr("{name} takes a card first", name=state.name(self.me)))
        whose = state.name(state.turn)
        if self.me != state.before:
            return against("MON-C10", tr("it is {whose}'s turn", whose=whose))
        if state.stage is Stage.BUILD:
            text = tr("{whose} has already drawn, the chance to challenge is gone", whose=whose)
            return against("MON-C10a", text)
        return YES

    def apply(self, state: State) -> State:
        """A void challenge changes nothing but what lies together (MON-C10c)."""
        seat, target = self.me, self.target
        if not state.full:
            return replace(state, stage=Stage.VERIFY, claim=Claim(seat, target, state.stage))
        cards = self.cards or state.players[seat].monster
        if not state.shown and why_void(state, seat, cards, target):
            return flow.at_home(state, seat, cards)
        return flow.challenge(state, seat, cards, target)


@dataclass(frozen=True, slots=True)
class Complete(Verb[State]):
    """People say whether a monster is complete, and the challenged player able (light depth)."""

    verb, example, rule = "complete", "table: complete yes", "MON-C10c"
    menu, said = later("Say whether it is complete"), later("Complete: {answer} (MON-C12a)")
    when, wrong = frozenset({Stage.VERIFY}), later("nobody asks whether a monster is complete")
    by_table = True

    answer: Answer

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        yield cls.option(None, (cls(None, answer) for answer in Answer), rule="MON-C12a")

    def check(self, state: State) -> Findings:
        """MON-C10c: in light depth people see whether a monster is complete; MON-C8 counts."""
        if self.answer is Answer.NO:
            return YES
        for seat in (state.claimed.seat, state.claimed.target):
            if seat is not None and len(owned(state, seat)) < LEAST:
                name = state.name(seat)
                text = tr("{name} has fewer than {least} cards", name=name, least=LEAST)
                return against("MON-C8", text)
        return YES

    def apply(self, state: State) -> State:
        """If it is not, the challenge is void and the turn goes on (MON-C10c)."""
        claim = state.claimed
        if self.answer is Answer.NO:
            return replace(state, stage=claim.back, claim=None)
        if claim.target is None:
            return flow.enter_arena(state, claim.seat, ())
        if state.mode is Mode.ARENA:
            return flow.meet_arena(state, claim.seat, ())
        return flow.challenge(state, claim.seat, (), claim.target)


# ---------------------------------------------------------------- the challenged player


@dataclass(frozen=True, slots=True)
class Ready(Verb[State]):
    """The challenged player is ready; without cards with those put together before."""

    verb, example, rule = "ready", "Ben: ready with CW-B CW-H CW-L", "MON-C11"
    menu, said = later("Ready: a complete monster is built"), later("{who} is ready")
    when, wrong = BUILDING, NOT_BUILDING

    cards: tuple[CardId, ...] = argument(keyword="with", default=())

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        seat = state.fought.defender.seat
        some, fill = _able(state, seat)
        yield cls.option(seat, (cls(seat, some),), complete=not state.full, fill=fill)

    def check(self, state: State) -> Findings:
        """MON-C11, MON-C12: the challenged player's monster is complete before the fight."""
        attacker, defender = (state.name(seat) for seat in state.fought.seats)
        if self.me != state.fought.defender.seat:
            return stop("MON-C11", tr("{name} says when the monster is ready", name=defender))
        if state.fought.refused:
            return stop("MON-C12", tr("it was refused: {name} builds the monster", name=attacker))
        return _check_built(state, self.me, self.cards, ("ready", "rearrange"))

    def apply(self, state: State) -> State:
        """What is left is to flip (MON-C13)."""
        return _built(state, self.cards)


@dataclass(frozen=True, slots=True)
class Refuse(Verb[State]):
    """The challenged player refuses to build a monster."""

    verb, example, rule = "refuse", "Ben: refuse", "MON-C12"
    menu, said = later("Refuse to build"), later("{who} refuses to build (MON-C12)")
    when, wrong = BUILDING, NOT_BUILDING

    @classmethod
    def choices(cls, state: State) -> tuple[Refuse, ...]:
        return (cls(state.fought.defender.seat),)

    def check(self, state: State) -> Findings:
        """MON-C12: refusing does not help, the attacker builds."""
        defender = state.fought.defender.seat
        if self.me != defender:
            return stop("MON-C12", tr("{name} is challenged", name=state.name(defender)))
        return stop("MON-C12", tr("it was refused already")) if state.fought.refused else YES

    def apply(self, state: State) -> State:
        """The attacker will build the monster (MON-C12)."""
        return replace(state, fight=replace(state.fought, refused=True))


@dataclass(frozen=True, slots=True)
class BuildFor(Verb[State]):
    """The attacker builds the monster of somebody who has refused."""

    verb, example, rule = "build-for", "Ann: build-for Ben with CW-B CW-H CW-L", "MON-C12"
    menu = later("Build the monster of the player who refused")
    said = later("{who} builds for {target} (MON-C12)")
    when, wrong = BUILDING, NOT_BUILDING

    target: Seat
    cards: tuple[CardId, ...] = argument(keyword="with", default=())

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        attacker, defender = state.fought.seats
        some, fill = _able(state, defender)
        built = (cls(attacker, defender, some),)
        yield cls.option(attacker, built, complete=not state.full, fill=fill)

    def check(self, state: State) -> Findings:
        """MON-C12: the attacker builds from the cards of whoever has refused."""
        attacker, defender = (state.name(seat) for seat in state.fought.seats)
        if (self.me, self.target) != state.fought.seats:
            names = tr("{name} builds for {name2}", name=attacker, name2=defender)
            return stop("MON-C12", tr("if at all, {names}", names=names))
        wrong = _check_built(state, self.target, self.cards, ("build-for",))
        if wrong or state.fought.refused:
            return wrong
        return against("MON-C12", tr("{name} has not refused", name=defender))

    def apply(self, state: State) -> State:
        """As if the challenged player had built it."""
        return _built(state, self.cards)


def _able(state: State, seat: Seat) -> tuple[tuple[CardId, ...], Fill | None]:
    """A monster that the challenged player could build, and of what; everybody knows there is one."""
    if not state.full:
        return (), None
    free = free_cards(state, seat)
    fill = Fill("cards", free, LEAST, len(free)) if len(free) >= LEAST else None
    chosen = some_complete(pictures(state, free))
    if chosen:
        return tuple(card.id for card in chosen), fill
    its = owned(state, seat)
    return its if len(its) >= LEAST else (), fill


def _check_built(
    state: State, seat: Seat, cards: tuple[CardId, ...], verbs: tuple[str, ...]
) -> Findings:
    """A monster is complete, or what the table takes for it (MON-C8, MON-C9, MON-C9a, C12a)."""
    wrong = check_monster(state, seat, cards, ("MON-C12", verbs))
    if wrong or not state.full:
        return wrong
    lack = unfit(state, cards or state.players[seat].monster)
    return against(lack.rule, tr("the monster lacks {what}", what=lack.what)) if lack else YES


def _built(state: State, cards: tuple[CardId, ...]) -> State:
    """The challenged player's monster is settled; what is left is to flip (MON-C13)."""
    side = state.fought.defender
    cards = cards or state.players[side.seat].monster
    side = replace(side, cards=tuple(sorted(cards)) if state.full else ())
    state = replace(state, stage=Stage.FLIP, fight=state.fought.with_side(side))
    return flow.at_home(state, side.seat, ())
