"""Drawing a table of Dominoes into any rectangle of cells."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr, trn
from companion.tui.boards.lead import CROWN, Lead, Merit, crown
from companion.tui.boards.mon_layout import Layout, laid_out
from companion.tui.boards.mon_parts import Chips, faction_style, flow, flow_rows, ports_text
from companion.tui.boards.panels import (
    BRIGHT,
    DIM,
    LEAD,
    ROUND,
    TURN,
    WINNER,
    Box,
    Part,
    bar,
    cut,
    frame,
    grid,
    run,
)
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.mon.dominoes.view import CardView, DominoesView, PieceView, SeatView
    from companion.tui.boards.mon_layout import Link, Place

NEWEST: Final = BRIGHT
NARROW: Final = 34
"""Cells that a player needs across."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a card of the monster is drawn.

    Attributes:
        across: inner width.
        down: inner height.
        framed: whether it has a frame.
    """

    across: int
    down: int
    framed: bool

    @property
    def step(self) -> Place:
        """Cells from one card to the next: the card, its frame, and the connection."""
        edge = 2 if self.framed else 0
        return self.across + edge + 2, self.down + edge + 1

    def grid(self, box: Box) -> Place:
        """How many columns and rows of cards go into a box."""
        return (box.across + 2) // self.step[0], (box.down + 1) // self.step[1]


LARGE: Final = Size(16, 3, framed=True)
MEDIUM: Final = Size(11, 2, framed=True)
SMALL: Final = Size(10, 2, framed=False)
TINY: Final = Size(7, 1, framed=False)
SIZES: Final = (LARGE, MEDIUM, SMALL, TINY)
SOME_APART: Final = 2
"""Connections that may be marked rather than drawn where some have to be."""


# -- words -----------------------------------------------------------------------------------------


def card_line(card: CardView) -> str:
    """Say a card's picture side in one line, for lists."""
    named = f"{card.card} {card.name}".strip()
    known = (named, card.part, " ".join(card.ports), card.faction)
    return " · ".join(part for part in known if part)


def free_ports(piece: PieceView, *, short: bool = False) -> str:
    """Say a card's free ports by number and width: `○2W ○4n`, short `1W1n`."""
    free = [(port.word.rpartition(".")[2], port.width) for port in piece.ports if not port.joined]
    if not short:
        return " ".join(f"○{number}{ports_text((width,))}" for number, width in free)
    widths = [width for _, width in free]
    counts = ((widths.count("wide"), "W"), (widths.count("narrow"), "n"))
    return "".join(f"{count}{letter}" for count, letter in counts if count)


def free_chips(view: DominoesView) -> Chips:
    """Name every free port as people type it, wide ones first."""
    chips: Chips = [[(tr("Free "), "bold")]]
    for width, letter in (("wide", "W"), ("narrow", "n")):
        words = [
            port.word
            for piece in view.centre
            for port in piece.ports
            if port.width == width and not port.joined
        ]
        chips += [[(f"{letter} ", LEAD), (word, "")] for word in words]
    return chips


def piles(view: DominoesView) -> str:
    """Say what lies face down, and how many cards the monster has."""
    parts = [tr("Deck {deck}", deck=view.deck)]
    if view.centre:
        parts.append(tr("Monster {centre}", centre=len(view.centre)))
        if view.depth == "full":
            parts.append(
                tr("free {wide} wide, {narrow} narrow", wide=view.wide, narrow=view.narrow)
            )
    if view.discarded:
        parts.append(tr("Unused {discarded}", discarded=view.discarded))
    return " · ".join(parts)


# -- who leads -------------------------------------------------------------------------------------


def lead(view: DominoesView) -> Lead:
    """Say who has won most cards; at the end they are flipped, and points count (MON-D12)."""
    if view.over:
        counted = tuple(
            Merit(
                seat.seat,
                seat.name,
                seat.rank,
                str(seat.points or 0),
                trn("{count} card", "{count} cards", seat.collected_count),
            )
            for seat in view.seats
        )
        return Lead(tr("points"), tr("Points"), counted, over=True)
    merits = tuple(
        Merit(seat.seat, seat.name, seat.rank, str(seat.collected_count)) for seat in view.seats
    )
    nothing = (
        "" if any(seat.collected_count for seat in view.seats) else tr("Nobody has won cards yet")
    )
    return Lead(tr("cards"), tr("Cards won; points are on their backs"), merits, nothing)


