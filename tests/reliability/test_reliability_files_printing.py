"""What a terminal would obey never reaches it: not in what is printed, drawn or written to share."""

import csv
import io
import json
import os
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from textual.color import Color
from textual.widgets import Static

from companion.cli import main
from companion.commands.output import PlainStream, json_line
from companion.commands.sharing import Form, shared
from companion.core.printable import (
    MOST_MARKS,
    markup_escaped,
    printable,
    printable_lines,
    without_unprintable,
)
from companion.record.replay import replay
from companion.record.shelf import Shelf
from companion.record.text import quote
from companion.session.history import play_through
from companion.tui.terminal import UNOBEYED
from companion.tui.themed_app import ThemedApp

OBEYED = {
    "colour": "\x1b[31m",
    "title": "\x1b]0;owned\x07",
    "link": "\x1b]8;;http://x\x1b\\",
    "clipboard": "\x1b]52;c;aGk=\x07",
    "one-byte CSI": "\x9b31m",
    "turned around": "\u202eabc",
    "isolated": "\u2066abc",
    "nothing wide": "a\u200bb",
    "back": "ab\x08\x08",
    "bell": "\x07",
    "to the left": "Ann\rBob",
    "deleted": "\x7f",
    "nothing": "\x00",
}
FORMULA = (*"=+-@\t\r\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
FLOOD = "a" + "\u0301" * 200
REASON = '=HYPERLINK("x")\x1b[31m\u202e<script>alert(1)</script>\x9b'


def shows(text):
    return all(sign.isprintable() or sign in "\n\t\u00a0\u202f\u3000" for sign in text)


def test_letters_of_every_language_stay_and_so_do_wide_and_narrow_blanks():
    text = "Änn 王 Łucja 👍 שׁלום ไทย\u00a0Tour\u202f3\u3000"
    assert printable(text) == text


@given(st.text())
def test_every_text_shows_afterwards_and_cleaning_twice_changes_nothing(text):
    for clean in (printable, printable_lines, without_unprintable):
        said = clean(text)
        assert all(sign.isprintable() or sign in "\n\t" or said.isspace() or not sign.strip() for sign in said)
        assert clean(said) == said
    assert "\n" not in printable(text)


@given(st.text())
def test_json_for_a_terminal_says_the_same_and_shows(text):
    for ascii_only in (False, True):
        line = json_line({"name": text}, ascii_only=ascii_only)
        assert json.loads(line) == {"name": text}
        assert line.isprintable()


@given(st.text())
def test_a_text_in_a_page_is_no_tag_and_no_control_character(text):
    page = f'<p title="{markup_escaped(text)}">{markup_escaped(text)}</p>'
    if "\ufffe" not in text and "\uffff" not in text:
        ET.fromstring(page)  # noqa: S314 - made here


def test_nothing_printed_gets_around_the_stream_that_cleans():
    inner = io.StringIO()
    stream = PlainStream(inner)
    print("Ann\x1b[31m", "\u202eBen", file=stream)
    stream.writelines(["\x9b", "\n"])
    assert inner.getvalue() == "Ann\\x1b[31m \\u202eBen\n\\x9b\n"


NASTY = "a\x1b]0;owned\x07\u202e\x9b.record"
COMMANDS = (
    ("check", NASTY),
    ("score", NASTY),
    ("read", NASTY),
    ("cards", "check", NASTY),
    ("cards", "import", NASTY, "--game", "rsf", "-o", NASTY),
    ("sessions", "show", NASTY),
    ("sessions", "export", NASTY, NASTY),
    ("sessions", NASTY),
    ("teach", "show", NASTY),
    ("calibrate", "--source", NASTY, "--as", NASTY),
    ("watch", "--source", NASTY),
    ("watch", "--script", NASTY),
    ("tray", "simulate", "--script", NASTY),
    ("tray", "rename", NASTY, NASTY),
    ("tray", NASTY),
    ("play", "--game", NASTY),
    ("play", "--seats", NASTY),
    ("play", "rsf", "--seats", NASTY, "Ben"),
    ("serve", "--code", "short", NASTY),
    ("--home", NASTY, "sessions"),
    (NASTY,),
    ("check", f"--{NASTY}"),
    ("demo", "--game", NASTY),
)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(map(ascii, words)))
def test_no_command_prints_what_it_was_handed_raw(
    words, tmp_path, capfd,
    monkeypatch,
):  # fmt: skip
    monkeypatch.chdir(tmp_path)
    try:
        status = main(["--home", str(tmp_path / "home"), *words])
    except SystemExit as ended:  # the parser's own way out
        status = int(ended.code or 0)
    said, complained = capfd.readouterr()
    assert shows(said)
    assert shows(complained)
    assert status != 0 or said


