"""Results of the special table (RSF-X1 to X6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.texts import stage_text, tr
from companion.core.words import UNNAMED
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.flow import back_to_combat
from companion.games.rsf.house import HandKind, StealTo, SwapBetween
from companion.games.rsf.play_fight import spend
from companion.games.rsf.state import LastRoll, Piece, Result, Stage, State
from companion.games.rsf.table import (
    can_draw,
    find_piece,
    in_turn,
    is_outside,
    join,
    leave,
    may_give_up,
    piece_meant,
    remonster,
    replenish,
    sure,
    to_discard,
    to_hand,
)
from companion.games.rsf.words import PieceRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.actions import Roll
    from companion.core.seats import Seat
    from companion.core.words import Cell
    from companion.games.rsf.actions import Force, Move, Remove, Replace, Steal, Swap

RESULTS: Final = {
    "1": Result.STEAL,
    "2": Result.STEAL,
    "3": Result.MOVE,
    "4": Result.MOVE,
    "5": Result.SWAP,
    "6": Result.SWAP,
    "7": Result.REPLACE,
    "8": Result.REPLACE,
    "9": Result.FORCE,
    "0": Result.FORCE,  # the table runs "9 - 0" (RSF-X5), whatever 0 counts elsewhere
    "10": Result.FORCE,
}

TEXTS: Final = {
    Result.STEAL: tr("steal an outside card of another monster"),
    Result.MOVE: tr("move one of the own pieces"),
    Result.SWAP: tr("swap two pieces between two players"),
    Result.REPLACE: tr("discard one of the own pieces and draw a replacement"),
    Result.FORCE: tr("force another player to remove a piece"),
}


def roll_special(state: State, action: Roll) -> State:
    """What cannot be carried out is spent without effect (RSF-X6)."""
    face = action.dice[0].face
    result = RESULTS[face]
    possible = can_carry_out(state, result)
    text = (
        TEXTS[result] if possible else tr("{texts}: not possible, no effect", texts=TEXTS[result])
    )
    state = replace(
        spend(state, special=True),
        last_roll=LastRoll(state.turn, face, "special", text, result.value),
    )
    if not possible:
        return back_to_combat(state)
    return replace(state, stage=Stage.RESOLVE, result=result)


def can_carry_out(state: State, result: Result) -> bool:
    """Tell whether a result has anything to act on (RSF-X6)."""
    match result:
        case Result.STEAL:
            return next(stealable(state, state.turn), None) is not None
        case Result.MOVE:
            if not state.full:
                return len(state.players[state.turn].monster) > 1
            return next(moves(state, state.turn), None) is not None
        case Result.SWAP:
            return len(state.living) > 1
        case Result.REPLACE:
            return can_draw(state)
        case Result.FORCE:
            return any(seat != state.turn for seat in state.living)
        case _:
            assert_never(result)


def _resolving(state: State, seat: Seat, result: Result) -> Findings:
    """The die has shown this result, and it is the actor who carries it out."""
    if state.stage is not Stage.RESOLVE:
        return stop(
            result.value,
            tr("no special is to be carried out; {stage_text}", stage_text=stage_text(state.stage)),
        )
    wrong = in_turn(state, seat)
    if wrong:
        return wrong
    shown = sure(state.result)
    if shown is not result:
        return stop(shown.value, tr("the die says: {texts}", texts=TEXTS[shown]))
    return YES


def _living(state: State, seat: Seat, rule: str) -> Findings:
    if not state.has_seats(seat):
        return nobody_there(rule)
    if not state.players[seat].alive:
        return stop(rule, tr("{name}'s monster is out of the game", name=state.name(seat)))
    return YES


# ---------------------------------------------------------------- X1 steal


def stealable(state: State, actor: Seat) -> Iterator[tuple[Seat, Piece]]:
    """Every outside card of every other monster."""
    for seat in state.living:
        if seat == actor:
            continue
        pieces = state.players[seat].monster
        for piece in pieces if state.full else pieces[-1:]:
            if not state.full or is_outside(state, seat, piece):
                yield seat, piece


def check_steal(state: State, action: Steal, seat: Seat) -> Findings:
    """RSF-X1, X1a."""
    wrong = _resolving(state, seat, Result.STEAL) or _living(state, action.target, "RSF-X1")
    if wrong:
        return wrong
    if action.target == seat:
        return stop("RSF-X1", tr("a card is stolen from another player's monster"))
    piece = find_piece(state, action.target, action.piece, "RSF-X1", seat)
    if not isinstance(piece, Piece):
        return piece
    if state.full and not is_outside(state, action.target, piece):
        return against("RSF-X1a", tr("{card} does not lie on the outside", card=piece.card))
    return YES


def apply_steal(state: State, action: Steal, seat: Seat) -> State:
    """The card goes to the actor's hand, or is to be connected at once (RSF-Q15)."""
    piece = piece_meant(state, action.target, action.piece)
    state = leave(state, action.target, piece)
    if state.house.steal_to is StealTo.MONSTER:
        state = replace(to_hand(state, seat, piece.card), result=None)
        return replace(state, stage=Stage.ATTACH, drawn=piece.card)
    hidden = state.house.hand is HandKind.HIDDEN
    return back_to_combat(to_hand(state, seat, UNNAMED if hidden else piece.card))


