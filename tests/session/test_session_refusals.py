"""X-16: what was tried and refused is kept beside the log, without anything that must be hidden."""

import shlex

import pytest
from played_kit import RECORDS, SHELF
from session_kit import ANN, BEN, fighting, open_table, play_until

from companion.core.actions import Undo
from companion.core.rulebook import Status
from companion.core.verdict import Reason, Verdict, VerdictKind
from companion.games.rsf.verbs import Attack
from companion.session.export import export_text
from companion.session.history import new_refusal

NO = Verdict(VerdictKind.ILLEGAL, (Reason("X-4", Status.STATED, "", None, forceable=True),) * 2)


def test_x16_a_refusal_is_kept_beside_the_log_and_changes_nothing(journal):
    table = open_table(journal)
    play_until(table, fighting)
    before, record, seen = table.match, export_text(journal, table.table_id), []
    table.subscribe(seen.append)
    turn = table.view().turn
    verdict = table.declare(Attack(turn, turn))
    (kept,) = journal.refusals(table.table_id)
    name = table.seats[turn]
    assert (kept.number, kept.who, kept.what) == (table.version, name, f"attack {name}")
    assert kept.rules == tuple(dict.fromkeys(reason.rule for reason in verdict.reasons))
    assert kept.at
    assert (table.match, seen) == (before, [])
    assert export_text(journal, table.table_id) == record
    assert table.declare(Attack(turn, BEN if turn == ANN else ANN)).legal
    assert journal.refusals(table.table_id) == (kept,)


def test_what_the_whole_table_tried_has_no_name(journal):
    table = open_table(journal)
    assert not table.declare(Undo(None)).legal
    (kept,) = journal.refusals(table.table_id)
    assert (kept.number, kept.who, kept.what, kept.rules) == (0, "", Undo.verb, ("X-6",))


def test_a_refusal_is_said_also_where_the_journal_cannot_keep_it(journal):
    table = open_table(journal)
    journal._base.execute("PRAGMA query_only = ON")
    assert table.declare(Undo(None)).reasons
    journal._base.execute("PRAGMA query_only = OFF")
    assert journal.refusals(table.table_id) == ()


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("*.record")))
def test_x16_a_refusal_keeps_the_verb_and_the_seats_alone(name):
    """Whatever a player tried names no card, number, side or word: all of it may be in a hand."""
    record, _ = SHELF.read_record(RECORDS / f"{name}.record")
    grammar = SHELF.grammar(record.header)
    seats = {grammar.seat_word(seat) for seat in range(len(grammar.seats))}
    for number, entry in enumerate(record.entries):
        kept = new_refusal(grammar, number, entry.action, NO)
        verb, *words = shlex.split(kept.what)
        assert verb == entry.action.verb
        assert {*words} <= {*shlex.split(" ".join(seats)), *grammar.forms[verb].keywords, "-"}
        assert kept.rules == ("X-4",)
