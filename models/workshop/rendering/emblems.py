"""Families of symbols that are no creatures: letters, polygons, arms, stars, weapons."""

from __future__ import annotations

from typing import Final

import numpy as np

from models.workshop.rendering.sheet import Sheet, turned


def bolt(rng: np.random.Generator) -> Sheet:
    """Lightning, alone or in a ring."""
    sheet = Sheet()
    a, b = float(rng.uniform(0.1, 0.35)), float(rng.uniform(0.0, 0.3))
    wide = float(rng.uniform(0.25, 0.5))
    shape = [(a, -1), (-wide, b), (0, b), (-a, 1), (wide + 0.1, -b / 2 - 0.1), (0.05, -b / 2 - 0.1)]
    if rng.random() < 0.5:
        shape.insert(1, (a - 0.45, -0.95))
    sheet.fill(shape)
    if rng.random() < 0.4:
        ring = float(rng.uniform(0.95, 1.05))
        hollow = Sheet()
        hollow.oval(0, 0, ring, ring)
        hollow.oval(0, 0, ring - 0.16, ring - 0.16, level=0)
        sheet.mask = np.asarray(np.maximum(sheet.mask, hollow.mask), dtype=np.uint8)
    return sheet


def star(rng: np.random.Generator) -> Sheet:
    """Points about a middle, whole or pierced."""
    sheet = Sheet()
    points, inner = int(rng.integers(3, 10)), float(rng.uniform(0.25, 0.7))
    radius = np.where(np.arange(2 * points) % 2 == 0, 1.0, inner)
    angles = np.arange(2 * points) * np.pi / points - np.pi / 2
    sheet.fill(np.stack([radius * np.cos(angles), radius * np.sin(angles)], 1))
    kind = rng.random()
    if kind < 0.5:
        hole = inner * float(rng.uniform(0.35, 0.75))
        sheet.oval(0, 0, hole, hole, level=0)
        if kind < 0.2:
            sheet.oval(0, 0, hole * 0.5, hole * 0.5)
    return sheet


_LETTERS: Final[dict[str, list[list[tuple[float, float]]]]] = {
    "S": [
        [
            (0.6, -0.7),
            (0.2, -1),
            (-0.3, -1),
            (-0.6, -0.6),
            (-0.4, -0.2),
            (0.4, 0.15),
            (0.6, 0.55),
            (0.3, 1),
            (-0.3, 1),
            (-0.65, 0.65),
        ]
    ],
    "M": [[(-0.75, 1), (-0.7, -1), (0, 0.4), (0.7, -1), (0.75, 1)]],
    "X": [[(-0.7, -1), (0.7, 1)], [(0.7, -1), (-0.7, 1)]],
    "K": [[(-0.5, -1), (-0.5, 1)], [(0.6, -1), (-0.45, 0.1)], [(-0.1, -0.2), (0.65, 1)]],
    "A": [[(-0.7, 1), (0, -1), (0.7, 1)], [(-0.45, 0.4), (0.45, 0.4)]],
    "W": [[(-0.9, -1), (-0.45, 1), (0, -0.3), (0.45, 1), (0.9, -1)]],
    "F": [[(0.6, -1), (-0.45, -1), (-0.45, 1)], [(-0.45, -0.05), (0.35, -0.05)]],
    "E": [[(0.55, -1), (-0.5, -1), (-0.5, 1), (0.55, 1)], [(-0.5, 0), (0.35, 0)]],
    "R": [
        [(-0.5, 1), (-0.5, -1), (0.25, -1), (0.6, -0.6), (0.3, -0.1), (-0.5, -0.05)],
        [(0.05, -0.05), (0.6, 1)],
    ],
    "Y": [[(-0.7, -1), (0, 0), (0.7, -1)], [(0, 0), (0, 1)]],
    "G": [
        [
            (0.6, -0.65),
            (0.1, -1),
            (-0.45, -0.7),
            (-0.65, 0),
            (-0.4, 0.75),
            (0.15, 1),
            (0.6, 0.7),
            (0.6, 0.1),
            (0.15, 0.1),
        ]
    ],
    "T": [[(-0.7, -1), (0.7, -1)], [(0, -1), (0, 1)]],
    "H": [[(-0.55, -1), (-0.55, 1)], [(0.55, -1), (0.55, 1)], [(-0.55, 0), (0.55, 0)]],
    "D": [[(-0.5, -1), (-0.5, 1), (0.15, 1), (0.6, 0.5), (0.6, -0.5), (0.15, -1), (-0.5, -1)]],
    "P": [[(-0.45, 1), (-0.45, -1), (0.3, -1), (0.6, -0.5), (0.3, 0), (-0.45, 0.05)]],
}


def letter(rng: np.random.Generator) -> Sheet:
    """A capital of one pen, upright or leaning."""
    sheet = Sheet()
    name = str(rng.choice(sorted(_LETTERS)))
    width, lean = float(rng.uniform(0.2, 0.42)), float(rng.uniform(-0.15, 0.25))
    for stroke in _LETTERS[name]:
        at = np.array(stroke) * [1.0, 0.85]
        at[:, 0] -= lean * at[:, 1]
        sheet.line(at, width)
    if rng.random() < 0.25:
        sheet.line([(-0.9, 1.12), (0.9, 1.12)], 0.14)
    return sheet


def polygon(rng: np.random.Generator) -> Sheet:
    """Polygons and rings within one another."""
    sheet = Sheet()
    size, level = 1.0, 255
    for _ in range(int(rng.integers(2, 4))):
        corners = int(rng.integers(3, 9))
        angles = (np.arange(corners) + 0.5 * int(rng.integers(2))) * 2 * np.pi / corners
        ring = size * np.stack([np.sin(angles), -np.cos(angles)], 1)
        sheet.fill(ring, level)
        size *= float(rng.uniform(0.45, 0.7))
        level = 255 - level
    return sheet


