"""What all kept tables tell a designer, counted again from the records themselves."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from played_kit import SHELF, played
from session_kit import fighting, open_table, play_until

from companion.core.actions import SetSwitch, Undo
from companion.journal.store import Journal
from companion.rolls.fairness import wilson
from companion.session.playtest import playtest_json, playtest_lines, playtests

START = datetime(2026, 1, 1, 19, tzinfo=UTC)


@pytest.fixture
def journal():
    """A journal whose clock goes on by ten seconds a look."""
    times = (START + timedelta(seconds=10 * n) for n in count())
    with Journal(None, now=lambda: next(times).isoformat()) as journal:
        yield journal


def told(journal, game=None):
    found, unread = playtests(SHELF, journal, game)
    assert not unread
    return {one.game.id: playtest_json(one) for one in found}


def test_games_are_apart_and_a_running_table_counts_for_rules_but_not_for_wins(journal):
    md, other = played(journal, "md-four-players"), played(journal, "md-two-switches", 40)
    played(journal, "fgt-light")
    found = told(journal)
    assert set(found) == {"md", "fgt"}
    assert set(told(journal, "md")) == {"md"}
    assert (found["md"]["tables"], found["md"]["finished"]) == (2, 1)
    assert found["md"]["actions"]["middle"] == len(md.match.steps())
    switched = {(one["rule"], one["what"]) for one in found["md"]["switched"]}
    assert ("MD-Q3", "md.combo=adds") in switched
    assert all(name in str(switched) for name in other.header.switches)


def test_wins_by_seat_and_by_named_card_have_the_bounds_of_wilson_and_what_chance_brings(journal):
    table = played(journal, "md-four-players")
    (won,) = table.standing().winners
    seats = [one for one in told(journal)["md"]["wins"] if "seat" in one]
    assert [(one["seat"], one["won"], one["of"]) for one in seats] == [
        (str(seat + 1), int(seat == won), 1) for seat in range(4)
    ]
    low, high = wilson(1, 1)
    best = seats[won]
    assert (best["low"], best["high"]) == (round(low, 3), round(high, 3))
    assert best["share"] == 1
    assert {one["chance"] for one in seats} == {0.25}
    assert not best["enough"]
    cards = {one["card"] for one in told(journal)["md"]["wins"] if "card" in one}
    lines = " ".join(line.text for line in journal.lines(table.table_id))
    assert cards
    assert all(card in lines for card in cards)


def test_what_was_tried_taken_back_overruled_and_switched_is_counted_by_its_rule(journal):
    table = open_table(journal)
    play_until(table, fighting)
    turn = table.view().turn
    (own,) = [one for one in table.options() if one.verb == "attack"]
    attack = own.instances[0]
    wrong = type(attack)(turn, turn)
    verdict = table.declare(wrong)
    assert table.declare(attack).legal
    table.declare(Undo(None))
    table.declare(SetSwitch(None, "rsf.dodge_from", "1"))
    found = told(journal)["rsf"]
    rules = {reason.rule for reason in verdict.reasons}
    assert {one["rule"] for one in found["tried"]} == rules
    assert {one["what"] for one in found["tried"]} == {"attack"}
    assert found["undone"] == [{"rule": "RSF-F3", "what": "attack", "count": 1}]
    assert [one["what"] for one in found["switched"]] == ["rsf.dodge_from=1"]
    assert found["finished"] == 0
    assert found["wins"] == []


def test_a_turn_is_as_long_as_the_journal_says_and_breaks_do_not_count(journal):
    played(journal, "md-four-players")
    seconds = told(journal)["md"]["seconds"]
    assert seconds["enough"]
    assert 10 <= seconds["low"] <= seconds["middle"] <= seconds["high"] < 1200


def test_a_journal_without_times_or_tables_says_so():
    with Journal(None, now=lambda: "long ago") as journal:
        assert playtests(SHELF, journal, None) == ([], [])
        played(journal, "fgt-light")
        assert told(journal)["fgt"]["seconds"] == {
            "count": 0, "low": None, "middle": None, "high": None, "enough": False,
        }  # fmt: skip


def test_people_read_what_programs_read_and_that_it_is_too_little(journal):
    table = open_table(journal)
    table.declare(Undo(None))
    played(journal, "rsf-light")
    lines = list(playtest_lines(told(journal)["rsf"]))
    assert lines[0] == "Ready, Set, Fight (rsf): 2 tables, 1 with a winner"
    assert "  tried against: X-6 undo 1" in lines
    assert "  taken back: nothing" in lines
    assert any(line.startswith("  seat 1: won ") for line in lines)
    length = next(line for line in lines if line.startswith("  actions in a game: "))
    assert length.endswith("; too few to say")


def test_a_table_that_cannot_be_folded_is_named(journal):
    table = open_table(journal)
    table.declare(Undo(None))
    play_until(table, fighting)
    journal._base.execute("UPDATE actions SET line = 'x' WHERE version = 3")
    found, (unread,) = playtests(SHELF, journal, None)
    assert not found
    assert unread.table_id == table.table_id
