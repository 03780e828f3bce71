"""Counting points at the end (MON-D11), and what the table mends by its own ruling (X-7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from companion.core.findings import YES, Findings, nobody_there, points_by, stop
from companion.core.seats import FIRST
from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.games.mon.dominoes import flow
from companion.games.mon.dominoes.actions import Zone
from companion.games.mon.dominoes.state import Stage, State
from companion.games.mon.dominoes.table import check_known, from_hand, stage_text, to_hand
from companion.games.mon.monster import is_connected
from companion.games.mon.rulings import deck_by

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.mon.dominoes.actions import AdjustCard, AdjustDeck, AdjustScore, Points

MOST_POINTS: Final = 9999
_OWNED: Final = frozenset({Zone.HAND, Zone.COLLECTED})
_OPEN: Final = frozenset({Zone.COLLECTED, Zone.DISCARDED})
_QUIET: Final = frozenset({Stage.SETUP, Stage.DEAL})


def check_points(state: State, action: Points, seat: Seat) -> Findings:
    """MON-D11: people add up what is on the backs."""
    if state.full:
        return stop(
            "MON-D11", tr("the program adds up the points of the cards when the game is over")
        )
    if state.stage is not Stage.COUNT:
        return stop(
            "MON-D11", tr("points are counted at the end; {now}", now=stage_text(state.stage))
        )
    if not state.players[seat].collected:
        return stop("MON-D11", tr("{name} has collected nothing", name=state.name(seat)))
    if not 0 <= action.points <= MOST_POINTS:
        return stop("MON-D11", tr("say a number from 0 to {most_points}", most_points=MOST_POINTS))
    return YES


def apply_points(state: State, action: Points, seat: Seat) -> State:
    """When everybody's points are known the game is over (MON-D12)."""
    player = replace(state.players[seat], points=action.points)
    return flow.count(state.with_player(seat, player))


# ----------------------------------------------------------------


def check_adjust_card(state: State, action: AdjustCard) -> Findings:
    """X-7: the card must be where it is taken from, and be named where it lies open."""
    if state.stage in _QUIET:
        return stop("X-7", tr("nothing can be moved yet; {now}", now=stage_text(state.stage)))
    ended = state.stage in {Stage.COUNT, Stage.OVER}
    if ended and not {action.source, action.target} <= _OPEN:
        return stop(
            "X-7", tr("the game has ended: only collected and discarded cards can be moved")
        )
    if action.target is Zone.CENTRE:
        return stop("X-7", tr("a card gets into the monster by attach, with a ruling if need be"))
    return (
        _check_whose(state, action.source, action.source_seat, "of")
        or _check_whose(state, action.target, action.target_seat, "for")
        or _check_source(state, action)
    )


def _check_whose(state: State, zone: Zone, seat: Seat | None, word: str) -> Findings:
    return state.check_owner(zone.value, seat, word, owned=zone in _OWNED)


def _check_source(state: State, action: AdjustCard) -> Findings:
    card, seat = action.card.card, action.source_seat
    wrong = _check_name(state, action)
    if wrong:
        return wrong
    match action.source:
        case Zone.DECK:
            there = state.deck > 0
        case Zone.CENTRE:
            return _check_centre(state, action)
        case Zone.DISCARDED:
            there = card in state.discarded
        case Zone.HAND | Zone.COLLECTED:
            player = state.players[_whose(seat)]
            held = player.hand if action.source is Zone.HAND else player.collected
            there = card in held or (action.source is Zone.HAND and UNNAMED in held)
        case _:
            assert_never(action.source)
    return (
        YES
        if there
        else stop("X-7", tr("{card} is not in the {source}", card=card, source=action.source.value))
    )


