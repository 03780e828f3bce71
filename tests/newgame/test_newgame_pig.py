"""A sixth game is a folder: Pig, laid where games live, is played through everything."""

import json
import random
import re
from itertools import cycle
from pathlib import Path
from queue import SimpleQueue

import pytest
from games_perft import Perft
from known_games import Known
from pig_kit import HERE, on_the_shelf
from record_lines import record_text
from record_page import page
from textual.widgets import Static

from companion.cli import COMMANDS, main
from companion.commands.hosting import LocalHost
from companion.core.actions import Roll
from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.demo.players import next_action
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.rolls.readings import DieReading, RollReading, SourceKind
from companion.session.rolldesk import RollDesk
from companion.session.table import Table
from companion.sources.script import ScriptSource
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from companion.tui.screens.final import FinalScreen
from companion.tui.screens.start import StartScreen
from companion.tui.screens.table import TableScreen
from models.workshop.bench.__main__ import main as bench
from models.workshop.bench.random_play import play_game

RECORDS = sorted((HERE / "records").glob("*.record"))
assert len(RECORDS) == 2


@pytest.fixture
def shelf():
    with on_the_shelf():
        yield Shelf()


@pytest.fixture
def table(shelf):
    with Journal(None) as journal:
        yield Table.open(shelf, journal, shelf.header("pig", ("Ann", "Ben"), Depth.LIGHT), None)


def journal_of(table):
    return table._journal


def test_the_folder_is_all_that_makes_it_known(shelf):
    assert "pig" in shelf.ids()
    assert shelf.game("pig").title == "Pig"
    assert {"PIG-3", "X-4"} <= set(shelf.rulebook("pig").rules)
    assert shelf.shipped("pig") is None


def test_it_is_gone_when_the_folder_is():
    assert "pig" not in Shelf().ids()


def test_every_room_is_one_that_the_other_games_have():
    rooms = {path.name for path in (HERE / "pig").iterdir() if path.is_file()}
    games = Path(Shelf.__module__.replace(".", "/")).parts[0]
    model = {path.name for path in (HERE.parents[1] / games / "games" / "gmm").iterdir()}
    assert rooms <= model


def test_the_page_about_records_has_its_verbs(shelf):
    assert "\n- `adjust SEAT NUMBER`: The table mends a total" in page(shelf)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_its_records_end_as_they_are_known_to_have_ended(shelf, path, capsys):
    known = Known.of(path)
    record, found = known.played(shelf)
    assert found.sound
    assert known.differences(found.match) == []
    assert record.raw.encode("utf-8") == path.read_bytes()
    assert main(["check", str(path)]) == 0
    assert main(["score", "--json", str(path)]) == 0
    scored = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert scored["standing"]["winners"] == known.winners
    assert scored["totals"] == {n: {"points": p} for n, p in known.said["points"].items()}


def test_the_command_about_cards_says_that_it_has_none(shelf, capsys, tmp_path):
    del shelf
    assert main(["cards", "list", "--game", "pig"]) == 0
    assert capsys.readouterr().out == "pig           Pig: no card list comes with it\n"
    (tmp_path / "cards.toml").write_text('game = "pig"\n', "utf-8")
    assert main(["cards", "check", str(tmp_path / "cards.toml")]) == 2
    assert capsys.readouterr().err.endswith("cards.toml: Pig has no cards\n")


def test_random_games_end_and_nothing_breaks_on_the_way(shelf):
    for number in range(20):
        header = shelf.header("pig", ("Ann", "Ben", "Cleo")[: 1 + number % 3], Depth.LIGHT)
        found = play_game(shelf.begin(header, None), random.Random(number), 5000)
        assert found.broken == ()
        assert found.ended


def test_the_bench_plays_it_too(shelf, capsys):
    del shelf
    assert bench(["games", "--game", "pig", "--games", "2"]) == 0
    assert "pig" in capsys.readouterr().out


