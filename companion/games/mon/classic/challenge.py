"""Verbs from the challenge to the flip: complete or not, ready, refusal, building for another.

MON-C8 to MON-C12a.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import Wording, later, tr
from companion.core.verbs import Verb
from companion.core.verdict import Note, Question
from companion.core.words import CardId, argument
from companion.games.mon.classic import flow, table
from companion.games.mon.classic.state import Claim, Fight, Mode, Stage, State, common, minus
from companion.games.mon.classic.turn import TURN
from companion.games.mon.monster import LEAST


class Answer(Wording):
    """What people say when they are asked."""

    YES = later("yes")
    NO = later("no")


def check_named(state: State, seat: Seat, cards: tuple[CardId, ...], rule: str) -> Findings:
    """Refuse cards of a monster that its owner does not have, or that have no names (light depth)."""
    if not state.full:
        return stop(rule, tr("in light depth cards are not named")) if cards else YES
    return table.check_owned(state, seat, cards)


def ask_cards(state: State, seat: Seat, cards: tuple[CardId, ...], rule: str, verbs: tuple[str, ...]) -> Findings:
    """Ask for the cards of a monster where none were said, and none lie together on the table."""
    if not state.full or cards or state.players[seat].monster:
        return YES
    text = tr("{name}, which cards is the monster made of?", name=state.name(seat))
    return (Question(seat, text, rule, verbs),)


def lying(state: State, seat: Seat) -> tuple[tuple[CardId, ...], Fill | None]:
    """Cards to be said with a monster, and which they may be.

    None where they lie together on the table already, else all that are free.
    """
    lies = not state.full or state.players[seat].monster
    cards = () if lies else table.free_cards(state, seat)
    return cards, _fill(cards)


def _fill(cards: tuple[CardId, ...]) -> Fill | None:
    return Fill("cards", cards, LEAST, len(cards)) if len(cards) >= LEAST else None


class ToFight(Verb[State]):
    """Somebody says to have a complete monster, and it fights or enters the Arena, or it is void."""

    __slots__ = ()
    cards: tuple[CardId, ...]

    def against_whom(self, state: State) -> Seat | None:
        """Return whom it is to fight; None when it enters the Arena."""

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        cards, fill = lying(state, state.turn)
        some = cls(state.turn, cards=cards)  # type: ignore[call-arg] # those of the Arena have them
        yield cls.option(state.turn, (some,), complete=not state.full, fill=fill)

    def facts(self, state: State) -> Findings:
        """The cards lie on the player's table."""
        return check_named(state, self.me, self.cards, self.rule)

    def check_void(self, state: State) -> Findings:
        """Ask for the cards, or say that it is void (MON-C10c): a note, for the game goes on."""
        asked = ask_cards(state, self.me, self.cards, self.rule, (self.verb, "rearrange"))
        if asked or not (why := self.void(state)):
            return asked
        if state.shown:
            return against(self.rule, why)
        return (Note(self.rule, tr("void: {why}", why=why)),)

    def void(self, state: State) -> str:
        """Say why nothing comes of it, where the program knows the cards (MON-C10c)."""
        cards = self.cards or state.players[self.me].monster
        target = self.against_whom(state) if state.mode is Mode.CLASSIC else None
        return table.why_void(flow.lapse(state), self.me, cards, target) if state.full else ""

    def apply(self, state: State) -> State:
        """If it is void, nothing changes but what lies together (MON-C10c)."""
        if not self.void(state) or state.shown:
            return self.carry_on(state)
        cards = self.cards or state.players[self.me].monster
        return flow.at_home(state, self.me, common(cards, table.free_cards(state, self.me)))

    def carry_on(self, state: State) -> State:
        """Do what is said, void or not; in light depth people are asked first."""
        cards = self.cards or state.players[self.me].monster
        target, state = self.against_whom(state), flow.lapse(state)
        if state.full:
            return flow.to_fight(state, self.me, cards, target)
        back = state.stage if state.claim is None else state.claim.back
        return replace(state, stage=Stage.VERIFY, claim=Claim(self.me, target, back))


