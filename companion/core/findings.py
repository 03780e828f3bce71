"""What a game's check says, in few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from companion.core.texts import tr
from companion.core.verdict import Breach, Finding, Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.core.actions import Action

Findings = tuple[Finding, ...]
"""What stands against an action; empty is a yes."""

YES: Final[Findings] = ()

S = TypeVar("S")


def stop(rule: str, text: str) -> Findings:
    """The action cannot be carried out, whatever the table rules."""
    return (Breach(rule, text, forceable=False),)


def nobody_there(rule: str) -> Findings:
    """Refuse a seat at which nobody sits."""
    return stop(rule, tr("nobody sits there"))


def against(rule: str, text: str) -> Findings:
    """A rule stands against the action; the table may overrule it."""
    return (Breach(rule, text),)


def blocked(findings: Findings) -> bool:
    """Tell whether no ruling could make the action possible."""
    return any(isinstance(finding, Breach) and not finding.forceable for finding in findings)


def legal(
    check: Callable[[S, Action], Findings], state: S, actions: Iterable[Action]
) -> tuple[Action, ...]:
    """Keep the actions that nothing stands against and that leave no question open, once each."""
    return tuple(
        action
        for action in dict.fromkeys(actions)
        if not any(isinstance(found, Breach | Question) for found in check(state, action))
    )
