"""Scenes worked out from the rulebook (scenarios.toml): which rule weighs how, and that all can be ruled."""

import tomllib
from pathlib import Path

import pytest
from games_play import SHELF, header_of
from md_kit import NAMES, begun

from companion.core.actions import Ruling
from companion.core.chain import Chain
from companion.core.log import Match
from companion.core.steps import BEGINNING, Step
from companion.games.md import GAME
from companion.record.grammar import Grammar
from models.workshop.invariants import invariants

SCENES = tomllib.loads(Path(__file__).with_name("scenarios.toml").read_text("utf-8"))["scene"]
GRAMMAR = Grammar(GAME.actions, NAMES[:3])


def at_the_table(scene):
    """A match of three in which Ann has won the roll-off, and what the scene plays."""
    state = begun(3)
    rulebook = SHELF.begin(header_of("md", state.setup.depth), None).rulebook
    match = Match(GAME, rulebook, state.setup, Chain(), Step(0, BEGINNING, state))
    for line in scene["plays"]:
        match = match.apply(GRAMMAR.read(line))
    return match


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene["rule"])
def test_a_scene_is_judged_by_its_rule_and_the_table_can_rule_it_away(scene):
    match = at_the_table(scene)
    for line, rules in scene["judged"].items():
        action = GRAMMAR.read(line)
        verdict = match.check(action)
        assert [one.rule for one in verdict.reasons] == rules, (line, verdict.message())
        assert (verdict.kind.value, verdict.forceable) == (scene["kind"], True), line
        ruled = match.apply(Ruling(None, tuple(rules), "the table wants it so")).apply(action)
        assert invariants(ruled.state) == ()
        assert GAME.tell(match.state, action, ruled.state)


def test_every_scene_is_of_a_rule_that_it_shows():
    assert all(
        any(scene["rule"] in rules for rules in scene["judged"].values()) for scene in SCENES
    )
