"""Drawing a table of MonsterDice into any rectangle of cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr, trn
from companion.tui import bigtext
from companion.tui.boards.lead import CROWN, Lead, Merit, crown
from companion.tui.boards.panels import (
    DANGER,
    DIM,
    HURT,
    LEAD,
    TURN,
    WINNER,
    Box,
    Part,
    bar,
    colour,
    cut,
    fitted,
    frame,
    run,
)
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.md.view import DieView, MdView, OfferView, SeatView

# Colour is never alone: the kind's name stands with the die.
KINDS: Final = {
    "teeth": "$red",
    "squid": "$blue",
    "devil": "$orange",
    "spider": "$violet",
    "dimwit": "$green",
    "eye": "$sand",
}


@dataclass(frozen=True, slots=True)
class DieSize:
    """How large dice are drawn.

    Attributes:
        cell: cells across that a die takes; its name is cut to fit.
        down: rows that a row of dice takes.
        wide: cells that a player needs across.
        beside: whether infirmary and played cards have a row of their own.
        gap: rows between players.
    """

    cell: int
    down: int
    wide: int
    beside: bool
    gap: int = 0


HUGE: Final = DieSize(11, 6, 66, beside=True, gap=1)
LARGE: Final = DieSize(7, 4, 42, beside=True, gap=1)
MEDIUM: Final = DieSize(7, 2, 42, beside=True)
COMPACT: Final = DieSize(7, 2, 42, beside=False)
SMALL: Final = DieSize(7, 1, 36, beside=False)
TINY: Final = DieSize(4, 1, 30, beside=False)
SIZES: Final = (HUGE, LARGE, MEDIUM, COMPACT, SMALL, TINY)
NARROWEST: Final = 5
"""Cells across below which a face and a letter of its name do not fit."""


def short(kind: str) -> str:
    """Return a kind's short name, as records have it: `teeth`."""
    return kind.removeprefix("md.")


def kind_style(kind: str) -> str:
    """Return a kind's colour."""
    return colour(short(kind), KINDS)


def face_style(die: DieView) -> str:
    """Return a face's style: a sculpted side that can be used shines, a used one fades."""
    tint = kind_style(die.kind)
    if die.face is None or (die.sculpted and die.used):
        return DIM
    if die.sculpted and die.usable:
        return tint.replace("$", "$on-")
    return f"bold {tint}" if die.sculpted else ""


def face_text(die: DieView) -> str:
    """Return a face in three characters: `[S]` to use, ` S ` sculpted, `(S)` used, ` 4 `."""
    if die.face is None:
        return " · "
    if not die.sculpted:
        return f" {die.face} "
    if die.used:
        return f"({die.face})"
    return f"[{die.face}]" if die.usable else f" {die.face} "


def die_line(view: MdView, seat: SeatView, die: DieView) -> str:
    """Say a die in one line, for lists."""
    face = tr("not rolled") if die.face is None else tr("shows {face}", face=die.face)
    used = tr(" · used") if die.used else tr(" · can be used") if die.usable else ""
    brought = (
        ""
        if die.owner == seat.seat
        else tr(" · brought by {seats}", seats=view.seats[die.owner].name)
    )
    return f"{die.name} ({die.ref}) {face}{used}{brought}"


def offer_line(offer: OfferView) -> str:
    """Say what dice offer in one line: `Teeth-Die + Die'vil: bite two dice (MD-C1)`."""
    return f"{' + '.join(offer.dice)}: {offer.text} ({offer.rule})"


# -- who leads -------------------------------------------------------------------------------------


def lead(view: MdView) -> Lead:
    """Say who has most points: in front until the hands are counted (MD-K8, MD-Z2)."""
    merits = tuple(
        Merit(
            seat.seat,
            seat.name,
            seat.rank,
            str(seat.points),
            _besides_points(view, seat),
        )
        for seat in view.seats
    )
    counting = any(seat.counted for seat in view.seats)
    how = tr("Points") if counting else tr("Points in front; hands count at the end")
    nothing = (
        "" if counting or any(seat.points for seat in view.seats) else tr("Nobody has points yet")
    )
    return Lead(tr("points"), how, merits, nothing, over=view.over)


