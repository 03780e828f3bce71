"""What was measured, noted in the networks' cards."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from models.workshop.measure.report import rests_on, scene_unit
from models.workshop.measure.run import Run
from models.workshop.measure.tally import Share, shares, tally
from vision.network import Figure

COMMAND: Final = "python -m models.workshop.measure --photos DIR"


def note(folder: Path, run: Run, options: Sequence[str] = ()) -> None:
    """Write the first reader's sums into `find.toml` and `read.toml`.

    Figures of the same command are replaced.

    Args:
        folder: where the cards lie.
        run: what was measured.
        options: words of the command besides the folder, so that it measures the same again.

    Raises:
        OSError: a card cannot be read or written.
    """
    first = run.measured[0]
    counts, rest = tally(first.outcomes, first.extra), rests_on(run)
    kinds = ", ".join(sorted({one.die.kind for one in first.outcomes}))
    dice = f"{counts.dice} dice ({kinds}) in {rest['pictures']} pictures, {rest['rolls']} rolls"
    on = f"{dice}, none trained on"
    of = max(1, counts.dice)
    decide, unit = shares(first.outcomes), scene_unit(run)
    rows = {
        "find": [
            (f"found, {on}", f"{counts.found / of:.4f}"),
            (f"findings that are no die, {on}", f"{counts.extra}"),
        ],
        "read": [
            (f"best guess right, {on}", _bounded(decide["right"], unit)),
            (f"asked about, {on}", _bounded(decide["asked"], unit)),
            (f"wrong and not asked about, {on}", _bounded(decide["silent"], unit)),
        ],
    }
    command = " ".join([COMMAND, *options])
    for name, lines in rows.items():
        path = folder / f"{name}.toml"
        figures = [Figure(what, value, command) for what, value in lines]
        text = with_figures(path.read_text(encoding="utf-8"), figures)
        path.write_text(text, encoding="utf-8")


def _bounded(one: Share, unit: str) -> str:
    value = f"{one.value or 0:.4f}"
    if one.scenes is None:
        return value
    return f"{value} ({one.scenes[0]:.4f} to {one.scenes[1]:.4f} over {unit})"


def with_numbers(card: str, numbers: Mapping[str, float]) -> str:
    """A card's text with other numbers.

    Raises:
        ValueError: the card has no such number.
    """
    for name, value in numbers.items():
        card, count = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", card)
        if count != 1:
            raise ValueError(f"the card has no line for {name}")
    return card


def with_figures(card: str, figures: Sequence[Figure]) -> str:
    """A card's text with figures added; one measured by the same command is replaced.

    Args:
        card: TOML whose figures, if any, stand last.
        figures: to add.
    """
    kept = [Figure(row["what"], row["value"], row["command"]) for row in tomllib.loads(card).get("figures", ())]
    new = {figure.command for figure in figures}
    body = card.partition("[[figures]]")[0].rstrip("\n")
    rows = [
        f'[[figures]]\nwhat = "{row.what}"\nvalue = "{row.value}"\ncommand = "{row.command}"\n'
        for row in [*(row for row in kept if row.command not in new), *figures]
    ]
    return "\n\n".join([body, *(row.rstrip("\n") for row in rows)]) + "\n"
