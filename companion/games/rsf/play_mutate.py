"""Mutate (RSF-O1), calling a quiet game (RSF-E3), and what the table adjusts by itself (X-7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from companion.core.findings import YES, Findings, against, points_by, stop
from companion.core.texts import stage_text, tr
from companion.core.words import UNNAMED
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.flow import end_mutate
from companion.games.rsf.house import EdgeMatch, StalemateRounds
from companion.games.rsf.play_ready import check_mode_of
from companion.games.rsf.state import (
    FREE,
    RESOLVING,
    SUDDEN_DEATH,
    Piece,
    Stage,
    State,
)
from companion.games.rsf.table import (
    find_piece,
    from_discard,
    from_hand,
    has_in_hand,
    in_turn,
    join,
    leave,
    piece_meant,
    remonster,
    sure,
    to_discard,
    to_hand,
    unknown_card,
)
from companion.games.rsf.words import Column, Mode, Zone

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.rsf.actions import AdjustActions, AdjustCard, AdjustScore, Rearrange

QUIET_ROUNDS = 3  # RSF-E3
_OWNED = frozenset({Zone.HAND, Zone.MONSTER})


# ---------------------------------------------------------------- mutate


def uses_edges(state: State) -> bool:
    """Tell whether edge marks are in use (RSF-R2x)."""
    if state.house.edge_match is EdgeMatch.OFF:
        return False
    return any(any(card.edges) for card in sure(state.box).cards.values())


def check_rearrange(state: State, action: Rearrange, seat: Seat) -> Findings:
    """RSF-O1, O1a."""
    wrong = _mutating(state, seat)
    if wrong or not state.box:
        return wrong
    before = state.players[seat].monster
    now = Counter(place.card for place in action.layout)
    had = Counter(piece.card for piece in before)
    if now - had:
        return stop("RSF-O1", tr("Mutate may not add cards: {next}", next=next(iter(now - had))))
    if had - now:
        return stop("RSF-O1", tr("Mutate may not remove cards: {next}", next=next(iter(had - now))))
    if len({place.cell for place in action.layout}) < len(action.layout):
        return stop("RSF-R2", tr("two cards cannot share a cell"))
    if _modes(before) != _modes(after := layout_of(state, action, seat)):
        return stop("RSF-O1a", tr("a Mutate does not change how hybrids are used"))
    groups = arithmetic.parts(arithmetic.cells(after))
    allowed = arithmetic.parts(arithmetic.cells(before)) if uses_edges(state) else 1
    if groups > allowed:
        return against("RSF-R2x", tr("the monster must hang together"))
    if not arithmetic.all_edges_fit(state.box.cards, state.house, after):
        return against("RSF-Q11", tr("the edges of two neighbours do not fit"))
    return YES


def _mutating(state: State, seat: Seat) -> Findings:
    if state.stage is not Stage.MUTATE:
        when = tr("after Phase 2, after Phase 4 and after each Sudden Death round")
        return stop(
            "RSF-O1",
            tr(
                "monsters mutate {when}; {stage_text}",
                when=when,
                stage_text=stage_text(state.stage),
            ),
        )
    return in_turn(state, seat, "RSF-O1")


def _modes(pieces: tuple[Piece, ...]) -> Counter[tuple[str, Mode | None]]:
    return Counter((piece.card, piece.mode) for piece in pieces)


def layout_of(state: State, action: Rearrange, seat: Seat) -> tuple[Piece, ...]:
    """The pieces in their new cells, each with its mode (RSF-O1a).

    Copies of one hybrid in different modes keep apart as the placements say, or else by cell.
    """
    left = list(state.players[seat].monster)
    placed: list[Piece] = []
    for place in sorted(action.layout, key=lambda place: (place.mode is None, place.cell)):
        same = [piece for piece in left if piece.card == place.card]
        fits = [piece for piece in same if place.mode is None or piece.mode == place.mode]
        stays = [piece for piece in fits if piece.cell == place.cell]
        if not fits:
            placed.append(Piece(place.cell, place.card, place.mode))
            continue
        piece = (stays or fits)[0]
        left.remove(piece)
        placed.append(piece._replace(cell=place.cell))
    return arithmetic.built(placed)


def apply_rearrange(state: State, action: Rearrange, seat: Seat) -> State:
    """The monster lies as it was laid out; the next player may mutate."""
    if state.full:
        state = remonster(state, seat, layout_of(state, action, seat))
    return end_mutate(state)


def check_skip(state: State, seat: Seat) -> Findings:
    """RSF-O1a: mutating is optional. RSF-X6: the result of a special is not."""
    if state.stage is Stage.RESOLVE:
        return in_turn(state, seat) or against(
            "RSF-X6", tr("what the die says is carried out if it can be")
        )
    if state.stage is not Stage.MUTATE:
        return stop(
            "RSF-O1a",
            tr("there is nothing to skip; {stage_text}", stage_text=stage_text(state.stage)),
        )
    return in_turn(state, seat, "RSF-O1")


# ---------------------------------------------------------------- stalemate


def is_quiet(state: State) -> bool:
    """Tell whether the game may be called (RSF-E3)."""
    return (
        state.house.stalemate_rounds is not StalemateRounds.OFF
        and state.phase == SUDDEN_DEATH
        and state.quiet >= QUIET_ROUNDS
        and state.pile == 0
        and not state.discard
    )


def check_stalemate(state: State) -> Findings:
    """RSF-E3."""
    if state.stage not in {Stage.DRAW, Stage.MUTATE, *FREE}:
        return stop(
            "RSF-O4",
            tr("the game cannot be called; {stage_text}", stage_text=stage_text(state.stage)),
        )
    if state.house.stalemate_rounds is StalemateRounds.OFF:
        return against("RSF-E3", tr("the stalemate guard is switched off"))
    if not is_quiet(state):
        return against(
            "RSF-E3",
            tr(
                "the game is called after {quiet_rounds} quiet Sudden Death rounds with "
                "pile and discard empty; quiet so far: {quiet}",
                quiet_rounds=QUIET_ROUNDS,
                quiet=state.quiet,
            ),
        )
    return YES


def apply_stalemate(state: State) -> State:
    """The game ends as it stands."""
    return replace(state, stage=Stage.OVER, called=True)


# ---------------------------------------------------------------- adjust


def check_adjust_card(state: State, action: AdjustCard) -> Findings:
    """X-7: the card must be where it is taken from, and there must be room where it goes."""
    if state.stage in RESOLVING or state.stage in {Stage.SETUP, Stage.STARTER, Stage.DEAL}:
        return stop(
            "X-7",
            tr(
                "first finish or withdraw what is under way; {stage_text}",
                stage_text=stage_text(state.stage),
            ),
        )
    if state.stage is Stage.OVER and Zone.MONSTER in {action.source, action.target}:
        return stop("X-7", tr("the game is over and monsters stay as they are; undo instead"))
    return _check_source(state, action) or _check_target(state, action)


def _check_whose(state: State, seat: Seat | None, zone: Zone, word: str) -> Findings:
    wrong = state.check_owner(zone.value, seat, word, owned=zone in _OWNED)
    if wrong or seat is None:
        return wrong
    if not state.players[seat].alive:
        return stop(
            "X-7", tr("{name}'s monster is out of the game; undo instead", name=state.name(seat))
        )
    return YES


def _check_source(state: State, action: AdjustCard) -> Findings:
    seat, card = action.source_seat, action.piece.card
    wrong = _check_whose(state, seat, action.source, "of")
    if wrong:
        return wrong
    match action.source:
        case Zone.PILE:
            there = state.pile > 0
            named = action.target in {Zone.MONSTER, Zone.DISCARD, Zone.DESTROYED}
            if there and (card != UNNAMED or (named and state.full)):
                return unknown_card(state, card)
        case Zone.DISCARD:
            there = any(thrown.card == card for thrown in state.discard)
        case Zone.DESTROYED:
            there = card in state.destroyed
        case Zone.HAND:
            there = has_in_hand(state, sure(seat), card)
        case Zone.MONSTER:
            piece = find_piece(state, sure(seat), action.piece, "X-7", None)
            return YES if isinstance(piece, Piece) else piece
        case _:
            assert_never(action.source)
    return (
        YES
        if there
        else stop("X-7", tr("{card} is not in the {source}", card=card, source=action.source.value))
    )


def _check_target(state: State, action: AdjustCard) -> Findings:
    wrong = _check_whose(state, action.target_seat, action.target, "for")
    if wrong or action.target is not Zone.MONSTER or not state.full:
        return wrong
    if action.piece.card == UNNAMED:
        return stop("X-7", tr("name the card that goes into the monster"))
    if action.cell is None:
        return stop("X-7", tr("say where in the monster: at and a cell"))
    monster = state.players[sure(action.target_seat)].monster
    if any(piece.cell == action.cell for piece in monster):
        return stop("RSF-R2", tr("a card lies at {cell} already", cell=action.cell.word()))
    return YES if action.mode is None else check_mode_of(state, action.piece.card, action.mode)


def apply_adjust_card(state: State, action: AdjustCard) -> State:
    """The card lies somewhere else; deaths that follow are seen to as after any change."""
    return _put_in(_taken_out(state, action), action)


def _taken_out(state: State, action: AdjustCard) -> State:
    card, source = action.piece.card, action.source_seat
    match action.source:
        case Zone.PILE:
            return replace(state, pile=state.pile - 1)
        case Zone.DISCARD:
            at = next(at for at, thrown in enumerate(state.discard) if thrown.card == card)
            return from_discard(state, at)
        case Zone.DESTROYED:
            gone = list(state.destroyed)
            gone.remove(card)
            return replace(state, destroyed=tuple(gone), mended=state.mended - 1)
        case Zone.HAND:
            return from_hand(state, sure(source), card)
        case Zone.MONSTER:
            return leave(state, sure(source), piece_meant(state, sure(source), action.piece))
        case _:
            assert_never(action.source)


def _put_in(state: State, action: AdjustCard) -> State:
    card, source, target = action.piece.card, action.source_seat, action.target_seat
    match action.target:
        case Zone.PILE:
            return replace(state, pile=state.pile + 1)
        case Zone.DISCARD:
            return to_discard(state, source if source is not None else state.turn, card)
        case Zone.DESTROYED:
            return replace(state, destroyed=(*state.destroyed, card), mended=state.mended + 1)
        case Zone.HAND:
            return to_hand(state, sure(target), card)
        case Zone.MONSTER:
            return join(state, sure(target), card, action.cell, action.mode)
        case _:
            assert_never(action.target)


def check_adjust_score(state: State, action: AdjustScore) -> Findings:
    """X-7."""
    if not state.has_seats(action.seat) or not state.players[action.seat].alive:
        return stop("X-7", tr("that player has no monster any more"))
    return points_by(action.points)


def apply_adjust_score(state: State, action: AdjustScore) -> State:
    """The score is changed by so many points until the end of the game."""
    player = state.players[action.seat]
    columns = (Column.ATK, Column.DEF, Column.SPC)
    attack, defense, special = (
        old + (action.points if column is action.column else 0)
        for old, column in zip(player.adjusted, columns, strict=True)
    )
    adjusted = (attack, defense, special)
    return state.with_player(action.seat, replace(player, adjusted=adjusted))


def check_adjust_actions(state: State, action: AdjustActions) -> Findings:
    """X-7."""
    if state.stage not in {Stage.DRAW, *FREE, *RESOLVING}:
        return stop(
            "X-7", tr("no turn is being played; {stage_text}", stage_text=stage_text(state.stage))
        )
    if not 0 < abs(action.actions) <= 9:  # noqa: PLR2004 - one digit
        return stop("X-7", tr("say by how many actions, from -9 to 9"))
    return YES


def apply_adjust_actions(state: State, action: AdjustActions) -> State:
    """The turn has so many actions more; what is used already stays used."""
    granted = max(-state.phase, state.granted + action.actions)
    beyond = max(state.beyond, state.actions_used - state.phase - granted)
    return replace(state, granted=granted, beyond=beyond)
