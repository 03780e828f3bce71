"""Materials of the path tracer, put together from nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

Input = Any
"""A number, a colour, or the socket that gives one."""


class Tree:
    """A material's nodes, or those of the world around the scene.

    Args:
        owner: a material or a world.
    """

    def __init__(self, owner: Any) -> None:
        owner.use_nodes = True
        self._tree = owner.node_tree
        self._tree.nodes.clear()

    def node(self, kind: str, inputs: Mapping[Any, Input], **settings: Any) -> Any:
        """A node of a kind, its inputs by name or place, and what is set on it."""
        made = self._tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(made, name, value)
        for key, value in inputs.items():
            self._give(made.inputs[key], value)
        return made

    def _give(self, socket: Any, value: Input) -> None:
        if isinstance(value, bpy.types.NodeSocket):
            self._tree.links.new(value, socket)
        elif isinstance(value, (np.ndarray, tuple, list)):
            numbers = [float(one) for one in value]
            # A colour's socket has a fourth number.
            socket.default_value = numbers + [1.0] * (len(socket.default_value) - len(numbers))
        else:
            socket.default_value = value

    def mix(self, share: Input, one: Input, other: Input) -> Any:
        """A colour between two."""
        return self.node("ShaderNodeMix", {0: share, 6: one, 7: other}, data_type="RGBA").outputs[2]

    def spread(self, value: Input, low: float, high: float, ends: tuple[float, float] = (0.0, 1.0)) -> Any:
        """A value from `low` to `high` spread out between two ends; beyond, it stays there."""
        inputs = {"Value": value, "From Min": low, "From Max": high, "To Min": ends[0], "To Max": ends[1]}
        return self.node("ShaderNodeMapRange", inputs).outputs[0]

    def noise(self, at: Any, scale: float, distortion: float = 0.0, detail: float = 4.0) -> Any:
        """Cloudy noise about 0.5."""
        inputs = {"Vector": at, "Scale": scale, "Distortion": distortion, "Detail": detail}
        return self.node("ShaderNodeTexNoise", inputs).outputs[0]

    def bump(self, height: Any, distance: float) -> Any:
        """Normals of a surface that is this uneven, in inradii."""
        return self.node("ShaderNodeBump", {"Height": height, "Distance": distance}).outputs[0]

    def moved(self, which: str, offset: NDArray[np.float64], scale: float = 1.0) -> Any:
        """Coordinates of a sort (`Object`, `UV`), moved and scaled."""
        at = self.node("ShaderNodeTexCoord", {}).outputs[which]
        return self.node("ShaderNodeMapping", {"Vector": at, "Location": offset, "Scale": [scale] * 3}).outputs[0]


def picture(pixels: NDArray[np.float32]) -> Any:
    """An image of (H, W, 4) linear numbers, its first row on top."""
    height, width = pixels.shape[:2]
    image = bpy.data.images.new("pixels", width, height, alpha=True, float_buffer=True, is_data=True)
    image.alpha_mode = "CHANNEL_PACKED"
    image.pixels.foreach_set(np.ascontiguousarray(pixels[::-1], dtype=np.float32).ravel())
    image.update()
    return image
