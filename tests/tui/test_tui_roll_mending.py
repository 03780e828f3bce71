"""A correction afterwards: one key on the history line, and one line that says what changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Input, Static
from tui_roll_kit import attack, hand_in, seen, to_the_pool

from companion.core.actions import Amend
from companion.rolls.misreads import likely
from companion.tui import roll_words
from companion.tui.asking.dialogs import ChooseScreen
from companion.tui.parts.correcting import CorrectRollScreen
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.history import History
from companion.tui.widgets.menu import Menu


async def missed(driver, face="1"):
    """Attack, and let the keyboard say that it missed."""
    await attack(driver)
    await driver.press(face)
    return driver.table.version


async def test_one_key_on_the_line_corrects_it_and_says_what_changed(at_fight):
    async with at_fight((80, 24)) as driver:
        number = await missed(driver)
        await driver.press("h", "1")
        assert driver.says("already says that")
        assert driver.table.version == number
        hint = driver.screen.query_one("#verdict", Static)
        assert hint.display
        assert str(hint.render()).endswith("Read wrong? Type what it showed")
        await driver.press("9")
        await driver.until(lambda: driver.table.version == number + 1, "the correction")
        assert isinstance(driver.table.match.log[-1], Amend)
        line = driver.table.history()[number - 1]
        assert "9 +" in line.told
        assert driver.says(f"Corrected line {number}: ")
        assert driver.screen.query_one(Menu).has_focus
        await driver.press("3")  # belongs to the next roll, and none is open
        assert driver.table.version == number + 1


async def test_while_a_line_is_worked_on_the_open_roll_says_where_keys_go(at_table):
    async with at_table((120, 40), game="md") as driver:
        table = driver.table
        await to_the_pool(driver)
        await driver.press(*"234562", "enter")
        number = table.version
        assert driver.app.live.desk.armed is not None  # the next player's roll is open
        assert not driver.says("Keys go to line")
        await driver.press("h")
        assert driver.says(f"Keys go to line {number} of the history now")
        await driver.press("escape")
        assert not driver.says("Keys go to line")
        await driver.press(*"345")
        assert driver.screen.rolling.typed == "3 4 5"
        assert table.version == number


async def test_a_roll_that_lands_meanwhile_does_not_slip_under_the_hand(at_fight):
    async with at_fight() as driver:
        await attack(driver)
        rolling = driver.table.version
        history = driver.screen.query_one(History)
        await driver.press("h", "up")
        highlighted = history.line
        await hand_in(driver, seen("1"))
        assert driver.table.version == rolling + 1
        assert history.line.number == highlighted.number


async def test_digits_on_a_line_that_is_no_roll_answer_the_open_roll(at_fight):
    async with at_fight() as driver:
        await attack(driver)
        version = driver.table.version
        await driver.press("h")
        await driver.press("7")
        assert driver.table.version == version + 1
        assert driver.table.match.log[-1].verb == "roll"


async def test_enter_lists_what_it_may_have_been_likeliest_first(at_fight):
    async with at_fight() as driver:
        await attack(driver)
        doubtful = seen("6", confidence=0.6, alternatives=(("3", 0.2), ("9", 0.1)))
        await hand_in(driver, doubtful)
        await driver.press("enter")
        number = driver.table.version
        await driver.go("h", "enter", to=CorrectRollScreen)
        faces = [dice[0].face for dice in driver.screen.instead]
        assert faces[:2] == ["3", "9"]
        assert sorted(faces) == sorted(likely("d10", "6"))
        await driver.press("down", "enter")
        await driver.until(lambda: driver.table.version == number + 1, "the correction")
        assert driver.table.match.log[-1].replacement.dice[0].face == "9"


async def test_the_correction_of_a_roll_stands_beside_the_board_it_asks_about(at_fight):
    async with at_fight((80, 24)) as driver:
        await missed(driver)
        board = driver.screen.query_one("#board").region
        await driver.go("h", "enter", to=CorrectRollScreen)
        dialog = driver.screen.query_one("#dialog")
        await driver.until(lambda: dialog.region.x >= board.right, "the dialog beside the board")
        assert dialog.region.bottom <= 24
        assert driver.says("or arrows and Enter · Esc back")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", [(80, 24), (100, 24), (120, 40)])
async def test_beside_the_board_the_keys_of_a_long_correction_are_said_whole(at_table, size, language):
    async with at_table(size, game="md") as driver:
        driver.app.change(replace(driver.app.settings, language=language))
        await to_the_pool(driver)
        await driver.press(*"234562", "enter")
        await driver.go("h", "enter", to=CorrectRollScreen)
        typed = driver.screen.query_one("#typed")
        await driver.until(lambda: typed.region.height and typed.region.x > size[0] // 2, "the keys")
        assert typed.region.bottom < driver.screen.query_one("#dialog").region.bottom <= size[1] - 1
        assert driver.screen.query_one("#answers").region.height >= 6


async def test_a_correction_that_drops_moves_asks_first_and_names_them_after(at_fight):
    async with at_fight() as driver:
        number = await missed(driver, "9")
        await driver.press(next(e.key for e in driver.screen.entries if e.verb == "destroy"))
        await driver.until(lambda: not isinstance(driver.screen, TableScreen), "the pieces")
        await driver.press("right", "enter", "enter")
        await driver.until(lambda: driver.table.version == number + 1, "the piece")
        await driver.go("h", "up", "1", to=ChooseScreen)
        assert driver.says("no longer fit")
        await driver.press("2")
        assert driver.table.version == number + 1
        await driver.go("1", to=ChooseScreen)
        await driver.press("1")
        await driver.until(lambda: driver.table.version == number + 2, "the correction")
        assert driver.screen.announcing.reply.text.endswith(f"no longer in the game: move {number + 1}")
        assert " → " in driver.screen.announcing.reply.text


async def test_x15_a_marked_stretch_is_written_anew_and_may_lose_and_gain_lines(at_fight):
    async with at_fight((80, 24)) as driver:
        number = await missed(driver)
        table = driver.table
        attacked, rolled = (table.history()[at - 1].line for at in (number - 1, number))
        await driver.press("h", "space", "up", "enter")
        assert driver.says(f"Correct lines {number - 1} to {number}")
        line = driver.screen.query_one(Input)
        assert line.value == f"{attacked}; {rolled}"
        more = table.grammar.write(table.options()[0].instances[0])
        line.value = f"{attacked}; {rolled.replace('=1', '=2')}; {more}"
        await driver.press("enter")
        await driver.until(lambda: table.version == number + 1, "the correction")
        assert [table.grammar.write(step.action) for step in table.match.steps()[-3:]] == (line.value.split("; "))
        assert " · " in table.history()[number - 2].told
        assert table.history()[number - 1].undone
        await driver.press("h")
        history = driver.screen.query_one(History)
        history.highlighted -= history.line.number - (number - 1)
        await driver.press("space", "enter")  # all three stand at one line now
        driver.screen.query_one(Input).value = ""
        await driver.press("enter")
        await driver.until(lambda: table.version == number + 2, "the removal")
        assert driver.says("taken out")
        assert table.match.steps()[-1].number < number - 1


async def test_a_pool_of_six_is_corrected_by_the_number_of_its_mistake_or_typed_after_a_blank(
    at_table,
):
    async with at_table((120, 40), game="md") as driver:
        table = driver.table
        await to_the_pool(driver)
        await driver.press(*"234562", "enter")
        number = table.version
        roll = table.match.log[-1]
        assert roll.verb == "roll"
        await driver.press("h")
        await driver.until(lambda: driver.says("Read wrong?"), "the hint")
        line = driver.screen.query_one(History).line
        wanted = driver.screen.correcting._instead(line, roll)[1]
        assert roll_words.differing_faces(wanted, roll.dice) in " ".join(
            roll_words.mend_hint(roll.dice, driver.screen.correcting._instead(line, roll)).split()
        )
        await driver.press("2")
        await driver.until(lambda: table.version == number + 1, "the correction")
        assert table.match.log[-1].replacement.dice == wanted
        await driver.go("h", "enter", to=CorrectRollScreen)
        await driver.press("space", *"665544")
        assert driver.says("Enter takes them")
        await driver.press("enter")
        await driver.until(lambda: table.version == number + 2, "another correction")
        assert [die.face for die in table.match.log[-1].replacement.dice] == list("665544")


async def test_x16_a_refused_correction_is_kept_beside_the_log_without_its_line(at_fight):
    async with at_fight((80, 24)) as driver:
        number = await missed(driver)
        table = driver.table
        who = table.seats[table.match.log[number - 2].actor]
        await driver.press("h", "up", "enter")
        driver.screen.query_one(Input).value = f"{who}: attack {who}"
        await driver.press("enter")
        await driver.until(lambda: table._journal.refusals(table.table_id), "the refusal")
        (kept,) = table._journal.refusals(table.table_id)
        assert (kept.number, kept.who, kept.what) == (number, "", "amend")
        assert kept.rules
        assert table.version == number
