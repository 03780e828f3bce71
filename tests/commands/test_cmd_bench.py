"""`tableside bench` measures a frame, an action and the start, and says what it could not measure."""

import json
import sys

import pytest

from companion.cli import main
from companion.commands import bench
from companion.commands.bench import Figure, NotMeasuredError
from companion.core.errors import CompanionError


def quick(monkeypatch):
    monkeypatch.setattr(bench, "APPENDS", 20)
    monkeypatch.setattr(bench, "STARTS", 1)


def test_each_part_gives_its_figures_and_leaves_nothing_behind(monkeypatch, capsys, tmp_path):
    quick(monkeypatch)
    assert main(["--home", str(tmp_path / "home"), "bench", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["missing"] == {}
    assert set(found["figures"]) == {"frame_read", "frame_watched", "journal_append", "start"}
    for row in found["figures"].values():
        assert 0 < row["min"] <= row["median"] <= row["p95"] <= row["max"]
        assert row["samples"] >= 1
    assert found["machine"]["cores"]
    assert list((tmp_path / "home").iterdir()) == []


def test_for_people_the_figures_stand_in_a_table(monkeypatch, capsys):
    figure = Figure("x", "what it is", "ms", (3.0, 1.0, 2.0, 9.0))
    monkeypatch.setattr(bench, "PARTS", {"x": lambda _home: (figure,)})
    assert main(["bench"]) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.split() == ["what", "it", "is", "1.00", "2.50", "9.00", "9.00", "ms"]


def test_the_percentile_is_the_nearest_rank():
    values = tuple(float(n) for n in range(1, 201))
    assert bench.percentile(values, 99) == 198.0
    assert bench.percentile(values, 50) == 100.0
    assert bench.percentile((3.0,), 99) == 3.0


@pytest.mark.parametrize(
    "error",
    [NotMeasuredError("no such thing"), OSError("disk is full"), CompanionError("no network")],
)
def test_a_part_that_cannot_be_measured_is_named_with_the_reason(error, monkeypatch, capsys):
    def fails(_home):
        raise error

    monkeypatch.setattr(bench, "PARTS", {"frame": fails})
    assert main(["bench"]) == 1
    assert f"not measured: frame: {error}" in capsys.readouterr().out
    assert main(["bench", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["missing"], found["figures"]) == ({"frame": str(error)}, {})


def test_an_app_that_dies_before_its_first_screen_is_no_figure(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(NotMeasuredError, match="before its first screen"):
        bench.start(tmp_path)