# ---------------------------------------------------------------- X2 move


def moves(state: State, seat: Seat) -> Iterator[tuple[Piece, Cell]]:
    """Every way to move one piece of a monster (RSF-X2a)."""
    pieces = state.players[seat].monster
    if len(pieces) < 2:  # noqa: PLR2004 - it has nothing to move along
        return
    cards = sure(state.box).cards
    before = arithmetic.parts(arithmetic.cells(pieces))
    for piece in pieces:
        rest = tuple(one for one in pieces if one is not piece)
        filled = arithmetic.cells(rest)
        for cell in arithmetic.open_cells(rest):
            xy = (cell.x, cell.y)
            if cell == piece.cell or arithmetic.parts(filled | {xy}) > before:
                continue
            if arithmetic.edges_fit(cards, state.house, rest, piece.card, cell):
                yield piece, cell


def check_move(state: State, action: Move, seat: Seat) -> Findings:
    """RSF-X2, X2a."""
    wrong = _resolving(state, seat, Result.MOVE)
    if wrong:
        return wrong
    piece = find_piece(state, seat, action.piece, "RSF-X2", seat)
    if not isinstance(piece, Piece) or not state.full:
        return YES if isinstance(piece, Piece) else piece
    if action.cell is None:
        return stop("RSF-X2", tr("say where {card} is moved to", card=piece.card))
    rest = tuple(one for one in state.players[seat].monster if one is not piece)
    filled, xy = arithmetic.cells(rest), (action.cell.x, action.cell.y)
    if xy in filled:
        return stop("RSF-R2", tr("a card lies at {cell} already", cell=action.cell.word()))
    if action.cell == piece.cell:
        return against("RSF-X2", tr("{card} lies there already", card=piece.card))
    if not any(side in filled for side in arithmetic.sides(xy)):
        return against(
            "RSF-X2a", tr("{cell} shares no side with the monster", cell=action.cell.word())
        )
    here = (piece.cell.x, piece.cell.y)
    if arithmetic.parts(filled | {xy}) > arithmetic.parts(filled | {here}):
        return against("RSF-X2a", tr("the monster would fall into more parts than before"))
    cards = sure(state.box).cards
    if not arithmetic.edges_fit(cards, state.house, rest, piece.card, action.cell):
        return against("RSF-Q11", tr("the edges of {card} do not fit there", card=piece.card))
    return YES


def apply_move(state: State, action: Move, seat: Seat) -> State:
    """The piece lies in its new cell."""
    if state.full:
        piece, cell = piece_meant(state, seat, action.piece), sure(action.cell)
        rest = [one for one in state.players[seat].monster if one is not piece]
        moved = piece._replace(cell=cell)
        state = remonster(state, seat, arithmetic.built((*rest, moved)))
    return back_to_combat(state)


# ---------------------------------------------------------------- X3 swap


def check_swap(state: State, action: Swap, seat: Seat) -> Findings:
    """RSF-X3, X3a."""
    wrong = (
        _resolving(state, seat, Result.SWAP)
        or _living(state, action.first, "RSF-X3")
        or _living(state, action.second, "RSF-X3")
    )
    if wrong:
        return wrong
    if action.first == action.second:
        return stop("RSF-X3", tr("pieces are swapped between two different players"))
    for owner, ref in ((action.first, action.first_piece), (action.second, action.second_piece)):
        piece = find_piece(state, owner, ref, "RSF-X3", seat)
        if not isinstance(piece, Piece):
            return piece
    included = seat in {action.first, action.second}
    if state.house.swap is SwapBetween.MUST_INCLUDE_ACTOR and not included:
        return against("RSF-X3a", tr("one of the two must be the player who rolled"))
    return YES


def apply_swap(state: State, action: Swap) -> State:
    """Each piece takes the other's cell; hybrids are declared anew by their new owners."""
    one = piece_meant(state, action.first, action.first_piece)
    two = piece_meant(state, action.second, action.second_piece)
    state = leave(state, action.first, one)
    state = leave(state, action.second, two)
    state = join(state, action.first, two.card, one.cell, None)
    state = join(state, action.second, one.card, two.cell, None)
    return back_to_combat(state)


