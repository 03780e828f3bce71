"""Rows and columns of cards, from where they lie and what they may be."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.layout import by_copies, layout_of
from vision.cards.read import CardSighting

CARD = np.array([(0, 0), (60, 0), (60, 90), (0, 90)], float)


def seen(name, corners, sure=0.99, others=()):
    status = "read" if sure >= 0.95 else "unsure"
    return CardSighting(name, sure, status, corners, tuple(others))


def laid(column, row, *, step=(62.0, 93.0), turn=0.0, headlong=False):
    """A card of a lattice that is turned as a whole, and seen aslant."""
    way = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    points = (CARD + np.array((column, row)) * step) @ way + (200, 120)
    view = cv2.getPerspectiveTransform(
        np.float32([(0, 0), (640, 0), (640, 480), (0, 480)]),
        np.float32([(20, 10), (610, 0), (640, 480), (0, 460)]),
    )
    corners = cv2.perspectiveTransform(points[None].astype(np.float32), view)[0].astype(float)
    return np.roll(corners, 2, axis=0) if headlong else corners


def cells(layout):
    return {(cell.row, cell.column): cell.card.card for cell in layout.cells}


@pytest.mark.parametrize("turn", [-0.4, 0.0, 0.15])
@pytest.mark.parametrize("step", [(60.0, 90.0), (62.0, 92.0), (80.0, 110.0)])
def test_cards_edge_to_edge_or_apart_lie_in_cells(turn, step):
    where = {"A": (0, 0), "B": (1, 0), "C": (1, 1), "D": (3, 1), "E": (3, 2)}
    cards = [seen(name, laid(*at, step=step, turn=turn)) for name, at in where.items()]
    layout = layout_of(cards[::-1])
    assert cells(layout) == {(row, column): name for name, (column, row) in where.items()}
    assert (layout.rows, layout.columns, layout.loose) == (3, 4, ())


def test_rows_count_as_most_cards_stand_and_a_card_on_its_head_keeps_its_cell():
    where = {"A": (0, 0), "B": (1, 0), "C": (0, 1), "D": (1, 1), "E": (2, 1)}
    cards = [seen(name, laid(*at, headlong=name != "E")) for name, at in where.items()]
    assert cells(layout_of(cards)) == {(0, 0): "E", (0, 1): "D", (0, 2): "C", (1, 1): "B", (1, 2): "A"}  # fmt: skip


def test_where_cards_do_not_agree_which_way_is_up_the_picture_says_it():
    where = {"A": (0, 0), "B": (1, 0), "C": (0, 1), "D": (1, 1)}
    for heads in ("AB", "AD", "CD"):
        cards = [seen(name, laid(*at, headlong=name in heads)) for name, at in where.items()]
        assert cells(layout_of(cards)) == {(0, 0): "A", (0, 1): "B", (1, 0): "C", (1, 1): "D"}


def test_cards_across_far_away_or_of_another_deck_lie_elsewhere():
    across = np.roll(laid(3, 0)[[0, 3, 2, 1]] @ np.array([(0, 1), (1, 0)]), 0, axis=0)
    cards = [
        seen("A", laid(0, 0)),
        seen("B", laid(1, 0)),
        seen("C", across),
        seen(None, laid(0, 1)),
    ]
    layout = layout_of(cards)
    assert cells(layout) == {(0, 0): "A", (0, 1): "B"}
    assert [card.card for card in layout.loose] == ["C", None]
    assert layout_of([]).cells == ()


@pytest.mark.parametrize(("sure", "row"), [(0.99, 1), (0.6, 0)])
def test_a_doubtful_card_that_lies_edge_to_edge_with_none_shifts_no_rows(sure, row):
    where = {"A": (0, 0), "B": (1, 0), "C": (2, 0)}
    cards = [seen(name, laid(*at)) for name, at in where.items()]
    layout = layout_of([*cards, seen("D", laid(3, -1), sure)])
    assert {name: at for at, name in cells(layout).items()}["A"] == (row, 0)
    assert len(layout.loose) == 1 - row


def test_a_card_that_has_one_copy_lies_once():
    cards = [
        seen("A", laid(0, 0), 0.999, [("B", 0.001)]),
        seen("A", laid(1, 0), 0.6, [("B", 0.4)]),
        seen("B", laid(2, 0), 0.5, [("C", 0.5)]),
    ]
    assert [card.card for card in by_copies(cards, {})] == ["A", "A", "B"]
    one = by_copies(cards, {"A": 1, "B": 1, "C": 1})
    assert [card.card for card in one] == ["A", "B", "C"]
    assert one[0].status == "read"
    two = by_copies(cards, {"A": 2, "B": 1})
    assert (two[1].card, two[1].status) == ("A", "unsure")


def test_two_cards_that_cannot_both_be_there_are_asked_about():
    cards = [seen("A", laid(0, 0)), seen("A", laid(1, 0)), seen(None, laid(2, 0), 0.9)]
    first, second, third = by_copies(cards, {"A": 1})
    assert (first.status, second.status) == ("unsure", "unsure")
    assert third is cards[2]


def test_a_single_card_in_doubt_is_no_layout_but_loose():
    layout = layout_of([seen("ogre", laid(0, 0), 0.4)])
    assert (layout.cells, [card.card for card in layout.loose]) == ((), ["ogre"])
