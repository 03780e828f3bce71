"""`tableside bench` measures what it says, says what it could not, and leaves nothing behind."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.cli import main
from companion.commands import bench, bench_parts
from companion.commands.bench_figures import Figure, NotMeasuredError
from companion.core.errors import CompanionError
from companion.record.shelf import Shelf


def measured(capsys, *words):
    status = main(["bench", "--json", "--repeats", "1", *words])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("part", "names"),
    [
        ("noise", {"noise"}),
        ("frame", {"frame_look", "roll_settled", "frame_at_rest", "frame_moving"}),
        (
            "play",
            {
                f"{what}_{one.replace('-', '_')}"
                for what in ("actions", "listed")
                for one in Shelf().ids()
            },
        ),
        ("journal", {"journal_append"}),
        ("screen", {"first_screen"}),
    ],
)
def test_each_part_gives_its_figures_with_least_median_and_most(part, names, capsys):
    status, told = measured(capsys, "--only", part)
    assert status == 0
    assert told["missing"] == {}
    assert set(told["figures"]) == names
    for row in told["figures"].values():
        assert 0 < row["min"] <= row["median"] <= row["max"]
        assert row["samples"] >= 1
    assert told["machine"]["cores"]


def test_the_measured_frame_truly_shows_six_dice_that_are_read(capsys):
    _, told = measured(capsys, "--only", "frame")
    assert told["figures"]["frame_look"]["note"] == "6 of 6 dice found, 6 read right"
    still, _ = bench_parts.pictures()
    assert still.shape == (720, 1280, 3)


def test_the_journal_tells_its_99th_percentile_and_leaves_nothing_behind(capsys, tmp_path):
    home = tmp_path / "elsewhere"
    assert main(["--home", str(home), "bench", "--only", "journal", "--repeats", "1"]) == 0
    said = capsys.readouterr().out
    assert "p99" in said
    assert str(home) in said
    assert list(home.iterdir()) == []


def test_the_percentile_is_the_nearest_rank():
    values = tuple(float(n) for n in range(1, 201))
    assert bench.percentile(values, 99) == 198.0
    assert bench.percentile(values, 50) == 100.0
    assert bench.percentile((3.0,), 99) == 3.0


# ---------------------------------------------------------------- whole games

RSF = ("games", "--game", "rsf", "--games", "2")


def test_whole_games_are_played_in_both_depths_and_summed_up(capsys):
    assert main(["bench", *RSF]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["games", "ended", "actions", "median", "seconds", "broken"]
    assert [row[:2] for row in rows[1:3]] == [["rsf", "full"], ["rsf", "light"]]
    numbers = [[int(word.replace(",", "")) for word in row[-6:-2]] for row in rows[1:]]
    assert [row[:2] for row in numbers] == [[2, 2], [2, 2], [4, 4]]
    assert numbers[2][2] == numbers[0][2] + numbers[1][2]
    assert [row[-1] for row in rows[1:]] == ["0", "0", "0"]


def test_games_of_the_same_numbers_are_the_same_games_also_side_by_side(capsys):
    def told(*words):
        assert main(["bench", *RSF, "--depth", "light", "--json", *words]) == 0
        return json.loads(capsys.readouterr().out)["modes"]

    assert told() == told() == told("--jobs", "2")
    assert told() != told("--seed", "5")
    assert told()[0]["broken"] == []


def test_what_breaks_is_told_with_the_way_to_play_it_again(monkeypatch, capsys):
    def broken(_state):
        raise ZeroDivisionError("no monsters")

    game = replace(Shelf().game("rsf"), invariants=broken)
    monkeypatch.setattr(Shelf, "game", lambda _shelf, _id: game)
    assert main(["bench", *RSF, "--depth", "light"]) == 1
    said = capsys.readouterr().out
    again = "--game rsf --depth light --seed 0 --games 1, action 0"
    assert f"broken: {again}: mixed: ZeroDivisionError: no monsters" in said


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--games", "0"], "--games"),
        (["--jobs", "99"], "--jobs"),
        (["--game", "chess"], "no game is called 'chess'"),
    ],
)
def test_games_that_cannot_be_played_are_refused_in_one_line(words, named, capsys):
    assert main(["bench", "games", *words]) == 2
    said = capsys.readouterr().err
    assert named in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("error", [NotMeasuredError("no such thing here"), OSError("disk is full")])
def test_a_part_that_cannot_be_measured_is_named_with_the_reason(error, monkeypatch, capsys):
    def fails(_home, _repeats):
        raise error

    monkeypatch.setitem(bench_parts.PARTS, "play", fails)
    assert main(["bench", "--only", "play"]) == 1
    assert f"not measured: play: {error}" in capsys.readouterr().out
    status, told = measured(capsys, "--only", "play")
    assert status == 1
    assert told["missing"] == {"play": str(error)}
    assert told["figures"] == {}


def test_an_app_that_dies_before_its_first_screen_is_no_figure(monkeypatch, tmp_path):
    monkeypatch.setattr(bench_parts.sys, "executable", "/bin/false")
    with pytest.raises(NotMeasuredError, match="ended before it said New table"):
        bench_parts.first_screen(tmp_path)


def test_a_model_that_is_missing_is_said_not_faked(monkeypatch, capsys):
    def missing():
        raise CompanionError("find.onnx: no such file")

    monkeypatch.setattr("companion.sources.opening.open_dice_reader", missing)
    status, told = measured(capsys, "--only", "frame")
    assert status == 1
    assert told["missing"] == {"frame": "find.onnx: no such file"}


def test_for_people_the_figures_stand_in_a_table(capsys):
    figure = Figure("x", "what it is", "ms", (3.0, 1.0, 2.0, 9.0), "by the way", tail=True)
    bench._print([figure], {}, 4)
    row = capsys.readouterr().out.splitlines()[-1]
    assert row.split() == [
        "what",
        "it",
        "is",
        "1.00",
        "2.50",
        "9.00",
        "ms",
        "p99",
        "9.00",
        "(by",
        "the",
        "way)",
    ]


@pytest.mark.parametrize("words", [["--repeats", "0"], ["--repeats", "51"]])
def test_repeats_out_of_range_are_refused_in_one_line(words, capsys):
    assert main(["bench", *words]) == 2
    assert "--repeats" in capsys.readouterr().err
