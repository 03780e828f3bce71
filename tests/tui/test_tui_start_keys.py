"""Keys that people change: what may be a key, and that footer, help and table know it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.binding import Binding

from companion.commands import memory
from companion.system.language import choose_language
from companion.tui import keymap
from companion.tui.app import KEYS, TablesideApp
from companion.tui.host import Wish
from companion.tui.keymap import Changeable
from companion.tui.screens.help import HelpScreen
from companion.tui.screens.settings import KeyAskScreen, KeysScreen, SettingsScreen
from companion.tui.screens.start import StartScreen
from companion.tui.screens.table import TableScreen
from companion.tui.settings import Settings

KNOWN = KEYS
NAMED = {one.name: one for one in KNOWN}


def test_only_what_has_a_name_can_be_changed():
    bindings = [Binding("a,b", "x", "Do it", id="table.x"), Binding("c", "y"), ("d", "z", "Z")]
    assert keymap.changeable(bindings) == (Changeable("table.x", "Do it", ("a", "b")),)


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("f4", "F4"),
        ("ctrl+s", "Ctrl+S"),
        ("question_mark", "?"),
        ("u", "u"),
        ("U", "U"),
        ("slash", "/"),
        ("colon", ":"),
        ("enter", "Enter"),
        ("ctrl+shift+f5", "Ctrl+Shift+F5"),
    ],
)
def test_keys_are_written_as_people_read_them(key, written):
    assert keymap.shown(key) == written


@pytest.mark.parametrize(
    ("code", "written"),
    [("de", "Esc Entf Bild↑ Bild↓ ↑ F4"), ("fr", "Échap Suppr PgPréc PgSuiv ↑ F4")],
)
def test_keys_are_called_as_they_are_labelled_in_the_chosen_language(code, written):
    choose_language({}, code)
    keys = ("escape", "delete", "pageup", "pagedown", "up", "f4")
    assert " ".join(map(keymap.shown, keys)) == written


@pytest.mark.parametrize(
    ("name", "key", "said"),
    [
        ("table.undo", "enter", "the same everywhere"),
        ("table.undo", "ctrl+q", "the same everywhere"),
        ("table.undo", "ctrl+m", "cannot tell"),
        ("table.undo", "3", "Digits"),
        ("table.undo", "h", "h means “History” at the table"),
        ("table.undo", "slash", "/ means “Why?” at the table"),
        ("form.open", "z", "Names are typed here"),
        ("form.open", "f3", "F3 means “House rules” while a table is set up"),
        ("devices.test", "f", "f means “Fair?” among the devices"),
        ("table.undo", "z", ""),
        ("table.undo", "f10", ""),
        ("table.undo", "n", ""),  # a key of another screen
        ("form.open", "f10", ""),
    ],
)
def test_a_key_that_cannot_be_is_refused_in_words(name, key, said):
    why = keymap.refusal(NAMED[name], key, {}, KNOWN)
    assert said in why
    assert bool(said) == bool(why)


def test_a_key_that_was_given_away_is_free():
    assert keymap.refusal(NAMED["table.redo"], "u", {}, KNOWN)
    assert not keymap.refusal(NAMED["table.redo"], "u", {"table.undo": "z"}, KNOWN)


def test_two_keys_that_were_exchanged_are_usable():
    changed = {"table.undo": "c", "table.claim": "u"}
    assert keymap.usable(changed, KNOWN) == changed


@given(
    st.dictionaries(
        st.sampled_from([*NAMED, "table.nothing"]),
        st.sampled_from(["u", "c", "z", "f9", "enter", "h", "5", "", "no such key", "ctrl+s"]),
    )
)
def test_of_whatever_stands_in_the_file_no_key_means_two_things(changed):
    usable = keymap.usable(changed, KNOWN)
    assert usable.items() <= changed.items()
    for one in KNOWN:
        keys = set(keymap.keys_of(one, usable))
        others = [other for other in KNOWN if other.place == one.place and other != one]
        assert not any(keys & set(keymap.keys_of(other, usable)) for other in others)


async def keys_page(driver):
    await driver.go(to=StartScreen)
    await driver.go("s", to=SettingsScreen)
    await driver.go("end", "up", "enter", to=KeysScreen)


async def change(driver, name, key):
    """Give an action of the list another key."""
    await driver.until(lambda: driver.screen.query("#offers"), "the list")
    await driver.pilot.pause()
    offers = driver.screen.query_one("#offers")
    assert offers.option_count == len(KNOWN)
    offers.highlighted = [one.name for one in KNOWN].index(name)
    await driver.go("enter", to=KeyAskScreen)
    await driver.go(key, to=KeysScreen)


async def test_undo_moves_to_another_key_and_stays_there_after_a_restart(drive, house):
    memory.remember(house.home, Wish("md", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await keys_page(driver)
        await change(driver, "table.undo", "z")
        assert driver.says("z now means “Undo” at the table")
        assert driver.says("(was u)")
    async with drive(TablesideApp(type(house)(house.home)), (80, 24)) as driver:
        await driver.go(to=StartScreen)
        await driver.go("n", "enter", to=TableScreen)
        await driver.press("enter")
        await driver.until(lambda: driver.table.version == 1, "an action")
        footer = [one.binding for one in driver.screen.active_bindings.values()]
        assert {one.key for one in footer if one.id == "table.undo"} == {"z"}
        assert driver.says("z Undo")
        await driver.go("question_mark", to=HelpScreen)
        assert ("u", "undo: take the last change back; its dice are kept") in [
            line for lines in driver.screen.sections.values() for line in lines
        ]
        assert "  z  " in next(line for line in driver.screen.text(100).plain.splitlines() if "undo: take" in line)
        await driver.press("escape", "u")
        await driver.pilot.pause()
        assert len(driver.table.match.steps()) == 1
        await driver.press("z")
        await driver.until(lambda: not driver.table.match.steps(), "the undo")


async def test_a_verb_gives_its_letter_to_an_action_that_was_moved_there(drive, house):
    memory.remember(house.home, Wish("md", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("n", "enter", to=TableScreen)
        letter = driver.screen.keys["dealt"]
        await driver.go("q", to=StartScreen)
        await keys_page(driver)
        await change(driver, "table.undo", letter)
        await driver.go("escape", "escape", "n", "enter", to=TableScreen)
        assert letter not in driver.screen.keys.values()


async def test_at_an_open_table_the_letters_of_verbs_are_taken(drive, house):
    memory.remember(house.home, Wish("md", ("Ann", "Ben"), "light"))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await driver.go("n", "enter", to=TableScreen)
        letter = driver.screen.keys["dealt"]
        driver.app.show_keys()
        await driver.go(to=KeysScreen)
        await change(driver, "table.undo", letter)
        assert driver.says("at the open table: choose another key")
        assert driver.app.settings.keys == {}


async def test_a_key_of_the_first_screen_moves_and_its_line_says_so(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await keys_page(driver)
        await change(driver, "start.history", "f")  # the letter of a game until now
        await driver.go("escape", "escape", to=StartScreen)
        assert driver.says("f History: who won")
        assert "f" not in driver.screen.letters.values()
        await driver.press("f")
        await driver.until(lambda: not isinstance(driver.screen, StartScreen), "the history")
        assert driver.says("Tables (0)")


async def test_a_key_with_a_long_name_leaves_the_lines_of_the_first_screen_whole(drive, house):
    house.keep_settings(Settings(keys={"start.history": "ctrl+g"}))
    async with drive(TablesideApp(house), (80, 24)) as driver:
        said = "History: who won, tables played, files to share"
        found = {one.name: one.help for one in driver.screen.palette_commands()}
        assert found[said] == "key Ctrl+G"
        await driver.pilot.pause()
        rows = driver.visible().splitlines()
        (at,) = {row.index(text) for row in rows for text in (said, "Quit") if f" {text} " in row
                 and "^p" not in row}  # fmt: skip
        assert at > 0


async def test_keys_become_again_what_they_were(drive, house):
    async with drive(TablesideApp(house), (80, 24)) as driver:
        await keys_page(driver)
        await change(driver, "table.undo", "z")
        await change(driver, "table.redo", "u")
        driver.screen.query_one("#offers").highlighted = [o.name for o in KNOWN].index("table.undo")
        await driver.press("delete")
        assert driver.says("u means “Redo” at the table: change that one first")
        await driver.press("D")
        assert driver.app.settings.keys == {}
        await driver.press("escape")
        assert driver.says("as they come")
