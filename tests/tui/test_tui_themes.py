"""The four dresses: contrast as it comes out on real screens, nothing said by colour alone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from tui_board_kit import recorded
from tui_terminal_kit import in_a_terminal

from companion.tui import theme
from companion.tui.app import TablesideApp
from companion.tui.drawing.board import Board
from companion.tui.screens.final import FinalScreen
from companion.tui.terminal import Plainly, as_people_said, knows_utf8, plainly
from companion.tui.themed_app import ThemedApp

GAMES = (
    "rsf-six-players", "fgt-five-tied", "gmm-three-shared", "md-two-switches",
    "mon-classic-corrections", "mon-arena-four", "mon-dominoes-open",
)  # fmt: skip
NAMES = [one.name for one in theme.THEMES]
LEAST = {"tableside": 4.5, "paper": 4.5, "contrast": 7.0}
"""WCAG 2.2: 1.4.3 asks text for 4.5 to 1, 1.4.6 for 7 to 1."""


def luminance(triplet):
    """Return the relative luminance of a colour, as WCAG 2.2 defines it."""
    parts = [one / 255 for one in triplet]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """Return how far two colours are apart, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_the_standard_does():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def written(app, within="Screen"):
    """Return every piece of text of a part of the screen, as it goes to the terminal."""
    found = app.screen.query(within)
    region = found.first().region if found else app.screen.region
    for strip in app.screen._compositor.render_strips()[region.y : region.bottom]:
        for segment in strip.crop(region.x, region.right):
            if segment.text.strip() and not segment.control:
                yield segment.text.strip(), segment.style


def drawn(text):
    """Tell whether a text is nothing but lines and blocks."""
    return all("\u2500" <= one <= "\u259f" or one == " " for one in text)


def too_faint(app, least, within="Screen"):
    """Return what stands out too little from its ground."""
    found = []
    for text, style in written(app, within):
        one, other = style.color, style.bgcolor
        if one is None or other is None:
            continue
        pair = one.get_truecolor(), other.get_truecolor(foreground=False)
        ratio = contrast(*pair)
        # Lines between parts are decoration; text never is.
        if not drawn(text) and ratio < least:
            found.append((text, str(style), round(ratio, 2)))
    return found


def state_at(name, share):
    match = recorded(name)
    states = [step.state for step in match.steps()]
    return match, states[int((len(states) - 1) * share)]


class OneBoard(ThemedApp):
    """A board and nothing else."""

    def __init__(self, name):
        super().__init__()
        self.board = Board(id="board")
        self.wear(name)

    def compose(self):
        yield self.board


@pytest.mark.parametrize("name", LEAST)
async def test_screens_are_readable(at_fight, name):
    async with at_fight((120, 40)) as driver:
        app, table = driver.app, driver.table
        app.wear(name)
        await driver.pilot.pause()
        assert too_faint(app, LEAST[name]) == []
        await driver.press("colon")
        await driver.type("nonsense")
        await driver.press("enter")
        await driver.pilot.pause()
        assert too_faint(app, LEAST[name], "#dialog") == []
        await driver.press("escape", "escape")
        app.push_screen(FinalScreen(table.match))
        await driver.until(lambda: driver.says("Score sheet"), "the pages")
        for number in "12345":
            await driver.press(number)
            await driver.pilot.pause()
            assert too_faint(app, LEAST[name], "#final") == []


@pytest.mark.parametrize("name", LEAST)
def test_meanings_are_readable_on_every_ground(name):
    """Whatever is written in a meaning's style may stand on any of these grounds."""
    worn = next(one for one in theme.THEMES if one.name == name)
    said = worn.variables
    grounds = [worn.background, worn.surface, worn.panel, said["ask-background"]]
    for word, style in said.items():
        colours = [one for one in style.split() if one.startswith("#")]
        if len(colours) == 2 and " on " in style:
            one, other = (Color.parse(colour).rgb for colour in colours)
            assert contrast(one, other) >= LEAST[name], word
        elif word in theme.HUES or style.startswith("bold #"):
            for ground in grounds:
                ratio = contrast(Color.parse(colours[0]).rgb, Color.parse(ground).rgb)
                assert ratio >= LEAST[name], (word, ground, ratio)
    for word in ("cursor", "refuse", "resting"):
        one = Color.parse(said[f"{word}-foreground"]).rgb
        assert contrast(one, Color.parse(said[f"{word}-background"]).rgb) >= LEAST[name], word


