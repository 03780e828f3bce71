"""The doctor on cameras: films as files for what they show, and pretended drivers for how they fail."""

import os
import threading
import time
from functools import lru_cache
from itertools import count

import cv2
import numpy as np
import pytest
from doctor_kit import case_of, found, levels
from mat_pictures import Shot

from calibration.store import load_profile
from companion.cli import main
from companion.doctor import camera
from companion.doctor.case import NO_CAMERA, Level
from hardware import cameras
from hardware.errors import NotAVideoError

SIZE = (960, 540)
SHOT = Shot(fill=0.95, tilt=12.0, size=SIZE)
RATE = 25.0
LENGTH = 32


@pytest.fixture(scope="module")
def good():
    """A mat in good light."""
    return SHOT.draw()


@pytest.fixture
def film(tmp_path):
    def write(pictures, name="film.avi"):
        path = tmp_path / name
        height, width = pictures[0].shape[:2]
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (width, height))
        for picture in pictures:
            writer.write(picture)
        writer.release()
        return path

    return write


def grainy(picture, seed):
    """One exposure of a picture: no two are alike."""
    grain = np.roll(_grain(picture.shape[:2]), 1 + 37 * seed, axis=0)
    grains = cv2.merge([grain, grain, grain])
    return cv2.add(np.asarray(picture, np.uint8), grains, dtype=cv2.CV_8U)


@lru_cache(maxsize=4)
def _grain(shape):
    return np.random.default_rng(7).normal(0, 2, shape).astype(np.int16)


def shown(picture, length=LENGTH):
    return [grainy(picture, seed) for seed in range(length)]


def looked(tmp_path, path, **others):
    return found(camera.check, case_of(tmp_path, camera=str(path), **others))


