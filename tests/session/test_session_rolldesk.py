"""Devices at the desk: what they may let go, whose dice count, and what is only tried out.

A game without dice: nothing is armed, and what a camera sees is kept, shown and nothing more.
"""

from dataclasses import replace

import pytest
from session_kit import (
    SHELF,
    Camera,
    faces,
    fighting,
    kept_alone,
    open_table,
    play_until,
    refused,
    rolling,
    seated,
)

from companion.core.actions import Claim, Roll, SetSwitch, Undo, Void
from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.demo.players import next_action
from companion.games.rsf.verbs import Attack
from companion.journal.store import Journal
from companion.rolls.arbiter import Accept, Ask, Refuse, Unrequested, Wait
from companion.session.rolldesk import RollDesk
from companion.session.table import Table


def attack(table):
    action = next(o for o in table.options() if o.verb == "attack").instances[0]
    assert isinstance(action, Attack)
    assert table.declare(action).legal


def test_x4_a_throw_answers_the_open_request_and_is_journalled_with_its_reading(journal):
    table, desk, camera = seated(journal)
    heard = desk.hear(camera.throw(7, 0.998))
    assert heard.verdict.legal
    assert heard.message() == ""
    assert table.match.log[-1].dice == faces(7)
    (kept,) = journal.readings(table.table_id)
    assert (kept.key, kept.dice, kept.version) == ("camera:test#1", "d10=7", table.version)
    assert kept.evidence == b"jpeg"
    line = journal.lines(table.table_id)[-1]
    assert line.provenance.source == "camera"
    assert line.provenance.confidence == pytest.approx(0.998)
    assert desk.table.history()[-1].source == "camera"


def test_x4_the_same_throw_never_counts_twice(journal):
    table, desk, camera = seated(journal)
    reading = camera.throw(2)
    desk.hear(reading)
    play_until(table, rolling)
    before = table.version
    assert isinstance(desk.hear(reading).decision, Wait)
    nudged = camera.look(9, again="-nudged")
    assert not isinstance(desk.hear(nudged).decision, Accept)
    assert table.version == before


def test_x4_the_same_throw_does_not_count_twice_after_a_restart_and_is_let_go_again(journal):
    table, desk, camera = seated(journal)
    reading = camera.throw(2)
    desk.hear(reading)
    desk.close()
    again, other = Table.resume(SHELF, journal, table.table_id), Camera()
    play_until(again, rolling)
    heard = RollDesk(again, journal, sources=(other,)).hear(reading)
    assert isinstance(heard.decision, Wait)
    assert "entered already" in heard.message()
    assert other.let_go == [reading.key]


def test_x4_a_reading_kept_just_before_a_crash_still_counts(journal):
    table, desk, camera = seated(journal)
    reading = kept_alone(journal, desk, camera.throw(7))
    again = Table.resume(SHELF, journal, table.table_id)
    assert again.version == table.version
    fresh = RollDesk(again, journal, sources=(Camera(),))
    assert fresh.hear(reading).verdict.legal


def test_a_reading_that_was_kept_while_its_roll_was_not_can_be_handed_in_again(journal):
    _table, desk, camera = seated(journal)
    reading = kept_alone(journal, desk, camera.throw(7))
    assert desk.hear(reading).verdict.legal


def test_a_claim_refused_does_not_make_the_next_answer_a_claim(journal):
    table, desk, camera = seated(journal)
    desk.hear(camera.throw(6, 0.6, 9))
    assert isinstance(desk.claim().decision, Refuse)
    assert desk.confirm(faces(9)).verdict.legal
    assert not isinstance(table.match.log[-1], Claim)


def test_dice_that_lay_there_when_the_request_opened_do_not_answer_it(journal):
    table = open_table(journal)
    play_until(table, fighting)
    camera = Camera()
    camera.at_rest = 4
    desk = RollDesk(table, journal, sources=(camera,))
    attack(table)
    heard = desk.hear(camera.look(9))
    assert isinstance(heard.decision, Unrequested)
    assert rolling(table)
    assert desk.hear(camera.throw(8)).verdict.legal


def test_an_unrequested_roll_changes_nothing_enters_the_journal_and_is_let_go(journal):
    table, desk, camera = seated(journal, stop=fighting)
    before = table.version
    heard = desk.hear(camera.throw(8))
    assert isinstance(heard.decision, Unrequested)
    assert (heard.verdict, table.version) == (None, before)
    (kept,) = journal.readings(table.table_id)
    assert kept.version is None
    assert camera.let_go[-1] == kept.key


def test_an_early_roll_can_be_claimed_and_the_claim_is_logged(journal):
    table, desk, camera = seated(journal, stop=fighting)
    desk.hear(camera.throw(8))
    assert desk.claimable is None
    assert isinstance(desk.claim().decision, Refuse)
    attack(table)
    assert desk.claimable.key == "camera:test#1"
    assert desk.claim().verdict.legal
    roller = table.match.log[-1].actor
    assert table.match.log[-1] == Claim(roller, faces(8))
    assert journal.readings(table.table_id)[0].version == table.version
    assert desk.claimable is None


def test_a_doubtful_die_is_asked_with_its_runners_up(journal):
    table, desk, camera = seated(journal)
    before = table.version
    heard = desk.hear(camera.throw(6, 0.6, 9))
    assert isinstance(heard.decision, Ask)
    assert heard.message().startswith("Please look")
    assert desk.asking.guess == faces(6)
    assert [c.faces for c in desk.asking.candidates] == [faces(6), faces(9)]
    assert table.version == before
    assert desk.confirm(faces(9)).verdict.legal
    assert table.match.log[-1].dice == faces(9)
    assert desk.asking is None
    line = journal.lines(table.table_id)[-1]
    assert line.provenance.reading == "camera:test#1"
    assert line.provenance.confidence is None


