"""The builders' benches: whole games at random, keys on a terminal, rolls of a tray on a bad line."""

import json

import pytest

from companion.commands.bench import NotMeasuredError
from companion.games.rsf.state import State
from models.workshop.bench import screen, tray
from models.workshop.bench.__main__ import main
from models.workshop.invariants import INVARIANTS
from models.workshop.soak.tray import Outcome

RSF = ("games", "--game", "rsf", "--games", "2")


def test_whole_games_are_played_in_both_depths_and_summed_up(capsys):
    assert main([*RSF]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["games", "ended", "actions", "median", "seconds", "broken"]
    assert [row[:2] for row in rows[1:3]] == [["rsf", "full"], ["rsf", "light"]]
    numbers = [[int(word.replace(",", "")) for word in row[-6:-2]] for row in rows[1:]]
    assert [row[:2] for row in numbers] == [[2, 2], [2, 2], [4, 4]]
    assert numbers[2][2] == numbers[0][2] + numbers[1][2]
    assert [row[-1] for row in rows[1:]] == ["0", "0", "0"]


def test_games_of_the_same_numbers_are_the_same_games_also_side_by_side(capsys):
    def modes(*words):
        assert main([*RSF, "--depth", "light", "--json", *words]) == 0
        return json.loads(capsys.readouterr().out)["modes"]

    first = modes()
    assert first == modes("--jobs", "2")
    assert first != modes("--seed", "5")
    assert first[0]["broken"] == []


def test_what_breaks_is_named_with_the_way_to_play_it_again(monkeypatch, capsys):
    def broken(_state):
        raise ZeroDivisionError("no monsters")

    monkeypatch.setitem(INVARIANTS, State, broken)
    assert main([*RSF, "--depth", "light"]) == 1
    again = "--game rsf --depth light --seed 0 --games 1, action 0"
    printed = capsys.readouterr().out
    assert f"broken: {again}: mixed: ZeroDivisionError: no monsters" in printed


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["games", "--games", "0"], "--games"),
        (["games", "--jobs", "99"], "--jobs"),
        (["games", "--game", "chess"], "there is no game 'chess'"),
        (["screen", "--keys", "1"], "--keys"),
        (["screen", "--starts", "0"], "--starts"),
        (["tray", "--rolls", "3"], "--rolls: from 4 to"),
        (["tray", "--pace", "nan"], "--pace: from 1 to"),
    ],
)
def test_what_cannot_be_run_is_refused_in_one_line(words, why, capsys):
    assert main(words) == 2
    line = capsys.readouterr().err
    assert why in line
    assert line.count("\n") == 1


def test_keys_and_starts_are_measured_beside_another_program(capsys):
    assert main(["screen", "--game", "fgt", "--keys", "2", "--starts", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["missing"] == {}
    keys = {"key_fgt", "change_fgt", "key_demo"}
    assert set(found["figures"]) == {"noise", *keys, "start", "start_demo"}
    assert found["key_ratio"] > 0
    ours, theirs = (found["figures"][name]["median"] for name in ("start", "start_demo"))
    assert found["ratio"] == pytest.approx(ours / theirs, abs=0.02)


def test_rolls_are_timed_from_rest_to_the_screen(capsys):
    assert main(["rolls", "--rolls", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["dice"], found["shown"]) == (3, 2)
    assert 0.14 < found["p50_s"] <= found["p95_s"]


def test_what_cannot_be_measured_is_named(monkeypatch, capsys):
    def broken(*_):
        raise NotMeasuredError("no terminal")

    monkeypatch.setattr(screen, "_table", broken)
    monkeypatch.setattr(screen, "_peer_keys", broken)
    monkeypatch.setattr(screen, "cold_starts", broken)
    assert main(["screen", "--game", "md"]) == 1
    printed = capsys.readouterr().out
    assert "not measured: md: no terminal" in printed
    assert "not measured: starts: no terminal" in printed


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_keys_lead_where_they_should_and_are_no_more_than_they_were(capsys):
    assert main(["keys", "--json"]) == 0
    cases = json.loads(capsys.readouterr().out)["cases"]
    now = [case["now"] for case in cases]
    assert now == [36, 25, 6, 24, 22, 78, 67, 44, 2, 7, 4, 2, 2, 1]
    assert all(case["now"] < case["before"] for case in cases)


def stub_soak(monkeypatch, *outcomes):
    left = list(outcomes)
    monkeypatch.setattr(tray, "soak", lambda _plan, _folder: left.pop(0))


def outcome(thrown, journalled, **counts):
    rolls = [(f"tray:S/e#{number}", "d10=1") for number in range(1, thrown + 1)]
    return Outcome(thrown=rolls, journalled=rolls[:journalled], spent=0.5, **counts)


def test_a_row_for_each_line_and_all_together(capsys, monkeypatch):
    stub_soak(monkeypatch, *(outcome(10, 10, kills=1, again=2, damaged=n) for n in range(4)))
    assert main(["tray"]) == 0
    heads, *rows, last = capsys.readouterr().out.splitlines()
    assert heads.startswith("bytes damaged")
    assert rows[3].split() == ["1.00%", "10", "1", "0", "0", "3", "2", "0", "0.5", "20.0"]
    assert rows[4].split() == ["together", "40", "4", "0", "0", "6", "8", "0", "2.0", "20.0"]
    assert last.startswith("dropped: ")


def test_rolls_that_were_lost_are_named(capsys, monkeypatch):
    stub_soak(monkeypatch, outcome(10, 10), outcome(10, 3), outcome(10, 10), outcome(10, 10))
    assert main(["tray"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert "broken: lost: tray:S/e#4" in printed
    assert printed[-1] == "and 2 more"


def test_a_long_table_is_opened_and_measured(capsys):
    assert main(["history", "--game", "md", "--actions", "60", "--json"]) == 0
    tables = json.loads(capsys.readouterr().out)["tables"]
    assert [(one["mode"], one["actions"]) for one in tables] == [("md full", 60), ("md light", 60)]
    assert all(one["open_s"] > 0 for one in tables)
    assert main(["history", "--actions", "0"]) == 2
