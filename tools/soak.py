"""Try every promise of docs/reliability.md, long, and write the figures there.

    python tools/soak.py             everything at its full length (about an hour on two cores)
    python tools/soak.py 0.1         a tenth of it; the page is left alone
    python tools/soak.py --only kills

Each area is tests/reliability/soak_<area>.py, run as a program of its own. Status 1 after a loss.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
AREAS: Final = ROOT / "tests" / "reliability"
PAGE: Final = ROOT / "docs" / "reliability.md"
BEGIN: Final = "<!-- figures: written by make soak -->"
END: Final = "<!-- end of the figures -->"

Figures = list[dict[str, Any]]


def areas() -> list[str]:
    """Return the names of what can be run, in the order of the page."""
    return sorted(path.stem.removeprefix("soak_") for path in AREAS.glob("soak_*.py"))


def run(area: str, scale: float) -> tuple[Figures, float, bool]:
    """Run one area; return its figures, the seconds it took, and whether it ended well."""
    started = monotonic()
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (AREAS, AREAS.parent, ROOT)))}
    done = subprocess.run(  # noqa: S603 - our own tests
        [sys.executable, AREAS / f"soak_{area}.py", str(scale), "--json"],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    figures = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return figures, monotonic() - started, done.returncode == 0 and bool(figures)


def table(found: dict[str, tuple[Figures, float, bool]]) -> str:
    """Return the table of the page."""
    lines = [
        (
            f"Last run: {datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, "
            f"{os.cpu_count()} cores, {platform.system()}."
        ),
        "",
        "| promise | tried | lost | measured besides | command |",
        "|---|---|---|---|---|",
    ]
    for figures, _, _ in found.values():
        lines += [
            f"| {one['promise']} | {one['count']:,} {one['counted']} | {one['losses']:,} "
            f"| {one['detail']} | `{one['command']}` |"
            for one in figures
        ]
    return "\n".join(lines)


def write(text: str) -> None:
    """Put the table between its two marks."""
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def main() -> int:
    """Run what is asked for and say what came of it."""
    parser = argparse.ArgumentParser(description="Try every promise of docs/reliability.md.")
    parser.add_argument("scale", nargs="?", type=float, default=1.0, help="1: as the page says")
    parser.add_argument("--only", choices=areas(), help="one area")
    args = parser.parse_args()
    found = {}
    for area in [args.only] if args.only else areas():
        found[area] = run(area, args.scale)
        figures, took, well = found[area]
        for one in figures:
            print(f"{one['promise']}: {one['count']:,} {one['counted']}, {one['losses']:,} lost")
        print(f"{area}: {'fine' if well else 'NOT FINE'}, {took:.0f} s", flush=True)
    if args.scale == 1.0 and not args.only:
        write(table(found))
    return 0 if all(well for _, _, well in found.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
