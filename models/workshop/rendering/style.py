"""How a die looks, and how to draw such looks by chance."""

from __future__ import annotations

import colorsys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from models.labels import LABELS, Label
from models.workshop.rendering.geometry import MIRRORED, STANDARD, Solid, d10_solid
from models.workshop.rendering.glyphs import HEIGHT, SIDE, Glyphs
from models.workshop.rendering.marks import Mark, numeral_mask

Colour = tuple[float, float, float]
"""Blue, green, red, each in [0, 255]."""
TEN: Final = 10
_PAIR: Final = 0.8
"""Two digits are that much smaller than one would be."""
_PLACES: Final = {label: place for place, label in enumerate(LABELS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class DieStyle(ABC):
    """One die's looks, whatever its shape.

    Attributes:
        body: main colour.
        second: colour of marbling or speckles.
        third: another colour of speckles.
        ink: colour of numerals, pips and symbols.
        pattern: `plain`, `marble`, `speckle`, `layers`, `swirl`, `stripes`, `camouflage`, `cells`,
            `glitter`, `metal` or `wood`.
        rounding: edge radius in inradii.
        ball: radius in inradii of the disc to which a cube's faces are ground, 0 for squares.
        gloss: strength of glints in [0, 1].
        metallic: whether the ink shines.
        outline: colour of a rim around numerals, pips and symbols; None for none.
        clear: how much of what lies behind shows through, in [0, 1].
        wear: share of ink worn away, in [0, 1].
        seed: fixes pattern, wear and glints.
    """

    body: Colour = (200.0, 215.0, 220.0)
    second: Colour = (90.0, 90.0, 90.0)
    third: Colour = (30.0, 30.0, 30.0)
    ink: Colour = (20.0, 20.0, 20.0)
    pattern: str = "plain"
    rounding: float = 0.1
    ball: float = 0.0
    gloss: float = 0.4
    metallic: bool = False
    outline: Colour | None = None
    clear: float = 0.0
    wear: float = 0.0
    seed: int = 0

    @property
    @abstractmethod
    def solid(self) -> Solid:
        """The shape."""

    @abstractmethod
    def number(self, face: int) -> int:
        """What a face counts, 0 for a sculpted one."""

    @abstractmethod
    def label(self, face: int) -> int:
        """A face's place in LABELS."""

    @abstractmethod
    def symbol(self, face: int) -> int:
        """The symbol on a face, -1 for none."""

    @abstractmethod
    def twin(self, face: int) -> int:
        """The label of a face that looks the same upside down, where nothing tells which; else -1."""

    @abstractmethod
    def upright(self, face: int) -> float | None:
        """How a face's print is turned from the face's `up`, degrees clockwise; None without top."""

    @abstractmethod
    def mark_on(self, face: int) -> Mark:
        """What stands on a face."""


@dataclass(frozen=True, slots=True)
class D10Style(DieStyle):
    """The looks of a ten-sided die, of units or of tens.

    Attributes:
        glyphs: its numerals.
        values: value of each face of the solid: 0..9, or 1..10 on dice that print a 10.
        mark: on 6 and 9: `bar`, `dash`, `dot` or `none`.
        lean: the solid's, degrees.
        numeral: numerals' height in inradii.
        lift: the numeral's middle above the face's touch point, towards the apex, in inradii.
        towards_apex: whether the numerals' tops point to the apex.
        askew: numerals turned in their face, degrees.
        tens: whether the faces show two digits, 00 to 90.
        sideways: quarter turns that numerals lie along the face, as makers of tens like it.
    """

    glyphs: Glyphs
    values: tuple[int, ...] = STANDARD
    mark: str = "bar"
    lean: float = 46.0
    numeral: float = 0.95
    lift: float = -0.25
    towards_apex: bool = True
    askew: float = 0.0
    tens: bool = False
    sideways: int = 0

    @property
    def solid(self) -> Solid:
        """The trapezohedron of this lean."""
        return d10_solid(self.lean)

    def number(self, face: int) -> int:
        """What a face counts."""
        return self.values[face] * (TEN if self.tens else 1)

    def text(self, face: int) -> str:
        """What a face shows."""
        return f"{self.number(face):02d}" if self.tens else str(self.values[face])

    def label(self, face: int) -> int:
        """A face's place in LABELS."""
        return _PLACES[Label("d00" if self.tens else "d10", self.text(face))]

    def symbol(self, face: int) -> int:
        """None: these dice show numerals."""
        del face
        return -1

    def twin(self, face: int) -> int:
        """The label of the face that shows the same upside down, if nothing tells which; else -1.

        A mark does, and so do the neighbours where the faces around an apex are all even or all
        odd; a die of tens does by the order of its digits.
        """
        value = self.values[face]
        telling = len({one % 2 for one in self.values[: TEN // 2]}) == 1
        if self.tens or telling or self.mark != "none" or value not in {6, 9}:
            return -1
        return _PLACES[Label("d10", str(15 - value))]

    def upright(self, face: int) -> float:
        """How the numerals are turned from `top towards the apex`: on every face alike."""
        del face
        return self.askew + (0.0 if self.towards_apex else 180.0) + 90.0 * self.sideways

    def mark_on(self, face: int) -> Mark:
        """A face's numeral."""
        text = self.text(face)
        mask = numeral_mask(self.glyphs, text, self.mark)
        height = self.numeral * (1.0 if len(text) == 1 else _PAIR)
        half = height / 2 * SIDE / HEIGHT
        return Mark(mask, half, lift=self.lift, turn=self.upright(face))


def random_colour(rng: np.random.Generator) -> Colour:
    """A colour dice are made in: white, black and grey, or any hue."""
    kind = rng.random()
    if kind < 0.14:
        level = float(rng.uniform(200, 250))
        warm = float(rng.uniform(0, 30))
        return (level - warm, level, min(255.0, level + warm / 2))
    if kind < 0.3:
        level = float(rng.uniform(12, 60))
        return (level, level, level)
    hue, saturation, value = rng.random(), rng.uniform(0.25, 1.0), rng.uniform(0.25, 1.0)
    red, green, blue = colorsys.hsv_to_rgb(float(hue), float(saturation), float(value))
    return (blue * 255, green * 255, red * 255)


def luminance(colour: Colour) -> float:
    """Perceived lightness in [0, 255] (ITU-R BT.601 weights)."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


_BY_HUE: Final = 0.10
"""Share of inks that are told from the body by their colour alone, such as red on dark grey."""


def _ink_of_hue(rng: np.random.Generator, body: Colour) -> Colour:
    """A strong colour that is about as light as the body, and plainly of another hue."""
    for _ in range(20):
        red, green, blue = colorsys.hsv_to_rgb(
            float(rng.choice([0.0, rng.random()])), float(rng.uniform(0.6, 1.0)), float(rng.uniform(0.4, 1.0))
        )
        ink = (blue * 255, green * 255, red * 255)
        lighter = luminance(ink) - luminance(body)
        apart = max(abs(i - b - lighter) for i, b in zip(ink, body, strict=True))
        if abs(lighter) < 60 and apart > 50:
            return ink
    return (250.0, 250.0, 250.0) if luminance(body) < 128 else (10.0, 10.0, 10.0)


def random_ink(rng: np.random.Generator, body: Colour, *, metallic: bool = False) -> Colour:
    """White or black where it can be read, now and then gold, silver or another colour."""
    if metallic:
        golds = ((70.0, 170.0, 215.0), (190.0, 195.0, 200.0), (70.0, 110.0, 190.0))
        return golds[int(rng.integers(len(golds)))]
    if rng.random() < _BY_HUE:
        return _ink_of_hue(rng, body)
    least = float(rng.uniform(25, 90) if rng.random() < 0.85 else rng.uniform(13, 30))
    for _ in range(20):
        if rng.random() < 0.7:
            level = float(rng.uniform(0, 50) if rng.random() < 0.5 else rng.uniform(205, 255))
            ink: Colour = (level, level, level)
        else:
            ink = random_colour(rng)
        if abs(luminance(ink) - luminance(body)) > least:
            return ink
    return (250.0, 250.0, 250.0) if luminance(body) < 128 else (10.0, 10.0, 10.0)


_METALS: Final[tuple[Colour, ...]] = (
    (188.0, 190.0, 192.0),
    (120.0, 122.0, 125.0),
    (72.0, 150.0, 200.0),
    (60.0, 95.0, 150.0),
    (58.0, 56.0, 55.0),
    (80.0, 110.0, 185.0),
)
_WOODS: Final[tuple[Colour, ...]] = (
    (120.0, 170.0, 210.0),
    (70.0, 110.0, 160.0),
    (45.0, 70.0, 110.0),
    (35.0, 45.0, 65.0),
    (150.0, 195.0, 222.0),
)


_PATTERNS: Final = {
    "plain": 0.4,
    "marble": 0.14,
    "speckle": 0.15,
    "layers": 0.05,
    "swirl": 0.09,
    "stripes": 0.05,
    "camouflage": 0.04,
    "cells": 0.04,
    "glitter": 0.04,
}


def random_material(rng: np.random.Generator) -> dict[str, Any]:
    """What a die is made of: the fields of `DieStyle` but its edges."""
    kind = rng.random()
    if kind < 0.1:
        return _solid_material(rng, "metal" if kind < 0.06 else "wood")
    body = random_colour(rng)
    pattern = str(rng.choice(list(_PATTERNS), p=list(_PATTERNS.values())))
    clear = float(rng.uniform(0.25, 0.9)) if pattern in {"plain", "swirl", "glitter"} and rng.random() < 0.35 else 0.0
    metallic = bool(rng.random() < 0.2)
    near = bool(rng.random() < 0.4)
    second = tuple(float(np.clip(c + rng.normal(0, 60), 0, 255)) for c in body) if near else random_colour(rng)
    # A pattern as strong as the ink: it is chosen as inks are.
    second = random_ink(rng, body) if rng.random() < 0.3 else second
    ink = random_ink(rng, body, metallic=metallic)
    return {
        "body": body,
        "second": second,
        "third": random_colour(rng),
        "ink": ink,
        "outline": random_ink(rng, ink) if rng.random() < 0.12 else None,
        "pattern": pattern,
        "gloss": float(rng.random() ** 1.5),
        "metallic": metallic,
        "clear": clear,
        "wear": float(rng.uniform(0.05, 0.45)) if rng.random() < 0.2 else 0.0,
        "seed": int(rng.integers(2**31)),
    }


def _solid_material(rng: np.random.Generator, pattern: str) -> dict[str, Any]:
    """Metal or wood."""
    shades = _METALS if pattern == "metal" else _WOODS
    shade = shades[int(rng.integers(len(shades)))]
    body = tuple(float(np.clip(c * rng.uniform(0.8, 1.15), 0, 255)) for c in shade)
    own: Colour = (body[0], body[1], body[2])
    bare = float(rng.uniform(0.3, 0.75)) if pattern == "metal" and rng.random() < 0.35 else 0.0
    return {
        "body": own,
        "second": tuple(0.6 * c for c in own),
        "third": own,
        "ink": (bare * own[0], bare * own[1], bare * own[2]) if bare else random_ink(rng, own),
        "pattern": pattern,
        "gloss": float(rng.uniform(0.5, 1.0) if pattern == "metal" else rng.uniform(0, 0.5)),
        "metallic": False,
        "clear": 0.0,
        "wear": float(rng.uniform(0.05, 0.4)) if rng.random() < 0.25 else 0.0,
        "seed": int(rng.integers(2**31)),
    }


def _numbering(rng: np.random.Generator) -> tuple[int, ...]:
    kind = rng.random()
    if kind < 0.86:
        return STANDARD
    if kind < 0.91:
        return MIRRORED
    upper = [int(value) for value in rng.permutation(TEN)]
    if kind < 0.96:
        pairs = [int(value) if rng.random() < 0.5 else 9 - int(value) for value in rng.permutation(5)]
        upper = [*pairs, *(9 - value for value in pairs)]
    return tuple(upper)


def random_style(rng: np.random.Generator, glyphs: Glyphs, *, tens: bool = False, ten: bool = False) -> D10Style:
    """A die as a shop might sell it, and now and then one it should not.

    Shuffled numberings mostly bear a mark: without it nobody can tell their 6 from their 9, and
    the reader has to learn that.

    Args:
        rng: chance.
        glyphs: its numerals.
        tens: a die of tens, 00 to 90.
        ten: a die of 1 to 10, whose opposite faces sum to 11.
    """
    looks = random_material(rng)
    values = _numbering(rng)
    marks = [0.38, 0.24, 0.24, 0.14] if values == STANDARD else [0.4, 0.2, 0.2, 0.2]
    if tens:
        marks = [0.12, 0.08, 0.0, 0.8]
    upwards = bool(rng.random() < 0.8)
    sideways = 1 if tens and rng.random() < 0.35 else 0
    return D10Style(
        glyphs=glyphs,
        values=tuple(value + 1 for value in values) if ten else values,
        mark=str(rng.choice(["bar", "dash", "dot", "none"], p=marks)),
        lean=float(rng.choice([42.0, 43.5, 45.0, 46.0, 47.0, 48.5, 50.0])),
        numeral=float(rng.uniform(0.68, 1.2) if not tens else rng.uniform(0.6, 0.98)),
        lift=float(rng.uniform(-0.5, -0.05) - 0.1 * sideways),
        towards_apex=upwards,
        askew=float(rng.normal(0, 5)) if rng.random() < 0.8 else float(rng.uniform(-40, 40)),
        rounding=float(rng.uniform(0.03, 0.32)),
        tens=tens,
        sideways=sideways,
        **looks,
    )
