"""Drawing a table of Monstructor, Classic or Arena, into any rectangle of cells."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr, trn
from companion.games.mon.classic.state import DRAGON
from companion.tui.boards.lead import CROWN, Lead, Merit, crown
from companion.tui.boards.mon_fight import draw_fight, fight_needs
from companion.tui.boards.mon_parts import (
    DRAGON_CARDS,
    Chips,
    card_parts,
    chip,
    faction_style,
    flow,
    flow_rows,
    progress,
)
from companion.tui.boards.panels import (
    DANGER,
    DIM,
    LEAD,
    TURN,
    WINNER,
    Box,
    Part,
    bar,
    cut,
    grid,
    run,
)
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.mon.classic.view import CardView, MonView, SeatView

CARD_ROWS: Final = 3
CARD_WIDTHS: Final = (20, 15)
"""Cells of a card drawn with its name: where there is room, and where there is little."""

WIDE: Final = 60

NARROW: Final = 30
"""Cells that a player needs across."""


class Size(StrEnum):
    """How much of the cards on the table is drawn, the most first."""

    CARDS = "cards"  # each with id, part, ports and name
    NAMED = "named"  # each with id, name, part and ports
    CHIPS = "chips"  # each with id, part and ports
    SOME = "some"  # as many of these as go into one row
    NONE = "none"  # their number


# -- who leads -------------------------------------------------------------------------------------


def lead(view: MonView) -> Lead:
    """Say who has most Dragon cards of the own faction; five win (MON-C24, MON-C25)."""
    merits = tuple(
        Merit(seat.seat, seat.name, seat.rank, f"{seat.own_dragons}/{DRAGON_CARDS}")
        for seat in view.seats
    )
    begun = any(seat.own_dragons for seat in view.seats)
    nothing = "" if begun else tr("Nobody has a Dragon card of the own faction yet")
    return Lead(
        tr("Dragon cards"), tr("Own Dragon cards, five win"), merits, nothing, over=view.over
    )


# -- one player ------------------------------------------------------------------------------------


def title(view: MonView, seat: SeatView) -> tuple[str, str]:
    """Return a player's title and its style."""
    name = f"{seat.name}{crown(lead(view), seat.seat)}  {seat.faction}".rstrip()
    if view.over and seat.rank == 1:
        return tr(
            "{crown} {seat} wins  {faction}", crown=CROWN, seat=seat.name, faction=seat.faction
        ), WINNER
    fight = view.fight
    if fight is not None and fight.priority is None and seat.seat == fight.defender.seat:
        return tr("◎ {name}  challenged", name=name) if view.mode == "classic" else tr(
            "◎ {name}  met", name=name
        ), DANGER
    acting = view.turn if fight is None or fight.priority is None else fight.priority
    if acting == seat.seat:
        return f"▶ {name}", TURN
    return f"  {name}", "bold"


def _right(seat: SeatView) -> str:
    return tr(
        "{progress} · hand {hand_count} ",
        progress=progress(seat.own_dragons),
        hand_count=seat.hand_count,
    )


def _told(seat: SeatView) -> list[Part]:
    """Say what the table wants to be told: whether a complete monster is there."""
    if seat.complete:
        return [(tr("complete "), LEAD)]
    return [(tr("could build a complete one "), LEAD)] if seat.able else []


def _chips(seat: SeatView, *, named: bool = False) -> Chips:
    """Return what lies before a player: the monster put together first, then what is loose."""
    chips: Chips = []
    if told := _told(seat):
        chips.append(told)
    groups = ((tr("together: "), LEAD, seat.monster), (tr("loose: "), DIM, seat.loose))
    for label, style, cards in groups:
        for number, card in enumerate(cards):
            head: list[Part] = [(label, style)] if number == 0 and seat.monster else []
            chips.append(head + chip(card, named=named))
    return chips or [
        [
            (
                tr(
                    "{plural} on the table",
                    plural=trn("{count} part", "{count} parts", seat.table_count),
                ),
                DIM,
            )
        ]
    ]


