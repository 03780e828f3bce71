"""What is compared: features and faces from the reading network, and the colour of a die.

A sculpted symbol has no top that anybody knows, so an example is looked at turned all around, once,
when it is taught; a die on the table is then looked at as it lies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from models.framing import CROP, FRAME, Frame, context, crop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

TURNS_TAUGHT: Final = 12
"""Looks at an example, 30 degrees apart: no look at a die is farther than 15 from one of them."""
SIZES_TAUGHT: Final = (0.95, 1.06)
"""Sizes of the crops around the right one, in turn: no die is framed exactly."""
TURNS_SEEN: Final = (0.0, 45.0)
"""Looks at a die on the table, degrees."""
COLOURS: Final = 9
_INSIDE: Final = 0.8
"""Share of a die's radius whose colours count: beyond it lies the table."""
_LEVELS: Final = (10.0, 50.0, 90.0)


class Embedder(Protocol):
    """The reading network, as far as teaching needs it."""

    @property
    def identity(self) -> str:
        """SHA-256 of the network: features of different networks are never compared."""

    def embed(
        self, crops: NDArray[np.uint8], contexts: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Look at crops.

        Args:
            crops: (N, CROP, CROP, 3) uint8, blue-green-red.
            contexts: (N, CONTEXT) float32, as of `models.framing.context`.

        Returns:
            (N, FEATURES) of unit length, and (N, labels) log-probabilities of faces.
        """


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What was seen of D dice in L looks at each.

    Attributes:
        features: (D, L, FEATURES) float32 of unit length.
        faces: (D, labels) float32, probabilities, the mean of the looks.
        colours: (D, COLOURS) float32; see `colours`.
    """

    features: NDArray[np.float32]
    faces: NDArray[np.float32]
    colours: NDArray[np.float32]


def look_at(
    image: NDArray[np.uint8],
    frames: Sequence[Frame],
    embed: Embedder,
    up: tuple[float, float] | None = None,
) -> Looks:
    """Look at dice on the table.

    Args:
        image: (H, W, 3) uint8, blue-green-red.
        frames: where they lie; turns are of no account.
        embed: the network.
        up: see `models.framing.context`.
    """
    turned = [[replace(frame, turn=turn) for turn in TURNS_SEEN] for frame in frames]
    return _looks([(image, looks) for looks in turned], embed, up)


def look_around(examples: Sequence[tuple[NDArray[np.uint8], Frame]], embed: Embedder) -> Looks:
    """Look at taught examples, turned all around.

    Args:
        examples: picture and frame of each.
        embed: the network.
    """
    rows = [
        (
            image,
            [
                Frame(
                    frame.x,
                    frame.y,
                    frame.half * SIZES_TAUGHT[turn % len(SIZES_TAUGHT)],
                    turn * 360.0 / TURNS_TAUGHT,
                )
                for turn in range(TURNS_TAUGHT)
            ],
        )
        for image, frame in examples
    ]
    return _looks(rows, embed, None)


def _looks(
    rows: Sequence[tuple[NDArray[np.uint8], list[Frame]]],
    embed: Embedder,
    up: tuple[float, float] | None,
) -> Looks:
    each = len(rows[0][1])
    crops = np.stack([crop(image, frame) for image, frames in rows for frame in frames])
    contexts = np.stack([context(frame, up) for _, frames in rows for frame in frames])
    features, log_faces = embed.embed(crops, contexts)
    faces = np.exp(log_faces).reshape(len(rows), each, -1).mean(axis=1)
    return Looks(
        np.asarray(features.reshape(len(rows), each, -1), np.float32),
        np.asarray(faces, np.float32),
        np.stack([colours(cut) for cut in crops[::each]]),
    )


def colours(cut: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The colours of a die's inside.

    Args:
        cut: (CROP, CROP, 3) uint8 crop, blue-green-red.

    Returns:
        (COLOURS,) the 10, 50 and 90 per cent quantiles of L, a and b (CIE 1976, L in [0, 100]):
        body and print alike, whichever is larger.
    """
    import cv2

    lab = cv2.cvtColor(cut.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    return np.asarray(
        np.percentile(lab[_disc()], _LEVELS, axis=0).T.reshape(COLOURS), dtype=np.float32
    )


def _disc() -> NDArray[np.bool_]:
    across = np.arange(CROP) - (CROP - 1) / 2
    inside = across[:, None] ** 2 + across[None, :] ** 2 <= (_INSIDE * CROP / 2 / FRAME) ** 2
    return np.asarray(inside)
