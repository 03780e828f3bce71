"""Opening a source of frames by the words people give: `0`, `clip.mp4`, `rtsp://...`, a folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.errors import CameraError, NoSuchSourceError, NotAVideoError, StreamRefusedError
from hardware.live import LiveFrames
from hardware.pictures import PICTURE_ENDINGS, PictureFrames, load_with_cv2, pictures_in
from hardware.video import DEFAULT_RATE, CvCapture, VideoFrames

if TYPE_CHECKING:
    from hardware.frames import FrameSource
    from hardware.live import LiveSettings
    from hardware.pictures import Load

STREAMS: Final = ("http://", "https://", "rtsp://", "rtsps://")
WIDTH, HEIGHT = 1280, 720
MOST_DIGITS: Final = 4
"""Of a camera's number; drivers count up from 0, and what is beyond a C int breaks them."""


def open_frames(
    spec: str,
    *,
    rate: float = DEFAULT_RATE,
    load: Load = load_with_cv2,
    patient: bool = False,
    settings: LiveSettings | None = None,
) -> FrameSource:
    """Open a source of frames.

    Args:
        spec: a camera's number, an http or rtsp address, a video file, a picture, or a folder of
            pictures.
        rate: frames a second that pictures of a folder stand for.
        load: how a picture file is read.
        patient: a camera or stream that does not answer now is a fault, not an error, and is
            tried again until it does.
        settings: how patient a live source is with stalls.

    Raises:
        NoSuchSourceError: nothing there by that name.
        NotAVideoError: a file that is no video.
        StreamRefusedError: the address does not answer with pictures.
    """
    if not spec.strip():
        raise NoSuchSourceError("no source is named; give a camera's number, a file or an address")
    if spec.isdecimal() and spec.isascii():
        if len(spec) > MOST_DIGITS:
            raise NoSuchSourceError(f"camera {spec[:MOST_DIGITS]}...: no camera has such a number")
        return _live(spec, f"camera {int(spec)}", patient=patient, settings=settings)
    if spec.lower().startswith(STREAMS):
        return _live(spec, without_password(spec), patient=patient, settings=settings)
    if "://" in spec:
        known = ", ".join(STREAMS)
        raise NoSuchSourceError(f"{spec}: not an address that is understood; use {known}")
    path = Path(spec)
    if path.is_dir():
        return PictureFrames(pictures_in(path), path.resolve().name or spec, rate, load)
    if path.suffix.lower() in PICTURE_ENDINGS and path.is_file():
        load(path)
        return PictureFrames((path,), path.name, rate, load)
    return VideoFrames(path)


def without_password(address: str) -> str:
    """Return the address without user and password: faults and keys are shown and kept."""
    return re.sub(r"(?<=://)[^/@]*@", "", address)


def cameras_there(devices: Path = Path("/dev")) -> tuple[int, ...]:
    """Return the numbers of the cameras that Linux lists; empty where that cannot be told."""
    names = (path.name.removeprefix("video") for path in devices.glob("video*"))
    return tuple(sorted(int(name) for name in names if name.isdecimal()))


def _live(spec: str, where: str, *, patient: bool, settings: LiveSettings | None) -> LiveFrames:
    def reopen() -> CvCapture:
        return _open_camera(int(spec)) if spec.isdecimal() else _open_stream(spec)

    try:
        opened = reopen()
    except CameraError:
        if not patient:
            raise
        opened = None
    name = spec if spec.isdecimal() else without_password(spec)
    return LiveFrames(opened, reopen, name, where, settings)


def _open_camera(number: int) -> CvCapture:
    try:
        capture = CvCapture(number)
    except NotAVideoError:
        there = ", ".join(str(one) for one in cameras_there())
        hint = f"cameras here: {there}" if there else "no camera is plugged in that can be seen"
        raise NoSuchSourceError(f"camera {number}: not there or in use; {hint}") from None
    capture.ask_for(WIDTH, HEIGHT)
    return capture


def _open_stream(address: str) -> CvCapture:
    try:
        return CvCapture(address)
    except NotAVideoError:
        raise StreamRefusedError(
            f"{without_password(address)}: no pictures come from this address; "
            "check that it opens in a browser and that both are on the same network"
        ) from None
