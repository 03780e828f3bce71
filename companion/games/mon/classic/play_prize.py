"""The prize of a fight (MON-C20 to MON-C24), and what the table mends by its own ruling (X-7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.findings import YES, Findings, against, nobody_there, points_by, stop
from companion.core.texts import tr
from companion.core.words import UNNAMED, CardId
from companion.games.mon.classic import flow
from companion.games.mon.classic.actions import Move
from companion.games.mon.classic.house import DragonPick
from companion.games.mon.classic.play_setup import check_taken, take
from companion.games.mon.classic.state import (
    DRAGON,
    HIDDEN,
    Dragon,
    Outcome,
    Stage,
    State,
    minus,
)
from companion.games.mon.classic.table import aside, aside_of, dragon_of, free_cards, stage_text
from companion.games.mon.rulings import deck_by

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.mon.classic.actions import (
        AdjustCard,
        AdjustDeck,
        AdjustDragon,
        AdjustPoints,
        TakeDragon,
    )
    from companion.games.mon.words import Faction

_BETWEEN: Final = frozenset({Stage.DRAW, Stage.BUILD, Stage.PRIZE, Stage.OVER})


# ---------------------------------------------------------------- the prize


def check_take(state: State, action: TakeDragon, seat: Seat) -> Findings:
    """MON-C20, MON-C20a: one of those set aside, of the own faction."""
    if state.stage is not Stage.PRIZE:
        return stop(
            "MON-C20",
            tr("Dragon cards are for the winner of a fight; {now}", now=stage_text(state.stage)),
        )
    if seat != state.turn:
        return stop("MON-C20", tr("{name} has won the fight", name=state.name(state.turn)))
    own = state.players[seat].faction
    faction = action.faction if state.full else action.faction or own
    wrong = _check_aside(state, action.card, faction, "MON-C20")
    if wrong:
        return wrong
    dragon = meant(state, action.card, action.faction, seat)
    if state.house.dragon_pick is DragonPick.ANY or dragon.faction is own:
        return YES
    return against(
        "MON-C20a", tr("{name} collects the {own} Dragon", name=state.name(seat), own=own)
    )


def meant(state: State, card: CardId, faction: Faction | None, seat: Seat) -> Dragon:
    """The Dragon card that is meant; in light depth of the own faction unless said."""
    dragon = dragon_of(state, card, faction or state.players[seat].faction)
    assert dragon is not None  # noqa: S101 - other cards are refused before, factions are picked
    return dragon


def _check_aside(state: State, card: CardId, faction: Faction | None, rule: str) -> Findings:
    if not state.full:
        if card != DRAGON:
            return stop(rule, tr("in light depth cards are not named: say {dragon}", dragon=DRAGON))
        gone = faction is not None and aside_of(state, faction) < 1
        return (
            stop(rule, tr("no card of the {faction} Dragon is set aside", faction=faction))
            if gone
            else YES
        )
    dragon = dragon_of(state, card, None)
    if dragon is None:
        return stop(rule, tr("no Dragon card is called {card}", card=card))
    if faction not in (None, dragon.faction):
        return stop(
            rule, tr("{card} is of the {faction} Dragon", card=card, faction=dragon.faction)
        )
    return (
        YES
        if card in aside(state)
        else stop(rule, tr("{card} is not set aside any more", card=card))
    )


def apply_take(state: State, action: TakeDragon, seat: Seat) -> State:
    """The fifth of the own faction ends the game at once (MON-C24), else the loser draws (C23)."""
    dragon = meant(state, action.card, action.faction, seat)
    last: Outcome = replace(state.fights[-1], dragon=dragon)
    player = state.players[seat]
    state = state.with_player(seat, replace(player, dragons=(*player.dragons, dragon)))
    return flow.after_prize(replace(state, fights=(*state.fights[:-1], last)))


# ----------------------------------------------------------------


def check_adjust_card(state: State, action: AdjustCard) -> Findings:
    """X-7: a part card or a hidden card, between players or the deck, and not out of a fight."""
    if state.stage in {Stage.SETUP, Stage.DEAL, Stage.OVER}:
        return stop("X-7", tr("no card can be moved; {now}", now=stage_text(state.stage)))
    said = (seat for seat in (action.source, action.target) if seat is not None)
    if not state.has_seats(*said):
        return nobody_there("X-7")
    if action.source == action.target:
        return stop("X-7", tr("say from whom and to whom; who is left out is the deck"))
    if action.source is None:
        return (
            check_taken(state, (action.card,))
            if state.deck
            else stop("X-7", tr("the deck is empty"))
        )
    whose, player = state.name(action.source), state.players[action.source]
    if action.card == HIDDEN:
        return YES if player.hand else stop("X-7", tr("{whose} holds no hidden card", whose=whose))
    if state.fight is not None and not state.full:
        return stop("X-7", tr("not while a fight is going on"))
    if not state.full and action.card != UNNAMED:
        return stop(
            "X-7", tr("in light depth say {unnamed}, or {hidden}", unnamed=UNNAMED, hidden=HIDDEN)
        )
    if action.card not in player.parts or action.card not in free_cards(state, action.source):
        return stop(
            "X-7", tr("no {card} lies free on {whose}'s table", card=action.card, whose=whose)
        )
    return YES


def apply_adjust_card(state: State, action: AdjustCard) -> State:
    """The card lies somewhere else."""
    card, source = action.card, action.source
    if source is not None:
        player = state.players[source]
        if card == HIDDEN:
            player = replace(player, hand=player.hand - 1)
        else:
            parts = minus(player.parts, (card,))
            player = replace(player, parts=parts)
        state = replace(state, deck=state.deck + 1).with_player(source, player)
        left = minus(player.monster, minus(player.monster, free_cards(state, source)))
        state = flow.at_home(state, source, left)
    if action.target is not None:
        state = take(state, action.target, (card,))
    return flow.settle(state)


def check_adjust_dragon(state: State, action: AdjustDragon) -> Findings:
    """X-7: takes one that is set aside, or returns one that neither fights nor waits."""
    if state.stage not in _BETWEEN:
        return stop("X-7", tr("no Dragon card can be moved; {now}", now=stage_text(state.stage)))
    if not state.has_seats(action.seat):
        return nobody_there("X-7")
    if action.move is Move.TAKES:
        faction = action.faction
        if not state.full:
            faction = faction or state.players[action.seat].faction
        return _check_aside(state, action.card, faction, "X-7")
    player = state.players[action.seat]
    # In light depth the cards in the Arena are not known, so nothing can be said against it.
    free = action.card in free_cards(state, action.seat)
    its = [one for one in player.dragons if one.card == action.card]
    if not free or not any(action.faction in (None, one.faction) for one in its):
        return stop(
            "X-7", tr("{name} has no such Dragon card to return", name=state.name(action.seat))
        )
    return YES


def apply_adjust_dragon(state: State, action: AdjustDragon) -> State:
    """The game may end by it, or go on again (MON-C24)."""
    player, seat = state.players[action.seat], action.seat
    before = player.own_dragons
    if action.move is Move.RETURNS:
        player = flow.without_dragon(player, action.card, action.faction)
    else:
        dragon = meant(state, action.card, action.faction, seat)
        player = replace(player, dragons=(*player.dragons, dragon))
    mended = player.mended + player.own_dragons - before
    return flow.settle(state.with_player(seat, replace(player, mended=mended)))


def check_adjust_deck(state: State, action: AdjustDeck) -> Findings:
    """X-7: without a catalogue people may have counted the deck wrongly."""
    if state.full:
        return stop("X-7", tr("the catalogue says how many cards there are; move a card instead"))
    if state.stage not in {Stage.DRAW, Stage.BUILD}:
        return stop("X-7", tr("not now; {now}", now=stage_text(state.stage)))
    return deck_by(action.cards, state.deck)


def apply_adjust_deck(state: State, action: AdjustDeck) -> State:
    """The deck has so many cards more, or fewer."""
    deck, size = state.deck + action.cards, state.size + action.cards
    return flow.settle(replace(state, deck=deck, size=size))


def check_adjust_points(state: State, action: AdjustPoints) -> Findings:
    """X-7: of a side of the fight going on."""
    if state.stage is not Stage.REINFORCE:
        return stop("X-7", tr("points are adjusted in a fight; {now}", now=stage_text(state.stage)))
    if action.seat not in state.fought.seats:
        return stop("X-7", tr("that player is not in this fight"))
    return points_by(action.points)


def apply_adjust_points(state: State, action: AdjustPoints) -> State:
    """The side counts so many points more, or fewer, whatever else is played."""
    side = state.fought.side(action.seat)
    side = replace(side, mended=side.mended + action.points)
    return replace(state, fight=state.fought.with_side(side))
