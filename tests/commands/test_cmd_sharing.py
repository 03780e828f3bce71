"""A game as a file: `sessions export` and `score --as`, in every form."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion.cli import main
from companion.core.actions import Roll
from companion.journal.rows import KeptReading, Provenance
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table

RECORDS = Path(__file__).parents[1] / "records"
PICTURE = b"\xff\xd8\xff a picture of dice \xff\xd9"
SEEN = 18  # rolls of that game that a camera read
FORMS = ("html", "csv", "totals.csv", "moves.csv", "json", "bgstats", "svg")
SOME = ("html", "json")
"""Forms that stand for all where what is tested is the same code."""


def record_of(name):
    return str(RECORDS / f"{name}.record")


@pytest.fixture
def said(capsys):
    def last():
        out = capsys.readouterr()
        assert "Traceback" not in out.err
        return out.out, out.err.splitlines()

    return last


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A whole game at a table of a journal, every third roll read by a camera."""
    shelf, path = Shelf(), tmp_path_factory.mktemp("played") / FILE
    record, _ = shelf.read_record(RECORDS / "rsf-sudden-death.record")
    rolls = 0
    with Journal(path) as journal:
        table = Table.open(shelf, journal, record.header, shelf.shipped("rsf"))
        for action in record.actions:
            said = Provenance()
            if isinstance(action, Roll):
                rolls += 1
                if rolls % 3 == 0:
                    said = Provenance("camera", 0.998, f"camera:0#{rolls}")
                    journal.keep_reading(table.table_id, seen(said.reading, rolls, action.dice))
            assert table.declare(action, said).legal
        journal.keep_reading(table.table_id, seen("camera:0#999", 999, ()))
    assert rolls // 3 == SEEN
    return path, table


def seen(key, throw, dice):
    words = " ".join(die.word() for die in dice)
    return KeptReading(key, "camera:0", "camera", throw, words, 0.998, PICTURE)


@pytest.fixture
def table(played, home_of_its_own):
    """That table, in the journal of this test's own home."""
    path, table = played
    home_of_its_own.mkdir(exist_ok=True)
    shutil.copy(path, home_of_its_own / FILE)
    return table


def export(table, *words):
    return main(["sessions", "export", table.table_id, *map(str, words)])


# ---------------------------------------------------------------- which form


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("game.HTM", "<!doctype html>"),
        ("game.csv", "rank,player,score,"),
        ("game.totals.csv", "rank,player,"),
        ("game.moves.csv", "number,at,told,"),
        ("game.json", '{"type": "game"'),
        ("game.bgstats", "https://app.bgstatsapp.com/createPlay.html?data=%7B"),
        ("game.svg", "<svg "),
        ("game.record", "record: 1\n"),
        ("game.txt", "record: 1\n"),
    ],
)
def test_the_name_of_the_file_chooses_the_form(table, tmp_path, said, name, begins):
    path = tmp_path / name
    assert export(table, path) == 0
    assert path.read_text("utf-8").startswith(begins)
    assert said() == (f"{table.table_id} is written to {path}\n", [])


def test_as_chooses_the_form_whatever_the_name(table, tmp_path):
    path = tmp_path / "game.record"
    assert export(table, path, "--as", "CSV") == 0
    assert path.read_text("utf-8").startswith("rank,player,")


@pytest.mark.parametrize("form", SOME)
def test_without_a_file_it_is_printed(table, said, tmp_path, form):
    assert export(table, "--as", form) == 0
    printed, _ = said()
    assert export(table, tmp_path / f"x.{form}") == 0
    assert (tmp_path / f"x.{form}").read_text("utf-8") == printed