@pytest.mark.parametrize("path", sorted((HERE / "perft").glob("*.toml")), ids=lambda p: p.stem)
def test_as_many_sequences_are_legal_as_were_counted_by_hand(shelf, path):
    del shelf
    perft = Perft.read(path)
    assert perft.game == "pig"
    assert perft.count() == perft.counts


def test_the_guide_names_every_file_of_the_folder(repository):
    guide = (repository / "docs" / "new-game.md").read_text("utf-8")
    for path in (HERE / "pig").iterdir():
        if path.is_file():
            assert f"`{path.name}`" in guide
    for command in re.findall(r"^    tableside (\w+)", guide, re.MULTILINE):
        assert command in COMMANDS


def test_a_whole_game_by_readings_and_pretend_players_is_taken_up_again(shelf, table):
    desk = RollDesk(table, journal_of(table))
    faces = cycle("628391754")
    for number in range(1, 1000):
        if table.view().over:
            break
        if desk.armed is not None:
            die = DieReading("d10", next(faces), 0.99)
            camera = SourceKind.CAMERA, "camera:0", f"camera:0#{number}"
            assert desk.hear(RollReading(*camera, (die,), 0.0, number)).verdict.legal
        else:
            assert table.declare(next_action(table.match)).legal
    assert table.view().over
    again = Table.resume(shelf, journal_of(table), table.table_id)
    assert again.match.state == table.match.state
    assert record_text(again) == record_text(table)
    rolls = sum(isinstance(action, Roll) for action in table.match.log)
    assert len(journal_of(table).readings(table.table_id)) == rolls


def test_a_script_and_typed_lines_answer_its_requests(table):
    script, heard = ScriptSource(["7", "d10=9"]), SimpleQueue()
    desk = RollDesk(table, journal_of(table), sources=(script,))
    script.start(heard.put)
    for _ in range(2):
        assert desk.enter("go").verdict.legal
        assert desk.hear(heard.get(timeout=5)).verdict.legal
    script.stop()
    assert table.match.state.pot == 16
    assert desk.enter("hold").verdict.legal
    assert desk.enter("go").verdict.legal
    assert desk.enter("8").verdict.legal
    assert table.view().headline == "Ben's turn · pot 8"


async def soon(pilot, predicate, what):
    """Wait until something is so."""
    for _ in range(1000):
        if predicate():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"waited in vain for {what}")


async def test_a_whole_game_by_keys_on_the_real_app(shelf, home_of_its_own):
    del shelf
    house = LocalHost(home_of_its_own)
    app = TablesideApp(opener=lambda: house.open(Wish("pig", ("Ann", "Ben"), "light")))
    async with app.run_test(size=(80, 24)) as pilot:
        await soon(pilot, lambda: isinstance(app.screen, TableScreen), "the table")
        table, faces = app.live.table, cycle("92837465")
        while not table.view().over:
            before = table.version
            if isinstance(table.pending(), RollRequest):
                await pilot.press(next(faces))
            else:
                verb = "hold" if table.match.state.pot >= 15 else "go"
                await soon(pilot, lambda verb=verb: verb in keys_of(app), f"the key of {verb}")
                await pilot.press(keys_of(app)[verb])
            await soon(pilot, lambda was=before: table.version > was, "the table to go on")
        await soon(pilot, lambda: isinstance(app.screen, FinalScreen), "the final screen")
        await pilot.press("escape")
        await soon(pilot, lambda: isinstance(app.screen, TableScreen), "the table again")
        shown = app.screen.query_one("#board").render().plain
        assert all(f"{total:>3}" in shown for total in table.match.state.totals)
        assert "50 wins" in shown
        assert "Game over" in str(app.screen.query_one("#headline", Static).content)


def keys_of(app):
    entries = app.screen.entries if isinstance(app.screen, TableScreen) else ()
    return {entry.verb: entry.key for entry in entries}


async def test_the_start_screen_lists_it(shelf, home_of_its_own):
    del shelf
    app = TablesideApp(LocalHost(home_of_its_own))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        assert any(game.title == "Pig" for game in app.host.games())
