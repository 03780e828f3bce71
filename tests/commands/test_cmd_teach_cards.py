"""`tableside teach --deck NAME SOURCE`: a film of drawn cards stands in for the camera, through the real command."""

from __future__ import annotations

import io
import json
import threading

import cv2
import numpy as np
import pytest
from array_frames import ArrayFrames

from companion import cli
from companion.commands.cards import card_rows
from companion.record.shelf import Shelf
from companion.sources import opening
from vision.cards.drawn import HIGH, WIDE, draw_back, draw_card

RATE = 10
SIZE = (640, 480)
IDS = ("blob", "murk", "tallow", "gristle")
LIST = """game = "gmm"
title = "Four"
invented = true
"""


@pytest.fixture(scope="module")
def faces():
    """Four cards as they are printed, of which the last is like the first but for its ratings; and a back."""
    rows = card_rows(Shelf().shipped("gmm").catalogue)
    cards = {name: draw_card(name, rows[name]) for name in IDS[:3]}
    cards[IDS[3]] = draw_card(IDS[0], {"name": "Blob", "ratings": rows[IDS[3]]["ratings"]})
    return {**cards, "back": draw_back()}


@pytest.fixture
def listed(tmp_path):
    """A card list of four monsters; the first and the last differ in their ratings alone."""
    path = tmp_path / "four.toml"
    blocks = Shelf().shipped("gmm").text.split("[[")
    path.write_text(LIST + "".join("[[" + block for block in blocks[1:5]), encoding="utf-8")
    return path


def lay(face, seed, tall=260.0):
    """One picture of a card on a plain table, or of the table alone."""
    rng = np.random.default_rng(seed)
    cloth = np.full((SIZE[1], SIZE[0], 3), (70, 95, 60), np.uint8)
    if face is not None:
        middle = np.array(SIZE) / 2 + rng.uniform(-25, 25, 2)
        turn, half = np.deg2rad(rng.normal(0, 3)), np.array((tall * WIDE / HIGH, tall)) / 2
        way = np.array(((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))))
        to = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half @ way + middle
        box = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32) - 0.5
        move = cv2.getPerspectiveTransform(box, to.astype(np.float32))
        soft = cv2.GaussianBlur(face, (0, 0), 1.4)
        cv2.warpPerspective(soft, move, SIZE, cloth, borderMode=cv2.BORDER_TRANSPARENT)
    noise = rng.normal(0, 2, cloth.shape)
    return np.clip(cloth + noise, 0, 255).astype(np.uint8)


def moments(faces, names, rest=9):
    """Pictures of cards that are laid one after another: a hand, then stillness."""
    for number, name in enumerate(names):
        shown = lay(faces.get(name), number)
        hand = shown.copy()
        for at in range(3):
            cv2.circle(hand, (300 + 60 * at, 420), 90, (120, 150, 210), -1)
            yield hand.copy()
        for _ in range(rest):
            yield shown


