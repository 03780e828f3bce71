"""Verbs of the end, when hands are counted (MD-Z), and of the table's own rulings (X-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.texts import later, of, tr, trn
from companion.core.verbs import Verb, only_in
from companion.core.words import argument, one_less
from companion.games.md.cards import MdCatalogue
from companion.games.md.flow import settle
from companion.games.md.state import BORDERS, ENDED, Stage, State
from companion.games.md.table import (
    add_to_hand,
    cards_in_play,
    dimwit_drawn,
    has_copy,
    holds_card,
    in_game,
    move_die,
)
from companion.games.md.words import MAX_VALUE, DieId, DieRef, HandCard, Place, Special, Zone


class CountHand(Verb[State]):
    """A hand is counted at the end, in the way of its depth (MD-Z2)."""

    __slots__ = ()
    rule = "MD-Z1"
    when = frozenset({Stage.SCORING, Stage.FINAL_ROLL})
    wrong = later("hands are counted after the last round")

    def no_way(self, state: State, *, full: bool) -> Findings:
        """Miss what the other depth's way leaves open."""
        if state.full is full:
            return YES
        how = tr("card by card (show)") if state.full else tr("as a total (total)")
        text = tr("in {depth} depth a hand is entered {how}", depth=state.setup.depth, how=how)
        return stop("MD-Z2", text)

    def check(self, state: State) -> Findings:
        if self.me in uncounted(state):
            return YES
        return against("MD-Z2", tr("{name}'s hand is counted already", name=state.name(self.me)))


def uncounted(state: State) -> tuple[Seat, ...]:
    """Seats whose hands are still to be counted, from the starter on."""
    return tuple(seat for seat in state.order if state.players[seat].points is None)


# ---------------------------------------------------------------- full depth


def lying(state: State) -> Counter[HandCard]:
    """Cards that lie open by now: played ones, and hands laid open."""
    found: Counter[HandCard] = Counter()
    for player in state.players:
        found.update(HandCard(special=card) for card in player.played)
        found.update(player.shown or ())
    return found


