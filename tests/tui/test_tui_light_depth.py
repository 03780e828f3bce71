"""People get tired of naming cards: from full to light depth by a key, and on by keys alone."""

from __future__ import annotations

import random

import pytest
from games_play import SHELF, playout
from tui_board_kit import named
from tui_keys_kit import Fingers
from tui_roll_kit import attack, hand_in, seen

from companion.core.actions import Lighten
from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.session.table import Table
from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.asking.form import FormScreen
from companion.tui.host import Wish
from companion.tui.screens.help import HelpScreen
from companion.tui.screens.table import TableScreen
from models.workshop.bench.random_play import Moment

TOLD = "From here on in light depth: people add up, cards are not named"
KEY, WORD = "f2", "F2"

some_games = pytest.mark.parametrize("game", ["rsf", "mon-dominoes", "md"])


async def asked(driver):
    """Press the key; return the question it brings."""
    await driver.go(KEY, to=ChooseScreen)
    return driver.screen


async def lighten(driver):
    """Press the key and mean it."""
    await asked(driver)
    await driver.go("1", to=TableScreen)
    await driver.until(lambda: driver.table.match.log[-1:] == (Lighten(None),), "light depth")
    await driver.pilot.pause()


class KeysThatLighten(Fingers):
    """Fingers that also know this key."""

    async def _say(self, action):
        if isinstance(action, Lighten):
            await lighten(self.driver)
            return "light"
        return await super()._say(action)


async def at_rest(driver):
    """Let the screen show what was declared beside it."""
    driver.screen.show_table()
    await driver.pilot.pause()


def play_beside(table, chance, steps):
    """Play at random without the screen."""
    for _, action, _ in playout(table.match, chance, steps):
        if table.match.game.standing(table.match.state).final:
            return
        assert table.declare(action).legal


async def play_by_keys(driver, chance, steps):
    """Play at random by nothing but keys; return how often each way was needed."""
    fingers = KeysThatLighten(driver)
    for _ in range(steps):
        table = driver.table
        action = Moment.of(table.match.game, table.match.state).next_action(chance)
        if action is None:
            break
        await fingers.play([action])
    return fingers.ways


# ---------------------------------------------------------------- from full to light and back


@pytest.mark.timeout(300)
@some_games
async def test_every_game_goes_on_by_keys_and_undo_brings_full_depth_back(at_table, game):
    least, most = SHELF.game(game).players
    seats = ("Ann", "Ben", "Cleo")[: min(max(3, least), most)]
    chance = random.Random(f"journey {game}")
    async with at_table((80, 24), seats, "full", game=game) as driver:
        play_beside(driver.table, chance, 25)
        await at_rest(driver)
        full = await play_by_keys(driver, chance, 4)
        assert not full["words"], "something no dialog offers"
        match, before = driver.table.match, pages(driver)
        number = driver.table.version
        await lighten(driver)
        assert driver.says(f"{TOLD} · u takes it back")
        ids = ids_of(match.setup.catalogue)
        assert not named(" ".join(text for _, text in pages(driver)), ids)
        light = await play_by_keys(driver, chance, 8)
        assert not light["words"], "something no dialog offers"
        assert driver.table.match.depth is Depth.LIGHT
        while driver.table.match.depth is Depth.LIGHT:
            await driver.press("u")
        assert driver.table.match.now.number == match.now.number
        assert driver.table.match.state == match.state
        await driver.pilot.pause()
        assert pages(driver) == before
        assert driver.table.history()[number].undone


def pages(driver):
    """Everything that the board has to show, whatever room there is."""
    return [(title, content.plain) for title, content in driver.screen.board.detail()]


def ids_of(catalogue):
    """Return what stands for a card of a catalogue; MonsterDice has none but numbers and words."""
    lists = (value for value in vars_of(catalogue).values() if hasattr(value, "keys"))
    return {card for one in lists for card in one if type(card) is str}


# ---------------------------------------------------------------- light depth stays true

