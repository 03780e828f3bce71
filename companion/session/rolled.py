"""Every die that was rolled at a table of the journal, for counting faces.

A throw counts once, also when it was undone and its dice answered again, with the faces that the
table settled on: confirmed, typed, or corrected later. Dice that nobody asked for, that were voided
or refused, or that were only tried out do not count: they may be half of a throw, or turned by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.core.actions import Amend, Roll
from companion.core.dice import DieFace
from companion.core.errors import CompanionError
from companion.journal.reading import open_to_read
from companion.journal.rows import KeptReading, Line
from companion.journal.store import FILE, Journal
from companion.record.file import LineReader
from companion.record.grammar import Grammar
from companion.record.header import parse_header
from companion.record.shelf import Shelf
from companion.rolls.fairness import CountedDie, Tallies, tallies
from companion.rolls.readings import SourceKind

_NOBODY: Final = "-"


def count_rolls(home: Path, shelf: Shelf) -> Tallies:
    """Count all rolls of a home folder's journal; may take a second.

    Raises:
        JournalError: the journal cannot be read.
    """
    if not (home / FILE).is_file():
        return tallies(())
    with open_to_read(home / FILE) as journal:
        return tallies(rolled_dice(journal, shelf))


def rolled_dice(journal: Journal, shelf: Shelf) -> Iterator[CountedDie]:
    """Return every die that was rolled, table by table.

    A table of a game that is not on the shelf is left out, and so is a line that is not understood.
    """
    for info in journal.tables():
        try:
            header, _ = parse_header(info.header.split("\n"), info.table_id)
            grammar = shelf.grammar(header)
        except CompanionError:
            continue
        lines = journal.lines(info.table_id)
        readings = {one.key: one for one in journal.readings(info.table_id)}
        yield from _of_table(lines, readings, grammar)


def _of_table(
    lines: tuple[Line, ...], readings: dict[str, KeptReading], grammar: Grammar
) -> Iterator[CountedDie]:
    found: dict[int, tuple[Roll, Line, str]] = {}
    reader = LineReader(grammar)
    for line in lines:
        try:
            action, seats = reader.read(line.version, line.text), reader.grammar.seats
        except CompanionError:
            continue
        if isinstance(action, Roll) and line.provenance.reading in readings:
            player = "" if action.actor is None else seats[action.actor]
            found[line.version] = action, line, player
        elif isinstance(action, Amend) and isinstance(action.replacement, Roll):
            before = found.get(action.number)
            if before is not None:
                found[action.number] = action.replacement, *before[1:]
    for roll, line, player in found.values():
        reading = readings[line.provenance.reading or ""]
        for die, who in zip(roll.dice, who_is_who(roll.dice, reading), strict=True):
            yield CountedDie(line.at, die.kind, die.face, who, source_name(reading), player)


def who_is_who(dice: tuple[DieFace, ...], reading: KeptReading) -> tuple[str, ...]:
    """Return which very die each die of a roll was; empty where that cannot be told.

    A roll has its dice in the order of the request, a reading in the order of the device.
    """
    words, ids = reading.dice.split(), reading.ids.split()
    if len(ids) != len(words):
        return ("",) * len(dice)
    ids = ["" if one == _NOBODY else one for one in ids]
    if len(dice) == len(ids) == 1:  # also when people corrected its face
        return (ids[0],)
    left = list(zip(words, ids, strict=True))
    found = []
    for die in dice:
        match = next((one for one in left if one[0] == die.word()), None)
        if match is not None:
            left.remove(match)
        found.append("" if match is None else match[1])
    return tuple(found)


def source_name(reading: KeptReading) -> str:
    """Say what read the dice, without what tells one run of the program from another."""
    if reading.kind == SourceKind.TRAY:
        # A tray's key begins with its serial, a printing tray's source with its port.
        tray = reading.key.partition("/")[0]
        return tray if tray.startswith("tray:") else reading.source.rpartition(".")[0]
    return reading.kind
