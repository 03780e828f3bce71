"""Opening a source of frames by the words people give: `0`, `clip.mp4`, `rtsp://...`, a folder.

A camera or a stream has a thread that grabs: the newest frame wins, and what breaks is opened again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from calibration.addresses import without_secrets
from hardware.errors import CameraError, NoSuchSourceError, NotAVideoError, StreamRefusedError
from hardware.frames import EndOfFrames, Frame, FrameFault, FrameSource
from hardware.recordings import DEFAULT_RATE, PICTURE_ENDINGS, CvCapture, Load, PictureFrames, VideoFrames, pictures_in

STREAMS: Final = ("http://", "https://", "rtsp://", "rtsps://")
WIDTH, HEIGHT = 1280, 720
MOST_DIGITS: Final = 4
"""Of a camera's number; drivers count up from 0, and what is beyond a C int breaks them."""


def open_frames(
    spec: str, *, load: Load, rate: float = DEFAULT_RATE, patient: bool = False, settings: LiveSettings | None = None
) -> FrameSource:
    """Open a source of frames.

    Args:
        spec: a camera's number, an http or rtsp address, a video file, a picture, or a folder.
        load: how a picture file is read.
        rate: frames a second that pictures of a folder stand for.
        patient: a camera or stream that does not answer now is a fault, and tried again.
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
        return _live(spec, without_secrets(spec), patient=patient, settings=settings)
    if "://" in spec:
        known = ", ".join(STREAMS)
        raise NoSuchSourceError(f"{without_secrets(spec)}: not an address that is understood; use {known}")
    path = Path(spec)
    if path.is_dir():
        return PictureFrames(pictures_in(path), path.resolve().name or spec, rate, load)
    if path.suffix.lower() in PICTURE_ENDINGS and path.is_file():
        load(path)
        return PictureFrames((path,), path.name, rate, load)
    return VideoFrames(path)


def cameras_there(devices: Path = Path("/dev"), system: Path = Path("/sys")) -> dict[int, str]:
    """Return the cameras that Linux lists: number, and with its name where it has one.

    `{0: "0 (HD Webcam)"}`; empty where that cannot be told.
    """
    names = (path.name.removeprefix("video") for path in devices.glob("video*"))
    there = {}
    for number in sorted(int(name) for name in names if name.isdecimal()):
        try:
            told = (system / f"class/video4linux/video{number}/name").read_text("utf-8", "replace")
        except OSError:
            told = ""
        told = "".join(one for one in told.strip() if one.isprintable())
        there[number] = f"{number} ({told})" if told else f"{number}"
    return there


def _live(spec: str, where: str, *, patient: bool, settings: LiveSettings | None) -> LiveFrames:
    def reopen() -> CvCapture:
        return _open_camera(int(spec)) if spec.isdecimal() else _open_stream(spec)

    try:
        opened = reopen()
    except CameraError:
        if not patient:
            raise
        opened = None
    name = spec if spec.isdecimal() else without_secrets(spec)
    return LiveFrames(opened, reopen, name, where, settings)


def _open_camera(number: int) -> CvCapture:
    try:
        capture = CvCapture(number)
    except NotAVideoError:
        there = ", ".join(cameras_there().values())
        hint = f"cameras here: {there}" if there else "no camera is plugged in that can be seen"
        raise NoSuchSourceError(f"camera {number}: not there or in use; {hint}") from None
    capture.ask_for(WIDTH, HEIGHT)
    return capture


def _open_stream(address: str) -> CvCapture:
    try:
        return CvCapture(address)
    except NotAVideoError:
        raise StreamRefusedError(
            f"{without_secrets(address)}: no pictures come from this address; "
            "check that it opens in a browser and that both are on the same network"
        ) from None


@dataclass(frozen=True, slots=True)
class LiveSettings:
    """How patient a live source is, in seconds."""

    stall: float = 2.0  # so long without a frame is a fault
    first_wait: float = 0.5  # pause before the first new attempt to open it
    longest_wait: float = 10.0  # pauses double up to this one


class LiveFrames:
    """A camera or a stream; where it is not open yet, its thread opens it by `reopen`.

    `name` is for people and keys; `where` is the device or address that faults name.
    """

    live = True

    def __init__(
        self,
        opened: CvCapture | None,
        reopen: Callable[[], CvCapture],
        name: str,
        where: str,
        settings: LiveSettings | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.name = name
        self._clock = clock
        self._where = where
        self._reopen = reopen
        self._settings = settings or LiveSettings()
        self._capture = opened
        self._stop = threading.Event()
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._faults: list[FrameFault] = []
        self._told: set[str] = set()
        self._number = 0
        self._heard_at = clock()
        self._stalled = False
        self._thread = threading.Thread(target=self._grab, name=f"frames {name}", daemon=True)
        self._thread.start()

    def next_frame(self, wait_s: float) -> Frame | FrameFault | EndOfFrames | None:
        """Return the newest frame that was not returned yet, or a fault. See `FrameSource`."""
        with self._news:
            if self._stop.is_set():
                return EndOfFrames(self._number)
            if self._frame is None and not self._faults:
                self._news.wait(wait_s)
            if self._faults:
                return self._faults.pop(0)
            if self._frame is not None:
                frame, self._frame, self._stalled = self._frame, None, False
                return frame
            return self._stall()

    def close(self) -> None:
        """Stop grabbing and give the device back."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
        if self._thread is not threading.current_thread():
            # A device that hangs inside its driver must not hang the program: the thread is a
            # daemon and releases the device when the driver lets go.
            self._thread.join(timeout=1.0)

    def _stall(self) -> FrameFault | None:
        silent = self._clock() - self._heard_at
        if self._stalled or silent < self._settings.stall:
            return None
        self._stalled = True
        return FrameFault(f"no picture for {silent:.0f} seconds", self._where, "check the camera and the network")

    def _grab(self) -> None:
        wait = self._settings.first_wait
        while not self._stop.is_set():
            if self._capture is None:
                self._capture = self._try_open()
            if self._capture is None:
                self._stop.wait(wait)
                wait = min(2 * wait, self._settings.longest_wait)
                continue
            if self._drain(self._capture):
                wait = self._settings.first_wait
            self._capture.release()
            self._capture = None
            self._stop.wait(wait)

    def _try_open(self) -> CvCapture | None:
        try:
            return self._reopen()
        except CameraError as error:
            what = str(error).removeprefix(f"{self._where}: ").split(";")[0]
            self._tell(FrameFault(what, self._where, "it is tried again and again"))
            return None

    def _drain(self, capture: CvCapture) -> bool:
        """Read until it breaks; True when at least one frame came."""
        came = False
        while not self._stop.is_set() and (image := capture.read()) is not None:
            came = True
            with self._news:
                self._heard_at = self._clock()
                self._told.clear()
                self._frame = Frame(image, self._heard_at, self._number)
                self._number += 1
                self._news.notify_all()
        if not self._stop.is_set():
            self._tell(FrameFault("the pictures stopped", self._where, "it is opened again"))
        return came

    def _tell(self, fault: FrameFault) -> None:
        with self._news:
            # The same trouble again is no news: a source that is down for hours says so once.
            if fault.what not in self._told:
                self._told.add(fault.what)
                self._faults.append(fault)
            self._news.notify_all()
