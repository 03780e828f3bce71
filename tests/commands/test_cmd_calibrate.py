"""`tableside calibrate`, and the profile at work in read, watch and play."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from dice_stage import DIE, ColourLooker
from mat_pictures import Shot, angle, printed

from calibration.mat import Mat, Paper, corners_of
from calibration.store import load_profile
from companion import cli
from companion.commands.common import source_name
from companion.commands.hosting import LocalHost
from companion.core.errors import CompanionError
from companion.sources import opening
from companion.sources.lookers import MOVED, OTHER_SHAPE, MatGuard, ProfiledReader, look_in_zone
from companion.tui.host import Wish

SHOT = Shot(fill=0.95, tilt=18.0, gains=(0.8, 1.0, 0.95))


class UprightColours(ColourLooker):
    """Notes where up was said to be in the middle of each picture and what that showed."""

    def __init__(self):
        super().__init__()
        self.ups, self.pictures = [], []

    def look(self, image, expect=(), up=None):
        self.pictures.append(image)
        self.ups.append(up)
        return super().look(image, expect)


@pytest.fixture(autouse=True)
def looker(monkeypatch):
    pretended = UprightColours()
    monkeypatch.setattr(opening, "open_dice_reader", lambda: pretended)
    return pretended


@pytest.fixture(scope="module")
def mat_picture():
    return SHOT.draw()


@pytest.fixture
def picture(tmp_path, mat_picture):
    path = tmp_path / "mat.png"
    cv2.imwrite(str(path), mat_picture)
    return path


def run(capsys, command, *words):
    status = cli.main([command, *(str(word) for word in words)])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def calibrate(capsys, *words):
    return run(capsys, "calibrate", *words)


def die_at(image, x, y, face=7):
    """Draw a die that `ColourLooker` reads, its middle at a point in pixels."""
    hue = np.uint8([[[face * 17, 210, 200]]])
    colour = tuple(int(v) for v in cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0])
    box = cv2.boxPoints(((float(x), float(y)), (DIE, DIE), 20))
    return cv2.fillPoly(image.copy(), [np.int32(box)], colour)


@pytest.mark.parametrize(("paper", "ending"), [("a4", "pdf"), ("letter", "svg")])
def test_the_mat_is_written(tmp_path, capsys, paper, ending):
    path = tmp_path / f"mat.{ending}"
    status, lines, err = calibrate(capsys, "--print", "--paper", paper, "--out", path)
    assert (status, err) == (0, "")
    assert str(path) in lines[0]
    assert "100 mm" in lines[1]
    assert Mat(Paper(paper)).name in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["mat.doc", "no/such/folder/mat.pdf"])
def test_a_mat_that_cannot_be_written_is_one_line(tmp_path, capsys, name):
    status, lines, err = calibrate(capsys, "--print", "--out", tmp_path / name)
    assert (status, lines, err.count("\n")) == (2, [], 1)


def test_a_picture_of_the_mat_becomes_a_profile(picture, capsys, home_of_its_own):
    status, lines, err = calibrate(capsys, picture, "--name", "Kitchen", "--json")
    assert (status, err) == (0, "")
    said = json.loads(lines[0])
    path = home_of_its_own / "profiles" / "kitchen.profile.json"
    assert said["file"] == str(path)
    profile = load_profile(path)
    assert profile.name == "kitchen"
    assert profile.provenance.source == "mat.png"
    assert (profile.provenance.mat, profile.provenance.pictures) == ("A4-1", 1)
    assert profile.provenance.opencv == cv2.__version__
    assert angle(profile.camera.normal, SHOT.normal) < 2
    assert said["quality"]["tilt"] == pytest.approx(18, abs=1)
    true = SHOT.project(corners_of(Mat(SHOT.paper).zone)) / SHOT.size
    assert np.abs(np.array(profile.zone.corners) - true).max() < 0.01


def test_words_say_what_was_found_and_what_to_improve(tmp_path, capsys):
    path = tmp_path / "far.png"
    cv2.imwrite(str(path), replace(SHOT, fill=0.55, tilt=33.0).draw())
    status, lines, err = calibrate(capsys, path)
    text = "\n".join(lines)
    assert (status, err) == (1, "")
    assert "to improve:" in lines
    assert "  resolution-low: " in text
    assert "  tilt-steep: " in text
    assert "saved as far-png" in text


def test_check_judges_and_saves_nothing(picture, capsys, home_of_its_own):
    assert calibrate(capsys, picture, "--check")[0] == 0
    assert not (home_of_its_own / "profiles").exists()


def test_a_folder_of_pictures_measures_the_lens(tmp_path, capsys):
    for number, tilt in enumerate((36.0, 30.0, 18.0)):
        shot = replace(SHOT, tilt=tilt, toward=120.0 * number)
        cv2.imwrite(str(tmp_path / f"{number}.png"), shot.draw())
    (tmp_path / "3.png").write_bytes(b"no picture")
    status, lines, err = calibrate(capsys, tmp_path, "--check", "--json")
    said = json.loads(lines[0])
    assert status == 0
    assert said["quality"]["views"] == 3
    assert "3.png" in err


def test_corners_by_hand_and_no_mat_at_all(picture, capsys, home_of_its_own):
    corners = ("0.2,0.2", "0.8,0.2", "0.85,0.8", "0.15,0.8")
    assert calibrate(capsys, picture, "--name", "tray", "--corners", *corners)[0] == 0
    assert calibrate(capsys, picture, "--name", "bare", "--no-mat")[0] == 0
    tray = load_profile(home_of_its_own / "profiles" / "tray.profile.json")
    bare = load_profile(home_of_its_own / "profiles" / "bare.profile.json")
    assert tray.zone.contains(0.5, 0.5)
    assert not tray.zone.contains(0.16, 0.3)
    assert tray.up_at(640, 360, 1280, 720) is not None
    assert bare.up_at(640, 360, 1280, 720) is None
    assert tray.quality.trust == bare.quality.trust == "low"


def test_list_and_show(picture, capsys, home_of_its_own):
    assert calibrate(capsys, "--list") == (0, ["no profile is saved"], "")
    calibrate(capsys, picture, "--name", "kitchen")
    status, lines, _ = calibrate(capsys, "--list")
    assert status == 0
    assert lines[0].startswith("kitchen ")
    assert "mat.png" in lines[0]
    assert calibrate(capsys, "--show", "kitchen")[1][0].startswith("mat A4-1")
    (home_of_its_own / "profiles" / "bad.profile.json").write_text("{")
    status, lines, err = calibrate(capsys, "--list", "--json")
    assert (status, len(lines), err.count("\n")) == (1, 1, 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Give a SOURCE"),
        (("missing.mp4",), "missing.mp4"),
        (("99999999999",), "no camera has such a number"),
        (("--show", "nothing"), "there is no profile 'nothing'"),
        (("--show", "../../etc/passwd"), "names no profile"),
        (("{picture}", "--name", "a/b"), "names no profile"),
        (("{picture}", "--corners", "1", "2", "3", "4"), "--corners 1"),
        (("{picture}", "--corners", "0,0", "1,1", "0.5,0.5", "0.2,0.2"), "four sides"),
        (("{black}",), "dark"),
        (("{grey}",), "no mat to be seen"),
        (("{mirror}",), "mirrored"),
    ],
)
def test_what_cannot_be_calibrated_is_one_line(words, said, picture, tmp_path, capsys, mat_picture, home_of_its_own):
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((480, 640, 3), np.uint8))
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((480, 640), 120, np.uint8))
    cv2.imwrite(str(tmp_path / "mirror.png"), mat_picture[:, ::-1])
    named = {key: tmp_path / f"{key}.png" for key in ("black", "grey", "mirror")}
    status, lines, err = calibrate(capsys, *(word.format(picture=picture, **named) for word in words))
    assert (status, lines, err.count("\n")) == (2, [], 1)
    assert said in err
    assert not list(home_of_its_own.glob("profiles/*.json"))


@pytest.fixture
def kitchen(picture, capsys, home_of_its_own):
    calibrate(capsys, picture, "--name", "kitchen")
    return load_profile(home_of_its_own / "profiles" / "kitchen.profile.json")


def score_counter(image):
    """A die on the table beside the mat: somebody's score."""
    return die_at(image, 60, 60, face=3)


