"""Write a trained network as ONNX, and the card that goes with it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import torch

from models.framing import CROP

if TYPE_CHECKING:
    from pathlib import Path


class _Answers(torch.nn.Module):
    """The network with its outputs as the reader wants them."""

    def __init__(self, name: str, net: torch.nn.Module) -> None:
        super().__init__()
        self.name, self.net = name, net

    def forward(self, image: torch.Tensor) -> Any:
        """The heat as a score in [0, 1]; everything else as it comes."""
        answer = self.net(image)
        if self.name == "find":
            return torch.sigmoid(answer[0]), answer[1]
        return answer


_OUTPUTS = {"find": ("heat", "shape"), "read": ("faces", "turns", "frame")}
_AXES: dict[str, dict[str, dict[int, str]]] = {
    "find": {"image": {0: "n", 1: "h", 2: "w"}, "heat": {0: "n"}, "shape": {0: "n"}},
    "read": {"image": {0: "n"}, "faces": {0: "n"}, "turns": {0: "n"}, "frame": {0: "n"}},
}
_SHAPE = {"find": (-1, -1, -1, 3), "read": (-1, CROP, CROP, 3)}
_NUMBERS = {
    "find": {"threshold": 0.4, "threshold_expected": 0.3, "plain": 0.7, "support": 0.33},
    "read": {"temperature": 1.0, "operating_point": 0.97},
}
_WHAT = {"find": "finds d10s in a picture", "read": "reads the face up of one d10"}


def export(name: str, net: torch.nn.Module, folder: Path, seen: int) -> None:
    """Write `folder/name.onnx` and its card.

    The card's numbers are placeholders that read little until `python -m vision.calibrate` has
    measured them.

    Args:
        name: `find` or `read`.
        net: trained, on the CPU.
        folder: where the two files go.
        seen: samples it was trained on, for its version.
    """
    folder.mkdir(parents=True, exist_ok=True)
    net.eval()
    side = CROP if name == "read" else 128
    path = folder / f"{name}.onnx"
    with torch.no_grad():
        torch.onnx.export(
            _Answers(name, net).eval(),
            (torch.zeros((1, side, side, 3), dtype=torch.uint8),),
            str(path),
            input_names=["image"],
            output_names=list(_OUTPUTS[name]),
            dynamic_axes=_AXES[name],
            opset_version=17,
            dynamo=False,
        )
    data = path.read_bytes()
    (folder / f"{name}.toml").write_text(_card(name, data, seen), encoding="utf-8")
    print(f"{path}: {len(data)} bytes", flush=True)


def _card(name: str, data: bytes, seen: int) -> str:
    labels = (
        '\nlabels = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]' if name == "read" else ""
    )
    names = ", ".join(f'"{output}"' for output in _OUTPUTS[name])
    numbers = "\n".join(f"{key} = {value}" for key, value in _NUMBERS[name].items())
    return f"""# {_WHAT[name]}; how it was made stands in README.md beside it
format = 1

[model]
name = "{name}"
version = "1-{seen}"
file = "{name}.onnx"
sha256 = "{hashlib.sha256(data).hexdigest()}"
size = {len(data)}
licence = "MIT"
trained_on = "the project's own rendered dice, no photographs"

[input]
name = "image"
shape = {list(_SHAPE[name])}
dtype = "uint8"
order = "blue, green, red"

[output]
names = [{names}]{labels}

[numbers]
{numbers}
"""
