"""What vision says about a picture: sightings of dice, nothing about any game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

UpAt = Callable[[float, float], tuple[float, float] | None]
"""Where the table's upward normal points in the picture at a pixel (x, y): see `vision.level`."""


ReadStatus = Literal["read", "unsure", "cocked"]
"""How far a sighting may be trusted: a plain word, which the program makes its own status of."""


class Box(NamedTuple):
    """An axis-aligned box in pixels of the picture as given; `x`, `y` is its top left corner."""

    x: int
    y: int
    w: int
    h: int

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box, in pixels."""
        return (self.x + self.w / 2, self.y + self.h / 2)


@dataclass(frozen=True, slots=True)
class DieSighting:
    """One die in one picture."""

    kind: str  # `d10`, `d00`, `d6` or the name of a taught kind
    face: str  # The printed face, best guess when unsure ("0".."9", "10", "00", "S", ...).
    confidence: float  # Calibrated probability in [0, 1] that `face` is right
    status: ReadStatus  # Whether the reading may be used as it stands
    box: Box  # Where the die lies, in pixels of the picture as given
    # Runners-up (face, probability), likeliest first, without `face`
    alternatives: tuple[tuple[str, float], ...] = ()
    found: float = 1.0  # Detector's score in [0, 1] that there is a die here at all
    learnt: bool = False  # It is `read` only because of what the table has learnt of its dice
