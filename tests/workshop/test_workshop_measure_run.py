"""Every reader sees the same pictures, and what it says is counted, told and noted."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from models.workshop.measure.cards import note
from models.workshop.measure.contestants import OurReader, PeerFinding, PeerToldBoxes, kinds_of
from models.workshop.measure.manifest import read_manifest
from models.workshop.measure.memory import peak_bytes
from models.workshop.measure.photos import Options, measure_photos
from models.workshop.measure.report import as_json, as_text, groups, notes, rests_on
from models.workshop.measure.run import run
from models.workshop.measure.tally import tally
from models.workshop.peers.templates import TemplateReader
from vision.errors import PictureError
from vision.types import Box, DieSighting

HEAD = "path,die,value,x,y,w,h,clip,physical_die"


@dataclass
class Scripted:
    """Says what it was told to, picture by picture."""

    says: list[list[DieSighting]]
    name: str = "scripted"
    kinds: frozenset[str] = frozenset({"d10"})
    boxed: bool = False
    skips_unknown: bool = False
    asked: list[tuple[tuple[str, ...], int]] = field(default_factory=list)

    def look(self, _image, dice, expect):
        # The first picture is looked at twice: once to warm up.
        at = max(0, len(self.asked) - 1)
        self.asked.append((expect, len(dice)))
        return self.says[at], {"find": 0.002, "read": 0.001}


def photos(folder, *rows):
    (folder / "manifest.csv").write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")
    for row in rows:
        cv2.imwrite(str(folder / row.split(",")[0]), np.full((40, 60, 3), 90, np.uint8))
    return folder, read_manifest(folder / "manifest.csv")


def saw(face, x=1, kind="d10", status="read", confidence=0.97):
    return DieSighting(kind, face, confidence, status, Box(x, 1, 10, 10))


@pytest.fixture
def measured(tmp_path):
    folder, pictures = photos(
        tmp_path,
        "a.png,d10,3,1,1,10,10,one,red",
        "a.png,d6,4,30,1,10,10,one,",
        "b.png,d10,6,1,1,10,10,two,red",
        "c.png,d10,5,,,,,two,blue",
    )
    ours = Scripted([[saw("3"), saw("8", 31)], [saw("9"), saw("1", 45)], []])
    return run([ours], folder, pictures), ours


def test_each_picture_is_looked_at_once_and_the_first_once_more_to_warm_up(measured):
    result, ours = measured
    assert ours.asked == [((), 2), ((), 2), ((), 1), ((), 1)]
    assert result.measured[0].pictures == 3
    assert len(result.decode) == len(result.sums) == 3
    assert len(result.measured[0].seconds["whole"]) == 3
    assert result.processor > 0
    assert sum(result.decode) < result.wall


def test_what_was_said_is_counted_by_hand(measured):
    counts = tally(measured[0].measured[0].outcomes, measured[0].measured[0].extra)
    # 3 right; 8 on a d6, a kind not known; 6 read as 9 for sure; nothing on c; 1 where nothing lay.
    assert (counts.dice, counts.found, counts.right, counts.read) == (4, 3, 1, 2)
    assert (counts.silent, counts.asked, counts.extra, counts.extra_sure) == (1, 2, 1, 1)


def test_the_counts_stand_by_kind_clip_die_and_face(measured):
    rows = groups(measured[0].measured[0])
    assert {name: (row.dice, row.right, row.extra) for name, row in rows["clip"].items()} == {
        "one": (2, 1, 0),
        "two": (2, 0, 1),
    }
    assert {name: (row.dice, row.extra) for name, row in rows["physical_die"].items()} == {
        "(not named)": (1, 0),
        "blue": (1, 0),
        "red": (2, 1),
    }
    assert set(rows["face"]) == {"d10/3", "d10/5", "d10/6", "d6/4"}
    assert set(rows["kind"]) == {"d10", "d6"}


def test_a_kind_that_is_not_known_is_said_and_counts_as_not_read(measured):
    said = notes(measured[0])
    assert "scripted does not know d6: 1 dice count as not read (1 of them were answered all the same)" in said
    assert any("2 physical dice only hint" in line for line in said)
    assert any("1 dice are not named" in line for line in said)


def test_what_is_read_in_a_crooked_box_counts_though_the_die_is_not_found(tmp_path):
    folder, pictures = photos(tmp_path, "a.png,d10,3,1,1,20,20,one,", "b.png,d10,3,30,1,9,9,one,")
    says = [[saw("8", 6)], [saw("3")]]
    counted = run([Scripted(says)], folder, pictures)
    counts = tally(counted.measured[0].outcomes, counted.measured[0].extra)
    assert (counts.found, counts.read, counts.silent, counts.extra) == (0, 1, 1, 1)
    assert any("1 dice count as not found" in line for line in notes(counted))
    loose = run([Scripted(says)], folder, pictures, overlap=0.2)
    assert tally(loose.measured[0].outcomes).found == 1
    assert not any("count as not found" in line for line in notes(loose))


def test_the_unit_of_the_bounds_is_said(tmp_path):
    rows = [f"{name}.png,d10,3,1,1,9,9,{{}}," for name in "abc"]
    said = []
    for clips in ("112", "11 ", "111", "   "):
        folder, pictures = photos(tmp_path, *map(str.format, rows, clips))
        result = run([Scripted([[], [], []])], folder, pictures)
        said.append([line for line in notes(result) if "scene" in line or "clip" in line])
    draws = "the bounds draw whole scenes"
    assert said == [
        [f"a scene is one of 2 clips: {draws}"],
        [f"a scene is one of 2 clips and single pictures: {draws}"],
        [
            f"a scene is one of 3 pictures: {draws}",
            "all belong to one clip: other dice, light and cameras may differ more",
        ],
        [f"a scene is one of 3 pictures: {draws}"],
    ]


def test_what_the_figures_rest_on_is_said(measured):
    assert rests_on(measured[0]) == {
        "pictures": 3,
        "dice": 4,
        "boxes": 3,
        "physical_dice": 2,
        "dice_not_named": 1,
        "rolls": 3,
        "scenes": 2,
    }


def test_the_report_for_people_holds_what_the_one_for_machines_holds(measured):
    told = json.loads(json.dumps(as_json(measured[0])))
    text = as_text(measured[0])
    reader = told["readers"]["scripted"]
    assert reader["counts"]["silent"] == 1
    assert reader["shares"]["silent_of_read"] == {
        "hits": 1,
        "of": 2,
        "share": 0.5,
        "wilson95": pytest.approx([0.0945, 0.9055], abs=1e-4),
        "over_scenes95": reader["shares"]["silent_of_read"]["over_scenes95"],
        "over_dice95": reader["shares"]["silent_of_read"]["over_dice95"],
    }
    assert {"true": "d10/6", "guessed": "d10/9", "count": 1} in reader["confusion"]
    assert reader["latency_ms"]["find"] == {"samples": 3, "median": 2.0, "p95": 2.0}
    assert "d10/6    taken for d10/9: 1" in text
    assert "d10/5    not found: 1" in text
    assert "1 dice were taken for another kind" in text
    row = next(line for line in text.splitlines() if line.startswith("scripted "))
    assert row.split() == [
        "scripted",
        "4",
        "75.0",
        "25.0",
        "50.0",
        "50.0",
        "1",
        "25.00",
        "50.00",
        "1",
        "(1)",
    ]


def test_kinds_are_told_only_when_asked_to(tmp_path):
    folder, pictures = photos(tmp_path, "a.png,d10,3,1,1,9,9,one,", "a.png,d6,4,30,1,9,9,one,")
    ours = Scripted([[]])
    run([ours], folder, pictures, expect_kinds=True)
    assert ours.asked[0][0] == ("d10", "d6")


def test_a_peer_is_spared_what_it_cannot_know_and_that_is_said(tmp_path):
    folder, pictures = photos(tmp_path, "a.png,d6,4,30,1,9,9,one,", "b.png,d10,4,,,,,one,", "c.png,d10,4,1,1,9,9,one,")
    alone = Scripted([[], []], "alone", skips_unknown=True)
    boxed = Scripted([[saw("4")]], "boxed", boxed=True, skips_unknown=True)
    result = run([alone, boxed], folder, pictures)
    assert [(one.pictures, one.spared) for one in result.measured] == [(2, 1), (1, 2)]
    assert [len(one.outcomes) for one in result.measured] == [2, 1]
    assert tally(result.measured[1].outcomes).right == 1
    assert "alone: 1 pictures without a kind that it knows left out" in notes(result)


def test_a_picture_that_is_missing_ends_it_in_one_line(tmp_path):
    folder, pictures = photos(tmp_path, "a.png,d10,3,1,1,9,9,one,")
    (tmp_path / "a.png").unlink()
    with pytest.raises(PictureError, match=r"a\.png: no such file"):
        run([Scripted([[]])], folder, pictures)


def test_our_reader_and_the_peers_answer_in_one_shape_and_time_their_stages(tmp_path):
    folder, pictures = photos(tmp_path, "a.png,d10,3,5,5,20,20,one,")
    peer = TemplateReader()
    result = run([OurReader(threads=1), PeerFinding(peer), PeerToldBoxes(peer)], folder, pictures)
    stages = [set(one.seconds) for one in result.measured]
    assert stages == [
        {"find", "crop", "read", "rest", "whole"},
        {"find", "read", "whole"},
        {"read", "whole"},
    ]
    for one in result.measured:
        parts = sum(times[0] for stage, times in one.seconds.items() if stage != "whole")
        assert all(times[0] >= 0 for times in one.seconds.values())
        assert 0 < parts <= one.seconds["whole"][0]
    assert result.measured[0].kinds == {"d10", "d00", "d6"}


def test_the_kinds_a_network_knows_follow_from_its_labels():
    @dataclass
    class Card:
        labels: tuple[str, ...]

    assert kinds_of(Card(("0", "1"))) == {"d10"}
    assert kinds_of(Card(("d10/7", "d00/70", "d6/S/sculpted"))) == {"d10", "d00", "d6"}


def test_only_every_nth_picture_of_the_kinds_asked_for_is_measured(tmp_path):
    rows = [f"{n}.png,d10,3,1,1,9,9,one," for n in range(5)]
    photos(tmp_path, *rows, "six.png,d6,3,1,1,9,9,one,")
    result = measure_photos(Options(tmp_path, every=2, kinds=("d10",), peers=False, threads=1))
    assert [one.path for one in result.pictures] == ["0.png", "2.png", "4.png"]
    assert [one.name for one in result.measured] == ["tableside"]


def test_the_sums_are_noted_in_both_cards_and_replace_those_before(measured, tmp_path):
    for name in ("find", "read"):
        (tmp_path / f"{name}.toml").write_text("format = 1\n", encoding="utf-8")
    for _ in range(2):
        note(tmp_path, measured[0], ["--die", "d10"])
    figures = tomllib.loads((tmp_path / "read.toml").read_text(encoding="utf-8"))["figures"]
    bounds = "0.0000 to 0.5000 over 2 clips"
    assert [figure["value"] for figure in figures] == [
        f"0.2500 ({bounds})",
        "0.5000 (0.5000 to 0.5000 over 2 clips)",
        f"0.2500 ({bounds})",
    ]
    assert figures[0]["command"] == "python -m models.workshop.measure --photos DIR --die d10"
    assert "4 dice (d10, d6) in 3 pictures, 3 rolls" in figures[0]["what"]
    find = tomllib.loads((tmp_path / "find.toml").read_text(encoding="utf-8"))["figures"]
    assert [figure["value"] for figure in find] == ["0.7500", "1"]


def test_the_peak_of_memory_is_that_of_this_process_and_not_of_the_one_that_started_it():
    ballast = np.ones(150_000_000, np.uint8)
    words = "from models.workshop.measure.memory import peak_bytes; print(peak_bytes())"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert peak_bytes() >= ballast.nbytes
    assert 1_000_000 < int(done.stdout) < 100_000_000
