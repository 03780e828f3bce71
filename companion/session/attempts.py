"""What a person might try just now, and why it is refused: the reason teaches the rule."""

import re
from dataclasses import dataclass, replace
from typing import Final

from companion.core.actions import Action
from companion.core.errors import CompanionError
from companion.core.verdict import Verdict
from companion.session.table import Table

_EXAMPLE_NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
"""Names in the examples of the record, in the order of seats they stand for."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Something that is refused now, with the verdict that refuses it."""

    action: Action
    verdict: Verdict


def attempts(table: Table) -> tuple[Attempt, ...]:
    """Return one refused attempt for every verb that is not offered now, likeliest first.

    A verb is tried as it was used last in this game, else as the record's example has it: by
    whoever's turn it is. What was possible most lately is what people try most readily.
    """
    offered = {option.verb for option in table.options()}
    used = {step.action.verb: (step.number, step.action) for step in table.match.now.latest()}
    turn = table.view().turn
    found: list[tuple[int, Attempt]] = []
    for kind in table.match.game.actions:
        if kind.verb in offered:
            continue
        number, action = used.get(kind.verb, (0, None))
        if action is None:
            action = _example(table, kind)
        elif action.actor is not None and turn is not None:
            action = replace(action, actor=turn)
        if action is None:
            continue
        verdict = table.check(action)
        if verdict.reasons:
            found.append((number, Attempt(action, verdict)))
    return tuple(attempt for _, attempt in sorted(found, key=lambda one: -one[0]))


def _example(table: Table, kind: type[Action]) -> Action | None:
    """Read the record's example of a verb with the names of this table."""
    turn = table.view().turn or 0
    seats = (*table.seats[turn:], *table.seats[:turn])
    named = dict(zip(_EXAMPLE_NAMES, seats, strict=False))
    pattern = "|".join(rf"\b{known}\b" for known in _EXAMPLE_NAMES)
    line = re.sub(pattern, lambda found: named.get(found[0], seats[-1]), kind.example)
    try:
        return table.grammar.read(line)
    except CompanionError:
        return None
