"""The history of a table or a record, line by line, and a whole game to be written about.

A line is put into words when somebody looks at it: a long table has thousands of lines, and a screen
shows some forty. A longer history shares what the shorter one knows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, overload

from companion.core.actions import (
    Action,
    Amend,
    CallOff,
    Join,
    Leave,
    Lighten,
    NewCard,
    Redo,
    Ruling,
    SetSwitch,
    Undo,
    Void,
)
from companion.core.chain import Chain
from companion.core.dice import kind_name
from companion.core.game import Depth, View, setup_of
from companion.core.log import Match
from companion.core.score import ScoreSheet, Standing
from companion.core.steps import Step, differences
from companion.core.texts import language, later, listed, number, of, tr, trn
from companion.core.verdict import Verdict
from companion.journal.rows import MANUAL, Provenance, Refusal
from companion.record.fields import SeatCodec
from companion.record.file import Entry, Record
from companion.record.grammar import Grammar
from companion.record.header import Header
from companion.record.replay import Replay
from companion.rolls.readings import SourceKind


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One action of the log."""

    number: int  # its place in the log, from 1
    at: str  # when it was committed, UTC, ISO 8601; empty when the journal did not say
    line: str  # as in a record
    told: str  # what happened, for people
    undone: bool  # whether it is out of the game now (undone, dropped by a correction)
    notes: tuple[str, ...]  # rulings that played a part, one sentence each
    source: str  # `manual`, `camera`, ..
    confidence: float | None  # of the reading, or None

    @property
    def by(self) -> str:
        """Say how a roll was read: `camera 99.8%`; nothing for what people said themselves."""
        if self.source in {"", "manual", "replay"}:
            return ""
        by = tr(_BY.get(self.source, self.source))
        return by if self.confidence is None else f"{by} {number(self.confidence, '.1%')}"


@dataclass(frozen=True, slots=True)
class Change:
    """An action was committed and stands in the state; texts are those of its `HistoryLine`."""

    number: int
    action: Action
    line: str
    told: str
    verdict: Verdict  # the verdict under which it was taken
    provenance: Provenance
    # the table logged it by itself (dice that were thrown before and undone)
    automatic: bool = False


_Steps = tuple[Step[Any], ...]


class Row(NamedTuple):
    """What is known of an action before its line is put into words; see `HistoryLine`."""

    line: str
    provenance: Provenance
    at: str
    notes: tuple[str, ...]
    step: Step[Any] | None  # what the action led to; None for undo, redo and amend
    turned: _Steps  # for these: what left the game, or came back


def new_row(
    before: Match[Any],
    after: Match[Any],
    line: str,
    provenance: Provenance = MANUAL,
    at: str = "",
    notes: tuple[str, ...] = (),
) -> Row:
    """Return the row of the action that has just led from one moment of a game to another."""
    match after.log[-1]:
        case Undo() | Amend():
            step, turned = None, _only_in(before.now, after.now)
        case Redo():
            step, turned = None, _only_in(after.now, before.now)
        case _:
            step, turned = after.now, ()
    return Row(line, provenance, at, notes, step, turned)


def new_refusal(grammar: Grammar, number: int, action: Action, verdict: Verdict) -> Refusal:
    """Return what is kept of a refused action (X-16): who, the verb, the seats it names, the rules.

    Cards, numbers and words stay out: any of them may say what somebody has in a hand. `number` is
    that of the last action in the log.
    """
    form = grammar.forms[action.verb]
    public = [one for one in form.arguments if isinstance(one.codec, SeatCodec)]
    seats = [one.write(getattr(action, one.name), grammar, form.keywords) for one in public]
    who = "" if action.actor is None else grammar.seats[action.actor]
    rules = tuple(dict.fromkeys(reason.rule for reason in verdict.reasons))
    return Refusal(number, who, " ".join(filter(None, (action.verb, *seats))), rules)


