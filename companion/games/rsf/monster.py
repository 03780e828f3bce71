"""The arithmetic of one monster: connection, squares, race and the sums of its sheet.

Nothing here depends on the order in which cards were connected, nor on where on the table, which
way round or mirrored the monster lies (RSF-I2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf.cards import Card
from companion.games.rsf.house import ClassBonus, EdgeMatch, HybridRace, RaceBy, RsfHouse, Spc, Squares, SquareSame
from companion.games.rsf.state import Monster, Piece, Sheet

if TYPE_CHECKING:
    Cards = Mapping[CardId, Card]

XY = tuple[int, int]

SQUARE_MIXED: Final = 1  # RSF-R2a
RACE_BONUS: Final = 1  # RSF-R2c

TALL: Final = 12
"""Squares above one another beyond which a layout is laid on its side to be searched."""


class Square(NamedTuple):
    """A filled 2x2 block: its lower left cell, its DEF bonus, and its one race if it has one."""

    x: int
    y: int
    bonus: int
    race: str | None


def sides(xy: XY) -> tuple[XY, XY, XY, XY]:
    """The four cells that share a side: north, east, south, west."""
    x, y = xy
    return ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))


def around(xy: XY) -> frozenset[XY]:
    """The eight cells that touch a cell by a side or a corner."""
    x, y = xy
    block = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return frozenset(block - {xy})


def cells(monster: Monster) -> set[XY]:
    """All cells that a monster fills."""
    return {(piece.cell.x, piece.cell.y) for piece in monster}


def uncounted(pieces: int) -> Monster:
    """A monster of so many pieces, as light depth knows it."""
    return tuple(Piece(Cell(at, 0), UNNAMED) for at in range(pieces))


def parts(filled: set[XY]) -> int:
    """Count the groups of cells that hang together by their sides (RSF-R2x)."""
    left = set(filled)
    groups = 0
    while left:
        groups += 1
        edge = [left.pop()]
        while edge:
            for side in sides(edge.pop()):
                if side in left:
                    left.remove(side)
                    edge.append(side)
    return groups


def splits(filled: set[XY], xy: XY) -> bool:
    """Tell whether taking this cell away leaves more separate parts than before."""
    return parts(filled - {xy}) > parts(filled)


def open_cells(monster: Monster) -> tuple[Cell, ...]:
    """Free cells that touch the monster, sorted; an empty monster may begin at 0,0."""
    if not monster:
        return (Cell(0, 0),)
    filled = cells(monster)
    return tuple(Cell(x, y) for x, y in sorted({s for xy in filled for s in sides(xy)} - filled))


def edges_fit(cards: Cards, house: RsfHouse, monster: Monster, card: CardId, cell: Cell) -> bool:
    """Tell whether the marks of a card agree with those it would touch (RSF-R2x)."""
    mine = cards[card].edges
    if house.edge_match is EdgeMatch.OFF or not any(mine):
        return True
    there = {(piece.cell.x, piece.cell.y): piece.card for piece in monster}
    for at, (side, mark) in enumerate(zip(sides((cell.x, cell.y)), mine, strict=True)):
        other = there.get(side)
        if other and mark and cards[other].edges[(at + 2) % 4] not in {None, mark}:
            return False
    return True


def races_of(cards: Cards, house: RsfHouse, piece: Piece) -> tuple[str, ...]:
    """The races that a piece may count as (RSF-T2); none in special mode or undeclared."""
    card = cards[piece.card]
    if not card.hybrid:
        return card.races
    if piece.mode is None or piece.mode.race is None:
        return ()
    return (piece.mode.race,) if house.hybrid_race is HybridRace.FIXED else card.races


def squares(cards: Cards, house: RsfHouse, monster: Monster) -> tuple[Square, ...]:
    """The squares that count, sorted by cell (RSF-R2a, R2b)."""
    there = {(piece.cell.x, piece.cell.y): races_of(cards, house, piece) for piece in monster}
    found: list[Square] = []
    for x, y in there:
        block = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        if all(xy in there for xy in block):
            found.append(_square(house, x, y, [there[xy] for xy in block]))
    found.sort()
    if house.squares is Squares.DISJOINT and len(found) > 1:
        return _disjoint(tuple(found))
    return tuple(found)


def _square(house: RsfHouse, x: int, y: int, four: list[tuple[str, ...]]) -> Square:
    common = [race for race in four[0] if all(race in its for its in four[1:])]
    if not common:
        return Square(x, y, SQUARE_MIXED, None)
    return Square(x, y, 4 if house.square_same is SquareSame.FOUR else 5, common[0])


def _disjoint(found: tuple[Square, ...]) -> tuple[Square, ...]:
    """The most valuable set of squares no two of which share a card.

    Squares come column by column, so a choice hinges only on the cells taken in this column and the
    next; remembering answers by those keeps even a whole box of cards in one block quick. A layout
    that is tall and narrow is laid on its side for that.
    """
    if len({square.y for square in found}) > max(TALL, len({square.x for square in found})):
        lying = _disjoint(tuple(sorted(one._replace(x=one.y, y=one.x) for one in found)))
        return tuple(sorted(one._replace(x=one.y, y=one.x) for one in lying))

    @cache
    def best(at: int, taken: frozenset[XY]) -> tuple[int, tuple[Square, ...]]:
        if at == len(found):
            return 0, ()
        square = found[at]
        x, y = square.x, square.y
        ahead = frozenset(xy for xy in taken if xy[0] >= x)
        without = best(at + 1, ahead)
        block = {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
        if block & ahead:
            return without
        points, rest = best(at + 1, ahead | block)
        points += square.bonus
        return (points, (square, *rest)) if points >= without[0] else without

    return best(0, frozenset())[1]


def race_of(cards: Cards, house: RsfHouse, monster: Monster) -> str | None:
    """The race of a monster, or None (RSF-R2c, R2d)."""
    plain: Counter[str] = Counter()
    either: list[tuple[str, ...]] = []
    for piece in monster:
        races = races_of(cards, house, piece)
        if len(races) > 1 and house.hybrid_race is HybridRace.BEST:
            either.append(races)
        else:
            plain.update(races)
    if either:
        declared = Counter(piece.mode.race for piece in monster if piece.mode and piece.mode.race)
        return _best_race(house, plain, either, len(monster), declared)
    ranked = plain.most_common(2)
    if not ranked:
        return None
    race, most = ranked[0]
    if house.race is RaceBy.MAJORITY:
        return race if 2 * most > len(monster) else None
    return race if len(ranked) == 1 or most > ranked[1][1] else None


def _best_race(
    house: RsfHouse, plain: Counter[str], either: list[tuple[str, ...]], size: int, declared: Counter[str]
) -> str | None:
    """The race with most cards that outnumbers all others when hybrids count as suits best.

    Of two that could be it alike, the one that more hybrids were declared as.
    """
    reach = Counter(plain)
    for races in either:
        reach.update(races)
    for race, most in sorted(reach.items(), key=lambda item: (-item[1], -declared[item[0]], item[0])):
        if house.race is RaceBy.MAJORITY:
            if 2 * most > size:
                return race
            continue
        room = {other: most - 1 - plain[other] for other in reach if other != race}
        rest = [races for races in either if race not in races]
        if min(room.values(), default=0) >= 0 and _all_seated(rest, room):
            return race
    return None


def _all_seated(rest: list[tuple[str, ...]], room: dict[str, int]) -> bool:
    """Tell whether every hybrid finds room in one of its races (a matching, grown one by one)."""
    seated: dict[str, list[tuple[str, ...]]] = {race: [] for race in room}

    def seat(races: tuple[str, ...], seen: set[str]) -> bool:
        for race in races:
            if race in seen:
                continue
            seen.add(race)
            if len(seated[race]) < room[race]:
                seated[race].append(races)
                return True
            for other in list(seated[race]):
                if seat(other, seen):
                    seated[race].remove(other)
                    seated[race].append(races)
                    return True
        return False

    return all(seat(races, set()) for races in rest)


def race_bonus(house: RsfHouse, race: str | None) -> int:
    """What a race adds to ATK (RSF-R2c; RSF-Q1 may double it)."""
    if race is None:
        return 0
    return RACE_BONUS if house.class_bonus is ClassBonus.SAME else 2 * RACE_BONUS


def special_points(cards: Cards, house: RsfHouse, piece: Piece) -> int:
    """What a piece adds to SPC (RSF-T2b, RSF-Q23)."""
    if piece.mode is None or piece.mode.race is not None:
        return 0
    return cards[piece.card].special if house.spc is Spc.SUM else 1


def add_up(cards: Cards, house: RsfHouse, monster: Monster) -> Sheet:
    """Add up a Player Sheet (RSF-T3)."""
    points = sum(cards[piece.card].attack for piece in monster)
    race = race_of(cards, house, monster)
    defense = sum(cards[piece.card].defense for piece in monster)
    return Sheet(
        attack=points + race_bonus(house, race),
        defense=defense + sum(square.bonus for square in squares(cards, house, monster)),
        special=sum(special_points(cards, house, piece) for piece in monster),
        race=race,
        attack_points=points,
    )
