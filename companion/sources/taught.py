"""Dice that people taught, where dice are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.sources.opening import SourceError
from vision.errors import VisionError
from vision.taught.bank import open_taught
from vision.taught.resolve import LastPlace
from vision.types import ReadStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from vision.taught.bank import TaughtDice
    from vision.taught.recognise import Embedder
    from vision.types import DieSighting, UpAt


class TaughtReader(Protocol):
    """A reader that can be told of taught dice."""

    @property
    def embedder(self) -> Embedder:
        """What dice look like to it."""

    def look(
        self,
        image: NDArray[np.uint8],
        expect: tuple[str, ...] = (),
        up: UpAt | None = None,
        taught: TaughtDice | None = None,
        last_places: Sequence[LastPlace] = (),
    ) -> tuple[DieSighting, ...]:
        """See `DiceReader.look`."""


class TaughtLooker:
    """Reads dice with a taught set at hand, and remembers where each of them lay.

    Args:
        reader: finds and reads dice.
        taught: the set.
    """

    def __init__(self, reader: TaughtReader, taught: TaughtDice) -> None:
        self._reader = reader
        self._taught = taught
        self._places: tuple[LastPlace, ...] = ()

    def look(
        self, image: NDArray[np.uint8], expect: tuple[str, ...] = (), up: UpAt | None = None
    ) -> tuple[DieSighting, ...]:
        """See `DiceReader.look`."""
        seen = self._reader.look(image, expect, up, self._taught, self._places)
        kinds = self._taught.kinds
        self._places = tuple(
            LastPlace(one.kind, one.face, *one.box.centre)
            for one in seen
            if one.kind in kinds and one.status is ReadStatus.READ
        )
        return seen


def taught_looker(reader: TaughtReader, path: Path) -> TaughtLooker:
    """Open a taught set for a reader.

    Args:
        reader: finds and reads dice.
        path: the set's file.

    Raises:
        SourceError: the set is damaged or empty.
    """
    try:
        return TaughtLooker(reader, open_taught(path, reader.embedder))
    except VisionError as error:
        raise SourceError(str(error)) from error
