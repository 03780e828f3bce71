"""The camera: which there are, whether one gives pictures, and what its pictures are like."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.doctor.case import NO_CAMERA
from companion.doctor.looking import as_jpeg, look
from companion.doctor.result import Level, Result
from companion.system.files import PROFILES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from calibration.judge import Finding
    from calibration.profile import Measured, Profile
    from companion.doctor.case import Case
    from companion.doctor.looking import Seen

LIMIT_S: Final = 40.0
SLOW: Final = 8.0
"""Pictures in a second below which dice are noticed late."""
NARROW: Final = 640
JITTER: Final = 4.0
"""Grey levels from picture to picture that no steady light shows."""
_NAMED: Final = ("/", "\\", "://")


def check(case: Case) -> Iterator[Result]:
    """Look which cameras there are, and through one of them: pictures, light, focus, mat."""
    from hardware.cameras import cameras_there

    numbers = list(cameras_there(case.edges.dev))
    refused = [number for number in numbers if not _allowed(case.edges.dev / f"video{number}")]
    yield _devices(case, numbers, refused)
    spec = _chosen(case, [number for number in numbers if number not in refused])
    if not spec:
        return
    asked = bool(case.camera)
    try:
        seen = _look(case, spec)
    except CompanionError as error:
        yield _not_opened(spec, str(error), asked=asked)
        return
    if not seen.frames:
        yield _not_opened(spec, seen.problem or tr("no picture came"), asked=asked)
        return
    yield _pictures(seen, spec)
    yield _light(seen)
    yield _focus(seen)
    yield _mat(case, seen, spec)


# ---------------------------------------------------------------- which there are


def _allowed(device: Path) -> bool:
    return os.access(device, os.R_OK | os.W_OK)


def _devices(case: Case, numbers: list[int], refused: list[int]) -> Result:
    name, data = "cameras", {"numbers": numbers, "refused": refused}
    if not case.edges.platform.startswith("linux"):
        said = tr("which cameras there are is not listed on this system")
        return Result(
            name, Level.NOTE, said, tr("try one: tableside doctor camera --camera 0"), data
        )
    if not numbers:
        said = tr("no camera is plugged in; a phone's stream, a tray or the keyboard will do")
        return Result(name, Level.NOTE, said, "", data)
    listed = ", ".join(map(str, numbers))
    if refused:
        devices = ", ".join(f"/dev/video{number}" for number in refused)
        said = tr("you may not use {devices}", devices=devices)
        todo = tr("add yourself to its group (sudo usermod -aG video $USER) and log in again")
        return Result(name, Level.PROBLEM, said, todo, data)
    return Result(name, Level.OK, tr("there are: {cameras}", cameras=listed), "", data)


def _chosen(case: Case, usable: list[int]) -> str:
    """Return what is looked through: what was asked for, what was played with, what is there."""
    if case.camera == NO_CAMERA:
        return ""
    if case.camera or case.remembered:
        return case.camera or case.remembered
    return str(usable[0]) if usable else ""


# ---------------------------------------------------------------- whether it gives pictures


def _look(case: Case, spec: str) -> Seen:
    from companion.sources.opening import open_source_frames

    frames = open_source_frames(spec)
    try:
        return look(frames, case.given_up.is_set, case.pace)
    finally:
        frames.close()


def _quoted(spec: str) -> tuple[str, ...]:
    """Return what of a source's name is people's own: a camera's number is not."""
    return () if spec.isdecimal() else (spec,)


def _not_opened(spec: str, why: str, *, asked: bool) -> Result:
    level = Level.PROBLEM if asked else Level.WARNING
    todo = tr(
        "close other programs that use it, unplug it and plug it in again; or name another with --camera"
    )
    if any(sign in spec for sign in _NAMED):
        todo = tr("check the name or address, and that both machines are in the same network")
    said = tr("no pictures: {why}", why=why)
    return Result("camera", level, said, todo, {"source": spec}, (*_quoted(spec), why))


