"""Verbs of effects: sculpted sides, the cards against them, Surprise, the Dimwit (MD-E, C, K)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verbs import Verb, only_in
from companion.core.words import argument
from companion.games.md.answers import declare, declared_text, offered
from companion.games.md.flow import settle
from companion.games.md.house import DimwitGive, SurpriseFaces
from companion.games.md.state import BORDERS, ENDED, PLAY, Aim, Declared, Die, Stage, State
from companion.games.md.table import (
    Named,
    StepVerb,
    called,
    check_sides,
    dimwit_drawn,
    each_named,
    has_card,
    holds_card,
    in_turn,
    lay_down,
    no_die,
    opponent,
    pass_card,
    ref_of,
    short_ref,
    spend,
    which_die,
)
from companion.games.md.words import TEXTS, DieRef, Effect, Special


class EffectVerb(StepVerb):
    """What sculpted sides let the player in turn do; the verb's rule is the effect's."""

    __slots__ = ()

    @classmethod
    def effect(cls) -> Effect:
        """Return the effect that it declares."""
        return Effect(cls.rule)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        if cls.effect() in offered(state):
            yield cls.option(state.turn, cls.choices(state), text=_sentence(tr(TEXTS[cls.effect()])))

    def check(self, state: State) -> Findings:
        """The step and the sides; classes below add what the effect is aimed at."""
        wrong = in_turn(state, self.me, Stage.EFFECTS)
        return wrong + check_sides(state, self.me, self.effect())


class AimedEffect(EffectVerb):
    """An effect that goes at opponents, who may answer."""

    __slots__ = ()

    @abstractmethod
    def marks(self) -> tuple[tuple[Seat, DieRef | None], ...]:
        """Return whom it is aimed at, and which die of theirs if it is one."""

    def facts(self, state: State) -> Findings:
        """There is a turn, and so are the players and dice."""
        if wrong := EffectVerb.facts(self, state):
            return wrong
        if not state.has_seats(*(seat for seat, _ in self.marks())):
            return nobody_there(self.rule)
        missing = (no_die(state, *die[:2], self.rule, die[2]) for die in self.dice(state))
        return next(filter(None, missing), YES)

    def check(self, state: State) -> Findings:
        """They are opponents' (MD-Q13), and it is clear which dice are meant."""
        found = [opponent(self.me, seat, self.rule) for seat, _ in self.marks()]
        for seat, ref, before in self.dice(state):
            found.append(which_die(state, seat, ref, self.rule, self.me, before))
        return EffectVerb.check(self, state) + tuple(dict.fromkeys(chain.from_iterable(found)))

    def dice(self, state: State) -> Iterator[tuple[Seat, DieRef, Named]]:
        """Return the dice that are named, each with those named before it."""
        return each_named(state, ((seat, ref) for seat, ref in self.marks() if ref))

    def aims(self, state: State) -> tuple[Aim, ...]:
        """Return what it is aimed at."""
        dice = (Aim(one[0], called(state, *one)[0].id) for one in self.dice(state))
        return tuple(dice) or tuple(Aim(seat) for seat, _ in self.marks())

    def apply(self, state: State) -> State:
        return declare(state, self._declared(state))

    def tell(self, before: State, after: State) -> str:
        return f"{declared_text(before, self._declared(before))} ({self.rule})"

    def _declared(self, state: State) -> Declared:
        return Declared(self.effect(), self.me, self.aims(state))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- bites and the Spider-Die


def _dice(state: State) -> list[tuple[Seat, Die]]:
    """Every opponent's dice."""
    return [(seat, die) for seat in state.opponents for die in state.players[seat].pool]


@dataclass(frozen=True, slots=True)
class DieEffect(AimedEffect):
    """What goes at one die of an opponent."""

    target: Seat
    die: DieRef

    @classmethod
    def choices(cls, state: State) -> Iterator[DieEffect]:
        refs = ((seat, ref_of(state.players[seat].pool, die)) for seat, die in _dice(state))
        yield from (cls(state.turn, *one) for one in dict.fromkeys(refs))

    def marks(self) -> tuple[tuple[Seat, DieRef | None], ...]:
        return ((self.target, self.die),)


