"""What was rolled, die by die and player by player, and whether it can be told from chance."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Final

from textual.content import Content

from companion.core.dice import kind_name
from companion.core.texts import tr, trn
from companion.rolls.fairness import judge
from companion.tui.device_words import away, id_said, label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.rolls.fairness import Counted, Tallies, Tally
    from companion.rolls.source import KnownDevice

_BARS: Final = "▁▂▃▄▅▆▇█"
_CELL: Final = 4
"""Columns that a face has: counts of a long evening have three digits."""

_ROW: Final = 10
"""Faces in a row: twenty would not fit."""

_WIDE: Final = 70
"""Columns of a line of words, for the narrowest screen."""

_ABOUT: Final = tr(
    "How often each face came. A fair die is uneven, too: only after many\n"
    "rolls can anybody say more. It is looked at only now and then: who "
    "looks\n"
    "after every roll finds something odd in every die.\n"
)


def pages(found: Tallies, known: tuple[KnownDevice, ...]) -> list[tuple[str, Content]]:
    """Return titled pages: dice, players, and what read the dice."""
    names = {one.id: label(away(one)) for one in known}
    return [
        (
            tr("Fair? Die by die"),
            _page(found.dice, names, tr("No die has told yet which one it is.")),
        ),
        (tr("Fair? Player by player"), _page(found.players, {}, tr("No roll has counted yet."))),
        (
            tr("Fair? By what read the dice"),
            _page(found.sources, names, tr("No roll has counted yet.")),
        ),
    ]


def _page(counted: tuple[Counted, ...], names: dict[str, str], none: str) -> Content:
    blocks = [Content.styled(_ABOUT, "dim")]
    blocks += [_block(names.get(one.who) or id_said(one.who), one.tally) for one in counted]
    return Content("\n").join(blocks if counted else [*blocks, Content(none)])


def _block(who: str, tally: Tally) -> Content:
    fairness = judge(tally)
    rolls = trn("{count:,} roll", "{count:,} rolls", tally.n)
    parts: list[str | tuple[str, str]] = [
        (f"{who} · {kind_name(tally.kind)} · {rolls}\n", "bold $accent")
    ]
    drawn = bars(tally.counts)
    for at in range(0, len(tally.faces), _ROW):
        part = slice(at, at + _ROW)
        parts += [
            (f"{_cells(tally.faces[part])}\n", "bold"),
            f"{_cells(tally.counts[part])}\n",
            (f"{_cells(drawn[part])}\n", "$primary"),
        ]
    said = fill(fairness.words, _WIDE, initial_indent="  ", subsequent_indent="  ")
    parts.append((f"{said}\n", "$warning" if fairness.unusual else "$success"))
    if fairness.checked_at:
        when = tr(
            "looked at after {checked_at:,} rolls, again after {again_at:,}",
            checked_at=fairness.checked_at,
            again_at=fairness.again_at,
        )
        parts.append((f"  {when}\n", "dim"))
    return Content.assemble(*parts)


def _cells(row: Iterable[object]) -> str:
    return "".join(str(one).rjust(_CELL) for one in row)


def bars(counts: tuple[int, ...]) -> str:
    """Draw counts as bars; the highest fills its cell, and none is left blank."""
    most = max(counts, default=0)
    if not most:
        return " " * len(counts)
    top = len(_BARS) - 1
    return "".join(_BARS[round(count * top / most)] if count else " " for count in counts)
