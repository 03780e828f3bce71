"""Every rule that is carried out or asked has a test that goes red when the rule is switched off."""

import pytest
from rules_entries import Entry, entries, groups, is_ambiguity, rules
from rules_off import changed, missing, muted, needless, problems

from companion.core.verdict import grade
from companion.games.rsf import GAME, rolls

pytestmark = pytest.mark.slow

NUMBERS = {"core": 16, "rsf": 84, "fgt": 62, "mon": 77, "md": 50, "gmm": 36}
"""How many rules the documents have, game by game; 325 in all."""


@pytest.mark.parametrize("group", [group for group in groups() if group in NUMBERS])
def test_every_rule_of_the_document_stands_there(group):
    assert len([rule for rule in rules(group) if not is_ambiguity(rule)]) == NUMBERS[group]


def test_the_documents_have_325_rules_in_all():
    assert set(groups()) == set(NUMBERS)
    assert sum(NUMBERS.values()) == 325


@pytest.mark.parametrize("group", groups())
def test_every_rule_that_is_carried_out_or_asked_names_a_test_and_no_other_does(group):
    claimed = entries(group)
    found = missing(group, claimed) + needless(group, claimed)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("group", groups())
def test_every_rule_that_is_switched_off_turns_its_test_red(group, tmp_path):
    found = problems(group, entries(group), tmp_path)
    assert not found, "\n".join(found)


DODGE = "tests/games/rsf/test_rsf_fight.py::test_switch_dodge_from"


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (Entry("RSF-Z9", DODGE), "RSF-Z9: rsf has no such rule"),
        (Entry("RSF-O2a", "tests/no_such.py::test_a"), "tests/no_such.py: there is no such file"),
        (Entry("RSF-O2a", DODGE + "s"), "test_switch_dodge_froms: there is no such test"),
        (Entry("RSF-S6", DODGE), "test_switch_dodge_from stays green without the rule"),
        (Entry("RSF-O2a", DODGE, "state.phase", "0"), "times in rsf ("),
        (Entry("RSF-O2a", DODGE, "no such words", "0"), "stands 0 times in rsf (nowhere)"),
        (Entry("RSF-O2a", DODGE, "One ten-sided die at a time", "x"), "in no function"),
        (Entry("RSF-O2a", DODGE, "if state.phase >= 4:", "if (:"), "is no Python"),
        (Entry("RSF-O2a", DODGE, "if state.phase >= 4:", "if phase:"), "breaks the code"),
    ],
)  # fmt: skip
def test_a_claim_that_does_not_hold_is_found(entry, problem, tmp_path):
    (found,) = problems("rsf", [entry], tmp_path)
    assert problem in found


def test_a_rule_without_a_test_and_a_test_for_a_told_rule_are_found():
    claimed = entries("rsf")
    assert missing("rsf", claimed[1:]) == [f"{claimed[0].id}: enforced, but no test is named in tests/rules/rsf.toml"]
    told = Entry("RSF-S2", DODGE)
    assert needless("rsf", [*claimed, told]) == ["RSF-S2: told, yet a test is named for it"]


def test_what_was_switched_off_is_put_back():
    before = rolls._dodge_phase.__code__, GAME.check.__code__, grade.__code__
    entry = Entry("RSF-O2a", DODGE, "if state.phase >= 4:", "if True:")
    with changed(entry, "rsf"):
        assert rolls._dodge_phase.__code__ is not before[0]
    with muted("RSF-O2a", "rsf"):
        assert GAME.check.__code__ is not before[1]
        assert grade.__code__ is not before[2]
    assert before == (rolls._dodge_phase.__code__, GAME.check.__code__, grade.__code__)
    assert not [name for name in GAME.check.__globals__ if "rules_off" in name]
