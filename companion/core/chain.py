"""A sequence that never changes and yet grows cheaply: the longer one shares what the shorter has.

A log of a hundred thousand actions is extended by one action at a time, and whoever holds the log
as it was must find it as it was. Items lie in blocks; a longer chain has the same blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain as joined
from itertools import islice
from typing import Any, Final, TypeVar, overload

T = TypeVar("T")

BLOCK: Final = 64
"""Items in a block. With it, appending to 100,000 items copies some 60 references on average."""


class Chain(Sequence[T]):
    """An immutable sequence; equal to any chain or tuple of the same items.

    Args:
        first: what it begins with, itself never changed by anybody: a chain may begin with a
            sequence that makes its items when they are asked for.
    """

    __slots__ = ("_blocks", "_first", "_tail")

    def __init__(self, first: Sequence[T] = ()) -> None:
        self._first = first
        self._blocks: tuple[tuple[T, ...], ...] = ()
        self._tail: tuple[T, ...] = ()

    def append(self, item: T) -> Chain[T]:
        """Return the chain with one more item."""
        tail = (*self._tail, item)
        if len(tail) < BLOCK:
            return self._with(self._blocks, tail)
        return self._with((*self._blocks, tail), ())

    def pop(self) -> Chain[T]:
        """Return the chain without its last item, which must be there and not part of `first`."""
        if self._tail:
            return self._with(self._blocks, self._tail[:-1])
        if not self._blocks:
            raise IndexError("nothing was appended to this chain")
        return self._with(self._blocks[:-1], self._blocks[-1][:-1])

    def _with(self, blocks: tuple[tuple[T, ...], ...], tail: tuple[T, ...]) -> Chain[T]:
        longer: Chain[T] = Chain(self._first)
        longer._blocks, longer._tail = blocks, tail
        return longer

    def __len__(self) -> int:
        return len(self._first) + len(self._blocks) * BLOCK + len(self._tail)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self._at(one) for one in range(*at.indices(len(self))))
        found = at + len(self) if at < 0 else at
        if not 0 <= found < len(self):
            raise IndexError(f"no item {at} among {len(self)}")
        return self._at(found)

    def _at(self, at: int) -> T:
        behind = at - len(self._first)
        if behind < 0:
            return self._first[at]
        block, place = divmod(behind, BLOCK)
        return (self._blocks[block] if block < len(self._blocks) else self._tail)[place]

    def __iter__(self) -> Iterator[T]:
        return joined(self._first, joined.from_iterable(self._blocks), self._tail)

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self._tail)
        for block in reversed(self._blocks):
            yield from reversed(block)
        yield from reversed(self._first)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, (Chain, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash((len(self), *islice(reversed(self), 1)))

    def __repr__(self) -> str:
        return f"Chain({tuple[Any, ...](self)!r})"
