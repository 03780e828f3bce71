"""The measure of cards: what it counts, on tables whose readings are known, and on a drawn deck."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.workshop.measure.decks import Table, Tally, main, measure, teach_deck
from models.workshop.peers.cards import PEERS
from models.workshop.rendering.cards import draw_deck, photograph
from vision.cards.read import CardSighting

SQUARE = np.array([(0, 0), (60, 0), (60, 90), (0, 90)], float)


def seen(card, status, at):
    return CardSighting(card, 0.9, status, SQUARE + at)


def test_right_asked_silent_extra_and_exact_are_counted():
    readings = iter(
        [
            [seen("A", "read", 0), seen("B", "unsure", 100), seen("X", "read", 200)],
            [seen("A", "read", 0), seen("Z", "unsure", 400)],
        ]
    )
    where = [("A", SQUARE), ("B", SQUARE + 100), ("C", SQUARE + 200)]
    blank = np.zeros((10, 10, 3), np.uint8)
    tables = iter([Table("1", blank, tuple(where), grid=True), Table("2", blank, (where[0],), grid=True)])
    tally = Tally()
    for table in tables:
        measure(lambda _: next(readings), table, (tally,), wrong=False)
    assert (tally.cards, tally.found, tally.right, tally.asked) == (4, 4, 3, 1)
    assert (tally.silent, tally.extra) == (1, 1)
    assert (tally.exact, tally.grids) == ([False, False], [False, False])


@pytest.mark.parametrize("peer", PEERS)
def test_a_peer_reads_a_card_that_lies_as_it_was_taught(peer):
    face = draw_deck(np.random.default_rng(8), "monsters", 3)["M01"]
    table = np.full((600, 600, 3), (40, 90, 30), np.uint8)
    table[100 : 100 + face.shape[0], 150 : 150 + face.shape[1]] = face
    deck = teach_deck([("M01", table)])
    (one,) = PEERS[peer](deck)(table)
    assert one.card == "M01"
    assert np.abs(one.corners.mean(axis=0) - (150 + face.shape[1] / 2, 100 + face.shape[0] / 2)).max() < 6


@pytest.mark.slow
def test_a_folder_with_a_manifest_and_a_drawn_deck_are_measured(tmp_path, capsys):
    rng = np.random.default_rng(8)
    faces = draw_deck(rng, "monsters", 2)
    rows = ["role,path,card,x1,y1,x2,y2,x3,y3,x4,y4,row,col"]
    for name, face in faces.items():
        cv2.imwrite(str(tmp_path / f"{name}-scan.png"), face)
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "scan.png"), face)
        rows.append(f"teach,{name}/scan.png,{name}" + "," * 10)
    drawn = photograph(rng, list(faces.items()), (960, 720), harm=0.2)
    cv2.imwrite(str(tmp_path / "table.png"), drawn.picture)
    for name, corners in drawn.cards:
        rows.append(f"table,table.png,{name}," + ",".join(map(str, corners.ravel())) + ",1,1")
    (tmp_path / "manifest.csv").write_text("\n".join(rows), encoding="utf-8")
    assert main([str(tmp_path), "--taught", "scan.png", "--drawn", "1", "--wrong"]) == 0
    out = capsys.readouterr().out
    assert "scan.png: 2 cards: found 100.0%, right 100.0%" in out
    assert "drawn: 48 cards" in out
