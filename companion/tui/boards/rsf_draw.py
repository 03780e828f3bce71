"""Drawing a table of Ready, Set, Fight into any rectangle of cells."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr, trn
from companion.tui import bigtext
from companion.tui.boards.joined import JoinedFrames
from companion.tui.boards.lead import CROWN, Lead, Merit, crown
from companion.tui.boards.panels import DANGER, DIM, LEAD, TURN, WINNER, Box, colour, cut
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.rsf.view import CardView, PieceView, RsfView, SeatView

# Colour is never alone: a race's letter stands beside it.
_RACES: Final = {"robot": "$blue", "insect": "$sand", "plant": "$green", "alien": "$violet"}
SQUARE: Final = LEAD


@dataclass(frozen=True, slots=True)
class CellSize:
    """How large a card of a monster is drawn: inner width and height, and if it has a frame."""

    across: int
    down: int
    framed: bool

    def width(self, columns: int) -> int:
        """Cells across for so many cards side by side."""
        return columns * (self.across + 1) + (1 if self.framed else -1)

    def height(self, rows: int) -> int:
        """Cells down for so many rows of cards."""
        return rows * (self.down + 1) + 1 if self.framed else rows * self.down


LARGE: Final = CellSize(12, 3, framed=True)
MEDIUM: Final = CellSize(6, 2, framed=True)
SMALL: Final = CellSize(6, 2, framed=False)
TINY: Final = CellSize(5, 1, framed=False)
SIZES: Final = (LARGE, MEDIUM, SMALL, TINY)
BIG_SCORES: Final = 40
"""Panel width from which the scores are drawn in large digits."""


def race_style(race: str) -> str:
    """Return the colour of a race; races that the rulebook does not name share a few colours."""
    return colour(race, _RACES)


def card_points(card: CardView, mode: str = "") -> str:
    """Say a card's points and race: `4/0 R`, a hybrid's `2/1≈P`, its special `2/1✦3`."""
    points = f"{card.attack}/{card.defense}"
    if not card.hybrid:
        return f"{points} {''.join(race[:1] for race in card.races)}".rstrip()
    if mode == "special":
        return f"{points}✦{card.special}"
    letters = mode[:1] if mode else "".join(race[:1] for race in card.races)
    return f"{points}≈{letters}"


def card_line(card: CardView) -> str:
    """Say a card in one line, for lists."""
    known = [
        card.card,
        card.name,
        tr("ATK {attack} DEF {defense}", attack=card.attack, defense=card.defense),
        "/".join(card.races),
    ]
    if not card.races and not card.name:
        return card.card
    special = tr("hybrid, special {special}", special=card.special) if card.hybrid else ""
    return " · ".join(part for part in (*known, special) if part)


def piece_style(piece: PieceView) -> str:
    """Return the colour of a piece: that of the race it counts as."""
    if piece.mode == "special":
        return SQUARE
    race = piece.mode or (piece.card.races[0] if len(piece.card.races) == 1 else "")
    return race_style(race)


def extent(seat: SeatView) -> tuple[int, int]:
    """Return columns and rows of a monster's layout."""
    if not seat.pieces:
        return 0, 0
    xs = [piece.x for piece in seat.pieces]
    ys = [piece.y for piece in seat.pieces]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def best_size(seat: SeatView, across: int, down: int) -> CellSize | None:
    """Return the largest cards with which a monster fits, or None."""
    columns, rows = extent(seat)
    return next(
        (s for s in SIZES if s.width(columns) <= across and s.height(rows) <= down),
        None,
    )


