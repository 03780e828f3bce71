"""What a person sees of a table: every game, at every size; parts of which tables are drawn."""

import re
from collections.abc import Mapping
from dataclasses import fields

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sheet_kit import words
from textual.geometry import Size
from tui_board_kit import NAMES, SIZES, begun, named, played

from companion.core.seats import Seat
from companion.core.sheet import Block, Card, Figure, Grid, Group, Link, Mark, Sheet, Tile, plain
from companion.tui.canvas import Canvas
from companion.tui.drawing import panels, tiles
from companion.tui.drawing.blocks import DETAILS, ROW, block_rows, needs
from companion.tui.drawing.board import Board
from companion.tui.drawing.panels import Box
from companion.tui.drawing.table import draw_sheet

TABLES = [
    (game, seats, depth)
    for game, seats in [
        ("rsf", 4), ("fgt", 5), ("gmm", 4), ("mon-dominoes", 4),
        ("mon-classic", 4), ("mon-arena", 4), ("md", 4),
    ]
    for depth in ("full", "light")
]  # fmt: skip


def board_at(size):
    return type("Sized", (Board,), {"content_size": Size(*size)})()


def faces(sheet):
    """Return everything a board shows of a sheet: at every size, and its pages."""
    drawn = []
    for size in (*SIZES, (38, 12), (20, 5)):
        board = board_at(size)
        board.show(sheet)
        drawn.append(board.render().plain)
    return drawn, "\n".join(f"{title}\n{text.plain}" for title, text in board.detail())


def ids_of(catalogue):
    """Return the ids of all cards of a catalogue."""
    values = [getattr(catalogue, one.name) for one in fields(catalogue)]
    return {name for value in values if isinstance(value, Mapping) for name in value}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "depth"), TABLES)
def test_everybody_is_on_the_board_at_every_step_and_no_card_that_the_sheet_does_not_name(game, seats, depth):
    ids = ids_of(begun(game, seats, "full").setup.catalogue)
    for at, match in enumerate(played(game, seats, depth, 90)):
        if at % 5:
            continue
        sheet = match.game.sheet(match.state)
        drawn, pages = faces(sheet)
        assert named("\n".join([*drawn, pages]), ids) <= named("\n".join(words(sheet)), ids)
        for text in (*drawn[: len(SIZES)], pages):
            assert all(name in text for name in NAMES[:seats])


COUNTS = {
    "fgt": (r"hand \d", r"scored \d", r"Arena"),
    "mon-classic": (r"\d parts?\b", r"hand \d", r"\d/5"),
    "mon-arena": (r"\d parts?\b", r"hand \d", r"\d/5", r"cards \d"),
}
"""What each player has so much of, as boards say it."""


@pytest.mark.parametrize("game", COUNTS)
def test_a_small_board_says_no_count_of_a_player_twice(game):
    for at, match in enumerate(played(game, 3, "full", 60)):
        if at % 4 or match.game.view(match.state).over:
            continue
        board = board_at(SIZES[0])
        board.show(match.game.sheet(match.state))
        drawn = board.render().plain
        seats = re.split(r"ARENA.*|Arena \d of.*", drawn)[-1]
        for count in COUNTS[game]:
            assert len(re.findall(count, seats)) <= 3, drawn


def test_the_cards_of_the_monster_stand_in_the_headline_alone():
    match = next(
        one for one in played("mon-dominoes", 3, "full", 60) if "monster of 3" in one.game.view(one.state).headline
    )
    board = board_at(SIZES[0])
    board.show(match.game.sheet(match.state))
    assert "free" not in match.game.view(match.state).headline
    assert "Monster 3" not in board.render().plain


@pytest.mark.parametrize(("game", "seats", "depth"), TABLES)
def test_menus_say_every_choice_in_words(game, seats, depth):
    for match in played(game, seats, depth, 40, seed=5):
        for option in match.game.options(match.state):
            for action in option.instances[:20]:
                for one in fields(action):
                    value = getattr(action, one.name)
                    text = match.game.label(match.state, value, option.actor, None)
                    assert text
                    assert "(" not in text[:1]


def test_a_key_turns_to_the_next_seat_or_to_the_shelf():
    board = board_at((40, 12))
    assert (board.turn_page(), board.detail(), board.render().plain) == ("", [], "")
    *_, match = played("fgt", 3, "light", 20)
    board.show(match.game.sheet(match.state))
    turned = [board.turn_page() for _ in range(4)]
    assert turned == [*NAMES[:3], "whose turn it is"]
    *_, match = played("gmm", 3, "full", 8)
    board = board_at((40, 10))
    board.show(match.game.sheet(match.state))
    assert "shows piles and Trophies" in board.render().plain
    assert board.turn_page() == "piles and Trophies"
    assert "draw" in board.render().plain
    assert board.turn_page() == "the battle"


CARD = Card(
    "Blob", "$lead", chosen=True, head=(("Alien", ""),), big="28", lines=((("+10 Ann = 28", ""),),),
    foot=((("a back", ""),),), short=(("28 Blob", ""),),
)  # fmt: skip
BACK = Card(big="wins", hatched=True, short=(("wins", ""),))
DIE = Tile(((("[S]", ""),), (("teeth", ""),)), ((("teeth[S]", ""),), (("teS", ""),)), big="S")
LONE = Tile(((("played", ""),),), ((("played", ""),),))


def cell(x, y):
    return Tile(
        ((("R04", "bold"),), (("4/0 R", ""),), (("Rivet", "dim"),)),
        ((("R04", ""),),),
        at=(x, y),
        word=f"R{x}{y}",
    )


