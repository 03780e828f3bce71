"""What the table puts right by its own ruling (X-7): a power, a score, a Warrior's place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from companion.core.findings import YES, Findings, nobody_there, stop
from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.games.fgt.flow import bury, fresh, go_on, to_graveyard, to_scored
from companion.games.fgt.play_powers import change, strike_out
from companion.games.fgt.state import DRAWING, FIGHT, Scored, Stage, State
from companion.games.fgt.table import check_card, check_from_hidden
from companion.games.fgt.words import Zone

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.fgt.actions import AdjustCard, AdjustGlory, AdjustPower

MOST: Final = 999
OF_A_SEAT: Final = frozenset({Zone.HAND, Zone.SCORED})


def check_power(state: State, action: AdjustPower) -> Findings:
    """A living Main in a Fight; in light depth powers are not known."""
    if not state.full or state.stage not in FIGHT or state.stage in DRAWING:
        return stop("X-7", tr("powers are changed in a Fight, between two actions, in full depth"))
    if not state.has_seats(action.seat):
        return nobody_there("X-7")
    if not 0 < abs(action.points) <= MOST:
        return stop("X-7", tr("a power changes by 1 to {most} points", most=MOST))
    return strike_out(state, action.seat)


def apply_power(state: State, action: AdjustPower) -> State:
    """The power changes; below 1 it kills (FGT-B4)."""
    return go_on(bury(change(state, action.seat, None, UNNAMED, action.points)))


def check_glory(state: State, action: AdjustGlory) -> Findings:
    """At any time."""
    if not state.has_seats(action.seat):
        return nobody_there("X-7")
    if not 0 < abs(action.points) <= MOST:
        return stop("X-7", tr("Glory changes by 1 to {most} points", most=MOST))
    return YES


def apply_glory(state: State, action: AdjustGlory) -> State:
    """The score changes, with a line of its own."""
    player = state.players[action.seat]
    return state.with_player(action.seat, replace(player, adjusted=player.adjusted + action.points))


# ---------------------------------------------------------------- a card's place


def check_card_move(state: State, action: AdjustCard) -> Findings:
    """Between two actions, from where such a card is to somewhere else."""
    if state.stage is Stage.SETUP or state.stage in DRAWING:
        return stop("X-7", tr("finish dealing, drawing or shuffling first"))
    findings = _check_end(state, action.source, action.source_seat, "of") or _check_end(
        state, action.target, action.target_seat, "for"
    )
    if findings:
        return findings
    if (action.source, action.source_seat) == (action.target, action.target_seat):
        return stop("X-7", tr("that moves nothing"))
    return _check_source(state, action)


def _check_end(state: State, zone: Zone, seat: Seat | None, word: str) -> Findings:
    if zone not in OF_A_SEAT:
        text = tr("the {zone} belong to nobody: leave out {word}", zone=zone.value, word=word)
        return YES if seat is None else stop("X-7", text)
    if seat is None or not state.has_seats(seat):
        return stop("X-7", tr("say whose {zone} with {word}", zone=zone.value, word=word))
    return YES


def _check_source(state: State, action: AdjustCard) -> Findings:
    empty = stop("X-7", tr("no such Warrior is in the {source}", source=action.source.value))
    match action.source:
        case Zone.RESERVES:
            return _check_hidden(state, action) if state.reserves else empty
        case Zone.HAND:
            held = state.players[_whose(action.source_seat)].hand
            return _check_hidden(state, action) if held else empty
        case Zone.GRAVEYARD:
            return YES if action.card in state.graveyard else empty
        case Zone.SCORED:
            return YES if _scored_at(state, action) is not None else empty
        case _:
            assert_never(action.source)


def _check_hidden(state: State, action: AdjustCard) -> Findings:
    """A card that was face down; it need not be named."""
    if action.card == UNNAMED:
        return YES
    return check_from_hidden(state, action.card, "X-7")


def _whose(seat: Seat | None) -> Seat:
    assert seat is not None  # noqa: S101 - without it the action was refused (`_check_end`)
    return seat


def _scored_at(state: State, action: AdjustCard) -> int | None:
    """Which card of the scored pile is meant: the one of that name or Family, else the last."""
    pile = state.players[_whose(action.source_seat)].scored
    if action.card == UNNAMED:
        return len(pile) - 1 if pile else None
    for at, one in enumerate(pile):
        if one.card == action.card:
            return at
    known = state.warrior(action.card)
    if known is None or check_card(state, action.card, "X-7"):
        return None
    nameless = (at for at, one in enumerate(pile) if one.card is None)
    return next((at for at in nameless if pile[at].family in {None, known.family}), None)


def apply_card_move(state: State, action: AdjustCard) -> State:
    """The card is taken out and put in; then whoever is to act is found anew."""
    state, moved = _take_out(state, action)
    return go_on(_put_in(state, action, moved))


def _take_out(state: State, action: AdjustCard) -> tuple[State, Scored]:
    known = state.warrior(action.card)
    card = known.id if known else None
    moved = Scored(known.family if known else None, card)
    match action.source:
        case Zone.RESERVES:
            return replace(state, reserves=state.reserves - 1), moved
        case Zone.GRAVEYARD:
            at = state.graveyard.index(action.card)
            rest = (*state.graveyard[:at], *state.graveyard[at + 1 :])
            return replace(state, graveyard=rest), moved
        case Zone.HAND:
            return _hand_changes(state, _whose(action.source_seat), -1), moved
        case Zone.SCORED:
            seat = _whose(action.source_seat)
            pile, which = state.players[seat].scored, _scored_at(state, action) or 0
            player = replace(state.players[seat], scored=(*pile[:which], *pile[which + 1 :]))
            return state.with_player(seat, player), pile[which] if card is None else moved
        case _:
            assert_never(action.source)


def _put_in(state: State, action: AdjustCard, moved: Scored) -> State:
    match action.target:
        case Zone.RESERVES:
            return replace(state, reserves=state.reserves + 1)
        case Zone.GRAVEYARD:
            return to_graveyard(state, moved.card or UNNAMED)
        case Zone.HAND:
            return _hand_changes(state, _whose(action.target_seat), 1)
        case Zone.SCORED:
            return to_scored(state, _whose(action.target_seat), moved)
        case _:
            assert_never(action.target)


def _hand_changes(state: State, seat: Seat, by: int) -> State:
    player = fresh(state.players[seat])
    player = replace(player, hand=player.hand + by)
    return replace(state.with_player(seat, player), uneven=True)
