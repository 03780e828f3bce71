"""What a table that becomes light is looked at for: names that are left, and a script to play."""

from __future__ import annotations

from typing import Any

from games_leaves import leaves, without_catalogue
from games_play import SHELF

from companion.core.game import Setup
from companion.core.log import Match
from companion.core.words import UNNAMED
from companion.record.grammar import Grammar
from models.workshop.invariants import invariants


def names(state: Any) -> set[str]:
    """The cards of the catalogue that a state names."""
    cards = {str(card) for card in state.setup.catalogue.cards} - {UNNAMED}
    return {str(one) for one in leaves(without_catalogue(state)) if isinstance(one, str)} & cards


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
