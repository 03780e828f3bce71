"""Were these dice thrown, or do they just lie there? Compares dice at rest with those before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from calibration.arrays import Grey, Picture
from vision.merge import apart
from vision.types import Box, DieSighting

# Shares of a die's size. Closer than `_UNMOVED` is where the box itself trembles; up to `_NUDGE` a
# die was pushed or turned on the spot, beyond it moved clearly.
_UNMOVED: Final = 0.12
_NUDGE: Final = 0.6
# Correlation of the die's face with itself before. On 150 rendered dice, an untouched one kept 0.95
# and more under noise; another face, or the same turned by 10 degrees, stayed below 0.89.
_SAME_LOOK: Final = 0.92
# The same of a die that lies elsewhere: seen and lit otherwise, it kept 0.7 in 21 of 24 looks when
# not turned; turned by 30 degrees it kept less than that in 22.
_SHIFTED_LOOK: Final = 0.65
_TURNS: Final = (0.0, -10.0, 10.0, -20.0, 20.0, -30.0, 30.0)
_INSIDE: Final = 0.62
_SEARCH: Final = 3
_FLAT: Final = 3.0
_UNTHROWN: Final = "a die shows another face, but nobody was seen throwing it"
_SHIFTED: Final = "a die lies elsewhere, turned much as before: was it thrown?"


class Fate(StrEnum):
    """What became of a die between two moments of rest."""

    UNMOVED = "unmoved"
    NUDGED = "nudged"
    THROWN = "thrown"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A die that was seen at rest."""

    sighting: DieSighting  # as it was read
    around: Grey | None  # grey picture of its box and a margin, uint8; None when its scale is gone
    corner: tuple[int, int]  # x and y of that picture's top left corner in the frame
    covered: bool = False  # something was over it, or it was away, since it was seen at rest
    away: bool = False  # the bare table was seen where it lay, since it was seen at rest


@dataclass(frozen=True, slots=True)
class Comparison:
    """The dice that lie there now against those known before."""

    fates: tuple[Fate, ...]  # one for each die, in order
    fewer: bool  # dice are missing that lay there before
    doubt: str  # what is doubtful, for people; empty when nothing is

    @property
    def thrown(self) -> bool:
        """At least one die was thrown, or may have been."""
        return any(fate in {Fate.THROWN, Fate.DOUBTFUL} for fate in self.fates)

    @property
    def touched(self) -> bool:
        """No die was thrown, but something is not as it was."""
        return not self.thrown and (self.fewer or Fate.NUDGED in self.fates)


def remember(sighting: DieSighting, grey: Grey) -> Known:
    """Keep a die's look and place in a whole frame."""
    box, margin = sighting.box, _SEARCH + 2
    left, top = max(0, box.x - margin), max(0, box.y - margin)
    around = grey[top : box.y + box.h + margin, left : box.x + box.w + margin]
    return Known(sighting, around.copy(), (left, top))


