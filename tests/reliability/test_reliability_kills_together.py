"""Several programs on one journal: each plays its own table, and at one table no action is doubled."""

import pytest

from companion.journal.store import FILE, Journal
from models.workshop.soak.kills import play as play_kit
from models.workshop.soak.kills import together

pytestmark = pytest.mark.slow

FIRST, SECOND = "fgt-light", "mon-dominoes-light"


def texts(name):
    record, _ = play_kit.SHELF.read_record(play_kit.RECORDS / f"{name}.record")
    grammar = play_kit.SHELF.grammar(record.header)
    return [grammar.write(action) for action in record.actions]


def test_two_programs_play_two_tables_of_one_journal(place):
    Journal(place / FILE).close()
    told = together.ended([together.started("own", place, name) for name in (FIRST, SECOND)])
    with Journal(place / FILE) as journal:
        for name, (table, *numbers) in zip((FIRST, SECOND), told, strict=True):
            lines = journal.lines(table)
            assert [line.text for line in lines] == texts(name)
            assert int(numbers[-1]) == len(lines)


def test_two_programs_at_one_table_enter_every_action_once(place):
    record, _ = play_kit.SHELF.read_record(play_kit.RECORDS / f"{SECOND}.record")
    with Journal(place / FILE) as journal:
        table = play_kit.Table.open(play_kit.SHELF, journal, record.header)
    programs = [together.started("same", place, SECOND, table.table_id) for _ in range(2)]
    one, two = together.ended(programs)
    numbers = sorted(int(word) for word in (*one, *two) if word != "late")
    with Journal(place / FILE) as journal:
        lines = journal.lines(table.table_id)
        assert [line.text for line in lines] == texts(SECOND)
        assert numbers == list(range(1, len(lines) + 1))
        resumed = play_kit.Table.resume(play_kit.SHELF, journal, table.table_id)
        assert resumed.view().over


def test_a_journal_that_is_being_written_to_is_never_taken_for_a_damaged_one(place):
    Journal(place / FILE).close()
    program, opened, actions = together.started("own", place, SECOND), 0, 0
    while program.poll() is None:
        with Journal(place / FILE) as journal:
            there = sum(info.actions for info in journal.tables())
        assert there >= actions
        opened, actions = opened + 1, there
    together.ended([program])
    assert opened > 3
