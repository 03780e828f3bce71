"""A camera's picture without reading dice, for people who set the camera up."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calibration.addresses import without_secrets
from companion.core.errors import CompanionError
from companion.core.texts import retold, tr
from companion.system.files import PROFILES
from companion.tui.host import Judged
from companion.tui.widgets.lamp import Lamp, Light

if TYPE_CHECKING:
    from companion.tui.widgets.picture import Pixels
    from hardware.frames import FrameSource

WAIT_S: Final = 0.2
PATIENCE_S: Final = 15.0
"""Seconds to wait for a camera to be given back; a driver that needs longer is left to itself."""


class CameraPreview:
    """A camera, picture or film that is opened, looked through and closed in a thread of its own."""

    def __init__(self, camera: str) -> None:
        self._camera = camera
        self._shown = without_secrets(camera)
        self._lamp = Lamp(Light.LOOKING, tr("Opening {camera} …", camera=self._shown))
        self._picture: Pixels | None = None
        self._over = threading.Event()
        name = f"preview {self._shown}"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def lamp(self) -> Lamp:
        """See `companion.tui.host.Preview`."""
        return self._lamp

    def picture(self) -> Pixels | None:
        """See `companion.tui.host.Preview`."""
        return self._picture

    def close(self) -> None:
        """See `companion.tui.host.Preview`."""
        self._over.set()
        self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        from companion.sources.opening import open_source_frames
        from hardware.recordings import PacedFrames

        try:
            frames = open_source_frames(self._camera)
        except CompanionError as error:
            self._lamp = Lamp(Light.FAULT, retold(error))
            return
        with closing(frames if frames.live else PacedFrames(frames)) as shown:
            self._watch(shown)

    def _watch(self, frames: FrameSource) -> None:
        from hardware.frames import EndOfFrames, Frame, FrameFault

        while not self._over.is_set():
            match frames.next_frame(WAIT_S):
                case Frame(image=image):
                    self._picture = image
                    text = tr("This is what {camera} sees.", camera=self._shown)
                    self._lamp = Lamp(Light.LOOKING, text)
                case FrameFault() as fault:
                    self._lamp = Lamp(Light.FAULT, retold(fault))
                case EndOfFrames(problem=problem):
                    if problem:
                        self._lamp = Lamp(Light.FAULT, retold(problem))
                    elif self._picture is not None:
                        text = tr("{camera} has ended; its last picture.", camera=self._shown)
                        self._lamp = Lamp(Light.NONE, text)
                    return
                case None:
                    continue


def judge_camera(home: Path, camera: str) -> Judged:
    """Judge how a camera stands over the mat, in words; it can be kept in the home folder."""
    from companion.commands.calibrate import is_good, judged_lines, measure_camera, save

    troubles: list[object] = []
    profile = measure_camera(camera, complain=troubles.append)
    lines = (*judged_lines(profile), *(tr("left out: {one}", one=one) for one in troubles))

    def keep() -> str:
        return tr("Kept as {profile}: {path}. Games with this camera use it from now on.",
                  profile=profile.name, path=save(profile, home / PROFILES))  # fmt: skip

    return Judged(lines, is_good(profile), keep)
