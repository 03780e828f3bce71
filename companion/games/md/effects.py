"""Verbs of effects: sculpted sides, the cards against them, Surprise, the Dimwit (MD-E, C, K)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from companion.core.findings import YES, Findings, against, blocked, nobody_there, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.texts import later, tr
from companion.core.verbs import Verb
from companion.core.words import argument
from companion.games.md.answers import check_sides, declare, declared_text, offered
from companion.games.md.flow import settle
from companion.games.md.house import DimwitGive, SurpriseFaces
from companion.games.md.state import BORDERS, Aim, Declared, Die, Stage, State
from companion.games.md.table import (
    border,
    clear_die,
    find_die,
    has_card,
    holds_card,
    lay_down,
    opponent,
    pass_card,
    ref_of,
    short_ref,
    sides,
    spend,
)
from companion.games.md.words import TEXTS, DieId, DieRef, Effect, Special


class EffectVerb(Verb[State]):
    """What sculpted sides let the player in turn do; the verb's rule is the effect's."""

    __slots__ = ()

    @classmethod
    def effect(cls) -> Effect:
        """Return the effect that it declares."""
        return Effect(cls.rule)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        if cls.effect() in offered(state):
            yield cls.option(state.turn, cls.choices(state), text=_sentence(TEXTS[cls.effect()]))

    def check(self, state: State) -> Findings:
        """The sides first, then what the effect is aimed at."""
        findings = check_sides(state, self.me, self.effect())
        return findings if blocked(findings) else findings + self.check_aims(state)

    @abstractmethod
    def check_aims(self, state: State) -> Findings:
        """Find what stands against the targets."""


class AimedEffect(EffectVerb):
    """An effect that goes at opponents, who may answer."""

    __slots__ = ()

    def check_opponent(self, state: State, target: Seat) -> Findings:
        """Refuse a target that is no opponent."""
        return opponent(state, self.me, target, self.rule)

    def check_die(
        self, state: State, target: Seat, ref: DieRef, without: tuple[DieId, ...] = ()
    ) -> Findings:
        """Refuse what is not clearly a die in an opponent's pool."""
        if wrong := self.check_opponent(state, target):
            return wrong
        found = find_die(state, target, ref, self.rule, self.me, without)
        return YES if isinstance(found, Die) else found

    @abstractmethod
    def aims(self, state: State) -> tuple[Aim, ...]:
        """Return what it is aimed at; every target may answer."""

    def apply(self, state: State) -> State:
        """Each target answers first."""
        return declare(state, self.effect(), *self.aims(state))

    def tell(self, before: State, after: State) -> str:
        """The declared effect in words; without counters it has happened already."""
        declared = after.declared or self._declared(before)
        return f"{declared_text(before, declared)} ({declared.effect.value})"

    def _declared(self, before: State) -> Declared:
        """What a combo that asks nobody declared (md.counter_combos = off)."""
        asking = replace(before, house=replace(before.house, counter_combos=OnOff.ON))
        declared = self.apply(asking).declared
        assert declared is not None  # noqa: S101 - every effect has a target, and so it waits
        return declared


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- bites and the Spider-Die


def _dice(state: State) -> tuple[tuple[Seat, DieRef], ...]:
    """Every opponent's dice that differ, as they are called."""
    return tuple(
        dict.fromkeys(
            (seat, ref_of(state.players[seat].pool, die))
            for seat in state.opponents
            for die in state.players[seat].pool
        )
    )


def _ids(die: Die | None) -> tuple[DieId, ...]:
    return (die.id,) if die else ()


def _aim(seat: Seat, die: Die | None) -> Aim:
    """A die that is not clear is none: so a record that leaves it open is read on."""
    return Aim(seat, die.id if die else None)


@dataclass(frozen=True, slots=True)
class Bite(AimedEffect):
    """Teeth-Die: one die of an opponent is bitten."""

    verb, example, rule = "bite", "Ann: bite Ben spider", "MD-E1"

    target: Seat
    die: DieRef

    @classmethod
    def choices(cls, state: State) -> Iterator[Bite]:
        yield from (cls(state.turn, *one) for one in _dice(state))

    def check_aims(self, state: State) -> Findings:
        """MD-E1."""
        return self.check_die(state, self.target, self.die)

    def aims(self, state: State) -> tuple[Aim, ...]:
        return (_aim(self.target, clear_die(state, self.target, self.die)),)


@dataclass(frozen=True, slots=True)
class BiteTwo(AimedEffect):
    """Teeth-Die and Die'vil: two dice are bitten, of one opponent or of two."""

    verb, example, rule = "bite-two", "Ann: bite-two Ben spider Cleo eye", "MD-C1"

    first: Seat
    first_die: DieRef
    second: Seat
    second_die: DieRef

    @classmethod
    def choices(cls, state: State) -> Iterator[BiteTwo]:
        dice = [
            (seat, short_ref(state, seat, die))
            for seat in state.opponents
            for die in state.players[seat].pool
        ]
        pairs = (cls(state.turn, *one, *two) for one, two in combinations(dice, 2))
        yield from dict.fromkeys(pairs)

    def check_aims(self, state: State) -> Findings:
        """MD-C1, C1a; never the same die twice (MD-Q13)."""
        if wrong := self.check_die(state, self.first, self.first_die):
            return wrong
        bitten = _ids(clear_die(state, self.first, self.first_die))
        return self.check_die(state, self.second, self.second_die, bitten)

    def aims(self, state: State) -> tuple[Aim, ...]:
        first = clear_die(state, self.first, self.first_die)
        second = clear_die(state, self.second, self.second_die, _ids(first))
        return (_aim(self.first, first), _aim(self.second, second))


