"""Play many more games than the tests do: `python tests/hardware/dtp/fuzz_dtp.py GAMES [SEED]`."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from dtp_kit import TRAYS, Game, Hazards

RATES = (0, 1e-4, 1e-3, 1e-2)


def main(games: int, first: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(first, first + games):
        chance = random.Random(seed)
        hazards = Hazards(
            rate=RATES[seed % len(RATES)],
            cut=chance.choice((0, 0.01, 0.05)),
            crash=chance.choice((0, 0.01, 0.1)),
            restart=chance.choice((0, 0.005, 0.03)),
            forgets=chance.random() < 0.3,
            twice=chance.choice((0, 0, 0.1)),
            slow=chance.choice((0, 0, 0.5, 0.95)),
        )
        kind = chance.choice(sorted(TRAYS))
        game = Game(TRAYS[kind], seed, hazards=hazards)
        try:
            counts += game.play()
        except AssertionError as error:
            sys.exit(f"game {seed} with a {kind} tray and {hazards}: {error}")
        quality = game.link.quality
        counts += Counter(
            rolls=game.rolls, good=quality.good, bad=quality.bad, resent=quality.resent
        )
    sys.stdout.write(f"{games} games, each roll once and in order: {dict(counts)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
