"""Pictures drawn by other processes while the network learns, in a file that all map."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.workshop.second.shelf import Shelf
from models.workshop.training.dice import CELLS, META, PATCH, TABLE, Maker, taken


@dataclass(frozen=True, slots=True)
class Kind:
    """What a ring holds: `read` patches or `find` tables."""

    name: str
    side: int
    truth: tuple[int, ...]


KINDS = {
    "read": Kind("read", PATCH, (META,)),
    "find": Kind("find", TABLE, (6, CELLS, CELLS)),
}


SHARE = 0.35
"""Share of the reader's pictures that are cut out of traced ones, where there are some."""


@dataclass(frozen=True, slots=True)
class Traced:
    """Pictures of the second renderer, mixed in.

    Attributes:
        folder: what `models.workshop.second.make` wrote.
        share: of the reader's pictures that are cut out of them.
    """

    folder: Path
    share: float = SHARE


class Ring:
    """The newest pictures of each worker.

    Args:
        folder: for the two files; they are as large as the ring.
        kind: what to draw.
        shares: pictures in all; processes that draw, each of which owns an equal share of the ring;
            and the seed that fixes what they draw.
        dice: the kinds of dice to draw.
        traced: pictures of the second renderer, for the reader; None for none.
    """

    def __init__(
        self,
        folder: Path,
        kind: Kind,
        shares: tuple[int, int, int],
        dice: tuple[str, ...],
        traced: Traced | None = None,
    ) -> None:
        size, workers, seed = shares
        self.share = size // workers
        self.size = self.share * workers
        folder.mkdir(parents=True, exist_ok=True)
        self._paths = (folder / f"{kind.name}.pictures", folder / f"{kind.name}.truths")
        self.pictures, self.truths = _mapped(self._paths, kind, self.size, "w+")
        context = multiprocessing.get_context("spawn")
        self._counts: Any = context.Array("q", workers, lock=False)
        self._workers = [
            context.Process(
                target=_draw,
                args=(
                    (self._paths, self.size, self.share),
                    kind,
                    (worker, seed, dice, traced if kind.name == "read" else None),
                    self._counts,
                ),
                daemon=True,
            )
            for worker in range(workers)
        ]
        for process in self._workers:
            process.start()

    def drawn(self) -> int:
        """Pictures drawn so far, those already replaced counted in."""
        return int(sum(self._counts))

    def check(self) -> None:
        """Raise where a worker has died."""
        for process in self._workers:
            if not process.is_alive():
                raise RuntimeError(f"a drawing process ended with status {process.exitcode}")

    def sample(self, rng: np.random.Generator, count: int) -> NDArray[np.int64]:
        """Places of `count` drawn pictures."""
        full = [min(int(done), self.share) for done in self._counts]
        worker = rng.integers(0, len(full), count)
        filled = np.array(full)[worker]
        usable = np.where(filled > 0, filled, max(full))
        worker = np.where(filled > 0, worker, int(np.argmax(full)))
        return np.asarray(worker * self.share + (rng.random(count) * usable).astype(np.int64))

    def close(self) -> None:
        """Stop the workers and remove the files."""
        for process in self._workers:
            process.terminate()
            process.join()
        for path in self._paths:
            path.unlink(missing_ok=True)


def _mapped(
    paths: tuple[Path, Path], kind: Kind, size: int, mode: Any
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    pictures = np.memmap(paths[0], np.uint8, mode, shape=(size, kind.side, kind.side, 3))
    truths = np.memmap(paths[1], np.float32, mode, shape=(size, *kind.truth))
    return pictures, truths


def mixed(maker: Maker, traced: Traced) -> Callable[[], tuple[NDArray[np.uint8], NDArray[Any]]]:
    """What draws a reader's picture, a share of them cut out of those of the second renderer."""
    shelf, rng = Shelf(traced.folder), maker.rng

    def draw() -> tuple[NDArray[np.uint8], NDArray[Any]]:
        if rng.random() >= traced.share:
            return maker.patch()
        picture, numbers = shelf.patch(rng, PATCH)
        return taken(rng, picture), numbers

    return draw


def _draw(
    place: tuple[tuple[Path, Path], int, int],
    kind: Kind,
    what: tuple[int, int, tuple[str, ...], Traced | None],
    counts: Any,
) -> None:
    import cv2

    os.nice(5)
    cv2.setNumThreads(1)
    paths, size, share = place
    worker, seed, dice, traced = what
    pictures, truths = _mapped(paths, kind, size, "r+")
    maker = Maker(seed * 1000 + worker, kinds=dice)
    draw = maker.table if kind.name == "find" else mixed(maker, traced) if traced else maker.patch
    parent = os.getppid()
    # A trainer that was killed cannot stop its workers: they notice that they have another parent.
    while os.getppid() == parent:
        at = worker * share + counts[worker] % share
        pictures[at], truths[at] = draw()
        counts[worker] += 1