@dataclass(frozen=True, slots=True)
class Challenge(ToFight):
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

    def against_whom(self, state: State) -> Seat:
        """The challenged player."""
        return self.target

    def facts(self, state: State) -> Findings:
        """MON-C10: somebody else is challenged."""
        if not state.has_seats(self.target) or self.target == self.me:
            return stop("MON-C10", tr("somebody else is challenged: say who"))
        return ToFight.facts(self, state)

    def check(self, state: State) -> Findings:
        """MON-C10: in the own turn after drawing; who is complete is not told before (MON-C10c)."""
        return (*self._moment(state), *self._fixed(state), *self.check_void(state))

    def _moment(self, state: State) -> Findings:
        """MON-C10, MON-C10a, MON-C10b: until the next player has taken a card."""
        name, whose = state.name(self.me), state.name(state.turn)
        said = state.fight.attacker.seat if state.fight else state.claim and state.claim.seat
        if self.me == said:
            return against("MON-C10b", tr("one challenge a turn, and it has been said"))
        if state.stage not in TURN:
            return against("MON-C10", table.not_now(state, tr("nobody can be challenged now")))
        if self.me == state.turn:
            draws = state.stage is Stage.DRAW
            return against("MON-C10", tr("{name} takes a card first", name=name)) if draws else YES
        if self.me != state.before:
            return against("MON-C10", tr("it is {whose}'s turn", whose=whose))
        if state.stage is Stage.BUILD:
            text = tr("{whose} has already drawn, the chance to challenge is gone", whose=whose)
            return against("MON-C10a", text)
        return YES

    def _fixed(self, state: State) -> Findings:
        """MON-C11: what fights already is fixed for that fight."""
        held = minus(self.cards, table.free_cards(state, self.me))
        text = tr("{held} is in the fight, and that monster is fixed", held=", ".join(held))
        return against("MON-C11", text) if held else YES


@dataclass(frozen=True, slots=True)
class Complete(Verb[State]):
    """People say whether a monster is complete, and the challenged player able (light depth)."""

    verb, example, rule = "complete", "table: complete yes", "MON-C10c"
    menu = later("Say whether it is complete")
    said = later("The monster is complete (MON-C12a)")
    by_table = True

    answer: Answer

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        yield cls.option(None, (cls(None, answer) for answer in Answer), rule="MON-C12a")

    def facts(self, state: State) -> Findings:
        """MON-C10c: somebody says to have a complete monster."""
        none = tr("nobody asks whether a monster is complete")
        return YES if state.claim is not None else stop("MON-C10c", table.not_now(state, none))

    def check(self, state: State) -> Findings:
        """MON-C10c: in light depth people see whether a monster is complete; MON-C8 counts."""
        if self.answer is Answer.NO:
            rule = "MON-C10" if state.mode is Mode.CLASSIC else "MON-A2"
            return (Note(rule, tr("void: people say that it is not complete")),)
        for seat in (sure(state.claim).seat, sure(state.claim).target):
            if seat is not None and len(table.owned(state, seat)) < LEAST:
                name = state.name(seat)
                text = tr("{name} has fewer than {least} cards", name=name, least=LEAST)
                return against("MON-C8", text)
        return YES

    def apply(self, state: State) -> State:
        """If it is not, the challenge is void and the turn goes on (MON-C10c)."""
        claim = sure(state.claim)
        state = replace(state, stage=claim.back, claim=None)
        if self.answer is Answer.NO:
            return flow.settle(state)
        return flow.to_fight(state, claim.seat, (), claim.target)

    def tell(self, before: State, after: State) -> str:
        if self.answer is Answer.NO:
            return tr("The monster is not complete (MON-C12a)")
        return Verb.tell(self, before, after)


class InFight(Verb[State]):
    """Something that is done in a fight, by the rules at one moment of it."""

    __slots__ = ()
    at: ClassVar[Stage] = Stage.CHALLENGE  # that moment
    # what is wrong at any other
    none: ClassVar[str] = later("no challenged player is building a monster")

    def facts(self, state: State) -> Findings:
        """There is a fight, and what else this needs."""
        if state.fight is not None:
            return self.missing(state, state.fight)
        return stop(self.rule, table.not_now(state, tr(self.none)))

    def missing(self, state: State, fight: Fight) -> Findings:
        """Find what else is missing so that nobody could carry it out in this fight."""
        return YES

    def check_stage(self, state: State) -> Findings:
        """Refuse another moment of the fight."""
        right = state.stage is self.at
        return YES if right else against(self.rule, table.not_now(state, tr(self.none)))


class Build(InFight):
    """The monster of the challenged player is built (MON-C11, MON-C12)."""

    __slots__ = ()
    cards: tuple[CardId, ...]

    def missing(self, state: State, fight: Fight) -> Findings:
        """MON-C12: it is made of the challenged player's cards, whoever builds it."""
        return check_named(state, fight.defender.seat, self.cards, "MON-C12")

    def check_built(self, state: State, verbs: tuple[str, ...]) -> Findings:
        """It is complete, or what the table takes for it (MON-C8, MON-C9, MON-C9a, C12a)."""
        seat = state.fought.defender.seat
        asked = ask_cards(state, seat, self.cards, "MON-C12", verbs)
        if asked or not state.full:
            return asked
        lack = table.unfit(state, self.cards or state.players[seat].monster)
        return against(lack.rule, tr("the monster lacks {what}", what=lack.what)) if lack else YES

    def apply(self, state: State) -> State:
        """What is left is to flip (MON-C13)."""
        return set_monster(state, self.cards)


