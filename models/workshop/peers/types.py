"""What every classical reader offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.types import Box, DieSighting


class Peer(Protocol):
    """A reader of dice without a network."""

    @property
    def name(self) -> str:
        """What it is called in tables."""

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of dice that it can read."""

    def find(self, image: NDArray[np.uint8]) -> list[Box]:
        """Where dice seem to lie in a (H, W, 3) uint8 picture."""

    def read(self, image: NDArray[np.uint8], box: Box, kinds: frozenset[str] = frozenset()) -> DieSighting:
        """What lies up on the die in a box.

        Args:
            image: (H, W, 3) uint8, blue-green-red.
            box: where the die lies.
            kinds: that it may be; any that this reader knows when empty.
        """
