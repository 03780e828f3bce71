"""Textures by chance: what dice are made of and what they lie on."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.mats import print_mat

TILE: Final = 160
GROUND: Final = 448
_KNOT: Final = 8.0
_GROUND_KINDS: Final = {
    "flat": 0.19,
    "felt": 0.13,
    "wood": 0.18,
    "paper": 0.07,
    "weave": 0.08,
    "cloud": 0.08,
    "clutter": 0.08,
    "mat": 0.09,
    "script": 0.05,
    "cloth": 0.05,
}


def cloud(rng: np.random.Generator, size: tuple[int, int], finest: int, stretch: float = 1.0) -> NDArray[np.float32]:
    """Noise of several octaves in [0, 1].

    Args:
        rng: chance.
        size: rows and columns.
        finest: cells across in the coarsest octave; each next doubles it.
        stretch: above 1 draws it out along the rows.
    """
    total = np.zeros(size, np.float32)
    weight = 1.0
    cells = float(finest)
    while cells < max(size) / 2 and weight > 0.05:
        rows, columns = max(2, round(cells)), max(2, round(cells / stretch))
        grid = rng.random((rows, columns), dtype=np.float32)
        total += weight * cv2.resize(grid, size[::-1], interpolation=cv2.INTER_CUBIC)
        cells *= 2
        weight *= 0.55
    low, high = float(total.min()), float(total.max())
    return np.asarray((total - low) / max(high - low, 1e-6), dtype=np.float32)


@lru_cache(maxsize=8)
def noise_tiles(seed: int = 0) -> NDArray[np.float32]:
    """(12, TILE, TILE) clouds to choose from: making one costs more than a whole die."""
    rng = np.random.default_rng(seed)
    return np.stack([cloud(rng, (TILE, TILE), int(rng.integers(2, 14))) for _ in range(12)])


def body_tile(
    rng: np.random.Generator,
    pattern: str,
    colours: tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]],
) -> NDArray[np.uint8]:
    """(TILE, TILE, 3) uint8 of a die's material.

    Args:
        rng: chance.
        pattern: as in `D10Style.pattern`.
        colours: body, second, third.
    """
    body, second, third = (np.array(colour, np.float32) for colour in colours)
    tiles = noise_tiles()
    first = tiles[int(rng.integers(len(tiles)))]
    if pattern == "plain":
        share = (first - 0.5) * float(rng.uniform(0, 0.12))
        return np.asarray(np.clip(body * (1 + share[..., None]), 0, 255), dtype=np.uint8)
    if pattern in {"metal", "wood"}:
        return _grained(rng, body, metal=pattern == "metal")
    if pattern in {"speckle", "glitter"}:
        return _speckled(rng, body, second, third, glitter=pattern == "glitter")
    if pattern in {"camouflage", "cells"}:
        return _patched(rng, body, second, third, cells=pattern == "cells")
    if pattern == "layers":
        rows = np.linspace(0, 1, TILE, dtype=np.float32)[:, None] + 0.1 * first
        share = np.clip((rows - 0.5) * float(rng.uniform(3, 12)) + 0.5, 0, 1)
    elif pattern == "stripes":
        # Drawn out and cut off sharply: tigers and zebras, or flames.
        slim = cv2.resize(first[:, : int(rng.integers(20, TILE))], (TILE, TILE))
        share = np.clip(np.sin(slim * float(rng.uniform(14, 45))) * 6 + rng.uniform(-4, 2), 0, 1)
    elif pattern == "swirl":
        share = 0.5 + 0.5 * np.sin(first * float(rng.uniform(8, 25)))
    else:
        share = np.clip((first - 0.5) * float(rng.uniform(2, 9)) + 0.5, 0, 1)
    mixed = body + share[..., None] * (second - body) * float(rng.uniform(0.3, 1.0))
    return np.asarray(np.clip(mixed, 0, 255), dtype=np.uint8)


def _grained(rng: np.random.Generator, body: NDArray[np.float32], *, metal: bool) -> NDArray[np.uint8]:
    """Brushed or cast metal, whose faces mirror a room; or wood with its grain."""
    tiles = noise_tiles()
    source = tiles[int(rng.integers(len(tiles)))]
    slim = source[:, : int(rng.integers(3, 14))]
    grain = cv2.resize(slim, (TILE, TILE), interpolation=cv2.INTER_CUBIC) - 0.5
    broad = tiles[int(rng.integers(len(tiles)))] - 0.5
    if metal:
        slope = np.linspace(-1, 1, TILE, dtype=np.float32)[:, None] * float(rng.uniform(-0.35, 0.35))
        share = float(rng.uniform(0, 0.35)) * grain + float(rng.uniform(0.1, 0.7)) * broad + slope
    else:
        share = float(rng.uniform(0.2, 0.7)) * grain + float(rng.uniform(0.05, 0.3)) * broad
    return np.asarray(np.clip(body * (1 + share[..., None]), 0, 255), dtype=np.uint8)


def _patched(
    rng: np.random.Generator,
    body: NDArray[np.float32],
    second: NDArray[np.float32],
    third: NDArray[np.float32],
    *,
    cells: bool,
) -> NDArray[np.uint8]:
    """Patches of the three colours with sharp rims; or cells with walls between, as on a giraffe."""
    tile = np.empty((TILE, TILE, 3), np.float32)
    tile[:] = body
    if cells:
        seeds = np.ones((TILE, TILE), np.uint8)
        where = rng.integers(0, TILE, (int(rng.integers(12, 90)), 2))
        seeds[where[:, 0], where[:, 1]] = 0
        _, owner = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5)
        wall = cv2.morphologyEx(owner.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3))) > 0
        width = int(rng.integers(1, 5))
        tile[cv2.dilate(wall.astype(np.uint8), np.ones((width, width))) > 0] = second
        return np.asarray(np.clip(tile, 0, 255), dtype=np.uint8)
    tiles = noise_tiles()
    for colour in (second, third):
        patch = tiles[int(rng.integers(len(tiles)))] > float(rng.uniform(0.45, 0.7))
        tile[np.rot90(patch, int(rng.integers(4)))] = colour
    return np.asarray(np.clip(tile, 0, 255), dtype=np.uint8)


def _speckled(
    rng: np.random.Generator,
    body: NDArray[np.float32],
    second: NDArray[np.float32],
    third: NDArray[np.float32],
    *,
    glitter: bool = False,
) -> NDArray[np.uint8]:
    tile = np.empty((TILE, TILE, 3), np.float32)
    tile[:] = body
    for colour in (second, third):
        cells = int(rng.integers(60, 130) if glitter else rng.integers(20, 90))
        grid = rng.random((cells, cells), dtype=np.float32)
        how = cv2.INTER_NEAREST if glitter else cv2.INTER_CUBIC
        grain = cv2.resize(grid, (TILE, TILE), interpolation=how)
        share = np.clip((grain - float(rng.uniform(0.6, 0.93))) * 12, 0, 1)
        # A flake mirrors the lamp or something dark.
        tone = colour * (0.3 + 2.2 * (grain[..., None] * 97 % 1)) if glitter else colour
        tile += share[..., None] * (tone - tile)
    return np.clip(tile, 0, 255).astype(np.uint8)


def ground(rng: np.random.Generator) -> NDArray[np.uint8]:
    """(GROUND, GROUND, 3) uint8 of something dice may lie on."""
    kind = str(rng.choice(list(_GROUND_KINDS), p=list(_GROUND_KINDS.values())))
    size = (GROUND, GROUND)
    level = float(rng.uniform(25, 245))
    # White trays, black ones and grey cloth are met as often as colours.
    tint = rng.normal(0, (8, 30, 75)[int(rng.integers(3))], 3)
    base = np.clip(level + tint, 5, 250).astype(np.float32)
    if kind == "flat":
        relief = 0.06 * (cloud(rng, size, 2) - 0.5)
    elif kind == "felt":
        fine = rng.normal(0, 1, size).astype(np.float32)
        relief = 0.15 * cv2.GaussianBlur(fine, (0, 0), float(rng.uniform(0.6, 1.6)))
    elif kind == "wood":
        return _blemished(rng, _wood(rng))
    elif kind == "weave":
        relief = _weave(rng)
    elif kind == "cloud":
        relief = float(rng.uniform(0.2, 0.9)) * (cloud(rng, size, int(rng.integers(2, 20))) - 0.5)
    else:
        relief = 0.08 * (cloud(rng, size, 6) - 0.5)
    picture = np.clip(base * (1 + relief[..., None]), 0, 255).astype(np.uint8)
    drawn = {
        "paper": _write,
        "script": scrawl,
        "cloth": _band,
        "clutter": _scatter,
        "mat": print_mat,
    }
    if kind in drawn:
        drawn[kind](rng, picture)
    return _blemished(rng, picture)


def _blemished(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Knots, stains, crumbs and scratches: small dark or bright spots that are no dice."""
    if rng.random() < 0.4:
        return picture
    for _ in range(int(rng.integers(1, 14))):
        x, y = (float(v) for v in rng.uniform(0, GROUND, 2))
        reach = float(np.exp(rng.uniform(np.log(1.5), np.log(40))))
        tone = float(rng.uniform(0.2, 0.8) if rng.random() < 0.7 else rng.uniform(1.2, 1.7))
        here = picture[int(y) % GROUND, int(x) % GROUND].astype(float) * tone
        colour = tuple(float(min(255.0, v)) for v in here)
        axes = (reach, reach * float(rng.uniform(0.3, 1.0)))
        if rng.random() < 0.25:
            end = (int(x + rng.normal(0, 40)), int(y + rng.normal(0, 40)))
            cv2.line(picture, (int(x), int(y)), end, colour, 1, cv2.LINE_AA)
            continue
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(picture, ((x, y), axes, turn), colour, -1, cv2.LINE_AA)
        if reach > _KNOT:
            _knotted(rng, picture, (x, y), reach, colour)
    return picture


