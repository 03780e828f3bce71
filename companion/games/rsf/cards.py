"""The card catalogue of Ready, Set, Fight: its schema, and a reader that trusts nothing.

A catalogue is TOML: `title`, `invented`, `races`, `dominance` (pairs, the stronger race first), and
a `[[card]]` table a card with `id`, `name`, `copies`, `races`, `hybrid`, `attack`, `defense`,
`special` and `edges` (marks on the sides `n`, `e`, `s`, `w`; a side without mark fits everything).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.core.catalogue import Catalogue, CatalogueError
from companion.games.rsf.words import CardId

if TYPE_CHECKING:
    from collections.abc import Mapping

DECK: Final = 125  # RSF-S5

# Bounds on a file from elsewhere; far above anything a printed game would need.
MAX_TEXT: Final = 500_000
MAX_CARDS: Final = 500
MAX_COPIES: Final = 125
MAX_VALUE: Final = 99
MAX_RACES: Final = 20
MAX_NAME: Final = 60

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}\Z")
# `card` stands for a card that is not named; the others introduce arguments in a record.
_RESERVED: Final = frozenset({"card", "at", "as", "to", "from", "of", "for", "race", "special"})
_SIDES: Final = ("n", "e", "s", "w")
_TOP_KEYS: Final = frozenset({"game", "schema", "title", "invented", "races", "dominance", "card"})
_CARD_KEYS: Final = frozenset(
    {"id", "name", "copies", "races", "hybrid", "attack", "defense", "special", "edges"}
)
_CARD_LINE: Final = re.compile(r"^[ \t]*\[\[[ \t]*card[ \t]*\]\]", re.MULTILINE)
_TOML_LINE: Final = re.compile(r"line (\d+)")


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
    data = _toml(text)
    _known(data, _TOP_KEYS, "the catalogue")
    if data.get("game", "rsf") != "rsf":
        raise CatalogueError(f"this is a catalogue for {data['game']!r}, not for rsf")
    if data.get("schema", 1) != 1:
        raise CatalogueError(f"schema {data['schema']!r} is not known; this program reads 1")
    races = _races(data)
    cards = _cards(data, races, [_line(text, at.start()) for at in _CARD_LINE.finditer(text)])
    return RsfCatalogue(
        title=_text(data, "title", "the catalogue"),
        invented=_flag(data, "invented", "the catalogue"),
        warnings=_warnings(cards),
        races=races,
        dominance=_dominance(data, races),
        cards=cards,
    )


def _toml(text: str) -> dict[str, Any]:
    if len(text) > MAX_TEXT:
        raise CatalogueError(f"too large: {len(text)} characters, at most {MAX_TEXT} are read")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        line = _TOML_LINE.search(str(error))
        raise CatalogueError(f"not TOML: {error}", int(line[1]) if line else None) from None


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _known(table: Mapping[str, Any], known: frozenset[str], what: str) -> None:
    for key in table:
        if key not in known:
            raise CatalogueError(f"{what}: unknown key {key!r}; known: {', '.join(sorted(known))}")


def _text(table: Mapping[str, Any], key: str, what: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise CatalogueError(f"{what}: {key} must be a line of text")
    if len(value) > MAX_NAME:
        raise CatalogueError(f"{what}: {key} has {len(value)} characters, at most {MAX_NAME}")
    return value


def _flag(table: Mapping[str, Any], key: str, what: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise CatalogueError(f"{what}: {key} must be true or false, not {value!r}")
    return value


def _number(table: Mapping[str, Any], key: str, what: str, default: int, least: int) -> int:
    value = table.get(key, default)
    most = MAX_COPIES if key == "copies" else MAX_VALUE
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise CatalogueError(
            f"{what}: {key} must be a whole number from {least} to {most}, not {value!r}"
        )
    return value


def _words(value: object, key: str, what: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise CatalogueError(f"{what}: {key} must be a list of names")
    return tuple(value)


def _races(data: Mapping[str, Any]) -> tuple[str, ...]:
    races = _words(data.get("races"), "races", "the catalogue")
    if not 1 <= len(races) <= MAX_RACES or len(set(races)) != len(races):
        raise CatalogueError(f"races must list 1 to {MAX_RACES} different names")
    for race in races:
        if not _WORD.match(race):
            raise CatalogueError(f"race {race!r} must be one word of letters, digits, - and _")
    return races


def _dominance(data: Mapping[str, Any], races: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    pairs = data.get("dominance", [])
    if not isinstance(pairs, list):
        raise CatalogueError("dominance must be a list of pairs")
    seen: set[tuple[str, str]] = set()
    for entry in pairs:
        pair = _words(entry, "a dominance pair", "the catalogue")
        if len(pair) != 2 or not set(pair) <= set(races):  # noqa: PLR2004 - a pair
            raise CatalogueError(f"dominance {list(pair)} must name two of the races")
        strong, weak = pair
        if strong == weak:
            raise CatalogueError(f"dominance {list(pair)}: a race cannot dominate itself")
        if (weak, strong) in seen:
            raise CatalogueError(f"dominance {list(pair)} stands the other way round as well")
        seen.add((strong, weak))
    return frozenset(seen)


def _cards(data: Mapping[str, Any], races: tuple[str, ...], lines: list[int]) -> dict[CardId, Card]:
    entries = data.get("card")
    if not isinstance(entries, list) or not entries:
        raise CatalogueError("no cards: a catalogue needs [[card]] tables")
    if len(entries) > MAX_CARDS:
        raise CatalogueError(f"{len(entries)} cards are too many, at most {MAX_CARDS}")
    cards: dict[CardId, Card] = {}
    for at, entry in enumerate(entries):
        # Cards written as one inline array have no line of their own.
        line = lines[at] if len(lines) == len(entries) else None
        try:
            card = _card(entry, at + 1, races)
        except CatalogueError as error:
            raise CatalogueError(error.problem, line) from None
        if card.id in cards:
            raise CatalogueError(f"card {card.id}: this id stands there twice", line)
        cards[card.id] = card
    return cards


def _card(entry: object, number: int, races: tuple[str, ...]) -> Card:
    if not isinstance(entry, dict):
        raise CatalogueError(f"card number {number} must be a table")
    name = entry.get("id")
    if not isinstance(name, str) or not _WORD.match(name) or name in _RESERVED:
        raise CatalogueError(
            f"card number {number}: id {name!r} must be one word of letters, digits, - and _,"
            " beginning with a letter, and none of the record's own words"
        )
    what = f"card {name}"
    _known(entry, _CARD_KEYS, what)
    its = _words(entry.get("races", []), "races", what)
    unknown = [race for race in its if race not in races]
    if unknown:
        raise CatalogueError(f"{what}: race {unknown[0]!r} is not among {', '.join(races)}")
    return Card(
        id=CardId(name),
        name=_text(entry, "name", what),
        copies=_number(entry, "copies", what, 1, 1),
        races=tuple(dict.fromkeys(its)),
        hybrid=_flag(entry, "hybrid", what),
        attack=_number(entry, "attack", what, 0, 0),
        defense=_number(entry, "defense", what, 0, 0),
        special=_number(entry, "special", what, 0, 0),
        edges=_edges(entry.get("edges", {}), what),
    )


def _edges(value: object, what: str) -> tuple[str | None, str | None, str | None, str | None]:
    if not isinstance(value, dict):
        raise CatalogueError(f"{what}: edges must be a table with n, e, s and w")
    _known(value, frozenset(_SIDES), f"{what}: edges")
    n, e, s, w = (_text(value, side, what) if side in value else None for side in _SIDES)
    return (n, e, s, w)


def _warnings(cards: Mapping[CardId, Card]) -> tuple[str, ...]:
    found: list[str] = []
    total = sum(card.copies for card in cards.values())
    if total != DECK:
        found.append(f"the copies add up to {total} cards; the printed game has {DECK} (RSF-S5)")
    for card in cards.values():
        races = len(card.races)
        if card.hybrid and (races != 2 or card.special < 1):  # noqa: PLR2004 - RSF-T2a
            found.append(f"card {card.id}: a hybrid normally has two races and a special number")
        if not card.hybrid and (races != 1 or card.special):
            found.append(
                f"card {card.id}: a card that is no hybrid normally has one race and no special"
                " number"
            )
    return tuple(found)
