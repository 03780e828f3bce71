"""Boxes around the dice in the picture that people see; the evidence in the journal stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.types import ReadStatus
from vision.view import evidence_corner

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.types import DieSighting

_SURE: Final = (96, 220, 96)
_DOUBTFUL: Final = (48, 176, 255)
"""Blue, green, red."""

_LINE: Final = 0.035
"""Thickness as a share of the picture's shorter side: a picture of eighteen rows still shows it."""


def marked(crop: NDArray[np.uint8], sightings: tuple[DieSighting, ...]) -> NDArray[np.uint8]:
    """Return a copy of the crop of some dice with a box around each: green when it is sure.

    Args:
        crop: of `vision.view.evidence` for these dice, height x width x 3, uint8, BGR.
        sightings: the dice, boxes in pixels of the whole frame.
    """
    picture = crop.copy()
    height, width = picture.shape[:2]
    left, top = evidence_corner(sightings)
    thick = max(2, round(_LINE * min(height, width)))
    for one in sightings:
        colour = _SURE if one.status is ReadStatus.READ else _DOUBTFUL
        x, y = one.box.x - left, one.box.y - top
        # Outside the die, so that no stroke of a numeral is hidden.
        x0, y0 = max(0, x - thick), max(0, y - thick)
        x1, y1 = min(width, x + one.box.w + thick), min(height, y + one.box.h + thick)
        picture[y0 : y0 + thick, x0:x1] = colour
        picture[max(0, y1 - thick) : y1, x0:x1] = colour
        picture[y0:y1, x0 : x0 + thick] = colour
        picture[y0:y1, max(0, x1 - thick) : x1] = colour
    return picture
