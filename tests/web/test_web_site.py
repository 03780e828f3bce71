"""What browsers get, and what they do not: asked with aiohttp's own client."""

import asyncio
import json

import pytest
from web_kit import scene_after, served, stage_of, until

from companion.session.scene import Notice
from companion.web import page
from companion.web.door import COOKIE

CODE = "K7QM-2XRD"
PATHS = ("/", "/page.css", "/page.js", "/picture/phone.svg", "/picture/laptop.svg",
         "/picture/wall.svg", "/events")  # fmt: skip
SCENE = scene_after(4)


@pytest.fixture
async def client():
    async with served(stage_of(SCENE)) as client:
        yield client


async def heard(response):
    """Return the next event that is no heartbeat."""
    while True:
        line = await asyncio.wait_for(response.content.readline(), 10)
        assert line, "the events ended"
        if line.startswith(b"data: "):
            return json.loads(line.removeprefix(b"data: "))


async def test_the_page_shows_the_scene_in_words_and_asks_for_its_picture():
    stage = stage_of(SCENE)
    async with served(stage) as client:
        answer = await client.get("/")
        assert answer.status == 200
        assert answer.content_type == "text/html"
        assert await answer.text() == page.face(SCENE).page(stage.number, page.MEDIA)


@pytest.mark.parametrize("size", page.MEDIA)
async def test_pictures_come_in_three_sizes_dark_and_light_squeezed_or_not(client, size):
    squeezed = await client.get(f"/picture/{size}.svg")
    plain = await client.get(f"/picture/{size}.svg", headers={"Accept-Encoding": "identity"})
    assert squeezed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert await squeezed.text() == await plain.text()
    assert f"{size}: 4 moves" in await plain.text()
    assert plain.headers["Content-Type"] == "image/svg+xml; charset=utf-8"


async def test_a_picture_that_a_browser_has_is_not_sent_again():
    stage = stage_of(SCENE)
    async with served(stage) as client:
        tag = (await client.get("/picture/wall.svg")).headers["ETag"]
        again = await client.get("/picture/wall.svg", headers={"If-None-Match": tag})
        assert (again.status, await again.read()) == (304, b"")
        stage.show(Notice("other"))
        fresh = await client.get("/picture/wall.svg", headers={"If-None-Match": tag})
        assert fresh.status == 200


async def test_events_tell_the_moment_at_once_and_then_each_new_one():
    stage = stage_of(SCENE)
    async with served(stage) as client, client.get("/events") as events:
        assert events.content_type == "text/event-stream"
        first = await heard(events)
        assert first["words"] == page.face(SCENE).words
        assert first["number"] == stage.number
        stage.show(Notice("No table."))
        second = await heard(events)
        assert second["number"] == first["number"] + 1
        assert second["news"] == "No table."


async def test_a_browser_that_was_slow_gets_the_newest_moment_alone():
    stage = stage_of(SCENE)
    async with served(stage) as client, client.get("/events") as events:
        await heard(events)
        for number in range(50):
            stage.show(Notice(f"moment {number}"))
        assert (await heard(events))["news"] == "moment 49"


async def test_what_is_new_is_put_into_words_once_for_all_browsers(monkeypatch):
    stage, made = stage_of(SCENE), []
    face = page.face
    monkeypatch.setattr("companion.web.page.face", lambda sight: made.append(sight) or face(sight))
    async with served(stage) as client, client.get("/events") as one, client.get("/events") as other:
        assert await heard(one) == await heard(other)
        stage.show(Notice("No table."))
        assert await heard(one) == await heard(other)
        assert made == [SCENE, Notice("No table.")]


async def test_a_browser_that_never_reads_holds_nobody_up():
    stage = stage_of(SCENE)
    async with served(stage) as client, client.get("/events") as deaf, client.get("/events") as ear:
        await heard(ear)
        for number in range(200):
            stage.show(Notice(f"{number} " + "x" * 200_000))
            assert (await heard(ear))["news"].startswith(f"{number} ")
        assert not deaf.closed


async def test_quiet_browsers_are_told_nothing_now_and_then(monkeypatch):
    monkeypatch.setattr("companion.web.site.HEARTBEAT", 0.01)
    async with served(stage_of(SCENE)) as client, client.get("/events") as events:
        await heard(events)
        await events.content.readline()
        assert await asyncio.wait_for(events.content.readline(), 10) == b":\n"


async def test_only_so_many_browsers_look_on_and_leaving_makes_room():
    async with served(stage_of(SCENE), most=2) as client:
        first = await client.get("/events")
        second = await client.get("/events")
        await heard(first)
        await heard(second)
        refused = await client.get("/events")
        assert refused.status == 503
        assert (await client.get("/")).status == 200
        second.close()
        await until(lambda: client.site.watching == 1)
        assert (await client.get("/events")).status == 200


