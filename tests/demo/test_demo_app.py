"""The demo on the screen: the same dice, with the players' declarations in between."""

import sys
from itertools import cycle
from time import monotonic

import pytest
from demo_kit import write_clip

from companion.cli import main
from companion.commands.demo import at_table
from companion.core.actions import Roll
from companion.core.dice import DieFace, RollRequest
from companion.core.game import Depth
from companion.demo.players import next_action
from companion.demo.table import DemoTable, declared_next
from companion.record.shelf import Shelf
from companion.tui import app as screens
from companion.tui.widgets.lamp import Light
from models.workshop.invariants import invariants


@pytest.fixture
def short(tmp_path, pictures, truth):
    return write_clip(tmp_path / "short.mp4", pictures[: truth["throws"][1]["stop"]])


async def until(pilot, holds, seconds=60.0):
    end = monotonic() + seconds
    while not holds():
        assert monotonic() < end
        await pilot.pause(0.02)


async def test_the_app_plays_by_itself_and_shows_what_the_camera_sees(short, tmp_path, truth):
    demo = DemoTable(tmp_path / "home", short)
    app = screens.TablesideApp(opener=lambda: lambda: at_table(demo), autoplay=declared_next, pace=0.01)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.live is not None)
        assert app.live.lamp().light is Light.LOOKING
        await until(pilot, lambda: app.live.lamp().light is Light.NONE)
        await pilot.pause()
        read = [line for line in demo.table.history() if line.source == "camera"]
        thrown = [f"d10={one['face']}" for one in truth["throws"][:2]]
        assert [line.line.split()[-1] for line in read] == thrown
        assert app.live.picture() is not None


def test_on_a_terminal_it_is_the_app_and_afterwards_the_standing(short, monkeypatch, capsys):
    shown = {}

    def run_app(app):
        live = app.opener()()
        shown.update(autoplay=app.autoplay, pace=app.pace, leaves=app.exit_when_over)
        live.start(lambda _value: None)
        live.close()

    monkeypatch.setattr(screens, "run_app", run_app)
    monkeypatch.setenv("TERM", "xterm")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    assert main(["demo", "--clip", str(short), "--pace", "0.2"]) == 0
    assert shown["autoplay"] is declared_next
    assert shown["pace"] == 0.2
    assert shown["leaves"] > 0
    assert "Standing now" in capsys.readouterr().out


SHELF = Shelf()
CARDS = SHELF.shipped("rsf")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def game(seats, depth, seed, rolls):
    cards = CARDS if depth is Depth.FULL else None
    match = SHELF.begin(SHELF.header("rsf", NAMES[:seats], depth, None, cards), cards)
    dice = cycle(rolls)
    while len(match.log) < 3000:
        request = match.pending()
        if isinstance(request, RollRequest):
            assert next_action(match, seed) is None
            match = match.apply(Roll(request.roller, (DieFace("d10", str(next(dice))),)))
            continue
        action = next_action(match, seed)
        if action is None:
            return match
        match = match.apply(action)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("depth", list(Depth))
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("rolls", [(6, 3, 9, 1, 8, 4, 7, 2, 5, 0), (0, 9, 8), (1, 1, 2, 7, 5)])
def test_pretend_players_bring_a_game_to_its_end(seats, depth, rolls):
    match = game(seats, depth, 3, rolls)
    standing = match.game.standing(match.state)
    assert standing.final
    assert len(standing.places) == seats
    assert invariants(match.state) == ()


def test_pretend_players_take_no_chance_of_their_own():
    one, two = (game(3, Depth.FULL, 5, (4, 9, 2, 7)) for _ in range(2))
    assert one.log == two.log
    other = game(3, Depth.FULL, 6, (4, 9, 2, 7))
    assert other.log != one.log


def test_one_die_changes_the_game():
    one = game(2, Depth.FULL, 5, (4, 9, 2, 7))
    other = game(2, Depth.FULL, 5, (1, 9, 2, 7))
    assert one.log != other.log
