"""The two networks, small enough for a laptop's processor."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from models.framing import CONTEXT, CROP, STATE, TURNS
from models.labels import FEATURES, LABELS, SYMBOLS

_WIDE, _LAST, _NECK = 128, 160, 256


def _step(inside: int, outside: int, kernel: int = 3, stride: int = 1, spread: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, kernel, stride, (kernel // 2) * spread, dilation=spread, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class _Block(nn.Module):
    """Two convolutions beside a short cut (He et al. 2016)."""

    def __init__(self, width: int, spread: int = 1) -> None:
        super().__init__()
        self.first = _step(width, width, spread=spread)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(N, width, h, w) to the same shape."""
        return torch.relu(x + self.second(self.first(x)))


def _pixels(image: torch.Tensor) -> torch.Tensor:
    """(N, H, W, 3) uint8 to (N, 3, H, W) in about [-2, 2]."""
    return (image.permute(0, 3, 1, 2).float() - 118.0) * (1 / 64.0)


class ReadNet(nn.Module):
    """A die's crop, and what is known of the camera, to all that can be said of the die.

    What is known of the camera bends the trunk's channels (FiLM, Perez et al. 2018): between the
    face that lies up and a neighbour that leans towards the camera only the camera's place decides.
    """

    def __init__(self) -> None:
        super().__init__()
        self.early = nn.Sequential(
            _step(3, 32, 5, 2),
            _Block(32),
            _step(32, 64, 3, 2),
            _Block(64),
            _step(64, _WIDE, 3, 2),
            _Block(_WIDE),
        )
        self.late = _Block(_WIDE)
        self.last = _step(_WIDE, _LAST, 3, 2)
        self.context = nn.Sequential(nn.Linear(CONTEXT, 48), nn.ReLU(inplace=True))
        self.bend_late = nn.Linear(48, 2 * _WIDE)
        self.bend_last = nn.Linear(48, 2 * _LAST)
        side = CROP // 16
        self.neck = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(_LAST * side * side, _NECK),
            nn.ReLU(inplace=True),
        )
        self.faces = nn.Linear(_NECK, len(LABELS))
        self.turns = nn.Linear(_NECK, TURNS)
        self.frame = nn.Linear(_NECK, 3)
        self.state = nn.Linear(_NECK, STATE)
        self.features = nn.Linear(_NECK, FEATURES)
        self.proxies = nn.Parameter(torch.randn(len(LABELS) + SYMBOLS, FEATURES))
        """What features of each label and symbol look like on average; only training needs them."""

    def forward(self, image: torch.Tensor, context: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Look at crops.

        Args:
            image: (N, CROP, CROP, 3) uint8.
            context: (N, CONTEXT) as of `models.framing.context`.

        Returns:
            Logits of faces (N, labels) and turns (N, TURNS), the frame's correction (N, 3), state
            (N, STATE): logits of being a die and of being cocked, and the up vector's x and y;
            features (N, FEATURES) of unit length.
        """
        known = self.context(context)
        seen = _bent(
            self.early(_pixels(image).contiguous(memory_format=torch.channels_last)),
            self.bend_late(known),
        )
        seen = self.neck(_bent(self.last(self.late(seen)), self.bend_last(known)))
        features = functional.normalize(self.features(seen).float(), dim=1)
        return self.faces(seen), self.turns(seen), self.frame(seen), self.state(seen), features


def _bent(seen: torch.Tensor, bend: torch.Tensor) -> torch.Tensor:
    """Channels scaled and shifted: (N, C, h, w) by (N, 2 C)."""
    scale, shift = bend[:, :, None, None].chunk(2, dim=1)
    return seen * (1 + scale) + shift


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
        nn.init.constant_(self.heat.bias, -4.0)  # type: ignore[arg-type]  # a layer with a bias has one

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(N, H, W, 3) uint8 to logits (N, 1, h, w) and boxes (N, 4, h, w); see `vision.find`."""
        pixels = _pixels(image).contiguous(memory_format=torch.channels_last)
        seen = self.trunk(pixels)
        return self.heat(seen), self.shape(seen)