def draw_monster(canvas: Canvas, at: tuple[int, int], seat: SeatView, size: CellSize) -> None:
    """Draw a layout with its upper left corner at a cell of the canvas."""
    if not seat.pieces:
        return
    left = min(piece.x for piece in seat.pieces)
    top = max(piece.y for piece in seat.pieces)
    step_x = size.across + 1
    step_y = size.down + (1 if size.framed else 0)
    inset = 1 if size.framed else 0
    frames = JoinedFrames()
    for piece in seat.pieces:
        x = at[0] + (piece.x - left) * step_x
        y = at[1] + (top - piece.y) * step_y
        if size.framed:
            frames.draw(canvas, Box(x, y, size.across + 2, size.down + 2))
        _card(canvas, (x + inset, y + inset), piece, size)
    frames.join(canvas)
    for square in seat.squares if size.framed else ():
        x = at[0] + (square.x + 1 - left) * step_x
        y = at[1] + (top - square.y) * step_y
        canvas.put(x - 1, y, f"{'★' if square.race else '◆'}+{square.bonus}", SQUARE)


def _card(canvas: Canvas, at: tuple[int, int], piece: PieceView, size: CellSize) -> None:
    style = piece_style(piece)
    x, y = at
    canvas.put(x, y, cut(piece.card.card, size.across), f"bold {style}".strip())
    if size.down >= 2:  # noqa: PLR2004 - a second row
        canvas.put(x, y + 1, cut(card_points(piece.card, piece.mode), size.across), style)
    if size.down >= 3:  # noqa: PLR2004 - a third row
        canvas.put(x, y + 2, cut(piece.card.name, size.across), DIM)


# -- who leads -----------------------------------------------------------------------------------


def lead(view: RsfView) -> Lead:
    """Say whose monster stands best: by pieces in play, then by DEF and ATK together (RSF-E2)."""
    merits = tuple(
        Merit(
            seat.seat,
            seat.name,
            seat.rank,
            str(seat.piece_count),
            f"DEF+ATK {seat.defense + seat.attack}",
            str(seat.defense + seat.attack),
            out=not seat.alive,
        )
        for seat in view.seats
    )
    nothing = "" if view.phase or view.over else tr("Nobody leads before the fight begins")
    return Lead(tr("pieces"), tr("Pieces, then DEF + ATK"), merits, nothing, over=view.over)


# -- one player ----------------------------------------------------------------------------------


def title(view: RsfView, seat: SeatView, across: int) -> tuple[str, str]:
    """Return a player's title, as full as there is room for, and its style."""
    if not seat.alive:
        return tr("✝ {seat}  out", seat=seat.name), DIM
    if view.over and seat.rank == 1:
        return tr("{crown} {seat} wins", crown=CROWN, seat=seat.name), WINNER
    best = crown(lead(view), seat.seat)
    if view.victim == seat.seat:
        full = tr("▼ {seat}{best}  gives up a piece", seat=seat.name, best=best)
        short = tr("▼ {seat}{best}  gives one up", seat=seat.name, best=best)
        return full if len(full) <= across else short, DANGER
    strike = view.strike
    if strike is not None and strike.target == seat.seat:
        return tr("◎ {seat}{best}  under attack", seat=seat.name, best=best), DANGER
    if view.turn == seat.seat:
        wordings = [f"▶ {seat.name}{best}{left}" for left in _left(view)]
        return next((one for one in wordings if len(one) <= across), wordings[-1]), TURN
    return f"  {seat.name}{best}", "bold"


def _left(view: RsfView) -> tuple[str, ...]:
    """Say what the player in turn may still do in the Fight phase, the fullest wording first."""
    if not view.phase or view.over:
        return ("",)
    actions = trn("{count} action", "{count} actions", view.actions_left)
    specials = trn("{count} special", "{count} specials", view.specials_left)
    return (
        "  " + tr("{actions}, {specials} left", actions=actions, specials=specials),
        "  " + tr("{actions} left", actions=actions),
        f"  {actions}",
    )


