"""The card catalogue of MonsterDice: its schema, and a reader that trusts nothing.

A catalogue is TOML: `title`, `invented`, a `[[point]]` table for each value of point cards with
`value` and `copies`, and a `[[special]]` table for each special card with `id` and `copies`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.core.catalogue import CardFile, Catalogue, Table
from companion.core.texts import later, tr
from companion.games.md.words import MAX_VALUE, HandCard, Special

POINT_CARDS: Final = 26  # MD-S1b
SPECIAL_CARDS: Final = 14  # MD-S1b

MAX_TABLES: Final = 100
MAX_COPIES: Final = 99


@dataclass(frozen=True, slots=True)
class MdCatalogue(Catalogue):
    """The cards of one box."""

    points: Mapping[int, int]  # copies of the point cards, by value
    specials: Mapping[Special, int]  # copies of the special cards, the Dimwit among them

    @property
    def size(self) -> int:
        """How many physical cards there are."""
        return sum(self.points.values()) + sum(self.specials.values())

    def copies(self, card: HandCard) -> int:
        """How many of a card the box holds; 0 when it knows none."""
        if card.special is None:
            return self.points.get(card.value, 0)
        return self.specials.get(card.special, 0)


def read_catalogue(text: str) -> MdCatalogue:
    """Read the text of a TOML catalogue.

    Raises:
        CatalogueError: what is wrong, with the line where it is known.
    """
    file = CardFile(text, "md", "point", "special")
    points: dict[int, int] = {}
    specials: dict[Special, int] = {}
    file.each("point", MAX_TABLES, tr("point card"), lambda table: _point(table, points))
    file.each("special", MAX_TABLES, tr("special card"), lambda table: _special(table, specials))
    return MdCatalogue(
        title=file.text("title"),
        invented=file.flag("invented"),
        warnings=_warnings(points, specials),
        points=points,
        specials=specials,
    )


def _point(table: Table, points: dict[int, int]) -> None:
    table.only({"value", "copies"})
    value = table.number("value", (0, MAX_VALUE))
    if value in points:
        raise table.wrong(tr("value {value} appears twice", value=value))
    points[value] = table.number("copies", (1, MAX_COPIES), 1)


def _special(table: Table, specials: dict[Special, int]) -> None:
    table.only({"id", "copies"})
    card = table.one_of(Special, "id")
    if card in specials:
        raise table.wrong(tr("{card} appears twice", card=card))
    specials[card] = table.number("copies", (1, MAX_COPIES), 1)


def _warnings(points: Mapping[int, int], specials: Mapping[Special, int]) -> tuple[str, ...]:
    """Say where the box differs from the rulebook's (MD-S1b); it can be played all the same."""
    found: list[str] = []
    for many, cards, kind in (
        (sum(points.values()), POINT_CARDS, "point"),
        (sum(specials.values()), SPECIAL_CARDS, "special"),
    ):
        if many != cards:
            text = later("{many} {kind} cards; the rulebook speaks of {cards} (MD-S1b)")
            found.append(tr(text, many=many, kind=kind, cards=cards))
    dimwits = specials.get(Special.DIMWIT, 0)
    if dimwits != 1:
        text = later("{dimwits} Dimwit cards; the rulebook speaks of one (MD-K7)")
        found.append(tr(text, dimwits=dimwits))
    return tuple(found)
