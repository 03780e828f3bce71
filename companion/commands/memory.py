"""What was wished for last time, kept in the home folder so that a new table is soon set up."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from calibration.addresses import without_secrets
from companion.system import files
from companion.system.files import LAST_TABLES
from companion.tui.host import Wish

FORMAT: Final = 1
MAX_SIZE: Final = 100_000
DEPTHS: Final = ("full", "light")
TEXTS: Final = ("catalogue", "dice", "tray", "bluetooth", "deck")


def remember(home: Path, wish: Wish) -> None:
    """Keep a wish, one a game. That it cannot be kept hinders nothing, so nothing is said of it."""
    kept = _read(home)
    kept.pop(wish.game, None)  # the last one stands last
    kept[wish.game] = {key: value for key, value in asdict(wish).items() if key != "game"}
    _write(home, kept)


def forget(home: Path, device_id: str) -> None:
    """Wish no more, in any game, for a camera or a tray that was forgotten: `camera:camera 0`."""
    kept, name = _read(home), device_id.partition(":")[2]
    for said in kept.values():
        for key in ("dice", "tray") if isinstance(said, dict) else ():
            spec = said.get(key)
            if isinstance(spec, str) and name in _called(spec):
                said[key] = ""
    _write(home, kept)


def _called(spec: str) -> set[str]:
    """Return the names under which a source is listed that people typed so."""
    return {spec, f"camera {spec}", without_secrets(spec), Path(spec).name}


def last_played(home: Path) -> str:
    """Return the game of the last wish; empty when none was kept."""
    return next(reversed(_read(home)), "")


def names(home: Path) -> tuple[str, ...]:
    """Return the names of all wishes, those of the last one first, each once."""
    wishes = (wish for wish in reversed(_read(home).values()) if isinstance(wish, dict))
    return tuple(dict.fromkeys(name for wish in wishes for name in _names(wish.get("seats"))))


def knows(home: Path, game: str) -> bool:
    """Tell whether a wish for a game was kept."""
    return isinstance(_read(home).get(game), dict)


def recall(home: Path, game: str, depth: str = DEPTHS[0]) -> Wish:
    """Return the last wish for a game; what is missing or damaged has its usual value."""
    found = _read(home).get(game)
    said: Mapping[str, Any] = found if isinstance(found, dict) else {}
    kept = said.get("switches")
    rows = kept.items() if isinstance(kept, dict) else ()
    switches = {name: value for name, value in rows if isinstance(value, str)}
    texts = {key: said[key] for key in TEXTS if isinstance(said.get(key), str)}
    depth = said["depth"] if said.get("depth") in DEPTHS else depth
    return Wish(game, _names(said.get("seats")), depth, switches, **texts)


def _read(home: Path) -> dict[str, Any]:
    tables = files.load(home / LAST_TABLES, FORMAT, MAX_SIZE).get("tables")
    return tables if isinstance(tables, dict) else {}


def _write(home: Path, kept: dict[str, Any]) -> None:
    with suppress(OSError):
        files.keep(home / LAST_TABLES, FORMAT, {"tables": kept})


def _names(value: object) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else []
    return tuple(name for name in listed if isinstance(name, str) and name.isprintable())
