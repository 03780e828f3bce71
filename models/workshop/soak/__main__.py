"""Try every promise of docs/reliability.md, long.

    python -m models.workshop.soak                  every area at its full length, as many at once as cores
    python -m models.workshop.soak --scale 0.1      a tenth of each
    python -m models.workshop.soak --only kills     one area, whatever was run before
    python -m models.workshop.soak --table          only print the table of what was run

Each area is run as a program of its own; what it found is kept in build/soak/<area>.json until it is run
again, and what it said meanwhile in <area>.log. The last thing printed is a table of all figures, for
models/workshop/soak/README.md. Status 1 after a loss.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[3]
KEPT: Final = ROOT / "build" / "soak"
AREAS: Final = {
    "long": "models.workshop.soak.long.area",
    "kills": "models.workshop.soak.kills.area",
    "corrections": "models.workshop.soak.corrections.area",
    "sources": "models.workshop.soak.sources.area",
    "files": "models.workshop.soak.files.area",
    "doctor": "models.workshop.soak.doctor",
    "screens": "models.workshop.soak.screens",
}
"""What is run for each area; the longest stands first, so that no core waits at the end."""

Found = dict[str, Any]


def run(area: str, scale: float) -> Found:
    """Run one area and keep what it found."""
    started = monotonic()
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{area}.log").open("w", encoding="utf-8") as log:
        done = subprocess.run(
            [sys.executable, "-m", AREAS[area], str(scale), "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,  # progress, and what libraries say of damaged pictures
            text=True,
            check=False,
        )
    figures = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    found = {
        "area": area,
        "scale": scale,
        "day": f"{datetime.now(UTC):%Y-%m-%d}",
        "seconds": round(monotonic() - started),
        "well": done.returncode == 0 and bool(figures),
        "figures": figures,
    }
    (KEPT / f"{area}.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    return found


def told(found: Found) -> str:
    """Return what an area found, for people."""
    lines = [f"{one['promise']}: {one['count']:,} {one['counted']}, {one['losses']:,} lost" for one in found["figures"]]
    said = "fine" if found["well"] else "NOT FINE"
    return "\n".join([*lines, f"{found['area']}: {said}, {found['seconds']} s"])


def table(all_found: list[Found]) -> str:
    """Return the table of the page."""
    days = " and ".join(sorted({found["day"] for found in all_found}))
    seconds = sum(found["seconds"] for found in all_found)
    ran = f"Run on {days} with Python {{python}} on {{cores}} cores ({{system}}), {seconds:,} s in all."
    lines = [
        ran.format(python=platform.python_version(), cores=os.cpu_count(), system=platform.system()),
        "",
        "| promise | tried | lost | measured besides | length | command |",
        "|---|---|---|---|---|---|",
    ]
    for found in all_found:
        lines += [
            f"| {one['promise']} | {one['count']:,} {one['counted']} | {one['losses']:,} "
            f"| {one['detail']} | {found['scale']:g} | `{one['command']}` |"
            for one in found["figures"]
        ]
    return "\n".join(lines)


def kept() -> list[Found]:
    """Return what every area found when it was run last."""
    paths = [KEPT / f"{area}.json" for area in AREAS]
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths if path.exists()]


def main() -> int:
    """Run what is asked for, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="1: the full length")
    parser.add_argument("--only", choices=tuple(AREAS), help="one area")
    parser.add_argument("--table", action="store_true", help="run nothing, print the table")
    args = parser.parse_args()
    wanted = [] if args.table else [args.only] if args.only else list(AREAS)
    well = True
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda area: run(area, args.scale), wanted):
            print(told(found), flush=True)
            well = well and found["well"]
    print(table(kept()))
    return 0 if well else 1


if __name__ == "__main__":
    raise SystemExit(main())
