"""Card lists from spreadsheets."""

import csv
import io
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.games
from companion.core.errors import FileProblemError
from companion.record.cards_csv import MAX_ROWS, examples_of, forms_of, from_csv, words_of
from companion.record.shelf import Shelf

GAMES = Path(companion.games.__path__[0])
FOLDERS = {"rsf": "rsf", "fgt": "fgt", "md": "md", "gmm": "gmm", "mon-classic": "mon"}
RSF = forms_of((GAMES / "rsf" / "catalogue.toml").read_text(encoding="utf-8"))


def flat(table, before=""):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def cell(value):
    if isinstance(value, list):
        return ";".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else value


@pytest.mark.parametrize(("game", "folder"), FOLDERS.items())
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_list_goes_through_a_spreadsheet_and_back(game, folder, mark):
    text = (GAMES / folder / "catalogue.toml").read_text(encoding="utf-8")
    forms, data = forms_of(text), tomllib.loads(text)
    cards = [(sort, dict(flat(card))) for sort in forms.sorts for card in data[sort]]
    rows = [{"table": sort, **{k: cell(v) for k, v in card.items()}} for sort, card in cards]
    out = io.StringIO()
    writer = csv.DictWriter(out, list(dict.fromkeys(k for row in rows for k in row)), delimiter=mark)
    writer.writeheader()
    writer.writerows(rows)
    made, lines = from_csv(out.getvalue(), "mine.csv", forms, "Mine")
    back = tomllib.loads(made)
    assert (back["title"], back["invented"]) == ("Mine", False)
    came = [dict(flat(card)) for sort in forms.sorts for card in back[sort]]
    assert came == [{key: value for key, value in card.items() if value not in ("", [])} for _, card in cards]
    assert len(lines) == len(cards)
    Shelf().read_cards(game, made, "mine", "mine.toml")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "x.csv:1: the first line must name every column once"),
        ("id,id\nA,B\n", "x.csv:1: the first line must name every column once"),
        ("id,name\n", "x.csv: no cards below the line of keys"),
        ("id,attack\nA,lots\n", "x.csv:2: attack: expected a number, not 'lots'"),
        ("id,hybrid\nA,maybe\n", "x.csv:2: hybrid: expected yes or no, not 'maybe'"),
        ("id,name\nA,B,C\n", "x.csv:2: 3 cells, but only 2 columns"),
        ("id,table\nA,hero\n", "x.csv:2: no card is a 'hero': card"),
        ('id,name\nA,"B\n', "x.csv:2: no table of cells: unexpected end of data"),
        ("id,name\n" + "A,B\n" * (MAX_ROWS + 1), "more than 2000 cards"),
        ("id,name\nA," + "b" * 600, "x.csv:2: a cell of over 500 letters"),
        ("a" * 1_000_001, "larger than 1000000 letters"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, problem):
    with pytest.raises(FileProblemError) as caught:
        from_csv(text, "x.csv", RSF, "Mine")
    assert problem in str(caught.value)


def test_empty_cells_and_lines_say_nothing():
    made, lines = from_csv("id,name,attack\nA,Fist,\n,,\nB,Claw,2,\n", "x.csv", RSF, "Mine")
    assert tomllib.loads(made)["card"] == [
        {"id": "A", "name": "Fist"},
        {"id": "B", "name": "Claw", "attack": 2},
    ]
    assert lines == (2, 4)


@given(st.text(max_size=300))
def test_any_text_is_a_list_or_one_line_of_error(text):
    try:
        made, _ = from_csv(text, "x.csv", RSF, "Mine")
    except FileProblemError as error:
        made = ""
        problem = str(error)
    else:
        problem = ""
    assert len(problem.splitlines()) == (not made)
    tomllib.loads(made)


@given(st.lists(st.lists(st.text(max_size=20), min_size=3, max_size=3), max_size=5))
def test_any_cells_make_a_sound_file_or_an_error(rows):
    out = io.StringIO()
    csv.writer(out).writerows([["id", "name", "races"], *rows])
    try:
        made, _ = from_csv(out.getvalue(), "x.csv", RSF, "Mine")
    except FileProblemError:
        return
    tomllib.loads(made)


def test_the_longest_values_of_a_list_are_examples_of_its_cells():
    source = "card = [{ id = 'A', races = ['Robot'] }, { id = 'B', races = ['Robot', 'Insect'], hybrid = true }]"
    assert examples_of(source, "card") == {"id": "A", "races": "Robot; Insect", "hybrid": "yes"}


def test_the_words_of_a_list_are_those_that_are_no_sentences_or_numbers():
    source = "card = [{ name = 'Moth Engine', races = ['Robot', 'Insect'], attack = 2, kind = 'arena' }]"
    assert words_of(source, "card") == {"Robot", "Insect", "arena"}
