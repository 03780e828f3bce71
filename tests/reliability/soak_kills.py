"""Kill a table's process everywhere: `python tests/reliability/soak_kills.py [SCALE]`."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import kills_everywhere as everywhere
from figures import Figure, main
from kills_play import OF_EVERY_MODE

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND: Final = "python tests/reliability/soak_kills.py"
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a disk in memory: a kill loses nothing of either
KILLS_A_STEP: Final = 6
"""Of some eighteen places of a step; they wander from step to step."""


@contextmanager
def folder() -> Iterator[Path]:
    """Give an empty folder, in memory where there is one, and take it away again."""
    place = tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None)
    try:
        yield Path(place).resolve()
    finally:
        shutil.rmtree(place, ignore_errors=True)


def killed_games(scale: float) -> everywhere.Tally:
    """Kill whole games of every mode.

    Args:
        scale: 1 kills in every step of a game; less of it leaves steps out.
    """
    tally = everywhere.Tally()
    for name in OF_EVERY_MODE:
        with folder() as place:
            tally.add_all(
                everywhere.whole_game(name, place, KILLS_A_STEP, max(1, round(1 / scale)))
            )
    return tally


def killed_openings(names: tuple[str, ...]) -> everywhere.Tally:
    """Kill the making of a home, a journal and a table, at every place."""
    tally = everywhere.Tally()
    for name in names:
        with folder() as place:
            tally.add_all(everywhere.opening(name, place))
    return tally


def of_kills(promise: str, tally: everywhere.Tally) -> Figure:
    """Return a tally of kills as a line of the table."""
    return Figure(
        promise,
        "kills before or after a system call",
        tally.kills,
        len(tally.losses),
        COMMAND,
        f"{tally.resumed} whole tables folded anew" if tally.resumed else "",
    )


def run(scale: float) -> list[Figure]:
    """Run everything; 1.0 is what docs/reliability.md states."""
    return [
        of_kills("A killed game comes back with every acknowledged action", killed_games(scale)),
        of_kills(
            "A killed start leaves a home that opens",
            killed_openings(OF_EVERY_MODE if scale >= 1 else OF_EVERY_MODE[:1]),
        ),
    ]


if __name__ == "__main__":
    main(run)
