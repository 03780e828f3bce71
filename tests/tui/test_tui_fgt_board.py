"""The board of Fight! draws what its view says, at any size."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tui_board_kit import NAMES, SIZES

from companion.core.game import View
from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.fgt.cards import read_catalogue
from companion.games.fgt.view import (
    ArenaView,
    AwardView,
    BoostView,
    CardView,
    FamilyView,
    FgtView,
    LeadView,
    MainView,
    SeatView,
    StepView,
)
from companion.games.fgt.words import Family, FamilyCount, Shown
from companion.tui.boards import board_for, fgt_draw
from companion.tui.boards.fgt import FgtBoard

RING = ArenaView("A03", "The Sunken Ring", "Closest to 25", "closest_to", 6, 3)
HALL = ArenaView("A07", "Hall of Mirrors", "Highest power", "highest", 4, 4)
FAMILIES = ("Robot", "Human", "Animal", "Alien")
CARDS = ("Grim Hauler", "Lady Bell", "Old Fang", "Xo")
ACTIVE = BoostView("Human", "active", "W07", "Cheering Kid", "+10 to a chosen Main")
DOWN = BoostView("Alien", "facedown", "", "", "")


def main(number, power="", *steps, alive=True):
    """A Main with printed power 20 and upwards."""
    printed = 20 + number
    now = power or str(printed)
    name = CARDS[number % 4]
    changed = bool(steps)
    family = FAMILIES[number % 4]
    return MainView(f"W{10 + number}", name, family, printed, now, changed, steps, alive)


def seat(number, **more):
    """A player in a Fight."""
    given_ = {
        "seat": Seat(number), "name": NAMES[number], "rank": number + 1, "first": number == 0,
        "glory": 10, "scored": 3, "scored_families": (FamilyView("Human", 2), FamilyView("", 1)),
        "adjusted": 0, "score": 13, "arenas": (HALL, RING), "hand": 4, "hand_families": (),
        "main": main(number), "boost": DOWN, "leads": False, "owed": 0,
    }  # fmt: skip
    return SeatView(**(given_ | more))


def table(*seats, **more):
    """A table in the third Fight."""
    given_ = {
        "headline": "Round 3 of 7", "stage": "Resolving the Boosts", "turn": Seat(1),
        "over": False, "depth": "full", "round": 3, "rounds": 7, "first": Seat(0),
        "order": tuple(one.seat for one in seats), "arena": RING, "coming": HALL, "reserves": 31,
        "graveyard": (CardView("W01", "Xu", "Robot", 4, "Every digit 9 becomes 0"),),
        "revealed": (), "last_family": "Robot", "seats": seats,
        "lead": LeadView(Seat(0), (Seat(0),), "Ann is closest to 25: power 20, 5 away", "FGT-A1"),
        "award": None, "aside": (),
    }  # fmt: skip
    return FgtView(**(given_ | more))


PLUS = StepView(Seat(1), "W07", "+10", "32")
EXAMPLE = table(
    seat(0, leads=True, boost=ACTIVE),
    seat(1, boost=BoostView("Robot", "scored", "", "", "")),
    seat(2, main=main(2, "32", PLUS)),
    seat(3, main=main(3, "0", StepView(Seat(0), "W30", "9>0", "0"), alive=False), boost=None),
)


def drawn(view, across=76, down=31, focus=None):
    """Return the board as text."""
    return fgt_draw.draw_table(view, across, down, focus).content().plain


@pytest.mark.parametrize("size", SIZES)
def test_a_fight_looks_as_it_did(text_snapshot, size):
    text_snapshot(drawn(EXAMPLE, *size), f"fgt-{size[0]}x{size[1]}")


@pytest.mark.parametrize("size", [*SIZES, (38, 12)])
@pytest.mark.parametrize("count", range(2, 9))
def test_every_player_is_seen_and_who_leads_and_why(size, count):
    seats = [seat(number, leads=number == 0) for number in range(count)]
    text = drawn(table(*seats), *size)
    if size[1] > 12 or count < 7:
        assert all(name in text for name in NAMES[:count])
    assert "▶ Ben" in text
    assert "★ Ann" in text
    if size[1] > 12:
        assert "Ann is closest to 25: power 20" in text


@pytest.mark.parametrize("size", SIZES)
def test_a_power_stands_beside_the_printed_one_and_what_changed_it(size):
    text = drawn(EXAMPLE, *size)
    printed = "22 → 32" if size == SIZES[0] else "printed 22"
    assert printed in text
    assert "✝" in text
    if size != SIZES[0]:
        assert "+10 Ben = 32" in text


def test_a_boost_is_its_family_alone_until_it_is_active():
    assert "".join(text for text, _ in fgt_draw.boost_parts(DOWN)) == "▒ Alien face down"
    assert "+10 to a chosen Main" in "".join(text for text, _ in fgt_draw.boost_parts(ACTIVE))
    taken = replace(DOWN, state="stolen")
    assert "taken by another player" in "".join(text for text, _ in fgt_draw.boost_parts(taken))


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (EXAMPLE, "Reserves 31 · Graveyard 1 (top W01) · next A07 Hall of Mirrors, 4 Glory"),
        (replace(EXAMPLE, aside=(RING,)), "set aside 1"),
        (replace(EXAMPLE, lead=None), "nobody leads yet"),
        (table(seat(0), seat(1, main=None, boost=None)), "another Family than Robot if you can"),
        (table(seat(0), seat(1, main=None, boost=None)), "no Main yet"),
        (table(seat(0), seat(1), revealed=EXAMPLE.graveyard), "Turned up: W01 Robot"),
        (
            table(
                seat(0), seat(1), arena=None, award=AwardView(RING, Seat(1), "for this", "FGT-A3")
            ),
            "Ben  took The Sunken Ring, 6 Glory: for this (FGT-A3)",
        ),
        (
            table(seat(0), seat(1), arena=None, award=AwardView(RING, None, "all died", "FGT-A4")),
            "nobody  took",
        ),
        (replace(EXAMPLE, over=True, turn=None, arena=None, lead=None), "♛ Ann wins"),
    ],
)
def test_what_matters_stands_out(view, said):
    assert said in drawn(view)


def test_a_main_without_a_name_says_its_family_once():
    blank = MainView("card", "", "Robot", None, "", changed=False, steps=(), alive=True)
    text = drawn(table(replace(seat(0), main=blank, boost=None, scored_families=())))
    assert text.count("Robot") == 1


@given(
    st.integers(0, 220), st.integers(0, 70), st.integers(2, 8), st.booleans(), st.booleans(),
    st.sampled_from(["", "X" * 60]),
)  # fmt: skip
def test_any_table_can_be_drawn_at_any_size(across, down, count, fighting, light, name):
    seats = [seat(number) for number in range(count)]
    if light:
        blank = MainView("card", "", "Robot", None, "", changed=False, steps=(), alive=True)
        seats = [replace(one, main=blank, scored_families=()) for one in seats]
    if not fighting:
        seats = [replace(one, main=None, boost=None) for one in seats]
    if name:
        seats = [replace(one, name=name) for one in seats]
    lines = drawn(table(*seats), across, down, Seat(1)).splitlines()
    assert len(lines) <= max(down, 1)
    assert all(len(line) == across for line in lines)


def test_pages_hold_what_the_board_shortens():
    board = FgtBoard()
    board.show(EXAMPLE)
    pages = {title: text.plain for title, text in board.detail()}
    assert list(pages) == [
        "Ann",
        "Ben",
        "Cleo",
        "Dan",
        "Arenas, Reserves and Graveyard",
        "Who leads",
    ]
    assert "+10 Ben = 32" in pages["Cleo"]
    assert "A03 The Sunken Ring · 6 Glory · Closest to 25" in pages["Ann"]
    middle = pages["Arenas, Reserves and Graveyard"]
    assert "W01 Xu · Power 4 · Robot · Every digit 9 becomes 0" in middle
    assert "Next: A07 Hall of Mirrors" in middle


CATALOGUE = """game = "fgt"
schema = 1
title = "two"
invented = true
[[warrior]]
id = "W07"
name = "Cheering Kid"
power = 3
family = "Human"
ability = { text = "+10 to a chosen Main", op = "add", n = 10, scope = "chosen_main" }
[[arena]]
id = "A03"
name = "The Sunken Ring"
glory = 6
condition = { text = "Closest to 25", kind = "closest_to", value = 25 }
"""


def test_menus_say_warriors_arenas_and_families_in_words():
    board = FgtBoard()
    board.show(EXAMPLE)
    board.catalogue = read_catalogue(CATALOGUE)
    kid = "W07 Cheering Kid · Human 3 · +10 to a chosen Main"
    assert board.label(Shown(CardId("W07"), None), Seat(0)) == kid
    assert board.label(CardId("W07"), Seat(0)) == kid
    assert board.label(CardId("A03"), None) == "A03 The Sunken Ring · 6 Glory · Closest to 25"
    assert board.label(Shown(None, Family.ROBOT), Seat(0)) == "Robot"
    assert board.label(Family.ALIEN, Seat(0)) == "Alien"
    counts = (FamilyCount(Family.ROBOT, 3), FamilyCount(Family.ALIEN, 1))
    assert board.label(counts, Seat(0)) == "3 Robot, 1 Alien"
    assert board.label(None, None) == "not said"
    assert board.label(CardId("card"), None) == "the card"


def test_the_board_is_found_and_refuses_the_view_of_another_game():
    assert board_for("fgt") is FgtBoard
    with pytest.raises(TypeError):
        FgtBoard().show(View("", "", None, over=False))
