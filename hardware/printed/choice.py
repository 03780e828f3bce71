"""Which profile a device's first lines fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardware.printed.profile import Profile

ENOUGH: Final = 3
"""So many lines must be understood."""

MOST_HEARD: Final = 10
"""Of so many lines that came last: boards have much to say while they start."""

LOST_AFTER: Final = 5
"""When so many came and nothing is chosen, people are told."""


def choose(lines: Sequence[str], profiles: Iterable[Profile]) -> Profile | None:
    """Return the first profile that understands `ENOUGH` of the last lines, or None."""
    recent = lines[-MOST_HEARD:]
    for profile in profiles:
        if sum(profile.understands(line) for line in recent) >= ENOUGH:
            return profile
    return None