SUMS = ("mixed", "starter Ann", "Ann: done", "Ben: done", "Cleo: done", *(
    line for name in ("Ann", "Ben", "Cleo")
    for line in (f"{name}: sheet atk 7 def 12 spc 1 pieces 7 race Insect", f"{name}: confirm")
), "Ann: draw card")  # fmt: skip


async def light_fight(driver, *lines):
    """Go to the first turn of a light fight, and on by these lines."""
    for line in (*SUMS, *lines):
        assert driver.table.declare(driver.table.understand(line)).legal, line
    await at_rest(driver)


async def test_after_a_loss_the_sums_are_asked_for_at_once_and_enter_keeps_them(at_table):
    async with at_table((80, 24), ("Ann", "Ben", "Cleo")) as driver:
        await light_fight(driver, "Ann: attack Ben", "Ann: roll d10=9")
        await driver.go("y", to=FormScreen)
        assert driver.says("Ben: ATK 7, DEF 12, SPC 1, PIECES 6, RACE Insect → ?")
        before = driver.table.version
        await driver.go("enter", to=TableScreen)
        (kept,) = driver.table.match.log[before:]
        written = driver.table.grammar.write(kept)
        assert written == "Ben: sheet atk 7 def 12 spc 1 pieces 6 race Insect"


async def test_after_a_swap_both_are_asked_and_one_number_is_enough(at_table):
    async with at_table((80, 24), ("Ann", "Ben", "Cleo")) as driver:
        await light_fight(driver, "Ann: special", "Ann: roll d10=5", "Ann: swap Ann card Ben card")
        assert isinstance(driver.screen, FormScreen)
        assert driver.says("Ann: ATK 7, DEF 12,")
        await driver.press(*"d9", "enter")
        await driver.until(lambda: driver.says("Ben: ATK 7, DEF 12,"), "the other one")
        await driver.press(*"6", "space", *"10p", "enter")
        await driver.go(to=TableScreen)
        written = [driver.table.grammar.write(one) for one in driver.table.match.log[-2:]]
        assert written == [
            "Ann: sheet atk 7 def 9 spc 1 pieces 7 race Insect",
            "Ben: sheet atk 6 def 10 spc 1 pieces 7 race Plant",
        ]


async def test_sums_that_are_put_off_stay_asked_and_undo_asks_nothing_anew(at_table):
    async with at_table((80, 24), ("Ann", "Ben", "Cleo")) as driver:
        await light_fight(driver, "Ann: attack Ben", "Ann: roll d10=9")
        await driver.go("y", to=FormScreen)
        await driver.go("escape", to=TableScreen)
        assert driver.table.pending().text == "What does Ben's Player Sheet say now?"
        await driver.press("u", "u")
        await driver.pilot.pause()
        assert isinstance(driver.screen, TableScreen)
        assert isinstance(driver.table.pending(), RollRequest)


# ---------------------------------------------------------------- Player Sheets of last time

SEATS = ("Ann", "Ben", "Cleo")
SHEETS = SUMS[5:-1]


@pytest.fixture
def last_time(house):
    """Let a table of light depth come to its fight; one that nobody played at follows."""
    for lines in (SUMS, SUMS[:1]):
        live = house.open(Wish("rsf", SEATS, "light"))()
        assert all(live.table.declare(live.table.understand(line)).legal for line in lines)
        live.close()


def written(driver):
    """What was declared last, as a record has it."""
    return tuple(map(driver.table.grammar.write, driver.table.match.log[-6:]))


@pytest.mark.usefixtures("last_time")
async def test_sheets_of_last_time_are_shown_and_taken_over_by_one_key_that_is_not_enter(at_table):
    async with at_table((80, 24), SEATS) as driver:
        await driver.go("1", "N", to=ChooseScreen)
        assert all(driver.says(f"{name}: ATK 7, DEF 12, SPC 1, PIECES 7, RACE Insect") for name in SEATS)
        before = driver.table.version
        await driver.press("enter")
        assert isinstance(driver.screen, ChooseScreen)
        assert driver.table.version == before
        await driver.go("2", to=TableScreen)
        await driver.until(lambda: written(driver) == SHEETS, "all Player Sheets")
        assert driver.says("2 then: Attack Ben (DEF 12, 5 or more)")


