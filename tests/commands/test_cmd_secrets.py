"""Nobody else reads the home folder, and nobody reads a camera's password off a screen or a report."""

import os
import stat
import sys
import zipfile
from contextlib import suppress

import pytest

from calibration.addresses import without_secrets
from companion.cli import main
from companion.commands import play
from companion.doctor import errorlog
from companion.journal import backups
from companion.journal.store import FILE, Journal
from companion.rolls import devicebook
from companion.system import files, home
from companion.tui import settings

ADDRESS = "http://admin:pa55word@127.0.0.1:9/video?token=t0ken&channel=2"
SHOWN = "http://127.0.0.1:9/video?token=***&channel=2"
SECRETS = ("admin", "pa55word", "t0ken")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="rights of files are others there")


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (ADDRESS, SHOWN),
        ("rtsp://me:secret@cam/1", "rtsp://cam/1"),
        ("RTSP://me@cam/1", "RTSP://cam/1"),
        ("rtsp://me:p@ss@cam/1", "rtsp://cam/1"),
        ("rtsp://me:pa/s?s@cam/1", "rtsp://cam/1"),
        ("http://cam/a@b", "http://cam/a@b"),
        ("http://cam:8080/a@b", "http://cam:8080/a@b"),
        ("http://[::1]:8080/a@b", "http://[::1]:8080/a@b"),
        ("http://cam/?usr=me&pwd=x&size=5", "http://cam/?usr=***&pwd=***&size=5"),
        ("http://cam/?Access_Token=x#y", "http://cam/?Access_Token=***#y"),
        ("http://cam/?loginuse=a;loginpas=b", "http://cam/?loginuse=***;loginpas=***"),
        ("http://cam/?codec=h264&keyframe=1", "http://cam/?codec=h264&keyframe=1"),
        ("'rtsp://a:b@c/d': no; try http://e:f@g/", "'rtsp://c/d': no; try http://g/"),
        ("http:/me:secret@cam/a.png: no such file", "http:/cam/a.png: no such file"),
        ("C:/me@home/a.png", "C:/me@home/a.png"),
        ("ann@example and ?token=1", "ann@example and ?token=1"),
    ],
)
def test_an_address_is_shown_without_its_secrets_and_stays_itself(address, shown):
    assert without_secrets(address) == shown
    assert without_secrets(shown) == shown


@pytest.mark.parametrize(
    "line",
    [
        ("watch", ADDRESS),
        ("watch", f"{ADDRESS}\0"),
        ("watch", ADDRESS.replace("http", "gopher")),
        ("calibrate", ADDRESS),
        ("teach", "--set", "cats", "--kinds", "cat:S,2-6", ADDRESS),
        ("play", "rsf", "--seats", "Ann,Ben", "--camera", ADDRESS),
        ("doctor", "camera", "--camera", ADDRESS),
        ("doctor", "camera", "--json", "--camera", ADDRESS),
        ("doctor", "camera", "--camera", ADDRESS, "--bundle", "b.zip", "--names"),
        ("read", ADDRESS),
        ("check", ADDRESS),
        ("sessions", "--nonsense", ADDRESS),
    ],
    ids=lambda line: " ".join(word.replace(ADDRESS, "it") for word in line).replace("\0", "0"),
)
def test_no_command_says_or_keeps_them(capsys, monkeypatch, tmp_path, line):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(play, "need_terminal", lambda: None)
    monkeypatch.setattr("companion.tui.app.run_app", lambda app: app.opener()().close())
    (tmp_path / "home").mkdir()
    with suppress(SystemExit):
        main(["--home", str(tmp_path / "home"), *line])
    texts = [*capsys.readouterr()]
    texts += [path.read_text("utf-8") for path in tmp_path.rglob("last-errors.json")]
    if (tmp_path / "b.zip").exists():
        with zipfile.ZipFile(tmp_path / "b.zip") as box:
            texts += [box.read(name).decode("utf-8", "replace") for name in box.namelist()]
    for secret in SECRETS:
        assert not [text for text in texts if secret in text]


def others_rights(folder):
    """What in a folder others have any right to, the folder too."""
    found = []
    for one in (folder, *folder.rglob("*")):
        with suppress(FileNotFoundError):  # a backup that is being made gets its last name
            if stat.S_IMODE(one.lstat().st_mode) & 0o077:
                found.append(str(one))
    return found


@POSIX
def test_what_is_made_is_for_its_owner_alone(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(play, "need_terminal", lambda: None)
    seen = []

    def run_app(app):
        live = app.opener()()
        seen.extend(path.name for path in (tmp_path / "home").iterdir())
        assert others_rights(tmp_path / "home") == []  # with the -wal and -shm of an open journal
        live.close()

    monkeypatch.setattr("companion.tui.app.run_app", run_app)
    before = os.umask(0o022)
    try:
        assert main(["--home", str(tmp_path / "home"), "play", "rsf", "--seats", "Ann,Ben"]) == 0
        main(["--home", str(tmp_path / "home"), "score", "nowhere"])
        assert main(["--home", str(tmp_path / "home"), "sessions", "list"]) == 0
    finally:
        os.umask(before)
    assert {f"{FILE}-wal", f"{FILE}-shm"} <= set(seen)
    assert others_rights(tmp_path / "home") == []


@POSIX
def test_what_was_open_to_others_is_closed(tmp_path):
    folder = tmp_path / "home"
    with Journal(folder / FILE):
        for name in ("profiles/desk.profile.json", "backups/journal-1.sqlite3", "damaged-1/a.txt"):
            (folder / name).parent.mkdir()
            (folder / name).touch(0o644)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        main(["--home", str(folder), "tray", "known"])
        assert others_rights(folder) == []


@POSIX
def test_what_is_not_ours_keeps_its_rights(tmp_path):
    for name in ("holiday.jpg", "settings.json"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    (tmp_path / "sets").symlink_to("/usr")
    tmp_path.chmod(0o755)
    main(["--home", str(tmp_path), "tray", "known"])
    assert others_rights(tmp_path)[:2] == [str(tmp_path), str(tmp_path / "holiday.jpg")]
    assert stat.S_IMODE((tmp_path / "settings.json").stat().st_mode) == 0o600


def test_every_name_that_is_made_there_is_known_as_ours():
    made = (
        FILE, f"{FILE}-wal", settings.FILE, devicebook.FILE, errorlog.FILE, files.LAST_TABLES,
        files.PROFILES, files.SETS, files.CATALOGUES, files.TRAY_PROFILES, backups.FOLDER,
    )  # fmt: skip
    assert [name for name in made if not home.is_ours(name)] == []
