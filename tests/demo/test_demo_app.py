"""The demo on the screen: the same dice, with the players' declarations in between."""

import sys
from time import monotonic

import pytest
from demo_kit import write_clip

from companion.cli import main
from companion.commands.demo import at_table
from companion.demo.table import DemoTable, declared_next
from companion.tui import app as screens
from companion.tui.widgets.lamp import Light


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
    app = screens.TablesideApp(
        opener=lambda: lambda: at_table(demo), autoplay=declared_next, pace=0.01
    )
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

    def run_app(opener, *, autoplay, pace, exit_when_over):
        live = opener()()
        shown.update(autoplay=autoplay, pace=pace, leaves=exit_when_over)
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
