"""The board of Dominoes draws what its view says, at any size."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import View
from companion.core.seats import Seat
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import read_catalogue
from companion.games.mon.dominoes.view import (
    CardView,
    DominoesView,
    PieceView,
    PortView,
    SeatView,
)
from companion.games.mon.words import PartRef, PortRef
from companion.tui.boards import board_for
from companion.tui.boards import mon_dominoes_draw as draw
from companion.tui.boards.mon_dominoes import BOARD, DominoesBoard
from companion.tui.boards.mon_layout import laid_out, links_of

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
WIDTHS = {"w": "wide", "n": "narrow"}
CATALOGUE = """
title = "two"
[[card]]
id = "B1"
name = "Ribs"
monster = "Mossling"
faction = "ImpClick"
part = "body"
ports = ["wide", "narrow"]
points = 77
icons = ["axe"]
[[card]]
id = "P1"
name = "Great axe"
kind = "power"
icon = "axe"
points = 66
"""


def card(name, ports="w", part="head"):
    return CardView(
        name, f"the {name}", "Mossling", "ImpClick", part, tuple(WIDTHS[one] for one in ports)
    )


def monster(*laid):
    """Pieces from `name ports [own>other ...]`: `H1 w 1>B1.2` joins port 1 of H1 to B1.2."""
    joined = {}
    words = [one.split() for one in laid]
    for name, _, *joints in words:
        for joint in joints:
            own, other = joint.split(">")
            joined[f"{name}.{own}"], joined[other] = other, f"{name}.{own}"
    return tuple(
        PieceView(
            name,
            card(name.partition("#")[0], ports, "body" if name[0] == "B" else "head"),
            tuple(
                PortView(f"{name}.{n}", WIDTHS[one], joined.get(f"{name}.{n}", ""))
                for n, one in enumerate(ports, 1)
            ),
        )
        for name, ports, *_ in words
    )


BEAST = monster("B1 wwnn", "H1 w 1>B1.1", "L1 n 1>B1.3", "B2 ww 1>B1.2")


def seat(number, **more):
    fields = {
        "seat": Seat(number), "name": NAMES[number], "rank": 1, "hand": (), "hand_count": 5,
        "collected": (), "collected_count": 0, "monsters": 0, "points": None,
    }  # fmt: skip
    return SeatView(**(fields | more))


def table(*seats, **more):
    """A table with a beast in the centre, and Ann to play."""
    fields = {
        "headline": "Ann's turn", "stage": "Turn", "turn": Seat(0), "over": False, "depth": "full",
        "hands": "closed", "youngest": Seat(0), "deck": 43, "centre": BEAST, "wide": 1,
        "narrow": 1, "drew": False, "discarded": 0, "seats": seats or (seat(0), seat(1)),
    }  # fmt: skip
    return DominoesView(**(fields | more))


def drawn(view, across=76, down=31):
    return draw.draw_table(view, across, down, None).content().plain


def at(text, word):
    """Column and row of a word on the board."""
    lines = text.splitlines()
    row = next(number for number, line in enumerate(lines) if word in line)
    return lines[row].index(word), row


def board_of(view):
    board = DominoesBoard()
    board.show(view)
    return board


# ---------------------------------------------------------------- the monster


def test_cards_show_id_part_name_and_free_ports():
    text = drawn(table())
    for word in ("B1 body", "the B1", "H1 head", "○4n", "○2W"):
        assert word in text
    assert text.count("○") == 2


def test_a_wide_connection_is_double_and_a_narrow_one_single():
    text = drawn(table(centre=monster("B1 wn", "H1 w 1>B1.1")))
    assert "═" in text or "║" in text
    text = drawn(table(centre=monster("B1 wn", "L1 n 1>B1.2")), 138, 50)
    assert "──│" in text or "│──" in text
    assert "═" not in text


def test_joined_cards_lie_side_by_side():
    layout = laid_out(BEAST, 9, 9)
    assert layout.apart == []
    assert {(link.one, link.other, link.wide) for link in layout.beside} == {
        ("B1", "H1", True), ("B1", "L1", False), ("B1", "B2", True),
    }  # fmt: skip
    for link in layout.beside:
        (x, y), (a, b) = layout.places[link.one], layout.places[link.other]
        assert abs(x - a) + abs(y - b) == 1


def test_neighbours_in_the_layout_are_neighbours_on_the_screen():
    text = drawn(table())
    layout = laid_out(BEAST, 9, 9)
    (column, row), (x, y) = layout.places["B1"], layout.places["H1"]
    (ax, ay), (bx, by) = at(text, "B1 body"), at(text, "H1 head")
    assert ((bx > ax) - (bx < ax), (by > ay) - (by < ay)) == (x - column, y - row)


def test_cards_that_cannot_lie_side_by_side_have_the_same_letter():
    star = monster("B1 wwwww", *(f"H{n} w 1>B1.{n}" for n in range(1, 6)))
    text = drawn(table(centre=star))
    assert text.count("~a") == 2
    assert "same ~ letter" in text


def test_two_connections_of_one_pair_are_both_said():
    twice = monster("B1 ww", "B2 www 1>B1.1 2>B1.2")
    assert [len(part) for part in (laid_out(twice, 5, 5).beside, laid_out(twice, 5, 5).apart)] == [
        1, 1,
    ]  # fmt: skip
    assert len(list(links_of(twice))) == 2


def test_a_growing_monster_stays_where_it_lay():
    cards = [f"B{n} wwn 1>B{n - 1}.2" for n in range(2, 9)]
    before = laid_out(monster("B1 wwn", *cards[:4]), 20, 20)
    after = laid_out(monster("B1 wwn", *cards), 20, 20)
    x, y = before.places["B1"]
    a, b = after.places["B1"]
    for word, (column, row) in before.places.items():
        assert after.places[word] == (column - x + a, row - y + b)


def test_free_ports_are_named_as_people_type_them():
    assert "Free   W B2.2  n B1.4" in drawn(table())
    assert "free 1 wide, 1 narrow" in drawn(table())


def test_the_newest_card_stands_out():
    canvas = draw.draw_table(table(), 76, 31, None)
    spans = {span.style for span in canvas.content().spans}
    assert draw.NEWEST in spans
    alone = draw.draw_table(table(centre=BEAST[:1]), 76, 31, None)
    assert draw.NEWEST not in {span.style for span in alone.content().spans}


def test_a_monster_too_large_for_any_drawing_is_listed():
    many = monster("B1 ww", *(f"B{n} ww 1>B{n - 1}.2" for n in range(2, 60)))
    text = drawn(table(centre=many), 48, 17)
    assert "B1 ○1W" in text
    assert "B58  B59 ○1W" in text
    assert "more: B" in drawn(table(centre=many), 48, 11)


def test_light_depth_shows_how_many_cards_there_are():
    pieces = tuple(
        PieceView(word, CardView("card", "", "", "", "", ()), ()) for word in ("card", "card#2")
    )
    text = drawn(table(depth="light", centre=pieces, wide=0, narrow=0))
    assert "■ ■" in text
    assert "Monster 2" in text
    assert "Free" not in text
    assert "wide" not in text


# ---------------------------------------------------------------- players and piles


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (table(), "▶ Ann"),
        (table(drew=True), "▶ Ann  took a card"),
        (table(), "Deck 43 · Monster 4"),
        (table(seat(0, collected_count=9, monsters=2), seat(1)), "won 9 in 2 monsters"),
        (table(seat(0), seat(1, hand_count=3)), "hand 3 · won 0"),
        (table(seat(0, hand=(card("H7"), card("B9", "wn"))), seat(1)), "B9 Wn"),
        (table(seat(0, points=47, collected_count=9), over=True), "♛ Ann wins"),
        (table(seat(0, points=1, collected_count=1), over=True), "1 point · 1 card"),
        (table(centre=(), stage="Start"), "The centre is empty: Ann puts a card"),
        (table(centre=(), stage="Count"), "The centre is empty"),
        (table(centre=(), over=True, discarded=7), "7 cards unused"),
        (table(centre=(), over=True, discarded=7), "Unused 7"),
    ],
)
def test_what_matters_stands_out(view, said):
    assert said in drawn(view)


def test_five_players_are_all_named_on_a_small_screen():
    text = drawn(table(*(seat(number) for number in range(5))), 48, 17)
    assert all(name in text for name in NAMES)
    assert "B1" in text


def test_open_hands_leave_room_for_the_monster():
    hand = tuple(card(f"H{n}") for n in range(9))
    text = drawn(table(*(seat(n, hand=hand, hand_count=9) for n in range(5))), 48, 17)
    assert all(name in text for name in NAMES)
    assert "B1" in text


@settings(max_examples=60)
@given(
    st.integers(0, 200), st.integers(0, 60), st.integers(2, 5), st.integers(0, 30),
    st.integers(0, 9), st.booleans(),
)  # fmt: skip
def test_any_table_can_be_drawn_at_any_size(across, down, seats, size, hand, over):
    cards = monster("B1 wwn", *(f"B{n} wwn 1>B{max(1, n - 2)}.2" for n in range(2, size + 1)))
    cards = cards[:size]
    hands = tuple(card(f"H{n}") for n in range(hand))
    view = table(
        *(seat(n, hand=hands, hand_count=hand) for n in range(seats)), centre=cards, over=over
    )
    lines = drawn(view, across, down).splitlines()
    assert len(lines) <= max(down, 1)
    assert all(len(line) == across for line in lines)


@given(st.integers(1, 40), st.integers(1, 12), st.integers(1, 12))
def test_every_card_gets_a_place_of_its_own_within_the_bounds(size, columns, rows):
    cards = monster("B1 wwn", *(f"B{n} wwn 1>B{n // 2}.{2 + n % 2}" for n in range(2, size + 1)))
    layout = laid_out(cards, columns, rows)
    if size > columns * rows:
        assert layout is None
        return
    assert len(set(layout.places.values())) == size
    across, down = layout.size
    assert (across <= columns, down <= rows) == (True, True)
    assert len(layout.beside) + len(layout.apart) == size - 1


# ---------------------------------------------------------------- pages and menus


def test_pages_hold_every_card_and_the_centre():
    view = table(
        seat(0, hand=(card("H7"),), collected=(card("L3", "n", "limb"),), collected_count=1),
        seat(1),
    )
    pages = {title: text.plain for title, text in board_of(view).detail()}
    assert list(pages) == ["Ann", "Ben", "The monster in the centre", "Who leads"]
    assert "H7 the H7 · head · wide · ImpClick" in pages["Ann"]
    assert "Won, newest first" in pages["Ann"]
    assert "L3 the L3 · limb · narrow" in pages["Ann"]
    assert "B1.3 narrow: L1.1" in pages["The monster in the centre"]
    assert "B2.2 wide: free" in pages["The monster in the centre"]
    empty = dict(board_of(table(centre=())).detail())
    assert empty["The monster in the centre"].plain == "The centre is empty."


def test_menus_say_cards_and_ports_in_words_and_never_their_backs():
    board = board_of(table())
    assert board.label(CardId("B1"), Seat(0)) == "B1"
    board.catalogue = read_catalogue(CATALOGUE)
    ribs = "B1 Ribs · body · wide narrow · ImpClick"
    assert board.label(CardId("B1"), Seat(0)) == ribs
    assert board.label(CardId("P1"), Seat(0)) == "P1 Great axe · power"
    assert board.label(UNNAMED, Seat(0)) == "the card"
    assert board.label(PartRef(CardId("B1"), 2), None) == f"{ribs}, copy 2"
    port = PortRef.parse("B1.3")
    assert board.label(port, Seat(0)) == "B1.3 · narrow · the B1"
    assert board.label((port,), Seat(0)) == "B1.3 · narrow · the B1"
    assert board.label((port, PortRef.parse("B2.2")), Seat(0)) == "B1.3 + B2.2"
    assert board.label(PortRef.parse("ZZ.1"), Seat(0)) == "ZZ.1"
    assert board.label((), Seat(0)) == "nothing"
    assert board.label(None, None) == "not said"
    assert DominoesBoard().label(port, None) == "B1.3"


def test_the_board_is_found_by_the_games_id_and_refuses_another_view():
    assert board_for("mon-dominoes") is BOARD is DominoesBoard
    with pytest.raises(TypeError):
        DominoesBoard().show(View("", "", None, over=False))
    assert DominoesBoard().detail() == []


def test_what_is_drawn_changes_with_the_view_alone():
    view = table()
    assert drawn(view) == drawn(replace(view))
    assert drawn(view) != drawn(replace(view, deck=42))