@dataclass(frozen=True, slots=True)
class Steal(AimedEffect):
    """Spider-Die: a die is taken from an opponent's pool."""

    verb, example, rule = "steal", "Ann: steal Ben devil", "MD-E3"

    target: Seat
    die: DieRef

    @classmethod
    def choices(cls, state: State) -> Iterator[Steal]:
        yield from (cls(state.turn, *one) for one in _dice(state))

    def check_aims(self, state: State) -> Findings:
        """MD-E3; only from a pool (MD-E3a)."""
        if wrong := self.check_opponent(state, self.target):
            return wrong
        found = self.check_die(state, self.target, self.die)
        if blocked(found) and clear_die(state, self.target, self.die, infirmary=True):
            text = tr("the {die} is in the infirmary, not in the pool", die=self.die.said)
            return against("MD-E3a", text)
        return found

    def aims(self, state: State) -> tuple[Aim, ...]:
        """By ruling the die may be one of the infirmary."""
        die = clear_die(state, self.target, self.die)
        die = die or clear_die(state, self.target, self.die, infirmary=True)
        return (_aim(self.target, die),)


# ---------------------------------------------------------------- cards and hands


@dataclass(frozen=True, slots=True)
class HandEffect(AimedEffect):
    """What goes at the hand of one opponent."""

    target: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[HandEffect]:
        yield from (cls(state.turn, other) for other in state.opponents)

    def check_aims(self, state: State) -> Findings:
        """MD-E2, MD-E4."""
        return self.check_opponent(state, self.target)

    def aims(self, state: State) -> tuple[Aim, ...]:
        return (Aim(self.target),)


@dataclass(frozen=True, slots=True)
class Take(HandEffect):
    """Squi'Die: a card is taken at random from an opponent's hand."""

    verb, example, rule = "take", "Ann: take Ben", "MD-E2"

    def check_aims(self, state: State) -> Findings:
        """MD-E2."""
        return HandEffect.check_aims(self, state) or holds_card(state, self.target, self.rule)


@dataclass(frozen=True, slots=True)
class Fetch(AimedEffect):
    """Squi'Die and Die'vil: a special card that another player has played goes into the hand."""

    verb, example, rule = "fetch", "Ann: fetch Ben squid_knot", "MD-C4"

    target: Seat
    card: Special

    @classmethod
    def choices(cls, state: State) -> Iterator[Fetch]:
        for other in state.opponents:
            for card in dict.fromkeys(state.players[other].played):
                yield cls(state.turn, other, card)

    def check_aims(self, state: State) -> Findings:
        """MD-C4."""
        wrong = self.check_opponent(state, self.target)
        if wrong or self.card in state.players[self.target].played:
            return wrong
        owner = state.name(self.target)
        text = tr("no {card} lies in front of {owner}", card=self.card.said, owner=owner)
        return stop("MD-C4", text)

    def aims(self, state: State) -> tuple[Aim, ...]:
        return (Aim(self.target, card=self.card),)


@dataclass(frozen=True, slots=True)
class Look(HandEffect):
    """D'eye: an opponent's hand is looked at; what it shows is nobody else's business."""

    verb, example, rule = "look", "Ann: look Ben", "MD-E4"


@dataclass(frozen=True, slots=True)
class LookTwo(AimedEffect):
    """D'eye and Die'vil: two opponents' hands are looked at; one, if there is only one."""

    verb, example, rule = "look-two", "Ann: look-two Ben and Cleo", "MD-C2"

    first: Seat
    second: Seat | None = argument(keyword="and", default=None)

    @classmethod
    def choices(cls, state: State) -> Iterator[LookTwo]:
        others = state.opponents
        if len(others) == 1:
            yield cls(state.turn, others[0])
        yield from (cls(state.turn, *pair) for pair in combinations(others, 2))

    def check_aims(self, state: State) -> Findings:
        """MD-C2: two hands; one, if there is only one opponent."""
        if wrong := self.check_opponent(state, self.first):
            return wrong
        if self.second is None:
            several = len(state.opponents) > 1
            return against("MD-C2", tr("name two opponents")) if several else YES
        if self.second == self.first:
            return stop("MD-C2", tr("name two different opponents"))
        return self.check_opponent(state, self.second)

    def aims(self, state: State) -> tuple[Aim, ...]:
        return tuple(Aim(one) for one in (self.first, self.second) if one is not None)


# ---------------------------------------------------------------- the Dimwit and Surprise


