"""What the reader said of dice that are known, before calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.labels import LABELS, SCULPTED
from models.workshop.measure.manifest import KnownPicture
from models.workshop.measure.match import match
from vision.pictures import load_picture
from vision.reader import DiceReader
from vision.types import Box, DieSighting


@dataclass(frozen=True, slots=True)
class Readings:
    """What the reader said of dice that are known.

    Attributes:
        log_faces: (N, labels) log-probabilities before calibration.
        labels: (N,) the true labels' places.
        cocked: (N,) probability of being cocked.
        leans: (N,) whether it is cocked.
        visible: (N,) share of the top face that is to be seen.
        missed: dice that were not found.
        extra: findings that were no die.
    """

    log_faces: NDArray[np.float64]
    labels: NDArray[np.int64]
    cocked: NDArray[np.float64]
    leans: NDArray[np.bool_]
    visible: NDArray[np.float64]
    missed: int
    extra: int

    def flat(self) -> Readings:
        """Only the dice that lie flat."""
        return self.kept(~self.leans)

    def emblem(self) -> NDArray[np.bool_]:
        """(N,) whether the likeliest label is the emblem, which is asked about however sure the reader is."""
        return np.asarray(self.log_faces.argmax(axis=1) == SCULPTED, dtype=np.bool_)

    def kept(self, keep: NDArray[np.bool_]) -> Readings:
        """Some of the dice that were found, by a mask."""
        return replace(
            self,
            log_faces=self.log_faces[keep],
            labels=self.labels[keep],
            cocked=self.cocked[keep],
            leans=self.leans[keep],
            visible=self.visible[keep],
        )


def read_known(reader: DiceReader, folder: Path, pictures: Sequence[KnownPicture]) -> Readings:
    """Read pictures, and keep what is said of each die that is found.

    What looks like an emblem is left out.

    Raises:
        PictureError: a picture is missing or broken.
    """
    rows, labels, missed, extra = [], [], 0, 0
    for picture in pictures:
        seen = reader.examine(load_picture(folder / picture.path))
        boxes = [Box(round(die.x - die.w / 2), round(die.y - die.h / 2), round(die.w), round(die.h)) for die, _ in seen]
        sightings = [
            DieSighting("", "", 0.0, "unsure", box, (), die.score) for (die, _), box in zip(seen, boxes, strict=True)
        ]
        whose = {id(one): reading for one, (_, reading) in zip(sightings, seen, strict=True)}
        matched = match(picture.dice, sightings)
        for die, one in zip(picture.dice, matched.seen, strict=True):
            if one is None:
                missed += 1
                continue
            rows.append(whose[id(one)])
            labels.append(_label(die.kind, die.face))
        extra += len(matched.extra)
    found = Readings(
        log_faces=np.stack([row.log_faces for row in rows]),
        labels=np.array(labels),
        cocked=np.array([row.cocked for row in rows]),
        leans=np.zeros(len(rows), bool),
        visible=np.ones(len(rows)),
        missed=missed,
        extra=extra,
    )
    return found.kept(~found.emblem())


def _label(kind: str, face: str) -> int:
    """The first label of a face: pips and numerals are the same face."""
    return next(p for p, one in enumerate(LABELS) if (one.kind, one.face) == (kind, face))
