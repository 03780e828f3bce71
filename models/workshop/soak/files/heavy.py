"""The larger inputs from outside: pictures, videos, taught sets, journals, browsers, command lines."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import random
import shutil
import sqlite3
import warnings
import zipfile
from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np

from companion.cli import main
from companion.commands.sessions import table_json, table_line
from companion.commands.sharing import Form, shared
from companion.core.errors import CompanionError
from companion.journal.rows import MANUAL, KeptReading
from companion.journal.store import Journal
from companion.session.export import export_text
from companion.session.people import finished
from companion.session.rolled import corrections
from companion.session.table import Table
from models.workshop.soak.files.parsers import SHELF, Broken, _folder, _told, kept, must_show, said

# ---------------------------------------------------------------- pictures


@cache
def picture() -> np.ndarray:
    """Return a small picture that compresses badly enough to have insides."""
    image = np.random.default_rng(3).integers(0, 255, (20, 28, 3), dtype=np.uint8)
    image[5:15, 5:15] = (200, 40, 30)
    return image


@cache
def pictures() -> tuple[bytes, ...]:
    """Return it in every format, and one that is turned."""
    plain = [cv2.imencode(ending, picture())[1].tobytes()
             for ending in (".png", ".jpg", ".webp", ".bmp", ".tiff")]  # fmt: skip
    from PIL import Image

    image = Image.fromarray(picture())
    exif = image.getexif()
    exif[0x0112] = 6
    turned, moving = io.BytesIO(), io.BytesIO()
    image.save(turned, "JPEG", exif=exif)
    image.save(moving, "PNG", save_all=True, append_images=[image, image])
    return (*plain, turned.getvalue(), moving.getvalue())


def read_picture(data: bytes) -> None:
    """Decode a picture."""
    from vision.errors import PictureError
    from vision.pictures import load_picture, picture_from

    path = kept("a.png", data)
    for read in (lambda: load_picture(path), lambda: picture_from(data, "a picture", 40_000)):
        try:
            image = read()
        except PictureError as error:
            raise _told(error) from error
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            raise Broken(f"a picture of {image.dtype} {image.shape}")


@cache
def videos() -> tuple[bytes, ...]:
    """Return a clip in two formats."""
    found = []
    for name, code in (("c.avi", "MJPG"), ("c.mp4", "mp4v")):
        path = _folder() / name
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 20.0, (32, 24))
        for level in range(0, 200, 50):
            writer.write(np.full((24, 32, 3), level, np.uint8))
        writer.release()
        found.append(path.read_bytes())
    return tuple(found)


def read_video(data: bytes) -> None:
    """Play a clip."""
    from companion.sources.opening import open_source_frames
    from hardware.frames import EndOfFrames

    frames = open_source_frames(str(kept("clip.mp4", data)))
    try:
        for _ in range(8):
            if isinstance(frames.next_frame(0.1), EndOfFrames):
                return
    finally:
        frames.close()


@cache
def taught_sets() -> tuple[bytes, ...]:
    """Return a small taught set, with what a network made of it and without."""
    from models.framing import Frame
    from vision.taught.file import set_bytes
    from vision.taught.sets import Example, Origin, TaughtSet

    jpeg = pictures()[1]
    taught = TaughtSet("pets")
    for face in ("S", "2"):
        taught = taught.with_example("cat", face, Example(jpeg, Frame(14.0, 10.0, 9.0), Origin.LIVE))
    return set_bytes(taught), set_bytes(taught, {"ab" * 32: b"\x93NUMPY" + bytes(200)})


def read_taught(data: bytes) -> None:
    """Read a taught set, all its pictures, and what a network made of it."""
    from vision.errors import VisionError
    from vision.taught.bank import _unpack
    from vision.taught.file import again, read_with_features
    from vision.taught.recognise import TURNS_TAUGHT

    try:
        taught, features = read_with_features(kept("pets.dice", data), "ab" * 32)
        must_show(taught.name, *(kind.name for kind in taught.kinds))
        if features is not None:
            _unpack(taught, features, "ab" * 32, TURNS_TAUGHT)
        again(taught)
    except VisionError as error:
        raise _told(error) from error


@cache
def taught_lists() -> tuple[bytes, ...]:
    """Return the list within a taught set."""
    with zipfile.ZipFile(io.BytesIO(taught_sets()[0])) as box:
        return (box.read("set.json"),)


def read_taught_list(data: bytes) -> None:
    """Read a taught set whose pictures are sound and whose list is not."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(taught_sets()[0])) as box, zipfile.ZipFile(made, "w") as new:
        for name in box.namelist():
            new.writestr(name, data if name == "set.json" else box.read(name))
    read_taught(made.getvalue())