def rune(rng: np.random.Generator) -> Sheet:
    """Straight strokes about a stave."""
    sheet = Sheet()
    width = float(rng.uniform(0.14, 0.28))
    sheet.line([(0, -1), (0, 1)], width)
    for _ in range(int(rng.integers(2, 5))):
        y, x = float(rng.uniform(-0.9, 0.7)), float(rng.uniform(0.35, 0.85))
        stroke = np.array([(0.0, y), (x, y + float(rng.uniform(-0.5, 0.5)))])
        sheet.line(stroke, width)
        if rng.random() < 0.6:
            sheet.line(stroke * [-1.0, 1.0], width)
    return sheet


def shield(rng: np.random.Generator) -> Sheet:
    """Arms: a cross, a chevron, a bend or a boss."""
    sheet = Sheet()
    wide, shoulder = float(rng.uniform(0.65, 0.85)), float(rng.uniform(0.0, 0.4))
    sheet.fill(
        [
            (-wide, -0.9),
            (0, -0.9 - 0.15 * shoulder),
            (wide, -0.9),
            (wide, shoulder),
            (0, 1),
            (-wide, shoulder),
        ]
    )
    thick, kind = float(rng.uniform(0.14, 0.26)), int(rng.integers(4))
    if kind == 0:
        sheet.line([(0, -1), (0, 1)], thick, 0)
        sheet.line([(-1, -0.2), (1, -0.2)], thick, 0)
    elif kind == 1:
        sheet.line([(-0.8, 0.4), (0, -0.35), (0.8, 0.4)], thick, 0)
    elif kind == 2:
        sheet.line([(-1, -0.9), (1, 0.7)], thick, 0)
    else:
        sheet.oval(0, -0.15, 0.3, 0.3, level=0)
    return sheet


def weapon(rng: np.random.Generator) -> Sheet:
    """Swords and axes, one or two crossed."""
    sheet = Sheet()
    blade, guard = float(rng.uniform(0.1, 0.22)), float(rng.uniform(0.25, 0.5))
    axe = rng.random() < 0.5
    angles = [0.0] if rng.random() < 0.4 else [-40.0, 40.0]
    for angle in angles:
        if axe:
            shapes = [
                [(-0.06, -0.9), (0.06, -0.9), (0.06, 1), (-0.06, 1)],
                [(0, -0.8), (guard + 0.2, -1), (guard + 0.3, -0.1), (0, -0.35)],
            ]
            if blade > 0.16:
                shapes.append([(-x, y) for x, y in shapes[1]])
        else:
            shapes = [
                [(0, -1), (blade, -0.75), (blade, 0.45), (-blade, 0.45), (-blade, -0.75)],
                [(-guard, 0.42), (guard, 0.42), (guard, 0.58), (-guard, 0.58)],
                [(-0.09, 0.5), (0.09, 0.5), (0.09, 1), (-0.09, 1)],
            ]
        for shape in shapes:
            sheet.fill(turned(np.array(shape), angle))
    return sheet


def crown(rng: np.random.Generator) -> Sheet:
    """A crown of three to five points."""
    sheet = Sheet()
    points, dip = int(rng.integers(3, 6)), float(rng.uniform(-0.1, 0.3))
    xs = np.linspace(-0.9, 0.9, 2 * points - 1)
    ys = np.where(np.arange(2 * points - 1) % 2 == 0, -0.7, dip)
    top = list(zip(xs.tolist(), ys.tolist(), strict=True))
    sheet.fill([(-0.75, 0.75), *top, (0.75, 0.75)])
    for x, y in top[::2]:
        sheet.oval(x, y - 0.05, 0.12, 0.12)
    if rng.random() < 0.6:
        sheet.line([(-0.8, 0.45), (0.8, 0.45)], 0.1, 0)
    return sheet


def moon(rng: np.random.Generator) -> Sheet:
    """A crescent, or a sun with rays."""
    sheet = Sheet()
    if rng.random() < 0.5:
        sheet.oval(0, 0, 0.9, 0.9)
        shift = float(rng.uniform(0.25, 0.6))
        sheet.oval(shift, float(rng.uniform(-0.2, 0.2)), 0.75, 0.75, level=0)
        return sheet
    rays, size = int(rng.integers(6, 14)), float(rng.uniform(0.4, 0.6))
    for angle in np.arange(rays) * 360 / rays:
        ray = np.array([(-0.14, -size), (0.14, -size), (0.0, -1.0)])
        sheet.fill(turned(ray, float(angle)))
    sheet.oval(0, 0, size + 0.02, size + 0.02)
    hole = size * float(rng.uniform(0, 0.7))
    sheet.oval(0, 0, hole, hole, level=0)
    return sheet


def gear(rng: np.random.Generator) -> Sheet:
    """A toothed wheel; only beyond training's numbers."""
    sheet = Sheet()
    teeth, depth = int(rng.integers(5, 12)), float(rng.uniform(0.15, 0.3))
    angles = np.linspace(0, 2 * np.pi, teeth * 4, endpoint=False)
    radius = np.where((np.arange(teeth * 4) // 2) % 2 == 0, 1.0, 1.0 - depth)
    sheet.fill(np.stack([radius * np.cos(angles), radius * np.sin(angles)], 1))
    hole = float(rng.uniform(0.2, 0.5))
    sheet.oval(0, 0, hole, hole, level=0)
    if rng.random() < 0.5:
        sheet.oval(0, 0, hole * 0.5, hole * 0.5)
    return sheet
