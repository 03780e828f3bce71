"""`python -m models.workshop.measure`: how well dice are read on pictures with known answers, and its costs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

from companion.commands.bench import machine, machine_line
from companion.commands.output import FINE, print_json
from companion.core.errors import CompanionError, UsageError
from models.workshop.measure.frames import Cost
from models.workshop.measure.run import Run

REPEATS: Final = 5
_MOST_THREADS: Final = 64


class MeasureError(CompanionError):
    """A manifest, a picture or a network that cannot be measured with; one line says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--photos",
        type=Path,
        metavar="DIR",
        help="folder with pictures and a manifest.csv that says what each shows",
    )
    what.add_argument("--frames", action="store_true", help="time and memory on frames of 1280x720, six dice")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument(
        "--repeats",
        type=int,
        default=REPEATS,
        metavar="N",
        help=f"for --frames; {REPEATS} if not said",
    )
    parser.add_argument("--models", type=Path, metavar="DIR", help="networks to use instead")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="cores a look may use")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every n-th picture only")
    parser.add_argument("--sample", type=int, metavar="N", help="this many pictures only, evenly over the clips")
    parser.add_argument("--die", action="append", default=[], metavar="KIND", help="pictures of this kind only")
    parser.add_argument(
        "--expect-kinds",
        action="store_true",
        help="tell the readers which kinds of dice lie there, as a game does",
    )
    parser.add_argument(
        "--overlap",
        type=float,
        default=0.5,
        metavar="SHARE",
        help="of boxes (intersection over union) from which a die counts as found; 0.5 if not said",
    )
    parser.add_argument("--no-peers", action="store_true", help="leave the classical readers out: much faster")
    parser.add_argument("--note", action="store_true", help="write the sums into the networks' cards")


def run(args: argparse.Namespace) -> int:
    """Measure and print.

    Returns:
        0; how good the figures are is for people to judge.

    Raises:
        CompanionError: an option, the manifest, a picture or a network is amiss.
    """
    if not 1 <= args.threads <= _MOST_THREADS:
        raise UsageError(f"--threads: from 1 to {_MOST_THREADS}")
    for name in ("every", "sample"):
        if getattr(args, name) is not None and getattr(args, name) < 1:
            raise UsageError(f"--{name}: 1 or more")
    if not 0 < args.overlap <= 1:
        raise UsageError("--overlap: above 0 and at most 1")
    return _frames(args) if args.frames else _photos(args)


# ---------------------------------------------------------------- photos


def _photos(args: argparse.Namespace) -> int:
    from models.workshop.measure import photos, report
    from vision.errors import VisionError

    options = photos.Options(
        photos=args.photos,
        models=args.models,
        every=args.every,
        sample=args.sample,
        kinds=tuple(args.die),
        expect_kinds=args.expect_kinds,
        overlap=args.overlap,
        peers=not args.no_peers,
        threads=args.threads,
    )
    try:
        measured = photos.measure_photos(options, _progress)
    except VisionError as error:
        raise MeasureError(str(error)) from error
    if args.json:
        print_json({"machine": machine(), **report.as_json(measured)})
    else:
        print(machine_line())
        print(report.as_text(measured))
    if args.note:
        _note(args, measured)
    return FINE


def _progress(done: int, of: int) -> None:
    """Tell on a terminal how far it is."""
    if sys.stderr.isatty():
        print(f"\r{done} of {of} pictures", end="\n" if done == of else "", file=sys.stderr)


def _note(args: argparse.Namespace, measured: Run) -> None:
    import models
    from models.workshop.measure.cards import note
    from models.workshop.measure.match import OVERLAP

    words = [word for kind in args.die for word in ("--die", kind)]
    words += ["--every", str(args.every)] if args.every > 1 else []
    words += ["--sample", str(args.sample)] if args.sample is not None else []
    words += ["--overlap", f"{args.overlap:g}"] if args.overlap != OVERLAP else []
    words += ["--expect-kinds"] if args.expect_kinds else []
    note(args.models or Path(models.__file__).parent, measured, words)


# ---------------------------------------------------------------- frames


def _frames(args: argparse.Namespace) -> int:
    from models.workshop.measure.frames import costs
    from vision.errors import VisionError

    try:
        measured = costs(args.models, args.threads, args.repeats)
    except VisionError as error:
        raise MeasureError(str(error)) from error
    if args.json:
        rows = {cost.name: _cost_json(cost) for cost in measured}
        print_json({"machine": machine(), "threads": args.threads, "costs": rows})
        return FINE
    print(f"{machine_line()}; {args.threads} threads a look")
    print(f"{'':<58} {'p50':>8} {'p95':>8}")
    for cost in measured:
        print(_cost_text(cost))
    return FINE


def _cost_json(cost: Cost) -> dict[str, Any]:
    return {
        "what": cost.what,
        "unit": cost.unit,
        "samples": len(cost.values),
        "p50": round(cost.p50, 3),
        "p95": round(cost.p95, 3),
        "goal_p95": cost.goal,
        "met": cost.met,
        "note": cost.note,
    }


def _cost_text(cost: Cost) -> str:
    goal = ""
    if cost.goal is not None:
        goal = f"  goal {cost.goal:g}: {'met' if cost.met else 'missed'}"
    note = f"  ({cost.note})" if cost.note else ""
    return f"{cost.what:<58} {cost.p50:>8.2f} {cost.p95:>8.2f} {cost.unit}{goal}{note}"


def main(words: list[str] | None = None) -> int:
    """Measure; return 0, or 2 when it could not be done."""
    parser = argparse.ArgumentParser(prog="python -m models.workshop.measure", description=__doc__)
    add_arguments(parser)
    try:
        return run(parser.parse_args(words))
    except CompanionError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
