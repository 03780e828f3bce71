"""How a die looks, and how to draw such looks by chance."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from models.training.render.geometry import MIRRORED, STANDARD

if TYPE_CHECKING:
    from models.training.render.glyphs import Glyphs

Colour = tuple[float, float, float]
"""Blue, green, red, each in [0, 255]."""


@dataclass(frozen=True, slots=True)
class D10Style:
    """One die's looks.

    Attributes:
        glyphs: its numerals.
        values: value of each face of the solid.
        body: main colour.
        second: colour of marbling or speckles.
        third: another colour of speckles.
        ink: numerals' colour.
        pattern: `plain`, `marble`, `speckle`, `layers` or `swirl`.
        mark: on 6 and 9: `bar`, `dash`, `dot` or `none`.
        lean: the solid's, degrees.
        numeral: numerals' height in inradii.
        lift: the numeral's middle above the face's touch point, towards the apex, in inradii.
        towards_apex: whether the numerals' tops point to the apex.
        askew: numerals turned in their face, degrees.
        rounding: edge radius in inradii.
        gloss: strength of glints in [0, 1].
        metallic: whether the ink shines.
        clear: how much of what lies behind shows through, in [0, 1].
        wear: share of ink worn away, in [0, 1].
        seed: fixes pattern, wear and glints.
    """

    glyphs: Glyphs
    values: tuple[int, ...] = STANDARD
    body: Colour = (200.0, 215.0, 220.0)
    second: Colour = (90.0, 90.0, 90.0)
    third: Colour = (30.0, 30.0, 30.0)
    ink: Colour = (20.0, 20.0, 20.0)
    pattern: str = "plain"
    mark: str = "bar"
    lean: float = 46.0
    numeral: float = 0.95
    lift: float = -0.25
    towards_apex: bool = True
    askew: float = 0.0
    rounding: float = 0.1
    gloss: float = 0.4
    metallic: bool = False
    clear: float = 0.0
    wear: float = 0.0
    seed: int = 0


def _colour(rng: np.random.Generator) -> Colour:
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


def _ink(rng: np.random.Generator, body: Colour, *, metallic: bool) -> Colour:
    """White or black where it can be read, now and then gold, silver or another colour."""
    if metallic:
        golds = ((70.0, 170.0, 215.0), (190.0, 195.0, 200.0), (70.0, 110.0, 190.0))
        return golds[int(rng.integers(len(golds)))]
    least = float(rng.uniform(25, 90))
    for _ in range(20):
        if rng.random() < 0.7:
            level = float(rng.uniform(0, 50) if rng.random() < 0.5 else rng.uniform(205, 255))
            ink: Colour = (level, level, level)
        else:
            ink = _colour(rng)
        if abs(luminance(ink) - luminance(body)) > least:
            return ink
    return (250.0, 250.0, 250.0) if luminance(body) < 128 else (10.0, 10.0, 10.0)


def _numbering(rng: np.random.Generator) -> tuple[int, ...]:
    kind = rng.random()
    if kind < 0.86:
        return STANDARD
    if kind < 0.91:
        return MIRRORED
    upper = [int(value) for value in rng.permutation(10)]
    if kind < 0.96:
        pairs = [
            int(value) if rng.random() < 0.5 else 9 - int(value) for value in rng.permutation(5)
        ]
        upper = [*pairs, *(9 - value for value in pairs)]
    return tuple(upper)


def random_style(rng: np.random.Generator, glyphs: Glyphs) -> D10Style:
    """A die as a shop might sell it, and now and then one it should not.

    Other numberings always bear a mark: without it, and without the usual neighbours, nobody could
    tell their 6 from their 9.
    """
    body = _colour(rng)
    pattern = str(
        rng.choice(
            ["plain", "marble", "speckle", "layers", "swirl"], p=[0.42, 0.18, 0.2, 0.08, 0.12]
        )
    )
    clear = (
        float(rng.uniform(0.25, 0.75))
        if pattern in {"plain", "swirl"} and rng.random() < 0.3
        else 0.0
    )
    metallic = bool(rng.random() < 0.12)
    near = bool(rng.random() < 0.5)
    second = (
        tuple(float(np.clip(c + rng.normal(0, 60), 0, 255)) for c in body) if near else _colour(rng)
    )
    values = _numbering(rng)
    marks = [0.38, 0.24, 0.24, 0.14] if values == STANDARD else [0.46, 0.27, 0.27, 0.0]
    return D10Style(
        glyphs=glyphs,
        values=values,
        body=body,
        second=(second[0], second[1], second[2]),
        third=_colour(rng),
        ink=_ink(rng, body, metallic=metallic),
        pattern=pattern,
        mark=str(rng.choice(["bar", "dash", "dot", "none"], p=marks)),
        lean=float(rng.choice([42.0, 43.5, 45.0, 46.0, 47.0, 48.5, 50.0])),
        numeral=float(rng.uniform(0.68, 1.2)),
        lift=float(rng.uniform(-0.5, -0.05)),
        towards_apex=bool(rng.random() < 0.8),
        askew=float(rng.normal(0, 5)) if rng.random() < 0.8 else float(rng.uniform(-40, 40)),
        rounding=float(rng.uniform(0.03, 0.32)),
        gloss=float(rng.random() ** 1.5),
        metallic=metallic,
        clear=clear,
        wear=float(rng.uniform(0.05, 0.45)) if rng.random() < 0.2 else 0.0,
        seed=int(rng.integers(2**31)),
    )
