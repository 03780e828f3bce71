"""The well's own tests run in a copy of the repository, where the well is; not here."""

from __future__ import annotations

collect_ignore = ["tests"]
