"""The rules of Monstructor as data, and what Dominoes cites of them."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from mon_kit import OPEN, ROOM, A, B, attach, cards_of, shipped

from companion.core.actions import Ruling
from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.core.rulebook import How, Rulebook, Status
from companion.core.switches import specs
from companion.core.verdict import VerdictKind
from companion.core.words import CardId
from companion.games import mon
from companion.games.mon.dominoes import DOMINOES
from companion.games.mon.dominoes import actions as act
from companion.games.mon.dominoes.house import DominoesHouse

CORE = Path(__file__).parents[3] / "companion" / "core" / "rules.toml"
SPECS = specs(DominoesHouse, "mon")
MODULES = [*ROOM.glob("*.py"), *(ROOM / "dominoes").glob("*.py")]


def rulebook():
    return Rulebook.parse(CORE.read_text("utf-8"), (ROOM / "rules.toml").read_text("utf-8"))


def rules():
    return [rule for rule in rulebook().rules.values() if rule.id.startswith("MON-")]


def test_there_are_77_rules_and_15_open_questions():
    asked = [rule for rule in rules() if rule.id.startswith("MON-Q")]
    assert (len(rules()) - len(asked), len(asked)) == (77, 15)


def test_a_stated_rule_says_where_and_a_default_ruling_may_not():
    for rule in rules():
        if rule.status is Status.STATED:
            assert re.fullmatch(r"\d+(-\d+)?(,\d+(-\d+)?)*", rule.source), rule.id


def test_dominoes_leaves_only_physical_matters_to_people():
    told = {rule.id for rule in rules() if rule.how is How.TOLD and "MON-D" in rule.id}
    assert told == set()


def test_dominoes_has_three_switches():
    assert len(SPECS) == len(fields(DominoesHouse)) == 3
    named = {rule.switch for rule in rules() if rule.switch and "dominoes" in rule.switch}
    assert named == {spec.name for spec in SPECS}


@pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
def test_every_switch_settles_a_rule_and_says_what_it_decides(spec):
    assert spec.question in rulebook()
    assert spec.text
    assert spec.default in spec.choices
    assert len(spec.choices) >= 2


def test_every_rule_that_code_cites_exists():
    cited = set()
    for module in MODULES:
        found = re.findall(r"\b((?:MON|X)-[A-Z]?\d+[a-z]?)\b", module.read_text("utf-8"))
        cited |= {rule for rule in found if not re.match(r"MON-I\d", rule)}  # those are invariants
    assert len(cited) > 35
    assert {rule for rule in cited if rule not in rulebook()} == set()


def test_every_rule_of_dominoes_is_cited_where_it_is_carried_out():
    text = "\n".join(module.read_text("utf-8") for module in MODULES)
    missing = [rule.id for rule in rules() if "MON-D" in rule.id and rule.id not in text]
    assert missing == []


def test_the_mode_stands_on_the_shelf():
    assert DOMINOES in mon.GAMES
    assert DOMINOES.dice == ()
    assert DOMINOES.prefix == "mon"


def verdict(match, action):
    found = match.check(action)
    return found.kind, [reason.rule for reason in found.reasons]


def test_a_default_ruling_leaves_it_to_the_table_and_a_stated_rule_forbids():
    """MON-D4a is a default ruling, MON-G2 stated; both can be overruled."""
    match = Match.begin(DOMINOES, rulebook(), Setup(("Ann", "Ben"), Depth.FULL, OPEN, shipped()))
    for action in (
        act.Youngest(None, A),
        act.Dealt(A, cards_of("GM-B GM-H GM-L GM-T CW-B")),
        act.Dealt(B, cards_of("CW-H CW-L BB-B BB-H SS-B")),
        act.Put(A, CardId("GM-B")),
    ):
        match = match.apply(action)
    taken = act.Draw(B, CardId("RM-B"))
    assert verdict(match, taken) == (VerdictKind.NEEDS_RULING, ["MON-D4a"])
    crossed = attach(B, "CW-L", "GM-B.1")
    assert verdict(match, crossed) == (VerdictKind.ILLEGAL, ["MON-G2"])
    ruled = match.apply(Ruling(None, ("MON-D4a",), "let him"))
    assert ruled.check(taken).kind is VerdictKind.LEGAL
