"""The camera: which there are, whether one gives pictures, and what its pictures are like."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from calibration.addresses import without_secrets
from companion.core.errors import CompanionError
from companion.core.texts import number, tr
from companion.doctor.case import NO_CAMERA, Case, Data, Level, Result, note, ok, problem, warning
from companion.system.files import PROFILES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from calibration.profile import Measured, Profile
    from hardware.frames import Frame, FrameSource
    from vision.health import Health, HealthMeter

SLOW: Final = 8.0  # Pictures a second below which dice are noticed late

NARROW: Final = 640
JITTER: Final = 4.0  # Grey levels from picture to picture that no steady light shows

_NAMED: Final = ("/", "\\", "://")
LIVE_S: Final = 6.0  # How long a camera is looked through; at first it finds its exposure
WARM_UP_S: Final = 1.5
MOST_FRAMES: Final = 150
_WAIT_S: Final = 0.3
_KEPT: Final = 6
_STILL_S: Final = 0.1
_STILLS: Final = 15
"""A single picture is judged as if a camera had shown it for so many tenths of a second."""


def check(case: Case) -> Iterator[Result]:
    """Look which cameras there are, and through one of them: pictures, light, focus, mat."""
    from hardware.cameras import cameras_there

    there = cameras_there(case.edges.dev, case.edges.sys)
    numbers = list(there)
    devices = {number: case.edges.dev / f"video{number}" for number in numbers}
    refused = [number for number in numbers if not os.access(devices[number], os.R_OK | os.W_OK)]
    yield _devices(case, there, refused)
    usable = [str(number) for number in numbers if number not in refused]
    spec = case.camera or case.remembered or next(iter(usable), "")
    if not spec or case.camera == NO_CAMERA:
        return
    from companion.sources.opening import open_source_frames

    try:
        with closing(open_source_frames(spec)) as frames:
            seen = look(frames, case.given_up.is_set, case.pace)
    except CompanionError as error:
        yield _not_opened(without_secrets(spec), str(error), asked=bool(case.camera))
        return
    spec = without_secrets(spec)
    if not seen.frames:
        why = seen.problem or tr("no picture came")
        yield _not_opened(spec, why, asked=bool(case.camera))
        return
    yield _pictures(seen, spec)
    yield _light(seen)
    yield _focus(seen)
    yield _mat(case, seen, spec)


def _devices(case: Case, there: dict[int, str], refused: list[int]) -> Result:
    name, data = "cameras", {"numbers": list(there), "refused": refused}
    if not case.edges.platform.startswith("linux"):
        text = tr("the cameras are not listed on this system")
        return note(name, text, tr("try one: tableside doctor camera --camera 0"), data)
    if not there:
        text = tr("no camera is plugged in; a phone's stream, a tray or the keyboard will do")
        return note(name, text, "", data)
    if refused:
        devices = ", ".join(f"/dev/video{number}" for number in refused)
        todo = tr("add yourself to its group (sudo usermod -aG video $USER) and log in again")
        return problem(name, tr("you may not use {devices}", devices=devices), todo, data)
    return ok(name, tr("there are: {cameras}", cameras=", ".join(there.values())), data)


# ---------------------------------------------------------------- looking through one


@dataclass(slots=True)
class Seen:
    """What a camera showed."""

    name: str  # of the source
    live: bool  # whether it is a camera or stream
    frames: int = 0  # how many pictures came
    rate: float = 0.0  # pictures a second; 0 where only one came
    # some of them, the newest last: height x width x 3, uint8, BGR
    pictures: list[NDArray[np.uint8]] = field(default_factory=list)
    levels: list[float] = field(default_factory=list)  # mean grey level of each, in [0, 255]
    changed: bool = False  # whether any two that followed each other differ
    # the gravest thing that was wrong with them for long enough; None when none came
    health: Health | None = None
    problem: str = ""  # what the source says is wrong; empty when nothing is

    @property
    def last(self) -> NDArray[np.uint8]:
        """The newest picture; there must be one."""
        return self.pictures[-1]

    @property
    def jitter(self) -> float:
        """How much the whole picture's brightness jumps from one to the next, in grey levels."""
        if len(self.levels) < 3:  # noqa: PLR2004 - two differences at least
            return 0.0
        import numpy as np

        return float(np.median(np.abs(np.diff(self.levels))))


