"""How a library is added to Tableside: the command depends on how Tableside itself was installed.

The commands name the libraries, never Tableside: wherever that came from, it stays as it is.
"""

import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PIPX: Final = "pipx_metadata.json"  # What pipx leaves in each environment that it makes

UV: Final = "uv-receipt.toml"  # What `uv tool install` leaves in each environment that it makes


def add_command(libraries: Sequence[str], prefix: Path | None = None) -> str:
    """Return the command that adds libraries to where Tableside is installed.

    Args:
        libraries: their names, also with a version: `aiohttp>=3.14`.
        prefix: the environment's folder; this process's own when left out.
    """
    prefix = Path(sys.prefix) if prefix is None else prefix
    if (prefix / PIPX).is_file():
        return " ".join(("pipx inject", prefix.name, *_quoted(libraries)))
    if (prefix / UV).is_file():
        tool, present = _receipt(prefix / UV)
        every = dict.fromkeys((*present, *_quoted(libraries)))
        return " ".join(("uv tool install", tool, *(f"--with {one}" for one in every)))
    (python,) = _quoted([sys.executable])
    if find_spec("pip") is None:
        return " ".join(("uv pip install --python", python, *_quoted(libraries)))
    return " ".join((python, "-m pip install", *_quoted(libraries)))


def _quoted(libraries: Iterable[str]) -> list[str]:
    """Double quotes, which every shell knows, around what a shell would take for its own."""
    return [f'"{one}"' if set(one) & set("<>=!~[; ") else one for one in libraries]


def _receipt(path: Path) -> tuple[str, list[str]]:
    """Return what uv installed as a tool, and what besides: what it is not told again, it removes."""
    try:
        rows: list[Mapping[str, object]] = tomllib.loads(path.read_text("utf-8"))["tool"]["requirements"]
        named = [(str(row["name"]), row.get("extras")) for row in rows]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return path.parent.name, []
    words = [f"{name}[{','.join(map(str, extras))}]" if isinstance(extras, list) and extras else name
             for name, extras in named]  # fmt: skip
    tool = path.parent.name
    own = [word for word in words if word.partition("[")[0] == tool]
    rest = [word for word in words if word not in own]
    return _quoted(own or [tool])[0], _quoted(rest)
