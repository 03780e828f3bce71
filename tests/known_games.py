"""Whole games with known ends: a record, and beside it a file that says how it ended.

final = true                  # as the standing says
actions = 256                 # how many the record has
phase = 5                     # any other word: what the view of that name says in the end
pieces = { Ann = 0, Ben = 7 } # a table by seat: a column of the score sheet, added up

[[place]]                     # the standing, best first; `why` may be said as well
rank = 1
seat = "Ben"
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.log import Match
from companion.record.file import Record
from companion.record.replay import Replay, replay
from companion.record.shelf import Shelf

ALWAYS = {"final", "actions", "place"}


@dataclass(frozen=True)
class Known:
    """A record with what is known of it."""

    path: Path
    said: dict[str, Any]

    @classmethod
    def of(cls, path: Path) -> Known:
        """Read what is known of a record; every one must say how it ends."""
        said = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))
        assert set(said) >= ALWAYS, f"{path.stem}.toml must say {', '.join(sorted(ALWAYS))}"
        return cls(path, said)

    @property
    def winners(self) -> list[str]:
        """Who shares the first place."""
        return [place["seat"] for place in self.said["place"] if place["rank"] == 1]

    def played(self, shelf: Shelf) -> tuple[Record, Replay]:
        """Play it through."""
        record, match = shelf.read_record(self.path)
        return record, replay(record, match)

    def differences(self, match: Match[Any]) -> list[str]:
        """Say where a game ended otherwise than it is known to have ended."""
        said, names = self.said, match.setup.seats
        standing, sheet = match.game.standing(match.state), match.game.score(match.state)
        found = [
            _differs("final", standing.final, said["final"]),
            _differs("actions", len(match.log), said["actions"]),
            _differs("places", len(standing.places), len(said["place"])),
        ]
        for place, known in zip(standing.places, said["place"], strict=False):
            told = {"rank": place.rank, "seat": names[place.seat], "why": place.why}
            found += [_differs(f"place {key}", told[key], value) for key, value in known.items()]
        for key, value in said.items():
            if isinstance(value, dict):
                totals = {name: sheet.total(seat, key) for seat, name in enumerate(names)}
                found.append(_differs(key, totals, value))
            elif key not in ALWAYS:
                there = getattr(standing, key, None) or _stands(match, key, value)
                there = list(there) if isinstance(there, tuple) else there
                found.append(_differs(key, there, value))
        return [one for one in found if one]


def _stands(match: Match[Any], key: str, known: object) -> object:
    """Return what stands on the table in the end, by the word that says it."""
    state = match.state
    if key == "depth":
        return match.depth.value
    value = getattr(state, key, "not there")
    return len(value) if isinstance(value, tuple) and isinstance(known, int) else value


def _differs(what: str, there: object, known: object) -> str:
    return "" if there == known else f"{what}: {there!r}, known as {known!r}"
