"""`tableside serve`: what it says, what it refuses, how long a move takes, and how it ends."""

import asyncio
import html
import os
import re
import socket
import sqlite3
import subprocess
import sys
from contextlib import asynccontextmanager, suppress

import aiohttp
import cv2
import numpy as np
import pytest
from web_kit import SHELF, moved, stage_of, until
from web_server import serving

from companion import cli
from companion.commands import serve
from companion.commands.serve import Wish, greeting_lines, own_names
from companion.core.game import Depth
from companion.journal.schema import FORMAT
from companion.journal.store import FILE, Journal
from companion.session.scene import Follower, Notice
from companion.session.table import Table
from companion.system.libraries import add_command
from companion.web.door import Door, is_our_host
from companion.web.server import Server
from companion.web.site import Site


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def table(home):
    with Journal(home / FILE) as journal:
        header = SHELF.header("rsf", ("Ann", "Ben"), Depth.LIGHT, None, None)
        yield Table.open(SHELF, journal, header)


def wish(home, **changed):
    asked = {"table": "", "port": 0, "code": "", "lan": False} | changed
    return Wish(home / FILE, SHELF, **asked)


@asynccontextmanager
async def served(asked):
    """Serve in this process; yields a client, whose addresses begin at the server, and the port."""
    said = []
    ready = asyncio.Event()

    def say(line):
        said.append(line)
        if line.startswith("Ctrl-C"):
            ready.set()

    serving_it = asyncio.create_task(serve.serve(asked, say))
    try:
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({waiting, serving_it}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if serving_it.done():
            await serving_it
        port = re.search(r":(\d+)/", said[0])[1]
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client:
            yield client, int(port)
    finally:
        serving_it.cancel()
        await asyncio.wait({serving_it})


def refused(capsys, home, *words):
    assert cli.main(["serve", "--home", str(home), *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "-1"], "--port takes a number from 0 to 65535"),
        (["--port", "65536"], "--port takes a number from 0 to 65535"),
        (["--code", "12345"], "--code takes 6 to 64"),
        (["rsf-1"], "cannot open the journal"),
    ],
)
def test_what_cannot_be_served_is_refused_and_makes_no_home(capsys, home, words, said):
    assert said in refused(capsys, home, *words)
    assert not home.exists()


def test_without_the_libraries_it_says_how_to_get_them(capsys, home, monkeypatch):
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == "segno" else object())
    assert f"serve needs segno; install with: {add_command(['segno'])}\n" in refused(capsys, home)


def test_a_table_that_is_not_there_is_refused(capsys, home, table):
    assert "there is no table rsf-1" in refused(capsys, home, "rsf-1")
    assert table.version == 0


def test_a_port_that_is_taken_is_refused(capsys, home, table):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refused(capsys, home, "--port", port)
    assert f"port {port} is used by another program; choose another with --port" in said
    assert table.version == 0


def test_journals_of_a_newer_program_and_other_files_are_refused(capsys, home):
    Journal(home / FILE).close()
    base = sqlite3.connect(home / FILE)
    base.execute(f"PRAGMA user_version = {FORMAT + 1}")
    base.commit()
    base.close()
    assert "newer Tableside" in refused(capsys, home)
    (home / FILE).write_bytes(b"a letter " * 500)
    assert "this is no journal" in refused(capsys, home)


def test_it_says_where_it_is_and_how_to_end_it(home, monkeypatch):
    assert greeting_lines("", 8642, lan=False) == [
        "The second screen is at http://127.0.0.1:8642/",
        "Ctrl-C closes it; the table goes on.",
    ]
    monkeypatch.setattr(serve, "lan_address", lambda: "192.168.1.5")
    asked = wish(home, lan=True, code="K7QM-2XRD")
    lines = greeting_lines(asked.code, 8642, lan=asked.lan)
    assert lines[:2] == [
        "The second screen is at http://192.168.1.5:8642/",
        "The code is K7QM-2XRD",
    ]
    assert "nobody can play there" in lines[2]
    assert "every address of this machine (0.0.0.0, port 8642)" in lines[3]
    assert f"Ctrl-C here, or by ending process {os.getpid()}." in lines[3]
    assert len(lines) == 5  # no QR code where there is no terminal
    monkeypatch.setattr(serve, "_draws", lambda: True)
    drawn = greeting_lines(asked.code, 8642, lan=asked.lan)[4]
    assert read_square(drawn) == "http://192.168.1.5:8642/?code=K7QM-2XRD"


