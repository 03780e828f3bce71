"""From an option with many instances to one action, a question at a time. Knows no game."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.core.actions import Action

ACTOR = "actor"


@dataclass(frozen=True, slots=True)
class Step:
    """One question on the way to an action.

    Attributes:
        field: name of the action's field that it settles.
        values: distinct values among the actions still possible, in their order.
    """

    field: str
    values: tuple[Any, ...]

    @property
    def title(self) -> str:
        """The field's name as a person would say it."""
        return "who" if self.field == ACTOR else self.field.replace("_", " ")


def next_step(actions: tuple[Action, ...]) -> Step | None:
    """Return the first field in which the actions still differ; None when one action is left.

    The actions must be of one class.
    """
    if not actions:
        return None
    for one in fields(actions[0]):
        values = tuple(dict.fromkeys(getattr(action, one.name) for action in actions))
        if len(values) > 1:
            return Step(one.name, values)
    return None


def narrow(actions: tuple[Action, ...], step: Step, value: object) -> tuple[Action, ...]:
    """Keep the actions that have this value."""
    return tuple(action for action in actions if getattr(action, step.field) == value)


def filled(action: Action, field: str, entries: tuple[object, ...]) -> Action:
    """Return the action with another list in one of its fields."""
    changes: dict[str, Any] = {field: entries}
    return replace(action, **changes)


def matching(labels: tuple[str, ...], typed: str) -> tuple[int, ...]:
    """Return the places of the labels that hold every word typed, those that begin so first."""
    words = typed.casefold().split()
    folded = [label.casefold() for label in labels]
    found = [at for at, label in enumerate(folded) if all(word in label for word in words)]
    return tuple(sorted(found, key=lambda at: not folded[at].startswith(typed.casefold())))
