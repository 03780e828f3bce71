"""Keys: the letters of verbs, which keys people may change, and how keys are written."""

import string
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from textual.binding import Binding, BindingType
from textual.keys import format_key, key_to_character

from companion.core.texts import later, tr

EVERYWHERE: Final = "app"
TYPED: Final = frozenset({"form", "calibrate", "ask", "list", "mend", "rules"})
"""Places where letters are typed, so that no letter can be a key."""

PLACES: Final[Mapping[str, str]] = {
    EVERYWHERE: later("everywhere"),
    "start": later("on the first screen"),
    "form": later("while a table is set up"),
    "table": later("at the table"),
    "grid": later("on the grid"),
    "final": later("at the end"),
    "chart": later("on the chart"),
    "devices": later("among the devices"),
    "history": later("in the history"),
    "calibrate": later("while a camera is set up"),
    "settings": later("in the settings"),
    "keys": later("in the list of keys"),
    "list": later("in lists to choose from"),
    "ask": later("in a line to type"),
    "mend": later("where a roll is corrected"),
    "rules": later("in the rules"),
    "pages": later("in pages to read"),
    "help": later("in the help"),
    "guide": later("in the guide"),
}
"""The first parts of the names of actions, in words."""

_FIXED: Final = frozenset(
    [
        "enter", "escape", "tab", "shift+tab", "space", "backspace", "delete",
        "up", "down", "left", "right", "home", "end", "pageup", "pagedown",
        "ctrl+c", "ctrl+p", "ctrl+q", "ctrl+z",
    ]
)  # fmt: skip
_NAMES: Final[Mapping[str, str]] = {
    "escape": later("Esc"),
    "delete": later("Del"),
    "pageup": later("PgUp"),
    "pagedown": later("PgDn"),
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}
"""Keys that people call otherwise than Textual does."""

_SAME_IN_TERMINALS: Final = frozenset(["ctrl+i", "ctrl+m", "ctrl+j", "ctrl+h", "ctrl+left_square_bracket"])
"""A terminal sends the same for these as for Tab, Enter, Backspace and Esc."""


class Changeable(NamedTuple):
    """One action whose key may be changed: its binding's id, what it does, and its first keys."""

    name: str
    text: str
    keys: tuple[str, ...]

    @property
    def place(self) -> str:
        """Where it works: a name of `PLACES`."""
        return self.name.partition(".")[0]


def changeable(*lists: Iterable[BindingType]) -> tuple[Changeable, ...]:
    """Collect what has a name in the key lists of screens, in their order, each name once."""
    found: dict[str, Changeable] = {}
    for bindings in lists:
        for one in bindings:
            if isinstance(one, Binding) and one.id is not None:
                keys = tuple(key.strip() for key in one.key.split(","))
                found.setdefault(one.id, Changeable(one.id, one.description, keys))
    return tuple(found.values())


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
    name = name or tr(_NAMES.get(last, "")) or last.capitalize()
    return "+".join([*(part.capitalize() for part in held), name])


def fixed(key: str) -> bool:
    """Tell whether a key means the same everywhere: whatever is changed, it goes on working."""
    return key in _FIXED or character(key).isdecimal()


