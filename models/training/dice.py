"""Training pictures by chance: single dice for the reader, tables of dice for the finder."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from models.framing import STRIDE
from models.training.render import effects, surfaces
from models.training.render.die import Truth, random_light
from models.training.render.geometry import camera_above, d10_solid, rest_rotation
from models.training.render.glyphs import Glyphs, font_files, font_glyphs, stroke_glyphs
from models.training.render.scene import PlacedDie, Scene, render_scene
from models.training.render.style import random_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FONT_ROOTS: Final = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"))
PATCH: Final = 128
"""Side of a reader's training picture, before it is cropped."""
META: Final = 5
"""Numbers with it: value, turn in degrees, middle x, middle y, radius in pixels."""
TABLE: Final = 256
"""Side of a finder's training picture."""
CELLS: Final = TABLE // STRIDE
_PER_FAMILY: Final = 5
_HELD_OUT: Final = 5
"""One family in so many is never trained on."""
_STROKE_HANDS: Final = 240
_GROUNDS: Final = 90
_STEEP: Final = float(np.cos(np.deg2rad(30.0)))
_LARGE: Final = 95.0
_TOO_LARGE: Final = 130.0
"""Dice wider than these, in pixels, the finder may find, and must not: a smaller size shows them."""


def _thickened(masks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Hairlines made as thick as a mould can cut."""
    if float((masks > 127).mean()) > 0.085:
        return masks
    kernel = np.ones((3, 3), np.uint8)
    return np.stack([np.asarray(cv2.dilate(mask, kernel), dtype=np.uint8) for mask in masks])


def load_glyphs(*, held_out: bool) -> list[Glyphs]:
    """Numerals of every usable font and of drawn hands, on one side of the split.

    Args:
        held_out: the families kept back for measuring and calibrating, or the others.
    """
    families: dict[str, list[Glyphs]] = {}
    for path in font_files(FONT_ROOTS):
        glyphs = font_glyphs(path)
        if glyphs is not None:
            families.setdefault(glyphs.family.split("-")[0].strip(), []).append(glyphs)
    chosen = [stroke_glyphs(2 * seed + held_out) for seed in range(_STROKE_HANDS)]
    for family, members in sorted(families.items()):
        if (zlib.crc32(family.encode()) % _HELD_OUT == 0) == held_out:
            step = max(1, len(members) // _PER_FAMILY)
            chosen += [
                Glyphs(member.family, _thickened(member.masks))
                for member in members[::step][:_PER_FAMILY]
            ]
    return chosen


class Maker:
    """Draws one training picture after another.

    Args:
        seed: fixes everything it will draw.
        held_out: numerals and grounds kept back from training, or the others.
    """

    def __init__(self, seed: int, *, held_out: bool = False) -> None:
        self.rng = np.random.default_rng((seed, int(held_out)))
        self.glyphs: Sequence[Glyphs] = load_glyphs(held_out=held_out)
        grounds = np.random.default_rng((991 + int(held_out), seed))
        self.grounds = [surfaces.ground(grounds) for _ in range(_GROUNDS)]

    def _ground(self, side: int) -> NDArray[np.uint8]:
        picture = self.grounds[int(self.rng.integers(len(self.grounds)))]
        return surfaces.cut_ground(self.rng, picture, (side, side))

    def _die(self, x: float, y: float) -> PlacedDie:
        rng = self.rng
        style = random_style(rng, self.glyphs[int(rng.integers(len(self.glyphs)))])
        solid = d10_solid(style.lean)
        rotation = rest_rotation(solid, int(rng.integers(10)), float(rng.uniform(0, 360)))
        return PlacedDie(style, rotation, (x, y, 1.0))

    def _tilt(self) -> float:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.6:
            return float(rng.uniform(0, 20))
        return float(rng.uniform(18, 28) if kind < 0.9 else rng.uniform(28, 37))

    def patch(self) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """One die in the middle of a picture: (PATCH, PATCH, 3) and its (META,) numbers."""
        rng = self.rng
        dice = [self._die(0.0, 0.0)]
        if rng.random() < 0.3:
            for _ in range(int(rng.integers(1, 4))):
                angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(2.7, 4.2)
                dice.append(self._die(float(away * np.cos(angle)), float(away * np.sin(angle))))
        unit = float(rng.uniform(20, 26))
        off = rng.uniform(-3, 3, 2)
        middle = (PATCH / 2 + float(off[0]), PATCH / 2 + float(off[1]))
        camera = camera_above(
            (0.0, 0.0, 0.8), self._tilt(), float(np.exp(rng.uniform(1.9, 4.0))), unit, middle
        )
        picture, truths = render_scene(Scene(dice, camera, random_light(rng)), self._ground(PATCH))
        truth = truths[0]
        picture = effects.toned(rng, picture)
        picture = effects.blurred(rng, picture, 2.6)
        if rng.random() < 0.6:
            picture = effects.coarse(rng, picture, 2.6)
        picture = effects.noisy(rng, picture, 20)
        if rng.random() < 0.6:
            picture = effects.compressed(rng, picture)
        numbers = (truth.value, truth.turn, *truth.middle, truth.radius)
        return picture, np.array(numbers, np.float32)

    def table(self) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """A table of up to eight dice: (TABLE, TABLE, 3) and the finder's targets (6, CELLS, CELLS).

        Targets are heat in [0, 1], the four of the box, and where the box counts.
        """
        rng = self.rng
        unit = float(np.exp(rng.uniform(np.log(4.6), np.log(34))))
        if rng.random() < 0.2:
            unit = float(rng.uniform(34, 90))
        camera = camera_above(
            (0.0, 0.0, 0.0), self._tilt(), float(rng.uniform(30, 70)), unit, (TABLE / 2, TABLE / 2)
        )
        spots = self._spots(unit)
        dice = [self._die(x, y) for x, y in spots]
        picture, truths = render_scene(Scene(dice, camera, random_light(rng)), self._ground(TABLE))
        if rng.random() < 0.4:
            _distract(rng, picture, [truth.box for truth in truths])
        picture = effects.toned(rng, picture, 1.2)
        picture = effects.blurred(rng, picture, 1.8)
        picture = effects.noisy(rng, picture, 22)
        if rng.random() < 0.5:
            picture = effects.compressed(rng, picture)
        return picture, targets([truth.box for truth in truths])

    def photo(self, side: int = 480) -> tuple[NDArray[np.uint8], tuple[Truth, ...]]:
        """A square picture as a webcam takes it, of one to four dice, with their truths.

        Every die is seen within 30 degrees of straight above, as the program asks for: from
        farther aside another face than the one that lies up turns to the camera.
        """
        rng = self.rng
        unit = float(np.exp(rng.uniform(np.log(11), np.log(55)))) * side / 480
        # Every direction within 30 degrees alike: most of them are far aside.
        tilt = float(np.rad2deg(np.arccos(rng.uniform(_STEEP, 1.0))))
        camera = camera_above(
            (0.0, 0.0, 0.0), tilt, float(rng.uniform(18, 60)), unit, (side / 2, side / 2)
        )
        reach = max(0.3, side / 2 / unit - 1.6)
        spots: list[tuple[float, float]] = []
        for _ in range(int(rng.integers(1, 5))):
            x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
            ray = camera.position - np.array([x, y, 1.0])
            steep = ray[2] / np.linalg.norm(ray) > _STEEP
            if steep and all(np.hypot(x - u, y - v) > 2.7 for u, v in spots):
                spots.append((x, y))
        dice = [self._die(x, y) for x, y in spots]
        picture, truths = render_scene(Scene(dice, camera, random_light(rng)), self._ground(side))
        picture = effects.toned(rng, picture)
        picture = effects.blurred(rng, picture, 0.05 * unit)
        picture = effects.noisy(rng, picture, 16)
        return effects.compressed(rng, picture), truths

    def _spots(self, unit: float) -> list[tuple[float, float]]:
        rng = self.rng
        reach = TABLE / 2 / unit + 1.2
        spots: list[tuple[float, float]] = []
        wanted = 0 if rng.random() < 0.12 else int(rng.integers(1, 9))
        for _ in range(wanted * 3):
            spot = rng.uniform(-reach, reach, 2)
            if spots and rng.random() < 0.3:
                angle = rng.uniform(0, 2 * np.pi)
                spot = np.array(spots[-1]) + rng.uniform(2.5, 3.2) * np.array(
                    [np.cos(angle), np.sin(angle)]
                )
            free = all(np.hypot(spot[0] - x, spot[1] - y) > 2.4 for x, y in spots)
            if free and len(spots) < wanted:
                spots.append((float(spot[0]), float(spot[1])))
        return spots


def _distract(
    rng: np.random.Generator,
    picture: NDArray[np.uint8],
    boxes: Sequence[tuple[float, float, float, float]],
) -> None:
    """Things that are no d10: cubes with pips, coins, tiles with digits; never over a die."""
    for _ in range(int(rng.integers(1, 5))):
        size = float(np.exp(rng.uniform(np.log(10), np.log(70))))
        x, y = (float(v) for v in rng.uniform(0, TABLE, 2))
        near = any(
            abs(x - left - w / 2) < (w + size * 1.5) / 2
            and abs(y - top - h / 2) < (h + size * 1.5) / 2
            for left, top, w, h in boxes
        )
        if near:
            continue
        colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
        ink = tuple(255.0 - v if abs(v - 127) > 40 else 0.0 for v in colour)
        angle = float(rng.uniform(0, 360))
        if rng.random() < 0.3:
            cv2.circle(picture, (int(x), int(y)), int(size / 2), colour, -1, cv2.LINE_AA)
            cv2.circle(picture, (int(x), int(y)), int(size * 0.4), ink, 1, cv2.LINE_AA)
        else:
            dark = tuple(v * 0.6 for v in colour)
            for shift, tone in ((size * 0.15, dark), (0.0, colour)):
                corners = cv2.boxPoints(((x + shift, y + shift), (size, size), angle))
                cv2.fillConvexPoly(
                    picture, np.round(corners * 16).astype(np.int32), tone, cv2.LINE_AA, 4
                )
        _label_cube(rng, picture, (x, y), size, angle, ink)


def _label_cube(
    rng: np.random.Generator,
    picture: NDArray[np.uint8],
    at: tuple[float, float],
    size: float,
    angle: float,
    ink: tuple[float, ...],
) -> None:
    """Pips in rows, or a digit."""
    if rng.random() < 0.6:
        spots = [(0, 0), (-1, -1), (1, 1), (-1, 1), (1, -1), (0, -1), (0, 1)][
            : int(rng.integers(1, 7))
        ]
        turn = np.deg2rad(angle)
        for u, v in spots:
            x = at[0] + size * 0.28 * (u * np.cos(turn) - v * np.sin(turn))
            y = at[1] + size * 0.28 * (u * np.sin(turn) + v * np.cos(turn))
            cv2.circle(picture, (int(x), int(y)), max(1, int(size * 0.09)), ink, -1, cv2.LINE_AA)
    elif rng.random() < 0.7:
        text = str(rng.integers(0, 21))
        where = (int(at[0] - size * 0.3), int(at[1] + size * 0.25))
        cv2.putText(picture, text, where, 0, size / 40, ink, max(1, int(size / 14)), cv2.LINE_AA)


def targets(boxes: Sequence[tuple[float, float, float, float]]) -> NDArray[np.float32]:
    """What the finder should answer: a peak on every die's cell, its box there and beside it."""
    wanted = np.zeros((6, CELLS, CELLS), np.float32)
    rows, columns = np.mgrid[:CELLS, :CELLS].astype(np.float32) + 0.5
    best = np.zeros((CELLS, CELLS), np.float32)
    for left, top, w, h in boxes:
        x, y = (left + w / 2) / STRIDE, (top + h / 2) / STRIDE
        side = float(np.sqrt(w * h))
        if side > _TOO_LARGE or not (0 <= x < CELLS and 0 <= y < CELLS):
            continue
        spread = max(0.65, 0.12 * float(np.sqrt(w * h)) / STRIDE)
        heat = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * spread**2))
        near = heat > np.maximum(best, 0.4)
        best = np.maximum(best, heat)
        if side > _LARGE:
            wanted[0] = np.maximum(wanted[0], 0.98 * (heat > 0.2))
            continue
        wanted[0] = np.maximum(wanted[0], heat)
        wanted[0, int(y), int(x)] = 1.0
        for channel, values in enumerate(
            (x - columns, y - rows, np.log(w / STRIDE), np.log(h / STRIDE))
        ):
            wanted[1 + channel][near] = np.broadcast_to(values, near.shape)[near]
        wanted[5][near] = 1.0
    return wanted
