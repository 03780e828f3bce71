"""What a die is made of, as light meets it: plastics, resins, metal and wood, and the ink in its marks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import bpy
import numpy as np

from models.workshop.rendering.style import DieStyle
from models.workshop.second.nodes import Tree, picture
from models.workshop.second.prints import Sheet, linear

_PEARL: Final = 0.12
_MILKY: Final = 0.1
_BRUSHED: Final = 0.5
"""Shares: of plastic dice whose colour changes aside, of those that light enters, of metal that is rough."""


@dataclass(frozen=True, slots=True)
class Body:
    """What a pattern is made from: nodes, coordinates within the die, three colours, and chance."""

    tree: Tree
    at: Any
    colours: tuple[Any, Any, Any]
    rng: np.random.Generator

    def between(self, low: float, high: float) -> float:
        """A number by chance."""
        return float(self.rng.uniform(low, high))

    def bands(self, inputs: dict[str, float], **settings: str) -> Any:
        """Waves through the die, in [0, 1]."""
        return self.tree.node("ShaderNodeTexWave", {"Vector": self.at, **inputs}, **settings).outputs[1]


def material(style: DieStyle, sheet: Sheet) -> Any:
    """The material of a die of these looks."""
    made = bpy.data.materials.new("die")
    tree, rng = Tree(made), np.random.default_rng((style.seed, 5))
    at = tree.moved("Object", rng.uniform(-20, 20, 3))
    body = Body(tree, at, (linear(style.body), linear(style.second), linear(style.third)), rng)
    inputs = _stuff(body, style)
    ink = tree.node("ShaderNodeTexImage", {}, image=picture(sheet.paint))
    paint, share = ink.outputs["Color"], ink.outputs["Alpha"]
    inputs["Base Color"] = tree.mix(share, inputs["Base Color"], paint)
    for name, inked in (
        ("Roughness", body.between(0.25, 0.75)),
        ("Metallic", float(style.metallic)),
        ("Transmission Weight", 0.0),
        ("Subsurface Weight", 0.0),
    ):
        inputs[name] = tree.spread(share, 0.0, 1.0, (inputs[name], inked))
    groove = body.between(0.0, 0.06)
    if rng.random() < 0.75 and not sheet.height.any():
        inputs["Normal"] = tree.bump(tree.spread(share, 0.0, 1.0, (1.0, 0.0)), groove)
    shader = tree.node("ShaderNodeBsdfPrincipled", inputs)
    tree.node("ShaderNodeOutputMaterial", {"Surface": shader.outputs[0]})
    return made


def _stuff(body: Body, style: DieStyle) -> dict[str, Any]:
    """The shader's inputs of the bare body."""
    rng, rough = body.rng, 0.02 + 0.5 * (1 - style.gloss) ** 1.5
    inputs: dict[str, Any] = {
        "Base Color": _PATTERNS[style.pattern](body),
        "Roughness": rough,
        "Metallic": 0.0,
        "Transmission Weight": 0.0,
        "Subsurface Weight": 0.0,
        "IOR": body.between(1.42, 1.58),
    }
    if style.pattern == "metal":
        inputs["Metallic"] = 1.0
        inputs["Roughness"] = body.between(0.3, 0.55) if rng.random() < _BRUSHED else body.between(0.1, 0.3)
        return inputs
    if style.clear:
        inputs["Transmission Weight"] = style.clear
        inputs["Roughness"] = min(rough, 0.25)
        return inputs
    if rng.random() < _PEARL:
        facing = body.tree.node("ShaderNodeLayerWeight", {"Blend": body.between(0.2, 0.7)}).outputs["Facing"]
        inputs["Base Color"] = body.tree.mix(facing, inputs["Base Color"], body.colours[1])
        inputs["Coat Weight"] = body.between(0.3, 1.0)
    if rng.random() < _MILKY:
        inputs["Subsurface Weight"] = body.between(0.1, 0.8)
        inputs["Subsurface Radius"] = (1.0, 0.8, 0.6)
        inputs["Subsurface Scale"] = body.between(0.05, 0.4)
    return inputs


def _plain(body: Body) -> Any:
    return body.colours[0]


def _marble(body: Body) -> Any:
    """Clouds or veins of a second colour."""
    cloud = body.tree.noise(body.at, body.between(0.6, 1.8), body.between(0.5, 3.0))
    middle, soft = body.between(0.42, 0.58), body.between(0.02, 0.15)
    return body.tree.mix(body.tree.spread(cloud, middle - soft, middle + soft), *body.colours[:2])