def in_zone(image, face=7):
    x, y = SHOT.project(np.array([[150.0, 100.0]]))[0]
    return die_at(image, x, y, face)


@pytest.mark.usefixtures("kitchen")
def test_read_counts_only_dice_in_the_zone(tmp_path, capsys, looker, mat_picture):
    path = tmp_path / "dice.png"
    cv2.imwrite(str(path), score_counter(in_zone(mat_picture)))
    _, lines, _ = run(capsys, "read", path, "--json")
    x, y = SHOT.project(np.array([[150.0, 100.0]]))[0]
    everywhere = json.loads(lines[0])["dice"]
    assert any(die["box"][0] < 60 < die["box"][0] + die["box"][2] for die in everywhere)
    looker.pictures.clear()
    status, lines, err = run(capsys, "read", path, "--json", "--profile", "kitchen")
    assert (status, err) == (0, "")
    (die,) = json.loads(lines[0])["dice"]
    left, top, w, h = die["box"]
    assert left < x < left + w
    assert top < y < top + h
    # White balance: the paper was blue-poor and is grey now.
    paper = np.median(looker.pictures[0].reshape(-1, 3), axis=0)
    assert np.ptp(paper) < 6
    up = looker.ups[-1]
    assert up(0, 0) != up(100, 100)


def test_up_is_that_of_the_whole_frame_though_only_a_part_is_shown(kitchen, looker, mat_picture):
    reader = ProfiledReader(looker, kitchen, kitchen.zone)
    for size in ((1280, 720), (640, 360)):
        frame = cv2.resize(mat_picture, size, interpolation=cv2.INTER_AREA)
        look_in_zone(reader, kitchen.zone, frame)
        part, up = looker.pictures[-1], looker.ups[-1]
        assert part.shape != frame.shape
        # Find the part in the frame, and compare both in its middle.
        match = cv2.matchTemplate(kitchen.balance_colours(frame), part, cv2.TM_SQDIFF)
        _, _, (left, top), _ = cv2.minMaxLoc(match)
        x, y = part.shape[1] / 2, part.shape[0] / 2
        assert up(x, y) == pytest.approx(kitchen.up_at(left + x, top + y, *size), abs=0.003)


