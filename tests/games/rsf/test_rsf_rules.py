"""The rules as data: every id that code cites stands there, with status, source and switch."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from rsf_kit import A, B, box, card, fight, ref
from rsf_play import NAMES, ROOM, shipped

from companion.core.actions import Roll, Ruling, SetSwitch
from companion.core.dice import DieFace
from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.core.rulebook import Rulebook, Status
from companion.core.switches import specs
from companion.core.verdict import VerdictKind, grade
from companion.core.words import CardId
from companion.games.rsf import GAME
from companion.games.rsf import actions as act
from companion.games.rsf.house import RsfHouse
from companion.games.rsf.state import Stage

CORE = Path(__file__).parents[3] / "companion" / "core" / "rules.toml"
SPECS = specs(RsfHouse, "rsf")


def rulebook():
    return Rulebook.parse(CORE.read_text("utf-8"), (ROOM / "rules.toml").read_text("utf-8"))


def test_there_are_24_switches():
    assert len(SPECS) == len(fields(RsfHouse)) == 24


@pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
def test_every_switch_settles_a_rule_and_says_what_it_decides(spec):
    assert spec.question in rulebook()
    assert spec.text
    assert len(spec.choices) >= 2
    assert spec.default in spec.choices


def test_every_switch_is_named_by_some_rule_and_every_named_switch_exists():
    named = {rule.switch for rule in rulebook().rules.values() if rule.switch}
    assert named == {spec.name for spec in SPECS}


def test_every_rule_that_code_cites_exists():
    cited = set()
    for module in ROOM.glob("*.py"):
        cited |= set(re.findall(r'"((?:RSF|X)-[A-Z0-9][0-9a-z]*)"', module.read_text("utf-8")))
    assert len(cited) > 50
    assert {rule for rule in cited if rule not in rulebook()} == set()


def test_every_rule_named_in_a_docstring_exists():
    for module in ROOM.glob("*.py"):
        for rule in re.findall(r"\b(RSF-[A-Z][0-9][0-9a-z]*)\b", module.read_text("utf-8")):
            assert rule in rulebook() or rule.startswith("RSF-I"), (module.name, rule)


def test_stated_and_inferred_rules_have_a_source():
    for rule in rulebook().rules.values():
        if rule.id.startswith("RSF-") and rule.status is not Status.DEFAULT_RULING:
            assert re.match(r"\d", rule.source), rule.id
        assert rule.text.endswith(".")


# ---------------------------------------------------------------- verdicts

CARDS = box(card("R1", 8), card("R2", 0, 5), card("P1", 0, 12), card("P2"), card("H1"))


def verdict(state, action):
    return grade(GAME.check(state, action), rulebook(), frozenset())


def test_a_stated_rule_blocks_and_can_be_overruled():
    state = fight(CARDS, ["R1@0,0", "P1@0,0"])
    attack = act.Attack(A, B)
    for step in (attack, Roll(A, (DieFace("d10", "1"),))):
        state = GAME.apply(state, step)
    refused = verdict(state, attack)
    assert (refused.kind, refused.forceable) == (VerdictKind.ILLEGAL, True)
    assert refused.message() == "Not allowed: Phase 1 allows 1 action, used (RSF-F3)"


def test_a_default_ruling_never_blocks_but_asks_for_a_ruling():
    state = fight(CARDS, ["R2@0,0", "P1@0,0"])
    weak = verdict(state, act.Attack(A, B))
    assert weak.kind is VerdictKind.NEEDS_RULING
    assert "change with rsf.attack_needs_points" in weak.message()


def test_what_cannot_be_carried_out_cannot_be_overruled():
    state = fight(CARDS, ["R1@0,0", "P1@0,0"])
    impossible = verdict(state, act.Destroy(B, ref("P1")))
    assert (impossible.kind, impossible.forceable) == (VerdictKind.ILLEGAL, False)


def test_a_missing_fact_is_asked():
    state = fight(CARDS, ["R1@0,0", "P1@0,0"], hands=["H1"])
    assert verdict(state, act.Connect(A, CardId("H1"))).kind is VerdictKind.NEEDS_FACT


def test_two_actions_in_phase_2_and_a_third_by_ruling():
    match = Match.begin(GAME, rulebook(), Setup(NAMES[:2], Depth.FULL, {}, shipped()))
    match = to_phase(match, 2)
    seat = match.state.turn
    other = B if seat == A else A
    for _ in range(2):
        match = missed(match.apply(act.Attack(seat, other)), other)
    third = act.Attack(seat, other)
    assert match.check(third).message() == (
        "Not allowed: Phase 2 allows 2 actions, both used (RSF-F3)"
    )
    match = match.apply(Ruling(None, ("RSF-F3",), "agreed before the game"))
    assert match.check(third).legal
    match = missed(match.apply(third), other)
    assert (match.state.actions_used, match.state.beyond) == (3, 1)
    assert not match.check(third).legal
    assert GAME.invariants(match.state) == ()


def missed(match, other):
    match = match.apply(Roll(match.state.turn, (DieFace("d10", "1"),)))
    if match.state.stage is Stage.HIT:
        piece = match.state.players[other].monster[0]
        match = match.apply(act.Destroy(other, ref(f"{piece.card}@{piece.cell.word()}")))
    return match


def to_phase(match, phase):
    """The shortest way into a Phase: everybody connects all cards and nobody attacks."""
    verbs = ("mixed", "starter", "mulligan", "draw", "connect", "done", "mode", "confirm")
    while match.state.phase < phase or match.state.stage is not Stage.BEFORE:
        options = {option.verb: option.instances[0] for option in GAME.options(match.state)}
        state = match.state
        if state.stage is Stage.SET:
            verbs = ("confirm", "mode")
        if state.phase and state.stage is Stage.BEFORE:
            verbs = ("end-turn",)
        elif state.phase:
            verbs = ("draw",)
        match = match.apply(next(options[verb] for verb in verbs if verb in options))
    return match


def test_a_switch_changed_in_play_counts_from_there_on():
    match = Match.begin(GAME, rulebook(), Setup(NAMES[:2], Depth.FULL, {}, shipped()))
    match = match.apply(SetSwitch(None, "rsf.zero_face", "zero"))
    assert GAME.house_of(match.state).zero_face == "zero"
