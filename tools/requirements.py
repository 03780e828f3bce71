"""Print the requirements of dependency groups of pyproject.toml, one a line.

    python tools/requirements.py dev > dev.txt && pip install -r dev.txt

The pip that comes with Python 3.11 and 3.12 knows no `--group`, so this reads the groups for it.
With `--lowest` each lower bound admits its own series only: the environment in which the bounds of
pyproject.toml are proved (`make lowest`).
"""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def group(groups: dict[str, list[Any]], name: str) -> list[str]:
    """Return the group's requirements, included groups first expanded in place."""
    found: list[str] = []
    for entry in groups[name]:
        found += group(groups, entry["include-group"]) if isinstance(entry, dict) else [entry]
    return list(dict.fromkeys(found))


def lowest(requirement: str) -> str:
    """Turn `name>=1.2` into `name~=1.2.0`: the oldest series that the bound admits."""
    return re.sub(r"^([A-Za-z0-9._-]+)>=([0-9.]+).*$", r"\1~=\2.0", requirement)


def main() -> None:
    """Read the arguments and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="+", help="groups, `runtime` (the program) or `build`")
    parser.add_argument("--lowest", action="store_true", help="the oldest admitted series")
    args = parser.parse_args()
    table = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    groups = {
        "build": table["build-system"]["requires"],
        "runtime": table["project"]["dependencies"],
        **table["dependency-groups"],
    }
    for name in args.names:
        if name not in groups:
            parser.error(f"no group {name!r}; there are: {', '.join(sorted(groups))}")
        for requirement in group(groups, name):
            print(lowest(requirement) if args.lowest else requirement)


if __name__ == "__main__":
    main()
