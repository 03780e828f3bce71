"""Undo, redo, amend, ruling, void, claim, switch and depth under fire, for as long as one likes.

`python tests/reliability/soak_corrections.py [SCALE]`; scale 1.0 takes some minutes.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from corrections_machine import put_under_fire  # noqa: E402 - found once the path is set
from figures import Figure, main  # noqa: E402 - found once the path is set
from games_play import MODES  # noqa: E402 - found once the path is set

MACHINES = 40
"""Tables of every game in every mode and depth at scale 1."""

STEPS = 30
"""Things that are done to each of them, most of which are several actions."""

COMMAND = "python tests/reliability/soak_corrections.py"


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
            print(f"{game_id} {depth}: {type(error).__name__}: {error}\n{notes}", file=sys.stderr)  # noqa: T201 - said to whoever runs it, or to the test that started it
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
