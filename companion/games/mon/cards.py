"""The card catalogue of Monstructor: its schema, and a reader that trusts nothing.

A catalogue is TOML: `title`, `invented`, optionally `factions`, and a `[[card]]` table a card:
`id`, `name`, `kind` (part, dragon, power, spell), `copies`; of parts and dragons `faction`, `part`,
`ports`, `points`, `icons`, and of parts the `monster`; of Power cards `icon` and `points`; of Spells
`effect`.

What a card's picture shows and what is on its back are kept apart (MON-G6): `MonCatalogue.cards`
has what everybody sees, `MonCatalogue.backs` what nobody may look up before the card is flipped.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from companion.core import cardfile
from companion.core.catalogue import Catalogue, CatalogueError
from companion.core.texts import tr
from companion.games.mon.words import Faction, Icon, Kind, Part, Port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.words import CardId

MONSTERS: Final = 23  # MON-G7
DRAGON_POINTS: Final = 2  # MON-G4
DRAGON_CARDS: Final = 5  # of each faction: MON-C24

MAX_CARDS: Final = 500
MAX_COPIES: Final = 20
MAX_POINTS: Final = 99
MAX_PORTS: Final = 8
MAX_ICONS: Final = 5
MAX_TEXT: Final = 200
BODY_PORTS: Final = 2

# `card` stands for a card that is not named; the others introduce arguments in a record.
_RESERVED: Final = frozenset(
    {"card", "to", "at", "as", "of", "for", "from", "with", "by", "on", "off", "and", "against"}
    | {"part", "parts", "points", "count", "cards", "hand", "deck", "table", "joined", "closed"}
    | {"drop", "allow", "icon", "icons", "own", "theirs", "nothing", "hidden", "any"}
)
_TOP_KEYS: Final = frozenset({"factions", "card"})
_COMMON_KEYS: Final = frozenset({"id", "name", "kind", "copies"})
_PIECE_KEYS: Final = frozenset({"faction", "part", "ports", "points", "icons"})
_KEYS: Final[dict[Kind, frozenset[str]]] = {
    Kind.PART: _COMMON_KEYS | _PIECE_KEYS | {"monster"},
    Kind.DRAGON: _COMMON_KEYS | _PIECE_KEYS,
    Kind.POWER: _COMMON_KEYS | {"icon", "points"},
    Kind.SPELL: _COMMON_KEYS | {"effect"},
}
_EFFECT_KEYS: Final = frozenset({"op", "part", "points", "text"})

E = TypeVar("E", bound=StrEnum)


class Op(StrEnum):
    """What a Spell does, as far as a program can carry it out."""

    REMOVE_PART = "remove_part"
    ADD = "add"
    CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Effect:
    """What is written on a Spell (MON-C17).

    Attributes:
        op: what sort of effect it is.
        part: which sort of part `remove_part` takes off; None is any.
        points: what `add` adds to the caster's monster; may be negative.
        text: what people read; only `custom` needs it.
    """

    op: Op
    part: Part | None = None
    points: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """What the picture side of a card shows.

    Attributes:
        id: what people type.
        kind: part, Dragon, Power or Spell.
        name: what people call it; Dragon cards of the printed game have none.
        copies: how many of it the box holds.
        monster: which monster a part belongs to; empty for the others.
        faction: of parts and Dragon cards.
        part: head, body, limb or bottom; None for Power and Spell cards.
        ports: the connections as drawn; port 1 is the first.
    """

    id: CardId
    kind: Kind = Kind.PART
    name: str = ""
    copies: int = 1
    monster: str = ""
    faction: Faction | None = None
    part: Part | None = None
    ports: tuple[Port, ...] = ()

    @property
    def wide(self) -> int:
        """How many wide ports it has."""
        return self.ports.count(Port.WIDE)

    @property
    def narrow(self) -> int:
        """How many narrow ports it has."""
        return self.ports.count(Port.NARROW)

    @property
    def fits_monsters(self) -> bool:
        """Whether it can be part of a monster: parts, and Dragon cards (MON-G4)."""
        return self.kind in {Kind.PART, Kind.DRAGON}


@dataclass(frozen=True, slots=True)
class Back:
    """What is on the back: secret until the card is flipped or played.

    Attributes:
        points: what it counts, 0 or more.
        icons: its power-up icons; of a Power card the one icon it needs.
        skull: whether it has the red skull of a head (MON-G1).
        effect: what a Spell does.
    """

    points: int = 0
    icons: tuple[Icon, ...] = ()
    skull: bool = False
    effect: Effect | None = None


@dataclass(frozen=True, slots=True)
class MonCatalogue(Catalogue):
    """The cards of one box.

    Attributes:
        cards: the picture side of every card, by its id.
        backs: the other side, by the same ids.
    """

    cards: Mapping[CardId, Card]
    backs: Mapping[CardId, Back]

    def count(self, *kinds: Kind) -> int:
        """How many physical cards of these kinds there are."""
        return sum(card.copies for card in self.cards.values() if card.kind in kinds)


def read_catalogue(text: str) -> MonCatalogue:
    """Read the text of a TOML catalogue.

    Raises:
        CatalogueError: what is wrong, with the card, and the line where it is known.
    """
    data = cardfile.read_tables(text, "mon", _TOP_KEYS)
    _check_factions(data)
    cards: dict[CardId, Card] = {}
    backs: dict[CardId, Back] = {}
    for number, line, table in cardfile.entries(text, data, "card", MAX_CARDS):
        with cardfile.on_line(line):
            card, back = _card(table, number)
            if card.id in cards:
                raise CatalogueError(tr("card {card}: this id appears twice", card=card.id))
        cards[card.id], backs[card.id] = card, back
    _check_dragons(cards)
    return MonCatalogue(
        title=cardfile.text(data, "title", tr("the catalogue")),
        invented=cardfile.flag(data, "invented", tr("the catalogue")),
        warnings=_warnings(cards),
        cards=cards,
        backs=backs,
    )


def _check_factions(data: Mapping[str, Any]) -> None:
    """MON-G7: the five factions are the game's own."""
    if "factions" not in data:
        return
    given = cardfile.words(data["factions"], "factions", tr("the catalogue"))
    if sorted(given) != sorted(Faction):
        raise CatalogueError(tr("factions must be {faction} (MON-G7)", faction=", ".join(Faction)))


