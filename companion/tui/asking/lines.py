"""Lines of the menu: where one choice is left, each of its values has a line and a key of its own."""

from collections.abc import Container, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from companion.core.actions import Action
from companion.core.dice import RollRequest
from companion.core.game import Option
from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.texts import of, tr
from companion.record.fields import ChoiceCodec, SeatCodec
from companion.record.grammar import Grammar
from companion.session.prompts import display_name
from companion.session.table import Table
from companion.tui import keymap
from companion.tui.asking import choices
from companion.tui.asking.dialogs import NUMBERED
from companion.tui.widgets.menu import Entry

FEW: Final = 4
"""Players who may do the same have a line each, up to so many."""

_OURS: Final = keymap.RESERVED - {"h"}
"""Letters that no choice takes; the history gives its own up to `highest`, and has Tab besides."""


def seat_key(seat: Seat | None, seats: tuple[str, ...]) -> str:
    """Return the digit of a seat, the same all evening; the table's comes after the last one."""
    return str(len(seats) + 1 if seat is None else seat + 1)


def seat_keys(chosen: Sequence[Seat | None], seats: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Return the digits of players to choose from, and those of other answers: players' own ones come last."""
    keys, free = [seat_key(one, seats) for one in chosen], len(seats) + 1
    others = map(str, (*range(free, NUMBERED + 1), *range(1, free)))
    return (*keys, *(one for one in others if one not in keys))[:most]


def spread(listed: tuple[Entry, ...], table: Table) -> tuple[Entry, ...]:
    """Return a menu with a line for each choice wherever one choice settles what is declared.

    Players have their seats' digits, once in a menu; other choices the letter they begin with.
    Where dice are awaited digits are theirs, and the menu stays as it is.
    """
    if isinstance(table.pending(), RollRequest):
        return listed
    found: list[Entry] = []
    taken = {entry.key for entry in listed} | _OURS
    for entry in listed:
        lines = _by_actor(entry, table) or _by_value(entry, table.match, table.grammar, taken)
        keys = [line.key for line in lines]
        if lines and taken.isdisjoint(keys) and len(set(keys)) == len(keys):
            taken |= set(keys)
            found += lines
        else:
            found += [entry, *_together(entry, taken)]
    return (*found, *_behind(listed, table, taken))


def _behind(listed: tuple[Entry, ...], table: Table, taken: set[str]) -> list[Entry]:
    """Return lines for what the same player may do next, where only one thing can be done before it."""
    options = [option for entry in listed for option in entry.options]
    first = options[0].sole if len(options) == 1 else None
    if first is None:
        return []
    match, found = table.match.apply(first), list[Entry]()
    if isinstance(match.pending(), RollRequest):
        return []
    for option in match.game.options(match.state):
        entry = Entry(option.verb, "", option.text, option.rule, (option,))
        lines = _by_value(entry, match, table.grammar, taken) if option.actor == first.actor else []
        keys = {line.key for line in lines}
        if len(keys) == len(lines) and taken.isdisjoint(keys):
            taken |= keys
            found += [replace(line, text=tr("then: {what}", what=line.text), before=first) for line in lines]
    return found


def _together(entry: Entry, taken: Container[str]) -> list[Entry]:
    """Return a line by which everybody in turn declares the same, where the game offers that."""
    text, key = entry.options[0].together, entry.key.upper()
    if not text or key in taken:
        return []
    return [replace(entry, key=key, text=text, together=True)]


def _by_actor(entry: Entry, table: Table) -> list[Entry]:
    """Return a line for each of several players who may do the same, where they are few."""
    if not 1 < len(entry.options) <= FEW:
        return []
    return [
        replace(
            entry,
            key=seat_key(option.actor, table.seats),
            text=of(display_name(option.actor, table.seats), option.text),
            options=(option,),
        )
        for option in sorted(entry.options, key=lambda option: option.actor or 0)
    ]


def _by_value(entry: Entry, match: Match[Any], grammar: Grammar, taken: set[str]) -> list[Entry]:
    """Return a line for each player, or each word of a few, whom the only action may be about."""
    option, *others = entry.options
    if others or not option.complete or option.fill is not None:
        return []
    field, found = _left(option, grammar), list[Entry]()
    for action in option.instances if field else ():
        value = getattr(action, field)
        key = _key(value, match.seats, taken | {line.key for line in found})
        text, one = _text(entry, action, value, match), replace(option, instances=(action,))
        found.append(replace(entry, key=key, text=text, options=(one,)))
    return found if all(line.key for line in found) else []


def _left(option: Option, grammar: Grammar) -> str:
    """Return the only field in which the actions of an option differ, or that the only one has.

    Empty where there are more, or where it is about neither players nor words of a few.
    """
    arguments = grammar.forms[option.verb].arguments
    step = choices.next_step(option.instances)
    if step is None:
        named = list(arguments) if len(arguments) == 1 else []
    else:
        alone = len(step.values) == len(option.instances)
        named = [one for one in arguments if alone and one.name == step.field]
    fit = (one.name for one in named if isinstance(one.codec, SeatCodec | ChoiceCodec))
    return next((name for name in fit if not any(one.many for one in named)), "")


def _key(value: object, seats: tuple[str, ...], taken: set[str]) -> str:
    if isinstance(value, StrEnum):
        said = choices.folded(str(getattr(value, "said", value.value)))
        return next((one for one in said if one.isalpha() and one not in taken), "")
    return seat_key(Seat(value), seats) if isinstance(value, int) else ""


def _text(entry: Entry, action: Action, value: object, match: Match[Any]) -> str:
    """Say what one action of an entry does, and who does it where the entry says that."""
    option = entry.options[0]
    label = match.seats[value] if isinstance(value, int) else str(getattr(value, "said", value))
    said = match.game.line(match.state, action) or of(option.text, label)
    return entry.text.removesuffix(option.text) + said
