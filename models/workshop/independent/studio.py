"""Light for a scene: hands it to the renderer and brings back linear light."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.workshop.independent import darkroom, materials, patterns, solids, stage

_VARIANTS: Final = ("llvm_ad_rgb", "scalar_rgb")
_GROUNDS: Final = {
    "wood": (("#8a5a34", "#5a3419"), ("#c89a64", "#9c6c3c"), ("#4a3020", "#2c1a10"), ("#e0c8a0", "#c0a070")),
    "felt": (("#1c5a34", "#2f7a4a"), ("#7a1620", "#982a34"), ("#1c2f6a", "#2f4788"), ("#2a2a2e", "#404046")),
    "paper": (("#f4f2ea", "#a8c0dc"), ("#ffffff", "#c8c8c8"), ("#e8dcc0", "#b89a74")),
    "mat": (("#2c4a34", "#c8b478"), ("#4a4238", "#98784a"), ("#24344a", "#88a8c8"), ("#683428", "#e0b088")),
    "stone": (("#e8e8e4", "#9a9a9c"), ("#303234", "#6a6a6a"), ("#a89a88", "#d8ccb8")),
    "plain": (
        ("#e4e4e4", "#f4f4f4"), ("#1a1a1c", "#2a2a2c"), ("#9a3a2a", "#a84a38"),
        ("#4a7a98", "#5a8aa8"), ("#d8b84a", "#e8c85a"),
    ),
}  # fmt: skip
"""Pairs of colours by kind of table."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How long the renderer works on a picture.

    Attributes:
        passes: pictures that are merged; a pixel far brighter in one of them is cut.
        samples: rays through a pixel in each pass.
    """

    passes: int = 8
    samples: int = 8


def opened() -> Any:
    """The renderer in its fastest variant that works here, on one thread."""
    mitsuba = materials.renderer()
    for variant in _VARIANTS:
        try:
            mitsuba.set_variant(variant)
            if variant.startswith("llvm"):
                from importlib import import_module

                import_module("drjit").set_thread_count(int(os.environ.get("INDEPENDENT_THREADS", "1")))
            mitsuba.load_dict({"type": "sphere"})
        except (ImportError, RuntimeError):
            continue
        else:
            mitsuba.set_log_level(mitsuba.LogLevel.Error)
            return mitsuba
    raise RuntimeError("no variant of the renderer works on this machine")


def write_ply(mesh: solids.Mesh, points: NDArray[np.float64], normals: NDArray[np.float64], path: Path) -> None:
    """The mesh at the given points as a binary PLY file."""
    names = ["x", "y", "z", "nx", "ny", "nz", "u", "v"]
    head = ["ply", "format binary_little_endian 1.0", f"element vertex {len(points)}"]
    head += [f"property float {name}" for name in names]
    head += [
        f"element face {len(mesh.triangles)}",
        "property list uchar int vertex_indices",
        "end_header",
    ]
    corners = np.hstack([points, normals, mesh.uv]).astype("<f4")
    faces = np.zeros(len(mesh.triangles), dtype=[("n", "u1"), ("v", "<i4", 3)])
    faces["n"], faces["v"] = 3, mesh.triangles
    path.write_bytes(("\n".join(head) + "\n").encode() + corners.tobytes() + faces.tobytes())


def _rectangle(at: NDArray[np.float64], wide: float, tall: float, to: NDArray[np.float64]) -> Any:
    """A flat piece of that size at a place, facing another."""
    transform = materials.renderer().ScalarTransform4f()
    up = [0.0, 0.0, 1.0] if abs(at[2] - to[2]) < 0.97 * np.linalg.norm(at - to) else [0.0, 1.0, 0.0]
    looked = transform.look_at(origin=at.tolist(), target=to.tolist(), up=up)
    return looked @ transform.scale([wide / 2, tall / 2, 1.0])


def _lamp(rng: np.random.Generator, kind: str) -> dict[str, Any]:
    """A lamp of about the same effect on the table wherever it stands."""
    lift = np.deg2rad(rng.uniform(22, 45) if kind == "window" else rng.uniform(38, 68))
    around, away = rng.uniform(0, 2 * np.pi), rng.uniform(1000, 1600)
    at = away * np.array([np.cos(lift) * np.cos(around), np.cos(lift) * np.sin(around), np.sin(lift)])
    wide, tall = {
        "window": (rng.uniform(500, 900), rng.uniform(600, 1100)),
        "panel": (rng.uniform(300, 700), rng.uniform(150, 500)),
    }.get(kind, (rng.uniform(50, 140),) * 2)
    warm = {"window": (0.85, 0.95, 1.1), "panel": (1.0, 0.98, 0.95)}.get(kind, (1.1, 0.9, 0.66))
    strength = rng.uniform(1.2, 3.5) * away**2 / (wide * tall * np.sin(lift) ** 0.5)
    light = [float(strength * part) for part in warm]
    return {
        "type": "rectangle",
        "to_world": _rectangle(at, wide, tall, np.zeros(3)),
        "emitter": {"type": "area", "radiance": {"type": "rgb", "value": light}},
    }


def lighting(rng: np.random.Generator) -> tuple[str, dict[str, Any]]:
    """A name for the light, and the lamps with what shines from the room."""
    name = str(rng.choice(["lamp", "panel", "window", "lamps", "overcast"], p=[0.25, 0.25, 0.2, 0.2, 0.1]))
    kinds = {"lamps": ["lamp", "panel", "lamp"][: int(rng.integers(2, 4))], "overcast": []}
    lamps = {f"lamp{place}": _lamp(rng, kind) for place, kind in enumerate(kinds.get(name, [name]))}
    glow = 1.0 if name == "overcast" else float(rng.uniform(0.25, 0.9))
    mitsuba = materials.renderer()
    turned = mitsuba.ScalarTransform4f().rotate([1, 0, 0], 90) @ mitsuba.ScalarTransform4f().rotate(
        [0, 1, 0], float(rng.uniform(0, 360))
    )
    bitmap = mitsuba.Bitmap(np.ascontiguousarray(patterns.room(rng, glow)))
    room = {"type": "envmap", "bitmap": bitmap, "to_world": turned}
    return name, {**lamps, "room": room}


def ground(rng: np.random.Generator, reach: float) -> tuple[str, dict[str, Any]]:
    """A name for the table, and its parts; `reach` is how far from the origin dice lie."""
    kind = str(rng.choice(["wood", "felt", "paper", "mat", "stone", "plain", "tray"]))
    mitsuba = materials.renderer()
    transform = mitsuba.ScalarTransform4f()
    floor = str(rng.choice(["felt", "plain", "wood"])) if kind == "tray" else kind
    pairs = _GROUNDS[floor]
    low, high = (patterns.linear(part) for part in pairs[int(rng.integers(0, len(pairs)))])
    picture = patterns.table_picture(floor, (low, high), rng)
    tiles = 5.0
    texture = materials.picture_texture(picture, wrap_mode="mirror", to_uv=transform.scale([tiles, tiles, 1.0]))
    shiny = {"wood": 0.18, "stone": 0.1, "plain": 0.3}.get(floor, 0.0)
    surface = materials.plastic(texture, shiny) if shiny else {"type": "diffuse", "reflectance": texture}
    parts: dict[str, Any] = {
        "table": {
            "type": "rectangle",
            "to_world": transform.rotate([0, 0, 1], float(rng.uniform(0, 360))) @ transform.scale([900.0, 900.0, 1.0]),
            "surface": surface,
        }
    }
    if kind == "tray":
        parts |= _walls(rng, reach)
    return (f"{floor} tray" if kind == "tray" else kind), parts


def _walls(rng: np.random.Generator, reach: float) -> dict[str, Any]:
    """Four walls of a dice tray around the dice."""
    transform = materials.renderer().ScalarTransform4f()
    tone = patterns.linear(str(rng.choice(["#5a3419", "#1a1a1c", "#c89a64", "#7a7a7c"])))
    tall, thick, half = rng.uniform(14, 24), rng.uniform(6, 12), reach + rng.uniform(30, 60)
    walls = {}
    for place in range(4):
        turn = transform.rotate([0, 0, 1], 90.0 * place)
        moved = transform.translate([half + thick, 0, tall / 2])
        size = transform.scale([thick, half + 2 * thick, tall / 2])
        surface = materials.plastic(materials.colour(tone), 0.25)
        walls[f"wall{place}"] = {
            "type": "cube",
            "to_world": turn @ moved @ size,
            "surface": surface,
        }
    return walls


def _sensor(camera: stage.Camera) -> dict[str, Any]:
    mitsuba = materials.renderer()
    _, down, ahead = camera.axes
    wide, tall = camera.size
    return {
        "type": "perspective",
        "fov": float(np.degrees(2 * np.arctan(wide / 2 / camera.focal))),
        "fov_axis": "x",
        "to_world": mitsuba.ScalarTransform4f().look_at(
            origin=camera.place.tolist(),
            target=(camera.place + ahead).tolist(),
            up=(-down).tolist(),
        ),
        "film": {
            "type": "hdrfilm",
            "width": wide,
            "height": tall,
            "pixel_format": "rgb",
            "component_format": "float32",
            "rfilter": {"type": "box"},
        },
        "sampler": {"type": "independent"},
    }


def shot(
    camera: stage.Camera,
    lying: list[stage.Lying],
    rng: np.random.Generator,
    quality: Quality,
    scratch: Path,
) -> tuple[NDArray[np.float32], list[stage.Truth], str, str]:
    """Linear light (h, w, 3), what is true of each die, and names of the table and the light."""
    mitsuba = materials.renderer()
    described: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 9, "rr_depth": 5},
        "sensor": _sensor(camera),
    }
    truths = []
    for place, one in enumerate(lying):
        sculpted = materials.relief_of(one.die, 0.055 * one.die.solid.depth * 2)
        steps = 110 if one.die.symbol else 28
        mesh = solids.rounded_mesh(one.die.solid, one.die.rounding, steps, sculpted)
        points = one.placed(mesh.points)
        if sculpted is not None:
            points[:, 2] -= points[:, 2].min()
        truths.append(stage.truth(one, points, camera))
        path = scratch / f"die{place}.ply"
        write_ply(mesh, points, mesh.normals @ one.turn.T, path)
        surface = materials.die_surface(one.die, np.random.default_rng(sum(map(ord, one.die.name))))
        described[f"die{place}"] = {"type": "ply", "filename": str(path), "surface": surface}
    reach = max(float(np.abs(one.place[:2]).max()) for one in lying)
    table, parts = ground(rng, reach)
    light, lamps = lighting(rng)
    scene = mitsuba.load_dict(described | parts | lamps)
    first = int(rng.integers(0, 2**20))
    passes = [
        np.asarray(mitsuba.render(scene, spp=quality.samples, seed=first + turn), np.float32)
        for turn in range(quality.passes)
    ]
    return darkroom.merged(passes), truths, table, light