def _knotted(
    rng: np.random.Generator,
    picture: NDArray[np.uint8],
    at: tuple[float, float],
    reach: float,
    colour: tuple[float, ...],
) -> None:
    """A darker heart with grains in it, such as knots and crumbs have and dice might seem to."""
    inner = tuple(0.6 * v for v in colour)
    heart = (reach * float(rng.uniform(0.3, 0.8)), reach * float(rng.uniform(0.2, 0.7)))
    cv2.ellipse(picture, (at, heart, float(rng.uniform(0, 180))), inner, -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 16))):
        spot = np.array(at) + rng.normal(0, reach * 0.22, 2)
        tone = tuple(float(min(255.0, v * rng.uniform(0.3, 2.8))) for v in colour)
        where = (int(spot[0]), int(spot[1]))
        cv2.circle(picture, where, int(rng.integers(1, 4)), tone, -1, cv2.LINE_AA)


def _wood(rng: np.random.Generator) -> NDArray[np.uint8]:
    size = (GROUND, GROUND)
    base = np.array([rng.uniform(50, 150), rng.uniform(85, 180), rng.uniform(110, 215)], np.float32)
    if rng.random() < 0.35:
        base[:] = base.mean() + rng.normal(0, 12, 3)
    grain = cloud(rng, size, int(rng.integers(40, 120)), stretch=float(rng.uniform(15, 50)))
    bands = cloud(rng, size, int(rng.integers(4, 12)), stretch=float(rng.uniform(4, 12)))
    relief = float(rng.uniform(0.1, 0.5)) * (grain - 0.5) + float(rng.uniform(0.1, 0.4)) * (bands - 0.5)
    picture = np.clip(base * (1 + relief[..., None]), 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        for _ in range(int(rng.integers(1, 4))):
            row = int(rng.integers(GROUND))
            shade = tuple(float(v) for v in base * float(rng.uniform(0.3, 0.7)))
            cv2.line(picture, (0, row), (GROUND, row), shade, int(rng.integers(1, 4)), cv2.LINE_AA)
    if rng.random() < 0.5:
        picture = np.ascontiguousarray(picture.transpose(1, 0, 2))
    return np.asarray(picture, dtype=np.uint8)


def _weave(rng: np.random.Generator) -> NDArray[np.float32]:
    across = np.arange(GROUND, dtype=np.float32)
    one, other = float(rng.uniform(0.15, 1.6)), float(rng.uniform(0.15, 1.6))
    lines = np.sin(across * one)[:, None] + np.sin(across * other)[None]
    if rng.random() < 0.4:
        lines = np.sign(lines)
    return np.asarray(lines * float(rng.uniform(0.03, 0.25)), dtype=np.float32)


def scrawl(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """Handwriting: lines of loops, digits and strokes with gaps between the words."""
    dark = np.clip(float(rng.uniform(0, 110)) + rng.normal(0, 25, 3), 0, 255)
    ink = (float(dark[0]), float(dark[1]), float(dark[2]))
    height, width = picture.shape[:2]
    size, thick = float(rng.uniform(4, 26)), int(rng.integers(1, 4))
    for row in np.arange(size, height + size, size * float(rng.uniform(2.2, 4.0))).tolist():
        at = float(rng.uniform(-20, 30))
        while at < width:
            count = int(rng.integers(6, 40))
            steps = rng.normal(0.35, 0.5, count).cumsum() * size * 0.5
            rises = rng.normal(0, 0.75, count) * size
            line = np.stack([at + steps, row + rises], axis=1)
            for _ in range(3):  # corners cut: a pen runs smoothly
                line = np.stack([line[:-1] * 0.7 + line[1:] * 0.3, line[:-1] * 0.3 + line[1:] * 0.7], 1)
                line = line.reshape(-1, 2)
            whole = np.round(line * 16).astype(np.int32)
            cv2.polylines(picture, [whole], False, ink, thick, cv2.LINE_AA, 4)  # noqa: FBT003 - OpenCV's own order: closed
            at += float(np.abs(steps).max()) + size * float(rng.uniform(0.5, 3))


def _band(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """Cloth with stripes, or checks where they cross, as on tablecloths."""
    shares = (1.0, float(rng.uniform(0, 1)))
    for axis in range(2):
        step = int(rng.integers(6, 110))
        for at in range(int(rng.integers(step)), GROUND, step * 2):
            part = picture[at : at + step] if axis else picture[:, at : at + step]
            tone = float(rng.uniform(0.4, 0.95)) if at % 3 else 1.25
            part[:] = np.clip(part * (1 + shares[axis] * (tone - 1)), 0, 255).astype(np.uint8)


def rimmed(rng: np.random.Generator, picture: NDArray[np.uint8], at: tuple[float, float], room: float) -> None:
    """The rim of a round tray, or the walls of a box below a tower, some way around a place.

    Args:
        rng: chance.
        picture: (H, W, 3) uint8, changed in place.
        at: a place that lies within.
        room: pixels around it that are free at least.
    """
    away = float(rng.uniform(0, 2 * np.pi))
    reach = room * float(np.exp(rng.uniform(0.3, 2.2)))
    gap = float(rng.uniform(0, max(1.0, reach - room)))
    middle = np.array(at) + gap * np.array([np.cos(away), np.sin(away)])
    outside = np.full(picture.shape[:2], 255, np.uint8)
    if rng.random() < 0.6:
        cv2.circle(
            outside,
            tuple(np.round(middle * 16).astype(int).tolist()),
            round(reach * 16),
            0,
            -1,
            cv2.LINE_AA,
            4,
        )
    else:
        long = reach * float(rng.uniform(1, 1.6))
        box = cv2.boxPoints((middle.tolist(), (2.8 * reach, 2.8 * long), float(rng.uniform(0, 90))))
        cv2.fillConvexPoly(outside, np.round(box * 16).astype(np.int32), 0, cv2.LINE_AA, 4)
    wide = max(1.0, room * float(rng.uniform(0.05, 0.5)))
    shadow = cv2.GaussianBlur(outside, (0, 0), wide).astype(np.float32)[..., None] / 255
    share = outside.astype(np.float32)[..., None] / 255
    beyond = picture * float(rng.uniform(0.15, 1.5)) + rng.normal(0, 20, 3)
    within = picture * (1 - float(rng.uniform(0.1, 0.8)) * shadow)
    picture[:] = np.clip(within + share * (beyond - within), 0, 255).astype(np.uint8)


def _write(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """Lines of print, digits among them: paper with numbers is not a die."""
    dark = float(rng.uniform(0, 90))
    size = float(rng.uniform(0.4, 2.2) if rng.random() < 0.6 else rng.uniform(0.22, 0.5))
    step = max(14, int(36 * size))
    for row in range(step, GROUND, step):
        text = "".join(str(v) for v in rng.choice(list("0123456789 abcdefgh"), 40))
        cv2.putText(
            picture,
            text,
            (int(rng.integers(-20, 20)), row),
            0,
            size,
            (dark,) * 3,
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )


def _scatter(rng: np.random.Generator, picture: NDArray[np.uint8]) -> None:
    """Cards, coins, tokens and pens."""
    for _ in range(int(rng.integers(3, 16))):
        colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
        x, y = (int(v) for v in rng.integers(0, GROUND, 2))
        reach = int(rng.integers(12, 110))
        kind = rng.random()
        if kind < 0.3:
            _coin(rng, picture, (x, y), reach, colour)
        elif kind < 0.65:
            _card(rng, picture, (x, y), reach, colour)
        elif kind < 0.85:
            points = rng.normal(0, reach / 2, (int(rng.integers(3, 7)), 2)) + np.array([x, y])
            hull = cv2.convexHull(points.astype(np.float32))
            cv2.fillConvexPoly(picture, np.round(hull).astype(np.int32), colour, cv2.LINE_AA)
        else:
            end = (int(x + rng.normal(0, 200)), int(y + rng.normal(0, 200)))
            cv2.line(picture, (x, y), end, colour, int(rng.integers(1, 12)), cv2.LINE_AA)


def _coin(
    rng: np.random.Generator,
    picture: NDArray[np.uint8],
    at: tuple[int, int],
    reach: int,
    colour: tuple[float, ...],
) -> None:
    cv2.circle(picture, at, reach // 2, colour, -1, cv2.LINE_AA)
    cv2.circle(picture, at, int(reach * 0.42), tuple(0.8 * c for c in colour), 2, cv2.LINE_AA)
    if rng.random() < 0.5:
        _number(rng, picture, (at[0] - reach // 4, at[1] + reach // 5), reach / 60, 20.0)


def _card(
    rng: np.random.Generator,
    picture: NDArray[np.uint8],
    at: tuple[int, int],
    reach: int,
    colour: tuple[float, ...],
) -> None:
    box = cv2.boxPoints((at, (reach * 1.6, reach * 1.1), float(rng.uniform(0, 180))))
    cv2.fillConvexPoly(picture, np.round(box).astype(np.int32), colour, cv2.LINE_AA)
    if rng.random() < 0.4:
        _number(rng, picture, (at[0] - reach // 4, at[1] + reach // 5), reach / 50, 240.0)


def _number(
    rng: np.random.Generator,
    picture: NDArray[np.uint8],
    at: tuple[int, int],
    scale: float,
    grey: float,
) -> None:
    text = str(rng.integers(100))
    cv2.putText(picture, text, at, 0, scale, (grey,) * 3, 2, cv2.LINE_AA)


def cut_ground(rng: np.random.Generator, picture: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """A turned, scaled and relit part of a ground.

    Args:
        rng: chance.
        picture: (GROUND, GROUND, 3).
        size: rows and columns wanted.
    """
    zoom = float(rng.uniform(0.5, 2.2)) * max(size) / 256
    matrix = cv2.getRotationMatrix2D((GROUND / 2, GROUND / 2), float(rng.uniform(0, 360)), zoom)
    middle = np.array([size[1], size[0]]) / 2 - GROUND / 2
    matrix[:, 2] = matrix[:, 2] + middle + rng.uniform(-60, 60, 2) * zoom
    part = cv2.warpAffine(picture, matrix, size[::-1], borderMode=cv2.BORDER_REFLECT_101)
    gains = rng.uniform(0.7, 1.25) * rng.normal(1, 0.06, 3)
    table = np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(part, np.ascontiguousarray(table[None])), dtype=np.uint8)