@pytest.mark.parametrize("name", ["game.pdf", "game.XLSX", "game.bgsplay"])
def test_a_name_that_promises_something_else_is_refused_in_one_line(table, tmp_path, said, name):
    assert export(table, tmp_path / name) == 2
    (line,) = said()[1]
    assert "there is no such form; known: record, html, csv" in line
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_another_program_made_a_moment_ago_is_kept(table, tmp_path, said, monkeypatch):
    path = tmp_path / "game.html"
    path.write_text("precious")
    with monkeypatch.context() as blind:
        blind.setattr(Path, "exists", lambda _: False)
        assert export(table, path) == 2
    assert "exists already" in said()[1][0]
    assert path.read_text() == "precious"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_file_system_without_links_gets_its_file_too(table, tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    assert export(table, tmp_path / "game.csv") == 0
    assert [one.name for one in tmp_path.iterdir()] == ["game.csv"]
    assert (tmp_path / "game.csv").stat().st_mode & 0o777 == 0o644


def test_a_table_that_cannot_be_read_is_told_in_one_line_and_still_exports_its_record(home_of_its_own, tmp_path, said):
    with Journal(home_of_its_own / FILE) as journal:
        table_id = journal.open_table("new", "record: 2\n---\n")
    for form in FORMS:
        path = tmp_path / f"x.{form}"
        assert main(["sessions", "export", table_id, str(path)]) == 2
        assert len(said()[1]) == 1
        assert not path.exists()
    assert main(["sessions", "export", table_id, str(tmp_path / "x.record")]) == 0
    assert (tmp_path / "x.record").read_text() == "record: 2\n---\n"


def test_a_png_is_a_picture_and_only_goes_to_a_file(table, tmp_path, said):
    path = tmp_path / "game.png"
    assert export(table, path) == 0
    assert path.read_bytes().startswith(b"\x89PNG\r\n")
    assert main(["score", record_of("fgt-light"), "-o", str(path), "--as", "png"]) == 2
    assert "exists already" in said()[1][0]
    assert export(table, "--as", "png") == 2
    assert said()[1] == ["tableside: a picture cannot be printed; name a file for it"]


# ---------------------------------------------------------------- what stands in it


def test_a_page_has_the_picture_of_every_roll_that_counted_and_no_other(table, tmp_path):
    path = tmp_path / "game.html"
    assert export(table, path) == 0
    page = path.read_text("utf-8")
    assert page.count("data:image/jpeg;base64,") == SEEN
    told = [line.told for line in table.history() if line.source == "camera"]
    for line in told:
        assert f"{line}</figcaption>" in unescape(page)


def test_a_page_without_pictures_is_the_same_page_without_them(table, tmp_path):
    assert export(table, tmp_path / "a.html") == 0
    assert export(table, tmp_path / "b.html", "--no-pictures") == 0
    whole, plain = ((tmp_path / name).read_text("utf-8") for name in ("a.html", "b.html"))
    assert "data:image/" not in plain
    pictures = r'<h2>The dice as they lay</h2>\n<div class="pictures">\n(<figure.*\n)+</div>\n'
    assert re.sub(pictures, "", whole) == plain


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_the_score_sheet_as_csv_adds_up_to_the_totals(table, said):
    export(table, "--as", "csv")
    items = rows(said()[0])
    export(table, "--as", "totals.csv")
    totals = rows(said()[0])
    sheet, standing = table.score(), table.standing()
    assert [one["player"] for one in totals] == [table.seats[p.seat] for p in standing.places]
    assert [int(one["rank"]) for one in totals] == [place.rank for place in standing.places]
    assert [line.why for line in sheet.lines] == [one["why"] for one in items if one["score"]]
    for total in totals:
        for column in {line.column for line in sheet.lines}:
            mine = [x for x in items if (x["player"], x["score"]) == (total["player"], column)]
            assert sum(int(one["points"]) for one in mine) == int(total[column])
    assert {one["player"] for one in items} == set(table.seats)


def test_moves_as_csv_are_the_history(table, said):
    export(table, "--as", "moves.csv")
    found = rows(said()[0])
    for row, line in zip(found, table.history(), strict=True):
        assert (int(row["number"]), row["told"], row["line"]) == (line.number, line.told, line.line)
        assert row["at"] == line.at
        assert row["source"] == line.source


def test_json_is_one_object_with_score_history_and_readings_without_pictures(table, said):
    export(table, "--as", "json")
    text = said()[0]
    assert text.count("\n") == 1
    found = json.loads(text)
    assert (found["type"], found["table"], found["game"]) == ("game", table.table_id, "rsf")
    assert found["seats"] == list(table.seats)
    assert [one["line"] for one in found["history"]] == [one.line for one in table.history()]
    assert found["standing"]["winners"] == ["Ben"]
    used = [one for one in found["readings"] if one["number"] is not None]
    assert len(used) == SEEN
    for one in used:
        assert one["dice"] in found["history"][one["number"] - 1]["line"]
    assert "evidence" not in text


# ---------------------------------------------------------------- score --as


def pushed(text):
    """The play that a link for BG Stats carries."""
    start, _, data = text.rstrip("\n").partition("?data=")
    assert start == "https://app.bgstatsapp.com/createPlay.html"
    assert re.fullmatch(r"[\w.%~-]+", data, re.ASCII), "one word of an address, whatever a player is called"
    return json.loads(unquote(data, errors="strict"))


def test_bg_stats_gets_who_played_began_and_won_under_ids_that_stay_the_same(table, said):
    made = []
    for _ in range(2):
        assert export(table, "--as", "bgstats") == 0
        made.append(said()[0])
    assert made[0] == made[1], "pushed twice it is one play"
    assert made[0].count("\n") == 1
    play = pushed(made[0])
    assert set(play) == {"sourceName", "sourcePlayId", "playDate", "comments", "game", "players"}
    assert play["sourceName"] == "Tableside"
    assert play["game"] == {
        "name": "Ready, Set, Fight",
        "sourceGameId": play["game"]["sourceGameId"],
        "highestWins": True,
        "noPoints": True,
    }
    assert tuple(one["name"] for one in play["players"]) == table.seats
    assert [one["name"] for one in play["players"] if one["winner"]] == ["Ben"]
    assert [one["name"] for one in play["players"] if one["startPlayer"]] == ["Ann"]
    assert {place.seat: place.rank for place in table.standing().places} == dict(
        enumerate(one["rank"] for one in play["players"])
    )
    assert not any("score" in one for one in play["players"]), "who lives, wins"
    assert play["playDate"] == table.history()[-1].at[:19].replace("T", " ")


def test_bg_stats_gets_the_score_that_decides_and_no_date_that_a_record_does_not_know(said):
    plays = []
    for name in ("fgt-four-players", "fgt-five-tied", "gmm-light"):
        assert main(["score", record_of(name), "--as", "bgstats"]) == 0
        plays.append(pushed(said()[0]))
    play, *others = plays
    assert [one["score"] for one in play["players"]] == [10, 16, 8, 12]  # its Glory
    assert not play["game"]["noPoints"]
    assert "playDate" not in play
    assert "durationMin" not in play
    ids = [[one["sourcePlayId"], one["game"]["sourceGameId"]] for one in plays]
    assert [len(set(column)) for column in zip(*ids, strict=True)] == [3, 2], "three plays of two games"
    people = [{one["name"]: one["sourcePlayerId"] for one in other["players"]} for other in (play, *others)]
    assert people[0].items() <= people[1].items() == people[2].items()


def test_score_as_needs_to_know_as_what(tmp_path, said):
    assert main(["score", record_of("md-two-switches"), "-o", str(tmp_path / "x.record")]) == 2
    (line,) = said()[1]
    assert line.endswith("as what? add --as " + ", ".join((*FORMS, "png")))
    with pytest.raises(SystemExit):
        main(["score", record_of("md-two-switches"), "--as", "record"])


def test_a_record_with_findings_is_shared_as_far_as_it_goes_and_exits_1(tmp_path, said):
    whole = Path(record_of("rsf-light")).read_text("utf-8")
    bad = tmp_path / "bad.record"
    bad.write_text(whole + "Ann: attack Ben\n", "utf-8")
    path = tmp_path / "game.csv"
    assert main(["score", str(bad), "-o", str(path)]) == 1
    out, err = said()
    assert "bad.record:" in err[0]
    assert out == f"{bad} is written to {path}\n"
    assert main(["score", record_of("rsf-light"), "--as", "csv"]) == 0
    assert path.read_text("utf-8") == said()[0]


def test_what_is_against_the_rules_and_yet_possible_is_told_with_the_rest(tmp_path, said):
    sheet = "sheet atk 8 def 12 spc 1 pieces 7"
    build = "".join(f"{who}: connect card\n" * 7 + f"{who}: done\n" for who in ("Ann", "Ben"))
    path = tmp_path / "odd.record"
    path.write_text(
        "record: 1\ngame: rsf\nseats: Ann, Ben\n---\ntable: mixed\ntable: starter Ann\n"
        f"{build}Ann: {sheet}\nAnn: confirm\nBen: {sheet}\nBen: confirm\nAnn: draw card\n"
        "Ann: attack Ben\nAnn: roll d10=1  ; tray 0.997\nAnn: attack Ben  ; a second one\n",
        "utf-8",
    )
    assert main(["score", str(path), "--as", "moves.csv"]) == 1
    out, err = said()
    assert "RSF-F3" in err[0]
    *_, roll, last = rows(out)
    assert (roll["source"], roll["confidence"]) == ("tray", "0.997")
    assert (last["number"], last["line"], last["source"]) == ("26", "Ann: attack Ben", "manual")
    assert "a second one" not in out
