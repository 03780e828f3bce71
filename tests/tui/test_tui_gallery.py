"""Pictures for the second screen: drawn without a terminal, at every size, with nothing from afar."""

import random
import re
from html import unescape
from xml.etree import ElementTree as ET

import pytest

from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.session.scene import Notice, scene_of
from companion.session.table import Table
from companion.tui.gallery import PICTURES, Gallery, PictureError
from companion.tui.spectator_svg import bare
from companion.tui.theme import PAPER, TABLE
from companion.web.page import MEDIA
from models.workshop.bench.random_play import Moment

SHELF = Shelf()
NAMESPACE = "{http://www.w3.org/2000/svg}"
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def table_after(game, moves, seed=1):
    least, _ = SHELF.game(game).players
    cards = SHELF.shipped(game)
    header = SHELF.header(game, NAMES[: max(2, least)], Depth.FULL, None, cards)
    table = Table.open(SHELF, Journal(None), header, cards)
    chance = random.Random(seed)
    for _ in range(moves):
        action = Moment.of(table.match.game, table.match.state).next_action(chance)
        if action is None:
            break
        assert table.declare(action).legal
    return table


def text_of(svg):
    """Return the words of a picture, without what is drawn as areas."""
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return " ".join(" ".join(unescape(" ".join(texts)).split()).split())


@pytest.fixture
async def gallery():
    gallery = Gallery()
    yield gallery
    await gallery.close()


def test_the_pages_pictures_are_the_gallerys():
    assert set(MEDIA) == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
async def test_a_picture_is_sound_as_large_as_its_cells_and_fetches_nothing(gallery, name):
    svg = await gallery.picture(name, scene_of(table_after("rsf", 60)))
    root = ET.fromstring(svg)  # noqa: S314 - our own picture
    assert root.tag == f"{NAMESPACE}svg"
    (across, down), _ = PICTURES[name]
    corner, size = root.get("viewBox").split()[:2], root.get("viewBox").split()[2:]
    assert corner == ["0", "0"]
    assert [float(one) for one in size] == pytest.approx([across * 12.2, down * 24.4], abs=1.1)
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert "@font-face" not in svg
    assert not re.search(r"<(script|image|a|foreignObject|use)\b|\son\w+=|@import|Fira", svg)
    assert re.findall(r"url\((?!#)", svg) == []


async def test_the_same_moment_is_the_same_picture_whatever_was_drawn_before(gallery):
    scene = scene_of(table_after("rsf", 60))
    first = await gallery.picture("laptop", scene)
    for other in (
        Notice("No table."),
        scene_of(table_after("md", 9)),
        scene_of(table_after("fgt", 9)),
    ):
        assert await gallery.picture("laptop", other) != first
    assert await gallery.picture("laptop", scene) == first


async def test_an_open_roll_is_drawn_in_large_letters_with_its_purpose(gallery):
    table = table_after("rsf", 40)
    while not isinstance(table.pending(), RollRequest):
        table = table_after("rsf", table.version + 1)
    svg = await gallery.picture("wall", scene_of(table))
    assert table.pending().purpose in text_of(svg)
    assert table.pending().rule in text_of(svg)
    assert svg.count("<path") >= 5
    assert "type its number" not in text_of(svg)


async def test_the_end_names_the_winner(gallery):
    table = table_after("mon-dominoes", 4000)
    assert table.view().over
    svg = await gallery.picture("laptop", scene_of(table))
    assert " ".join(table.standing().explanation.split()[:4]) in text_of(svg)


async def test_dark_and_light_differ_in_colours_alone(gallery):
    scene = scene_of(table_after("rsf", 60))
    dark, light = await gallery.picture("wall", scene), await gallery.picture("wall-light", scene)
    assert text_of(dark) == text_of(light)
    assert TABLE.background in dark
    assert PAPER.background in light
    assert PAPER.background not in dark


async def test_the_servers_own_terminal_takes_no_colours_away(gallery, monkeypatch):
    scene = scene_of(table_after("rsf", 60))
    usual = await gallery.picture("wall", scene)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("LC_ALL", "C")
    elsewhere = Gallery()
    try:
        assert await elsewhere.picture("wall", scene) == usual
    finally:
        await elsewhere.close()


@pytest.mark.parametrize("broken", ["show", "render_line"])
async def test_a_board_that_breaks_spoils_one_moment_alone(gallery, monkeypatch, broken):
    scene = scene_of(table_after("rsf", 12))
    usual = await gallery.picture("phone", scene)
    other = await gallery.picture("wall", scene)

    def breaks(*_):
        raise RuntimeError("a mistake of the program")

    with monkeypatch.context() as patch:
        patch.setattr(f"companion.tui.drawing.board.Board.{broken}", breaks)
        with pytest.raises(PictureError, match="could not be drawn"):
            await gallery.picture("phone", scene_of(table_after("rsf", 13)))
    assert await gallery.picture("phone", scene) == usual
    assert await gallery.picture("wall", scene) == other


async def test_an_app_that_ended_is_started_again(gallery):
    scene = scene_of(table_after("rsf", 12))
    usual = await gallery.picture("phone", scene)
    await gallery._frames["phone"].close()
    assert await gallery.picture("phone", scene) == usual


def line(text, x=24.4, y=44.4):
    return f'<text class="t-r1" x="{x}" y="{y}" textLength="9" clip-path="url(#t-line-1)">{text}</text>'


@pytest.mark.parametrize(
    ("text", "areas"),
    [
        ("██", ["M24.4 25.90h24.4v24.65h-24.4z"]),
        ("█&#160;█", ["M24.4 25.90h12.2v24.65h-12.2z", "M48.8 25.90h12.2v24.65h-12.2z"]),
        ("▄", ["M24.4 38.10h12.2v12.45h-12.2z"]),
        ("▀", ["M24.4 25.90h12.2v12.45h-12.2z"]),
        ("▌▌", ["M24.4 25.90h6.1v24.65h-6.1z", "M36.6 25.90h6.1v24.65h-6.1z"]),
        ("▐", ["M30.5 25.90h6.1v24.65h-6.1z"]),
    ],
)
def test_blocks_become_areas_of_their_cells(text, areas):
    drawn = bare(line(text))
    assert drawn == f'<path class="t-r1" shape-rendering="crispEdges" d="{"".join(areas)}"/>'


def test_letters_stay_letters_and_blanks_go():
    assert "Ben &amp; █" in bare(line("Ben &amp; █"))
    assert bare(line("&#160;&#160; ")) == ""
