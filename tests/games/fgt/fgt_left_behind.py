"""What must not be left of full depth in a state of Fight! that became light."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.games.fgt.cards import Ability

if TYPE_CHECKING:
    from companion.games.fgt.state import State


def facts(thing, path="state"):
    """Every value within a state with where it is, the catalogue excepted."""
    yield path, thing
    if is_dataclass(thing):
        for field in fields(thing):
            if field.name != "catalogue":
                yield from facts(getattr(thing, field.name), f"{path}.{field.name}")
    elif isinstance(thing, tuple | frozenset):
        for at, one in enumerate(thing):
            yield from facts(one, f"{path}[{at}]")


def left_behind(state: State):
    """Paths of whatever names a card or tells a power."""
    box_ = state.setup.catalogue
    ids = {*box_.warriors, *box_.arenas}
    for path, value in facts(state):
        words = value if isinstance(value, str) and not path.endswith(".rule") else ""
        named = set(re.findall(r"\w+", words)) & {*ids, "power"}
        knows = isinstance(value, Fraction | Ability)
        printed = path.endswith((".printed", ".power")) and value is not None
        families = path.endswith("search.families") and value is not None
        if named or knows or printed or families:
            yield path
