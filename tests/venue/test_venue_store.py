"""What a venue keeps: once, in order, in SQLite and PostgreSQL alike, and what is asked of it."""

import json

import psycopg
import pytest
from venue_kit import Played, following, shows, until

from companion.core.score import Place
from companion.journal.rows import Refusal
from companion.venue.hall import evening, standing
from companion.venue.messages import Shown, read_event
from companion.venue.store import Store, StoreError


def moment(table="rsf-1", version=9, *, over=True, seats=("Ann", "Ben"), ranks=(1, 2), title="RSF", **more):
    places = tuple(Place(seat, rank, "") for seat, rank in enumerate(ranks))
    said = {"changed": "2026", "headline": "", "awaited": (), "moves": ()} | more
    return Shown(table=table, version=version, title=title, seats=seats, places=places, over=over,
                 called_off=said.pop("called_off", False), **said)  # fmt: skip


def row(one, place="anna"):
    return (place, one.table, one.version, one.changed, int(one.counts), one.text())


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path):
    if request.param == "sqlite":
        return str(tmp_path / "store")
    postgres = request.getfixturevalue("postgres")
    with psycopg.connect(postgres.where, autocommit=True) as base:
        base.execute("DROP TABLE IF EXISTS events, moments")
    return postgres.where


@pytest.fixture
def store(where):
    one = Store(where)
    yield one
    one.close()


def test_what_comes_twice_is_kept_once(store):
    lines = [("anna", "rsf-1", number, "2026", f"line {number}") for number in (1, 2, 3)]
    store.keep(lines, [])
    store.keep([*lines, ("anna", "rsf-1", 4, "2026", "line 4")], [row(moment())])
    assert store.complete("anna", "rsf-1") == 4
    assert store.complete("ben", "rsf-1") == 0


def test_it_knows_up_to_where_no_line_is_missing(store):
    store.keep([("anna", "rsf-1", number, "", "") for number in (1, 2, 4, 5)], [row(moment())])
    assert store.complete("anna", "rsf-1") == 2
    store.keep([("anna", "rsf-1", 3, "", "")], [])
    assert store.complete("anna", "rsf-1") == 5


def test_a_game_whose_end_is_missing_is_not_complete_though_all_its_lines_are_there(store):
    store.keep([("anna", "rsf-1", number, "", "") for number in (1, 2, 3)], [row(moment(version=2, over=False))])
    assert store.complete("anna", "rsf-1") == 2
    store.keep([], [row(moment(version=3))])
    assert store.complete("anna", "rsf-1") == 3


def test_of_a_table_the_newest_moment_stays_and_only_games_that_ended_count(store):
    store.keep([], [row(moment(version=9)), row(moment(version=8, over=False))])
    store.keep([], [row(moment("rsf-2", over=False)), row(moment("rsf-3", called_off=True))])
    assert [Shown.read(text).table for text in store.results("2026")] == ["rsf-1"]
    store.keep([], [row(moment(version=10, over=False))])  # its last move was taken back
    assert store.results("2026") == []
    assert store.results("2027") == []


def test_another_venue_reads_what_one_has_kept(store, where):
    store.keep([("anna", "rsf-1", 1, "", "one")], [row(moment())])
    other = Store(where)
    assert (other.complete("anna", "rsf-1"), len(other.results("2026"))) == (1, 1)
    other.close()


def test_a_store_that_was_closed_opens_itself_anew(store):
    store.keep([("anna", "rsf-1", 1, "", "one")], [row(moment())])
    store.close()
    assert store.complete("anna", "rsf-1") == 1
    store.close()
    store.keep([("anna", "rsf-1", 2, "", "two")], [])
    assert store.complete("anna", "rsf-1") == 2


def test_a_store_that_cannot_be_opened_says_so_without_its_password(tmp_path):
    with pytest.raises(StoreError, match="nowhere/store: the store cannot be used: unable to open"):
        Store(str(tmp_path / "nowhere" / "store"))
    with pytest.raises(StoreError, match="the store cannot be used") as caught:
        Store("postgresql://club:secret@127.0.0.1:1/club?connect_timeout=2")
    assert "secret" not in str(caught.value)