def test_every_dress_says_the_same_meanings():
    words = {*theme.TABLE.variables}
    assert all(words <= {*one.variables} for one in theme.THEMES)
    assert NAMES == ["tableside", "paper", "contrast", "mono"]


@pytest.mark.parametrize("game", GAMES[:2])
async def test_without_colours_there_are_none(drive, game):
    match, state = state_at(game, 0.6)
    async with drive(OneBoard("mono"), (120, 40)) as driver:
        driver.app.board.show(match.game.sheet(state))
        await driver.pilot.pause()
        assert colours(driver.app) == set()
        assert {style.reverse for _, style in written(driver.app)} >= {True, None} - {None}


def colours(app):
    """Return the colours on the screen, other than the terminal's own two."""
    found = {one for _, style in written(app) for one in (style.color, style.bgcolor)}
    return {one for one in found if one is not None and not one.is_default}


@pytest.mark.parametrize("way", ["theme", "NO_COLOR", "TERM"])
async def test_a_table_without_colours_is_played(drive, house, way, monkeypatch):
    if way == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
    elif way == "TERM":
        monkeypatch.setenv("TERM", "dumb")
    app = TablesideApp(house)
    if way == "theme":
        monkeypatch.setattr(app, "bare", True)
        app.wear("mono")
    async with drive(app, (80, 24)) as driver:
        await driver.until(lambda: driver.says("Practise"), "the offers")
        assert app.theme == "mono"
        assert colours(app) == set()
        app.wear("paper")
        assert app.theme == "mono"  # whoever asks for no colours gets none
        # Which line is chosen is said by a line below it.
        await driver.pilot.pause()
        chosen = [text for text, style in written(app) if style.underline]
        assert chosen


async def test_what_is_chosen_in_colours_is_chosen_at_once(drive, house):
    app = TablesideApp(house)
    async with drive(app, (80, 24)) as driver:
        await driver.until(lambda: driver.says("Practise"), "the offers")
        seen = {}
        for name in NAMES:
            app.wear(name)
            await driver.pilot.pause()
            await driver.pilot.pause()
            seen[name] = {str(style) for _, style in written(app)}
        assert len({frozenset(one) for one in seen.values()}) == len(NAMES)
        app.wear("no such dress")
        assert app.theme == "tableside"


async def test_contrast_makes_nothing_faint(drive):
    match, state = state_at("rsf-six-players", 0.6)
    colours = {}
    for name in ("tableside", "contrast"):
        async with drive(OneBoard(name), (120, 40)) as driver:
            driver.app.board.show(match.game.sheet(state))
            await driver.pilot.pause()
            colours[name] = {style.color.name for text, style in written(driver.app) if text.startswith("Pile")} ^ {
                style.color.name for text, style in written(driver.app) if text == "ATK"
            }
    assert colours["tableside"]
    assert not colours["contrast"]


def test_nothing_on_the_boards_names_a_colour():
    boards = Path(theme.__file__).parent
    sources = [*boards.glob("drawing/*.py"), boards / "widgets/chart.py", boards / "app.tcss"]
    sources.append(boards / "screens/final.py")
    import re

    found = {one.name: re.findall(r"#[0-9a-fA-F]{6}", one.read_text("utf-8")) for one in sources}
    assert {name: colour for name, colour in found.items() if colour} == {}


