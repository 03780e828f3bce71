"""The board of MonsterDice draws what its view says, at any size."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tui_board_kit import NAMES, SIZES

from companion.core.dice import kind_name
from companion.core.game import View
from companion.core.seats import Seat
from companion.games.md.view import (
    CardView,
    DeclaredView,
    DieView,
    FaceView,
    MdView,
    OfferView,
    RolloffView,
    RollView,
    SeatView,
)
from companion.games.md.words import DieRef, HandCard, Special
from companion.tui.boards import board_for, md_draw
from companion.tui.boards.md import MdBoard

KINDS = ("teeth", "squid", "devil", "spider", "dimwit", "eye")


def die(kind, face, owner=0, *, usable=False, used=False, twin=False):
    """One die; a twin is told from another of its kind by who brought it."""
    name = f"md.{kind}"
    ref = f"{kind}@{owner + 1}" if twin else kind
    return DieView(name, kind_name(name), ref, face, face == "S", usable, used, Seat(owner))


def pool(faces, owner=0, **more):
    """Six dice, one of each kind."""
    return tuple(die(kind, face, owner, **more) for kind, face in zip(KINDS, faces, strict=True))


SURPRISE = CardView("surprise", "Surprise")
KNOT = CardView("squid_knot", "Squid Knot")


def seat(number, **more):
    """A player with six dice."""
    given_ = {
        "seat": Seat(number), "name": NAMES[number], "starter": number == 2,
        "in_turn": number == 0, "asked": number == 0, "rank": number + 1, "points": 0,
        "pool": pool("S2345S" if number else "S234SS", number), "infirmary": (),
        "hand_count": number + 3, "counted": False, "played": (), "turns": 2,
    }  # fmt: skip
    return SeatView(**(given_ | more))


OFFERS = (
    OfferView("MD-E1", "bite one die of an opponent", ("Teeth-Die",), combo=False),
    OfferView("MD-C1", "bite two dice", ("Teeth-Die", "Die'vil"), combo=True),
)


def table(*seats, **more):
    """A table in the effects of a turn."""
    given_ = {
        "headline": "Round 3", "stage": "Turn: effects", "turn": Seat(0), "over": False,
        "depth": "full", "step": "effects", "round": 3, "starter": Seat(2), "deck": 21,
        "last_round": False, "seats": seats, "offers": OFFERS, "reroll": False, "triples": 0,
        "declared": None, "rolloff": (), "last_roll": None,
    }  # fmt: skip
    return MdView(**(given_ | more))


MINE = (
    die("teeth", "S", usable=True), die("squid", "4"), die("devil", "S", used=True),
    die("spider", "2", twin=True), die("spider", None, 1, twin=True), die("dimwit", "6"), die("eye", "5"),
)  # fmt: skip
BITTEN = seat(1, pool=pool("S2345S", 1)[:3], infirmary=(die("eye", "3", 1), die("squid", "2", 0)))
EXAMPLE = table(
    seat(0, pool=MINE, played=(SURPRISE, SURPRISE, KNOT), points=6), BITTEN, seat(2), seat(3)
)
DECLARED = DeclaredView("MD-E1", "Ann bites Ben's Spider-Die", Seat(1), (Seat(1), Seat(2)), ())


def drawn(view, across=76, down=31, focus=None):
    """Return the board as text."""
    return md_draw.draw_table(view, across, down, focus).content().plain


@pytest.mark.parametrize("size", SIZES)
def test_a_turn_looks_as_it_did(text_snapshot, size):
    text_snapshot(drawn(EXAMPLE, *size), f"md-{size[0]}x{size[1]}")


@pytest.mark.parametrize("size", [*SIZES, (38, 12)])
@pytest.mark.parametrize("count", range(2, 7))
def test_every_player_is_seen_with_dice_and_hand(size, count):
    text = drawn(table(*(seat(number) for number in range(count))), *size)
    assert all(name in text for name in NAMES[:count])
    assert "▶ Ann" in text
    assert "Deck 21" in text
    for number in range(count):
        assert f"hand {number + 3}" in text or f"h{number + 3} " in text


@pytest.mark.parametrize("size", SIZES)
def test_dice_are_faces_with_the_names_of_their_kinds(size):
    text = drawn(table(seat(0, pool=pool("S23456", usable=True)), seat(1)), *size)
    assert all(kind in text for kind in KINDS)
    # On a large screen faces are drawn in large digits.
    assert ("[S]" in text) == (size == SIZES[0])
    assert ("┌───────┐" in text) == (size != SIZES[0])


def test_sculpted_sides_shine_until_they_are_used():
    to_use, used, others = die("eye", "S", usable=True), die("eye", "S", used=True), die("eye", "S")
    assert [md_draw.face_text(one) for one in (to_use, used, others)] == ["[S]", "(S)", " S "]
    assert md_draw.face_style(to_use).startswith("$on-")
    assert md_draw.face_style(used) == "dim"
    assert md_draw.face_text(die("eye", None)) == " · "
    assert md_draw.face_text(die("eye", "4")) == " 4 "


def test_twins_in_a_pool_are_told_apart_as_records_do():
    text = drawn(EXAMPLE)
    assert "@1" in text
    assert "@2" in text
    assert "@" not in drawn(table(seat(0, pool=pool("S23456", 1)), seat(1)))


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (EXAMPLE, "✚ infirmary: D'eye, Squi'Die of Ann"),
        (EXAMPLE, "in front: 2 Surprise, Squid Knot"),
        (EXAMPLE, "6 points · hand 3"),
        (EXAMPLE, "Cleo ◆begins"),
        (replace(EXAMPLE, declared=DECLARED), "Ann bites Ben's Spider-Die"),
        (replace(EXAMPLE, declared=DECLARED), "◎ Ben answers"),
        (replace(EXAMPLE, declared=DECLARED), "◎ Cleo ◆begins answers next"),
        (replace(EXAMPLE, triples=1), "1 die comes back from the infirmary (MD-I2)"),
        (replace(EXAMPLE, triples=2), "2 dice come back"),
        (replace(EXAMPLE, reroll=True), "Two Die'vil: any of the own dice may be rolled again"),
        (replace(EXAMPLE, last_round=True, deck=0), "this is the last round"),
        (
            table(seat(0), seat(1), rolloff=(RolloffView(Seat(0), 19), RolloffView(Seat(1), None))),
            "Roll-off: Ann 19 Ben ·",
        ),
        (table(seat(0, in_turn=False), seat(1)), "◎ Ann rolls"),
        (table(seat(0), seat(1), over=True), "♛ Ann wins"),
        (table(seat(0, counted=True), seat(1)), "hand counted"),
        (table(seat(0, pool=()), seat(1)), "no dice in the pool"),
        (table(seat(0), seat(1)), "Teeth-Die + Die'vil"),
    ],
)
def test_what_matters_stands_out(view, said):
    assert said in " ".join(drawn(view).split())


def test_what_the_dice_offer_is_listed_where_there_is_room():
    text = drawn(table(seat(0), seat(1)), 138, 51)
    assert "Ann's dice offer" in text
    assert "Teeth-Die + Die'vil: bite two dice (MD-C1)" in text


@given(
    st.integers(0, 220), st.integers(0, 70), st.integers(2, 6), st.integers(0, 36),
    st.booleans(),
)  # fmt: skip
def test_any_table_can_be_drawn_at_any_size(across, down, count, dice, declared):
    heap = (pool("S2345S") * 6)[:dice]
    seats = [seat(number, pool=heap, infirmary=heap[:2]) for number in range(count)]
    view = table(*seats, declared=DECLARED if declared and count > 2 else None)
    lines = drawn(view, across, down, Seat(1)).splitlines()
    assert len(lines) <= max(down, 1)
    assert all(len(line) == across for line in lines)


def test_pages_hold_every_die_and_the_middle():
    board = MdBoard()
    last = RollView(Seat(0), (FaceView("md.eye", "D'eye", "S"),), "turn", "one side", "MD-T2")
    board.show(replace(EXAMPLE, last_roll=last, declared=DECLARED))
    pages = {title: text.plain for title, text in board.detail()}
    assert list(pages) == ["Ann", "Ben", "Cleo", "Dan", "Offers, deck and last roll", "Who leads"]
    assert "Teeth-Die (teeth) shows S · can be used" in pages["Ann"]
    assert "Spider-Die (spider@2) not rolled · brought by Ben" in pages["Ann"]
    assert "Die'vil (devil) shows S · used" in pages["Ann"]
    assert "Squi'Die (squid) shows 2 · brought by Ann" in pages["Ben"]
    middle = pages["Offers, deck and last roll"]
    for said in ("Teeth-Die: bite one die", "Deck: 21", "Last roll, turn: Ann: D'eye S", "MD-E1"):
        assert said in middle


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_players_page_has_all_dice_and_no_hole(seat):
    board = MdBoard()
    board.show(EXAMPLE)
    title, page = board.detail()[seat]
    assert title == EXAMPLE.seats[seat].name
    rows = [row.strip() for row in page.plain.splitlines()]
    assert ("", "") not in pairwise(rows[:-1])
    for one in EXAMPLE.seats[seat].pool:
        assert any(md_draw.short(one.kind) in row for row in rows[:12])


@pytest.mark.usefixtures("accented")
def test_in_another_language_a_die_is_said_with_what_it_shows_too():
    board = MdBoard()
    board.show(EXAMPLE)
    assert board.label(DieRef("md.eye"), Seat(0)) == "D'eye shówíng 5"
    board.about = Seat(1)
    assert board.label(DieRef("md.eye"), Seat(0)) == "D'eye ín thé ínfírmáry"


def test_menus_say_dice_and_cards_in_words():
    board = MdBoard()
    assert board.label(DieRef("md.eye"), Seat(0)) == "D'eye"
    board.show(EXAMPLE)
    assert board.label(DieRef("md.eye"), Seat(0)) == "D'eye showing 5"
    stolen = DieRef("md.spider", Seat(1))
    assert board.label(stolen, Seat(0)) == "Spider-Die brought by Ben showing no face"
    board.about = Seat(2)
    assert board.label(DieRef("md.eye"), Seat(0)) == "D'eye showing S"
    board.about = Seat(1)
    assert board.label(DieRef("md.eye"), Seat(0)) == "D'eye in the infirmary"
    board.about = None
    assert board.label(Special.SQUID_KNOT, None) == "Squid Knot"
    assert board.label(HandCard(7), None) == "a point card worth 7"
    assert board.label(HandCard(special=Special.DIMWIT), None) == "Dimwit"
    dice = (DieRef("md.eye"), DieRef("md.teeth"))
    assert board.label(dice, Seat(0)) == "D'eye showing 5, Teeth-Die showing S"
    assert board.label(None, None) == "not said"


def test_the_board_is_found_and_refuses_the_view_of_another_game():
    assert board_for("md") is MdBoard
    with pytest.raises(TypeError):
        MdBoard().show(View("", "", None, over=False))
