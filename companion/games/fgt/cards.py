"""The card catalogue of Fight!: its schema, and a reader that trusts nothing.

A catalogue is TOML: `title`, `invented`, a `[[warrior]]` table a Warrior with `id`, `name`, `power`,
`family` and `ability`, and an `[[arena]]` table an Arena with `id`, `name`, `glory` and `condition`.
Abilities and conditions are data: what kind they are and the numbers that go with it. What no kind
covers is `custom`: people carry it out and say what changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.core.catalogue import CardFile, Catalogue, Table
from companion.core.texts import later, tr
from companion.core.words import CardId
from companion.games.fgt.words import FAMILIES, Family, Zone

WARRIORS: Final = 60  # FGT-S0
ARENAS: Final = 12  # FGT-S0
POWER: Final = (1, 30)  # FGT-S0
GLORY: Final = (4, 8)  # FGT-S0

MAX_WARRIORS: Final = 200
MAX_ARENAS: Final = 50
MAX_TEXT: Final = 200
_DIGIT: Final = (0, 9)
_VALUE: Final = (0, 999)

_RECORD_WORDS: Final = ("card", "boost", "on", "by", "steals", "draws", "scores", "kills", "next")
_RESERVED: Final = frozenset({*_RECORD_WORDS, "from", "to", "of", "for", *FAMILIES, *(zone.value for zone in Zone)})


class Op(StrEnum):
    """What an ability does."""

    ADD = "add"
    PERCENT = "percent"
    REPLACE_DIGIT = "replace_digit"
    DIGIT_PRODUCT = "digit_product"
    DIGIT_REVERSE = "digit_reverse"
    STEAL_BOOST = "steal_boost"
    DRAW_SCORE = "draw_score"
    CUSTOM = "custom"


POWER_OPS: Final = frozenset({Op.ADD, Op.PERCENT, Op.REPLACE_DIGIT, Op.DIGIT_PRODUCT, Op.DIGIT_REVERSE})
"""Abilities that change powers of Mains."""

_AMOUNTS: Final = {Op.ADD: (-99, 99), Op.PERCENT: (-99, 900), Op.DRAW_SCORE: (1, 20)}
"""Abilities with an amount `n`, and its bounds."""


class Scope(StrEnum):
    """Which Mains an ability changes."""

    ALL_MAINS = "all_mains"
    OWN_MAIN = "own_main"
    CHOSEN_MAIN = "chosen_main"
    FAMILY_MAINS = "family_mains"


class Kind(StrEnum):
    """How an Arena is won."""

    CLOSEST_TO = "closest_to"
    HIGHEST = "highest"
    LOWEST = "lowest"
    CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Ability:
    """What a Boost does when it is activated."""

    text: str  # what is printed
    op: Op
    # which Mains it changes; None for abilities that change no power by themselves
    scope: Scope | None = None
    amount: int = 0  # `n`: points, per cent, or cards drawn
    digits: tuple[int, int] = (0, 0)  # the digit that is replaced and the one that takes its place
    # Families it is about: whose Mains, whose Boost, which cards are scored
    families: frozenset[Family] = frozenset()


@dataclass(frozen=True, slots=True)
class Warrior:
    """One Warrior: its power, 1 to 30, counts for a Main only (FGT-P3), its ability for a Boost (P4)."""

    id: CardId
    name: str
    power: int
    family: Family
    ability: Ability


@dataclass(frozen=True, slots=True)
class Condition:
    """How an Arena is won; `value` is the number to be close to, and 0 for other kinds."""

    text: str
    kind: Kind
    value: int = 0


@dataclass(frozen=True, slots=True)
class ArenaCard:
    """One Arena: what people type, what it is called, its worth of 4 to 8, how it is won."""

    id: CardId
    name: str
    glory: int
    condition: Condition


@dataclass(frozen=True, slots=True)
class FgtCatalogue(Catalogue):
    """The cards of one box, by their ids."""

    warriors: Mapping[CardId, Warrior]
    arenas: Mapping[CardId, ArenaCard]


def read_catalogue(text: str) -> FgtCatalogue:
    """Read the text of a TOML catalogue.

    Raises:
        CatalogueError: what is wrong, with the card, and the line where it is known.
    """
    file = CardFile(text, "fgt", "warrior", "arena")
    warriors = file.cards("warrior", MAX_WARRIORS, _RESERVED, _warrior)
    arenas = file.cards("arena", MAX_ARENAS, _RESERVED, _arena, beside=warriors)
    return FgtCatalogue(
        title=file.text("title"),
        invented=file.flag("invented"),
        warnings=_warnings(warriors, arenas),
        warriors=warriors,
        arenas=arenas,
    )


def _warrior(name: CardId, table: Table) -> Warrior:
    table.only({"id", "name", "power", "family", "ability"})
    return Warrior(
        id=name,
        name=table.text("name"),
        power=table.number("power", POWER),
        family=table.one_of(Family, "family"),
        ability=_ability(table.inner("ability")),
    )


def _ability(table: Table) -> Ability:
    op, keys = table.one_of(Op, "op"), {"text", "op"}
    scope, amount, digits, families = None, 0, (0, 0), frozenset[Family]()
    if op in POWER_OPS:
        keys.add("scope")
        scope = table.one_of(Scope, "scope", Scope.ALL_MAINS)
    if op in _AMOUNTS:
        keys.add("n")
        amount = table.number("n", _AMOUNTS[op])
        if amount == 0:
            raise table.wrong(tr("n must not be 0"))
    if op is Op.REPLACE_DIGIT:
        keys |= {"from", "to"}
        digits = table.number("from", _DIGIT), table.number("to", _DIGIT)
    if op is Op.STEAL_BOOST:
        keys.add("families")
        families = frozenset(table.some_of(Family, "families", "family"))
        if not families:
            raise table.wrong(tr("families must name at least one Family"))
    if op is Op.DRAW_SCORE or scope is Scope.FAMILY_MAINS:
        keys.add("family")
        families = frozenset({table.one_of(Family, "family")})
    table.only(keys)
    return Ability(table.text("text", MAX_TEXT), op, scope, amount, digits, families)


def _arena(name: CardId, table: Table) -> ArenaCard:
    table.only({"id", "name", "glory", "condition"})
    return ArenaCard(
        id=name,
        name=table.text("name"),
        glory=table.number("glory", GLORY),
        condition=_condition(table.inner("condition")),
    )


def _condition(table: Table) -> Condition:
    kind = table.one_of(Kind, "kind")
    close = kind is Kind.CLOSEST_TO
    table.only({"text", "kind", *({"value"} if close else ())})
    text = table.text("text", MAX_TEXT)
    return Condition(text, kind, table.number("value", _VALUE) if close else 0)


def _warnings(warriors: Mapping[CardId, Warrior], arenas: Mapping[CardId, ArenaCard]) -> tuple[str, ...]:
    found: list[str] = []
    if len(warriors) != WARRIORS:
        text = later("{count} Warriors; the printed game has {printed} (FGT-S0)")
        found.append(tr(text, count=len(warriors), printed=WARRIORS))
    if len(arenas) != ARENAS:
        text = later("{count} Arenas; the printed game has {printed} (FGT-S0)")
        found.append(tr(text, count=len(arenas), printed=ARENAS))
    there = {one.family for one in warriors.values()}
    text = later("no Warrior is of the Family {family} (FGT-S0)")
    found += [tr(text, family=family) for family in Family if family not in there]
    return tuple(found)