def test_a_traceback_of_a_broken_program_shows_too(tmp_path):
    code = (
        "import sys; from companion.commands.output import settle_streams; settle_streams();"
        " raise ValueError(sys.argv[1])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, NASTY], capture_output=True, check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.returncode == 1
    assert shows(done.stderr.decode())
    assert b"\\x1b]0;owned" in done.stderr


class _Quoting(ThemedApp):
    def compose(self):
        yield Static("".join(OBEYED.values()) + FLOOD + "\n[bold]b[/] [@click=app.quit]x[/]",
                     markup=False)  # fmt: skip


def drawn(app):
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def test_no_widget_hands_the_terminal_what_it_would_obey():
    app = _Quoting()
    async with app.run_test(size=(120, 8)) as pilot:
        await pilot.pause()
        text = drawn(app)
    assert shows(text)
    assert "[bold]b[/] [@click=app.quit]x[/]" in text
    assert "a" + "\u0301" * MOST_MARKS in text
    assert "\u0301" * (MOST_MARKS + 1) not in text


@given(st.text(max_size=40))
def test_a_cleaned_line_is_as_wide_as_it_was(text):
    one = Segment(text)
    (kept,) = UNOBEYED.apply([one], Color(0, 0, 0))
    assert kept.cell_length == one.cell_length


def test_what_the_app_itself_tells_the_terminal_stays():
    told = Segment("\x1b7", None, [(1, 1)])  # type: ignore[list-item]  # what a broken program may make
    picture = Segment("\U0010eeee\u0305\u0305\u0305" * 3)
    assert UNOBEYED.apply([told, picture], Color(0, 0, 0)) == [told, picture]


@pytest.fixture
def told(tmp_path):
    path = tmp_path / "game.record"
    path.write_text(
        "record: 1\ngame: rsf\nseats: =cmd|' /C calc'!A0, <b>Ben</b>\n---\ntable: mixed\n"
        f"table: ruling RSF-F3 allow {quote(REASON)}\n",
        encoding="utf-8",
    )
    shelf = Shelf()
    record, start = shelf.read_record(path)
    return play_through(record, start, replay(record, start))


@pytest.mark.parametrize("form", [Form.HTML, Form.CSV, Form.TOTALS, Form.MOVES, Form.JSON, Form.SVG])
def test_what_is_shared_holds_no_character_that_a_terminal_obeys(told, form):
    text = shared(form, told)
    assert isinstance(text, str)
    assert shows(text)


def test_the_reason_that_people_gave_is_still_told(told):
    assert "x1b[31m" in str(shared(Form.HTML, told))
    assert "HYPERLINK" in str(shared(Form.MOVES, told))


def test_a_page_has_no_tag_from_a_name_or_a_reason(told):
    for form in (Form.HTML, Form.SVG):
        text = str(shared(form, told))
        assert "<b>Ben" not in text
        assert "<script" not in text


def test_no_cell_of_a_table_is_a_formula(told):
    for form in (Form.CSV, Form.TOTALS, Form.MOVES):
        for row in csv.reader(io.StringIO(str(shared(form, told)))):
            assert not any(cell.lstrip().startswith(FORMULA) for cell in row
                           if not cell.removeprefix("-").isdecimal())  # fmt: skip
