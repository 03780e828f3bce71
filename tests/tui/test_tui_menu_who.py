"""The list of what may be done says who is asked, and never `somebody` while a name is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.game import Option
from companion.core.seats import Seat
from companion.record.shelf import Shelf
from companion.tui.app import TablesideApp
from companion.tui.asking.dialogs import ChooseScreen
from companion.tui.host import Wish
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.menu import entries

RECORDS = Path(__file__).parents[1] / "records"
SEATS = ("Ann", "Ben", "Cleo", "Dan")


@pytest.mark.parametrize(
    ("actors", "turn", "asked", "said"),
    [
        ((0, 1, 2, 3), 0, 1, "Ben or another: do it"),
        ((0, 1, 2), 0, 1, "Ben or another: do it"),
        ((0, 1, 2, 3), 0, None, "anybody: do it"),
        ((1, 2, 3), 0, None, "somebody: do it"),
        ((0, 1), 0, 1, "Ben or Ann: do it"),
        ((0, 1), 0, None, "Ann or Ben: do it"),
        ((0,), 0, 0, "do it"),
        ((1,), 0, 1, "Ben: do it"),
        ((None,), 0, 1, "do it"),
    ],
)
def test_whoever_is_asked_is_named_first(actors, turn, asked, said):
    options = tuple(Option(None if actor is None else Seat(actor), "do", "do it", "X-1", ()) for actor in actors)
    (entry,) = entries(options, {}, SEATS, turn, asked)
    assert entry.text == said


async def test_whose_first_cards_are_asked_for_stands_in_the_list(drive, house):
    """Three or four players draw their first cards, in any order: one of them is asked."""
    record, _ = Shelf().read_record(RECORDS / "mon-arena-four.record")
    header = record.header
    wish = Wish(header.game, header.seats, header.depth, dict(header.switches))
    app = TablesideApp(opener=lambda: house.open(wish))
    async with drive(app, (120, 40)) as driver:
        await driver.go(to=TableScreen)
        table = driver.table
        upto = [entry.action.verb for entry in record.entries].index("dealt")
        for entry in record.entries[:upto]:
            table.declare(entry.action)
        driver.screen.show_table()
        await driver.pilot.pause()
        (dealt,) = (one for one in driver.screen.entries if one.verb == "dealt")
        name = table.seats[table.pending().asks]
        assert len(dealt.options) == len(header.seats)
        assert dealt.text.startswith(f"{name} or another: ")
        shown = [(one.key, one.text.partition(": ")[0]) for one in driver.screen.lines]
        assert shown[: len(table.seats)] == [(str(at), seat) for at, seat in enumerate(table.seats, 1)]
        assert "somebody" not in driver.visible()


async def test_a_choice_that_settles_an_action_is_a_line_of_the_menu_with_the_seats_digit(at_fight):
    async with at_fight() as driver:
        lines = {one.key: one.text for one in driver.screen.lines if one.verb == "attack"}
        state, turn = driver.table.match.state, driver.table.view().turn
        others = [seat for seat in range(3) if seat != turn]
        assert list(lines) == [str(seat + 1) for seat in others]
        for seat, text in zip(others, lines.values(), strict=True):
            assert text.startswith(f"Attack {state.name(seat)} (DEF ")
        before = driver.table.version
        await driver.press(list(lines)[1])
        assert driver.table.version == before + 1
        assert driver.table.match.log[-1].target == others[1]
        assert not [one for one in driver.screen.lines if one.key.isdecimal()]  # digits are the die's


async def test_the_letter_of_the_verb_still_leads_to_a_list_with_the_same_digits(at_fight):
    async with at_fight() as driver:
        digits = tuple(one.key for one in driver.screen.lines if one.verb == "attack")
        await driver.go("a", to=ChooseScreen)
        assert driver.screen.keys == digits


async def test_high_and_low_have_their_letters_and_the_winner_the_digit_of_the_seat(at_table):
    async with at_table((80, 24), ("Ann", "Ben", "Cleo"), game="gmm") as driver:
        for line in ("dealer Ann", "Ann: dealt"):
            assert driver.table.declare(driver.table.understand(line)).legal
        driver.screen.show_table()
        await driver.pilot.pause()
        assert driver.says("h Call high")
        assert driver.says("l Call low")
        await driver.press("l", "2")
        table = driver.table
        last = [table.grammar.write(action) for action in table.match.log[-2:]]
        assert last == ["Ann: call low", "table: winner Ben"]


async def test_everybody_is_done_with_one_key_and_sheets_are_asked_one_after_the_other(at_table):
    async with at_table((80, 24), ("Ann", "Ben", "Cleo")) as driver:
        await driver.press("m", "1")
        assert driver.says("All monsters are built")
        await driver.press("N")
        for name in ("Ann", "Ben", "Cleo"):
            await driver.until(lambda who=name: driver.says(f"{who}: ATK ?, DEF ?"), name)
            await driver.type("7 12i")
            await driver.press("enter")
        await driver.until(lambda: driver.table.match.state.phase == 1, "the fight")
