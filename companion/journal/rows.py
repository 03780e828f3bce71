"""What stands in a journal: values, whatever the store."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an action came from (X-5)."""

    source: str = "manual"  # `manual`, `camera`, `tray`, `replay`, ..
    confidence: float | None = None  # of the reading in [0, 1]; None when people said it
    reading: str | None = None  # key of the reading it uses, or None


MANUAL = Provenance()
HELD = Provenance("held")  # Dice that were thrown before and undone
REPLAY = Provenance("replay")  # A record that was played again into the journal


@dataclass(frozen=True, slots=True)
class Line:
    """One journalled action, unparsed."""

    version: int  # its number, from 1 without gaps
    text: str  # the line as in a record, without a comment
    at: str  # when it was committed, UTC, ISO 8601
    provenance: Provenance  # where it came from


@dataclass(frozen=True, slots=True)
class KeptReading:
    """One settled reading, used or not."""

    key: str  # unique for ever among the readings of a table
    source: str  # which device
    kind: str  # what sort of device
    throw: int  # its throw on that device
    dice: str  # what lay there, as text (`d10=7 d6=3`)
    confidence: float  # in [0, 1]
    evidence: bytes | None = None  # JPEG crop, or None
    at: str = ""  # when it was committed, UTC, ISO 8601; empty before that
    version: int | None = None  # the action that uses it up (a roll, claim or void), or None
    # which dice they are, of dice that know themselves, in the order of `dice` and apart by spaces;
    # `-` for one that does not; empty when none does
    ids: str = ""
    # number of the table's last action when this was committed, 0 for none; -1 where that is not
    # known
    last_action: int = -1


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that the rules refused: beside the log of its table, never in it (X-16)."""

    number: int  # of the last action in the log then; 0 for none
    who: str  # name of the seat that tried; empty for the whole table
    what: str  # the verb, and the seats that it was aimed at
    rules: tuple[str, ...]  # ids of the rules against it
    at: str = ""  # when, UTC, ISO 8601; empty before it is kept


@dataclass(frozen=True, slots=True)
class TableInfo:
    """One table of the journal."""

    table_id: str  # such as `rsf-20261121-1`
    header: str  # text of the record's header
    opened: str  # when, UTC, ISO 8601
    changed: str  # when its last action was committed
    actions: int  # how many it has
    catalogue: str | None  # digest of its catalogue's text, or None
    # whether the game had ended with the last action; for lists, the lines are the truth
    over: bool
