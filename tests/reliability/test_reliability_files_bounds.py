"""Files that mean harm: bounded before they are read, refused in one line, never run, never obeyed.

Pictures, taught dice, journals and browsers that mean harm: refused in one line.
"""

import asyncio
import json
import os
import sqlite3
import struct
import sys
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from calibration.errors import ProfileError
from calibration.store import load_profile, profile_name
from companion.cli import main
from companion.commands import memory, sharing
from companion.core.catalogue import CatalogueError, read_toml
from companion.core.errors import CompanionError, FileProblemError, UsageError
from companion.journal.errors import JournalError
from companion.journal.rows import MANUAL, Line
from companion.journal.schema import add_chain
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.rolls.devicebook import DeviceBook
from companion.session.rolled import corrections
from companion.system import files
from companion.tui.settings import Settings
from hardware.errors import HardwareError
from hardware.printed import library
from hardware.printed.profile import Profile
from hardware.recordings import TooLargeError, VideoFrames
from hardware.simulators.dice import SimulatedRadio
from hardware.simulators.script import read_line
from models.workshop.soak.files.heavy import _ask
from vision.errors import ModelError, PictureError, TaughtError, VisionError
from vision.network import read_card, read_model
from vision.pictures import MAX_PIXELS, load_picture
from vision.taught.file import read_set
from vision.taught.sets import check_name

SHELF = Shelf()
HEADER = "record: 1\ngame: rsf\nseats: Ann, Ben\n---\n"
CARD = read_card(Path(models.__file__).with_name("read.toml"))
HUGE = "0x" + "f" * 5000
LINUX = pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices have no names there")


def test_an_error_is_one_line_that_shows_whatever_it_quotes():
    line = str(FileProblemError("a\nb\x1b[31m", "no\u202e" + "x" * 5000, 3))
    assert line.isprintable()
    assert line.startswith("a\\nb\\x1b[31m:3: no\\u202e")
    assert len(line) < 1100


@pytest.mark.parametrize("text", ["a." * 50_000 + "a = 1", "[" + "a." * 50_000 + "a]\nb = 1",
                                  "x = { " + '"a".' * 20_000 + "a = 1 }", "a . " * 9 + "a = 1"])  # fmt: skip
def test_a_key_of_very_many_names_is_refused_before_it_takes_minutes(text):
    with pytest.raises(CatalogueError, match="more than 8 names"):
        read_toml(text)


def test_keys_and_texts_with_some_dots_are_read():
    text = 'a.b.c = 1\nd = "e.f.g"\n[h.i]\nj = 1.5\n'
    assert read_toml(text)["a"] == {"b": {"c": 1}}


@pytest.mark.parametrize("key", ["schema", "game", "title"])
def test_a_number_that_nobody_could_write_out_is_refused(tmp_path, key):
    path = tmp_path / "cards.toml"
    path.write_text(f"{key} = {HUGE}\n")
    with pytest.raises(FileProblemError, match="64 bits"):
        SHELF.open_cards("rsf", path)


def test_lines_of_cards_are_found_in_one_pass():
    text = "title = '''\n" + "[[card]]\n" * 50_000 + "'''\n"
    with pytest.raises(CatalogueError):  # took eight seconds when each head was counted anew
        SHELF.game("rsf").read_catalogue(text)


