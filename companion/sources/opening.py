"""Opening a camera by the words people give, with errors that are the program's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.errors import CompanionError

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from calibration.profile import Profile
    from calibration.zone import RollZone
    from companion.sources.camera import CameraSource
    from companion.sources.profiled import UprightLooker
    from hardware.frames import FrameSource
    from vision.reader import DiceReader

DEFAULT_RATE = 25.0
LONGEST_NAME = 60
"""Characters of a source's name that an error repeats where that name cannot be one."""


class SourceError(CompanionError):
    """A source or the dice reader that cannot be opened; the message is one line for people."""


def open_source_frames(
    spec: str, *, rate: float = DEFAULT_RATE, patient: bool = False
) -> FrameSource:
    """Open frames by a camera's number, an address, a video file, a picture or a folder.

    Args:
        spec: what people typed.
        rate: frames a second that the pictures of a folder stand for.
        patient: a camera or stream that does not answer now is tried again, not refused.

    Raises:
        SourceError: there is nothing of that name, or it gives no pictures.
    """
    from hardware.cameras import open_frames
    from hardware.errors import HardwareError

    try:
        return open_frames(spec, rate=rate, load=_load, patient=patient)
    except HardwareError as error:
        raise SourceError(str(error)) from error
    except (OSError, ValueError) as error:  # no name of a file: too long, or with a NUL in it
        why = getattr(error, "strerror", None) or str(error)
        raise SourceError(f"{_short(spec)}: {why.lower()}") from error


def _short(spec: str) -> str:
    return spec if len(spec) <= LONGEST_NAME else f"{spec[:LONGEST_NAME]} ..."


def open_dice_reader() -> DiceReader:
    """Load the program's own dice reader.

    Raises:
        SourceError: a model is missing or broken.
    """
    from vision.errors import VisionError
    from vision.reader import open_reader

    try:
        return open_reader()
    except VisionError as error:
        raise SourceError(str(error)) from error


def open_looker(taught: Path | None) -> UprightLooker:
    """Load the dice reader, with a taught set at hand if one is named.

    Args:
        taught: the set's file, or None.

    Raises:
        SourceError: a model is missing or broken, or the set is.
    """
    reader = open_dice_reader()
    if taught is None:
        return reader
    from companion.sources.taught import taught_looker

    return taught_looker(reader, taught)


def open_camera(
    spec: str,
    *,
    profile: Profile | None = None,
    taught: Path | None = None,
    run: str = "",
    patient: bool = True,
) -> CameraSource:
    """Open a camera as a source of rolls, its reader loaded; a clip plays at the pace of life.

    Args:
        spec: what people typed.
        profile: how it was calibrated; None for the whole picture as it comes.
        taught: file of the taught set of dice that is played with, if one is.
        run: see `CameraSource`.
        patient: see `open_source_frames`.

    Raises:
        SourceError: it cannot be opened.
    """
    from hardware.recordings import PacedFrames

    looker = open_looker(taught)
    frames = open_source_frames(spec, patient=patient)
    if not frames.live:
        frames = PacedFrames(frames)
    return calibrated(frames, looker, profile, run=run)


def calibrated(
    frames: FrameSource,
    looker: UprightLooker,
    profile: Profile | None,
    *,
    zone: RollZone | None = None,
    run: str = "",
) -> CameraSource:
    """Make a source of rolls of frames, looked at as the profile says.

    Args:
        frames: where pictures come from.
        looker: finds and reads dice.
        profile: how the camera was calibrated; None for pictures as they come.
        zone: where dice count, if elsewhere than the profile says.
        run: see `CameraSource`.
    """
    from companion.sources.camera import CameraSource

    if profile is None:
        return CameraSource(frames, looker, zone=zone, run=run)
    from companion.sources.profiled import MatGuard, ProfiledReader

    return CameraSource(
        frames,
        ProfiledReader(looker, profile, zone or profile.zone),
        zone=zone or profile.zone,
        run=run,
        guard=MatGuard(profile),
    )


def _load(path: Path) -> NDArray[np.uint8]:
    """Read a picture of a folder with the same care as `tableside read`."""
    from hardware.errors import NotAPictureError
    from vision.errors import PictureError
    from vision.pictures import load_picture

    try:
        return load_picture(path)
    except PictureError as error:
        raise NotAPictureError(str(error)) from error
