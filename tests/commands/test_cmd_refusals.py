"""`sessions show TABLE --refusals` and `sessions playtest`: what the rules refused, and what tables tell."""

import json

import pytest

from companion.cli import main
from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table

SHELF = Shelf()


@pytest.fixture
def table(home_of_its_own):
    """A table at which four things were refused: two of them name cards that nobody has shown."""
    cards = SHELF.shipped("rsf")
    with Journal(home_of_its_own / FILE) as journal:
        table = Table.open(SHELF, journal, SHELF.header("rsf", ("Ann", "Ben"), Depth.FULL, {}, cards), cards)
        for line in ("table: undo", "Ann: attack Ben", "Ben: draw R13", "Ben: connect R13 at 1,1"):
            assert not table.declare(table.understand(line)).legal
    return table


def lines(capsys):
    return capsys.readouterr().out.splitlines()


def test_refusals_are_listed_and_no_card_is_named(table, capsys):
    assert main(["sessions", "show", table.table_id, "--refusals"]) == 0
    out = lines(capsys)
    assert [line.split("  ")[-1].partition(" (")[0] for line in out] == [
        "table: undo", "Ann: attack Ben", "Ben: draw", "Ben: connect",
    ]  # fmt: skip
    assert out[0].endswith("(X-6)")
    assert main(["sessions", "show", table.table_id, "--refusals", "--json"]) == 0
    found = [json.loads(line) for line in lines(capsys)]
    assert set(found[1]) == {"type", "table", "number", "at", "who", "what", "rules"}
    assert [(one["number"], one["who"], one["what"]) for one in found[:2]] == [
        (0, "", "undo"), (0, "Ann", "attack Ben"),
    ]  # fmt: skip
    assert found[0]["rules"] == ["X-6"]
    assert "R13" not in json.dumps(found)


def test_no_record_and_no_history_has_them(table, capsys):
    for words in (["export"], ["show"], ["show", "--json"]):
        assert main(["sessions", words[0], table.table_id, *words[1:]]) == 0
        assert "undo" not in capsys.readouterr().out


def test_a_table_without_refusals_says_so_and_the_option_is_for_show_alone(table, home_of_its_own, capsys):
    with Journal(home_of_its_own / FILE) as journal:
        other = Table.open(SHELF, journal, SHELF.header("rsf", ("Ann", "Ben"))).table_id
    assert main(["sessions", "show", other, "--refusals"]) == 0
    assert lines(capsys) == ["nothing was refused at this table"]
    assert main(["sessions", "export", table.table_id, "--refusals"]) == 2
    assert "--refusals belongs to sessions show" in capsys.readouterr().err
    assert main(["sessions", "show", "rsf-20200101-1", "--refusals"]) == 2
    assert "there is no table" in capsys.readouterr().err


def test_playtest_tells_every_game_or_one(table, capsys):
    assert main(["sessions", "playtest"]) == 0
    out = lines(capsys)
    assert out[0] == "Ready, Set, Fight (rsf): 1 table, 0 with a winner"
    assert "X-6 undo 1" in out[1]
    assert main(["sessions", "playtest", "rsf", "--json"]) == 0
    (found,) = [json.loads(line) for line in lines(capsys)]
    assert (found["type"], found["game"], found["tables"]) == ("playtest", "rsf", 1)
    assert {"rule": "X-6", "what": "undo", "count": 1} in found["tried"]
    assert "R13" not in json.dumps(found)
    assert main(["sessions", "playtest", "md"]) == 0
    assert lines(capsys)[0].startswith("no tables yet")
    assert main(["sessions", "playtest", "chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err
    assert table.version == 0
