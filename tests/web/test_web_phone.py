"""A phone as the camera: what its browser sends is read, and answers the table's roll."""

from __future__ import annotations

import base64
import json
import ssl
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection, HTTPSConnection
from queue import SimpleQueue
from time import monotonic, sleep

import cv2
import numpy as np
import pytest
from web_chromium import browser_path, chromium

from companion.commands import phone as phones
from companion.commands.dice_sources import Dice
from companion.core.actions import Roll
from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.demo.players import next_action
from companion.demo.table import shipped_clip
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.rolls.readings import RollReading
from companion.session.rolldesk import RollDesk
from companion.session.table import Table
from companion.web import phone as site

pytest.importorskip("cryptography", reason="the live picture needs its certificate")

FIRST_THROW = 20
"""Pictures of the demo's clip, 20 a second, until its first die, a 4, lies still."""


@pytest.fixture(autouse=True)
def at_home(monkeypatch):
    monkeypatch.setattr(phones, "lan_address", lambda: "127.0.0.1")
    monkeypatch.setattr(phones, "PORTS", (0, 0))


def clip_pictures(count):
    with shipped_clip() as clip:
        film = cv2.VideoCapture(str(clip))
        return [film.read()[1] for _ in range(count)]


def film(times=1):
    """An empty tray until a camera has found its exposure, and a throw that comes to rest.

    Every picture comes several times where a busy machine sends few of them.
    """
    empty, *throw = clip_pictures(FIRST_THROW)
    slowly = [one for one in throw for _ in range(times)]
    return [empty] * 50 * times + slowly + throw[-1:] * 150


def jpeg(image):
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


class Evening:
    """A table that waits for a d10, a phone as its camera, and what came of it."""

    def __init__(self, home):
        self.journal = Journal(home / FILE)
        shelf = Shelf()
        header = shelf.header("rsf", ("Ann", "Ben"), Depth.LIGHT, None, None)
        self.table = Table.open(shelf, self.journal, header, None)
        while not isinstance(self.table.pending(), RollRequest):
            assert self.table.declare(next_action(self.table.match)).legal
        (self.camera,), self.eyes = phones.open_phone(Dice(home=home))
        self.desk = RollDesk(self.table, self.journal, sources=(self.camera,))
        self.heard = SimpleQueue()
        self.camera.start(self.heard.put)

    def rolls(self):
        while not self.heard.empty():
            value = self.heard.get()
            if isinstance(value, RollReading):
                self.desk.hear(value)
        return [action for action in self.table.match.log if isinstance(action, Roll)]

    def until_rolled(self, seconds=80.0):
        end = monotonic() + seconds
        while not self.rolls():
            assert monotonic() < end, self.camera.status.text
            sleep(0.05)
        return [str(die.face) for die in self.rolls()[0].dice]

    def close(self):
        self.camera.stop()
        self.desk.close()
        self.journal.close()


@contextmanager
def evening_in(home):
    evening = Evening(home)
    try:
        yield evening
    finally:
        evening.close()


