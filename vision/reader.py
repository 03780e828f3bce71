"""The dice reader: a picture in, sightings out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import models
from vision.confidence import calibrated, runners_up, status_of
from vision.errors import ModelError
from vision.find import Found, find_dice
from vision.onnx_session import OnnxSession, open_session
from vision.read import Reading, frame_of, read_dice
from vision.types import Box, DieSighting

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FIND_NUMBERS = ("threshold", "threshold_expected", "plain", "support")
_READ_NUMBERS = ("temperature", "operating_point")


class DiceReader:
    """Finds every d10 in a picture and reads the face up.

    Args:
        find: the network that finds dice; stays at hand as `finder`.
        read: the network that reads one.

    Raises:
        ModelError: a card lacks a number that reading needs.
    """

    def __init__(self, find: OnnxSession, read: OnnxSession) -> None:
        for session, names in ((find, _FIND_NUMBERS), (read, _READ_NUMBERS)):
            for name in names:
                if name not in session.card.numbers:
                    raise ModelError(f"{session.card.name}.toml: the model card lacks {name}")
        if not read.card.labels:
            raise ModelError(f"{read.card.name}.toml: the model card lacks labels")
        self.finder = find
        self._read = read

    def look(
        self, image: NDArray[np.uint8], expect: tuple[str, ...] = ()
    ) -> tuple[DieSighting, ...]:
        """Every die in a picture, from left to right.

        Args:
            image: (H, W, 3) uint8, blue-green-red.
            expect: kinds asked for. Where fewer dice than these are plain to see, fainter ones
                count as well, up to as many as were asked for; it never changes what is read on a
                die.

        Raises:
            ValueError: the array is no colour picture.
        """
        if image.shape[2:] != (3,) or image.dtype != np.uint8 or image.size == 0:
            raise ValueError(f"expected (H, W, 3) uint8, got {image.shape} {image.dtype}")
        sightings = [
            self._sighting(die, reading, image.shape)
            for die, reading in self.examine(image, len(expect))
        ]
        return tuple(sorted(sightings, key=lambda sighting: (sighting.box.x, sighting.box.y)))

    def examine(self, image: NDArray[np.uint8], expected: int = 0) -> list[tuple[Found, Reading]]:
        """Every die as the networks say it, before calibration, surest first.

        A finding that is not plain counts only where its reading supports it: a knot in the wood
        may look like a die from afar, but shows no numeral to be sure of.

        Args:
            image: (H, W, 3) uint8, blue-green-red.
            expected: how many dice were asked for; fainter ones fill up to that many.
        """
        numbers = self.finder.card.numbers
        least = min(numbers["threshold"], numbers["threshold_expected"])
        found = find_dice(self.finder, image, least if expected else numbers["threshold"])
        read = read_dice(self._read, image, [frame_of(die) for die in found])
        both = list(zip(found, read, strict=True))
        convincing = [pair for pair in both if self._convincing(*pair)]
        if len(convincing) >= expected:
            return convincing
        faint = [pair for pair in both if not self._convincing(*pair)]
        return convincing + faint[: expected - len(convincing)]

    def _convincing(self, die: Found, reading: Reading) -> bool:
        numbers = self.finder.card.numbers
        if die.score < numbers["threshold"]:
            return False
        sure = float(np.exp(reading.log_faces.max()))
        return die.score >= numbers["plain"] or sure >= numbers["support"]

    def _sighting(self, die: Found, reading: Reading, shape: tuple[int, ...]) -> DieSighting:
        numbers, labels = self._read.card.numbers, self._read.card.labels
        probabilities = calibrated(reading.log_faces, numbers["temperature"])
        best = int(probabilities.argmax())
        confidence = float(probabilities[best])
        return DieSighting(
            kind="d10",
            face=labels[best],
            confidence=round(confidence, 4),
            status=status_of(confidence, numbers["operating_point"]),
            box=_box(die, shape),
            alternatives=runners_up(probabilities, labels),
            found=round(die.score, 4),
        )


def _box(die: Found, shape: tuple[int, ...]) -> Box:
    """The die's box in whole pixels, kept inside the picture."""
    height, width = shape[:2]
    left = min(max(round(die.x - die.w / 2), 0), width - 1)
    top = min(max(round(die.y - die.h / 2), 0), height - 1)
    right = min(max(round(die.x + die.w / 2), left + 1), width)
    bottom = min(max(round(die.y + die.h / 2), top + 1), height)
    return Box(left, top, right - left, bottom - top)


def open_reader(folder: Path | None = None, threads: int = 2) -> DiceReader:
    """Load the networks that read dice.

    Args:
        folder: where the networks and their cards lie; those that ship with the program when None.
        threads: how many processor cores one look may use.

    Raises:
        ModelError: a network or a card is missing or broken, or they do not belong together.
    """
    where = Path(models.__file__).parent if folder is None else folder
    return DiceReader(open_session(where, "find", threads), open_session(where, "read", threads))
