"""Drawing a table of Fight! into any rectangle of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.texts import tr, trn
from companion.core.words import UNNAMED
from companion.tui import bigtext
from companion.tui.boards.lead import CROWN, Lead, Merit, crown
from companion.tui.boards.panels import (
    BRIGHT,
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
    fold,
    frame,
    run,
)
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.fgt.view import (
        ArenaView,
        BoostView,
        CardView,
        FamilyView,
        FgtView,
        MainView,
        SeatView,
    )

# Colour is never alone: a Family's name stands beside it.
FAMILIES: Final = {
    "human": "$sand",
    "animal": "$green",
    "robot": "$blue",
    "demon": "$red",
    "alien": "$violet",
}
LARGE: Final = (22, 10)
MEDIUM: Final = (30, 3)
SMALL: Final = (30, 2)
TINY: Final = (40, 1)
TINIEST: Final = (20, 1)
ROOMY: Final = 16
"""Rows from which a second row of counts costs the card nothing."""

SLIM: Final = 32
"""Cells across below which counts need a second row."""

CARD: Final = 60
"""A drawn card is at most so wide."""

BACK: Final = "▒"
_STATES: Final = {
    "facedown": tr("face down"),
    "scored": tr("scored, +1 Glory"),
    "stolen": tr("taken by another player"),
    "lost": tr("lost with its Main"),
}


def family_style(family: str) -> str:
    """Return a Family's colour."""
    return colour(family, FAMILIES)


# -- words -----------------------------------------------------------------------------------------


def card_line(card: CardView) -> str:
    """Say a Warrior in one line, for lists."""
    power = "" if card.power is None else tr("Power {power}", power=card.power)
    known = (f"{card.card} {card.name}".strip(), power, card.family, card.ability)
    return " · ".join(part for part in known if part)


def arena_line(arena: ArenaView) -> str:
    """Say an Arena in one line."""
    name = f"{arena.card} {arena.name}".strip() or tr("Arena")
    known = (name, tr("{glory} Glory", glory=arena.glory), arena.condition)
    return " · ".join(part for part in known if part)


def power_parts(main: MainView) -> list[Part]:
    """Say a Main's power: printed -> current when something changed it."""
    if not main.alive:
        return [
            (tr("✝ killed at {power}", power=main.power) if main.power else tr("✝ killed"), HURT)
        ]
    if not main.power:
        return []
    if main.changed and main.printed is not None:
        return [(f"{main.printed} → ", DIM), (main.power, BRIGHT)]
    return [(main.power, "bold")]


def step_line(view: FgtView, main: MainView) -> str:
    """Say what changed a power, one behind the other: `+10 Ann = 34, 2>8 Joan = 88`."""
    shown = []
    for step in main.steps:
        by = tr("the table") if step.by is None else view.seats[step.by].name
        shown.append(f"{step.text} {by} = {step.power}")
    return ", ".join(shown)


def families_text(families: tuple[FamilyView, ...]) -> str:
    """Say so many of each Family: `2 Robot, 1 ?`."""
    return ", ".join(f"{one.count} {one.family or '?'}" for one in families)


def boost_parts(boost: BoostView, *, named: bool = True) -> list[Part]:
    """Say a Boost: a back by its Family, an active one by what it does."""
    style = family_style(boost.family)
    if boost.state == "active":
        said = boost.ability or tr("active")
        card = f"{boost.card} " if named and boost.card else ""
        return [("✦ ", LEAD), (card, f"bold {style}"), (said, "")]
    if boost.state == "facedown":
        return [(f"{BACK} {boost.family}", style), (tr(" face down"), DIM)]
    return [(f"{boost.family} {_STATES.get(boost.state, boost.state)}", DIM)]


def _glory(seat: SeatView) -> str:
    return tr("{score} Glory", score=seat.score)


