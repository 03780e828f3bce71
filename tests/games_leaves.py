"""Everything a state holds, however deep it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from companion.games.mon.cards import Back, Effect, Op
from companion.games.mon.words import Icon


def leaves(thing: Any) -> Iterator[object]:
    """Every value within dataclasses, tuples, sets, lists and mappings, and they themselves."""
    yield thing
    if is_dataclass(thing):
        for one in fields(thing):
            yield from leaves(getattr(thing, one.name))
    elif isinstance(thing, Mapping):
        for pair in thing.items():
            yield from leaves(pair)
    elif isinstance(thing, tuple | list | set | frozenset):
        for one in thing:
            yield from leaves(one)


def without_catalogue(state: Any) -> Any:
    """The state, but for the cards of the box, which no table has in its hands."""
    return replace(state, setup=replace(state.setup, catalogue=None))


def another_back(back: Back) -> Back:
    """A back of a card of Monstructor, with nothing of the real one."""
    return Back(
        points=97 - back.points,
        icons=tuple(Icon)[: (len(back.icons) + 2) % 5],
        skull=not back.skull,
        effect=Effect(Op.CUSTOM, text="something else"),
    )
