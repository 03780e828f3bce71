"""Playing a record through: every verdict, also past what is not allowed."""

from dataclasses import dataclass, replace
from typing import Any

from companion.core.log import Match
from companion.core.rulebook import Status
from companion.core.texts import later, tr
from companion.core.verdict import Reason, Verdict, VerdictKind
from companion.core.whynot import Answer, why_not
from companion.record.file import Entry, Record


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to say about one action of a record."""

    entry: Entry  # the action, with its number and line
    rule: str  # id of the rule
    status: Status | None  # how firmly the rule stands; None for a missing fact
    text: str  # what it says, for people
    switch: str | None  # the house rule that changes it, or None
    against: bool  # False when it is only a warning: a default ruling, or a ruling of the table
    # what would have made a refused action legal, where that was asked
    answers: tuple[Answer, ...] = ()
    seats: tuple[str, ...] = ()  # names when they were given; their lines go by those


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through."""

    match: Match[Any]  # the game after the last action that could be carried out
    remarks: tuple[Remark, ...]  # in the order of the record
    checked: int  # how many actions were checked
    unchecked: int  # how many stand behind one that could not be carried out at all
    ruled: int  # how many refused ones were carried out as if the table had ruled for them

    @property
    def sound(self) -> bool:
        """Whether nothing but warnings was found and everything was checked."""
        return not self.unchecked and not any(remark.against for remark in self.remarks)


def replay(record: Record, match: Match[Any], *, explain: bool = False) -> Replay:
    """Play a record from its setup, past refused actions as if the table had ruled for them.

    Args:
        record: what to play.
        match: before its first action.
        explain: whether to work out what would have made a refused action legal.
    """
    remarks: list[Remark] = []
    ruled = 0
    for done, entry in enumerate(record.entries, start=1):
        verdict = match.check(entry.action)
        answers = why_not(match, entry.action) if explain else ()
        remarks += (replace(one, answers=answers, seats=match.seats) for one in remarks_of(entry, verdict))
        if not (verdict.legal or verdict.forceable):
            return Replay(match, tuple(remarks), done, len(record.entries) - done, ruled)
        match = match.force(entry.action)
        ruled += not verdict.legal
    return Replay(match, tuple(remarks), len(record.entries), 0, ruled)


def remarks_of(entry: Entry, verdict: Verdict) -> tuple[Remark, ...]:
    """Say what a verdict means for a record: a default ruling alone never condemns it."""
    against = verdict.kind is VerdictKind.ILLEGAL
    found = [_remark(entry, reason, reason.message(), against=against) for reason in verdict.reasons]
    missing = later("Not complete: {ask}")
    found += [
        Remark(entry, ask.rule, None, tr(missing, ask=ask.text), switch=None, against=True) for ask in verdict.asks
    ]
    for note in verdict.notes:
        ruled = note.status is not Status.DEFAULT_RULING and not note.noted
        text = tr("Allowed by the table's ruling: {note}", note=note.text)
        text = text if ruled else note.message()
        found.append(_remark(entry, note, text, against=False))
    return tuple(found)


def _remark(entry: Entry, reason: Reason, text: str, *, against: bool) -> Remark:
    held_against = against and (reason.status is not Status.DEFAULT_RULING or not reason.forceable)
    return Remark(entry, reason.rule, reason.status, text, reason.switch, held_against)
