"""A sequence that never changes and yet grows cheaply: the longer one shares what the shorter has.

A log is extended by one action at a time, and whoever holds the log as it was must find it as it
was. All that grew from one another share a list, and each knows how much of it is its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar, overload

T = TypeVar("T")


class Chain(Sequence[T]):
    """An immutable sequence; equal to any chain or tuple of the same items.

    Args:
        items: what it begins with.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def append(self, item: T) -> Chain[T]:
        """Return the chain with one more item. Only a second append to the same chain copies it."""
        ours = len(self._items) == self._length
        longer: Chain[T] = Chain.__new__(Chain)
        longer._items = self._items if ours else self._items[: self._length]
        longer._items.append(item)
        longer._length = self._length + 1
        return longer

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self._items[one] for one in range(self._length)[at])
        return self._items[range(self._length)[at]]

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Chain, tuple)):
            return NotImplemented
        return tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # equal to tuples, so without a hash of its own

    def __repr__(self) -> str:
        return f"Chain({tuple(self)!r})"
