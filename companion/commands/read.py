"""`tableside read IMAGE...`: the dice in pictures."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from companion.commands.common import add_profile, add_set, profile_for, profiles_folder, set_chosen
from companion.commands.output import FAILED, FINDINGS, FINE, add_json, print_error, print_json
from companion.commands.watch import add_expect, all_read, die_json, die_text, kinds_wanted
from companion.core.texts import tr
from companion.rolls.readings import DieReading

if TYPE_CHECKING:
    from calibration.profile import Profile
    from companion.sources.lookers import UprightLooker


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument(
        "images", nargs="+", metavar="IMAGE", help=tr("a picture, or a folder of pictures")
    )
    add_json(parser, tr("one JSON object a picture"))
    add_expect(parser)
    add_set(parser)
    add_profile(parser, tr("dice outside its zone do not count"))


def run(args: argparse.Namespace) -> int:
    """Read the pictures.

    Returns:
        0 when every picture shows dice that are all read, 1 when a die is unsure or there is none,
        2 when a picture could not be read; the others are read all the same.
    """
    from companion.sources.lookers import gaps_of
    from companion.sources.opening import open_looker

    taught, kinds = set_chosen(args)
    expect = kinds_wanted(args.expect, kinds)
    profile = profile_for(profiles_folder(args.home), args.profile)
    reader = open_looker(taught)
    for gap in gaps_of(reader):
        print_error(gap)
    worst = FINE
    for path in _pictures(args.images):
        line, status = _read(reader, path, expect, profile)
        worst = max(worst, status)
        _print(line, as_json=args.json)
    return worst


def _pictures(names: Iterable[str]) -> Iterator[Path]:
    """Give the pictures named; a folder that has none is given as it is and refused later."""
    from hardware.errors import HardwareError
    from hardware.recordings import pictures_in

    for path in map(Path, names):
        try:
            yield from pictures_in(path) if path.is_dir() else (path,)
        except HardwareError:
            yield path


def _read(
    reader: UprightLooker, path: Path, expect: tuple[str, ...], profile: Profile | None
) -> tuple[dict[str, Any], int]:
    from companion.sources.camera import die_reading
    from companion.sources.lookers import ProfiledReader, look_in_zone
    from vision.errors import PictureError
    from vision.pictures import load_picture

    try:
        image = load_picture(path)
    except PictureError as error:
        problem = str(error).removeprefix(f"{path}: ")
        if path.is_dir():
            problem = tr("no pictures in this folder (JPEG, PNG, ...)")
        return {"image": str(path), "error": problem}, FAILED
    if profile is not None and not profile.fits(image.shape[1], image.shape[0]):
        shape = f"{profile.provenance.width} x {profile.provenance.height}"
        problem = tr("not of the shape that the profile {profile} was made for ({shape})",
                     profile=profile.name, shape=shape)  # fmt: skip
        return {"image": str(path), "error": problem}, FAILED
    begun = perf_counter()
    if profile is None:
        seen = reader.look(image, expect)
    else:
        zoned = ProfiledReader(reader, profile, profile.zone)
        seen = look_in_zone(zoned, profile.zone, image, expect)
    dice = tuple(map(die_reading, seen))
    took = (perf_counter() - begun) * 1000
    line = {"image": str(path), "ms": round(took, 1), "dice": dice}
    return line, FINE if all_read(dice) else FINDINGS


def _print(line: dict[str, Any], *, as_json: bool) -> None:
    dice: tuple[DieReading, ...] = line.get("dice", ())
    if as_json:
        if "dice" in line:
            line = {**line, "dice": [die_json(die) for die in dice]}
        print_json(line)
    elif "error" in line:
        print_error(f"{line['image']}: {line['error']}")
    else:
        seen = "; ".join(die_text(die) for die in dice) or tr("no die")
        print(f"{line['image']}: {seen}")