@dataclass(frozen=True, slots=True)
class HandOver(Verb[State]):
    """Die'mwit: an opponent hands the Dimwit over to the player in turn."""

    verb, example, rule = "hand-over", "Ben: hand-over", "MD-E5"
    when, wrong = frozenset({Stage.EFFECTS}), later("nothing is handed over now")

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Every opponent alike may hand over the Dimwit; letting it be leaves no trace (MD-E5)."""
        if not sides(state, Effect.HAND_OVER):
            return
        must = state.house.dimwit_give is DimwitGive.MUST
        now = tr("Whoever has the Dimwit must hand it over now")
        text = now if must else _sentence(TEXTS[Effect.HAND_OVER])
        for other in state.opponents:
            yield cls.option(other, (cls(other),), text=text)

    def check(self, state: State) -> Findings:
        """MD-E5: offered to every opponent alike; who has the Dimwit is never asked."""
        if self.me == state.turn:
            return stop("MD-E5", tr("an opponent hands it over, not the player in turn"))
        if wrong := holds_card(state, self.me, "MD-E5"):
            return wrong
        if not sides(state, Effect.HAND_OVER):
            return against("MD-E5", tr("that takes a sculpted Die'mwit that is not used"))
        return YES

    def apply(self, state: State) -> State:
        """The Dimwit goes openly to the player in turn."""
        return pass_card(spend(state, Effect.HAND_OVER), self.me, state.turn)

    def tell(self, before: State, after: State) -> str:
        who, turn = before.name(self.me), before.name(before.turn)
        return tr("{who} hands the Dimwit to {turn} (MD-E5)", who=who, turn=turn)


@dataclass(frozen=True, slots=True)
class SendDimwit(EffectVerb):
    """Die'mwit and Die'vil: the Dimwit goes from whoever has it to another; or nobody has it."""

    verb, example, rule = "send-dimwit", "Ann: send-dimwit from Ben to Cleo", "MD-C3"
    said = later("{who} sends the Dimwit from {giver} to {taker} (MD-C3)")

    giver: Seat | None = argument(keyword="from", default=None)
    taker: Seat | None = argument(keyword="to", default=None)

    @classmethod
    def choices(cls, state: State) -> Iterator[SendDimwit]:
        yield cls(state.turn)
        for giver in sorted(state.order):
            for taker in state.opponents:
                yield cls(state.turn, giver, taker)

    def check_aims(self, state: State) -> Findings:
        """MD-C3, C3a: the holder owns up; the receiver is any player but the roller (MD-Q11)."""
        if self.giver is None and self.taker is None:
            if state.deck == 0:
                return against("MD-C3", tr("the deck is empty: somebody has the Dimwit"))
            return YES
        if self.giver is None or self.taker is None:
            return stop("MD-C3", tr("say from whom and to whom, or that nobody has it"))
        if not state.has_seats(self.giver, self.taker):
            return nobody_there("MD-C3")
        if wrong := holds_card(state, self.giver, "MD-C3"):
            return wrong
        if self.taker == self.me:
            return against("MD-C3a", tr("the Dimwit goes to another player than the roller"))
        return YES

    def apply(self, state: State) -> State:
        """The sides are used and nobody answers; the card goes openly from hand to hand, if anybody has it."""
        state = spend(state, Effect.SEND_DIMWIT)
        if self.giver is None or self.taker is None:
            return state
        return pass_card(state, self.giver, self.taker)

    def tell(self, before: State, after: State) -> str:
        if self.giver is None or self.taker is None:
            who = before.name(self.me)
            return tr("{who} asks for the Dimwit; nobody has it (MD-C3)", who=who)
        return Verb.tell(self, before, after)


@dataclass(frozen=True, slots=True)
class Surprise(Verb[State]):
    """Surprise is played: all dice of two pools change places."""

    verb, example, rule = "surprise", "Ben: surprise Ann", "MD-K1"
    menu = later("Surprise: exchange all dice with an opponent")
    said = later("{who} plays Surprise: all dice change places with {target}")

    target: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[Surprise]:
        """Anybody with a card in hand, alike (MD-K1)."""
        if state.stage in BORDERS:
            for seat in state.order:
                yield from (cls(seat, other) for other in sorted(state.order) if other != seat)

    def check(self, state: State) -> Findings:
        """MD-K1, K1a: anybody, between two steps of any turn."""
        wrong = border(state, self.me) or has_card(state, self.me, Special.SURPRISE)
        return wrong or opponent(state, self.me, self.target, "MD-K1")

    def apply(self, state: State) -> State:
        """Pools change places as they lie; infirmaries stay (MD-I3)."""
        state = lay_down(state, self.me, Special.SURPRISE)
        mine, theirs = state.players[self.me], state.players[self.target]
        state = state.change(self.me, pool=theirs.pool).change(self.target, pool=mine.pool)
        concerned = state.turn in {self.me, self.target}
        if concerned and state.house.surprise_faces is SurpriseFaces.VOID:
            came = tuple(die.id for die in state.active.pool if die.id not in state.waiting)
            state = replace(state, waiting=(*state.waiting, *came))
        return settle(state)
