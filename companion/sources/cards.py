"""Cards before the camera: read off the table's thread once nothing moves, and only while they are wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from companion.core.texts import tr, trn
from companion.rolls.readings import BACK, CardReading, Place, Spread
from companion.sources.opening import NoDice
from vision.cards.lattice import lattices
from vision.cards.read import read_cards
from vision.pictures import as_jpeg
from vision.settle import Settler, SettleSettings, SettleState

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hardware.frames import Frame
    from vision.cards.compare import Ready
    from vision.cards.read import CardSighting

    Image = NDArray[np.uint8]

_SIDE: Final = 240
"""Of the picture of a card that is kept, pixels."""
_STILL: Final = frozenset({SettleState.EMPTY, SettleState.SETTLED})


class CardWatch:
    """Reads the cards of a deck in the whole picture of a camera; used in that camera's thread.

    Attributes:
        deck: its name.
        wanted: whether cards are read as soon as they lie still; from any thread.
        cards: what was read last.
    """

    def __init__(self, ready: Ready) -> None:
        self.deck = ready.deck.name
        self.wanted = False
        self.cards: tuple[CardSighting, ...] = ()
        self._ready = ready
        self._settler = Settler(NoDice())
        self._read = -1

    def expect(self, *, wanted: bool, again: bool) -> None:
        """Tell whether cards are wanted, and whether those that were read already are read again."""
        self.wanted = wanted
        if again:
            self._read = -1

    def begin(self, settings: SettleSettings) -> None:
        """Watch from the beginning."""
        self._settler = Settler(NoDice(), None, settings)

    def feed(self, frame: Frame) -> bool:
        """Take in the next frame; tell whether cards were read just now."""
        watch = self._settler.photograph if frame.photograph else self._settler.feed
        still = watch(frame.image, frame.taken_at).state in _STILL
        if not (self.wanted and still) or self._read == self._settler.at_rest:
            return False
        self._read = self._settler.at_rest
        self.cards = tuple(read_cards(frame.image, self._ready))
        return True

    @property
    def text(self) -> str:
        """Say in a few words what was read, while it lies there; empty for nothing."""
        if self._read != self._settler.at_rest:
            return ""
        backs = sum(one.card == BACK for one in self.cards)
        count = len(self.cards) - backs
        seen = trn("{count} card", "{count} cards", count) if count else tr("no card")
        return f"{seen}, {trn('{count} back', '{count} backs', backs)}" if backs else seen

    def spread(self, image: Image, source_id: str, number: int) -> Spread:
        """Return what was read last in a picture as the table takes it."""
        known = [one for one in self.cards if one.card not in {None, BACK}]
        cells = {
            id(known[at]): (group, column, -row)
            for group, lattice in enumerate(lattices([one.corners for one in known]))
            for at, (column, row) in lattice.places.items()
        }
        cards = tuple(replace(_reading(image, one), cell=cells.get(id(one))) for one in self.cards)
        return Spread(source_id, f"{source_id}@{number}", cards)

    def marked(self, image: Image) -> Image:
        """Return the picture with a line around each card: green when it is sure."""
        picture = image.copy()
        for one in self.cards:
            colour = (96, 220, 96) if one.status == "read" else (48, 176, 255)
            corners = np.round(one.corners).astype(np.int32)
            thick = max(2, round(0.006 * max(image.shape)))
            cv2.polylines(picture, [corners], isClosed=True, color=colour, thickness=thick)
        return picture


def _reading(image: Image, seen: CardSighting) -> CardReading:
    """Turn what vision saw into what the table reads: the one place where a card changes its type."""
    one, two, three, four = ((float(x), float(y)) for x, y in seen.corners)
    sure, corners = seen.status == "read", (one, two, three, four)
    alternatives = () if seen.card is None else seen.alternatives
    return CardReading(seen.card, corners, seen.confidence, sure, alternatives, _picture(image, corners))


def _picture(image: Image, corners: tuple[Place, ...]) -> bytes | None:
    """Return the part of a picture in which a card lies, as a JPEG."""
    across, down = zip(*corners, strict=True)
    left, top = (max(0, int(min(values))) for values in (across, down))
    part = image[top : int(max(down)) + 1, left : int(max(across)) + 1]
    return as_jpeg(part, 95, _SIDE) if part.size else None