def read_square(drawn):
    """Read a QR code as a telephone would, off half blocks that shine on a dark terminal."""
    halves = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    rows = re.sub(r"\x1b\[[0-9;]*m", "", drawn).split("\n")
    cells = [[halves[sign] for sign in row] for row in rows]
    pixels = np.array([[cell[half] for cell in row] for row in cells for half in (0, 1)], np.uint8)
    large = pixels.repeat(8, axis=0).repeat(8, axis=1)
    return cv2.QRCodeDetector().detectAndDecode(large)[0]


def test_without_a_network_the_machines_name_is_said(monkeypatch):
    class Nowhere:
        def __init__(self, *_):
            raise OSError("no network")

    monkeypatch.setattr(serve.socket, "socket", Nowhere)
    assert serve.lan_address() == socket.gethostname()


def test_the_names_said_are_names_answered_to():
    assert is_our_host("localhost:8642", own_names())
    assert is_our_host(f"{socket.gethostname()}:8642", own_names())
    assert not is_our_host("evil.example", own_names())


def test_with_lan_a_code_is_made_and_without_it_none(home, monkeypatch):
    asked = []

    async def remember(a_wish, _say):
        asked.append(a_wish)

    monkeypatch.setattr(serve, "serve", remember)
    for words in (
        [],
        ["--lan"],
        ["--lan"],
        ["--lan", "--code", "Drachenei"],
        ["--code", "Drachenei"],
    ):
        assert cli.main(["serve", "--home", str(home), *words]) == 0
    plain, first, second, given, here = asked
    assert (plain.code, plain.lan) == ("", False)
    assert len(first.code) == 9
    assert first.code != second.code
    assert (given.code, given.lan) == ("Drachenei", True)
    assert (here.code, here.lan) == ("Drachenei", False)


async def test_what_is_committed_elsewhere_is_told(home, table):
    async with served(wish(home)) as (client, _):
        page = await (await client.get("/")).text()
        assert table.view().headline in page.replace("&#x27;", "'")
        moved(table, 5)
        async with client.get("/events") as events, asyncio.timeout(20):
            async for line in events.content:
                if table.history()[-1].told.encode() in line:
                    break
        picture = await (await client.get("/picture/laptop.svg")).text()
        assert "<svg" in picture
        assert "cannot be drawn" not in picture


async def test_a_table_that_becomes_light_is_shown_without_its_cards(home):
    cards = SHELF.shipped("mon-dominoes")
    with Journal(home / FILE) as journal:
        header = SHELF.header("mon-dominoes", ("Ann", "Ben"), Depth.FULL, None, cards)
        table = Table.open(SHELF, journal, header, cards)
        moved(table, 20)
        async with served(wish(home)) as (client, _):
            board, _ = await pictured(client)
            assert CARD.search(board)
            assert table.declare(table.understand("light")).legal
            told = table.history()[-1].told
            async with client.get("/events") as events, asyncio.timeout(20):
                async for line in events.content:
                    if told.encode() in line:
                        break
            board, moves = await pictured(client)
    assert "From here on in light depth" in moves
    assert not CARD.search(board)


CARD = re.compile(r"\b[A-Z]{2}-[BHLT]\b")


async def pictured(client):
    """The words of the picture for a laptop: left of the last moves, and those."""
    svg = await (await client.get("/picture/laptop.svg")).text()
    found = re.findall(r'<text[^>]* x="([\d.]+)"[^>]*>([^<]*)</text>', svg)
    words = [(float(x), html.unescape(text).replace("\xa0", " ")) for x, text in found]
    edge = next(x for x, text in words if "Last moves" in text)
    left = [text for x, text in words if x < edge]
    return " ".join(left), " ".join(text for x, text in words if x >= edge)