@pytest.mark.usefixtures("last_time")
@pytest.mark.parametrize("no", ["1", "escape"])
async def test_whoever_does_not_want_them_writes_sheets_down_and_is_not_asked_again(at_table, no):
    async with at_table((80, 24), SEATS) as driver:
        await driver.go("1", "N", to=ChooseScreen)
        await driver.go(no, to=FormScreen)
        await driver.press(*"6", "space", *"10p", "enter")
        await driver.until(lambda: driver.says("Ben: ATK ?, DEF ?,"), "the next one")
        assert isinstance(driver.screen, FormScreen)


@pytest.mark.usefixtures("last_time")
@pytest.mark.parametrize("seats", [("Ann", "Cleo", "Ben"), ("Ann", "Ben")])
async def test_sheets_of_other_seats_are_not_offered(at_table, seats):
    async with at_table((80, 24), seats) as driver:
        await driver.go("1", "N", to=FormScreen)


# ---------------------------------------------------------------- the only thing that can be done


async def test_what_follows_the_only_thing_that_can_be_done_is_one_key(at_table):
    async with at_table((80, 24), SEATS) as driver:
        await light_fight(driver)
        await driver.press("u")
        said = [(one.key, one.text) for one in driver.screen.lines]
        assert said == [
            ("d", "Draw a card from the pile"),
            ("2", "then: Attack Ben (DEF 12, 5 or more)"),
            ("3", "then: Attack Cleo (DEF 12, 5 or more)"),
        ]
        await driver.press("3")
        await driver.until(lambda: isinstance(driver.table.pending(), RollRequest), "the roll")
        assert written(driver)[-2:] == ("Ann: draw card", "Ann: attack Cleo")
        await driver.press("u", "u")
        assert said == [(one.key, one.text) for one in driver.screen.lines], "each is taken back by itself"


# ---------------------------------------------------------------- asked once, offered while it may be


async def test_it_is_asked_before_and_says_what_it_means(at_table):
    async with at_table((80, 24), depth="full") as driver:
        screen = await asked(driver)
        assert screen.question == "Go on in light depth?"
        assert driver.says("Only undo (u) brings full depth back.")
        for way_out in ("2", "escape"):
            await driver.go(way_out, to=TableScreen)
            assert driver.table.version == 0
            await asked(driver)


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_it_is_offered_in_help_palette_and_footer_while_it_is_possible(at_table, size):
    async with at_table(size, depth="full") as driver:
        assert await offered(driver) == {"help", "palette", "key"} | wide(size)
        await lighten(driver)
        assert await offered(driver) == set()
        await driver.press("u")
        await driver.pilot.pause()
        assert await offered(driver) == {"help", "palette", "key"} | wide(size)
    async with at_table(size, depth="light") as driver:
        assert await offered(driver) == set()


def wide(size):
    """The line of keys has room for it on a wide screen."""
    return {"footer"} if size[0] >= 200 else set()


async def offered(driver):
    """Return where the key and the command stand."""
    found = set()
    names = {command.name: command for command in driver.screen.palette_commands()}
    if "light depth" in names:
        found.add("palette")
    if f"{WORD} Light depth" in driver.visible().splitlines()[-1]:
        found.add("footer")
    await driver.go("question_mark", to=HelpScreen)
    if "light depth: " in driver.screen.text(200).plain:
        found.add("help")
    await driver.press("escape")
    await driver.press(KEY)
    await driver.pilot.pause()
    if isinstance(driver.screen, ChooseScreen):
        found.add("key")
        await driver.press("escape")
    await driver.go(to=TableScreen)
    return found


