"""Tables at a venue: what the board shows, what is kept, and that nothing is lost or told twice."""

import asyncio
import json
import sqlite3

import aiomqtt
import pytest
from venue_kit import Played, following, rows, shows, until

from companion.session.scene import scene_of
from companion.venue.hall import _natural
from companion.venue.store import Store


@pytest.fixture
def table(broker, tmp_path):
    made = []

    def make(name="anna", **more):
        address = broker.address(name, more.pop("more", ""))
        made.append(Played(address, tmp_path / f"home-{len(made)}", **more))
        return made[-1]

    yield make
    for one in made:
        one.close()


def kept(store, name="anna"):
    with sqlite3.connect(store) as base:
        query = "SELECT version, told FROM events WHERE place = ? ORDER BY version"
        found = base.execute(query, (name,)).fetchall()
    base.close()
    return found


def told(table):
    return [(line.number, line.told) for line in table.table.history()]


async def test_the_board_shows_a_table_and_keeps_every_line_of_it(broker, table, tmp_path):
    anna = table().play(5)
    async with following(broker.address(), tmp_path / "store") as hall:
        anna.connect()
        row = await shows(hall, "anna", 5)
        assert (row.here, row.shown.seats) == (True, ("Ann", "Ben"))
        assert row.shown.headline == scene_of(anna.table).view.headline
        anna.play(3)
        await shows(hall, "anna", 8)
        await until(lambda: kept(tmp_path / "store") == told(anna))


async def test_what_happens_while_the_broker_is_away_arrives_once_and_in_order(broker, table, tmp_path):
    anna = table().play(4)
    async with following(broker.address(), tmp_path / "store") as hall:
        link = anna.connect()
        await shows(hall, "anna", 4)
        for moves in (3, 2):
            broker.kill()
            anna.play(moves)
            await until(lambda: "nothing is lost" in link.trouble)
            broker.start()
            await shows(hall, "anna", anna.table.version)
            assert link.trouble == ""
        await until(lambda: kept(tmp_path / "store") == told(anna))


async def test_a_venue_that_was_away_asks_for_what_it_missed(broker, table, tmp_path):
    anna = table().play(4)
    anna.connect()
    store = tmp_path / "store"
    async with following(broker.address(), store) as hall:
        await shows(hall, "anna", 4)
    anna.play(6)
    await asyncio.sleep(1.0)  # the broker takes it, and nobody is there to hear it
    async with following(broker.address(), store) as hall:
        await shows(hall, "anna", 10)
        await until(lambda: kept(store) == told(anna))


async def test_a_laptop_that_died_is_shown_as_away_and_goes_on_where_it_was(broker, table, tmp_path):
    anna = table().play(4)
    async with following(broker.address(), tmp_path / "store") as hall:
        anna.connect()
        await shows(hall, "anna", 4)
        anna.link.close()
        await until(lambda: not rows(hall)["anna"].here)
        anna.play(3)
        anna.connect()
        assert (await shows(hall, "anna", 7)).here
        await until(lambda: kept(tmp_path / "store") == told(anna))


async def test_a_judge_is_called_and_no_longer_called(broker, table, tmp_path):
    anna = table().play(4)
    async with following(broker.address(), tmp_path / "store") as hall:
        link = anna.connect()
        await shows(hall, "anna", 4)
        assert link.call_judge() == "A judge is called to this table."
        await until(lambda: rows(hall)["anna"].shown.judge is not None)
        assert link.call_judge() == "The judge is no longer called."
        await until(lambda: rows(hall)["anna"].shown.judge is None)


async def test_a_call_names_what_was_refused_just_now_and_nothing_older(broker, table, tmp_path):
    anna = table()
    assert not anna.table.enter("Ann: attack Ben").legal
    async with following(broker.address(), tmp_path / "store") as hall:
        link = anna.connect()
        link.call_judge()
        await until(lambda: rows(hall) and rows(hall)["anna"].shown.judge is not None)
        assert rows(hall)["anna"].shown.judge.what == "attack Ben"
        link.call_judge()
        anna.play(4)
        link.call_judge()
        row = await shows(hall, "anna", 4)
        assert (row.shown.judge.what, row.shown.judge.rules) == ("", ())


async def test_strange_messages_of_one_account_cost_the_others_nothing(broker, table, tmp_path):
    anna = table().play(3)
    line = {"table": "x", "version": 1, "at": "", "told": ""}
    async with following(broker.address(), tmp_path / "store") as hall:
        anna.connect()
        row = await shows(hall, "anna", 3)
        good = json.loads(row.shown.text())
        async with aiomqtt.Client("127.0.0.1", broker.port) as odd:
            for part, said in (
                ("events", line | {"version": 2**70}), ("events", line | {"told": "\ud800"}),
                ("scene", good | {"over": ""}), ("scene", good | {"version": 2**70}),
                ("here", {"here": True, "tables": {"x": 2**70}}),
            ):  # fmt: skip
                await odd.publish(f"club/odd/{part}", json.dumps(said), qos=1)
        anna.play(2)
        await shows(hall, "anna", 5)
        await until(lambda: kept(tmp_path / "store") == told(anna))
        assert "odd" not in rows(hall)


async def test_a_name_with_signs_stays_at_the_table_and_harms_no_message(broker, table, tmp_path):
    anna = table(more="?names=hidden", seats=('Ann "A"', "told")).play(12)
    store = tmp_path / "store"
    async with following(broker.address(), store) as hall:
        anna.connect()
        row = await shows(hall, "anna", 12)
        await until(lambda: len(kept(store)) == 12)
    assert "Ann" not in json.dumps([kept(store), row.shown.text()])


async def test_a_table_that_leaves_is_gone_from_board_and_broker(broker, table, tmp_path):
    anna = table().play(4)
    async with following(broker.address(), tmp_path / "store") as hall:
        link = anna.connect()
        await shows(hall, "anna", 4)
        link.leave()
        await until(lambda: not rows(hall))
        anna.play(2)
    async with following(broker.address(), tmp_path / "new") as hall:
        await asyncio.sleep(1.0)
        assert rows(hall) == {}


async def test_hidden_names_stay_at_the_table(broker, table, tmp_path):
    anna = table(more="?names=hidden").play(12)
    store = tmp_path / "store"
    async with following(broker.address(), store) as hall:
        anna.connect()
        row = await shows(hall, "anna", 12)
        assert row.shown.seats == ("Player 1", "Player 2")
        await until(lambda: len(kept(store)) == 12)
    base = Store(str(store))
    said = json.dumps([kept(store), row.shown.text()])
    base.close()
    assert "Ben" not in said
    assert "Ann" not in said


async def test_a_game_that_ended_while_the_broker_was_away_counts_though_another_has_begun(broker, tmp_path):
    broker.kill()
    home = tmp_path / "home"
    first = Played(broker.address("anna"), home, game="rsf")
    first.connect()
    while not first.table.view().over:
        first.play(1)
    first.close()
    second = Played(broker.address("anna"), home, seats=("Cleo", "Dan")).play(2)
    broker.start()
    try:
        async with following(broker.address(), tmp_path / "store") as hall:
            second.connect()
            await shows(hall, "anna", 2)
            await until(lambda: hall.stage.sight.standing)
            (_, lines), *_ = hall.stage.sight.standing
            assert {one.name for one in lines} == {"Ann", "Ben"}
            assert sum(one.won for one in lines) >= 1
    finally:
        second.close()


def test_table_2_stands_before_table_10():
    assert sorted(["table10", "table2", "anna"], key=_natural) == ["anna", "table2", "table10"]
