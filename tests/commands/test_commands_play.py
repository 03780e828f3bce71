"""`tableside` and `tableside play`: what they refuse, and what they hand to the screens."""

from __future__ import annotations

import argparse

import pytest

from companion.cli import main
from companion.commands import memory, play
from companion.commands.dice_sources import CameraEyes
from companion.commands.hosting import LocalHost
from companion.core.errors import CompanionError
from companion.record.shelf import Shelf
from companion.sources.camera import CameraStatus
from companion.sources.camera import Lamp as Seen
from companion.tui.host import Wish
from companion.tui.widgets.lamp import Light


@pytest.fixture
def house(home_of_its_own):
    return LocalHost(home_of_its_own)


def options(**said):
    """The options of `tableside play`, with nothing said but these."""
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    words = ["rsf"]
    for name, value in said.items():
        for one in value if isinstance(value, list) else [value]:
            words += [f"--{name}", one]
    return parser.parse_args(words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "no terminal"),
        (["app"], "no terminal"),
        (["play", "rsf", "--seats", "Ann,Ben"], "no terminal"),
        (["play", "rsf", "--seats", "Ann,Ben", "--phone"], "no terminal"),
        (["play", "rsf"], "--seats"),
        (["play", "chess", "--seats", "Ann,Ben"], "there is no game 'chess'"),
        (["play", "rsf", "--seats", "Ann,Ben", "--switch", "zero"], "NAME=VALUE"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(capsys, words, said):
    assert main(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_what_is_not_said_is_as_last_time(house):
    last = Wish("rsf", ("Ann", "Ben"), "light", {"rsf.zero_face": "zero"}, "", "0")
    memory.remember(house.home, last)
    assert play.wished(house, options()) == last
    said = play.wished(house, options(seats="Cleo, Dan", depth="full", camera=""))
    assert said == Wish("rsf", ("Cleo", "Dan"), "full", {"rsf.zero_face": "zero"}, "", "")
    changed = play.wished(house, options(switch=["rsf.spc=count", "rsf.race=majority"]))
    assert changed.switches == {"rsf.spc": "count", "rsf.race": "majority"}


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish("rsf", ("Ann",)), "2 to 6 seats"),
        (Wish("rsf", ("Ann", "Ben"), "full", {"rsf.nothing": "x"}), "rsf.nothing"),
        (Wish("rsf", ("Ann", "Ben"), "full", {}, "missing.toml"), "missing.toml"),
        (Wish("rsf", ("Ann", "Ben"), "full", {}, "", "missing.mp4"), "missing.mp4"),
    ],
)
def test_a_table_that_cannot_be_is_refused_before_anything_is_kept(house, wish, said):
    with pytest.raises(CompanionError, match=said):
        house.open(wish)
    assert house.saved() == ()
    assert memory.recall(house.home, "rsf") == Wish("rsf", ())


def test_a_script_that_names_no_die_is_refused(house):
    with pytest.raises(CompanionError):
        house.open(Wish("rsf", ("Ann", "Ben")), ("7", "seven"))


def test_saved_tables_say_who_played_what_and_when(house):
    live = house.open(Wish("rsf", ("Ann", "Ben"), "light"))()
    live.close()
    live.close()
    (saved,) = house.saved()
    assert saved.title.startswith("Ready, Set, Fight · Ann, Ben · 20")
    assert saved.title.endswith("· 0 moves")


def test_a_table_is_resumed_though_its_camera_is_gone(house):
    live = house.open(Wish("rsf", ("Ann", "Ben"), "light"))()
    live.close()
    memory.remember(house.home, Wish("rsf", ("Ann", "Ben"), "light", {}, "", "missing.mp4"))
    (saved,) = house.saved()
    again = house.resume(saved.id)()
    assert again.lamp().light is Light.FAULT
    assert "missing.mp4" in again.lamp().text
    assert again.picture() is None
    again.close()
    with pytest.raises(CompanionError, match="there is no table nothing"):
        house.resume("nothing")


@pytest.mark.parametrize(
    ("seen", "light"),
    [
        (Seen.LOOKING, Light.LOOKING),
        (Seen.OK, Light.LOOKING),
        (Seen.MOVING, Light.UNSURE),
        (Seen.FAULT, Light.FAULT),
        (Seen.ENDED, Light.NONE),
    ],
)
def test_every_state_of_a_camera_has_its_light(seen, light):
    class Camera:
        status = CameraStatus(seen, "a few words")

    eyes = CameraEyes(Camera())
    assert (eyes.lamp().light, eyes.lamp().text) == (light, "a few words")
    assert eyes.picture() is None


# ---------------------------------------------------------------- games without dice


class Opened:
    """Stands for the app: opens the table that it was given, and closes it."""

    def __init__(self):
        self.sources = None

    def __call__(self, app):
        assert app.host.settings()  # what people chose holds here too
        live = app.opener()()
        self.sources = live.desk.devices.all
        live.close()


@pytest.fixture
def opened(monkeypatch):
    app = Opened()
    monkeypatch.setattr(play, "need_terminal", lambda: None)
    monkeypatch.setattr("companion.tui.app.run_app", app)
    return app


@pytest.mark.parametrize(
    "options",
    [
        {"--camera": "no-such.mp4", "--script": "7"},
        {"--tray": "/dev/ttyUSB0", "--dice": "known"},
    ],
)
def test_a_game_without_dice_opens_none_and_says_so(opened, capsys, home_of_its_own, options):
    words = [word for option in options.items() for word in option]
    assert main(["play", "gmm", "--seats", "Ann,Ben", *words]) == 0
    error = capsys.readouterr().err
    assert error == f"tableside: Monster Mayhem uses no dice: ignoring {', '.join(options)}\n"
    assert opened.sources == ()
    assert LocalHost(home_of_its_own).remembered("gmm").dice == ""


def test_a_camera_of_another_game_is_no_camera_of_this_one(house):
    wish = Wish("gmm", ("Ann", "Ben"), "light", {}, "", "no-such.mp4")
    live = house.open(wish)()
    assert live.desk.devices.all == ()
    table = live.table.table_id
    live.close()
    again = house.resume(table)()
    assert (again.desk.devices.all, again.eyes) == ((), None)
    again.close()


@pytest.mark.parametrize("game", Shelf().ids())
def test_every_game_of_the_shelf_can_be_played_in_both_depths(opened, capsys, game):
    for depth in ("light", "full"):
        assert main(["play", game, "--seats", "Ann,Ben,Cleo", "--depth", depth]) == 0
    assert capsys.readouterr().err == ""
    assert opened.sources == ()