def look(frames: FrameSource, given_up: Callable[[], bool], pace: float = 1.0) -> Seen:
    """Look through a source for a while times `pace`, or until nobody waits any more."""
    from hardware.frames import EndOfFrames, Frame, FrameFault
    from vision.health import HealthMeter

    seen, meter = Seen(frames.name, frames.live), HealthMeter(live=frames.live)
    end = monotonic() + LIVE_S * pace
    first: Frame | None = None
    last: Frame | None = None
    while seen.frames < MOST_FRAMES and not given_up() and (monotonic() < end or not frames.live):
        match frames.next_frame(_WAIT_S):
            case Frame() as last:
                first = first or last
                early = frames.live and last.taken_at - first.taken_at < WARM_UP_S * pace
                _take(seen, meter, last, early=early)
            case FrameFault() as fault:
                seen.problem = str(fault)
            case EndOfFrames(problem=problem):
                seen.problem = problem or seen.problem
                break
            case None:
                continue
    if first is None or last is None:
        return seen
    took = last.taken_at - first.taken_at
    # Pictures that nobody had time to look at came all the same.
    seen.rate = (last.number - first.number) / took if took > 0 else 0.0
    if not frames.live and seen.frames < _STILLS:
        for step in range(1, _STILLS + 1):
            seen.health = meter.feed(seen.last, last.taken_at + step * _STILL_S).health
    return seen


def _take(seen: Seen, meter: HealthMeter, frame: Frame, *, early: bool) -> None:
    import numpy as np

    seen.frames += 1
    image = frame.image
    before = seen.pictures[-1] if seen.pictures else None
    if before is not None and (before.shape != image.shape or not np.array_equal(before, image)):
        seen.changed = True
    # Those of the first moments are kept as well: a camera may give no others.
    seen.pictures = [*seen.pictures[-(_KEPT - 1) :], image]
    if not early:
        seen.levels.append(float(image[::8, ::8].mean()))
        seen.health = meter.feed(image, frame.taken_at).health


def _quoted(spec: str) -> tuple[str, ...]:
    """Return what of a source's name is people's own: a camera's number is not."""
    return () if spec.isdecimal() else (spec,)


def _not_opened(spec: str, why: str, *, asked: bool) -> Result:
    todo = tr("close other programs that use it, unplug it and plug it in again; or name another"
              " with --camera")  # fmt: skip
    if any(sign in spec for sign in _NAMED):
        todo = tr("check the name or address, and that both machines are in the same network")
    text = tr("no pictures: {why}", why=why)
    report = problem if asked else warning
    return report("camera", text, todo, {"source": spec}, *_quoted(spec), why)


def _pictures(seen: Seen, spec: str) -> Result:
    height, width = seen.last.shape[:2]
    data: Data = {"source": seen.name, "live": seen.live, "frames": seen.frames, "rate": round(seen.rate, 1),
                  "width": width, "height": height, "problem": seen.problem or None}  # fmt: skip
    text = tr("{name}: {width} x {height}", name=seen.name, width=width, height=height)
    if seen.rate:
        text = tr("{picture}, {rate} pictures a second", picture=text, rate=f"{seen.rate:.0f}")
    todo = ""
    if seen.problem:
        text = tr("{text}; {now}", text=text, now=seen.problem)
        todo = tr("check cable and network")
    elif seen.live and not seen.changed and seen.frames > 1:
        text = tr("{picture}; the picture does not change at all", picture=text)
        todo = tr("wave a hand over the mat; if it does not show, plug the camera in again")
    elif seen.live and seen.rate < SLOW:
        todo = tr("more light makes a camera faster; or ask the stream for smaller pictures")
    elif width < NARROW:
        todo = tr("ask for larger pictures: dice need some 30 pixels each")
    quoted = (*_quoted(spec), *_quoted(seen.name), *((seen.problem,) if seen.problem else ()))
    level = Level.WARNING if todo else Level.OK
    from vision.pictures import as_jpeg

    return Result("camera", level, text, todo, data, quoted, as_jpeg(seen.last, 85))


# ---------------------------------------------------------------- what the pictures are like


def _light(seen: Seen) -> Result:
    from calibration.judge import judge_picture
    from vision.health import Health

    health = seen.health
    data: Data = {"level": round(seen.levels[-1] if seen.levels else float(seen.last.mean()), 1),
                  "jitter": round(seen.jitter, 2), "health": None if health is None else health.value}  # fmt: skip
    if health in {Health.BLACK, Health.OVER_EXPOSED, Health.COVERED, Health.FROZEN}:
        return problem("light", health.words, health.todo, data)
    if seen.jitter > JITTER and health is not Health.UNDER_EXPOSED:
        health = Health.FLICKER
    if health in {Health.UNDER_EXPOSED, Health.FLICKER}:
        return warning("light", health.words, health.todo, data)
    for finding in judge_picture(seen.last):
        if finding.code.value.startswith("light"):
            data["finding"] = finding.code.value
            return warning("light", finding.what, finding.todo or Health.UNDER_EXPOSED.todo, data)
    return ok("light", tr("neither too dark nor too bright, and steady"), data)