def _pictures(seen: Seen, spec: str) -> Result:
    height, width = seen.last.shape[:2]
    data = {"source": seen.name, "live": seen.live, "frames": seen.frames, "rate": round(seen.rate, 1),
            "width": width, "height": height, "problem": seen.problem or None}  # fmt: skip
    quoted = (*_quoted(spec), *_quoted(seen.name), *((seen.problem,) if seen.problem else ()))
    picture = as_jpeg(seen.last)
    said = tr("{name}: {width} x {height}", name=seen.name, width=width, height=height)
    if seen.rate:
        said = tr("{name}: {width} x {height}, {rate} pictures a second", name=seen.name, width=width,
                  height=height, rate=f"{seen.rate:.0f}")  # fmt: skip
    level, todo = Level.OK, ""
    if seen.problem:
        level, said = Level.WARNING, f"{said}; {seen.problem}"
        todo = tr("check cable and network")
    elif seen.live and not seen.changed and seen.frames > 1:
        level, said = Level.WARNING, f"{said}; {tr('the picture does not change at all')}"
        todo = tr("wave a hand over the mat; if it does not show, plug the camera in again")
    elif seen.live and seen.rate < SLOW:
        level, todo = (
            Level.WARNING,
            tr("more light lets a camera go faster; or ask the stream for smaller pictures"),
        )
    elif width < NARROW:
        level, todo = Level.WARNING, tr("ask for larger pictures: dice want some 30 pixels each")
    return Result("camera", level, said, todo, data, quoted, picture)


# ---------------------------------------------------------------- what they are like


def _light(seen: Seen) -> Result:
    from vision.health import Health

    data = {"level": round(seen.levels[-1] if seen.levels else float(seen.last.mean()), 1),
            "jitter": round(seen.jitter, 2), "health": None if seen.health is None else seen.health.value}  # fmt: skip
    health = seen.health
    if health in {
        Health.BLACK,
        Health.OVER_EXPOSED,
        Health.COVERED,
        Health.UNDER_EXPOSED,
        Health.FROZEN,
    }:
        level = Level.WARNING if health is Health.UNDER_EXPOSED else Level.PROBLEM
        return Result("light", level, health.words, health.todo, data)
    if health is Health.FLICKER or seen.jitter > JITTER:
        return Result("light", Level.WARNING, Health.FLICKER.words, Health.FLICKER.todo, data)
    for finding in _judged(seen):
        if finding.code.value.startswith("light"):
            data["finding"] = finding.code.value
            todo = finding.todo or Health.UNDER_EXPOSED.todo
            return Result("light", Level.WARNING, finding.what, todo, data)
    return Result("light", Level.OK, tr("neither too dark nor too bright, and steady"), "", data)


def _judged(seen: Seen) -> list[Finding]:
    from calibration.judge import judge_picture

    return judge_picture(seen.last)


def _focus(seen: Seen) -> Result:
    from calibration.judge import SOFT_PIXELS, edge_blur
    from vision.health import Health

    blur = edge_blur(seen.last)
    data = {"blur": round(blur, 2) if blur else None}
    if blur > SOFT_PIXELS or seen.health is Health.DEFOCUSED:
        said = tr("edges are blurred over {pixels} pixels", pixels=f"{2 * blur:.1f}")
        return Result("focus", Level.WARNING, said, Health.DEFOCUSED.todo, data)
    if not blur:
        said = tr("nothing in the picture has a clear edge, so it cannot be told")
        return Result(
            "focus", Level.NOTE, said, tr("lay the mat or a printed page under the camera"), data
        )
    return Result(
        "focus", Level.OK, tr("sharp (blurred by {pixels} pixels)", pixels=f"{blur:.1f}"), "", data
    )


# ---------------------------------------------------------------- the mat


def _mat(case: Case, seen: Seen, spec: str) -> Result:
    from calibration.errors import CalibrationError, MatNotFoundError
    from calibration.measure import MatWatch

    profile = _profile(case, seen)
    watch = MatWatch()
    for image in seen.pictures:
        watch.add(image)
    try:
        measured = watch.measured()
    except MatNotFoundError:
        return _no_mat(profile, seen, spec)
    except CalibrationError as error:
        return Result("mat", Level.WARNING, str(error), tr("then look again"), {"mat": None})
    return _found(measured, profile, seen, spec)


