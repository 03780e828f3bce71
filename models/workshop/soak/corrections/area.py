"""Undo, redo, amend, ruling, void, claim, switch and depth under fire, for as long as one likes.

`python -m models.workshop.soak.corrections.area [SCALE]`; scale 1.0 takes some minutes.
"""

from __future__ import annotations

import sys
from collections import Counter

from models.workshop.bench.random_play import MODES
from models.workshop.soak.corrections.machine import put_under_fire
from models.workshop.soak.figures import Figure, main

MACHINES = 40
"""Tables of every game in every mode and depth at scale 1."""

STEPS = 30
"""Things that are done to each of them, most of which are several actions."""

COMMAND = "python -m models.workshop.soak.corrections.area"


def run(scale: float) -> list[Figure]:
    """Put every game under fire; what breaks first is said in full and counted as a loss."""
    machines = max(1, round(MACHINES * scale))
    count: Counter[str] = Counter()
    broken = 0
    for game_id, depth in MODES:
        try:
            count += put_under_fire(game_id, depth, machines, STEPS, seed=machines, shrink=False)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is what is looked for
            broken += 1
            notes = "\n".join(getattr(error, "__notes__", ()))
            print(f"{game_id} {depth}: {type(error).__name__}: {error}\n{notes}", file=sys.stderr)
    return [
        Figure(
            "whatever is undone, done again, corrected, ruled, dropped or changed, the log, the "
            "table, a resumed table, a second reader and the record agree",
            "actions looked after",
            count["steps"],
            broken,
            COMMAND,
            detail=", ".join(
                f"{count[name]:,} {said}"
                for name, said in (
                    ("machines", "tables"),
                    ("refused", "refused"),
                    ("undos", "undone"),
                    ("redos", "done again"),
                    ("amends", "corrections"),
                    ("rulings", "rulings"),
                    ("voids", "voids"),
                    ("claims", "claims"),
                    ("switches", "switches"),
                    ("lightened", "made light"),
                    ("crashes", "crashes"),
                    ("landed", "held throws landed"),
                    ("records", "records"),
                )
            ),
        )
    ]


if __name__ == "__main__":
    main(run)
