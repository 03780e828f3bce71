"""Pictures that a terminal draws by itself, and half blocks wherever that is in doubt."""

import os
import sys
import types

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.widget import Widget
from tui_terminal_kit import in_a_terminal

from companion.tui import pictures
from companion.tui.pictures import Graphics, find_graphics
from companion.tui.settings import Settings
from companion.tui.themed_app import ThemedApp
from companion.tui.widgets.picture import Picture

ASK = """
from companion.tui.pictures import find_graphics
found = find_graphics()
print("KIND", None if found is None else (found.kind, found.load().__name__, found.cell))
"""
SIXEL, NO_SIXEL = b"\x1b[?62;4;22c", b"\x1b[?62;22c"
KITTY, NOT_KITTY = b"\x1b_Gi=4208;OK\x1b\\", b"\x1b_Gi=4208;EINVAL:no such action\x1b\\"


class Stand(Widget):
    """Stands in for a library's widget: remembers what it was given."""

    def __init__(self, id=None):  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.given = []

    @property
    def image(self):
        return self.given[-1]

    @image.setter
    def image(self, value):
        self.given.append(value)


STAND = Graphics("sixel", (10, 20), lambda: Stand)


def photo(height=40, width=60, value=90):
    return np.full((height, width, 3), value, np.uint8)


class OnePicture(ThemedApp):
    """A picture and nothing else."""

    def __init__(self, graphics, settings=None):
        super().__init__()
        self.graphics = graphics
        if settings is not None:
            self.settings = settings

    def compose(self):
        yield Picture()


def test_nothing_is_asked_where_there_is_no_terminal(monkeypatch):
    monkeypatch.setitem(sys.modules, "textual_image", None)
    written = []
    monkeypatch.setattr(sys, "__stdout__", types.SimpleNamespace(isatty=lambda: False, write=written.append))
    assert find_graphics() is None
    monkeypatch.setattr(sys, "__stdout__", None)
    assert find_graphics() is None
    assert written == []


@pytest.fixture
def at_a_terminal(monkeypatch):
    """Say that there is a terminal, whatever the tests run in."""
    for stream in ("__stdin__", "__stdout__"):
        monkeypatch.setattr(sys, stream, types.SimpleNamespace(isatty=lambda: True))
    for word in ("NO_COLOR", "TEXTUAL_DRIVER", "TEXTUAL_CELL_WIDTH"):
        monkeypatch.delenv(word, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.usefixtures("at_a_terminal")
def test_without_the_library_there_are_half_blocks(monkeypatch):
    monkeypatch.setitem(sys.modules, "textual_image", None)
    assert find_graphics() is None


@pytest.mark.usefixtures("at_a_terminal")
def test_whatever_breaks_in_the_library_leaves_half_blocks(monkeypatch):
    class Odd(types.ModuleType):
        def __getattr__(self, name):
            raise OSError("an odd terminal")

    monkeypatch.setitem(sys.modules, "textual_image", Odd("textual_image"))
    assert find_graphics() is None


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize(
    ("word", "value"),
    [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "linux"), ("TEXTUAL_DRIVER", "web:Driver")],
)
def test_some_terminals_are_not_even_asked(monkeypatch, word, value):
    monkeypatch.setenv(word, value)
    assert not pictures._at_a_terminal(os.environ)


@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        ({b"\x1b[c": SIXEL}, "sixel"),
        ({b"\x1b_G": KITTY, b"\x1b[c": NO_SIXEL}, "kitty"),
        ({b"\x1b_G": KITTY, b"\x1b[c": SIXEL}, "sixel"),
        ({b"\x1b_G": NOT_KITTY, b"\x1b[c": NO_SIXEL}, None),
        ({b"\x1b_G": NOT_KITTY, b"\x1b[c": SIXEL}, "sixel"),
        ({b"\x1b[c": NO_SIXEL}, None),
        ({}, None),
        ({b"\x1b[c": b"\x1b[999;what"}, None),
    ],
)
def test_a_terminal_says_what_it_can_draw(answers, kind):
    """The real library, asked in a terminal of its own that answers so."""
    pytest.importorskip("textual_image", reason="the extra is not installed")
    said = asked(answers)
    assert (f"KIND ('{kind}'" if kind else "KIND None") in said, said
    assert not kind or "(10, 20))" in said
    assert said.count("\x1b[c") == 1, "what is loaded with the first picture asked again"


def test_a_terminal_that_does_not_know_its_own_size_gets_half_blocks():
    pytest.importorskip("textual_image", reason="the extra is not installed")
    assert "KIND None" in asked({b"\x1b[c": SIXEL}, (0, 0, 0, 0))


def asked(answers, size=(24, 80, 800, 480)):
    without = ("NO_COLOR", "TEXTUAL_DRIVER", "TEXTUAL_CELL_WIDTH")
    seen = in_a_terminal(["-c", ASK], rb"KIND .*\r?\n", answers, size, without, TERM="xterm-256color")
    return seen.decode("utf-8", "replace")


