"""Take a network up again from its file, where no checkpoint of it was kept.

In the file, batch normalisation is folded into the convolutions, and these may be in bytes: they
are turned back into numbers, and each normalisation is set so that it changes nothing at first.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper


def load_shipped(net: torch.nn.Module, path: Path, inputs: list[torch.Tensor]) -> None:
    """Give a network the numbers of a file.

    Args:
        net: of the file's shape; it is left evaluating.
        path: the `.onnx` file.
        inputs: what the network is given, of many pictures: from them each normalisation learns
            how far its values reach.
    """
    graph = onnx.load(path).graph
    known = _numbers(graph)
    named = {name: known[f"net.{name}"] for name in net.state_dict() if f"net.{name}" in known}
    net.load_state_dict({k: torch.tensor(v) for k, v in named.items()}, strict=False)
    convolutions = (node.input for node in graph.node if node.op_type == "Conv")
    bias, hooks = torch.zeros(0), []
    for layer in net.modules():
        if isinstance(layer, torch.nn.Conv2d):
            _, weight, shift = next(convolutions)
            layer.weight.data.copy_(torch.tensor(known[weight]))
            bias = torch.tensor(known[shift])
            if layer.bias is not None:
                layer.bias.data.copy_(bias)
        elif isinstance(layer, torch.nn.BatchNorm2d):
            hooks.append(layer.register_forward_pre_hook(partial(_settle, bias)))
    net.eval()
    with torch.no_grad():
        net(*inputs)
    for hook in hooks:
        hook.remove()


def _numbers(graph: Any) -> dict[str, NDArray[Any]]:
    """The file's numbers by name, those in bytes turned back."""
    known = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in known:
            values, scale, zero = (known[name] for name in node.input)
            each = (-1, *[1] * (values.ndim - 1))
            whole = values.astype(np.float32) - zero.astype(np.float32).reshape(each)
            known[node.output[0]] = whole * scale.reshape(each)
    return known


def _settle(bias: torch.Tensor, layer: Any, given: tuple[torch.Tensor]) -> None:
    """Set a normalisation so that, of what comes in now, it only adds the bias."""
    spread, middle = torch.var_mean(given[0].float(), dim=(0, 2, 3), correction=0)
    layer.running_mean.copy_(middle)
    layer.running_var.copy_(spread)
    layer.weight.data.copy_(torch.sqrt(spread + layer.eps))
    layer.bias.data.copy_(bias.to(middle.device) + middle)
