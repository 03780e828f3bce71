"""A table in one language goes on in another: what is kept has none, what is said follows."""

import re

import pytest
from played_kit import RECORDS, SHELF, finished, played

from companion.core import texts
from companion.journal.store import Journal
from companion.session.announcer import read_out
from companion.session.export import export_text, game_json, moves_csv
from companion.session.highlights import highlights
from companion.session.history import HistoryLine
from companion.session.people import Person, person_lines
from companion.session.report import report
from companion.session.table import Table
from companion.system.language import choose_language

GAMES = ("rsf-six-players", "fgt-four-players", "gmm-three-shared", "md-four-players")
SAID = {
    *("headline", "why", "explanation", "told", "notes", "text", "deed", "when", "called_off"),
    *("what", "title", "said", "words"),
}


@pytest.fixture(autouse=True)
def _back_to_english(monkeypatch):
    monkeypatch.setattr(texts, "_chosen", texts._chosen)


def kept(value):
    """Return a JSON value without what is said to people."""
    if isinstance(value, dict):
        return {key: kept(one) for key, one in value.items() if key not in SAID}
    return [kept(one) for one in value] if isinstance(value, list | tuple) else value


def said(table):
    """Return what is told, shown and written of a table, each in one text."""
    told = " ".join(line.told for line in table.history())
    page = re.sub(r"<[^>]*>", " ", report(table))
    return told, page, " ".join(read_out(table, ())), moves_csv(table)


@pytest.mark.parametrize("name", GAMES)
def test_a_table_in_one_language_goes_on_in_another(tmp_path, name):
    moves = 60
    record, _ = SHELF.read_record(RECORDS / f"{name}.record")
    rest = [getattr(one, "action", one) for one in record.actions[moves : moves + 20]]
    found = {}
    for first, second in (("en", "en"), ("de", "fr"), ("fr", "de")):
        file = tmp_path / f"{first}.db"
        choose_language({}, first)
        with Journal(file) as journal:
            table_id = played(journal, name, moves).table_id
        choose_language({}, second)
        with Journal(file) as journal:
            table = Table.resume(SHELF, journal, table_id)
            for action in rest:
                assert table.declare(action).legal
            text = export_text(journal, table_id).replace(table_id, "")
            found[second] = text, kept(game_json(table)), said(table)
    for code in ("de", "fr"):
        record_text, json, spoken = found[code]
        assert drop_times(record_text) == drop_times(found["en"][0])
        assert drop_times(str(json)) == drop_times(str(found["en"][1]))
        pairs = zip(spoken, found["en"][2], strict=True)
        assert [one for one, other in pairs if one == other] == []
        assert f'lang="{code}"' in report_in(code, table)


def report_in(code, table):
    choose_language({}, code)
    return report(table)


def drop_times(text):
    return re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|\+00:00)?|[0-9A-HJKMNP-TV-Z]{26}", "", text)


@pytest.mark.parametrize(
    ("code", "said"), [("en", "camera 99.8%"), ("de", "Kamera 99,8\u202f%"), ("fr", "caméra 99,8\u202f%")]
)
def test_how_a_roll_was_read_is_said_in_the_language(code, said):
    choose_language({}, code)
    assert HistoryLine(1, "", "", "", undone=False, notes=(), source="camera", confidence=0.998).by == said


@pytest.mark.parametrize(
    ("code", "deed"),
    [
        ("en", "Eve gives up A08 Gravity Well: destroyed; Eve's monster is dead."),
        ("de", "Eve opfert A08 Gravity Well: zerstört; das Monster von Eve"),
        ("fr", "Eve cède A08 Gravity Well\u202f: pièce détruite\u202f; Eve n'a plus de monstre\u202f: il est mort."),
    ],
)
def test_a_moment_tells_the_same_in_every_language(code, deed):
    choose_language({}, code)
    assert any(deed in one.deed for one in highlights(finished("rsf-six-players").match))


def test_averages_are_written_as_the_language_does():
    choose_language({}, "de")
    ann = Person("Ann", {"md": 1}, {"md": 1}, {"md": {"points": 7.5}}, {})
    assert "Punkte 7,5" in person_lines(ann, {})[1]