async def test_events_end_with_the_stage():
    stage = stage_of(SCENE)
    async with served(stage) as client, client.get("/events") as events:
        await heard(events)
        stage.close()
        assert await asyncio.wait_for(events.content.read(), 10) == b"\n"


@pytest.mark.parametrize(
    "path",
    ["/picture/", "/picture", "/picture/huge.svg", "/picture/../page.py", "/picture/..%2Fpage.svg",
     "/page.py", "/site.py", "/../pyproject.toml", "/%2e%2e/pyproject.toml", "/events/", "//", "/.",
     "/favicon.ico", "/picture/wall.svg/", "/picture/%00.svg", "/" + "a" * 5000],
)  # fmt: skip
async def test_nothing_else_is_there(client, path):
    answer = await client.get(path)
    assert answer.status in {400, 404} or answer.url.path == "/", path
    assert "import" not in await answer.text()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
async def test_nothing_can_be_sent(client, path, method):
    answer = await client.request(method, path, data=b"Ann: attack ben")
    assert answer.status == 405


async def test_events_have_no_head(client):
    assert (await client.head("/")).status == 200
    assert (await client.head("/events")).status == 405
    assert client.site.watching == 0


@pytest.mark.parametrize("query", ["table=other", "seat=0", "size=wall", "n=1&n=2", "code=x"])
async def test_what_a_browser_asks_besides_changes_nothing(client, query):
    plain = await (await client.get("/")).read()
    assert await (await client.get(f"/?{query}")).read() == plain


@pytest.mark.parametrize("path", PATHS)
async def test_every_answer_carries_the_strict_headers(path):
    async with served(stage_of(SCENE)) as client, client.get(path) as answer:
        assert answer.status == 200
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "script-src 'self'" in policy or "/picture/" in path
        assert "*" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert answer.headers["Server"] == "tableside"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "localhost.evil.example"])
async def test_another_machines_name_is_not_answered_to(client, host):
    for path in PATHS:
        answer = await client.get(path, headers={"Host": host})
        assert answer.status in {400, 403}
        assert "Ann" not in await answer.text()


async def test_without_the_code_only_the_page_that_asks_for_it_is_shown():
    async with served(stage_of(SCENE), CODE) as client:
        asked = await client.get("/")
        assert asked.status == 401
        assert await asked.text() == page.code_page()
        for path in (*PATHS[2:], "/nothing"):
            refused = await client.get(path)
            assert refused.status == 403
            assert SCENE.view.headline not in await refused.text()
            assert "default-src 'none'" in refused.headers["Content-Security-Policy"]
        assert "default-src 'none'" in asked.headers["Content-Security-Policy"]
        assert (await client.get("/page.css")).status == 200


async def test_the_right_code_gives_a_cookie_that_scripts_cannot_read_and_leaves_the_address():
    async with served(stage_of(SCENE), CODE) as client:
        welcome = await client.get("/", params={"code": "k7qm2xrd"}, allow_redirects=False)
        assert (welcome.status, welcome.headers["Location"]) == (303, "/")
        cookie = welcome.cookies[COOKIE]
        assert cookie.value == client.site.door.token
        assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
        assert CODE not in str(welcome.headers)
        for path in PATHS:
            async with client.get(path) as answer:
                assert answer.status == 200


async def test_a_wrong_code_is_said_to_be_wrong_and_too_many_must_wait():
    async with served(stage_of(SCENE), CODE) as client:
        for _ in range(5):
            wrong = await client.get("/", params={"code": "nope"})
            assert wrong.status == 403
            assert "That is not the code." in await wrong.text()
            assert COOKIE not in wrong.cookies
        held = await client.get("/", params={"code": CODE})
        assert held.status == 429
        assert "Wait a while" in await held.text()


async def test_a_cookie_of_another_server_is_none():
    async with served(stage_of(SCENE), CODE) as client:
        for made_up in ("", "x", CODE, "é"):
            answer = await client.get("/", headers={"Cookie": f"{COOKIE}={made_up}"})
            assert answer.status == 401


async def test_wrong_codes_are_answered_late(monkeypatch):
    slept = []
    real = asyncio.sleep

    async def sleep(seconds):
        slept.append(seconds)
        await real(0)

    async with served(stage_of(SCENE), CODE) as client:
        client.site.pause = 0.5
        monkeypatch.setattr("companion.web.site.asyncio.sleep", sleep)
        await client.get("/", params={"code": "nope"})
        assert 0.5 in slept
