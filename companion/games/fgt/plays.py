"""Verbs of playing a Main and a Boost (FGT-P), and the Family rule (FGT-P6).

Whether one can play Warriors of another Family than the last Main is seen from the backs; so people
are asked for Families and never for Warriors, and only when somebody repeats a Family (FGT-P6c).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import later, tr, trn
from companion.core.verbs import Verb, only_in
from companion.core.verdict import Question
from companion.core.words import UNNAMED, argument
from companion.games.fgt.flow import clear, go_on
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

    def facts(self, state: State) -> Findings:
        """FGT-P6c: Families are public, and must add up to the hand."""
        if len({one.family for one in self.counts}) != len(self.counts):
            return stop("FGT-P6c", tr("a Family is named twice"))
        total, hand = sum(one.count for one in self.counts), state.players[self.me].hand
        if total != hand:
            text, name = later("that is {total}, but {name} holds {hand}"), state.name(self.me)
            return stop("FGT-P6c", tr(text, total=total, name=name, hand=hand))
        possible = left(state)
        for one in self.counts if state.full else ():
            most, family = max(0, possible[one.family]), one.family
            if one.count > most:
                text = tr("only {word} {family} can be in hands now", word=most, family=family)
                return stop("FGT-S0", text)
        return YES

    def check(self, state: State) -> Findings:
        """FGT-P6c: before they play."""
        late = state.stage in self.when and state.players[self.me].main is not None
        return only_in(state, (), "FGT-P6c", tr(self.wrong)) if late else YES

    def apply(self, state: State) -> State:
        """The Families of the hand are known until a card is drawn."""
        told = tuple(sorted(one for one in self.counts if one.count))
        return state.change(self.me, told=told)

    def tell(self, before: State, after: State) -> str:
        held = ", ".join(one.said for one in self.counts)
        return tr("{who} holds {held}", who=before.name(self.me), held=held)


def _hands(state: State, seat: Seat) -> Iterator[HandFamilies]:
    """Examples of hands: as many as possible of one Family, then of the others in turn."""
    hand, families = state.players[seat].hand, list(Family)
    able = left(state) if state.full else dict.fromkeys(Family, hand)
    for first in range(len(families)):
        for most in range(hand, 0, -1):
            counts, rest = [], hand
            for family in (*families[first:], *families[:first]):
                if (count := min(able.get(family, 0), rest, most)) > 0:
                    counts.append(FamilyCount(family, count))
                    rest -= count
            if not rest:
                yield HandFamilies(seat, tuple(sorted(counts)))


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

    def facts(self, state: State) -> Findings:
        """FGT-P3, P7: a Warrior for the Main, and another for the Boost, that may be in the hand."""
        player, name = state.players[self.me], state.name(self.me)
        if player.hand < 1:
            return stop("FGT-P7", tr("{name} has no Warrior to play", name=name))
        if wrong := self._missing_main(state):
            return wrong
        if self.boost is None:
            return YES
        if player.hand < PAIR:
            return stop("FGT-P7", tr("a single Warrior is the Main, and there is no Boost"))
        return check_family(state, self.boost, beside=int(self.boost is self._family(state)))

    def _missing_main(self, state: State) -> Findings:
        """FGT-P3: power and Family count; in light depth only the Family is entered."""
        if not state.full:
            light = self.main.family is not None
            return YES if light else stop("FGT-P3", tr("in light depth say the Main's Family"))
        if self.main.card is None:
            return stop("FGT-P3", tr("say which Warrior is the Main"))
        return check_from_hidden(state, self.main.card, "FGT-P3")

    def check(self, state: State) -> Findings:
        """FGT-P2, P5, P6."""
        player, main, found = state.players[self.me], self._family(state), YES
        if self.boost is None and player.hand >= PAIR:
            found = against("FGT-P2", tr("a Boost is played beneath the Main"))
        if player.main is not None and state.stage in self.when:
            found += against("FGT-P5", tr("{name} has played already", name=state.name(self.me)))
        else:
            found += in_turn(state, self, "FGT-P5", later("{first} plays before {then}"))
        told = _check_told(state, self.me, main, self.boost)
        return found + (told or check_families(state, self.me, main, self.boost))

    def _family(self, state: State) -> Family:
        known = state.warrior(self.main.card)
        return known.family if known else sure(self.main.family)

    def apply(self, state: State) -> State:
        """The Main lies open, the Boost beneath it; the next player plays."""
        family, known = self._family(state), state.warrior(self.main.card)
        main = Main(known.id if known else UNNAMED, family, known.power if known else None)
        boost = Boost(self.boost) if self.boost is not None else None
        player, played = state.players[self.me], _played(family, self.boost)
        hand, told = player.hand - len(played), _less(player.told, played)
        # By a ruling a hand may be ahead of the others: a Boost is kept, a pair is played too soon,
        # or a second pair; the first one then goes to the Graveyard.
        again = player.main is not None or not state.in_fight
        uneven = state.uneven or again or (boost is None and hand > 0)
        state = replace(clear(state, self.me), last_family=family, uneven=uneven)
        return go_on(state.change(self.me, hand=hand, main=main, boost=boost, told=told))

    def tell(self, before: State, after: State) -> str:
        main = after.main_of(self.me)
        power = tr(", power {printed}", printed=main.printed) if main.printed is not None else ""
        beneath = tr(", no Boost")
        if self.boost:
            beneath = tr(", a face-down {boost} beneath", boost=self.boost)
        played = f"{after.called_card(main.card)} ({main.family.said}{power}){beneath}"
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
    known = unseen(state)
    for family in Family:
        if mains := tuple(Shown(one.id, None) for one in known if one.family is family):
            yield mains


def _check_told(state: State, seat: Seat, main: Family, boost: Family | None) -> Findings:
    """What was said of the hand must hold what is played from it."""
    told = state.players[seat].told
    if told is None:
        return YES
    held = Counter({one.family: one.count for one in told})
    for family, count in Counter(_played(main, boost)).items():
        if count > held[family]:
            hand, text = held[family], later("the hand was said to hold {hand}; say it again")
            return against("FGT-P6c", tr(text, hand=FamilyCount(family, hand).said))
    return YES


def _played(main: Family, boost: Family | None) -> tuple[Family, ...]:
    return (main,) if boost is None else (main, boost)


def _less(told: tuple[FamilyCount, ...] | None, played: tuple[Family, ...]) -> tuple[FamilyCount, ...] | None:
    """What is left of a hand; None where nothing was said, or by a ruling something else."""
    counts = Counter({one.family: one.count for one in told or ()})
    counts.subtract(played)
    if min(counts.values()) < 0:
        return None
    return tuple(FamilyCount(family, counts[family]) for family in sorted(counts) if counts[family])


# ---------------------------------------------------------------- the Family rule


def others(state: State, seat: Seat, family: Family | None, played: tuple[Family, ...]) -> int:
    """How many Warriors of the hand are not of a Family; as many as there could be, when unknown.

    `played` are about to be played, and known when they are the whole hand.
    """
    player = state.players[seat]
    if player.told is not None:
        return player.hand - sum(one.count for one in player.told if one.family is family)
    if player.hand <= len(played):
        return sum(one is not family for one in played)
    return player.hand


def check_families(state: State, seat: Seat, main: Family, boost: Family | None) -> Findings:
    """FGT-P6, where no reading allows it; else P6b, of the reading that `fgt.family_rule` has.

    Whom the Main of the Fight before binds, it does by the reading of P6a.
    """
    player, played = state.players[seat], _played(main, boost)
    wrong = {rule: _repeats(state, seat, rule, main, boost) for rule in FamilyRule}
    text = wrong[state.house.family_rule]
    if text is None:
        return YES
    if player.told is None and player.hand > len(played):
        name = state.name(seat)
        text = tr("How many Warriors of each Family does {name} hold, by their backs?", name=name)
        return (Question(seat, text, "FGT-P6c", ("hand",)),)
    first = not any(other.main for other in state.players)
    if first and state.last_main in played:
        return against("FGT-P6a", text)
    return against("FGT-P6" if all(wrong.values()) else "FGT-P6b", text)


def _repeats(state: State, seat: Seat, rule: FamilyRule, main: Family, boost: Family | None) -> str | None:
    """What a reading of FGT-P6 has against the Warriors; None for nothing."""
    last, played = state.last_main, _played(main, boost)
    able = others(state, seat, last, played)
    if rule is FamilyRule.MAIN_AND_BOOST:
        needed = min(able, len(played)) if last in played else 0
        wrong = sum(one is not last for one in played) < needed
    else:
        wrong = main is last and able > 0
    if wrong and last is not None:
        what = "Main" if main is last else "Boost"
        same = tr("{what} is {family}, last Main is {family}", what=what, family=last)
    else:
        able = others(state, seat, main, played)
        if rule is not FamilyRule.CHAIN or boost is not main or not able:
            return None
        same = tr("Boost and own Main are {main}", main=main)
    cards = trn("{count} other card", "{count} other cards", able)
    return tr("{same}, and the hand has {cards}", same=same, cards=cards)
