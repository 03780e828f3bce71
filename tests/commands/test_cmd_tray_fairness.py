"""`tableside tray fairness`: every throw at every table counted once, with the faces that count."""

import json
from itertools import count

import pytest
from tray_kit import Playing

from companion.cli import main
from companion.commands.hosting import LocalHost
from companion.core.dice import DieFace
from companion.journal.rows import KeptReading
from companion.rolls.devicebook import FILE, DeviceBook
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind
from companion.rolls.source import KnownDevice, Sort
from companion.session.rolled import source_name, who_is_who
from companion.tui.host import Wish

SEATS = ("Ann", "Ben")


class Played(Playing):
    """A table of a home whose dice a test makes up."""

    numbers = count(1)

    def __init__(self, house):
        self.live = house.open(Wish("rsf", SEATS, "light"))()
        super().__init__(self.live.table)
        self.desk = self.live.desk

    def throw(self, face, die="", status=DieStatus.READ, kind=SourceKind.BLE):
        """Throw for the next request; return the roller's name and what became of it."""
        request = self.to_a_roll()
        number = next(self.numbers)
        confidence = 1.0 if status is DieStatus.READ else 0.5
        dice = (DieReading("d10", str(face), confidence, status, die=die),)
        key = f"ble:run#{number}" if kind is SourceKind.BLE else f"tray:T-1/0000abcd#{number}"
        heard = self.desk.hear(RollReading(kind, "x.run", key, dice, 0.0, number))
        return SEATS[request.roller], heard


@pytest.fixture
def house(home_of_its_own):
    return LocalHost(home_of_its_own)


@pytest.fixture
def played(house):
    played = Played(house)
    yield played
    played.live.close()


def counts(group):
    """Return what was counted as {(who, kind): {face: how often}}, faces that came alone."""
    return {
        (one.who, one.tally.kind): {face: n for face, n in zip(one.tally.faces, one.tally.counts, strict=True) if n}
        for one in group
    }


def test_rolls_count_for_the_die_the_player_and_what_read_it(house, played):
    throwers = {}
    for face in "7737":
        who, _ = played.throw(face, "pixels:1a2b3c4d")
        throwers.setdefault(who, []).append(face)
    found = house.tallies()
    assert counts(found.dice) == {("pixels:1a2b3c4d", "d10"): {"3": 1, "7": 3}}
    assert counts(found.sources) == {("ble", "d10"): {"3": 1, "7": 3}}
    assert sum(one.tally.n for one in found.players) == 4
    for one in found.players:
        assert sorted(throwers[one.who]) == sorted(
            face for face, n in zip(one.tally.faces, one.tally.counts, strict=True) for _ in range(n)
        )


def test_a_throw_that_is_undone_and_answers_again_counts_once(house, played):
    played.throw("7")
    played.desk.enter("table: undo")
    held = played.table.held()
    assert held is not None
    played.desk.enter(f"{SEATS[held.roller]}: roll d10=7")
    assert played.rolls() == ["d10=7"]
    assert counts(house.tallies().sources) == {("ble", "d10"): {"7": 1}}


def test_a_face_that_was_corrected_counts_as_corrected(house, played):
    who, _ = played.throw("7", "pixels:1a2b3c4d")
    number = len(played.table.match.log)
    verdict = played.desk.enter(f'table: amend {number} "{who}: roll d10=1"').verdict
    assert verdict.legal, verdict.message()
    assert counts(house.tallies().dice) == {("pixels:1a2b3c4d", "d10"): {"1": 1}}


def test_a_doubtful_die_counts_as_people_said_it(house, played):
    _, heard = played.throw("7", "godice:1A2B3C", DieStatus.COCKED)
    assert heard.verdict is None
    assert house.tallies().dice == ()
    played.desk.confirm((DieFace("d10", "4"),))
    assert counts(house.tallies().dice) == {("godice:1A2B3C", "d10"): {"4": 1}}


def test_dice_that_were_voided_or_not_asked_for_do_not_count(house, played):
    played.throw("7", status=DieStatus.COCKED)
    played.desk.void()
    assert house.tallies().sources == ()


def test_all_tables_count_and_a_tray_goes_by_its_serial(house, played):
    played.throw("7", kind=SourceKind.TRAY)
    other = Played(house)
    other.throw("8", kind=SourceKind.TRAY)
    other.live.close()
    assert counts(house.tallies().sources) == {("tray:T-1", "d10"): {"7": 1, "8": 1}}


def test_a_home_without_a_journal_has_rolled_nothing(house, capsys):
    assert house.tallies().players == ()
    assert main(["tray", "fairness"]) == 0
    assert capsys.readouterr().out == "no roll has counted yet\n"


def test_dice_are_told_apart_by_what_they_showed():
    reading = KeptReading("ble:r#1", "s", "ble", 1, "d6=3 d10=7 d6=5", 1.0, ids="a b c")
    faces = (DieFace("d10", "7"), DieFace("d6", "5"), DieFace("d6", "3"))
    assert who_is_who(faces, reading) == ("b", "c", "a")
    corrected = (DieFace("d10", "7"), DieFace("d6", "5"), DieFace("d6", "4"))
    assert who_is_who(corrected, reading) == ("b", "c", "")
    nobody = KeptReading("k", "s", "camera", 1, "d6=3", 1.0)
    assert who_is_who((DieFace("d6", "3"),), nobody) == ("",)
    some = KeptReading("k", "s", "ble", 1, "d6=3 d6=3", 1.0, ids="- a")
    assert who_is_who((DieFace("d6", "3"), DieFace("d6", "3")), some) == ("", "a")


@pytest.mark.parametrize(
    ("reading", "name"),
    [
        (KeptReading("tray:T-1/0000abcd#4", "tray:auto.run", "tray", 1, "d6=3", 1.0), "tray:T-1"),
        (
            KeptReading("printed:run#4", "printed:/dev/tty.x.run", "tray", 1, "d6=3", 1.0),
            "printed:/dev/tty.x",
        ),
        (KeptReading("camera:0.r#1", "camera:0.r", "camera", 1, "d6=3", 1.0), "camera"),
    ],
)
def test_what_read_the_dice_has_one_name_in_every_run(reading, name):
    assert source_name(reading) == name


def test_it_is_printed_in_words_and_as_json(played, capsys, home_of_its_own):
    book = DeviceBook(home_of_its_own / FILE)
    book.met(KnownDevice("pixels:1a2b3c4d", Sort.PIXELS))
    book.rename("pixels:1a2b3c4d", "Anna")
    who, _ = played.throw("7", "pixels:1a2b3c4d")
    assert main(["tray", "fairness"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Die by die"
    assert lines[1] == "  Anna (pixels:1a2b3c4d), d10, 1 roll: not enough rolls: 1 of 50"
    assert "7:1" in lines[2]
    assert main(["tray", "fairness", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["by"], one["who"], one["called"]) for one in found] == [
        ("die", "pixels:1a2b3c4d", "Anna"),
        ("player", who, ""),
        ("source", "ble", ""),
    ]
    assert found[0]["faces"]["7"] == found[0]["rolls"] == 1
    assert (found[0]["p"], found[0]["unusual"], found[0]["again"]) == (None, False, 50)
