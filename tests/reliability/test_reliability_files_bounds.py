"""Files that mean harm: bounded before they are read, refused in one line, never run, never obeyed."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import models
from calibration.errors import ProfileError
from calibration.store import load_profile
from companion.cli import main
from companion.commands import memory
from companion.core.catalogue import CatalogueError, read_toml
from companion.core.errors import CompanionError, FileProblemError
from companion.journal.rows import MANUAL, Line
from companion.record.shelf import Shelf
from companion.session.rolled import corrections
from companion.sources.devicebook import DeviceBook
from companion.system import files
from companion.tui.settings import Settings
from hardware.errors import HardwareError
from hardware.printed import library
from hardware.printed.profile import Profile
from hardware.simulators.dice import SimulatedRadio
from hardware.simulators.script import read_line
from vision.errors import ModelError, VisionError
from vision.network import read_card, read_model
from vision.pictures import load_picture
from vision.taught.file import read_set

SHELF = Shelf()
HEADER = "record: 1\ngame: rsf\nseats: Ann, Ben\n---\n"
CARD = read_card(Path(models.__file__).with_name("read.toml"))
HUGE = "0x" + "f" * 5000
LINUX = pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices have no names there")


def test_an_error_is_one_line_that_shows_whatever_it_quotes():
    line = str(FileProblemError("a\nb\x1b[31m", "no\u202e" + "x" * 5000, 3))
    assert line.isprintable()
    assert line.startswith("a\\nb\\x1b[31m:3: no\\u202e")
    assert len(line) < 1100


@pytest.mark.parametrize("text", ["a." * 50_000 + "a = 1", "[" + "a." * 50_000 + "a]\nb = 1",
                                  "x = { " + '"a".' * 20_000 + "a = 1 }", "a . " * 9 + "a = 1"])  # fmt: skip
def test_a_key_of_very_many_names_is_refused_before_it_takes_minutes(text):
    with pytest.raises(CatalogueError, match="more than 8 names"):
        read_toml(text)


def test_keys_and_texts_with_some_dots_are_read():
    text = 'a.b.c = 1\nd = "e.f.g"\n[h.i]\nj = 1.5\n'
    assert read_toml(text)["a"] == {"b": {"c": 1}}


@pytest.mark.parametrize("key", ["schema", "game", "title"])
def test_a_number_that_nobody_could_write_out_is_refused(tmp_path, key):
    path = tmp_path / "cards.toml"
    path.write_text(f"{key} = {HUGE}\n")
    with pytest.raises(FileProblemError, match="64 bits"):
        SHELF.open_cards("rsf", path)


def test_lines_of_cards_are_found_in_one_pass():
    text = "title = '''\n" + "[[card]]\n" * 50_000 + "'''\n"
    with pytest.raises(CatalogueError):  # took eight seconds when each head was counted anew
        SHELF.game("rsf").read_catalogue(text)


@pytest.mark.parametrize("words", [("cards", "check"), ("cards", "show")])
def test_a_card_list_of_a_huge_number_is_one_line(tmp_path, words, capsys):
    path = tmp_path / "cards.toml"
    path.write_text(f"game = {HUGE}\n")
    assert main([*words, str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("line", [f"debounce = {HUGE}", "debounce." + "a." * 3000 + "a = 1",
                                  f"what = {HUGE}"])  # fmt: skip
def test_a_profile_of_a_printed_tray_with_a_monstrous_value_is_one_line(tmp_path, line):
    path = tmp_path / "mine.toml"
    path.write_text(
        f'format = 1\n[[profile]]\nname = "x"\nwhat = "y"\nlines = ["(?P<face>7)"]\n{line}\n'
    )
    with pytest.raises(library.ProfileError, match=r"mine\.toml:\d+: "):
        library.read(path)


@pytest.mark.parametrize(
    "text", [f"format = {'9' * 5000}", "a = " + "[" * 5000, "\ud800", "format = 1e999"]
)
def test_a_broken_model_card_is_one_line(tmp_path, text):
    path = tmp_path / "read.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(ModelError):
        read_card(path)


def test_a_record_of_corrections_that_would_take_hours_is_refused_with_its_line(
    tmp_path,
):
    path = tmp_path / "endless.record"
    begin = HEADER + "table: mixed\n" * 1000
    amend = 'table: amend 1 "table: mixed"\n'
    path.write_text(begin + amend * 3000)
    with pytest.raises(FileProblemError, match=r"record:1\d{3}: corrections that play more than"):
        SHELF.read_record(path)
    path.write_text(begin + amend * 100)
    assert len(SHELF.read_record(path)[0].entries) == 1100


@LINUX
@pytest.mark.parametrize("read", [
    load_profile, library.read, read_set,
    load_picture, lambda path: SimulatedRadio.of_file(str(path)),
    SHELF.read_record, lambda path: SHELF.open_cards("rsf", path), read_card,
    lambda path: read_model(replace(CARD, file=path.name), path.parent),
], ids=["profile", "printed", "taught", "picture", "script", "record", "cards", "card", "model"])  # fmt: skip
@pytest.mark.parametrize("what", ["pipe", "folder", "nothing", "device"])
def test_pipes_folders_and_devices_are_refused_at_once(tmp_path, read, what):
    path = Path("/dev/zero") if what == "device" else tmp_path / "x.record"
    if what == "pipe":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    with pytest.raises((CompanionError, HardwareError, VisionError, ProfileError)):
        read(path)


def test_a_simulated_die_of_a_number_that_no_die_has_is_one_line(tmp_path):
    path = tmp_path / "dice.txt"
    path.write_text("pixels:1a2b3c4d5 is d10\n")
    with pytest.raises(HardwareError, match="eight hexadecimal digits"):
        SimulatedRadio.of_file(str(path))


@pytest.mark.parametrize("line", [f"pixels:1a2b3c4d battery {'9' * 5000}", "pixels:1a2b3c4d battery 0101",
                                  f"godice:1A2B3C battery {'0' * 5000}"])  # fmt: skip
def test_a_simulated_die_is_as_full_as_percent_say(tmp_path, line):
    path = tmp_path / "dice.txt"
    path.write_text(f"pixels:1a2b3c4d is d10\ngodice:1A2B3C is here\n{line}\n")
    with pytest.raises(HardwareError, match="percent expected"):
        SimulatedRadio.of_file(str(path))


@pytest.mark.parametrize("count", ["0" * 8 + "9" * 5000, "0" * 8 + "9" * 9, "9" * 5000])
def test_a_script_asks_for_no_more_rolls_than_it_may(count):
    with pytest.raises(HardwareError, match="how many, and which dice"):
        read_line(f"random {count} d10")


def test_a_place_in_a_list_that_no_number_reaches_is_none():
    steps = ("9" * 5000,)
    profile = Profile("x", "y", keys={"face": steps})
    assert profile.read("[1, 2, 3]") is None


def test_a_forged_line_about_a_number_beyond_all_is_no_correction():
    line = Line(1, f'table: amend {"9" * 5000} "Ann: roll d10=1"', "", MANUAL)
    assert tuple(corrections((), (line,))) == ()


def home_file(tmp_path, name, data):
    path = tmp_path / name
    path.write_text(json.dumps({"format": 1, **data}))  # type: ignore[dict-item]  # wrong on purpose
    return path


@pytest.mark.parametrize("sort", [[], {}, None, 7, ["tray"]])
def test_a_device_of_an_odd_sort_costs_only_itself(tmp_path, sort):
    good = {"id": "tray:T-1", "sort": "tray"}
    path = home_file(tmp_path, "devices.json", {"devices": [{"id": "x", "sort": sort}, good]})
    assert [device.id for device in DeviceBook(path).all()] == ["tray:T-1"]


def test_keys_that_no_keyboard_has_are_passed_over(tmp_path):
    keys = {
        "table.undo": "\ud800",
        "a\x1b": "x",
        "table.redo": "a" * 61,
        "": "x",
        "table.help": "f1",
    }
    path = home_file(tmp_path, "settings.json", {"keys": keys})
    assert Settings.read(path).keys == {"table.help": "f1"}


def test_half_a_character_can_be_kept_in_the_home_folder(tmp_path):
    files.keep(tmp_path / "x.json", 1, {"name": "\ud800"})
    assert files.load(tmp_path / "x.json", 1, 1000) == {"format": 1, "name": "\ud800"}


def test_names_of_earlier_tables_that_are_no_names_are_passed_over(tmp_path):
    seats = ["Ann", ["deep"], 7, None, "\x1b[31mBen", "Ben"]
    home_file(
        tmp_path, files.LAST_TABLES, {"tables": {"rsf": {"seats": seats, "switches": {"a": []}}}}
    )
    assert memory.names(tmp_path) == ("Ann", "Ben")
    assert memory.recall(tmp_path, "rsf").seats == ("Ann", "Ben")
    assert memory.recall(tmp_path, "rsf").switches == {}