def lines_of(where):
    with psycopg.connect(where) as base:
        query = "SELECT version, told FROM events WHERE table_id LIKE 'rsf-2%' ORDER BY version"
        return base.execute(query).fetchall()


async def test_a_table_is_followed_into_postgresql(broker, postgres, tmp_path):
    anna = Played(broker.address("anna"), tmp_path / "home").play(6)
    told = [(line.number, line.told) for line in anna.table.history()]
    try:
        async with following(broker.address(), postgres.where) as hall:
            anna.connect()
            await shows(hall, "anna", 6)
            await until(lambda: lines_of(postgres.where) == told)
    finally:
        anna.close()


def complete(store):
    """Up to where the newest table is whole."""
    found = store._rows("SELECT table_id FROM moments ORDER BY table_id", ())
    return store.complete("anna", found[-1][0]) if found else 0


@pytest.mark.parametrize("table", ["events", "moments"])
async def test_a_store_that_fails_is_said_and_what_it_missed_is_kept_once_it_works(broker, tmp_path, table):
    anna = Played(broker.address("anna"), tmp_path / "home").play(3)
    folder = tmp_path / "away"
    folder.mkdir()
    try:
        async with following(broker.address(), folder / "store") as hall:
            anna.connect()
            await shows(hall, "anna", 3)
            whole = Store(str(folder / "store"))
            await until(lambda: complete(whole) == 3)
            whole._base.execute(f"CREATE TRIGGER full BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'full'); END")
            anna.play(2)
            await until(lambda: "the store cannot be used" in hall.stage.sight.trouble)
            whole._base.execute("DROP TRIGGER full")
            await until(lambda: complete(whole) == 5)
            await until(lambda: not hall.stage.sight.trouble)
            whole.close()
    finally:
        anna.close()


def test_the_standing_counts_wins_and_games_of_all_and_of_each_game():
    won = [moment("a"), moment("b", ranks=(1, 1)), moment("c", ranks=(2, 1), title="Fight!")]
    lines = dict(standing([one.text() for one in won]))
    assert list(lines) == ["This evening", "Fight!", "RSF"]
    assert [(one.name, one.won, one.games) for one in lines["This evening"]] == [
        ("Ann", 2, 3),
        ("Ben", 2, 3),
    ]
    assert [(one.name, one.won, one.games) for one in lines["RSF"]] == [
        ("Ann", 2, 2),
        ("Ben", 1, 2),
    ]
    assert [title for title, _ in standing([moment().text()])] == ["This evening"]


def test_this_evening_begins_at_noon_and_goes_on_after_midnight():
    begun = evening()
    assert begun.endswith("+00:00")
    assert begun < evening() or begun == evening()


@pytest.mark.parametrize(
    "payload",
    [b"", b"no", b"[]", b"{}", b'{"judge": 1}', b"\xff", b"[" * 100_000,
     moment().text().replace('"version": 9', '"version": "9"').encode(),
     moment().text().replace('"seat": 0', '"seat": 7').encode(),
     moment().text().replace('"over": true', '"over": ""').encode(),
     moment(version=2**31).text(), moment(title="\0").text(), moment(headline="\ud800").text(),
     moment(judge=Refusal(0, [1], {}, 3)).text()],
)  # fmt: skip
def test_what_is_no_moment_is_not_taken(payload):
    assert Shown.read(payload) is None


@pytest.mark.parametrize(
    "odd",
    [{"version": 2**70}, {"version": 2**31}, {"version": -1}, {"told": "\0"}, {"told": "\ud800"},
     {"version": True}, {"version": 1.5}],
)  # fmt: skip
def test_what_no_store_could_keep_is_no_line(odd):
    line = {"table": "rsf-1", "version": 1, "at": "", "told": "Ann rolls"}
    assert read_event(json.dumps(line)) == ("rsf-1", 1, "", "Ann rolls")
    assert read_event(json.dumps(line | odd)) is None


def test_a_moment_is_read_as_it_was_written():
    assert Shown.read(moment().text()) == moment()
