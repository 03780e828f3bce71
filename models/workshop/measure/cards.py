"""What was measured, noted in the networks' cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from models.workshop.measure.report import rests_on
from models.workshop.measure.tally import tally
from vision.network import Figure, with_figures

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from models.workshop.measure.run import Run

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
    rows = {
        "find": [
            (f"found, {on}", f"{counts.found / of:.4f}"),
            (f"findings that are no die, {on}", f"{counts.extra}"),
        ],
        "read": [
            (f"best guess right, {on}", f"{counts.right / of:.4f}"),
            (f"called sure, {on}", f"{counts.read / of:.4f}"),
            (f"wrong among those called sure, {on}", f"{counts.silent / max(1, counts.read):.4f}"),
        ],
    }
    command = " ".join([COMMAND, *options])
    for name, lines in rows.items():
        path = folder / f"{name}.toml"
        figures = [Figure(what, value, command) for what, value in lines]
        text = with_figures(path.read_text(encoding="utf-8"), figures)
        path.write_text(text, encoding="utf-8")