@pytest.mark.parametrize("words", [("cards", "check"), ("cards", "show")])
def test_a_card_list_of_a_huge_number_is_one_line(tmp_path, words, capsys):
    path = tmp_path / "cards.toml"
    path.write_text(f"game = {HUGE}\n")
    assert main([*words, str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("line", [f"debounce = {HUGE}", "debounce." + "a." * 3000 + "a = 1",
                                  f"what = {HUGE}"])  # fmt: skip
def test_a_profile_of_a_printed_tray_with_a_monstrous_value_is_one_line(tmp_path, line):
    path = tmp_path / "mine.toml"
    path.write_text(f'format = 1\n[[profile]]\nname = "x"\nwhat = "y"\nlines = ["(?P<face>7)"]\n{line}\n')
    with pytest.raises(library.ProfileError, match=r"mine\.toml:\d+: "):
        library.read(path)


@pytest.mark.parametrize("text", [f"format = {'9' * 5000}", "a = " + "[" * 5000, "\ud800", "format = 1e999"])
def test_a_broken_model_card_is_one_line(tmp_path, text):
    path = tmp_path / "read.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(ModelError):
        read_card(path)


def test_a_record_of_corrections_that_would_take_hours_is_refused_with_its_line(tmp_path):
    path = tmp_path / "endless.record"
    begin = HEADER + "table: mixed\n" * 1000
    amend = 'table: amend 1 "table: mixed"\n'
    path.write_text(begin + amend * 3000)
    with pytest.raises(FileProblemError, match=r"record:1\d{3}: corrections that play more than"):
        SHELF.read_record(path)
    path.write_text(begin + amend * 100)
    assert len(SHELF.read_record(path)[0].entries) == 1100


@LINUX
@pytest.mark.parametrize("read", [
    load_profile, library.read, read_set,
    load_picture, lambda path: SimulatedRadio.of_file(str(path)),
    SHELF.read_record, lambda path: SHELF.open_cards("rsf", path), read_card,
    lambda path: read_model(replace(CARD, file=path.name), path.parent),
], ids=["profile", "printed", "taught", "picture", "script", "record", "cards", "card", "model"])  # fmt: skip
@pytest.mark.parametrize("what", ["pipe", "folder", "nothing", "device"])
def test_pipes_folders_and_devices_are_refused_at_once(tmp_path, read, what):
    path = Path("/dev/zero") if what == "device" else tmp_path / "x.record"
    if what == "pipe":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    with pytest.raises((CompanionError, HardwareError, VisionError, ProfileError)):
        read(path)


def test_a_simulated_die_of_a_number_that_no_die_has_is_one_line(tmp_path):
    path = tmp_path / "dice.txt"
    path.write_text("pixels:1a2b3c4d5 is d10\n")
    with pytest.raises(HardwareError, match="eight hexadecimal digits"):
        SimulatedRadio.of_file(str(path))


@pytest.mark.parametrize("line", [f"pixels:1a2b3c4d battery {'9' * 5000}", "pixels:1a2b3c4d battery 0101",
                                  f"godice:1A2B3C battery {'0' * 5000}"])  # fmt: skip
def test_a_simulated_die_is_as_full_as_percent_say(tmp_path, line):
    path = tmp_path / "dice.txt"
    path.write_text(f"pixels:1a2b3c4d is d10\ngodice:1A2B3C is here\n{line}\n")
    with pytest.raises(HardwareError, match="percent expected"):
        SimulatedRadio.of_file(str(path))


@pytest.mark.parametrize("count", ["0" * 8 + "9" * 5000, "0" * 8 + "9" * 9, "9" * 5000])
def test_a_script_asks_for_no_more_rolls_than_it_may(count):
    with pytest.raises(HardwareError, match="how many, and which dice"):
        read_line(f"random {count} d10")


def test_a_place_in_a_list_that_no_number_reaches_is_none():
    steps = ("9" * 5000,)
    profile = Profile("x", "y", keys={"face": steps})
    assert profile.read("[1, 2, 3]") is None


def test_a_forged_line_about_a_number_beyond_all_is_no_correction():
    line = Line(1, f'table: amend {"9" * 5000} "Ann: roll d10=1"', "", MANUAL)
    assert tuple(corrections((), (line,))) == ()


def home_file(tmp_path, name, data):
    path = tmp_path / name
    path.write_text(json.dumps({"format": 1, **data}))  # type: ignore[dict-item]  # wrong on purpose
    return path


@pytest.mark.parametrize("sort", [[], {}, None, 7, ["tray"]])
def test_a_device_of_an_odd_sort_costs_only_itself(tmp_path, sort):
    good = {"id": "tray:T-1", "sort": "tray"}
    path = home_file(tmp_path, "devices.json", {"devices": [{"id": "x", "sort": sort}, good]})
    assert [device.id for device in DeviceBook(path).all()] == ["tray:T-1"]


def test_keys_that_no_keyboard_has_are_passed_over(tmp_path):
    keys = {
        "table.undo": "\ud800",
        "a\x1b": "x",
        "table.redo": "a" * 61,
        "": "x",
        "table.help": "f1",
    }
    path = home_file(tmp_path, "settings.json", {"keys": keys})
    assert Settings.read(path).keys == {"table.help": "f1"}


def test_half_a_character_can_be_kept_in_the_home_folder(tmp_path):
    files.keep(tmp_path / "x.json", 1, {"name": "\ud800"})
    assert files.load(tmp_path / "x.json", 1, 1000) == {"format": 1, "name": "\ud800"}


def test_names_of_earlier_tables_that_are_no_names_are_passed_over(tmp_path):
    seats = ["Ann", ["deep"], 7, None, "\x1b[31mBen", "Ben"]
    home_file(tmp_path, files.LAST_TABLES, {"tables": {"rsf": {"seats": seats, "switches": {"a": []}}}})
    assert memory.names(tmp_path) == ("Ann", "Ben")
    assert memory.recall(tmp_path, "rsf").seats == ("Ann", "Ben")
    assert memory.recall(tmp_path, "rsf").switches == {}


def png(width, height):
    """A picture that says it is so large, and holds next to nothing."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(1 << 20))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(60_000, 60_000), (0x7FFFFFFF, 8), (8, 0xFFFFFFFF), (MAX_PIXELS, 2)])
def test_a_picture_is_measured_before_it_is_decoded(tmp_path, size, monkeypatch):
    path = tmp_path / "bomb.png"
    path.write_bytes(png(*size))
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PictureError, match="too large"):
        load_picture(path)


@pytest.mark.parametrize("length", [0x7FFFFFFF, 0x80000000 + 100, 3000])
def test_a_part_of_a_picture_that_says_it_holds_more_than_there_is_gets_no_room(tmp_path, length, monkeypatch):
    whole = png(28, 20)
    path = tmp_path / "a.png"
    path.write_bytes(whole[:33] + struct.pack(">I", length) + whole[37:])
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PictureError, match="cut short"):
        load_picture(path)


def test_a_video_of_monstrous_frames_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 20.0, (640, 480))
    writer.write(np.zeros((480, 640, 3), np.uint8))
    writer.release()
    VideoFrames(path).close()
    monkeypatch.setattr("hardware.recordings.MOST_PIXELS", 640 * 480 - 1)
    with pytest.raises(TooLargeError, match="640 x 480"):
        VideoFrames(path)


def test_a_playlist_is_no_video_and_nothing_it_names_is_fetched(tmp_path):
    (tmp_path / "secret.mp4").write_bytes(b"no video")
    for text in ("#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n",
                 "ffconcat version 1.0\nfile '/etc/hostname'\n",
                 "ffconcat version 1.0\nfile 'http://127.0.0.1:9/x'\n"):  # fmt: skip
        path = tmp_path / "clip.mp4"
        path.write_text(text)
        with pytest.raises(HardwareError, match=r"not a video|readable frame"):
            VideoFrames(path)


def test_a_zip_of_very_many_parts_is_refused_before_its_list_is_read(tmp_path, monkeypatch):
    path = tmp_path / "many.dice"
    with zipfile.ZipFile(path, "w") as box:
        for number in range(12_000):
            box.writestr(f"{number:060}", b"")
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("its list was read"))
    with pytest.raises(TaughtError, match="too many parts"):
        read_set(path)


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / FILE) as written:
        table = written.open_table("rsf", HEADER)
        written.append(table, 1, [("Ann: roll d10=7", MANUAL)])
    return tmp_path / FILE


def forged(path, *statements):
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("PRAGMA writable_schema = ON")
    for statement in statements:
        base.execute(statement)
    base.close()


@pytest.mark.parametrize("statement", [
    "CREATE TRIGGER t AFTER INSERT ON actions BEGIN DELETE FROM actions; END",
    "CREATE VIEW v AS SELECT * FROM actions",
    "CREATE TABLE other (a)",
    "ALTER TABLE actions ADD COLUMN more TEXT",
    "ALTER TABLE tables ADD COLUMN made TEXT GENERATED ALWAYS AS (header) VIRTUAL",
    "PRAGMA user_version = -7",
    "PRAGMA user_version = 0",
    "CREATE VIRTUAL TABLE f USING fts5(x)",
])  # fmt: skip
def test_a_journal_that_holds_more_than_this_program_makes_is_refused(journal, statement):
    forged(journal, statement)
    for read_only in (True, False):
        with pytest.raises(JournalError, match="not a journal that this program made"):
            Journal(journal, read_only=read_only)


@pytest.mark.parametrize(("table", "change"), [
    ("tables", "UPDATE tables SET header = x'00ff'"),
    ("tables", "UPDATE tables SET table_id = 7"),
    ("actions", "UPDATE actions SET line = x'1b5b'"),
    ("actions", "UPDATE actions SET confidence = 'high'"),
    ("actions", "UPDATE actions SET line = NULL"),
])  # fmt: skip
def test_forged_rows_are_a_damaged_journal_and_no_fault(journal, table, change):
    """The schema says STRICT, the rows were written while it did not."""
    base = sqlite3.connect(journal, isolation_level=None)
    (sound,) = base.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    loose = sound.replace(" STRICT", "").replace(" NOT NULL", "").replace(" TEXT", "").replace(" REAL", "")
    base.execute("PRAGMA writable_schema = ON")
    base.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (loose, table))
    base.execute("PRAGMA writable_schema = RESET")
    base.execute(change)
    base.execute("PRAGMA writable_schema = ON")
    base.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sound, table))
    base.close()
    with Journal(journal) as opened:
        assert opened.fault()
        if table == "actions":
            assert not any(opened.lines(info.table_id) for info in opened.tables())


def test_a_schema_of_bytes_that_are_no_text_is_a_damaged_journal(journal):
    base = sqlite3.connect(journal)
    base.execute("PRAGMA journal_mode = DELETE")
    base.close()
    data = journal.read_bytes()
    forged_name = data.replace(b"tableactionsactions", b"table\xff\xd7tionsactions")
    journal.write_bytes(forged_name.replace(b"CREATE TABLE actions", b"CREATE TABBLE ctions"))
    for read_only in (True, False):
        with pytest.raises(JournalError, match="damaged") as told:
            Journal(journal, read_only=read_only)
        assert isinstance(told.value.__cause__, UnicodeDecodeError)  # what Python makes of it


def test_a_row_larger_than_any_of_ours_is_not_read(journal):
    forged(journal, "UPDATE tables SET header = CAST(zeroblob(9000000) AS TEXT)")
    with Journal(journal) as opened, pytest.raises(JournalError, match="too big"):
        opened.tables()


@pytest.mark.parametrize("name", ["../../x", "/x", "..", "a\x00b", "C:x", "", "x" * 300, "a\x1b"])
def test_a_table_of_a_foreign_journal_does_not_choose_where_a_file_lands(tmp_path, journal, name):
    base = sqlite3.connect(journal, isolation_level=None)
    base.execute("UPDATE tables SET table_id = ?", (name,))
    base.execute("UPDATE actions SET table_id = ?", (name,))
    add_chain(base)
    base.close()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UsageError, match="cannot be the name of a file"):
        sharing.export(tmp_path, SHELF, name, sharing.Form.RECORD)
    assert [one for one in sorted(tmp_path.rglob("*")) if one not in before] in (
        [],
        [tmp_path / "shared"],
    )


@pytest.mark.parametrize("name", [".profile", "NUL", "con.toml", "com1"])
def test_the_cards_of_a_foreign_journal_become_no_hidden_file_and_no_device(tmp_path, name, capsys):
    cards = SHELF.shipped("rsf").text.replace("title = ", "title = 'Mine' # ", 1)
    digest = SHELF.read_cards("rsf", cards, name, name).ref.digest
    header = f"record: 1\ngame: rsf\ndepth: full\ncatalogue: {name} sha256:{digest}\nseats: A, B\n---\n"
    with Journal(tmp_path / FILE) as journal:
        table = journal.open_table("rsf", header, (digest, cards))
    before = set(tmp_path.iterdir())
    out = tmp_path / "out.record"
    assert main(["--home", str(tmp_path), "sessions", "export", table, str(out)]) == 0
    assert set(tmp_path.iterdir()) - before == {out}
    assert "not written" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["con", "nul.x", "lpt1", "com0"])
def test_no_profile_and_no_set_is_called_like_a_device_of_windows(name):
    with pytest.raises(ProfileError):
        profile_name(name)
    with pytest.raises(TaughtError):
        check_name(name, "set")
    assert profile_name(f"x-{name}") == f"x-{name}"


@pytest.mark.parametrize("request_text", [
    b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: tableside=\xff\xfe\x80\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /\x1b]0;owned\x07 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(20_000)) + b"\r\n",
    b"GET /?code=" + b"%ff" * 500 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
], ids=["cookie", "TLS", "escape", "long", "headers", "code"])  # fmt: skip
def test_what_no_browser_sends_is_answered_and_the_terminal_hears_nothing(request_text, capfd, caplog):
    answer = asyncio.run(_ask(request_text))
    assert answer[:12] in {b"HTTP/1.1 400", b"HTTP/1.0 400", b"HTTP/1.1 401", b"HTTP/1.1 403", b""}
    assert capfd.readouterr() == ("", "")
    assert caplog.text == ""