@pytest.mark.usefixtures("kitchen")
def test_a_picture_of_another_shape_is_refused(tmp_path, capsys):
    path = tmp_path / "square.png"
    cv2.imwrite(str(path), np.full((600, 600, 3), 100, np.uint8))
    status, lines, err = run(capsys, "read", path, "--profile", "kitchen")
    assert (status, lines) == (2, [])
    assert "not of the shape" in err


def frames_of_a_throw(empty):
    beside = score_counter(empty)
    images = [empty] * 3 + [beside] * 8
    x, y = SHOT.project(np.array([[150.0, 100.0]]))[0]
    images += [die_at(beside, x - 160 + 20 * k, y) for k in range(8)]
    return images + [in_zone(beside)] * 14


def folder_of(path, images):
    path.mkdir()
    for number, image in enumerate(images):
        cv2.imwrite(str(path / f"{number}.png"), image, [cv2.IMWRITE_PNG_COMPRESSION, 0])
    return path


@pytest.mark.slow
def test_watch_takes_the_last_profile_of_its_source_and_says_so(tmp_path, capsys, mat_picture, looker):
    calibrate(capsys, folder_of(tmp_path / "tray", [mat_picture]), "--name", "mine")
    for path in (tmp_path / "tray").iterdir():
        path.unlink()
    for number, image in enumerate(frames_of_a_throw(mat_picture)):
        cv2.imwrite(str(tmp_path / "tray" / f"{number}.png"), image)
    status, lines, err = run(capsys, "watch", tmp_path / "tray", "--json")
    assert status == 0
    assert err.count("\n") == 1
    assert "calibrated with the profile mine" in err
    (roll,) = [json.loads(line) for line in lines]
    assert len(roll["dice"]) == 1
    x, _ = SHOT.project(np.array([[150.0, 100.0]]))[0]
    left, _, width, _ = roll["dice"][0]["box"]
    assert left < x < left + width
    assert all(up is not None for up in looker.ups)


@pytest.mark.parametrize("command", ["read", "watch"])
def test_a_profile_that_is_not_there_is_one_line(command, picture, capsys):
    status, lines, err = run(capsys, command, picture, "--profile", "nothing")
    assert (status, lines, err.count("\n")) == (2, [], 1)
    assert "there is no profile 'nothing'" in err


def test_play_wants_a_camera_for_a_profile(capsys):
    words = ("rsf", "--seats", "Ann,Ben", "--camera", "", "--profile", "kitchen")
    status, _, err = run(capsys, "play", *words)
    assert status == 2
    assert "--camera" in err
    words = ("rsf", "--seats", "Ann,Ben", "--camera", "x.mp4", "--profile", "nothing")
    status, _, err = run(capsys, "play", *words)
    assert status == 2
    assert "there is no profile 'nothing'" in err


def test_a_table_uses_the_profile_of_its_camera(kitchen, home_of_its_own):
    def chosen(camera, name=""):
        return LocalHost(home_of_its_own)._dice(Wish("rsf", ("Ann",), dice=camera), (), name).profile

    assert chosen("mat.png") == kitchen
    assert chosen("other.mp4") is None
    assert chosen("other.mp4", "kitchen") == kitchen
    assert chosen("mat.png", "none") is None
    assert chosen("") is None
    with pytest.raises(CompanionError, match="there is no profile"):
        chosen("mat.png", "nothing")


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("0", "0"),
        ("a/b/clip.mp4", "clip.mp4"),
        ("x" * 5000, "x" * 5000),
        ("http://ann:secret@10.0.0.2/video", "http://10.0.0.2/video"),
    ],
)
def test_sources_are_known_by_the_name_of_their_frames(spec, name):
    assert source_name(spec) == name


def test_a_mat_that_moved_is_said_once_it_is_sure(kitchen, mat_picture):
    guard = MatGuard(kitchen)
    elsewhere = replace(SHOT, off=(15.0, 0.0)).draw()
    assert guard.warning(mat_picture, 0.0) is None
    assert guard.warning(elsewhere, 5.0) is None
    assert guard.warning(elsewhere, 6.0) == MOVED
    assert guard.warning(elsewhere, 6.1) == MOVED
    assert guard.warning(np.zeros_like(mat_picture), 20.0) == MOVED
    assert guard.warning(mat_picture, 30.0) is None
    assert guard.warning(np.zeros((600, 600, 3), np.uint8), 31.0) == OTHER_SHAPE


def test_the_sheet_that_is_printed_is_the_one_that_is_drawn_here():
    assert printed().shape[1] / printed().shape[0] == pytest.approx(297 / 210, abs=0.001)
