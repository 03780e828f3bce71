"""How the history tells what happened."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.core.actions import Amend, Redo, Ruling, SetSwitch, Undo, Void

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.log import Match
    from companion.session.history import HistoryLine


def tell(before: Match[Any], action: Action, after: Match[Any]) -> str:
    """Say in one line what an action did."""
    match action:
        case Undo():
            return f"Taken back: {_numbers(_gone(before, after))}"
        case Redo():
            return f"Done again: {_numbers(_gone(after, before))}"
        case Amend(number=number, drops=drops):
            dropped = f"; dropped: {_numbers(drops)}" if drops else ""
            return f"Corrected: number {number}{dropped}"
        case Ruling(rules=rules, note=note):
            reason = f": {note}" if note else ""
            return f"The table rules against {', '.join(rules)}{reason}"
        case SetSwitch(name=name, value=value):
            return f"House rule {name} is now {value}"
        case Void(actor=actor, kinds=kinds):
            who = "Somebody" if actor is None else before.setup.seats[actor]
            return f"{who}'s {' '.join(kinds)} does not count"
        case _:
            return after.game.tell(before.state, action, after.state)


def retold(history: list[HistoryLine], match: Match[Any], *, amended: bool) -> list[HistoryLine]:
    """Mark what is out of the game, and after a correction tell the rest as it went now."""
    effective = {numbered.number for numbered in match.version.effective}
    told = dict(_tales(match)) if amended else {}
    return [
        replace(
            line,
            undone=line.number not in effective and not _is_about_log(match.log[line.number - 1]),
            told=told.get(line.number, line.told),
        )
        for line in history
    ]


def comment(line: HistoryLine) -> str:
    """Return what a record says behind `;` about where a line came from."""
    if line.source == "manual":
        return ""
    return line.source if line.confidence is None else f"{line.source} {line.confidence:.3f}"


def _tales(match: Match[Any]) -> list[tuple[int, str]]:
    return [
        (numbered.number, match.game.tell(before, numbered.action, after))
        for numbered, before, after in match.steps()
        if not isinstance(numbered.action, (Ruling, SetSwitch, Void))
    ]


def _is_about_log(action: Action) -> bool:
    return isinstance(action, (Undo, Redo, Amend))


def _gone(before: Match[Any], after: Match[Any]) -> list[int]:
    left = {numbered.number for numbered in after.version.effective}
    return [one.number for one in before.version.effective if one.number not in left]


def _numbers(numbers: object) -> str:
    found = [str(number) for number in numbers] if isinstance(numbers, (list, tuple)) else []
    return f"number{'s' if len(found) > 1 else ''} {', '.join(found)}" if found else "a correction"
