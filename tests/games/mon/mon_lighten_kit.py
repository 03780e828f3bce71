"""What a table that becomes light is looked at for: names that are left, and a script to play."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from games_play import SHELF

from companion.core.log import Match
from companion.core.words import UNNAMED
from companion.record.grammar import Grammar
from models.workshop.invariants import invariants

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.game import Setup


def words(value: object) -> Iterator[str]:
    """Every word in a state, however deep it lies; the catalogue is not looked into."""
    if isinstance(value, str):
        yield str(value)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name != "catalogue":
                yield from words(getattr(value, field.name))
    elif isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from words(one)
    elif isinstance(value, dict):
        yield from words(tuple(value.items()))
    else:
        assert value is None or isinstance(value, int), value


def names(state: Any) -> set[str]:
    """The cards of the catalogue that a state names."""
    return set(words(state)) & ({str(card) for card in state.setup.catalogue.cards} - {UNNAMED})


def uncatalogued(state: Any) -> Any:
    """The state as one of a table that never had a catalogue."""
    return replace(state, setup=replace(state.setup, catalogue=None))


def match_of(game_id: str, setup: Setup) -> Match[Any]:
    return Match.begin(SHELF.game(game_id), SHELF.rulebook(game_id), setup)


def play_lines(match: Match[Any], text: str) -> Match[Any]:
    """Play a script, one line an action as in a record; all of it is legal."""
    grammar = Grammar(match.game.actions, match.setup.seats)
    for line in filter(None, map(str.strip, text.splitlines())):
        action = grammar.read(line)
        verdict = match.check(action)
        assert verdict.legal, (line, verdict.reasons)
        match = match.apply(action)
        assert invariants(match.state) == (), line
    return match
