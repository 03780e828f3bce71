"""The card catalogue of Monstructor: its schema, and a reader that trusts nothing.

A catalogue is TOML: `title`, `invented`, optionally `factions`, and a `[[card]]` table a card:
`id`, `name`, `kind` (part, dragon, power, spell), `copies`; of parts and dragons `faction`, `part`,
`ports`, `points`, `icons`, and of parts the `monster`; of Power cards `icon` and `points`; of Spells
`effect`.

What a card's picture shows and what is on its back are kept apart (MON-G6): `MonCatalogue.cards`
has what everybody sees, `MonCatalogue.backs` what nobody may look up before the card is flipped.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from companion.core.catalogue import CardFile, Catalogue, CatalogueError, Table
from companion.core.texts import later, tr
from companion.core.words import CardId
from companion.games.mon.words import Faction, Icon, Kind, Part, Port

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
_COMMON_KEYS: Final = frozenset({"id", "name", "kind", "copies"})
_PIECE_KEYS: Final = frozenset({"faction", "part", "ports", "points", "icons"})
_KEYS: Final[dict[Kind, frozenset[str]]] = {
    Kind.PART: _COMMON_KEYS | _PIECE_KEYS | {"monster"},
    Kind.DRAGON: _COMMON_KEYS | _PIECE_KEYS,
    Kind.POWER: _COMMON_KEYS | {"icon", "points"},
    Kind.SPELL: _COMMON_KEYS | {"effect"},
}


class Op(StrEnum):
    """What a Spell does, as far as a program can carry it out."""

    REMOVE_PART = "remove_part"
    ADD = "add"
    CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Effect:
    """What is written on a Spell (MON-C17).

    `remove_part` takes off a `part`, or any for None; `add` adds `points`, which may be negative, to
    the caster's monster; `custom` has a `text` that people read.
    """

    op: Op
    part: Part | None = None
    points: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """What the picture side of a card shows."""

    id: CardId  # what people type
    kind: Kind = Kind.PART  # part, Dragon, Power or Spell
    name: str = ""  # what people call it; Dragon cards of the printed game have none
    copies: int = 1  # how many of it the box holds
    monster: str = ""  # which monster a part belongs to; empty for the others
    faction: Faction | None = None  # of parts and Dragon cards
    part: Part | None = None  # head, body, limb or bottom; None for Power and Spell cards
    ports: tuple[Port, ...] = ()  # the connections as drawn; port 1 is the first

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

    `icons` are for power-ups; of a Power card there is the one that it needs. A head has the red
    `skull` (MON-G1), and a Spell its `effect`.
    """

    points: int = 0
    icons: tuple[Icon, ...] = ()
    skull: bool = False
    effect: Effect | None = None


@dataclass(frozen=True, slots=True)
class MonCatalogue(Catalogue):
    """The cards of one box: the picture side of each, and the back, by its id."""

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
    file = CardFile(text, "mon", "factions", "card")
    if "factions" in file and sorted(file.words("factions")) != sorted(Faction):
        raise CatalogueError(tr("factions must be {faction} (MON-G7)", faction=", ".join(Faction)))
    both = file.cards("card", MAX_CARDS, _RESERVED, _card)
    cards = {name: front for name, (front, _) in both.items()}
    _check_dragons(cards)
    return MonCatalogue(
        title=file.text("title"),
        invented=file.flag("invented"),
        warnings=_warnings(cards),
        cards=cards,
        backs={name: back for name, (_, back) in both.items()},
    )


def _card(name: CardId, table: Table) -> tuple[Card, Back]:
    kind = table.one_of(Kind, "kind", Kind.PART)
    table.only(_KEYS[kind])
    card = Card(
        id=name,
        kind=kind,
        name=table.text("name") if "name" in table else "",
        copies=table.number("copies", (1, MAX_COPIES), 1),
    )
    if kind is Kind.POWER:
        icon = table.one_of(Icon, "icon")
        return card, Back(table.number("points", (0, MAX_POINTS)), (icon,))
    if kind is Kind.SPELL:
        return card, Back(effect=_effect(table.inner("effect")))
    return _piece(table, card, dragon=kind is Kind.DRAGON)


