"""What a long run says: one promise, how often it was tried, how often it was broken."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table in docs/reliability.md.

    Attributes:
        promise: what people may rely on, in a sentence.
        counted: what was tried: "kills at a write", "files read".
        count: how many of these.
        losses: how many of them broke the promise.
        command: what runs this part alone.
        detail: what else was measured, or nothing.
    """

    promise: str
    counted: str
    count: int
    losses: int
    command: str
    detail: str = ""

    def line(self) -> str:
        """Return it for people, on one line."""
        more = f" ({self.detail})" if self.detail else ""
        return f"{self.promise}: {self.count:,} {self.counted}, {self.losses:,} lost{more}"


def main(run: Callable[[float], list[Figure]]) -> None:
    """Run one area from the command line: `[SCALE] [--json]`; status 1 after a loss."""
    words = [word for word in sys.argv[1:] if word != "--json"]
    figures = run(float(words[0]) if words else 1.0)
    for figure in figures:
        line = json.dumps(asdict(figure)) if "--json" in sys.argv else figure.line()
        print(line, flush=True)
    sys.exit(any(figure.losses for figure in figures))