def _focus(seen: Seen) -> Result:
    from calibration.judge import SOFT_PIXELS, edge_blur
    from vision.health import Health

    blur = edge_blur(seen.last)
    data: Data = {"blur": round(blur, 2) if blur else None}
    if blur > SOFT_PIXELS or seen.health is Health.DEFOCUSED:
        text = tr("edges are blurred over {pixels} pixels", pixels=number(2 * blur, ".1f"))
        return warning("focus", text, Health.DEFOCUSED.todo, data)
    if blur:
        text = tr("sharp (blurred by {pixels} pixels)", pixels=number(blur, ".1f"))
        return ok("focus", text, data)
    text = tr("unknown: nothing in the picture has a clear edge")
    return note("focus", text, tr("lay the mat or a printed page under the camera"), data)


# ---------------------------------------------------------------- the mat


def _mat(case: Case, seen: Seen, spec: str) -> Result:
    from calibration.errors import CalibrationError, MatNotFoundError
    from calibration.measure import MatWatch
    from calibration.store import profiles_in

    profiles, _ = profiles_in(case.home / PROFILES)
    profile = next((one for one in profiles if one.provenance.source == seen.name), None)
    watch = MatWatch()
    for image in seen.pictures:
        watch.add(image)
    try:
        measured = watch.measured()
    except MatNotFoundError:
        return _no_mat(profile, seen, spec)
    except CalibrationError as error:
        return warning("mat", str(error), tr("then look again"), {"mat": None})
    return _found(measured, profile, seen, spec)


def _no_mat(profile: Profile | None, seen: Seen, spec: str) -> Result:
    if profile is None:
        text = tr("no mat is seen; dice are read everywhere in the picture")
        todo = tr("for a zone, light and colours: tableside calibrate --print")
        return note("mat", text, todo, {"mat": None, "profile": None})
    name = profile.name
    data: Data = {"mat": None, "profile": name}
    if profile.sheet is not None:
        text = tr("calibrated with a mat ({profile}) that is not seen now", profile=name)
        todo = tr("lay the mat where it was; or play with --profile none")
        return warning("mat", text, todo, data, name)
    if misfit := _shape(profile, seen, spec):
        return replace(misfit, data=data)
    return ok("mat", tr("no mat; the profile {profile} needs none", profile=name), data, name)


def _found(measured: Measured, profile: Profile | None, seen: Seen, spec: str) -> Result:
    from calibration.judge import Weight

    quality = measured.quality
    poor = [one for one in quality.findings if one.weight is Weight.IMPROVE]
    mat = "" if measured.sheet is None else measured.sheet.mat
    data: Data = {
        "mat": mat, "profile": None if profile is None else profile.name,
        "tilt": None if quality.tilt is None else round(quality.tilt, 1),
        "die_pixels": None if quality.die_pixels is None else round(quality.die_pixels),
        "findings": [one.code.value for one in quality.findings],
    }  # fmt: skip
    placed = None
    if profile is not None:
        placed = replace(_shape(profile, seen, spec) or _place(profile, seen, spec, mat), data=data)
        if placed.level is not Level.OK:  # worse than a mat that could lie better
            return placed
    if poor:
        usual = tr("all that was measured: tableside calibrate {source} --check", source=spec)
        text = tr("mat {mat}: {what}", mat=mat, what=poor[0].what)
        return warning("mat", text, poor[0].todo or usual, data, *_quoted(spec))
    if placed is not None:
        return placed
    text = tr("mat {mat} is seen; this camera is not calibrated yet", mat=mat)
    return note("mat", text, tr("tableside calibrate {source}", source=spec), data, *_quoted(spec))


def _shape(profile: Profile, seen: Seen, spec: str) -> Result | None:
    """Return the problem of a profile made for pictures of another shape; None where it fits."""
    height, width = seen.last.shape[:2]
    if profile.fits(width, height):
        return None
    made = profile.provenance
    text = tr("the profile {profile} was made for pictures of {width} x {height}",
              profile=profile.name, width=made.width, height=made.height)  # fmt: skip
    todo = tr("calibrate again: tableside calibrate {source}", source=spec)
    return problem("mat", text, todo, {}, profile.name, *_quoted(spec))


def _place(profile: Profile, seen: Seen, spec: str, mat: str) -> Result:
    """Tell whether the mat lies where the profile has it."""
    from calibration.find import mat_moved

    name = profile.name
    if not mat_moved(profile, seen.last):
        text = tr("mat {mat} lies where the profile {profile} has it", mat=mat, profile=name)
        return ok("mat", text, {}, name, *_quoted(spec))
    text = tr("the camera or the mat has moved since the profile {profile} was made", profile=name)
    todo = tr("put it back, or calibrate again: tableside calibrate {source}", source=spec)
    return warning("mat", text, todo, {}, name, *_quoted(spec))
