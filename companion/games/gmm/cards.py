"""The catalogue of Monster Mayhem: its schema, a reader that trusts nothing, and a writer.

A catalogue is TOML: `title`, `invented`, and a `[[monster]]` table a monster with `id`, `name` and
`ratings`, six whole numbers from 0 to 10 in the order of the cards; "?" stands for one that nobody
has read yet. Slappy and Mastermind are built in. A catalogue may have fewer monsters than the box, even
none: it grows at the table, where the rest is typed as it turns up.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.core import cardfile
from companion.core.catalogue import Catalogue, CatalogueError
from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.games.gmm.words import ABILITIES, SPECIALS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.words import CardId

DECK: Final = 60  # GMM-S2
MONSTERS: Final = 29  # GMM-S2b
COPIES: Final = 2  # GMM-S2b
LEAST: Final = 0  # GMM-S2b
MOST: Final = 10  # GMM-S2b

MAX_MONSTERS: Final = 200
UNREAD: Final = "?"

RESERVED: Final = frozenset({UNNAMED, *SPECIALS})
"""Words that can be no monster's id: they mean another card."""

_TOP_KEYS: Final = frozenset({"monster"})
_MONSTER_KEYS: Final = frozenset({"id", "name", "ratings"})

Ratings = tuple[int | None, ...]
"""Six ratings in the order of the abilities; None for one that is not known."""

UNRATED: Final[Ratings] = (None,) * len(ABILITIES)


@dataclass(frozen=True, slots=True)
class Monster:
    """One monster; the box holds it twice.

    Attributes:
        id: what people type.
        name: what is printed on it.
        ratings: its six ratings, 0 to 10.
    """

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
    data = cardfile.read_tables(text, "gmm", _TOP_KEYS)
    monsters: dict[CardId, Monster] = {}
    listed = cardfile.entries(text, data, "monster", MAX_MONSTERS) if "monster" in data else ()
    for number, line, table in listed:
        with cardfile.on_line(line):
            monster = _monster(table, number)
            if monster.id in monsters:
                raise CatalogueError(
                    tr("monster {monster}: this id appears twice", monster=monster.id)
                )
        monsters[monster.id] = monster
    return GmmCatalogue(
        title=cardfile.text(data, "title", tr("the catalogue")),
        invented=cardfile.flag(data, "invented", tr("the catalogue")),
        warnings=_warnings(monsters),
        monsters=monsters,
    )


def _monster(table: Mapping[str, Any], number: int) -> Monster:
    name = cardfile.card_id(table, tr("monster number {number}", number=number), RESERVED)
    what = tr("monster {name}", name=name)
    cardfile.known(table, _MONSTER_KEYS, what)
    return Monster(name, cardfile.text(table, "name", what), _ratings(table.get("ratings"), what))


def _ratings(value: object, what: str) -> Ratings:
    if not isinstance(value, list) or len(value) != len(ABILITIES):
        listed = ", ".join(ABILITIES)
        raise CatalogueError(
            tr(
                "{what}: ratings must list {abilities} numbers: {listed}",
                what=what,
                abilities=len(ABILITIES),
                listed=listed,
            )
        )
    return tuple(
        None
        if one == UNREAD
        else cardfile.number({ability: one}, ability, what, (LEAST, MOST), None)
        for ability, one in zip(ABILITIES, value, strict=True)
    )


def _warnings(monsters: Mapping[CardId, Monster]) -> tuple[str, ...]:
    found: list[str] = []
    count = len(monsters)
    if count > MONSTERS:
        found.append(
            tr(
                "{count} monsters; the printed game has {monsters} (GMM-S2b)",
                count=count,
                monsters=MONSTERS,
            )
        )
    elif count < MONSTERS:
        found.append(
            tr(
                "{count} of {monsters} monsters (GMM-S2b); the others are asked for as "
                "they turn up",
                count=count,
                monsters=MONSTERS,
            )
        )
    unread = sum(1 for monster in monsters.values() if None in monster.ratings)
    if unread:
        found.append(
            tr("{unread} monsters lack ratings; these are asked for as they turn up", unread=unread)
        )
    return tuple(found)


def write_catalogue(title: str, monsters: Mapping[CardId, Monster], *, invented: bool) -> str:
    """Write monsters as the text of a TOML catalogue, so that a grown one can be kept.

    `read_catalogue` reads it back to the same monsters.

    Args:
        title: what people call the catalogue.
        monsters: by id, in the order in which they are to stand there.
        invented: whether the ratings are made up.
    """
    head = [
        'game = "gmm"',
        "schema = 1",
        f"title = {_quoted(title)}",
        f"invented = {'true' if invented else 'false'}",
    ]
    for monster in monsters.values():
        ratings = ", ".join(_quoted(UNREAD) if r is None else str(r) for r in monster.ratings)
        head += [
            "",
            "[[monster]]",
            f"id = {_quoted(monster.id)}",
            f"name = {_quoted(monster.name)}",
            f"ratings = [{ratings}]",
        ]
    return "\n".join(head) + "\n"


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string as well, but for the one control character that JSON
    # leaves as it is; characters beyond ASCII stay readable.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
