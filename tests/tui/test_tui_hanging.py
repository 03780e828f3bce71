"""Where a line of a list or of a page wraps, its further rows begin under its text."""

import pytest
from tui_board_kit import recorded, until_offered

from companion.tui.screens.final import FinalScreen
from companion.tui.widgets.menu import Menu
from companion.tui.widgets.said import Hanging


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("k  Take one of all the cards", ["k  Take one of", "   all the cards"]),
        ("1  Take one of all the cards", ["1  Take one of", "   all the cards"]),
        ("   Take one of all the cards", ["   Take one of", "   all the cards"]),
        ("123 Ann takes all the cards", ["123 Ann takes", "    all the", "    cards"]),
        ("A card of the deck\n  Ann takes it now", ["A card of the", "deck", "  Ann takes it", "  now"]),
        ("", [""]),
    ],
)
def test_further_rows_begin_under_the_text(line, rows):
    said = Hanging(line)
    assert said.get_height({}, 16) == len(rows)
    assert [row.plain.rstrip() for row in said._wrap_and_format(16)] == rows


async def test_options_of_a_table_hang(at_table):
    async with at_table((80, 24), ("Ann", "Ben", "Cleo"), "full", game="mon-classic") as driver:
        await until_offered(driver, "challenge")
        region = driver.screen.query_one(Menu).region
        rows = [row[region.x + 1 : region.right] for row in driver.visible().splitlines()[region.y : region.bottom]]
        shown = [row.rstrip() for row in rows if row.strip()]
        assert any(row.startswith("   ") for row in shown)
        assert all(row[:3] == "   " or row[1:3] == "  " for row in shown), shown


async def test_highlights_hang(drive, at_table):
    del drive
    async with at_table((80, 24), game="rsf") as driver:
        await driver.go("s", to=FinalScreen)
        driver.screen.match = recorded("rsf-six-players")
        driver.screen._look_back()
        await driver.press("5")
        await driver.until(lambda: "Highlights\n" in driver.screen.query_one("#said").visual.plain, "the moments")
        shown = [
            strip.text.rstrip()
            for strip in driver.screen.query_one("#said").render_lines(driver.screen.query_one("#said").size.region)
        ]
        assert all(row.startswith("  ") for row in shown if row and row[0].islower()), shown
        assert (
            sum(row.startswith("  ") for row in shown)
            > len(driver.screen.query_one("#said").visual.plain.split("\n  ")) - 1
        )
