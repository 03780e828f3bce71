"""What a table tells its venue: only what everybody may see of it, as JSON."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, Final, Self, get_args, get_origin, get_type_hints

from companion.core.score import Place
from companion.core.texts import tr
from companion.journal.rows import Refusal
from companion.session.history import HistoryLine
from companion.session.scene import Scene
from companion.web.page import MOVES, awaited

MOST: Final = 200_000  # Bytes of a message; larger ones are not ours
LARGEST: Final = 2**31 - 1  # What every store can keep
LONGEST: Final = 200  # Signs of a table's name: a key of a store has no room for endless ones
_UNKEPT: Final = re.compile("[\0\ud800-\udfff]")  # Signs that no store keeps, or no page shows


@dataclass(frozen=True, slots=True)
class Move:
    """One line of a table's history."""

    number: int  # its place in the log, from 1
    told: str
    undone: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A moment of a table, as the board shows it."""

    table: str  # its id in the journal, and when it was opened: an id alone may come back
    version: int  # how many lines its log has
    changed: str  # when the last of them was written, UTC, ISO 8601
    title: str
    headline: str
    seats: tuple[str, ...]
    places: tuple[Place, ...]
    awaited: tuple[str, ...]
    moves: tuple[Move, ...]  # the last ones, oldest first
    over: bool
    called_off: bool
    judge: Refusal | None = None  # a call for a judge, with what was refused last

    @property
    def leaders(self) -> tuple[str, ...]:
        """Names of those who share the first place."""
        return tuple(self.seats[one.seat] for one in self.places if one.rank == 1)

    @property
    def counts(self) -> bool:
        """Whether the game came to its end, so that it counts in the evening's standing."""
        return self.over and not self.called_off

    def text(self, said: Callable[[str], str] = str) -> str:
        """Return it as JSON; every text goes through `said`, which may hide names."""
        told = _each(asdict(self), said) | {"table": self.table, "changed": self.changed}
        return json.dumps(told, ensure_ascii=False)

    @classmethod
    def read(cls, payload: bytes | str) -> Self | None:
        """Read what `text` wrote; None for anything else: whoever has an account may send it."""
        try:
            made: Self = _made(cls, dict(read_object(payload)))
        except (TypeError, KeyError):
            return None
        seated = all(one.seat < len(made.seats) for one in made.places)
        return made if seated and len(made.table) <= LONGEST else None


def shown(table: str, scene: Scene, call: Refusal | None) -> Shown:
    """Return what is told of a scene; `call` is the refusal for which a judge is called."""
    lines = scene.history
    return Shown(
        table=table,
        version=len(lines),
        changed=lines[-1].at if lines else "",
        title=scene.title,
        headline=scene.view.headline,
        seats=scene.seats,
        places=scene.standing.places,
        awaited=tuple(awaited(scene)),
        moves=tuple(Move(one.number, one.told, one.undone) for one in lines[-MOVES:]),
        over=scene.view.over,
        called_off=bool(scene.view.called_off),
        judge=call,
    )


def event_text(table: str, one: HistoryLine, said: Callable[[str], str] = str) -> str:
    """Return a line as a message of its own, known for ever by its table and version."""
    told = {"table": table, "version": one.number, "at": one.at, "told": said(one.told)}
    return json.dumps(told, ensure_ascii=False)


def read_event(payload: bytes | str) -> tuple[str, int, str, str] | None:
    """Read what `event_text` wrote: table, version, at, told; None for anything else."""
    said = read_object(payload)
    values = said.get("table"), said.get("version"), said.get("at"), said.get("told")
    sound = tuple(map(type, values)) == (str, int, str, str) and len(str(values[0])) <= LONGEST
    return values if sound else None  # type: ignore[return-value]  # just looked at


def read_object(payload: bytes | str) -> Mapping[str, Any]:
    """Read a JSON object; an empty one for anything else, and for what no store could keep."""
    try:
        said = json.loads(payload) if len(payload) <= MOST else {}
        return said if isinstance(said, dict) and _can_be_kept(said) else {}
    except (ValueError, RecursionError):
        return {}


_fields: Final = cache(get_type_hints)


def _made(kind: Any, value: Any) -> Any:
    """Make of JSON what a field of that kind holds; raises `TypeError` or `KeyError` for anything else."""
    inner = get_args(kind)
    if NoneType in inner:
        return None if value is None else _made(inner[0], value)
    if get_origin(kind) is tuple and type(value) is list:
        return tuple(_made(inner[0], one) for one in value)
    if isinstance(kind, type) and is_dataclass(kind) and type(value) is dict:
        return kind(**{name: _made(_fields(kind)[name], one) for name, one in value.items()})
    if type(value) is not getattr(kind, "__supertype__", kind):
        raise TypeError(value)
    return value


def _can_be_kept(value: object) -> bool:
    match value:
        case str():
            return not _UNKEPT.search(value)
        case dict():
            return all(_can_be_kept(one) for pair in value.items() for one in pair)
        case list():
            return all(map(_can_be_kept, value))
        case int():
            return 0 <= value <= LARGEST
        case _:
            return value is None


def _each(value: Any, said: Callable[[str], str]) -> Any:
    match value:
        case str():
            return said(value)
        case dict():
            return {key: _each(one, said) for key, one in value.items()}
        case list() | tuple():
            return [_each(one, said) for one in value]
        case _:
            return value


def hider(seats: tuple[str, ...]) -> Callable[[str], str]:
    """Return what writes `Player 1` and so on in place of the names in a text."""
    numbers = {name: tr("Player {number}", number=at) for at, name in enumerate(seats, 1)}
    longest = sorted(filter(None, numbers), key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest) or r"(?!)")
    return lambda text: pattern.sub(lambda found: numbers[found[0]], text)