def test_a_mat_in_good_light_is_well(tmp_path, film, good):
    results = looked(tmp_path, film(shown(good)))
    well = {"camera": "ok", "light": "ok", "focus": "ok"}
    assert levels(results) == {"cameras": "note", **well, "mat": "note"}
    data = results["camera"].data
    assert (data["width"], data["height"], data["frames"]) == (*SIZE, LENGTH)
    assert data["rate"] == pytest.approx(RATE, abs=1)
    assert results["mat"].data["mat"] == "A4-1"
    assert "calibrate" in results["mat"].todo
    picture = cv2.imdecode(np.frombuffer(results["camera"].picture, np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (540, 960, 3)


def flickering(picture):
    return [grainy(picture * (1.0 if number % 2 else 0.8), number) for number in range(LENGTH)]


def soft(picture):
    return cv2.GaussianBlur(picture, (0, 0), 4.5)


def small(picture):
    return cv2.resize(picture, (320, 180), interpolation=cv2.INTER_AREA)


FILMS = {
    "black": (lambda good: shown(good * 0.01), "light", "problem", "black"),
    "dark": (lambda good: shown(good * 0.22), "light", "warning", "dark"),
    "white": (lambda good: [np.full_like(good, 255)] * LENGTH, "light", "problem", "white"),
    "flicker": (flickering, "light", "warning", "flickers"),
    "blurred": (lambda good: shown(soft(good)), "focus", "warning", "edges are blurred"),
    "no edge": (lambda good: shown(np.full_like(good, 140)), "focus", "note", "'blur': None"),
    "small": (lambda good: shown(small(good)), "camera", "warning", "320 x 180"),
    "steep": (lambda _: shown(at_an_angle(38.0), 12), "mat", "warning", "tilt-steep"),
    "mirrored": (lambda good: shown(good[:, ::-1].copy(), 12), "mat", "warning", "mirrored"),
}


def at_an_angle(tilt):
    return Shot(fill=0.9, tilt=tilt, size=SIZE).draw()


@pytest.mark.parametrize("fault", FILMS)
def test_what_is_wrong_with_pictures_is_said(tmp_path, film, good, fault):
    pictures, check, level, said = FILMS[fault]
    result = looked(tmp_path, film(pictures(good)))[check]
    assert result.level.value == level, result
    assert said in f"{result.found} {result.data}"


def test_light_that_only_changes_slowly_does_not_flicker(tmp_path, film, good):
    pictures = [grainy(good * (0.8 + 0.005 * number), number) for number in range(LENGTH)]
    assert looked(tmp_path, film(pictures))["light"].level is Level.OK


def test_a_film_cut_short_is_said(tmp_path, film, good):
    path = film(shown(good))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert looked(tmp_path, path)["camera"].level is Level.WARNING


def calibrated(case, path):
    assert main(["calibrate", str(path), "--home", str(case.home), "--name", "ours"]) in {0, 1}
    return load_profile(case.home / "profiles" / "ours.profile.json")


def test_a_camera_that_stands_as_it_was_calibrated_is_well(tmp_path, film, good, capsys):
    path = film(shown(good, 12))
    calibrated(case_of(tmp_path), path)
    capsys.readouterr()
    result = looked(tmp_path, path)["mat"]
    assert (result.level, result.data["profile"]) == (Level.OK, "ours")


def test_a_mat_that_has_moved_covered_or_gone_is_said(tmp_path, film, good, capsys):
    path = film(shown(good, 12))
    calibrated(case_of(tmp_path), path)
    capsys.readouterr()
    film(shown(Shot(fill=0.8, tilt=12.0, off=(25.0, 10.0), size=SIZE).draw(), 12))
    moved = looked(tmp_path, path)["mat"]
    assert moved.level is Level.WARNING
    assert "moved" in moved.found
    film(shown(np.full_like(good, 140), 12))
    gone = looked(tmp_path, path)["mat"]
    assert gone.level is Level.WARNING
    assert "not seen" in gone.found


def test_pictures_of_another_shape_than_calibrated_are_a_problem(tmp_path, film, good, capsys):
    path = film(shown(good, 12))
    calibrated(case_of(tmp_path), path)
    capsys.readouterr()
    film(shown(Shot(fill=0.9, tilt=12.0, size=(720, 540)).draw(), 12))
    assert looked(tmp_path, path)["mat"].level is Level.PROBLEM


def test_no_camera_at_all_is_good_to_know(tmp_path):
    assert levels(found(camera.check, case_of(tmp_path))) == {"cameras": "note"}


def test_none_is_looked_through_when_that_is_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(cameras, "CvCapture", None)
    case = case_of(tmp_path, camera=NO_CAMERA, remembered="0")
    (case.edges.dev / "video0").touch()
    name = case.edges.sys / "class" / "video4linux" / "video0" / "name"
    name.parent.mkdir(parents=True)
    name.write_text("HD Webcam\n")
    assert levels(found(camera.check, case)) == {"cameras": "ok"}
    assert found(camera.check, case)["cameras"].found == "there are: 0 (HD Webcam)"


def test_a_camera_that_may_not_be_used_is_a_problem(tmp_path, monkeypatch):
    case = case_of(tmp_path)
    (case.edges.dev / "video2").touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    results = found(camera.check, case)
    assert levels(results) == {"cameras": "problem"}
    assert results["cameras"].data == {"numbers": [2], "refused": [2]}
    assert "usermod" in results["cameras"].todo


@pytest.mark.parametrize("spec", ["gone.mp4", "http://127.0.0.1:9/video"])
def test_what_gives_no_pictures_is_a_problem_when_it_was_asked_for(tmp_path, monkeypatch, spec):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.mp4").write_text("no film")
    assert levels(looked(tmp_path, spec)) == {"cameras": "note", "camera": "problem"}
    case = case_of(tmp_path, remembered=spec)
    assert found(camera.check, case)["camera"].level is Level.WARNING


class Driver:
    """Stands for OpenCV's way to a camera."""

    pictures = staticmethod(lambda _: None)
    pause = 0.02

    def __init__(self, target):
        self.numbers = count()
        self.target = target

    def ask_for(self, width, height):
        pass

    def read(self):
        time.sleep(self.pause)
        return self.pictures(next(self.numbers))

    def release(self):
        pass


@pytest.fixture
def driven(tmp_path, monkeypatch, good):
    def look(pictures=None, driver=Driver, pause=0.02, pace=0.3):
        monkeypatch.setattr(cameras, "CvCapture", driver)
        monkeypatch.setattr(Driver, "pictures", staticmethod(pictures or (lambda n: grainy(good, n))))
        monkeypatch.setattr(Driver, "pause", pause)
        case = case_of(tmp_path, pace=pace)
        (case.edges.dev / "video0").touch()
        return found(camera.check, case)

    return look


def test_a_camera_that_is_plugged_in_is_looked_through(driven):
    results = driven()
    assert results["camera"].level is Level.OK
    assert results["camera"].data["live"] is True
    assert results["camera"].data["source"] == "0"


def test_a_camera_that_shows_the_same_picture_for_ever_is_said(driven, good):
    result = driven(lambda _: good.copy())["camera"]
    assert result.level is Level.WARNING
    assert "does not change" in result.found


def test_a_slow_camera_is_said(driven, good):
    result = driven(lambda n: grainy(good, n), pause=0.4)["camera"]
    assert result.level is Level.WARNING
    assert result.data["rate"] < camera.SLOW


def test_a_camera_that_opens_and_never_gives_a_picture_is_said(driven):
    ended = threading.Event()
    result = driven(lambda _: ended.wait(30) and None)["camera"]
    ended.set()
    assert result.level is Level.WARNING
    assert "no picture" in result.found


def test_a_camera_that_another_program_has_is_said(driven):
    class Taken(Driver):
        def __init__(self, target):
            raise NotAVideoError(target)

    result = driven(driver=Taken)["camera"]
    assert result.level is Level.WARNING
    assert "in use" in result.found
