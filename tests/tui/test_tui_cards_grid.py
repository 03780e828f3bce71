"""A monster is put together by arrow keys; nothing is declared before people say so."""

from contextlib import asynccontextmanager

import pytest
from tui_board_kit import until_offered

from companion.core.actions import Ruling
from companion.games.rsf.verbs import Connect, Move, Rearrange
from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.screens.grid import GridScreen
from companion.tui.screens.table import TableScreen

SIZES = [(80, 24), (120, 40), (20, 5)]
WAYS = {(1, 0): "right", (-1, 0): "left", (0, 1): "up", (0, -1): "down"}


async def open_grid(driver, verb):
    """Press the verb's key; of several players it is the first."""
    entry = next(one for one in driver.screen.entries if one.verb == verb)
    await driver.press(entry.key)
    if len(entry.options) > 1:
        await driver.go(to=ChooseScreen)
        await driver.press(driver.screen.keys[0])
    await driver.go(to=GridScreen)


@pytest.fixture
def at_grid(at_table):
    """Open the app in full depth with the grid of a verb open."""

    @asynccontextmanager
    async def opened(verb, size=(120, 40)):
        async with at_table(size, ("Ann", "Ben"), "full") as driver:
            await until_offered(driver, verb)
            await open_grid(driver, verb)
            yield driver

    return opened


async def go(driver, to):
    """Move the cursor to a cell by arrow keys."""
    x, y = driver.screen.cursor
    for way, steps in (((1, 0), to[0] - x), ((0, 1), to[1] - y)):
        sign = 1 if steps > 0 else -1
        await driver.press(*[WAYS[way[0] * sign, way[1] * sign]] * abs(steps))
    assert driver.screen.cursor == to


@pytest.mark.parametrize("size", SIZES)
async def test_cards_are_placed_by_arrows_and_declared_together(at_grid, size):
    async with at_grid("connect", size) as driver:
        table, before = driver.table, driver.table.version
        hand = [str(card) for card in driver.screen.editor.cards]
        await driver.press("enter", "right", "enter", "up", "enter", "left", "enter")
        assert table.version == before
        await driver.press("d")
        await driver.go(to=TableScreen)
        cells = [(0, 0), (1, 0), (1, 1), (0, 1)]
        made = [(one.card, one.cell.x, one.cell.y) for one in table.match.log[before:]]
        assert made == [(card, *cell) for card, cell in zip(hand[:4], cells, strict=True)]
        assert all(isinstance(one, Connect) for one in table.match.log[before:])


async def test_a_draft_shows_squares_sums_and_refusals_and_is_taken_back_by_x(at_grid):
    async with at_grid("connect") as driver:
        before, cards = driver.table.version, driver.screen.editor.cards
        await driver.press("a")
        assert isinstance(driver.screen, GridScreen)
        assert driver.says("There is nothing here that a ruling could allow.")
        assert not driver.says("[a]")
        await driver.press("enter", "right", "enter", "up", "enter", "left")
        look = driver.screen.editor.look(driver.screen.cursor)
        (square,) = look.grid.marks
        assert driver.says(square.text)
        assert driver.says("DEF 0→")
        await driver.press("left", "left")
        assert driver.says("would share no side with the monster")
        assert driver.says("RSF-R2")
        draft = driver.screen.editor
        await driver.press("enter")
        assert driver.screen.editor == draft
        for left in (2, 1, 0):
            await driver.press("x")
            assert len(driver.screen.editor.actions()) == left
        assert driver.screen.editor.cards == cards
        await driver.press("d")
        assert driver.says("Not yet: no card is placed yet")
        await driver.go("enter", "escape", to=TableScreen)
        assert driver.table.version == before


async def test_r_cycles_how_a_hybrid_is_used(at_grid):
    async with at_grid("connect") as driver:
        cards = driver.screen.editor.cards
        cards_by_id = driver.table.match.setup.catalogue.cards
        at = next(place for place, card in enumerate(cards) if cards_by_id[card].hybrid)
        await driver.press(*["tab"] * at)
        hybrid = cards_by_id[cards[at]]
        for use in ("not said yet", *hybrid.races, "special", "not said yet"):
            assert driver.says(f"used as: {use}")
            await driver.press("r")
        await driver.press("enter", "r", "d")
        await driver.go(to=TableScreen)
        action = driver.table.match.log[-1]
        assert (action.card, action.mode.race) == (hybrid.id, hybrid.races[1])


async def test_a_card_is_found_by_its_name(at_grid):
    async with at_grid("connect") as driver:
        card = driver.screen.editor.cards[-1]
        name = driver.table.match.setup.catalogue.cards[card].name
        await driver.go("slash", to=ChooseScreen)
        await driver.type(name.lower())
        await driver.go("enter", to=GridScreen)
        await driver.until(lambda: driver.says(f": {card} ·"), "the card")


async def test_the_draft_can_be_said_in_words(at_grid):
    async with at_grid("connect") as driver:
        before = driver.table.version
        card = driver.screen.editor.cards[0]
        await driver.go("enter", "f2", to=AskScreen)
        assert driver.screen.text == f"connect {card} at 0,0"
        await driver.press("enter")
        await driver.go(to=TableScreen)
        assert driver.table.version == before + 1