def inner(box: Box) -> Box:
    """Return the part of a die's box that shows nothing but the die."""
    w, h = max(4, int(box.w * _INSIDE)), max(4, int(box.h * _INSIDE))
    return Box(box.x + (box.w - w) // 2, box.y + (box.h - h) // 2, w, h)


def rescale(known: Known, across: float, down: float) -> Known:
    """Move a known die to a frame of another size; its look is lost."""
    box = known.sighting.box
    scaled = Box(round(box.x * across), round(box.y * down), max(1, round(box.w * across)), max(1, round(box.h * down)))
    return replace(known, sighting=replace(known.sighting, box=scaled), around=None, corner=(0, 0))


def compare(
    now: Sequence[DieSighting],
    grey: Grey,
    lying: Sequence[Known],
    gone: Sequence[Known],
    rolled: Callable[[DieSighting], bool] = lambda _: False,
) -> Comparison:
    """Decide the fate of every die that lies there now.

    `lying` are the dice of the last rest; `gone` lay there earlier and were missed since: a die
    that comes back exactly as it lay was only hidden. `rolled` tells of a die whether it was seen to
    roll free to where it lies: then it was thrown, where its looks alone would be doubtful.
    """
    free = list(lying)
    fates: list[Fate] = []
    doubts: list[str] = []
    for die in now:
        before = _nearest(die, free)
        if before is not None:
            free.remove(before)
            fate, why = _fate(die, grey, before)
        elif any(_is_unmoved(die, grey, known) for known in gone):
            fate, why = Fate.UNMOVED, ""
        elif any(_is_only_shifted(die, grey, known) for known in free):
            fate, why = Fate.DOUBTFUL, _SHIFTED
        else:
            fate, why = Fate.THROWN, ""
        if why and why != _UNTHROWN and rolled(die):
            fate, why = Fate.THROWN, ""
        fates.append(fate)
        doubts.append(why)
    return Comparison(tuple(fates), bool(free), next((why for why in doubts if why), ""))


def doubtful(sighting: DieSighting) -> DieSighting:
    """Return the sighting as one that people must decide."""
    return sighting if sighting.status == "cocked" else replace(sighting, status="unsure")


def _nearest(die: DieSighting, known: Sequence[Known]) -> Known | None:
    nearest = min(known, key=lambda one: apart(one.sighting, die), default=None)
    if nearest is None or apart(nearest.sighting, die) > _NUDGE:
        return None
    return nearest


def _fate(die: DieSighting, grey: Grey, before: Known) -> tuple[Fate, str]:
    same_face = (die.kind, die.face) == (before.sighting.kind, before.sighting.face)
    if _is_unmoved(die, grey, before):
        return Fate.UNMOVED, ""
    if before.away:  # as one that lies anywhere else
        return (Fate.DOUBTFUL, _SHIFTED) if _is_only_shifted(die, grey, before) else (Fate.THROWN, "")
    if same_face and not before.covered:
        return Fate.NUDGED, ""
    if same_face:
        return Fate.DOUBTFUL, "a die lies where it lay, with the same face: was it thrown?"
    if before.covered:
        # A throw seldom ends where the die lay; a hand that turns it always does.
        return Fate.DOUBTFUL, "a die lies where it lay, with another face: was it thrown?"
    return Fate.DOUBTFUL, _UNTHROWN


def _is_only_shifted(die: DieSighting, grey: Grey, before: Known) -> bool:
    """Tell whether it lies elsewhere, but with the same face and turned by no more than a little.

    Of fifty throws one ends so; a die that was pushed, a mat that was turned a little, or a view
    from elsewhere, nearly always.
    """
    if (die.kind, die.face) != (before.sighting.kind, before.sighting.face):
        return False
    found = (_likeness(die.box, grey, before, turn=turn) for turn in _TURNS)
    return any(likeness is not None and likeness >= _SHIFTED_LOOK for likeness in found)


def _is_unmoved(die: DieSighting, grey: Grey, before: Known) -> bool:
    if apart(die, before.sighting) > _UNMOVED:
        return False
    if before.around is None:
        return (die.kind, die.face) == (before.sighting.kind, before.sighting.face)
    likeness = _likeness(die.box, grey, before)
    if likeness is None:
        return die.face == before.sighting.face
    return likeness >= _SAME_LOOK


def _likeness(box: Box, grey: Grey, before: Known, *, turn: float | None = None) -> float | None:
    """Best correlation of the die's inside with the same place before; None when it shows nothing.

    Only the inside of the box is compared: the silhouette is the same whatever face is up. With
    `turn` it is compared with the die wherever it lay before, turned back by so many degrees.
    """
    import cv2

    around = before.around
    if around is None:
        return None
    x, y, w, h = inner(box)
    if turn is None:
        inside = grey[max(0, y) : y + h, max(0, x) : x + w]
        left, top = x - before.corner[0], y - before.corner[1]
    else:
        inside = _turn_back(box, grey, (w, h), turn)
        lay = before.sighting.box
        left = lay.x + (lay.w - w) // 2 - before.corner[0]
        top = lay.y + (lay.h - h) // 2 - before.corner[1]
    place = around[max(0, top - _SEARCH) : top + h + _SEARCH, max(0, left - _SEARCH) : left + w + _SEARCH]
    if place.shape[0] < inside.shape[0] or place.shape[1] < inside.shape[1]:
        return None
    if float(inside.std()) < _FLAT:
        return None
    return float(cv2.matchTemplate(place, inside, cv2.TM_CCOEFF_NORMED).max())


def _turn_back(box: Box, grey: Grey, size: tuple[int, int], turn: float) -> Picture:
    """Return the middle of a die, turned by some degrees about it."""
    import cv2

    middle = (box.x + box.w / 2, box.y + box.h / 2)
    matrix = np.asarray(cv2.getRotationMatrix2D(middle, turn, 1.0), dtype=np.float64)
    matrix[:, 2] += np.array([size[0] / 2 - middle[0], size[1] / 2 - middle[1]])
    return np.asarray(cv2.warpAffine(grey, matrix, size, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)
