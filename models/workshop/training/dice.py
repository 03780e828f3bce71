"""Training pictures by chance: single dice for the reader, tables of dice for the finder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.framing import STRIDE
from models.labels import SYMBOLS
from models.workshop.rendering import effects, surfaces
from models.workshop.rendering.arrange import (
    LEAST_LEAN,
    MOST_LEAN,
    at_rest,
    beside,
    collides,
    leaning,
)
from models.workshop.rendering.clutter import Spot, Table
from models.workshop.rendering.cube import (
    random_numeral_cube,
    random_pip_cube,
    random_sculpted_cube,
)
from models.workshop.rendering.die import Light, Truth, random_light
from models.workshop.rendering.geometry import Camera, camera_above, upward
from models.workshop.rendering.glyphs import Glyphs
from models.workshop.rendering.hands import draw_hand, random_hand
from models.workshop.rendering.library import load_glyphs
from models.workshop.rendering.scene import PlacedDie, Scene, hidden, render_scene
from models.workshop.rendering.style import DieStyle, random_style

PATCH: Final = 128
"""Side of a reader's training picture, before it is cropped."""
META: Final = 11
"""Numbers with it: label (-1: no die), turn in degrees (-1: none), middle x, middle y, radius in
pixels, up x, up y, cocked (0 or 1), visible share of the face up, symbol (-1: none), and the
label of a face that looks the same (-1: none)."""
SHARES: Final = {"d10": 0.515, "d00": 0.096, "pips": 0.188, "numeral": 0.096, "sculpted": 0.105}
"""Kinds of dice and how many of each are drawn."""
_SIX_SIDED: Final = ("pips", "numeral", "sculpted")
_NEGATIVE: Final = 0.09
_COCKED: Final = 0.07
_HIDDEN: Final = 0.085
_RIM: Final = 0.1
_EDGE: Final = 0.05
_TEN: Final = 0.2
"""Shares: of things that are no dice, of cocked dice, of hidden ones, of dice near a tray's rim, of
those at the picture's edge, of d10s that count to 10."""
_SEEN: Final = 0.4
"""Dice of which less is seen the finder need not find."""
TABLE: Final = 256
"""Side of a finder's training picture."""
CELLS: Final = TABLE // STRIDE
_GROUNDS: Final = 90
_STEEP: Final = float(np.cos(np.deg2rad(30.0)))
_LARGE: Final = 95.0
_TOO_LARGE: Final = 130.0
"""Dice wider than these, in pixels, the finder may find, and must not: a smaller size shows them."""