@dataclass(frozen=True, slots=True)
class Bite(DieEffect):
    """Teeth-Die: one die of an opponent is bitten."""

    verb, example, rule = "bite", "Ann: bite Ben spider", "MD-E1"
    costly = True


@dataclass(frozen=True, slots=True)
class BiteTwo(AimedEffect):
    """Teeth-Die and Die'vil: two dice are bitten, of one opponent or of two."""

    verb, example, rule = "bite-two", "Ann: bite-two Ben spider Cleo eye", "MD-C1"
    costly = True

    first: Seat
    first_die: DieRef
    second: Seat
    second_die: DieRef

    @classmethod
    def choices(cls, state: State) -> Iterator[BiteTwo]:
        dice = [(seat, short_ref(state, seat, die)) for seat, die in _dice(state)]
        pairs = (cls(state.turn, *one, *two) for one, two in combinations(dice, 2))
        yield from dict.fromkeys(pairs)

    def marks(self) -> tuple[tuple[Seat, DieRef | None], ...]:
        """MD-C1, C1a; the same die twice is not two dice (MD-Q13)."""
        return ((self.first, self.first_die), (self.second, self.second_die))


@dataclass(frozen=True, slots=True)
class Steal(DieEffect):
    """Spider-Die: a die is taken from an opponent's pool."""

    verb, example, rule = "steal", "Ann: steal Ben devil", "MD-E3"
    costly = True

    def facts(self, state: State) -> Findings:
        """By ruling the die may be one of the infirmary."""
        ill = state.has_seats(self.target) and self._ill(state)
        return EffectVerb.facts(self, state) if ill else DieEffect.facts(self, state)

    def check(self, state: State) -> Findings:
        """MD-E3; only from a pool (MD-E3a)."""
        if self._ill(state) is None:
            return DieEffect.check(self, state)
        found = EffectVerb.check(self, state) + opponent(self.me, self.target, self.rule)
        text = tr("the {die} is in the infirmary, not in the pool", die=self.die.said)
        return found + against("MD-E3a", text)

    def aims(self, state: State) -> tuple[Aim, ...]:
        ill = self._ill(state)
        return (Aim(self.target, ill.id),) if ill else DieEffect.aims(self, state)

    def _ill(self, state: State) -> Die | None:
        """The die in the infirmary, where there is none in the pool."""
        if called(state, self.target, self.die):
            return None
        return next(iter(called(state, self.target, self.die, infirmary=True)), None)


# ---------------------------------------------------------------- cards and hands


@dataclass(frozen=True, slots=True)
class HandEffect(AimedEffect):
    """What goes at the hand of one opponent."""

    target: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[HandEffect]:
        yield from (cls(state.turn, other) for other in state.opponents)

    def marks(self) -> tuple[tuple[Seat, DieRef | None], ...]:
        return ((self.target, None),)


@dataclass(frozen=True, slots=True)
class Take(HandEffect):
    """Squi'Die: a card is taken at random from an opponent's hand."""

    verb, example, rule = "take", "Ann: take Ben", "MD-E2"
    costly = True

    def facts(self, state: State) -> Findings:
        return HandEffect.facts(self, state) or holds_card(state, self.target, self.rule)


@dataclass(frozen=True, slots=True)
class Fetch(HandEffect):
    """Squi'Die and Die'vil: a special card that another player has played goes into the hand."""

    verb, example, rule = "fetch", "Ann: fetch Ben squid_knot", "MD-C4"
    costly = True

    card: Special

    @classmethod
    def choices(cls, state: State) -> Iterator[Fetch]:
        for other in state.opponents:
            for card in dict.fromkeys(state.players[other].played):
                yield cls(state.turn, other, card)

    def facts(self, state: State) -> Findings:
        wrong = HandEffect.facts(self, state)
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

    def marks(self) -> tuple[tuple[Seat, DieRef | None], ...]:
        return tuple((one, None) for one in (self.first, self.second) if one is not None)

    def check(self, state: State) -> Findings:
        """MD-C2: two hands; one, if there is only one opponent."""
        found = AimedEffect.check(self, state)
        if self.second is None and len(state.opponents) > 1:
            return found + against("MD-C2", tr("name two opponents"))
        if self.second == self.first:
            return found + against("MD-C2", tr("name two different opponents"))
        return found


# ---------------------------------------------------------------- the Dimwit and Surprise