def _besides_points(view: MdView, seat: SeatView) -> str:
    """Say what may still change a player's place, or what has."""
    if not seat.counted:
        return tr("{hand_count} in hand", hand_count=seat.hand_count) if seat.hand_count else ""
    level = [one for one in view.seats if one.points == seat.points]
    broken = {one.rank for one in level}  # of a tie that stands, all share a place
    if not view.over or 1 not in broken or len(broken) == 1:
        return ""
    return tr("won the tie") if seat.rank == 1 else tr("lost the tie")


# -- one player ------------------------------------------------------------------------------------


def title(view: MdView, seat: SeatView) -> tuple[str, str]:
    """Return a player's title and its style."""
    begins = tr(" ◆begins") if seat.starter else ""
    name = f"{seat.name}{crown(lead(view), seat.seat)}{begins}"
    if view.over and seat.rank == 1:
        return tr("{crown} {seat} wins", crown=CROWN, seat=seat.name), WINNER
    if view.declared is not None and seat.seat in view.declared.waiting:
        answers = tr("answers") if seat.seat == view.declared.asked else tr("answers next")
        return f"◎ {name} {answers}", DANGER
    if seat.in_turn:
        return f"▶ {name}", TURN
    if seat.asked:
        return tr("◎ {name} rolls", name=name), TURN
    return f"  {name}", "bold"


def _counts(seat: SeatView) -> str:
    points = trn("{count} point", "{count} points", seat.points)
    hand = (
        tr("hand counted") if seat.counted else tr("hand {hand_count}", hand_count=seat.hand_count)
    )
    return f"{points} · {hand} "


def cards_text(seat: SeatView) -> str:
    """Say the special cards in front of a player, `2 Surprise` for copies."""
    counts: dict[str, int] = {}
    for card in seat.played:
        counts[card.name] = counts.get(card.name, 0) + 1
    named = (f"{count} {name}" if count > 1 else name for name, count in counts.items())
    return ", ".join(named)


def _besides(view: MdView, seat: SeatView) -> list[Part]:
    """Say the infirmary and the cards in front, where there are any."""
    parts: list[Part] = []
    if seat.infirmary:
        names = ", ".join(
            die.name
            if die.owner == seat.seat
            else tr("{die} of {seat}", die=die.name, seat=view.seats[die.owner].name)
            for die in seat.infirmary
        )
        parts.append((tr("✚ infirmary: {names}", names=names), HURT))
    if seat.played:
        gap = "   " if parts else ""
        parts += [(tr("{gap}in front: ", gap=gap), DIM), (cards_text(seat), "")]
    return parts