class Phone:
    """What the page does, without a browser."""

    def __init__(self, address, name="my phone"):
        scheme, _, self.host, self.path = address.split("/", 3)
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        secure = partial(HTTPSConnection, context=trusting)
        self.connection = secure if scheme == "https:" else HTTPConnection
        self.name = name

    def ask(self, method, path, body=None, **headers):
        connection = self.connection(self.host, timeout=20)
        connection.request(method, f"/{self.path}{path}", body, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    def send(self, path, body=b"", **headers):
        status, text = self.ask("POST", path, body, **{"X-Phone": self.name}, **headers)
        return status, json.loads(text) if text.startswith(b"{") else {}


def test_one_photograph_over_plain_http_is_one_roll(tmp_path):
    with evening_in(tmp_path) as evening:
        phone = Phone(evening.eyes.address)
        picture = jpeg(clip_pictures(FIRST_THROW)[-1])
        status, seen = phone.send("photograph", picture, **{"X-Number": "1"})
        assert status == 200
        faces = evening.until_rolled()
        assert [die[4] for die in seen["dice"]] == faces
        assert phone.send("photograph", picture, **{"X-Number": "1"})[0] == 200
        assert len(evening.rolls()) == 1
        assert evening.desk.claimable is None


def test_a_film_over_the_certificate_made_on_the_spot_is_a_roll(tmp_path):
    with evening_in(tmp_path) as evening:
        page = Phone(evening.eyes.address).ask("GET", "")[1].decode()
        address = page.partition('href="https')[2].partition("#")[0]
        phone = Phone("https" + address)
        for picture in film()[:100]:
            assert phone.send("film", jpeg(picture))[0] in {200, 429}
            sleep(0.04)
        assert evening.until_rolled()
        assert (tmp_path / "phone.pem").stat().st_mode & 0o077 == 0


def test_the_page_shows_what_is_wrong_with_the_picture(tmp_path):
    with evening_in(tmp_path) as evening:
        phone = Phone(evening.eyes.address)
        assert "Asked for: d10" in phone.send("seen")[1]["asked"]
        dark = np.zeros((360, 640, 3), np.uint8)
        _, seen = phone.send("photograph", jpeg(dark), **{"X-Number": "1"})
        assert seen["bad"]
        assert "Too dark" in seen["words"]
        status, seen = phone.send("photograph", b"\xff\xd8 no picture", **{"X-Number": "2"})
        assert status == 422
        assert "Take it again" in seen["words"]
        assert not evening.rolls()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser_path()
    path = tmp_path_factory.mktemp("film") / "film.mjpeg"
    path.write_bytes(b"".join(map(jpeg, film(2))))
    with chromium(
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={path}",
        "--ignore-certificate-errors",
    ) as running:
        yield running


def test_a_roll_arrives_from_a_browser_over_the_self_signed_certificate(browser, tmp_path):
    with evening_in(tmp_path) as evening:
        page = browser.page()
        page.resize(390, 844, mobile=True)
        page.open(evening.eyes.address)
        page.until(lambda: "Live picture" in page.says("document.body.innerText"), "the page")
        page.open(page.says("document.querySelector('#ways a').href"))
        faces = evening.until_rolled()
        page.until(lambda: page.says("picture.dataset.faces") == faces[0], "the face at the die")
        page.ask("Page.reload")
        page.until(lambda: page.says("Boolean(picture.dataset.faces)"), "the picture once more")
        picture = page.ask("Page.captureScreenshot")["data"]
        (tmp_path / "page.png").write_bytes(base64.b64decode(picture))
        assert page.complaints() == []
        host = evening.eyes.address.split("/")[2].partition(":")[0]
        assert all(host in one or one.startswith("data:") for one in page.requested())


@contextmanager
def script_late(page):
    """The page stands there, its script comes later."""
    page.ask("Network.setBlockedURLs", urls=["*phone.js"])
    yield
    page.ask("Network.setBlockedURLs", urls=[])


def test_a_link_tapped_before_the_script_ran_leads_to_the_same_phone(browser, tmp_path, monkeypatch):
    monkeypatch.setattr(site, "SILENT", 1e9)
    with evening_in(tmp_path) as evening:
        page = browser.page()
        page.open(evening.eyes.address)
        page.until(lambda: "Asked for" in page.says("asked.textContent"), "the script")
        with script_late(page):
            page.ask("Page.reload")
            page.until(lambda: page.says("typeof start") == "undefined" and "Live" in page.html(), "the bare page")
            link = page.says("document.querySelector('#ways a').href")
        page.open(link)
        page.until(lambda: page.says("Boolean(picture.dataset.faces)"), "a picture that was taken")
        assert page.says("other.hidden")


def test_a_photograph_chosen_before_the_script_ran_is_sent(browser, tmp_path):
    picture = tmp_path / "dice.jpg"
    picture.write_bytes(jpeg(clip_pictures(FIRST_THROW)[-1]))
    with evening_in(tmp_path) as evening:
        page = browser.page()
        with script_late(page):
            page.open(evening.eyes.address)
            page.until(lambda: "Live" in page.html(), "the bare page")
            field = page.ask("Runtime.evaluate", expression="file")["result"]["objectId"]
            page.ask("DOM.setFileInputFiles", files=[str(picture)], objectId=field)
        late = "const late = document.createElement('script'); late.src = 'phone.js'; document.head.append(late)"
        page.ask("Runtime.evaluate", expression=late)
        assert evening.until_rolled() == ["4"]
