"""Every way for sources to misbehave, at a real game, with many seeds.

`python -m models.workshop.soak.sources.area [SCALE]`; scale 1.0 takes some minutes. What came of each
fault is written into build/soak/faults.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import cv2

from models.workshop.soak.figures import Figure, main
from models.workshop.soak.sources.dice_faults import DICE_FAULTS
from models.workshop.soak.sources.fault import Outcome
from models.workshop.soak.sources.line_faults import LINE_FAULTS
from models.workshop.soak.sources.parts import sitting_in_a_folder
from models.workshop.soak.sources.picture_faults import PICTURE_FAULTS
from models.workshop.soak.sources.run import Tried, tried

FAULTS = (*PICTURE_FAULTS, *DICE_FAULTS, *LINE_FAULTS)
SEEDS = 6
"""Times that each fault happens at scale 1, every time with other dice, places and moments."""

RATE, BRISK_RATE = 15.0, 10.0
"""Pictures a second: at full length, and in a short run."""

MOST_GROWN = 8 << 20
"""Bytes of memory that a flood may take."""

MOST_WAITING = 200
"""Messages that may wait for the table at once."""

MOST_THREADS = 4
"""Threads that a flood may begin: one that saves the device, others that list the ports for it."""

MOST_LINES = 20
"""Lines that people may be told in a flood."""

COMMAND = "python -m models.workshop.soak.sources.area"
PAGE = Path(__file__).parents[4] / "build" / "soak" / "faults.md"


def try_all(seeds, rate) -> list[Tried]:
    """Let every fault happen once at each seed."""
    cv2.setNumThreads(1)
    folder, sitting = sitting_in_a_folder()
    found = []
    with folder:
        for seed in seeds:
            for fault in FAULTS:
                one = tried(sitting, fault, seed, rate)
                found.append(one)
                for loss in one.losses:
                    print(f"{fault.name}, seed {seed}: {loss}", file=sys.stderr)
        sitting.close()
    return found


def figures_of(found) -> list[Figure]:
    """Count what was tried and what was lost."""
    promised = [one for one in found if not one.fault.weak]
    weak = [one for one in found if one.fault.weak]
    silent = sum(bool(one.ledger.wrong) for one in weak)
    must = [one for one in found if one.fault.says]
    lines = sum(len(one.ledger.told) for one in found)
    return [
        Figure(
            "Sources misbehave: no wrong roll is taken in silence, and none twice",
            "faults during a game",
            len(promised),
            sum(len(one.ledger.wrong) for one in promised),
            COMMAND,
            f"not promised: {silent} of {len(weak)} single cocked dice were taken as flat",
        ),
        Figure(
            "Sources misbehave: who must know is told",
            "faults that people must know of",
            len(must),
            sum(one.after is None for one in must),
            COMMAND,
        ),
        Figure(
            "Sources misbehave: what is told is one clear line",
            "lines for people",
            lines,
            sum(len(one.ledger.unclear) for one in found),
            COMMAND,
        ),
        Figure(
            "Sources misbehave: afterwards the game goes on, nothing is started anew",
            "faults during a game",
            len(found),
            sum(one.ledger.stuck or one.outcome not in one.fault.may for one in found),
            COMMAND,
        ),
        _flood_figure([one.ledger for one in found if one.ledger.flooded]),
    ]


def _flood_figure(floods) -> Figure:
    too_much = [one for one in floods if overgrown(one)]
    flooded = sum(one.flooded for one in floods) / 1e6
    most = max((one.grown for one in floods), default=0) / 1e6
    return Figure(
        f"A tray floods: memory grows by no more than {MOST_GROWN >> 20} MiB, "
        f"threads by {MOST_THREADS}, lines by {MOST_LINES}",
        "floods",
        len(floods),
        len(too_much),
        COMMAND,
        f"{flooded:.0f} MB in all, at most {most:.1f} MB grown, {_most(floods, 'threads')} "
        f"threads begun, {_most(floods, 'lines')} lines told, {_most(floods, 'pause'):.2f} s busy",
    )


def overgrown(ledger) -> bool:
    """Tell whether a flood took more than it may."""
    return (
        ledger.grown > MOST_GROWN
        or ledger.waiting > MOST_WAITING
        or ledger.threads > MOST_THREADS
        or ledger.lines > MOST_LINES
    )


def _most(floods, what):
    return max((getattr(one, what) for one in floods), default=0)


def table(found) -> str:
    """Return the faults with what came of each, as a table of the page."""
    lines = [
        "| what happens | tried | waited | asked | carried on | told after, s | wrong |",
        "|---|---|---|---|---|---|---|",
    ]
    for fault in FAULTS:
        own = [one for one in found if one.fault is fault]
        outcomes = Counter(one.outcome for one in own)
        waits = [one.after for one in own if one.after is not None]
        told = f"{max(waits):.1f}" if waits else "-"
        counts = " | ".join(str(outcomes[one] or "") for one in Outcome)
        wrong = sum(len(one.ledger.wrong) for one in own)
        lines.append(f"| {fault.name} | {len(own)} | {counts} | {told} | {wrong} |")
    return "\n".join(lines)


def run(scale: float) -> list[Figure]:
    """Try every fault, and write what came of each."""
    seeds = max(1, round(SEEDS * scale))
    found = try_all(range(101, 101 + seeds), RATE if scale >= 1 else BRISK_RATE)
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(f"{table(found)}\n", encoding="utf-8")
    return figures_of(found)


if __name__ == "__main__":
    main(run)
