"""X-12 to X-14 in records: every line goes by the names of who sat there when it was written."""

import random

import pytest
from pig_kit import ANN, BEN, BOOK, PIG, go, hold, roll

from companion.core.actions import Amend, CallOff, Join, Leave, Redo, Undo
from companion.core.game import Setup
from companion.core.log import Match
from companion.core.seats import Seat
from companion.record.file import new_record, parse_record
from companion.record.grammar import Grammar
from companion.record.header import Header
from companion.record.replay import replay
from companion.record.text import CannotParseError

HEADER = Header("pig", ("Ann", "Ben"))
UNDO, REDO = Undo(None), Redo(None)


def start():
    return Match.begin(PIG, BOOK, Setup(HEADER.seats))


def grammar_of(header):
    return Grammar(PIG.actions, header.seats)


def written(match, action):
    return grammar_of(HEADER).with_seats(match.seats, match.seats_before).write(action)


def lines_of(actions):
    """Each legal action as a line, at its moment; and the match after all of them."""
    match, lines = start(), []
    for action in actions:
        if match.check(action).legal:
            lines.append(written(match, action))
            match = match.apply(action)
    return match, lines


def read(lines):
    text = new_record(HEADER).raw + "\n".join(lines)
    record = parse_record(text, "people.record", grammar_of)
    return record, replay(record, start())


def test_x12_x14_they_are_written_and_read_as_anything_else():
    lines = [
        'table: join "Cleo D" after Ann',
        'table: leave "Cleo D"',
        'table: call-off "it is late"',
    ]
    record, found = read(lines)
    assert record.actions == (
        Join(None, "Cleo D", ANN),
        Leave(None, BEN),
        CallOff(None, "it is late"),
    )
    assert found.sound
    assert lines_of(record.actions)[1] == lines


def test_x13_lines_before_and_after_somebody_joins_go_by_the_seats_of_their_moment():
    _, lines = lines_of((Join(None, "Dan", ANN), go(), roll(1), go(BEN), roll(1, BEN), go(Seat(2))))
    assert lines[-3:] == ["Dan: go", "Dan: roll d10=1", "Ben: go"]
    record, found = read(lines)
    assert found.sound
    assert [action.actor for action in record.actions[1:]] == [0, 0, 1, 1, 2]


def test_x13_a_correction_goes_by_the_names_of_the_line_that_it_corrects():
    lines = [
        "table: adjust Ben 0",
        "table: join Dan after Ann",
        'table: amend 1 "table: adjust Ann 0"',
        'table: amend 2 "table: join Dora after Ann"',
        "Ann: go",
        'table: amend 2 "table: join Dick after Ann"',
        "table: undo",
        "table: leave Dora",
    ]
    record, found = read(lines)
    assert found.sound
    assert found.match.seats == ("Ann", "Dora", "Ben")
    assert found.match.state.setup.left == (BEN,)
    assert lines_of(record.actions)[1] == lines


def test_x13_after_an_undo_nobody_is_called_so_any_more():
    with pytest.raises(Exception, match="there is no seat called 'Dan'"):
        read(["table: join Dan", "table: undo", "Dan: go"])
    assert read(["table: join Dan", "table: undo", "table: redo", "table: leave Dan"])[1].sound


def test_x13_a_record_with_a_player_too_late_is_checked_up_to_there():
    record, found = read(["Ann: go", "table: join Dan", "Dan: go"])
    assert len(record.entries) == 3
    assert (found.checked, found.unchecked) == (2, 1)
    assert [remark.rule for remark in found.remarks] == ["X-13"]


def test_x13_a_name_for_an_action_that_is_not_in_play_changes_nobodys():
    record, found = read(["table: join Dan", 'table: amend 7 "table: join Dora"', "Dan: go"])
    assert len(record.entries) == 3
    assert found.checked == 2


def any_action(chance, match):
    seat = Seat(chance.randrange(len(match.seats)))
    number = chance.randrange(len(match.log) + 1)
    name = chance.choice("PQRS")
    known = match.log[number - 1] if number else go()
    return chance.choice(
        (
            *(go(seat), hold(seat), roll(chance.randrange(2, 6), seat), UNDO, UNDO, REDO),
            *(Join(None, name, chance.choice((None, seat))), Leave(None, seat)),
            Amend(None, number, known),
            Amend(None, number, Join(None, name, getattr(known, "after", None))),
        )
    )


@pytest.mark.parametrize("number", range(30))
def test_inv1_whatever_was_done_a_record_reads_as_it_was_written(number):
    chance, match, lines = random.Random(number), start(), []
    for _ in range(120):
        action = any_action(chance, match)
        if match.check(action).legal:
            lines.append(written(match, action))
            match = match.apply(action)
    record, found = read(lines)
    assert record.actions == match.log
    assert found.match.state == match.state
    assert found.match.seats == match.seats


def test_what_is_typed_may_be_shortened_with_whoever_has_joined():
    match, _ = lines_of((Join(None, "Dora"),))
    grammar = grammar_of(HEADER).with_seats(match.seats, match.seats_before)
    assert grammar.enter("leave do", lambda _: None) == Leave(None, Seat(2))
    with pytest.raises(CannotParseError):
        grammar_of(HEADER).enter("leave do", lambda _: None)
