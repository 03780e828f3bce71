"""The board of Ready, Set, Fight draws what its view says, at any size."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import View
from companion.core.seats import Seat
from companion.core.words import CardId, Cell
from companion.games.rsf.view import (
    CardView,
    DiscardView,
    PieceView,
    RsfView,
    SeatView,
    SquareView,
    StrikeView,
)
from companion.games.rsf.words import SPECIAL_MODE, Mode, PieceRef
from companion.tui.boards import board_for, rsf_draw
from companion.tui.boards.rsf import RsfBoard


def card(name, title, races, points):
    """A card lying open; two races make it a hybrid."""
    return CardView(name, title, races, len(races) > 1, *points)


def piece(x, y, which):
    """A card in play."""
    return PieceView(x, y, which, mode="", outside=True)


HOUND = card("R04", "Rust Hound", ("Robot",), (4, 0, 0))
VINE = card("H02", "Vinebot", ("Robot", "Plant"), (1, 1, 3))
MOTH = card("I03", "Moth", ("Insect",), (2, 5, 0))
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def seat(number, cells=((0, 0), (1, 0), (0, 1), (1, 1)), **more):
    """A player with a monster of hounds on these cells."""
    pieces = tuple(piece(x, y, HOUND) for x, y in cells)
    squares = (SquareView(0, 0, 4, "Robot"),) if len(cells) == 4 else ()
    fields = {
        "seat": Seat(number), "name": NAMES[number], "alive": True, "rank": number + 1,
        "attack": 8, "defense": 12, "special": 1, "race": "Robot", "piece_count": len(cells),
        "pieces": pieces, "squares": squares, "hand": (), "hand_count": 0, "exchanged": False,
        "ready": True, "confirmed": True,
    }  # fmt: skip
    return SeatView(**(fields | more))


def table(*seats, **more):
    """A table in Phase 2."""
    fields = {
        "headline": "Phase 2", "stage": "Fight: combat", "turn": Seat(0), "over": False,
        "depth": "full", "phase": 2, "sd_round": 0, "starter": Seat(0), "budget": 2,
        "actions_left": 1, "specials_left": 1, "pile": 83, "discard": (), "destroyed": (),
        "seats": seats, "strike": None, "special": "", "victim": None, "owed": 0,
        "last_roll": None,
    }  # fmt: skip
    return RsfView(**(fields | more))


def drawn(view, across=120, down=40, focus=None):
    """Return the board as text."""
    return rsf_draw.draw_table(view, across, down, focus).content().plain


def test_a_monster_shows_cards_points_race_and_squares():
    text = drawn(table(seat(0), seat(1)))
    assert "R04" in text
    assert "4/0 R" in text
    assert "★+4" in text
    assert "Robot" in text
    assert "▶ Ann" in text


def test_a_mixed_square_has_a_mark_of_its_own():
    assert "◆+1" in drawn(table(seat(0, squares=(SquareView(0, 0, 1, ""),)), seat(1)))


@pytest.mark.parametrize(
    ("mode", "said"), [("", "1/1≈RP"), ("Plant", "1/1≈P"), ("special", "1/1✦3")]
)
def test_a_hybrid_shows_how_it_is_used(mode, said):
    assert rsf_draw.card_points(VINE, mode) == said


def test_neighbours_on_the_grid_are_neighbours_on_the_screen():
    pieces = (piece(5, 5, HOUND), piece(5, 6, MOTH))
    lines = drawn(table(seat(0, pieces=pieces, squares=()), seat(1, cells=()))).splitlines()
    upper = next(y for y, line in enumerate(lines) if "I03" in line)
    lower = next(y for y, line in enumerate(lines) if "R04" in line)
    assert upper < lower
    assert lines[upper].index("I03") == lines[lower].index("R04")


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (table(seat(0), seat(1), strike=StrikeView(Seat(0), Seat(1), 8, 12, "", 0)), "◎ Ben"),
        (table(seat(0), seat(1), victim=Seat(1)), "▼ Ben"),
        (table(seat(0), seat(1, alive=False, cells=())), "✝ Ben"),
        (table(seat(0), seat(1), discard=(DiscardView(HOUND, Seat(1)),)), "Discard 1 (top R04)"),
        (table(seat(0), seat(1), destroyed=(HOUND, VINE)), "Destroyed 2"),
        (table(seat(0), seat(1, hand=(VINE,), hand_count=3)), "Hand 3: H02"),
        (table(seat(0, pieces=()), seat(1, pieces=()), depth="light"), "■ ■ ■ ■"),
    ],
)
def test_what_matters_stands_out(view, said):
    assert said in drawn(view)


def test_who_must_act_is_shown_when_not_all_fit():
    many = [seat(number, cells=tuple((x, 0) for x in range(7))) for number in range(6)]
    view = table(*many, victim=Seat(4))
    assert rsf_draw.in_focus(view) == Seat(4)
    small = drawn(view, 50, 16)
    assert all(name in small for name in NAMES)
    assert small.count("R04") == 7
    assert "▼ Eve" in small.splitlines()[4]
    assert "under" not in small
    assert drawn(view, 50, 16, Seat(1)) != small


@given(
    st.integers(0, 220), st.integers(0, 70), st.integers(2, 6),
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), unique=True, max_size=14),
)  # fmt: skip
def test_any_table_can_be_drawn_at_any_size(across, down, seats, cells):
    view = table(*(seat(number, cells=tuple(cells)) for number in range(seats)))
    lines = drawn(view, across, down).splitlines()
    assert len(lines) <= max(down, 1)
    assert all(len(line) == across for line in lines)


def test_pages_hold_every_card_and_the_middle():
    board = RsfBoard()
    middle = {"discard": (DiscardView(MOTH, Seat(1)),), "destroyed": (VINE,)}
    board.show(table(seat(0, hand=(VINE,), hand_count=1), seat(1), **middle))
    pages = {title: text.plain for title, text in board.detail()}
    assert list(pages) == ["Ann", "Ben", "Cards in the middle", "Who leads"]
    assert "H02 · Vinebot · ATK 1 DEF 1 · Robot/Plant · hybrid, special 3" in pages["Ann"]
    assert "+4 DEF Robot" in pages["Ann"]
    assert "Moth · ATK 2 DEF 5 · Insect · discarded by Ben" in pages["Cards in the middle"]


def test_menus_say_cards_pieces_and_modes_in_words():
    board = RsfBoard()
    board.show(table(seat(0, cells=((0, 0),)), seat(1, cells=((3, 4),))))
    assert board.label(SPECIAL_MODE, Seat(0)) == "special ability"
    assert board.label(Mode("Plant"), Seat(0)) == "as Plant"
    ref = PieceRef(CardId("R04"))
    assert board.label(ref, Seat(1)) == "R04 · Rust Hound · ATK 4 DEF 0 · Robot · at 3,4"
    assert board.label(ref, Seat(0)).endswith("at 0,0")
    assert board.label(None, None) == "not said"
    assert board.label(Cell(2, -1), Seat(0)) == "2,-1"
    assert board.label(Cell(0, 1), Seat(0)) == "0,1 · above R04"
    assert board.label(Cell(2, 4), Seat(1)) == "2,4 · left of R04"
    assert board.label((CardId("R01"), CardId("R02")), Seat(0)) == "R01 + R02"


def test_the_board_refuses_the_view_of_another_game():
    with pytest.raises(TypeError):
        RsfBoard().show(View("", "", None, over=False))


def test_the_board_is_found():
    assert board_for("rsf") is RsfBoard


def test_a_race_keeps_its_colour():
    assert rsf_draw.race_style("Robot") == rsf_draw.race_style("robot")
    assert rsf_draw.race_style("Golem") == rsf_draw.race_style("Golem") != ""
    assert rsf_draw.race_style("") == ""


def test_a_race_is_said_whole_beside_a_shorter_title_where_the_scores_leave_no_room():
    ann = seat(0, attack=15, special=0)
    row, scores = drawn(table(ann, replace(ann, seat=Seat(1), name="Ben")), 48, 17).splitlines()[:2]
    assert row.startswith("▶ Ann  1 action   Robot")
    assert scores.startswith("ATK 15 DEF 12 SPC 0   ")
    wide = drawn(table(ann, replace(ann, seat=Seat(1), name="Ben")), 120, 17).splitlines()[0]
    assert wide.startswith("▶ Ann  1 action, 1 special left")


def test_a_long_row_is_never_cut_without_saying_so():
    row = tuple((x, 0) for x in range(20))
    one = seat(0, cells=row)
    text = drawn(table(one, replace(one, seat=Seat(1), name="Ben")), 50, 12)
    assert "20 pieces: see Cards" in text
