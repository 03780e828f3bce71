"""`tableside teach --deck` and `read --deck`: invented cards, drawn and photographed, through the real commands."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from companion import cli
from companion.record.shelf import Shelf
from models.workshop.rendering.cards import draw_deck, photograph

KINDS = ("1-red-full-oval", "2-red-full-oval", "1-green-open-kite", "3-violet-open-box")


def rng(seed=5):
    return np.random.default_rng(seed)


@pytest.fixture(scope="module")
def faces():
    inks = draw_deck(_Fixed(), "marks", 81)
    return {name: inks[name] for name in KINDS}


class _Fixed:
    """Chance that leaves everything in its order."""

    def permutation(self, values):
        return values

    def integers(self, _):
        return 0


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def run(home, capsys):
    def call(*words):
        status = cli.main([words[0], "--home", str(home), *(str(word) for word in words[1:])])
        out, err = capsys.readouterr()
        return status, out.splitlines(), err

    return call


@pytest.fixture
def scans(tmp_path, faces):
    return fill(tmp_path / "scans", faces)


def fill(folder, pictures):
    for name, picture in pictures.items():
        (folder / name).mkdir(parents=True)
        cv2.imwrite(str(folder / name / "scan.png"), picture)
    return folder


def shots_of(faces):
    return {
        name: photograph(rng(at), [(name, face)], (480, 480), aslant=0.02, harm=0.2).picture
        for at, (name, face) in enumerate(faces.items())
    }


@pytest.fixture
def table(tmp_path, faces):
    """A photograph of three cards of the deck and one of another."""
    other = draw_deck(rng(), "monsters", 3)
    lying = [(name, faces[name]) for name in KINDS[1:]]
    drawn = photograph(rng(8), [*lying, (None, other["M01"])], (960, 720), harm=0.3)
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), drawn.picture)
    return path, drawn


def test_scans_teach_a_deck_and_a_photograph_of_a_table_is_read(run, scans, table):
    path, drawn = table
    assert run("teach", "--deck", "marks", "--from", scans)[:2] == (
        0,
        ["marks: 4 cards, 4 pictures"],
    )
    status, out, _ = run("read", "--deck", "marks", path, "--json")
    [said] = map(json.loads, out)
    assert set(said) == {"image", "ms", "cards"}
    assert status == 1  # one card is none of the deck
    for name, corners in drawn.cards:
        near = [one for one in said["cards"] if on(one["corners"], corners)]
        assert len(near) == 1
        assert (near[0]["status"] == "read") == (name is not None)  # a stranger is none, or asked about
        if name is not None:
            assert near[0]["card"] == name
            assert near[0]["confidence"] >= 0.95
            turned = [np.roll(corners, by, axis=0) for by in (0, 2)]  # a mark has no top
            assert min(np.abs(near[0]["corners"] - way).max() for way in turned) < 6
            assert all(len(other) == 2 for other in near[0]["alternatives"])


def on(one, other):
    return np.hypot(*(np.mean(one, axis=0) - other.mean(axis=0))) < 30


def test_cards_edge_to_edge_are_read_cell_by_cell(run, tmp_path):
    deck = dict(zip(("R01", "R02", "R03", "H01", "I01", "P01"),
                    draw_deck(rng(3), "numerals", 24).values(), strict=False))  # fmt: skip
    run("teach", "--deck", "mine", "--from", fill(tmp_path / "deck", deck), "--game", "rsf")
    spots = {(0, 1): "R01", (1, 0): "R02", (1, 1): "R01", (1, 2): "H01", (2, 2): "R03"}
    lying = [(name, deck[name]) for name in spots.values()]
    drawn = photograph(rng(2), lying, (960, 720), harm=0.2, plain=True, spots=list(spots))
    path = tmp_path / "monster.png"
    cv2.imwrite(str(path), drawn.picture)
    status, out, _ = run("read", "--deck", "mine", "--layout", path, "--json")
    [said] = map(json.loads, out)
    assert set(said) == {"image", "ms", "rows", "columns", "cells", "loose"}
    assert (status, said["rows"], said["columns"], said["loose"]) == (0, 3, 3, [])
    assert {(cell["row"], cell["column"]): cell["card"] for cell in said["cells"]} == spots
    assert set(said["cells"][0]) >= {"confidence", "status", "corners", "alternatives"}
    text = run("read", "--deck", "mine", "--layout", path)[1]
    assert text == [f"{path}: -, R01, - / R02, R01, H01 / -, -, R03"]
    once = tmp_path / "once.toml"
    shipped = Shelf().shipped("rsf").text
    once.write_text(shipped.replace("copies = 2", "copies = 1"), encoding="utf-8")
    status, out, _ = run("read", "--deck", "mine", "--layout", path, "--cards", once, "--json")
    [said] = map(json.loads, out)
    twice = [cell for cell in said["cells"] if (cell["row"], cell["column"]) in {(0, 1), (1, 1)}]
    assert status == 1
    assert all(cell["status"] == "unsure" for cell in twice)  # one copy cannot lie in two cells


def test_layouts_are_for_decks(run, table):
    status, _, err = run("read", "--layout", table[0])
    assert status == 2
    assert "name a deck" in err


def test_cards_on_a_table_teach_as_scans_do(run, faces, tmp_path, table):
    shots = shots_of(faces)
    assert run("teach", "--deck", "marks", "--from", fill(tmp_path / "shots", shots))[0] == 0
    _, out, _ = run("read", "--deck", "marks", table[0])
    said = out[0].partition(": ")[2].split("; ")
    assert set(KINDS[1:]) < set(said)
    [stranger] = [one for one in said if one not in KINDS]
    assert stranger == "none of these" or "?" in stranger


def test_a_picture_with_two_cards_or_none_is_named_and_the_others_taught(run, faces, tmp_path):
    shots = shots_of(faces)
    pair = [(name, faces[name]) for name in KINDS[:2]]
    shots["two"] = photograph(rng(), pair, (800, 480), aslant=0.02, harm=0.2).picture
    shots["bare"] = np.full((480, 480, 3), 90, np.uint8)
    status, out, err = run("teach", "--deck", "marks", "--from", fill(tmp_path / "shots", shots))
    assert status == 2
    assert out[0] == "marks: 4 cards, 4 pictures"
    assert "two" in err
    assert "2 cards lie in it, where one is taught at a time" in err
    assert "bare" in err
    assert "no card of the deck's shape can be found in it" in err


def test_a_folder_of_no_use_at_all_leaves_no_deck(run, tmp_path):
    (tmp_path / "deck" / "A").mkdir(parents=True)
    (tmp_path / "deck" / "A" / "1.jpg").write_bytes(b"no picture")
    status, out, err = run("teach", "--deck", "marks", "--from", tmp_path / "deck")
    assert (status, out) == (2, [])
    assert "1.jpg" in err
    assert "nothing was taught" in err
    assert run("teach", "--list")[1] == []


def test_cards_that_look_alike_are_named_with_where_they_differ(run, tmp_path):
    deck = draw_deck(rng(), "monsters", 3)
    twin = deck["M00"].copy()
    cv2.putText(twin, "8", (28, 346), cv2.FONT_HERSHEY_DUPLEX, 1.4, (30, 30, 30), 3)
    folder = fill(tmp_path / "deck", {**deck, "M07": twin})
    _, out, _ = run("teach", "--deck", "cellar", "--from", folder)
    assert [line for line in out if "M00 and M07 look alike" in line]
    assert "at the bottom left" in " ".join(out)
    [said] = map(json.loads, run("teach", "--deck", "cellar", "--show", "--json")[1])
    assert ("M00", "M07", "bottom left") in {(pair["one"], pair["other"], pair["where"]) for pair in said["alike"]}


def test_a_card_list_says_what_is_missing_and_what_it_does_not_have(run, faces, tmp_path):
    pictures = dict(zip(("R01", "R02", "back", "Q99"), faces.values(), strict=True))
    folder = fill(tmp_path / "deck", pictures)
    status, out, _ = run("teach", "--deck", "rsf", "--from", folder, "--game", "rsf", "--json")
    [said] = map(json.loads, out)
    assert status == 1
    assert said["game"] == "rsf"
    assert said["unknown"] == ["Q99"]  # a back is no card of a list
    assert "R03" in said["missing"]
    assert "R01" not in said["missing"]


def test_a_card_list_of_ones_own_says_whose_cards_they_are(run, faces, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(Shelf().shipped("gmm").text, encoding="utf-8")
    folder = fill(tmp_path / "deck", {"blob": faces[KINDS[0]], "murk": faces[KINDS[1]]})
    words = ("teach", "--deck", "own", "--from", folder, "--cards", mine, "--json")
    [said] = map(json.loads, run(*words)[1])
    assert (said["game"], said["unknown"]) == ("gmm", [])
    assert "tallow" in said["missing"]


def test_decks_are_listed_shared_and_removed(run, scans, tmp_path):
    run("teach", "--deck", "marks", "--from", scans)
    file = tmp_path / "marks.deck"
    assert run("teach", "--deck", "marks", "--export", file)[0] == 0
    assert run("teach", "--deck", "again", "--import", file)[1] == ["again: 4 cards, 4 pictures"]
    assert run("teach", "--list")[1] == ["again: 4 cards, 4 pictures", "marks: 4 cards, 4 pictures"]
    assert run("teach", "--deck", "marks", "--remove")[0] == 0
    status, _, err = run("read", "--deck", "marks", tmp_path)
    assert (status, err) == (
        2,
        "tableside: there is no taught deck 'marks'; there are: again\n",
    )


def test_a_deck_is_shared_with_the_licence_that_its_owner_names(run, scans, tmp_path):
    run("teach", "--deck", "marks", "--from", scans)
    file = tmp_path / "marks.deck"
    said = ["marks: 4 cards, 4 pictures", "licence: owners of the game only"]
    words = ("teach", "--deck", "marks", "--export", file, "--licence", "owners of the game only")
    assert run(*words)[:2] == (0, said)
    run("teach", "--deck", "marks", "--remove")
    assert run("teach", "--deck", "marks", "--import", file)[1] == said
    status, _, err = run(*words[:-1], "two\nlines")
    assert (status, "a licence is one line" in err) == (2, True)


@pytest.mark.parametrize("harm", ["cut", "other", "size"])
def test_a_deck_that_is_none_is_refused_in_one_line(run, scans, tmp_path, harm):
    from vision.cards.deck import Deck, deck_bytes

    run("teach", "--deck", "marks", "--from", scans)
    file = tmp_path / "bad.deck"
    run("teach", "--deck", "marks", "--export", file)
    if harm == "cut":
        file.write_bytes(file.read_bytes()[:-200])
    elif harm == "other":
        file.write_bytes(b"no deck")
    else:
        jpeg = cv2.imencode(".jpg", np.zeros((60, 40, 3), np.uint8))[1].tobytes()
        file.write_bytes(deck_bytes(Deck("bad", 0.7).with_pictures("A", jpeg)))
    status, out, err = run("teach", "--deck", "bad", "--import", file)
    assert (status, out, err.count("\n")) == (2, [], 1)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--deck", "x", "0", "--throws"), "cards are taught by --deck NAME and SOURCE"),
        (("--deck", "x"), "which pictures?"),
        (("--deck", "X y", "--from", "."), "small letters"),
        (("--game", "rsf", "--list"), "a card list is for cards"),
        (("--deck", "x", "--show"), "there is no taught deck 'x'"),
    ],
)
def test_what_cannot_be_done_is_one_line(run, words, problem):
    status, out, err = run("teach", *words)
    assert (status, out) == (2, [])
    assert problem in err
    assert err.count("\n") == 1
