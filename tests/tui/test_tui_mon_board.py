"""The board of Monstructor Classic and Arena draws what its view says, at any size."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tui_board_kit import NAMES, SIZES

from companion.core.game import View
from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.mon.cards import read_catalogue
from companion.games.mon.classic.view import (
    ArenaView,
    CardView,
    FactionView,
    FightView,
    MonView,
    OutcomeView,
    PlayedView,
    SeatView,
    SideView,
)
from companion.games.mon.words import PartRef
from companion.tui.boards import board_for, mon_draw, mon_fight, mon_parts
from companion.tui.boards.mon_classic import MonBoard
from companion.tui.boards.panels import Box
from companion.tui.canvas import Canvas

FACTIONS = ("UndeadEnd", "ImpClick", "MechanoWar", "ElementalMind", "CreatureScreecher")
BODY = CardView(
    "GM-B", "Gravemoss Ribs", "Gravemoss", "UndeadEnd", "body",
    ("wide", "wide", "narrow", "narrow"), dragon=False, flipped=False, points=None, icons=(),
)  # fmt: skip
HEAD = replace(BODY, card="GM-H", name="Gravemoss Skull", part="head", ports=("wide",))
LIMB = replace(BODY, card="KJ-L", name="Kettlejack Wing", faction="MechanoWar", part="limb",
               ports=("narrow",))  # fmt: skip
DRAGON = replace(LIMB, card="DR-EL-1", name="", monster="", faction="ElementalMind", dragon=True)


def flipped(card, points, *icons):
    """The card with its back up."""
    return replace(card, flipped=True, points=points, icons=icons)


def seat(number, **more):
    """A player with a monster of three cards and two loose ones."""
    given_ = {
        "seat": Seat(number), "name": NAMES[number], "rank": 1, "faction": FACTIONS[number],
        "dragons": (), "own_dragons": number, "monster": (BODY, HEAD, LIMB),
        "loose": (LIMB, HEAD), "table_count": 5, "hand_count": 2, "complete": None, "able": None,
    }  # fmt: skip
    return SeatView(**(given_ | more))


def side(number, cards, total, **more):
    """One side of a fight."""
    given_ = {
        "seat": Seat(number), "name": NAMES[number], "cards": cards, "removed": (), "played": (),
        "cards_points": total, "total": total, "settled": True,
    }  # fmt: skip
    return SideView(**(given_ | more))


SWORD = PlayedView("PSW-2", "Old Sword", "power", "sword", "", 2, 0, ())
SNIP = PlayedView("S-LIMB", "Snip", "spell", "", "takes off a limb", 0, 0, ("KJ-L",))
FIGHT = FightView(
    side(0, (flipped(BODY, 5, "spear", "sword"), flipped(HEAD, 2)), 9, played=(SWORD, SNIP),
         cards_points=7),
    side(1, (flipped(BODY, 5, "axe"),), 5, removed=(flipped(LIMB, 1),)),
    flipped=True, leader=Seat(0), priority=Seat(1), acted=False, passes=1, refused=False,
)  # fmt: skip
BEFORE = FightView(
    side(0, (BODY, HEAD), None, cards_points=None),
    side(1, (), None, cards_points=None, settled=False),
    flipped=False, leader=None, priority=None, acted=False, passes=0, refused=False,
)  # fmt: skip


def table(count, **more):
    """A table in the middle of a game."""
    given_ = {
        "headline": "Ann's turn", "stage": "Build", "turn": Seat(0), "over": False,
        "mode": "classic", "depth": "full", "youngest": Seat(0), "deck": 84,
        "dragons": tuple(FactionView(one, 5, ()) for one in FACTIONS), "arena": None,
        "fight": None, "last": None, "fights": 0, "challenged": False,
        "seats": tuple(seat(number) for number in range(count)),
    }  # fmt: skip
    known = {one.name for one in fields(MonView)}
    return MonView(**{key: value for key, value in (given_ | more).items() if key in known})


WAITING = ArenaView(Seat(1), "Ben", (BODY, HEAD, LIMB))
OUTCOME = OutcomeView(Seat(0), Seat(1), 16, 15, Seat(0), "DR-EL-1")
DRAW = OutcomeView(Seat(0), Seat(1), 14, 14, None, "")


def drawn(view, across=76, down=31, focus=None):
    """Return the board as text."""
    return mon_draw.draw_table(view, across, down, focus).content().plain


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "view"),
    [
        ("build", table(4, last=OUTCOME)),
        ("fight", table(4, fight=FIGHT)),
        ("arena", table(4, mode="arena", arena=WAITING)),
    ],
)
def test_a_table_looks_as_it_did(text_snapshot, name, view, size):
    text_snapshot(drawn(view, *size), f"mon-{name}-{size[0]}x{size[1]}")


@pytest.mark.parametrize("size", [*SIZES, (38, 12)])
@pytest.mark.parametrize("count", range(2, 6))
@pytest.mark.parametrize("fight", [None, FIGHT, BEFORE])
def test_every_player_is_seen_with_the_progress_of_the_dragon(size, count, fight):
    text = drawn(table(count, fight=fight), *size)
    for number in range(count):
        assert NAMES[number] in text
        assert f"{number}/5" in text
    assert "hand 2" in text


@pytest.mark.parametrize("size", SIZES)
def test_a_fight_shows_totals_who_leads_and_who_may_reinforce(size):
    text = drawn(table(4, fight=FIGHT), *size)
    assert "★ Ann leads by 4" in text
    assert "★9" in text
    assert "▶ Ben" in text
    assert "may reinforce" in text
    assert "cards 7 + 2 played" in text
    assert "one more pass ends it" in text
    for said in ("GM-B 5 spear sword", "PSW-2 sword +2", "takes off KJ-L", "KJ-L off"):
        assert said in " ".join(text.split()) or size == SIZES[0]


def test_before_the_flip_no_points_are_shown():
    text = drawn(table(2, fight=BEFORE))
    assert "before the flip (MON-C13)" in text
    assert "not flipped yet" in text
    assert "still building" in text
    assert "◎ Ben  ImpClick  challenged" in text


def test_a_back_is_said_only_when_it_may_be_seen():
    said = "".join(text for text, _ in mon_parts.chip(BODY))
    assert said == "GM-B body WWnn"
    hinted = replace(BODY, points=5, icons=("sword",))
    assert "".join(text for text, _ in mon_parts.chip(hinted)) == said
    assert "5" not in mon_parts.card_line(hinted)
    shown = "".join(text for text, _ in mon_parts.chip(flipped(BODY, 5, "sword")))
    assert shown == "GM-B 5 sword"
    assert mon_parts.card_line(flipped(BODY, 5, "sword")).endswith("5 points, sword")


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (table(2, mode="arena", arena=WAITING), "ARENA  Ben's monster waits"),
        (table(2, last=OUTCOME), "Ann 16 : 15 Ben · Ann won and took DR-EL-1"),
        (table(2, last=replace(OUTCOME, dragon="dragon")), "Ann won and took a Dragon card"),
        (table(2, last=DRAW), "14 : 14 Ben · a draw (MON-C22)"),
        (table(2), "Deck 84 · Dragons Und 5 Imp 5"),
        (table(2, fight=replace(BEFORE, refused=True)), "Ben refuses to build"),
        (table(2, fight=replace(FIGHT, leader=None)), "equal"),
        (table(2, over=True, seats=(seat(0), seat(1, rank=2))), "♛ Ann wins"),
        (table(2, seats=(seat(0, complete=True), seat(1))), "complete"),
        (table(2, seats=(seat(0, able=True), seat(1))), "could build a complete one"),
        (table(2, seats=(seat(0, monster=(), loose=()), seat(1))), "5 parts on the table"),
    ],
)
def test_what_matters_stands_out(view, said):
    assert said in " ".join(drawn(view).split()).replace("ARENA Ben", "ARENA  Ben")


def test_cards_that_find_no_room_are_counted():
    many = seat(0, loose=(LIMB,) * 30)
    assert "more: B" in drawn(table(2, seats=(many, seat(1))), 48, 9)


@given(st.lists(st.text("ab ", max_size=9), max_size=20), st.integers(0, 30), st.integers(0, 6))
def test_chips_stay_in_their_box(texts, across, down):
    canvas = Canvas(across + 2, down + 2)
    chips = [[(text, "")] for text in texts]
    used = mon_parts.flow(canvas, Box(1, 1, across, down), chips)
    assert used <= down
    rows = canvas.content().plain.split("\n")
    assert all(row[:1].strip() == "" and row[across + 1 :].strip() == "" for row in rows)
    assert rows[0].strip() == rows[-1].strip() == ""


@given(
    st.integers(0, 220), st.integers(0, 70), st.integers(2, 5), st.integers(0, 30),
    st.sampled_from([None, FIGHT, BEFORE]), st.booleans(),
)  # fmt: skip
def test_any_table_can_be_drawn_at_any_size(across, down, count, loose, fight, waits):
    seats = tuple(seat(number, loose=(LIMB,) * loose) for number in range(count))
    view = table(count, seats=seats, fight=fight, arena=WAITING if waits else None)
    lines = drawn(view, across, down, Seat(1)).splitlines()
    assert len(lines) <= max(down, 1)
    assert all(len(line) == across for line in lines)


def test_pages_hold_every_card_and_the_middle():
    board = MonBoard()
    board.show(table(3, fight=FIGHT, arena=WAITING, last=OUTCOME))
    pages = {title: text.plain for title, text in board.detail()}
    assert list(pages) == ["Ann", "Ben", "Cleo", "Arena, fight and Dragons", "Who leads"]
    assert "GM-B Gravemoss Ribs · UndeadEnd · body · wide wide narrow narrow" in pages["Ann"]
    assert "Dragon of ImpClick: ●○○○○ 1/5" in pages["Ben"]
    middle = pages["Arena, fight and Dragons"]
    for said in ("Ann attacks: 9, cards 7 + 2 played", "taken off: KJ-L", "UndeadEnd: 5"):
        assert said in middle


def test_a_played_card_says_what_it_did():
    assert mon_fight.played_text(SWORD) == "PSW-2 sword +2"
    assert mon_fight.played_text(SNIP) == "S-LIMB spell takes off KJ-L"
    light = PlayedView("card", "", "spell", "", "", -1, 3, ())
    assert mon_fight.played_text(light) == "Spell -1 +3 to the other"


def test_menus_say_pictures_and_never_backs(repository):
    board = MonBoard()
    board.show(table(2))
    path = repository / "companion" / "games" / "mon" / "catalogue.toml"
    board.catalogue = read_catalogue(path.read_text("utf-8"))
    said = board.label(CardId("GM-B"), Seat(0))
    assert said == "GM-B Gravemoss Ribs · UndeadEnd · body · wide wide narrow narrow"
    assert board.label(PartRef(CardId("GM-B"), 2), Seat(0)) == f"{said}, copy 2"
    assert board.label(CardId("hidden"), None) == "hidden: a Power or Spell card"
    assert board.label((CardId("GM-B"), CardId("GM-H")), None) == "GM-B + GM-H"
    # Of a monster that lies on the table only what changes is said.
    lies = tuple(CardId(card) for card in ("GM-B", "GM-H", "KJ-L"))
    assert board.label((*lies, CardId("GM-B")), Seat(0)) == f"with {said}"
    assert board.label(lies[1:], Seat(0)) == f"without {said}"
    assert board.label(lies[2:], Seat(0)) == "KJ-L"
    assert board.label((), None) == "nothing"


@pytest.mark.parametrize("game", ["mon-classic", "mon-arena"])
def test_the_board_is_found_and_refuses_the_view_of_another_game(game):
    assert board_for(game) is MonBoard
    with pytest.raises(TypeError):
        MonBoard().show(View("", "", None, over=False))
