"""The stage: the newest moment for everybody, drawn once, and nobody waits for anybody."""

import asyncio
import gzip

from web_kit import drawn, stage_of

from companion.core.errors import CompanionError
from companion.session.scene import Notice


async def test_a_picture_is_drawn_once_for_however_many_look_on():
    asked = []

    async def draw(size, sight):
        asked.append(size)
        await asyncio.sleep(0)
        return await drawn(size, sight)

    stage = stage_of(Notice("one"), draw)
    pictures = await asyncio.gather(*(stage.picture("wall") for _ in range(20)))
    assert asked == ["wall"]
    assert {picture.svg for picture in pictures} == {pictures[0].svg}
    assert gzip.decompress(pictures[0].gzipped) == pictures[0].svg
    await stage.picture("phone")
    assert asked == ["wall", "phone"]


async def test_a_new_sight_is_drawn_anew_and_one_that_came_meanwhile_is_not_missed():
    stage = stage_of(Notice("one"))

    async def draw(size, sight):
        if sight.text == "one":
            stage.show(Notice("two"))
        return await drawn(size, sight)

    stage._draw = draw
    first = await stage.picture("wall")
    second = await stage.picture("wall")
    assert b"one" in first.svg
    assert b"two" in second.svg
    assert second.number == stage.number == first.number + 1


async def test_what_cannot_be_drawn_is_said_so_and_tried_again_with_the_next():
    async def draw(size, sight):
        if sight.text == "bad":
            raise CompanionError("no")
        return await drawn(size, sight)

    stage = stage_of(Notice("bad"), draw)
    assert b"cannot be drawn" in (await stage.picture("wall")).svg
    stage.show(Notice("good"))
    assert b"good" in (await stage.picture("wall")).svg


async def test_waiting_ends_with_the_next_sight_or_with_the_stage():
    stage = stage_of(Notice("one"))
    waiting = asyncio.create_task(stage.other_than(stage.number))
    await asyncio.sleep(0)
    assert not waiting.done()
    stage.show(Notice("two"))
    await asyncio.wait_for(waiting, 5)
    await asyncio.wait_for(stage.other_than(stage.number - 1), 5)
    waiting = asyncio.create_task(stage.other_than(stage.number))
    await asyncio.sleep(0)
    stage.close()
    await asyncio.wait_for(waiting, 5)


async def test_who_leaves_early_leaves_the_drawing_to_the_others():
    begun, go_on = asyncio.Event(), asyncio.Event()
    asked = []

    async def draw(size, sight):
        asked.append(size)
        begun.set()
        await go_on.wait()
        return await drawn(size, sight)

    stage = stage_of(Notice("one"), draw)
    first = asyncio.create_task(stage.picture("wall"))
    await begun.wait()
    second = asyncio.create_task(stage.picture("wall"))
    first.cancel()
    await asyncio.wait({first})
    go_on.set()
    assert b"one" in (await asyncio.wait_for(second, 5)).svg
    assert asked == ["wall"]
