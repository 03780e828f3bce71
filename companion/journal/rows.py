"""What stands in a journal: values, whatever the store."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an action came from (X-5).

    Attributes:
        source: `manual`, `camera`, `tray`, `replay`, ...
        confidence: of the reading in [0, 1]; None when people said it.
        reading: key of the reading it uses, or None.
    """

    source: str = "manual"
    confidence: float | None = None
    reading: str | None = None


MANUAL = Provenance()
HELD = Provenance("held")
"""Dice that were thrown before and undone."""
REPLAY = Provenance("replay")
"""A record that was played again into the journal."""


@dataclass(frozen=True, slots=True)
class Line:
    """One journalled action, unparsed.

    Attributes:
        version: its number, from 1 without gaps.
        text: the line as in a record, without a comment.
        at: when it was committed, UTC, ISO 8601.
        provenance: where it came from.
    """

    version: int
    text: str
    at: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class KeptReading:
    """One settled reading, used or not.

    Attributes:
        key: unique for ever among the readings of a table.
        source: which device.
        kind: what sort of device.
        throw: its throw on that device.
        dice: what lay there, as text (`d10=7 d6=3`).
        confidence: in [0, 1].
        evidence: JPEG crop, or None.
        at: when it was committed, UTC, ISO 8601; empty before that.
        version: the action that uses it up (a roll, claim or void), or None.
        ids: which dice they are, of dice that know themselves, in the order of `dice` and apart by
            spaces; `-` for one that does not; empty when none does.
        last_action: number of the table's last action when this was committed, 0 for none; -1 where
            that is not known.
    """

    key: str
    source: str
    kind: str
    throw: int
    dice: str
    confidence: float
    evidence: bytes | None = None
    at: str = ""
    version: int | None = None
    ids: str = ""
    last_action: int = -1


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that the rules refused: beside the log of its table, never in it (X-16).

    Attributes:
        number: of the last action in the log then; 0 for none.
        who: name of the seat that tried; empty for the whole table.
        what: the verb, and the seats that it was aimed at.
        rules: ids of the rules against it.
        at: when, UTC, ISO 8601; empty before it is kept.
    """

    number: int
    who: str
    what: str
    rules: tuple[str, ...]
    at: str = ""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """One table of the journal.

    Attributes:
        table_id: such as `rsf-20261121-1`.
        header: text of the record's header.
        opened: when, UTC, ISO 8601.
        changed: when its last action was committed.
        actions: how many it has.
        catalogue: digest of its catalogue's text, or None.
        over: whether the game had ended with the last action; for lists, the lines are the truth.
    """

    table_id: str
    header: str
    opened: str
    changed: str
    actions: int
    catalogue: str | None
    over: bool
