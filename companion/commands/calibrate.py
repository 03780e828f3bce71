"""`tableside calibrate`: print the mat, look at it through a camera, keep what was measured."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from companion.commands.common import CalibrateError, open_profile, profiles_folder
from companion.commands.output import FINDINGS, FINE, add_json, print_either, print_error, write_new
from companion.core.errors import UsageError
from companion.core.texts import retold, tr

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from calibration.mat import Mat
    from calibration.profile import Measured, Profile, Provenance
    from hardware.frames import FrameSource

MOST_PICTURES: Final = 200  # Pictures of a clip or folder that are used: the camera stands still
_LIVE_VIEWS: Final = 15
_LIVE_S: Final = 15.0
_WARM_UP_S: Final = 1.5  # A webcam starts dark and then finds its exposure
_PAUSE_S: Final = 0.1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    add = parser.add_argument
    about = tr("a camera's number, a picture, a video file, a folder of pictures, an address")
    add("source", nargs="?", metavar="SOURCE", help=about)
    what = parser.add_mutually_exclusive_group()
    about = tr("write the mat, to be printed at 100 %%")
    what.add_argument("--print", action="store_true", dest="printed", help=about)
    what.add_argument("--list", action="store_true", dest="listed", help=tr("list what is saved"))
    what.add_argument("--show", metavar="NAME", help=tr("show a saved profile"))
    what.add_argument("--check", action="store_true", help=tr("judge only, save nothing"))
    add("--paper", choices=("a4", "letter"), default="a4", help=tr("for --print"))
    add("--out", metavar="FILE", help=tr("for --print: FILE.pdf or FILE.svg"))
    add("--overwrite", action="store_true", help=tr("for --out"))
    add("--name", default="", help=tr("of the profile; else made of the source's name"))
    where = parser.add_mutually_exclusive_group()
    about = tr("no mat: the corners of a tray or sheet, in fractions of the picture or in pixels")
    where.add_argument("--corners", nargs=4, metavar="X,Y", help=about)
    where.add_argument("--no-mat", action="store_true", help=tr("no mat: the whole picture counts"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print, list, show, judge or calibrate.

    Returns:
        0 when all is well, 1 when something should be improved (the profile is saved all the same).
    """
    folder = profiles_folder(args.home)
    if args.printed:
        return _print_mat(args)
    if args.listed:
        return _list(folder, as_json=args.json)
    if args.show is not None:
        _print_profile(open_profile(folder, args.show), None, as_json=args.json)
        return FINE
    if args.source is None:
        raise UsageError(tr("which camera? Give a SOURCE, such as 0, or --print the mat first"))
    corners = [_corner(word) for word in args.corners] if args.corners else None
    profile = measure_camera(args.source, corners, mat=not args.no_mat, name=args.name)
    path = None if args.check else save(profile, folder)
    _print_profile(profile, path, as_json=args.json)
    return FINE if is_good(profile) else FINDINGS


# ---- the mat


def _print_mat(args: argparse.Namespace) -> int:
    path = Path(args.out or f"tableside-mat-{args.paper}.pdf")
    mat = write_mat(path, args.paper, overwrite=args.overwrite).name
    lines = (
        tr("mat {mat}: {path}", mat=mat, path=path),
        tr("print it at 100 % (not 'fit to page'), and check the 100 mm line with a ruler"),
    )
    value = {"mat": mat, "paper": args.paper, "file": str(path)}
    print_either(value, *lines, as_json=args.json)
    return FINE


def write_mat(path: Path, paper: str, *, overwrite: bool, private: bool = False) -> Mat:
    """Write the mat as a page to be printed, a .pdf or .svg, for paper a4 or letter."""
    from calibration.mat import Mat, Paper
    from calibration.page import pdf, svg

    mat = Mat(Paper(paper))
    pages: dict[str, Callable[[Mat], str | bytes]] = {".pdf": pdf, ".svg": svg}
    page = pages.get(path.suffix.lower())
    if page is None:
        raise UsageError(tr("--out {path}: the mat is written as .pdf or .svg", path=path))
    write_new(path, page(mat), overwrite=overwrite, private=private)
    return mat


# ---- saved profiles


def _list(folder: Path, *, as_json: bool) -> int:
    from calibration.store import profiles_in

    profiles, broken = profiles_in(folder)
    for profile in profiles:
        made = profile.provenance
        line = f"{profile.name:20}  {made.made_at[:16]}  {made.source}  {profile.quality.trust}"
        print_either(_json(profile, None), line, as_json=as_json)
    if not profiles and not as_json:
        print(tr("no profile is saved"))
    for error in broken:
        print_error(error)
    return FINDINGS if broken else FINE


# ---- calibrating


def measure_camera(
    source: str,
    corners: list[tuple[float, float]] | None = None,
    *,
    mat: bool = True,
    name: str = "",
    complain: Callable[[object], None] = print_error,
) -> Profile:
    """Look through a camera and measure how it stands.

    Args:
        source: a camera's number, a picture, a video file, a folder of pictures, an address.
        corners: of a tray or sheet, where there is no mat.
        mat: whether there is a mat; without one and without corners the whole picture counts.
        name: of the profile; else made of the source's name.
        complain: called with each picture that could not be used.

    Raises:
        CompanionError: there is nothing to calibrate from.
    """
    from calibration.errors import CalibrationError
    from calibration.measure import measure_corners, measure_picture
    from calibration.profile import make_profile
    from calibration.store import profile_name
    from companion.sources.opening import open_source_frames

    try:
        chosen = profile_name(name) if name else ""
        with closing(open_source_frames(source)) as frames:
            shown = _pictures(frames, complain)
            if corners is None and mat:
                measured, pictures = _from_mat(shown, live=frames.live)
            else:
                image, pictures = next(shown), 1
                measured = measure_corners(image, corners) if corners else measure_picture(image)
        return make_profile(chosen or _name_of(frames), measured, _provenance(frames, measured, pictures))
    except CalibrationError as error:
        raise CalibrateError(_where(source, error)) from error


