"""`tableside rule ID...`: what a rule says, how firmly, what changes it and what names it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from companion.commands.common import open_shelf
from companion.commands.output import FAILED, FINE, add_json, print_either, print_error
from companion.core.rulebook import Rule, rule_lines
from companion.core.switches import SwitchSpec, specs
from companion.core.texts import tr
from companion.record.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Library:
    """All rules of all games.

    Attributes:
        rules: by id.
        switches: house rules by name.
        verbs: the actions that a rule allows, as a record has them, by the rule's id.
        lists: the words that stand for a whole list: a game's id, or how its rules' ids begin.
    """

    rules: Mapping[str, Rule]
    switches: Mapping[str, SwitchSpec]
    verbs: Mapping[str, list[str]]
    lists: frozenset[str]

    def listed(self, word: str) -> list[Rule]:
        """Return the rules of a game; `x` names those that all games share."""
        if word.lower() not in self.lists:
            return []
        return [rule for rule in self.rules.values() if _begins(rule.id) == _begins(word)]

    def naming(self, rule_id: str) -> list[str]:
        """Return the ids of other rules whose texts name a rule."""
        name = re.compile(rf"(?<![\w-]){re.escape(rule_id)}(?!\w)")
        rules = self.rules.values()
        return [one.id for one in rules if one.id != rule_id and name.search(one.text)]


def _begins(word: str) -> str:
    return word.lower().partition("-")[0]


def _library(shelf: Shelf) -> Library:
    rules: dict[str, Rule] = {}
    switches: dict[str, SwitchSpec] = {}
    verbs: dict[str, list[str]] = {}
    for game in (game for box in shelf.boxes() for game in box):
        rules |= shelf.rulebook(game.id).rules
        switches |= {spec.name: spec for spec in specs(game.house, game.prefix)}
        for action in game.actions:
            known = verbs.setdefault(getattr(action, "rule", ""), [])
            known += [] if action.verb in known else [action.verb]
    return Library(rules, switches, verbs, frozenset({*shelf.ids(), *map(_begins, rules)}))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    text = tr("a rule, such as RSF-F3; or a game, such as rsf, for a list of its rules")
    parser.add_argument("words", nargs="+", metavar="ID", help=text)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print every rule; one that is unknown does not keep the others from it."""
    library = _library(open_shelf(args))
    return max([_print(library, word, as_json=args.json) for word in args.words])


def _print(library: Library, word: str, *, as_json: bool) -> int:
    known = {name.lower(): name for name in (*library.rules, *library.lists)}
    rule = library.rules.get(known.get(word.lower(), ""))
    listed = library.listed(word)
    if rule is not None:
        print_either(_json(library, rule), *_lines(library, rule), as_json=as_json)
    for one in listed:
        line = f"{one.id:<9} {one.status}  {one.text}"
        print_either(_json(library, one), line, as_json=as_json)
    if rule is not None or listed:
        return FINE
    near = [known[name] for name in get_close_matches(word.lower(), known)]
    said = ", ".join(near or sorted(library.lists))
    print_error(tr("there is no rule {word!r}; near it: {near}", word=word, near=said))
    return FAILED


def _lines(library: Library, rule: Rule) -> list[str]:
    lines = [rule.id, *(f"  {line}".rstrip() for line in rule_lines(rule))]
    spec = library.switches.get(rule.switch or "")
    if spec is not None:
        values = (f"{one}{tr(' (default)') if one == spec.default else ''}" for one in spec.choices)
        lines.append(tr("  {name}, {about}: {values}", name=spec.name, about=tr(spec.text),
                        values=", ".join(values)))  # fmt: skip
    if named := library.naming(rule.id):
        lines.append(tr("  Named by: {rules}", rules=", ".join(named)))
    if verbs := library.verbs.get(rule.id):
        lines.append(tr("  Actions that it allows: {verbs}", verbs=", ".join(verbs)))
    return [*lines, ""]


def _json(library: Library, rule: Rule) -> dict[str, object]:
    """Return a rule as in docs/json.md."""
    spec = library.switches.get(rule.switch or "")
    return {
        "type": "rule",
        "rule": rule.id,
        "status": rule.status,
        "how": rule.how,
        "text": rule.text,
        "source": rule.source or None,
        "switch": rule.switch,
        "values": list(spec.choices) if spec else [],
        "default": spec.default if spec else None,
        "named_by": library.naming(rule.id),
        "verbs": library.verbs.get(rule.id, []),
    }
