"""Verbs of the Reserves: for an ability (FGT-K6, K11), at the clean-up (D2, D3), reshuffles (D4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import later, tr
from companion.core.verbs import Verb, only_in
from companion.core.words import UNNAMED, CardId, argument
from companion.games.fgt.arenas import check_opened, missing_opened
from companion.games.fgt.flow import add_to_hand, drawn, go_on, new_graveyard, reshuffle, to_scored
from companion.games.fgt.state import DRAWN, Scored, Stage, State
from companion.games.fgt.table import (
    SOME,
    able_cards,
    check_different,
    check_from_hidden,
    in_turn,
    some_cards,
    unseen,
)
from companion.games.fgt.words import Family

# ---------------------------------------------------------------- an ability turns up cards


@dataclass(frozen=True, slots=True)
class Reveal(Verb[State]):
    """Warriors are turned up from the Reserves for an ability; one at a time or several."""

    verb, example, rule = "reveal", "Ann: reveal H11 A12 R01 X04 X05", "FGT-K6"
    when, wrong = frozenset({Stage.REVEAL}), later("nothing is turned up")

    cards: tuple[CardId, ...]
    scores: tuple[CardId, ...] = argument(keyword="scores", default=())

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        if not state.full:
            return
        seat, count = state.turn, _due(state)
        tried = (cls(seat, cards) for n in {count, 1} for cards in some_cards(state, n))
        fill = Fill("cards", tuple(able_cards(state)), 1, count)
        yield cls.option(seat, tried, text=_text(count), complete=False, fill=fill)

    def facts(self, state: State) -> Findings:
        """FGT-K6: an ability, and Warriors that may lie in the Reserves."""
        if not state.full:
            return stop("FGT-K6", tr("in light depth say how many were drawn and what was scored"))
        if state.search is None:
            return stop("FGT-K6", tr("no ability turns up Warriors now"))
        wrong = missing_amount(state, len(self.cards), "FGT-K6")
        wrong = wrong or check_different(self.cards, "FGT-K6")
        wrong = wrong or check_different(self.scores, "FGT-K6")
        for card in self.cards:
            wrong = wrong or check_from_hidden(state, card, "FGT-K6")
        if not wrong and not set(self.scores) <= set(self.cards):
            return stop("FGT-K6", tr("only what is turned up can be scored"))
        return wrong

    def check(self, state: State) -> Findings:
        """FGT-K6, K11: as many as the ability says, or what there is."""
        found = _check_amount(state, self.me, len(self.cards))
        if self.scores and sure(state.search).families is not None:
            found += against("FGT-K6", tr("which of them are scored, the ability says"))
        return found

    def apply(self, state: State) -> State:
        """They are kept apart until the draw is complete."""
        families = {card: sure(state.warrior(card)).family for card in self.cards}
        scores, taken = self.scores, sure(state.search).families
        if taken is not None and not scores:
            scores = tuple(card for card in self.cards if families[card] in taken)
        others = tuple(card for card in self.cards if card not in scores)
        scored = [Scored(families[card], card) for card in self.cards if card in scores]
        return _keep_apart(state, others, scored)

    def tell(self, before: State, after: State) -> str:
        cards = before.called_cards(self.cards)
        return tr("{who} turns up {cards}", who=before.name(self.me), cards=cards)


def _due(state: State) -> int:
    return min(state.players[state.turn].owed, state.reserves)


def _text(count: int) -> str:
    return tr("Turn up {count} of the Reserves", count=count)


def missing_amount(state: State, count: int, rule: str) -> Findings:
    """Refuse to draw nothing, or more than the Reserves hold."""
    there = state.reserves
    if 1 <= count <= there:
        return YES
    return stop(rule, tr("the Reserves hold {there}, not {count}", there=there, count=count))


def _check_amount(state: State, seat: Seat, count: int) -> Findings:
    """The drawing seat, and no more cards than are owed."""
    drawing, most = sure(state.search).seat, state.players[seat].owed
    if seat != drawing:
        return against("FGT-K6", tr("it is {name} who turns up Warriors", name=state.name(drawing)))
    if count <= most:
        return YES
    text = tr("1 to {most} Warriors are turned up now, not {count}", most=most, count=count)
    return against("FGT-K6", text)


def _keep_apart(state: State, others: Sequence[CardId], scored: Sequence[Scored]) -> State:
    search = sure(state.search)
    state = drawn(state, search.seat, len(others) + len(scored))
    search = replace(search, revealed=(*search.revealed, *others), scored=(*search.scored, *scored))
    return go_on(replace(state, search=search))


# ---------------------------------------------------------------- counted draws


@dataclass(frozen=True, slots=True)
class Drew(Verb[State]):
    """So many Warriors were drawn; in light depth also for an ability, with those it scores."""

    verb, example, rule = "drew", "Ann: drew 2", "FGT-D2"
    menu, certain = later("Draw Warriors of the Reserves"), True
    when, wrong = frozenset({Stage.REVEAL, Stage.DRAW}), later("no Warriors are drawn")

    count: int
    scores: tuple[Family, ...] = argument(keyword="scores", default=())

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        seat, count = state.turn, _due(state)
        if state.stage is Stage.DRAW:
            yield cls.option(seat, (cls(seat, some) for some in range(count, 0, -1)))
        elif not state.full:
            drew = [cls(seat, count), cls(seat, 1)]
            drew += [cls(seat, count, (family,)) for family in Family]
            yield cls.option(seat, drew, text=_text(count), rule="FGT-K6", complete=False)

    def facts(self, state: State) -> Findings:
        """FGT-D2, K6: Warriors that are there."""
        if len(self.scores) > self.count:
            return stop("FGT-K6", tr("no more can be scored than were drawn"))
        return missing_amount(state, self.count, "FGT-D2")

    def check(self, state: State) -> Findings:
        """FGT-D2, D3; in light depth FGT-K6 as well."""
        if _for_ability(state):
            return _check_amount(state, self.me, self.count)
        if state.stage is not Stage.DRAW:
            return only_in(state, (), "FGT-D2", tr(self.wrong)) if state.search else YES
        found = YES
        if self.scores:
            found = against("FGT-D2", tr("Warriors drawn at the clean-up go to the hand"))
        owed, name = state.players[self.me].owed, state.name(self.me)
        if not owed:
            return found + against("FGT-D2", tr("{name} has drawn already", name=name))
        if self.count > owed:
            found += against("FGT-D2", tr("{name} has {owed} left to draw", name=name, owed=owed))
        return found + in_turn(state, self, "FGT-D3", later("{first} draws before {then}"))

    def apply(self, state: State) -> State:
        """The cards go to the hand, or are kept apart for the ability that drew them."""
        scored = tuple(Scored(family) for family in self.scores)
        others = self.count - len(scored)
        if _for_ability(state):
            return _keep_apart(state, (UNNAMED,) * others, scored)
        return go_on(_to_hand(to_scored(state, self.me, *scored), self.me, others, self.count))

    def tell(self, before: State, after: State) -> str:
        who = before.name(self.me)
        if not _for_ability(before):
            return tr("{who} draws {count}", who=who, count=self.count)
        text = later("{who} turns up {count} and scores {scored}")
        return tr(text, who=who, count=self.count, scored=len(self.scores))


def _for_ability(state: State) -> bool:
    """Whether Warriors that are counted are drawn for an ability, as in light depth."""
    return state.stage is Stage.REVEAL and not state.full


def _to_hand(state: State, seat: Seat, count: int, taken: int) -> State:
    """So many of those taken go to the hand; by a ruling it may be ahead of the others."""
    cleaning = state.stage is Stage.DRAW
    owed = state.players[seat].owed
    more = not cleaning or taken > owed or taken > count
    state = add_to_hand(drawn(state, seat, taken), seat, count)
    state = state if cleaning else state.change(seat, owed=owed)  # an ability draws on
    return replace(state, uneven=state.uneven or more)


@dataclass(frozen=True, slots=True)
class AllDrew(Verb[State]):
    """Everybody has drawn the two Warriors of the clean-up."""

    verb, example, rule = "all-drew", "table: all-drew", "FGT-D2"
    menu, said = later("Everybody has drawn"), later("Everybody draws")
    when, wrong, by_table = frozenset({Stage.DRAW}), Drew.wrong, True

    def facts(self, state: State) -> Findings:
        """FGT-D2: in one go, where no reshuffle falls between the draws."""
        needed, there = sum(_owes(state, seat) for seat in state.order), state.reserves
        if needed <= there:
            return YES
        text = later("{needed} are to be drawn and the Reserves hold {there}: one by one")
        return stop("FGT-D4", tr(text, needed=needed, there=there))

    def apply(self, state: State) -> State:
        """Everybody's two go to the hands, in order from the first player (FGT-D3)."""
        for seat in state.order:
            owed = _owes(state, seat)
            state = _to_hand(state, seat, owed, owed)
        return go_on(state)


