"""`tableside teach --deck NAME SOURCE`: a film of drawn cards stands in for the camera, through the real command."""

from __future__ import annotations

import io
import json
import threading
import time

import cv2
import numpy as np
import pytest
from array_frames import ArrayFrames

from companion import cli
from companion.commands.cards import card_rows
from companion.commands.common import Decks
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
    assert run("read", "--deck", "four", tmp_path / "table.png")[1] == [f"{tmp_path / 'table.png'}: tallow"]


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
    assert [line for line in out if line.startswith("blob  ")] == ["blob  Blob: ratings 8 10 5 4 5 4"] * 2
    assert not [line for line in out if "looks like" in line]


def test_the_last_card_is_taken_again_as_it_lies(scene):
    status, out, _ = scene("blob", "=r", "blob", "murk", "tallow", "gristle", "back")
    assert status == 0
    assert out.count("blob: 1 of 1") == 2


def test_a_card_that_is_taught_already_is_not_taken_for_another_unasked(scene):
    status, out, _ = scene("blob", "blob", "murk", "tallow", "gristle", "back")
    assert status == 0
    [said] = [line for line in out if "looks like" in line]
    assert said == ("  this looks like blob, which is taught: Enter if it is murk all the same; else lay murk down")
    assert not [line for line in out if "look the same" in line]


def test_two_cards_that_look_the_same_are_taken_when_people_say_so(scene, run):
    _, out, _ = scene("blob", "blob", "=", "tallow", "gristle", "back")
    assert list(deck(run)) == [*IDS, "back"]
    assert [line for line in out if "blob and murk look" in line]


# ---------------------------------------------------------------- one picture of many cards


@pytest.fixture
def photo(tmp_path, faces):
    """Photograph rows of cards that lie apart, slightly turned."""

    def make(*rows):
        path = tmp_path / f"photo{len(rows)}.png"
        cut = [np.hstack([lay(faces.get(name), 7 * n, 250.0)[:, 170:470] for n, name in enumerate(row)])
               for row in rows]  # fmt: skip
        wide = max(row.shape[1] for row in cut)
        cloth = np.full((480 * len(rows), wide, 3), (70, 95, 60), np.uint8)
        for at, row in enumerate(cut):
            cloth[480 * at : 480 * (at + 1), : row.shape[1]] = row
        cv2.imwrite(str(path), cloth)
        return path

    return make


def test_the_cards_of_one_photograph_are_taken_in_the_lists_order(run, photo, listed):
    status, out, err = run("teach", "--deck", "four", "--from", photo(IDS[:3], (*IDS[3:], "back")), "--cards", listed)
    assert (status, err) == (0, "")
    assert "card 4 of 5 in the picture" in out
    assert "gristle  Gristleback: ratings 7 6 4 4 2 5" in out
    assert deck(run) == dict.fromkeys((*IDS, "back"), 1)


def test_the_next_photograph_goes_on_and_copies_are_left_out(run, photo, listed):
    assert run("teach", "--deck", "four", "--from", photo(IDS[:2]), "--cards", listed)[0] == 1
    path = photo((IDS[0], *IDS[2:]), ("back",))
    status, out, _ = run("teach", "--deck", "four", "--from", path, "--cards", listed)
    assert status == 0
    assert [line for line in out if "looks like blob" in line]
    assert deck(run) == dict.fromkeys((*IDS, "back"), 1)


@pytest.mark.parametrize(
    ("rows", "found"),
    [((IDS[:1], IDS[1:3], ("back",)), "1, 2, 1"), ((IDS[:3], (None, "gristle", "back")), "3, 2")],
)
def test_a_card_that_was_not_found_does_not_shift_the_others(run, photo, listed, rows, found):
    status, out, err = run("teach", "--deck", "four", "--from", photo(*rows), "--cards", listed)
    assert (status, out) == (2, [])
    assert f"rows of {found} cards were found" in err


