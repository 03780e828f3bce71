"""A table with dice before a camera, as the path tracer sees it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from models.workshop.rendering.geometry import Camera
from models.workshop.rendering.scene import PlacedDie
from models.workshop.second.light import around, lamps
from models.workshop.second.materials import material
from models.workshop.second.mesh import Surface, surface
from models.workshop.second.nodes import Tree, picture
from models.workshop.second.prints import linear, sheet

_SENSOR: Final = 36.0
_TABLE: Final = 200.0
"""Half the table's side in inradii: it reaches beyond every picture."""
_DRAWN: Final = 0.7
"""Share of grounds whose colours are a drawn picture; the others are cloth, wood and stone made of noise."""


@dataclass(frozen=True, slots=True)
class Take:
    """One picture to take.

    Attributes:
        camera: how the world falls on the picture; its principal point is the picture's middle.
        size: width and height in pixels.
        ground: (H, W, 3) uint8 of what the dice lie on.
        samples: rays through each pixel.
    """

    camera: Camera
    size: tuple[int, int]
    ground: NDArray[np.uint8]
    samples: int


def empty() -> None:
    """Clear everything away."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.world = bpy.data.worlds.new("world")


def put(die: PlacedDie) -> NDArray[np.float64]:
    """Put a die on the stage.

    Returns:
        (V, 3) its surface's points in the world.
    """
    prints = sheet(die.style)
    made = surface(die.style, prints)
    thing = bpy.data.objects.new("die", _mesh(made))
    thing.data.materials.append(material(die.style, prints))
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = die.rotation, die.position
    thing.matrix_world = Matrix(pose.tolist())
    bpy.context.scene.collection.objects.link(thing)
    return np.asarray(made.points @ die.rotation.T + np.array(die.position))


def _mesh(made: Surface) -> Any:
    mesh = bpy.data.meshes.new("die")
    mesh.from_pydata(made.points.tolist(), [], made.quads.tolist())
    layer = mesh.uv_layers.new(name="sheet")
    layer.uv.foreach_set("vector", made.places[made.quads.ravel()].astype(np.float32).ravel())
    mesh.polygons.foreach_set("use_smooth", np.ones(len(made.quads), np.bool_))
    mesh.normals_split_custom_set_from_vertices(made.normals.tolist())
    return mesh


def lay_table(rng: np.random.Generator, take: Take) -> None:
    """The ground below the dice, and what lights it."""
    half = _TABLE
    mesh = bpy.data.meshes.new("table")
    mesh.from_pydata([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], [], [(0, 1, 2, 3)])
    table = bpy.data.objects.new("table", mesh)
    mesh.materials.append(_cover(rng, take.ground))
    scene = bpy.context.scene
    scene.collection.objects.link(table)
    around(rng, scene.world)
    for lamp in lamps(rng):
        scene.collection.objects.link(lamp)


def _cover(rng: np.random.Generator, ground: NDArray[np.uint8]) -> Any:
    """The material of the table."""
    made = bpy.data.materials.new("table")
    tree = Tree(made)
    if rng.random() < _DRAWN:
        colour, height = _drawn(tree, rng, ground)
    else:
        colour, height = _woven(tree, rng, ground)
    inputs = {
        "Base Color": colour,
        "Roughness": float(rng.uniform(0.2, 0.95)),
        "Normal": tree.bump(height, float(rng.uniform(0.0, 0.12))),
    }
    shader = tree.node("ShaderNodeBsdfPrincipled", inputs)
    tree.node("ShaderNodeOutputMaterial", {"Surface": shader.outputs[0]})
    return made


def _drawn(tree: Tree, rng: np.random.Generator, ground: NDArray[np.uint8]) -> tuple[Any, Any]:
    """Colour and height of a ground as `rendering` draws it, mirrored where it ends."""
    pixels = np.ones((*ground.shape[:2], 4), np.float32)
    pixels[..., :3] = (ground[..., ::-1].astype(np.float32) / 255) ** 2.2
    scale = float(np.exp(rng.uniform(np.log(0.03), np.log(0.07))))
    at = tree.moved("Object", rng.uniform(0, 1, 3), scale)
    node = tree.node("ShaderNodeTexImage", {"Vector": at}, image=picture(pixels), extension="MIRROR")
    return node.outputs[0], node.outputs[0]


def _woven(tree: Tree, rng: np.random.Generator, ground: NDArray[np.uint8]) -> tuple[Any, Any]:
    """Colour and height of threads or grain, in two colours of a drawn ground."""
    rows, columns = rng.integers(0, ground.shape[0], 2), rng.integers(0, ground.shape[1], 2)
    blue, green, red = (ground[rows, columns, part].astype(float).tolist() for part in range(3))
    one, other = (linear((blue[k], green[k], red[k])) for k in range(2))
    at = tree.moved("Object", rng.uniform(-20, 20, 3))
    if rng.random() < 0.5:
        fine = float(rng.uniform(2.0, 7.0))
        across, along = (
            tree.node("ShaderNodeTexWave", {"Vector": at, "Scale": fine}, bands_direction=way).outputs[1]
            for way in ("X", "Y")
        )
        height = tree.node("ShaderNodeMath", {0: across, 1: along}, operation="MULTIPLY").outputs[0]
        return tree.mix(tree.spread(height, 0.0, 1.0, (0.0, 0.4)), one, other), height
    inputs = {
        "Vector": at,
        "Scale": float(rng.uniform(0.1, 0.5)),
        "Distortion": float(rng.uniform(2, 9)),
        "Detail": 4.0,
    }
    grain = tree.node("ShaderNodeTexWave", inputs).outputs[1]
    return tree.mix(tree.spread(grain, 0.0, 1.0, (0.0, float(rng.uniform(0.2, 1.0)))), one, other), grain


def shoot(take: Take, scratch: Path) -> NDArray[np.float32]:
    """Trace the picture.

    Args:
        take: which.
        scratch: a file to write on the way; it is removed.

    Returns:
        (H, W, 3) linear blue, green and red.
    """
    scene = bpy.context.scene
    _aim(take)
    scene.render.engine = "CYCLES"
    scene.cycles.samples = take.samples
    scene.cycles.use_denoising = True
    scene.cycles.denoising_quality, scene.cycles.denoising_prefilter = "FAST", "FAST"
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 6, 2, 2
    scene.cycles.sample_clamp_indirect = 6.0
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y = take.size
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.filepath = str(scratch)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(scratch))
    width, height = image.size
    pixels = np.empty(width * height * image.channels, np.float32)
    image.pixels.foreach_get(pixels)
    scratch.unlink()
    return np.ascontiguousarray(pixels.reshape(height, width, -1)[::-1, :, 2::-1])


def _aim(take: Take) -> None:
    """Put the camera where the picture is taken from."""
    lens = bpy.data.cameras.new("camera")
    lens.sensor_fit, lens.sensor_width = "HORIZONTAL", _SENSOR
    lens.lens = take.camera.focal / take.size[0] * _SENSOR
    lens.clip_start, lens.clip_end = 0.5, 4 * _TABLE
    thing = bpy.data.objects.new("camera", lens)
    pose = np.eye(4)
    # It looks along its own -z, y up; ours along z, y down.
    pose[:3, :3] = take.camera.rotation.T * [1, -1, -1]
    pose[:3, 3] = take.camera.position
    thing.matrix_world = Matrix(pose.tolist())
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing
