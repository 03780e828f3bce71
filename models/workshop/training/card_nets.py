"""The network that finds cards, small enough for a laptop's processor."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from models.framing import SPOT
from models.workshop.training.nets import _Block, _pixels, _step


class SpotNet(nn.Module):
    """A reduced picture to a score, a place and a shape for every cell of STRIDE pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.early = nn.Sequential(_step(3, 16, 3, 2), _step(16, 24, 3, 2), _step(24, 48, 3, 2))
        self.late = nn.Sequential(_step(48, 64, 3, 2), _Block(64), _Block(64, 2), _Block(64, 4), _Block(64, 2))
        self.back = _step(64, 48, 1)
        self.last = _Block(48)
        self.heat = nn.Conv2d(48, 1, 1)
        self.shape = nn.Conv2d(48, SPOT, 1)
        nn.init.constant_(self.heat.bias, -4.0)  # type: ignore[arg-type]  # a layer with a bias has one

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(N, H, W, 3) uint8 to logits (N, 1, h, w) and shapes (N, SPOT, h, w)."""
        near = self.early(_pixels(image).contiguous(memory_format=torch.channels_last))
        far = functional.interpolate(self.back(self.late(near)), scale_factor=2.0, mode="nearest")
        seen = self.last(near + far[:, :, : near.shape[2], : near.shape[3]])
        return self.heat(seen), self.shape(seen)
