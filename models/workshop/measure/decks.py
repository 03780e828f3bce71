"""How well cards are read: `python -m models.workshop.measure.decks`.

    python -m models.workshop.measure.decks FOLDER --taught photo.jpg     photographs with a manifest
    python -m models.workshop.measure.decks --drawn 12 --seed 5000        invented decks, drawn

A manifest has rows of role `teach` (path, card) and `table` (path, card, x1..y4, row, col).
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Picture
from models.workshop.peers.cards import PEERS, Reader
from models.workshop.rendering.cards import FAMILIES, SCENES, draw_back, draw_deck, photograph
from vision.cards import teach
from vision.cards.compare import Ready
from vision.cards.deck import BACK, Deck, kept
from vision.cards.read import CardSighting, read_cards
from vision.errors import VisionError
from vision.pictures import load_picture

_NEAR: Final = 0.35
"""Of a card's short side: a reading whose middle lies nearer to a card's is its own."""
_SEED: Final = 4100
_TABLES: Final = 8
_UNTAUGHT: Final = 12
"""Every so manieth card of a drawn deck is not taught, and lies on its tables all the same."""
Corners = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Table:
    """One picture with what lies there; no corners for a card of which only its presence is known."""

    name: str
    picture: Picture
    cards: tuple[tuple[str | None, Corners | None], ...]
    grid: bool = False
    scene: str = ""


@dataclass(slots=True)
class Tally:
    """What came of the pictures of one or several decks."""

    cards: int = 0
    found: int = 0
    right: int = 0
    asked: int = 0
    silent: int = 0
    untaught: int = 0
    taken: int = 0
    refused: int = 0
    extra: int = 0
    exact: list[bool] = field(default_factory=list)
    grids: list[bool] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def line(self) -> str:
        """All of it for people."""
        of = max(1, self.cards)
        grids = f", grids exact {np.mean(self.grids):.1%} of {len(self.grids)}" if self.grids else ""
        return (
            f"{self.cards} cards: found {self.found / of:.1%}, right {self.right / of:.1%}, "
            f"asked {self.asked / of:.1%}, silent {self.silent / of:.2%}, extra {self.extra}; "
            f"{len(self.exact)} pictures exact {np.mean(self.exact):.1%}{grids}, "
            f"{np.median(self.ms):.0f} ms a picture; "
            f"untaught {self.untaught}, of them taken for a card {self.taken}, "
            f"called none of these {self.refused}"
        )


def teach_deck(pictures: Sequence[tuple[str, Picture]], name: str = "measured") -> Deck:
    """Teach a deck as `tableside teach --deck` does; says which pictures could not be used."""
    looks = [teach.look(picture) for _, picture in pictures]
    ratio = teach.shape_of(looks)
    placed = []
    for (card, picture), look in zip(pictures, looks, strict=True):
        try:
            placed.append((card, picture, teach.card_in(look, ratio)))
        except VisionError as error:
            print(f"{card}: {error}", file=sys.stderr)
    deck = Deck(name, teach.aspect_of([quad for *_, quad in placed], ratio))
    for card, picture, quad in placed:
        deck = deck.with_pictures(card, kept(picture, teach.turned(quad, deck.aspect), deck))
    return deck


def reader_of(peer: str, deck: Deck) -> Reader:
    """What reads a deck's cards: Tableside, or a peer by its name."""
    if peer:
        return PEERS[peer](deck)
    ready = Ready(deck)
    return lambda picture: read_cards(picture, ready)


def measure(read: Reader, table: Table, tallies: Sequence[Tally], *, wrong: bool) -> None:
    """Read a table, and count what came of it."""
    begun = process_time()
    seen = read(table.picture)
    took = (process_time() - begun) * 1000
    for tally in tallies:
        tally.ms.append(took)
        good = _count(table, seen, tally, wrong=wrong and tally is tallies[0])
        tally.exact.append(good)
        if table.grid:
            tally.grids.append(good)


def _count(table: Table, seen: list[CardSighting], tally: Tally, *, wrong: bool) -> bool:
    good, left = True, list(seen)
    for card, corners in table.cards:
        if corners is None:
            continue
        one = next((one for one in left if _lies_on(one.corners, corners)), None)
        if card is None:
            tally.untaught += 1
            tally.taken += one is not None and one.status == "read"
            tally.refused += one is not None and one.status == "none"
            if wrong and one is not None and one.status == "read":
                print(f"  {table.name}: untaught read as {one.card} ({one.confidence:.2f})")
            left = [other for other in left if other is not one]
            continue
        tally.cards += 1
        said = "nothing"
        if one is not None:
            left.remove(one)
            tally.found += 1
            tally.right += one.card == card
            tally.asked += one.status == "unsure"
            tally.silent += one.status != "unsure" and one.card != card
            said = f"{one.card or 'none of these'} ({one.status}, {one.confidence:.2f})"
        if one is None or one.card != card:
            good = False
            if wrong:
                print(f"  {table.name}: {card} read as {said}")
    unknown = sum(corners is None for _, corners in table.cards)
    more = max(0, len(left) - unknown)
    tally.extra += more
    return good and not more


