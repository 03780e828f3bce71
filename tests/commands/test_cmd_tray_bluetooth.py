"""Bluetooth dice by the words people give: at a table, and watched."""

import json
import signal
import subprocess
import sys

import pytest
from tray_kit import Listening, Playing, PtyTray, until

from companion.cli import main
from companion.commands.hosting import LocalHost
from companion.rolls import echoes
from companion.rolls.readings import SourceFault
from companion.rolls.source import DeviceState
from companion.sources import base
from companion.tui.host import Wish

SEATS = ("Ann", "Ben")


@pytest.fixture(autouse=True)
def _as_fast_as_a_test(monkeypatch):
    """Let the pretended tray throw faster than hands do; how that is judged has tests of its own."""
    monkeypatch.setattr(base, "QUICK_S", 0.0)
    monkeypatch.setattr(base, "FLOOD_S", 0.0)
    monkeypatch.setattr(echoes, "ECHO_S", 0.0)


@pytest.mark.parametrize("words", ["simulate:missing.txt", "nonsense"])
def test_dice_that_cannot_be_had_refuse_no_table(home_of_its_own, words):
    heard = []
    live = LocalHost(home_of_its_own).open(Wish("rsf", SEATS, "light", bluetooth=words))()
    live.start(heard.append)
    (device,) = live.devices()
    assert device.state is DeviceState.FAULT
    (fault,) = heard
    assert isinstance(fault, SourceFault)
    assert fault.over
    assert words.removeprefix("simulate:") in str(fault)
    live.close()


@pytest.mark.parametrize("words", ["simulate:missing.txt", "nonsense"])
def test_watching_dice_that_cannot_be_had_is_one_line_and_status_2(capsys, words):
    assert main(["watch", f"dice:{words}"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert words.removeprefix("simulate:") in error


@pytest.fixture
def script(tmp_path):
    file = tmp_path / "dice.txt"
    file.write_text("pixels:1a2b3c4d is d10\nwait 0.5\npixels:1a2b3c4d roll 7\n", encoding="utf-8")
    return f"simulate:{file}"


def test_a_die_rolls_for_the_game_beside_a_tray_and_is_counted_by_itself(home_of_its_own, script, tmp_path):
    house, listening = LocalHost(home_of_its_own), Listening()
    with PtyTray(tmp_path / "port") as tray:
        wish = Wish("rsf", SEATS, "light", tray=tray.url, bluetooth=script)
        live = house.open(wish)()
        playing = Playing(live.table)
        playing.to_a_roll()
        live.start(listening)
        assert live.desk.hear(listening.roll()).verdict.legal
        until(lambda: {one.state for one in live.devices()} == {DeviceState.OK})
        assert {one.id for one in live.devices()} == {"tray:T-1", "pixels:1a2b3c4d"}
        playing.to_a_roll()
        tray.roll("d10=3")
        assert live.desk.hear(listening.roll()).verdict.legal
        assert playing.rolls() == ["d10=7", "d10=3"]
        until(lambda: tray.held == [])
        live.close()
    found = house.tallies()
    assert [(one.who, one.tally.n) for one in found.dice] == [("pixels:1a2b3c4d", 1)]
    assert [(one.who, one.tally.n) for one in found.sources] == [("ble", 1), ("tray:T-1", 1)]


def test_dice_are_watched_as_they_settle(script):
    words = [sys.executable, "-m", "companion", "watch", "--json", f"dice:{script}"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as watching:
        roll = json.loads(watching.stdout.readline())
        watching.send_signal(signal.SIGINT)
        assert watching.wait(20) == 0
    (die,) = roll["dice"]
    assert (die["kind"], die["face"], die["die"]) == ("d10", "7", "pixels:1a2b3c4d")
    assert roll["throw"] == 1
