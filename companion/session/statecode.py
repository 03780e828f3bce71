"""Any game's state as bytes and back: plain values and the program's own classes, nothing else.

Nothing is executed on the way back: a class is taken only when it stands in `companion.core` or
`companion.games`, is frozen and made of its fields. What a state shares with the state that the
game began with (cards, setup) is not written but pointed at.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

_ROOMS: Final = ("companion.core.", "companion.games.")
_PLAIN: Final = (type(None), bool, int, float, str)
_DEEPEST: Final = 200
MOST: Final = 8_000_000
"""Bytes that a state may have once it is unpacked."""


class NoCodeError(Exception):
    """A value cannot be written, or bytes are none of ours."""


class StateCode:
    """Writes and reads the states of one table.

    Args:
        start: the state that its game begins with.
    """

    def __init__(self, start: object) -> None:
        self._anchors = _parts(start)
        self._places = {id(part): place for place, part in enumerate(self._anchors)}
        self._start = start

    def digest(self) -> bytes:
        """Return what tells this start from any other; raises `NoCodeError`."""
        return hashlib.sha256(_Writer({}).document(self._start)).digest()

    def write(self, state: object) -> bytes:
        """Write a state.

        Raises:
            NoCodeError: something in it cannot be written, or would not come back the same.
        """
        data = zlib.compress(_Writer(self._places).document(state), 6)
        if self.read(data) != state:
            raise NoCodeError("a state that does not come back the same")
        return data

    def read(self, data: bytes) -> Any:
        """Read what `write` wrote; raises `NoCodeError`."""
        try:
            unpacker = zlib.decompressobj()
            text = unpacker.decompress(data, MOST)  # what is longer is no whole JSON
            names, value = json.loads(text)
            return _Reader([_class(name) for name in names], self._anchors).value(value)
        except NoCodeError:
            raise
        except Exception as error:
            raise NoCodeError(f"no state: {type(error).__name__}") from error


def _parts(start: object) -> list[object]:
    """Return the parts of a state in an order that is the same in every run."""
    found: list[object] = []
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        part = waiting.pop()
        if type(part) in _PLAIN or isinstance(part, Enum) or part == () or id(part) in seen:
            continue
        seen.add(id(part))
        found.append(part)
        match part:
            case tuple():
                waiting.extend(reversed(part))
            case dict() | MappingProxyType():
                waiting.extend(reversed(tuple(part.values())))
            case _ if is_dataclass(part):
                waiting.extend(getattr(part, one.name) for one in reversed(fields(part)))
            case _:
                pass  # a set has no order, so what is in it is written out
    return found


class _Writer:
    """Turns values into what JSON can say: plain ones as they are, all else as a tagged list."""

    def __init__(self, places: dict[int, int]) -> None:
        self._places = places
        self._classes: dict[str, int] = {}

    def document(self, state: object) -> bytes:
        """Return the classes and the value."""
        value = self._value(state, 0)
        text = json.dumps([list(self._classes), value], separators=(",", ":"), allow_nan=False)
        return text.encode("ascii")

    def _value(self, value: object, deep: int) -> object:
        kind = type(value)
        if kind in _PLAIN:
            return value
        place = self._places.get(id(value))
        if place is not None:
            return ["@", place]
        if deep > _DEEPEST:
            raise NoCodeError("too deep")
        return self._many(value, kind, deep + 1) or self._one(value, kind, deep + 1)

    def _many(self, value: object, kind: type, below: int) -> list[object] | None:
        """Write a collection; None for anything else."""
        if kind is tuple and isinstance(value, tuple):
            return ["t", *(self._value(one, below) for one in value)]
        if kind is frozenset and isinstance(value, frozenset):
            return ["s", *sorted((self._value(one, below) for one in value), key=json.dumps)]
        if isinstance(value, (dict, MappingProxyType)) and kind in {dict, MappingProxyType}:
            pairs = ([self._value(k, below), self._value(v, below)] for k, v in value.items())
            return ["d" if kind is dict else "p", *pairs]
        return None

    def _one(self, value: object, kind: type, below: int) -> list[object]:
        """Write an object of a class."""
        if isinstance(value, Enum):
            return ["e", self._class(kind), value.name]
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return ["n", self._class(kind), *(self._value(one, below) for one in value)]
        if kind is Fraction and isinstance(value, Fraction):
            return ["q", value.numerator, value.denominator]
        if is_dataclass(value):
            said = (self._value(getattr(value, one.name), below) for one in fields(value))
            return ["o", self._class(kind), *said]
        raise NoCodeError(f"no code for {kind.__name__}")

    def _class(self, kind: type) -> int:
        name = f"{kind.__module__}:{kind.__qualname__}"
        if _class(name) is not kind:
            raise NoCodeError(f"no code for {name}")
        return self._classes.setdefault(name, len(self._classes))


class _Reader:
    """The way back."""

    def __init__(self, classes: list[type], anchors: list[object]) -> None:
        self._classes = classes
        self._anchors = anchors

    def value(self, said: Any) -> Any:
        """Return a value."""
        if type(said) in _PLAIN:
            return said
        tag, *rest = said
        match tag:
            case "@":
                return self._anchors[rest[0]]
            case "t":
                return tuple(map(self.value, rest))
            case "s":
                return frozenset(map(self.value, rest))
            case "d" | "p":
                pairs = {self.value(key): self.value(value) for key, value in rest}
                return pairs if tag == "d" else MappingProxyType(pairs)
            case "e":
                return self._classes[rest[0]][rest[1]]
            case "q":
                return Fraction(*rest)
            case "n" | "o":
                return self._classes[rest[0]](*map(self.value, rest[1:]))
            case _:
                raise NoCodeError(f"no value begins with {tag!r}")


def _class(name: str) -> type:
    """Return a class of the program by its name, when it is one that states are made of."""
    module, _, plain = name.partition(":")
    found = vars(sys.modules.get(module, object)).get(plain) if module.startswith(_ROOMS) else None
    if not isinstance(found, type) or found.__module__ != module:
        raise NoCodeError(f"no class of a state: {name[:80]}")
    made_of_fields = (
        is_dataclass(found)
        and found.__dataclass_params__.frozen  # type: ignore[attr-defined]  # the standard library's own, which typeshed leaves out
        and all(one.init and not one.kw_only for one in fields(found))
    )
    if not (made_of_fields or issubclass(found, Enum) or hasattr(found, "_fields")):
        raise NoCodeError(f"no class of a state: {name[:80]}")
    return found
