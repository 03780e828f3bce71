"""Drawing a table of Monster Mayhem into any rectangle of cells."""

from __future__ import annotations

import textwrap
from collections import Counter
from enum import Enum
from math import ceil
from typing import TYPE_CHECKING, Final

from companion.tui import bigtext
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.games.gmm.view import CardView, GmmView, SeatView

Box = tuple[int, int, int, int]
"""x, y, width and height in cells."""

DIM: Final = "dim"
BOLD: Final = "bold"
GOLD: Final = "bold #ffd75f"
CALLED: Final = {"high": "bold #14161f on #ffd75f", "low": "bold #14161f on #7dcfff"}
"""Colour is never alone: an arrow and the word stand beside it."""
BIG_CALL: Final = {"high": "bold #ffd75f", "low": "bold #7dcfff"}
ARROWS: Final = {"high": "▲", "low": "▼"}
TURN: Final = "bold #ffffff on #2b5fd9"
WON: Final = "bold #0f1f12 on #9ece6a"
TIED: Final = "bold #1f1408 on #ff9e64"
DANGER: Final = "bold #ffffff on #b3261e"
BRIGHT_DANGER: Final = "bold #ff6b61"
WAITED: Final = "bold #7aa2ff"
SEATS: Final = ("#7dcfff", "#e0af68", "#9ece6a", "#c9a0ff", "#ff9e64", "#f7768e")

_STROKE: Final = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}"
_OUTCOMES: Final = {"won": WON, "tie": TIED, "tie, and no cards left": TIED}
_BRIGHT: Final = {
    "won": "bold #9ece6a",
    "tie": "bold #ff9e64",
    "tie, and no cards left": "bold #ff9e64",
}
LEAST_CARD: Final = (11, 4)
"""Cells across and down that a card needs, its frame included."""
ROOMY: Final = 30
"""Rows from which there is air between the parts."""
LEAST_SHELF: Final = 5
"""Rows from which the Trophies are drawn as a shelf."""
BIG_RESULT: Final = 22
"""Rows of cards from which their result is said in large letters."""
RATINGS_ACROSS: Final = 16
"""Inner width of a card from which all six ratings are listed."""


class Page(Enum):
    """What the board shows; the values are for people."""

    BATTLE = "the battle"
    PILES = "Trophies and piles"


def number(rating: int | None) -> str:
    """Say a rating; a question mark where nobody has read it."""
    return "?" if rating is None else str(rating)


def cut(text: str, across: int) -> str:
    """Shorten a text to so many characters, with a mark where something is missing."""
    return text if len(text) <= across else text[: max(0, across - 1)] + "…"


def draw_table(view: GmmView, across: int, down: int, page: Page) -> Canvas:
    """Draw the ability and the call, the cards, and below them the piles and Trophies.

    Args:
        view: what to draw.
        across: cells to the right.
        down: cells downwards.
        page: what comes first where not all fits.
    """
    canvas = Canvas(across, down)
    top = _head(canvas, view)
    piles = len(view.seats) + _trophy_rows(canvas) + 1
    room = down - top - piles
    if page is Page.PILES or _rests(view):
        if room > LEAST_SHELF:
            _shelf(canvas, (0, top, across, down - top - len(view.seats) - 2), view)
            _piles(canvas, down - len(view.seats) - 1, view, shelf=True)
        else:
            _piles(canvas, top + _air(canvas), view)
    elif room < LEAST_CARD[1] * _rows_of_cards(view, across):
        _cards(canvas, (0, top, across, down - top), view)
    else:
        _cards(canvas, (0, top, across, room), view)
        _piles(canvas, down - piles, view)
    return canvas


def _rests(view: GmmView) -> bool:
    """Tell whether no cards lie open that belong to what is going on."""
    return view.over or view.stage not in {"Declare", "Battle", "Count", "Sudden death"}


def _air(canvas: Canvas) -> int:
    return 1 if canvas.height >= ROOMY else 0


# -- the head ------------------------------------------------------------------------------------


