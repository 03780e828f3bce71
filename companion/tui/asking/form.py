"""A Player Sheet and its like in one line: numbers and words, typed over what stands there."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from textual.widgets import Input, Static

from companion.core.actions import Action
from companion.core.game import Form, Option
from companion.core.texts import of, tr
from companion.record.fields import Argument, WholeCodec
from companion.session.prompts import display_name
from companion.session.table import Table
from companion.tui.asking import choices
from companion.tui.asking.dialogs import AskScreen

_PARTS: Final = re.compile(r"\d+|[^\W\d_]+|\S")


def read_line(text: str, form: Form, arguments: tuple[Argument, ...]) -> tuple[dict[str, Any], str]:
    """Read `7 12 insect`: numbers in the order of the fields, words by their beginnings.

    Words are those of the table's language, or English. A field's own in front says which number is
    meant: `def 9`, or `d9`. Returns the values by field, and what is wrong with the line.
    """
    numbers = [one for one in arguments if isinstance(one.codec, WholeCodec)]
    values: dict[str, Any] = {}
    parts, at = _PARTS.findall(text), 0
    for place, part in enumerate(parts):
        behind = parts[place + 1] if place + 1 < len(parts) else ""
        if part.isdecimal():
            if at >= len(numbers):
                return values, tr("{part} is one number too many", part=part)
            values[numbers[at].name] = int(part)
            at += 1
        elif behind.isdecimal() and len(named := _named(part, numbers)) == 1:
            at = named[0]
        elif part == "-":
            values |= dict.fromkeys(form.words)
        elif part not in ",;":
            meant = [(name, word) for name, words in form.words.items() for word in words
                     if choices.begins(part, word)]  # fmt: skip
            if len(meant) != 1:
                return values, tr("{part} is none of {words}", part=part, words=_words(form))
            values |= dict(meant)
    return values, ""


def _named(part: str, numbers: list[Argument]) -> list[int]:
    return [at for at, one in enumerate(numbers) if choices.begins(part, word_of(one))]


def _words(form: Form) -> str:
    return ", ".join(tr(word) for words in form.words.values() for word in words)


def word_of(one: Argument) -> str:
    """Return the word of a field."""
    return one.keyword or one.name


def in_words(arguments: tuple[Argument, ...], action: Action) -> str:
    """Say all fields of an action: `ATK 7, DEF 12, RACE -`."""
    values = [getattr(action, one.name) for one in arguments]
    said = ["-" if value is None else tr(value) if isinstance(value, str) else value for value in values]
    return ", ".join(f"{tr(word_of(one)).upper()} {value}" for one, value in zip(arguments, said, strict=True))


class FormScreen(AskScreen):
    """Asks for all fields of an action in one line; what the rules refuse is said as it is typed."""

    def __init__(self, table: Table, option: Option, form: Form) -> None:
        """Ask for an action of an option, beginning with what stands."""
        self.table, self.form = table, form
        self.arguments = table.grammar.forms[option.verb].arguments
        who = display_name(option.actor, table.seats)
        super().__init__(f"{of(who, self._said({}))} → ?", "", f"{option.text} ({option.rule})", part=True)

    def _said(self, typed: Mapping[str, Any]) -> str:
        """Say what would be declared; what nobody has said yet as a question."""
        unsaid: dict[str, Any] = {name: "?" for name in self.form.asked if name not in typed}
        return in_words(self.arguments, replace(self.form.standing, **typed, **unsaid))

    def action_of(self, text: str) -> tuple[Action, str]:
        """Return what a line declares, and what is wrong with it."""
        typed, wrong = read_line(text, self.form, self.arguments)
        action = replace(self.form.standing, **typed)
        asked = [one for one in self.arguments if one.name in self.form.asked]
        missing = ", ".join(tr(word_of(one)).upper() for one in asked if one.name not in typed)
        if missing and not wrong:
            wrong = tr("still missing: {words}", words=missing)
        verdict = self.table.check(action)
        return action, wrong or ("" if verdict.legal else verdict.message())

    def on_mount(self) -> None:
        """Say what the line means from the first."""
        super().on_mount()
        self._show("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what the line means now, and what the rules have against it."""
        event.stop()
        self._show(event.value)

    def _show(self, text: str) -> None:
        typed, wrong = read_line(text, self.form, self.arguments)[0], self.action_of(text)[1]
        shown = self.query_one("#typed", Static)
        keys = tr("{words}, - for none · Enter takes it · Esc later", words=_words(self.form))
        if not text and not self.form.asked:
            keys = tr("Enter: it stays so · {keys}", keys=keys)
        shown.update(f"{self._said(typed)}\n{wrong or keys}")
        shown.set_class(bool(text and wrong), "-bad")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the line where nothing stands against it."""
        if self.action_of(event.value)[1]:
            event.stop()
            event.prevent_default()
            self.query_one("#typed", Static).add_class("-bad")