def draw_seat(
    canvas: Canvas, box: tuple[int, int, int, int], view: RsfView, seat: SeatView
) -> None:
    """Draw one player into a box x, y, width, height."""
    x, y, across, down = box
    text, style = title(view, seat, _title_room(seat, across))
    canvas.put(x, y, cut(text, across).ljust(across), style)
    if view.over and seat.rank:
        place = tr("place {rank} ", rank=seat.rank)
        canvas.put(x + across - len(place), y, place, style)
    hand = _hand(seat) if down > 2 else ""  # noqa: PLR2004 - title and scores come first
    if down < 2:  # noqa: PLR2004 - a row for the scores
        return
    room = down - 2 - (1 if hand else 0)
    size = best_size(seat, across, room)
    # Large digits only where they cost the cards nothing.
    big = across >= BIG_SCORES and room >= 4 and size == best_size(seat, across, room - 3)  # noqa: PLR2004 - three lines of a digit, and one above
    top = y + 5 if big else y + 2
    if big:
        _big_scores(canvas, x, y + 1, seat)
    else:
        beside = len(text) + len(seat.race) < across
        if not _score_line(canvas, (x, y + 1), across, seat, shorten=not beside):
            canvas.put(x + across - len(seat.race), y, seat.race, style)
    if size is not None:
        draw_monster(canvas, (x, top), seat, size)
    elif seat.pieces and room > 0:
        canvas.put(
            x,
            top,
            cut(tr("{piece_count} pieces: see Cards", piece_count=seat.piece_count), across),
            DIM,
        )
    if view.depth == "light" and seat.piece_count and room > 0:
        canvas.put(x, top, cut("■ " * seat.piece_count, across), race_style(seat.race))
    if hand:
        canvas.put(x, y + down - 1, cut(hand, across), DIM)


def _title_room(seat: SeatView, across: int) -> int:
    """Return the cells that a title may have: the race goes beside it where scores leave no room."""
    race = len(seat.race or tr("none"))
    scores = sum(5 + len(str(value)) for value in (seat.attack, seat.defense, seat.special))
    return across if scores + race <= across else across - race - 1


def _hand(seat: SeatView) -> str:
    if not seat.hand_count:
        return ""
    named = " ".join(card.card for card in seat.hand if card.card != "card")
    return (
        tr("Hand {hand_count}: {named}", hand_count=seat.hand_count, named=named)
        if named
        else tr("Hand {hand_count}", hand_count=seat.hand_count)
    )


def seat_needs(seat: SeatView, size: CellSize) -> int:
    """Return the rows that a player needs with cards of that size, title and hand included."""
    return 2 + size.height(extent(seat)[1]) + (1 if seat.hand_count else 0)


def _big_scores(canvas: Canvas, x: int, y: int, seat: SeatView) -> None:
    """Draw ATK, DEF, SPC and RACE in four rows, the numbers in large digits."""
    scale = bigtext.SCALES[-1]
    for name, value in (("ATK", seat.attack), ("DEF", seat.defense), ("SPC", seat.special)):
        canvas.put(x, y, name, DIM)
        for row, line in enumerate(bigtext.draw(str(value), scale), y + 1):
            canvas.put(x, row, line, "bold")
        x += max(5, bigtext.width(str(value), scale)) + 3
    canvas.put(x, y, tr("RACE"), DIM)
    canvas.put(x, y + 2, seat.race or tr("none"), _race_word_style(seat))


def _score_line(
    canvas: Canvas, at: tuple[int, int], across: int, seat: SeatView, *, shorten: bool = True
) -> bool:
    """Draw the scores in one row; False when the race was left out, for want of room."""
    x, y = at
    gap = 2 if across >= 32 else 1  # noqa: PLR2004 - air, where there is room for it
    end = x + across
    for name, value in (("ATK", seat.attack), ("DEF", seat.defense), ("SPC", seat.special)):
        canvas.put(x, y, name, DIM)
        canvas.put(x + 4, y, str(value), "bold")
        x += 4 + len(str(value)) + gap
    race = seat.race or tr("none")
    if len(race) > end - x and not shorten:
        return False
    canvas.put(x, y, cut(race, end - x), _race_word_style(seat))
    return True


