"""`sessions people`: what is said of each player, counted again from the records themselves."""

import json
import shutil
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.actions import Roll
from companion.journal import schema
from companion.journal.rows import KeptReading, Provenance
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table

RECORDS = Path(__file__).parents[1] / "records"
GAMES = ("md-two-switches", "md-four-players", "fgt-light", "rsf-light")
RUNNING = "rsf-sudden-death"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Four games that ended and one that goes on; every roll was typed."""
    path = tmp_path_factory.mktemp("people") / FILE
    with Journal(path) as journal:
        tables = [_played(journal, name) for name in GAMES]
        _played(journal, RUNNING, 100)
    return path, tables


def _played(journal, name, moves=None):
    shelf = Shelf()
    record, _ = shelf.read_record(RECORDS / f"{name}.record")
    cards = shelf.shipped(record.header.game) if record.header.catalogue else None
    table = Table.open(shelf, journal, record.header, cards)
    for at, action in enumerate(record.actions[:moves]):
        said = Provenance()
        if isinstance(action, Roll):
            said = Provenance(reading=f"keyboard.1#{at}")
            dice = " ".join(die.word() for die in action.dice)
            journal.keep_reading(table.table_id, KeptReading(said.reading, "keyboard.1", "keyboard", at, dice, 1.0))
        assert table.declare(action, said).legal
    return table


@pytest.fixture
def tables(played, home_of_its_own):
    path, tables = played
    home_of_its_own.mkdir(exist_ok=True)
    shutil.copy(path, home_of_its_own / FILE)
    return tables


def objects(capsys):
    out = capsys.readouterr()
    assert not out.err
    return [json.loads(line) for line in out.out.splitlines()]


def test_wins_games_and_averages_are_those_of_the_tables(tables, capsys):
    assert main(["sessions", "people", "--json"]) == 0
    found = {one["name"]: one for one in objects(capsys)}
    assert found.keys() == {name for table in tables for name in table.seats}
    for name, one in found.items():
        assert one["type"] == "person"
        mine = [table for table in tables if name in table.seats]
        won = [t for t in mine if t.seats.index(name) in t.standing().winners]
        assert (one["played"], one["won"]) == (len(mine), len(won))
        for game, said in one["games"].items():
            here = [table for table in mine if table.header.game == game]
            assert said["played"] == len(here)
            for column, mean in said["averages"].items():
                totals = [table.score().total(table.seats.index(name), column) for table in here]
                assert mean == pytest.approx(sum(totals) / len(totals), abs=1e-3)


def test_head_to_head_is_who_came_out_ahead(tables, capsys):
    assert main(["sessions", "people", "--json"]) == 0
    for one in objects(capsys):
        counts = defaultdict(Counter)
        for table in tables:
            ranks = {table.seats[p.seat]: p.rank for p in table.standing().places}
            for other in ranks.keys() - {one["name"]} if one["name"] in ranks else ():
                mine, theirs = ranks[one["name"]], ranks[other]
                word = "ahead" if mine < theirs else "behind" if mine > theirs else "level"
                counts[other][word] += 1
        assert one["against"] == {
            other: {word: said[word] for word in ("ahead", "behind", "level")} for other, said in counts.items()
        }


@pytest.mark.usefixtures("tables")
def test_dice_are_those_of_all_tables_also_of_one_that_goes_on(capsys):
    assert main(["sessions", "people", "--json"]) == 0
    people = {one["name"]: one for one in objects(capsys)}
    assert main(["tray", "fairness", "--json"]) == 0
    counted = [one for one in objects(capsys) if one["by"] == "player"]
    assert counted
    for tally in counted:
        (mine,) = [one for one in people[tally["who"]]["dice"] if one["kind"] == tally["kind"]]
        assert mine == {key: tally[key] for key in mine}
    wanted = Counter()
    for name in (*GAMES, RUNNING):
        record, _ = Shelf().read_record(RECORDS / f"{name}.record")
        for action in record.actions[: 100 if name == RUNNING else None]:
            if isinstance(action, Roll):
                wanted[record.header.seats[action.actor]] += len(action.dice)
    for name, one in people.items():
        assert sum(tally["rolls"] for tally in one["dice"]) == wanted[name]


@pytest.mark.usefixtures("tables")
def test_people_are_told_in_plain_words(capsys):
    assert main(["sessions", "people"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("Ann: 4 games, ")
    assert "  Fight!: 1 game, 1 won; on average Glory 14.0" in out
    assert "  MonsterDice: 2 games, 1 won; on average points 41.0" in out
    assert any(line.startswith("  against Ben: ahead ") for line in out)
    assert any(line.startswith("  d10, ") and "rolls: " in line for line in out)


def test_a_name_written_otherwise_is_the_same_player(tables, home_of_its_own, capsys):
    with Journal(home_of_its_own / FILE) as journal:
        journal._base.execute(
            "UPDATE tables SET header = replace(header, 'Ann', 'ANN') WHERE table_id = ?",
            (tables[2].table_id,),
        )
        journal._base.execute(
            "UPDATE actions SET line = replace(line, 'Ann', 'ANN') WHERE table_id = ?",
            (tables[2].table_id,),
        )
        schema.add_chain(journal._base)
    assert main(["sessions", "people", "--json"]) == 0
    (ann,) = [one for one in objects(capsys) if one["name"].casefold() == "ann"]
    assert ann["played"] == len(tables)


def test_a_table_that_cannot_be_read_is_named_and_costs_only_itself(tables, home_of_its_own, capsys):
    with Journal(home_of_its_own / FILE) as journal:
        journal._base.execute(
            "UPDATE actions SET line = 'Ann: dance' WHERE version = 3 AND table_id = ?",
            (tables[0].table_id,),
        )
    assert main(["sessions", "people"]) == 0
    out = capsys.readouterr()
    assert out.out.startswith("Ann: 3 games")
    (line,) = out.err.splitlines()
    assert f"{tables[0].table_id} is left out: " in line
    assert main(["sessions", "people", "--json"]) == 0
    lost = [one for one in objects(capsys) if one["type"] == "unread"]
    assert [one["table"] for one in lost] == [tables[0].table_id]


def test_nobody_has_finished_a_game(capsys):
    assert main(["sessions", "people"]) == 0
    assert capsys.readouterr().out.startswith("no game has ended yet")
    assert main(["sessions", "people", "--json"]) == 0
    assert objects(capsys) == []


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["people", "md-1"], "about all tables; leave out the ID"),
        (["people", "--as", "html"], "FILE and --as belong to export"),
        (["show", "md-1", "--as", "html"], "FILE and --as belong to export"),
        (["people", "md-1", "x.html"], "writes no file"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(capsys, words, problem):
    assert main(["sessions", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert problem in line
