"""`tableside bench screen` presses real keys at real tables, beside another program."""

from __future__ import annotations

import contextlib
import io
import json

import pytest

from companion.cli import main
from companion.commands import bench, bench_screen
from companion.commands.bench_figures import Figure, NotMeasuredError


@pytest.fixture(scope="module")
def told():
    """What it says of one mode, measured once."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = main(
            ["bench", "screen", "--game", "fgt", "--keys", "2", "--starts", "1", "--json"]
        )
    return status, json.loads(out.getvalue())


def test_keys_and_starts_are_measured(told):
    status, said = told
    assert (status, said["missing"]) == (0, {})
    assert set(said["figures"]) == {"noise", "key_fgt", "change_fgt", "start", "start_demo"}
    for row in said["figures"].values():
        assert 0 < row["min"] <= row["median"] <= row["p95"] <= row["max"]
    assert said["figures"]["change_fgt"]["samples"] == 2


def test_the_start_is_compared_with_the_other_program_of_the_same_run(told):
    _, said = told
    ours, theirs = (said["figures"][name]["median"] for name in ("start", "start_demo"))
    assert said["ratio"] == pytest.approx(ours / theirs, abs=0.02)
    assert said["noise"] >= 1


def test_keys_that_change_nothing_are_no_measurement(monkeypatch):
    monkeypatch.setattr(bench_screen, "CHANGING", ("h", "h"))
    with pytest.raises(NotMeasuredError, match="did not change"):
        bench_screen._table("fgt", 2)


def test_what_cannot_be_measured_is_named(monkeypatch, capsys):
    def broken(*_):
        raise NotMeasuredError("no terminal")

    monkeypatch.setattr(bench_screen, "_table", broken)
    monkeypatch.setattr(bench_screen, "cold_starts", broken)
    assert main(["bench", "screen", "--game", "md"]) == 1
    said = capsys.readouterr().out
    assert "not measured: md: no terminal" in said
    assert "not measured: starts: no terminal" in said


@pytest.mark.parametrize("words", [("--keys", "1"), ("--starts", "0"), ("--keys", "501")])
def test_numbers_out_of_range_are_told_with_status_two(words, capsys):
    assert main(["bench", "screen", *words]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_95th_percentile_is_the_nearest_rank():
    values = tuple(float(number) for number in range(1, 101))
    assert bench_screen.row(Figure("a", "b", "ms", values))["p95"] == 95
    assert bench.percentile(values, 95) == 95
