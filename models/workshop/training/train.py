"""Train the networks: `python -m models.workshop.training.train --out models/ --minutes 60`.

It can be stopped at any time and taken up again with `--resume DIR`, from the last checkpoint in
DIR.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from models.workshop.training.batches import ahead, find_batches, read_batches
from models.workshop.training.export import export
from models.workshop.training.nets import FindNet, ReadNet
from models.workshop.training.ring import KINDS, SHARE, Ring, Traced
from models.workshop.training.shipped import load_shipped
from vision.network import OnnxSession, open_session, read_card
from vision.read import log_softmax

_BATCH = {"read": 128, "find": 24}
_RATE = {"read": 2.0e-3, "find": 2.5e-3}
_RING = {"read": 60_000, "find": 9_000}
_FIRST = {"read": 2_500, "find": 600}
_EVERYTHING = ("d10", "d00", "d6")
_STAGES = {
    "read": ((0.2, ("d10",)), (1.0, _EVERYTHING)),
    "find": ((1.0, _EVERYTHING),),
}
"""Up to which share of its minutes a network sees which kinds of dice."""
_ON = 0.12
"""Share of its learning rate with which a network that ships is trained on."""
_HEED = 0.5
"""What other networks say of a crop, where they are right, is so much of what is learnt there: less is forgotten of
what they know."""
_SETTLING = 12
"""Batches from which it learns, before it is trained on, what its training needs beside it."""
_EVERY = 90.0
"""Seconds between checkpoints."""
_TURN_WEIGHT, _FRAME_WEIGHT, _FEATURES_WEIGHT = 1.5, 4.0, 0.3
_NEAR, _PART = 0.2, 0.15
"""A crop so much smaller than the right one, as a logarithm, shows a part of a die, and says less of where it lies."""
_ALIKE = 14.0
"""Factor from a cosine to a logit, where features are compared."""
_INPUTS = {"read": 2, "find": 1}
"""How many of a batch's arrays the network takes; the others are what it should say."""


@dataclass(slots=True)
class Run:
    """One network's training, as it stands in a checkpoint."""

    name: str
    net: torch.nn.Module
    average: torch.nn.Module
    optimiser: torch.optim.Optimizer
    seen: int = 0
    seconds: float = 0.0


def new_net(name: str) -> torch.nn.Module:
    """An untrained network by its card's name."""
    return ReadNet() if name == "read" else FindNet()


def start(name: str, resume: Path | None, device: str) -> Run:
    """A fresh run, or the one whose checkpoint lies in `resume`."""
    net = new_net(name).to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch tells less than it knows
    average = new_net(name).to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch tells less than it knows
    average.load_state_dict(net.state_dict())
    run = Run(name, net, average, torch.optim.AdamW(net.parameters(), _RATE[name], weight_decay=0.02))
    path = resume / f"{name}.pt" if resume is not None else None
    if path is not None and path.is_file():
        saved: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["average"])
        run.optimiser.load_state_dict(saved["optimiser"])
        run.seen, run.seconds = int(saved["seen"]), float(saved["seconds"])
    return run


def save(run: Run, folder: Path) -> None:
    """Write the checkpoint whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {
        "net": run.net.state_dict(),
        "average": run.average.state_dict(),
        "optimiser": run.optimiser.state_dict(),
        "seen": run.seen,
        "seconds": run.seconds,
    }
    torch.save(state, folder / f"{run.name}.part")
    (folder / f"{run.name}.part").replace(folder / f"{run.name}.pt")


def read_loss(
    answer: tuple[torch.Tensor, ...], batch: list[torch.Tensor], net: torch.nn.Module
) -> tuple[torch.Tensor, dict[str, float]]:
    """All that the reader says, each over the crops of which it can be said.

    The turn weighs much, for without it the face is hardly learnt; up is learnt where the network
    was not told of it.
    """
    faces, turns, frame, state, features = (part.float() for part in answer)
    context, wanted, wanted_turns, wanted_frame, wanted_state, proxy = batch[1:]
    dice = wanted_state[:, 0]
    face = _over(-(wanted * functional.log_softmax(faces, 1)).sum(1), dice)
    turn = _over(-(wanted_turns * functional.log_softmax(turns, 1)).sum(1), wanted_turns.sum(1))
    whole = torch.where(wanted_frame[:, 2] > _NEAR, _PART, 1.0)
    place = _over(functional.smooth_l1_loss(frame, wanted_frame, beta=0.1, reduction="none").mean(1), dice * whole)
    up = functional.smooth_l1_loss(state[:, 2:], wanted_state[:, 2:], beta=0.2, reduction="none")
    leans = _over(up.mean(1), dice * (1 - context[:, 2]))
    kinds = functional.binary_cross_entropy_with_logits(state[:, :2], wanted_state[:, :2], reduction="none")
    is_die, cocked = kinds[:, 0].mean(), _over(kinds[:, 1], dice)
    alike = features @ functional.normalize(net.proxies, dim=1).T  # type: ignore[operator,arg-type]  # torch tells less than it knows
    near = functional.cross_entropy(_ALIKE * alike, proxy.clamp(min=0), reduction="none")
    told_apart = _over(near, dice * wanted.amax(1))
    right = _over((faces.argmax(1) == wanted.argmax(1)).float(), dice)
    total = (
        face
        + _TURN_WEIGHT * turn
        + _FRAME_WEIGHT * place
        + leans
        + 0.5 * is_die
        + 0.5 * cocked
        + _FEATURES_WEIGHT * told_apart
    )
    told = {
        "right": right,
        "face": face,
        "turn": turn,
        "place": place,
        "up": leans,
        "die": is_die,
        "cocked": cocked,
        "features": told_apart,
    }
    return total, {key: value.item() for key, value in told.items()}


def _over(loss: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Mean of (N,) losses over (N,) weights; 0 where all weights are."""
    return (loss * weights).sum() / weights.sum().clamp(min=1e-6)


