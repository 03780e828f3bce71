"""Which key declares which verb: settled once a game, so that fingers can learn them."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

RESERVED: Final = frozenset("uUcCvVrRwhHbBqQ?:/")
"""Letters that mean the same at every table: undo, claim, void, ruling, why, history, board, leave."""


def assign(verbs: Iterable[str], reserved: Iterable[str] = RESERVED) -> dict[str, str]:
    """Give every verb a letter of its own.

    A verb gets the first letter of one of its words, then any of its letters, then the same in
    upper case, then whatever is left; what finds no letter stays reachable through the menu.

    Args:
        verbs: in the order in which they may choose.
        reserved: letters that are not given.
    """
    taken = set(reserved)
    keys: dict[str, str] = {}
    for verb in verbs:
        key = next((letter for letter in _wishes(verb) if letter not in taken), None)
        if key is not None:
            keys[verb] = key
            taken.add(key)
    return keys


def _wishes(verb: str) -> str:
    letters = "".join(letter for letter in verb.lower() if letter in string.ascii_lowercase)
    initials = "".join(word[0] for word in verb.lower().split("-") if word[:1].isalpha())
    wishes = initials + letters
    return wishes + wishes.upper() + string.ascii_letters
