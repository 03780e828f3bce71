"""Make the table of `companion/rolls/misreads.py`: what a die that was read wrong really showed.

    python -m models.workshop.measure.misreads --pictures 1500 --seed 4471

Dice are rendered as in `fit_confidence`: numerals, symbols and grounds that the network was never
trained on. Of every flat die the probabilities that the reader gives to other faces are added up by
the face it read.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict

import numpy as np

from models.workshop.training.dice import Maker
from vision.reader import open_reader

_NEAR = 0.6
"""A finding this near a die's middle, in its radii, is that die."""


def main() -> int:
    """Look at pictures and write one line for each face that was read."""
    parser = argparse.ArgumentParser(description="Count what faces are taken for.")
    parser.add_argument("--pictures", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=4471)
    options = parser.parse_args()
    reader, maker = open_reader(None), Maker(options.seed, held_out=True)
    doubts: dict[tuple[str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    dice = 0
    for _ in range(options.pictures):
        picture, truths = maker.photo()
        flat = [truth for truth in truths if not truth.cocked]
        for seen in reader.look(picture):
            x, y = seen.box.centre
            near = (np.hypot(x - truth.middle[0], y - truth.middle[1]) < _NEAR * truth.radius for truth in flat)
            if any(near):
                dice += 1
                for face, chance in seen.alternatives:
                    doubts[seen.kind, seen.face][face] += chance
    sys.stdout.write(f"{dice} dice\n")
    for (kind, face), others in sorted(doubts.items()):
        ranked = sorted(others, key=lambda other: -others[other])
        sys.stdout.write(f"{kind} {face}: {' '.join(ranked)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