SQUARE = Grid(tuple(cell(x, y) for x in (0, 1) for y in (0, 1)), (Mark((0, 0), "★+4"),))
FIGURES = (Figure("12", "ATK"), Figure("7", "DEF"), Figure("Robot", "RACE", word=True))
BLOCKS = {
    "card": Block(("Ann",), card=CARD),
    "back": Block(("Ann",), card=BACK),
    "seat": Block(("▶ Ann leads", "▶ Ann"), right=("9 Glory · hand 3 ", "9 "), card=CARD,
                  lines=((("1 Arena", ""),), (("scored: 1 Human", ""),))),
    "grid": Block(("Ann",), figures=FIGURES, grid=SQUARE, foot=(("Hand 2", ""),)),
    "empty": Block(("Ann",), grid=Grid(())),
    "dice": Block(("Ann",), groups=(Group((DIE,) * 6), Group((LONE,), (("played: ", ""),))),
                  foot=(("in front", ""),)),
    "side": Block(("Ann",), right=("★23 ",), figures=(Figure("23"),), lines=((("cards 23", ""),),)),
}  # fmt: skip


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("detail", DETAILS)
def test_a_block_keeps_within_the_rows_that_it_is_given(name, detail):
    block = BLOCKS[name]
    for across in (12, 23, 30, 60, 140):
        least = needs(block, across, detail)
        if least is None:
            continue
        for room in range(least, least + 12):
            rows = block_rows(block, across, detail, room)
            assert len(rows) <= room
        canvas = Canvas(across, least)
        panels.write(canvas, Box(0, 0, across, least), block_rows(block, across, detail))
        assert "Ann" in canvas.content().plain


@settings(max_examples=60)
@example(0, 2, "empty", 1)
@given(st.integers(0, 220), st.integers(0, 60), st.sampled_from(sorted(BLOCKS)), st.integers(1, 8))
def test_any_table_can_be_drawn_at_any_size(across, down, name, count):
    sheet = Sheet(blocks=(BLOCKS[name],) * count, notes=(CARD.head,), rows=(("Pile 12",),))
    lines = draw_sheet(sheet, across, down, Seat(0)).content().plain.split("\n")
    assert len(lines) == max(down, 1)
    assert all(len(line) == across for line in lines if down)


def test_what_is_chosen_stands_in_a_double_frame_and_a_square_says_what_it_counts():
    text = "\n".join(plain(row) for row in block_rows(BLOCKS["card"], 30, 0, 14))
    assert "╔" in text
    assert "Blob" in text
    text = "\n".join(plain(row) for row in block_rows(BLOCKS["grid"], 60, 1, 14))
    assert "★+4" in text
    assert "┬" in text
    assert plain(block_rows(BLOCKS["grid"], 60, ROW)[0]).startswith("Ann  ATK 12  DEF 7  Robot")


def test_joined_cards_lie_side_by_side_or_share_a_letter():
    ring = [f"C{at}" for at in range(4)]
    cards = tuple(Tile(((("C", ""),), (("○2W", ""),)), ((("C", ""),),), word=word, grows=True) for word in ring)
    pairs = list(zip(ring, [*ring[1:], ring[0]], strict=True))
    links = tuple(Link(one, other, wide=True) for one, other in sorted(map(tuple, map(sorted, pairs))))
    canvas = Canvas(60, 14)
    tiles.draw_joined(canvas, Box(0, 0, 60, 14), Grid(cards, links=links))
    assert "══" in canvas.content().plain
    narrow = Canvas(60, 4)
    tiles.draw_joined(narrow, Box(0, 0, 60, 4), Grid(cards, links=links))
    assert "~a" in narrow.content().plain


@given(st.integers(0, 200), st.integers(0, 60), st.integers(1, 8), st.integers(1, 8))
def test_parts_of_a_divided_box_lie_in_it_and_do_not_touch(across, down, count, columns):
    parts = panels.grid(Box(3, 2, across, down), count, columns)
    assert len(parts) == count
    cells = set()
    for part in parts:
        mine = {(x, y) for x in range(part.x, part.x + part.across) for y in range(part.y, part.y + part.down)}
        assert not mine & cells
        cells |= mine


@given(st.text(max_size=40), st.integers(0, 20))
def test_a_text_is_never_longer_than_its_room(text, room):
    assert len(panels.cut(text, room)) <= room


def test_a_line_is_folded_between_its_parts_or_at_a_blank():
    line = (("one two", "bold"), ("  three four", ""))
    assert [plain(row) for row in panels.fold(line, 12, 2)] == ["one two", "  three four"]
    assert [plain(row) for row in panels.fold((("one two three", ""),), 9, 2)] == [
        "one two",
        "  three",
    ]
    assert panels.fold(line, 0, 2) == []
    assert panels.fold((), 9, 2) == [()]


def test_a_seat_has_its_number_and_colour_on_board_chart_page_and_report():
    from companion.core.sheet import SEAT_HUES
    from companion.session.chart_svg import BADGES
    from companion.tui.drawing.table import numbered
    from companion.tui.widgets.chart import sign
    from companion.web.page import STYLE

    assert len(SEAT_HUES) == len(BADGES) == 8
    blocks = numbered([Block(("Ann, at home", "Ann")), Block(("Ben",))])
    assert [block.title for block in blocks] == [("1 Ann, at home", "1 Ann"), ("2 Ben",)]
    for seat, (block, hue, badge) in enumerate(zip(blocks, SEAT_HUES, BADGES, strict=False)):
        assert block.hue == f"$on-{hue}"
        assert sign(seat) == (str(seat + 1), f"bold ${hue}")
        assert f".s{seat} {{ background: {badge}; }}".encode() in STYLE
