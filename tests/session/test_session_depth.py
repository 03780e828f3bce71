"""X-8 at a live table: it goes on in light depth, is kept so, found again so, and says so.

Which dice people put right, as the journal tells it.
"""

import random

import pytest
from games_play import SHELF, cards_of, header_of
from played_kit import RECORDS
from session_kit import fighting, open_table, play_until

from companion.core.actions import Lighten, Redo, Undo
from companion.core.game import Depth
from companion.core.seats import Seat
from companion.journal.rows import KeptReading, Line, Provenance
from companion.record.file import parse_record
from companion.record.replay import replay
from companion.session.announcer import Announcer, moment
from companion.session.changes import changes
from companion.session.export import export_text, game_json, score_json
from companion.session.history import depth_line, play_through
from companion.session.report import report
from companion.session.rolled import corrections
from companion.session.table import Table
from models.workshop.bench.random_play import Moment

TOLD = "From here on in light depth: people add up, cards are not named"
PLAYED = 40
every_game = pytest.mark.parametrize("game_id", SHELF.ids())


def begun(journal, game_id, depth=Depth.FULL):
    return Table.open(SHELF, journal, header_of(game_id, depth), cards_of(game_id, depth))


def play_on(table, chance, steps):
    """Play at random through the table; no more once the game is over."""
    for _ in range(steps):
        action = Moment.of(table.match.game, table.match.state).next_action(chance)
        if action is None:
            return
        verdict = table.declare(action)
        assert verdict.legal, verdict.message()


def lightened(journal, game_id, steps=PLAYED):
    """A table that played in full depth, then became light, and played on."""
    chance = random.Random(f"light {game_id}")
    table = begun(journal, game_id)
    play_on(table, chance, steps)
    assert table.declare(table.understand("light")).legal
    play_on(table, chance, steps)
    return table


@every_game
def test_a_word_makes_the_table_light_and_the_history_says_so(journal, game_id):
    table = begun(journal, game_id)
    play_on(table, random.Random(1), 10)
    before = table.match.state
    assert table.may_lighten()
    assert table.catalogue is table.match.setup.catalogue is not None
    assert table.declare(table.understand("light")).legal
    assert table.match.log[-1] == Lighten(None)
    assert (table.history()[-1].line, table.history()[-1].told) == ("table: light", TOLD)
    assert not table.may_lighten()
    assert table.catalogue is None
    assert table.match.depth is Depth.LIGHT
    assert table.declare(Undo(None)).legal
    assert table.match.state == before
    assert table.catalogue is not None
    assert table.history()[-2].undone


@every_game
def test_a_table_that_became_light_is_resumed_so_and_goes_back_to_full_depth_by_undo(journal, game_id):
    table = lightened(journal, game_id)
    again = Table.resume(SHELF, journal, table.table_id)
    assert again.match.state == table.match.state
    assert again.history() == table.history()
    assert again.match.depth is Depth.LIGHT
    assert again.header.depth is Depth.FULL
    light = next(line.number for line in table.history() if line.line == "table: light")
    while again.version < 3 * table.version and again.match.depth is Depth.LIGHT:
        assert again.declare(Undo(None)).legal
    assert again.match.depth is Depth.FULL
    assert again.match.now.number == light - 1


@every_game
def test_its_record_reads_back_and_plays_to_the_same_state(journal, game_id):
    table = lightened(journal, game_id)
    text = export_text(journal, table.table_id)
    record = parse_record(text, "x", SHELF.grammar)
    assert record.actions == table.match.log
    assert record.header.depth is Depth.FULL
    found = replay(record, SHELF.begin(record.header, cards_of(game_id, Depth.FULL)))
    assert found.sound
    assert found.match.state == table.match.state


def attacking(table):
    return getattr(table.pending(), "purpose", "").startswith("Attack")


