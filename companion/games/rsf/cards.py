"""The card catalogue of Ready, Set, Fight: its schema, and a reader that trusts nothing.

A catalogue is TOML: `title`, `invented`, `races`, `dominance` (pairs, the stronger race first), and
a `[[card]]` table a card with `id`, `name`, `copies`, `races`, `hybrid`, `attack`, `defense`,
`special` and `edges` (marks on the sides `n`, `e`, `s`, `w`; a side without mark fits everything).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from companion.core.catalogue import WORD, CardFile, Catalogue, CatalogueError, Table
from companion.core.texts import later, tr
from companion.core.words import CardId

DECK: Final = 125  # RSF-S5

MAX_CARDS: Final = 500
MAX_COPIES: Final = 125
MAX_VALUE: Final = 99
MAX_RACES: Final = 20

# `card` stands for a card that is not named; the others introduce arguments in a record.
_RESERVED: Final = frozenset({"card", "at", "as", "to", "from", "of", "for", "race", "special"})
_SIDES: Final = ("n", "e", "s", "w")

Edges = tuple[str | None, str | None, str | None, str | None]


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the catalogue."""

    id: CardId  # what people type
    name: str  # what is printed on it
    copies: int = 1  # how many of it the box holds
    races: tuple[str, ...] = ()  # its race, or both races of a hybrid
    hybrid: bool = False  # whether it is a Hybrid/Special card (RSF-T2)
    attack: int = 0  # attack points, 0 or more
    defense: int = 0  # defense points, 0 or more
    special: int = 0  # special number, 0 or more
    # marks on the north, east, south and west side; None fits everything
    edges: Edges = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class RsfCatalogue(Catalogue):
    """The cards of one box."""

    races: tuple[str, ...]  # all races, in the order of the file
    dominance: frozenset[tuple[str, str]]  # pairs (stronger, weaker)
    cards: Mapping[CardId, Card]  # every card by its id

    @property
    def size(self) -> int:
        """How many physical cards there are."""
        return sum(card.copies for card in self.cards.values())


def read_catalogue(text: str) -> RsfCatalogue:
    """Read the text of a TOML catalogue.

    Raises:
        CatalogueError: what is wrong, with the card, and the line where it is known.
    """
    file = CardFile(text, "rsf", "races", "dominance", "card")
    races = _races(file)
    cards = file.cards("card", MAX_CARDS, _RESERVED, lambda name, table: _card(name, table, races))
    return RsfCatalogue(
        title=file.text("title"),
        invented=file.flag("invented"),
        warnings=_warnings(cards),
        races=races,
        dominance=_dominance(file, races),
        cards=cards,
    )


def _races(file: CardFile) -> tuple[str, ...]:
    races = file.words("races")
    if not 1 <= len(races) <= MAX_RACES or len(set(races)) != len(races):
        text = later("races must list 1 to {max_races} different names")
        raise CatalogueError(tr(text, max_races=MAX_RACES))
    for race in races:
        if not WORD.match(race):
            text = later("race {race!r} must be one word of letters, digits, - and _")
            raise CatalogueError(tr(text, race=race))
    return races


def _dominance(file: CardFile, races: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    pairs = file.values.get("dominance", [])
    if not isinstance(pairs, list):
        raise CatalogueError(tr("dominance must be a list of pairs"))
    seen: set[tuple[str, str]] = set()
    for entry in pairs:
        key = tr("a dominance pair")
        pair = Table({key: entry}, file.what).words(key)
        text = ""
        if len(pair) != 2 or not set(pair) <= set(races):  # noqa: PLR2004 - a pair
            text = later("dominance {list} must name two of the races")
        elif pair[0] == pair[1]:
            text = later("dominance {list}: a race cannot dominate itself")
        elif pair[::-1] in seen:
            text = later("dominance {list} is also there the other way round")
        if text:
            raise CatalogueError(tr(text, list=list(pair)))
        seen.add((pair[0], pair[1]))
    return frozenset(seen)


def _card(name: CardId, table: Table, races: tuple[str, ...]) -> Card:
    table.only({one.name for one in fields(Card)})
    its = table.words("races", [])
    unknown = [race for race in its if race not in races]
    if unknown:
        text = tr("race {race!r} is not among {races}", race=unknown[0], races=", ".join(races))
        raise table.wrong(text)
    values = (0, MAX_VALUE)
    return Card(
        id=name,
        name=table.text("name"),
        copies=table.number("copies", (1, MAX_COPIES), 1),
        races=tuple(dict.fromkeys(its)),
        hybrid=table.flag("hybrid"),
        attack=table.number("attack", values, 0),
        defense=table.number("defense", values, 0),
        special=table.number("special", values, 0),
        edges=_edges(table),
    )


def _edges(table: Table) -> Edges:
    if "edges" not in table:
        return (None, None, None, None)
    edges = table.inner("edges")
    edges.only(_SIDES)
    n, e, s, w = (edges.text(side) if side in edges else None for side in _SIDES)
    return (n, e, s, w)


def _warnings(cards: Mapping[CardId, Card]) -> tuple[str, ...]:
    found: list[str] = []
    total = sum(card.copies for card in cards.values())
    if total != DECK:
        text = later("the copies add up to {total} cards; the printed game has {deck} (RSF-S5)")
        found.append(tr(text, total=total, deck=DECK))
    for card in cards.values():
        races = len(card.races)
        if card.hybrid and (races != 2 or card.special < 1):  # noqa: PLR2004 - RSF-T2a
            text = later("card {card}: a hybrid normally has two races and a special number")
            found.append(tr(text, card=card.id))
        if not card.hybrid and (races != 1 or card.special):
            text = later("card {card}: a card that is no hybrid normally has one race and no special number")
            found.append(tr(text, card=card.id))
    return tuple(found)
