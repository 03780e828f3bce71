"""`tableside watch` and `read` with nothing pretended: rendered dice roll, the shipped reader reads."""

from __future__ import annotations

import json

import cv2
import pytest
from rendered_table import Landing, RenderedTable

from companion import cli

pytestmark = pytest.mark.slow

RATE, EMPTY, ROLL = 25, 10, 18
THROWS = (Landing(5, -6.0, 1.0, 200.0), Landing(4, 1.0, -2.0, 60.0))


def clip(path, throws):
    """Write a clip; return the times at which each die comes to rest, in seconds."""
    table, rests, count = RenderedTable(), [], 0
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), RATE, (1280, 720))

    def film(frames):
        nonlocal count
        for image in frames:
            writer.write(image)
            count += 1

    film(table.nothing(EMPTY))
    for landing in throws:
        rests.append((count + ROLL - 1) / RATE)
        film(table.throw(landing, frames=ROLL))
        film(table.lifted(landing))
        film(table.nothing())
    writer.release()
    return rests


def watch(path, capsys):
    status = cli.main(["watch", str(path), "--json", "--expect", "d10"])
    out, err = capsys.readouterr()
    assert err == ""
    return status, [json.loads(line) for line in out.splitlines()]


def test_rolling_dice_become_rolls_at_the_moment_they_rest(tmp_path, capsys):
    rests = clip(tmp_path / "clip.mp4", THROWS)
    status, rolls = watch(tmp_path / "clip.mp4", capsys)
    assert len(rolls) == len(THROWS)
    assert [roll["at"] for roll in rolls] == pytest.approx(rests, abs=0.09)
    assert [[die["value"] for die in roll["dice"]] for roll in rolls] == [[5], [4]]
    assert status == 0


def test_read_finds_what_was_rendered(tmp_path, capsys):
    landing = Landing(5, -6.0, 1.0, 200.0)
    table = RenderedTable()
    cv2.imwrite(str(tmp_path / "five.png"), table.frame(table.lying(landing)))
    cv2.imwrite(str(tmp_path / "none.png"), table.frame())
    assert cli.main(["read", str(tmp_path / "five.png"), "--json"]) == 0
    (die,) = json.loads(capsys.readouterr().out)["dice"]
    assert (die["kind"], die["value"], die["status"]) == ("d10", 5, "read")
    assert cli.main(["read", str(tmp_path / "none.png"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["dice"] == []