def save(profile: Profile, folder: Path) -> Path:
    """Save a profile and return where; raises `CalibrateError` when that cannot be done."""
    from calibration.errors import CalibrationError
    from calibration.store import profile_path, save_profile

    try:
        path = profile_path(folder, profile.name)
        save_profile(profile, path)
    except CalibrationError as error:
        raise CalibrateError(_where(profile.provenance.source, error)) from error
    return path


def _where(source: str, error: Exception) -> str:
    from calibration.errors import ProfileError

    return str(error) if isinstance(error, ProfileError) else f"{source}: {error}"


def _corner(word: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in word.split(","))
    except ValueError:
        raise UsageError(tr("--corners {word}: expected x,y, such as 0.2,0.1", word=word)) from None
    return x, y


def _from_mat(shown: Iterator[NDArray[np.uint8]], *, live: bool) -> tuple[Measured, int]:
    from calibration.measure import MatWatch

    watch = MatWatch()
    for image in shown:
        watch.add(image)
        if live and watch.found >= _LIVE_VIEWS:
            break
    return watch.measured(), watch.pictures


def _pictures(frames: FrameSource, complain: Callable[[object], None]) -> Iterator[NDArray[np.uint8]]:
    """Return what the source shows, until it ends or has shown enough; `CalibrateError` if nothing."""
    from hardware.frames import EndOfFrames, Frame, FrameFault

    begun, first, last, shown = monotonic(), None, -1.0, 0
    problem = tr("no picture came")
    while shown < MOST_PICTURES and not (frames.live and monotonic() - begun > _LIVE_S):
        match frames.next_frame(0.5):
            case Frame(image=image, taken_at=at):
                first = at if first is None else first
                if frames.live and (at - first < _WARM_UP_S or at - last < _PAUSE_S):
                    continue
                last, shown = at, shown + 1
                yield image
            case FrameFault() as fault:
                problem = str(fault)
                if not frames.live:
                    complain(fault)
            case EndOfFrames() as end:
                problem = end.problem or problem
                break
            case None:
                continue
    if not shown:
        raise CalibrateError(f"{frames.name}: {problem.removeprefix(f'{frames.name}: ')}")


def _name_of(frames: FrameSource) -> str:
    from calibration.store import profile_name

    name = f"camera-{frames.name}" if frames.name.isdecimal() else frames.name
    return profile_name(re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "camera")


def _provenance(frames: FrameSource, measured: Measured, pictures: int) -> Provenance:
    import cv2

    from calibration.profile import Provenance

    name = "".join(sign if sign.isprintable() else "?" for sign in frames.name)[:200]
    now, (width, height) = datetime.now(UTC).isoformat(timespec="seconds"), measured.size
    mat = "" if measured.sheet is None else measured.sheet.mat
    return Provenance(now, name, width, height, pictures, mat, cv2.__version__)


def is_good(profile: Profile) -> bool:
    """Tell whether nothing needs to be improved."""
    from calibration.judge import Weight

    return all(one.weight is not Weight.IMPROVE for one in profile.quality.findings)


# ---- printing a profile


def _print_profile(profile: Profile, path: Path | None, *, as_json: bool) -> None:
    lines = judged_lines(profile)
    if path is not None:
        lines.append(tr("saved as {profile}: {path}", profile=profile.name, path=path))
    print_either(_json(profile, path), *lines, as_json=as_json)


def _json(profile: Profile, path: Path | None) -> dict[str, Any]:
    from calibration.store import as_json

    return {**as_json(profile), "file": None if path is None else str(path)}


def judged_lines(profile: Profile) -> list[str]:
    """Return what was measured and found, in lines for people."""
    from calibration.judge import Weight

    made, quality = profile.provenance, profile.quality
    what = tr("mat {mat}", mat=made.mat) if made.mat else tr("no mat")
    lines = [tr("{what}, {pictures} pictures of {source} ({width} x {height})", what=what,
                pictures=made.pictures, source=made.source,
                width=made.width, height=made.height)]  # fmt: skip
    if quality.tilt is not None and quality.tilt_deviation is not None:
        sure = tr("give or take {tilt_deviation:.1f}", tilt_deviation=quality.tilt_deviation)
        lines.append(tr("camera: {tilt:.1f} degrees from straight down, {sure}",
                        tilt=quality.tilt, sure=sure))  # fmt: skip
    if quality.die_pixels is not None:
        sharp = tr("no edge is clear")
        if quality.blur_mm is not None:
            sharp = tr("edges blurred by {blur:.2f} mm", blur=quality.blur_mm)
        lines.append(tr("a 16 mm die is {die_pixels:.0f} pixels wide, {sharp}",
                        die_pixels=quality.die_pixels, sharp=sharp))  # fmt: skip
    if made.mat:
        blue, green, red = profile.gains
        lines.append(tr("colour: blue x {blue:.2f}, green x {green:.2f}, red x {red:.2f}",
                        blue=blue, green=green, red=red))  # fmt: skip
    lines.append(tr("trust: {trust}", trust=tr(quality.trust.value)))
    for weight, title in ((Weight.IMPROVE, tr("to improve:")), (Weight.NOTE, tr("good to know:"))):
        found = [f"  {retold(one)}" for one in quality.findings if one.weight is weight]
        lines += [title, *found] if found else []
    return lines