def _card_width(across: int) -> int:
    return CARD_WIDTHS[0] if across >= WIDE else CARD_WIDTHS[1]


def _card_rows(cards: int, across: int) -> int:
    each = max(1, across // _card_width(across))
    return CARD_ROWS * -(-cards // each)


def _rows(size: Size, seat: SeatView, across: int) -> int:
    """Return the rows that a player needs, title included."""
    match size:
        case Size.CARDS:
            groups = [cards for cards in (seat.monster, seat.loose) if cards]
            rows = sum(1 + _card_rows(len(cards), across) for cards in groups)
            return 1 + max(1, rows)
        case Size.NAMED:
            return 1 + flow_rows(_chips(seat, named=True), across)
        case Size.CHIPS:
            return 1 + flow_rows(_chips(seat), across)
        case Size.SOME:
            return 2
        case Size.NONE:
            return 1


def draw_seat(canvas: Canvas, box: Box, view: MonView, seat: SeatView, size: Size) -> None:
    """Draw a player: title with the Dragon's progress, and the cards on the table."""
    text, style = title(view, seat)
    right = _right(seat)
    parts = tr("{table_count} parts · ", table_count=seat.table_count)
    if size is Size.NONE and len(text) + len(parts) + len(right) < box.across:
        right = f"{parts}{right}"
    fits = len(text) + len(right) < box.across
    if not fits:
        text = cut(text, max(0, box.across - len(right) - 1))
    bar(canvas, box, text, style, right)
    inner = Box(box.x + 1, box.y + 1, box.across - 1, box.down - 1)
    if size is Size.CARDS and (seat.monster or seat.loose):
        _draw_cards(canvas, inner, seat)
    elif size is not Size.NONE:
        flow(canvas, inner, _chips(seat, named=size is Size.NAMED))


def _draw_cards(canvas: Canvas, box: Box, seat: SeatView) -> None:
    """Draw cards with their names, the monster put together above what is loose."""
    row = 0
    groups = ((tr("together"), LEAD, seat.monster), (tr("loose"), DIM, seat.loose))
    for at, (name, style, cards) in enumerate(group for group in groups if group[2]):
        told = _told(seat) if at == 0 else []
        run(canvas, box, [(f"{name} {len(cards)}  ", style), *told], row)
        wide = _card_width(box.across)
        each = max(1, box.across // wide)
        for number, card in enumerate(cards):
            x = box.x + (number % each) * wide
            y = box.y + row + 1 + (number // each) * CARD_ROWS
            _draw_card(canvas, Box(x, y, wide - 1, CARD_ROWS), card)
        row += 1 + _card_rows(len(cards), box.across)


def _draw_card(canvas: Canvas, box: Box, card: CardView) -> None:
    style = faction_style(card.faction)
    for row in range(CARD_ROWS):
        canvas.put(box.x, box.y + row, "▌", style)
    inner = Box(box.x + 1, box.y, box.across - 1, box.down)
    first, second = card_parts(card)
    run(canvas, inner, first, 0)
    run(canvas, inner, second, 1)
    run(canvas, inner, [(card.name, DIM)], 2)


# -- the table -------------------------------------------------------------------------------------


def draw_table(view: MonView, across: int, down: int, focus: Seat | None) -> Canvas:
    """Draw the fight or the Arena, every player, and the piles.

    Args:
        view: what to draw.
        across: cells to the right.
        down: cells downwards.
        focus: the player to draw when not all fit.
    """
    canvas = Canvas(across, down)
    canvas.put(0, down - 1, cut(_piles(view, across), across), "")
    room = Box(0, 0, across, down - 1)
    top = _draw_middle(canvas, room, view)
    box = Box(0, top, across, room.down - top)
    found = _arranged(view, box)
    if found is None:
        _draw_some(canvas, box, view, focus)
        return canvas
    boxes, size = found
    for one, seat in zip(boxes, view.seats, strict=True):
        draw_seat(canvas, one, view, seat, size)
    return canvas


def _arranged(view: MonView, box: Box) -> tuple[list[Box], Size] | None:
    """Choose how much of everybody's cards is drawn, and in how many columns."""
    count = len(view.seats)
    for size in Size:
        for columns in range(1, count + 1):
            boxes = grid(box, count, columns, (2, 0))
            across = boxes[0].across - 1
            needs = max(_rows(size, seat, across) for seat in view.seats)
            # A blank row between players where cards are drawn in several rows.
            air = 1 if size is Size.CARDS else 0
            if across >= NARROW and boxes[0].down >= needs + air:
                return boxes, size
    return None


def _draw_some(canvas: Canvas, box: Box, view: MonView, focus: Seat | None) -> None:
    """Draw as many players as there are rows, from the one in focus on."""
    start = focus if focus is not None else view.turn or 0
    count = len(view.seats)
    for row in range(max(0, min(box.down, count))):
        seat = view.seats[(start + row) % count]
        draw_seat(canvas, Box(box.x, box.y + row, box.across, 1), view, seat, Size.NONE)


def _draw_middle(canvas: Canvas, room: Box, view: MonView) -> int:
    """Draw the fight, the Arena or the last fight's end; return the rows that took."""
    if view.fight is not None:
        most = room.down - len(view.seats)
        down = min(most, fight_needs(view.fight, room))
        if down < 2:  # noqa: PLR2004 - a row says who fights whom, another the totals
            return 0
        draw_fight(canvas, Box(room.x, room.y, room.across, down), view.fight)
        return down
    if view.arena is not None:
        return _draw_arena(canvas, room, view)
    if view.last is not None and room.down > len(view.seats) * 2:
        parts = last_parts(view)
        for shorter in (parts, parts[1:], parts[1:-1]):
            parts = shorter
            if sum(len(text) for text, _ in parts) <= room.across:
                break
        run(canvas, room, parts)
        return 1
    return 0


def _draw_arena(canvas: Canvas, room: Box, view: MonView) -> int:
    arena = view.arena
    if arena is None:
        return 0
    head: list[Part] = [
        (tr(" ARENA "), WINNER),
        (tr(" {arena}'s monster waits ", arena=arena.name), "bold"),
    ]
    run(canvas, room, head)
    rows = flow_rows([chip(card) for card in arena.cards], room.across - 2) if arena.cards else 0
    rows = min(rows, max(0, room.down - 1 - len(view.seats) * 2))
    if rows:
        box = Box(room.x + 2, room.y + 1, room.across - 2, rows)
        flow(canvas, box, [chip(card) for card in arena.cards])
    return 1 + rows + (1 if room.down > rows + len(view.seats) * 4 else 0)


def last_parts(view: MonView) -> list[Part]:
    """Say how the last fight ended."""
    last = view.last
    if last is None:
        return []
    one, other = view.seats[last.attacker].name, view.seats[last.defender].name
    sums = f"{one} {last.attacker_total} : {last.defender_total} {other}"
    if last.winner is None:
        return [
            (tr("last fight "), DIM),
            (sums, "bold"),
            (tr(" · a draw "), ""),
            ("(MON-C22)", DIM),
        ]
    won = tr(" · {seats} won ", seats=view.seats[last.winner].name)
    taken = tr("and took {dragon} ", dragon=_dragon(last.dragon)) if last.dragon else ""
    return [(tr("last fight "), DIM), (sums, "bold"), (won + taken, ""), ("(MON-C19)", DIM)]


def _dragon(card: str) -> str:
    """Say a Dragon card, which has no name in light depth."""
    return tr("a Dragon card") if card == DRAGON else card


def _piles(view: MonView, across: int) -> str:
    """Say deck and Dragon cards set aside; factions by their first letters where room is short."""
    deck = tr("Deck {deck}", deck=view.deck)
    long = " · ".join([deck, *(f"{one.faction} {one.left}/{DRAGON_CARDS}" for one in view.dragons)])
    if len(long) <= across:
        return long
    short = " ".join(f"{one.faction[:3]} {one.left}" for one in view.dragons)
    return tr("{deck} · Dragons {short}", deck=deck, short=short)