def find_loss(
    answer: tuple[torch.Tensor, ...], batch: list[torch.Tensor], _: torch.nn.Module
) -> tuple[torch.Tensor, dict[str, float]]:
    """Focal loss on the heat (Law and Deng 2018), smooth L1 on boxes where a die is."""
    heat, shape = answer[0][:, 0].float(), answer[1].float()
    wanted, box, counts = batch[1][:, 0], batch[1][:, 1:5], batch[1][:, 5]
    score = torch.sigmoid(heat).clamp(1e-5, 1 - 1e-5)
    peak = (wanted >= 0.999).float()
    dice = peak.sum().clamp(min=1)
    hit = -(peak * (1 - score) ** 2 * torch.log(score)).sum() / dice
    miss = -((1 - peak) * (1 - wanted) ** 4 * score**2 * torch.log(1 - score)).sum() / dice
    apart = functional.smooth_l1_loss(shape, box, beta=0.1, reduction="none").mean(1)
    boxes = (apart * counts).sum() / counts.sum().clamp(min=1)
    return hit + miss + 2.0 * boxes, {"hit": hit.item(), "miss": miss.item(), "boxes": boxes.item()}


def rate_at(name: str, done: float) -> float:
    """Learning rate when `done` of the time is used: a short rise, then a cosine's fall."""
    rise = min(1.0, done / 0.02 + 0.05)
    return _RATE[name] * rise * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, done))))


@dataclass(frozen=True, slots=True)
class Plan:
    """How long, where and on what a network is trained."""

    minutes: float
    folder: Path
    workers: int
    device: str
    shipped: Path | None = None
    traced: Traced | None = None
    heeded: tuple[OnnxSession, ...] = ()

    def rate(self, name: str, done: float) -> float:
        """Learning rate when `done` of the time is used: lower for a network that ships."""
        return rate_at(name, done) * (_ON if self.shipped else 1.0)


def train(run: Run, plan: Plan) -> None:
    """Train one network until its minutes are used up, with a checkpoint now and then.

    The reader sees d10s alone first: they are the hardest to turn upright, and the rest is soon
    learnt by a network that can. One that ships is trained on with everything.
    """
    for until, kinds in _STAGES[run.name][-1:] if plan.shipped else _STAGES[run.name]:
        if run.seconds < until * plan.minutes * 60:
            _stage(run, plan, until, kinds)


def _stage(run: Run, plan: Plan, until: float, kinds: tuple[str, ...]) -> None:
    """Train on dice of some kinds until a share of the minutes is used up."""
    ring = Ring(
        plan.folder / "ring",
        KINDS[run.name],
        (_RING[run.name], plan.workers, 7 + int(run.seconds)),
        kinds,
        plan.traced,
    )
    rng = np.random.default_rng((11, run.seen))
    torch.manual_seed(run.seen)
    while ring.drawn() < _FIRST[run.name]:
        ring.check()
        time.sleep(0.5)
    size = _BATCH[run.name]
    source = read_batches(ring, rng, size, lambda: run.seen) if run.name == "read" else find_batches(ring, rng, size)
    loss_of = read_loss if run.name == "read" else find_loss
    batches = ahead(source)
    if plan.shipped is not None and not run.seconds:
        _take_up(run, plan.shipped, [next(batches) for _ in range(_SETTLING)])
    last = saved = time.monotonic()
    sums: dict[str, float] = {}
    try:
        while run.seconds < until * plan.minutes * 60:
            for group in run.optimiser.param_groups:
                group["lr"] = plan.rate(run.name, run.seconds / (plan.minutes * 60))
            parts = next(batches)
            if plan.heeded:
                heed(parts, plan.heeded)
            batch = [torch.from_numpy(part).to(plan.device) for part in parts]
            told = _step(run, batch, loss_of)
            run.seen += size
            now = time.monotonic()
            run.seconds += now - last
            last = now
            for key, value in told.items():
                sums[key] = 0.99 * sums.get(key, value) + 0.01 * value
            if now - saved > _EVERY:
                ring.check()
                save(run, plan.folder)
                saved = now
                _report(run, ring, sums)
    finally:
        save(run, plan.folder)
        ring.close()


