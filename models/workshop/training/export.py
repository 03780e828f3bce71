"""Write a trained network as ONNX, and the card that goes with it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import torch

from models.framing import CONTEXT, CROP
from models.labels import LABELS
from models.workshop.training.quantise import quantise


class _Answers(torch.nn.Module):
    """The network with its outputs as the reader wants them."""

    def __init__(self, name: str, net: torch.nn.Module) -> None:
        super().__init__()
        self.name, self.net = name, net

    def forward(self, *given: torch.Tensor) -> Any:
        """The heat as a score in [0, 1]; everything else as it comes."""
        answer = self.net(*given)
        if self.name in _ANY_SIZE:
            return torch.sigmoid(answer[0]), answer[1]
        return answer


_IN_BYTES = ("read", "find")
"""Networks whose convolutions compute in bytes."""
_ANY_SIZE = ("find", "spot")
"""Networks that look at a whole picture, of any size."""
_INPUTS = {"find": ("image",), "read": ("image", "context"), "spot": ("image",)}
_OUTPUTS = {"find": ("heat", "shape"), "read": ("faces", "turns", "frame", "state", "features"),
            "spot": ("heat", "shape")}  # fmt: skip
_SHAPE = {"find": (-1, -1, -1, 3), "read": (-1, CROP, CROP, 3),
          "spot": (-1, -1, -1, 3)}  # fmt: skip
_NUMBERS = {
    "find": {
        "threshold": 0.1,
        "bias": -5.0,
        "by_score": 3.1,
        "by_die": 0.7,
        "by_face": 0.35,
        "least": 0.15,
        "least_expected": 0.03,
    },
    "read": {"temperature": 1.0, "operating_point": 0.97, "operating_point_pips": 0.97, "cocked": 0.8},
    "spot": {"threshold": 0.2},
}
_WHAT = {"find": "finds dice in a picture", "read": "reads the face up of one die",
         "spot": "finds cards in a picture"}  # fmt: skip


def _axes(name: str) -> dict[str, dict[int, str]]:
    """Which axes may have any length."""
    axes = {entry: {0: "n"} for entry in (*_INPUTS[name], *_OUTPUTS[name])}
    if name in _ANY_SIZE:
        axes["image"] |= {1: "h", 2: "w"}
    return axes


def _examples(name: str) -> tuple[torch.Tensor, ...]:
    """Inputs of the right shapes."""
    if name in _ANY_SIZE:
        return (torch.zeros((1, 128, 128, 3), dtype=torch.uint8),)
    return torch.zeros((1, CROP, CROP, 3), dtype=torch.uint8), torch.zeros((1, CONTEXT))


def export(name: str, net: torch.nn.Module, folder: Path, seen: int) -> None:
    """Write `folder/name.onnx` and its card.

    The card's numbers are placeholders that read little until `python -m models.workshop.measure.fit_confidence` has
    measured them.

    Args:
        name: `find` or `read`.
        net: trained, on the CPU.
        folder: where the two files go.
        seen: samples it was trained on, for its version.
    """
    folder.mkdir(parents=True, exist_ok=True)
    net.eval()
    path = folder / f"{name}.onnx"
    with torch.no_grad():
        torch.onnx.export(
            _Answers(name, net).eval(),
            _examples(name),
            str(path),
            input_names=list(_INPUTS[name]),
            output_names=list(_OUTPUTS[name]),
            dynamic_axes=_axes(name),
            opset_version=17,
            dynamo=False,
        )
    if name in _IN_BYTES:
        quantise(name, path)
    data = path.read_bytes()
    (folder / f"{name}.toml").write_text(_card(name, data, seen), encoding="utf-8")
    print(f"{path}: {len(data)} bytes", flush=True)


def _card(name: str, data: bytes, seen: int) -> str:
    labels = ""
    context = ""
    if name == "read":
        rows = "".join(f'    "{label.text}",\n' for label in LABELS)
        labels = f"\nlabels = [\n{rows}]"
        context = f'\n[context]\nname = "context"\nshape = [-1, {CONTEXT}]\ndtype = "float32"\n'
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
trained_on = "the project's own rendered {"cards" if name == "spot" else "dice"}, no photographs"

[input]
name = "image"
shape = {list(_SHAPE[name])}
dtype = "uint8"
order = "blue, green, red"
{context}
[output]
names = [{names}]{labels}

[numbers]
{numbers}
"""
