"""Drawing the Trophies, and everybody's piles as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.tui import bigtext
from companion.tui.boards import panels
from companion.tui.boards.gmm_parts import (
    BOLD,
    DIM,
    GOLD,
    SEATS,
    TURN,
    WAITED,
    Box,
    centred,
    large,
    name_style,
    trophy_rows,
)
from companion.tui.boards.panels import DOUBLE, ROUND, cut, frame

if TYPE_CHECKING:
    from companion.games.gmm.view import GmmView, SeatView
    from companion.tui.canvas import Canvas

TALL_SHELF: Final = 16
"""Rows from which the shelf has two boards, and that a Trophy takes at most."""
SIDE_BY_SIDE: Final = 16
"""Cells across that a Trophy needs for all six to stand side by side."""


def shelf(canvas: Canvas, box: Box, view: GmmView) -> None:
    """Draw the six Trophies side by side, each with its winner."""
    x, y, across, down = box
    flat = across >= len(view.trophies) * SIDE_BY_SIDE and down < TALL_SHELF
    columns = len(view.trophies) if flat else len(view.trophies) // 2
    height = min(down // (len(view.trophies) // columns), TALL_SHELF)
    for at, one in enumerate(view.trophies):
        left, right = ((at % columns + step) * (across + 1) // columns for step in (0, 1))
        place = (x + left, y + at // columns * height, right - left - 1, height)
        winner = None if one.winner is None else view.seats[one.winner]
        now = at == view.round - 1 and winner is None and not view.over
        style = name_style(winner) if winner else WAITED if now else DIM
        frame(canvas, panels.Box(*place), style, ROUND if winner is None else DOUBLE)
        inner = (place[0] + 1, place[1] + 1, place[2] - 2)
        centred(canvas, inner, one.ability, style)
        text = f"★ {winner.name}" if winner else tr("this round") if now else ""
        room = height - 3
        scale = bigtext.fitting(winner.name, inner[2], room) if winner and room > 0 else None
        if winner is None or scale is None:
            row = inner[1] + max(1, room // 2)
            # On a low shelf the name stands in the frame, with air around it.
            said = f" {text} " if text and row == place[1] + height - 1 else text
            centred(canvas, (inner[0], row, inner[2]), said, style)
        else:
            large(canvas, (*inner[:1], inner[1] + 1, inner[2], room), winner.name, style)


def piles(canvas: Canvas, top: int, view: GmmView, *, shelf: bool = False) -> None:
    """Draw a bar a player, the Trophies unless they stand on the shelf, and the middle."""
    wide = max(len(seat.name) for seat in view.seats) + 3
    most = max(20, *(seat.won for seat in view.seats))
    for row, seat in enumerate(view.seats, top):
        _pile_row(canvas, row, view, seat, (wide, most))
    row = top + len(view.seats)
    if not shelf:
        _trophies(canvas, row, view)
        row += trophy_rows(canvas)
    canvas.put(0, row, _middle(view, canvas.width), DIM)


def _pile_row(
    canvas: Canvas, row: int, view: GmmView, seat: SeatView, scale: tuple[int, int]
) -> None:
    """Draw `◆ Ann  ██████ 21   draw 12  ★★`: the winnings as a bar, the rest as numbers."""
    wide, most = scale
    mark = (
        f"{seat.rank}." if view.over else "◆ " if seat.declares else "▸ " if seat.waiting else "  "
    )
    style = TURN if view.turn == seat.seat else name_style(seat)
    canvas.put(0, row, cut(f"{mark}{seat.name}", wide).ljust(wide), style)
    stars = "★" * len(seat.trophies)
    tail = (
        tr("draw {draw:>2}", draw=seat.draw)
        if not view.over
        else tr("{total:>3} cards", total=seat.total)
    )
    end = canvas.width - 6
    canvas.put(end, row, f"{stars:<6}", GOLD)
    canvas.put(end - len(tail) - 1, row, tail, DIM)
    room = max(0, end - len(tail) - 2 - wide - 5)
    won = seat.won if not view.over else len(seat.trophies)
    whole = most if not view.over else len(view.abilities)
    filled = round(room * won / whole)
    colour = SEATS[seat.seat % len(SEATS)]
    canvas.put(wide + 1, row, "█" * filled, colour)
    canvas.put(wide + 1 + filled, row, "·" * (room - filled), DIM)
    sure = "✓" if seat.counted else ""
    canvas.put(wide + 2 + room, row, f"{won:>2}{sure}", BOLD)


def _trophies(canvas: Canvas, row: int, view: GmmView) -> None:
    """Draw the six Trophies: whose they are, and which one is being fought for."""
    across = canvas.width // len(view.trophies)
    tall = trophy_rows(canvas) > 1
    for at, one in enumerate(view.trophies):
        winner = None if one.winner is None else view.seats[one.winner]
        now = at == view.round - 1 and winner is None and not view.over
        style = TURN if now else name_style(winner) if winner else DIM
        who = f"★ {winner.name}" if winner else tr("▶ now") if now else "·"
        last = at == len(view.trophies) - 1
        room = canvas.width - at * across if last else across - 1
        if tall:
            canvas.put(at * across, row + 1, cut(one.ability, room).ljust(room), style)
            canvas.put(at * across, row + 2, cut(who, room).ljust(room), style)
        else:
            short = f"{one.ability[:3]}{who[0]}{winner.name if winner else ''}"[:room]
            canvas.put(at * across, row, short.ljust(room), style)


def _middle(view: GmmView, across: int) -> str:
    """Say what lies in the middle, as much of it as there is room for."""
    parts = [
        tr("On the table {stake}", stake=view.stake),
        tr("Discard {discard}", discard=view.discard),
    ]
    if view.discarded:
        parts[-1] += tr(" (top {discarded})", discarded=view.discarded[-1])
    if view.dealer is not None and not view.over:
        deals = tr("deals") if view.stage == "Deal" else tr("dealt")
        parts.append(
            tr("{seats} {deals} this round", seats=view.seats[view.dealer].name, deals=deals)
        )
    while len(parts) > 1 and len(" · ".join(parts)) > across:
        parts.pop()
    return cut(" · ".join(parts), across)