# ---------------------------------------------------------------- X4 replace


def check_replace(state: State, action: Replace, seat: Seat) -> Findings:
    """RSF-X4, X4a."""
    wrong = _resolving(state, seat, Result.REPLACE)
    if wrong:
        return wrong
    piece = find_piece(state, seat, action.piece, "RSF-X4", seat)
    return may_give_up(state, seat, piece) if isinstance(piece, Piece) else piece


def apply_replace(state: State, action: Replace, seat: Seat) -> State:
    """A reshuffle comes first, so that the piece itself cannot be drawn (RSF-X4a)."""
    piece = piece_meant(state, seat, action.piece)
    state = to_discard(leave(replenish(state), seat, piece), seat, piece.card)
    return replace(state, stage=Stage.REPLACE_DRAW, result=None)


def check_keep(state: State, seat: Seat) -> Findings:
    """RSF-X4a, RSF-Q15."""
    if state.stage is not Stage.ATTACH:
        return stop(
            "RSF-X4a",
            tr("there is no card to keep; {stage_text}", stage_text=stage_text(state.stage)),
        )
    wrong = in_turn(state, seat)
    if wrong:
        return wrong
    if not state.players[seat].monster:
        return against("RSF-X4a", tr("the monster would be empty: connect the replacement"))
    if state.house.steal_to is StealTo.MONSTER and _was_stolen(state) and _fits(state, seat):
        return against("RSF-Q15", tr("a stolen card is connected at once"))
    return YES


def _fits(state: State, seat: Seat) -> bool:
    """Tell whether the drawn card can be connected anywhere (RSF-X6)."""
    if not state.box:
        return True
    cards, pieces, drawn = state.box.cards, state.players[seat].monster, sure(state.drawn)
    return any(
        arithmetic.edges_fit(cards, state.house, pieces, drawn, cell)
        for cell in arithmetic.open_cells(pieces)
    )


def _was_stolen(state: State) -> bool:
    """ATTACH follows a steal or a replacement; the last special die says which."""
    return sure(state.last_roll).rule == Result.STEAL.value


# ---------------------------------------------------------------- X5 force


def check_force(state: State, action: Force, seat: Seat) -> Findings:
    """RSF-X5, X5a."""
    wrong = _resolving(state, seat, Result.FORCE) or _living(state, action.target, "RSF-X5")
    if wrong:
        return wrong
    if action.target == seat:
        return against("RSF-X5a", tr("another player is to be named"))
    return YES


def apply_force(state: State, target: Seat) -> State:
    """That player chooses the piece."""
    return replace(state, stage=Stage.FORCED, victim=target, result=None)


def check_remove(state: State, action: Remove, seat: Seat) -> Findings:
    """RSF-X5a."""
    if state.stage is not Stage.FORCED:
        return stop(
            "RSF-X5",
            tr(
                "nobody is forced to remove a piece; {stage_text}",
                stage_text=stage_text(state.stage),
            ),
        )
    if seat != state.victim:
        return stop("RSF-X5", tr("{name} removes a piece", name=state.name(sure(state.victim))))
    piece = find_piece(state, seat, action.piece, "RSF-X5", seat)
    return may_give_up(state, seat, piece) if isinstance(piece, Piece) else piece


def apply_remove(state: State, action: Remove, seat: Seat) -> State:
    """The piece goes to the discard; it is not destroyed."""
    piece = piece_meant(state, seat, action.piece)
    return back_to_combat(to_discard(leave(state, seat, piece), seat, piece.card))


def example_swaps(state: State) -> Iterator[tuple[Seat, PieceRef, Seat, PieceRef]]:
    """For each two players whose pieces may be swapped, their pieces side by side."""
    living = state.living
    for at, first in enumerate(living):
        for second in living[at + 1 :]:
            included = state.turn in {first, second}
            if state.house.swap is SwapBetween.MUST_INCLUDE_ACTOR and not included:
                continue
            yield from _side_by_side(state, first, second)


def _side_by_side(
    state: State, first: Seat, second: Seat
) -> Iterator[tuple[Seat, PieceRef, Seat, PieceRef]]:
    one, two = state.players[first].monster, state.players[second].monster
    if not state.full:
        one, two = one[-1:], two[-1:]
    copies = [Counter(piece.card for piece in pieces) for pieces in (one, two)]
    for mine, theirs in zip(one, reversed(two), strict=False):
        yield (
            first,
            PieceRef(mine.card, mine.cell if copies[0][mine.card] > 1 else None),
            second,
            PieceRef(theirs.card, theirs.cell if copies[1][theirs.card] > 1 else None),
        )
