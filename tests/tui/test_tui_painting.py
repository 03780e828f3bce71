"""What a key costs: nothing is laid out anew that stays where it is, and only what changed is painted."""

from __future__ import annotations

import pytest
from app_rest import paint
from textual._compositor import Compositor
from tui_roll_kit import attack

from companion.demo.players import next_action
from companion.tui.drawing.board import Board
from companion.tui.widgets.history import History
from companion.tui.widgets.key_line import KeyLine
from companion.tui.widgets.said import Said


@pytest.fixture
def laid_out(monkeypatch):
    """Count how often a screen is laid out."""
    found = []
    reflow = Compositor.reflow

    def counted(self, parent, size):
        found.append(parent)
        return reflow(self, parent, size)

    monkeypatch.setattr(Compositor, "reflow", counted)
    return found


async def test_a_key_that_moves_nothing_lays_nothing_out(at_fight, laid_out):
    async with at_fight((120, 40)) as driver:
        await attack(driver)
        await driver.press("3", "h", "h")  # at first a list that gets the keys is dressed for that
        laid_out.clear()
        await driver.press("h")
        assert driver.screen.query_one(History).has_focus
        await driver.press("up", "down", "h")
        assert not laid_out


async def test_words_that_fit_the_rows_kept_for_them_lay_nothing_out(at_fight, laid_out):
    async with at_fight((120, 40)) as driver:
        ask = driver.screen.query_one("#ask", Said)
        for words, moves in ((12, False), (2, False), (30, True)):
            laid_out.clear()
            ask.say("words " * words)
            await driver.pilot.pause(0.1)
            assert bool(laid_out) == moves


async def test_only_rows_that_changed_are_painted(at_fight, monkeypatch):
    async with at_fight((120, 40)) as driver:
        await attack(driver)
        paint(driver.app)
        rows = []
        render = Board.render_line
        monkeypatch.setattr(Board, "render_line", lambda self, y: rows.append(y) or render(self, y))
        before = driver.visible()
        assert not rows
        await driver.press("3")
        paint(driver.app)
        assert driver.visible() != before
        assert 0 < len(rows) < driver.screen.board.size.height


async def test_a_key_that_changes_the_game_and_the_line_of_keys_lays_nothing_out(at_table, laid_out):
    async with at_table((120, 40), ("Ann", "Ben", "Cleo"), "full", game="gmm") as driver:
        for _ in range(20):
            assert driver.table.declare(next_action(driver.table.match)).legal
        driver.screen.show_table()
        await driver.press("u", "U")
        for key in ("u", "U"):
            before = driver.screen.query_one(KeyLine).shown
            laid_out.clear()
            await driver.press(key)
            await driver.until(lambda before=before: driver.screen.query_one(KeyLine).shown != before, "other keys")
            await driver.pilot.pause(0.3)
            assert not laid_out
