"""Switches: house rules where the rulebook is silent or can be read in more than one way.

A game's house rules are one frozen dataclass of enums; each field is one switch, and the switch's
name, choices and default are read from it, so that nothing is said twice.
"""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Final, TypeVar, cast

from companion.core.errors import CompanionError
from companion.core.texts import later, tr

_TEXT: Final = "text"
_QUESTION: Final = "question"

E = TypeVar("E", bound=StrEnum)
H = TypeVar("H", bound="HouseRules")


class SwitchError(CompanionError):
    """A switch that the game does not have, or a value that the switch does not take."""


class OnOff(StrEnum):
    """A rule that is used or not."""

    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Base of every game's house rules: a field is a switch, its enum are the choices.

    A choice's value is its name in small letters, where an enum gives none; records have the value.
    """


@dataclass(frozen=True, slots=True)
class SwitchSpec:
    """What people may choose."""

    name: str  # such as `rsf.zero_face`
    choices: tuple[str, ...]  # allowed values, as written in a record
    default: str  # the value without anybody's choice
    question: str  # id of the ambiguity or rule it settles
    text: str  # what it decides, for people


def switch(default: E, question: str, text: str) -> E:
    """Declare a field of house rules; `question` is the ambiguity or rule that it settles."""
    return field(default=default, metadata={_QUESTION: question, _TEXT: text})


def specs(house: type[HouseRules], prefix: str) -> tuple[SwitchSpec, ...]:
    """List the switches of a game whose names begin with `prefix`."""
    return tuple(
        SwitchSpec(
            name=f"{prefix}.{one.name}",
            choices=tuple(member.value for member in type(_default(one))),
            default=_default(one).value,
            question=one.metadata[_QUESTION],
            text=tr(one.metadata[_TEXT]),
        )
        for one in fields(house)
    )


def choose(house: H, prefix: str, chosen: Mapping[str, str]) -> H:
    """Return house rules changed by `chosen`, which maps switch names to values.

    Raises:
        SwitchError: no such switch, or no such value; the message lists what there is.
    """
    known = {f"{prefix}.{one.name}": one for one in fields(house)}
    values: dict[str, StrEnum] = {}
    for name, value in chosen.items():
        one = known.get(name)
        if one is None:
            text = later("there is no switch {name!r}; known: {known}")
            raise SwitchError(tr(text, name=name, known=", ".join(known)))
        choices = type(_default(one))
        if value not in [member.value for member in choices]:
            offered = ", ".join(member.value for member in choices)
            text = later("{name} cannot be {value!r}; choose from {offered}")
            raise SwitchError(tr(text, name=name, value=value, offered=offered))
        values[one.name] = choices(value)
    return replace(house, **values)


def others(house: HouseRules, prefix: str, name: str) -> tuple[str, ...]:
    """Return the values that a switch does not have now; none for a switch of another game."""
    now = {f"{prefix}.{one.name}": getattr(house, one.name) for one in fields(house)}.get(name)
    return () if now is None else tuple(one.value for one in type(now) if one is not now)


def _default(one: Field[Any]) -> StrEnum:
    return cast("StrEnum", one.default)
