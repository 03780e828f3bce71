"""`tableside read`: its JSON, its words, its exit statuses, bad input. The reader is pretended."""

import json

import cv2
import numpy as np
import pytest
from dice_stage import ColourLooker, Die, Stage, unsure

from companion import cli
from companion.sources import opening


@pytest.fixture(autouse=True)
def looker(monkeypatch):
    pretended = ColourLooker()
    monkeypatch.setattr(opening, "open_dice_reader", lambda: pretended)
    return pretended


@pytest.fixture
def shots(tmp_path):
    stage = Stage()
    cv2.imwrite(str(tmp_path / "seven.png"), stage.draw(Die(640, 360, 7)))
    cv2.imwrite(str(tmp_path / "two.png"), stage.draw(Die(300, 360, 3), Die(900, 300, 8, 50)))
    cv2.imwrite(str(tmp_path / "none.png"), stage.draw())
    return tmp_path


def read(capsys, *words):
    status = cli.main(["read", *(str(word) for word in words)])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def test_json_is_one_line_an_image_in_the_documented_form(shots, capsys):
    status, lines, err = read(capsys, shots / "seven.png", "--json")
    assert (status, err) == (0, "")
    (line,) = [json.loads(line) for line in lines]
    assert list(line) == ["image", "ms", "dice"]
    assert line["image"] == str(shots / "seven.png")
    assert line["ms"] > 0
    (die,) = line["dice"]
    x, y, w, h = die.pop("box")
    assert x < 640 < x + w
    assert y < 360 < y + h
    assert die == {
        "kind": "d10",
        "face": "7",
        "value": 7,
        "confidence": 0.99,
        "status": "read",
        "alternatives": [["0", 0.005]],
    }


def test_words_without_json(shots, capsys):
    status, lines, _ = read(capsys, shots / "two.png")
    assert status == 0
    assert lines == [f"{shots / 'two.png'}: d10=3 (99.0%); d10=8 (99.0%)"]


def test_no_die_is_a_finding(shots, capsys):
    status, lines, _ = read(capsys, shots / "none.png", "--json")
    assert status == 1
    assert json.loads(lines[0])["dice"] == []


def test_an_unsure_die_is_a_finding_with_its_best_guess(looker, shots, capsys):
    looker.spoil = unsure
    status, lines, _ = read(capsys, shots / "seven.png", "--json")
    die = json.loads(lines[0])["dice"][0]
    assert status == 1
    assert (die["face"], die["status"], die["confidence"]) == ("7", "unsure", 0.6)


def test_a_folder_stands_for_its_pictures(shots, capsys):
    status, lines, _ = read(capsys, shots, "--json")
    images = [json.loads(line)["image"].rpartition("/")[2] for line in lines]
    assert images == ["none.png", "seven.png", "two.png"]
    assert status == 1


def test_what_was_asked_for_reaches_the_reader(looker, shots, capsys):
    read(capsys, shots / "seven.png", "--expect", "d10,D10")
    assert looker.expected == [("d10", "d10")]


BAD = {"empty.jpg": b"", "words.png": b"this is no picture\n", "cut.jpg": None, "huge.png": None}


@pytest.mark.parametrize("name", [*BAD, "missing.png", "folder"])
def test_bad_input_is_one_line_and_the_rest_goes_on(shots, capsys, name):
    path = shots / name
    if name == "cut.jpg":
        path.write_bytes(cv2.imencode(".jpg", Stage().draw())[1].tobytes()[:4000])
    elif name == "huge.png":
        data = bytearray(cv2.imencode(".png", np.zeros((4, 4), np.uint8))[1].tobytes())
        data[16:24] = (60000).to_bytes(4, "big") * 2
        path.write_bytes(bytes(data))
    elif name == "folder":
        path.mkdir()
    elif name != "missing.png":
        path.write_bytes(BAD[name])
    status, lines, err = read(capsys, path, shots / "seven.png", "--json")
    bad, good = (json.loads(line) for line in lines)
    assert status == 2
    assert err == ""
    assert list(bad) == ["image", "error"]
    assert bad["image"] == str(path)
    assert bad["error"]
    assert "\n" not in bad["error"]
    assert good["dice"][0]["face"] == "7"


def test_bad_input_without_json_goes_to_stderr(shots, capsys):
    status, lines, err = read(capsys, shots / "missing.png", shots / "seven.png")
    assert status == 2
    assert len(lines) == 1
    assert err.startswith(f"tableside: {shots / 'missing.png'}: ")
    assert err.count("\n") == 1


def test_a_missing_model_is_one_line(shots, capsys, monkeypatch):
    def missing():
        raise opening.SourceError("find.toml: the model card is missing; install Tableside again")

    monkeypatch.setattr(opening, "open_dice_reader", missing)
    status, lines, err = read(capsys, shots / "seven.png")
    assert (status, lines) == (2, [])
    assert err == "tableside: find.toml: the model card is missing; install Tableside again\n"
