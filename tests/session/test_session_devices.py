"""Devices at the desk: what they may let go, whose dice count, and what is only tried out."""

from dataclasses import replace

from session_kit import SHELF, kept_alone, play_until, refused, rolling, seated

from companion.rolls.arbiter import Ask
from companion.session.rolldesk import RollDesk
from companion.session.table import Table


def test_a_device_may_let_a_roll_go_only_once_it_is_journalled(journal):
    table, desk, camera = seated(journal)
    reading = refused(journal, desk, camera.throw(7))
    assert camera.let_go == []
    assert desk.armed == table.pending() is not None
    assert desk.hear(reading).verdict.legal
    assert camera.let_go == [reading.key]
    assert journal.readings(table.table_id)[0].key == reading.key


def test_a_roll_that_tries_a_device_out_is_kept_and_never_counts(journal):
    table, desk, camera = seated(journal)
    before = table.version
    desk.devices.testing = "camera:test"
    heard = desk.hear(camera.throw(7))
    assert heard.message() == "tried out: d10=7; it does not count"
    assert (desk.devices.testing, desk.claimable, table.version) == ("", None, before)
    assert len(journal.readings(table.table_id)) == 1
    assert desk.hear(camera.look(7, again="-nudged")).verdict is None  # the same throw, touched
    assert desk.hear(camera.throw(3)).verdict.legal


def test_only_the_device_that_is_tried_out_is_passed_over(journal):
    _table, desk, camera = seated(journal)
    desk.devices.testing = "tray:T-1"
    assert desk.hear(camera.throw(7)).verdict.legal
    assert desk.devices.testing == "tray:T-1"


def test_dice_that_know_themselves_are_journalled_by_name(journal):
    table, desk, camera = seated(journal)
    reading = camera.throw(7)
    dice = tuple(replace(die, die="pixels:1a2b") for die in reading.dice)
    desk.hear(replace(reading, dice=dice))
    assert journal.readings(table.table_id)[0].ids == "pixels:1a2b"
    desk.devices.testing = "pixels:1a2b"
    play_until(table, rolling)
    again = camera.throw(4)
    desk.hear(replace(again, dice=tuple(replace(die, die="godice:0") for die in again.dice)))
    assert desk.devices.testing == "pixels:1a2b"


def test_a_roll_kept_before_a_crash_can_be_claimed_and_is_looked_at(journal):
    table, desk, camera = seated(journal)
    kept_alone(journal, desk, camera.throw(7))
    again = Table.resume(SHELF, journal, table.table_id)
    fresh = RollDesk(again, journal)
    assert fresh.claimable is not None
    asked = fresh.claim().decision
    assert isinstance(asked, Ask)
    assert asked.why == "it was read before the program was opened again"
    assert fresh.confirm(asked.guess).verdict.legal
    assert fresh.claimable is None


def test_a_roll_whose_action_could_not_be_kept_can_be_claimed(journal):
    _table, desk, camera = seated(journal)
    kept_alone(journal, desk, camera.throw(7))
    assert desk.claim().verdict.legal


def test_what_was_declared_after_a_roll_leaves_nothing_to_claim(journal):
    table, desk, camera = seated(journal)
    desk.hear(camera.throw(7))
    fresh = RollDesk(Table.resume(SHELF, journal, table.table_id), journal)
    assert fresh.claimable is None
