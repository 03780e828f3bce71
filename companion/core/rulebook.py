"""A rulebook as data: numbered rules with their status, source and switch."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from companion.core.errors import CompanionError
from companion.core.texts import later, tr


class Status(StrEnum):
    """How firmly the printed rulebook says it."""

    STATED = "S"
    INFERRED = "I"
    DEFAULT_RULING = "D"


class How(StrEnum):
    """What the program does about a rule."""

    ENFORCED = "enforced"  # it checks or carries the rule out by itself
    ASKED = "asked"  # people state the fact, and it goes on from there
    TOLD = "told"  # a physical matter: it can only say so


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule, in our own words."""

    id: str  # such as `RSF-F3a`
    english: str  # what it says
    status: Status  # stated, inferred, or a default ruling where the printed rulebook is silent
    source: str = ""  # lines of the printed rulebook, or empty
    switch: str | None = None  # the house rule that changes it, or None
    how: How = How.ENFORCED  # what the program does about it

    @property
    def text(self) -> str:
        """What it says, in the chosen language."""
        return tr(self.english)


class RulebookError(CompanionError):
    """A rules.toml that cannot be used."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules of one game together with those that every game shares, by id."""

    rules: Mapping[str, Rule]

    def __getitem__(self, rule_id: str) -> Rule:
        """Return the rule; raises KeyError when no rule has this id."""
        return self.rules[rule_id]

    def __contains__(self, rule_id: object) -> bool:
        """Tell whether a rule has this id."""
        return rule_id in self.rules

    @classmethod
    def parse(cls, *texts: str) -> Rulebook:
        """Read rules from the texts of one or more rules.toml files.

        Raises:
            RulebookError: a text is not TOML, a rule lacks something, or an id stands twice.
        """
        rules: dict[str, Rule] = {}
        for text in texts:
            for rule in _parse_rules(text):
                if rule.id in rules:
                    raise RulebookError(tr("rules.toml: rule {rule} appears twice", rule=rule.id))
                rules[rule.id] = rule
        return cls(rules)


@lru_cache(32)
def _entries(text: str) -> Any:
    """Return what a rules.toml lists; each table of a game has the same text read."""
    return tomllib.loads(text)["rule"]


def _parse_rules(text: str) -> list[Rule]:
    try:
        return [
            Rule(
                id=entry["id"],
                english=entry["text"],
                status=Status(entry["status"]),
                source=entry.get("source", ""),
                switch=entry.get("switch"),
                how=How(entry["how"]),
            )
            for entry in _entries(text)
        ]
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise RulebookError(tr("rules.toml: {error}", error=error)) from error


# ---------------------------------------------------------------- a rule, for people

_SAID: Final[dict[Status | How, str]] = {
    Status.STATED: later("The rulebook says so."),
    Status.INFERRED: later("The rulebook implies it (inferred)."),
    Status.DEFAULT_RULING: later("The rulebook is silent: this is a default ruling, the table may change it."),
    How.ENFORCED: later("The program checks it, or carries it out by itself."),
    How.ASKED: later("The program asks people, and goes on from what they say."),
    How.TOLD: later("The program can only tell it."),
}


def rule_lines(rule: Rule) -> list[str]:
    """Say what a rule says, how firmly, what the program does about it, and what changes it."""
    lines = [rule.text, "", tr(_SAID[rule.status]), tr(_SAID[rule.how])]
    if rule.switch:
        lines.append(tr("House rule that changes it: {switch}", switch=rule.switch))
    if rule.source:
        lines.append(tr("In the rulebook: lines {source}", source=rule.source))
    return lines