def test_json_and_the_page_say_both_depths_and_since_when(journal):
    table = open_table(journal)
    play_until(table, fighting)
    assert score_json(table.match)["depth_now"] == "full"
    assert "full depth" in report(table)
    assert table.declare(table.understand("light")).legal
    number = table.version
    for said in (score_json(table.match), game_json(table)):
        assert (said["depth"], said["depth_now"]) == ("full", "light")
    assert f"full depth, from move {number} on light depth" in report(table)
    assert table.declare(Undo(None)).legal
    assert depth_line(table.match) == "full depth"
    assert game_json(table)["depth_now"] == "full"
    assert depth_line(open_table(journal, depth=Depth.LIGHT).match) == "light depth"


def test_a_record_of_such_a_game_is_told_in_every_form():
    record, start = SHELF.read_record(RECORDS / "rsf-full-to-light.record")
    told = play_through(record, start, replay(record, start))
    said = game_json(told)
    assert (said["depth"], said["depth_now"]) == ("full", "light")
    lines = [line for line in said["history"] if line["line"] == "table: light"]
    assert [(line["told"], line["undone"]) for line in lines] == [(TOLD, True), (TOLD, False)]
    assert f"from move {lines[1]['number']} on light depth" in report(told)


def test_the_change_is_said_aloud_once_like_a_house_rule(journal):
    table = open_table(journal)
    play_until(table, fighting)
    steps = []
    table.subscribe(steps.append)
    announcer, _ = Announcer().begin(moment(table))

    def said(act):
        nonlocal announcer
        before = table.match
        steps.clear()
        assert act().legal
        announcer, sentences = announcer.after(tuple(steps), moment(table), changes(before, table.match))
        return sentences

    assert said(lambda: table.declare(table.understand("light")))[0] == f"{TOLD}."
    assert not any(TOLD in one for one in said(lambda: table.declare(Undo(None))))
    assert not any(TOLD in one for one in said(lambda: table.declare(Redo(None))))


def test_the_table_alone_makes_it_light_and_only_once(journal):
    table = open_table(journal)
    refused = table.declare(Lighten(Seat(0)))
    assert [one.rule for one in refused.reasons] == ["X-7"]
    assert table.declare(table.understand("light")).legal
    assert [one.rule for one in table.declare(table.understand("light")).reasons] == ["X-8"]
    assert table.version == 1


def test_dice_that_were_asked_for_are_still_asked_for(journal):
    """Whoever was to roll rolls, and what the dice show counts once, before and after an undo."""
    table = open_table(journal)
    play_until(table, attacking)
    asked, before = table.pending(), table.match.state
    assert table.declare(table.understand("light")).legal
    assert table.pending().kinds == asked.kinds
    assert table.pending().roller == asked.roller
    assert table.declare(table.understand("7")).legal
    rolled = table.match.log[-1]
    table.declare(Undo(None))
    table.declare(Undo(None))
    assert table.match.state == before
    assert table.held() is not None
    assert table.take_held().legal
    assert table.match.log[-1] == rolled


def reading(dice, version=1, evidence=b"jpeg", key="cam#1"):
    return KeptReading(key, "cam", "camera", 1, dice, 0.9, evidence, "", version)


def line(text, version=1, confidence=None, reading="cam#1"):
    return Line(version, text, "", Provenance("camera", confidence, reading))


def told(seen, *lines):
    return [(one.place, one.seen, one.said) for one in corrections([reading(seen)], lines)]


@pytest.mark.parametrize(
    ("seen", "rolled", "said"),
    [
        ("d10=7", "Ann: roll d10=1", ("d10", "1")),
        ("d10=7", "Ann: claim d10=1", ("d10", "1")),
        ("d10=7", "Ann: roll d10=7", ("d10", "7")),  # people were asked, and confirmed it
        ("7", "Ann: roll d10=1", ("d10", "1")),
    ],
)
def test_what_people_said_a_die_shows_is_one_to_learn_from(seen, rolled, said):
    kind, _, face = seen.rpartition("=")
    assert told(seen, line(rolled)) == [(0, (kind, face), said)]


