"""Tables at a venue: what the board shows, what is kept, and that nothing is lost or told twice."""

import asyncio
import json
import re
import sqlite3
from types import SimpleNamespace

import aiomqtt
import pytest
from venue_kit import Played, following, rows, shows, until

from companion.session.scene import scene_of
from companion.venue.address import read_address
from companion.venue.hall import Hall, _natural
from companion.venue.store import Store
from models.workshop.soak.venue_stage import Network


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
    assert not anna.table.declare(anna.table.understand("Ann: attack Ben")).legal
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


async def test_a_table_that_left_while_the_page_was_cut_off_is_forgotten(broker, table, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.venue.hall.GRACE", 0.5)
    monkeypatch.setattr("companion.venue.address.TIMEOUT", 1.0)
    anna, ben = table().play(4), table("ben").play(3)
    network = Network(broker.port)
    async with following(read_address(f"mqtt://127.0.0.1:{network.port}/club"), tmp_path / "store") as hall:
        anna.connect()
        ben.connect()
        await shows(hall, "anna", 4)
        await shows(hall, "ben", 3)
        network.cut = True
        network.drop()
        await until(lambda: "nothing is lost" in hall.stage.sight.trouble)
        anna.link.leave()
        await until(lambda: not anna.link._thread.is_alive())
        network.cut = False
        await until(lambda: set(rows(hall)) == {"ben"})
        assert rows(hall)["ben"].here


async def test_a_network_that_is_silent_for_a_while_loses_nothing(broker, table, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.venue.address.TIMEOUT", 1.0)
    network = Network(broker.port)
    anna = table().play(3)
    anna.address = read_address(f"mqtt://anna@127.0.0.1:{network.port}/club")
    async with following(broker.address(), tmp_path / "store") as hall:
        anna.connect()
        await shows(hall, "anna", 3)
        network.cut = True
        anna.play(4)
        await until(lambda: "nothing is lost" in anna.link.trouble)
        network.cut = False
        await shows(hall, "anna", 7)
        await until(lambda: kept(tmp_path / "store") == told(anna))


async def test_a_table_that_has_the_id_of_a_deleted_one_is_another_table(broker, table, tmp_path):
    anna = table().play(6)
    async with following(broker.address(), tmp_path / "store") as hall:
        anna.connect()
        await shows(hall, "anna", 6)
        await until(lambda: len(kept(tmp_path / "store")) == 6)
        anna.link.close()
        name = anna.table.table_id
        anna.journal.delete_table(name)
        again = Played(anna.address, anna.home, seats=("Cleo", "Dan")).play(2)
        assert again.table.table_id == name
        again.connect()
        row = await shows(hall, "anna", 2)
        assert row.shown.seats == ("Cleo", "Dan")
        await until(lambda: len(kept(tmp_path / "store")) == 8)
        again.close()


async def test_what_a_table_does_after_it_left_is_not_told_though_the_broker_was_away(broker, table, tmp_path):
    anna = table().play(4)
    async with following(broker.address(), tmp_path / "store") as hall:
        anna.connect()
        await shows(hall, "anna", 4)
        await until(lambda: len(kept(tmp_path / "store")) == 4)
        broker.kill()
        await until(lambda: anna.link.trouble)
        anna.link.leave()
        anna.play(3)
        anna.close()
        broker.start()
        later = Played(anna.address, anna.home, seats=("Cleo", "Dan")).play(1)
        later.connect()
        await shows(hall, "anna", 1)
        await until(lambda: len(kept(tmp_path / "store")) == 5)
        later.close()


async def test_a_game_that_was_sent_while_the_page_was_away_is_asked_for_though_another_has_begun(
    broker, table, tmp_path
):
    broker.kill()
    first = table().play(5)
    first.connect()
    first.close()
    broker.start()
    second = Played(first.address, first.home, seats=("Cleo", "Dan")).play(2)
    link = second.connect()
    await until(lambda: sorted(link._sent.values()) == [2, 5])
    async with following(broker.address(), tmp_path / "store") as hall:
        await shows(hall, "anna", 2)
        await until(lambda: len(kept(tmp_path / "store")) == 7)
    second.close()


async def test_what_a_broker_drops_is_asked_for_though_nothing_more_happens(broker, table, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.venue.hall.CATCH_UP", 0.5)
    first = table().play(5)
    async with following(broker.address(), tmp_path / "store") as hall:
        take, hall._take = hall._take, lambda *_: None
        first.connect()
        await until(lambda: list(first.link._sent.values()) == [5])
        first.close()
        second = Played(first.address, first.home, seats=("Cleo", "Dan")).play(2)
        link = second.connect()
        await until(lambda: sorted(link._sent.values()) == [2, 5])
        hall._take = take
        await shows(hall, "anna", 2)
        await until(lambda: len(kept(tmp_path / "store")) == 7)
        second.close()


async def test_a_call_that_cannot_be_heard_yet_says_so(broker, table):
    anna = table().play(2)
    broker.kill()
    link = anna.connect()
    assert link.call_judge() == "A judge will be called as soon as the venue can be reached."


def test_a_table_without_an_account_does_not_say_what_its_laptop_is_called(table):
    anna = table("").play(1)
    assert re.fullmatch("table-[0-9a-f]{4}", anna.connect().name)


async def test_endless_games_of_one_account_are_neither_remembered_nor_asked_for(broker, table, tmp_path):
    anna = table().play(3)
    async with following(broker.address(), tmp_path / "store") as hall:
        anna.connect()
        await shows(hall, "anna", 3)
        async with aiomqtt.Client("127.0.0.1", broker.port) as odd:
            for start in range(0, 3000, 1000):
                tables = {f"x{number}": 1 for number in range(start, start + 1000)}
                await odd.publish("club/odd/here", json.dumps({"here": True, "tables": tables}), qos=1)
            for name in ("", "n" * 41):
                await odd.publish(f"club/{name}/scene", "{}", qos=1)
            line = {"table": "x" * 5000, "version": 1, "at": "", "told": ""}
            await odd.publish("club/odd/events", json.dumps(line), qos=1)
        anna.play(2)
        await shows(hall, "anna", 5)
        assert len(hall._wanted) <= 2 * 20
        await until(lambda: kept(tmp_path / "store") == told(anna))
        assert kept(tmp_path / "store", "odd") == []
        assert set(hall._here) == {"odd", "anna"}


async def test_what_is_being_kept_while_the_broker_goes_is_kept_afterwards():
    async def never(*_):
        await asyncio.Event().wait()

    hall = Hall(read_address("mqtt://127.0.0.1/club"), "")
    hall._events = [("anna", "x", 1, "", "")]
    keeping = asyncio.create_task(hall._keep_new(never, SimpleNamespace(keep=None)))
    await until(lambda: not hall._events)
    keeping.cancel()
    await asyncio.wait([keeping])
    assert hall._events == [("anna", "x", 1, "", "")]


def test_table_2_stands_before_table_10():
    assert sorted(["table10", "table2", "anna"], key=_natural) == ["anna", "table2", "table10"]