class Chronicle(Sequence[HistoryLine]):
    """The lines of a table's history at one moment; never changes.

    Args:
        match: the game at that moment.
        rows: what is known of each action of its log.
        known: lines of earlier moments of the same table; one is good while its step is the same.
    """

    __slots__ = ("_effective", "_known", "_reached", "match", "rows")

    def __init__(
        self,
        match: Match[Any],
        rows: Chain[Row],
        known: dict[tuple[int, str], tuple[_Steps, HistoryLine]] | None = None,
    ) -> None:
        self.match = match
        self.rows = rows
        # A report is written in a thread of its own while the screen shows the same lines: what is
        # found out twice is the same, so nothing need be locked.
        self._reached = match.now
        self._effective: dict[int, _Steps] = {}
        self._known = {} if known is None else known

    def after(self, match: Match[Any], row: Row) -> Chronicle:
        """Return the history of the same table one action later."""
        return Chronicle(match, self.rows.append(row), self._known)

    def differs_from(self, other: Chronicle) -> int:
        """Return the place of the first line that may be another one than in `other`.

        It is the length of the shorter one when nothing that both have was touched.
        """
        if self.match.setup is not other.match.setup:
            return 0
        gone, come = differences(other.match.now, self.match.now)
        return min(len(self), len(other), *(step.number - 1 for step in (*gone, *come)))

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, at: int) -> HistoryLine: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[HistoryLine, ...]: ...
    def __getitem__(self, at: int | slice) -> HistoryLine | tuple[HistoryLine, ...]:
        places = range(len(self.rows))[at]
        return self._line(places) if isinstance(places, int) else tuple(map(self._line, places))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Chronicle, tuple)):
            return NotImplemented
        if len(self) != len(other):
            return False
        start = self.differs_from(other) if isinstance(other, Chronicle) else 0
        return all(self[at] == other[at] for at in range(start, len(self)))

    __hash__ = None  # type: ignore[assignment]  # equal to tuples, so without a hash of its own

    def _line(self, at: int) -> HistoryLine:
        steps = self.steps(at + 1)
        key = at, language()
        known = self._known.get(key)
        if known is None or known[0] != steps:
            known = self._known[key] = steps, self._new_line(at, steps)
        return known[1]

    def _new_line(self, at: int, steps: _Steps) -> HistoryLine:
        row, action, notes = self.rows[at], self.match.log[at], self.rows[at].notes
        if isinstance(action, (Undo, Redo, Amend)):
            told = _tell_turn(action, [tell_step(self.match, step) for step in row.turned])
        else:
            made = () if row.step is None else (row.step,)
            told = " · ".join(tell_step(self.match, step) for step in steps or made)
        if steps and steps != (row.step,):  # a correction changed it, or what came before it
            judged = [self.match.judge_again(step) for step in steps]
            notes = tuple(note.message() for verdict in judged for note in verdict.notes)
        undone, source = row.step is not None and not steps, row.provenance
        return HistoryLine(at + 1, row.at, row.line, told, undone, notes, source.source, source.confidence)

    def steps(self, number: int) -> _Steps:
        """Return the steps in effect that stand at a number; none when it is out of the game."""
        step = self._reached
        while step.before is not None and step.number >= number:
            self._effective[step.number] = (step, *self._effective.get(step.number, ()))
            step = step.before
        self._reached = step
        return self._effective.get(number, ())


def _only_in(one: Step[Any], other: Step[Any]) -> _Steps:
    """Return the steps in effect at one step of which the other has nothing, oldest first."""
    gone, come = differences(one, other)
    kept = {step.number for step in come}
    return tuple(step for step in gone if step.number not in kept)


# ---------------------------------------------------------------- a game to be written about

_SOURCES: Final = "|".join((*SourceKind, "held", "replay"))
_SOURCE: Final = re.compile(rf"({_SOURCES})(?: ([01]\.\d{{3}}))?")
_BY: Final = {"ble": later("Bluetooth"), "held": later("rolled before")}


class Playthrough:
    """What a report, a score sheet and a page of moves are written from.

    One of a record knows no times and has no pictures.

    Attributes:
        header: game, seats, depth, switches and cards, as they were at the start.
        match: the log and its fold; of a record after the last action that could be carried out.
    """

    def __init__(self, header: Header, match: Match[Any], lines: Chronicle) -> None:
        self.header = header
        self.match = match
        self._lines = lines

    @property
    def seats(self) -> tuple[str, ...]:
        """Names, clockwise."""
        return self.match.seats

    def history(self) -> Chronicle:
        """Return the log line by line, undone ones marked; a line is told when it is looked at."""
        return self._lines

    def view(self) -> View:
        """Return where the game stands."""
        return self.match.game.view(self.match.state)

    def score(self) -> ScoreSheet:
        """Return the score sheet."""
        return self.match.game.score(self.match.state)

    def standing(self) -> Standing:
        """Return the ranking."""
        return self.match.game.standing(self.match.state)