def test_a_roll_that_nobody_was_asked_about_is_none():
    assert told("d10=7", line("Ann: roll d10=7", confidence=0.99)) == []


def test_a_roll_amended_later_is_a_correction():
    lines = (
        line("Ann: roll d10=7", confidence=0.99),
        line('table: amend 1 "Ann: roll d10=1" drop 2', 2, reading=None),
    )
    assert told("d10=7", *lines) == [(0, ("d10", "7"), ("d10", "1"))]


def test_a_correction_that_was_taken_back_teaches_nothing_until_it_is_done_again():
    rolled = line("Ann: roll d10=7", confidence=0.99)
    amended = line('table: amend 1 "Ann: roll d10=1"', 2, reading=None)
    undone, redone = line("table: undo", 3, reading=None), line("table: redo", 4, reading=None)
    right = [(0, ("d10", "7"), ("d10", "1"))]
    assert told("d10=7", rolled, amended, undone) == []
    assert told("d10=7", rolled, amended, undone, redone) == right
    assert told("d10=7", rolled, line("table: undo", 2), line("table: redo", 3)) == []
    other = line("Ann: attack Ben", 4, reading=None)
    assert told("d10=7", rolled, amended, undone, other, line("table: redo", 5)) == []


def test_dice_that_were_put_right_stay_right_when_the_roll_itself_is_taken_back():
    rolled = line("Ann: roll d10=1", confidence=None)
    assert told("d10=7", rolled, line("table: undo", 2)) == [(0, ("d10", "7"), ("d10", "1"))]


def test_undo_takes_back_one_correction_after_the_other():
    lines = (
        line("Ann: roll d10=7", confidence=0.99),
        line('table: amend 1 "Ann: roll d10=1"', 2, reading=None),
        line('table: amend 1 "Ann: roll d10=4"', 3, reading=None),
        line("table: undo", 4, reading=None),
    )
    assert told("d10=7", *lines) == [(0, ("d10", "7"), ("d10", "1"))]


def test_of_several_dice_the_one_that_differs_is_meant_whatever_the_order():
    seen = "md.eye=S md.devil=4 md.teeth=2"
    rolled = line('"Mary Ann": roll md.teeth=2 md.eye=3 md.devil=4')
    assert told(seen, rolled) == [(0, ("md.eye", "S"), ("md.eye", "3"))]


def test_several_wrong_ones_are_told_apart_by_their_kinds():
    seen = "md.eye=S md.devil=4"
    assert told(seen, line("Ann: roll md.devil=5 md.eye=3")) == [
        (0, ("md.eye", "S"), ("md.eye", "3")),
        (1, ("md.devil", "4"), ("md.devil", "5")),
    ]


@pytest.mark.parametrize(
    ("seen", "text"),
    [
        *(("d10=7", text) for text in ("Ann: attack Ben", "Ann: void d10", "no actor", "")),
        *(("d10=7", text) for text in ('Ann: roll "d10', "table: amend x")),
        ("d10=7 d10=8", "Ann: roll d10=7"),
        ("d6=1 d6=2", "Ann: roll d6=3 d6=4"),  # which of the two is which cannot be told
        ("7 3", "Ann: roll d10=7 d6=3"),
    ],
)
def test_other_lines_other_numbers_and_dice_alike_correct_nothing(seen, text):
    assert told(seen, line(text)) == []


def test_without_a_picture_or_a_roll_there_is_nothing_to_learn():
    lines = [line("Ann: roll d10=1")]
    assert corrections([reading("d10=7", evidence=None)], lines) == ()
    assert corrections([reading("d10=7", version=None)], lines) == ()
    assert corrections([reading("d10=7", version=5)], lines) == ()


def test_each_correction_has_a_key_of_its_own():
    readings = [reading("d10=7"), reading("d10=7", 2, key="cam#2")]
    lines = [line("Ann: roll d10=1"), line("Ann: roll d10=1", 2)]
    assert len({one.key for one in corrections(readings, lines)}) == 2