# -- players ---------------------------------------------------------------------------------------


def title(view: DominoesView, seat: SeatView) -> tuple[str, str]:
    """Return a player's title and its style."""
    if view.over and seat.rank == 1:
        return tr("{crown} {seat} wins", crown=CROWN, seat=seat.name), WINNER
    name = f"{seat.name}{crown(lead(view), seat.seat)}"
    if view.turn == seat.seat:
        return f"▶ {name}" + (tr("  took a card") if view.drew else ""), TURN
    return f"  {name}", "bold"


def right(seat: SeatView, *, short: bool = False) -> str:
    """Say what a player has: cards in hand, won, and points once they are counted."""
    if seat.points is not None:
        points = trn("{count} point", "{count} points", seat.points)
        cards = trn("{count} card", "{count} cards", seat.collected_count)
        return f"{points} · {cards} "
    if short:
        return tr(
            "hand {hand_count} · won {collected_count} ",
            hand_count=seat.hand_count,
            collected_count=seat.collected_count,
        )
    won = tr(
        "won {collected_count} in {plural}",
        collected_count=seat.collected_count,
        plural=trn("{count} monster", "{count} monsters", seat.monsters),
    )
    return tr(
        "hand {hand_count} · {won} ",
        hand_count=seat.hand_count,
        won=won if seat.monsters else tr("won 0"),
    )


def _hand(seat: SeatView) -> Chips:
    return [
        [
            (card.card, f"bold {faction_style(card.faction)}".strip()),
            (f" {ports_text(card.ports)}" if card.ports else "", DIM),
        ]
        for card in seat.hand
    ]


def draw_seat(canvas: Canvas, box: Box, view: DominoesView, seat: SeatView) -> None:
    """Draw a player: a title, and an open hand below it."""
    text, style = title(view, seat)
    said = right(seat)
    if len(text) + len(said) >= box.across:
        said = right(seat, short=True)
    bar(canvas, box, text, style, said)
    if seat.hand:
        inner = Box(box.x + 2, box.y + 1, box.across - 2, box.down - 1)
        flow(canvas, inner, _hand(seat))


