"""`tableside bench`: how fast this machine is for the table, and how much its figures vary."""

from __future__ import annotations

import os
import platform
import statistics
from typing import TYPE_CHECKING, Any, Final

from companion.commands import (
    bench_games,
    bench_screen,
    bench_tray,
    bench_vision,
)
from companion.commands.bench_parts import PARTS
from companion.commands.output import FINDINGS, FINE, print_json
from companion.core.errors import CompanionError, UsageError
from companion.system.home import home_folder

if TYPE_CHECKING:
    import argparse

    from companion.commands.bench_figures import Figure

REPEATS: Final = 5
_MOST: Final = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument(
        "--repeats",
        type=int,
        default=REPEATS,
        metavar="N",
        help=f"1 to {_MOST}; {REPEATS} if not said",
    )
    parser.add_argument(
        "--only", choices=tuple(PARTS), metavar="PART", help=f"one of {', '.join(PARTS)}"
    )
    parts = parser.add_subparsers(dest="what", metavar="vision|games|tray|screen")
    summary = "how well dice are read, on your own pictures, and what it takes"
    bench_vision.add_arguments(parts.add_parser("vision", help=summary, description=summary))
    summary = "whole games of every mode at random, looking after what must hold at every action"
    bench_games.add_arguments(parts.add_parser("games", help=summary, description=summary))
    summary = "rolls of a simulated tray on a bad line, with hosts that are killed, into a journal"
    bench_tray.add_arguments(parts.add_parser("tray", help=summary, description=summary))
    summary = "from a key to the painted screen, and from the command to the first one"
    bench_screen.add_arguments(parts.add_parser("screen", help=summary, description=summary))


def run(args: argparse.Namespace) -> int:
    """Measure and print.

    Returns:
        0, or 1 when a part could not be measured; it is named with the reason.
    """
    if not 1 <= args.repeats <= _MOST:
        raise UsageError(f"--repeats: from 1 to {_MOST}")
    if args.what == "vision":
        return bench_vision.run(args, machine())
    if args.what == "games":
        return bench_games.run(args)
    if args.what == "tray":
        return bench_tray.run(args)
    if args.what == "screen":
        return bench_screen.run(args, machine())
    home = home_folder(args.home)
    figures: list[Figure] = []
    missing: dict[str, str] = {}
    for name in (args.only,) if args.only else tuple(PARTS):
        try:
            figures += PARTS[name](home, args.repeats)
        except (CompanionError, ImportError, OSError) as error:
            missing[name] = str(error)
    if args.json:
        print_json(as_json(figures, missing, args.repeats))
    else:
        _print(figures, missing, args.repeats)
    return FINDINGS if missing else FINE


def machine() -> dict[str, Any]:
    """Say what was measured on."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": None if load is None else round(load, 2),
    }


def as_json(figures: list[Figure], missing: dict[str, str], repeats: int) -> dict[str, Any]:
    """Return all figures as one object; times in the unit named beside them."""
    return {
        "machine": machine(),
        "repeats": repeats,
        "figures": {figure.name: _row(figure) for figure in figures},
        "missing": missing,
    }


def _row(figure: Figure) -> dict[str, Any]:
    row: dict[str, Any] = {
        "what": figure.what,
        "unit": figure.unit,
        "samples": len(figure.values),
        "min": round(min(figure.values), 4),
        "median": round(statistics.median(figure.values), 4),
        "max": round(max(figure.values), 4),
    }
    if figure.tail:
        row["p99"] = round(percentile(figure.values, 99), 4)
    if figure.note:
        row["note"] = figure.note
    return row


def percentile(values: tuple[float, ...], percent: int) -> float:
    """Return the smallest value that `percent` in a hundred do not exceed (nearest rank)."""
    ranked = sorted(values)
    return ranked[max(0, -(-len(ranked) * percent // 100) - 1)]


def _print(figures: list[Figure], missing: dict[str, str], repeats: int) -> None:
    about = machine()
    load = "" if about["load"] is None else f", load {about['load']}"
    print(
        f"{about['system']}, {about['cores']} cores{load}, Python {about['python']};"
        f" {repeats} repeats"
    )
    print(f"{'':<54} {'min':>9} {'median':>9} {'max':>9}")
    for figure in figures:
        row = _row(figure)
        numbers = " ".join(_number(row[name]) for name in ("min", "median", "max"))
        tail = f"  p99 {row['p99']:.2f}" if "p99" in row else ""
        note = f"  ({figure.note})" if figure.note else ""
        print(f"{figure.what:<54} {numbers} {figure.unit}{tail}{note}")
    for name, why in missing.items():
        print(f"not measured: {name}: {why}")


def _number(value: float) -> str:
    return f"{value:>9,.0f}" if value >= 1000 else f"{value:>9.2f}"  # noqa: PLR2004 - four digits say enough
