"""What tests of the doctor share: a machine to look at, and its results by name."""

from companion.doctor.case import Level
from models.workshop.soak.doctor_home import (
    ENVIRON,
    NOW,
    append,
    case_of,
    edges,
    home_files,
    play,
    tree,
)

__all__ = [
    "ENVIRON",
    "NOW",
    "append",
    "case_of",
    "edges",
    "found",
    "home_files",
    "levels",
    "play",
    "tree",
]


def found(check, case):
    """Run a check on this very thread and return its results by name."""
    results = {}
    for result in check(case):
        assert result.check not in results, "each name is said once"
        assert result.found, result.check
        if result.level in {Level.WARNING, Level.PROBLEM}:
            assert result.todo, f"{result.check}: what should people do?"
        results[result.check] = result
    return results


def levels(results):
    return {name: result.level.value for name, result in results.items()}
