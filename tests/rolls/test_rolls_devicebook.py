"""The book of devices: what it keeps, and what a damaged one costs."""

import json
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import FileProblemError
from companion.rolls.devicebook import FILE, MAX_DEVICES, MAX_TEXT, DeviceBook
from companion.rolls.source import KnownDevice, Sort

TRAY = KnownDevice("tray:T-1", Sort.TRAY, where="/dev/rfcomm0", identity="4292:60000:0001:1-1")
DIE = KnownDevice("pixels:1a2b3c4d", Sort.PIXELS, name="Sparkle", kind="d10")


def test_what_is_met_and_said_is_there_the_next_evening(tmp_path):
    book = DeviceBook(tmp_path / "home" / FILE)
    book.met(TRAY)
    book.met(DIE)
    book.rename(TRAY.id, "the tray")
    book.assign(DIE.id, "d00", "Ann")
    again = DeviceBook(tmp_path / "home" / FILE)
    assert again.get(TRAY.id).name == "the tray"
    assert (again.get(DIE.id).kind, again.get(DIE.id).seat) == ("d00", "Ann")
    assert [one.name for one in again.all()] == ["Sparkle", "the tray"]


def test_meeting_it_elsewhere_keeps_what_people_said(tmp_path):
    book = DeviceBook(tmp_path / FILE)
    book.met(TRAY)
    book.rename(TRAY.id, "the tray")
    book.assign(TRAY.id, "", "Ben")
    book.met(KnownDevice(TRAY.id, Sort.TRAY, name="T-1", where="/dev/rfcomm1"))
    found = book.get(TRAY.id)
    assert (found.name, found.seat, found.where) == ("the tray", "Ben", "/dev/rfcomm1")
    assert found.identity == TRAY.identity


def test_what_is_known_already_is_not_written_again(tmp_path):
    book = DeviceBook(tmp_path / FILE)
    book.met(TRAY)
    (tmp_path / FILE).unlink()
    book.met(TRAY)
    assert not (tmp_path / FILE).exists()


def test_what_is_forgotten_is_gone(tmp_path):
    book = DeviceBook(tmp_path / FILE)
    book.met(TRAY)
    book.forget(TRAY.id)
    book.forget("tray:nobody")
    book.rename("tray:nobody", "x")
    book.assign("tray:nobody", "d10", "")
    assert book.all() == DeviceBook(tmp_path / FILE).all() == ()


def test_without_a_file_it_is_kept_for_the_evening():
    book = DeviceBook(None)
    book.met(TRAY)
    assert book.get(TRAY.id) == TRAY


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\xff\xfe\x00", "cannot be read"),
        (b"[" * 100_000, "cannot be read"),
        (b"[]", "not a list of devices"),
        (b'{"format": 99, "devices": []}', "not a list of devices"),
        (b" " * 300_000, "larger than"),
    ],
)
def test_a_damaged_book_is_named_and_left_alone_until_something_is_said(tmp_path, content, problem):
    path = tmp_path / FILE
    path.write_bytes(content)
    book = DeviceBook(path)
    assert book.all() == ()
    assert problem in book.problem
    assert str(path) in book.problem
    assert "\n" not in book.problem
    assert path.read_bytes() == content
    book.met(TRAY)
    assert DeviceBook(path).all() == (TRAY,)


def test_an_entry_that_makes_no_sense_costs_only_itself(tmp_path):
    path = tmp_path / FILE
    odd = [7, {"id": "x"}, {"id": "", "sort": "tray"}, {"id": "y", "sort": "tray", "name": 3}]
    path.write_text(json.dumps({"format": 1, "devices": [*odd, asdict(TRAY)]}))
    assert DeviceBook(path).all() == (TRAY,)


def test_a_book_that_cannot_be_written_says_so_and_keeps_the_old(tmp_path):
    (tmp_path / "home").write_text("a file where the folder should be")
    book = DeviceBook(tmp_path / "home" / FILE)
    with pytest.raises(FileProblemError, match="cannot be written"):
        book.met(TRAY)
    assert book.all() == ()


def test_it_does_not_grow_for_ever():
    book = DeviceBook(None)
    for number in range(MAX_DEVICES + 5):
        book.met(KnownDevice(f"pixels:{number:08x}", Sort.PIXELS))
    assert len(book.all()) == MAX_DEVICES


@given(st.text(max_size=400))
def test_names_are_kept_short_and_printable(name):
    book = DeviceBook(None)
    book.met(TRAY)
    book.rename(TRAY.id, name)
    kept = book.get(TRAY.id).name
    assert len(kept) <= MAX_TEXT
    assert kept.isprintable()
