"""A game to be written about: a live table, or a record that was played through."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from companion.core.chain import Chain
from companion.core.log import Match
from companion.core.score import ScoreSheet, Standing
from companion.journal.rows import MANUAL, Provenance
from companion.record.file import Entry, Record
from companion.record.header import Header
from companion.record.replay import Replay
from companion.rolls.readings import SourceKind
from companion.session.history import Chronicle, HistoryLine, Row, new_row

_SOURCES: Final = "|".join((*SourceKind, "held", "replay"))
_SOURCE: Final = re.compile(rf"({_SOURCES})(?: ([01]\.\d{{3}}))?")


class Playthrough(Protocol):
    """What a report, a score sheet and a page of moves are written from; a `Table` is one."""

    @property
    def header(self) -> Header:
        """Game, seats, depth, switches and cards."""

    @property
    def match(self) -> Match[Any]:
        """The log and its fold."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Names, clockwise."""

    def history(self) -> Sequence[HistoryLine]:
        """Return the log line by line, undone ones marked."""

    def score(self) -> ScoreSheet:
        """Return the score sheet."""

    def standing(self) -> Standing:
        """Return the ranking."""


@dataclass(frozen=True, slots=True)
class RecordPlaythrough:
    """A record that was played through; it knows no times and has no pictures.

    Attributes:
        header: of the record.
        match: the game after the last action that could be carried out.
        lines: its history.
    """

    header: Header
    match: Match[Any]
    lines: Chronicle

    @property
    def seats(self) -> tuple[str, ...]:
        """Names, clockwise."""
        return self.match.seats

    def history(self) -> Sequence[HistoryLine]:
        """Return the log line by line, undone ones marked."""
        return self.lines

    def score(self) -> ScoreSheet:
        """Return the score sheet."""
        return self.match.game.score(self.match.state)

    def standing(self) -> Standing:
        """Return the ranking."""
        return self.match.game.standing(self.match.state)


def play_through(record: Record, start: Match[Any], found: Replay) -> RecordPlaythrough:
    """Return a record that was played through, also one that has findings.

    Args:
        record: as it was read.
        start: its table before the first action.
        found: what playing it through led to.
    """
    match, rows = start, Chain[Row]()
    for entry in record.entries[: len(found.match.log)]:
        notes = tuple(note.message() for note in match.check(entry.action).notes)
        before, match = match, match.force(entry.action)
        rows = rows.append(new_row(before, match, entry.text, _provenance(entry), notes=notes))
    return RecordPlaythrough(record.header, match, Chronicle(match, rows))


def _provenance(entry: Entry) -> Provenance:
    """Return what read the dice; of a comment only that."""
    found = _SOURCE.fullmatch(entry.comment)
    if found is None:
        return MANUAL
    source, confidence = found.groups()
    return Provenance(source, None if confidence is None else float(confidence))