@pytest.mark.parametrize(
    ("environ", "encoding", "knows"),
    [
        ({"LANG": "en_GB.UTF-8"}, "utf-8", True),
        ({"LANG": "C.utf8"}, "utf-8", True),
        ({"LANG": "C"}, "utf-8", False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, "utf-8", False),
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8@euro"}, "utf-8", True),
        ({"LANG": "de_DE.ISO-8859-1"}, "iso8859-1", False),
        ({"LANG": ""}, "utf-8", True),
        ({}, "cp1252", False),
        ({}, "cp65001", True),
    ],
)
def test_what_a_terminal_shows_is_asked_of_its_environment(environ, encoding, knows):
    assert knows_utf8(environ, encoding) is knows


@pytest.mark.parametrize(
    ("environ", "begun_with", "kept"),
    [
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, {"LANG": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LC_CTYPE": "C.UTF-8"}, {}, False),
        ({"LANG": "C", "LC_CTYPE": "UTF-8"}, None, False),
        ({"LANG": "de_DE.UTF-8", "LC_CTYPE": "C.UTF-8"}, None, True),
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8"}, None, True),
    ],
)
def test_what_python_adds_to_the_environment_is_no_word_of_the_terminal(environ, begun_with, kept):
    assert ("LC_CTYPE" in as_people_said(environ, begun_with)) is kept


def test_drawn_characters_have_plain_ones():
    assert plainly("┌──┐│▶ Zoë ♛ 5 · hand 3 …") == "+--+|> Zoe * 5 . hand 3 ."
    assert plainly("█▀▄ ●○ ★ → ✝ ✓") == '#"_ o. * > x v'
    assert plainly("\u28ff\u2801\u2880") == "-'."
    assert plainly("as it was") == "as it was"


def test_every_sign_that_the_screens_use_has_a_likeness():
    program = Path(theme.__file__).parents[1]
    measured = program / "doctor"  # prints signs to see how wide a terminal draws them
    sources = [path for path in program.rglob("*.py") if measured not in path.parents]
    used = {one for path in sources for one in path.read_text("utf-8") if not one.isascii()}
    assert "♛" in used
    assert {one for one in used if plainly(one) == "?"} == set()


@given(st.text(max_size=60))
def test_plain_text_is_ascii_and_keeps_its_columns(text):
    segment = Segment(text, Style())
    (plain,) = Plainly().apply([segment], Color(0, 0, 0))
    assert plain.text.isascii()
    if not any(one < " " or one == "\x7f" for one in text):  # what deletes has no column
        assert plain.cell_length >= segment.cell_length or not text


def test_the_program_runs_in_a_terminal_without_utf8_and_colours(home_of_its_own):
    """Started as people start it, in a terminal of its own, with LANG=C."""

    def seen(**environ):
        without = ("LC_", "LANG", "NO_COLOR", "COLORTERM", "PYTHONUTF8", "PYTHONIOENCODING")
        environ |= {"TABLESIDE_HOME": str(home_of_its_own), "COLUMNS": "80", "LINES": "24"}
        found = in_a_terminal(["-m", "companion"], b"Practise", without=without, **environ)
        assert b"Practise" in found, found[-2000:]
        return found

    assert seen(LANG="C", TERM="xterm").isascii()  # Python sets LC_CTYPE to UTF-8 there
    bare = seen(LANG="C.UTF-8", TERM="xterm-256color", NO_COLOR="1")
    assert b"\x1b[38;" not in bare
    assert b"\x1b[48;" not in bare
    assert b";38;2;" not in bare


@pytest.mark.parametrize("key", ["", "n", "h", "s", "f4", "question_mark"])
async def test_the_screens_around_the_table_are_readable(drive, house, key):
    async with drive(TablesideApp(house), (120, 40)) as driver:
        await driver.until(lambda: driver.says("Practise"), "the offers")
        start = driver.screen
        if key:
            await driver.press(key)
            await driver.until(lambda: driver.screen is not start, "the screen")
        part = "#sheet" if driver.screen.query("#sheet") else "Screen"
        for name, least in LEAST.items():
            driver.app.wear(name)
            await driver.pilot.pause()
            await driver.pilot.pause()
            assert too_faint(driver.app, least, part) == [], name
