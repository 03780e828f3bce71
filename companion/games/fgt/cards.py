"""The card catalogue of Fight!: its schema, and a reader that trusts nothing.

A catalogue is TOML: `title`, `invented`, a `[[warrior]]` table a Warrior with `id`, `name`, `power`,
`family` and `ability`, and an `[[arena]]` table an Arena with `id`, `name`, `glory` and `condition`.
Abilities and conditions are data: what kind they are and the numbers that go with it. What no kind
covers is `custom`: people carry it out and say what changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from companion.core import cardfile
from companion.core.catalogue import Catalogue, CatalogueError
from companion.core.texts import tr
from companion.games.fgt.words import FAMILIES, Family, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.words import CardId

WARRIORS: Final = 60  # FGT-S0
ARENAS: Final = 12  # FGT-S0
POWER: Final = (1, 30)  # FGT-S0
GLORY: Final = (4, 8)  # FGT-S0

MAX_WARRIORS: Final = 200
MAX_ARENAS: Final = 50
MAX_TEXT: Final = 200
_ADD: Final = (-99, 99)
_PERCENT: Final = (-99, 900)
_DIGIT: Final = (0, 9)
_DRAWS: Final = (1, 20)
_VALUE: Final = (0, 999)

_RECORD_WORDS: Final = ("card", "boost", "on", "by", "steals", "draws", "scores", "kills", "next")
_RESERVED: Final = frozenset(
    {*_RECORD_WORDS, "from", "to", "of", "for", *FAMILIES, *(zone.value for zone in Zone)}
)
_TOP_KEYS: Final = frozenset({"warrior", "arena"})
_WARRIOR_KEYS: Final = frozenset({"id", "name", "power", "family", "ability"})
_ARENA_KEYS: Final = frozenset({"id", "name", "glory", "condition"})


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


POWER_OPS: Final = frozenset(
    {Op.ADD, Op.PERCENT, Op.REPLACE_DIGIT, Op.DIGIT_PRODUCT, Op.DIGIT_REVERSE}
)
"""Abilities that change powers of Mains."""

_KEYS_OF: Final[Mapping[Op, frozenset[str]]] = {
    Op.ADD: frozenset({"n"}),
    Op.PERCENT: frozenset({"n"}),
    Op.REPLACE_DIGIT: frozenset({"from", "to"}),
    Op.DIGIT_PRODUCT: frozenset(),
    Op.DIGIT_REVERSE: frozenset(),
    Op.STEAL_BOOST: frozenset({"families"}),
    Op.DRAW_SCORE: frozenset({"n", "family"}),
    Op.CUSTOM: frozenset(),
}


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
    """What a Boost does when it is activated.

    Attributes:
        text: what is printed, for people.
        op: what kind it is.
        scope: which Mains it changes; None for abilities that change no power by themselves.
        amount: `n`: points, per cent, or cards drawn.
        digits: the digit that is replaced and the one that takes its place.
        families: Families it is about: whose Mains, whose Boost, which cards are scored.
    """

    text: str
    op: Op
    scope: Scope | None = None
    amount: int = 0
    digits: tuple[int, int] = (0, 0)
    families: frozenset[Family] = frozenset()


@dataclass(frozen=True, slots=True)
class Warrior:
    """One Warrior.

    Attributes:
        id: what people type.
        name: what is printed on it.
        power: 1 to 30; counts for a Main only (FGT-P3).
        family: one of five; on the back as well.
        ability: counts for a Boost only (FGT-P4).
    """

    id: CardId
    name: str
    power: int
    family: Family
    ability: Ability


@dataclass(frozen=True, slots=True)
class Condition:
    """How an Arena is won.

    Attributes:
        text: what is printed, for people.
        kind: of which kind it is.
        value: the number to be close to; 0 for other kinds.
    """

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
    data = cardfile.read_tables(text, "fgt", _TOP_KEYS)
    warriors: dict[CardId, Warrior] = {}
    for number, line, table in cardfile.entries(text, data, "warrior", MAX_WARRIORS):
        with cardfile.on_line(line):
            warrior = _warrior(table, number)
            _once(warrior.id, "warrior", warriors)
        warriors[warrior.id] = warrior
    arenas: dict[CardId, ArenaCard] = {}
    for number, line, table in cardfile.entries(text, data, "arena", MAX_ARENAS):
        with cardfile.on_line(line):
            arena = _arena(table, number)
            _once(arena.id, "arena", arenas, warriors)
        arenas[arena.id] = arena
    return FgtCatalogue(
        title=cardfile.text(data, "title", tr("the catalogue")),
        invented=cardfile.flag(data, "invented", tr("the catalogue")),
        warnings=_warnings(warriors, arenas),
        warriors=warriors,
        arenas=arenas,
    )


def _once(name: CardId, what: str, *taken: Mapping[CardId, object]) -> None:
    if any(name in cards for cards in taken):
        raise CatalogueError(tr("{what} {name}: this id appears twice", what=what, name=name))


def _warrior(table: Mapping[str, Any], number: int) -> Warrior:
    name = cardfile.card_id(table, tr("warrior number {number}", number=number), _RESERVED)
    what = tr("warrior {name}", name=name)
    cardfile.known(table, _WARRIOR_KEYS, what)
    return Warrior(
        id=name,
        name=cardfile.text(table, "name", what),
        power=cardfile.number(table, "power", what, POWER, None),
        family=_family(table.get("family"), what),
        ability=_ability(_table(table, "ability", what), tr("{what}: ability", what=what)),
    )


def _family(value: object, what: str) -> Family:
    return Family(cardfile.choice(value, "family", what, tuple(Family)))


def _table(table: Mapping[str, Any], key: str, what: str) -> Mapping[str, Any]:
    value = table.get(key)
    if not isinstance(value, dict):
        raise CatalogueError(tr("{what}: {key} must be a table", what=what, key=key))
    return value


def _ability(table: Mapping[str, Any], what: str) -> Ability:
    op = Op(cardfile.choice(table.get("op"), "op", what, tuple(Op)))
    changes = op in POWER_OPS
    scope = _scope(table, what) if changes else None
    whose = {"family"} if scope is Scope.FAMILY_MAINS else set()
    keys = {"text", "op", *_KEYS_OF[op], *whose, *({"scope"} if changes else ())}
    cardfile.known(table, frozenset(keys), what)
    return Ability(
        text=cardfile.text(table, "text", what, MAX_TEXT),
        op=op,
        scope=scope,
        amount=_amount(table, op, what),
        digits=_digits(table, what) if op is Op.REPLACE_DIGIT else (0, 0),
        families=_families(table, op, scope, what),
    )


def _scope(table: Mapping[str, Any], what: str) -> Scope:
    value = table.get("scope", Scope.ALL_MAINS.value)
    return Scope(cardfile.choice(value, "scope", what, tuple(Scope)))


def _amount(table: Mapping[str, Any], op: Op, what: str) -> int:
    bounds = {Op.ADD: _ADD, Op.PERCENT: _PERCENT, Op.DRAW_SCORE: _DRAWS}.get(op)
    if bounds is None:
        return 0
    amount = cardfile.number(table, "n", what, bounds, None)
    if amount == 0:
        raise CatalogueError(tr("{what}: n must not be 0", what=what))
    return amount


def _digits(table: Mapping[str, Any], what: str) -> tuple[int, int]:
    old = cardfile.number(table, "from", what, _DIGIT, None)
    return old, cardfile.number(table, "to", what, _DIGIT, None)


def _families(
    table: Mapping[str, Any], op: Op, scope: Scope | None, what: str
) -> frozenset[Family]:
    if op is Op.STEAL_BOOST:
        words = cardfile.words(table.get("families"), "families", what)
        if not words:
            raise CatalogueError(tr("{what}: families must name at least one Family", what=what))
        return frozenset(_family(word, what) for word in words)
    if op is Op.DRAW_SCORE or scope is Scope.FAMILY_MAINS:
        return frozenset({_family(table.get("family"), what)})
    return frozenset()


def _arena(table: Mapping[str, Any], number: int) -> ArenaCard:
    name = cardfile.card_id(table, tr("arena number {number}", number=number), _RESERVED)
    what = tr("arena {name}", name=name)
    cardfile.known(table, _ARENA_KEYS, what)
    return ArenaCard(
        id=name,
        name=cardfile.text(table, "name", what),
        glory=cardfile.number(table, "glory", what, GLORY, None),
        condition=_condition(_table(table, "condition", what), tr("{what}: condition", what=what)),
    )


def _condition(table: Mapping[str, Any], what: str) -> Condition:
    kind = Kind(cardfile.choice(table.get("kind"), "kind", what, tuple(Kind)))
    keys = {"text", "kind", *({"value"} if kind is Kind.CLOSEST_TO else ())}
    cardfile.known(table, frozenset(keys), what)
    return Condition(
        text=cardfile.text(table, "text", what, MAX_TEXT),
        kind=kind,
        value=cardfile.number(table, "value", what, _VALUE, None) if kind is Kind.CLOSEST_TO else 0,
    )


def _warnings(
    warriors: Mapping[CardId, Warrior], arenas: Mapping[CardId, ArenaCard]
) -> tuple[str, ...]:
    found: list[str] = []
    if len(warriors) != WARRIORS:
        found.append(
            tr(
                "{warriors} Warriors; the printed game has {warriors2} (FGT-S0)",
                warriors=len(warriors),
                warriors2=WARRIORS,
            )
        )
    if len(arenas) != ARENAS:
        found.append(
            tr(
                "{arenas} Arenas; the printed game has {arenas2} (FGT-S0)",
                arenas=len(arenas),
                arenas2=ARENAS,
            )
        )
    missing = [family for family in Family if family not in {w.family for w in warriors.values()}]
    found += [
        tr("no Warrior is of the Family {family} (FGT-S0)", family=family.value)
        for family in missing
    ]
    return tuple(found)
