"""Whatever a table says, it says in people's words: none of a record's, in whole games of all modes."""

from __future__ import annotations

import random
import re
from dataclasses import fields, is_dataclass

import pytest
from games_play import MODES, SHELF, header_of, new_match, playout

from companion.core.game import Depth
from companion.core.sheet import Figure, Tile
from companion.core.verdict import Question
from companion.core.words import CardId, Cell
from companion.demo.players import next_action
from companion.games.mon.words import PartRef, PortRef
from companion.record.fields import WholeCodec
from companion.session.prompts import field_question, question_text
from companion.tui.asking import choices

RECORDS = re.compile(
    r"""-?\d+,-?\d+             # a cell
      | \w[@=#]\w              # where a piece lies, how it is used, which copy it is
      | \b[a-z]+:\S            # race:Plant
      | \w_\w                  # a name in the code
      | \b[a-z]{3,}[A-Z]       # another
      | \b[A-Z-]+\d*\.\d       # a port
      | \bNone\b
      | :\ \w+\?$              # connect: who?
      """,
    re.VERBOSE,
)
STYLES = {"style", "word", "hue"}
EVERY = 3
"""Actions between two looks at all that a table offers; every action is told."""


def texts(value):
    """Yield what a sheet shows, without the names of its styles and the marks of its links."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple) and len(value) == 2 and all(isinstance(one, str) for one in value):
        yield value[0]
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts(one)
    elif is_dataclass(value):
        left = STYLES if isinstance(value, Tile | Figure) else STYLES - {"word"}
        for one in fields(value):
            if one.name not in {*left, "at", "links"}:
                yield from texts(getattr(value, one.name))


def offered(match, chance):
    """Yield what is asked now, what may be declared, and how each question and answer reads."""
    game, state, asked = match.game, match.state, match.pending()
    yield question_text(asked, match.seats) if isinstance(asked, Question) else ""
    for option in game.options(state):
        yield from (option.text, option.together, game.line(state, option.instances[0]))
        left = option.instances
        while (step := choices.next_step(left)) is not None:
            yield field_question(option.text, step.field)
            for value in chance.sample(step.values, min(4, len(step.values))):
                if not isinstance(value, int):  # a player, whose name is put there elsewhere
                    yield game.label(state, value, option.actor, None)
            left = choices.narrow(left, step, chance.choice(step.values))


@pytest.mark.parametrize(("game", "depth"), MODES)
def test_a_whole_game_says_nothing_in_the_words_of_a_record(game, depth):
    chance, said = random.Random(7), []
    for at, (before, action, match) in enumerate(playout(new_match(game, depth), chance, 1500)):
        rules, state = match.game, match.state
        said.append(rules.tell(before.state, action, state))
        if at % EVERY == 0:
            said += [rules.view(state).headline, *offered(match, chance)]
        if at % 30 == 0:
            said += texts(rules.sheet(state))
            said += [line.why for line in rules.score(state).lines]
    said += texts(match.game.standing(match.state))
    assert len(said) > 100
    assert sorted({text for text in said if RECORDS.search(text)}) == []


@pytest.mark.parametrize(("game", "depth"), MODES)
def test_every_field_of_every_action_is_asked_for_in_a_sentence(game, depth):
    for form in SHELF.grammar(header_of(game, depth)).forms.values():
        for one in form.arguments:
            number = isinstance(one.codec, WholeCodec)
            asked = field_question("Do it", one.name, number=number)
            assert re.fullmatch(r"Do it\. [A-Z][\w ]+\?", asked)
            assert "_" not in asked


def test_a_cell_is_said_by_its_neighbours_and_the_first_one_as_such():
    match = new_match("rsf", Depth.FULL)
    assert match.game.label(match.state, Cell(4, -2), 0, None) == "as the first card"
    begun = match
    while "connect" not in {action.verb for action in begun.log}:
        begun = begun.apply(next_action(begun))
    whose = next(action.actor for action in begun.log if action.verb == "connect")
    assert begun.game.label(begun.state, Cell(40, 40), whose, None) == "apart from the others"


def test_a_port_of_a_copy_says_which_copy_it_belongs_to():
    match = new_match("mon-dominoes", Depth.FULL)
    port = PortRef(PartRef(CardId("GM-H"), 2), 1)
    assert match.game.label(match.state, port, 0, None) == "port 1 of GM-H Gravemoss Skull, copy 2"
