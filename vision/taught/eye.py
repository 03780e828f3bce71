"""The program's own networks as teaching uses them: where the dice lie, and what they look like."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import models
from models.framing import Frame
from vision.onnx_session import open_session
from vision.reader import DiceReader
from vision.taught.embedder import SessionEmbedder
from vision.taught.errors import TaughtError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.taught.looks import Embedder


_SQUARE: Final = 1.4
"""A picture without a die to be found, but no longer than this times its width, is cut close
around a die that the finder does not know."""


class Eye(Protocol):
    """Whatever shows where dice lie and tells what they look like."""

    @property
    def embedder(self) -> Embedder:
        """What they look like."""

    def frames(self, image: NDArray[np.uint8]) -> list[Frame]:
        """Where dice lie in a picture (H, W, 3), uint8, blue-green-red; surest first."""


class ReaderEye:
    """The dice reader.

    Args:
        reader: finds dice and corrects their frames.
        embedder: the network of the same reader.
    """

    def __init__(self, reader: DiceReader, embedder: Embedder) -> None:
        self._reader = reader
        self.embedder = embedder

    def frames(self, image: NDArray[np.uint8]) -> list[Frame]:
        """See `Eye.frames`."""
        return [replace(reading.frame, turn=0.0) for _, reading in self._reader.examine(image)]


def open_embedder(folder: Path | None = None, threads: int = 1) -> SessionEmbedder:
    """Load the reading network alone.

    Args:
        folder: where it lies; the one that ships with the program when None.
        threads: how many processor cores one look may use.

    Raises:
        ModelError: the network is missing or broken, or cannot tell taught dice apart.
    """
    return SessionEmbedder(open_session(_folder(folder), "read", threads))


def open_reader_eye(folder: Path | None = None, threads: int = 2) -> ReaderEye:
    """Load the networks that find and read dice.

    Args:
        folder: where they lie; those that ship with the program when None.
        threads: how many processor cores one look may use.

    Raises:
        ModelError: a network is missing or broken, or cannot tell taught dice apart.
    """
    where = _folder(folder)
    session = open_session(where, "read", threads)
    finder = open_session(where, "find", threads)
    return ReaderEye(DiceReader(finder, session), SessionEmbedder(session))


def _folder(folder: Path | None) -> Path:
    return Path(models.__file__).parent if folder is None else folder


def whole(image: NDArray[np.uint8]) -> Frame:
    """The frame of a picture that shows nothing but one die, cut close."""
    height, width = image.shape[:2]
    return Frame(width / 2, height / 2, 0.5 * max(height, width))


def only_die(image: NDArray[np.uint8], eye: Eye) -> Frame:
    """Where the one die of a picture lies.

    Raises:
        TaughtError: there are several, or none and the picture is not cut close around one.
    """
    frames = eye.frames(image)
    if len(frames) == 1:
        return frames[0]
    if frames:
        raise TaughtError(f"{len(frames)} dice in the picture; one alone is wanted")
    if max(image.shape[:2]) <= _SQUARE * min(image.shape[:2]):
        return whole(image)
    raise TaughtError("no die can be found; cut the picture close around it")
