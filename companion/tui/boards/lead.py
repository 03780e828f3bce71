"""Who leads, and the numbers that say so: one row above every board, and one page with all of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from textual.content import Content

from companion.core.texts import tr
from companion.tui.boards.panels import DIM, LEAD, WINNER, Box, Part, run
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.seats import Seat

CROWN: Final = "♛"
"""Stands before whoever leads the game, on every board; nothing else has it."""

SHORT: Final = 8
"""Rows from which one can be spared for who leads."""


@dataclass(frozen=True, slots=True)
class Merit:
    """What counts for one player.

    Attributes:
        seat: whose.
        name: the player's name.
        rank: place as it stands, shared by equals.
        said: the number that decides: `12`.
        more: what decides when that is equal: `3 scored`; may be empty.
        short: the same where room is short: `28`; empty for no other way to say it.
        out: whether the player has dropped out.
    """

    seat: Seat
    name: str
    rank: int
    said: str
    more: str = ""
    short: str = ""
    out: bool = False


@dataclass(frozen=True, slots=True)
class Lead:
    """Everybody's merits.

    Attributes:
        what: what the numbers count: `Glory`.
        how: how they are compared, for people.
        merits: of every player.
        nothing: what is said as long as nobody has anything; empty from then on.
        over: whether the game has ended.
    """

    what: str
    how: str
    merits: tuple[Merit, ...]
    nothing: str = ""
    over: bool = False

    @property
    def level(self) -> bool:
        """Whether everybody has the same."""
        return len({merit.rank for merit in self.merits}) == 1 and len(self.merits) > 1

    def crowned(self, seat: Seat) -> bool:
        """Tell whether a player leads, alone or with others."""
        if self.nothing or (self.level and not self.over):
            return False
        return any(merit.rank == 1 for merit in self.merits if merit.seat == seat)


def crown(lead: Lead, seat: Seat) -> str:
    """Return what stands behind a player's name in a title."""
    return f" {CROWN}" if lead.crowned(seat) and not lead.over else ""


def lead_parts(lead: Lead, across: int) -> list[Part]:
    """Say who leads in one row, as fully as there is room for.

    Equal places stand with `=` between them: `♛ Ann 9 = ♛ Ben 9 · Cleo 3`. What decides between
    equal numbers is said as long as there is room for anything.
    """
    if lead.nothing:
        return [(lead.nothing, DIM)]
    wordings = (
        [(f"{lead.how}: ", DIM), *_merits(lead, _full)],
        [(f"{lead.what}: ", DIM), *_merits(lead, _full)],
        [(f"{lead.what}: ", DIM), *_merits(lead, _where_equal)],
        _merits(lead, _where_equal),
        [(f"{lead.what}: ", DIM), *_merits(lead, _where_equal, some=True)],
        _merits(lead, _where_equal, some=True),
        _merits(lead, _number, some=True),
    )
    return next((one for one in wordings if _width(one) <= across), wordings[-1])


def headed(lead: Lead, across: int, down: int, draw: Callable[[int], Canvas]) -> Content:
    """Draw a board below the row that says who leads; where rows are few, without it.

    Args:
        lead: who leads.
        across: cells to the right.
        down: cells downwards.
        draw: draws the board into so many rows.
    """
    if down < SHORT:
        return draw(down).content()
    head = Canvas(across, 1)
    run(head, Box(0, 0, across, 1), lead_parts(lead, across))
    return Content("\n").join([head.content(), draw(down - 1).content()])


def _ordered(lead: Lead) -> list[Merit]:
    return sorted(lead.merits, key=lambda merit: merit.rank)


def _full(lead: Lead, merit: Merit) -> str:
    del lead
    return f", {merit.more}" if merit.more else ""


def _where_equal(lead: Lead, merit: Merit) -> str:
    """Say what decides between those who have the best number, where they do not share a place."""
    best = next(one.said for one in lead.merits if one.rank == 1)
    ranks = {one.rank for one in lead.merits if one.said == best and not one.out}
    decides = merit.said == best and merit.more and len(ranks) > 1
    return f" ({merit.short or merit.more})" if decides else ""


def _number(lead: Lead, merit: Merit) -> str:
    del lead, merit
    return ""


def _merits(lead: Lead, say: Callable[[Lead, Merit], str], *, some: bool = False) -> list[Part]:
    """Say everybody's merit, or only those of the leaders and of who has as much as they."""
    ordered = _ordered(lead)
    most = ordered[0].said if ordered else ""
    shown = [one for one in ordered if not some or one.rank == 1 or one.said == most]
    shown = [one for one in shown if not (some and one.out)]
    parts: list[Part] = []
    before: Merit | None = None
    for merit in shown:
        if before is not None:
            parts.append((" = " if before.rank == merit.rank else " · ", DIM))
        parts += _merit(lead, merit, say(lead, merit))
        before = merit
    hidden = len(ordered) - len(shown)
    return [*parts, (tr(" · {hidden} behind: B", hidden=hidden), DIM)] if hidden else parts


def _merit(lead: Lead, merit: Merit, behind: str) -> list[Part]:
    if merit.out:
        return [(f"✝ {merit.name}", DIM)]
    if lead.crowned(merit.seat):
        style = WINNER if lead.over else LEAD
        return [(f"{CROWN} {merit.name} {merit.said}", style), (behind, "")]
    return [(f"{merit.name} ", ""), (merit.said, "bold"), (behind, "")]


def _width(parts: list[Part]) -> int:
    return sum(len(text) for text, _ in parts)


def lead_page(lead: Lead) -> tuple[str, Content]:
    """Return the page that says everybody's place and why."""
    lines: list[str | tuple[str, str]] = [(f"{lead.how}\n\n", "bold")]
    if lead.nothing:
        lines.append(f"{lead.nothing}\n")
    for rank, group in groupby(_ordered(lead), key=lambda merit: merit.rank):
        merits = list(group)
        for merit in merits:
            mark = CROWN if lead.crowned(merit.seat) else "✝" if merit.out else " "
            shared = tr("  shared") if len(merits) > 1 else ""
            said = "" if merit.out else f"  {merit.said} {lead.what}"
            behind = f", {merit.more}" if merit.more and not merit.out else ""
            style = "bold" if lead.crowned(merit.seat) else ""
            lines.append((f"{rank}. {mark} {merit.name}{said}{behind}{shared}\n", style))
    return tr("Who leads"), Content.assemble(*lines)