def _piece(table: Table, card: Card, *, dragon: bool) -> tuple[Card, Back]:
    part = table.one_of(Part, "part")
    ports = table.some_of(Port, "ports", tr("a port"))
    _check_ports(table, part, ports)
    monster, faction = "" if dragon else table.text("monster"), table.one_of(Faction, "faction")
    front = replace(card, monster=monster, faction=faction, part=part, ports=ports)
    points = table.number("points", (0, MAX_POINTS), DRAGON_POINTS if dragon else None)
    if dragon and points != DRAGON_POINTS:
        text = later("a Dragon card is worth {dragon_points} points, not {points} (MON-G4)")
        raise table.wrong(tr(text, dragon_points=DRAGON_POINTS, points=points))
    icons = table.some_of(Icon, "icons", tr("an icon"))
    if len(icons) > MAX_ICONS:
        text = later("{icons} icons are too many, at most {max_icons}")
        raise table.wrong(tr(text, icons=len(icons), max_icons=MAX_ICONS))
    return front, Back(points, icons, skull=part is Part.HEAD)


def _check_ports(table: Table, part: Part, ports: tuple[Port, ...]) -> None:
    """MON-G2: limbs are narrow, heads and bottoms wide; a body joins at least two."""
    if not 1 <= len(ports) <= MAX_PORTS:
        text = later("ports must list 1 to {max_ports} of wide and narrow")
        raise table.wrong(tr(text, max_ports=MAX_PORTS))
    if part is Part.BODY and len(ports) < BODY_PORTS:
        raise table.wrong(tr("a body has at least two ports (MON-G1)"))
    if part is Part.LIMB and Port.NARROW not in ports:
        raise table.wrong(tr("a limb has a narrow port (MON-G2)"))
    if part in {Part.HEAD, Part.BOTTOM} and Port.WIDE not in ports:
        raise table.wrong(tr("a {part} has a wide port (MON-G2)", part=part))


def _effect(table: Table) -> Effect:
    table.only({"op", "part", "points", "text"})
    op = table.one_of(Op, "op")
    if op is not Op.REMOVE_PART and "part" in table:
        raise table.wrong(tr("part goes with remove_part alone"))
    if (op is Op.ADD) != ("points" in table):
        raise table.wrong(tr("points go with add, and add needs them"))
    text = table.text("text", MAX_TEXT) if "text" in table else ""
    if op is Op.CUSTOM and not text:
        raise table.wrong(tr("a custom effect needs its text"))
    return Effect(
        op=op,
        part=table.one_of(Part, "part") if table.values.get("part", "any") != "any" else None,
        points=table.number("points", (-MAX_POINTS, MAX_POINTS), 0),
        text=text,
    )


def _check_dragons(cards: Mapping[CardId, Card]) -> None:
    """MON-C24: a Dragon is five cards; a box with Dragons has five of each faction."""
    dragons = [card for card in cards.values() if card.kind is Kind.DRAGON]
    count = Counter(card.faction for card in dragons for _ in range(card.copies))
    wrong = [one for one in Faction if count[one] != DRAGON_CARDS]
    if dragons and wrong:
        text = later("{wrong} has {count} Dragon cards; a Dragon has {dragon_cards} (MON-C24)")
        its = count[wrong[0]]
        raise CatalogueError(tr(text, wrong=wrong[0], count=its, dragon_cards=DRAGON_CARDS))


def _warnings(cards: Mapping[CardId, Card]) -> tuple[str, ...]:
    found: list[str] = []
    factions = defaultdict[str, set[Faction | None]](set)
    for card in cards.values():
        if card.kind is Kind.PART:
            factions[card.monster].add(card.faction)
    if len(factions) != MONSTERS:
        text = later("{count} monsters; the printed game has {monsters} (MON-G7)")
        found.append(tr(text, count=len(factions), monsters=MONSTERS))
    if not any(card.kind is Kind.DRAGON for card in cards.values()):
        found.append(tr("no Dragon cards: Classic and Arena need 25 of them (MON-C24)"))
    text = later("{monster} stands in {its} factions; a monster is of one (MON-G7)")
    split = ((monster, len(its)) for monster, its in factions.items() if len(its) > 1)
    return (*found, *(tr(text, monster=monster, its=its) for monster, its in split))
