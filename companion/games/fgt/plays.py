"""Verbs of playing a Main and a Boost (FGT-P), and the Family rule (FGT-P6).

Whether one can play Warriors of another Family than the last Main is seen from the backs; so people
are asked for Families and never for Warriors, and only when somebody repeats a Family (FGT-P6c).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from companion.core.findings import YES, Findings, against, blocked, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.texts import later, tr, trn
from companion.core.verbs import Verb, only_in
from companion.core.verdict import Question
from companion.core.words import UNNAMED, argument
from companion.games.fgt.flow import go_on
from companion.games.fgt.house import FamilyRule
from companion.games.fgt.state import Boost, Main, Stage, State
from companion.games.fgt.table import check_family, check_from_hidden, in_turn, left, unseen
from companion.games.fgt.words import Family, FamilyCount, Shown

PAIR = 2  # FGT-P2: a Main and a Boost


# ---------------------------------------------------------------- the Families of a hand


@dataclass(frozen=True, slots=True)
class HandFamilies(Verb[State]):
    """The Families of a hand are counted from the backs, as a Family may have to be repeated."""

    verb, example, rule = "hand", "Ann: hand Robot=4 Alien=1", "FGT-P6c"
    menu = later("Say the Families of the hand")
    when, wrong = frozenset({Stage.PLAY}), later("Families are asked for before one plays")

    counts: tuple[FamilyCount, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        seat = state.turn
        if state.players[seat].told is None or not any(_plays(state, seat)):
            yield cls.option(seat, _hands(state, seat), complete=False)

    def check(self, state: State) -> Findings:
        """FGT-P6c: Families are public, and must add up to the hand."""
        player = state.players[self.me]
        if player.main is not None:
            return only_in(state, (), "FGT-P6c", tr(self.wrong))
        if len({one.family for one in self.counts}) != len(self.counts):
            return stop("FGT-P6c", tr("a Family is named twice"))
        total = sum(one.count for one in self.counts)
        if total != player.hand:
            name, hand = state.name(self.me), player.hand
            text = tr("that is {total}, but {name} holds {hand}", total=total, name=name, hand=hand)
            return stop("FGT-P6c", text)
        possible = left(state)
        for one in self.counts:
            most = max(0, possible[one.family])
            if state.full and one.count > most:
                family = one.family.value
                text = tr("only {word} {family} can be in hands now", word=most, family=family)
                return stop("FGT-S0", text)
        return YES

    def apply(self, state: State) -> State:
        """The Families of the hand are known until a card is drawn."""
        told = tuple(sorted(one for one in self.counts if one.count))
        return state.change(self.me, told=told)

    def tell(self, before: State, after: State) -> str:
        held = ", ".join(f"{one.count} {one.family.value}" for one in self.counts)
        return tr("{who} holds {held}", who=before.name(self.me), held=held)


def _hands(state: State, seat: Seat) -> Iterator[HandFamilies]:
    """Examples of hands: as many as possible of one Family, then of the others in turn."""
    hand = state.players[seat].hand
    able = left(state) if state.full else dict.fromkeys(Family, hand)
    families = list(Family)
    for first in range(len(families)):
        for most in range(hand, 0, -1):
            counts = _filled([*families[first:], *families[:first]], able, hand, most)
            if counts:
                yield HandFamilies(seat, counts)


def _filled(
    families: list[Family], able: dict[Family, int], hand: int, most: int
) -> tuple[FamilyCount, ...]:
    counts: list[FamilyCount] = []
    for family in families:
        count = max(0, min(able.get(family, 0), hand, most))
        hand -= count
        if count:
            counts.append(FamilyCount(family, count))
    return tuple(sorted(counts)) if hand == 0 else ()


# ---------------------------------------------------------------- play


@dataclass(frozen=True, slots=True)
class Play(Verb[State]):
    """A Main is played face up, and beneath it a Boost of which only the Family is seen."""

    verb, example, rule = "play", "Ann: play R04 boost Alien", "FGT-P5"
    menu, certain = later("Play a Main and a Boost"), True
    when, wrong = frozenset({Stage.PLAY}), later("no Warriors are played")

    main: Shown
    boost: Family | None = argument(keyword="boost", default=None)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        yield cls.option(state.turn, _plays(state, state.turn))

    def check(self, state: State) -> Findings:
        """FGT-P2, P5, P6, P7."""
        if wrong := self._check_hand(state) or self._check_main(state):
            return wrong
        main = self._family(state)
        found = self._check_boost(state, main)
        if blocked(found):
            return found
        found += in_turn(state, self.me, "FGT-P5", "plays")
        found += _check_told(state, self.me, main, self.boost)
        if blocked(found):
            return found
        return found + check_families(state, self.me, main, self.boost)

    def _check_hand(self, state: State) -> Findings:
        player, name = state.players[self.me], state.name(self.me)
        if player.main is not None:
            return stop("FGT-P5", tr("{name} has played already", name=name))
        if player.hand < 1:
            return stop("FGT-P7", tr("{name} has no Warrior to play", name=name))
        return YES

    def _check_main(self, state: State) -> Findings:
        """FGT-P3: power and Family count; in light depth only the Family is entered."""
        if not state.full:
            light = self.main.family is not None
            return YES if light else stop("FGT-P3", tr("in light depth say the Main's Family"))
        if self.main.card is None:
            return stop("FGT-P3", tr("say which Warrior is the Main"))
        return check_from_hidden(state, self.main.card, "FGT-P3")

    def _family(self, state: State) -> Family:
        known = state.warrior(self.main.card)
        family = known.family if known else self.main.family
        assert family is not None  # noqa: S101 - `_check_main` refuses what is of no known Family
        return family

    def _check_boost(self, state: State, main: Family) -> Findings:
        """FGT-P2: one Boost; a single card is the Main (FGT-P7)."""
        hand = state.players[self.me].hand
        if self.boost is None:
            missing = hand >= PAIR
            return against("FGT-P2", tr("a Boost is played beneath the Main")) if missing else YES
        if hand < PAIR:
            return stop("FGT-P7", tr("a single Warrior is the Main, and there is no Boost"))
        return check_family(state, self.boost, beside=int(self.boost is main))

    def apply(self, state: State) -> State:
        """The Main lies open, the Boost beneath it; the next player plays."""
        family, known = self._family(state), state.warrior(self.main.card)
        main = Main(known.id if known else UNNAMED, family, known.power if known else None)
        boost = Boost(self.boost) if self.boost is not None else None
        player, played = state.players[self.me], _played(family, self.boost)
        hand, told = player.hand - len(played), _less(player.told, played)
        # A Boost kept in hand by a ruling leaves that hand a card ahead of the others.
        uneven = state.uneven or (boost is None and hand > 0)
        state = replace(state, last_family=family, uneven=uneven)
        return go_on(state.change(self.me, hand=hand, main=main, boost=boost, told=told))

    def tell(self, before: State, after: State) -> str:
        main = after.main_of(self.me)
        power = tr(", power {printed}", printed=main.printed) if main.printed is not None else ""
        beneath = tr(", no Boost")
        if self.boost:
            beneath = tr(", a face-down {boost} beneath", boost=self.boost.value)
        played = f"{after.called_card(main.card)} ({main.family.value}{power}){beneath}"
        return tr("{who} plays {played}", who=before.name(self.me), played=played)


def _plays(state: State, seat: Seat) -> Iterator[Play]:
    """Everything that is legal: Warriors of one Family are so together, so one of each is tried."""
    boosts: Iterable[Family | None] = Family if state.players[seat].hand > 1 else (None,)
    for boost in boosts:
        for mains in _mains(state):
            if Play(seat, mains[0], boost).allowed(state):
                yield from (Play(seat, main, boost) for main in mains)


def _mains(state: State) -> Iterator[tuple[Shown, ...]]:
    """What may be the Main, Family by Family."""
    if not state.full:
        yield from ((Shown(None, family),) for family in Family)
        return
    known = [one for card in unseen(state) if (one := state.warrior(card)) is not None]
    for family in Family:
        mains = tuple(Shown(one.id, None) for one in known if one.family is family)
        if mains:
            yield mains


def _check_told(state: State, seat: Seat, main: Family, boost: Family | None) -> Findings:
    """What was said of the hand must hold what is played from it."""
    told = state.players[seat].told
    if told is None:
        return YES
    held = Counter({one.family: one.count for one in told})
    for family, count in Counter(_played(main, boost)).items():
        if count > held[family]:
            hand = f"{held[family]} {family.value}"
            return stop("FGT-P6c", tr("the hand was said to hold {hand}; say it again", hand=hand))
    return YES


def _played(main: Family, boost: Family | None) -> tuple[Family, ...]:
    return (main,) if boost is None else (main, boost)


def _less(
    told: tuple[FamilyCount, ...] | None, played: tuple[Family, ...]
) -> tuple[FamilyCount, ...] | None:
    if told is None:
        return None
    counts = Counter({one.family: one.count for one in told})
    counts.subtract(played)
    return tuple(FamilyCount(family, counts[family]) for family in sorted(counts) if counts[family])


# ---------------------------------------------------------------- the Family rule


def others(state: State, seat: Seat, family: Family, played: tuple[Family, ...]) -> int | None:
    """How many Warriors of the hand are not of a Family; None when that is not known.

    Args:
        state: before the Warriors are played.
        seat: whose hand.
        family: the Family that is to be avoided.
        played: Families about to be played, which need no asking when they are the whole hand.
    """
    player = state.players[seat]
    if player.told is not None:
        return player.hand - sum(one.count for one in player.told if one.family is family)
    if player.hand <= len(played):
        return sum(one is not family for one in played)
    return None


def check_families(state: State, seat: Seat, main: Family, boost: Family | None) -> Findings:
    """FGT-P6 in the reading that `fgt.family_rule` has."""
    played = _played(main, boost)
    match state.house.family_rule:
        case FamilyRule.MAIN_AND_BOOST:
            return _both_differ(state, seat, played)
        case FamilyRule.MAIN_ONLY:
            return _main_differs(state, seat, main, played)
        case FamilyRule.CHAIN:
            wrong = _main_differs(state, seat, main, played)
            return wrong or _boost_differs(state, seat, main, boost)
        case _:
            assert_never(state.house.family_rule)


def _both_differ(state: State, seat: Seat, played: tuple[Family, ...]) -> Findings:
    """FGT-P6b: as many of the two as the hand allows are of another Family."""
    last = state.last_family
    if last is None or last not in played:
        return YES
    able = others(state, seat, last, played)
    if able is None:
        return _ask(state, seat)
    if sum(one is not last for one in played) >= min(able, len(played)):
        return YES
    what = "Main" if played[0] is last else "Boost"
    return against("FGT-P6b", _same(what, last, able))


def _main_differs(state: State, seat: Seat, main: Family, played: tuple[Family, ...]) -> Findings:
    """FGT-P6 for the Main alone."""
    last = state.last_family
    if main is not last:
        return YES
    able = others(state, seat, main, played)
    if able is None:
        return _ask(state, seat)
    return against("FGT-P6", _same("Main", main, able)) if able else YES


def _boost_differs(state: State, seat: Seat, main: Family, boost: Family | None) -> Findings:
    """FGT-P6b as a chain: the Boost is of another Family than the own Main."""
    if boost is not main:
        return YES
    able = others(state, seat, main, (main, boost))
    if able is None:
        return _ask(state, seat)
    if not able:
        return YES
    return against("FGT-P6b", _instead(tr("Boost and own Main are {main}", main=main.value), able))


def _same(what: str, family: Family, able: int) -> str:
    same = tr("{what} is {family}, last Main is {family}", what=what, family=family.value)
    return _instead(same, able)


def _instead(same: str, able: int) -> str:
    cards = trn("{count} other card", "{count} other cards", able)
    return tr("{same}, and the hand has {cards}", same=same, cards=cards)


def _ask(state: State, seat: Seat) -> Findings:
    """FGT-P6c."""
    name = state.name(seat)
    text = tr("How many Warriors of each Family does {name} hold, by their backs?", name=name)
    return (Question(seat, text, "FGT-P6c", ("hand",)),)