def _owes(state: State, seat: Seat) -> int:
    """What a player draws when everybody has drawn; by a ruling at other times, two."""
    return state.players[seat].owed if state.stage is Stage.DRAW else DRAWN


# ---------------------------------------------------------------- reshuffle


@dataclass(frozen=True, slots=True)
class Reshuffled(Verb[State]):
    """The Graveyard was shuffled into new Reserves, and three of them begin a new Graveyard."""

    verb, example, rule = "reshuffled", "table: reshuffled H04 D05 X06", "FGT-D4"
    costly = True
    menu = later("Shuffle the Graveyard into new Reserves")
    when, wrong, by_table = frozenset({Stage.RESHUFFLE}), later("nothing is shuffled"), True

    cards: tuple[CardId, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        count = new_graveyard(state) if state.full else 0
        pile = list(dict.fromkeys(card for card in state.graveyard if card != UNNAMED))
        if len(pile) < count:
            pile += [one.id for one in unseen(state) if one.id not in pile]
        starts = islice(range(max(1, len(pile) - count + 1)), SOME)
        tried = (cls(None, tuple(pile[at : at + count])) for at in starts)
        fill = Fill("cards", tuple(pile), count, count) if count else None
        yield cls.option(None, tried, complete=not count, fill=fill)

    def facts(self, state: State) -> Findings:
        """FGT-D4: a Graveyard, and Warriors that lay there."""
        if not state.graveyard:
            return stop("FGT-D4", tr("the Graveyard is empty"))
        if wrong := missing_opened(replace(state, graveyard=()), self.cards, "FGT-D4"):
            return wrong
        known = set(state.graveyard)
        strange = [card for card in self.cards if card not in known]
        if len(strange) > state.graveyard.count(UNNAMED) + state.reserves:
            text = later("{strange} did not lie in the Graveyard")
            return stop("FGT-D4", tr(text, strange=strange[0]))
        return YES

    def check(self, state: State) -> Findings:
        """FGT-D4, D5."""
        count = new_graveyard(state)
        if self.cards and not count:
            number = len(state.graveyard)
            text = tr("with {graveyard} in the Graveyard no new one is formed", graveyard=number)
            return against("FGT-D5", text)
        return check_opened(state, self.cards, count, "FGT-D4")

    def apply(self, state: State) -> State:
        """New Reserves, and the first three of them in the Graveyard."""
        return reshuffle(state, self.cards or (UNNAMED,) * new_graveyard(state))

    def tell(self, before: State, after: State) -> str:
        cards = before.called_cards(self.cards)
        opened = tr(", {cards} turned up", cards=cards) if self.cards else ""
        held = tr("{reserves} Reserves", reserves=after.reserves)
        text = later("The Graveyard is shuffled into new Reserves{opened}: {held} (FGT-D4)")
        return tr(text, opened=opened, held=held)
