"""How the history tells what happened."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from companion.core.actions import Amend, Lighten, Redo, Ruling, SetSwitch, Undo, Void
from companion.core.dice import kind_name
from companion.core.texts import listed, tr, trn
from companion.journal.rows import MANUAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.log import Match
    from companion.core.versions import Version
    from companion.session.history import HistoryLine


def tell_move(match: Match[Any], version: Version[Any]) -> str:
    """Say in one line what the last effective action of a version did."""
    parent = version.parent
    assert parent is not None  # noqa: S101 - the first version has no action to tell
    match version.numbered.action:
        case Ruling(rules=rules, note=note):
            reason = f": {note}" if note else ""
            return tr(
                "The table rules against {rules}{reason}", rules=", ".join(rules), reason=reason
            )
        case SetSwitch(name=name, value=value):
            return tr("House rule {name} is now {value}", name=name, value=value)
        case Lighten():
            return tr("From here on in light depth: people add up, cards are not named")
        case Void(actor=actor, kinds=kinds):
            who = tr("Somebody") if actor is None else match.setup.seats[actor]
            return trn(
                "{who}'s {dice} does not count",
                "{who}'s {dice} do not count",
                len(kinds),
                who=who,
                dice=_dice(kinds),
            )
        case action:
            return match.game.tell(parent.state, action, version.state)


def tell_turn(action: Undo | Redo | Amend, turned: Sequence[int]) -> str:
    """Say in one line what an action on the log itself did.

    Args:
        action: the action.
        turned: numbers of the actions that it took out of the game, or for a redo brought back.
    """
    match action:
        case Undo():
            return tr("Taken back: {numbers}", numbers=_numbers(turned))
        case Redo():
            return tr("Done again: {numbers}", numbers=_numbers(turned))
        case Amend(number=number, drops=drops):
            dropped = tr("; dropped: {numbers}", numbers=_numbers(drops)) if drops else ""
            return tr("Corrected: number {number}{dropped}", number=number, dropped=dropped)


def comment(line: HistoryLine) -> str:
    """Return what a record says behind `;` about where a line came from."""
    return comment_of(line.source, line.confidence)


def comment_of(source: str, confidence: float | None) -> str:
    """Return what a record says behind `;` about a source and its confidence."""
    if source == MANUAL.source:
        return ""
    return source if confidence is None else f"{source} {confidence:.3f}"


def numbers_of(versions: Sequence[Version[Any]]) -> set[int]:
    """Return the numbers of the actions that led to versions."""
    return {version.number for version in versions}


def _dice(kinds: Sequence[str]) -> str:
    """Say dice by their names, alike ones together: `Teeth-Die, Spider-Die and 2 d6`."""
    counted = Counter(map(kind_name, kinds))
    return listed([name if count == 1 else f"{count} {name}" for name, count in counted.items()])


def _numbers(numbers: Sequence[int]) -> str:
    found = [str(number) for number in numbers]
    return (
        trn("number {found}", "numbers {found}", len(found), found=", ".join(found))
        if found
        else tr("a correction")
    )