@given(
    st.integers(1, 4000), st.integers(1, 4000), st.integers(1, 300), st.integers(1, 100),
    st.tuples(st.integers(1, 40), st.integers(1, 60)),
)  # fmt: skip
def test_a_picture_fits_and_fills_one_direction(width, height, across, down, cell):
    columns, rows = Graphics("sixel", cell, lambda: Stand).fit(width, height, across, down)
    assert 1 <= columns <= across
    assert 1 <= rows <= down
    assert columns == across or rows == down


def test_colours_come_in_the_order_the_library_wants():
    pytest.importorskip("PIL", reason="the extra is not installed")
    pixels = photo(1, 1)
    pixels[0, 0] = 10, 20, 30  # blue, green, red
    assert STAND.picture(pixels).getpixel((0, 0)) == (30, 20, 10)


async def test_a_terminal_that_draws_gets_the_picture_itself(drive):
    pytest.importorskip("PIL", reason="the extra is not installed")
    async with drive(OnePicture(STAND), (40, 12)) as driver:
        picture = driver.app.query_one(Picture)
        picture.show(photo(40, 60))
        await driver.pilot.pause()
        drawn = driver.app.query_one(Stand)
        assert drawn.display
        assert drawn.image.size == (60, 40)
        assert (drawn.size.width, drawn.size.height) == (36, 12)
        assert "▀" not in driver.visible()
        assert picture.drawn_by == "sixel"
        picture.show(None)
        await driver.pilot.pause()
        assert drawn.image is None
        assert not drawn.display


async def test_many_pictures_are_drawn_at_the_terminals_pace_the_newest_last(drive):
    pytest.importorskip("PIL", reason="the extra is not installed")
    async with drive(OnePicture(STAND), (40, 12)) as driver:
        picture = driver.app.query_one(Picture)
        for value in range(50):
            picture.show(photo(value=value))
        await driver.pilot.pause()
        drawn = driver.app.query_one(Stand)
        assert len(drawn.given) < 5
        await driver.until(lambda: drawn.image.getpixel((0, 0)) == (49, 49, 49), "the newest")
        assert len(drawn.given) < 10


@pytest.mark.parametrize(("graphics", "settings"), [(None, None), (STAND, Settings(picture="blocks"))])
async def test_half_blocks_are_drawn_elsewhere_and_where_they_are_wanted(drive, graphics, settings):
    async with drive(OnePicture(graphics, settings), (40, 12)) as driver:
        picture = driver.app.query_one(Picture)
        picture.show(photo())
        await driver.pilot.pause()
        assert picture.drawn_by == "blocks"
        assert "▀" in driver.visible()
        assert not any(one.display for one in driver.app.query(Stand))


async def test_what_draws_is_loaded_with_the_first_picture_and_once(drive):
    pytest.importorskip("PIL", reason="the extra is not installed")
    loaded = []

    def load():
        loaded.append(Stand)
        return Stand

    async with drive(OnePicture(Graphics("sixel", (10, 20), load)), (40, 12)) as driver:
        picture = driver.app.query_one(Picture)
        picture.show(None)
        await driver.pilot.pause()
        assert loaded == []
        for value in range(3):
            picture.show(photo(value=value))
            await driver.pilot.pause()
        assert loaded == [Stand]


async def test_half_blocks_are_left_where_what_draws_cannot_be_loaded(drive):
    async with drive(OnePicture(Graphics("kitty", (10, 20), lambda: None)), (40, 12)) as driver:
        picture = driver.app.query_one(Picture)
        picture.show(photo())
        await driver.pilot.pause()
        assert picture.drawn_by == "blocks"
        assert "▀" in driver.visible()


def test_the_library_does_not_see_the_terminal_while_it_is_loaded(monkeypatch):
    seen = []

    class Late(types.ModuleType):
        def __getattr__(self, name):
            seen.append(sys.__stdout__.isatty())
            raise ImportError(name)

    monkeypatch.setattr(sys, "__stdout__", types.SimpleNamespace(isatty=lambda: True))
    before = sys.__stdout__
    monkeypatch.setitem(sys.modules, "textual_image.widget", Late("textual_image.widget"))
    assert pictures._widget("sixel") is None
    assert seen
    assert not any(seen)
    assert sys.__stdout__ is before


async def test_the_real_library_writes_what_such_a_terminal_reads(drive):
    widget = pytest.importorskip("textual_image.widget", reason="the extra is not installed")
    async with drive(OnePicture(Graphics("sixel", (10, 20), lambda: widget.SixelImage)), (40, 12)) as driver:
        driver.app.query_one(Picture).show(photo())

        def sent():
            strips = driver.screen._compositor.render_strips()
            return "".join(one.text for strip in strips for one in strip)

        await driver.until(lambda: "\x1bP" in sent(), "a picture in Sixel")