def test_a_doubtful_claim_is_asked_and_stays_a_claim(journal):
    table, desk, camera = seated(journal, stop=fighting)
    desk.hear(camera.throw(6, 0.6, 9))
    attack(table)
    assert isinstance(desk.claim().decision, Ask)
    assert desk.confirm(faces(9)).verdict.legal
    assert isinstance(table.match.log[-1], Claim)


def test_x5_a_doubtful_die_can_be_voided_and_thrown_again(journal):
    table, desk, camera = seated(journal)
    desk.hear(camera.throw(6, 0.6, 9))
    assert desk.void().legal
    assert desk.asking is None
    assert isinstance(table.match.log[-1], Void)
    assert rolling(table)
    assert journal.readings(table.table_id)[0].version == table.version
    assert not isinstance(desk.hear(camera.look(6, again="-later")).decision, Accept)
    assert desk.hear(camera.throw(3)).verdict.legal


def test_x5_a_lost_die_is_voided_while_its_request_is_open(journal):
    table, desk, camera = seated(journal)
    asked = len(camera.expected)
    assert desk.void().legal
    assert rolling(table)
    assert len(camera.expected) == asked + 1
    table2, desk2, _ = seated(journal, stop=fighting)
    assert desk2.void() is None
    assert fighting(table2)


def test_x6_while_dice_are_held_no_throw_is_armed(journal):
    table, desk, camera = seated(journal)
    desk.hear(camera.throw(2))
    table.declare(Undo(None))
    assert table.held() is not None
    assert desk.armed is None
    assert isinstance(desk.hear(camera.throw(9)).decision, Unrequested)
    assert desk.void().legal
    assert desk.armed is not None
    assert isinstance(desk.hear(camera.look(9, again="-x")).decision, Unrequested)
    assert desk.hear(camera.throw(5)).verdict.legal


def test_typed_rolls_go_the_way_of_all_dice(journal):
    table, desk, camera = seated(journal)
    desk.hear(camera.throw(6, 0.6, 9))
    heard = desk.enter("9")
    assert heard.verdict.legal
    assert table.match.log[-1].dice == faces(9)
    assert table.history()[-1].source == "manual"
    keys = [kept.key for kept in journal.readings(table.table_id)]
    assert keys[0] == "camera:test#1"
    assert keys[1].startswith("keyboard.")
    # One physical roll: what the camera says of it later counts no more.
    play_until(table, rolling)
    assert not isinstance(desk.hear(camera.look(6, again="-late")).decision, Accept)


def test_typed_lines_that_are_no_rolls_go_to_the_table(journal):
    table, desk, _camera = seated(journal, stop=fighting)
    heard = desk.enter("end-turn")
    assert heard.decision is None
    assert heard.verdict.legal
    assert not desk.enter("roll d10=7").verdict.legal
    assert table.history()[-1].line.endswith("end-turn")


def test_sources_are_told_which_dice_are_wanted_once_a_request(journal):
    table, desk, camera = seated(journal, stop=fighting)
    attack(table)
    table.declare(SetSwitch(None, "rsf.reshuffle", "off"))
    assert [kinds for kinds in camera.expected if kinds] == [("d10",)]
    desk.hear(camera.throw(2))
    wanted = table.pending()
    after = wanted.kinds if isinstance(wanted, RollRequest) else ()
    assert camera.expected[1:] == [after]


def test_a_whole_game_by_camera_uses_every_reading_once(journal):
    table, desk, camera = seated(journal)
    shown = (6, 3, 9, 1, 8, 4, 7, 2, 5, 0)
    for _ in range(2000):
        if table.view().over:
            break
        if desk.armed is not None:
            assert desk.hear(camera.throw(shown[camera.at_rest % 10])).verdict.legal
        else:
            assert table.declare(next_action(table.match, 1)).legal
    assert table.view().over
    readings = journal.readings(table.table_id)
    rolls = [a for a in table.match.log if isinstance(a, Roll)]
    used = [kept.version for kept in readings if kept.version]
    assert len(set(used)) == len(used) == len(readings)
    assert len(used) == len(rolls) - _typed(table, journal)


def _typed(table, journal):
    lines = journal.lines(table.table_id)
    return sum(": roll" in line.text and line.provenance.reading is None for line in lines)


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


WITHOUT = [game_id for game_id in SHELF.ids() if not SHELF.game(game_id).dice]


@pytest.mark.parametrize("game_id", WITHOUT)
def test_nothing_is_armed_and_a_reading_changes_nothing(game_id):
    with Journal(None) as journal:
        header = SHELF.header(game_id, ("Ann", "Ben"), Depth.LIGHT)
        table = Table.open(SHELF, journal, header, None)
        camera = Camera()
        desk = RollDesk(table, journal, sources=(camera,))
        for number in range(12):
            version = table.version
            heard = desk.hear(camera.throw(7))
            assert isinstance(heard.decision, Unrequested)
            assert not heard.decision.claimable
            assert heard.message() == (f"{table.match.game.title} uses no dice: what was seen changes nothing")
            assert (desk.armed, desk.claimable, desk.asking) == (None, None, None)
            assert table.version == version
            assert len(journal.readings(table.table_id)) == number + 1
            action = next_action(table.match, number)
            assert action is not None
            assert table.declare(action).legal
        assert not any(camera.expected), "the camera is told of dice"
