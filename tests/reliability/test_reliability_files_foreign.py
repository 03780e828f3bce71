"""Pictures, taught dice, journals and browsers that mean harm: refused in one line."""

import asyncio
import sqlite3
import struct
import zipfile
import zlib

import cv2
import numpy as np
import pytest

from calibration.errors import ProfileError
from calibration.store import profile_name
from companion.cli import main
from companion.commands import sharing
from companion.core.errors import UsageError
from companion.journal.errors import JournalError
from companion.journal.rows import MANUAL
from companion.journal.schema import add_chain
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from hardware.errors import HardwareError
from hardware.recordings import TooLargeError, VideoFrames
from models.workshop.soak.files.heavy import _ask
from vision.errors import PictureError, TaughtError
from vision.pictures import MAX_PIXELS, load_picture
from vision.taught.file import read_set
from vision.taught.sets import check_name

SHELF = Shelf()
HEADER = "record: 1\ngame: rsf\nseats: Ann, Ben\n---\n"


def png(width, height):
    """A picture that says it is so large, and holds next to nothing."""

    def chunk(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(1 << 20))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "size", [(60_000, 60_000), (0x7FFFFFFF, 8), (8, 0xFFFFFFFF), (MAX_PIXELS, 2)]
)
def test_a_picture_is_measured_before_it_is_decoded(tmp_path, size, monkeypatch):
    path = tmp_path / "bomb.png"
    path.write_bytes(png(*size))
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PictureError, match="too large"):
        load_picture(path)


@pytest.mark.parametrize("length", [0x7FFFFFFF, 0x80000000 + 100, 3000])
def test_a_part_of_a_picture_that_says_it_holds_more_than_there_is_gets_no_room(
    tmp_path, length, monkeypatch
):
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
    loose = (
        sound.replace(" STRICT", "")
        .replace(" NOT NULL", "")
        .replace(" TEXT", "")
        .replace(" REAL", "")
    )
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
    header = (
        f"record: 1\ngame: rsf\ndepth: full\ncatalogue: {name} sha256:{digest}\nseats: A, B\n---\n"
    )
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
def test_what_no_browser_sends_is_answered_and_the_terminal_hears_nothing(
    request_text, capfd, caplog
):
    answer = asyncio.run(_ask(request_text))
    assert answer[:12] in {b"HTTP/1.1 400", b"HTTP/1.0 400", b"HTTP/1.1 401", b"HTTP/1.1 403", b""}
    assert capfd.readouterr() == ("", "")
    assert caplog.text == ""
