"""`tableside venue` and `play --venue`: the page in a browser, who may write, and what is refused."""

import asyncio
import gc
import os
import re
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from dataclasses import replace

import aiohttp
import pytest
from venue_kit import SHELF, Played, following, rows, shows, until

from companion import cli
from companion.commands import play
from companion.commands.hosting import LocalHost
from companion.doctor.errorlog import last_errors
from companion.tui.host import Wish
from companion.venue.address import VenueError, read_address
from companion.venue.link import Link
from models.workshop.soak.venue import GUIDE, guarded
from models.workshop.soak.venue_stage import program


@asynccontextmanager
async def page(broker, tmp_path, *words, where=""):
    """The venue's page as a program of its own; yields a client and what it said first."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "companion", "venue", where or f"mqtt://127.0.0.1:{broker.port}/club",
        "--home", str(tmp_path / "venue"), "--port", "0", *words, stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    said = ""
    async with asyncio.timeout(60):
        while "Ctrl-C" not in said:
            said += (await process.stdout.readline()).decode()
    address = re.sub("//[^:]+", "//127.0.0.1", re.search(r"http://\S+", said)[0])
    try:
        jar = aiohttp.CookieJar(unsafe=True)  # one that takes cookies of an address without a name
        async with aiohttp.ClientSession(address, cookie_jar=jar) as client:
            yield client, said
    finally:
        process.send_signal(signal.SIGINT)
        out, _ = await process.communicate()
        assert process.returncode == 0
        assert b"the tables go on" in out


async def text_of(client, path="/"):
    async with client.get(path) as answer:
        return await answer.text()


async def has(client, wanted, path="/"):
    async with asyncio.timeout(30):
        while wanted not in await text_of(client, path):  # noqa: ASYNC110 - another program's page
            await asyncio.sleep(0.1)


async def test_the_page_shows_tables_judge_calls_and_each_table_for_itself(broker, tmp_path):
    anna = Played(broker.address("anna"), tmp_path / "home").play(6)
    try:
        async with page(broker, tmp_path) as (client, _):
            await has(client, "No table is here yet")
            link = anna.connect()
            await has(client, "1 table</h1>")
            said = await text_of(client)
            assert '<a href="/table/anna/">anna</a> · Ready, Set, Fight!' in said.replace(
                "Ready, Set, Fight</", "Ready, Set, Fight!</"
            )
            assert "<b class" in await text_of(client, "/table/anna/")
            link.call_judge()
            await has(client, "calls for a judge")
            await has(client, "calls for a judge", "/table/anna/")
            async with client.get("/table/anna/events") as events:
                assert b'"number"' in await events.content.readline()
            async with client.get("/table/nobody/") as answer:
                assert answer.status == 404
    finally:
        anna.close()


async def test_a_new_page_at_the_same_broker_and_store_knows_everything_again(broker, tmp_path):
    anna = Played(broker.address("anna"), tmp_path / "home").play(6)
    try:
        for _ in range(2):
            async with page(broker, tmp_path, "--store", str(tmp_path / "kept")) as (client, _):
                if anna.link is None:
                    anna.connect()
                await has(client, "1 table</h1>")
        assert (tmp_path / "kept").is_file()
    finally:
        anna.close()


async def test_a_script_in_a_name_is_shown_and_never_run(broker, tmp_path):
    anna = Played(broker.address("anna"), tmp_path / "home", ("<script>x</script>", "Ben")).play(3)
    try:
        async with page(broker, tmp_path) as (client, _):
            anna.connect()
            await has(client, "&lt;script&gt;x&lt;/script&gt;")
            for path in ("/", "/table/anna/"):
                assert "<script>x" not in await text_of(client, path)
    finally:
        anna.close()


async def test_other_machines_need_the_code(broker, tmp_path):
    async with page(broker, tmp_path, "--code", "ABCD-2345") as (client, said):
        assert "The code is ABCD-2345" in said
        async with client.get("/") as answer:
            assert answer.status == 401
        async with client.get("/table/anna/events") as answer:
            assert answer.status == 403


async def test_a_broker_that_goes_is_said_on_the_page_and_nowhere_else(broker, tmp_path, capfd):
    async with page(broker, tmp_path) as (client, _):
        await has(client, "No table is here yet")
        broker.kill()
        await has(client, "nothing is lost")
    assert capfd.readouterr().err == ""


def certified(folder):
    """A certificate of one's own and a broker's from it, as the guide makes them."""
    said = re.search(r"```certificate\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)[1]
    commands = said.replace("192.168.1.20", "127.0.0.1")
    subprocess.run(commands, shell=True, check=True, capture_output=True, cwd=folder)  # noqa: S602 - the guide's own
    return [f"certfile {folder}/broker.crt", f"keyfile {folder}/broker.key"]


@pytest.mark.skipif(program("openssl") is None, reason="needs OpenSSL: apt install openssl")
@pytest.mark.filterwarnings("ignore:Exception ignored in. <ssl.SSLSocket:pytest.PytestUnraisableExceptionWarning")
async def test_over_tls_a_table_trusts_a_certificate_of_ones_own_and_no_other(start_broker, tmp_path, monkeypatch):
    user = f"user {os.environ.get('USER') or 'root'}"
    broker = start_broker("allow_anonymous true", user, *certified(tmp_path))
    address = read_address(f"mqtts://anna@127.0.0.1:{broker.port}/club")
    anna, ben = Played(address, tmp_path / "home").play(3), Played(address, tmp_path / "other").play(3)
    try:
        link = ben.connect()
        await until(lambda: "the broker's certificate is not trusted: " in link.trouble)
        with pytest.raises(VenueError, match="the broker's certificate is not trusted: "):
            async with following(address, tmp_path / "store") as hall:
                await hall.task
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.crt"))
        async with following(address, tmp_path / "store") as hall:
            anna.connect()
            await shows(hall, "anna", 3)
    finally:
        anna.close()
        ben.close()
        gc.collect()  # paho leaves it the sockets of refused certificates


async def test_other_laptops_are_told_an_address_that_they_can_reach(broker, tmp_path):
    where = f"mqtt://localhost:{broker.port}/club"
    async with page(broker, tmp_path, "--lan", where=where) as (client, said):
        code, own = re.search(r"The code is (\S+)", said)[1], re.search(r"http://([\d.]+)", said)[1]
        await has(client, f"--venue mqtt://{own}:{broker.port}/club", f"/?code={code}")


def test_a_broker_that_refuses_the_page_ends_it_with_one_line(start_broker, tmp_path, capsys):
    broker = start_broker("allow_anonymous false")
    words = ["venue", f"mqtt://127.0.0.1:{broker.port}/club", "--home", str(tmp_path), "--port", "0"]
    assert cli.main(words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "127.0.0.1: the broker refuses this account or its password" in line


async def test_with_the_access_list_of_the_guide_a_table_writes_its_own_topics_alone(tmp_path):
    if program("mosquitto_passwd") is None:
        pytest.skip("needs Mosquitto: apt install mosquitto")
    (tmp_path / "broker").mkdir()
    broker = guarded(tmp_path / "broker", ["anna", "ben", "board"])
    broker.start()
    anna = Played(broker.address("anna:secret"), tmp_path / "home").play(3)
    liar = Played(broker.address("ben:secret"), tmp_path / "liar").play(5)
    stranger = Played(broker.address("carl:secret"), tmp_path / "stranger").play(5)
    try:
        async with following(broker.address("board:secret"), tmp_path / "store") as hall:
            anna.connect()
            await shows(hall, "anna", 3)
            liar.link = Link(liar.address, liar.home, SHELF, liar.table.table_id)
            liar.link.name = "anna"
            liar.link.start()
            refused = stranger.connect()
            await until(lambda: refused.trouble == "127.0.0.1: the broker refuses this account or its password")
            await asyncio.sleep(1.0)
            assert {name: row.shown.version for name, row in rows(hall).items()} == {"anna": 3}
    finally:
        for one in (anna, liar, stranger):
            one.close()
        broker.kill()


@pytest.mark.parametrize(
    "address",
    ["", "club", "http://host/club", "mqtt://host", "mqtt://host/", "mqtt://host/a/b", "mqtt://host/+",
     "mqtt://host:99999/club", "mqtt:///club", "mqtt://a%2fb@host/club", "mqtt://host/club?names=maybe"],
)  # fmt: skip
def test_what_is_no_address_of_a_venue_is_refused_in_one_line(capsys, tmp_path, address):
    assert cli.main(["venue", address, "--home", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "a venue is written mqtts://HOST/NAME" in err


def test_a_password_is_not_repeated_in_a_refusal():
    with pytest.raises(VenueError) as caught:
        read_address("mqtts://anna:secret@host/a/b")
    assert "secret" not in str(caught.value)


def test_an_address_says_account_encryption_and_whether_names_are_hidden():
    one = read_address("mqtts://table%207:s%3Acret@host:99/club?names=hidden")
    assert (one.account, one.password, one.port) == ("table 7", "s:cret", 99)
    assert one.encrypted
    assert one.hides_names
    assert read_address("mqtt://host/club").port == 1883


def test_a_table_opens_though_its_venue_makes_no_sense(tmp_path):
    host = LocalHost(tmp_path)
    host.keep_settings(replace(host.settings(), venue="nonsense"))
    live = host.open(Wish("rsf", ("Ann", "Ben"), "light"))()
    assert live.venue is None
    live.close()
    assert "a venue is written" in last_errors(tmp_path)[-1].text


def test_a_venue_that_was_named_once_is_that_of_all_later_tables(tmp_path):
    host = LocalHost(tmp_path)
    args = cli.build_parser("play").parse_args(["play", "rsf", "--venue", "mqtt://127.0.0.1:1/club"])
    play.come_to(host, args.venue)
    assert LocalHost(tmp_path).settings().venue == "mqtt://127.0.0.1:1/club"
    play.come_to(host, "")
    assert not LocalHost(tmp_path).settings().venue
    with pytest.raises(VenueError):
        play.come_to(host, "club")
