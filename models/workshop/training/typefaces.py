"""Fetch typefaces for training: `python -m models.workshop.training.typefaces --out build/fonts`.

They are the families of Google Fonts with Latin letters, each from its npm package `@fontsource/NAME`, in up to three
weights; all are under free licences, and none is stored in the project. Families of the independent test, and
whatever shares their first word, are left out.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import tarfile
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from models.workshop.independent.catalogue import TYPEFACES

_REGISTRY: Final = "https://registry.npmjs.org"
_LIST: Final = ("google-font-metadata", "package/data/google-fonts-v1.json")
_WEIGHTS: Final = (400, 700, 900)
_NO_NUMERALS: Final = (
    "noto", "libre-barcode", "flow", "redacted", "material", "bungee-", "edu-",
    "playwrite",  # codespell:ignore playwrite
)  # fmt: skip
"""What names of families begin with that are barcodes, blocks, icons, or one hand many times over."""


def _package(name: str) -> tarfile.TarFile:
    """The newest version of an npm package."""
    with urllib.request.urlopen(f"{_REGISTRY}/{name}/latest", timeout=60) as answer:  # noqa: S310 - https alone
        address = json.load(answer)["dist"]["tarball"]
    with urllib.request.urlopen(address, timeout=120) as answer:  # noqa: S310 - https alone
        return tarfile.open(fileobj=io.BytesIO(answer.read()), mode="r:gz")


def wanted(families: dict[str, Any]) -> list[str]:
    """Names of the families to fetch, of all by name."""
    tested = {name.split("-")[0] for name in TYPEFACES}
    latin = [name for name, family in families.items() if "latin" in family["subsets"]]
    return sorted(name for name in latin if name.split("-")[0] not in tested and not name.startswith(_NO_NUMERALS))


def fetch(name: str, out: Path) -> str | None:
    """Put a family's files into a folder of its name; what went wrong, or None."""
    if (out / name).is_dir():
        return None
    try:
        with _package(f"@fontsource/{name}") as package:
            files = {f"package/files/{name}-latin-{weight}-normal.woff2" for weight in _WEIGHTS}
            found = [(entry.name, package.extractfile(entry)) for entry in package.getmembers() if entry.name in files]
            whole = {Path(path).name: file.read() for path, file in found if file is not None}
        (out / name).mkdir(parents=True)  # not before: a folder that stands is not fetched again
        for path, data in whole.items():
            (out / name / path).write_bytes(data)
    except (OSError, ValueError, tarfile.TarError) as error:
        return f"{name}: {error}"
    return None


def main() -> int:
    """Parse the command line and fetch."""
    parser = argparse.ArgumentParser(description="Fetch typefaces for training from npm.")
    parser.add_argument("--out", type=Path, default=Path("build/fonts"))
    options = parser.parse_args()
    with _package(_LIST[0]) as package:
        listed = package.extractfile(_LIST[1])
        families = wanted(json.load(listed)) if listed is not None else []
    with ThreadPoolExecutor(8) as pool:
        failed = [error for error in pool.map(lambda name: fetch(name, options.out), families) if error]
    for error in failed:
        sys.stderr.write(f"{error}\n")
    sys.stdout.write(f"{len(families) - len(failed)} families in {options.out}\n")
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
