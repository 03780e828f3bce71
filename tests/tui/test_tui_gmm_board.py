"""The board of Monster Mayhem: what stands on it, at any size, and how menus say things."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import View
from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.gmm.cards import GmmCatalogue, Monster
from companion.games.gmm.view import CardView, GmmView, OutcomeView, SeatView, TrophyView
from companion.games.gmm.words import Ability, Call
from companion.tui.boards import board_for
from companion.tui.boards.gmm import GmmBoard
from companion.tui.boards.gmm_draw import Page, draw_table
from companion.tui.boards.gmm_piles import TALL_SHELF
from companion.tui.themed_app import ThemedApp

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
ABILITIES = ("Strength", "Endurance", "Fright", "Magic", "Mayhem", "Intelligence")
SIZES = [(48, 18), (76, 34), (138, 54)]


def card(name, rating, *, leads=False, ratings=(8, 10, 5, 4, 5, 4)):
    """A card lying open."""
    return CardView(name.lower(), name, rating, ratings, leads)


BLOB = card("Blob", 10, leads=True)
MUMMY = card("Mummy", 6)
SLAPPY = card("Slappy", 9, ratings=())
FACELESS = CardView("card", "", None, (), leads=False)


def seat(number, **more):
    """A player in the middle of a round."""
    fields = {
        "seat": Seat(number), "name": NAMES[number], "rank": 1, "draw": 12, "won": 6,
        "counted": False, "trophies": (), "total": 0, "deals": number == 0,
        "declares": number == 0, "waiting": False, "out": False,
    }  # fmt: skip
    return SeatView(**(fields | more))


def table(*seats, **more):
    """A battle in the second round."""
    winners = more.pop("winners", (0,))
    trophies = tuple(
        TrophyView(one, Seat(winners[at]) if at < len(winners) else None)
        for at, one in enumerate(ABILITIES)
    )
    fields = {
        "headline": "Round 2", "stage": "Battle", "turn": Seat(1), "over": False, "depth": "full",
        "round": 2, "ability": "Endurance", "abilities": ABILITIES, "call": "high",
        "dealer": Seat(0), "declarer": Seat(0), "seats": seats or (seat(0), seat(1), seat(2)),
        "battle": ((BLOB, MUMMY, None),), "fresh": True, "stake": 2, "outcome": None,
        "sudden": False, "asked": "", "trophies": trophies, "discard": 3,
        "discarded": ("Mummy", "Blob", "Mummy"), "champion": None,
    }  # fmt: skip
    return GmmView(**(fields | more))


WON = OutcomeView("won", Seat(0), 3, "GMM-B3", "Ann wins 3 cards")
TIE = OutcomeView("tie", None, 0, "GMM-T1", "Tie: turn up again")
MASHUP = OutcomeView("Monster Mashup", None, 3, "GMM-M1", "Monster Mashup: 3 cards to the discard")


def drawn(view, across=76, down=34, page=Page.BATTLE):
    """Return the board as text."""
    return draw_table(view, across, down, page).content().plain


def styled(view, text, across=76, down=34):
    """Return the styles in which a text stands on the board."""
    content = draw_table(view, across, down, Page.BATTLE).content()
    return {
        str(span.style) for span in content.spans if text in content.plain[span.start : span.end]
    }


@pytest.mark.parametrize("size", SIZES)
def test_round_call_cards_piles_and_trophies_stand_there_at_every_size(size):
    text = drawn(table(), *size)
    assert "▲ HIGH called by Ann: highest" in text
    for word in ("◆ Ann", "Blob", "Mummy", "Cleo", "draw 12", "Discard 3 (top Mummy)"):
        assert word in text
    assert re.search(r"Str(ength|★Ann)", text)
    assert "█" in text.splitlines()[0] + text.splitlines()[1]


def test_the_rating_that_counts_stands_out_among_the_six():
    view = table()
    assert re.search(r"Endurance +10", drawn(view))
    assert any("$called-high" in style for style in styled(view, "Endurance"))
    assert styled(view, "Magic") == {"dim"}
    low = replace(view, call="low")
    assert any("$called-low" in style for style in styled(low, "Endurance"))


def test_whoever_leads_has_a_double_frame_and_slappy_says_both_ratings():
    text = drawn(table(battle=((BLOB, SLAPPY, None),)))
    assert text.count("╔") == 1
    assert "9 on high" in text
    assert "╔═ ◆ Ann" in text


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (table(stage="Declare", call="", battle=(), fresh=False), "▶ Ann turns up a card and calls"),
        (table(stage="Declare", call=""), "▶ Ann, high or low?"),
        (table(stage="Declare", call="", fresh=False, outcome=WON), "Ann wins 3 cards (GMM-B3)"),
        (table(asked="Blob"), "What is Blob's Endurance?"),
        (table(stage="Count", call=""), "count the winnings piles"),
        (table(stage="Count", call="", fresh=False, outcome=MASHUP), "Mashup: 3 cards to the disc"),
        (table(fresh=True, outcome=TIE, battle=((BLOB, BLOB, MUMMY), (None,) * 3)), "Tie: turn up"),
        (table(seat(0), seat(1, waiting=True), seat(2)), "▸ Ben"),
        (table(seat(0), seat(1), seat(2, waiting=True)), "turn up"),
        (table(seat(0, won=21, counted=True), seat(1), seat(2)), "21✓"),
        (table(seat(0, trophies=("Strength",)), seat(1), seat(2)), "★"),
        (table(stage="Sudden death", sudden=True), "SUDDEN DEATH · highest Endurance wins"),
        (table(seat(0), seat(1), seat(2, out=True), battle=()), "stands aside"),
        (table(stage="Deal", call="", battle=()), "Ann shuffles all 60 cards and deals"),
        (table(stage="Setup: finding the dealer", dealer=None, battle=()), "finding the dealer"),
        (table(stage="Final tie: choosing the ability", battle=()), "Final tie: choosing"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("size", SIZES[1:])
def test_what_matters_stands_there(view, said, size):
    assert said in drawn(view, *size)


def test_the_cards_of_earlier_flips_stay_in_sight():
    first = (card("Werewolf", 9), card("Ghoul", 9), MUMMY)
    text = drawn(table(battle=(first, (BLOB, None, None)), outcome=TIE))
    assert re.search(r"Werewolf +9", text)
    assert re.search(r"Ghoul +9", text)
    assert "Tie: turn up again (GMM-T1)" in text


def test_the_result_of_the_last_battle_goes_with_the_next_card():
    assert "Ann wins" not in drawn(table(outcome=WON))
    assert "Ann wins" in drawn(table(outcome=WON, fresh=False))


def test_both_cards_of_a_mashup_are_marked():
    view = table(
        stage="Declare", call="", fresh=False, outcome=MASHUP, battle=((MUMMY, BLOB, MUMMY),)
    )
    assert drawn(view).count("╔") == 2
    assert any("$in-danger" in style for style in styled(view, "Mummy"))


def test_in_light_depth_the_winner_is_said_without_a_card():
    view = table(
        depth="light", stage="Declare", call="", fresh=False, outcome=WON, battle=((FACELESS,) * 3,)
    )
    text = drawn(view)
    assert text.count("╔") == 1
    assert "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}" in text
    called = drawn(replace(view, stage="Battle", call="high"))
    assert "╔" not in called
    assert "wins 3 cards" in text
    assert "wins 3 cards" not in called


def test_at_the_end_every_trophy_stands_on_the_shelf_with_its_winner():
    players = (
        seat(0, rank=1, total=80, trophies=ABILITIES[:4]),
        seat(1, rank=2, total=60, trophies=ABILITIES[4:]),
    )
    view = table(*players, over=True, stage="Game over", winners=(0, 0, 0, 0, 1, 1), call="")
    text = drawn(view, 48, 18)
    assert text.count("★ Ann") == 4
    assert text.count("★ Ben") == 2
    assert "Ann won with 4 of 6 Trophies" in text
    assert "1.Ann" in text
    assert "80 cards" in text
    tall = drawn(view, 138, 54)
    assert all(one in tall for one in ABILITIES)


@pytest.mark.parametrize("seats", range(2, 7))
def test_on_a_small_screen_every_card_can_be_seen_and_the_rest_a_page_on(seats):
    players = [seat(number) for number in range(seats)]
    battle = (tuple(card(f"Monster{number}", number) for number in range(seats)),)
    view = table(*players, battle=battle)
    text = drawn(view, 48, 18)
    for number in range(seats):
        assert NAMES[number] in text
        assert f"Monster{number}"[:7] in text
    board = GmmBoard()
    board.show(view)
    assert board.turn_page() == "Trophies and piles"
    assert "draw 12" in drawn(view, 48, 18, Page.PILES)
    assert board.turn_page() == "the battle"


@settings(max_examples=60)
@given(
    st.integers(0, 220), st.integers(0, 70), st.integers(2, 6), st.sampled_from(Page),
    st.sampled_from([None, WON, TIE, MASHUP]), st.booleans(), st.integers(0, 3),
    st.sampled_from(["Declare", "Battle", "Count", "Sudden death", "Deal", "Game over"]),
)  # fmt: skip
def test_any_table_can_be_drawn_at_any_size(across, down, seats, page, out, fresh, flips, stage):
    battle = ((BLOB, None, MUMMY, SLAPPY, FACELESS, BLOB)[:seats],) * flips
    players = (seat(number) for number in range(seats))
    over = stage == "Game over"
    view = table(*players, battle=battle, outcome=out, fresh=fresh, stage=stage, over=over)
    lines = drawn(view, across, down, page).splitlines()
    assert len(lines) <= max(down, 1)
    assert all(len(line) == across for line in lines)


def test_the_shelf_fills_a_tall_screen_with_two_boards():
    view = table(stage="Deal", call="", battle=())
    wide, tall = drawn(view, 138, 24), drawn(view, 138, 24 + 2 * TALL_SHELF)

    def first_row(text):
        return next(line for line in text.splitlines() if "Strength" in line)

    assert "Intelligence" in first_row(wide)
    assert "Intelligence" not in first_row(tall)


# ---------------------------------------------------------------- pages and words


def test_pages_hold_every_rating_pile_and_trophy():
    board = GmmBoard()
    assert board.detail() == []
    assert board.turn_page()
    board.show(table(battle=((MUMMY, MUMMY, MUMMY), (BLOB, SLAPPY, None)), outcome=TIE))
    pages = {title: text.plain for title, text in board.detail()}
    assert list(pages) == ["Ann", "Ben", "Cleo", "Trophies and discard", "Who leads"]
    assert "Flip 2: Blob" in pages["Ann"]
    assert "Endurance    10 ◀" in pages["Ann"]
    assert "counts 9" in pages["Ben"]
    assert "Strength: Ann" in pages["Trophies and discard"]
    assert "Magic: still to be won" in pages["Trophies and discard"]
    assert "Discard of this round: 3" in pages["Trophies and discard"]


def test_menus_say_cards_calls_and_abilities_in_words():
    board = GmmBoard()
    board.catalogue = GmmCatalogue(
        title="kit",
        invented=True,
        warnings=(),
        monsters={CardId("blob"): Monster(CardId("blob"), "Blob", (8, 10, 5, 4, None, 4))},
    )
    assert board.label(CardId("blob"), None) == "blob"
    board.show(table())
    assert board.label(CardId("blob"), None) == "Blob · Endurance 10"
    assert board.label(CardId("slappy"), None) == "Slappy · 9 on high, 1 on low"
    assert board.label(CardId("troll"), None) == "troll"
    assert board.label(CardId("card"), None) == "a card"
    assert "not named yet" in board.label(CardId("monster-3"), None)
    assert board.label(Call.LOW, None) == "▼ low"
    assert board.label(Ability.MAGIC, None) == "Magic"
    assert board.label((7,), None) == "7"


def test_the_board_is_found_by_the_games_name_and_refuses_other_views():
    assert board_for("gmm") is GmmBoard
    board = GmmBoard()
    assert board.render().plain == ""
    with pytest.raises(TypeError):
        board.show(View("", "", None, over=False))


# ---------------------------------------------------------------- how it looks

GHOUL = card("Larder Ghoul", 4, ratings=(6, 4, 9, 1, 3, 7))
BATTLES = {
    "battle": table(
        seat(0, won=15), seat(1, won=6, waiting=True), seat(2, won=9, trophies=("Strength",)),
        seat(3, won=0, waiting=True), winners=(2,), battle=((BLOB, None, GHOUL, None),),
    ),
    "mashup": table(
        seat(0, declares=False), seat(1, declares=True), seat(2), stage="Declare", call="",
        fresh=False, outcome=MASHUP, battle=((MUMMY, BLOB, MUMMY),), declarer=Seat(1),
    ),
}  # fmt: skip


class OneBoard(ThemedApp):
    """A board and nothing else, on the colours of the program."""

    CSS = "GmmBoard { padding: 0 1; }"

    def compose(self):
        yield GmmBoard()


@pytest.mark.parametrize("across", [50, 78, 140])
@pytest.mark.parametrize("name", BATTLES)
async def test_the_board_keeps_its_looks(drive, snapshot, name, across):
    down = {50: 19, 78: 35, 140: 54}[across]
    async with drive(OneBoard(), (across, down)) as driver:
        driver.app.query_one(GmmBoard).show(BATTLES[name])
        await driver.pilot.pause()
        snapshot(driver, f"gmm-{name}-{across}x{down}")


# ---------------------------------------------------------------- in the app


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_battle_is_played_with_keys(at_table, size):
    async with at_table(size, game="gmm") as driver:
        await driver.until(lambda: driver.says("Who deals?"), "the dealer")
        await driver.type(":dealer Ann")
        await driver.press("enter")
        await driver.until(lambda: driver.says("Ann deals"), "the deal")
        await driver.type(":Ann: dealt")
        await driver.press("enter")
        await driver.until(lambda: driver.says("Ann, high or low?"), "the declarer")
        await driver.type(":Ann: call high")
        await driver.press("enter")
        await driver.until(lambda: driver.says("HIGH called by Ann"), "the call")
        await driver.type(":winner Ben")
        await driver.press("enter")
        await driver.until(lambda: driver.says("Ben wins 2 cards (GMM-B3)"), "the winner")


async def test_a_card_is_found_by_its_name_and_lies_open(at_table):
    async with at_table((120, 40), depth="full", game="gmm") as driver:
        for line in (":dealer Ann", ":Ann: dealt"):
            await driver.type(line)
            await driver.press("enter")
        await driver.until(lambda: driver.says("which card do you turn up?"), "the first card")
        await driver.press("f")
        await driver.until(lambda: driver.says("type to search"), "the list of monsters")
        await driver.type("teapot")
        await driver.press("enter")
        await driver.until(lambda: driver.says("Ann, high or low?"), "the call")
        await driver.until(lambda: driver.says("Teapot Hydra"), "the card")
