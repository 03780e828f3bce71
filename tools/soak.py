"""Try every promise of docs/reliability.md, long, and write the figures there.

    python tools/soak.py                  every area at its full length, as many at once as cores
    python tools/soak.py --scale 0.1      a tenth of each
    python tools/soak.py --only kills     one area, whatever was run before
    python tools/soak.py --page           only write the page from what was run

Each area is tests/reliability/soak_<area>.py, run as a program of its own; what it found is kept in
build/soak/<area>.json until it is run again, and what it said meanwhile in <area>.log. The page says
how long each area was run: 1 is its full length. Status 1 after a loss.
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

ROOT: Final = Path(__file__).resolve().parent.parent
AREAS: Final = ROOT / "tests" / "reliability"
KEPT: Final = ROOT / "build" / "soak"
PAGE: Final = ROOT / "docs" / "reliability.md"
BEGIN: Final = "<!-- figures: written by make soak -->"
END: Final = "<!-- end of the figures -->"
LONGEST_FIRST: Final = ("long", "kills", "corrections", "sources")

Found = dict[str, Any]


def areas() -> list[str]:
    """Return the names of what can be run, the longest first, so that no core waits at the end."""
    names = {path.stem.removeprefix("soak_") for path in AREAS.glob("soak_*.py")}
    return [*(one for one in LONGEST_FIRST if one in names), *sorted(names - {*LONGEST_FIRST})]


def run(area: str, scale: float) -> Found:
    """Run one area and keep what it found."""
    started = monotonic()
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (AREAS, AREAS.parent, ROOT)))}
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{area}.log").open("w", encoding="utf-8") as log:
        done = subprocess.run(  # noqa: S603 - our own tests
            [sys.executable, AREAS / f"soak_{area}.py", str(scale), "--json"],
            cwd=ROOT,
            env=environ,
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
    lines = [
        f"{one['promise']}: {one['count']:,} {one['counted']}, {one['losses']:,} lost"
        for one in found["figures"]
    ]
    said = "fine" if found["well"] else "NOT FINE"
    return "\n".join([*lines, f"{found['area']}: {said}, {found['seconds']} s"])


def table(all_found: list[Found]) -> str:
    """Return the table of the page."""
    days = " and ".join(sorted({found["day"] for found in all_found}))
    seconds = sum(found["seconds"] for found in all_found)
    ran = f"Run on {days} with Python {{python}} on {{cores}} cores ({{system}}), {seconds:,} s in all."
    lines = [
        ran.format(
            python=platform.python_version(), cores=os.cpu_count(), system=platform.system()
        ),
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


def write_page() -> None:
    """Put the table of everything that was run between its two marks."""
    kept = [KEPT / f"{area}.json" for area in areas()]
    text = table([json.loads(path.read_text(encoding="utf-8")) for path in kept if path.exists()])
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def main() -> int:
    """Run what is asked for, say what came of it, and write the page."""
    parser = argparse.ArgumentParser(description="Try every promise of docs/reliability.md.")
    parser.add_argument("--scale", type=float, default=1.0, help="1: the full length")
    parser.add_argument("--only", choices=areas(), help="one area")
    parser.add_argument("--page", action="store_true", help="run nothing, write the page")
    args = parser.parse_args()
    wanted = [] if args.page else [args.only] if args.only else areas()
    well = True
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda area: run(area, args.scale), wanted):
            print(told(found), flush=True)
            well = well and found["well"]
    write_page()
    return 0 if well else 1


if __name__ == "__main__":
    raise SystemExit(main())