# ---------------------------------------------------------------- journals


@cache
def journals() -> tuple[bytes, ...]:
    """Return a journal with two tables and a reading, as one file."""
    path = _folder() / "seed.sqlite3"
    path.unlink(missing_ok=True)
    with Journal(path) as journal:
        for game in ("rsf", "md"):
            table = Table.open(SHELF, journal, SHELF.header(game, ("Ann", "Ben")))
            for option in table.options()[:1]:
                with contextlib.suppress(CompanionError, TypeError, AttributeError):
                    table.declare(option.action)  # type: ignore[attr-defined]  # an option with an action
        journal.append(table.table_id, table.version + 1, [("Ann: roll d10=7", MANUAL)])
        journal.keep_reading(table.table_id, KeptReading("k", "0", "camera", 1, "d10=7", 0.9, pictures()[1]))
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode = DELETE")
    base.close()
    return (path.read_bytes(),)


def read_journal(data: bytes) -> None:
    """Open a journal from elsewhere: look, resume, write."""
    for name in ("j.sqlite3", "j.sqlite3-wal", "j.sqlite3-shm", "j.sqlite3-journal"):
        (_folder() / name).unlink(missing_ok=True)
    path = kept("j.sqlite3", data)
    for read_only in (True, False):
        with Journal(path, read_only=read_only) as journal:
            for info in journal.tables():
                table_line(info)
                table_json(info)
                with contextlib.suppress(CompanionError):
                    export_text(journal, info.table_id)
                    journal.readings(info.table_id)
                    journal.last_reading(info.table_id)
                with contextlib.suppress(CompanionError):
                    Table.resume(SHELF, journal, info.table_id)
            finished(SHELF, journal)
            if not read_only:
                table_id = journal.open_table("rsf", "record: 1\ngame: rsf\nseats: A, B\n---\n")
                journal.append(table_id, 1, [("A: roll d10=7", MANUAL)])


def read_journal_lines(data: bytes) -> None:
    """Take up a table of a journal whose header and lines came from elsewhere."""
    text = data.decode("utf-8", "replace").replace("\x00", "")
    header, _, rest = text.partition("---\n")
    with Journal(None) as journal:
        table_id = journal.open_table("rsf", f"{header}---\n")
        lines = [(line, MANUAL) for line in rest.split("\n")[:60] if line]
        journal.append(table_id, 1, lines)
        tuple(corrections((), journal.lines(table_id)))
        table_json(journal.table(table_id))
        with contextlib.suppress(CompanionError):
            finished(SHELF, journal)
        table = Table.resume(SHELF, journal, table_id)
        for form in (Form.HTML, Form.MOVES, Form.SVG):
            made = str(shared(form, table, table_id))
            if any(not sign.isprintable() and sign not in "\n\t\u00a0" for sign in made):
                raise Broken(f"{form}: what does not show was written to share")


# ---------------------------------------------------------------- browsers


async def _ask(data: bytes) -> bytes:
    from companion.session.scene import Notice
    from companion.web import page
    from companion.web.door import Door
    from companion.web.server import Server
    from companion.web.site import Site
    from companion.web.stage import Stage

    async def draw(_name: str, _sight: object) -> str:
        return "<svg/>"

    stage = Stage(draw, tuple(page.MEDIA), first=1)
    stage.show(Notice("Nothing yet."))
    troubles: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: troubles.append(told))
    site = Site(stage, Door("SECRET-1", clock=lambda: 0.0), frozenset({"localhost"}), pause=0.0)
    server = Server(site)
    await server._runner.setup()
    where = str(_folder() / "door")
    listening = await asyncio.get_running_loop().create_unix_server(server._accept, where)
    reader, writer = await asyncio.open_unix_connection(where)
    writer.write(data)
    writer.write_eof()
    try:
        async with asyncio.timeout(5):
            answer = await reader.read(1 << 20)
    except (TimeoutError, ConnectionError):
        answer = b""
    writer.close()
    listening.close()
    await server.close()
    if troubles:
        raise Broken(f"the server stumbles: {troubles[0].get('message')}")
    return answer


