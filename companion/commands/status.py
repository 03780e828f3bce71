"""Exit statuses: what a command tells the shell."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
FINDINGS: Final = 1
"""An illegal action, an unsure die, no die: it was done, and something is to be looked at."""

FAILED: Final = 2
"""It could not be done: a bad file, no device."""

INTERRUPTED: Final = 130
"""What shells report for a program that Ctrl-C ended."""
