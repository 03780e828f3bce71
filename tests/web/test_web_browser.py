"""A real browser looks on while a table is played in another process."""

import re
import urllib.parse

import pytest
from web_chromium import browser_path, chromium
from web_kit import SHELF, moved
from web_server import serving

from companion.core.actions import Undo
from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.session.table import Table

LOADED = "document.images[0].complete && document.images[0].naturalWidth > 0"
SHOWN = "document.images[0].currentSrc"


@pytest.fixture(scope="module")
def browser():
    browser_path()
    with chromium() as running:
        yield running


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / FILE) as journal:
        yield journal


def table_in(journal, seats=("Ann", "Ben", "Cleo"), game="rsf"):
    cards = SHELF.shipped(game)
    header = SHELF.header(game, seats, Depth.FULL, None, cards)
    return Table.open(SHELF, journal, header, cards)


def says(page, text):
    return text in page.says("document.body.innerText").replace("\n", " ")


def test_each_move_shows_in_words_and_picture_without_loading_the_page_anew(browser, journal, tmp_path):
    table = moved(table_in(journal), 10)
    with serving(tmp_path) as server:
        page = browser.page()
        page.open(server.address)
        page.until(lambda: says(page, table.history()[-1].told), "the last move")
        page.until(lambda: page.says(LOADED), "the picture")
        shown = set()
        page.says("window.kept = 'since the page was opened'")
        for _ in range(5):
            shown.add(page.says(SHOWN))
            moved(table)
            page.until(lambda: says(page, table.history()[-1].told), "the next move")
            page.until(lambda: page.says(SHOWN) not in shown, "its picture")
            page.until(lambda: page.says(LOADED), "its picture to come")
            assert says(page, table.view().headline)
            assert table.view().headline in page.says("document.title")
            assert table.history()[-1].told in page.says("document.getElementById('news').innerText")
        table.declare(Undo(None))
        page.until(lambda: page.says("document.querySelectorAll('del').length"), "the undone move")
        assert page.says("window.kept") == "since the page was opened"
        assert page.complaints() == []
        hosts = {urllib.parse.urlsplit(url).netloc for url in page.requested()}
        assert hosts <= {urllib.parse.urlsplit(server.address).netloc, ""}


def test_the_page_turns_to_a_table_that_is_opened_later(browser, journal, tmp_path):
    with serving(tmp_path) as server:
        page = browser.page()
        page.open(server.address)
        page.until(lambda: says(page, "No table is open yet"), "the notice")
        table = table_in(journal)
        page.until(lambda: says(page, table.view().headline), "the table")
        other = table_in(journal, ("Dan", "Eve"), "mon-dominoes")
        moved(other, 3)
        page.until(lambda: says(page, other.match.game.title), "the newer table")
        journal.delete_table(other.table_id)
        page.until(lambda: says(page, table.match.game.title), "the table before")
        journal.delete_table(table.table_id)
        page.until(lambda: says(page, "No table is open yet"), "the notice again")


@pytest.mark.parametrize(
    ("across", "down", "scheme", "picture"),
    [
        (390, 844, "dark", "phone"),
        (390, 844, "light", "phone-light"),
        (1280, 800, "dark", "laptop"),
        (1280, 800, "light", "laptop-light"),
        (1920, 1080, "dark", "wall"),
        (3840, 2160, "light", "wall-light"),
    ],
)
def test_the_window_chooses_the_picture(browser, journal, tmp_path, across, down, scheme, picture):
    moved(table_in(journal), 60)
    with serving(tmp_path) as server:
        page = browser.page()
        page.resize(across, down, mobile=across < 700)
        page.colours(scheme)
        page.open(server.address)
        page.until(lambda: page.says("document.images.length") and page.says(LOADED), "the picture")
        assert re.search(r"/picture/([\w-]+)\.svg", page.says(SHOWN))[1] == picture
        assert page.says("document.documentElement.scrollWidth <= window.innerWidth")
        box = page.says("JSON.stringify(document.images[0].getBoundingClientRect())")
        assert f'"width":{across}' in box or picture.startswith("wall")


def test_without_scripts_the_page_follows_too(browser, journal, tmp_path):
    table = moved(table_in(journal), 10)
    with serving(tmp_path) as server:
        page = browser.page()
        page.without_scripts()
        page.open(server.address)
        page.until(lambda: table.history()[-1].told in page.html(), "the last move")
        moved(table)
        page.until(lambda: f'value="{table.version}"' in page.html(), "the next move")
        assert not any(url.endswith((".js", "/events")) for url in page.requested())


def test_names_that_look_like_markup_stay_names(browser, journal, tmp_path):
    names = (
        "<img src=x onerror=alert(1)>",
        "Ben & Söhne",
        "</main><script>document.title=1</script>",
    )
    table = moved(table_in(journal, names), 20)
    with serving(tmp_path) as server:
        page = browser.page()
        page.open(server.address)
        page.until(lambda: page.says("document.body.dataset.number"), "the first event")
        page.until(lambda: all(says(page, name) for name in names), "the names")
        assert page.says("document.images.length") == 1
        assert table.view().headline in page.says("document.title")
        assert page.complaints() == []


def test_in_the_network_the_code_opens_the_page(browser, journal, tmp_path):
    table = moved(table_in(journal), 10)
    with serving(tmp_path, "--lan") as server:
        assert re.fullmatch(r"\w{4}-\w{4}", server.code)
        local = f"http://127.0.0.1:{server.port}/"
        page = browser.page()
        page.open(local)
        page.until(lambda: says(page, "The code, please"), "the question")
        assert not says(page, table.view().headline)
        type_in = "document.getElementById('code').value = '{}'; document.forms[0].submit()"
        page.says(type_in.format("Drachenei-8"))
        page.until(lambda: says(page, "That is not the code."), "the refusal")
        page.says(type_in.format(server.code.lower().replace("-", "")))
        page.until(lambda: says(page, table.view().headline), "the table")
        assert page.says("location.href") == local
        assert page.says("document.cookie") == ""
        moved(table)
        page.until(lambda: says(page, table.history()[-1].told), "the next move")


def test_a_server_that_went_is_said_to_be_gone_and_found_again(browser, journal, tmp_path):
    table = moved(table_in(journal), 10)
    visible = "!document.getElementById('lost').hidden"
    page = browser.page()
    with serving(tmp_path) as server:
        port = str(server.port)
        page.open(server.address)
        page.until(lambda: page.says("document.body.dataset.number"), "the first event")
        assert not page.says(visible)
        status, out, err = server.interrupt()
        assert (status, err) == (0, "")
        assert "The second screen is closed; the table goes on." in out
        page.until(lambda: page.says(visible), "the word that it is gone")
    moved(table)
    with serving(tmp_path, "--port", port):
        page.until(lambda: says(page, table.history()[-1].told), "the move made meanwhile")
        assert not page.says(visible)
