from __future__ import annotations

import json

import pytest

from companion.cli import main
from companion.core.actions import Undo

START = "record: 1\ngame: rsf\nseats: Ann, Ben\n---\n"
SHEET = "sheet atk 8 def 12 spc 1 pieces 7"
SETUP = START + "table: mixed\ntable: starter Ann\n"
READY = SETUP + "".join(f"{who}: connect card\n" * 7 + f"{who}: done\n" for who in ("Ann", "Ben"))
SET = READY + f"Ann: {SHEET}\nAnn: confirm\nBen: {SHEET}\nBen: confirm\n"
FIGHT = SET + "Ann: draw card\n"


@pytest.fixture
def record(tmp_path):
    def write(text, name="game.record"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return str(path)

    return write


def said(capsys):
    out = capsys.readouterr()
    assert "Traceback" not in out.err
    return out.out.splitlines(), out.err.splitlines()


def objects(capsys):
    return [json.loads(line) for line in said(capsys)[0]]


# ---------------------------------------------------------------- check


def test_check_of_a_sound_record_exits_0_and_default_rulings_are_warnings(record, capsys):
    path = record(FIGHT)
    assert main(["check", path]) == 0
    out, err = said(capsys)
    assert any(line.startswith(f"{path}:5: RSF-S1a warning: ") for line in out)
    assert out[-1] == f"{path}: 23 actions checked: 0 errors, {len(out) - 1} warnings"
    assert not err


def test_check_names_file_line_and_rule_of_an_illegal_action_and_carries_on(record, capsys):
    path = record(FIGHT + "Ann: attack Ben\nAnn: roll d10=1\nAnn: attack Ben ; a second one\n")
    assert main(["check", path]) == 1
    out, _ = said(capsys)
    findings = [line for line in out[:-1] if " warning: " not in line]
    assert len(findings) == 1
    assert findings[0].startswith(f"{path}:30: RSF-F3 Not allowed: ")
    assert "26 actions checked: 1 errors" in out[-1]
    assert out[-1].endswith("; 1 refused action was carried out as if the table had ruled")


def test_check_stops_where_nothing_could_make_sense_of_it(record, capsys):
    path = record(FIGHT + "Ann: roll d10=1\nAnn: end-turn\nBen: draw card\n")
    assert main(["check", path]) == 1
    out, _ = said(capsys)
    assert f"{path}:28: X-4 " in "\n".join(out)
    assert "24 actions checked, 2 after that not checked: 1 errors" in out[-1]


def test_check_honours_a_ruling_of_the_table(record, capsys):
    rest = 'Ann: attack Ben\nAnn: roll d10=1\ntable: ruling RSF-F3 allow "so"\nAnn: attack Ben\n'
    assert main(["check", record(FIGHT + rest)]) == 0
    out, _ = said(capsys)
    assert any("RSF-F3 warning: Allowed by the table's ruling" in line for line in out)


def test_check_as_json_is_one_object_a_line(record, capsys):
    path = record(FIGHT + "Ann: attack Ann\n")
    assert main(["check", "--json", path]) == 1
    *findings, summary = objects(capsys)
    fields = "type file line number level rule status switch message"
    assert set(findings[0]) == set(fields.split())
    errors = [one for one in findings if one["level"] == "error"]
    assert [(one["line"], one["number"], one["rule"]) for one in errors] == [(28, 24, "RSF-F3z")]
    assert summary["type"] == "summary"
    assert summary["errors"] == 1
    assert summary["warnings"] == len(findings) - 1
    assert summary["checked"] + summary["unchecked"] == 24
    assert summary["ruled"] == len({one["number"] for one in errors})


def test_check_explains_what_would_have_made_a_refused_action_legal(record, capsys):
    path = record(FIGHT + "Ann: attack Ben\nAnn: roll d10=1\nAnn: attack Ben\n")
    assert main(["check", "--explain", path]) == 1
    out, _ = said(capsys)
    at = next(at for at, line in enumerate(out) if line.startswith(f"{path}:30: RSF-F3 "))
    assert out[at + 1] == "    allowed if this turn had +1 actions (table: adjust-actions 1)"
    assert sum(line.startswith("    ") for line in out) == 1
    assert main(["check", "--json", path]) == 1
    (answers,) = (one["answers"] for one in objects(capsys) if "answers" in one)
    assert answers == [{"text": "allowed if this turn had +1 actions", "actions": ["table: adjust-actions 1"]}]


def test_check_goes_on_with_the_other_files_and_exits_2(record, capsys):
    good, bad = record(FIGHT), record(START + "Ann: dance\n", "bad.record")
    assert main(["check", bad, "nowhere.record", good]) == 2
    out, err = said(capsys)
    assert err == [
        f"tableside: {bad}:5: there is no verb 'dance'; known: " + err[0].partition("known: ")[2],
        "tableside: nowhere.record: there is no such file",
    ]
    assert out[-1].startswith(f"{good}: 23 actions checked")


@pytest.mark.parametrize("name", ["check", "score"])
@pytest.mark.parametrize("text", ["", "\x00\x01", "record: 1\n", START.replace("rsf", "go"), "record: 9\n---\n"])
def test_what_is_no_record_is_said_in_one_line_with_exit_status_2(record, capsys, name, text):
    assert main([name, record(text)]) == 2
    out, err = said(capsys)
    assert not out
    assert len(err) == 1
    assert err[0].startswith("tableside: ")


# ---------------------------------------------------------------- score


def test_score_works_in_the_middle_of_a_game(record, capsys):
    assert main(["score", record(FIGHT)]) == 0
    out, _ = said(capsys)
    text = "\n".join(out)
    assert out[0].startswith("Ready, Set, Fight · Phase 1 · Ann's turn")
    assert "Ann: ATK 8, DEF 12" in text
    assert "Standing now (RSF-E2)" in text


def test_score_as_json_adds_up(record, capsys):
    path = record(FIGHT)
    assert main(["score", "--json", path]) == 0
    (sheet,) = objects(capsys)
    assert sheet["file"] == path
    assert sheet["game"] == "rsf"
    assert sheet["seats"] == ["Ann", "Ben"]
    assert sheet["actions"] == 23
    assert sheet["totals"]["Ben"]["DEF"] == 12
    for seat, columns in sheet["totals"].items():
        for column, total in columns.items():
            lines = [x for x in sheet["lines"] if (x["seat"], x["column"]) == (seat, column)]
            assert sum(line["points"] for line in lines) == total
            assert all(line["rule"] and line["why"] for line in lines)
    assert sheet["standing"]["final"] is False
    assert sheet["standing"]["winners"] == []
    assert [place["seat"] for place in sheet["standing"]["places"]] != []


def test_score_of_a_record_with_an_illegal_action_says_so_and_exits_1(record, capsys):
    path = record(FIGHT + "Ann: roll d10=1\nAnn: end-turn\n")
    assert main(["score", path]) == 1
    out, err = said(capsys)
    assert out[0].startswith("Ready, Set, Fight")
    assert f"{path}:28: X-4 " in err[0]
    assert err[1] == f"tableside: {path}: 1 actions after that are not scored"


# ---------------------------------------------------------------- sessions


@pytest.fixture
def kept(home_of_its_own):
    from companion.core.game import Depth
    from companion.demo.players import next_action
    from companion.journal.store import FILE, Journal
    from companion.record.shelf import Shelf
    from companion.session.table import Table

    shelf = Shelf()
    cards = shelf.shipped("rsf")
    mine = shelf.read_cards("rsf", cards.text + "\n# mine\n", "mine.toml", "mine.toml")
    with Journal(home_of_its_own / FILE) as journal:
        tables = []
        for found in (cards, mine):
            header = shelf.header("rsf", ("Ann", "Mary Ann"), Depth.FULL, None, found)
            table = Table.open(shelf, journal, header, found)
            for _ in range(20):
                assert table.declare(next_action(table.match)).legal
            table.declare(Undo(None))
            tables.append(table)
    return tables


def test_sessions_lists_tables(kept, capsys):
    assert main(["sessions"]) == 0
    out, _ = said(capsys)
    assert len(out) == 2
    assert all("21 actions  Ann, Mary Ann" in line for line in out)
    assert main(["sessions", "list", "--json"]) == 0
    found = objects(capsys)
    assert {one["table"] for one in found} == {table.table_id for table in kept}
    assert found[0]["type"] == "table"
    assert found[0]["actions"] == 21


def test_sessions_without_tables_say_so(capsys):
    assert main(["sessions"]) == 0
    assert said(capsys)[0][0].startswith("no tables yet")
    assert main(["sessions", "--json"]) == 0
    assert objects(capsys) == []


def test_sessions_lists_also_a_table_that_it_cannot_read(home_of_its_own, capsys):
    from companion.journal.rows import MANUAL
    from companion.journal.store import FILE, Journal

    with Journal(home_of_its_own / FILE) as journal:
        table = journal.open_table("new", "record: 2\n---\n")
        journal.append(table, 1, [("Ann: leap", MANUAL)])
    assert main(["sessions"]) == 0
    assert "it can be exported" in said(capsys)[0][0]
    assert main(["sessions", "--json"]) == 0
    assert objects(capsys)[0]["game"] is None
    assert main(["sessions", "show", table]) == 2
    assert main(["sessions", "export", table]) == 0
    assert capsys.readouterr().out == "record: 2\n---\nAnn: leap\n"


def test_sessions_show_tells_the_history(kept, capsys):
    assert main(["sessions", "show", kept[0].table_id]) == 0
    out, _ = said(capsys)
    assert len(out) == 22
    assert out[19].startswith("  20- ")
    assert out[20].endswith("Taken back: Mary Ann connects R04 Boiler Plate: ATK 6, DEF 11, SPC 0")
    assert main(["sessions", "show", kept[0].table_id, "--json"]) == 0
    found = objects(capsys)
    assert [one["number"] for one in found] == list(range(1, 22))
    assert found[19]["undone"] is True
    assert found[0]["line"] == "table: mixed"


def test_sessions_export_prints_a_record_that_checks(kept, capsys, tmp_path):
    assert main(["sessions", "export", kept[0].table_id]) == 0
    text = capsys.readouterr().out
    lines = [row.line for row in kept[0].history().rows]
    assert [line.partition("  ;")[0] for line in text.splitlines()[-len(lines) :]] == lines
    path = tmp_path / "out.record"
    assert main(["sessions", "export", kept[0].table_id, str(path)]) == 0
    assert path.read_text("utf-8") == text
    assert main(["check", str(path)]) == 0


def test_sessions_export_writes_the_catalogue_beside_the_record(kept, capsys, tmp_path):
    path = tmp_path / "out.record"
    assert main(["sessions", "export", kept[1].table_id, str(path)]) == 0
    assert (tmp_path / "mine.toml").is_file()
    assert main(["check", str(path)]) == 0
    assert "mine.toml" in capsys.readouterr().out


def test_sessions_delete_removes_one_table(kept, capsys):
    assert main(["sessions", "delete", kept[0].table_id]) == 0
    capsys.readouterr()
    assert main(["sessions", "--json"]) == 0
    assert [one["table"] for one in objects(capsys)] == [kept[1].table_id]


@pytest.mark.parametrize("what", ["show", "export", "resume", "delete"])
def test_sessions_of_a_table_that_is_not_there(capsys, what):
    assert main(["sessions", what, "rsf-20200101-1"]) == 2
    assert "there is no table rsf-20200101-1" in said(capsys)[1][0]
    assert main(["sessions", what]) == 2
    assert "needs the ID of a table" in said(capsys)[1][0]