def _piles(seat: SeatView, *, full: bool) -> str:
    """Say what a player has won, scored and holds."""
    worth = "+".join(str(arena.glory) for arena in seat.arenas)
    arenas = (
        f"{trn('{count} Arena', '{count} Arenas', len(seat.arenas))} {worth}"
        if worth
        else tr("no Arena")
    )
    scored = tr("scored {scored}", scored=seat.scored)
    hand = tr("hand {hand}", hand=seat.hand)
    if full:
        scored += f" ({families_text(seat.scored_families)})" if seat.scored_families else ""
        hand += f" ({families_text(seat.hand_families)})" if seat.hand_families else ""
    return f"{arenas} · {scored} · {hand}"


# -- who leads -------------------------------------------------------------------------------------


def lead(view: FgtView) -> Lead:
    """Say who has most Glory, then most scored Warriors (FGT-E2, E3)."""
    merits = tuple(
        Merit(
            seat.seat,
            seat.name,
            seat.rank,
            str(seat.score),
            tr("{scored} scored", scored=seat.scored),
        )
        for seat in view.seats
    )
    nothing = "" if any(seat.score for seat in view.seats) else tr("Nobody has Glory yet")
    return Lead(tr("Glory"), tr("Glory, then scored Warriors"), merits, nothing, over=view.over)


# -- one player ------------------------------------------------------------------------------------


def title(view: FgtView, seat: SeatView) -> tuple[str, str]:
    """Return a player's title and its style."""
    first = tr(" ◆first") if seat.first else ""
    name = f"{seat.name}{crown(lead(view), seat.seat)}{first}"
    ahead = tr(" ★ leads") if seat.leads and not view.over else ""
    if view.turn == seat.seat:
        return f"▶ {name}{ahead}", TURN
    if view.over and seat.rank == 1:
        return tr("{crown} {seat} wins", crown=CROWN, seat=seat.name), WINNER
    if ahead:
        return tr("★ {name} leads", name=name), WINNER
    if seat.main is not None and not seat.main.alive:
        return f"✝ {name}", DANGER
    return f"  {name}", "bold"


