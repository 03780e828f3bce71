"""How often whole layouts of a game's cards are read right: `python -m models.workshop.measure.layouts --count 500`.

The game's invented cards, as `tableside cards print` draws them, lie edge to edge in rows, some places free, and are
photographed by the renderer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from time import perf_counter
from typing import Final

import cv2
import numpy as np

from calibration.arrays import Picture
from companion.commands.cards import card_copies
from companion.record.shelf import Shelf
from models.workshop.card_game import drawn_faces, teach_faces
from models.workshop.rendering.cards import HIGH, WIDE, photograph
from vision.cards.compare import Ready
from vision.cards.deck import BACK
from vision.cards.layout import layout_of
from vision.cards.read import read_cards

GAMES: Final = ("rsf", "gmm", "fgt", "mon-classic")
_FEWEST, _MOST, _WIDEST = 4, 12, 5


def main() -> int:
    """Measure, and print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=500, help="layouts a game")
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--seed", type=int, default=8100)
    parser.add_argument("--wrong", action="store_true", help="print what was not right")
    args = parser.parse_args()
    for game in (args.game,) if args.game else GAMES:
        faces = {card: face for card, face in drawn_faces(game).items() if card != BACK}
        ready = Ready(teach_faces(game, faces, game))
        shipped = Shelf().shipped(game)
        copies = card_copies(shipped.catalogue) if shipped else {}
        small = {card: np.asarray(cv2.resize(face, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8)
                 for card, face in faces.items()}  # fmt: skip
        told = [_one(np.random.default_rng(args.seed + at), ready, small, copies, wrong=args.wrong)
                for at in range(args.count)]  # fmt: skip
        exact, right, cards, asked, silent, ms = (np.array(part) for part in zip(*told, strict=True))
        print(f"{game}: {args.count} layouts of {cards.sum()} cards: exact {exact.mean():.1%}, cards right "
              f"{right.sum() / cards.sum():.2%}, asked {asked.sum() / cards.sum():.1%}, silent "
              f"{silent.sum() / cards.sum():.2%}, {np.median(ms):.0f} ms", flush=True)  # fmt: skip
    return 0


def _one(rng: np.random.Generator, ready: Ready, faces: Mapping[str, Picture], copies: Mapping[str, int],
         *, wrong: bool) -> tuple[float, ...]:  # fmt: skip
    """Whether one layout was read exactly; cards right, cards, asked, silently wrong; milliseconds."""
    spots = _spots(rng)
    every = [card for card in faces for _ in range(copies.get(card, 1))]
    names = [every[int(at)] for at in rng.permutation(len(every))[: len(spots)]]
    spots = spots[: len(names)]
    drawn = photograph(rng, [(name, faces[name]) for name in names], spots=spots)
    begun = perf_counter()
    layout = layout_of(read_cards(drawn.picture, ready), copies)
    ms = (perf_counter() - begun) * 1000
    least = np.min(spots, axis=0)
    wanted = {(row - least[0], column - least[1]): name for (row, column), name in zip(spots, names, strict=True)}
    read = {(cell.row, cell.column): cell.card for cell in layout.cells}
    right = sum(place in read and read[place].card == name for place, name in wanted.items())
    silent = sum(one.status == "read" and wanted.get(place) != one.card for place, one in read.items())
    exact = right == len(wanted) == len(read) and not any(one.card for one in layout.loose)
    if wrong and not exact:
        print(f"  {wanted}\n  read { ({place: one.card for place, one in read.items()}) }, {len(layout.loose)} loose")
    asked = sum(one.status == "unsure" for one in read.values())
    return exact, right, len(wanted), asked, silent, ms


def _spots(rng: np.random.Generator) -> list[tuple[int, int]]:
    """Row and column of cards that hang together, as a monster grows."""
    spots = [(2, 2)]
    wanted = int(rng.integers(_FEWEST, _MOST + 1))
    while len(spots) < wanted:
        row, column = spots[int(rng.integers(len(spots)))]
        down, across = ((0, 1), (1, 0), (0, -1), (-1, 0))[int(rng.integers(4))]
        new = (row + down, column + across)
        rows, columns = ({spot[axis] for spot in [*spots, new]} for axis in (0, 1))
        if new not in spots and len(rows) < _WIDEST and len(columns) <= _WIDEST:
            spots.append(new)
    least = np.min(spots, axis=0)
    return [(int(row - least[0]), int(column - least[1])) for row, column in spots]


if __name__ == "__main__":
    cv2.setNumThreads(1)
    sys.exit(main())
