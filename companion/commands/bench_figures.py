"""What a measurement is: figures, or the reason why there are none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.core.errors import CompanionError


class NotMeasuredError(CompanionError):
    """A part that cannot be measured here; the message says why."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured.

    Attributes:
        name: of the figure, for machines.
        what: the same, for people.
        unit: `ms`, `s` or `1/s`.
        values: one a repeat, or one a sample.
        note: what was found on the way, for people.
        tail: whether the 99th percentile is worth telling.
    """

    name: str
    what: str
    unit: str
    values: tuple[float, ...]
    note: str = ""
    tail: bool = False


Part = Callable[[Path, int], tuple[Figure, ...]]
"""What measures: the home it may use and how often it repeats, to figures."""
