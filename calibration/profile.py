"""A profile: what was measured of one camera over one table, how well, and from what."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from calibration.balance import Gains, balance_colours
from calibration.judge import Finding
from calibration.solve import CameraPose
from calibration.zone import RollZone

if TYPE_CHECKING:
    from calibration.arrays import Picture


_SAME_SHAPE: Final = 0.02
"""Pictures of another shape were cut or stretched in a way that is not known."""


class Trust(StrEnum):
    """How far what was measured may be relied on."""

    GOOD = "good"  # A mat with all its corners
    FAIR = "fair"  # A mat, partly seen, or a tilt that is known roughly
    LOW = "low"  # Corners marked by hand, or nothing but the picture


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where the mat lay."""

    mat: str  # its name, such as `A4-1`
    # nine numbers, row by row: from millimetres of the sheet to fractions of the picture, as far as
    # the lens is straight
    homography: tuple[float, ...]
    # id, x and y of each corner marker's middle, in fractions of the picture
    markers: tuple[tuple[int, float, float], ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """How good it is. What could not be measured is None."""

    trust: Trust  # in one word
    findings: tuple[Finding, ...] = ()  # what could be better
    tilt: float | None = None  # of the camera from straight down, degrees
    tilt_deviation: float | None = None  # standard deviation of that, degrees
    blur_mm: float | None = None  # of edges on the mat, as the deviation of a Gaussian
    die_pixels: float | None = None  # how wide a 16 mm die is at the far end of the zone
    miss_pixels: float | None = None  # root mean square of the points' misses
    points: int = 0  # points of the mat that were seen
    views: int = 0  # places of the mat from which the lens was measured


@dataclass(frozen=True, slots=True)
class Provenance:
    """What it was made from: so many `pictures`, `width` x `height` pixels large.

    `made_at` is such as `2026-11-21T19:30:00+00:00`, `source` the camera's or file's name; `mat` is
    empty without one, and `opencv` is the version of the library that found it.
    """

    made_at: str
    source: str
    width: int
    height: int
    pictures: int
    mat: str
    opencv: str


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured, before it has a name; for the attributes see `Profile`."""

    zone: RollZone
    gains: Gains
    camera: CameraPose | None
    sheet: Sheet | None
    mm_per_pixel: float | None
    quality: Quality
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of one camera over one table."""

    name: str  # short, for `--profile`
    zone: RollZone  # where dice count
    gains: Gains  # white balance: factors for blue, green and red
    camera: CameraPose | None  # how the camera sees the table; None when that is not known
    sheet: Sheet | None  # where the mat lay; None without one
    # millimetres a pixel covers in the middle of the zone, in pictures of the size in `provenance`;
    # None when that is not known
    mm_per_pixel: float | None
    quality: Quality  # how good it is
    provenance: Provenance  # what it was made from

    def up_at(self, x: float, y: float, width: float, height: float) -> tuple[float, float] | None:
        """Which way up is at a point of a picture, in camera axes; see `CameraPose.up_at`.

        None when the pose is not known, or the picture has another shape than was calibrated.
        """
        if self.camera is None or not self.fits(width, height):
            return None
        return self.camera.up_at(x, y, width, height)

    def fits(self, width: float, height: float) -> bool:
        """Tell whether pictures of that size have the shape that was calibrated."""
        shape = self.provenance.width / self.provenance.height
        return abs(width / height / shape - 1) <= _SAME_SHAPE

    def balance_colours(self, image: Picture) -> Picture:
        """A picture in balanced colours."""
        return balance_colours(image, self.gains)


def make_profile(name: str, measured: Measured, provenance: Provenance) -> Profile:
    """Make a profile of what was measured."""
    return Profile(
        name=name,
        zone=measured.zone,
        gains=measured.gains,
        camera=measured.camera,
        sheet=measured.sheet,
        mm_per_pixel=measured.mm_per_pixel,
        quality=measured.quality,
        provenance=provenance,
    )
