"""What a table remembers of each action, for the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.verdict import Verdict
    from companion.journal.rows import Provenance


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One action of the log.

    Attributes:
        number: its place in the log, from 1.
        line: as in a record.
        told: what happened, for people.
        undone: whether it is out of the game now (undone, dropped by a correction).
        notes: rulings that played a part, one sentence each.
        source: `manual`, `camera`, ...
        confidence: of the reading, or None.
        at: when it was committed, UTC, ISO 8601; empty when the journal did not say.
    """

    number: int
    line: str
    told: str
    undone: bool
    notes: tuple[str, ...]
    source: str
    confidence: float | None = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """An action was committed and stands in the state.

    Attributes:
        number: its place in the log.
        action: what it was.
        line: as in a record.
        told: what happened, for people.
        verdict: the verdict under which it was taken.
        provenance: where it came from.
        automatic: the table logged it by itself (dice that were thrown before and undone).
    """

    number: int
    action: Action
    line: str
    told: str
    verdict: Verdict
    provenance: Provenance
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class AmendPlan:
    """What a correction would mean.

    Attributes:
        number: the action to be corrected.
        replacement: what stands in for it.
        drops: later actions that would no longer fit, by number, rulings for them included.
        dropped: the same, as lines for people.
        verdict: of the correction with these drops.
    """

    number: int
    replacement: Action
    drops: tuple[int, ...]
    dropped: tuple[str, ...]
    verdict: Verdict
