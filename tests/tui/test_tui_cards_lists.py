"""Cards are chosen by a few letters, several are pasted, and lines are asked for field by field."""

from __future__ import annotations

import pytest
from textual.events import Paste
from textual.widgets import OptionList
from tui_board_kit import until_offered, whole

from companion.tui.asking.dialogs import LONGEST, MAX_LENGTH, AskScreen, PickScreen
from companion.tui.asking.form import FormScreen
from companion.tui.screens.table import TableScreen

MEGABYTE = 1_000_000


async def press_verb(driver, verb):
    entry = next(one for one in driver.screen.entries if one.verb == verb)
    was = driver.screen
    await driver.press(entry.key)
    await driver.until(lambda: driver.screen is not was, "a dialog")
    await driver.pilot.pause()
    return entry


async def paste(driver, text):
    """Paste as a terminal does: the app passes it to the screen or to the line in focus."""
    driver.app.post_message(Paste(text))
    await driver.pilot.pause()


def shown(driver):
    listed = driver.screen.query_one(OptionList)
    return [str(listed.get_option_at_index(at).prompt) for at in range(listed.option_count)]


# ---------------------------------------------------------------- type-ahead


async def test_a_card_is_found_by_letters_and_those_used_last_come_first(at_table):
    async with at_table((80, 24), depth="full") as driver:
        await until_offered(driver, "draw")
        for typed, card in (("piston", "R01"), ("p03", "P03")):
            await press_verb(driver, "draw")
            await driver.type(typed)
            (only,) = shown(driver)
            assert only.startswith(card)
            assert "ATK" in only
            await driver.go("enter", to=TableScreen)
            assert driver.table.match.log[-1].card == card
        await press_verb(driver, "draw")
        many = shown(driver)
        assert [line.split()[0] for line in many[:2]] == ["P03", "R01"]
        await driver.type("zzz")
        assert shown(driver) == []
        await driver.press("enter", "escape")
        assert shown(driver) == many
        await driver.go("escape", to=TableScreen)


async def test_digits_go_on_with_an_id_and_else_choose(at_table):
    async with at_table(depth="full") as driver:
        await until_offered(driver, "exchange")
        await press_verb(driver, "exchange")
        hand = list(driver.table.match.state.players[driver.table.match.state.turn].hand)
        wanted = hand[-1]
        await driver.type(wanted.lower())
        assert [hand[at] for at in driver.screen.found(wanted)] == [wanted]
        await driver.press("enter")
        await driver.until(lambda: driver.says("So far:"), "the second card")
        await driver.press("2")
        await driver.until(lambda: driver.says("number 3"), "the third card")
        await driver.press("1")
        await driver.go(to=TableScreen)
        left = [card for card in hand if card != wanted]
        assert driver.table.match.log[-1].cards == (wanted, left[0])


# ---------------------------------------------------------------- paste


async def test_pasted_ids_fill_a_list(at_table):
    async with at_table(depth="full") as driver:
        await until_offered(driver, "exchange")
        await press_verb(driver, "exchange")
        hand = driver.table.match.state.players[driver.table.match.state.turn].hand
        await paste(driver, f"{hand[2]}, {hand[0].lower()};nonsense\n")
        await driver.until(lambda: driver.says("Not understood: “nonsense”"), "what was not taken")
        assert driver.says("number 3 of at most 4")
        await driver.press("1")
        await driver.go(to=TableScreen)
        assert driver.table.match.log[-1].cards == (hand[2], hand[0])


async def test_more_than_there_is_room_for_is_said_before_it_is_declared(at_table):
    async with at_table(depth="full") as driver:
        await until_offered(driver, "exchange")
        await press_verb(driver, "exchange")
        hand = driver.table.match.state.players[driver.table.match.state.turn].hand
        before = driver.table.version
        await paste(driver, " ".join(hand))
        await driver.until(lambda: driver.says("More than there is room"), "what was not taken")
        assert driver.says("is that all?")
        assert driver.table.version == before
        await driver.press("escape")
        await driver.until(lambda: driver.says("number 4 of at most 4"), "the last one again")


