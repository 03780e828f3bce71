"""Train the network that finds cards: `python -m models.workshop.training.cards --out models --minutes 40`.

It can be stopped at any time; called again with the same `--checkpoints`, it goes on.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.nn import functional

from models.workshop.rendering import effects
from models.workshop.training.card_nets import SpotNet
from models.workshop.training.card_tables import Pool, draw_table
from models.workshop.training.export import export
from models.workshop.training.train import Run, follow, save

_RATE = 2.5e-3
_EVERY = 60.0
_KEPT_TABLES, _NEW_TABLES, _TABLES = 3000, 4, 16
_RENEWED = 0.1


def tables(pool: Pool) -> Iterator[list[np.ndarray[Any, Any]]]:
    """Endless batches of tables, each used some times, turned and toned anew."""
    rng = pool.rng
    kept = [draw_table(pool) for _ in range(4 * _TABLES)]
    while True:
        if rng.random() < _RENEWED:
            pool.renew()
        kept += [draw_table(pool) for _ in range(_NEW_TABLES)]
        kept = kept[-_KEPT_TABLES:]
        chosen = [kept[int(at)] for at in rng.integers(len(kept), size=_TABLES - _NEW_TABLES)] + kept[-_NEW_TABLES:]
        pictures = np.stack([effects.toned(rng, one[0], 0.6) for one in chosen])
        truths = np.stack([one[1] for one in chosen])
        if rng.random() < 0.5:
            pictures, truths = pictures[:, :, ::-1].copy(), truths[..., ::-1].copy()
            truths[:, (1, 5, 8)] *= -1
        if rng.random() < 0.5:
            pictures, truths = pictures[:, ::-1].copy(), truths[:, :, ::-1].copy()
            truths[:, (2, 5, 8)] *= -1
        yield [pictures, truths]


def spot_loss(net: torch.nn.Module, batch: list[torch.Tensor]) -> tuple[torch.Tensor, dict[str, float]]:
    """Focal loss on the heat (Law and Deng 2018), smooth L1 on places and shapes."""
    heat, shape = net(batch[0])
    wanted, truth = batch[1][:, :1], batch[1][:, 1:-1]
    counts = batch[1][:, -1:]
    score = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    tip = (wanted > 0.999).float()
    hit = -((1 - score) ** 2) * torch.log(score) * tip
    miss = -((1 - wanted) ** 4) * score**2 * torch.log(1 - score) * (1 - tip)
    found = (hit.sum() + miss.sum()) / tip.sum().clamp(min=1)
    off = functional.smooth_l1_loss(shape, truth, beta=0.1, reduction="none")
    weight = counts * (0.2 + wanted)
    placed = (off * weight).sum() / weight.sum().clamp(min=1)
    return found + 2 * placed, {"found": found.item(), "placed": placed.item()}


def start(folder: Path) -> Run:
    """A fresh run, or the one whose checkpoint lies there."""
    net, average = (SpotNet().to(memory_format=torch.channels_last) for _ in range(2))
    average.load_state_dict(net.state_dict())
    run = Run("spot", net, average, torch.optim.AdamW(net.parameters(), _RATE, weight_decay=0.02))
    if (folder / "spot.pt").is_file():
        saved: dict[str, Any] = torch.load(folder / "spot.pt", weights_only=True)
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["average"])
        run.optimiser.load_state_dict(saved["optimiser"])
        run.seen, run.seconds = int(saved["seen"]), float(saved["seconds"])
    return run


def train(run: Run, minutes: float, folder: Path) -> None:
    """Train until the minutes are used up, with a checkpoint now and then."""
    cv2.setNumThreads(1)
    batches = tables(Pool(31 + run.seen))
    last = saved = time.monotonic()
    sums: dict[str, float] = {}
    run.net.train()
    while run.seconds < minutes * 60:
        done = run.seconds / (minutes * 60)
        warm = min(1.0, (run.seen + 1) / 3000)
        for group in run.optimiser.param_groups:
            group["lr"] = _RATE * warm * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)
        batch = [torch.from_numpy(part) for part in next(batches)]
        loss, told = spot_loss(run.net, batch)
        run.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]  # torch tells less than it knows
        torch.nn.utils.clip_grad_norm_(run.net.parameters(), 5.0)
        run.optimiser.step()
        run.seen += len(batch[0])
        follow(run, 0.998, len(batch[0]))
        now = time.monotonic()
        run.seconds, last = run.seconds + now - last, now
        sums = {key: 0.98 * sums.get(key, value) + 0.02 * value for key, value in told.items()}
        if now - saved > _EVERY:
            save(run, folder)
            saved = now
            figures = ", ".join(f"{key} {value:.4f}" for key, value in sums.items())
            print(f"{run.name} {run.seconds / 60:6.1f} min, {run.seen:8d} seen, {figures}", flush=True)
    save(run, folder)


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=40.0)
    parser.add_argument("--checkpoints", type=Path, default=Path("build/training"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--export-only", action="store_true", help="write the files from the last checkpoint")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    run = start(options.checkpoints)
    if not options.export_only:
        train(run, options.minutes, options.checkpoints)
    export("spot", run.average, options.out, run.seen)


if __name__ == "__main__":
    main()
