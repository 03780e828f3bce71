"""The page for a phone: who is admitted, and what a bad or slow sender can do."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from io import BytesIO
from threading import Event

import pytest
from aiohttp.test_utils import TestClient, TestServer

from companion.core.errors import CompanionError
from companion.web import phone as page
from companion.web.phone import MOST_BYTES, Die, PhoneSite, Seen
from companion.web.server import Server

TOKEN = "long-and-random"  # noqa: S105 - of no use anywhere else
ANN, BEN = {"X-Phone": "Ann's"}, {"X-Phone": "Ben's"}


class Taken:
    """Takes pictures, and remembers them."""

    def __init__(self):
        self.pictures = []
        self.loop, self.come, self.go = asyncio.get_running_loop(), asyncio.Event(), Event()
        self.go.set()

    def film(self, data):
        self.loop.call_soon_threadsafe(self.come.set)
        self.go.wait(10)
        if data == b"broken":
            raise CompanionError("That picture cannot be read.")
        self.pictures.append(data)

    photograph = film

    def seen(self):
        return Seen("Seen: 7", dice=(Die(0.1, 0.2, 0.3, 0.4, "7", sure=True),))


class Clock:
    now = 100.0

    def __call__(self):
        Clock.now += 1.0
        return Clock.now


@asynccontextmanager
async def phone_page():
    taken = Taken()
    site = PhoneSite(taken, TOKEN, frozenset({"localhost"}), "https://192.168.0.2:8644/x/", Clock())
    async with TestClient(TestServer(site.app())) as client:
        client.taken = taken
        yield client


async def send(client, path, data=b"jpeg", **headers):
    return await client.post(f"/{TOKEN}/{path}", data=data, headers=headers)


async def test_only_the_address_with_its_token_is_answered():
    async with phone_page() as client:
        assert (await client.get(f"/{TOKEN}/")).status == 200
        for path in ("/", f"/{TOKEN}x/", f"/{TOKEN[:-1]}/", f"/x/{TOKEN}/", "/page.css", "/events"):
            assert (await client.get(path)).status == 404, path
        wrong = await client.post("/another/photograph", data=b"jpeg", headers=ANN)
        assert wrong.status == 404
        elsewhere = {"Host": "evil.example"}
        assert (await client.get(f"/{TOKEN}/", headers=elsewhere)).status == 403
        assert client.taken.pictures == []


async def test_the_page_needs_nothing_from_elsewhere_and_says_so():
    async with phone_page() as client:
        answer = await client.get(f"/{TOKEN}/")
        text = await answer.text()
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert '<html lang="en">' in text
        assert 'capture="environment"' in text
        assert [one.split("#")[0] for one in text.split("https://")[1:]] == ["192.168.0.2:8644/x/"]
        for name in ("phone.css", "phone.js"):
            assert (await client.get(f"/{TOKEN}/{name}")).status == 200


async def test_a_second_phone_takes_over_knowingly():
    async with phone_page() as client:
        assert (await send(client, "film", **ANN)).status == 200
        assert (await send(client, "film", **BEN)).status == 409
        assert (await send(client, "seen", b"", **BEN)).status == 409
        assert (await send(client, "film", **BEN, **{"X-Take-Over": "yes"})).status == 200
        assert (await send(client, "photograph", **ANN)).status == 409
        Clock.now += 1000.0
        assert (await send(client, "film", **ANN)).status == 200, "a silent phone is asked nothing"
        assert (await send(client, "film")).status == 400, "no phone at all"


async def test_a_page_carries_its_phones_number_before_any_script_ran():
    async with phone_page() as client, phone_page() as other:

        async def numbers(phone):
            text = await (await phone.get(f"/{TOKEN}/")).text()
            return [text.partition(before)[2].partition('"')[0] for before in ('data-phone="', "8644/x/#")]

        mine, of_the_link = await numbers(client)
        assert mine
        assert of_the_link == mine
        assert await numbers(client) == [mine, mine], "loaded anew, or scanned once more"
        assert mine not in await numbers(other)


async def test_a_photograph_that_is_sent_again_counts_once():
    async with phone_page() as client:
        for number, status in (("1", 200), ("1", 200), ("2", 200)):
            answer = await send(client, "photograph", **ANN, **{"X-Number": number})
            assert answer.status == status
            assert (await answer.json())["dice"] == [[0.1, 0.2, 0.3, 0.4, "7", True]]
        assert len(client.taken.pictures) == 2


async def test_a_broken_or_endless_picture_is_refused_and_the_next_one_taken():
    async with phone_page() as client:
        broken = await send(client, "film", b"broken", **ANN)
        assert broken.status == 422
        assert (await broken.json())["bad"]

        async def endless():
            while True:
                yield bytes(1 << 16)

        too_much = client.post(f"/{TOKEN}/photograph", data=endless(), headers=ANN)
        with suppress(OSError):  # it hung up while more was being sent
            assert (await too_much).status == 413
        assert (await send(client, "photograph", BytesIO(bytes(MOST_BYTES)), **ANN)).status == 200
        assert len(client.taken.pictures) == 1


async def test_pictures_that_come_too_fast_are_not_kept_waiting(monkeypatch):
    async with phone_page() as client:
        client.taken.go.clear()
        first = asyncio.create_task(send(client, "film", **ANN))
        await client.taken.come.wait()
        assert (await send(client, "photograph", **ANN)).status == 429
        client.taken.go.set()
        assert (await first).status == 200
        monkeypatch.setattr(page, "LEAST_GAP", 1e9)
        assert (await send(client, "film", **ANN)).status == 429


async def test_a_slow_sender_is_dropped_and_blocks_nobody_for_long(monkeypatch):
    monkeypatch.setattr(page, "PATIENCE", 0.2)
    async with phone_page() as client:

        async def slow():
            yield b"jp"
            await asyncio.sleep(5)
            yield b"eg"

        late = asyncio.create_task(client.post(f"/{TOKEN}/film", data=slow(), headers=ANN))
        answer = await send(client, "seen", b"", **ANN)
        assert answer.status == 200
        assert (await late).status == 408
        assert (await send(client, "film", **ANN)).status == 200


async def test_the_certificate_is_private_kept_and_renewed_in_time(tmp_path):
    pytest.importorskip("cryptography", reason="it makes the certificate")
    from companion.web.certificate import LASTS, RENEWED, certificate_context

    file, now = tmp_path / "phone.pem", datetime.now(UTC)
    certificate_context(file, "192.168.0.2", now)
    made = file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    certificate_context(file, "192.168.0.2", now + timedelta(days=100))
    assert file.read_bytes() == made, "kept"
    for address, when in (
        ("192.168.0.3", now),
        ("192.168.0.2", now + LASTS - RENEWED + timedelta(hours=1)),
    ):
        certificate_context(file, address, when)
        assert file.read_bytes() != made, (address, when)
        made = file.read_bytes()
    file.write_bytes(made[:200])
    certificate_context(file, "laptop.local", now)
    assert b"BEGIN CERTIFICATE" in file.read_bytes(), "a damaged one is made anew"


async def test_the_certificate_serves_the_page_at_its_address(tmp_path):
    pytest.importorskip("cryptography", reason="it makes the certificate")
    from companion.web.certificate import certificate_context

    file = tmp_path / "phone.pem"
    server = Server(PhoneSite(Taken(), TOKEN, frozenset()))
    _, port = await server.start(0, lan=False, ssl=certificate_context(file, "127.0.0.1"))
    try:
        trusting = ssl.create_default_context(cafile=file)  # and the address in it is checked
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting)
        writer.write(f"GET /{TOKEN}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        text = (await reader.read()).decode()
        writer.close()
        assert text.startswith("HTTP/1.1 200")
        assert 'data-live="yes"' in text
    finally:
        await server.close()