def _card(table: Mapping[str, Any], number: int) -> tuple[Card, Back]:
    name = cardfile.card_id(table, tr("card number {number}", number=number), _RESERVED)
    what = tr("card {name}", name=name)
    kind = _one_of(Kind, table.get("kind", Kind.PART.value), "kind", what)
    cardfile.known(table, _KEYS[kind], what)
    card = Card(
        id=name,
        kind=kind,
        name=cardfile.text(table, "name", what) if "name" in table else "",
        copies=cardfile.number(table, "copies", what, (1, MAX_COPIES), 1),
    )
    if kind is Kind.POWER:
        return card, _power(table, what)
    if kind is Kind.SPELL:
        return card, Back(effect=_effect(table.get("effect"), what))
    return _piece(table, card, what)


def _piece(table: Mapping[str, Any], card: Card, what: str) -> tuple[Card, Back]:
    part = _one_of(Part, table.get("part"), "part", what)
    ports = tuple(
        _one_of(Port, one, tr("a port"), what)
        for one in cardfile.words(table.get("ports", []), "ports", what)
    )
    _check_ports(part, ports, what)
    front = Card(
        id=card.id,
        kind=card.kind,
        name=card.name,
        copies=card.copies,
        monster=cardfile.text(table, "monster", what) if card.kind is Kind.PART else "",
        faction=_one_of(Faction, table.get("faction"), "faction", what),
        part=part,
        ports=ports,
    )
    default = DRAGON_POINTS if card.kind is Kind.DRAGON else None
    points = cardfile.number(table, "points", what, (0, MAX_POINTS), default)
    if card.kind is Kind.DRAGON and points != DRAGON_POINTS:
        raise CatalogueError(
            tr(
                "{what}: a Dragon card is worth {dragon_points} points, not {points} (MON-G4)",
                what=what,
                dragon_points=DRAGON_POINTS,
                points=points,
            )
        )
    return front, Back(points, _icons(table, what), skull=part is Part.HEAD)


