"""A game to be written about: a live table, or a record that was played through."""

from __future__ import annotations

import re
from typing import Any, Final

from companion.core.chain import Chain
from companion.core.game import View
from companion.core.log import Match
from companion.core.score import ScoreSheet, Standing
from companion.journal.rows import MANUAL, Provenance
from companion.record.file import Entry, Record
from companion.record.header import Header
from companion.record.replay import Replay
from companion.rolls.readings import SourceKind
from companion.session.history import Chronicle, new_row

_SOURCES: Final = "|".join((*SourceKind, "held", "replay"))
_SOURCE: Final = re.compile(rf"({_SOURCES})(?: ([01]\.\d{{3}}))?")


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
    """Return a record that was played through, also one that has findings.

    Args:
        record: as it was read.
        start: its table before the first action.
        found: what playing it through led to.
    """
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
