"""`--set NAME` where dice are read: taught kinds have their names; the reader is pretended."""

from __future__ import annotations

import json

import cv2
import pytest
from taught_stage import SIDE, PixelEye, read_as, table

from companion import cli
from companion.commands import teach
from companion.commands.dice_sources import Dice
from companion.sources import lookers, opening
from models.framing import Frame
from vision.taught.bank import make_ready
from vision.taught.recognise import recognise
from vision.taught.resolve import as_taught
from vision.taught.sets import Origin, TaughtSet, example_from
from vision.types import Box, DieSighting


class PixelReader:
    """Reads every die as a d6 showing 1, and knows taught ones by their pixels."""

    def __init__(self):
        self.eye = PixelEye()
        self.embedder = self.eye.embedder
        self.places = []

    def look(self, image, expect=(), up=None, taught=None, last_places=(), **_):
        del up  # no pixel has any
        self.places.append(last_places)
        frames = sorted(self.eye.frames(image), key=lambda frame: frame.x)
        seen = tuple(_sighting(frame) for frame in frames)
        if taught is None:
            return seen
        known = recognise(taught, image, frames, self.embedder, read_as("", len(frames)))
        return as_taught(seen, frames, known, expect, last_places)


def _sighting(frame):
    box = Box(round(frame.x) - SIDE // 2, round(frame.y) - SIDE // 2, SIDE, SIDE)
    return DieSighting("d6", "1", 0.6, "unsure", box)


@pytest.fixture(autouse=True)
def reader(monkeypatch):
    pretended = PixelReader()
    monkeypatch.setattr(opening, "open_dice_reader", lambda: pretended)
    monkeypatch.setattr(teach, "open_eye", lambda: pretended.eye)
    return pretended


@pytest.fixture
def home(tmp_path):
    for kind, twin in (("cat", "fox"), ("dog", "")):
        for face in ("S", "2", "6"):
            for angle in (3, 130, 255):
                for name in filter(None, (kind, twin)):
                    folder = tmp_path / "pictures" / name / face
                    folder.mkdir(parents=True, exist_ok=True)
                    image = table((160, 120, kind, face, angle), seed=angle)
                    cv2.imwrite(str(folder / f"{angle}.png"), image)
    home = tmp_path / "home"
    words = ["teach", "--home", str(home), "--set", "pets", "--from", str(tmp_path / "pictures")]
    assert cli.main(words) == 0
    return home


def run(capsys, home, *words):
    capsys.readouterr()
    status = cli.main([words[0], "--home", str(home), *(str(word) for word in words[1:])])
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


def shot(tmp_path, *dice):
    path = tmp_path / "shot.png"
    cv2.imwrite(str(path), table(*dice, seed=77))
    return path


def test_a_taught_die_is_read_by_its_kind(home, tmp_path, capsys):
    path = shot(tmp_path, (150, 110, "dog", "S", 20))
    status, (line,), _ = run(capsys, home, "read", path, "--set", "pets", "--json")
    (die,) = line["dice"]
    assert status == 0
    assert (die["kind"], die["face"], die["value"], die["status"]) == ("dog", "S", 1, "read")


def test_without_the_set_it_is_read_as_ever(home, tmp_path, capsys):
    path = shot(tmp_path, (150, 110, "dog", "S", 20))
    status, (line,), _ = run(capsys, home, "read", path, "--json")
    assert status == 1
    assert line["dice"][0]["kind"] == "d6"


def test_kinds_that_look_alike_are_told_apart_by_what_was_asked_for(home, tmp_path, capsys):
    path = shot(tmp_path, (150, 110, "cat", "S", 20))
    words = ("read", path, "--set", "pets", "--json")
    assert run(capsys, home, *words)[0] == 1
    status, (line,), _ = run(capsys, home, *words, "--expect", "fox")
    assert (status, line["dice"][0]["kind"]) == (0, "fox")


def test_a_roll_that_settles_is_read_with_the_set(home, tmp_path, capsys):
    folder = tmp_path / "film"
    folder.mkdir()
    for number in range(30):
        dice = [(150, 110, "dog", "6", 20)] if number >= 10 else []
        cv2.imwrite(str(folder / f"{number:03d}.png"), table(*dice, seed=number % 3))
    status, rolls, _ = run(capsys, home, "watch", folder, "--set", "pets", "--json")
    assert status == 0
    assert [(die["kind"], die["face"]) for roll in rolls for die in roll["dice"]] == [("dog", "6")]


def gap_lines(text):
    return [line for line in text.splitlines() if "was not taught its 3, 4 and 5" in line]


def test_a_set_with_faces_missing_says_so_once_where_it_is_used(home, tmp_path, capsys):
    path = shot(tmp_path, (150, 110, "dog", "S", 20))
    _, _, err = run(capsys, home, "read", path, path, "--set", "pets", "--json")
    assert [line.split()[1] for line in gap_lines(err)] == ["cat", "dog", "fox"]
    _, _, err = run(capsys, home, "watch", path, "--set", "pets", "--json")
    assert len(gap_lines(err)) == 1
    sources, _ = Dice(str(path), taught=home / "sets" / "pets.dice").open()  # as `play` does
    heard = []
    sources[0].start(heard.append)
    sources[0].wait(10)
    sources[0].stop()
    assert [one.what.partition(" was")[0] for one in heard if gap_lines(str(one))] == ["cat"]
    assert not any(one.over for one in heard if gap_lines(str(one)))


@pytest.mark.parametrize("command", ["read", "watch"])
def test_a_set_that_is_not_there_is_refused(home, tmp_path, capsys, command):
    path = shot(tmp_path, (150, 110, "dog", "S", 20))
    status, lines, err = run(capsys, home, command, path, "--set", "cars")
    assert (status, lines) == (2, [])
    assert err == "tableside: there is no taught set 'cars'; there are: pets\n"


def test_a_kind_that_was_not_taught_cannot_be_asked_for(home, tmp_path, capsys):
    path = shot(tmp_path, (150, 110, "dog", "S", 20))
    status, _, err = run(capsys, home, "read", path, "--set", "pets", "--expect", "owl")
    assert status == 2
    assert "there is no die 'owl'" in err
    assert "cat, dog, fox" in err


def test_playing_with_a_set_needs_a_camera(home, capsys):
    words = ("play", "rsf", "--seats", "Ann,Ben", "--camera", "", "--set", "pets")
    status, _, err = run(capsys, home, *words)
    assert (status, err) == (2, "tableside: --set: for which camera? Use --camera as well\n")


def test_where_a_die_lay_is_remembered_for_the_next_look(reader):
    pets = TaughtSet("pets")
    for angle in (3, 130, 255):
        image = table((160, 120, "dog", "S", angle), seed=angle)
        (frame,) = reader.eye.frames(image)
        pets = pets.with_example("dog", "S", example_from(image, frame, Origin.LIVE))
    looker = lookers.TaughtLooker(reader, make_ready(pets, reader.embedder))
    image = table((150, 110, "dog", "S", 20), seed=77)
    looker.look(image)
    looker.look(image)
    first, (second,) = reader.places
    assert first == ()
    assert (second.kind, second.face) == ("dog", "S")
    assert Frame(second.x, second.y, 1).x == pytest.approx(150, abs=2)
