"""Before the first turn: the deck, factions, the youngest, three cards each (MON-C1 to MON-C5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.switches import OnOff
from companion.core.texts import tr
from companion.core.words import UNNAMED, CardId
from companion.games.mon.classic import flow
from companion.games.mon.classic.state import DEALT, HIDDEN, Stage, State
from companion.games.mon.classic.table import hidden_left, stage_text
from companion.games.mon.rulings import deck_counted
from companion.games.mon.words import Kind

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.mon.classic.actions import Dealt, DeckSize, PickFaction, Youngest


def check_deck(state: State, action: DeckSize) -> Findings:
    """MON-C4: only people know how many cards they have when no catalogue lists them."""
    if state.stage is not Stage.SETUP:
        return stop(
            "MON-C4",
            tr(
                "the deck is counted before the first cards are taken; {now}",
                now=stage_text(state.stage),
            ),
        )
    if state.full:
        return stop(
            "MON-C4", tr("the catalogue says it: the deck has {deck} cards", deck=state.deck)
        )
    players = len(state.players)
    return deck_counted("MON-C5", action.count, players, DEALT * players)


def apply_deck(state: State, action: DeckSize) -> State:
    """So many cards are in use."""
    return replace(state, deck=action.count, size=action.count)


def check_faction(state: State, action: PickFaction, seat: Seat) -> Findings:
    """MON-C2, MON-C2a."""
    if state.stage is not Stage.SETUP:
        return stop(
            "MON-C2",
            tr(
                "factions are picked before the first cards are taken; {now}",
                now=stage_text(state.stage),
            ),
        )
    if state.house.same_faction is OnOff.ON:
        return YES
    for other in state.order:
        if other != seat and state.players[other].faction is action.faction:
            return against(
                "MON-C2a",
                tr("{name} has picked {faction}", name=state.name(other), faction=action.faction),
            )
    return YES


def apply_faction(state: State, action: PickFaction, seat: Seat) -> State:
    """The player will destroy this faction."""
    return state.with_player(seat, replace(state.players[seat], faction=action.faction))


def check_youngest(state: State, action: Youngest) -> Findings:
    """MON-C6: the youngest begins; everything else is settled before."""
    if state.stage is not Stage.SETUP:
        return stop(
            "MON-C6",
            tr("the youngest is named before the first turn; {now}", now=stage_text(state.stage)),
        )
    if not state.has_seats(action.seat):
        return nobody_there("MON-C6")
    if not state.deck:
        return stop("MON-C4", tr("first say how many cards the deck has: deck and a number"))
    undecided = next((seat for seat in state.order if not state.players[seat].faction), None)
    if undecided is not None:
        return stop("MON-C2", tr("{name} has not picked a faction", name=state.name(undecided)))
    return YES


def apply_youngest(state: State, seat: Seat) -> State:
    """The youngest will begin; first everybody takes three cards."""
    return replace(state, stage=Stage.DEAL, turn=seat, youngest=seat)


def check_dealt(state: State, action: Dealt, seat: Seat) -> Findings:
    """MON-C5: three cards; parts are named, Power and Spell cards counted."""
    if state.stage is not Stage.DEAL:
        return stop(
            "MON-C5",
            tr(
                "the first cards are taken before the first turn; {now}",
                now=stage_text(state.stage),
            ),
        )
    if state.players[seat].dealt:
        return stop("MON-C5", tr("{name} has the first cards already", name=state.name(seat)))
    if not 0 < len(action.cards) <= state.deck:
        return stop(
            "MON-C5", tr("say which cards, {hidden} for a Power or Spell card", hidden=HIDDEN)
        )
    wrong = check_taken(state, action.cards)
    if wrong or len(action.cards) == DEALT:
        return wrong
    return against(
        "MON-C5",
        tr("everybody draws {dealt} cards, not {cards}", dealt=DEALT, cards=len(action.cards)),
    )


def apply_dealt(state: State, action: Dealt, seat: Seat) -> State:
    """Once everybody has the first cards the youngest begins (MON-C6)."""
    state = take(state, seat, action.cards)
    state = state.with_player(seat, replace(state.players[seat], dealt=True))
    if all(player.dealt for player in state.players):
        return flow.begin_turn(state, state.youngest)
    return state


# ---------------------------------------------------------------- cards from the deck


def check_taken(state: State, cards: tuple[CardId, ...]) -> Findings:
    """MON-C5, MON-G5: cards that come from the deck are parts by name, or hidden."""
    for card in dict.fromkeys(cards):
        wrong = _check_part(state, card, cards.count(card))
        if wrong:
            return wrong
    return YES


def _check_part(state: State, card: CardId, count: int) -> Findings:
    if not state.full:
        if card in {UNNAMED, HIDDEN}:
            return YES
        return stop(
            "MON-C5",
            tr(
                "in light depth say {unnamed} for a part, or {hidden}, not {card}",
                unnamed=UNNAMED,
                hidden=HIDDEN,
                card=card,
            ),
        )
    if card == HIDDEN:
        if hidden_left(state) >= count:
            return YES
        return stop("MON-C5", tr("so many Power and Spell cards are not left in the deck"))
    known = state.cards.get(card)
    if known is None:
        return stop(
            "MON-C5",
            tr(
                "no card is called {card}: name the part, or say {hidden}", card=card, hidden=HIDDEN
            ),
        )
    if known.kind is Kind.DRAGON:
        return stop("MON-C3", tr("{card} is a Dragon card and not in the deck", card=card))
    if known.kind is not Kind.PART:
        return stop(
            "MON-G5", tr("Power and Spell cards are kept secret: say {hidden}", hidden=HIDDEN)
        )
    if known.copies - sum(player.parts.count(card) for player in state.players) < count:
        return stop("MON-C5", tr("no such copy of {card} is left in the deck", card=card))
    return YES


def take(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    """Parts go on the table, picture up; the others are counted (MON-C5, MON-C7)."""
    player = state.players[seat]
    parts = tuple(card for card in cards if card != HIDDEN)
    player = replace(
        player,
        parts=tuple(sorted((*player.parts, *parts))),
        hand=player.hand + len(cards) - len(parts),
    )
    return replace(state, deck=state.deck - len(cards)).with_player(seat, player)
