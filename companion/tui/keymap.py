"""Keys that people may change: which there are, what may take their place, how they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from textual.binding import Binding
from textual.keys import format_key, key_to_character

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.binding import BindingType

EVERYWHERE: Final = "app"
TYPED: Final = frozenset({"form"})
"""Places where letters are typed into lines, so that no letter can be a key."""

PLACES: Final[Mapping[str, str]] = {
    EVERYWHERE: "everywhere",
    "start": "on the first screen",
    "form": "while a table is set up",
    "table": "at the table",
}
"""The first parts of the names of actions, in words."""

_FIXED: Final = frozenset(
    [
        "enter",
        "escape",
        "tab",
        "shift+tab",
        "space",
        "backspace",
        "delete",
        "up",
        "down",
        "left",
        "right",
        "home",
        "end",
        "pageup",
        "pagedown",
        "ctrl+c",
        "ctrl+p",
        "ctrl+q",
        "ctrl+z",
    ]
)
_SAME_IN_TERMINALS: Final = frozenset(
    ["ctrl+i", "ctrl+m", "ctrl+j", "ctrl+h", "ctrl+left_square_bracket"]
)
"""A terminal sends the same for these as for Tab, Enter, Backspace and Esc."""


class Changeable(NamedTuple):
    """One action whose key may be changed.

    Attributes:
        name: such as `table.undo`: the binding's id.
        text: what it does, as the footer says it.
        keys: the keys it has when nothing was changed.
    """

    name: str
    text: str
    keys: tuple[str, ...]

    @property
    def place(self) -> str:
        """Where it works: a name of `PLACES`."""
        return self.name.partition(".")[0]


def changeable(*lists: Iterable[BindingType]) -> tuple[Changeable, ...]:
    """Collect what has a name in the key lists of screens, in their order."""
    return tuple(
        Changeable(
            binding.id, binding.description, tuple(key.strip() for key in binding.key.split(","))
        )
        for bindings in lists
        for binding in bindings
        if isinstance(binding, Binding) and binding.id is not None
    )


def character(key: str) -> str:
    """Return the character that a key types; empty for keys that type none."""
    # What Textual gives another name than Unicode, such as the slash, only `format_key` knows;
    # that also has signs for keys that type nothing, none of them ASCII.
    named = format_key(key)
    typed = key_to_character(key) or (named if named.isascii() else "")
    return typed if len(typed) == 1 and typed.isprintable() else ""


def shown(key: str) -> str:
    """Write a key as people read it: `F4`, `Ctrl+S`, `?`, `u`."""
    *held, last = key.split("+")
    name = character(last) if not held else ""
    return "+".join([*(part.capitalize() for part in held), name or last.capitalize()])


def keys_of(one: Changeable, changed: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys of an action as they are now."""
    return (changed[one.name],) if one.name in changed else one.keys


def refusal(
    one: Changeable, key: str, changed: Mapping[str, str], known: tuple[Changeable, ...]
) -> str:
    """Say why a key cannot be that of an action; empty when it can.

    Args:
        one: the action.
        key: as Textual names it.
        changed: the keys that were changed up to now.
        known: all actions whose keys may be changed.
    """
    if key in _FIXED:
        return f"{shown(key)} means the same everywhere: choose another key."
    if key in _SAME_IN_TERMINALS:
        return f"A terminal cannot tell {shown(key)} from another key: choose another one."
    if character(key).isdecimal():
        return "Digits are for dice and for lists: choose another key."
    if one.place in TYPED and character(key):
        return "Names are typed here: choose an F key, or Ctrl and a letter."
    for other in known:
        near = EVERYWHERE in (one.place, other.place) or one.place == other.place
        if near and other.name != one.name and key in keys_of(other, changed):
            return (
                f"{shown(key)} means “{other.text}” {PLACES[other.place]}: change that one first."
            )
    return ""


def usable(changed: Mapping[str, str], known: tuple[Changeable, ...]) -> dict[str, str]:
    """Return the changed keys that make sense together: of a file anything may be expected."""
    names = {one.name: one for one in known}
    found = {name: key for name, key in changed.items() if name in names}
    refused = True
    while refused:  # what has its first key back may be in the way of another one
        refused = False
        for name, key in tuple(found.items()):
            if refusal(names[name], key, found, known):
                del found[name]
                refused = True
    return found


def letters(changed: Mapping[str, str], place: str) -> str:
    """Return the characters that were made keys of a place, so that nothing else takes them."""
    return "".join(
        character(key)
        for name, key in changed.items()
        if name.partition(".")[0] in (place, EVERYWHERE)
    )


def moved(bindings: Iterable[BindingType], now: Mapping[str, str]) -> dict[str, str]:
    """Return how help pages write keys that were changed: from what is printed to what holds now.

    Args:
        bindings: the key list of a screen, as it is when nothing was changed.
        now: a key of each action by the action's name, as it is now.
    """
    found: dict[str, str] = {}
    for one in changeable(bindings):
        key = now.get(one.name, one.keys[0])
        if key not in one.keys:
            found |= dict.fromkeys(_written(one), shown(key))
    return found


def _written(one: Changeable) -> set[str]:
    """Return how help pages write an action's keys: each by itself, or all of them."""
    each = [shown(key) for key in one.keys]
    return {*each, " or ".join(each), ", ".join(each)}
