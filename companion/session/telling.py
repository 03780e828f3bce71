"""How the history tells what happened."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.core.actions import Amend, Redo, Ruling, SetSwitch, Undo, Void
from companion.core.texts import tr

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.log import Match
    from companion.session.history import HistoryLine


def tell(before: Match[Any], action: Action, after: Match[Any]) -> str:
    """Say in one line what an action did."""
    match action:
        case Undo():
            return tr("Taken back: {numbers}", numbers=_numbers(_gone(before, after)))
        case Redo():
            return tr("Done again: {numbers}", numbers=_numbers(_gone(after, before)))
        case Amend(number=number, drops=drops):
            dropped = tr("; dropped: {numbers}", numbers=_numbers(drops)) if drops else ""
            return tr("Corrected: number {number}{dropped}", number=number, dropped=dropped)
        case Ruling(rules=rules, note=note):
            reason = f": {note}" if note else ""
            return tr(
                "The table rules against {rules}{reason}", rules=", ".join(rules), reason=reason
            )
        case SetSwitch(name=name, value=value):
            return tr("House rule {name} is now {value}", name=name, value=value)
        case Void(actor=actor, kinds=kinds):
            who = "Somebody" if actor is None else before.setup.seats[actor]
            return tr("{who}'s {kinds} does not count", who=who, kinds=" ".join(kinds))
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
    return (
        tr("number{word} {found}", word="s" if len(found) > 1 else "", found=", ".join(found))
        if found
        else tr("a correction")
    )
