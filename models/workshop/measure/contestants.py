"""The readers that are measured, each in the one shape that `models.workshop.measure.run` asks for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import models
from models.labels import label_from
from models.workshop.measure.manifest import KnownDie
from models.workshop.peers.types import Peer
from vision.network import ModelCard, OnnxSession, read_card, read_model
from vision.reader import DiceReader
from vision.types import DieSighting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ClockedSession(OnnxSession):
    """A network that notes when it was called, from and to, in seconds of `perf_counter`."""

    def __init__(self, card: ModelCard, data: bytes, threads: int) -> None:
        super().__init__(card, data, threads)
        self.calls: list[tuple[float, float]] = []

    def run(self, batch: NDArray[np.uint8], context: NDArray[np.float32] | None = None) -> list[NDArray[np.float32]]:
        """Call the network; see `OnnxSession.run`."""
        began = perf_counter()
        answers = super().run(batch, context)
        self.calls.append((began, perf_counter()))
        return answers


class OurReader:
    """The program's own reader, with a clock on its networks.

    Args:
        folder: where the networks lie; those that ship when None.
        threads: how many processor cores one look may use.

    Raises:
        ModelError: a network or a card is missing or broken.
    """

    name = "tableside"
    boxed = False
    skips_unknown = False

    def __init__(self, folder: Path | None = None, threads: int = 2) -> None:
        where = Path(models.__file__).parent if folder is None else folder
        self._find = _clocked(where, "find", threads)
        self._read = _clocked(where, "read", threads)
        self._reader = DiceReader(self._find, self._read)
        self.kinds = kinds_of(self._read.card)

    def look(
        self, image: NDArray[np.uint8], _dice: Sequence[KnownDie], expect: tuple[str, ...]
    ) -> tuple[Sequence[DieSighting], dict[str, float]]:
        """Every die, and the seconds of four stages that follow one another.

        `find` lasts until the finding network's last answer; `read` is the time in the reading
        network; `crop` what lies before and between its calls: where the dice are, and their crops;
        `rest` what comes after.
        """
        self._find.calls.clear()
        self._read.calls.clear()
        began = perf_counter()
        seen = self._reader.look(image, expect)
        ended = perf_counter()
        found = max((stop for _, stop in self._find.calls), default=began)
        last = max((stop for _, stop in self._read.calls), default=found)
        inside = sum(stop - start for start, stop in self._read.calls)
        return seen, {
            "find": found - began,
            "crop": last - found - inside,
            "read": inside,
            "rest": ended - last,
        }


def _clocked(folder: Path, name: str, threads: int) -> ClockedSession:
    card = read_card(folder / f"{name}.toml")
    return ClockedSession(card, read_model(card, folder), threads)


def kinds_of(card: ModelCard) -> frozenset[str]:
    """The kinds of dice that a reading network's labels tell apart; bare labels are d10s."""
    return frozenset(label_from(text).kind if "/" in text else "d10" for text in card.labels)


class PeerFinding:
    """A classical reader that finds the dice by itself."""

    boxed = False
    skips_unknown = True

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self.name = f"{peer.name}, by itself"
        self.kinds = peer.kinds

    def look(
        self, image: NDArray[np.uint8], _dice: Sequence[KnownDie], expect: tuple[str, ...]
    ) -> tuple[Sequence[DieSighting], dict[str, float]]:
        """Every die, and the seconds of finding and reading."""
        began = perf_counter()
        boxes = self._peer.find(image)
        found = perf_counter()
        kinds = frozenset(expect) & self.kinds
        seen = [self._peer.read(image, box, kinds) for box in boxes]
        return seen, {"find": found - began, "read": perf_counter() - found}


class PeerToldBoxes:
    """The same reader, told where the dice lie."""

    boxed = True
    skips_unknown = True

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self.name = f"{peer.name}, told the box"
        self.kinds = peer.kinds

    def look(
        self, image: NDArray[np.uint8], dice: Sequence[KnownDie], expect: tuple[str, ...]
    ) -> tuple[Sequence[DieSighting], dict[str, float]]:
        """Each die in its known box, and the seconds of reading."""
        began = perf_counter()
        kinds = frozenset(expect) & self.kinds
        seen = [self._peer.read(image, die.box, kinds) for die in dice if die.box is not None]
        return seen, {"read": perf_counter() - began}