@pytest.mark.parametrize(("lan", "host"), [(False, "127.0.0.1"), (True, "0.0.0.0")])  # noqa: S104 - what it should listen on is the test
async def test_other_machines_are_answered_only_when_that_was_asked_for(lan, host):
    server = Server(Site(stage_of(), Door(), own_names()))
    try:
        listening, port = await server.start(0, lan=lan)
        assert listening == host
        assert port > 0
    finally:
        await server.close()


HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"


@asynccontextmanager
async def listening(**how):
    server = Server(Site(stage_of(), Door(), own_names()), **how)
    _, port = await server.start(0, lan=False)
    opened = []

    async def sent(text):
        """Connect and send; the connection stays open."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        opened.append(writer)
        writer.write(text)
        await writer.drain()
        return reader, writer

    try:
        yield port, sent
    finally:
        for one in opened:
            one.close()
            with suppress(OSError):
                await one.wait_closed()
        await server.close()


async def style(port):
    async with (
        aiohttp.ClientSession() as client,
        client.get(f"http://127.0.0.1:{port}/page.css") as got,
    ):
        return got.status


async def test_half_open_requests_keep_nobody_out():
    async with listening(most=8) as (port, sent):
        siege = [await sent(HALF) for _ in range(40)]
        assert [await style(port) for _ in range(10)] == [200] * 10
        assert await siege[0][0].read() == b""  # whoever waited longest made room


async def test_who_asks_for_nothing_is_hung_up_on_soon():
    async with listening(deadline=0.2) as (_, sent):
        watching, _ = await sent(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        for text in (b"", HALF):
            reader, _ = await sent(text)
            assert await asyncio.wait_for(reader.read(), 5) == b""
        assert b"200 OK" in await watching.readline()
        assert not watching.at_eof()  # what was asked for goes on


async def test_when_all_are_served_a_newcomer_waits_until_somebody_leaves():
    async with listening(most=2) as (port, sent):
        asked = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        busy = [await sent(asked) for _ in range(2)]
        for reader, _ in busy:
            assert b"200 OK" in await reader.readline()
        reader, _ = await sent(b"")
        assert await asyncio.wait_for(reader.read(), 10) == b""
        busy[0][1].close()
        async with asyncio.timeout(20):
            while True:
                with suppress(aiohttp.ClientError):
                    assert await style(port) == 200
                    break
                await asyncio.sleep(0.01)


async def test_a_browser_that_leaves_makes_room_at_once():
    site = Site(stage_of(Notice("one")), Door(), own_names())
    server = Server(site)
    _, port = await server.start(0, lan=False)
    try:
        async with aiohttp.ClientSession() as client:
            answer = await client.get(f"http://127.0.0.1:{port}/events")
            await until(lambda: site.watching == 1)
            answer.close()
            await until(lambda: site.watching == 0)
    finally:
        await server.close()


async def test_nothing_is_written_to_the_home(home, table):
    moved(table, 5)
    before = (home / FILE).read_bytes()
    async with served(wish(home)) as (client, _):
        for path in ("/", "/picture/wall.svg", "/picture/phone-light.svg"):
            assert (await client.get(path)).status == 200
    assert (home / FILE).read_bytes() == before
    assert {path.name.partition("-")[0] for path in home.iterdir()} == {FILE}


def test_a_table_that_breaks_is_a_notice():
    class Broken(Follower):
        def _look(self):
            raise ZeroDivisionError

    seen = Broken(None, SHELF).look()
    assert seen == Notice("This table cannot be shown: ZeroDivisionError.")
    stage_of(seen)


async def test_ports_are_free_again_after_it(home):
    async with served(wish(home)) as (_, port):
        assert port > 0
    async with served(wish(home, port=port)) as (client, _):
        assert (await client.get("/")).status == 200


def test_ctrl_c_ends_it_in_one_line_and_the_table_goes_on(home, table):
    with serving(home) as server:
        status, out, err = server.interrupt()
    assert (status, err) == (0, "")
    assert out.strip() == "The second screen is closed; the table goes on."
    moved(table, 3)
    assert table.version == 3


def test_the_second_screen_loads_no_camera_and_no_screen_of_the_table(home):
    program = (
        "import sys, companion.commands.serve;"
        "print([m for m in ('cv2', 'onnxruntime', 'serial', 'bleak', 'companion.tui.app',"
        " 'companion.tui.screens.table') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert not home.exists()