class Maker:
    """Draws one training picture after another.

    Args:
        seed: fixes everything it will draw.
        held_out: numerals, symbols and grounds kept back from training, or the others.
        kinds: of dice to draw, as `models.workshop.training.ring.KINDS` has them; `d6` stands for all six-sided ones.

    Raises:
        ValueError: a kind is unknown.
    """

    def __init__(self, seed: int, *, held_out: bool = False, kinds: Sequence[str] = tuple(SHARES)) -> None:
        self.rng = np.random.default_rng((seed, int(held_out)))
        self.glyphs: Sequence[Glyphs] = load_glyphs(held_out=held_out)
        self.shares = _shares(kinds)
        self._first_symbol = SYMBOLS if held_out else 0
        grounds = np.random.default_rng((991 + int(held_out), seed))
        self.grounds = [surfaces.ground(grounds) for _ in range(_GROUNDS)]

    def _ground(self, side: int) -> NDArray[np.uint8]:
        picture = self.grounds[int(self.rng.integers(len(self.grounds)))]
        return surfaces.cut_ground(self.rng, picture, (side, side))

    def style(self, kind: str | None = None) -> DieStyle:
        """The looks of one die, of a kind or of any."""
        rng = self.rng
        if kind is None:
            kind = str(rng.choice(list(self.shares), p=list(self.shares.values())))
        glyphs = self.glyphs[int(rng.integers(len(self.glyphs)))]
        if kind == "d10":
            return random_style(rng, glyphs, ten=bool(rng.random() < _TEN))
        if kind == "d00":
            return random_style(rng, glyphs, tens=True)
        if kind == "pips":
            return random_pip_cube(rng)
        if kind == "numeral":
            return random_numeral_cube(rng, glyphs)
        symbol = self._first_symbol + int(rng.integers(SYMBOLS))
        return random_sculpted_cube(rng, glyphs, symbol)

    def _die(self, x: float, y: float) -> PlacedDie:
        rng, style = self.rng, self.style()
        faces = len(style.solid.normals)
        face = int(rng.integers(faces))
        sculpted = [one for one in range(faces) if style.symbol(one) >= 0]
        if sculpted and rng.random() < 0.5:
            face = sculpted[int(rng.integers(len(sculpted)))]
        return at_rest(style, face, float(rng.uniform(0, 360)), x, y)

    def _tilt(self) -> float:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.6:
            return float(rng.uniform(0, 20))
        return float(rng.uniform(18, 28) if kind < 0.9 else rng.uniform(28, 40))

    def _roll(self) -> float:
        """Cameras look from the picture's bottom, most of them; some are mounted otherwise."""
        rng = self.rng
        return float(rng.uniform(-35, 35) if rng.random() < 0.75 else rng.uniform(0, 360))

    def _cocked(self, die: PlacedDie) -> list[PlacedDie]:
        """The die lifted on one side, and what lifts it, if that is a die."""
        rng = self.rng
        angle, lean = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(LEAST_LEAN, MOST_LEAN))
        kind = rng.random()
        if kind < 0.4:
            tilted = leaning(die, angle, lean)
            return [tilted, beside(tilted, self._die(0.0, 0.0), angle, -0.25)]
        if kind < 0.6:
            # It lies on the rim of another die, and leans down to the table from there.
            x, y, _ = die.position
            away = float(rng.uniform(1.2, 1.9))
            below = self._die(x + away * float(np.cos(angle)), y + away * float(np.sin(angle)))
            raised = leaning(die, angle, lean, float(rng.uniform(0.4, 1.3)))
            return [raised, below]
        return [leaning(die, angle, lean)]

    def _neighbours(self, die: PlacedDie) -> list[PlacedDie]:
        """Dice about one, some of which touch it."""
        rng, dice = self.rng, [die]
        for _ in range(int(rng.integers(1, 4))):
            angle = float(rng.uniform(0, 2 * np.pi))
            gap = float(rng.uniform(0, 0.08) if rng.random() < 0.4 else rng.uniform(0.1, 1.6))
            other = beside(die, self._die(0.0, 0.0), angle, gap)
            if not collides(other, dice[1:]):
                dice.append(other)
        return dice[1:]

    def _clutter(self, picture: NDArray[np.uint8], camera: Camera, unit: float, count: int) -> None:
        """Things that lie about: on the ground, before any die is drawn."""
        rng, side = self.rng, picture.shape[0]
        table = Table(rng, picture, self.glyphs)
        up = upward(camera, (0.0, 0.0, 0.0))
        for _ in range(count):
            x, y = (float(v) for v in rng.uniform(0, side, 2))
            size = unit * float(np.exp(rng.uniform(np.log(0.6), np.log(3.5))))
            table.put(Spot((x, y), size, float(rng.uniform(0, 360)), up))

    def patch(self) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """One die, or something that is none, in the middle of a picture.

        Returns:
            (PATCH, PATCH, 3) uint8 and its (META,) numbers.
        """
        rng = self.rng
        unit = float(rng.uniform(20, 26))
        off = rng.uniform(-3, 3, 2)
        middle = (PATCH / 2 + float(off[0]), PATCH / 2 + float(off[1]))
        distance = float(np.exp(rng.uniform(1.9, 4.0)))
        camera = camera_above((0.0, 0.0, 0.8), self._tilt(), distance, unit, middle, roll=self._roll())
        ground = self._ground(PATCH)
        if rng.random() < _RIM:
            surfaces.rimmed(rng, ground, middle, 1.2 * unit)
        if rng.random() < 0.15:
            self._clutter(ground, camera, unit, int(rng.integers(1, 4)))
        if rng.random() < _NEGATIVE:
            picture, numbers = self._negative(ground, camera, unit, middle)
        else:
            picture, numbers = self._positive(ground, camera, unit)
        return taken(rng, picture), np.array(numbers, np.float32)

    def _positive(
        self, ground: NDArray[np.uint8], camera: Camera, unit: float
    ) -> tuple[NDArray[np.uint8], tuple[float, ...]]:
        rng = self.rng
        dice = [self._die(0.0, 0.0)]
        kind = rng.random()
        if kind < _COCKED:
            dice = self._cocked(dice[0])
            if len(dice) == 1:
                _prop(rng, ground, self.glyphs, camera, unit)
        elif rng.random() < 0.3:
            dice += self._neighbours(dice[0])
        cover = rng.random()
        if cover < 0.35 * _HIDDEN:
            dice.append(self._on_top(dice[0]))
        light = random_light(rng)
        picture, truths = render_scene(Scene(dice, camera, light), ground)
        truth = truths[0]
        if 0.35 * _HIDDEN <= cover < _HIDDEN:
            truth = self._hide(picture, truth, camera, light, unit)
        if rng.random() < _EDGE:
            truth = self._at_edge(picture, truth)
        return picture, patch_numbers(truth)

    def _at_edge(self, picture: NDArray[np.uint8], truth: Truth) -> Truth:
        """The picture ends beside the die, or a little within it: from there its edge repeats."""
        rng = self.rng
        end = round(truth.middle[0] + truth.radius * float(rng.uniform(0.7, 1.3)))
        cover = np.zeros(picture.shape[:2], np.uint8)
        picture[:, end:] = picture[:, end - 1 : end]
        cover[:, end:] = 255
        return hidden(truth, [], cover)

    def _on_top(self, die: PlacedDie) -> PlacedDie:
        """A die that lies half upon another."""
        rng = self.rng
        angle, away = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(1.1, 2.0))
        x, y, _ = die.position
        upper = self._die(x + away * float(np.cos(angle)), y + away * float(np.sin(angle)))
        lean = float(rng.uniform(0, 35))
        return leaning(upper, angle + np.pi, lean, float(rng.uniform(1.0, 2.0)))

    def _hide(self, picture: NDArray[np.uint8], truth: Truth, camera: Camera, light: Light, unit: float) -> Truth:
        """A hand, a card or a pen over a part of the die."""
        rng = self.rng
        lamp = camera.rotation @ np.array(light.towards)
        if rng.random() < 0.75:
            overlap = float(rng.uniform(-0.2, 1.1))
            hand = random_hand(rng, truth.middle, unit, overlap)
            cover = draw_hand(rng, picture, hand, (float(lamp[0]), float(lamp[1])), unit)
            return hidden(truth, [], cover)
        table = Table(rng, picture, self.glyphs)
        size = unit * float(rng.uniform(1.5, 3.0))
        angle = float(rng.uniform(0, 2 * np.pi))
        away = truth.radius * float(rng.uniform(0.5, 1.0)) + size * float(rng.uniform(0.3, 0.7))
        at = (
            truth.middle[0] + away * float(np.cos(angle)),
            truth.middle[1] + away * float(np.sin(angle)),
        )
        kind = "card" if rng.random() < 0.5 else "tile"
        spot = Spot(at, size, float(rng.uniform(0, 360)), truth.up)
        return hidden(truth, [table.put(spot, kind).outline])

    def _negative(
        self, ground: NDArray[np.uint8], camera: Camera, unit: float, middle: tuple[float, float]
    ) -> tuple[NDArray[np.uint8], tuple[float, ...]]:
        """Something in the middle that is no die; now and then with dice beside it."""
        rng = self.rng
        light = random_light(rng)
        up = upward(camera, (0.0, 0.0, 0.0))
        picture = ground
        if rng.random() < 0.2:
            x, y = (float(v) for v in rng.choice([-1, 1], 2) * rng.uniform(2.4, 3.2, 2))
            picture, _ = render_scene(Scene([self._die(x, y)], camera, light), ground)
        if rng.random() < 0.14:
            lamp = camera.rotation @ np.array(light.towards)
            hand = random_hand(rng, middle, unit, float(rng.uniform(0.9, 2.0)))
            draw_hand(rng, picture, hand, (float(lamp[0]), float(lamp[1])), unit)
            return picture, (-1, -1, *middle, 1.25 * unit, *up, 0, 1, -1, -1)
        if rng.random() < 0.2:
            surfaces.scrawl(rng, picture)
            return picture, (-1, -1, *middle, 1.25 * unit, *up, 0, 1, -1, -1)
        size = unit * float(rng.uniform(0.9, 1.6))
        spot = Spot(middle, size, float(rng.uniform(0, 360)), up)
        thing = Table(rng, picture, self.glyphs).put(spot)
        return picture, (-1, -1, *thing.middle, min(thing.radius, 40.0), *up, 0, 1, -1, -1)

    def table(self) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """A table of up to eight dice: (TABLE, TABLE, 3) and the finder's targets (6, CELLS, CELLS).

        Targets are heat in [0, 1], the four of the box of what is seen of a die, and where the box
        counts. Dice of which less is seen than `_SEEN` count neither as dice nor as none.
        """
        rng = self.rng
        unit = float(np.exp(rng.uniform(np.log(4.6), np.log(34))))
        if rng.random() < 0.2:
            unit = float(rng.uniform(34, 90))
        camera = camera_above(
            (0.0, 0.0, 0.0),
            self._tilt(),
            float(rng.uniform(30, 70)),
            unit,
            (TABLE / 2, TABLE / 2),
            roll=self._roll(),
        )
        ground = self._ground(TABLE)
        if rng.random() < _RIM:
            surfaces.rimmed(rng, ground, (TABLE / 2, TABLE / 2), 0.2 * TABLE)
        if rng.random() < 0.55:
            self._clutter(ground, camera, unit, int(rng.integers(1, 7)))
        dice = self._spread(TABLE / 2 / unit + 1.2, 0 if rng.random() < 0.12 else 8)
        light = random_light(rng)
        picture, truths = render_scene(Scene(dice, camera, light), ground)
        if rng.random() < 0.12:
            truths = self._handed(picture, truths, camera, light, unit)
        picture = effects.toned(rng, effects.watched(rng, picture), 1.2)
        picture = effects.blurred(rng, picture, 1.8)
        picture = effects.noisy(rng, picture, 22)
        if rng.random() < 0.5:
            picture = effects.compressed(rng, picture)
        boxes = [truth.box for truth in truths if truth.shown >= _SEEN]
        doubtful = [truth.box for truth in truths if 0 < truth.shown < _SEEN]
        return picture, targets(boxes, doubtful)

    def _handed(
        self,
        picture: NDArray[np.uint8],
        truths: tuple[Truth, ...],
        camera: Camera,
        light: Light,
        unit: float,
    ) -> tuple[Truth, ...]:
        """A hand reaches into the picture, for a die if there is one."""
        rng, side = self.rng, picture.shape[0]
        x, y = (float(v) for v in rng.uniform(0, side, 2))
        at = truths[int(rng.integers(len(truths)))].middle if truths else (x, y)
        lamp = camera.rotation @ np.array(light.towards)
        hand = random_hand(rng, at, unit, float(rng.uniform(-0.6, 1.2)))
        cover = draw_hand(rng, picture, hand, (float(lamp[0]), float(lamp[1])), unit)
        return tuple(hidden(truth, [], cover) for truth in truths)

    def _spread(self, reach: float, most: int) -> list[PlacedDie]:
        """Up to so many dice on the table, alone, touching, cocked or on one another."""
        rng = self.rng
        dice: list[PlacedDie] = []
        wanted = int(rng.integers(1, most + 1)) if most else 0
        for _ in range(wanted * 2):
            if len(dice) >= wanted:
                break
            x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
            die = self._die(x, y)
            if dice and rng.random() < 0.35:
                last = dice[int(rng.integers(len(dice)))]
                gap = float(rng.uniform(0, 0.3))
                die = beside(last, die, float(rng.uniform(0, 2 * np.pi)), gap)
            if collides(die, dice):
                continue
            kind = rng.random()
            if kind < 0.06:
                group = self._cocked(die)
                dice += group if not any(collides(one, dice) for one in group[1:]) else [die]
            elif kind < 0.08:
                dice += [die, self._on_top(die)]
            else:
                dice.append(die)
        return dice

    def photo(self, side: int = 480) -> tuple[NDArray[np.uint8], tuple[Truth, ...]]:
        """A square picture as a webcam takes it, of one to four dice, with their truths.

        Every die is seen within 30 degrees of straight above, as the program asks for: from
        farther aside another face than the one that lies up turns to the camera. Few dice are
        cocked or partly hidden; their truths say so.
        """
        rng = self.rng
        unit = float(np.exp(rng.uniform(np.log(11), np.log(55)))) * side / 480
        # Every direction within 30 degrees alike: most of them are far aside.
        tilt = float(np.rad2deg(np.arccos(rng.uniform(_STEEP, 1.0))))
        distance = float(rng.uniform(18, 60))
        centre = (side / 2, side / 2)
        camera = camera_above((0.0, 0.0, 0.0), tilt, distance, unit, centre, roll=self._roll())
        ground = self._ground(side)
        if rng.random() < 0.2:
            self._clutter(ground, camera, unit, int(rng.integers(1, 4)))
        dice = [die for die in self._spread(max(0.3, side / 2 / unit - 1.6), 4) if _steeply(camera, die.position)] or [
            self._die(0.0, 0.0)
        ]
        light = random_light(rng)
        picture, truths = render_scene(Scene(dice, camera, light), ground)
        if rng.random() < 0.05:
            truths = self._handed(picture, truths, camera, light, unit)
        picture = effects.toned(rng, effects.watched(rng, picture))
        picture = effects.blurred(rng, picture, 0.05 * unit)
        picture = effects.noisy(rng, picture, 16)
        return effects.compressed(rng, picture), truths


