"""Writes docs/rules-coverage.md: `make rules`, or `python tests/rules/rules_page.py`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable

from rules_entries import CORE, ROOT, entries, groups, is_ambiguity, rules
from rules_off import games

from companion.core.rulebook import How, Rule, Status

PAGE = ROOT / "docs" / "rules-coverage.md"
WIDTH = 90

INTRODUCTION = """\
# What the program does about every rule

This page is made from the rules themselves; `make rules` makes it anew.

- **enforced**: the program checks the rule, or carries it out by itself.
- **asked**: people state the fact, and the program goes on from there.
- **told**: a physical matter, or a definition that other rules carry out; the program can only say
  it.

Status: S is stated by the rulebook, I is inferred from it, D is a default ruling where
the rulebook is silent or can be read in more than one way. A switch changes a rule.

Each rule that is enforced or asked names a test that goes red when that rule is switched off.
`tests/rules` has them game by game and switches every rule off to see; it fails where a test is
missing, or stays green. `python tests/rules/rules_off.py rsf RSF-F3` does it for one rule.
"""

AMBIGUITIES = """\
Questions that the rulebook leaves open, each settled by a rule above or by the switch:

| id | question | switch |
|---|---|---|
"""


def page() -> str:
    """Return the whole page."""
    parts = [INTRODUCTION, _sums()]
    parts += [_group(group) for group in groups()]
    return "\n".join(parts)


def _sums() -> str:
    lines = ["| | rules | enforced | asked | told |", "|---|--:|--:|--:|--:|"]
    whole: Counter[str] = Counter()
    for group in groups():
        counted = _counted(rules(group))
        whole += counted
        lines.append(_row(_title(group), counted))
    return "\n".join([*lines, _row("together", whole), ""])


def _counted(found: Iterable[Rule]) -> Counter[str]:
    return Counter(rule.how.value for rule in found if not is_ambiguity(rule))


def _row(title: str, counted: Counter[str]) -> str:
    cells = [counted.total(), *(counted[how.value] for how in How)]
    return f"| {title} | {' | '.join(map(str, cells))} |"


def _title(group: str) -> str:
    if group == CORE:
        return "All games"
    return ", ".join(dict.fromkeys(game.title for game in games(group)))


def _group(group: str) -> str:
    found = rules(group)
    tests = {one.id: one.test for one in entries(group)}
    lines = [f"## {_title(group)}", "", "| rule | | how | what it says | switch | test |"]
    lines.append("|---|---|---|---|---|---|")
    lines += [_rule(rule, tests.get(rule.id, "")) for rule in found if not is_ambiguity(rule)]
    open_ones = [rule for rule in found if is_ambiguity(rule)]
    if open_ones:
        lines += ["", AMBIGUITIES.rstrip()]
        lines += [f"| {one.id} | {cut(one.text)} | {_switch(one)} |" for one in open_ones]
    return "\n".join([*lines, ""])


def _rule(rule: Rule, test: str) -> str:
    path, _, name = test.partition("::")
    link = f"[{name}](../{path})" if test else ""
    cells = [rule.id, rule.status.value, rule.how.value, cut(rule.text), _switch(rule), link]
    return f"| {' | '.join(cells)} |"


def _switch(rule: Rule) -> str:
    if rule.switch:
        return f"`{rule.switch}`"
    return "no" if rule.status is Status.DEFAULT_RULING else ""


def cut(text: str) -> str:
    """Return a text in a few words, fit for a table."""
    text = " ".join(text.split()).replace("|", "\\|")
    if len(text) <= WIDTH:
        return text
    return text[:WIDTH].rsplit(" ", 1)[0].rstrip(",;:.") + " …"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)} is written\n")
