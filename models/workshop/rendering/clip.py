"""The recipe of the demo's clip: dice are thrown, come to rest and are picked up again.

Everything is drawn by the project's own renderer and follows from the seed alone; no font and no
picture from elsewhere is used. What was thrown is written beside the clip for the tests only:
the program reads the pictures.

    python -m models.workshop.rendering.clip --out companion/demo/clip.mp4 --truth tests/demo/clip_truth.json
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.die import Light
from models.workshop.rendering.glyphs import stroke_glyphs
from models.workshop.rendering.scene import PlacedDie, Scene, render_scene, table_camera
from models.workshop.rendering.style import D10Style
from models.workshop.rendering.surfaces import cloud
from models.workshop.rendering.tumble import Throw, chance_throw

SIZE: Final = (360, 640)
RATE: Final = 20.0
CODEC: Final = "mp4v"
SEED: Final = 2
THROWS: Final = 64
OWNERS: Final = "BCABBCCAABBBCCCAAABBBBAABABABABBABABABABABABABABABABA"
"""Who throws, as the players of the demo come to throw these faces. Looks only: nothing reads it."""
INRADIUS: Final = 33.0
_TILT: Final = 6.0
_DISTANCE: Final = 60.0
_SHUTTER: Final = 0.5
"""Share of a frame's time in which the camera collects light."""
_STREAK: Final = 5
_REST: Final = 10
_REACH: Final = 3
_BARE: Final = 1
_SKIN: Final = (128.0, 158.0, 205.0)


@dataclass(frozen=True, slots=True)
class Thrown:
    """What is true of one throw of the clip.

    Attributes:
        face: the face up.
        owner: whose die it is, as a letter.
        start: number of its first frame.
        rest: number of the first frame in which it lies still.
        stop: number of the first frame after it.
    """

    face: int
    owner: str
    start: int
    rest: int
    stop: int


def dice() -> dict[str, D10Style]:
    """One die for each player, told apart by its owner's letter."""
    return {
        "A": _style(31, body=(58.0, 38.0, 168.0), ink=(246.0, 246.0, 246.0), seed=11),
        "B": _style(27, body=(208.0, 222.0, 228.0), ink=(24.0, 22.0, 20.0), seed=12),
        "C": _style(43, body=(150.0, 82.0, 28.0), ink=(238.0, 244.0, 246.0), seed=13),
    }


def _style(hand: int, *, body: tuple[float, float, float], ink: tuple[float, float, float], seed: int) -> D10Style:
    return D10Style(stroke_glyphs(hand), body=body, ink=ink, numeral=1.05, gloss=0.25, rounding=0.14, seed=seed)


class Clip:
    """Draws the clip throw by throw. A throw's motion is the same whatever face it ends on.

    Args:
        seed: fixes the felt, and how every die is thrown.
    """

    def __init__(self, seed: int = SEED) -> None:
        self._seed = seed
        self._dice = dice()
        self._camera = table_camera(SIZE, INRADIUS, _TILT, _DISTANCE)
        self._light = Light(towards=(-0.35, 0.4, 0.85), ambient=0.6, shadow=0.45, softness=0.5)
        self.felt = _felt(np.random.default_rng((seed, 0)))

    def throw(self, number: int, owner: str, face: int) -> Throw:
        """Return throw `number`, counted from 0."""
        last = None
        for before in range(number):
            last = self._plan(before, owner, face, last).spot
        return self._plan(number, owner, face, last)

    def _plan(self, number: int, owner: str, face: int, last: tuple[float, float] | None) -> Throw:
        rng = np.random.default_rng((self._seed, 1, number))
        return chance_throw(rng, self._dice[owner], face, last)

    def frames(self, number: int, owner: str, face: int) -> Iterator[NDArray[np.uint8]]:
        """Draw the frames of a throw: it comes in, lies still, is picked up, and is gone."""
        throw = self.throw(number, owner, face)
        for frame in range(rest_after(throw)):
            yield self._streaked(throw, frame / RATE)
        still = self._draw(throw.at(throw.seconds))
        for _ in range(_REST):
            yield still
        side = 1.0 if throw.spot[0] >= 0 else -1.0
        at = self._camera.project(np.array([*throw.spot, 1.0]))
        for share in np.linspace(0.45, 1.0, _REACH):
            yield _hand(still, (float(at[0]), float(at[1])), side, float(share))
        for share in np.linspace(0.8, 0.25, _REACH):
            yield _hand(self.felt, (float(at[0]), float(at[1])), side, float(share))
        for _ in range(_BARE):
            yield self.felt

    def _draw(self, die: PlacedDie) -> NDArray[np.uint8]:
        return render_scene(Scene((die,), self._camera, self._light), self.felt)[0]

    def _streaked(self, throw: Throw, time: float) -> NDArray[np.uint8]:
        """A frame of a moving die: the mean of what the open shutter sees."""
        moments = time + np.linspace(0, _SHUTTER / RATE, _STREAK)
        light = [self._draw(throw.at(float(moment))).astype(np.float32) for moment in moments]
        return np.asarray(np.mean(light, axis=0) + 0.5, dtype=np.uint8)


def rest_after(throw: Throw) -> int:
    """Frames from a throw's first to the first in which its die lies still."""
    return int(np.ceil(throw.seconds * RATE))