def _steeply(camera: Camera, position: tuple[float, float, float]) -> bool:
    ray = camera.position - np.array(position)
    return bool(ray[2] / np.linalg.norm(ray) > _STEEP)


def _shares(kinds: Sequence[str]) -> dict[str, float]:
    named = [one for kind in kinds for one in (_SIX_SIDED if kind == "d6" else (kind,))]
    unknown = sorted(set(named) - set(SHARES))
    if unknown or not named:
        raise ValueError(f"no such kinds of dice: {', '.join(unknown) or 'none'}")
    total = sum(SHARES[kind] for kind in named)
    return {kind: SHARES[kind] / total for kind in named}


def taken(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A reader's training picture as some camera takes it."""
    picture = effects.toned(rng, effects.watched(rng, picture))
    picture = effects.blurred(rng, picture, 2.6)
    if rng.random() < 0.6:
        picture = effects.coarse(rng, picture, 3.2)
    picture = effects.noisy(rng, picture, 20)
    if rng.random() < 0.2:
        picture = effects.sharpened(rng, picture)
    if rng.random() < 0.6:
        picture = effects.compressed(rng, picture)
    return picture


def patch_numbers(truth: Truth) -> tuple[float, ...]:
    """A die's truth as the reader's training takes it: META numbers."""
    return (
        truth.label,
        truth.turn,
        *truth.middle,
        truth.radius,
        *truth.up,
        float(truth.cocked),
        truth.visible,
        truth.symbol,
        truth.twin,
    )


def _prop(
    rng: np.random.Generator,
    ground: NDArray[np.uint8],
    glyphs: Sequence[Glyphs],
    camera: Camera,
    unit: float,
) -> None:
    """A thing on which a die may lean."""
    angle = float(rng.uniform(0, 2 * np.pi))
    x, y = camera.project(np.array([1.3 * np.cos(angle), 1.3 * np.sin(angle), 0.0]))
    kind = str(rng.choice(["pencil", "tile", "meeple", "coin", "card", "token"]))
    up = upward(camera, (0.0, 0.0, 0.0))
    size = unit * float(rng.uniform(0.8, 1.8))
    spot = Spot((float(x), float(y)), size, float(rng.uniform(0, 360)), up)
    Table(rng, ground, glyphs).put(spot, kind)


def targets(
    boxes: Sequence[tuple[float, float, float, float]],
    doubtful: Sequence[tuple[float, float, float, float]] = (),
) -> NDArray[np.float32]:
    """What the finder should answer: a peak on every die's cell, its box there and beside it.

    Args:
        boxes: left, top, width, height of dice.
        doubtful: of things that count neither as dice nor as none.
    """
    wanted = np.zeros((6, CELLS, CELLS), np.float32)
    rows, columns = np.mgrid[:CELLS, :CELLS].astype(np.float32) + 0.5
    for left, top, w, h in doubtful:
        x, y = (left + w / 2) / STRIDE, (top + h / 2) / STRIDE
        spread = max(0.65, 0.12 * float(np.sqrt(w * h)) / STRIDE)
        near = (columns - x) ** 2 + (rows - y) ** 2 < (2 * spread) ** 2
        wanted[0] = np.maximum(wanted[0], 0.98 * near)
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
        for channel, values in enumerate((x - columns, y - rows, np.log(w / STRIDE), np.log(h / STRIDE))):
            wanted[1 + channel][near] = np.broadcast_to(values, near.shape)[near]
        wanted[5][near] = 1.0
    return wanted
