"""Counting points at the end (MON-D11), and what the table mends by its own ruling (X-7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, assert_never

from companion.core.findings import YES, Findings, against, points_by, stop
from companion.core.game import Option
from companion.core.seats import FIRST, Seat
from companion.core.texts import Wording, later, tr, trn
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, argument, one_less
from companion.games.mon.dominoes import flow
from companion.games.mon.dominoes.state import Stage, State
from companion.games.mon.dominoes.table import check_known, from_hand, to_hand
from companion.games.mon.monster import count_groups, count_oddities
from companion.games.mon.shared import RecountDeck, tell_card
from companion.games.mon.words import PartRef

MOST_POINTS: Final = 9999


class Zone(Wording):
    """Where a card can be."""

    DECK = later("deck")
    HAND = later("hand")
    CENTRE = later("centre")
    COLLECTED = later("collected")
    DISCARDED = later("discarded")


_OWNED: Final = frozenset({Zone.HAND, Zone.COLLECTED})
_OPEN: Final = frozenset({Zone.COLLECTED, Zone.DISCARDED})


@dataclass(frozen=True, slots=True)
class Points(Verb[State]):
    """A player has added up the points of the collected cards (light depth)."""

    verb, example, rule = "points", "Ann: points 23", "MON-D11"
    menu = later("Say the points of the collected cards")
    when, wrong = frozenset({Stage.COUNT}), later("points are counted at the end")

    points: int

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        for seat in state.order:
            some = [cls(seat, len(state.players[seat].collected))]
            yield cls.option(seat, some, complete=False)

    def facts(self, state: State) -> Findings:
        """MON-D11: people add up what is on the backs."""
        if state.full:
            text = tr("the program adds up the points of the cards when the game is over")
            return stop("MON-D11", text)
        if not state.players[self.me].collected:
            return stop("MON-D11", tr("{name} has collected nothing", name=state.name(self.me)))
        if not 0 <= self.points <= MOST_POINTS:
            text = tr("say a number from 0 to {most_points}", most_points=MOST_POINTS)
            return stop("MON-D11", text)
        return YES

    def apply(self, state: State) -> State:
        """When everybody's points are known the game is over (MON-D12)."""
        return flow.settle(state.change(self.me, points=self.points))

    def tell(self, before: State, after: State) -> str:
        counted = trn("{count} point", "{count} points", self.points)
        return tr("{who} counts {counted} (MON-D11)", who=before.name(self.me), counted=counted)


@dataclass(frozen=True, slots=True)
class AdjustCard(Verb[State]):
    """The table puts a card somewhere else by its own ruling."""

    verb, example = "adjust-card", "table: adjust-card card from deck to hand for Ann"
    rule, by_table, after_end = "X-7", True, True
    when = frozenset(Stage) - {Stage.SETUP, Stage.DEAL}
    wrong = later("nothing can be moved yet")
    near = later("a card went from the {source} to the {target}")

    card: PartRef
    source: Zone = argument(keyword="from")
    target: Zone = argument(keyword="to")
    source_seat: Seat | None = argument(keyword="of", default=None)
    target_seat: Seat | None = argument(keyword="for", default=None)

    def facts(self, state: State) -> Findings:
        """X-7: the card must be where it is taken from, and be named where it lies open."""
        ended = state.stage in {Stage.COUNT, Stage.OVER}
        if ended and not {self.source, self.target} <= _OPEN:
            text = tr("the game has ended: only collected and discarded cards can be moved")
            return stop("X-7", text)
        if self.target is Zone.CENTRE:
            text = tr("a card gets into the monster by attach, with a ruling if need be")
            return stop("X-7", text)
        return (
            state.check_owner(self.source, self.source_seat, "of", owned=self.source in _OWNED)
            or state.check_owner(self.target, self.target_seat, "for", owned=self.target in _OWNED)
            or _check_name(state, self)
            or _check_source(state, self)
        )

    def check(self, state: State) -> Findings:
        """MON-G3: the rest of a monster hangs together."""
        rest = _taken_out(state, self).centre
        if count_groups(rest) <= max(1, count_groups(state.centre)):
            return YES
        return against("MON-G3", tr("the rest of the monster would fall apart"))

    def apply(self, state: State) -> State:
        """The card lies somewhere else; nobody has lost a turn since then."""
        state = _put_in(_taken_out(state, self), self)
        odd = count_oddities(state.cards, state.centre) if state.full else 0
        return flow.settle(replace(state, lost=(), ruled=max(state.ruled, odd)))

    def tell(self, before: State, after: State) -> str:
        source = _place(before, self.source, self.source_seat)
        target = _place(before, self.target, self.target_seat)
        return tell_card(before.called_card(self.card.card), source, target)


