"""The catalogue of Monster Mayhem: its schema, a reader that trusts nothing, and a writer.

A catalogue is TOML: `title`, `invented`, and a `[[monster]]` table a monster with `id`, `name` and
`ratings`, six whole numbers from 0 to 10 in the order of the cards; "?" stands for one that nobody
has read yet. Slappy and Mastermind are built in. A catalogue may have fewer monsters than the box, even
none: it grows at the table, where the rest is typed as it turns up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.core.catalogue import CardFile, Catalogue, Table, toml, written_card
from companion.core.texts import later, tr
from companion.core.words import UNNAMED, CardId
from companion.games.gmm.words import ABILITIES, SPECIALS

DECK: Final = 60  # GMM-S2
MONSTERS: Final = 29  # GMM-S2b
COPIES: Final = 2  # GMM-S2b
LEAST: Final = 0  # GMM-S2b
MOST: Final = 10  # GMM-S2b

MAX_MONSTERS: Final = 200
UNREAD: Final = "?"

RESERVED: Final = frozenset({UNNAMED, *SPECIALS})
"""Words that can be no monster's id: they mean another card."""

Ratings = tuple[int | None, ...]
"""Six ratings in the order of the abilities; None for one that is not known."""

UNRATED: Final[Ratings] = (None,) * len(ABILITIES)


@dataclass(frozen=True, slots=True)
class Monster:
    """One monster with its six ratings, 0 to 10; the box holds it twice."""

    id: CardId
    name: str
    ratings: Ratings


@dataclass(frozen=True, slots=True)
class GmmCatalogue(Catalogue):
    """The monsters of one box, by id."""

    monsters: Mapping[CardId, Monster]


def read_catalogue(text: str) -> GmmCatalogue:
    """Read the text of a TOML catalogue.

    Raises:
        CatalogueError: what is wrong, with the monster, and the line where it is known.
    """
    file = CardFile(text, "gmm", "monster")
    some = "monster" in file
    monsters = file.cards("monster", MAX_MONSTERS, RESERVED, _monster) if some else {}
    return GmmCatalogue(
        title=file.text("title"),
        invented=file.flag("invented"),
        warnings=_warnings(monsters),
        monsters=monsters,
    )


def _monster(name: CardId, table: Table) -> Monster:
    table.only({"id", "name", "ratings"})
    return Monster(name, table.text("name"), _ratings(table))


def _ratings(table: Table) -> Ratings:
    values = table.values.get("ratings")
    if not isinstance(values, list) or len(values) != len(ABILITIES):
        text = later("ratings must list {abilities} numbers: {listed}")
        listed = ", ".join(ABILITIES)
        raise table.wrong(tr(text, abilities=len(ABILITIES), listed=listed))
    ratings = Table(dict(zip(ABILITIES, values, strict=True)), table.what)
    return tuple(
        None if value == UNREAD else ratings.number(ability, (LEAST, MOST)) for ability, value in ratings.values.items()
    )


def _warnings(monsters: Mapping[CardId, Monster]) -> tuple[str, ...]:
    found, count = list[str](), len(monsters)
    text = later("{count} monsters; the printed game has {monsters} (GMM-S2b)")
    if count < MONSTERS:
        text = later("{count} of {monsters} monsters (GMM-S2b); the others are asked for as they turn up")
    if count != MONSTERS:
        found.append(tr(text, count=count, monsters=MONSTERS))
    unread = sum(1 for monster in monsters.values() if None in monster.ratings)
    if unread:
        text = later("{unread} monsters lack ratings; these are asked for as they turn up")
        found.append(tr(text, unread=unread))
    return tuple(found)


def write_catalogue(title: str, monsters: Mapping[CardId, Monster], *, invented: bool) -> str:
    """Write monsters, in their order, as the text of a TOML catalogue, so that a grown one can be kept.

    `read_catalogue` reads it back to the same monsters.
    """
    head = {"game": "gmm", "schema": 1, "title": title, "invented": invented}
    text = "".join(f"{key} = {toml(value)}\n" for key, value in head.items())
    for monster in monsters.values():
        ratings = [UNREAD if rating is None else rating for rating in monster.ratings]
        card = {"id": monster.id, "name": monster.name, "ratings": ratings}
        text += written_card("monster", card)
    return text