def _across(size: DieSize, box: Box, count: int) -> tuple[int, int]:
    """Return the width of a die and how many go into a row."""
    cell = size.cell
    if count * cell > box.across:  # a narrower die is better than a second row
        cell = min(cell, max(min(cell, NARROWEST), box.across // max(1, count)))
    return cell, max(1, box.across // cell)


def _rows(size: DieSize, box: Box, count: int) -> int:
    """Return how many rows a player's dice take at a size."""
    _, each = _across(size, box, count)
    return max(1, -(-count // each)) * size.down


def needs(box: Box, size: DieSize, dice: int) -> int:
    """Return the rows that a player with so many dice needs in a box of that width."""
    return 1 + _rows(size, box, dice) + (1 if size.beside else 0)


def _needs(view: MdView, box: Box, size: DieSize) -> int:
    """Return the rows that the player with the most dice needs in a box of that width."""
    return needs(box, size, max(len(seat.pool) for seat in view.seats))


def draw_seat(
    canvas: Canvas, box: Box, view: MdView, seat: SeatView, size: DieSize = LARGE
) -> None:
    """Draw a player: title, dice, and what lies besides them."""
    if size is TINY:
        _draw_line(canvas, box, view, seat)
        return
    text, style = title(view, seat)
    right = _counts(seat)
    if not size.beside:
        extra = [f"✚ {len(seat.infirmary)}"] if seat.infirmary else []
        extra += [tr("{played} in front", played=len(seat.played))] if seat.played else []
        long = " · ".join([*extra, right])
        right = long if len(text) + len(long) < box.across else right
    fits = len(text) + len(right) < box.across
    bar(canvas, box, text, style, right if fits else f"{seat.points} · {seat.hand_count} ")
    rows = _draw_dice(canvas, Box(box.x, box.y + 1, box.across, box.down - 1), seat, size)
    if size.beside:
        run(canvas, box, _besides(view, seat), 1 + rows)


def _draw_dice(canvas: Canvas, box: Box, seat: SeatView, size: DieSize) -> int:
    cell, each = _across(size, box, len(seat.pool))
    if not seat.pool:
        run(canvas, box, [(tr("no dice in the pool"), DIM)])
        return size.down
    for number, die in enumerate(seat.pool):
        x = box.x + (number % each) * cell
        y = box.y + (number // each) * size.down
        if y + size.down > box.y + box.down:
            break
        _draw_die(canvas, Box(x, y, cell, size.down), die, size)
    return _rows(size, box, len(seat.pool))


def _draw_die(canvas: Canvas, box: Box, die: DieView, size: DieSize) -> None:
    style, text = face_style(die), face_text(die)
    name = short(die.kind)[: max(1, box.across - 1)]
    tint = DIM if die.used else kind_style(die.kind)
    if size is SMALL:
        canvas.put(box.x, box.y, short(die.kind)[: max(1, box.across - 4)], tint)
        canvas.put(box.x + max(1, box.across - 4), box.y, text, style)
        return
    if size.down <= MEDIUM.down:
        canvas.put(box.x + 1, box.y, text, style)
        canvas.put(box.x, box.y + 1, name, tint)
        return
    large = size is HUGE and box.across >= HUGE.cell
    cube = Box(box.x, box.y, 9 if large else 5, size.down - 1)
    frame(canvas, cube, tint)
    if large:
        _draw_face(canvas, cube, die)
    else:
        canvas.put(box.x + 1, box.y + cube.down // 2, text, style)
    # Of twins in a pool each has in its frame how records tell them apart: by the seats they
    # came from.
    _, at, number = die.ref.partition("@")
    canvas.put(box.x + 1, box.y + cube.down - 1, at + number, tint)
    canvas.put(box.x, box.y + cube.down, name, tint)


def _draw_face(canvas: Canvas, cube: Box, die: DieView) -> None:
    """Draw a face in large digits; a sculpted side that can be used fills its die."""
    style = face_style(die)
    shining = die.sculpted and die.usable and not die.used
    for row in range(1, cube.down - 1):
        canvas.put(cube.x + 1, cube.y + row, " " * (cube.across - 2), style if shining else "")
    rows = bigtext.draw(die.face or "-", bigtext.SCALES[-1])
    at = cube.x + (cube.across - len(rows[0])) // 2
    for row, line in enumerate(rows, cube.y + 1):
        canvas.put(at, row, line, style)


def _draw_line(canvas: Canvas, box: Box, view: MdView, seat: SeatView) -> None:
    text, style = title(view, seat)
    wide = min(box.across // 3, 5 + max(len(one.name) for one in view.seats))
    name = f"{text[:2]}{seat.name}{crown(lead(view), seat.seat)}"
    canvas.put(box.x, box.y, cut(name, wide).ljust(wide), style)
    parts: list[Part] = [(f" {seat.points:>3} h{seat.hand_count} ", "bold")]
    for die in seat.pool:
        parts += [(short(die.kind)[:2], kind_style(die.kind)), (die.face or "·", face_style(die))]
        parts.append((" ", ""))
    if seat.infirmary:
        parts.append((f"✚{len(seat.infirmary)}", HURT))
    run(canvas, Box(box.x + wide, box.y, box.across - wide, 1), parts)


# -- the table -------------------------------------------------------------------------------------


def draw_table(view: MdView, across: int, down: int, focus: Seat | None) -> Canvas:
    """Draw what the dice offer, every player with dice as faces, and the deck.

    Args:
        view: what to draw.
        across: cells to the right.
        down: cells downwards.
        focus: the player to draw when not all fit.
    """
    canvas = Canvas(across, down)
    canvas.put(0, down - 1, cut(_deck(view), across), LEAD if view.last_round else "")
    lines = _events(view)
    listed = [[(f"{offer_line(one)}", "")] for one in view.offers]
    for size in SIZES:
        # What dice offer stands in the menu as well: players are drawn as large as it goes, then
        # as much of the list as there is room for.
        boxes = _seats(view, Box(0, len(lines), across, down - 1 - len(lines)), size)
        if not boxes:
            continue
        needed = max(box.y + _needs(view, box, size) for box in boxes) - len(lines)
        spare = max(0, down - 1 - len(lines) - needed)
        shown = lines + _offers(view, listed, spare)
        for row, parts in enumerate(shown):
            run(canvas, Box(0, 0, across, down), parts, row)
        box = Box(0, len(shown), across, down - 1 - len(shown))
        for one, seat in zip(_seats(view, box, size) or boxes, view.seats, strict=True):
            draw_seat(canvas, one, view, seat, size)
        return canvas
    _draw_some(canvas, view, focus)
    return canvas


def _seats(view: MdView, box: Box, size: DieSize) -> list[Box]:
    """Divide a box so that every player fits at a size; empty when they do not."""
    needs = _needs(view, Box(0, 0, size.wide, 0), size)
    return fitted(box, len(view.seats), (size.wide, needs), (2, size.gap))


def _offers(view: MdView, listed: list[list[Part]], room: int) -> list[list[Part]]:
    """Say what the dice offer: a line each where there is room, else all in one."""
    if not listed or room < 1:
        return []
    if len(listed) + 1 < room:
        who = view.seats[view.turn].name if view.turn is not None else tr("the roller")
        head: list[Part] = [(tr("{who}'s dice offer", who=who), LEAD)]
        return [head, *([("  ", ""), *parts] for parts in listed), [("", "")]]
    joined: list[Part] = [(tr("offered: "), LEAD)]
    joined.append((" · ".join(" + ".join(one.dice) for one in view.offers), ""))
    return [joined]


def _events(view: MdView) -> list[list[Part]]:
    """Say what the table waits for besides the next move."""
    lines: list[list[Part]] = []
    if view.declared is not None:
        asked = view.seats[view.declared.asked].name
        lines.append(
            [
                (f" {view.declared.text} ", DANGER),
                (tr(" {asked} answers: a counter, or let it happen ", asked=asked), ""),
                ("(MD-K6)", DIM),
            ]
        )
    if view.rolloff:
        sums = "  ".join(
            f"{view.seats[one.seat].name} {'·' if one.total is None else one.total}"
            for one in view.rolloff
        )
        lines.append([(tr("Roll-off: "), LEAD), (sums, "bold")])
    if view.triples:
        back = trn("{count} die comes", "{count} dice come", view.triples)
        lines.append(
            [
                (tr("A triple: "), LEAD),
                (tr("{back} back from the infirmary ", back=back), ""),
                ("(MD-I2)", DIM),
            ]
        )
    if view.reroll:
        lines.append(
            [
                (tr("Two Die'vil: "), LEAD),
                (tr("any of the own dice may be rolled again "), ""),
                ("(MD-C5)", DIM),
            ]
        )
    return lines


def _deck(view: MdView) -> str:
    if view.last_round:
        return tr("The deck is empty: this is the last round")
    return tr("Deck {plural}, face down", plural=trn("{count} card", "{count} cards", view.deck))


def _draw_some(canvas: Canvas, view: MdView, focus: Seat | None) -> None:
    """Draw as many players as there are rows, from the one in focus on."""
    start = focus if focus is not None else view.turn or 0
    count = len(view.seats)
    for row in range(max(0, min(canvas.height - 1, count))):
        seat = view.seats[(start + row) % count]
        _draw_line(canvas, Box(0, row, canvas.width, 1), view, seat)
