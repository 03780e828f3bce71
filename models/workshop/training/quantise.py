"""Make a trained network's convolutions compute in bytes: faster and smaller.

How far each layer's values reach is measured on drawn pictures, as many as settle the ranges.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.workshop.training.batches import Known, ReadBatch
from models.workshop.training.dice import Maker

_BATCHES: Final = {"read": 16, "find": 40}
_CROPS: Final = 32
_SEED: Final = 4001
_IN_NUMBERS: Final = {
    "read": (),
    "find": ("/net/trunk/trunk.0/trunk.0.0/Conv", "/net/heat/Conv", "/net/shape/Conv"),
}
"""Convolutions that stay in floats: those that say the answer, and the finder's first, which is faster so."""


class _Drawn(CalibrationDataReader):  # type: ignore[misc]  # its base has no types
    """Drawn pictures as the network is given them."""

    def __init__(self, name: str) -> None:
        self._batches = _read_inputs() if name == "read" else _find_inputs()

    def get_next(self) -> dict[str, Any] | None:
        """The next batch by input name; None after the last."""
        return next(self._batches, None)


def _read_inputs() -> Iterator[dict[str, Any]]:
    maker, rng = Maker(_SEED), np.random.default_rng(_SEED)
    for _ in range(_BATCHES["read"]):
        batch = ReadBatch(_CROPS)
        for row in range(_CROPS):
            picture, numbers = maker.patch()
            batch.fill(row, rng, picture, Known.of(numbers), 180.0)
        yield {"image": batch.crops, "context": batch.contexts}


def _find_inputs() -> Iterator[dict[str, Any]]:
    maker = Maker(_SEED)
    for _ in range(_BATCHES["find"]):
        yield {"image": maker.table()[0][None]}


def quantise(name: str, path: Path) -> None:
    """Replace a network's file by one whose convolutions take and give bytes.

    Args:
        name: `find` or `read`.
        path: the `.onnx` file.
    """
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(path), str(ready), skip_symbolic_shape=True)
        quantize_static(
            str(ready),
            str(path),
            _Drawn(name),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,  # weights of 7 bits: processors without VNNI lose sums of larger ones
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            # With what follows a convolution: else its answer is cut into bytes twice, once with what is below 0
            op_types_to_quantize=["Conv", "Relu"],
            nodes_to_exclude=[*_IN_NUMBERS[name]],
            calibrate_method=CalibrationMethod.MinMax,
        )