@pytest.mark.parametrize(
    ("size", "text"), [((80, 24), "R04,"), ((120, 40), "é\x1b[2J "), ((20, 5), "\N{PILE OF POO} ")]
)
async def test_a_megabyte_pasted_anywhere_does_no_harm(at_table, size, text):
    async with at_table(size, depth="full") as driver:
        await until_offered(driver, "exchange")
        before = driver.table.match.log
        await paste(driver, text * (MEGABYTE // len(text)))
        await press_verb(driver, "exchange")
        await paste(driver, text * (MEGABYTE // len(text)))
        assert len(driver.screen.typed) <= LONGEST
        assert isinstance(driver.screen, PickScreen)
        for _ in range(3):
            if not isinstance(driver.screen, TableScreen):
                await driver.press("escape")
                await driver.pilot.pause()
        await driver.go(to=TableScreen)
        await driver.go("colon", to=AskScreen)
        await paste(driver, text * (MEGABYTE // len(text)))
        assert len(driver.screen.query_one("#line").value) <= MAX_LENGTH
        await driver.press("escape")
        await driver.go(to=TableScreen)
        assert driver.table.match.log == before


async def test_a_monster_of_other_parts_is_pasted_where_one_more_or_fewer_is_not_enough(at_table):
    async with at_table(depth="full", game="mon-classic") as driver:
        table = driver.table
        for action in whole(table.match, 60)[0]:
            found = [one for one in table.options() if one.verb == "rearrange"]
            mine = next((one for one in found if len(one.instances) > 2), None)
            if mine is not None:
                break
            assert table.declare(action).legal
        driver.screen.show_table()
        await driver.pilot.pause()
        cards = list(dict.fromkeys(one.cards[-1] for one in mine.instances if one.cards))[:2]
        entry = await press_verb(driver, "rearrange")
        if len(entry.options) > 1:
            await driver.press(str(mine.actor + 1))
            await driver.pilot.pause()
        await driver.type("field by field")
        await driver.go("enter", to=PickScreen)
        await paste(driver, ", ".join(cards))
        await driver.until(lambda: driver.says("So far:"), "what was pasted")
        await driver.press("1")
        await driver.go(to=TableScreen)
        assert table.match.log[-1].cards == tuple(cards)


# ---------------------------------------------------------------- field by field


async def test_a_whole_deal_is_typed_in_one_prompt(at_table):
    async with at_table(depth="full", seats=("Ann", "Ben", "Cleo")) as driver:
        table = driver.table
        for line in ("mixed", "starter Ann"):
            assert table.declare(table.understand(line)).legal
        driver.screen.show_table()
        await driver.pilot.pause()
        await driver.press("d", *"i3r12P1")
        assert driver.says("I03, R12, P01")
        await driver.press("enter")
        await driver.until(lambda: table.version == 5, "three cards")
        drawn = [(one.actor, one.card) for one in table.match.log[2:]]
        assert drawn == [(0, "I03"), (1, "R12"), (2, "P01")]


async def to_field(driver, name):
    await driver.until(lambda: driver.says(f"{name}?"), name)
    await driver.pilot.pause()


async def sheet_asked(driver):
    """Begin to enter a sheet; of several players it is the first."""
    await until_offered(driver, "sheet")
    if not isinstance(driver.screen, FormScreen):
        await driver.press(driver.screen.keys["sheet"])
    await driver.go(to=FormScreen)


async def test_a_player_sheet_is_one_line_and_a_wrong_value_is_said_as_it_is_typed(at_table):
    async with at_table() as driver:
        await sheet_asked(driver)
        assert driver.says("ATK ?, DEF ?, SPC 0, PIECES ")
        for typed, said in (
            ("7", "still missing: DEF"),
            ("7 12 robust", "robust is none of Robot, Insect, Plant, Alien"),
            ("7 1200", "scores go from 0 to 999"),
            ("7 12 pieces 99", "cards in all"),
            ("7 12 1 5 2", "2 is one number too many"),
        ):
            await driver.press("ctrl+u")
            await driver.type(typed)
            assert driver.says(said)
            await driver.press("enter")
            assert isinstance(driver.screen, FormScreen), typed
        await driver.press("ctrl+u")
        await driver.type("9 10i")
        assert driver.says("ATK 9, DEF 10, SPC 0,")
        assert driver.says("RACE Insect")
        await driver.press("f2")
        await driver.until(lambda: driver.says("How to write it:"), "the line")
        await driver.go("escape", to=TableScreen)


async def test_a_players_first_sheet_is_agreed_with_as_it_is_entered(at_table):
    async with at_table() as driver:
        await sheet_asked(driver)
        before = driver.table.version
        await driver.type("9 10i")
        await driver.press("enter")
        await driver.until(lambda: driver.table.version == before + 2, "sheet and confirm")
        sheet, confirm = driver.table.match.log[before:]
        assert (sheet.attack, sheet.defense, sheet.special, sheet.race) == (9, 10, 0, "Insect")
        assert (confirm.verb, confirm.actor) == ("confirm", sheet.actor)


async def until_swapped(driver):
    """Go to where two pieces are to be swapped, and choose that."""
    await until_offered(driver, "special")
    special = next(one for one in driver.table.options() if one.verb == "special")
    assert driver.table.declare(special.instances[0]).legal
    assert driver.table.declare(driver.table.understand("5")).legal  # two pieces change places
    driver.screen.show_table()
    await press_verb(driver, "swap")


async def test_both_pieces_to_swap_are_asked_for_and_none_is_taken_from_an_example(at_table):
    async with at_table(depth="full", seats=("Ann", "Ben", "Cleo")) as driver:
        await until_swapped(driver)
        before = driver.table.version
        for question, key in (("Which player", "3"), ("Which first piece", "1"), ("Which other player", "1")):
            await to_field(driver, question)
            if "player" in question:
                lines = {line.split()[0]: line for line in shown(driver)}
                assert "DEF" in lines[key], "what people choose by"
                assert lines["4"].endswith("field by field"), "no player's digit"
            await driver.press(key)
        await to_field(driver, "Which second piece")
        assert driver.table.version == before
        await driver.press("2")
        await driver.go(to=TableScreen)
        swap = driver.table.match.log[-1]
        assert (swap.first, swap.second) == (2, 0)


async def test_pieces_to_swap_are_chosen_from_the_monsters_that_lie_open(at_table):
    async with at_table(depth="full") as driver:
        await until_swapped(driver)
        option = next(one for one in driver.table.options() if one.verb == "swap")
        await driver.type("field by field")
        await driver.press("enter")
        await to_field(driver, "Which player")
        await driver.press("1")
        await to_field(driver, "first piece")
        mine = driver.table.match.state.players[0].monster
        assert [line.split()[1] for line in shown(driver)[: len(mine)]] == [one.card for one in mine]
        await driver.press("1")
        await to_field(driver, "Which other player")
        await driver.press("2")
        await to_field(driver, "second piece")
        await driver.press("1")
        await driver.go(to=TableScreen)
        action = driver.table.match.log[-1]
        assert action.verb == "swap"
        assert (action.first, action.second) == (0, 1)
        assert action.actor == option.actor
