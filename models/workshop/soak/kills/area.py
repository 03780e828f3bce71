"""Kill a table's process everywhere: `python -m models.workshop.soak.kills.area [SCALE]`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Final

from models.workshop.soak.figures import Figure, main
from models.workshop.soak.kills import damage, darkness, deeds, everywhere, faults, screen, tracer
from models.workshop.soak.kills.play import OF_EVERY_MODE

COMMAND: Final = "python -m models.workshop.soak.kills.area"
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a disk in memory: a kill loses nothing of either
KILLS_A_STEP: Final = 4
"""Of some eighteen places of a step; they wander from step to step."""

FAULTS_A_STEP: Final = 2
DAMAGED: Final = ("rsf-light", "md-light-rolloff")
SCRIBBLES: Final = 60
FLIPS: Final = 60
LETTERS: Final = 40
CUTS: Final = 15


@contextmanager
def folder() -> Iterator[Path]:
    """Give an empty folder, in memory where there is one, and take it away again."""
    place = tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None)
    try:
        yield Path(place).resolve()
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _one_of(scale: float) -> int:
    """Return of how many one is tried."""
    return max(1, round(1 / scale))


def killed_games(scale: float) -> everywhere.Tally:
    """Kill whole games of every mode.

    Args:
        scale: 1 kills in every step of a game; less of it leaves steps out.
    """
    tally = everywhere.Tally()
    for name in OF_EVERY_MODE:
        with folder() as place:
            tally.add_all(everywhere.whole_game(name, place, KILLS_A_STEP, _one_of(scale)))
    return tally


def killed_deeds(scale: float) -> everywhere.Tally:
    """Kill starts and everything else that writes to a home, at every place."""
    tally = everywhere.Tally()
    for name in OF_EVERY_MODE[: max(1, round(len(OF_EVERY_MODE) * scale))]:
        with folder() as place:
            tally.add_all(everywhere.opening(name, place, _one_of(scale)))
    with folder() as place:
        for deed in deeds.deeds(place / "game"):
            tally.add_all(deeds.killed(deed, place / "world", _one_of(scale)))
    return tally


def killed_screens(scale: float) -> everywhere.Tally:
    """Kill games of every mode and look at the real screen afterwards."""
    tally = everywhere.Tally()
    for name in OF_EVERY_MODE:
        with folder() as place:
            tally.add_all(screen.killed_games(name, place, every=round(50 / min(scale, 1))))
    return tally


def darkened_games(scale: float) -> darkness.Dark:
    """Cut the power at the calls of whole games of every mode, and of everything else."""
    dark = darkness.Dark()
    for name in OF_EVERY_MODE:
        with folder() as place:
            dark.add_all(darkness.whole_game(name, place, max(1, round(6 / scale))))
    with folder() as place:
        for deed in deeds.deeds(place / "game"):
            dark.add_all(deeds.darkened(deed, place / "world", _one_of(scale)))
    return dark


def failing_disks(scale: float) -> faults.Faults:
    """Let the disk fail at the calls of whole games of every mode, and of a start."""
    found = faults.Faults()
    for name in OF_EVERY_MODE:
        with folder() as place:
            found.add_all(faults.whole_game(name, place, FAULTS_A_STEP, _one_of(scale)))
    with folder() as place:
        found.add_all(faults.opening(OF_EVERY_MODE[0], place, _one_of(scale)))
    return found


def damaged_journals(scale: float) -> damage.Damages:
    """Cut, tear, scribble on and change journals of whole games."""
    found = damage.Damages()
    for name in DAMAGED:
        for alive in (False, True):
            with folder() as place:
                patient = damage.Patient(name, place / "game", alive=alive)
                harms = chain(
                    damage.cut(patient, max(2, round(CUTS * scale))),
                    damage.without_wal(patient),
                    damage.scribbled(patient, max(3, round(SCRIBBLES * scale)), 1),
                    damage.flipped(patient, max(3, round(FLIPS * scale)), 2),
                    damage.changed(patient, max(3, round(LETTERS * scale)), 3),
                )
                found.add_all(damage.try_all(patient, harms, place / "copy"))
    return found


def _lost(losses: list[str]) -> int:
    """Count losses, and say the first of them where figures do not stand."""
    for loss in losses[:20]:
        print(loss, file=sys.stderr)
    return len(losses)


def _of_kills(promise: str, tally: everywhere.Tally, detail: str = "") -> Figure:
    counted = "kills before or after a system call"
    return Figure(promise, counted, tally.kills, _lost(tally.losses), COMMAND, detail)


def figures_of_damage(found: damage.Damages) -> list[Figure]:
    """Return what damaged journals came to as lines of the table."""
    told = f"{found.told} told in one line, {found.unharmed} unharmed, {found.shorter} shorter"
    share = f"{found.saved:,} of {found.actions:,} actions can be played after rescues with a backup of the first half"
    return [
        Figure(
            "A damaged journal is told, and can be played up to its last sound line",
            "journals cut, torn, overwritten, with flipped bits or other letters, or without their -wal",
            found.tried,
            _lost(found.losses),
            COMMAND,
            f"{told}; {share}",
        )
    ]


def _traced(scale: float) -> Iterator[Figure]:
    tally = killed_games(scale)
    yield _of_kills(
        "A killed game comes back with every acknowledged action, none of them by half",
        tally,
        f"{tally.resumed} whole tables folded anew",
    )
    yield _of_kills(
        "A start, an export, a deletion, settings, a rescue: killed, they are done or not done",
        killed_deeds(scale),
    )
    yield _of_kills(
        "The screen comes back at the same request",
        killed_screens(scale),
        "each looked at in the real app",
    )
    dark = darkened_games(scale)
    yield Figure(
        "What was acknowledged before the power went is on the disk",
        "disks that a power cut may leave",
        dark.images,
        _lost(dark.losses),
        COMMAND,
        f"{dark.moments:,} moments",
    )
    if tracer.can_fail():
        found = failing_disks(scale)
        yield Figure(
            "A disk that is full or fails costs a line and no action",
            "calls made to fail",
            found.injected,
            _lost(found.losses),
            COMMAND,
            f"{found.told:,} times told",
        )


def run(scale: float) -> list[Figure]:
    """Run everything; 1.0 is what docs/reliability.md states.

    Where children cannot be watched, what needs that is left out, and said on the first line.
    """
    why = tracer.unable()
    figures = [] if why else list(_traced(scale))
    if why:
        figures.append(Figure("Kills are not tried here", why, 0, 0, COMMAND))
    return figures + figures_of_damage(damaged_journals(scale))


if __name__ == "__main__":
    main(run)
