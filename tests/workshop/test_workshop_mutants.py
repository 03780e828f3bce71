"""`make mutants`: what counts as a change, what is said of it, and the copy that it is made in."""

import ast
import json
from pathlib import Path

import pytest

from models.workshop import mutants

ROOT = Path(__file__).parents[2]

MADE = """
def x_give__mutmut_orig(state, seat):
    if seat != state.turn:
        return stop("MD-T6", tr("it is {name}'s turn", name=state.name(state.turn)))
    return YES

def x_give__mutmut_1(state, seat):
    if seat == state.turn:
        return stop("MD-T6", tr("it is {name}'s turn", name=state.name(state.turn)))
    return YES

def x_give__mutmut_2(state, seat):
    if seat != state.turn:
        return stop("MD-T6", tr("IT IS {NAME}'S TURN", name=state.name(state.turn)))
    return YES

def x_give__mutmut_3(state, seat):
    if seat != state.turn:
        return stop("XXMD-T6XX", tr("it is {name}'s turn", name=state.name(state.turn)))
    return YES

def x_give__mutmut_4(state, seat):
    if seat != state.turn:
        return stop("MD-T6", tr("it is {name}'s turn", name=None))
    return YES

def x_give__mutmut_5(state, seat):
    if seat != state.turn:
        return stop("MD-T6", tr(None, name=state.name(state.turn)))
    return YES
"""
CODES = [0, 0, 1, 152, None]


@pytest.fixture
def work(tmp_path):
    """A folder as mutmut leaves it: one function of `play.py`, five changes of it."""
    folder = tmp_path / "mutants" / mutants.PLAY
    folder.mkdir(parents=True)
    (folder / "play.py").write_text(MADE, "utf-8")
    names = [f"companion.games.md.play.x_give__mutmut_{number}" for number in range(1, 6)]
    found = {"exit_code_by_key": dict(zip(names, CODES, strict=True))}
    (folder / "play.py.meta").write_text(json.dumps(found), "utf-8")
    return tmp_path


def test_each_change_has_its_verdict_and_one_of_wording_alone_is_left_out(work):
    found = {int(one.name[-1]): one for one in mutants.mutants_of(work)}
    assert {number: one.verdict for number, one in found.items()} == {
        1: "survived",
        3: "killed",
        4: "timed out",
        5: "not tried",
    }
    assert {one.path for one in found.values()} == {"companion/games/md/play.py"}


def test_the_report_counts_and_lists_what_was_not_killed(work, capsys):
    mutants.report(list(mutants.mutants_of(work)))
    said = capsys.readouterr().out
    counts = "1 killed, 1 survived, 1 timed out, 1 not tried"
    assert said.startswith(f"companion/games/md/play.py: {counts}\nall: {counts}\n")
    assert "survived: companion.games.md.play.x_give__mutmut_1\n-    if seat !=" in said
    assert "timed out: companion.games.md.play.x_give__mutmut_4\n" in said
    assert "mutmut_3" not in said


@pytest.mark.parametrize(
    ("one", "two", "alike"),
    [
        ('tr("a {b}", b=c)', 'tr("d {b}", b=c)', True),
        ('trn("{n} card", "{n} cards", n)', 'trn("{n} CARD", "{n} CARDS", n)', True),
        ('later("turn")', 'later("XXturnXX")', True),
        ('tr("a {b}", b=c)', 'tr("a {b}", b=d)', False),
        ('tr("a")', "tr(None)", False),
        ('stop("MD-T1", tr("a"))', 'stop("MD-T2", tr("a"))', False),
        ('say("a")', 'say("b")', False),
    ],
)
def test_the_words_of_a_text_are_no_difference(one, two, alike):
    plain = [mutants.plain(function(f"def f():\n    return {line}")) for line in (one, two)]
    assert (plain[0] == plain[1]) == alike


def test_a_case_that_types_rule_out_is_no_difference():
    match = "def f():\n    match a:\n        case 1:\n            return b"
    rest = "\n        case _:\n            assert_never(a)"
    with_case, without = (mutants.plain(function(one)) for one in (match + rest, match))
    assert with_case == without
    assert mutants.plain(function(match.replace("case 1", "case 2"))) != without


def function(text):
    (found,) = ast.parse(text).body
    assert isinstance(found, ast.FunctionDef)
    return found


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="git lists what is copied: needs a checkout")
def test_the_copy_has_what_the_tests_need_and_nothing_that_has_gone(tmp_path):
    mutants.refresh(tmp_path)
    play = tmp_path / mutants.PLAY / "turn.py"
    assert play.read_text("utf-8") == (ROOT / mutants.PLAY / "turn.py").read_text("utf-8")
    assert (tmp_path / "tests" / "games" / "md" / "md_kit.py").is_file()
    before = play.stat().st_mtime_ns
    stats = tmp_path / "mutants" / mutants.STATS
    stats.parent.mkdir()
    stats.write_text("{}", "utf-8")
    mutants.refresh(tmp_path)
    assert stats.exists()
    gone = tmp_path / "companion" / "gone.py"
    gone.write_text("", "utf-8")
    play.with_name("house.py").write_text("changed", "utf-8")
    mutants.refresh(tmp_path)
    assert (gone.exists(), play.stat().st_mtime_ns) == (False, before)
    assert not stats.exists()  # which test runs what is found out anew
    assert "changed" not in play.with_name("house.py").read_text("utf-8").splitlines()
