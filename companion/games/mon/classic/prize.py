"""Verbs of the prize of a fight (MON-C20 to C24), and of what the table mends by a ruling (X-7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.findings import YES, Findings, against, nobody_there, points_by, stop
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import Wording, later, tr
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId, argument
from companion.games.mon.classic import flow
from companion.games.mon.classic.house import DragonPick
from companion.games.mon.classic.state import Dragon, Outcome, Stage, State, minus
from companion.games.mon.classic.table import aside, aside_of, free_cards
from companion.games.mon.classic.turn import missing_in_deck, take
from companion.games.mon.shared import RecountDeck, tell_card
from companion.games.mon.words import DRAGON, HIDDEN, Faction, Kind


class Move(Wording):
    """Which way a Dragon card goes."""

    TAKES = later("takes")
    RETURNS = later("returns")


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

    def facts(self, state: State) -> Findings:
        """MON-C20: it is one of those set aside."""
        return _missing_aside(state, self.card, self.faction, self.me, "MON-C20")

    def check(self, state: State) -> Findings:
        """MON-C20, MON-C20a: for the winner, of their own faction."""
        wrong, own = YES, state.players[self.me].faction
        if state.stage is Stage.PRIZE and self.me != state.turn:
            winner = state.name(state.turn)
            wrong = against("MON-C20", tr("{name} has won the fight", name=winner))
        dragon = _meant(state, self.card, self.faction, self.me)
        if state.house.dragon_pick is DragonPick.ANY or dragon.faction is own:
            return wrong
        name = state.name(self.me)
        text = tr("{name} collects the {own} Dragon", name=name, own=own or "?")
        return (*wrong, *against("MON-C20a", text))

    def apply(self, state: State) -> State:
        """The fifth of their own faction ends the game at once (MON-C24), else the loser draws (C23)."""
        dragon = _meant(state, self.card, self.faction, self.me)
        if state.stage is not Stage.PRIZE or self.me != state.turn:
            return _give(state, self.me, dragon)  # by a ruling, beside any prize
        last: Outcome = replace(state.fights[-1], dragon=dragon)
        player = state.players[self.me]
        state = state.change(self.me, dragons=(*player.dragons, dragon))
        return flow.after_prize(replace(state, fights=(*state.fights[:-1], last)))

    def tell(self, before: State, after: State) -> str:
        taken = _meant(before, self.card, self.faction, self.me)
        card, text = before.called_card(taken.card), later("{called_card} of the {faction} Dragon")
        dragon = tr(text, called_card=card, faction=taken.faction)
        return tr("{who} takes {dragon} (MON-C20)", who=before.name(self.me), dragon=dragon)


def _meant(state: State, card: CardId, faction: Faction | None, seat: Seat) -> Dragon:
    """The Dragon card that is meant; in light depth of their own faction unless said."""
    return sure(_dragon(state, card, faction, seat))  # factions are picked


def _dragon(state: State, card: CardId, faction: Faction | None, seat: Seat) -> Dragon | None:
    """The Dragon card that is meant, if there is one."""
    if not state.full:
        faction = faction or state.players[seat].faction
        return None if faction is None else Dragon(faction)
    known = state.cards.get(card)
    if known is None or known.kind is not Kind.DRAGON or known.faction is None:
        return None
    return Dragon(known.faction, card)


def _give(state: State, seat: Seat, dragon: Dragon) -> State:
    """The table gives somebody a Dragon card; the game may end by it (MON-C24)."""
    player = state.players[seat]
    given = replace(player, dragons=(*player.dragons, dragon))
    mended = player.mended + given.own_dragons - player.own_dragons
    return flow.settle(state.with_player(seat, replace(given, mended=mended)))


def _missing_aside(state: State, card: CardId, faction: Faction | None, seat: Seat, rule: str) -> Findings:
    """Refuse a Dragon card that is not set aside; in light depth of their own faction unless said."""
    if not state.full and card != DRAGON:
        return stop(rule, tr("in light depth cards are not named: say {dragon}", dragon=DRAGON))
    dragon = _dragon(state, card, faction, seat)
    if dragon is None:
        none = tr("there is no Dragon card {card}", card=card)
        return stop(rule, none if state.full else tr("say of which faction: of and its name"))
    if faction not in (None, dragon.faction):
        text = tr("{card} is of the {faction} Dragon", card=card, faction=dragon.faction)
        return stop(rule, text)
    if not state.full:
        none = tr("no card of the {faction} Dragon is set aside", faction=dragon.faction)
        return YES if aside_of(state, dragon.faction) > 0 else stop(rule, none)
    gone = tr("{card} is not set aside any more", card=card)
    return YES if card in aside(state) else stop(rule, gone)


def _check_held(state: State, seat: Seat, card: CardId) -> Findings:
    """X-7: refuse to take a card out of a monster that fights or waits in the Arena."""
    if card in free_cards(state, seat):
        return YES
    return against("X-7", tr("{card} is in a monster that fights or waits", card=card))


@dataclass(frozen=True, slots=True)
class AdjustCard(Verb[State]):
    """The table moves a part card or a hidden card: a seat that is left out means the deck."""

    verb, rule = "adjust-card", "X-7"
    example, by_table = "table: adjust-card GM-B from Ann to Ben", True
    near = later("{card} were moved")

    card: CardId
    source: Seat | None = argument(keyword="from", default=None)
    target: Seat | None = argument(keyword="to", default=None)

    def facts(self, state: State) -> Findings:
        """X-7: a part card or a hidden card, between players or the deck."""
        said = (seat for seat in (self.source, self.target) if seat is not None)
        if not state.has_seats(*said):
            return nobody_there("X-7")
        if self.source == self.target:
            return stop("X-7", tr("say from whom and to whom; who is left out is the deck"))
        if self.source is not None:
            return self._missing_at(state, self.source)
        if not state.deck:
            return stop("X-7", tr("the deck is empty"))
        return missing_in_deck(state, (self.card,))

    def check(self, state: State) -> Findings:
        """X-7: a monster that fights or waits stays whole."""
        if self.source is None or self.card == HIDDEN:
            return YES
        return _check_held(state, self.source, self.card)

    def _missing_at(self, state: State, source: Seat) -> Findings:
        """X-7: what a player can give."""
        card, whose, player = self.card, state.name(source), state.players[source]
        if card == HIDDEN:
            none = tr("{whose} holds no hidden card", whose=whose)
            return YES if player.hand else stop("X-7", none)
        if not state.full and card != UNNAMED:
            text = tr("in light depth say {unnamed}, or {hidden}", unnamed=UNNAMED, hidden=HIDDEN)
            return stop("X-7", text)
        if card not in player.parts:
            return stop("X-7", tr("no {card} lies on {whose}'s table", card=card, whose=whose))
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
            state = flow.keep_owned(state, source)
        if self.target is not None:
            state = take(state, self.target, (card,))
        return flow.settle(state)

    def tell(self, before: State, after: State) -> str:
        source, target = (tr("the deck") if seat is None else before.name(seat) for seat in (self.source, self.target))
        return tell_card(before.called_card(self.card), source, target)


@dataclass(frozen=True, slots=True)
class AdjustDragon(Verb[State]):
    """The table lets a player take a Dragon card, or return one to those set aside."""

    verb, rule = "adjust-dragon", "X-7"
    example = "table: adjust-dragon Ann takes DR-EL-1"
    by_table = after_end = True

    seat: Seat
    move: Move
    card: CardId
    faction: Faction | None = argument(keyword="of", default=None)

    def facts(self, state: State) -> Findings:
        """X-7: takes one that is set aside, or returns one that there is."""
        if wrong := state.check_seat(self.seat, "X-7"):
            return wrong
        if self.move is Move.TAKES:
            return _missing_aside(state, self.card, self.faction, self.seat, "X-7")
        its = [one for one in state.players[self.seat].dragons if one.card == self.card]
        if any(self.faction in (None, one.faction) for one in its):
            return YES
        name = state.name(self.seat)
        return stop("X-7", tr("{name} has no such Dragon card to return", name=name))

    def check(self, state: State) -> Findings:
        """X-7: a monster that fights or waits stays whole; in light depth nobody knows of what."""
        returned = self.move is Move.RETURNS
        return _check_held(state, self.seat, self.card) if returned else YES

    def apply(self, state: State) -> State:
        """The game may end by it, or go on again (MON-C24)."""
        player, seat = state.players[self.seat], self.seat
        if self.move is Move.TAKES:
            return _give(state, seat, _meant(state, self.card, self.faction, seat))
        left = flow.without_dragon(player, self.card, self.faction)
        mended = player.mended + left.own_dragons - player.own_dragons
        state = state.with_player(seat, replace(left, mended=mended))
        return flow.settle(flow.keep_owned(state, seat))

    def tell(self, before: State, after: State) -> str:
        name, card = before.name(self.seat), before.called_card(self.card)
        text = later("By ruling {name} returns {card} (X-7)")
        if self.move is Move.TAKES:
            text = later("By ruling {name} takes {card} (X-7)")
        return tr(text, name=name, card=card)


@dataclass(frozen=True, slots=True)
class AdjustDeck(RecountDeck[State]):
    """The table says that the deck has that many cards more or fewer (light depth)."""

    def facts(self, state: State) -> Findings:
        """MON-C4: a deck that was counted before."""
        if state.full or state.size:
            return RecountDeck.facts(self, state)
        return stop("MON-C4", tr("first say how many cards the deck has: deck and a number"))

    def apply(self, state: State) -> State:
        return flow.settle(RecountDeck.apply(self, state))


@dataclass(frozen=True, slots=True)
class AdjustPoints(Verb[State]):
    """The table changes what a fighter's side counts by so many points."""

    verb, example, rule = "adjust-points", "table: adjust-points Ann -2", "X-7"
    said = later("By ruling {seat}'s side counts {points:+} (X-7)")
    by_table = True
    near = later("{seat}'s side had {points:+} points")

    seat: Seat
    points: int

    def facts(self, state: State) -> Findings:
        """X-7: of a side of the fight going on."""
        if state.fight is None or self.seat not in state.fight.seats:
            return stop("X-7", tr("that player is not in a fight"))
        return points_by(self.points)

    def apply(self, state: State) -> State:
        """The side counts so many points more, or fewer; the lower one reinforces (MON-C15)."""
        side = state.fought.side(self.seat)
        side = replace(side, mended=side.mended + self.points)
        return flow.change_fight(state, state.fought.with_side(side))
