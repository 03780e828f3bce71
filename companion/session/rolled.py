"""What was rolled at the tables of a journal: every die, and which of them people put right.

For counting faces a throw counts once, also when it was undone and its dice answered again, with
the faces that the table settled on: confirmed, typed, or corrected later. Dice that nobody asked
for, that were voided or refused, or that were only tried out do not count: they may be half of a
throw, or turned by hand.

What people put right was read wrong, or unsure. Nothing is kept for it apart from what the journal
keeps anyway: the reading as the camera made it, its picture, and the line that people made of it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
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
from companion.record.text import CannotParseError, cut_actor, words
from companion.rolls.fairness import CountedDie, Tallies, tallies
from companion.rolls.readings import SourceKind

_NOBODY: Final = "-"

Die = tuple[str, str]  # Kind, empty when the source could not tell, and face

_ROLLS: Final = frozenset({"roll", "claim"})
_AMEND_WORDS: Final = 3
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


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


def _of_table(lines: tuple[Line, ...], readings: dict[str, KeptReading], grammar: Grammar) -> Iterator[CountedDie]:
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


# ---------------------------------------------------------------- what people put right


@dataclass(frozen=True, slots=True)
class Correction:
    """One die of which people said what it shows."""

    key: str  # unique among all corrections of a table
    number: int  # of the action that uses the reading
    place: int  # of the die in the reading, from 0; a camera's go from left to right
    count: int  # how many dice the reading has
    seen: Die  # what the camera read
    said: Die  # what people said; the same where the camera was only unsure
    evidence: bytes  # JPEG of the dice


def corrections(readings: Iterable[KeptReading], lines: Sequence[Line]) -> tuple[Correction, ...]:
    """Find every die that people put right, by all readings and lines of one table, in order.

    A die is left out where it cannot be told which of several it was.
    """
    said = _faces_said(lines)
    asked = {line.version for line in lines if line.provenance.confidence is None}
    found: list[Correction] = []
    for reading in readings:
        number = reading.version
        if reading.evidence is None or number is None or number not in said:
            continue
        seen = tuple(_die(word) for word in reading.dice.split())
        for place, die in _differing(seen, said[number], asked=number in asked):
            key = f"{reading.key}@{place}={die[0]}.{die[1]}"
            found.append(Correction(key, number, place, len(seen), seen[place], die, reading.evidence))
    return tuple(found)


def _faces_said(lines: Sequence[Line]) -> dict[int, tuple[Die, ...]]:
    """What each roll shows in the end, by its number; later corrections count.

    A correction that was undone does not, until it is done again. The roll itself may be undone:
    its dice showed what they showed.
    """
    said: dict[int, tuple[Die, ...]] = {}
    done: list[dict[int, tuple[Die, ...]]] = []  # of each change, what it corrected
    undone: list[dict[int, tuple[Die, ...]]] = []
    for line in lines:
        verb, number, faces = _rolled(line.text, line.version)
        if verb in {"undo", "redo"}:
            out, back = (done, undone) if verb == "undo" else (undone, done)
            if out:
                corrected = out.pop()
                back.append({roll: said[roll] for roll in corrected})
                said |= corrected
        else:
            done.append({number: said[number]} if verb == "amend" and number in said else {})
            undone.clear()
            if faces:
                said[number] = faces
    return said


def _rolled(text: str, number: int) -> tuple[str, int, tuple[Die, ...]]:
    """The verb, the number that it is about, and the dice; no dice for any other line."""
    try:
        cut = cut_actor(text)
        parts = () if cut is None else words(cut[1])
    except CannotParseError:
        return "", number, ()
    if not parts:
        return "", number, ()
    verb = parts[0].text
    if verb in _ROLLS:
        return verb, number, tuple(_die(part.text) for part in parts[1:] if "=" in part.text)
    if verb == "amend" and len(parts) >= _AMEND_WORDS and _NUMBER.fullmatch(parts[1].text):
        return (verb, *_rolled(parts[2].text, int(parts[1].text))[1:])
    return verb, number, ()


def _die(word: str) -> Die:
    kind, _, face = word.rpartition("=")
    return kind, face


def _differing(seen: tuple[Die, ...], said: tuple[Die, ...], *, asked: bool) -> list[tuple[int, Die]]:
    """Places of the reading whose die is another than read, with what it is."""
    alone = asked and len(seen) == 1
    return [
        (place, die)
        for place, die in enumerate(shown(seen, said))
        if die is not None and (alone or not _same(seen[place], die))
    ]


def shown(seen: Sequence[Die], said: Sequence[Die]) -> tuple[Die | None, ...]:
    """What each die of a reading is, by what people said of all; None where that cannot be told."""
    if len(seen) != len(said):
        return (None,) * len(seen)
    if len(seen) == 1:
        return tuple(said)
    left = list(said)
    found: list[Die | None] = []
    for die in seen:
        match = next((other for other in left if _same(die, other)), None)
        found.append(match)
        if match is not None:
            left.remove(match)
    wrong = [place for place, die in enumerate(found) if die is None]
    # Several are wrong: only where each is of a kind of its own can they be told apart.
    kinds = Counter(kind for kind, _ in left)
    for place in wrong:
        if len(wrong) == 1:
            found[place] = left[0]
        elif kinds[seen[place][0]] == 1:
            found[place] = next(die for die in left if die[0] == seen[place][0])
    # Of two that were read alike, nobody knows which one was wrong.
    alike = {seen[place] for place in wrong}
    return tuple(None if die in alike and seen.count(die) > 1 else one for die, one in zip(seen, found, strict=True))


def _same(seen: Die, said: Die) -> bool:
    return seen[1] == said[1] and seen[0] in {"", said[0]}
