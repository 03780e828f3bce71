"""Drawing a table of Monster Mayhem into any rectangle of cells."""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Final

from companion.core.texts import Wording, later, listed, tr
from companion.tui import bigtext
from companion.tui.boards import panels
from companion.tui.boards.gmm_parts import (
    ARROWS,
    BIG_CALL,
    BOLD,
    BRIGHT_DANGER,
    CALLED,
    DANGER,
    DIM,
    GOLD,
    TIED,
    TURN,
    WAITED,
    WON,
    Box,
    air,
    centred,
    large,
    name_style,
    number,
    trophy_rows,
)
from companion.tui.boards.gmm_piles import piles as draw_piles
from companion.tui.boards.gmm_piles import shelf
from companion.tui.boards.lead import Lead, Merit
from companion.tui.boards.panels import DOUBLE, ROUND, cut, frame
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.games.gmm.view import CardView, GmmView, SeatView

_STROKE: Final = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}"
_OUTCOMES: Final = {"won": WON, "tie": TIED, "tie, and no cards left": TIED}
_BRIGHT: Final = {
    "won": "$has-won",
    "tie": "$has-tied",
    "tie, and no cards left": "$has-tied",
}
LEAST_SHELF: Final = 5
"""Rows from which the Trophies are drawn as a shelf."""
LEAST_CARD: Final = (10, 3)
"""Cells across and down that a card needs, its frame included."""
BIG_RESULT: Final = 22
"""Rows of cards from which their result is said in large letters."""
RATINGS_ACROSS: Final = 16
"""Inner width of a card from which all six ratings are listed."""


class Page(Wording):
    """What the board shows."""

    BATTLE = later("the battle")
    PILES = later("Trophies and piles")


def _under_way(view: GmmView) -> GmmView:
    """Show no winner of the last battle once the next one is called: in light depth no card lies open."""
    won = view.outcome is not None and view.outcome.winner is not None
    begun = view.depth == "light" and view.call and not view.fresh
    return replace(view, fresh=True, battle=()) if begun and won else view


def draw_table(view: GmmView, across: int, down: int, page: Page, key: str = "b") -> Canvas:
    """Draw the ability and the call, the cards, and below them the piles and Trophies.

    Args:
        view: what to draw.
        across: cells to the right.
        down: cells downwards.
        page: what comes first where not all fits.
        key: shows the other page, as people read it.
    """
    view = _under_way(view)
    canvas = Canvas(across, down)
    top = _head(canvas, view)
    piles = len(view.seats) + trophy_rows(canvas) + 1
    room = down - top - piles
    if page is Page.PILES or _rests(view):
        if room > LEAST_SHELF:
            shelf(canvas, (0, top, across, down - top - len(view.seats) - 2), view)
            draw_piles(canvas, down - len(view.seats) - 1, view, shelf=True)
        else:
            draw_piles(canvas, top + air(canvas), view)
    elif room <= LEAST_CARD[1] * _rows_of_cards(view, across):
        _cards(canvas, (0, top, across, down - top - 1), view)
        canvas.put(0, down - 1, cut(tr("{key} shows piles and Trophies", key=key), across), DIM)
    else:
        _cards(canvas, (0, top, across, room), view)
        draw_piles(canvas, down - piles, view)
    return canvas


def _rests(view: GmmView) -> bool:
    """Tell whether no cards lie open that belong to what is going on."""
    return view.over or view.stage not in {"Declare", "Battle", "Count", "Sudden death"}


# -- who leads -----------------------------------------------------------------------------------


def lead(view: GmmView) -> Lead:
    """Say who has most Trophies (GMM-E2), and how many cards were won in all (GMM-E3)."""
    merits = tuple(
        Merit(
            seat.seat,
            seat.name,
            seat.rank,
            str(len(seat.trophies)),
            tr("{total} cards", total=seat.total),
        )
        for seat in view.seats
    )
    nothing = "" if any(seat.trophies for seat in view.seats) else tr("Nobody has a Trophy yet")
    return Lead(tr("Trophies"), tr("Trophies"), merits, nothing, over=view.over)


