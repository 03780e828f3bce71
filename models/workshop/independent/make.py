"""Make the set: `python -m models.workshop.independent.make --fonts FONTS --out tests/independent`.

Run it again after an interruption and it goes on where it stopped. What is done and how the set is
used stands in the README.md beside the pictures.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.independent import catalogue, darkroom, stage, studio

COLUMNS: Final = (
    "path", "die", "value", "x", "y", "w", "h", "clip", "physical_die", "background", "camera",
    "label_source", "tilt", "up_x", "up_y",
)  # fmt: skip
DIE_COLUMNS: Final = (
    "physical_die", "die", "body", "typeface", "mark", "metallic_ink", "across_mm", "rounding_mm",
)  # fmt: skip
GROUPS: Final = ("d10", "monsters-teach", "monsters-test", "d6", "d00")
_BYTES: Final = {"d10": 74_000, "other": 54_000, "crop": 8_000}
"""A picture's size at most, where grain allows."""
_CROP: Final = 1.35
"""How much of the table a taught example shows, as a part of the die's box."""
_LARGE: Final = (1280, 720)
_SMALL: Final = (960, 540)
"""The two sizes of pictures of several dice, both common in cameras."""
_EARLY: Final = 1030
"""All pictures of d10s up to this number are large, later ones are large and small in turn."""
_SIXES: Final = 1061
"""Pictures of d10s up to this number show six dice, later ones nine."""
_APART: Final = 20.0
"""Millimetres between dice that are cut out as examples: each shows one die alone."""
_SINGLES: Final = 10
_TURNS: Final = 3
"""Pictures until every side of every kind of monster die was up once."""
_TEACH_VIEWS: Final = 3
_TEST_VIEWS: Final = 8


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that the set has.

    Attributes:
        path: under the set's folder; for taught examples the folder of all of them.
        manifest: of the folder that it is listed in; empty for taught examples.
        number: its chance follows from this.
        wanted: dice and the side of each that is up.
        size: width and height.
        widths: pixels across a die of 18 mm, least and most.
        samples: rays through a pixel in each of eight passes.
        gap: millimetres between two dice, at least.
    """

    path: str
    manifest: str
    number: int
    wanted: tuple[tuple[catalogue.Die, int], ...]
    size: tuple[int, int] = _LARGE
    widths: tuple[float, float] = (58, 105)
    samples: int = 5
    gap: float = 0.6


def _views(dice: list[catalogue.Die], rounds: int, name: int) -> list[tuple[catalogue.Die, int]]:
    """Every side of every die so many times; dice take turns, sides come in any order."""
    rng = np.random.default_rng([catalogue.SEED, name])
    orders = [np.concatenate([rng.permutation(die.numbers) for _ in range(rounds)]) for die in dice]
    turns: list[tuple[catalogue.Die, int]] = []
    last: list[int] = []
    for turn in range(len(orders[0])):
        order = [int(place) for place in rng.permutation(len(dice))]
        # No die twice in one picture: those that ended the last turn come late in this one.
        order.sort(key=lambda place: place in last)
        turns += [(dice[place], int(orders[place][turn])) for place in order]
        last = order[-min(8, len(dice) // 2) :]
    return turns


def pictures(group: str, fonts: Path) -> Iterator[Picture]:
    """Every picture of a group, in order."""
    if group.startswith("monsters"):
        yield from _monster_pictures(group, catalogue.dice("monsters", fonts))
        return
    dice = catalogue.dice(group, fonts)
    views = _views(dice, 2 if group == "d6" else 1, len(group) + sum(map(ord, group)))
    number = {"d10": 1000, "d6": 2000, "d00": 3000}[group]
    singles = _SINGLES if group == "d10" else 0
    crowd, alone = views[: len(views) - singles], views[len(views) - singles :]
    while crowd:
        number += 1
        six = group == "d10" and number <= _SIXES
        many = 6 if six else {"d10": 9, "d6": 12, "d00": 10}[group]
        some, crowd = tuple(crowd[:many]), crowd[many:]
        name = f"{group}/{number}.jpg"
        large = six and (number < _EARLY or number % 2)
        size, widths = (_LARGE if large else _SMALL), ((58.0, 105.0) if six else (52.0, 85.0))
        samples = 5 if six else 4 if group == "d10" else 3
        yield Picture(name, "manifest.csv", number, some, size, widths, samples)
    for view in alone:
        number += 1
        name = f"{group}/{number}-single.jpg"
        yield Picture(name, "manifest.csv", number, (view,), (640, 480), (60, 105))


def _monster_pictures(group: str, dice: list[catalogue.Die]) -> Iterator[Picture]:
    """Two dice of each kind in every picture, each with another side up."""
    teach = group == "monsters-teach"
    for view in range(_TEACH_VIEWS if teach else _TEST_VIEWS):
        for turn in range(_TURNS):
            number = (4000 if teach else 5000) + _TURNS * view + turn
            wanted = tuple((die, (place + turn + more) % 6 + 1) for more in (0, 3) for place, die in enumerate(dice))
            if teach:
                yield Picture("monsters/teach", "", number, wanted, _SMALL, (52, 74), 3, _APART)
            else:
                yield Picture(
                    f"test/{number}.jpg",
                    "monsters/manifest.csv",
                    number,
                    wanted,
                    _SMALL,
                    (52, 82),
                    3,
                )


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _rows(picture: Picture, shot: Shot) -> list[dict[str, str]]:
    rows = []
    for (die, _), true in zip(picture.wanted, shot.truths, strict=True):
        x, y, w, h = (str(round(part)) for part in true.box)
        row = (
            picture.path, die.kind, true.value, x, y, w, h, Path(picture.path).stem, die.name,
            shot.table, shot.light, "rendered", f"{true.tilt:.1f}", _number(true.up[0]),
            _number(true.up[1]),
        )  # fmt: skip
        rows.append(dict(zip(COLUMNS, row, strict=True)))
    return rows


@dataclass(frozen=True, slots=True)
class Shot:
    """A developed picture and what is true of it."""

    picture: NDArray[np.uint8]
    truths: list[stage.Truth]
    table: str
    light: str


def shoot(picture: Picture, scratch: Path) -> Shot:
    """Lay, light, render and develop a picture."""
    rng = np.random.default_rng([catalogue.SEED, picture.number])
    camera, lying = stage.arranged(list(picture.wanted), picture.size, picture.widths, rng, picture.gap)
    quality = studio.Quality(8, picture.samples)
    light, truths, table, lamps = studio.shot(camera, lying, rng, quality, scratch)
    return Shot(darkroom.developed(light, rng), truths, table, lamps)


def _written(path: Path) -> list[dict[str, str]]:
    """Rows of a manifest, none where there is no file yet."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _list(path: Path, rows: list[dict[str, str]]) -> None:
    """Write a manifest whole, so that an interruption leaves the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda row: row["path"]))
    part.replace(path)


def _keep_examples(picture: Picture, shot: Shot, out: Path) -> None:
    """Cut every die out of the picture and file it under its kind and face."""
    view = (picture.number - 4000) // _TURNS + 1
    for (die, _), true in zip(picture.wanted, shot.truths, strict=True):
        x, y, w, h = true.box
        side = _CROP * max(w, h)
        left, top = max(0, round(x + w / 2 - side / 2)), max(0, round(y + h / 2 - side / 2))
        crop = shot.picture[top : top + round(side), left : left + round(side)]
        path = out / picture.path / die.name / true.value / f"{view}.jpg"
        darkroom.saved(np.ascontiguousarray(crop), path, _BYTES["crop"])


def _is_done(picture: Picture, out: Path) -> bool:
    if not picture.manifest:
        view = (picture.number - 4000) // _TURNS + 1
        folders = [out / picture.path / d.name / d.printed(n) for d, n in picture.wanted]
        return all((folder / f"{view}.jpg").exists() for folder in folders)
    manifest = out / picture.manifest
    listed = any(row["path"] == picture.path for row in _written(manifest))
    return listed and (manifest.parent / picture.path).exists()


def make(group: str, fonts: Path, out: Path, most: int) -> None:
    """Make what is missing of a group, at most so many pictures."""
    missing = [picture for picture in pictures(group, fonts) if not _is_done(picture, out)][:most]
    for place, picture in enumerate(missing):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as scratch:
            shot = shoot(picture, Path(scratch))
        if picture.manifest:
            manifest = out / picture.manifest
            most_bytes = _BYTES.get(group, _BYTES["other"])
            darkroom.saved(shot.picture, manifest.parent / picture.path, most_bytes)
            others = [row for row in _written(manifest) if row["path"] != picture.path]
            _list(manifest, others + _rows(picture, shot))
        else:
            _keep_examples(picture, shot, out)
        took = time.monotonic() - began
        sys.stdout.write(f"{group} {place + 1} of {len(missing)}: {picture.number}, {took:.0f} s\n")
        sys.stdout.flush()


def _describe(group: str, fonts: Path, out: Path) -> None:
    """Add the group's dice to the list of what sets each die apart."""
    path = out / "dice.csv"
    rows = {row["physical_die"]: row for row in _written(path)}
    for die in catalogue.dice(group.partition("-")[0], fonts):
        across = max(float(np.linalg.norm(side.corners, axis=1).max()) for side in die.solid.sides)
        rows[die.name] = {
            "physical_die": die.name,
            "die": die.kind,
            "body": die.body,
            "typeface": die.typeface,
            "mark": die.hand.mark if die.hand and not die.hand.tens else "",
            "metallic_ink": "yes" if die.metallic else "no",
            "across_mm": f"{2 * across:.1f}",
            "rounding_mm": f"{die.rounding:.2f}",
        }
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, DIE_COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[name] for name in sorted(rows))


def main() -> None:
    """Read the arguments and make the set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, required=True, help="folder with node_modules/@fontsource")
    parser.add_argument("--out", type=Path, required=True, help="the set's folder")
    parser.add_argument("--groups", nargs="*", choices=GROUPS, default=GROUPS)
    parser.add_argument("--most", type=int, default=10**6, help="pictures of each group in this run")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    studio.opened()
    catalogue.refuse_known(args.fonts, Path("/usr/share/fonts"))
    for group in args.groups:
        _describe(group, args.fonts, args.out)
        make(group, args.fonts, args.out, args.most)


if __name__ == "__main__":
    main()