def _take_up(run: Run, folder: Path, batches: list[Any]) -> None:
    """Go on from the network in a folder, and from the features that it gives now."""
    device = next(run.net.parameters()).device
    many = [torch.cat([torch.from_numpy(b[i]) for b in batches]).to(device) for i in range(len(batches[0]))]
    load_shipped(run.net, folder / f"{run.name}.onnx", many[: _INPUTS[run.name]])
    if run.name == "read":
        with torch.no_grad():
            features, proxy = run.net(*many[:2])[4].float(), many[-1]
            for place in proxy[proxy >= 0].unique():
                run.net.proxies[place] = features[proxy == place].mean(0)  # type: ignore[index]  # torch tells less than it knows
    run.average.load_state_dict(run.net.state_dict())
    version = read_card(folder / f"{run.name}.toml").version
    run.seen = int(version.split("-")[1].split(".")[0])


def _report(run: Run, ring: Ring, sums: dict[str, float]) -> None:
    figures = ", ".join(f"{key} {value:.4f}" for key, value in sums.items())
    seen = f"{run.seconds / 60:6.1f} min, {run.seen:8d} seen, {ring.drawn():7d} drawn"
    print(f"{run.name} {seen}, {figures}", flush=True)


def _step(run: Run, batch: list[torch.Tensor], loss_of: Any) -> dict[str, float]:
    run.net.train()
    # A processor that cannot do it itself is faster without.
    able = batch[0].is_cuda or torch.cpu._is_avx512_bf16_supported()  # noqa: SLF001 - torch says it nowhere else
    with torch.autocast(batch[0].device.type, torch.bfloat16, enabled=able):
        answer = run.net(*batch[: _INPUTS[run.name]])
    loss, told = loss_of(answer, batch, run.net)
    run.optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(run.net.parameters(), 5.0)
    run.optimiser.step()
    follow(run, 0.999, len(batch[0]))
    return told  # type: ignore[no-any-return]  # torch tells less than it knows


def heed(batch: Sequence[NDArray[Any]], sessions: Sequence[OnnxSession]) -> None:
    """Mix what other readers say of a batch's faces and turns into what is to be learnt, where they are right.

    They speak as one, by the mean of their log-probabilities. Columns 2 and 3 of `batch` are changed in place.
    """
    answers = [session.run(batch[0], batch[1]) for session in sessions]
    faces, turns = (
        np.exp(log_softmax(np.mean([log_softmax(one[at].astype(np.float64)) for one in answers], axis=0)))
        for at in (0, 1)
    )
    share = _HEED * (faces.argmax(1) == batch[2].argmax(1))[:, None] * batch[5][:, :1]
    batch[2][:] += share * (faces - batch[2])
    batch[3][:] += share * batch[3].sum(1, keepdims=True) * (turns - batch[3])


def follow(run: Run, most: float, batch: int) -> None:
    """Move the averaged network, which ships, a little towards the trained one (Polyak)."""
    steps = run.seen / batch
    keep = min(most, (1 + steps) / (10 + steps))
    with torch.no_grad():
        for ours, theirs in zip(run.average.state_dict().values(), run.net.state_dict().values(), strict=True):
            if ours.dtype.is_floating_point:
                ours.lerp_(theirs, 1 - keep)
            else:
                ours.copy_(theirs)


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description="Train the networks that find and read dice.")
    parser.add_argument("--out", type=Path, required=True, help="where the .onnx files and cards go")
    parser.add_argument(
        "--minutes",
        type=float,
        default=120.0,
        help="for the reader; the finder gets a quarter of it",
    )
    parser.add_argument("--resume", type=Path, help="folder of checkpoints to go on from")
    parser.add_argument("--shipped", type=Path, help="folder of networks to train on")
    parser.add_argument(
        "--second", type=Path, help="folder of pictures of the second renderer, to mix in for the reader"
    )
    parser.add_argument("--share", type=float, default=SHARE, help="of the reader's pictures that are cut out of those")
    parser.add_argument(
        "--heed", type=Path, nargs="+", default=[], help="folders of networks from which the reader learns as well"
    )
    parser.add_argument("--checkpoints", type=Path, default=Path("build/training"))
    parser.add_argument("--only", choices=("read", "find"))
    parser.add_argument("--workers", type=int, default=1, help="processes that draw pictures")
    parser.add_argument("--threads", type=int, default=2, help="processor threads of the network")
    parser.add_argument("--export-only", action="store_true", help="write the files from the last checkpoint")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    folder = options.resume or options.checkpoints
    for name in ("find", "read") if options.only is None else (options.only,):
        run = start(name, folder if options.export_only else options.resume, device)
        if not options.export_only:
            share = 1.0 if name == "read" else 0.25
            traced = Traced(options.second, options.share) if options.second else None
            heeded = tuple(open_session(one, "read", options.threads) for one in options.heed) if name == "read" else ()
            minutes = options.minutes * share
            train(run, Plan(minutes, folder, options.workers, device, options.shipped, traced, heeded))
        export(name, run.average.to("cpu"), options.out, run.seen)


if __name__ == "__main__":
    main()
