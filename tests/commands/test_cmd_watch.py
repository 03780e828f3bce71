"""`tableside watch`: a clip, a folder, a live stream. Only the reader is pretended."""

import json

import cv2
import pytest
from dice_stage import ColourLooker, Die, Stage, roll_in, unsure

from companion import cli
from companion.commands import watch as command
from companion.sources import opening

SEVEN, THREE = Die(640, 360, 7), Die(420, 300, 3, 50)


@pytest.fixture(autouse=True)
def looker(monkeypatch):
    pretended = ColourLooker()
    monkeypatch.setattr(opening, "open_dice_reader", lambda: pretended)
    return pretended


def frames(*targets):
    stage = Stage(noise=3.0)
    for _ in range(8):
        yield stage.draw()
    for target in targets:
        for die in roll_in(target):
            yield stage.draw(die)
        for _ in range(14):
            yield stage.draw(target)
        for reach in range(40, 480, 110):
            yield stage.draw(target, hand=(target.x, reach))
        for reach in range(480, -160, -110):
            yield stage.draw(hand=(target.x, reach))
        for _ in range(8):
            yield stage.draw()


def clip(path, *targets, fourcc="mp4v"):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*fourcc), 25, (1280, 720))
    for image in frames(*targets):
        writer.write(image)
    writer.release()
    return path


def watch(capsys, *words):
    status = cli.main(["watch", *(str(word) for word in words)])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


@pytest.fixture(scope="module")
def clips(tmp_path_factory):
    """A clip of a seven, and one of a seven and a three."""
    folder = tmp_path_factory.mktemp("clips")
    return clip(folder / "one.mp4", SEVEN), clip(folder / "two.mp4", SEVEN, THREE)


def test_a_clip_prints_each_roll_once_and_ends_by_itself(clips, capsys):
    status, lines, err = watch(capsys, clips[1], "--json")
    rolls = [json.loads(line) for line in lines]
    assert (status, err) == (0, "")
    assert [roll["dice"][0]["face"] for roll in rolls] == ["7", "3"]
    assert [roll["source"] for roll in rolls] == ["camera:two.mp4"] * 2
    assert len({roll["key"] for roll in rolls}) == 2
    assert rolls[1]["throw"] > rolls[0]["throw"] >= 1
    # Eight empty frames and twelve of rolling at 25 a second: the die rests from frame 19 on.
    assert rolls[0]["at"] == pytest.approx(19 / 25, abs=0.09)
    names = ["source", "key", "at", "throw", "nudged", "doubt", "owner", "dice"]
    assert list(rolls[0]) == names
    assert rolls[0]["dice"][0]["fresh"] is True


def test_words_without_json_of_the_dice_that_were_expected(looker, clips, capsys):
    status, lines, _ = watch(capsys, clips[0], "--expect", "d10")
    assert status == 0
    (line,) = lines
    assert "d10=7 (99.0%)" in line
    assert set(looker.expected) == {("d10",)}


@pytest.mark.slow
def test_an_unsure_roll_is_a_finding(looker, clips, capsys):
    looker.spoil = unsure
    status, lines, _ = watch(capsys, clips[0])
    assert status == 1
    assert "unsure, else 0" in lines[0]


def test_a_clip_without_a_roll_is_a_finding(tmp_path, capsys):
    status, lines, _ = watch(capsys, clip(tmp_path / "clip.mp4"))
    assert (status, lines) == (1, [])


@pytest.mark.slow
def test_a_zone_counts_only_what_lies_in_it(clips, capsys):
    status, lines, _ = watch(capsys, clips[1], "--json", "--zone", "0.4,0.2,0.6,0.8")
    assert [json.loads(line)["dice"][0]["face"] for line in lines] == ["7"]
    assert status == 0


@pytest.mark.parametrize(
    "words",
    [
        ["nowhere.mp4"],
        ["words.txt"],
        ["empty.mp4"],
        ["folder"],
        ["97"],
        ["http://127.0.0.1:9/video"],
        ["clip.mp4", "--zone", "1,2"],
        ["clip.mp4", "--zone", "0.5,0.5,0.9,0.1"],
        ["clip.mp4", "--rate", "0"],
        ["clip.mp4", "--expect", "d11"],
    ],
)
def test_what_cannot_be_watched_is_one_line_and_status_2(tmp_path, capsys, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("no video\n")
    (tmp_path / "empty.mp4").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    status, lines, err = watch(capsys, *words)
    assert (status, lines) == (2, [])
    assert err.startswith("tableside: ")
    assert err.count("\n") == 1


@pytest.mark.slow
def test_a_clip_that_breaks_off_gives_its_rolls_and_says_so(tmp_path, capsys):
    path = clip(tmp_path / "clip.avi", SEVEN, THREE, fourcc="MJPG")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 6 // 10])
    status, lines, err = watch(capsys, path, "--json")
    assert status == 2
    assert [json.loads(line)["dice"][0]["face"] for line in lines] == ["7"]
    assert "breaks off at frame" in err
    assert err.count("\n") == 1


def test_ctrl_c_ends_cleanly(clips, capsys, monkeypatch):
    def interrupted(_source, *, as_json):
        assert as_json is False
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "follow", interrupted)
    status, lines, err = watch(capsys, clips[0])
    assert (status, lines, err) == (0, [], "")
