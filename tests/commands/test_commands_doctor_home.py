"""The doctor on the home folder: program, clock, disk, small files."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from doctor_kit import NOW, case_of, found, home_files, levels

from companion.doctor import disk, program
from companion.doctor.case import Level
from companion.doctor.errorlog import note_error
from companion.doctor.program import library, older
from companion.rolls.devicebook import DeviceBook
from companion.rolls.source import KnownDevice, Sort
from companion.system.libraries import add_command


class Room(NamedTuple):
    total: int
    used: int
    free: int


def test_python_and_the_libraries_are_held_against_what_the_project_asks(tmp_path):
    results = found(program.check, case_of(tmp_path))
    assert results["python"].level is Level.OK
    assert results["libraries"].level is Level.OK
    names = {row["name"] for row in results["libraries"].data["libraries"]}
    assert {"numpy", "onnxruntime", "textual", "pyserial"} <= names
    assert {"ble", "pictures", "serve"} <= set(results["extras"].data["extras"])


def installed(monkeypatch, **others):
    usual = program._installed
    monkeypatch.setattr(program, "_installed", lambda name: others.get(name, usual(name)))


def test_a_library_that_is_missing_or_too_old_is_a_problem(tmp_path, monkeypatch):
    installed(monkeypatch, numpy="1.26.4", textual="")
    result = found(program.check, case_of(tmp_path))["libraries"]
    assert result.level is Level.PROBLEM
    assert "numpy 1.26.4 is too old (2.2 is needed)" in result.found
    assert "textual is missing" in result.found
    assert '"numpy>=2.2" "textual>=8.2"' in result.todo


def test_an_extra_that_is_missing_is_good_to_know_and_one_too_old_a_warning(tmp_path, monkeypatch):
    installed(monkeypatch, bleak="")
    result = found(program.check, case_of(tmp_path))["extras"]
    assert result.level is Level.NOTE
    assert result.todo == f"to add them: {add_command(['bleak>=3.0'])}"
    assert result.data["extras"]["ble"] is False
    installed(monkeypatch, bleak="0.22")
    assert found(program.check, case_of(tmp_path))["extras"].level is Level.WARNING


def test_an_old_python_or_sqlite_is_a_problem(tmp_path, monkeypatch):
    monkeypatch.setattr(program.sqlite3, "sqlite_version", "3.31.1")
    assert found(program.check, case_of(tmp_path))["python"].level is Level.PROBLEM
    monkeypatch.undo()
    monkeypatch.setattr(program.platform, "python_version", lambda: "3.9.2")
    assert found(program.check, case_of(tmp_path))["python"].level is Level.PROBLEM


def test_without_an_installation_the_libraries_are_not_guessed(tmp_path):
    case = case_of(tmp_path, machine={"distribution": "tableside-of-nobody"})
    assert found(program.check, case)["libraries"].level is Level.NOTE


@pytest.mark.parametrize(
    ("text", "name", "floor", "extra"),
    [
        ("numpy>=2.2", "numpy", "2.2", ""),
        ('bleak>=3.0; extra == "ble"', "bleak", "3.0", "ble"),
        ("bleak>=3.0 ; extra == 'ble'", "bleak", "3.0", "ble"),
        ("textual-image[x] >=0.12,<2", "textual-image", "0.12", ""),
        ("pillow", "pillow", "", ""),
    ],
)
def test_a_requirement_is_understood(text, name, floor, extra):
    one = library(text)
    assert (one.name, one.floor, one.extra) == (name, floor, extra)


@pytest.mark.parametrize(
    ("version", "floor", "is_older"),
    [
        ("2.10", "2.9", False),
        ("2.2", "2.2.0", False),
        ("2.2rc1", "2.2", False),
        ("1.26", "2.2", True),
        ("", "1", True),
        ("5.0.0.93", "5.0", False),
    ],
)  # fmt: skip
def test_versions_are_compared_by_their_numbers(version, floor, is_older):
    assert older(version, floor) is is_older


@pytest.mark.parametrize("year", [1970, 2019, 2190])
def test_a_clock_of_another_age_is_a_problem(tmp_path, year):
    case = case_of(tmp_path, machine={"now": lambda: datetime(year, 1, 1, tzinfo=UTC)})
    assert found(program.clock, case)["clock"].level is Level.PROBLEM


def test_a_clock_behind_the_journal_is_a_warning(tmp_path):
    case = case_of(tmp_path)
    case.home.mkdir()
    journal = case.home / "journal.sqlite3"
    journal.touch()
    os.utime(journal, (NOW.timestamp() - 60, NOW.timestamp() - 60))
    assert found(program.clock, case)["clock"].level is Level.OK
    os.utime(journal, (NOW.timestamp() + 7200, NOW.timestamp() + 7200))
    assert found(program.clock, case)["clock"].level is Level.WARNING


@pytest.mark.parametrize(
    ("free", "level"),
    [(5_000_000, Level.PROBLEM), (100_000_000, Level.WARNING), (9_000_000_000, Level.OK)],
)
def test_room_on_the_disk(tmp_path, monkeypatch, free, level):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Room(10**10, 0, free))
    result = found(disk.check, case_of(tmp_path))["disk-room"]
    assert result.level is level
    assert result.data == {"free": free}


def test_a_home_that_can_be_written_or_made_is_well(tmp_path):
    case = case_of(tmp_path)
    assert found(disk.check, case)["disk-home"].level is Level.OK
    case.home.mkdir()
    assert found(disk.check, case)["disk-home"].level is Level.OK
    assert list(case.home.iterdir()) == []


def test_a_home_that_is_a_file_or_read_only_is_a_problem(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    case = case_of(tmp_path, tmp_path / "file")
    assert found(disk.check, case)["disk-home"].level is Level.PROBLEM
    case = case_of(tmp_path)
    case.home.mkdir()
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode == os.R_OK and allowed(path, mode))
    assert found(disk.check, case)["disk-home"].level is Level.PROBLEM


def mounted(case, kind):
    info = case.edges.proc / "self" / "mountinfo"
    info.parent.mkdir(exist_ok=True)
    where = str(case.home.resolve()).replace(" ", "\\040")
    info.write_text(
        f"22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n23 22 0:5 / {where} rw - {kind} server:/share rw\nnonsense\n"
    )


@pytest.mark.parametrize(
    ("kind", "level"),
    [("ext4", Level.OK), ("nfs4", Level.WARNING), ("fuse.sshfs", Level.WARNING), ("tmpfs", Level.WARNING)],
)  # fmt: skip
def test_what_sort_of_disk_it_is(tmp_path, kind, level):
    case = case_of(tmp_path, tmp_path / "a home")
    case.home.mkdir()
    mounted(case, kind)
    result = found(disk.check, case)["disk-kind"]
    assert result.level is level
    assert result.data["file_system"] == kind


@pytest.mark.parametrize("way", ["Dropbox", "OneDrive - Family", ".stfolder"])
def test_a_home_that_is_copied_elsewhere_is_a_warning(tmp_path, way):
    folder = tmp_path / ("plain" if way.startswith(".") else way)
    case = case_of(tmp_path, folder / "tableside")
    case.home.mkdir(parents=True)
    if way.startswith("."):
        (folder / way).mkdir()
    result = found(disk.check, case)["disk-kind"]
    assert result.level is Level.WARNING
    assert result.data["synced_by"]


def test_a_disk_that_does_not_write_down_is_a_warning(tmp_path, monkeypatch):
    def refuses(_handle):
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuses)
    result = found(disk.check, case_of(tmp_path))["disk-kind"]
    assert (result.level, result.data["flushes"]) == (Level.WARNING, False)


def test_an_empty_home_is_well(tmp_path):
    assert set(levels(found(home_files, case_of(tmp_path))).values()) == {"ok"}


def test_good_files_are_well(tmp_path, repository):
    case = case_of(tmp_path)
    case.home.mkdir()
    (case.home / "settings.json").write_text('{"format": 1, "theme": "paper"}')
    (case.home / "last-tables.json").write_text('{"format": 1, "tables": {}}')
    DeviceBook(case.home / "devices.json").met(KnownDevice("tray:T-1", Sort.TRAY))
    (case.home / "catalogues").mkdir()
    shutil.copy(repository / "companion/games/rsf/catalogue.toml", case.home / "catalogues/mine.toml")
    results = found(home_files, case)
    assert set(levels(results).values()) == {"ok"}
    assert results["devices"].data == {"known": {"tray": 1}}
    assert results["cards"].data == {"good": 1, "broken": 0}


BROKEN = {
    "settings": ("settings.json", ["{", "[]", '{"format": 9}', "[" * 100_000, "\xff"]),
    "remembered": ("last-tables.json", ["{", '{"format": "1"}', "x" * 200_000]),
    "devices": ("devices.json", ["{", '{"format": 2}', "x" * 300_000]),
    "profiles": ("profiles/left.profile.json", ["{", "[" * 10_000, '{"format": 1}']),
    "taught": ("sets/cats.dice", ["no zip", ""]),
    "cards": (
        "catalogues/mine.toml",
        ["game = 7", "= broken", 'game = "chess"', 'game = "rsf"\nx = 1'],
    ),
}


@pytest.mark.parametrize(
    ("name", "path", "text"),
    [(name, path, text) for name, (path, texts) in BROKEN.items() for text in texts],
)
def test_a_broken_file_is_a_warning_and_is_left_as_it_is(tmp_path, name, path, text):
    case = case_of(tmp_path)
    file = case.home / path
    file.parent.mkdir(parents=True)
    file.write_bytes(text.encode("latin-1"))
    results = found(home_files, case)
    assert results.pop(name).level is Level.WARNING
    assert set(levels(results).values()) == {"ok"}
    assert file.read_bytes() == text.encode("latin-1")


def test_own_profiles_of_printing_trays_are_read_too(tmp_path):
    case = case_of(tmp_path)
    case.home.mkdir()
    (case.home / "printed.toml").write_text("format = 1\n[[profile]]\nname = 3\n")
    result = found(home_files, case)["devices"]
    assert result.level is Level.WARNING
    assert "printed.toml" in result.found


def test_errors_of_long_ago_are_not_brought_up(tmp_path):
    case = case_of(tmp_path, machine={"now": lambda: datetime(2100, 1, 1, tzinfo=UTC)})
    case.home.mkdir()
    note_error(case.home, "play", ["play"], RuntimeError("x"))
    result = found(home_files, case)["errors"]
    assert (result.level, result.data["faults"]) == (Level.OK, 0)
