"""The card catalogue of Ready, Set, Fight: its schema, and a reader that trusts nothing.

A catalogue is TOML: `title`, `invented`, `races`, `dominance` (pairs, the stronger race first), and
a `[[card]]` table a card with `id`, `name`, `copies`, `races`, `hybrid`, `attack`, `defense`,
`special` and `edges` (marks on the sides `n`, `e`, `s`, `w`; a side without mark fits everything).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.core import cardfile
from companion.core.catalogue import Catalogue, CatalogueError
from companion.core.texts import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.words import CardId

DECK: Final = 125  # RSF-S5

MAX_CARDS: Final = 500
MAX_COPIES: Final = 125
MAX_VALUE: Final = 99
MAX_RACES: Final = 20

# `card` stands for a card that is not named; the others introduce arguments in a record.
_RESERVED: Final = frozenset({"card", "at", "as", "to", "from", "of", "for", "race", "special"})
_SIDES: Final = ("n", "e", "s", "w")
_TOP_KEYS: Final = frozenset({"races", "dominance", "card"})
_CARD_KEYS: Final = frozenset(
    {"id", "name", "copies", "races", "hybrid", "attack", "defense", "special", "edges"}
)


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the catalogue.

    Attributes:
        id: what people type.
        name: what is printed on it.
        copies: how many of it the box holds.
        races: its race, or both races of a hybrid.
        hybrid: whether it is a Hybrid/Special card (RSF-T2).
        attack: attack points, 0 or more.
        defense: defense points, 0 or more.
        special: special number, 0 or more.
        edges: marks on the north, east, south and west side; None fits everything.
    """

    id: CardId
    name: str
    copies: int = 1
    races: tuple[str, ...] = ()
    hybrid: bool = False
    attack: int = 0
    defense: int = 0
    special: int = 0
    edges: tuple[str | None, str | None, str | None, str | None] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class RsfCatalogue(Catalogue):
    """The cards of one box.

    Attributes:
        races: all races, in the order of the file.
        dominance: pairs (stronger, weaker).
        cards: every card by its id.
    """

    races: tuple[str, ...]
    dominance: frozenset[tuple[str, str]]
    cards: Mapping[CardId, Card]

    @property
    def size(self) -> int:
        """How many physical cards there are."""
        return sum(card.copies for card in self.cards.values())


def read_catalogue(text: str) -> RsfCatalogue:
    """Read the text of a TOML catalogue.

    Raises:
        CatalogueError: what is wrong, with the card, and the line where it is known.
    """
    data = cardfile.read_tables(text, "rsf", _TOP_KEYS)
    races = _races(data)
    cards = _cards(text, data, races)
    return RsfCatalogue(
        title=cardfile.text(data, "title", tr("the catalogue")),
        invented=cardfile.flag(data, "invented", tr("the catalogue")),
        warnings=_warnings(cards),
        races=races,
        dominance=_dominance(data, races),
        cards=cards,
    )


def _races(data: Mapping[str, Any]) -> tuple[str, ...]:
    races = cardfile.words(data.get("races"), "races", tr("the catalogue"))
    if not 1 <= len(races) <= MAX_RACES or len(set(races)) != len(races):
        raise CatalogueError(
            tr("races must list 1 to {max_races} different names", max_races=MAX_RACES)
        )
    for race in races:
        if not cardfile.WORD.match(race):
            raise CatalogueError(
                tr("race {race!r} must be one word of letters, digits, - and _", race=race)
            )
    return races


def _dominance(data: Mapping[str, Any], races: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    pairs = data.get("dominance", [])
    if not isinstance(pairs, list):
        raise CatalogueError(tr("dominance must be a list of pairs"))
    seen: set[tuple[str, str]] = set()
    for entry in pairs:
        pair = cardfile.words(entry, tr("a dominance pair"), tr("the catalogue"))
        if len(pair) != 2 or not set(pair) <= set(races):  # noqa: PLR2004 - a pair
            raise CatalogueError(tr("dominance {list} must name two of the races", list=list(pair)))
        strong, weak = pair
        if strong == weak:
            raise CatalogueError(
                tr("dominance {list}: a race cannot dominate itself", list=list(pair))
            )
        if (weak, strong) in seen:
            raise CatalogueError(
                tr("dominance {list} is also there the other way round", list=list(pair))
            )
        seen.add((strong, weak))
    return frozenset(seen)


def _cards(text: str, data: Mapping[str, Any], races: tuple[str, ...]) -> dict[CardId, Card]:
    cards: dict[CardId, Card] = {}
    for number, line, table in cardfile.entries(text, data, "card", MAX_CARDS):
        with cardfile.on_line(line):
            card = _card(table, number, races)
            if card.id in cards:
                raise CatalogueError(tr("card {card}: this id appears twice", card=card.id))
        cards[card.id] = card
    return cards


def _card(table: Mapping[str, Any], number: int, races: tuple[str, ...]) -> Card:
    name = cardfile.card_id(table, tr("card number {number}", number=number), _RESERVED)
    what = tr("card {name}", name=name)
    cardfile.known(table, _CARD_KEYS, what)
    its = cardfile.words(table.get("races", []), "races", what)
    unknown = [race for race in its if race not in races]
    if unknown:
        raise CatalogueError(
            tr(
                "{what}: race {unknown!r} is not among {races}",
                what=what,
                unknown=unknown[0],
                races=", ".join(races),
            )
        )
    values = (0, MAX_VALUE)
    return Card(
        id=name,
        name=cardfile.text(table, "name", what),
        copies=cardfile.number(table, "copies", what, (1, MAX_COPIES), 1),
        races=tuple(dict.fromkeys(its)),
        hybrid=cardfile.flag(table, "hybrid", what),
        attack=cardfile.number(table, "attack", what, values, 0),
        defense=cardfile.number(table, "defense", what, values, 0),
        special=cardfile.number(table, "special", what, values, 0),
        edges=_edges(table.get("edges", {}), what),
    )


def _edges(value: object, what: str) -> tuple[str | None, str | None, str | None, str | None]:
    if not isinstance(value, dict):
        raise CatalogueError(tr("{what}: edges must be a table with n, e, s and w", what=what))
    cardfile.known(value, frozenset(_SIDES), tr("{what}: edges", what=what))
    n, e, s, w = (cardfile.text(value, side, what) if side in value else None for side in _SIDES)
    return (n, e, s, w)


def _warnings(cards: Mapping[CardId, Card]) -> tuple[str, ...]:
    found: list[str] = []
    total = sum(card.copies for card in cards.values())
    if total != DECK:
        found.append(
            tr(
                "the copies add up to {total} cards; the printed game has {deck} (RSF-S5)",
                total=total,
                deck=DECK,
            )
        )
    for card in cards.values():
        races = len(card.races)
        if card.hybrid and (races != 2 or card.special < 1):  # noqa: PLR2004 - RSF-T2a
            found.append(
                tr(
                    "card {card}: a hybrid normally has two races and a special number",
                    card=card.id,
                )
            )
        if not card.hybrid and (races != 1 or card.special):
            found.append(
                tr(
                    "card {card}: a card that is no hybrid normally has one race and no "
                    "special number",
                    card=card.id,
                )
            )
    return tuple(found)