def _swirl(body: Body) -> Any:
    """Two colours poured into one another, drawn out in bands."""
    inputs = {"Scale": body.between(0.3, 1.1), "Distortion": body.between(3.0, 12.0), "Detail": 3.0}
    wave = body.bands({**inputs, "Detail Scale": body.between(0.6, 1.5)})
    soft = body.between(0.1, 0.45)
    return body.tree.mix(body.tree.spread(wave, 0.5 - soft, 0.5 + soft), *body.colours[:2])


def _speckle(body: Body) -> Any:
    """Grains of two colours, as in stone."""
    colour = body.colours[0]
    for other in body.colours[1:]:
        inputs = {"Vector": body.at, "Scale": body.between(4.0, 16.0)}
        away = body.tree.node("ShaderNodeTexVoronoi", inputs).outputs["Distance"]
        edge = body.between(0.15, 0.42)
        colour = body.tree.mix(body.tree.spread(away, edge, edge + 0.08, (1.0, 0.0)), colour, other)
    return colour


def _layers(body: Body) -> Any:
    """Layers of three colours, one on another, a little bent."""
    wave = body.bands({"Scale": body.between(0.08, 0.22), "Distortion": body.between(0.0, 2.0)})
    soft = body.between(0.02, 0.15)
    lower = body.tree.mix(body.tree.spread(wave, 0.35 - soft, 0.35 + soft), *body.colours[:2])
    return body.tree.mix(body.tree.spread(wave, 0.7 - soft, 0.7 + soft), lower, body.colours[2])


def _stripes(body: Body) -> Any:
    """Stripes as zebras and tigers wear them."""
    inputs = {"Scale": body.between(0.6, 1.6), "Distortion": body.between(2.0, 8.0), "Detail": 1.5}
    wave = body.bands({**inputs, "Detail Scale": body.between(0.3, 0.9)})
    edge = body.between(0.3, 0.7)
    return body.tree.mix(body.tree.spread(wave, edge - 0.04, edge + 0.04), *body.colours[:2])


def _camouflage(body: Body) -> Any:
    """Patches of three colours with sharp rims."""
    colour = body.colours[0]
    for other in body.colours[1:]:
        cloud = body.tree.noise(body.at, body.between(0.9, 2.2), body.between(0.0, 1.0), 2.0)
        edge = body.between(0.46, 0.58)
        colour = body.tree.mix(body.tree.spread(cloud, edge - 0.01, edge + 0.01), colour, other)
    return colour


def _cells(body: Body) -> Any:
    """Patches with walls between, as on a giraffe, or spots as on a leopard."""
    feature = "DISTANCE_TO_EDGE" if body.rng.random() < 0.6 else "F1"
    bent = body.tree.noise(body.at, 2.0)
    at = body.tree.mix(body.between(0.05, 0.2), body.at, bent)
    voronoi = body.tree.node("ShaderNodeTexVoronoi", {"Vector": at, "Scale": body.between(1.2, 3.5)}, feature=feature)
    edge = body.between(0.05, 0.12) if feature == "DISTANCE_TO_EDGE" else body.between(0.25, 0.5)
    return body.tree.mix(body.tree.spread(voronoi.outputs["Distance"], edge, edge + 0.05), *body.colours[:2])


def _glitter(body: Body) -> Any:
    """Flakes, each of its own brightness."""
    inputs = {"Vector": body.at, "Scale": body.between(10.0, 30.0)}
    own = body.tree.node("ShaderNodeTexVoronoi", inputs).outputs["Color"]
    shine = body.tree.node("ShaderNodeSeparateColor", {0: own}).outputs[0]
    edge = body.between(0.6, 0.9)
    return body.tree.mix(body.tree.spread(shine, edge, edge + 0.1), *body.colours[:2])


def _metal(body: Body) -> Any:
    """Bare metal, with stains."""
    cloud = body.tree.noise(body.at, body.between(1.0, 4.0))
    return body.tree.mix(body.tree.spread(cloud, 0.3, 0.7, (0.0, body.between(0.0, 0.6))), *body.colours[:2])


def _wood(body: Body) -> Any:
    """Rings of a tree."""
    inputs = {"Scale": body.between(0.8, 2.5), "Distortion": body.between(1.0, 4.0), "Detail": 3.0}
    wave = body.bands(inputs, wave_type="RINGS")
    return body.tree.mix(body.tree.spread(wave, 0.0, 1.0, (0.0, body.between(0.3, 0.9))), *body.colours[:2])


_PATTERNS: Final[dict[str, Callable[[Body], Any]]] = {
    "plain": _plain,
    "marble": _marble,
    "swirl": _swirl,
    "speckle": _speckle,
    "layers": _layers,
    "stripes": _stripes,
    "camouflage": _camouflage,
    "cells": _cells,
    "glitter": _glitter,
    "metal": _metal,
    "wood": _wood,
}