def play_through(record: Record, start: Match[Any], found: Replay) -> Playthrough:
    """Return a record that was played through from its start, also one that has findings."""
    match, lines = start, Chronicle(start, Chain())
    for entry in record.entries[: len(found.match.log)]:
        notes = tuple(note.message() for note in match.check(entry.action).notes)
        before, match = match, match.force(entry.action)
        row = new_row(before, match, entry.text, _provenance(entry), notes=notes)
        lines = lines.after(match, row)
    return Playthrough(record.header, match, lines)


def _provenance(entry: Entry) -> Provenance:
    """Return what read the dice; of a comment only that."""
    found = _SOURCE.fullmatch(entry.comment)
    if found is None:
        return MANUAL
    source, confidence = found.groups()
    return Provenance(source, None if confidence is None else float(confidence))


# ---------------------------------------------------------------- what happened, in words


def tell_step(match: Match[Any], step: Step[Any]) -> str:
    """Say in one line what an effective action did."""
    match step.action:
        case Ruling(rules=rules, note=note):
            said = tr("The table rules against {rules}", rules=", ".join(rules))
            return of(said, note) if note else said
        case SetSwitch(name=name, value=value):
            return tr("House rule {name} is now {value}", name=name, value=value)
        case Lighten():
            return tr("From here on in light depth: people add up, cards are not named")
        case Leave(seat=seat):
            name, why = step.seats[seat], setup_of(step.state).called_off
            ended = tr("; the game is called off: {why}", why=why) if why else ""
            return tr("{name} leaves the table{ended}", name=name, ended=ended)
        case Join(name=name, after=after):
            where = "" if after is None else tr(", after {name}", name=step.origin.seats[after])
            return tr("{name} joins the table{where}", name=name, where=where)
        case NewCard(sort=sort, card=card):
            return tr("The card list gets one more {sort}: {card}", sort=tr(sort), card=card)
        case CallOff(why=why):
            return tr("Called off: {why}", why=why)
        case Void(actor=actor, kinds=kinds):
            who = tr("Somebody") if actor is None else step.seats[actor]
            return trn(
                "{who}'s {dice} does not count", "{who}'s {dice} do not count", len(kinds), who=who, dice=_dice(kinds)
            )
        case action:
            return match.game.tell(step.origin.state, action, step.state)


def _tell_turn(action: Undo | Redo | Amend, deeds: Sequence[str]) -> str:
    """Say in one line what an action on the log did; `deeds` left the game, or came back."""
    said = " · ".join(deeds) or tr("a correction")
    match action:
        case Undo():
            return tr("Taken back: {deeds}", deeds=said)
        case Redo():
            return tr("Done again: {deeds}", deeds=said)
        case Amend(number=number, drops=drops):
            dropped = tr("; dropped: {numbers}", numbers=_numbers(drops)) if drops else ""
            return tr("Corrected: number {number}{dropped}", number=number, dropped=dropped)


def _dice(kinds: Sequence[str]) -> str:
    """Say dice by their names, alike ones together: `Teeth-Die, Spider-Die and 2 d6`."""
    counted = Counter(map(kind_name, kinds))
    return listed([name if count == 1 else f"{count} {name}" for name, count in counted.items()])


def _numbers(numbers: Sequence[int]) -> str:
    found = ", ".join(map(str, numbers))
    return trn("number {found}", "numbers {found}", len(numbers), found=found)


def depth_line(match: Match[Any]) -> str:
    """Say in which depth a game is played, and from which move on that is so (X-8)."""
    if match.setup.depth is Depth.LIGHT:
        return tr("light depth")
    for step in match.now.newest():
        if isinstance(step.action, Lighten):
            return tr("full depth, from move {number} on light depth", number=step.number)
    return tr("full depth")