# -- the head ------------------------------------------------------------------------------------


def _head(canvas: Canvas, view: GmmView) -> int:
    """Draw what is compared and what was called; return the first row below."""
    down = max(1, canvas.height // 6)
    big, call = _heading(view)
    row = _big_row(canvas, big, call, down, GOLD if view.over else BIG_CALL.get(view.call, BOLD))
    wordings, style = _bar(view)
    text = next((one for one in wordings if len(one) < canvas.width), wordings[-1])
    canvas.put(0, row, cut(f" {text}", canvas.width).ljust(canvas.width), style)
    return row + 1 + air(canvas)


def _heading(view: GmmView) -> tuple[str, str]:
    """Return the ability, and the call; or who has won."""
    if view.over:
        first = [seat.name for seat in view.seats if seat.rank == 1]
        return " + ".join(first), ""
    if view.stage.startswith("Final tie"):
        return tr("Final tie"), ""
    return view.ability, view.call


def _big_row(canvas: Canvas, big: str, call: str, down: int, style: str) -> int:
    """Draw two words in the largest letters that hold both; return the row below.

    Where both are too much, the ability alone is large, and the bar below says the call.
    """
    both = bigtext.fitting(f"{big}  {call}".rstrip(), canvas.width, down)
    scale = both or bigtext.fitting(big, canvas.width, down)
    if scale is None:
        canvas.put(0, 0, cut(big.upper(), canvas.width), BOLD)
        said = f"{ARROWS[call]} {call.upper()}" if call else ""
        canvas.put(max(len(big) + 2, canvas.width - len(said)), 0, said, style)
        return 1
    for row, line in enumerate(bigtext.draw(big, scale)):
        canvas.put(0, row, line, BOLD if call else style)
    if call and both:
        x = canvas.width - bigtext.width(call, scale)
        for row, line in enumerate(bigtext.draw(call, scale)):
            canvas.put(x, row, line, style)
    return scale.rows + air(canvas)


def _bar(view: GmmView) -> tuple[tuple[str, ...], str]:
    """Say in one line who does what; several wordings, the fullest first, and their style."""
    if view.over:
        first = [seat for seat in view.seats if seat.rank == 1]
        names = listed([one.name for one in first])
        count = tr(
            "{trophies} of {trophies2} Trophies",
            trophies=len(first[0].trophies),
            trophies2=len(view.trophies),
        )
        return (
            tr("Game over · {names} won with {count}", names=names, count=count),
            f"{names}: {count}",
        ), WON
    if view.asked:
        text = tr("What is {asked}'s {ability}?", asked=view.asked, ability=view.ability)
        return (tr("{text} Read it off the card.", text=text), text), TURN
    if view.sudden:
        names = listed([seat.name for seat in view.seats if not seat.out])
        best = tr("highest {ability} wins", ability=view.ability)
        return (
            tr("SUDDEN DEATH · {best} · {names}", best=best, names=names),
            tr("SUDDEN DEATH · {names}", names=names),
            tr("SUDDEN DEATH"),
        ), DANGER
    where = tr("Round {round} of {abilities}", round=view.round, abilities=len(view.abilities))
    if view.stage == "Battle" and view.call:
        return _called(view, where), CALLED[view.call]
    texts = _task(view)
    return (f"{where} · {texts[0]}", f"{where} · {texts[-1]}", texts[-1]), TURN


def _called(view: GmmView, where: str) -> tuple[str, ...]:
    who = view.seats[view.declarer].name if view.declarer is not None else ""
    best = tr("highest") if view.call == "high" else tr("lowest")
    call = f"{ARROWS[view.call]} {view.call.upper()}"
    return (
        tr(
            "{where} · {call} called by {who}: {best} {ability} wins",
            where=where,
            call=call,
            who=who,
            best=best,
            ability=view.ability,
        ),
        tr("{call} called by {who}: {best} wins", call=call, who=who, best=best),
        tr("{call} by {who}", call=call, who=who),
    )


def _task(view: GmmView) -> tuple[str, ...]:
    """Say what is to be done, the fullest wording first."""
    who = view.seats[view.declarer].name if view.declarer is not None else tr("Somebody")
    match view.stage:
        case "Declare" if view.fresh:
            return (tr("▶ {who}, high or low?", who=who),)
        case "Declare" if view.depth == "light":
            return (
                tr("▶ {who} turns up a card and calls high or low", who=who),
                tr("▶ {who}: high or low?", who=who),
            )
        case "Declare":
            return (
                tr("▶ {who} turns up a card and calls high or low", who=who),
                tr("▶ {who} turns up a card", who=who),
            )
        case "Count":
            return (tr("count the winnings piles"),)
        case "Deal" if view.dealer is not None:
            dealer = view.seats[view.dealer].name
            return (
                tr("{dealer} shuffles all 60 cards and deals", dealer=dealer),
                tr("{dealer} deals", dealer=dealer),
            )
        case _:
            return (view.stage,)


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
        return 1 + air(canvas)
    short = (
        tr("{seats} wins", seats=view.seats[out.winner].name)
        if out.winner is not None
        else out.result
    )
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
    lines = DOUBLE if best or twin else ROUND
    frame(canvas, panels.Box(*box), BRIGHT_DANGER if twin else style, lines)
    mark = "◆ " if seat.declares else ""
    named = f" {mark}{seat.name} "
    inset = 2 if len(named) <= across - 4 else 1
    canvas.put(x + inset, y, cut(named, across - 2 * inset), name_style(seat))
    # Cards of earlier flips of this battle keep a row each, as long as there is room.
    earlier = [one for one in flips[:-1] if one is not None]
    earlier = earlier[len(earlier) - max(0, min(len(earlier), down - 2 - LEAST_CARD[1])) :]
    for row, one in enumerate(earlier, y + down - 1 - len(earlier)):
        said, rating = one.name or tr("a card"), number(one.rating) if one.name else ""
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


def _empty(canvas: Canvas, box: Box, seat: SeatView) -> None:
    x, y, across, down = box
    text = tr("stands aside") if seat.out else tr("turn up") if seat.waiting else ""
    centred(canvas, (x, y + max(0, (down - 1) // 2), across), text, WAITED if seat.waiting else DIM)


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
    if down < 2:  # noqa: PLR2004 - a row for the name and one for the rating
        said = number(card.rating)
        name = cut(card.name, across - len(said) - 1)
        centred(canvas, (x, y, across), f"{name} {said}", look.number)
        return
    six = len(view.abilities)
    listed = across >= RATINGS_ACROSS and down >= six + 5
    rows = down - (six if listed else 0)
    names = textwrap.wrap(card.name, max(1, across)) if rows >= 6 else [card.name]  # noqa: PLR2004 - room for a second line
    for row, name in enumerate(names[:2], y):
        centred(canvas, (x, row, across), name, look.name)
    taken = len(names[:2])
    large(canvas, (x, y + taken, across, rows - taken), number(card.rating), look.number)
    if listed:
        margin = 1 if across > RATINGS_ACROSS + 1 else 0
        _six(canvas, (x + margin, y + down - six, across - 2 * margin), view, card)


def _six(canvas: Canvas, at: tuple[int, int, int], view: GmmView, card: CardView) -> None:
    """List all ratings, the one that counts standing out; Slappy and Mastermind say their two."""
    x, y, across = at
    if not card.ratings:
        centred(canvas, (x, y + 2, across), tr("9 on high"), DIM)
        centred(canvas, (x, y + 3, across), tr("1 on low"), DIM)
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
        large(canvas, (x, y + down // 2 - 2, across, 5), tr("wins"), look.number)