def _lies_on(one: Corners, other: Corners) -> bool:
    short = np.hypot(*(other - np.roll(other, 1, axis=0)).T).min()
    return bool(np.hypot(*(one.mean(axis=0) - other.mean(axis=0))) < _NEAR * short)


# ---------------------------------------------------------------- photographs


def _rows(folder: Path, role: str) -> list[dict[str, str]]:
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["role"] == role]


def _taught(folder: Path, names: Sequence[str], mirror: str) -> list[tuple[str, Picture]]:
    found = []
    for row in _rows(folder, "teach"):
        if Path(row["path"]).name in names:
            picture = load_picture(folder / row["path"])
            if mirror and mirror in row["card"] and Path(row["path"]).name != names[0]:
                picture = np.ascontiguousarray(picture[:, ::-1])
            found.append((row["card"], picture))
    return found


def _tables(folder: Path) -> Iterator[Table]:
    rows: dict[str, list[dict[str, str]]] = {}
    for row in _rows(folder, "table"):
        rows.setdefault(row["path"], []).append(row)
    for path, held in rows.items():
        cards = tuple((row["card"], _corners(row)) for row in held)
        yield Table(path, load_picture(folder / path), cards, all(row["row"] for row in held))


def _corners(row: dict[str, str]) -> Corners | None:
    values = [row[f"{axis}{at}"] for at in range(1, 5) for axis in "xy"]
    return np.array(values, np.float64).reshape(4, 2) if all(values) else None


# ---------------------------------------------------------------- drawn decks


def drawn_decks(count: int, views: int, seed: int = _SEED) -> Iterator[tuple[str, Deck, Iterator[Table]]]:
    """Invented decks, each taught from so many pictures a card, and tables of them."""
    for at in range(count):
        rng = np.random.default_rng(seed + at)
        family = FAMILIES[at % len(FAMILIES)]
        faces = {**draw_deck(rng, family), BACK: draw_back(rng)}
        strangers = list(draw_deck(rng, FAMILIES[(at + 1) % len(FAMILIES)]).values())
        for card in list(faces)[3::_UNTAUGHT]:
            strangers.insert(0, faces.pop(card))
        shots = [
            (card, photograph(rng, [(card, face)], (480, 480), aslant=0.04, harm=0.3, plain=True))
            for card, face in faces.items() for _ in range(views)
        ]  # fmt: skip
        deck = teach_deck([(card, drawn.picture) for card, drawn in shots])
        known = {card: faces[card] for card in deck.names()}
        yield family, deck, _drawn_tables(rng, known, strangers)


def _drawn_tables(rng: np.random.Generator, faces: dict[str, Picture], strangers: list[Picture]) -> Iterator[Table]:
    """Tables with six cards that were taught, one of the deck that was not, and one of another."""
    for at in range(_TABLES):
        names = rng.choice(list(faces), 6, replace=False)
        lying: list[tuple[str | None, Picture]] = [(str(name), faces[name]) for name in names]
        lying += [(None, strangers[at % 2]), (None, strangers[-1 - at])]
        order = rng.permutation(len(lying))
        scene = SCENES[at % len(SCENES)]
        drawn = photograph(rng, [lying[place] for place in order], scene=scene)
        yield Table(f"{scene} {at}", drawn.picture, drawn.cards, scene=scene)


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and print a line a deck."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER")
    parser.add_argument("--taught", nargs="+", default=["photo.jpg"], metavar="FILE",
                        help="names of the pictures that teach")  # fmt: skip
    parser.add_argument("--mirror", default="", metavar="WORD",
                        help="cards with this in their name are mirrored in all but the first FILE")  # fmt: skip
    parser.add_argument("--drawn", type=int, default=0, metavar="N", help="so many invented decks")
    parser.add_argument("--seed", type=int, default=_SEED, help="of the first drawn deck")
    parser.add_argument("--views", type=int, default=1, metavar="N", help="pictures a drawn card")
    parser.add_argument("--peer", default="", choices=tuple(PEERS), help="another way of reading, to compare")
    parser.add_argument("--wrong", action="store_true", help="print what was not right")
    args = parser.parse_args(words)
    if args.folder is not None:
        tally = Tally()
        read = reader_of(args.peer, teach_deck(_taught(args.folder, args.taught, args.mirror)))
        for table in _tables(args.folder):
            measure(read, table, (tally,), wrong=args.wrong)
        print(f"{' and '.join(args.taught)}: {tally.line()}")
    whole, parts = Tally(), defaultdict[str, Tally](Tally)
    for family, deck, tables in drawn_decks(args.drawn, args.views, args.seed):
        if args.wrong:
            print(f"{family}: {len(deck.cards)} cards taught", flush=True)
        read = reader_of(args.peer, deck)
        for table in tables:
            counted = (whole, parts[family], parts[table.scene])
            measure(read, table, counted, wrong=args.wrong)
    for name, tally in [*parts.items(), *[("drawn", whole)] * bool(args.drawn)]:
        print(f"{name}: {tally.line()}")
    return 0


if __name__ == "__main__":
    cv2.setNumThreads(1)
    sys.exit(main())
