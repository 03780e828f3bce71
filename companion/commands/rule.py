"""`tableside rule ID...`: what a rule says, how firmly, what changes it and what names it."""

import argparse
import re
from collections import defaultdict
from difflib import get_close_matches
from typing import Any

from companion.commands.common import open_shelf
from companion.commands.output import FAILED, FINE, add_json, print_either, print_error
from companion.core.game import Game
from companion.core.rulebook import Rule, rule_lines
from companion.core.switches import SwitchSpec, specs
from companion.core.texts import tr


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    text = tr("a rule, such as RSF-F3; or a game, such as rsf, for a list of its rules")
    parser.add_argument("words", nargs="+", metavar="ID", help=text)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print every rule; one that is unknown does not keep the others from it."""
    shelf = open_shelf(args)
    library = Library([(shelf.game(one), shelf.rulebook(one).rules) for one in shelf.ids()])
    return max([_print(library, word, as_json=args.json) for word in args.words])


class Library:
    """All rules of all games, and the words that stand for a rule or for the list of a game's."""

    def __init__(self, games: list[tuple[Game[Any], Any]]) -> None:
        self.rules: dict[str, Rule] = {}
        self.lists: dict[str, str] = {}
        self._specs: dict[str, SwitchSpec] = {}
        self._verbs: dict[str, dict[str, None]] = defaultdict(dict)
        for game, rules in games:
            self.rules |= rules
            self.lists[game.id] = _begins(game.id)
            self._specs |= {spec.name: spec for spec in specs(game.house, game.prefix)}
            for action in game.actions:
                self._verbs[getattr(action, "rule", "")][action.verb] = None
        self.lists |= {_begins(one): _begins(one) for one in self.rules}
        self.known = {name.lower(): name for name in (*self.rules, *self.lists)}

    def value(self, rule: Rule) -> dict[str, Any]:
        """Return a rule as in docs/json.md."""
        spec = self._specs.get(rule.switch or "")
        name = re.compile(rf"(?<![\w-]){re.escape(rule.id)}(?!\w)")
        others = (one for one in self.rules.values() if one.id != rule.id)
        return {
            "type": "rule", "rule": rule.id, "status": rule.status, "how": rule.how,
            "text": rule.text, "source": rule.source or None, "switch": rule.switch,
            "about": tr(spec.text) if spec else None,
            "values": list(spec.choices) if spec else [],
            "default": spec.default if spec else None,
            "named_by": [one.id for one in others if name.search(one.text)],
            "verbs": list(self._verbs.get(rule.id, ())),
        }  # fmt: skip


def _begins(word: str) -> str:
    return word.lower().partition("-")[0]


def _print(library: Library, word: str, *, as_json: bool) -> int:
    name = library.known.get(word.lower(), "")
    if name in library.rules:
        rule = library.rules[name]
        value = library.value(rule)
        print_either(value, *_lines(rule, value), as_json=as_json)
    elif name:
        for rule in library.rules.values():
            if _begins(rule.id) == library.lists[name]:
                line = f"{rule.id:<9} {rule.status}  {rule.text}"
                print_either(library.value(rule), line, as_json=as_json)
    else:
        near = [library.known[one] for one in get_close_matches(word.lower(), library.known)]
        said = ", ".join(near or sorted(library.lists))
        print_error(tr("there is no rule {word!r}; near it: {near}", word=word, near=said))
    return FINE if name else FAILED


def _lines(rule: Rule, value: dict[str, Any]) -> list[str]:
    lines = [rule.id, *(f"  {line}".rstrip() for line in rule_lines(rule))]
    if value["values"]:
        values = ", ".join(value["values"])
        lines.append(tr("  {switch}, {about}: {values}; default: {default}",
                        **value | {"values": values}))  # fmt: skip
    if value["named_by"]:
        lines.append(tr("  Named by: {rules}", rules=", ".join(value["named_by"])))
    if value["verbs"]:
        lines.append(tr("  Actions that it allows: {verbs}", verbs=", ".join(value["verbs"])))
    return [*lines, ""]
