"""The two networks, small enough for a laptop's processor."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from models.framing import CROP, TURNS


def _step(
    inside: int, outside: int, kernel: int = 3, stride: int = 1, spread: int = 1
) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(
            inside, outside, kernel, stride, (kernel // 2) * spread, dilation=spread, bias=False
        ),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class _Block(nn.Module):
    """Two convolutions beside a short cut (He et al. 2016)."""

    def __init__(self, width: int, spread: int = 1) -> None:
        super().__init__()
        self.first = _step(width, width, spread=spread)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(N, width, h, w) to the same shape."""
        return torch.relu(x + self.second(self.first(x)))


def _pixels(image: torch.Tensor) -> torch.Tensor:
    """(N, H, W, 3) uint8 to (N, 3, H, W) in about [-2, 2]."""
    return (image.permute(0, 3, 1, 2).float() - 118.0) * (1 / 64.0)


class ReadNet(nn.Module):
    """A die's crop to its face, its numeral's turn and where the die really lies."""

    def __init__(self, labels: int = 10) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _step(3, 24, 5, 2),
            _Block(24),
            _step(24, 48, 3, 2),
            _Block(48),
            _step(48, 96, 3, 2),
            _Block(96),
            _Block(96),
            _step(96, 128, 3, 2),
        )
        side = CROP // 16
        self.neck = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(128 * side * side, 160), nn.ReLU(inplace=True)
        )
        self.faces = nn.Linear(160, labels)
        self.turns = nn.Linear(160, TURNS)
        self.frame = nn.Linear(160, 3)

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """(N, CROP, CROP, 3) uint8 to logits of faces and turns (N, TURNS), and frame (N, 3)."""
        pixels = _pixels(image).contiguous(memory_format=torch.channels_last)
        seen: Any = self.neck(self.trunk(pixels))
        return self.faces(seen), self.turns(seen), self.frame(seen)


class FindNet(nn.Module):
    """A reduced picture to a score and a box for every cell of STRIDE pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _step(3, 16, 3, 2),
            _step(16, 24, 3, 2),
            _step(24, 48, 3, 2),
            _Block(48),
            _Block(48, 2),
            _Block(48, 4),
        )
        self.heat = nn.Conv2d(48, 1, 1)
        self.shape = nn.Conv2d(48, 4, 1)
        nn.init.constant_(self.heat.bias, -4.0)  # type: ignore[arg-type]

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(N, H, W, 3) uint8 to logits (N, 1, h, w) and boxes (N, 4, h, w); see `vision.find`."""
        pixels = _pixels(image).contiguous(memory_format=torch.channels_last)
        seen = self.trunk(pixels)
        return self.heat(seen), self.shape(seen)