@pytest.fixture
def film(tmp_path, faces):
    """Make a video file of cards that are laid one after another."""

    def make(*names):
        path = tmp_path / f"film{len(names)}.avi"
        out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, SIZE)
        for picture in moments(faces, names):
            out.write(picture)
        out.release()
        return str(path)

    return make


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    def call(*words, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        status = cli.main([words[0], "--home", str(tmp_path / "home"), *map(str, words[1:])])
        out, err = capsys.readouterr()
        return status, out.splitlines(), err

    return call


def teach(run, source, listed, *more, typed=""):
    return run("teach", "--deck", "four", source, "--cards", listed, *more, typed=typed)


def deck(run):
    [said] = map(json.loads, run("teach", "--deck", "four", "--show", "--json")[1])
    return said["cards"]


def test_each_card_is_asked_for_and_taken_when_it_lies_still(run, film, listed, tmp_path, faces):
    status, out, err = teach(run, film(*IDS, "back"), listed)
    assert (status, err) == (0, "")
    assert out[1:4] == [
        "[--------------------] 0/5",
        "blob  Blob: ratings 8 10 5 4 5 4",
        "blob: 1 of 1",
    ]
    assert out[4].startswith("[####----------------] 1/5, 0:00, about 0:03 to go")
    assert "back  a card face down" in out
    assert "four: 5 cards, 5 pictures" in out
    cv2.imwrite(str(tmp_path / "table.png"), lay(faces["tallow"], 77))
    assert run("read", "--deck", "four", tmp_path / "table.png")[1] == [
        f"{tmp_path / 'table.png'}: tallow"
    ]


def test_a_card_like_another_is_named_at_once_with_what_the_list_says(run, film, listed):
    _, out, _ = teach(run, film(*IDS, "back"), listed)
    [first, *_] = [at for at, line in enumerate(out) if "blob and gristle look alike" in line]
    assert "differ only in ratings, in the middle (" in out[first]
    assert out.index("gristle: 1 of 1") == first - 1


def test_what_is_taught_is_not_asked_for_again(run, film, listed):
    assert teach(run, film("blob", "murk"), listed)[0] == 1
    status, out, _ = teach(run, film("tallow", "gristle", "back"), listed)
    assert (status, out[1]) == (0, "[--------------------] 0/3")
    assert not [line for line in out if line.startswith(("blob  ", "murk  "))]
    assert deck(run) == dict.fromkeys((*IDS, "back"), 1)


def test_several_pictures_of_each_card_can_be_asked_for(run, film, listed):
    names = [name for name in (*IDS, "back") for _ in range(2)]
    assert teach(run, film(*names), listed, "--views", 2)[0] == 0
    assert deck(run) == dict.fromkeys((*IDS, "back"), 2)


def test_an_empty_table_says_what_is_wanted_and_takes_nothing(run, film, listed):
    status, out, err = teach(run, film(None, None), listed)
    assert (status, err) == (1, "tableside: nothing was taught\n")
    assert "  no card is seen: lay it on a plain ground, whole and near the middle" in out


class Keys:
    """A keyboard on which a film types: the next picture comes when the keys have been heard."""

    def __init__(self):
        self._typed, self._asked, self._line = threading.Event(), threading.Event(), ""

    def fileno(self):
        raise io.UnsupportedOperation

    def __iter__(self):
        return self

    def __next__(self):
        self._asked.set()
        self._typed.wait(20)
        self._typed.clear()
        return self._line

    def type(self, line):
        assert self._asked.wait(20)
        self._asked.clear()
        self._line = f"{line}\n"
        self._typed.set()
        assert self._asked.wait(20)


@pytest.fixture
def scene(run, listed, faces, monkeypatch):
    """Call it with cards, and with keys such as `=s`, as they follow one another."""

    def call(*steps):
        keys = Keys()

        def pictures():
            shown = [step for step in steps if not step.startswith("=")]
            pairs = iter([*moments(faces, shown)])
            for step in steps:
                if step.startswith("="):
                    keys.type(step[1:])
                else:
                    yield from (next(pairs) for _ in range(12))
            keys.type("q")

        frames = ArrayFrames(pictures(), "film", RATE)
        monkeypatch.setattr(opening, "open_source_frames", lambda *_, **__: frames)
        return teach(run, "0", listed, typed=keys)

    return call


def test_a_card_is_left_out_and_asked_for_another_time(scene, run):
    assert scene("blob", "=s", "tallow", "gristle", "back")[0] == 1
    assert list(deck(run)) == ["blob", "tallow", "gristle", "back"]


def test_a_wrong_card_is_taken_back_and_asked_for_again(scene):
    status, out, _ = scene("tallow", "=w", "blob", "murk", "tallow", "gristle", "back")
    assert status == 0
    assert [line for line in out if line.startswith("blob  ")] == [
        "blob  Blob: ratings 8 10 5 4 5 4"
    ] * 2
    assert not [line for line in out if "looks like" in line]


def test_the_last_card_is_taken_again_as_it_lies(scene):
    status, out, _ = scene("blob", "=r", "blob", "murk", "tallow", "gristle", "back")
    assert status == 0
    assert out.count("blob: 1 of 1") == 2


def test_a_card_that_is_taught_already_is_not_taken_for_another_unasked(scene):
    status, out, _ = scene("blob", "blob", "murk", "tallow", "gristle", "back")
    assert status == 0
    [said] = [line for line in out if "looks like" in line]
    assert said == (
        "  this looks like blob, which is taught: Enter if it is murk all the same; else lay murk down"
    )
    assert not [line for line in out if "look the same" in line]


def test_two_cards_that_look_the_same_are_taken_when_people_say_so(scene, run):
    _, out, _ = scene("blob", "blob", "=", "tallow", "gristle", "back")
    assert list(deck(run)) == [*IDS, "back"]
    assert [line for line in out if "blob and murk look" in line]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("0",), "which cards will be shown? --game GAME or --cards LIST"),
        (("0", "--game", "gmm", "--views", "4"), "--views: a number from 1 to 3"),
        (("0", "--game", "gmm", "--from", "."), "which pictures?"),
        (("no.avi", "--game", "gmm"), "no.avi"),
    ],
)
def test_what_cannot_be_done_is_one_line(run, words, problem):
    status, out, err = run("teach", "--deck", "four", *words)
    assert (status, out, err.count("\n")) == (2, [], 1)
    assert problem in err