def _felt(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Dark green felt, lighter in the middle, with a seam that marks the rim."""
    nap = 0.10 * (cloud(rng, SIZE, 60) - 0.5) + 0.12 * (cloud(rng, SIZE, 3) - 0.5)
    rows = np.linspace(-1, 1, SIZE[0], dtype=np.float32)[:, None]
    columns = np.linspace(-1, 1, SIZE[1], dtype=np.float32)[None]
    lit = 1.0 + nap - 0.10 * (rows**2 + columns**2)
    felt = np.array([62.0, 92.0, 52.0], np.float32) * lit[..., None]
    return np.asarray(np.clip(felt, 0, 255), dtype=np.uint8)


def _hand(ground: NDArray[np.uint8], at: tuple[float, float], side: float, share: float) -> NDArray[np.uint8]:
    """A hand and its sleeve that reach in from a side, `share` of the way to a place.

    Args:
        ground: (H, W, 3) uint8, left as it is.
        at: where it reaches to, in pixels.
        side: 1 from the right, -1 from the left.
        share: in [0, 1]; at 1 the palm covers the place.
    """
    height, width = SIZE
    rim = np.array([width + 260.0 if side > 0 else -260.0, height * 0.62])
    palm = rim + (np.array(at) - rim) * share
    along = (palm - rim) / np.linalg.norm(palm - rim)
    across = np.array([-along[1], along[0]])
    picture = ground.copy()
    shade = tuple(0.85 * part for part in _SKIN)
    _stroke(picture, rim, palm - 170 * along, (96.0, 62.0, 44.0), 120)
    _stroke(picture, palm - 170 * along, palm, shade, 84)
    for finger in (-46.0, -15.0, 15.0, 46.0):
        root = palm + finger * across
        _stroke(picture, root, root + (84 - abs(finger) * 0.5) * along, _SKIN, 31)
    _stroke(picture, palm + 52 * across, palm + 86 * across + 46 * along, shade, 32)
    cv2.circle(picture, (int(palm[0]), int(palm[1])), 68, _SKIN, -1, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.6), dtype=np.uint8)
    return np.where((picture != ground).any(axis=2, keepdims=True), soft, ground)


def _stroke(
    picture: NDArray[np.uint8],
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    colour: tuple[float, ...],
    width: int,
) -> None:
    ends = [(int(point[0]), int(point[1])) for point in (start, end)]
    cv2.line(picture, ends[0], ends[1], colour, width, cv2.LINE_AA)


def chance_faces(seed: int, count: int) -> list[int]:
    """Faces by chance, each of the ten at least once when there are that many."""
    rng = np.random.default_rng((seed, 2))
    faces = [int(face) for face in rng.permutation(10)][:count]
    faces += [int(face) for face in rng.integers(0, 10, max(0, count - 10))]
    return faces


def make(path: Path, throws: list[tuple[str, int]], seed: int) -> list[Thrown]:
    """Draw the clip and write it.

    Args:
        path: where to; the ending names the container.
        throws: owner and face of each.
        seed: see `Clip`.

    Returns:
        What is true of each throw.

    Raises:
        OSError: OpenCV cannot write there.
    """
    clip, part = Clip(seed), path.with_name(f"part-{path.name}")
    writer = cv2.VideoWriter(str(part), cv2.VideoWriter.fourcc(*CODEC), RATE, SIZE[::-1])
    if not writer.isOpened():
        raise OSError(f"{path}: cannot be written as {CODEC}")
    thrown, count = [], 0
    for number, (owner, face) in enumerate(throws):
        start = count
        for frame in clip.frames(number, owner, face):
            writer.write(frame)
            count += 1
        rest = start + rest_after(clip.throw(number, owner, face))
        thrown.append(Thrown(face, owner, start, rest, count))
    writer.release()
    part.replace(path)
    return thrown


def truth_text(thrown: list[Thrown], seed: int) -> str:
    """The truth as JSON, one throw a line."""
    rows = ",\n".join(f"    {json.dumps(asdict(one))}" for one in thrown)
    return f'{{\n  "seed": {seed},\n  "rate": {RATE},\n  "throws": [\n{rows}\n  ]\n}}\n'


def main(argv: list[str] | None = None) -> int:
    """Make the clip and its truth."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("companion/demo/clip.mp4"))
    parser.add_argument("--truth", type=Path, help="write what was thrown, for the tests")
    parser.add_argument("--faces", default="", help="digits, one a throw; by chance when left out")
    parser.add_argument("--owners", default=OWNERS, help="letters A, B or C, repeated as needed")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--throws", type=int, default=THROWS, help="how many, without --faces")
    args = parser.parse_args(argv)
    faces = [int(digit) for digit in args.faces] or chance_faces(args.seed, args.throws)
    owners = args.owners
    began = perf_counter()
    throws = [(owners[number % len(owners)], face) for number, face in enumerate(faces)]
    thrown = make(args.out, throws, args.seed)
    if args.truth is not None:
        args.truth.write_text(truth_text(thrown, args.seed), "utf-8")
    size = args.out.stat().st_size / 1e6
    took = perf_counter() - began
    print(f"{args.out}: {len(thrown)} throws, {thrown[-1].stop} frames, {size:.1f} MB, {took:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