@dataclass(frozen=True, slots=True)
class HandOver(StepVerb):
    """Die'mwit: an opponent hands the Dimwit over to the player in turn."""

    verb, example, rule = "hand-over", "Ben: hand-over", "MD-E5"
    costly = True

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Every opponent alike may hand over the Dimwit; letting it be leaves no trace (MD-E5)."""
        if Effect.HAND_OVER not in offered(state):
            return
        must = state.house.dimwit_give is DimwitGive.MUST
        now = tr("Whoever has the Dimwit must hand it over now")
        text = now if must else _sentence(tr(TEXTS[Effect.HAND_OVER]))
        for other in state.opponents:
            yield cls.option(other, (cls(other),), text=text)

    def facts(self, state: State) -> Findings:
        """There is a player in turn to get it, and a card in hand."""
        return StepVerb.facts(self, state) or holds_card(state, self.me, "MD-E5")

    def check(self, state: State) -> Findings:
        """MD-E5: offered to every opponent alike; who has the Dimwit is never asked."""
        found = in_turn(state, state.turn, Stage.EFFECTS)
        found += check_sides(state, state.turn, Effect.HAND_OVER)
        if self.me != state.turn:
            return found
        return found + against("MD-E5", tr("an opponent hands it over, not the player in turn"))

    def apply(self, state: State) -> State:
        """The Dimwit goes openly to the player in turn."""
        return pass_card(spend(state, state.turn, Effect.HAND_OVER), self.me, state.turn)

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

    def facts(self, state: State) -> Findings:
        """Both are named, or neither; the giver has a card."""
        wrong = EffectVerb.facts(self, state)
        if wrong or (self.giver is None and self.taker is None):
            return wrong
        if self.giver is None or self.taker is None:
            return stop("MD-C3", tr("say from whom and to whom, or that nobody has it"))
        if not state.has_seats(self.giver, self.taker):
            return nobody_there("MD-C3")
        return holds_card(state, self.giver, "MD-C3")

    def check(self, state: State) -> Findings:
        """MD-C3, C3a: the holder owns up; the receiver is any player but the roller (MD-Q11)."""
        found = EffectVerb.check(self, state)
        if self.giver is None and dimwit_drawn(state):
            return found + against("MD-C3", tr("the deck is empty: somebody has the Dimwit"))
        if self.taker == self.me:
            text = tr("the Dimwit goes to another player than the roller")
            return found + against("MD-C3a", text)
        return found

    def apply(self, state: State) -> State:
        """The sides are used and nobody answers; the card goes openly from hand to hand, if anybody has it."""
        state = spend(state, self.me, Effect.SEND_DIMWIT)
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
    costly = True
    menu = later("Surprise: exchange all dice with an opponent")
    said = later("{who} plays Surprise: all dice change places with {target}")

    target: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[Surprise]:
        """Anybody with a card in hand, alike (MD-K1)."""
        if state.stage in BORDERS:
            for seat in state.order:
                yield from (cls(seat, other) for other in sorted(state.order) if other != seat)

    def facts(self, state: State) -> Findings:
        wrong = state.check_seat(self.target, "MD-K1")
        return wrong or has_card(state, self.me, Special.SURPRISE)

    def check(self, state: State) -> Findings:
        """MD-K1, K1a: anybody, between two steps of any turn; not after the end (MD-Z1)."""
        text = tr("{name} can do that between two steps of a turn", name=state.name(self.me))
        late = only_in(state, BORDERS, "MD-Z1" if state.stage in ENDED else "MD-K1a", text)
        return late + opponent(self.me, self.target, "MD-K1")

    def apply(self, state: State) -> State:
        """Pools change places as they lie; infirmaries stay (MD-I3)."""
        state = lay_down(state, self.me, Special.SURPRISE)
        mine, theirs = state.players[self.me], state.players[self.target]
        state = state.change(self.me, pool=theirs.pool).change(self.target, pool=mine.pool)
        concerned = state.stage in PLAY and state.turn in {self.me, self.target}
        if concerned and state.house.surprise_faces is SurpriseFaces.VOID:
            came = tuple(die.id for die in state.active.pool if die.id not in state.waiting)
            state = replace(state, waiting=(*state.waiting, *came))
        return settle(state)