def read_request(data: bytes) -> None:
    """Answer a browser, or what pretends to be one: nobody gets in, and no program fault shows."""
    answer = asyncio.run(_ask(data))
    status = answer.split(b" ", 2)[1:2]
    if status == [b"500"] or b"Traceback" in answer:
        raise Broken(f"a request that the server stumbles over: {answer[:200]!r}")
    if b"Nothing yet" in answer and b"SECRET-1" not in data:
        raise Broken("somebody without the code saw the table")


REQUESTS = (
    b"GET / HTTP/1.1\r\nHost: localhost:8642\r\nConnection: close\r\n\r\n",
    b"GET /?code=SECRET-0 HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: tableside=abc; b=c\r\n\r\n",
    b"GET /picture/wall.svg?1 HTTP/1.1\r\nHost: [::1]:80\r\nAccept-Encoding: gzip\r\n\r\n",
    b"POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
    b"GET /picture/../../etc/passwd HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET /page.css HTTP/1.0\r\nHost: localhost\r\nRange: bytes=0-9\r\nTransfer-Encoding: chunked\r\n\r\n",
)  # fmt: skip


# ---------------------------------------------------------------- command lines

_WORDS = (
    "check", "score", "sessions", "list", "show", "export", "people", "delete", "resume", "cards",
    "import", "grown", "--json", "--game", "rsf", "--as", "html", "csv", "--overwrite", "--home", ".",
    "-o", "out.toml", "--output", "--no-pictures", "calibrate", "list", "tray", "rename", "assign",
    "forget", "fairness", "known", "teach", "list", "show", "pets", "--set", "game.record", "cells.csv",
    "--title", "out.html", "..", "/", "", "-", "--", "--help", "-h", "--kinds", "cat:S,2-6",
)  # fmt: skip
_NEVER = frozenset({"app", "play", "demo", "serve", "watch", "bench", "doctor", "simulate", "--help", "-h"})
"""Commands that run until somebody ends them, or look at this machine's own devices."""


def command_lines() -> tuple[bytes, ...]:
    """Return some command lines, their words apart by line ends."""
    return (b"check\ngame.record", b"sessions\nlist\n--json", b"cards\nimport\ncells.csv\n--game\nrsf",
            b"sessions\nexport\nrsf-1\nout.html", b"teach\nshow\npets", b"tray\nknown",
            b"tray\nrename\nT-1\nRed", b"cards\ncheck\ngame.record", b"cards\nshow\n--game\nrsf",
            "\n".join(_WORDS).encode())  # fmt: skip


@contextlib.contextmanager
def _quietly() -> Iterator[tuple[io.StringIO, io.StringIO]]:
    out, err = io.StringIO(), io.StringIO()
    before = os.getcwd()  # noqa: PTH109 - the process's own
    there = _folder() / "there"
    shutil.rmtree(there, ignore_errors=True)
    there.mkdir()
    os.chdir(there)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            yield out, err
    finally:
        os.chdir(before)


def read_command_line(data: bytes) -> None:
    """Run a command line."""
    words = [word for word in said(data).replace("\x00", "").split("\n") if word not in _NEVER][:12]
    if not any(word in {"check", "score", "sessions", "cards", "teach", "tray"} for word in words[:1]):
        chance = random.Random(len(data))
        words = [chance.choice(("check", "score", "sessions", "cards")), *words]
    if words[:1] == ["tray"] and (len(words) < 2 or words[1] not in {"known", "rename", "forget"}):
        words = ["tray", "known", *words[1:]]
    if words[:1] == ["teach"] and (len(words) < 2 or words[1] not in {"show", "list"}):
        words = ["teach", "show", *words[1:]]
    with _quietly() as (out, err), warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            status = main(["--home", str(_folder() / "home"), *words])
        except SystemExit as ended:
            status = int(ended.code or 0)
    for text in (out.getvalue(), err.getvalue()):
        if any(not sign.isprintable() and sign not in "\n\t\u00a0\u202f\u3000" for sign in text):
            raise Broken(f"{words}: printed what does not show")
    if status not in (0, 1, 2) or "Traceback" in err.getvalue():
        raise Broken(f"{words}: ended with {status}")
    if status == 2 and not err.getvalue().strip():
        raise Broken(f"{words}: failed without a word")
