"""`cards import`: a table from a spreadsheet becomes a card list that the game takes."""

import io
import json
import tomllib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.commands.cards import imported
from companion.core.errors import FileProblemError
from companion.record.cards_csv import MAX_BYTES
from companion.record.shelf import Shelf

CSV = """id,name,copies,races,attack,defense
R01,Piston Fist,2,Robot,3,
R02,Rivet Shield,2,Robot,,3

I01,Moth Mask,,Insect;Plant,1,2
"""


@pytest.fixture
def table(tmp_path):
    def write(text=CSV, name="cellar.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return str(path)

    return write


@pytest.fixture
def pasted(monkeypatch):
    def paste(data):
        raw = data if isinstance(data, bytes) else data.encode("utf-8")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), "utf-8"))

    return paste


def said(capsys):
    out = capsys.readouterr()
    assert "Traceback" not in out.err
    return out.out, out.err.splitlines()


def test_the_list_has_every_card_and_the_game_takes_it(table, tmp_path, capsys):
    target = tmp_path / "mine.toml"
    words = ["cards", "import", table(), "--game", "rsf", "-o", str(target), "--title", "Attic"]
    assert main(words) == 0
    (line,) = said(capsys)[0].splitlines()[-1:]
    assert line == f"{target}: Attic, 4 races, 3 cards; play with it: --catalogue {target}"
    data = tomllib.loads(target.read_text("utf-8"))
    assert (data["title"], data["invented"], data["game"]) == ("Attic", False, "rsf")
    assert data["card"] == [
        {"id": "R01", "name": "Piston Fist", "copies": 2, "races": ["Robot"], "attack": 3},
        {"id": "R02", "name": "Rivet Shield", "copies": 2, "races": ["Robot"], "defense": 3},
        {"id": "I01", "name": "Moth Mask", "races": ["Insect", "Plant"], "attack": 1, "defense": 2},
    ]
    assert main(["cards", "check", str(target)]) == 0
    assert "fine for rsf: Attic, 4 races, 3 cards" in said(capsys)[0]


def test_without_a_target_the_list_is_printed_under_the_name_of_the_file(table, capsys):
    assert main(["cards", "import", table(), "--game", "rsf"]) == 0
    out, err = said(capsys)
    assert not err
    assert tomllib.loads(out)["title"] == "cellar"


@pytest.mark.parametrize("words", [["-"], ["--paste"]])
def test_what_is_pasted_is_read_as_a_file_is(table, pasted, capsys, words):
    assert main(["cards", "import", table(), "--game", "rsf", "--title", "Attic"]) == 0
    of_file = said(capsys)[0]
    pasted(CSV.replace(",", "\t"))  # as cells are copied from a spreadsheet
    assert main(["cards", "import", *words, "--game", "rsf", "--title", "Attic"]) == 0
    assert said(capsys)[0] == of_file


def test_the_json_is_that_of_check(table, tmp_path, capsys):
    target = str(tmp_path / "mine.toml")
    assert main(["cards", "import", table(), "--game", "rsf", "-o", target, "--json"]) == 0
    made = json.loads(said(capsys)[0])
    assert main(["cards", "check", target, "--json"]) == 0
    assert json.loads(said(capsys)[0]) == made
    assert made["counts"] == {"races": 4, "cards": 3}


@pytest.mark.parametrize(
    ("game", "text", "problem"),
    [
        ("rsf", CSV.replace("Insect;Plant", "Insect;Plunt"),
         "cellar.csv:5: card I01: race 'Plunt' is not among Robot, Insect, Plant, Alien"),
        ("rsf", CSV.replace("I01", "R01"), "cellar.csv:5: card R01: this id appears twice"),
        ("rsf", CSV.replace("attack", "strike"), "cellar.csv:2: card R01: unknown key 'strike'"),
        ("rsf", CSV.replace(",3,", ",lots,"), "cellar.csv:2: attack: expected a number, not 'lots'"),
        ("gmm", "id,name,ratings\na,A,1;2;3;4;5;6\nb,B,1;2;3;4;5;66\n", "cellar.csv:3: monster b: "),
        ("gmm", "id,name,ratings\n", "cellar.csv: no cards below the line of keys"),
        ("fgt", "id,name,power,family,ability.text,ability.op\nA,A,3,Human,None,custom\n",
         "tables (a column table says what a row is: warrior, arena)"),
        ("rsf", b"id,name\nA,M\xfcller\n", "cellar.csv:2: not UTF-8 text"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_the_line_of_the_table(table, tmp_path, capsys, game, text, problem):
    target = tmp_path / "mine.toml"
    assert main(["cards", "import", table(text), "--game", game, "-o", str(target)]) == 2
    (line,) = said(capsys)[1]
    assert problem in line
    assert not target.exists()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["x.csv"], "for which game?"),
        (["--game", "rsf"], "read what? name a CSV file, or add --paste"),
        (["x.csv", "--paste", "--game", "rsf"], "read what?"),
        (["nowhere.csv", "--game", "rsf"], "nowhere.csv: there is no such file"),
        (["x.csv", "--game", "chess"], "there is no game 'chess'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(capsys, words, problem):
    assert main(["cards", "import", *words]) == 2
    (line,) = said(capsys)[1]
    assert problem in line


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "pasted:1: the first line must name every column once"),
        (b"a" * (MAX_BYTES + 5), f"pasted: larger than {MAX_BYTES} bytes"),
        (b"id,name\nA,\xff\n", "pasted:2: not UTF-8 text"),
        (b"\x00\x01\x02", "pasted"),
    ],
)
def test_whatever_is_pasted_is_a_list_or_one_line(pasted, capsys, data, problem):
    pasted(data)
    assert main(["cards", "import", "--paste", "--game", "rsf"]) == 2
    (line,) = said(capsys)[1]
    assert problem in line


ROWS = st.lists(
    st.lists(st.sampled_from(["R01", "A B", "3", "-1", "Robot", "", '"', "ö\n"]), max_size=4),
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROWS)
def test_an_error_names_a_line_that_is_there(rows):
    text = "id,name,races,attack\n" + "".join(",".join(row) + "\n" for row in rows)
    problem, line = "", 1
    try:
        imported(Shelf(), "rsf", text, "x.csv", "Mine")
    except FileProblemError as error:
        problem, line = str(error), error.line or 1
    assert 1 <= line <= text.count("\n") + 1
    assert len(problem.splitlines()) <= 1
