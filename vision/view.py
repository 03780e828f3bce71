"""Where things are: the whole frame, the roll zone in it, and the small frame that is watched."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np

from calibration.arrays import Mask, Picture
from calibration.zone import RollZone
from vision.types import Box, DieSighting

# Beside the zone, as a share of its longer side, so that a die on its rim is seen whole.
_BESIDE: Final = 0.06
_CROP_MARGIN: Final = 0.35


class View:
    """Turns places of the zone into places of the frame and back.

    Args:
        zone: where dice count; None for the whole picture.
    """

    def __init__(self, zone: RollZone | None) -> None:
        self._zone = zone
        self.size = (0, 0)

    def zone_of(self, image: Picture) -> Picture:
        """Return the zone's bounding box of a frame, as a view of it; the frame's size is noted."""
        self.size = (image.shape[1], image.shape[0])
        left, top, right, bottom = self._bounds()
        return image[top:bottom, left:right]

    def readable(self, image: Picture) -> tuple[Picture, tuple[int, int]]:
        """Return the part of a frame to read, a little more than the zone, and its corner."""
        if self._zone is None:
            return image, (0, 0)
        width, height = self.size
        left, top, right, bottom = self._bounds()
        more = round(_BESIDE * max(right - left, bottom - top))
        left, top = max(0, left - more), max(0, top - more)
        right, bottom = min(width, right + more), min(height, bottom + more)
        return np.ascontiguousarray(image[top:bottom, left:right]), (left, top)

    def counted(self, seen: Iterable[DieSighting], corner: tuple[int, int]) -> tuple[DieSighting, ...]:
        """Return the dice whose middle lies in the zone, in pixels of the whole frame.

        They come in pixels of the part whose top left corner is `corner`. Of a die that the
        picture's rim cuts, nobody knows what the hidden part shows: it is unsure.
        """
        left, top = corner
        width, height = self.size
        counted = []
        for one in seen:
            box = one.box._replace(x=one.box.x + left, y=one.box.y + top)
            x, y = box.centre[0] / width, box.centre[1] / height
            if self._zone is not None and not self._zone.contains(x, y):
                continue
            cut = (
                box.x <= 0 or box.y <= 0 or box.x + box.w >= width or box.y + box.h >= height
            ) and one.status == "read"
            counted.append(replace(one, box=box, status="unsure" if cut else one.status))
        return tuple(counted)

    def small_box(self, box: Box, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
        """Return left, top, right, bottom of a box of the frame in the small frame, ends excluded."""
        left, top, right, bottom = self._bounds()
        across, down = shape[1] / (right - left), shape[0] / (bottom - top)
        return (
            max(0, int((box.x - left) * across)),
            max(0, int((box.y - top) * down)),
            max(0, round((box.x + box.w - left) * across)),
            max(0, round((box.y + box.h - top) * down)),
        )

    def dice_mask(self, sightings: Iterable[DieSighting], shape: tuple[int, ...]) -> Mask:
        """Mark the dice and their shadows in the small frame: each box, half as large again."""
        mask = np.zeros(shape, dtype=np.bool_)
        for one in sightings:
            left, top, right, bottom = self.small_box(one.box, shape)
            dx, dy = (right - left) // 4 + 2, (bottom - top) // 4 + 2
            mask[max(0, top - dy) : bottom + dy, max(0, left - dx) : right + dx] = True
        return mask

    def _bounds(self) -> tuple[int, int, int, int]:
        width, height = self.size
        return (0, 0, width, height) if self._zone is None else self._zone.bounds(width, height)


def evidence(image: Picture, sightings: tuple[DieSighting, ...]) -> Picture:
    """Return the part of a frame around all dice, at least one, as a copy."""
    boxes = [one.box for one in sightings]
    margin = _margin(sightings)
    left, top = evidence_corner(sightings)
    right = max(box.x + box.w for box in boxes) + margin
    bottom = max(box.y + box.h for box in boxes) + margin
    return image[top:bottom, left:right].copy()


def evidence_corner(sightings: tuple[DieSighting, ...]) -> tuple[int, int]:
    """Return left and top, in pixels of the frame, of the part that `evidence` cuts out."""
    margin = _margin(sightings)
    left = max(0, min(one.box.x for one in sightings) - margin)
    top = max(0, min(one.box.y for one in sightings) - margin)
    return left, top


def _margin(sightings: tuple[DieSighting, ...]) -> int:
    return round(_CROP_MARGIN * max(max(one.box.w, one.box.h) for one in sightings))
