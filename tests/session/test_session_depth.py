"""X-8 at a live table: it goes on in light depth, is kept so, found again so, and says so."""

import random

import pytest
from games_play import SHELF, cards_of, header_of
from played_kit import RECORDS
from session_kit import fighting, open_table, play_until

from companion.core.actions import Lighten
from companion.core.game import Depth
from companion.core.seats import Seat
from companion.record.file import parse_record
from companion.record.replay import replay
from companion.session.announcer import Announcer, moment
from companion.session.changes import changes
from companion.session.export import export_text, game_json, score_json
from companion.session.history import depth_line, play_through
from companion.session.report import report
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
    assert table.enter("light").legal
    play_on(table, chance, steps)
    return table


@every_game
def test_a_word_makes_the_table_light_and_the_history_says_so(journal, game_id):
    table = begun(journal, game_id)
    play_on(table, random.Random(1), 10)
    before = table.match.state
    assert table.may_lighten()
    assert table.catalogue is table.match.setup.catalogue is not None
    assert table.enter("light").legal
    assert table.match.log[-1] == Lighten(None)
    assert (table.history()[-1].line, table.history()[-1].told) == ("table: light", TOLD)
    assert not table.may_lighten()
    assert table.catalogue is None
    assert table.match.depth is Depth.LIGHT
    assert table.undo().legal
    assert table.match.state == before
    assert table.catalogue is not None
    assert table.history()[-2].undone


@every_game
def test_a_table_that_became_light_is_resumed_so_and_goes_back_to_full_depth_by_undo(
    journal, game_id
):
    table = lightened(journal, game_id)
    again = Table.resume(SHELF, journal, table.table_id)
    assert again.match.state == table.match.state
    assert again.history() == table.history()
    assert again.match.depth is Depth.LIGHT
    assert again.header.depth is Depth.FULL
    light = next(line.number for line in table.history() if line.line == "table: light")
    while again.version < 3 * table.version and again.match.depth is Depth.LIGHT:
        assert again.undo().legal
    assert again.match.depth is Depth.FULL
    assert again.match.now.number == light - 1


@every_game
def test_its_record_reads_back_and_plays_to_the_same_state(journal, game_id):
    table = lightened(journal, game_id)
    text = export_text(journal, table.table_id)
    assert text == table.record().raw
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
    assert table.enter("light").legal
    number = table.version
    for said in (score_json(table.match), game_json(table)):
        assert (said["depth"], said["depth_now"]) == ("full", "light")
    assert f"full depth, from move {number} on light depth" in report(table)
    assert table.undo().legal
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
        announcer, sentences = announcer.after(
            tuple(steps), moment(table), changes(before, table.match)
        )
        return sentences

    assert said(lambda: table.enter("light"))[0] == f"{TOLD}."
    assert not any(TOLD in one for one in said(table.undo))
    assert not any(TOLD in one for one in said(table.redo))


def test_the_table_alone_makes_it_light_and_only_once(journal):
    table = open_table(journal)
    refused = table.declare(Lighten(Seat(0)))
    assert [one.rule for one in refused.reasons] == ["X-7"]
    assert table.enter("light").legal
    assert [one.rule for one in table.enter("light").reasons] == ["X-8"]
    assert table.version == 1


def test_dice_that_were_asked_for_are_still_asked_for(journal):
    """Whoever was to roll rolls, and what the dice show counts once, before and after an undo."""
    table = open_table(journal)
    play_until(table, attacking)
    asked, before = table.pending(), table.match.state
    assert table.enter("light").legal
    assert table.pending().kinds == asked.kinds
    assert table.pending().roller == asked.roller
    assert table.enter("7").legal
    rolled = table.match.log[-1]
    table.undo()
    table.undo()
    assert table.match.state == before
    assert table.held() is not None
    assert table.take_held().legal
    assert table.match.log[-1] == rolled