def _race_word_style(seat: SeatView) -> str:
    return f"bold {race_style(seat.race)}" if seat.race else DIM


# -- the table -----------------------------------------------------------------------------------


def draw_table(view: RsfView, across: int, down: int, focus: Seat | None) -> Canvas:
    """Draw everybody, as large as it goes; where that is too much, a list and one player.

    Args:
        view: what to draw.
        across: cells to the right.
        down: cells downwards.
        focus: the player to draw when not all fit.
    """
    canvas = Canvas(across, down)
    canvas.put(0, down - 1, cut(_piles(view), across), "")
    room = down - 1
    columns = _columns(view, across, room)
    if columns is None:
        _list_and_one(canvas, view, room, focus)
        return canvas
    rows = ceil(len(view.seats) / columns)
    width = (across - (columns - 1)) // columns
    height = room // rows
    for number, seat in enumerate(view.seats):
        box = ((number % columns) * (width + 1), (number // columns) * height, width, height - 1)
        draw_seat(canvas, box, view, seat)
    return canvas


def _piles(view: RsfView) -> str:
    newest = tr(" (top {card})", card=view.discard[-1].card.card) if view.discard else ""
    parts = (
        tr("Pile {pile}", pile=view.pile),
        tr("Discard {discard}{newest}", discard=len(view.discard), newest=newest),
        tr("Destroyed {destroyed}", destroyed=len(view.destroyed)),
    )
    return " · ".join(parts)


def _columns(view: RsfView, across: int, down: int) -> int | None:
    """Return in how many columns of panels everybody is largest; None when not all fit."""
    best: tuple[int, int] | None = None
    for columns in range(1, len(view.seats) + 1):
        width = (across - (columns - 1)) // columns
        height = down // ceil(len(view.seats) / columns) - 1
        if width < 22 or height < 3:  # noqa: PLR2004 - a score line and a row of cards
            continue
        grade = _grade(view, width, height)
        if grade is not None and (best is None or grade < best[0]):
            best = (grade, columns)
    return None if best is None else best[1]


def _grade(view: RsfView, width: int, height: int) -> int | None:
    """Return how small the smallest cards get, 0 for large ones; None when some do not fit."""
    grades = []
    for seat in view.seats:
        fits = [
            grade
            for grade, size in enumerate(SIZES)
            if size.width(extent(seat)[0]) <= width and seat_needs(seat, size) <= height
        ]
        if not fits:
            return None
        grades.append(fits[0])
    return max(grades, default=0)


def _list_and_one(canvas: Canvas, view: RsfView, down: int, focus: Seat | None) -> None:
    """List everybody, and below draw one; with too few rows for that the list begins with that one."""
    chosen = focus if focus is not None else in_focus(view)
    wide = max(len(seat.name) for seat in view.seats) + 4
    count = len(view.seats)
    first = 0 if down >= count else chosen
    for row in range(min(down, count)):
        seat = view.seats[(first + row) % count]
        text, style = title(view, seat, wide)
        name = f"{text[:2]}{seat.name}{crown(lead(view), seat.seat)}".ljust(wide)
        canvas.put(0, row, cut(name, canvas.width), style)
        if seat.alive:
            _score_line(canvas, (wide + 1, row), canvas.width - wide - 1, seat)
    top = count + 1
    if down - top >= 2:  # noqa: PLR2004 - title and scores
        draw_seat(canvas, (0, top, canvas.width, down - top), view, view.seats[chosen])


def in_focus(view: RsfView) -> Seat:
    """Return the player whose monster matters most just now."""
    strike = view.strike
    if view.over:
        return min(view.seats, key=lambda one: one.rank).seat
    for seat in (view.victim, strike.target if strike else None, view.turn, view.starter):
        if seat is not None:
            return seat
    return view.seats[0].seat