@pytest.mark.parametrize("size", SIZES)
async def test_a_monster_is_laid_out_anew_by_arrows(at_grid, size):
    async with at_grid("rearrange", size) as driver:
        table, before = driver.table, driver.table.version
        action = next(
            one
            for option in table.options()
            if option.verb == "rearrange"
            for one in option.instances
            if set(one.layout) != {(p.card, p.cell, p.mode) for p in driver.screen.editor.pieces}
        )
        for place in action.layout:
            piece = next(
                one
                for one in driver.screen.editor.pieces
                if one.card == place.card
                and (one.cell == place.cell or one.cell not in {p.cell for p in done(action, place)})
            )
            if piece.cell != place.cell:
                await go(driver, (piece.cell.x, piece.cell.y))
                await driver.press("enter")
                await go(driver, (place.cell.x, place.cell.y))
                await driver.press("enter")
        assert table.version == before
        await driver.press("d")
        await driver.go(to=TableScreen)
        assert isinstance(table.match.log[-1], Rearrange)
        laid = {(place.card, place.cell) for place in table.match.log[-1].layout}
        assert laid == {(place.card, place.cell) for place in action.layout}
        assert table.version == before + 1


def done(action, place):
    """Return the placements before one."""
    return action.layout[: action.layout.index(place)]


async def test_a_layout_that_hangs_apart_is_not_declared(at_grid):
    async with at_grid("rearrange") as driver:
        x, y = driver.screen.cursor
        await driver.press("enter")
        await go(driver, (x - 4, y))
        await driver.press("enter", "d")
        assert driver.says("Not yet:")
        assert driver.says("the monster must hang together")
        await driver.press("x")
        assert driver.screen.editor.actions() == ()


async def test_one_piece_is_moved_by_arrows(at_grid):
    async with at_grid("move") as driver:
        table, before = driver.table, driver.table.version
        moves = next(one for one in table.options() if one.verb == "move").instances
        action = moves[0]
        piece = next(one for one in table.match.state.players[action.actor].monster if one.card == action.piece.card)
        await go(driver, (piece.cell.x, piece.cell.y))
        await driver.press("enter")
        await go(driver, (action.cell.x, action.cell.y))
        await driver.press("enter")
        assert table.version == before
        await driver.press("enter")
        await driver.go(to=TableScreen)
        assert isinstance(table.match.log[-1], Move)
        assert table.match.log[-1] == action


@pytest.mark.parametrize("size", SIZES)
async def test_a_refused_cell_is_ruled_by_two_keys_and_the_ruling_is_written_down(at_grid, size):
    async with at_grid("connect", size) as driver:
        table, before = driver.table, driver.table.version
        first, second = [str(card) for card in driver.screen.editor.cards[:2]]
        await driver.press("enter", "right", "right")
        if size[0] > 20:
            assert driver.says("[a] let the table allow it")
        await driver.go("a", to=AskScreen)
        assert second in driver.screen.question
        await driver.press("enter")
        await driver.until(lambda: table.version == before + 3, "the ruling")
        await driver.go(to=TableScreen)
        placed, ruling, allowed = table.match.log[before:]
        assert (placed.card, placed.cell.x) == (first, 0)
        assert (allowed.card, allowed.cell.x, allowed.cell.y) == (second, 2, 0)
        assert isinstance(ruling, Ruling)
        assert "RSF-R2" in ruling.rules
        assert ruling.note == "the table agreed"


async def test_a_ruling_that_people_think_better_of_changes_nothing_more(at_grid):
    async with at_grid("connect") as driver:
        table, before = driver.table, driver.table.version
        await driver.go("enter", "right", "right", "a", to=AskScreen)
        await driver.press("escape")
        await driver.go(to=TableScreen)
        assert table.version == before + 1  # the card that was put down well stays
        assert driver.says("let the table allow it")


@pytest.mark.parametrize("verb", ["move", "rearrange"])
async def test_a_move_or_layout_that_is_refused_is_ruled_too(at_table, verb):
    async with at_table((120, 40), ("Ann", "Ben"), "full") as driver:
        table = driver.table
        await until_offered(driver, verb)
        await open_grid(driver, verb)
        await driver.press("enter", *["right"] * 9)
        assert driver.says("[a] let the table allow it")
        before = table.version
        await driver.go("a", to=AskScreen)
        await driver.press("enter")
        await driver.until(lambda: table.version == before + 2, "the ruling")
        assert isinstance(table.match.log[before], Ruling)
        assert table.match.log[before + 1].verb == verb


# ---------------------------------------------------------------- a piece is picked where it lies


async def test_a_piece_is_picked_on_the_drawn_monster_with_its_loss_shown_before(at_fight):
    async with at_fight() as driver:
        table = driver.table
        attack = next(one for one in table.options() if one.verb == "attack").instances[0]
        assert table.declare(attack).legal
        assert table.declare(table.understand("9")).legal
        driver.screen.show_table()
        await open_grid(driver, "destroy")
        editor, before = driver.screen.editor, table.version
        pieces = table.match.state.players[attack.target].monster
        legal = {one.piece.card for one in table.options()[0].instances}
        piece = next(one for one in pieces if one.card in legal)
        await go(driver, (piece.cell.x, piece.cell.y))
        assert driver.says("→")  # what the monster would lose
        assert driver.says(f"Enter picks {piece.card}")
        await driver.press("enter")
        assert driver.says(f"Enter again: {piece.card} goes")
        assert (table.version, editor.actions()) == (before, ())
        await driver.go("enter", to=TableScreen)
        assert table.match.log[-1].piece.card == piece.card
