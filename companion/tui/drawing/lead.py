"""Who leads, and the numbers that say so: one row above every table, and one page with all of it."""

from collections.abc import Callable
from itertools import groupby

from textual.content import Content

from companion.core.sheet import BOLD, CROWN, DIM, LEAD, WINNER, Lead, Line, Merit, plain
from companion.core.texts import of, tr


def lead_line(lead: Lead, across: int) -> Line:
    """Say who leads in one row, as fully as there is room for.

    Equal places stand with `=` between them: `♛ Ann 9 = ♛ Ben 9 · Cleo 3`. What decides between
    equal numbers is said as long as there is room for anything.
    """
    if lead.nothing:
        return ((lead.nothing, DIM),)
    wordings: tuple[Line, ...] = (
        (_before(lead.how), *_merits(lead, _full)),
        (_before(lead.what), *_merits(lead, _full)),
        (_before(lead.what), *_merits(lead, _where_equal)),
        _merits(lead, _where_equal),
        (_before(lead.what), *_merits(lead, _where_equal, some=True)),
        _merits(lead, _where_equal, some=True),
        _merits(lead, lambda _lead, _merit: "", some=True),
    )
    return next((one for one in wordings if len(plain(one)) <= across), wordings[-1])


def _before(what: str) -> tuple[str, str]:
    """Say before the numbers what they are: `points: `."""
    return f"{of(what, ' ').rstrip()} ", DIM


def _ordered(lead: Lead) -> list[Merit]:
    return sorted(lead.merits, key=lambda merit: merit.rank)


def _full(_lead: Lead, merit: Merit) -> str:
    return f", {merit.more}" if merit.more else ""


def _where_equal(lead: Lead, merit: Merit) -> str:
    """Say what decides between those who have the best number, where they do not share a place."""
    best = next(one.number for one in lead.merits if one.rank == 1)
    ranks = {one.rank for one in lead.merits if one.number == best and not one.out}
    decides = merit.number == best and merit.more and len(ranks) > 1
    return f" ({merit.short or merit.more})" if decides else ""


def _merits(lead: Lead, behind: Callable[[Lead, Merit], str], *, some: bool = False) -> Line:
    """Say everybody's merit, or only those of the leaders and of who has as much as they."""
    ordered = _ordered(lead)
    most = ordered[0].number if ordered else ""
    shown = [one for one in ordered if not some or one.rank == 1 or one.number == most]
    shown = [one for one in shown if not (some and one.out)]
    parts: Line = ()
    for before, merit in zip([None, *shown], shown, strict=False):
        if before is not None:
            parts += ((" = " if before.rank == merit.rank else " · ", DIM),)
        parts += _merit(lead, merit, behind(lead, merit))
    hidden = len(ordered) - len(shown)
    return (*parts, (tr(" · {hidden} behind: B", hidden=hidden), DIM)) if hidden else parts


def _merit(lead: Lead, merit: Merit, behind: str) -> Line:
    if merit.out:
        return ((f"✝ {merit.name}", DIM),)
    if lead.crowned(merit.seat):
        style = WINNER if lead.over else LEAD
        return ((f"{CROWN} {merit.name} {merit.number}", style), (behind, ""))
    return ((f"{merit.name} ", ""), (merit.number, BOLD), (behind, ""))


def lead_page(lead: Lead) -> tuple[str, Content]:
    """Return the page that says everybody's place and why."""
    lines: list[str | tuple[str, str]] = [(f"{lead.how}\n\n", BOLD)]
    if lead.nothing:
        lines.append(f"{lead.nothing}\n")
    for rank, group in groupby(_ordered(lead), key=lambda merit: merit.rank):
        merits = list(group)
        for merit in merits:
            mark = CROWN if lead.crowned(merit.seat) else "✝" if merit.out else " "
            shared = tr("  shared") if len(merits) > 1 else ""
            number = "" if merit.out else f"  {merit.number} {lead.what}"
            behind = f", {merit.more}" if merit.more and not merit.out else ""
            style = BOLD if lead.crowned(merit.seat) else ""
            lines.append((f"{rank}. {mark} {merit.name}{number}{behind}{shared}\n", style))
    return tr("Who leads"), Content.assemble(*lines)
