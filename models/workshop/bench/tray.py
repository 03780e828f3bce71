"""Rolls of a simulated tray, through every trouble, into a real journal."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any, Final

from companion.commands.output import FINDINGS, FINE, print_json
from companion.core.errors import UsageError
from models.workshop.soak.tray import PACE, Outcome, Plan, soak

ROLLS: Final = 10_000
_MOST: Final = 1_000_000
_FASTEST: Final = 1000.0
RATES: Final = (0.0, 1e-4, 1e-3, 1e-2)
"""Shares of damaged bytes; each has a part of the rolls."""

_SHOWN: Final = 5
_ROLLS_A_TROUBLE: Final = 200
_CRASH: Final = 0.002


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--rolls", type=int, default=ROLLS, metavar="N", help=f"{ROLLS} if not said")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of dice and troubles")
    parser.add_argument("--pace", type=float, default=PACE, metavar="X", help=f"times life; {PACE:g} if not said")


def run(args: argparse.Namespace) -> int:
    """Soak and print.

    Returns:
        0, or 1 when a roll was lost, came twice, or out of order.
    """
    if not len(RATES) <= args.rolls <= _MOST:
        raise UsageError(f"--rolls: from {len(RATES)} to {_MOST}")
    if not 1 <= args.pace <= _FASTEST:
        raise UsageError(f"--pace: from 1 to {_FASTEST:g}")
    outcomes = {rate: _soaked(plan(rate, args)) for rate in RATES}
    broken = [what for outcome in outcomes.values() for what in outcome.broken()]
    if args.json:
        parts = [_row(rate, outcome) for rate, outcome in outcomes.items()]
        print_json({"seed": args.seed, "pace": args.pace, "parts": parts, "broken": broken})
    else:
        _print(outcomes, broken)
    return FINDINGS if broken else FINE


def plan(rate: float, args: argparse.Namespace) -> Plan:
    """Return what one part of the soak goes through."""
    rolls = args.rolls // len(RATES)
    if rate == RATES[0]:
        rolls += args.rolls % len(RATES)
    troubles = rolls // _ROLLS_A_TROUBLE + 1
    return Plan(
        rolls=rolls,
        seed=args.seed,
        rate=rate,
        kills=troubles,
        crash=_CRASH,
        cuts=troubles,
        resets=troubles,
        pace=args.pace,
        tcp=os.name == "nt",
    )


def _soaked(one: Plan) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        return soak(one, Path(folder))


def _row(rate: float, outcome: Outcome) -> dict[str, Any]:
    return {
        "rate": rate,
        "rolls": len(outcome.thrown),
        "journalled": len(outcome.journalled),
        "kills": outcome.kills,
        "cuts": outcome.cuts,
        "resets": outcome.resets,
        "damaged": outcome.damaged,
        "again": outcome.again,
        "lost": len(outcome.missing),
        "seconds": round(outcome.spent, 2),
        "a_second": round(len(outcome.thrown) / outcome.spent, 1),
    }


_HEADS: Final = {
    "rolls": "rolls",
    "kills": "kills",
    "cuts": "cuts",
    "resets": "resets",
    "damaged": "damaged",
    "again": "dropped",
    "lost": "lost",
    "seconds": "seconds",
    "a_second": "rolls/s",
}


def _print(outcomes: dict[float, Outcome], broken: list[str]) -> None:
    print(f"{'bytes damaged':<14}" + "".join(f"{head:>9}" for head in _HEADS.values()))
    rows = [_row(rate, outcome) for rate, outcome in outcomes.items()]
    for row in rows:
        print(f"{row['rate']:<14.2%}" + _numbers(row))
    whole = {name: sum(row[name] for row in rows) for name in _HEADS}
    whole["a_second"] = whole["rolls"] / whole["seconds"]
    print(f"{'together':<14}" + _numbers(whole))
    print("dropped: rolls that arrived again and were not taken twice")
    for what in broken[:_SHOWN]:
        print(f"broken: {what}")
    if len(broken) > _SHOWN:
        print(f"and {len(broken) - _SHOWN} more")


def _numbers(row: dict[str, Any]) -> str:
    return "".join(f"{row[name]:>9.1f}" if isinstance(row[name], float) else f"{row[name]:>9,}" for name in _HEADS)