def _check_ports(part: Part, ports: tuple[Port, ...], what: str) -> None:
    """MON-G2: limbs are narrow, heads and bottoms wide; a body joins at least two."""
    if not 1 <= len(ports) <= MAX_PORTS:
        raise CatalogueError(
            tr(
                "{what}: ports must list 1 to {max_ports} of wide and narrow",
                what=what,
                max_ports=MAX_PORTS,
            )
        )
    if part is Part.BODY and len(ports) < BODY_PORTS:
        raise CatalogueError(tr("{what}: a body has at least two ports (MON-G1)", what=what))
    if part is Part.LIMB and Port.NARROW not in ports:
        raise CatalogueError(tr("{what}: a limb has a narrow port (MON-G2)", what=what))
    if part in {Part.HEAD, Part.BOTTOM} and Port.WIDE not in ports:
        raise CatalogueError(
            tr("{what}: a {part} has a wide port (MON-G2)", what=what, part=part.value)
        )


def _icons(table: Mapping[str, Any], what: str) -> tuple[Icon, ...]:
    words = cardfile.words(table.get("icons", []), "icons", what)
    if len(words) > MAX_ICONS:
        raise CatalogueError(
            tr(
                "{what}: {words} icons are too many, at most {max_icons}",
                what=what,
                words=len(words),
                max_icons=MAX_ICONS,
            )
        )
    return tuple(_one_of(Icon, one, tr("an icon"), what) for one in words)


def _power(table: Mapping[str, Any], what: str) -> Back:
    icon = _one_of(Icon, table.get("icon"), "icon", what)
    return Back(cardfile.number(table, "points", what, (0, MAX_POINTS), None), (icon,))


def _effect(value: object, what: str) -> Effect:
    if not isinstance(value, dict):
        raise CatalogueError(tr("{what}: effect must be a table with op", what=what))
    cardfile.known(value, _EFFECT_KEYS, tr("{what}: effect", what=what))
    op = _one_of(Op, value.get("op"), "op", what)
    part = value.get("part", "any")
    if op is not Op.REMOVE_PART and "part" in value:
        raise CatalogueError(tr("{what}: part goes with remove_part alone", what=what))
    if (op is Op.ADD) != ("points" in value):
        raise CatalogueError(tr("{what}: points go with add, and add needs them", what=what))
    text = cardfile.text(value, "text", what, MAX_TEXT) if "text" in value else ""
    if op is Op.CUSTOM and not text:
        raise CatalogueError(tr("{what}: a custom effect needs its text", what=what))
    return Effect(
        op=op,
        part=None if part == "any" else _one_of(Part, part, "part", what),
        points=cardfile.number(value, "points", what, (-MAX_POINTS, MAX_POINTS), 0),
        text=text,
    )


def _one_of(words: type[E], value: object, key: str, what: str) -> E:
    return words(cardfile.choice(value, key, what, tuple(word.value for word in words)))


def _check_dragons(cards: Mapping[CardId, Card]) -> None:
    """MON-C24: a Dragon is five cards; a box with Dragons has five of each faction."""
    count = _dragons(cards)
    wrong = [one for one in Faction if count[one] != DRAGON_CARDS]
    if count and wrong:
        raise CatalogueError(
            tr(
                "{wrong} has {count} Dragon cards; a Dragon has {dragon_cards} (MON-C24)",
                wrong=wrong[0],
                count=count[wrong[0]],
                dragon_cards=DRAGON_CARDS,
            )
        )


def _dragons(cards: Mapping[CardId, Card]) -> Counter[Faction]:
    count: Counter[Faction] = Counter()
    for card in cards.values():
        if card.kind is Kind.DRAGON and card.faction is not None:
            count[card.faction] += card.copies
    return count


def _warnings(cards: Mapping[CardId, Card]) -> tuple[str, ...]:
    found: list[str] = []
    factions: dict[str, set[Faction]] = {}
    for card in cards.values():
        if card.kind is Kind.PART and card.faction is not None:
            factions.setdefault(card.monster, set()).add(card.faction)
    if len(factions) != MONSTERS:
        found.append(
            tr(
                "{factions} monsters; the printed game has {monsters} (MON-G7)",
                factions=len(factions),
                monsters=MONSTERS,
            )
        )
    if not _dragons(cards):
        found.append(tr("no Dragon cards: Classic and Arena need 25 of them (MON-C24)"))
    found += [
        tr(
            "{monster} stands in {its} factions; a monster is of one (MON-G7)",
            monster=monster,
            its=len(its),
        )
        for monster, its in factions.items()
        if len(its) > 1
    ]
    return tuple(found)
