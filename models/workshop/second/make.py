"""Draw pictures for training: `BLENDER'S PYTHON -m models.workshop.second.make --out build/second --minutes 60`.

Run it again and it goes on after the last picture that stands there. How Python with `bpy` is set up stands in the
workshop's README.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.arrange import at_rest, beside, collides
from models.workshop.rendering.die import Truth, truth_of
from models.workshop.rendering.geometry import Camera, camera_above
from models.workshop.rendering.scene import PlacedDie, hidden
from models.workshop.second import stage
from models.workshop.second.shelf import LIST
from models.workshop.training.dice import Maker, patch_numbers

_SIZE: Final = (640, 480)
_SAMPLES: Final = 5
_MOST: Final = 60
"""Dice in a picture, at most."""
_ROOM: Final = 8.0
"""Square inradii of the picture to each die, about."""
_SEEN: Final = 0.35
"""Dice of which less is seen teach nothing."""


def _camera(rng: np.random.Generator) -> Camera:
    """A camera over the table, from straight above to well aside, near or far."""
    unit = float(np.exp(rng.uniform(np.log(13), np.log(26))))
    tilt = float(rng.uniform(0, 18) if rng.random() < 0.6 else rng.uniform(18, 35))
    width_seen = _SIZE[0] / unit
    distance = width_seen * float(np.exp(rng.uniform(np.log(0.75), np.log(2.5))))
    roll = float(rng.uniform(-35, 35) if rng.random() < 0.75 else rng.uniform(0, 360))
    return camera_above((0.0, 0.0, 0.8), tilt, distance, unit, (_SIZE[0] / 2, _SIZE[1] / 2), roll)


def _on_table(camera: Camera, pixel: NDArray[np.float64]) -> NDArray[np.float64]:
    """(2,) where the ray through a pixel meets the plane of the dice's middles."""
    ray = camera.rotation.T @ np.array([*(pixel - np.array(camera.centre)) / camera.focal, 1.0])
    return np.asarray((camera.position + ray * (1 - camera.position[2]) / ray[2])[:2])


def _scattered(maker: Maker, camera: Camera) -> list[PlacedDie]:
    """Dice all over the picture, some touching."""
    rng, dice = maker.rng, list[PlacedDie]()
    unit = camera.focal / np.linalg.norm(camera.position)
    wanted = min(_MOST, round(_SIZE[0] * _SIZE[1] / unit**2 / _ROOM))
    for _ in range(4 * wanted):
        if len(dice) >= wanted:
            break
        style = maker.style()
        face, yaw = int(rng.integers(len(style.solid.normals))), float(rng.uniform(0, 360))
        x, y = _on_table(camera, rng.uniform(0.04, 0.96, 2) * _SIZE)
        die = at_rest(style, face, yaw, float(x), float(y))
        if dice and rng.random() < 0.2:
            near = dice[int(rng.integers(len(dice)))]
            die = beside(near, die, float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.02, 0.3)))
        if not collides(die, dice):
            dice.append(die)
    return dice


def _truths(dice: list[PlacedDie], points: list[NDArray[np.float64]], camera: Camera) -> list[Truth]:
    """What is true of each die, those before it counted in."""
    outlines = []
    for surface in points:
        hull = cv2.convexHull(camera.project(surface).astype(np.float32))
        outlines.append(np.asarray(hull, dtype=np.float32)[:, 0])
    away = [float(np.linalg.norm(camera.position - np.array(die.position))) for die in dice]
    truths = []
    for place, die in enumerate(dice):
        before = [outlines[other] for other in range(len(dice)) if away[other] < away[place]]
        truth = truth_of(die.style, die.rotation, die.position, camera, outlines[place])
        truths.append(hidden(truth, before))
    return truths


def developed(rng: np.random.Generator, traced: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A picture as a camera makes it of light: exposed by its brightness, lights held back more or less."""
    grey = float(np.median(traced.mean(axis=2))) + 0.25 * float(traced.mean()) + 1e-4
    exposed = traced * (float(np.exp(rng.normal(np.log(0.25), 0.4))) / grey)
    knee = float(rng.uniform(0.4, 0.95))
    over = np.maximum(exposed - knee, 0)
    held = np.where(exposed > knee, knee + (1 - knee) * over / (over + 1 - knee), exposed)
    return np.asarray(np.clip(held ** (1 / 2.2) * 255 + 0.5, 0, 255), dtype=np.uint8)


def draw(maker: Maker, path: Path) -> list[tuple[float, ...]]:
    """Draw one picture into a file.

    Returns:
        The numbers of its dice, as `Maker.patch` has them.
    """
    rng, camera = maker.rng, _camera(maker.rng)
    stage.empty()
    dice = _scattered(maker, camera)
    points = [stage.put(die) for die in dice]
    take = stage.Take(camera, _SIZE, maker.grounds[int(rng.integers(len(maker.grounds)))], _SAMPLES)
    stage.lay_table(rng, take)
    picture = developed(rng, stage.shoot(take, path.with_suffix(".exr")))
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    kept = [truth for truth in _truths(dice, points, camera) if truth.shown >= _SEEN and _within(truth)]
    return [patch_numbers(truth) for truth in kept]


def _within(truth: Truth) -> bool:
    """Whether all of a die lies in the picture."""
    low, high = truth.outline.min(axis=0), truth.outline.max(axis=0)
    return bool((low >= 1).all() and (high <= np.array(_SIZE) - 1).all())


def main() -> int:
    """Parse the command line and draw until the time is up."""
    parser = argparse.ArgumentParser(description="Draw training pictures of dice with Blender's Cycles.")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--most", type=int, default=1_000_000, help="pictures at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    listed = options.out / LIST
    number = len(listed.read_text(encoding="utf-8").splitlines()) if listed.exists() else 0
    maker = Maker(options.seed * 100_000 + number)
    until, last = time.monotonic() + options.minutes * 60, number + options.most
    while time.monotonic() < until and number < last:
        name = f"{options.seed}-{number:05d}.jpg"
        dice = draw(maker, options.out / name)
        with listed.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"picture": name, "dice": dice}) + "\n")
        number += 1
        print(f"{name}: {len(dice)} dice", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
