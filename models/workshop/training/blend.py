"""Average a reader that ships with one trained on from it: `python -m models.workshop.training.blend --out build/half`.

What was trained on has learnt the new pictures and forgotten a little of the others; numbers between the two of them
keep most of both (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np
import torch

from models.workshop.training.batches import Known, ReadBatch
from models.workshop.training.dice import Maker
from models.workshop.training.export import export
from models.workshop.training.nets import ReadNet
from models.workshop.training.ring import Traced, mixed
from models.workshop.training.shipped import load_shipped

_CROPS: Final = 640
_AT_ONCE: Final = 128
_SEED: Final = 77


def _inputs(traced: Traced | None) -> list[torch.Tensor]:
    """Crops and contexts, drawn as for training: what the normalisations settle on."""
    maker, rng, batch = Maker(_SEED), np.random.default_rng(_SEED), ReadBatch(_CROPS)
    draw = mixed(maker, traced) if traced else maker.patch
    for row in range(_CROPS):
        picture, numbers = draw()
        batch.fill(row, rng, picture, Known.of(np.asarray(numbers, dtype=np.float32)), 180.0)
    return [torch.from_numpy(batch.crops), torch.from_numpy(batch.contexts)]


def between(one: torch.nn.Module, other: torch.nn.Module, share: float, inputs: list[torch.Tensor]) -> torch.nn.Module:
    """A reader whose numbers lie between those of two.

    Args:
        one: where it starts.
        other: of the same shape.
        share: of the way to the other, in [0, 1].
        inputs: crops and contexts, on which its normalisations settle anew: those of neither fit it.
    """
    net, theirs = ReadNet(), other.state_dict()
    ours = one.state_dict().items()
    net.load_state_dict({k: v.lerp(theirs[k], share) if v.dtype.is_floating_point else theirs[k] for k, v in ours})
    net.eval()
    for layer in net.modules():
        if isinstance(layer, torch.nn.BatchNorm2d):
            layer.reset_running_stats()
            layer.momentum = None  # the plain mean of all that comes
            layer.train()
    with torch.no_grad():
        for start in range(0, len(inputs[0]), _AT_ONCE):
            net(*(part[start : start + _AT_ONCE] for part in inputs))
    return net.eval()


def main() -> None:
    """Parse the command line, average and export."""
    parser = argparse.ArgumentParser(description="Average the reader that ships with one that was trained on from it.")
    parser.add_argument("--shipped", type=Path, default=Path("models"), help="folder of the network that it began with")
    parser.add_argument("--checkpoints", type=Path, default=Path("build/on"), help="of the one trained on")
    parser.add_argument("--share", type=float, default=0.5, help="of the way to the one trained on")
    parser.add_argument("--second", type=Path, help="folder of pictures of the second renderer, if it learnt from them")
    parser.add_argument("--out", type=Path, required=True, help="where the .onnx file and its card go")
    options = parser.parse_args()
    torch.set_num_threads(1)
    inputs = _inputs(Traced(options.second) if options.second else None)
    shipped, on = ReadNet(), ReadNet()
    load_shipped(shipped, options.shipped / "read.onnx", inputs)
    saved = torch.load(options.checkpoints / "read.pt", map_location="cpu", weights_only=True)
    on.load_state_dict(saved["average"])
    export("read", between(shipped, on, options.share, inputs), options.out, int(saved["seen"]))


if __name__ == "__main__":
    main()
