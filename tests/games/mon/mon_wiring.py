"""A monster put together port by port, and what it lacks: how it can be wired, found by trying.

The program never wires a monster; it counts ports. Here stands the other way, by which the count is
checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.words import CardId
from companion.games.mon.cards import Card
from companion.games.mon.monster import (
    LEAST,
    Monster,
    can_close,
    count_groups,
    free_ports,
    mismatched,
    ports_of,
    width,
)
from companion.games.mon.words import Joint, Part, PartRef, Port, PortRef
from models.workshop.invariants.mon_dominoes import faults


def lacks(cards: Mapping[CardId, Card], monster: Monster) -> str:
    """What a monster still lacks to be complete (MON-C8, MON-C9, MON-C9a); empty when nothing."""
    if monster.size < LEAST:
        return f"{monster.size} of at least {LEAST} cards"
    its = {cards[part.card].part for part in monster.parts if part.card in cards}
    for wanted in (Part.HEAD, Part.BODY):
        if wanted not in its:
            return f"a {wanted.value}"
    if faults(cards, monster):
        return faults(cards, monster)[0]
    uneven = mismatched(cards, monster)
    if uneven:
        return f"connections of one width at {uneven[0].word()}"
    if count_groups(monster) != 1:
        return "its cards do not hang together"
    free = free_ports(cards, monster)
    return f"{len(free)} free port{'s' * (len(free) > 1)}" if free else ""


def assemble(cards: Sequence[Card]) -> Monster | None:
    """Put all of these cards together without a free port; None when that cannot be done."""
    if not can_close(cards):
        return None
    monster, parts = Monster(), list[PartRef]()
    for card in sorted(cards, key=lambda card: -len(card.ports)):
        part = monster.part(card.id)
        monster = monster.with_part(part)
        parts.append(part)
    shapes = tuple((one.wide, one.narrow) for one in sorted(cards, key=lambda c: -len(c.ports)))
    links = _Wiring(shapes).links()
    assert links is not None
    by_id = {card.id: card for card in cards}
    free = {part: list(ports_of(by_id, part)) for part in parts}
    joints: list[Joint] = []
    for one, other, kind in links:
        ends: list[PortRef] = []
        for part in (parts[one], parts[other]):
            port = next(port for port in free[part] if width(by_id, port) is kind)
            free[part].remove(port)
            ends.append(port)
        joints.append(Joint(*ends))
    return Monster(tuple(parts), tuple(joints))


_Link = tuple[int, int, Port]
_WIDTHS: Final = (Port.WIDE, Port.NARROW)


class _Wiring:
    """A search for a wiring: cards join the group one by one, then what is left is paired."""

    def __init__(self, shapes: tuple[tuple[int, int], ...]) -> None:
        self._shapes = shapes
        self._hopeless: set[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]] = set()

    def links(self) -> list[_Link] | None:
        """Return every joint as two cards, by place, and a width; None when there is no wiring."""
        return self._grow({0: self._shapes[0]}, frozenset(range(1, len(self._shapes))))

    def _grow(self, left: dict[int, tuple[int, int]], rest: frozenset[int]) -> list[_Link] | None:
        if not rest:
            return _paired(left)
        key = (tuple(sorted(left.values())), tuple(sorted(self._shapes[at] for at in rest)))
        if key in self._hopeless:
            return None
        tried: set[tuple[tuple[int, int], tuple[int, int], int]] = set()
        for new in sorted(rest):
            for old in sorted(left, key=lambda at: left[at], reverse=True):
                for kind, name in enumerate(_WIDTHS):
                    step = (self._shapes[new], left[old], kind)
                    if step in tried or not step[0][kind] or not step[1][kind]:
                        continue
                    tried.add(step)
                    after = {**left, old: _less(step[1], kind), new: _less(step[0], kind)}
                    found = self._grow(after, rest - {new})
                    if found is not None:
                        return [(old, new, name), *found]
        self._hopeless.add(key)
        return None


def _less(ports: tuple[int, int], kind: int) -> tuple[int, int]:
    return (ports[0] - (kind == 0), ports[1] - (kind == 1))


def _paired(left: Mapping[int, tuple[int, int]]) -> list[_Link] | None:
    """Pair what is free, never two ports of one card: always the two cards with most of them."""
    links: list[_Link] = []
    for kind, name in enumerate(_WIDTHS):
        free = {at: ports[kind] for at, ports in left.items() if ports[kind]}
        while free:
            if len(free) == 1:
                return None
            one, other = sorted(free, key=lambda at: -free[at])[:2]
            links.append((one, other, name))
            free = {at: n - (at in {one, other}) for at, n in free.items()}
            free = {at: n for at, n in free.items() if n}
    return links