def vars_of(value):
    return {name: getattr(value, name) for name in type(value).__dataclass_fields__}


# ---------------------------------------------------------------- what leads there


async def type_line(driver, line):
    await driver.go("colon", to=AskScreen)
    await driver.type(line)
    await driver.go("enter", to=TableScreen)


WAY = f"[{WORD}] go on in light depth, where cards are not named"


async def test_whoever_names_no_card_hears_of_light_depth(at_table):
    async with at_table((80, 24), ("Ann", "Ben"), "full", game="mon-dominoes") as driver:
        table = driver.table
        chance = random.Random(2)
        while not any(option.verb == "attach" for option in table.options()):
            play_beside(table, chance, 1)
        await at_rest(driver)
        version = table.version
        option = next(one for one in table.options() if one.verb == "attach")
        line = table.grammar.write(option.instances[0])
        card = option.instances[0].card
        await type_line(driver, line.replace(card, "card", 1))
        assert table.version == version
        assert driver.says(WAY)
        await lighten(driver)
        assert not driver.says(WAY)


async def test_a_drawn_card_that_is_not_named_is_asked_for_or_left_to_light_depth(at_table):
    async with at_table((80, 24), ("Ann", "Ben"), "full") as driver:
        table, chance = driver.table, random.Random(4)
        while not any(option.verb == "draw" and not table.check(draw(table)).legal for option in table.options()):
            play_beside(table, chance, 1)
        await at_rest(driver)
        await type_line(driver, table.grammar.write(draw(table)))
        assert driver.says("Which card was drawn?")
        assert driver.says(WAY)


def draw(table):
    option = next(one for one in table.options() if one.verb == "draw")
    return table.grammar.read(f"{table.grammar.seat_word(option.actor)}: draw card")


async def test_a_refusal_about_something_else_says_nothing_of_depth(at_table):
    async with at_table((80, 24), ("Ann", "Ben"), "full") as driver:
        await type_line(driver, "attack ben")
        assert driver.table.version == 0
        assert driver.screen.announcing.reply.bad
        assert "light depth" not in driver.screen.announcing.reply.text


# ---------------------------------------------------------------- in the middle of something


def beside(house, table):
    """The same table, opened by another program."""
    return Table.resume(SHELF, Journal(house.home / FILE), table.table_id)


async def test_a_question_that_lies_open_while_another_program_makes_it_light(at_table, house):
    async with at_table((80, 24), ("Ann", "Ben"), "full") as driver:
        await asked(driver)
        assert beside(house, driver.table).declare(Lighten(None)).legal
        await driver.go("1", to=TableScreen)
        assert driver.says("another program has just entered 'table: light'")
        assert driver.table.match.log == (Lighten(None),)


async def test_a_roll_that_is_half_typed_is_typed_anew(at_table):
    async with at_table((80, 24), depth="full", game="md") as driver:
        play_beside(driver.table, random.Random(1), 1)
        while not driver.app.live.desk.armed:
            play_beside(driver.table, random.Random(1), 1)
        await at_rest(driver)
        await driver.press("s", "2")
        await lighten(driver)
        assert driver.screen.rolling.typed == ""
        assert driver.app.live.desk.armed
        await driver.press("s", "2", "3", "4", "5", "6", "enter")
        assert driver.table.match.log[-1].verb == "roll"


async def test_dice_in_question_are_typed_or_thrown_again_as_after_a_change_of_a_house_rule(
    at_fight,
):
    async with at_fight((80, 24)) as driver:
        await attack(driver)
        await hand_in(driver, seen("7", confidence=0.6, alternatives=(("1", 0.3),)))
        desk = driver.app.live.desk
        assert desk.asking is not None
        await lighten(driver)
        assert desk.asking is None
        assert desk.armed is not None
        await driver.press("7")
        assert [die.face for die in driver.table.match.log[-1].dice] == ["7"]
        assert driver.table.match.depth is Depth.LIGHT


# ---------------------------------------------------------------- kept, found again, seen elsewhere