def test_people_name_the_cards_of_a_photograph_where_there_is_no_list(run, photo):
    typed = "first\nno id!\nsecond\nback\n"
    status, out, _ = run("teach", "--deck", "four", "--from", photo((*IDS[:2], "back")), typed=typed)
    assert status == 0
    assert [line for line in out if line.startswith("  card 'no id!'")]
    assert list(deck(run)) == ["first", "second", "back"]


def test_a_photograph_without_cards_teaches_nothing(run, tmp_path):
    cv2.imwrite(str(tmp_path / "bare.png"), lay(None, 1))
    status, out, err = run("teach", "--deck", "four", "--from", tmp_path / "bare.png", "--game", "gmm")
    assert (status, out, err) == (1, [], "tableside: nothing was taught\n")


# ---------------------------------------------------------------- a list that is made


def test_a_new_list_is_made_of_what_people_type_and_goes_on_another_time(run, photo, tmp_path):
    words = ("teach", "--deck", "mine", "--cards", "new", "--game", "gmm", "--from")
    typed = 'x1,Old Sock,"1;2;3;4;5;6"\nx2,Half a Card\nx2,Lint,"6;5;4;3;2;1"\n'
    status, out, _ = run(*words, photo(IDS[:2]), typed=typed)
    assert status == 0
    assert "The next card, a line with id,name,ratings; such as" in out[1]
    assert [line for line in out if line.startswith("  mine")]
    assert "x2  Lint: ratings 6 5 4 3 2 1" in out
    made = tmp_path / "home" / "catalogues" / "mine.toml"
    assert run("cards", "show", made)[1] == [
        "mine, 2 monsters",
        "  monsters x1: name Old Sock, ratings 1 2 3 4 5 6",
        "  monsters x2: name Lint, ratings 6 5 4 3 2 1",
    ]
    assert run(*words, photo(IDS[2:3]), typed='x3,Ash,"1;1;1;1;1;1"\n')[0] == 0
    [said] = map(json.loads, run("teach", "--deck", "mine", "--show", "--json", "--cards", made)[1])
    assert (list(said["cards"]), said["game"], said["missing"]) == (["x1", "x2", "x3"], "gmm", [])


class Typist(Keys):
    """Somebody who types a line when the card before it has been taken."""

    def __init__(self, home, *lines):
        self._decks, self._lines = Decks(home), lines
        self._typed = 0

    def __next__(self):
        if self._typed == len(self._lines):
            raise StopIteration
        while self._typed and self._taught() < self._typed:
            time.sleep(0.02)
        self._typed += 1
        return self._lines[self._typed - 1] + "\n"

    def _taught(self):
        return len(self._decks.load("four").cards) if self._decks.names() else 0


def test_a_new_list_is_made_before_a_camera(run, film, tmp_path):
    (tmp_path / "home" / "decks").mkdir(parents=True)
    keys = Typist(tmp_path / "home", "x1,Old Sock,1;2;3;4;5;6", "x2,Lint,6;5;4;3;2;1", "back")
    words = (
        "teach",
        "--deck",
        "four",
        film("blob", "murk", "back"),
        "--cards",
        "new",
        "--game",
        "gmm",
    )
    status, out, _ = run(*words, typed=keys)
    assert status == 0
    assert list(deck(run)) == ["x1", "x2", "back"]
    assert "x2  Lint: ratings 6 5 4 3 2 1" in out


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("0", "--cards", "new"), "a new card list: of which game? --game GAME"),
        (("0", "--licence", "mine"), "--licence goes with --deck NAME and --export FILE"),
        (("0", "--game", "gmm", "--views", "4"), "--views: a number from 1 to 3"),
        (("0", "--game", "gmm", "--from", "."), "which pictures?"),
        (("no.avi", "--game", "gmm"), "no.avi"),
    ],
)
def test_what_cannot_be_done_is_one_line(run, words, problem):
    status, out, err = run("teach", "--deck", "four", *words)
    assert (status, out, err.count("\n")) == (2, [], 1)
    assert problem in err
