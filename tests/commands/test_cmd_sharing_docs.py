"""Every command that docs/sharing.md and docs/cards.md show does what it says."""

import io
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.game import Depth
from companion.journal.backups import back_up
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "records"


def commands(page):
    text = (ROOT / "docs" / page).read_text("utf-8")
    lines = re.findall(r"^ {4}tableside (.+)$", text, re.MULTILINE)
    # A line of a synopsis has brackets or an explanation, an error has a colon.
    return [line for line in lines if not re.search(r"  |\[|: ", line)]


SHARING = [pytest.param(line, id=line) for line in commands("sharing.md")]
NEEDS_CAMERA = ("play", "teach")
CARDS = [pytest.param(line, id=line) for line in commands("cards.md") if not line.startswith(NEEDS_CAMERA)]


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A home with the tables that the pages name, to be copied."""
    home, shelf = tmp_path_factory.mktemp("kept"), Shelf()
    record, _ = shelf.read_record(RECORDS / "rsf-light.record")
    with Journal(home / FILE) as journal:
        journal._now = lambda: "2026-01-01T19:00:00.000+00:00"
        table = Table.open(shelf, journal, record.header)
        for action in record.actions:
            assert table.declare(action).legal
        mayhem = shelf.header("gmm", ("Ann", "Ben"), Depth.FULL)
        Table.open(shelf, journal, mayhem)
    back_up(home / FILE)
    return home


@pytest.fixture
def here(tmp_path, monkeypatch, home_of_its_own, kept):
    """A folder with the files that the pages name, and a home with their tables."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(kept, home_of_its_own, dirs_exist_ok=True)
    shutil.copy(RECORDS / "gmm-growing.record", "evening.record")
    text = (ROOT / "docs" / "cards.md").read_text("utf-8")
    cells = "\n".join(re.findall(r"^ {4}(\w+,.*)$", text, re.MULTILINE)) + "\n"
    Path("cellar.csv").write_text(cells, "utf-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(cells.encode()), "utf-8"))
    return tmp_path


@pytest.mark.parametrize("line", [*SHARING, *CARDS])
def test_a_command_of_the_page_works(here, capsys, line):
    words = shlex.split(line)
    before = set(here.iterdir())
    assert main(words) == 0
    out = capsys.readouterr()
    assert not out.err
    made = {path.name for path in set(here.iterdir()) - before}
    named = [word for word in words if re.search(r"\.(html|pdf|png|svg|toml)$|^sheet$", word)]
    assert made == set(named)
    assert made or out.out


def test_the_pages_show_every_form_and_every_way():
    assert len(SHARING) >= 10
    assert len(CARDS) >= 5
    page = (ROOT / "docs" / "sharing.md").read_text("utf-8")
    from companion.commands.sharing import Form

    for form in Form:
        assert f"`evening.{form}`" in page


@pytest.mark.usefixtures("here")
def test_the_fields_of_a_game_are_those_of_the_page(capsys):
    text = (ROOT / "docs" / "json.md").read_text("utf-8")
    shown = re.search(r'^ {4}(\{"type": "game", "table".*?"readings": \[\]\})', text, re.MULTILINE | re.DOTALL)
    page = json.loads(shown[1])
    assert main(["sessions", "export", "rsf-20260101-1", "--as", "json"]) == 0
    game = json.loads(capsys.readouterr().out)
    assert list(game) == list(page)
    for key in ("highlights", "luck"):
        assert list(game[key][0]) == list(page[key][0])


@pytest.mark.usefixtures("here")
def test_the_error_of_the_page_is_said_so(capsys):
    path = Path("cellar.csv")
    path.write_text(path.read_text("utf-8").replace(";Insect", ";Insekt"), "utf-8")
    assert main(["cards", "import", "cellar.csv", "--game", "rsf"]) == 2
    error = capsys.readouterr().err.rstrip("\n")
    assert f"    {error}\n" in (ROOT / "docs" / "cards.md").read_text("utf-8")
