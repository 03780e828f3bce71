"""The line of keys: what leads on is always there, the rest where there is room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.binding import Binding

from companion.commands import memory
from companion.tui.app import TablesideApp
from companion.tui.asking.typeahead import DeclareLineScreen
from companion.tui.host import Wish
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.help import HelpScreen
from companion.tui.widgets.key_line import Shown, fitting


def shown(*names):
    return [Shown(Binding("x", "y", name, id=f"a.{name}"), "x", enabled=True, said=name) for name in names]


NAMES = st.lists(st.sampled_from(["help", "back", "put", "long words", "undo"]), unique=True)


@given(NAMES, NAMES, st.integers(0, 60))
def test_what_is_in_the_line_fits_and_help_comes_first(first, more, across):
    firsts, extra = shown(*first), shown(*(name for name in more if name not in first))
    found = fitting(firsts, extra, across)
    everything = {one.binding.id: one for one in (*firsts, *extra)}
    assert sum(everything[name].across for name in found) <= across
    if "help" in first and across >= everything["a.help"].across:
        assert "a.help" in found
    if sum(one.across for one in firsts) <= across:
        assert {one.binding.id for one in firsts} <= found


def line(driver):
    return driver.visible().splitlines()[-1]


@pytest.mark.parametrize("size", [(80, 24), (20, 5)])
async def test_help_and_the_way_out_are_in_the_line_at_every_size(drive, house, size):
    memory.remember(house.home, Wish("md", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), size) as driver:
        assert "? Help" in line(driver)
        assert "q Quit" in line(driver)
        await driver.go("f4", to=DevicesScreen)
        assert "? Help" in line(driver)
        assert "Esc Back" in line(driver)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_at_the_table_every_key_is_in_the_line_or_in_help(at_table, size):
    async with at_table(size, game="md") as driver:
        await driver.pilot.pause()
        footer = line(driver)
        assert "? Help" in footer
        for said in ("F5 Not now?", "F8 Voice"):
            assert (said in footer) == (size[0] >= 120)
        await driver.go("question_mark", to=HelpScreen)
        said = {key for lines in driver.screen.sections.values() for key, _ in lines}
        assert {"F5", "F8", "F4", "F6", "u", "U", "s", "S", "b", "B", "q"} <= said
        page, seen, before = driver.screen.query_one("#page"), "", None
        while page.scroll_offset != before:
            seen, before = seen + driver.visible(), page.scroll_offset
            page.scroll_page_down(animate=False)
            await driver.pilot.pause()
        assert "F5" in seen
        assert "F8" in seen


async def test_the_list_of_what_may_be_done_keeps_off_the_edge(at_table):
    async with at_table((80, 24), game="md") as driver:
        left = driver.screen.query_one("#menu").region.x
        entry = driver.screen.lines[0]
        row = next(one for one in driver.visible().splitlines() if entry.text[:12] in one)
        assert row[left] == " "
        assert row[left + 1 :].startswith(entry.key)


async def test_what_is_not_allowed_is_offered_after_a_refusal_and_not_all_game(at_table):
    async with at_table((80, 24), game="md") as driver:
        assert not driver.says("what is not allowed")
        await driver.press("f5")
        await driver.until(lambda: driver.says("Not now, and why (F5 hides)"), "what is refused")
        await driver.press("f5")
        await driver.until(lambda: not driver.says("Not now"), "the menu alone")
        await driver.go("colon", to=DeclareLineScreen)
        driver.screen.query_one("#line").value = "Ben: end-turn"
        await driver.press("enter")
        await driver.until(lambda: driver.says("what is not allowed"), "the way to see more")
