"""What is claimed of each rule: how it is carried out, and which test goes red without it.

How a rule is carried out stands in the game's `rules.toml`, the test in `tests/rules/GAME.toml`:

    [[rule]]
    id = "RSF-F3"
    test = "tests/games/rsf/test_rsf_fight.py::test_rsf_f3_o4a_as_many_actions_as_the_phase_says"
    old = "state.actions_used < state.budget"  # these two only where more is to be changed than
    new = "True"                               # leaving out what the rule says in verdicts
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from companion.core.rulebook import Rule, Rulebook

ROOT = Path(__file__).resolve().parents[2]
CORE = "core"
KEYS = {"id", "test", "old", "new"}
AMBIGUITY = re.compile(r"-Q\d+[a-z]?$")


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule with its test; `old` and `new` are empty where verdicts are muted."""

    id: str
    test: str
    old: str = ""
    new: str = ""


def groups() -> tuple[str, ...]:
    """The rules that all games share, and every folder that has rules of its own."""
    folders = (ROOT / "companion" / "games").glob("*/rules.toml")
    return (CORE, *sorted(file.parent.name for file in folders))


def rules(group: str) -> tuple[Rule, ...]:
    """Every rule of a group with the ambiguities that it settles, in their order."""
    package = f"companion.{CORE}" if group == CORE else f"companion.games.{group}"
    text = (files(package) / "rules.toml").read_text("utf-8")
    return tuple(Rulebook.parse(text).rules.values())


def is_ambiguity(rule: Rule) -> bool:
    """Tell whether it is a question about the rulebook that other rules answer."""
    return AMBIGUITY.search(rule.id) is not None


def entries(group: str) -> tuple[Entry, ...]:
    """What `tests/rules/GROUP.toml` says; nothing where there is no such file."""
    file = ROOT / "tests" / "rules" / f"{group}.toml"
    if not file.is_file():
        return ()
    return tuple(_entry(file.name, one) for one in tomllib.loads(file.read_text("utf-8"))["rule"])


def _entry(file: str, said: dict[str, str]) -> Entry:
    changed = [key in said for key in ("old", "new")]
    if set(said) - KEYS or not {"id", "test"} <= set(said) or len(set(changed)) > 1:
        raise ValueError(f"{file}: {said}: id and test, and perhaps old and new together")
    return Entry(said["id"], said["test"], said.get("old", ""), said.get("new", ""))
