"""`python -m models.workshop.measure` measures reading on given pictures, and what frames take."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands.bench import NotMeasuredError
from models.workshop.measure import frames
from models.workshop.measure.__main__ import main
from models.workshop.measure.frames import Cost, CountedLooks, frame_times
from vision.network import read_card
from vision.types import Box, DieSighting

HEAD = "path,die,value,x,y,w,h,clip,physical_die"


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    """The six drawn dice of the benchmark, with boxes as a reader of the picture gives them."""
    from vision.reader import open_reader

    folder = tmp_path_factory.mktemp("photos")
    still, _ = frames.pictures()
    cv2.imwrite(str(folder / "a.png"), still)
    seen = open_reader(threads=1).look(still)
    rows = [
        f"a.png,d10,{face},{one.box.x},{one.box.y},{one.box.w},{one.box.h},six,die {n}"
        for n, (one, face) in enumerate(zip(seen, frames.DICE, strict=True))
    ]
    (folder / "manifest.csv").write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")
    return folder


def test_a_folder_is_measured_with_all_readers_in_one_run(photos, capsys):
    words = ["--photos", str(photos), "--json", "--threads", "1"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rests_on"]["physical_dice"] == 6
    counts = told["readers"]["tableside"]["counts"]
    assert (counts["dice"], counts["found"], counts["extra"]) == (6, 6, 0)
    boxed = [reader["told_boxes"] for reader in told["readers"].values()]
    assert boxed == [False, False, True, False, True]
    assert told["readers"]["template matching, told the box"]["counts"]["dice"] == 6
    assert told["readers"]["pip counter, by itself"]["left_out"] == 1
    assert told["machine"]["cores"]


def test_for_people_the_sums_stand_first(photos, capsys):
    assert main(["--photos", str(photos), "--no-peers", "--threads", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        lines[1]
        == "1 pictures with 6 dice, 6 of them boxed; 6 physical dice named, 1 rolls; found from an overlap of 0.5"
    )
    assert lines[5].startswith("tableside")
    assert "by face" in "\n".join(lines)


def test_the_sums_are_noted_in_the_cards_with_the_command_that_measures_them_again(photos, tmp_path, capsys):
    import models

    folder = Path(models.__file__).parent
    for name in ("find.toml", "find.onnx", "read.toml", "read.onnx"):
        shutil.copy(folder / name, tmp_path)
    words = ["--photos", str(photos), "--no-peers", "--threads", "1", "--models", str(tmp_path)]
    assert main([*words, "--expect-kinds", "--note"]) == 0
    assert capsys.readouterr().err == ""
    card = read_card(tmp_path / "find.toml")
    again = "python -m models.workshop.measure --photos DIR --expect-kinds"
    noted = {figure.what: figure.value for figure in card.figures if figure.command == again}
    assert noted["found, 6 dice (d10) in 1 pictures, 1 rolls, none trained on"] == "1.0000"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a.png,d20,1,,,,,c,", "no kind of die is called 'd20'"),
        ("gone.png,d10,1,,,,,c,", "gone.png: no such file"),
        ("a.png,d6,1,,,,,c,", "shows no d10 alone"),
    ],
)
def test_what_cannot_be_measured_is_one_line_and_status_2(row, said, tmp_path, capsys):
    (tmp_path / "manifest.csv").write_text(f"{HEAD}\n{row}\n", encoding="utf-8")
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((40, 40, 3), np.uint8))
    words = ["--die", "d10"] if "alone" in said else []
    assert main(["--photos", str(tmp_path), "--no-peers", *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--every", "0"],
        ["--sample", "0"],
        ["--threads", "0"],
        ["--overlap", "0"],
        ["--photos", "nowhere"],
    ],
)
def test_options_that_make_no_sense_are_status_2(words, tmp_path, capsys):
    given = words if "--photos" in words else ["--photos", str(tmp_path), *words]
    assert main([*given]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_networks_that_are_missing_are_status_2(photos, tmp_path, capsys):
    words = ["--photos", str(photos), "--models", str(tmp_path)]
    assert main([*words]) == 2
    assert "find.toml" in capsys.readouterr().err


def test_frames_give_times_and_memory_beside_their_goals(capsys, monkeypatch):
    monkeypatch.setattr(frames, "THROWS", 2)
    words = ["--frames", "--threads", "1", "--repeats", "1", "--json"]
    assert main([*words]) == 0
    rows = json.loads(capsys.readouterr().out)["costs"]
    assert set(rows) == {"noise", "decode", "reading", "watching", "memory"}
    assert rows["reading"]["note"].startswith("6 of 6 dice found")
    assert {name: row["goal_p95"] for name, row in rows.items() if row["goal_p95"]} == {
        "reading": 20.0,
        "watching": 6.0,
        "memory": pytest.approx(286.1, abs=0.1),
    }
    for row in rows.values():
        assert 0 < row["p50"] <= row["p95"]
        assert row["met"] is (None if row["goal_p95"] is None else row["p95"] <= row["goal_p95"])


def test_frames_are_parted_by_whether_the_dice_were_read_in_them():
    class Looker:
        def look(self, _image, _expect=()):
            return (DieSighting("d10", "1", 0.9, "read", Box(0, 0, 9, 9)),)

    class SettlesAtOnce:
        """Looks in the second frame after each movement, and in no other."""

        def __init__(self, looker):
            self.looker, self.still = looker, 0

        def feed(self, image, _taken_at):
            self.still = self.still + 1 if image.any() else 0
            if self.still == 2:
                self.looker.look(image)

    counted = CountedLooks(Looker())
    still, moved = np.ones((8, 8, 3), np.uint8), np.zeros((8, 8, 3), np.uint8)
    reading, watching = frame_times(SettlesAtOnce(counted), counted, still, moved, 4)
    assert (len(reading), len(watching)) == (4, 4 * frames.RATE)
    assert counted.count == 5
    with pytest.raises(NotMeasuredError, match="do not settle"):
        frame_times(SettlesAtOnce(counted), counted, moved, moved, 1)


def test_a_cost_meets_its_goal_by_the_95th_of_a_hundred():
    quick = Cost("x", "what", "ms", (*[1.0] * 95, *[99.0] * 5), goal=6.0)
    slow = Cost("x", "what", "ms", (*[1.0] * 94, *[99.0] * 6), goal=6.0)
    assert (quick.p95, quick.met, slow.p95, slow.met) == (1.0, True, 99.0, False)
    assert Cost("x", "what", "ms", (1.0,)).met is None


def test_a_process_that_fails_to_be_measured_says_why(tmp_path):
    still = np.zeros((720, 1280, 3), np.uint8)
    with pytest.raises(NotMeasuredError, match=r"memory: models\.workshop\.measure\.memory: .*find\.toml"):
        frames._memory(tmp_path, 1, still, still)
