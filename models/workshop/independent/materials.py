"""What dice, tables and lamps are made of, in the renderer's own words (Mitsuba 3 dictionaries)."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.independent import lettering, patterns
from models.workshop.independent.catalogue import Die

Described = dict[str, Any]
"""A part of a scene as `mitsuba.load_dict` takes it."""
_SMOOTH: Final = 0.05
"""Below this roughness a surface counts as polished."""


def renderer() -> Any:
    """The renderer; it ships no types, and only the recipe needs it."""
    return import_module("mitsuba")


def picture_texture(picture: NDArray[np.float32], **more: Any) -> Described:
    """Values that vary over a surface, taken as they are: linear, top row first."""
    if picture.ndim == 2:
        picture = picture[..., None]
    bitmap = renderer().Bitmap(np.ascontiguousarray(picture))
    return {"type": "bitmap", "bitmap": bitmap, "raw": True, **more}


def colour(value: patterns.Colour) -> Described:
    """A colour that is the same everywhere."""
    return {"type": "rgb", "value": [float(part) for part in value]}


def plastic(diffuse: Described, roughness: float) -> Described:
    """A coloured body under a clear surface."""
    if roughness < _SMOOTH:
        return {"type": "plastic", "diffuse_reflectance": diffuse, "int_ior": 1.5}
    return {
        "type": "roughplastic",
        "distribution": "ggx",
        "alpha": roughness,
        "diffuse_reflectance": diffuse,
        "int_ior": 1.5,
    }


def metal(tint: patterns.Colour, roughness: float) -> Described:
    """Polished to brushed metal."""
    return {
        "type": "roughconductor",
        "distribution": "ggx",
        "alpha": max(roughness, 0.08),
        "material": "none",
        "specular_reflectance": colour(tint),
    }


def _body(die: Die, rng: np.random.Generator) -> Described:
    match die.body:
        case "metal":
            return metal(die.colours[0], die.gloss + 0.08)
        case "marble" | "speckle" | "wood":
            block = patterns.body_atlas(die.solid, die.body, die.colours, rng)
            return plastic(picture_texture(block), die.gloss)
        case "pearl":
            shine = metal(die.colours[0], 0.35)
            whole = plastic(colour(die.colours[0]), die.gloss)
            return {"type": "blendbsdf", "weight": 0.3, "base": whole, "shine": shine}
        case "translucent":
            # Each crossing of the surface takes its share of the colour: absorption on the way.
            strong = max(die.colours[0])
            tint = tuple((part / strong) ** 0.5 * 0.92 for part in die.colours[0])
            glass: Described = {
                "type": "dielectric",
                "int_ior": 1.45,
                "specular_transmittance": {"type": "rgb", "value": list(tint)},
            }
            haze = plastic(colour(die.colours[0]), die.gloss)
            cloudy = float(rng.uniform(0.35, 0.65))
            return {"type": "blendbsdf", "weight": cloudy, "clear": glass, "haze": haze}
        case _:
            return plastic(colour(die.colours[0]), die.gloss)


def ink_tiles(die: Die) -> list[NDArray[np.float32]]:
    """What is inked on each side, in the order of the solid's sides."""
    if die.hand is not None:
        return lettering.numeral_tiles(die.solid, die.hand)
    size, spread = die.pips
    edge = 1 / (die.solid.reach / die.solid.sides[0].inradius)
    tiles = []
    for side in die.solid.sides:
        if die.symbol and side.number == 1:
            symbol = lettering.symbol_tile(die.symbol)
            tiles.append(symbol if die.painted else symbol * 0)
        else:
            tiles.append(lettering.pip_tile(side.number, size * edge, spread * edge))
    return tiles


def die_surface(die: Die, rng: np.random.Generator) -> Described:
    """The whole die: body, ink on top, carved where it is."""
    ink = lettering.atlas(ink_tiles(die))
    paint = metal(die.ink, 0.22) if die.metallic else plastic(colour(die.ink), 0.25)
    body = _body(die, rng)
    if die.body == "translucent":
        # Seen through the body, the back of a numeral is ink as well.
        paint = {"type": "twosided", "nested": paint}
    mixed: Described = {
        "type": "blendbsdf",
        "weight": picture_texture(ink),
        "body": body,
        "paint": paint,
    }
    if die.carved == 0 or die.body == "translucent":
        return mixed
    depth = cv2.GaussianBlur(ink, (0, 0), 1.6)
    height = picture_texture(np.asarray(1 - depth, np.float32))
    return {"type": "bumpmap", "height": height, "scale": die.carved, "nested": mixed}


def relief_of(die: Die, height: float) -> Any:
    """Heights of a sculpted side as `solids.rounded_mesh` asks for them, None on other dice."""
    if not die.symbol:
        return None
    shape = cv2.GaussianBlur(lettering.symbol_tile(die.symbol), (0, 0), 3.2)

    def rise(number: int, flat: NDArray[np.float64]) -> NDArray[np.float64]:
        if number != 1:
            return np.zeros(len(flat))
        x = np.asarray((flat[:, 0] + 1) / 2 * lettering.TILE - 0.5, np.float32)
        y = np.asarray((1 - flat[:, 1]) / 2 * lettering.TILE - 0.5, np.float32)
        found = cv2.remap(shape, x[None], y[None], cv2.INTER_LINEAR)
        return np.asarray(found[0], np.float64) * height

    return rise