def _draw_tiny(canvas: Canvas, box: Box, view: FgtView, seat: SeatView) -> None:
    text, style = title(view, seat)
    wide = min(box.across // 2, 9 + max(len(one.name) for one in view.seats))
    canvas.put(box.x, box.y, cut(text, wide).ljust(wide), style)
    parts: list[Part] = [(f" {seat.score:>2} ", "bold")]
    if seat.main is not None:
        family = seat.main.family
        parts += [(f"{family[:3]} ", family_style(family)), *power_parts(seat.main)]
    if seat.boost is not None:
        parts += [("  ", ""), *boost_parts(seat.boost, named=False)]
    run(canvas, Box(box.x + wide, box.y, box.across - wide, 1), parts)


def _draw_rows(canvas: Canvas, box: Box, view: FgtView, seat: SeatView) -> None:
    """Draw a player in two or three rows: title, Main with Boost."""
    text, style = title(view, seat)
    right = tr(
        "{glory} · scored {scored} · hand {hand} ",
        glory=_glory(seat),
        scored=seat.scored,
        hand=seat.hand,
    )
    short = tr("{glory} · {scored} scored ", glory=_glory(seat), scored=seat.scored)
    fits = len(text) + len(right) + 1 <= box.across
    bar(canvas, box, text, style, right if fits else short)
    main = seat.main
    if main is None:
        waiting = tr("no Main yet · ") if view.arena is not None and not view.over else ""
        worth = "+".join(str(arena.glory) for arena in seat.arenas)
        won = (
            f"{trn('{count} Arena', '{count} Arenas', len(seat.arenas))}: {worth}"
            if worth
            else tr("no Arena won")
        )
        run(canvas, box, [(f"  {waiting}{won}", DIM)], 1)
        return
    tall = box.down >= 3  # noqa: PLR2004 - title, Main, Boost
    parts: list[Part] = [("  ", ""), (f"{main.family} ", family_style(main.family))]
    parts += [*power_parts(main), ("  ", "")]
    if tall:
        parts.append((f"{main.card} {main.name}".strip() if main.name else "", DIM))
    boost = boost_parts(seat.boost) if seat.boost else [(tr("no Boost"), DIM)]
    if tall:
        steps = step_line(view, main)
        run(canvas, box, [*parts, (f"  {steps}" if steps else "", DIM)], 1)
        run(canvas, box, [("    ", ""), *boost], 2)
        return
    card = main.card if main.name else ""
    run(canvas, box, [*parts, (f"{card}  " if card else "", DIM), *boost], 1)


def draw_seat(canvas: Canvas, box: Box, view: FgtView, seat: SeatView) -> None:
    """Draw a player as large as the box allows, the Main as a card."""
    text, style = title(view, seat)
    if len(text) + len(_glory(seat)) + 2 > box.across:
        text = text.replace(tr(" ◆first"), " ◆").replace(tr(" leads"), "")
    bar(canvas, box, text, style, f"{_glory(seat)} ")
    most = 2 if box.down >= ROOMY or box.across < SLIM else 1
    full = fold(_piles(seat, full=True), box.across, 9)
    rows = full if len(full) <= most else fold(_piles(seat, full=False), box.across, most)
    for row, line in enumerate(rows, 1):
        run(canvas, box, [(line, DIM)], row)
    top = 1 + len(rows)
    room = min(box.down - top, 20)
    _draw_card(canvas, Box(box.x, box.y + top, min(box.across, CARD), room), view, seat)


def _draw_card(canvas: Canvas, box: Box, view: FgtView, seat: SeatView) -> None:
    """Draw a Main as a card with its power in large digits, and the Boost beneath it."""
    main = seat.main
    frame(canvas, box, family_style(main.family) if main else DIM)
    inner = Box(box.x + 2, box.y + 1, box.across - 4, box.down - 2)
    if main is None:
        _draw_won(canvas, inner, view, seat)
        return
    # The Family of a card without a name stands within already.
    name = f" {main.card} {main.name} " if main.name else ""
    canvas.put(box.x + 2, box.y, cut(name, box.across - 4), f"bold {family_style(main.family)}")
    boost = _boost_rows(seat, inner)
    steps = fold(step_line(view, main), inner.across, 2 if inner.down >= 10 else 1)  # noqa: PLR2004 - room for a second line
    room = inner.down - len(boost) - 2
    used = _draw_power(canvas, inner, main, room if steps == [""] else room - 1)
    if steps != [""]:
        for row, line in enumerate(steps[: max(0, room - used)], 1 + used):
            run(canvas, inner, [(line, DIM)], row)
    edge = box.y + box.down - 2 - len(boost)
    canvas.put(box.x, edge, f"├{'─' * (box.across - 2)}┤", family_style(main.family))
    for row, parts in enumerate(boost):
        run(canvas, inner, parts, inner.down - len(boost) + row)


def _draw_won(canvas: Canvas, inner: Box, view: FgtView, seat: SeatView) -> None:
    """List the Arenas won, where no Main lies."""
    waiting = view.arena is not None and not view.over
    head = tr("no Main yet") if waiting else tr("Arenas won") if seat.arenas else tr("no Arena won")
    won = [line for arena in seat.arenas for line in fold(arena_line(arena), inner.across, 2)]
    shown = won[: max(0, inner.down - 2)]
    top = max(0, (inner.down - len(shown) - 2) // 2)
    run(canvas, inner, [(head, DIM)], top)
    for row, line in enumerate(shown, top + 2):
        run(canvas, inner, [(line, "")], row)


def _draw_power(canvas: Canvas, inner: Box, main: MainView, room: int) -> int:
    """Draw Family and power, large where there is room; return the rows that took."""
    head: list[Part] = [(main.family, family_style(main.family))]
    if main.alive and main.changed and main.printed is not None:
        head.append((tr("  printed {printed}", printed=main.printed), DIM))
    scale = bigtext.fitting(main.power or " ", inner.across, room)
    if scale is None or not main.power:
        run(canvas, inner, [(f"{main.family}  ", family_style(main.family)), *power_parts(main)])
        return 0
    run(canvas, inner, head)
    style = BRIGHT if main.alive else HURT
    for row, line in enumerate(bigtext.draw(main.power, scale), 1):
        run(canvas, inner, [(line, style)], row)
    if not main.alive:
        at = bigtext.width(main.power, scale) + 2
        canvas.put(inner.x + at, inner.y + 1, cut(tr("✝ killed"), inner.across - at), HURT)
    return scale.rows


def _boost_rows(seat: SeatView, inner: Box) -> list[list[Part]]:
    boost = seat.boost
    if boost is None:
        return [[(tr("no Boost"), DIM)]]
    if boost.state != "active" or inner.down < 8:  # noqa: PLR2004 - room for a folded ability
        return [boost_parts(boost)]
    style = family_style(boost.family)
    head = [("✦ ", LEAD), (f"{boost.card} {boost.name}".strip() or boost.family, f"bold {style}")]
    said = fold(boost.ability, inner.across, 2) if boost.ability else []
    return [head, *([(line, "")] for line in said)]


# -- the table -------------------------------------------------------------------------------------


def draw_table(view: FgtView, across: int, down: int, focus: Seat | None) -> Canvas:
    """Draw Arena, players and piles, the players as large as it goes.

    Args:
        view: what to draw.
        across: cells to the right.
        down: cells downwards.
        focus: the player to draw when not all fit.
    """
    canvas = Canvas(across, down)
    top = _draw_arena(canvas, view)
    bottom = _draw_piles(canvas, view)
    box = Box(0, top, across, down - top - bottom)
    for least, gap, draw in (
        (LARGE, (2, 1), draw_seat),
        (MEDIUM, (2, 1), _draw_rows),
        (MEDIUM, (2, 0), _draw_rows),
        (SMALL, (2, 0), _draw_rows),
        (TINY, (1, 0), _draw_tiny),
        (TINIEST, (1, 0), _draw_tiny),
    ):
        boxes = fitted(box, len(view.seats), least, gap)
        if boxes:
            for one, seat in zip(boxes, view.seats, strict=True):
                draw(canvas, one, view, seat)
            return canvas
    _draw_some(canvas, box, view, focus)
    return canvas


def _draw_some(canvas: Canvas, box: Box, view: FgtView, focus: Seat | None) -> None:
    """Draw as many players as there are rows, from the one in focus on."""
    start = focus if focus is not None else view.turn or 0
    count = len(view.seats)
    for row in range(max(0, min(box.down, count))):
        seat = view.seats[(start + row) % count]
        _draw_tiny(canvas, Box(box.x, box.y + row, box.across, 1), view, seat)


def _draw_arena(canvas: Canvas, view: FgtView) -> int:
    """Draw the Arena, how it is won and who leads; return the rows that took."""
    box = Box(0, 0, canvas.width, canvas.height)
    rows = (*_arena_rows(view, box.across), _family_parts(view), _condition_parts(view))
    lines = [parts for parts in rows if parts]
    if canvas.height < 9:  # noqa: PLR2004 - players first
        lines = lines[:1]
    elif canvas.height < len(view.seats) + len(lines) + 1:
        lines = [lines[0], lines[-1]]
    spare = canvas.height - 2 - len(lines) - 2 * len(view.seats)
    lines = [row for parts in lines for row in _folded(parts, box.across, spare)]
    for row, parts in enumerate(lines):
        run(canvas, box, parts, row)
    airy = canvas.height >= len(view.seats) * 3 + 6
    return len(lines) + (1 if airy and lines else 0)


def _folded(parts: list[Part], across: int, spare: int) -> list[list[Part]]:
    """Break a row that is too long in two, at a word of its longest part, where there is room."""
    if spare < 1 or sum(len(text) for text, _ in parts) <= across:
        return [parts]
    at = max(range(len(parts)), key=lambda number: len(parts[number][0]))
    text, style = parts[at]
    room = across - sum(len(before) for before, _ in parts[:at])
    cut_at = text.rfind(" ", 0, max(0, room))
    if cut_at < 1:
        return [parts]
    second: list[Part] = [("  ", ""), (text[cut_at + 1 :], style), *parts[at + 1 :]]
    return [[*parts[:at], (text[:cut_at], style)], second]


def _arena_rows(view: FgtView, across: int) -> tuple[list[Part], ...]:
    """Say the Arena and how it is won, in one row where it fits."""
    arena = view.arena
    if arena is None:
        return (_award_parts(view),)
    parts: list[Part] = [
        (tr(" ARENA {round} of {rounds} ", round=view.round, rounds=view.rounds), WINNER),
        (f" {f'{arena.card} {arena.name}'.strip()}".rstrip(), "bold"),
        (tr("  {glory} Glory", glory=arena.glory), LEAD),
    ]
    condition: Part = (f" {arena.condition}" if arena.condition else "", "bold")
    if sum(len(text) for text, _ in (*parts, condition)) < across:
        return ([*parts, (" ", ""), condition],)
    return (parts, [condition])


def _condition_parts(view: FgtView) -> list[Part]:
    if view.arena is None:
        return []
    if view.lead is not None:
        return [("★ ", LEAD), (f"{view.lead.why} ", ""), (f"({view.lead.rule})", DIM)]
    return [(tr("nobody leads yet"), DIM)]


def _family_parts(view: FgtView) -> list[Part]:
    """Say which Family must not be played, while Mains are still to come."""
    if (
        view.arena is None
        or not view.last_family
        or all(seat.main is not None for seat in view.seats)
    ):
        return []
    return [
        (tr("another Family than "), DIM),
        (view.last_family, f"bold {family_style(view.last_family)}"),
        (tr(" if you can "), DIM),
        ("(FGT-P6)", DIM),
    ]


def _award_parts(view: FgtView) -> list[Part]:
    award = view.award
    if award is None:
        return []
    name = tr("nobody") if award.winner is None else view.seats[award.winner].name
    what = award.arena.name or tr("Arena {round}", round=award.arena.round)
    return [
        (f" {name} ", WINNER),
        (
            tr(
                " took {what}, {glory} Glory: {why} ",
                what=what,
                glory=award.arena.glory,
                why=award.why,
            ),
            "",
        ),
        (f"({award.rule})", DIM),
    ]


def _draw_piles(canvas: Canvas, view: FgtView) -> int:
    """Draw the piles in the last rows; return how many."""
    top = view.graveyard[-1].card if view.graveyard else UNNAMED
    newest = "" if top == UNNAMED else tr(" (top {top})", top=top)
    parts = [
        tr("Reserves {reserves}", reserves=view.reserves),
        tr("Graveyard {graveyard}{newest}", graveyard=len(view.graveyard), newest=newest),
    ]
    if view.aside:
        parts.append(tr("set aside {aside}", aside=len(view.aside)))
    if view.coming is not None:
        following = tr(
            "next {card} {coming}, {glory} Glory",
            card=view.coming.card,
            coming=view.coming.name,
            glory=view.coming.glory,
        )
        fits = len(" · ".join([*parts, following])) <= canvas.width
        parts.append(following if fits else tr("next {card}", card=view.coming.card))
    rows = 1
    canvas.put(0, canvas.height - 1, cut(" · ".join(parts), canvas.width), "")
    if view.revealed:
        named = [f"{card.card} {card.family}" for card in view.revealed if card.card != UNNAMED]
        count = trn("{count} card", "{count} cards", len(view.revealed))
        turned = cut(tr("Turned up: {value}", value=", ".join(named) or count), canvas.width)
        canvas.put(0, canvas.height - 2, turned, LEAD)
        rows += 1
    return rows
