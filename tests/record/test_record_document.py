"""X-12 to X-14 in records: every line goes by the names of who sat there when it was written.

The page about JSON shows the fields that the commands print.
"""

import json
import random
import re
from dataclasses import replace

import pytest
import record_page
from pig_kit import ANN, BEN, BOOK, PIG, go, hold, roll
from record_lines import new_record
from record_page import page

from companion.cli import main
from companion.core.actions import Amend, CallOff, Join, Leave, Redo, Undo
from companion.core.game import Setup
from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.switches import HouseRules, specs
from companion.record.file import parse_record
from companion.record.grammar import Form, Grammar
from companion.record.header import Header, parse_header
from companion.record.replay import replay
from companion.record.shelf import Shelf
from companion.record.text import CannotParseError

SEATS = ("Ann", "Ben", "Cleo", "Mary Ann")


def test_the_page_about_records_is_the_one_that_the_program_writes(repository):
    written = (repository / "docs" / "record.md").read_text("utf-8")
    assert written == page(), "make rules"


def test_every_verb_has_a_summary_and_an_example_that_parses_and_is_canonical():
    shelf, written = Shelf(), page()
    for game_id in shelf.ids():
        grammar = Grammar(shelf.game(game_id).actions, SEATS)
        for form in grammar.forms.values():
            action = grammar.read(form.action.example)
            assert type(action) is form.action
            assert grammar.write(action) == form.action.example
            assert form.action.__doc__
            assert f"\n- `{form.usage()}`: " in written


def test_the_record_shown_on_the_page_is_one():
    example = re.search(r"(?:^    .*\n)+", page(), re.MULTILINE)[0]
    lines = [line.removeprefix("    ") for line in example.splitlines()]
    header, taken = parse_header(lines, "docs/record.md")
    grammar = Shelf().grammar(header)
    assert len([grammar.read(line) for line in lines[taken:]]) == 5


def sections():
    return {part.partition("\n")[0]: part for part in page().split("\n## ")}


def test_every_box_has_a_section_and_every_game_a_row_that_leads_there():
    shelf, found = Shelf(), sections()
    for box in shelf.boxes():
        (title,) = {title for title in found if all(title in game.title for game in box)}
        anchor = re.sub(r"[^a-z0-9 ]", "", title.lower()).replace(" ", "-")
        for game in box:
            assert f"| `{game.id}` | [{game.title}](#{anchor}) |" in found["Games"]


def test_what_several_modes_share_stands_there_once():
    shelf, found = Shelf(), sections()
    for box in shelf.boxes():
        (text,) = [one for title, one in found.items() if all(title in g.title for g in box)]
        shared = set.intersection(*(set(game.actions) for game in box))
        for action in shared:
            assert text.count(f"\n- `{Form.of(action).usage()}`: ") == 1
        for name in {one.name for game in box for one in specs(game.house, game.prefix)}:
            assert text.count(f"\n- `{name}`: ") == 1
        assert all((f"In `{game.id}`" in text) <= (len(box) > 1) for game in box)


def test_a_game_without_switches_has_no_section_for_them():
    game = Shelf().game("gmm")
    assert "### Switches of Monster Mayhem" in record_page._box((game,))
    assert "Switches" not in record_page._box((replace(game, house=HouseRules),))


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


START = "record: 1\ngame: rsf\nseats: Ann, Ben\n---\ntable: mixed\n"


def shown(repository):
    text = (repository / "docs" / "json.md").read_text("utf-8")
    blocks = re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)
    decoder = json.JSONDecoder()
    found = []
    for block in blocks:
        rest = " ".join(line.strip() for line in block.splitlines())
        while rest:
            value, end = decoder.raw_decode(rest)
            found.append(value)
            rest = rest[end:].strip()
    return found


def test_every_example_is_json_and_has_the_fields_that_are_printed(repository, tmp_path, capsys):
    page = shown(repository)
    path = tmp_path / "a.record"
    path.write_text(START)
    main(["check", "--json", str(path)])
    main(["score", "--json", str(path)])
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(printed) == 3
    for one in printed:
        assert any(set(one) == set(example) for example in page), one


def test_tables_and_actions_are_printed_as_the_page_shows_them(repository, capsys, home_of_its_own):
    from companion.journal.store import FILE, Journal
    from companion.record.shelf import Shelf
    from companion.session.table import Table

    with Journal(home_of_its_own / FILE) as journal:
        shelf = Shelf()
        table = Table.open(shelf, journal, shelf.header("rsf", ("Ann", "Ben")))
        assert table.declare(table.understand("mixed")).legal
    main(["sessions", "list", "--json"])
    main(["sessions", "show", table.table_id, "--json"])
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["type"] for one in printed] == ["table", "action"]
    for one in printed:
        assert any(set(one) == set(example) for example in shown(repository)), one


def test_card_lists_are_printed_as_the_page_shows_them(repository, capsys):
    path = repository / "companion" / "games" / "gmm" / "catalogue.toml"
    assert main(["cards", "list", "--json", "--game", "gmm"]) == 0
    assert main(["cards", "check", "--json", str(path)]) == 0
    assert main(["cards", "show", "--json", str(path)]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {one["type"] for one in printed} == {"game", "catalogue", "card"}
    for one in printed:
        assert any(set(one) == set(example) for example in shown(repository)), one
