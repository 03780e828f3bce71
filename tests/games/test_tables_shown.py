"""What everybody is shown of the recorded tables: names, the headline, nothing that lies hidden."""

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path

import pytest
from sheet_kit import words

from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.words import UNNAMED, CardId
from companion.games.fgt.state import Search
from companion.games.gmm.state import Result
from companion.games.md.state import Stage
from companion.games.md.words import DieRef
from companion.games.mon.classic.state import Played
from companion.games.mon.words import Kind, PartRef
from companion.record.replay import replay
from companion.record.shelf import Shelf

ROOM = Path(__file__).parents[1] / "records"
RECORDS = sorted(ROOM.glob("*.record"))

A = Seat(0)

OFTEN = 3  # A sheet is looked at after every so many actions, when a stage is new, and at the end

every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def match_of(path):
    record, match = Shelf().read_record(path)
    return replay(record, match).match


def names_in(text):
    return set(re.findall(r"[\w#-]+", text))


def hidden_ids(catalogue):
    """Return the ids of all cards of a catalogue but the Dragon cards, which lie open."""
    values = [getattr(catalogue, one.name) for one in fields(catalogue)] if catalogue else []
    cards = {name for value in values if isinstance(value, Mapping) for name in value}
    return {name for name in cards if re.fullmatch(r"(?!D.-).*[\d-].*", str(name))}


@every_record
def test_a_sheet_shows_every_seat_and_no_card_that_nobody_has_named(path):
    match = match_of(path)
    game, named = match.game, set()
    stages = set()
    ids = hidden_ids(match.setup.catalogue)
    steps = match.steps()
    for at, step in enumerate(steps, 1):
        named |= names_in(repr(step.action))
        state, view = step.state, game.view(step.state)
        if view.stage in stages and at % OFTEN and at < len(steps):
            continue
        stages.add(view.stage)
        sheet = game.sheet(state)
        names = [state.name(seat) for seat in range(len(match.setup.seats))]
        assert [page.title for page in sheet.pages[: len(names)]] == names
        for name, block in zip(names, sheet.blocks, strict=True):
            assert all(name in title for title in block.title)
        assert view.headline
        if view.over and not view.called_off:
            assert any(name in view.headline for name in names)
        assert names_in("\n".join([view.headline, *words(sheet)])) & ids <= named


@every_record
def test_every_choice_and_every_declared_value_has_words(path):
    match = match_of(path)
    game, stages = match.game, set()
    for step in match.steps():
        before = step.origin.state
        values = [(getattr(step.action, one.name), None) for one in fields(step.action)]
        stage = game.view(before).stage
        if stage not in stages:
            stages.add(stage)
            values += [
                (getattr(action, one.name), option.actor)
                for option in game.options(before)
                for action in option.instances[:20]
                for one in fields(action)
            ]
        for value, actor in values:
            assert game.label(before, value, actor, actor)


def states_of(name):
    """Return the game of a record and its states, one after each action."""
    match = match_of(ROOM / f"{name}.record")
    return match.game, [step.state for step in match.steps()]


def shown(game, state):
    return "\n".join(words(game.sheet(state)))


def test_fgt_shows_what_an_ability_turns_up():
    game, states = states_of("fgt-four-players")
    warrior = next(iter(states[0].catalogue.warriors.values()))
    text = shown(game, replace(states[0], search=Search(A, None, (warrior.id,))))
    assert f"Turned up: {warrior.id} {warrior.family.value}" in text
    assert "Turned up of them:" in text


def test_gmm_says_a_mashup_of_a_sudden_death():
    game, states = states_of("gmm-three-shared")
    state = next(state for state in states if state.outcome)
    last = replace(state.outcome, result=Result.MASHUP, sudden=True)
    assert "Monster Mashup: turn up again" in shown(game, replace(state, outcome=last))
    assert game.label(state, UNNAMED, A, None) == "a card"


def test_md_says_how_many_dice_a_triple_brings_back():
    game, states = states_of("md-four-players")
    text = shown(game, replace(states[-5], stage=Stage.TRIPLE, triples=2))
    assert "A triple: 2 dice come back from the infirmary" in text


def test_md_says_that_a_die_is_in_the_infirmary():
    game, states = states_of("md-four-players")
    told = {
        game.label(state, DieRef(die.kind), Seat(seat), None)
        for state in states
        for seat, player in enumerate(state.players)
        for die in player.infirmary
    }
    assert any(text.endswith(" in the infirmary") for text in told)
    none = tuple(replace(player, pool=(), infirmary=()) for player in states[-1].players)
    gone = replace(states[-1], players=none)
    assert game.label(gone, DieRef("md.teeth"), A, None) == "Teeth-Die"


def test_mon_says_who_has_a_complete_monster_where_the_table_wants_it_said():
    game, states = states_of("mon-arena-four")
    house = replace(states[0].house, show_complete=OnOff.ON)
    told = [shown(game, replace(state, house=house)) for state in states[::10]]
    assert any("could build a complete one " in text for text in told)
    assert any(re.search("^complete ", text, re.MULTILINE) for text in told)


def test_mon_says_what_a_played_card_takes_from_the_other_side():
    game, states = states_of("mon-arena-four")
    state = next(state for state in states if state.fight and state.fight.sides[0].standing)
    fight = state.fight
    played = (Played(CardId("SP-1"), Kind.SPELL, theirs=-3),)
    fight = replace(fight, attacker=replace(fight.attacker, played=played))
    assert "SP-1 spell -3 to the other" in shown(game, replace(state, fight=fight))


def test_mon_says_which_copy_of_a_card_an_adjustment_means():
    game, states = states_of("mon-dominoes-open")
    card = next(iter(states[0].cards))
    first, second = (game.label(states[0], PartRef(card, copy), A, None) for copy in (1, 2))
    assert second == f"{first}, copy 2"
