"""The benches of the builders: `python -m models.workshop.bench games|history|keys|rolls|screen|tray`."""

from __future__ import annotations

import argparse
import sys

from companion.core.errors import CompanionError
from models.workshop.bench import games, history, keys, rolls, screen, tray


def main(words: list[str] | None = None) -> int:
    """Run a bench; return 0, 1 when something broke, 2 when it could not be run."""
    parser = argparse.ArgumentParser(prog="python -m models.workshop.bench", description=__doc__)
    parts = parser.add_subparsers(metavar="games|history|keys|rolls|screen|tray", required=True)
    for name, bench in (
        ("games", games),
        ("history", history),
        ("keys", keys),
        ("rolls", rolls),
        ("screen", screen),
        ("tray", tray),
    ):
        part = parts.add_parser(name, help=bench.__doc__, description=bench.__doc__)
        bench.add_arguments(part)
        part.set_defaults(run=bench.run)
    args = parser.parse_args(words)
    try:
        return int(args.run(args))
    except CompanionError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