def _check_name(state: State, action: AdjustCard) -> Findings:
    """A card that comes to light is named; one that stays where nobody sees it is not."""
    card = action.card.card
    if not state.full:
        return (
            YES
            if card == UNNAMED
            else stop("X-7", tr("in light depth say {unnamed}", unnamed=UNNAMED))
        )
    hidden = {Zone.DECK} if state.named else {Zone.DECK, Zone.HAND}
    unseen = action.source in hidden and action.target in hidden
    if card == UNNAMED:
        return YES if unseen else stop("X-7", tr("name the card: it lies open then"))
    if unseen:
        return stop("X-7", tr("nobody sees that card: say {unnamed}", unnamed=UNNAMED))
    held = () if action.source_seat is None else state.players[action.source_seat].hand
    known = action.source is Zone.HAND and card in held
    return check_known(state, (card,)) if action.source in _unseen_sources(known=known) else YES


def _unseen_sources(*, known: bool) -> frozenset[Zone]:
    return frozenset({Zone.DECK}) if known else frozenset({Zone.DECK, Zone.HAND})


def _check_centre(state: State, action: AdjustCard) -> Findings:
    if action.card not in state.centre.parts:
        return stop("X-7", tr("{card} is not in the centre", card=action.card.word()))
    rest = state.centre.without(action.card)
    if state.full and rest.parts and not is_connected(rest):
        return stop("MON-G3", tr("the rest of the monster would fall apart"))
    return YES


def apply_adjust_card(state: State, action: AdjustCard) -> State:
    """The card lies somewhere else; nobody has lost a turn since then."""
    state = _put_in(_taken_out(state, action), action)
    return flow.settle(replace(state, lost=()))


def _taken_out(state: State, action: AdjustCard) -> State:
    card, seat = action.card.card, _whose(action.source_seat)
    match action.source:
        case Zone.DECK:
            return replace(state, deck=state.deck - 1)
        case Zone.CENTRE:
            return replace(state, centre=state.centre.without(action.card))
        case Zone.HAND:
            return from_hand(state, seat, card)
        case Zone.COLLECTED:
            player, left = state.players[seat], list(state.players[seat].collected)
            left.remove(card)
            mended = replace(player, collected=tuple(left), mended=player.mended - 1, points=None)
            return state.with_player(seat, mended)
        case Zone.DISCARDED:
            gone = list(state.discarded)
            gone.remove(card)
            return replace(state, discarded=tuple(gone))
        case _:
            assert_never(action.source)


def _whose(seat: Seat | None) -> Seat:
    """A seat where the zone is somebody's; where it is nobody's the answer is not looked at."""
    return FIRST if seat is None else seat


def _put_in(state: State, action: AdjustCard) -> State:
    card, seat = action.card.card, _whose(action.target_seat)
    match action.target:
        case Zone.DECK:
            return replace(state, deck=state.deck + 1)
        case Zone.HAND:
            return to_hand(state, seat, card if state.named else UNNAMED)
        case Zone.COLLECTED:
            player = state.players[seat]
            collected = (*player.collected, card)
            mended = replace(player, collected=collected, mended=player.mended + 1, points=None)
            return state.with_player(seat, mended)
        case Zone.DISCARDED | Zone.CENTRE:  # a card never gets into the centre by a ruling
            return replace(state, discarded=(*state.discarded, card))
        case _:
            assert_never(action.target)


def check_adjust_deck(state: State, action: AdjustDeck) -> Findings:
    """X-7: without a catalogue people may have counted the deck wrongly."""
    if state.full:
        return stop("X-7", tr("the catalogue says how many cards there are; move a card instead"))
    if state.stage not in {Stage.START, Stage.TURN, Stage.REFILL}:
        return stop("X-7", tr("no turn is being played; {now}", now=stage_text(state.stage)))
    return deck_by(action.cards, state.deck)


def apply_adjust_deck(state: State, action: AdjustDeck) -> State:
    """The deck has so many cards more, or fewer."""
    deck, size = state.deck + action.cards, state.size + action.cards
    return flow.settle(replace(state, deck=deck, size=size, lost=()))


def check_adjust_score(state: State, action: AdjustScore) -> Findings:
    """X-7."""
    if not state.has_seats(action.seat):
        return nobody_there("X-7")
    return points_by(action.points)


def apply_adjust_score(state: State, action: AdjustScore) -> State:
    """The points count at the end, with those of the cards."""
    player = state.players[action.seat]
    adjusted = replace(player, adjusted=player.adjusted + action.points)
    return state.with_player(action.seat, adjusted)
