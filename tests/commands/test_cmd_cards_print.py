"""`tableside cards print`: what is on the pages, read back from the PDF."""

from __future__ import annotations

import json
import re

import cv2
import numpy as np
import pytest

from companion import cli
from companion.commands.cards import card_rows
from companion.record.shelf import Shelf
from vision.cards.drawn import MILLIMETRES, draw_back, draw_card

SIZES = {"a4": (595, 842), "letter": (612, 792)}


@pytest.fixture
def printed(tmp_path, capsys):
    """Print a deck; the pages' sizes in points, their content streams, and the pictures."""

    def call(deck, *words):
        path = tmp_path / "deck.pdf"
        assert cli.main(["cards", "print", deck, str(path), *words]) == 0
        data = path.read_bytes()
        sizes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
        streams = re.findall(rb"<< (.*?)/Length (\d+) >>\nstream\n", data)
        starts = [one.end() for one in re.finditer(rb"/Length \d+ >>\nstream\n", data)]
        parts = [(about, data[at : at + int(size)]) for (about, size), at in zip(streams, starts, strict=True)]
        pictures = [cv2.imdecode(np.frombuffer(part, np.uint8), 1) for about, part in parts if b"/Image" in about]
        pages = [part.decode() for about, part in parts if b"/Image" not in about]
        shown = [tuple(round(float(side)) for side in size) for size in sizes]
        return shown, pages, pictures, capsys.readouterr().out

    return call


def placed(page):
    """Which picture lies where on a page: number, left, low, width and height in millimetres."""
    found = re.findall(r"q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm /P(\d+) Do Q", page)
    return [(int(at), *map(float, (x, y, w, h))) for w, h, x, y, at in found]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nine_cards_lie_on_a_page_true_to_size_with_cut_marks_in_its_margins(printed, paper):
    sizes, pages, pictures, out = printed("gmm", "--paper", paper)
    assert set(sizes) == {SIZES[paper]}
    assert [len(placed(page)) for page in pages] == [9, 9, 9, 2]
    assert "29 monsters; print it at 100 %" in out
    cards = placed(pages[0])
    assert {(w, h) for *_, w, h in cards} == {MILLIMETRES}
    lines = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", pages[0])
    ends = np.array(lines, float).reshape(-1, 2, 2)
    assert len(ends) == 16
    left, right = min(x for _, x, *_ in cards), max(x + w for _, x, _, w, _ in cards)
    low, top = min(y for _, _, y, *_ in cards), max(y + h for _, _, y, _, h in cards)
    for mark in ends:  # outside the cards, on the sheet, and in line with an edge
        assert (mark > 0).all()
        across, down = mark[:, 0], mark[:, 1]
        assert (across < left).all() or (across > right).all() or (down < low).all() or (down > top).all()
        assert any(np.allclose(across, x, atol=1e-3) for x in (left, left + 59, right - 59, right)) or any(
            np.allclose(down, y, atol=1e-3) for y in (low, low + 87, top - 87, top)
        )
    assert len(pictures) == 30


def test_each_card_is_printed_as_it_is_drawn_and_as_often_as_the_list_has_it(printed):
    rows = card_rows(Shelf().shipped("rsf").catalogue)
    _, pages, pictures, _ = printed("rsf")
    counted = [at for page in pages for at, *_ in placed(page)]
    assert [counted.count(at) for at in range(1, 1 + len(rows))] == [row["copies"] for row in rows.values()]
    for drawn, (card, row) in zip(pictures[1:], rows.items(), strict=True):
        assert np.abs(drawn.astype(float) - draw_card(card, row)).mean() < 3


def test_backs_lie_on_every_second_page(printed):
    _, pages, pictures, _ = printed("gmm", "--backs")
    assert [{at for at, *_ in placed(page)} == {0} for page in pages] == [False, True] * 4
    assert np.abs(pictures[0].astype(float) - draw_back()).mean() < 5


def test_a_card_without_a_name_shows_its_id():
    assert (draw_card("G1", {"name": ""}) == draw_card("G1", {})).all()


@pytest.mark.parametrize("game", ["fgt", "mon-classic"])
def test_no_two_cards_of_a_list_are_drawn_alike(game):
    drawn = [draw_card(*row)[:452] for row in card_rows(Shelf().shipped(game).catalogue).items()]
    assert len({one.tobytes() for one in drawn}) == len(drawn)


def test_a_file_that_is_there_is_kept_and_a_list_without_cards_refused(tmp_path, capsys):
    path = tmp_path / "deck.pdf"
    path.write_text("mine")
    assert cli.main(["cards", "print", "gmm", str(path)]) == 2
    assert path.read_text() == "mine"
    assert cli.main(["cards", "print", "md", str(path), "--overwrite"]) == 2
    assert "has no cards to be printed" in capsys.readouterr().err
    assert cli.main(["cards", "print", "gmm", str(path), "--overwrite", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cards"] == 29