def _seats(canvas: Canvas, view: DominoesView, across: int, most: int) -> int:
    """Draw everybody in as few rows as do; return how many these are."""
    count = len(view.seats)
    columns = max(1, min(count, across // NARROW))
    per_column = -(-count // columns)
    columns = -(-count // per_column)
    inner = max(1, (across - 2 * (columns - 1)) // columns - 2)
    hands = max(flow_rows(_hand(seat), inner) if seat.hand else 0 for seat in view.seats)
    rows = min(1 + hands, max(1, most // per_column))
    boxes = grid(Box(0, 0, across, rows * per_column), count, columns, (2, 0))
    for box, seat in zip(boxes, view.seats, strict=True):
        draw_seat(canvas, box, view, seat)
    return rows * per_column


# -- the monster -----------------------------------------------------------------------------------


def draw_monster(canvas: Canvas, box: Box, view: DominoesView) -> None:
    """Draw the monster as large as it goes; where it does not go, name its cards."""
    if view.depth == "light":
        flow(canvas, box, [[("■", "bold")] for _ in view.centre], 1)
        return
    found = _fitting(view, box)
    if found is None:
        flow(canvas, box, [_chip(piece) for piece in view.centre])
        return
    size, layout = found
    columns, rows = layout.size
    x = box.x + max(0, (box.across - columns * size.step[0] + 2) // 2)
    y = box.y + max(0, (box.down - rows * size.step[1] + 1) // 2)
    corners = {
        word: (x + column * size.step[0], y + row * size.step[1])
        for word, (column, row) in layout.places.items()
    }
    for piece in view.centre:
        newest = piece is view.centre[-1] and len(view.centre) > 1
        marks = _marks(layout, piece.word)
        _draw_piece(canvas, corners[piece.word], piece, size, marks, newest=newest)
    for link in layout.beside:
        _draw_link(canvas, corners[link.one], corners[link.other], size, link)
    if layout.apart and y + rows * size.step[1] <= box.y + box.down:
        told = tr("cards with the same ~ letter are joined")
        canvas.put(box.x, box.y + box.down - 1, cut(told, box.across), DIM)


def _fitting(view: DominoesView, box: Box) -> tuple[Size, Layout] | None:
    """Choose the largest cards with which every connection is drawn, or else nearly every one."""
    found: list[tuple[Size, Layout]] = []
    for size in SIZES:
        columns, rows = size.grid(box)
        layout = laid_out(view.centre, columns, rows) if columns > 0 and rows > 0 else None
        if layout is not None:
            found.append((size, layout))
    whole = [one for one in found if not one[1].apart and one[0] is not TINY]
    nearly = [one for one in found if len(one[1].apart) <= SOME_APART]
    return next(iter(whole or nearly), min(found, key=lambda one: len(one[1].apart), default=None))


def _chip(piece: PieceView) -> list[Part]:
    style = f"bold {faction_style(piece.card.faction)}".strip()
    free = free_ports(piece, short=True)
    return [(piece.word, style), (f" ○{free}" if free else "", LEAD)]


def _marks(layout: Layout, word: str) -> str:
    """Name the connections of a card that cannot be drawn: the same letter at both ends."""
    letters = (ascii_lowercase[at % len(ascii_lowercase)] for at in range(len(layout.apart)))
    pairs = zip(layout.apart, letters, strict=True)
    return "".join(letter for link, letter in pairs if word in {link.one, link.other})


def _draw_piece(
    canvas: Canvas, at: Place, piece: PieceView, size: Size, marks: str, *, newest: bool
) -> None:
    x, y = at
    style = f"bold {faction_style(piece.card.faction)}".strip()
    if size.framed:
        edge = NEWEST if newest else DIM
        outer = Box(x, y, size.across + 2, size.down + 2)
        frame(canvas, outer, edge, ROUND)
        x, y = x + 1, y + 1
    box = Box(x, y, size.across, size.down)
    head = [(piece.word, style), (f"~{marks}" if marks else "", LEAD)]
    if size.down == 1:
        free = sum(1 for port in piece.ports if not port.joined)
        room = Box(x, y, size.across, 1)
        run(canvas, room, [*head, (f"○{free}" if free else "", LEAD)])
        return
    part = f" {piece.card.part}"
    if len(piece.word) + len(head[1][0]) + len(part) <= size.across:
        head.append((part, ""))
    run(canvas, box, head)
    ports = free_ports(piece)
    if len(ports) > size.across:
        ports = f"○ {free_ports(piece, short=True)}"
    run(canvas, box, [(ports, LEAD)], size.down - 1)
    if size.down > 2:  # noqa: PLR2004 - a row between id and free ports
        run(canvas, box, [(piece.card.name, DIM)], 1)


def _draw_link(canvas: Canvas, one: Place, other: Place, size: Size, link: Link) -> None:
    """Draw a connection between two cards side by side: double when wide, single when narrow."""
    across, down = size.step
    x, y = min(one[0], other[0]), min(one[1], other[1])
    if one[1] == other[1]:
        middle = y + (down - 1) // 2
        canvas.put(x + across - 2, middle, "══" if link.wide else "──", LEAD)
    else:
        canvas.put(x + (across - 2) // 2, y + down - 1, "║" if link.wide else "│", LEAD)


# -- the table -------------------------------------------------------------------------------------


def draw_table(view: DominoesView, across: int, down: int, _focus: Seat | None) -> Canvas:
    """Draw everybody, the monster in the centre with its free ports, and the piles.

    Args:
        view: what to draw.
        across: cells to the right.
        down: cells downwards.
    """
    canvas = Canvas(across, down)
    canvas.put(0, down - 1, cut(piles(view), across), "")
    room = down - 1
    chips = free_chips(view) if view.depth == "full" and view.centre else []
    lines = min(flow_rows(chips, across), 2 if room > 16 else 1) if chips else 0  # noqa: PLR2004 - room for a second line
    top = _seats(canvas, view, across, max(1, (room - lines) // 2))
    if lines and room - top > lines:
        room -= lines
        flow(canvas, Box(0, room, across, lines), chips)
    air = 1 if room - top > 6 else 0  # noqa: PLR2004 - where a blank row costs no card
    box = Box(0, top + air, across, room - top - 2 * air)
    if view.centre:
        draw_monster(canvas, box, view)
    elif box.down > 0:
        run(canvas, box, [(_empty(view), DIM)], box.down // 2)
    return canvas


def _empty(view: DominoesView) -> str:
    if view.over:
        return tr("{plural} unused", plural=trn("{count} card", "{count} cards", view.discarded))
    if view.turn is None or view.stage == "Count":
        return tr("The centre is empty")
    return tr("The centre is empty: {seats} puts a card", seats=view.seats[view.turn].name)
