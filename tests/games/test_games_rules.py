"""The rules of every game as data: each id that code cites stands there, with source and switch."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import core, games
from companion.core.catalogue import CatalogueError
from companion.core.rulebook import How, Rulebook, Status
from companion.core.switches import specs

GAMES = Path(games.__file__).parent
CORE = (Path(core.__file__).parent / "rules.toml").read_text("utf-8")
SWITCHES = {"fgt": 9, "gmm": 5, "md": 13, "mon": 12, "rsf": 24}
TOLD = {
    "fgt": {"FGT-S6", "FGT-P4"},
    "gmm": {"GMM-S1", "GMM-S3"},
    "md": set(),
    "mon": {"MON-C3", "MON-C4", "MON-G1", "MON-G5", "MON-G6"},
    "rsf": {"RSF-R1", "RSF-S1", "RSF-S2", "RSF-S3", "RSF-S4"},
}
"""Physical matters, which the program can only tell."""
WITH = {"FGT-K6a", "FGT-S2", "RSF-F2b", "RSF-F4c", "RSF-O4b", "RSF-R1b", "RSF-T1b"}
"""Rules that are carried out together with another, which the code names."""
SHOWN = "mon.show_known_points"  # A switch of the screen alone: no rule hangs on it

pytestmark = pytest.mark.parametrize("folder", sorted(SWITCHES))


def book(folder):
    return Rulebook.parse(CORE, (GAMES / folder / "rules.toml").read_text("utf-8"))


def own(folder):
    return [one for one in book(folder).rules.values() if not one.id.startswith("X-")]


def of(folder):
    module = import_module(f"companion.games.{folder}")
    return getattr(module, "GAMES", None) or (module.GAME,)


def switches(folder):
    return {spec.name: spec for game in of(folder) for spec in specs(game.house, game.prefix)}


def sources(folder):
    return "\n".join(file.read_text("utf-8") for file in (GAMES / folder).rglob("*.py"))


def cited(folder):
    """Every rule that the code names; of `GMM-B1, B5` both. Invariants are no rules."""
    prefix = folder.upper()
    pattern = rf"\b({prefix}|X)-([A-Z]?\d+[a-z]?)((?:, [A-Z]\d+[a-z]?)*)"
    found = set()
    for which, first, more in re.findall(pattern, sources(folder)):
        found |= {f"{which}-{one}" for one in (first, *more.split(", ")[1:])}
    return {one for one in found if not re.match(rf"{prefix}-I\d+$", one) or one in book(folder)}


def test_there_are_as_many_folders_as_here(folder):
    assert {file.parent.name for file in GAMES.glob("*/rules.toml")} == set(SWITCHES)
    assert len(switches(folder)) == SWITCHES[folder]


def test_every_switch_settles_a_rule_and_says_what_it_decides(folder):
    for spec in switches(folder).values():
        assert spec.question in book(folder)
        assert spec.text
        assert spec.default in spec.choices
        assert len(spec.choices) >= 2


def test_every_switch_is_named_by_some_rule_and_every_named_switch_exists(folder):
    named = {rule.switch for rule in own(folder) if rule.switch}
    assert named == set(switches(folder)) - {SHOWN}


def test_every_rule_that_code_cites_exists_and_every_rule_that_is_carried_out_is_cited(folder):
    assert cited(folder) - set(book(folder).rules) == set()
    wanted = {rule.id for rule in own(folder) if rule.how is not How.TOLD and "-Q" not in rule.id}
    assert wanted - cited(folder) - WITH == set()


def test_stated_and_inferred_rules_have_a_source(folder):
    for rule in own(folder):
        if rule.status is not Status.DEFAULT_RULING:
            assert re.match(r"\d", rule.source), rule.id
        assert rule.text.endswith((".", "?")), rule.id


def test_only_physical_matters_are_left_to_people(folder):
    told = {rule.id for rule in own(folder) if rule.how is How.TOLD and "-Q" not in rule.id}
    assert told == TOLD[folder]


@settings(max_examples=50)
@given(st.text(max_size=300), st.integers(0, 10**6), st.integers(1, 40))
def test_any_text_and_a_damaged_catalogue_are_read_or_refused_in_one_line(folder, text, at, length):
    whole = (GAMES / folder / "catalogue.toml").read_text("utf-8")
    at %= len(whole)
    for one in (text, whole[:at] + text[:5] + whole[at + length :]):
        try:
            of(folder)[0].read_catalogue(one)
        except CatalogueError as error:
            refused = str(error)
        else:
            continue
        assert "\n" not in refused
