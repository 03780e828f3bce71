"""`tableside cards`: what there is, whether a file is a card list, what a table has learnt."""

from __future__ import annotations

import json
import tomllib

import pytest
from record_lines import record_text

from companion.cli import main
from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table
from companion.system.files import CATALOGUES

SHELF = Shelf()
RSF = 'game = "rsf"\ntitle = "Mine"\nraces = ["Robot"]\n\n[[card]]\nid = "R1"\nname = "Bolt"\n'
GMM = 'game = "gmm"\ntitle = "Cellar"\n\n[[monster]]\nid = "blob"\nname = "Blob"\nratings = [8, 10, 5, 4, 5, 4]\n'


def run(capsys, *words):
    capsys.readouterr()
    status = main(["cards", *(str(word) for word in words)])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def file(tmp_path):
    def written(text, name="mine.toml"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return written


# ---------------------------------------------------------------- list


def test_every_game_is_listed_with_the_cards_that_come_with_it(capsys):
    status, out, _ = run(capsys)
    assert status == 0
    assert len(out.splitlines()) == len(SHELF.ids())
    for line, game_id in zip(out.splitlines(), SHELF.ids(), strict=True):
        assert line.startswith(f"{game_id:<12}  {SHELF.game(game_id).title}: ")
        assert " (invented), " in line


def test_lists_of_ones_own_are_listed_and_a_bad_one_is_named(capsys, home_of_its_own):
    folder = home_of_its_own / CATALOGUES
    folder.mkdir()
    (folder / "a.toml").write_text(GMM, "utf-8")
    (folder / "b.toml").write_text('game = "rsf"\n', "utf-8")
    status, out, err = run(capsys, "list", "--game", "gmm")
    assert status == 2
    assert f"{folder / 'a.toml'}: fine for gmm: Cellar, 1 monsters" in out
    assert err.count("\n") == 1
    assert str(folder / "b.toml") in err


def test_the_list_as_json_says_which_cards_grow(capsys):
    status, out, _ = run(capsys, "list", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [line["game"] for line in lines] == list(SHELF.ids())
    assert [line["game"] for line in lines if line["grows"]] == ["gmm"]
    gmm = next(line for line in lines if line["game"] == "gmm")["catalogue"]
    assert gmm["counts"] == {"monsters": 29}
    assert gmm["invented"] is True


# ---------------------------------------------------------------- check


def test_a_file_says_for_which_game_it_is(capsys, file):
    status, out, err = run(capsys, "check", file(GMM))
    assert (status, err) == (0, "")
    warning, fine = out.splitlines()
    assert warning.endswith("warning: 1 of 29 monsters (GMM-S2b); the others are asked for as they"
                            " turn up")  # fmt: skip
    assert "mine.toml: fine for gmm: Cellar, 1 monsters sha256:" in fine


@pytest.mark.parametrize(
    ("text", "words", "problem"),
    [
        ("title = 'x'", ("--game", "chess"), "there is no game 'chess'"),
        ('game = "chess"', ("--game", "rsf"), "this is a catalogue for 'chess', not for rsf"),
        ("[" * 5000, (), "not TOML: "),
        (RSF.replace('"R1"', '"card"'), (), "mine.toml:5: "),
        (GMM.replace("10,", "11,"), (), "mine.toml:4: "),
        ("\x00\xff", (), "not TOML: "),
    ],
)
def test_what_is_no_card_list_is_refused_in_one_line(capsys, file, text, words, problem):
    status, out, err = run(capsys, "check", file(text), *words)
    assert (status, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1


def test_a_missing_file_does_not_keep_the_others_from_being_checked(capsys, file, tmp_path):
    status, out, err = run(capsys, "check", tmp_path / "no.toml", file(GMM), "--json")
    assert status == 2
    assert "no.toml" in err
    said = json.loads(out)
    assert (said["type"], said["game"], said["counts"]) == ("catalogue", "gmm", {"monsters": 1})


def test_without_file_or_game_it_asks_of_which_game(capsys):
    status, _, err = run(capsys, "show")
    assert status == 2
    assert "for which game?" in err


@pytest.mark.parametrize("words", [("check",), ("list", "a.toml"), ("grown", "a.record")])
def test_what_was_left_out_or_is_too_much_is_said(capsys, words):
    with pytest.raises(SystemExit) as caught:
        run(capsys, *words)
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_options_may_stand_before_and_behind(capsys, file):
    path = file(GMM)
    said = [
        run(capsys, *words)
        for words in (
            ("check", path, "--game", "gmm", "--json"),
            ("check", "--json", "--game", "gmm", path),
            ("--json", "--game", "gmm", "check", path),
        )
    ]
    assert said[0] == said[1] == said[2]
    assert json.loads(said[0][1])["game"] == "gmm"


# ---------------------------------------------------------------- show


def test_the_cards_are_shown_one_a_line(capsys, file):
    status, out, _ = run(capsys, "show", file(GMM))
    assert status == 0
    assert out == "Cellar, 1 monsters\n  monsters blob: name Blob, ratings 8 10 5 4 5 4\n"


@pytest.mark.parametrize("game_id", SHELF.ids())
def test_the_cards_that_come_with_every_game_can_be_shown(capsys, game_id):
    status, out, _ = run(capsys, "show", game_id)
    assert status == 0
    assert len(out.splitlines()) > 5
    assert run(capsys, "show", "--game", game_id) == (0, out, "")
    status, out, _ = run(capsys, "show", "--game", game_id, "--json")
    assert {json.loads(line)["type"] for line in out.splitlines()} == {"card"}


# ---------------------------------------------------------------- grown


def typed_table(journal):
    """A table without a card list at which the ratings of one monster were typed."""
    table = Table.open(SHELF, journal, SHELF.header("gmm", ("Ann", "Ben"), Depth.FULL), None)
    for line in ("table: dealer Ann", "Ann: dealt"):
        assert table.declare(table.understand(line)).legal
    for line in ("Ann: call high", "Ben: call high"):
        if table.declare(table.understand(line)).legal:
            break
    table.declare(table.understand("table: rate blob 8 10 5 4 5 4"))
    return table


def test_what_was_typed_at_a_table_is_written_as_a_card_list(capsys, tmp_path, home_of_its_own):
    with Journal(home_of_its_own / FILE) as journal:
        table = typed_table(journal)
        record = tmp_path / "game.record"
        record.write_text(record_text(table), "utf-8")
    made, again = tmp_path / "grown.toml", tmp_path / "again.toml"
    status, out, err = run(capsys, "grown", table.table_id, made)
    assert (status, err) == (0, "")
    assert f"play with it: --catalogue {made}" in out
    assert run(capsys, "grown", record, again)[0] == 0
    assert again.read_bytes() == made.read_bytes()
    (monster,) = tomllib.loads(made.read_text("utf-8"))["monster"]
    assert (monster["id"], monster["ratings"]) == ("blob", [8, 10, 5, 4, 5, 4])
    assert run(capsys, "check", made)[0] == 0


def test_x1_a_card_entered_at_the_table_is_written_with_the_list(capsys, tmp_path):
    record, made = tmp_path / "game.record", tmp_path / "grown.toml"
    cards = SHELF.shipped("rsf")
    header = SHELF.header("rsf", ("Ann", "Ben"), Depth.FULL, {}, cards)
    line = "table: new-card card \"{ id = 'Z1', name = 'Zed', races = ['Robot'], attack = 3 }\""
    record.write_text(f"{header.text()}\n{line}\n", "utf-8")
    assert run(capsys, "grown", record, made)[0] == 0
    *known, card = tomllib.loads(made.read_text("utf-8"))["card"]
    assert known == tomllib.loads(cards.text)["card"]
    assert card == {"id": "Z1", "name": "Zed", "races": ["Robot"], "attack": 3}


def test_a_table_without_a_card_list_has_none_to_write(capsys, tmp_path, repository):
    record = repository / "tests" / "records" / "rsf-light.record"
    status, _, err = run(capsys, "grown", record, tmp_path / "grown.toml")
    assert status == 2
    assert "plays without a card list; there is nothing" in err
    assert not (tmp_path / "grown.toml").exists()


def test_a_table_that_is_not_there_is_refused(capsys, tmp_path):
    status, _, err = run(capsys, "grown", "gmm-nothing", tmp_path / "grown.toml")
    assert status == 2
    assert err.count("\n") == 1
