"""Drawing a fight of Monstructor: two monsters, what counts on each side, and who may reinforce."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.tui import bigtext
from companion.tui.boards.mon_parts import Chips, chip, flow, flow_rows
from companion.tui.boards.panels import (
    BRIGHT,
    DIM,
    HURT,
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

if TYPE_CHECKING:
    from companion.games.mon.classic.view import FightView, PlayedView, SideView
    from companion.tui.canvas import Canvas

LARGE: Final = bigtext.Scale(2, 1)
PACKED: Final = bigtext.Scale(2, 1, half=True)


def played_text(played: PlayedView) -> str:
    """Say a played card and what it brought: `PW-S sword +2`, `SP-1 takes off GM-B`."""
    if played.card == UNNAMED:
        parts = [played.kind.capitalize(), played.icon]
    else:
        parts = [played.card, played.icon or (tr("spell") if played.kind == "spell" else "")]
    if played.own:
        parts.append(f"{played.own:+d}")
    if played.theirs:
        parts.append(tr("{theirs:+d} to the other", theirs=played.theirs))
    if played.off:
        parts.append(tr("takes off {off}", off=", ".join(played.off)))
    if not (played.own or played.theirs or played.off) and played.text:
        parts.append(played.text)
    return " ".join(part for part in parts if part)


def sum_text(side: SideView) -> str:
    """Say how a total comes about: `cards 12 + 4 played`."""
    if side.total is None or side.cards_points is None:
        return tr("not flipped yet") if side.settled else tr("still building")
    more = side.total - side.cards_points
    return tr("cards {cards_points}", cards_points=side.cards_points) + (
        tr(" {more:+d} played", more=more).replace("+", "+ ") if more else ""
    )


def _chips(side: SideView) -> Chips:
    chips = [chip(card) for card in side.cards]
    chips += [[("✦ ", LEAD), (played_text(one), "")] for one in side.played]
    chips += [[("✗ ", HURT), (tr("{card} off", card=card.card), DIM)] for card in side.removed]
    return chips


def _headed(fight: FightView) -> list[Part]:
    """Say who leads and how near the end is."""
    if not fight.flipped:
        said = (
            tr("refuses to build: the attacker builds it")
            if fight.refused
            else tr("before the flip")
        )
        who = f"{fight.defender.name} " if fight.refused else ""
        return [(f"{who}{said} ", ""), ("(MON-C12)" if fight.refused else "(MON-C13)", DIM)]
    ahead = {side.seat: side.name for side in (fight.attacker, fight.defender)}
    if fight.leader is None:
        parts: list[Part] = [(tr("equal "), "bold")]
    else:
        sums = [side.total or 0 for side in (fight.attacker, fight.defender)]
        parts = [
            (
                tr(
                    "★ {ahead} leads by {sums} ",
                    ahead=ahead[fight.leader],
                    sums=abs(sums[0] - sums[1]),
                ),
                LEAD,
            )
        ]
    if fight.passes:
        parts.append((tr("one more pass ends it "), ""))
    return [*parts, ("(MON-C19)", DIM)]


def fight_needs(fight: FightView, room: Box) -> int:
    """Return the rows that a fight would like to have."""
    across = max(1, grid(room, 2, 2, (2, 0))[0].across - 1)
    chips = max(flow_rows(_chips(side), across) for side in (fight.attacker, fight.defender))
    large = LARGE.rows + 1 if room.down >= 24 else PACKED.rows  # noqa: PLR2004 - a tall screen
    return 3 + (large if fight.flipped else 0) + chips + (1 if room.down >= 24 else 0)  # noqa: PLR2004 - room for a line between


def draw_fight(canvas: Canvas, box: Box, fight: FightView) -> None:
    """Draw both sides beside each other under a line that says who leads."""
    head: list[Part] = [(tr(" FIGHT "), WINNER), (" ", ""), *_headed(fight)]
    run(canvas, box, head)
    for part, side in zip(
        grid(Box(box.x, box.y + 1, box.across, box.down - 1), 2, 2, (2, 0)),
        (fight.attacker, fight.defender),
        strict=True,
    ):
        _draw_side(canvas, part, fight, side)


def _draw_side(canvas: Canvas, box: Box, fight: FightView, side: SideView) -> None:
    role = tr("attacks") if side is fight.attacker else tr("defends")
    lead = "★" if fight.leader == side.seat else ""
    total = "" if side.total is None else f"{lead}{side.total} "
    room = box.across - len(total) - 1
    if fight.priority == side.seat:
        said = (
            tr("▶ {side} {role}, may reinforce", side=side.name, role=role),
            tr("▶ {side} may reinforce", side=side.name),
        )
        text = next((one for one in said if len(one) <= room), f"▶ {side.name}")
        bar(canvas, box, cut(text, room), TURN, total)
    else:
        bar(canvas, box, cut(f"  {side.name} {role}", room), "bold", total)
    inner = Box(box.x + 1, box.y + 1, box.across - 1, box.down - 1)
    chips = _chips(side)
    row = _draw_total(canvas, inner, side, flow_rows(chips, inner.across))
    run(canvas, inner, [(sum_text(side), DIM)], row)
    rest = Box(inner.x, inner.y + row + 1, inner.across, inner.down - row - 1)
    flow(canvas, rest, chips)


def _draw_total(canvas: Canvas, box: Box, side: SideView, chips: int) -> int:
    """Draw the total in large digits where cards still fit below; return the rows that took."""
    if side.total is None:
        return 0
    for scale in (bigtext.Scale(4, 1), LARGE, PACKED):
        fits = bigtext.width(str(side.total), scale) <= box.across
        if fits and scale.rows + 1 + chips <= box.down:
            for row, line in enumerate(bigtext.draw(str(side.total), scale)):
                run(canvas, box, [(line, BRIGHT)], row)
            return scale.rows
    return 0
