"""Finding a place for joined cards on a grid: side by side wherever there is room for that."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.sheet import Grid, Link

Place = tuple[int, int]
"""Column to the right and row downwards."""

_SIDES: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(slots=True)
class Layout:
    """Column and row of each card by its word; connections drawn side by side, or to be marked."""

    places: dict[str, Place] = field(default_factory=dict)
    beside: list[Link] = field(default_factory=list)
    apart: list[Link] = field(default_factory=list)

    @property
    def size(self) -> Place:
        """Columns and rows."""
        xs, ys = zip(*self.places.values(), strict=True) if self.places else ((-1,), (-1,))
        return max(xs) + 1, max(ys) + 1


def laid_out(grid: Grid, columns: int, rows: int) -> Layout | None:
    """Place joined cards on a grid of at most so many columns and rows.

    Each goes beside the card that it was attached to, where it has the most room; where there is
    none, to the nearest free place. Cards stay where they lay when more come, as long as all fit.
    None when there are too many cards.
    """
    if len(grid.tiles) > columns * rows:
        return None
    places: dict[str, Place] = {}
    for tile in grid.tiles:
        home = next((places[one.one] for one in grid.links if one.other == tile.word), (0, 0))
        taken = list(places.values())
        places[tile.word] = _place_for(home, taken, (columns, rows), grows=tile.grows)
    left = min(x for x, _ in places.values()) if places else 0
    top = min(y for _, y in places.values()) if places else 0
    layout = Layout({word: (x - left, y - top) for word, (x, y) in places.items()})
    drawn: set[frozenset[str]] = set()
    for link in grid.links:
        (x, y), (a, b) = layout.places[link.one], layout.places[link.other]
        pair = frozenset((link.one, link.other))
        near = abs(x - a) + abs(y - b) == 1 and pair not in drawn
        (layout.beside if near else layout.apart).append(link)
        drawn.add(pair)
    return layout


def _place_for(home: Place, taken: list[Place], most: Place, *, grows: bool) -> Place:
    """The best free place: beside `home`, else the nearest one.

    A card that others can be attached to goes where there is room around it, one with a single port
    where there is least.
    """
    if not taken:
        return home
    xs, ys = [x for x, _ in taken], [y for _, y in taken]

    def fits(place: Place) -> bool:
        x, y = place
        across = max(*xs, x) - min(*xs, x) + 1
        down = max(*ys, y) - min(*ys, y) + 1
        return place not in taken and across <= most[0] and down <= most[1]

    def grade(place: Place) -> tuple[int, int, int]:
        x, y = place
        open_sides = sum(1 for dx, dy in _SIDES if fits((x + dx, y + dy)))
        far = abs(x - home[0]) + abs(y - home[1])
        return far, -open_sides if grows else open_sides, abs(x) + abs(y)

    near = [place for place in ((home[0] + dx, home[1] + dy) for dx, dy in _SIDES) if fits(place)]
    if not near:
        reach = range(-max(most), max(most) + 1)
        near = [(x, y) for y in reach for x in reach if fits((x, y))]
    return min(near, key=grade)
