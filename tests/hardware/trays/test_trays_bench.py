from __future__ import annotations

import json

import pytest

from companion.cli import main
from companion.commands import bench_tray
from companion.commands.tray_soak import Outcome

pytest.importorskip("termios", reason="there are no pseudo-terminals")


def test_bench_tray_counts_what_happened_and_what_was_lost(capsys):
    assert main(["bench", "tray", "--rolls", "83", "--seed", "5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seed"], found["broken"]) == (5, [])
    assert [part["rate"] for part in found["parts"]] == [0.0, 1e-4, 1e-3, 1e-2]
    assert [part["rolls"] for part in found["parts"]] == [23, 20, 20, 20]
    for part in found["parts"]:
        assert (part["journalled"], part["lost"]) == (part["rolls"], 0)
        assert (part["cuts"], part["resets"]) == (1, 1)


def stub_soak(monkeypatch, *outcomes):
    left = list(outcomes)
    monkeypatch.setattr(bench_tray, "soak", lambda _plan, _folder: left.pop(0))


def outcome(thrown, journalled, **counts):
    rolls = [(f"tray:S/e#{number}", "d10=1") for number in range(1, thrown + 1)]
    return Outcome(thrown=rolls, journalled=rolls[:journalled], spent=0.5, **counts)


def test_bench_tray_prints_a_row_for_each_line_and_all_together(capsys, monkeypatch):
    stub_soak(monkeypatch, *(outcome(10, 10, kills=1, again=2, damaged=n) for n in range(4)))
    assert main(["bench", "tray"]) == 0
    heads, *rows, last = capsys.readouterr().out.splitlines()
    assert heads.split() == (
        [
            "bytes",
            "damaged",
            "rolls",
            "kills",
            "cuts",
            "resets",
            "damaged",
            "dropped",
            "lost",
            "seconds",
            "rolls/s",
        ]
    )
    assert rows[3].split() == ["1.00%", "10", "1", "0", "0", "3", "2", "0", "0.5", "20.0"]
    assert rows[4].split() == ["together", "40", "4", "0", "0", "6", "8", "0", "2.0", "20.0"]
    assert last.startswith("dropped: ")


def test_bench_tray_says_which_rolls_were_lost_and_fails(capsys, monkeypatch):
    stub_soak(monkeypatch, outcome(10, 10), outcome(10, 3), outcome(10, 10), outcome(10, 10))
    assert main(["bench", "tray"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert "broken: lost: tray:S/e#4" in said
    assert said[-1] == "and 2 more"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--rolls", "3"], "--rolls: from 4 to"),
        (["--rolls", "99999999"], "--rolls: from 4 to"),
        (["--pace", "0.5"], "--pace: from 1 to"),
        (["--pace", "nan"], "--pace: from 1 to"),
    ],
)
def test_bench_tray_refuses_what_it_cannot_do(capsys, words, why):
    assert main(["bench", "tray", *words]) == 2
    assert why in capsys.readouterr().err
