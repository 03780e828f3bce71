"""The card catalogue of MonsterDice: its schema, and a reader that trusts nothing.

A catalogue is TOML: `title`, `invented`, a `[[point]]` table for each value of point cards with
`value` and `copies`, and a `[[special]]` table for each special card with `id` and `copies`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.core import cardfile
from companion.core.catalogue import Catalogue, CatalogueError
from companion.core.texts import tr
from companion.games.md.words import MAX_VALUE, HandCard, Special

if TYPE_CHECKING:
    from collections.abc import Mapping

POINT_CARDS: Final = 26  # MD-S1b
SPECIAL_CARDS: Final = 14  # MD-S1b

MAX_TABLES: Final = 100
MAX_COPIES: Final = 99

_TOP_KEYS: Final = frozenset({"point", "special"})
_POINT_KEYS: Final = frozenset({"value", "copies"})
_SPECIAL_KEYS: Final = frozenset({"id", "copies"})


@dataclass(frozen=True, slots=True)
class MdCatalogue(Catalogue):
    """The cards of one box.

    Attributes:
        points: copies of the point cards, by value.
        specials: copies of the special cards, the Dimwit among them.
    """

    points: Mapping[int, int]
    specials: Mapping[Special, int]

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
    data = cardfile.read_tables(text, "md", _TOP_KEYS)
    points: dict[int, int] = {}
    for number, line, table in cardfile.entries(text, data, "point", MAX_TABLES):
        with cardfile.on_line(line):
            _point(table, tr("point card {number}", number=number), points)
    specials: dict[Special, int] = {}
    for number, line, table in cardfile.entries(text, data, "special", MAX_TABLES):
        with cardfile.on_line(line):
            _special(table, tr("special card {number}", number=number), specials)
    return MdCatalogue(
        title=cardfile.text(data, "title", tr("the catalogue")),
        invented=cardfile.flag(data, "invented", tr("the catalogue")),
        warnings=_warnings(points, specials),
        points=points,
        specials=specials,
    )


def _point(table: Mapping[str, object], what: str, points: dict[int, int]) -> None:
    cardfile.known(table, _POINT_KEYS, what)
    value = cardfile.number(table, "value", what, (0, MAX_VALUE), None)
    if value in points:
        raise CatalogueError(tr("{what}: value {value} appears twice", what=what, value=value))
    points[value] = cardfile.number(table, "copies", what, (1, MAX_COPIES), 1)


def _special(table: Mapping[str, object], what: str, specials: dict[Special, int]) -> None:
    cardfile.known(table, _SPECIAL_KEYS, what)
    card = Special(cardfile.choice(table.get("id"), "id", what, tuple(Special)))
    if card in specials:
        raise CatalogueError(tr("{what}: {card} appears twice", what=what, card=card))
    specials[card] = cardfile.number(table, "copies", what, (1, MAX_COPIES), 1)


def _warnings(points: Mapping[int, int], specials: Mapping[Special, int]) -> tuple[str, ...]:
    """Say where the box differs from the rulebook's (MD-S1b); it can be played all the same."""
    found: list[str] = []
    for many, cards, kind in (
        (sum(points.values()), POINT_CARDS, "point"),
        (sum(specials.values()), SPECIAL_CARDS, "special"),
    ):
        if many != cards:
            found.append(
                tr(
                    "{many} {kind} cards; the rulebook speaks of {cards} (MD-S1b)",
                    many=many,
                    kind=kind,
                    cards=cards,
                )
            )
    dimwits = specials.get(Special.DIMWIT, 0)
    if dimwits != 1:
        found.append(
            tr("{dimwits} Dimwit cards; the rulebook speaks of one (MD-K7)", dimwits=dimwits)
        )
    return tuple(found)