def keys_of(one: Changeable, changed: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys of an action as they are now: the one that was chosen, and those that stay."""
    if one.name not in changed:
        return one.keys
    return (changed[one.name], *(key for key in one.keys if fixed(key)))


def keymap(changed: Mapping[str, str], known: tuple[Changeable, ...]) -> dict[str, str]:
    """Return the changed keys as Textual takes them."""
    return {one.name: ",".join(keys_of(one, changed)) for one in known if one.name in changed}


def now(app: object, name: str, first: str) -> str:
    """Return the key of an action (its binding's id) as it is now, for people; `first` if unchanged."""
    changed = getattr(getattr(app, "settings", None), "keys", {})
    return shown(changed[name]) if name in changed else first


def refusal(one: Changeable, key: str, changed: Mapping[str, str], known: tuple[Changeable, ...]) -> str:
    """Say why a key, as Textual names it, cannot be that of an action; empty when it can."""
    if key in _FIXED:
        return tr("{shown} means the same everywhere: choose another key.", shown=shown(key))
    if key in _SAME_IN_TERMINALS:
        text = shown(key)
        return tr("A terminal cannot tell {shown} from another key: choose another one.", shown=text)
    if fixed(key):
        return tr("Digits are for dice and for lists: choose another key.")
    if one.place in TYPED and character(key):
        return tr("Names are typed here: choose an F key, or Ctrl and a letter.")
    for other in known:
        near = EVERYWHERE in (one.place, other.place) or one.place == other.place
        if near and other.name != one.name and key in keys_of(other, changed):
            return tr(
                "{shown} means “{other}” {places}: change that one first.",
                shown=shown(key),
                other=tr(other.text),
                places=tr(PLACES[other.place]),
            )
    return ""


def usable(changed: Mapping[str, str], known: tuple[Changeable, ...]) -> dict[str, str]:
    """Return the changed keys that make sense together: of a file anything may be expected."""
    names = {one.name: one for one in known}
    before: dict[str, str] = {}
    found = {name: key for name, key in changed.items() if name in names}
    while found != before:  # what has its first key back may be in the way of another one
        before = dict(found)
        for name, key in before.items():
            if refusal(names[name], key, found, known):
                del found[name]
    return found


def letters(changed: Mapping[str, str], place: str) -> str:
    """Return the characters that were made keys of a place, so that nothing else takes them."""
    return "".join(character(key) for name, key in changed.items() if name.partition(".")[0] in (place, EVERYWHERE))


def moved(bindings: Iterable[BindingType], changed: Mapping[str, str]) -> dict[str, str]:
    """Return how help pages write keys that were changed: from what is printed to what holds now."""
    found: dict[str, str] = {}
    for one in changeable(bindings):
        if one.name in changed:
            said = tr(" or ").join(shown(key) for key in keys_of(one, changed))
            found |= dict.fromkeys(_written(one), said)
    return found


def _written(one: Changeable) -> set[str]:
    """Return how help pages may write an action's keys: some of them, one at least not fixed."""
    return {
        sign.join(shown(key) for key in some)
        for count in range(1, len(one.keys) + 1)
        for some in combinations(one.keys, count)
        for sign in (tr(" or "), ", ")
        if not all(fixed(key) for key in some)
    }


# -- letters of verbs ------------------------------------------------------------------------------

RESERVED: Final = frozenset("uUcCvVrRwhHbBqQ?:/")
"""Letters that mean the same at every table: undo, claim, void, ruling, why, history, board, leave."""

SAME: Final = {
    "draw": "d", "dealt": "D", "end-turn": "e", "take": "t", "steal": "l", "starter": "s",
    "winner": "i", "youngest": "y", "deck": "k", "faction": "f", "flip": "p", "confirm": "f",
    "skip": "K", "rearrange": "N", "complete": "o", "power": "P", "spell": "S", "yield": "Y",
    "pass": "A", "take-dragon": "T", "withdraw": "I", "adjust-card": "J", "adjust-score": "j",
    "adjust-deck": "G", "adjust-dragon": "g", "adjust-points": "z",
}  # fmt: skip
"""Letters of the verbs that several games have: the same deed has the same key in every game."""


def assign(verbs: Iterable[str], reserved: Iterable[str] = RESERVED) -> dict[str, str]:
    """Give every verb a letter of its own.

    A verb that games share has the same letter in all of them. Any other gets the first letter of
    one of its words, then any of its letters, then the same in upper case, then whatever is left;
    what finds no letter stays reachable through the menu.
    """
    verbs, reserved = tuple(verbs), frozenset(reserved)
    keys = {verb: SAME[verb] for verb in verbs if verb in SAME and SAME[verb] not in reserved}
    for verb in verbs:
        taken = {*reserved, *keys.values()}
        letter = keys.get(verb) or next((one for one in _wishes(verb) if one not in taken), "")
        if letter:
            keys[verb] = letter
    return keys


def _wishes(verb: str) -> str:
    letters = "".join(letter for letter in verb.lower() if letter in string.ascii_lowercase)
    initials = "".join(word[0] for word in verb.lower().split("-") if word[:1].isalpha())
    wishes = initials + letters
    return wishes + wishes.upper() + string.ascii_letters
