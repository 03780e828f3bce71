"""The shape of one monster: joined ports, free ports, closed, connected, complete (MON-G, MON-C9a).

Only what the picture sides show is used, so nothing here can tell a secret. A monster whose cards
are not named (light depth) has parts and no joints, and none of these questions can be asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import cycle
from typing import Final, NamedTuple

from companion.core.words import CardId
from companion.games.mon.cards import Card
from companion.games.mon.words import Joint, Part, PartRef, Port, PortRef

LEAST: Final = 3  # MON-C8, MON-D6


@dataclass(frozen=True, slots=True)
class Monster:
    """Cards in the order in which they were laid, and which of their ports are joined."""

    parts: tuple[PartRef, ...] = ()
    joints: tuple[Joint, ...] = ()

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.parts)

    def part(self, card: CardId) -> PartRef:
        """The name that a further copy of this card gets when it is laid."""
        copies = [one.copy for one in self.parts if one.card == card]
        return PartRef(card, next(n for n in range(1, len(copies) + 2) if n not in copies))

    def with_part(self, part: PartRef, joints: Iterable[Joint] = ()) -> Monster:
        """Return the monster with a further card, joined so."""
        return Monster((*self.parts, part), (*self.joints, *joints))

    def without(self, part: PartRef) -> Monster:
        """Return the monster without a card and all that was joined to it."""
        kept = (joint for joint in self.joints if all(end.part != part for end in joint.ends))
        return Monster(tuple(one for one in self.parts if one != part), tuple(kept))


EMPTY: Final = Monster()


def width(cards: Mapping[CardId, Card], port: PortRef) -> Port | None:
    """How wide a port is; None when the card is unknown or has no such port."""
    card = cards.get(port.part.card)
    if card is None or not 1 <= port.port <= len(card.ports):
        return None
    return card.ports[port.port - 1]


def ports_of(cards: Mapping[CardId, Card], part: PartRef) -> tuple[PortRef, ...]:
    """Every port of one card."""
    card = cards.get(part.card)
    return tuple(PortRef(part, n) for n in range(1, len(card.ports) + 1)) if card else ()


def free_ports(cards: Mapping[CardId, Card], monster: Monster) -> tuple[PortRef, ...]:
    """The ports that nothing is joined to, in the order of parts and of ports as drawn."""
    used: dict[PartRef, set[int]] = {}
    for joint in monster.joints:
        for end in joint.ends:
            used.setdefault(end.part, set()).add(end.port)
    return tuple(
        PortRef(part, port)
        for part in monster.parts
        if part.card in cards
        for port in range(1, len(cards[part.card].ports) + 1)
        if port not in used.get(part, ())
    )


def with_card(cards: Mapping[CardId, Card], monster: Monster, card: CardId, targets: Sequence[PortRef]) -> Monster:
    """Join a new card to these ports of a monster, to each by its first free port of that width.

    By a ruling alone it has too few of a width; then its ports are taken as they come.
    """
    part = monster.part(card)
    mine = ports_of(cards, part)
    free, joints = list(mine), list[Joint]()
    for target in targets:
        fitting = (port for port in free if width(cards, port) is width(cards, target))
        if (own := next(fitting, None)) is None:
            taken = zip(targets, cycle(mine), strict=False)
            return monster.with_part(part, (Joint(*ends) for ends in taken))
        free.remove(own)
        joints.append(Joint(target, own))
    return monster.with_part(part, joints)


def mismatched(cards: Mapping[CardId, Card], monster: Monster) -> tuple[Joint, ...]:
    """The joints of a wide port with a narrow one (MON-G2); only a ruling of the table has any."""
    return tuple(joint for joint in monster.joints if width(cards, joint.one) is not width(cards, joint.other))


def count_groups(monster: Monster) -> int:
    """Return in how many pieces the cards lie; 1 where all hang together (MON-G3)."""
    groups: list[set[PartRef]] = [{part} for part in monster.parts]
    for joint in monster.joints:
        ends = {end.part for end in joint.ends}
        together = set[PartRef]().union(*(group for group in groups if group & ends))
        groups = [*(group for group in groups if not group & ends), together]
    return len(groups)


def count_oddities(cards: Mapping[CardId, Card], monster: Monster) -> int:
    """Return how much of a monster only a ruling allows (MON-G2, MON-G3).

    Joints of unlike ports, ports joined once more, and pieces beside the first.
    """
    ends = [end for joint in monster.joints for end in joint.ends]
    twice = len(ends) - len(set(ends))
    return len(mismatched(cards, monster)) + twice + max(0, count_groups(monster) - 1)


def is_closed(cards: Mapping[CardId, Card], monster: Monster) -> bool:
    """Whether no port is free (MON-G3)."""
    return bool(monster.parts) and not free_ports(cards, monster)


class _Sums(NamedTuple):
    """All that matters of a choice of cards when it is to be wired.

    How many ports of each width there are, and at most on one card (`widest`, `narrowest`); how
    many cards have ports of one width alone, or of both; whether there are a head and a body.
    """

    wide: int = 0
    narrow: int = 0
    widest: int = 0
    narrowest: int = 0
    only_wide: int = 0
    only_narrow: int = 0
    both: int = 0
    head: bool = False
    body: bool = False

    @property
    def size(self) -> int:
        return self.only_wide + self.only_narrow + self.both

    def plus(self, card: Card) -> _Sums:
        wide, narrow = card.wide, card.narrow
        return _Sums(
            self.wide + wide,
            self.narrow + narrow,
            max(self.widest, wide),
            max(self.narrowest, narrow),
            self.only_wide + (not narrow),
            self.only_narrow + (not wide),
            self.both + bool(wide and narrow),
            self.head or card.part is Part.HEAD,
            self.body or card.part is Part.BODY,
        )

    def wires(self) -> bool:
        """Whether every port can be joined to one of another card so that all hang together.

        In each width the number of ports is even, and no card has more than half of them (else two
        of its own would have to be joined). There are at least as many joints as a tree needs. And
        where cards with both widths hold wide and narrow together, each group of a width must have
        one of these: n cards of one width alone in groups with one such card each need n joints.
        That this suffices is tested against trying every wiring.
        """
        wide, narrow = self.wide // 2, self.narrow // 2
        if self.wide % 2 or self.narrow % 2 or self.widest > wide or self.narrowest > narrow:
            return False
        if wide + narrow < self.size - 1:
            return False
        if not self.both:
            return not (self.only_wide and self.only_narrow)
        return self.only_wide <= wide and self.only_narrow <= narrow

    @property
    def complete(self) -> bool:
        return self.size >= LEAST and self.head and self.body and self.wires()


def can_close(cards: Sequence[Card]) -> bool:
    """Whether all of these cards together can be one connected monster without a free port."""
    if not cards or any(not card.ports for card in cards):
        return False
    return reduce(_Sums.plus, cards, _Sums()).wires()


def choose_complete(cards: Iterable[Card], most: int | None = None) -> tuple[Card, ...]:
    """Choose as few as possible of these cards that make a complete monster; () when none do.

    Exact for monsters of up to `most` cards, or of any size: somebody is able to complete one
    (MON-C12a) just when something is chosen. That takes seconds for forty cards and more. Choices
    that agree in all sums are one and the same, which keeps this short: their number grows with the
    sums, not with the number of choices.
    """
    usable = [card for card in cards if card.fits_monsters and card.ports]
    found: dict[_Sums, tuple[Card, ...]] = {_Sums(): ()}
    for card in sorted(usable, key=lambda card: (card.wide, card.narrow, card.id)):
        for sums, chosen in tuple(found.items()):
            if sums.size == most:
                continue
            more = sums.plus(card)
            if more not in found or len(found[more]) > len(chosen) + 1:
                found[more] = (*chosen, card)
    complete = [chosen for sums, chosen in found.items() if sums.complete]
    return min(complete, key=len, default=())