@dataclass(frozen=True, slots=True)
class Ready(Build):
    """The challenged player is ready; without cards with those put together before."""

    verb, example, rule = "ready", "Ben: ready with CW-B CW-H CW-L", "MON-C11"
    menu, said = later("Ready: a complete monster is built"), later("{who} is ready")

    cards: tuple[CardId, ...] = argument(keyword="with", default=())

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        seat = state.fought.defender.seat
        some, fill = _able(state, seat)
        yield cls.option(seat, (cls(seat, some),), complete=not state.full, fill=fill)

    def check(self, state: State) -> Findings:
        """MON-C11, MON-C12: the challenged player's monster is complete before the fight."""
        attacker, defender = (state.name(seat) for seat in state.fought.seats)
        wrong = self.check_stage(state)
        if self.me != state.fought.defender.seat:
            text = tr("{name} says when the monster is ready", name=defender)
            wrong = (*wrong, *against("MON-C11", text))
        if state.fought.refused:
            text = tr("it was refused: {name} builds the monster", name=attacker)
            wrong = (*wrong, *against("MON-C12", text))
        return (*wrong, *self.check_built(state, ("ready", "rearrange")))


@dataclass(frozen=True, slots=True)
class Refuse(InFight):
    """The challenged player refuses to build a monster."""

    verb, example, rule = "refuse", "Ben: refuse", "MON-C12"
    costly = True
    menu, said = later("Refuse to build"), later("{who} refuses to build (MON-C12)")

    @classmethod
    def choices(cls, state: State) -> tuple[Refuse, ...]:
        return (cls(state.fought.defender.seat),)

    def check(self, state: State) -> Findings:
        """MON-C12: refusing does not help, the attacker builds."""
        wrong, defender = self.check_stage(state), state.fought.defender.seat
        if self.me != defender:
            text = tr("{name} is challenged", name=state.name(defender))
            wrong = (*wrong, *against("MON-C12", text))
        again = against("MON-C12", tr("it was refused already")) if state.fought.refused else YES
        return (*wrong, *again)

    def apply(self, state: State) -> State:
        """The attacker will build the monster (MON-C12)."""
        fight = replace(_before_flip(state.fought, ()), refused=True)
        return replace(state, stage=Stage.CHALLENGE, fight=fight)


@dataclass(frozen=True, slots=True)
class BuildFor(Build):
    """The attacker builds the monster of somebody who has refused."""

    verb, example, rule = "build-for", "Ann: build-for Ben with CW-B CW-H CW-L", "MON-C12"
    menu = later("Build the monster of the player who refused")
    said = later("{who} builds for {target} (MON-C12)")

    target: Seat
    cards: tuple[CardId, ...] = argument(keyword="with", default=())

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        attacker, defender = state.fought.seats
        some, fill = _able(state, defender)
        built = (cls(attacker, defender, some),)
        yield cls.option(attacker, built, complete=not state.full, fill=fill)

    def missing(self, state: State, fight: Fight) -> Findings:
        """MON-C12: it is the challenged player's monster that is built."""
        if self.target == fight.defender.seat:
            return Build.missing(self, state, fight)
        return stop("MON-C12", tr("{name} is challenged", name=state.name(fight.defender.seat)))

    def check(self, state: State) -> Findings:
        """MON-C12: the attacker builds from the cards of whoever has refused."""
        attacker, defender = (state.name(seat) for seat in state.fought.seats)
        wrong = self.check_stage(state)
        if self.me != state.fought.attacker.seat:
            names = tr("{name} builds for {name2}", name=attacker, name2=defender)
            wrong = (*wrong, *against("MON-C12", tr("if at all, {names}", names=names)))
        if not state.fought.refused:
            wrong = (*wrong, *against("MON-C12", tr("{name} has not refused", name=defender)))
        return (*wrong, *self.check_built(state, ("build-for",)))


def _able(state: State, seat: Seat) -> tuple[tuple[CardId, ...], Fill | None]:
    """A monster that the challenged player could build, and of what; everybody knows there is one."""
    if not state.full:
        return (), None
    free = table.free_cards(state, seat)
    chosen = table.some_complete(table.pictures(state, free))
    if chosen:
        return tuple(card.id for card in chosen), _fill(free)
    its = table.owned(state, seat)
    return its if len(its) >= LEAST else (), _fill(free)


def set_monster(state: State, cards: tuple[CardId, ...]) -> State:
    """The challenged player's monster is settled; what is left is to flip (MON-C13)."""
    seat = state.fought.defender.seat
    cards = cards or state.players[seat].monster
    fight = _before_flip(state.fought, tuple(sorted(cards)) if state.full else ())
    return flow.at_home(replace(state, stage=Stage.FLIP, fight=fight), seat, ())


def _before_flip(fight: Fight, cards: tuple[CardId, ...]) -> Fight:
    """Return a fight with another monster of the challenged player, not flipped yet or again."""
    side = replace(fight.defender, cards=cards, points=None, removed=())
    return replace(fight.with_side(side), priority=None, acted=False, passes=0)