def _head(canvas: Canvas, view: GmmView) -> int:
    """Draw what is compared and what was called; return the first row below."""
    down = max(1, canvas.height // 6)
    big, call = _heading(view)
    row = _big_row(canvas, big, call, down, BIG_CALL.get(view.call, BOLD))
    text, style = _bar(view)
    canvas.put(0, row, cut(f" {text}", canvas.width).ljust(canvas.width), style)
    return row + 1 + _air(canvas)


def _heading(view: GmmView) -> tuple[str, str]:
    """Return the ability, and the call; or who has won."""
    if view.over:
        first = [seat.name for seat in view.seats if seat.rank == 1]
        return " + ".join(first), ""
    if view.stage.startswith("Final tie"):
        return "Final tie", ""
    return view.ability, view.call


def _big_row(canvas: Canvas, big: str, call: str, down: int, style: str) -> int:
    """Draw two words in the largest letters that hold both; return the row below."""
    both = f"{big}  {call}".rstrip()
    scale = bigtext.fitting(both, canvas.width, down)
    if scale is None:
        arrow = ARROWS.get(call, "")
        canvas.put(0, 0, cut(big.upper(), canvas.width), BOLD)
        said = f"{arrow} {call.upper()}" if call else ""
        canvas.put(max(len(big) + 2, canvas.width - len(said)), 0, said, style)
        return 1
    for row, line in enumerate(bigtext.draw(big, scale)):
        canvas.put(0, row, line, BOLD)
    if call:
        x = canvas.width - bigtext.width(call, scale)
        for row, line in enumerate(bigtext.draw(call, scale)):
            canvas.put(x, row, line, style)
    return scale.rows + _air(canvas)


def _bar(view: GmmView) -> tuple[str, str]:
    """Say in one line who does what, or how it came out."""
    where = f"Round {view.round} of {len(view.abilities)}"
    if view.over:
        first = [seat for seat in view.seats if seat.rank == 1]
        count = f"{len(first[0].trophies)} of {len(view.trophies)} Trophies"
        return f"Game over · {' and '.join(one.name for one in first)} won with {count}", WON
    if view.asked:
        return f"What is {view.asked}'s {view.ability}? Read it off the card.", TURN
    if view.sudden:
        return f"SUDDEN DEATH · highest {view.ability} wins · {_names(view)}", DANGER
    who = view.seats[view.declarer].name if view.declarer is not None else ""
    match view.stage:
        case "Declare":
            return f"{where} · ▶ {who} turns up a card and calls high or low", TURN
        case "Battle":
            best = "highest" if view.call == "high" else "lowest"
            called = f"{ARROWS.get(view.call, '')} {view.call.upper()} called by {who}"
            return f"{where} · {called}: {best} wins", CALLED.get(view.call, TURN)
        case "Count":
            return f"{where} · count the winnings piles", TURN
        case "Deal":
            dealer = view.seats[view.dealer].name if view.dealer is not None else ""
            return f"{where} · {dealer} shuffles all 60 cards and deals", TURN
        case _:
            return f"{where} · {view.stage}", TURN


def _names(view: GmmView) -> str:
    return " and ".join(seat.name for seat in view.seats if not seat.out)


# -- the cards -----------------------------------------------------------------------------------


def _rows_of_cards(view: GmmView, across: int) -> int:
    """In how many rows the cards stand so that each is wide enough."""
    return ceil(len(view.seats) / _in_a_row(len(view.seats), across))


def _in_a_row(seats: int, across: int) -> int:
    columns = max(1, (across + 1) // (LEAST_CARD[0] + 1))
    if columns >= seats:
        return seats
    return ceil(seats / ceil(seats / columns))  # rows of equal length


def _cards(canvas: Canvas, box: Box, view: GmmView) -> None:
    """Draw one card a player, and below them how they came out."""
    x, y, across, down = box
    down -= _said(canvas, box, view)
    seats = len(view.seats)
    columns = _in_a_row(seats, across)
    height = max(1, down // ceil(seats / columns))
    for at, seat in enumerate(view.seats):
        left, right = ((at % columns + step) * (across + 1) // columns for step in (0, 1))
        _place(canvas, (x + left, y + at // columns * height, right - left - 1, height), view, seat)


def _said(canvas: Canvas, box: Box, view: GmmView) -> int:
    """Say at the bottom of the box how the last cards came out; return the rows that it takes.

    A tie is said as long as its battle goes on, everything else until the next card lies open.
    """
    out = view.outcome
    if out is None or (view.fresh and (out.winner is not None or len(view.battle) == 1)):
        return 0
    x, y, across, down = box
    style = _OUTCOMES.get(out.result, DANGER)
    canvas.put(x, y + down - 1, cut(f" {out.text} ({out.rule})", across).ljust(across), style)
    if down < BIG_RESULT:
        return 1 + _air(canvas)
    short = f"{view.seats[out.winner].name} wins" if out.winner is not None else out.result
    scale = bigtext.fitting(short.partition(",")[0], across, 4)
    if scale is None:
        return 2
    top = y + down - 2 - scale.rows
    for row, line in enumerate(bigtext.draw(short.partition(",")[0], scale)):
        canvas.put(x + 1, top + row, line, _BRIGHT.get(out.result, BRIGHT_DANGER))
    return scale.rows + 3


def _place(canvas: Canvas, box: Box, view: GmmView, seat: SeatView) -> None:
    """Draw a player's place: the card that lies open, or that it is waited for."""
    x, y, across, down = box
    flips = [flip[seat.seat] for flip in view.battle]
    card = flips[-1] if flips else None
    best = card is not None and _is_best(view, seat, card)
    twin = card is not None and card.card in _twins(view)
    style = GOLD if best else WAITED if seat.waiting and card is None else DIM
    _frame(canvas, box, BRIGHT_DANGER if twin else style, double=best or twin)
    mark = "◆ " if seat.declares else ""
    canvas.put(x + 2, y, cut(f" {mark}{seat.name} ", across - 4), _name_style(seat))
    # Cards of earlier flips of this battle keep a row each, as long as there is room.
    earlier = [one for one in flips[:-1] if one is not None]
    earlier = earlier[len(earlier) - max(0, min(len(earlier), down - 2 - LEAST_CARD[1])) :]
    for row, one in enumerate(earlier, y + down - 1 - len(earlier)):
        said, rating = one.name or "a card", number(one.rating) if one.name else ""
        canvas.put(x + 1, row, f"{cut(said, across - 5):<{max(0, across - 5)}}{rating:>3}", DIM)
    apart = 1 if earlier and down > LEAST_CARD[1] + len(earlier) + 2 else 0
    inner = (x + 1, y + 1, across - 2, down - 2 - len(earlier) - apart)
    if card is not None:
        look = _Look(best=best, over=not view.fresh)
        look.name = BRIGHT_DANGER if twin else look.name
        _card(canvas, inner, view, card, look)
    else:
        _empty(canvas, inner, seat)


def _twins(view: GmmView) -> set[str]:
    """Return the monsters that made the Monster Mashup which is shown."""
    if view.fresh or view.outcome is None or view.outcome.result != "Monster Mashup":
        return set()
    shown = Counter(one.card for flip in view.battle for one in flip if one and one.name)
    return {card for card, times in shown.items() if times > 1}


def _is_best(view: GmmView, seat: SeatView, card: CardView) -> bool:
    out = view.outcome
    if not view.fresh and out is not None:
        return out.winner == seat.seat or (
            out.winner is None and out.result == "tie" and card.leads
        )
    return card.leads


def _name_style(seat: SeatView) -> str:
    return f"bold {SEATS[seat.seat % len(SEATS)]}"


def _empty(canvas: Canvas, box: Box, seat: SeatView) -> None:
    x, y, across, down = box
    text = "stands aside" if seat.out else "turn up" if seat.waiting else ""
    _centred(
        canvas, (x, y + max(0, (down - 1) // 2), across), text, WAITED if seat.waiting else DIM
    )


class _Look:
    """How a card stands among the others."""

    def __init__(self, *, best: bool, over: bool) -> None:
        self.best = best
        self.number = GOLD if best else DIM if over else BOLD
        self.name = GOLD if best else DIM if over else ""


def _card(canvas: Canvas, box: Box, view: GmmView, card: CardView, look: _Look) -> None:
    """Draw a name, the rating that counts as large as it goes, and where there is room all six."""
    x, y, across, down = box
    if not card.name:
        _back(canvas, box, look)
        return
    six = len(view.abilities)
    listed = across >= RATINGS_ACROSS and down >= six + 5
    rows = down - (six if listed else 0)
    names = textwrap.wrap(card.name, max(1, across)) if rows >= 6 else [card.name]  # noqa: PLR2004
    for row, name in enumerate(names[:2], y):
        _centred(canvas, (x, row, across), name, look.name)
    taken = len(names[:2])
    _rating(canvas, (x, y + taken, across, rows - taken), number(card.rating), look)
    if listed:
        _six(canvas, (x + 1, y + down - six, across - 2), view, card)


def _rating(canvas: Canvas, box: Box, text: str, look: _Look | _Plain) -> None:
    x, y, across, down = box
    scale = bigtext.fitting(text, across - 2, down - 1) or bigtext.fitting(text, across, down)
    if scale is None:
        _centred(canvas, (x, y, across), text, look.number)
        return
    left = x + (across - bigtext.width(text, scale)) // 2
    upper = y + max(0, (down - scale.rows) // 2)
    for row, line in enumerate(bigtext.draw(text, scale), upper):
        canvas.put(left, row, line, look.number)


def _six(canvas: Canvas, at: tuple[int, int, int], view: GmmView, card: CardView) -> None:
    """List all ratings, the one that counts standing out; Slappy and Mastermind say their two."""
    x, y, across = at
    if not card.ratings:
        _centred(canvas, (x, y + 2, across), "9 on high", DIM)
        _centred(canvas, (x, y + 3, across), "1 on low", DIM)
    for row, (name, value) in enumerate(zip(view.abilities, card.ratings, strict=False)):
        counts = name == view.ability
        style = CALLED.get(view.call, TURN) if counts else DIM
        canvas.put(x, y + row, f"{name:<{across - 3}}{number(value):>3}", style)


def _back(canvas: Canvas, box: Box, look: _Look) -> None:
    """Draw a card whose face nobody entered, and large whether it won."""
    x, y, across, down = box
    for row in range(down):
        canvas.put(x, y + row, (f"{_STROKE}   " * across)[row % 4 : row % 4 + across], DIM)
    if look.best:
        for row in range(max(0, down // 2 - 2), min(down, down // 2 + 3)):
            canvas.put(x, y + row, " " * across)
        _rating(canvas, (x, y + down // 2 - 2, across, 5), "wins", look)


def _centred(canvas: Canvas, at: tuple[int, int, int], text: str, style: str) -> None:
    x, y, across = at
    said = cut(text, across)
    canvas.put(x + (across - len(said)) // 2, y, said, style)


def _frame(canvas: Canvas, box: Box, style: str, *, double: bool) -> None:
    x, y, across, down = box
    corners, level, upright = ("╔╗╚╝", "═", "║") if double else ("╭╮╰╯", "─", "│")
    if across < 2 or down < 2:  # noqa: PLR2004 - no room for two sides
        return
    canvas.put(x, y, corners[0] + level * (across - 2) + corners[1], style)
    for row in range(y + 1, y + down - 1):
        canvas.put(x, row, upright, style)
        canvas.put(x + across - 1, row, upright, style)
    canvas.put(x, y + down - 1, corners[2] + level * (across - 2) + corners[3], style)


# -- piles and Trophies --------------------------------------------------------------------------


def _shelf(canvas: Canvas, box: Box, view: GmmView) -> None:
    """Draw the six Trophies side by side, each with its winner."""
    x, y, across, down = box
    columns = len(view.trophies) if across >= 6 * RATINGS_ACROSS else len(view.trophies) // 2
    height = min(down // (len(view.trophies) // columns), 12)
    for at, one in enumerate(view.trophies):
        left, right = ((at % columns + step) * (across + 1) // columns for step in (0, 1))
        place = (x + left, y + at // columns * height, right - left - 1, height)
        winner = None if one.winner is None else view.seats[one.winner]
        now = at == view.round - 1 and winner is None and not view.over
        style = _name_style(winner) if winner else WAITED if now else DIM
        _frame(canvas, place, style, double=winner is not None)
        inner = (place[0] + 1, place[1] + 1, place[2] - 2)
        _centred(canvas, inner, one.ability, style)
        text = f"★ {winner.name}" if winner else "this round" if now else ""
        room = height - 3
        scale = bigtext.fitting(winner.name, inner[2], room) if winner and room > 0 else None
        if winner is None or scale is None:
            _centred(canvas, (inner[0], inner[1] + max(1, room // 2), inner[2]), text, style)
        else:
            _rating(canvas, (*inner[:1], inner[1] + 1, inner[2], room), winner.name, _Plain(style))


class _Plain:
    """One style for all."""

    def __init__(self, style: str) -> None:
        self.number = style


def _trophy_rows(canvas: Canvas) -> int:
    return 3 if canvas.height >= ROOMY else 1


def _piles(canvas: Canvas, top: int, view: GmmView, *, shelf: bool = False) -> None:
    """Draw a bar a player, the Trophies unless they stand on the shelf, and the middle."""
    wide = max(len(seat.name) for seat in view.seats) + 3
    most = max(20, *(seat.won for seat in view.seats))
    for row, seat in enumerate(view.seats, top):
        _pile_row(canvas, row, view, seat, (wide, most))
    row = top + len(view.seats)
    if not shelf:
        _trophies(canvas, row, view)
        row += _trophy_rows(canvas)
    canvas.put(0, row, cut(_middle(view), canvas.width), DIM)


def _pile_row(
    canvas: Canvas, row: int, view: GmmView, seat: SeatView, scale: tuple[int, int]
) -> None:
    """Draw `◆ Ann  ██████ 21   draw 12  ★★`: the winnings as a bar, the rest as numbers."""
    wide, most = scale
    mark = (
        f"{seat.rank}." if view.over else "◆ " if seat.declares else "▸ " if seat.waiting else "  "
    )
    style = TURN if view.turn == seat.seat else _name_style(seat)
    canvas.put(0, row, cut(f"{mark}{seat.name}", wide).ljust(wide), style)
    stars = "★" * len(seat.trophies)
    tail = f"draw {seat.draw:>2}" if not view.over else f"{seat.total:>3} cards"
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
    tall = _trophy_rows(canvas) > 1
    for at, one in enumerate(view.trophies):
        winner = None if one.winner is None else view.seats[one.winner]
        now = at == view.round - 1 and winner is None and not view.over
        style = TURN if now else _name_style(winner) if winner else DIM
        who = f"★ {winner.name}" if winner else "▶ now" if now else "·"
        if tall:
            canvas.put(at * across, row + 1, cut(one.ability, across - 1).ljust(across - 1), style)
            canvas.put(at * across, row + 2, cut(who, across - 1).ljust(across - 1), style)
        else:
            short = f"{one.ability[:3]}{who[0]}{who[2:] if winner else ''}"
            canvas.put(at * across, row, cut(short, across - 1).ljust(across - 1), style)


def _middle(view: GmmView) -> str:
    parts = [f"On the table {view.stake}", f"Discard {view.discard}"]
    if view.discarded:
        parts[-1] += f" (top {view.discarded[-1]})"
    if view.dealer is not None and not view.over:
        deals = "deals" if view.stage == "Deal" else "dealt"
        parts.append(f"{view.seats[view.dealer].name} {deals} this round")
    return " · ".join(parts)