def _place(state: State, zone: Zone, seat: Seat | None) -> str:
    if seat is None:
        return tr("the {zone}", zone=zone)
    name = state.name(seat)
    if zone is Zone.COLLECTED:
        return tr("{name}'s collected cards", name=name)
    return tr("{name}'s {zone}", name=name, zone=zone)


def _check_source(state: State, said: AdjustCard) -> Findings:
    """Refuse a card that is not there; in a hand it may be one that is not known."""
    card, player = said.card.card, state.players[said.source_seat or FIRST]
    match said.source:
        case Zone.DECK:
            there = state.deck > 0
        case Zone.CENTRE:
            there = said.card in state.centre.parts
        case Zone.DISCARDED:
            there = card in state.discarded
        case Zone.COLLECTED:
            there = card in player.collected
        case Zone.HAND:
            there = card in player.hand or UNNAMED in player.hand
        case _:
            assert_never(said.source)
    text = tr("{card} is not in the {source}", card=card, source=said.source)
    return YES if there else stop("X-7", text)


def _check_name(state: State, said: AdjustCard) -> Findings:
    """A card that comes to light is named; one that stays where nobody sees it is not."""
    card = said.card.card
    if not state.full:
        text = tr("in light depth say {unnamed}", unnamed=UNNAMED)
        return YES if card == UNNAMED else stop("X-7", text)
    hidden = {Zone.DECK} if state.named else {Zone.DECK, Zone.HAND}
    unseen = said.source in hidden and said.target in hidden
    if card == UNNAMED:
        return YES if unseen else stop("X-7", tr("name the card: it lies open then"))
    if unseen:
        return stop("X-7", tr("that card is hidden: say {unnamed}", unnamed=UNNAMED))
    held = () if said.source_seat is None else state.players[said.source_seat].hand
    unlisted = said.source is Zone.DECK or (said.source is Zone.HAND and card not in held)
    return check_known(state, (card,)) if unlisted else YES


def _taken_out(state: State, said: AdjustCard) -> State:
    card, seat = said.card.card, said.source_seat or FIRST
    match said.source:
        case Zone.DECK:
            return replace(state, deck=state.deck - 1)
        case Zone.CENTRE:
            return replace(state, centre=state.centre.without(said.card))
        case Zone.HAND:
            return from_hand(state, seat, card)
        case Zone.COLLECTED:
            player = state.players[seat]
            left = one_less(player.collected, card)
            return state.change(seat, collected=left, mended=player.mended - 1, points=None)
        case Zone.DISCARDED:
            return replace(state, discarded=one_less(state.discarded, card))
        case _:
            assert_never(said.source)


def _put_in(state: State, said: AdjustCard) -> State:
    card, seat = said.card.card, said.target_seat or FIRST
    match said.target:
        case Zone.DECK:
            return replace(state, deck=state.deck + 1)
        case Zone.HAND:
            return to_hand(state, seat, card if state.named else UNNAMED)
        case Zone.COLLECTED:
            player = state.players[seat]
            more = (*player.collected, card)
            return state.change(seat, collected=more, mended=player.mended + 1, points=None)
        case Zone.DISCARDED | Zone.CENTRE:  # a card never gets into the centre by a ruling
            return replace(state, discarded=(*state.discarded, card))
        case _:
            assert_never(said.target)


@dataclass(frozen=True, slots=True)
class AdjustDeck(RecountDeck[State]):
    """The table says that the deck has that many cards more or fewer (light depth)."""

    when = frozenset({Stage.START, Stage.TURN, Stage.REFILL})
    wrong = later("no turn is being played")

    def apply(self, state: State) -> State:
        """Nobody has lost a turn with this deck."""
        return flow.settle(replace(RecountDeck.apply(self, state), lost=()))


@dataclass(frozen=True, slots=True)
class AdjustScore(Verb[State]):
    """The table changes a player's points by so many, by its own ruling."""

    verb, example, rule = "adjust-score", "table: adjust-score Ann -2", "X-7"
    said = later("By ruling {seat}'s points change by {points:+} (X-7)")
    by_table = after_end = True

    seat: Seat
    points: int

    def facts(self, state: State) -> Findings:
        return state.check_seat(self.seat, "X-7") or points_by(self.points)

    def apply(self, state: State) -> State:
        """The points count at the end, with those of the cards."""
        adjusted = state.players[self.seat].adjusted + self.points
        return state.change(self.seat, adjusted=adjusted)