@dataclass(frozen=True, slots=True)
class Show(CountHand):
    """The hand is laid open at the end: values of point cards, names of special cards."""

    verb, example = "show", "Ann: show 5 3 8 myopia dimwit"
    menu = later("Lay the hand open")

    cards: tuple[HandCard, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """A hand of cards that are still somewhere; as examples a cheap one and a dear one."""
        if state.catalogue is None:
            return
        left = _unseen(state, state.catalogue)
        for seat in uncounted(state):
            hand = state.players[seat].hand
            examples = (cls(seat, some) for some in (left[-hand:] if hand else (), left[:hand]))
            fill = Fill("cards", left, hand, hand)
            yield cls.option(seat, examples, rule="MD-Z2", complete=False, fill=fill)

    def facts(self, state: State) -> Findings:
        """Every card of the hand is named."""
        hand, named, name = state.players[self.me].hand, len(self.cards), state.name(self.me)
        wrong = self.no_way(state, full=True)
        if wrong or named == hand:
            return wrong
        text = tr("{who} has {hand} cards, {named} are named", who=name, hand=hand, named=named)
        first = tr("count the hand right first (adjust-card)")
        return stop("MD-Z2", f"{text}; {first}")

    def check(self, state: State) -> Findings:
        """MD-Z2, against the copies of the catalogue (MD-S1b)."""
        box, findings = state.catalogue, CountHand.check(self, state)
        assert box is not None  # noqa: S101 - full depth has one
        open_cards = lying(state.change(self.me, shown=None))
        for card, count in Counter(self.cards).items():
            copies, shown = box.copies(card), count + open_cards[card]
            if shown > copies:
                what = tr("point card {card}", card=card.value)
                what = card.special.said if card.special else what
                text = tr("{shown} named, the deck has {copies}", shown=shown, copies=copies)
                findings += against("MD-S1b", of(what, text))
        return findings + self._check_last(state, box)

    def _check_last(self, state: State, box: MdCatalogue) -> Findings:
        """The deck is empty, so the last hand must bring a Dimwit that has not shown yet (MD-K7)."""
        dimwit = HandCard(special=Special.DIMWIT)
        known = lying(state)[dimwit] or dimwit in self.cards or not box.copies(dimwit)
        last = all(seat == self.me for seat in uncounted(state))
        if not last or known or not dimwit_drawn(state):
            return YES
        text = tr("the deck is empty, so somebody has the Dimwit; nobody showed it")
        return against("MD-K7", text)

    def apply(self, state: State) -> State:
        """The hand lies open and counts."""
        cards = tuple(sorted(self.cards, key=lambda card: (card.special or "", card.value)))
        points = sum(card.value for card in cards)
        specials = [card.special for card in cards if card.special is not None]
        dimwits = specials.count(Special.DIMWIT)
        others = len(specials) - dimwits
        state = state.change(self.me, shown=cards, points=points, specials=others, dimwits=dimwits)
        return settle(state)

    def tell(self, before: State, after: State) -> str:
        cards = ", ".join(one.said for one in self.cards)
        return tr("{who} lays the hand open: {cards}", who=before.name(self.me), cards=cards)


def _unseen(state: State, cards: MdCatalogue) -> tuple[HandCard, ...]:
    """Every card of the box that nobody has laid open yet."""
    box = Counter({HandCard(value): copies for value, copies in cards.points.items()})
    for card, copies in cards.specials.items():
        box[HandCard(special=Special(card))] += copies
    box.subtract(lying(state))
    return tuple(card for card, many in box.items() for _ in range(many))


# ---------------------------------------------------------------- light depth


@dataclass(frozen=True, slots=True)
class HandTotal(CountHand):
    """The points of a hand's point cards are entered (light depth), the Dimwit not counted."""

    verb, example = "total", "Ann: total 16 specials 1"
    menu = later("Enter the points in hand")

    points: int
    specials: int = argument(keyword="specials", default=0)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        if state.catalogue is None:
            for seat in uncounted(state):
                yield cls.option(seat, (cls(seat, 0),), rule="MD-Z2", complete=False)

    def facts(self, state: State) -> Findings:
        """MD-Z2, MD-Z2a: numbers that a hand can have."""
        if wrong := self.no_way(state, full=False):
            return wrong
        hand, specials, points = state.players[self.me].hand, self.specials, self.points
        if not 0 <= specials <= hand:
            text = tr("{many} special cards in a hand of {hand}", many=specials, hand=hand)
            return stop("MD-Z2a", text)
        if not 0 <= points <= MAX_VALUE * (hand - specials):
            text = tr("{points} points in a hand of {hand} cards", points=points, hand=hand)
            return stop("MD-Z2", text)
        return YES

    def apply(self, state: State) -> State:
        return settle(state.change(self.me, points=self.points, specials=self.specials))

    def tell(self, before: State, after: State) -> str:
        left = trn(", {count} special card left", ", {count} special cards left", self.specials)
        text = before.name(self.me)
        text = trn("{who}'s hand: {count} point", "{who}'s hand: {count} points", self.points, who=text)
        return text + left if self.specials else text


@dataclass(frozen=True, slots=True)
class DimwitHolder(Verb[State]):
    """The holder of the Dimwit is named at the end (light depth)."""

    verb, example, rule = "dimwit", "table: dimwit with Ben", "MD-K7"
    menu = later("Who has the Dimwit")
    when = frozenset({Stage.SCORING})
    wrong = later("who has the Dimwit is asked at the end only")
    by_table = True

    seat: Seat | None = argument(keyword="with", default=None)

    @classmethod
    def choices(cls, state: State) -> Iterator[DimwitHolder]:
        if not state.full and not any(player.dimwits for player in state.players):
            yield from (cls(None, seat) for seat in (*state.present, None))

    def facts(self, state: State) -> Findings:
        """The hands are not named (light depth), and the holder has a card."""
        if state.full:
            return stop("MD-K7", tr("in full depth the hands show who has the Dimwit"))
        if self.seat is None:
            return YES
        return state.check_seat(self.seat, "MD-K7") or holds_card(state, self.seat, "MD-K7")

    def check(self, state: State) -> Findings:
        """MD-K7: asked only now, when hands are open anyway."""
        if self.seat is not None or not dimwit_drawn(state):
            return YES
        return against("MD-K7", tr("the deck is empty, so somebody has the Dimwit"))

    def apply(self, state: State) -> State:
        """One player has it, or by a ruling nobody."""
        players = tuple(replace(one, dimwits=int(seat == self.seat)) for seat, one in enumerate(state.players))
        return settle(replace(state, players=players, nobody=self.seat is None))

    def tell(self, before: State, after: State) -> str:
        holder = tr("Nobody") if self.seat is None else before.name(self.seat)
        return tr("{holder} has the Dimwit (MD-K7)", holder=holder)


# ---------------------------------------------------------------- the table's own rulings


class Adjustment(Verb[State]):
    """What the table corrects by its own ruling (X-7)."""

    __slots__ = ()
    rule, by_table = "X-7", True

    def check(self, state: State) -> Findings:
        settled = BORDERS | {Stage.SCORING}
        return only_in(state, settled, "X-7", tr("wait until nothing is half done"))


@dataclass(frozen=True, slots=True)
class AdjustDie(Adjustment):
    """The table puts a die somewhere else by its own ruling: any die, by kind and owner."""

    verb, example = "adjust-die", "table: adjust-die teeth@2 to infirmary of Ann"
    said = later("By ruling a {die} goes to {seat}'s {where} (X-7)")
    near = later("the {die} lay in {seat}'s {place}")

    die: DieRef
    place: Place = argument(keyword="to")
    seat: Seat = argument(keyword="of")

    def facts(self, state: State) -> Findings:
        if self.die.owner is None or not in_game(state, DieId(self.die.kind, self.die.owner)):
            return stop("X-7", tr("say which {die}, by its owner: teeth@2", die=self.die.said))
        return state.check_seat(self.seat, "X-7")

    def apply(self, state: State) -> State:
        assert self.die.owner is not None  # noqa: S101 - facts refused it otherwise
        wanted = DieId(self.die.kind, self.die.owner)
        ill = self.place is Place.INFIRMARY
        return settle(move_die(state, wanted, self.seat, infirmary=ill))

    def tell(self, before: State, after: State) -> str:
        where = tr("infirmary") if self.place is Place.INFIRMARY else tr("pool")
        return tr(self.said, where=where, **self.gaps(before))


@dataclass(frozen=True, slots=True)
class AdjustCard(Adjustment):
    """The table puts a card somewhere else by its own ruling; one in front is named."""

    verb = "adjust-card"
    example = "table: adjust-card from hand to played of Ben for Ann is myopia"
    said = later("By ruling a card goes from the {source} to the {target} (X-7)")
    near = later("a card went from the {source} to the {target}")

    source: Zone = argument(keyword="from")
    target: Zone = argument(keyword="to")
    source_seat: Seat | None = argument(keyword="of", default=None)
    target_seat: Seat | None = argument(keyword="for", default=None)
    card: Special | None = argument(keyword="is", default=None)

    def check(self, state: State) -> Findings:
        """X-7; the Dimwit is never played (MD-K7)."""
        played = self.target is Zone.PLAYED and self.card is Special.DIMWIT
        wrong = against("MD-K7", tr("the Dimwit cannot be played")) if played else YES
        return Adjustment.check(self, state) + wrong

    def facts(self, state: State) -> Findings:
        """No card comes into the game or leaves it (MD-I6); after the end there is no deck."""
        zones = (self.source, self.target)
        if Zone.DECK in zones and state.stage in ENDED:
            return stop("X-7", tr("the deck is empty and the last round is over"))
        if Zone.PLAYED in zones and self.card is None:
            return stop("X-7", tr("say which special card lies in front: is myopia"))
        for zone, seat in ((self.source, self.source_seat), (self.target, self.target_seat)):
            if zone is not Zone.DECK and (seat is None or not state.has_seats(seat)):
                return stop("X-7", tr("say whose {zone}", zone=zone))
        return self._check_source(state)

    def _check_source(self, state: State) -> Findings:
        seat, card = self.source_seat, self.card
        if self.source is Zone.DECK or seat is None:
            there = state.deck > 0
        elif self.source is Zone.HAND:
            there = state.players[seat].hand > 0
        else:
            there = card in state.players[seat].played
        if not there:
            return stop("X-7", tr("no such card is in the {source}", source=self.source))
        hidden = self.source is not Zone.PLAYED and self.target is Zone.PLAYED
        return has_copy(state, card) if hidden and card is not None else YES

    def apply(self, state: State) -> State:
        """One card goes from one place to another; a hand counted before is counted again."""
        total = cards_in_play(state)
        state = _change(state, self.source, self.source_seat, self.card, -1)
        state = _change(state, self.target, self.target_seat, self.card, 1)
        assert cards_in_play(state) == total  # noqa: S101 - MD-I6
        return settle(state)


def _change(state: State, zone: Zone, seat: Seat | None, card: Special | None, by: int) -> State:
    if zone is Zone.DECK or seat is None:
        return replace(state, deck=state.deck + by)
    if zone is Zone.HAND:
        return add_to_hand(state, seat, by)
    played = state.players[seat].played
    assert card is not None  # noqa: S101 - facts asked which one otherwise
    return state.change(seat, played=(*played, card) if by > 0 else one_less(played, card))


@dataclass(frozen=True, slots=True)
class AdjustScore(Adjustment):
    """The table changes a player's points by its own ruling."""

    verb, example = "adjust-score", "table: adjust-score Ann -2"
    said = later("By ruling {seat}'s points change by {points:+} (X-7)")
    after_end = True

    seat: Seat
    points: int

    def facts(self, state: State) -> Findings:
        """There is such a player, and a number that games have."""
        if wrong := state.check_seat(self.seat, "X-7"):
            return wrong
        if abs(self.points) > 999:  # noqa: PLR2004 - beyond any game
            return stop("X-7", tr("{points} points are beyond any game", points=self.points))
        return YES

    def check(self, state: State) -> Findings:
        """X-7; also after the end."""
        if state.stage is not Stage.FINAL_ROLL:
            return YES
        return against("X-7", tr("the tied are rolling it off; change points before or after"))

    def apply(self, state: State) -> State:
        """The points stand on the score sheet; a tie that is rolled off is worked out anew."""
        points = state.players[self.seat].adjusted + self.points
        return settle(state.change(self.seat, adjusted=points))
