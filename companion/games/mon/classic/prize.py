"""Verbs of the prize of a fight (MON-C20 to C24), and of what the table mends by a ruling (X-7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.core.findings import YES, Findings, against, nobody_there, points_by, stop
from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId, argument
from companion.games.mon.classic import flow
from companion.games.mon.classic.house import DragonPick
from companion.games.mon.classic.setup import check_taken, take
from companion.games.mon.classic.state import DRAGON, HIDDEN, Dragon, Outcome, Stage, State, minus
from companion.games.mon.classic.table import aside, aside_of, dragon_of, free_cards, stage_text
from companion.games.mon.classic.turn import TURN
from companion.games.mon.rulings import deck_by, tell_card, tell_deck
from companion.games.mon.words import Faction


class Move(StrEnum):
    """Which way a Dragon card goes."""

    TAKES = "takes"
    RETURNS = "returns"


# ---------------------------------------------------------------- the prize


@dataclass(frozen=True, slots=True)
class TakeDragon(Verb[State]):
    """The winner takes a Dragon card; in light depth `dragon`, of their own faction unless said."""

    verb, example, rule = "take-dragon", "Ann: take-dragon DR-EL-1", "MON-C20"
    menu = later("Take a Dragon card")
    when = frozenset({Stage.PRIZE})
    wrong = later("Dragon cards are for the winner of a fight")

    card: CardId
    faction: Faction | None = argument(keyword="of", default=None)

    @classmethod
    def choices(cls, state: State) -> Iterator[TakeDragon]:
        if state.full:
            return (cls(state.turn, card) for card in aside(state))
        return (cls(state.turn, DRAGON, one) for one in Faction)

    def check(self, state: State) -> Findings:
        """MON-C20, MON-C20a: one of those set aside, of their own faction."""
        if self.me != state.turn:
            return stop("MON-C20", tr("{name} has won the fight", name=state.name(state.turn)))
        own = state.players[self.me].faction
        faction = self.faction if state.full else self.faction or own
        wrong = _check_aside(state, self.card, faction, "MON-C20")
        if wrong:
            return wrong
        dragon = _meant(state, self.card, self.faction, self.me)
        if state.house.dragon_pick is DragonPick.ANY or dragon.faction is own:
            return YES
        text = tr("{name} collects the {own} Dragon", name=state.name(self.me), own=own)
        return against("MON-C20a", text)

    def apply(self, state: State) -> State:
        """The fifth of their own faction ends the game at once (MON-C24), else the loser draws (C23)."""
        dragon = _meant(state, self.card, self.faction, self.me)
        last: Outcome = replace(state.fights[-1], dragon=dragon)
        player = state.players[self.me]
        state = state.change(self.me, dragons=(*player.dragons, dragon))
        return flow.after_prize(replace(state, fights=(*state.fights[:-1], last)))

    def tell(self, before: State, after: State) -> str:
        taken = _meant(before, self.card, self.faction, self.me)
        dragon = tr(
            "{called_card} of the {faction} Dragon",
            called_card=before.called_card(taken.card),
            faction=taken.faction,
        )
        return tr("{who} takes {dragon} (MON-C20)", who=before.name(self.me), dragon=dragon)


def _meant(state: State, card: CardId, faction: Faction | None, seat: Seat) -> Dragon:
    """The Dragon card that is meant; in light depth of their own faction unless said."""
    dragon = dragon_of(state, card, faction or state.players[seat].faction)
    assert dragon is not None  # noqa: S101 - other cards are refused before, factions are picked
    return dragon


def _check_aside(state: State, card: CardId, faction: Faction | None, rule: str) -> Findings:
    if not state.full:
        if card != DRAGON:
            return stop(rule, tr("in light depth cards are not named: say {dragon}", dragon=DRAGON))
        if faction is None or aside_of(state, faction) > 0:
            return YES
        return stop(rule, tr("no card of the {faction} Dragon is set aside", faction=faction))
    dragon = dragon_of(state, card, None)
    if dragon is None:
        return stop(rule, tr("there is no Dragon card {card}", card=card))
    if faction not in (None, dragon.faction):
        text = tr("{card} is of the {faction} Dragon", card=card, faction=dragon.faction)
        return stop(rule, text)
    if card in aside(state):
        return YES
    return stop(rule, tr("{card} is not set aside any more", card=card))


# ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AdjustCard(Verb[State]):
    """The table moves a part card or a hidden card: a seat that is left out means the deck."""

    verb, rule = "adjust-card", "X-7"
    example = "table: adjust-card GM-B from Ann to Ben"
    when = frozenset(Stage) - {Stage.SETUP, Stage.DEAL}
    wrong, by_table = later("no card can be moved"), True

    card: CardId
    source: Seat | None = argument(keyword="from", default=None)
    target: Seat | None = argument(keyword="to", default=None)

    def check(self, state: State) -> Findings:
        """X-7: a part card or a hidden card, between players or the deck, and not out of a fight."""
        said = (seat for seat in (self.source, self.target) if seat is not None)
        if not state.has_seats(*said):
            return nobody_there("X-7")
        if self.source == self.target:
            return stop("X-7", tr("say from whom and to whom; who is left out is the deck"))
        if self.source is not None:
            return self._check_of(state, self.source)
        if not state.deck:
            return stop("X-7", tr("the deck is empty"))
        return check_taken(state, (self.card,))

    def _check_of(self, state: State, source: Seat) -> Findings:
        """X-7: what a player can give."""
        card, whose, player = self.card, state.name(source), state.players[source]
        if card == HIDDEN:
            none = tr("{whose} holds no hidden card", whose=whose)
            return YES if player.hand else stop("X-7", none)
        if state.fight is not None and not state.full:
            return stop("X-7", tr("not while a fight is going on"))
        if not state.full and card != UNNAMED:
            text = tr("in light depth say {unnamed}, or {hidden}", unnamed=UNNAMED, hidden=HIDDEN)
            return stop("X-7", text)
        if card not in player.parts or card not in free_cards(state, source):
            return stop("X-7", tr("no {card} lies free on {whose}'s table", card=card, whose=whose))
        return YES

    def apply(self, state: State) -> State:
        """The card lies somewhere else."""
        card, source = self.card, self.source
        if source is not None:
            player = state.players[source]
            if card == HIDDEN:
                player = replace(player, hand=player.hand - 1)
            else:
                player = replace(player, parts=minus(player.parts, (card,)))
            state = replace(state, deck=state.deck + 1).with_player(source, player)
            left = minus(player.monster, minus(player.monster, free_cards(state, source)))
            state = flow.at_home(state, source, left)
        if self.target is not None:
            state = take(state, self.target, (card,))
        return flow.settle(state)

    def tell(self, before: State, after: State) -> str:
        source, target = (
            tr("the deck") if seat is None else before.name(seat)
            for seat in (self.source, self.target)
        )
        return tell_card(before.called_card(self.card), source, target)


@dataclass(frozen=True, slots=True)
class AdjustDragon(Verb[State]):
    """The table lets a player take a Dragon card, or return one to those set aside."""

    verb, rule = "adjust-dragon", "X-7"
    example = "table: adjust-dragon Ann takes DR-EL-1"
    when, wrong = TURN | {Stage.PRIZE, Stage.OVER}, later("no Dragon card can be moved")
    by_table = after_end = True

    seat: Seat
    move: Move
    card: CardId
    faction: Faction | None = argument(keyword="of", default=None)

    def check(self, state: State) -> Findings:
        """X-7: takes one that is set aside, or returns one that neither fights nor waits."""
        if wrong := state.check_seat(self.seat, "X-7"):
            return wrong
        player = state.players[self.seat]
        if self.move is Move.TAKES:
            faction = self.faction if state.full else self.faction or player.faction
            return _check_aside(state, self.card, faction, "X-7")
        # In light depth the cards in the Arena are not known, so nothing can be said against it.
        free = self.card in free_cards(state, self.seat)
        its = [one for one in player.dragons if one.card == self.card]
        if free and any(self.faction in (None, one.faction) for one in its):
            return YES
        name = state.name(self.seat)
        return stop("X-7", tr("{name} has no such Dragon card to return", name=name))

    def apply(self, state: State) -> State:
        """The game may end by it, or go on again (MON-C24)."""
        player, seat = state.players[self.seat], self.seat
        before = player.own_dragons
        if self.move is Move.RETURNS:
            player = flow.without_dragon(player, self.card, self.faction)
        else:
            dragon = _meant(state, self.card, self.faction, seat)
            player = replace(player, dragons=(*player.dragons, dragon))
        mended = player.mended + player.own_dragons - before
        return flow.settle(state.with_player(seat, replace(player, mended=mended)))

    def tell(self, before: State, after: State) -> str:
        return tr(
            "By ruling {name} {move} {card} (X-7)",
            name=before.name(self.seat),
            move=self.move,
            card=before.called_card(self.card),
        )


@dataclass(frozen=True, slots=True)
class AdjustDeck(Verb[State]):
    """The table says that the deck has that many cards more or fewer (light depth)."""

    verb, example, rule = "adjust-deck", "table: adjust-deck -2", "X-7"
    by_table = True

    cards: int

    def check(self, state: State) -> Findings:
        """X-7: without a catalogue people may have counted the deck wrongly."""
        if state.full:
            text = tr("the catalogue says how many cards there are; move a card instead")
            return stop("X-7", text)
        if state.stage not in TURN:
            return stop("X-7", tr("not now; {now}", now=stage_text(state.stage)))
        return deck_by(self.cards, state.deck)

    def apply(self, state: State) -> State:
        """The deck has that many cards more, or fewer."""
        deck, size = state.deck + self.cards, state.size + self.cards
        return flow.settle(replace(state, deck=deck, size=size))

    def tell(self, before: State, after: State) -> str:
        return tell_deck(self.cards)


@dataclass(frozen=True, slots=True)
class AdjustPoints(Verb[State]):
    """The table changes what a fighter's side counts by so many points."""

    verb, example, rule = "adjust-points", "table: adjust-points Ann -2", "X-7"
    said = later("By ruling {seat}'s side counts {points:+} (X-7)")
    when, wrong = frozenset({Stage.REINFORCE}), later("points are adjusted in a fight")
    by_table = True

    seat: Seat
    points: int

    def check(self, state: State) -> Findings:
        """X-7: of a side of the fight going on."""
        if self.seat not in state.fought.seats:
            return stop("X-7", tr("that player is not in this fight"))
        return points_by(self.points)

    def apply(self, state: State) -> State:
        """The side counts so many points more, or fewer, whatever else is played."""
        side = state.fought.side(self.seat)
        side = replace(side, mended=side.mended + self.points)
        return replace(state, fight=state.fought.with_side(side))