def _profile(case: Case, seen: Seen) -> Profile | None:
    from calibration.store import profiles_in

    profiles, _ = profiles_in(case.home / PROFILES)
    return next((one for one in profiles if one.provenance.source == seen.name), None)


def _no_mat(profile: Profile | None, seen: Seen, spec: str) -> Result:
    data: dict[str, object] = {"mat": None, "profile": None if profile is None else profile.name}
    if profile is not None and profile.sheet is not None:
        said = tr("calibrated with a mat ({profile}) that is not seen now", profile=profile.name)
        todo = tr("lay the mat where it was; or play with --profile none")
        return Result("mat", Level.WARNING, said, todo, data, (profile.name,))
    if profile is not None:
        return _shape(profile, seen, spec, data) or Result(
            "mat", Level.OK, tr("no mat; the profile {profile} needs none", profile=profile.name), "",
            data, (profile.name,),
        )  # fmt: skip
    said = tr("no mat is seen; dice are read without one, all over the picture")
    todo = tr("for a zone, light and colours: tableside calibrate --print")
    return Result("mat", Level.NOTE, said, todo, data)


def _found(measured: Measured, profile: Profile | None, seen: Seen, spec: str) -> Result:
    from calibration.judge import Weight

    quality = measured.quality
    poor = [one for one in quality.findings if one.weight is Weight.IMPROVE]
    name = "" if measured.sheet is None else measured.sheet.mat
    data: dict[str, object] = {
        "mat": name, "profile": None if profile is None else profile.name,
        "tilt": None if quality.tilt is None else round(quality.tilt, 1),
        "die_pixels": None if quality.die_pixels is None else round(quality.die_pixels),
        "findings": [one.code.value for one in quality.findings],
    }  # fmt: skip
    placed = None
    if (
        profile is not None
    ):  # a profile that does not hold is worse than a mat that could lie better
        placed = _shape(profile, seen, spec, data) or _place(profile, seen, spec, name, data)
        if placed.level is not Level.OK:
            return placed
    if poor:
        usual = tr("all that was measured: tableside calibrate {source} --check", source=spec)
        said = tr("mat {mat}: {what}", mat=name, what=poor[0].what)
        return Result("mat", Level.WARNING, said, poor[0].todo or usual, data, _quoted(spec))
    if placed is not None:
        return placed
    todo = tr("tableside calibrate {source}", source=spec)
    said = tr("mat {mat} is seen; this camera was not calibrated yet", mat=name)
    return Result("mat", Level.NOTE, said, todo, data, _quoted(spec))


def _shape(profile: Profile, seen: Seen, spec: str, data: dict[str, object]) -> Result | None:
    height, width = seen.last.shape[:2]
    if profile.fits(width, height):
        return None
    made = profile.provenance
    said = tr("the profile {profile} was made for pictures of {width} x {height}",
              profile=profile.name, width=made.width, height=made.height)  # fmt: skip
    todo = tr("calibrate again: tableside calibrate {source}", source=spec)
    return Result("mat", Level.PROBLEM, said, todo, data, (profile.name, *_quoted(spec)))


def _place(profile: Profile, seen: Seen, spec: str, mat: str, data: dict[str, object]) -> Result:
    from calibration.find import mat_moved

    quoted = (profile.name, *_quoted(spec))
    if mat_moved(profile, seen.last):
        said = tr(
            "the camera or the mat has moved since the profile {profile} was made",
            profile=profile.name,
        )
        todo = tr("put it back, or calibrate again: tableside calibrate {source}", source=spec)
        return Result("mat", Level.WARNING, said, todo, data, quoted)
    said = tr("mat {mat} lies where the profile {profile} has it", mat=mat, profile=profile.name)
    return Result("mat", Level.OK, said, "", data, quoted)
