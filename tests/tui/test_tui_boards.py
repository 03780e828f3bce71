"""Boards are found by the game's id alone, also of games and boards that live elsewhere."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Size
from tui_board_kit import NAMES, SIZES, begun, named, played, strings

from companion.core.game import View
from companion.tui import boards
from companion.tui.boards import board_for, panels
from companion.tui.boards.panels import Box
from companion.tui.boards.plain import PlainBoard
from companion.tui.canvas import Canvas

SOMEWHERE = '''
from companion.tui.boards.plain import PlainBoard

class ElsewhereBoard(PlainBoard):
    """A board that does not come with the program."""

BOARD = ElsewhereBoard
'''


def test_a_board_is_found_in_a_folder_that_was_added(tmp_path, monkeypatch):
    (tmp_path / "from_elsewhere.py").write_text(SOMEWHERE)
    monkeypatch.setattr(boards, "__path__", [*boards.__path__, str(tmp_path)])
    importlib.invalidate_caches()
    try:
        assert board_for("from-elsewhere").__name__ == "ElsewhereBoard"
    finally:
        sys.modules.pop("companion.tui.boards.from_elsewhere", None)


@pytest.mark.parametrize("game", ["some-game", "", "a.b", "rsf draw", "../rsf", "panels", "base"])
def test_a_game_without_a_board_gets_a_plain_one(game):
    assert board_for(game) is PlainBoard
    board = board_for(game)()
    board.show(View("Round 3", "play", None, over=False))
    assert "headline: Round 3" in board.render().plain


# -- what boards are put together from ---------------------------------------------------------------


@given(st.integers(0, 200), st.integers(0, 60), st.integers(1, 8), st.integers(1, 8))
def test_parts_of_a_divided_box_lie_in_it_and_do_not_touch(across, down, count, columns):
    box = Box(3, 2, across, down)
    parts = panels.grid(box, count, columns)
    assert len(parts) == count
    cells = set()
    for part in parts:
        if not (part.across and part.down):
            continue
        assert box.x <= part.x
        assert part.x + part.across <= box.x + max(box.across, part.across)
        if columns <= across and count <= down * columns:
            assert part.y + part.down <= box.y + box.down
        mine = {
            (x, y)
            for x in range(part.x, part.x + part.across)
            for y in range(part.y, part.y + part.down)
        }
        assert not mine & cells
        cells |= mine


@given(
    st.integers(0, 200), st.integers(0, 60), st.integers(1, 8),
    st.tuples(st.integers(1, 60), st.integers(1, 12)),
)  # fmt: skip
def test_no_part_is_smaller_than_was_asked(across, down, count, least):
    parts = panels.fitted(Box(0, 0, across, down), count, least)
    assert len(parts) in {0, count}
    assert all(part.across >= least[0] and part.down >= least[1] for part in parts)


@given(st.text(max_size=40), st.integers(0, 20))
def test_a_text_is_never_longer_than_its_room(text, room):
    assert len(panels.cut(text, room)) <= room


def test_words_in_a_row_end_at_its_edge():
    canvas = Canvas(12, 1)
    ended = panels.run(canvas, Box(1, 0, 8, 1), [("abc ", ""), ("defgh", "bold"), ("x", "")])
    assert ended == 8
    assert canvas.content().plain == " abc def…   "


def test_a_text_is_folded_and_marked_where_it_is_cut():
    assert panels.fold("one two thirteen four", 9, 2) == ["one two", "thirteen…"]
    assert panels.fold("", 9, 2) == [""]
    assert panels.fold("x", 0, 2) == []


# -- every game's board ------------------------------------------------------------------------------

TABLES = [
    (game, seats, depth)
    for game, seats in [
        ("rsf", 4), ("fgt", 5), ("gmm", 4), ("mon-dominoes", 4),
        ("mon-classic", 4), ("mon-arena", 4), ("md", 4),
    ]
    for depth in ("full", "light")
]  # fmt: skip


class Fixed:
    """A board of a size that is set, outside any screen."""

    content_size = Size(80, 24)


def faces(view, game):
    """Return everything a board shows of a view: at every size, and its pages."""
    drawn = []
    board = type("FixedBoard", (Fixed, board_for(game)), {})()
    board.show(view)
    for size in (*SIZES, (38, 12), (20, 5)):
        type(board).content_size = Size(*size)
        drawn.append(board.render().plain)
    return drawn, "\n".join(f"{title}\n{text.plain}" for title, text in board.detail())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "depth"), TABLES)
def test_a_board_names_no_card_that_its_view_does_not(game, seats, depth):
    catalogue = begun(game, seats, "full").setup.catalogue
    ids = {name for cards in catalogue_parts(catalogue) for name in cards}
    for match in played(game, seats, depth, 90):
        view = match.game.view(match.state, None)
        known = named("\n".join(strings(view)), ids)
        drawn, pages = faces(view, game)
        assert named("\n".join([*drawn, pages]), ids) <= known


def catalogue_parts(catalogue):
    """Return the mappings of a catalogue by the cards' ids."""
    values = [getattr(catalogue, one.name) for one in fields(catalogue)]
    return [value for value in values if isinstance(value, Mapping)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "depth"), TABLES)
def test_every_players_name_is_on_the_board_at_every_step(game, seats, depth):
    for match in played(game, seats, depth, 60, seed=3):
        view = match.game.view(match.state, None)
        drawn, pages = faces(view, game)
        for text in (*drawn[: len(SIZES)], pages):
            assert all(name in text for name in NAMES[:seats])


@pytest.mark.parametrize(("game", "seats", "depth"), TABLES)
def test_menus_say_every_choice_in_words(game, seats, depth):
    board = board_for(game)()
    board.catalogue = begun(game, seats, depth).setup.catalogue
    for match in played(game, seats, depth, 40, seed=5):
        board.show(match.game.view(match.state, None))
        for option in match.game.options(match.state):
            for action in option.instances[:20]:
                for one in fields(action):
                    said = board.label(getattr(action, one.name), option.actor)
                    assert said
                    assert "(" not in said[:1]
