from types import SimpleNamespace

import pytest
from session_kit import ANN, BEN, SHELF, faces, fighting, open_table, over, play_until, rolling

from companion.core.actions import Amend, Redo, Roll, Undo, Void
from companion.core.errors import CompanionError
from companion.core.game import Depth
from companion.games.rsf.verbs import Attack, BeginCombat
from companion.journal.errors import JournalError
from companion.journal.rows import HELD, MANUAL, Provenance
from companion.journal.store import Journal
from companion.record.text import AmbiguousError, CannotParseError
from companion.session.export import export_text
from companion.session.history import tell_step
from companion.session.table import Table, TableError


@pytest.fixture
def table(journal):
    table = open_table(journal)
    play_until(table, fighting)
    return table


def attack(table):
    turn = table.view().turn
    return Attack(turn, BEN if turn == ANN else ANN)


def test_an_action_is_journalled_before_anybody_hears_of_it(table, journal):
    seen = []
    table.subscribe(lambda change: seen.append((change, len(journal.lines(table.table_id)))))
    verdict = table.declare(attack(table), Provenance("replay"))
    assert verdict.legal
    ((change, journalled),) = seen
    assert change.number == journalled == table.version
    assert change.line == journal.lines(table.table_id)[-1].text
    assert journal.lines(table.table_id)[-1].provenance.source == "replay"


def test_when_the_journal_fails_the_table_stands_as_before(table, journal):
    before = table.match
    seen = []
    table.subscribe(seen.append)
    journal._base.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError):
        table.declare(attack(table))
    assert table.match is before
    assert not seen
    journal._base.execute("PRAGMA query_only = OFF")
    assert table.declare(attack(table)).legal


def test_who_hears_no_more_hears_no_more(table):
    seen = []
    leave = table.subscribe(seen.append)
    leave()
    table.declare(attack(table))
    assert not seen


def test_a_typed_line_needs_no_actor_in_turn(table):
    turn = table.view().turn
    other = table.seats[BEN if turn == ANN else ANN]
    assert table.declare(table.understand(f"att {other.lower()}")).legal
    assert table.match.log[-1].actor == turn
    assert table.declare(table.understand("7")).legal
    assert table.match.log[-1] == Roll(turn, faces(7))


def test_what_another_seat_alone_may_do_needs_no_actor_either(table):
    table.declare(attack(table))
    table.declare(table.understand("9"))
    victim = table.match.log[-2].target
    options = {option.verb for option in table.options()}
    assert "destroy" in options
    piece = next(o for o in table.options() if o.verb == "destroy").instances[0].piece
    assert table.declare(table.understand(f"destroy {piece.word()}")).legal
    assert table.match.log[-1].actor == victim


def test_what_is_typed_wrong_is_told_apart(table):
    with pytest.raises(CannotParseError):
        table.declare(table.understand("attaq ben"))
    with pytest.raises(AmbiguousError):
        table.declare(table.understand("e"))
    assert not table.declare(table.understand("Ann: roll d10=7")).legal


@pytest.mark.parametrize("text", ["11", "7 7", "x"])
def test_typed_faces_must_be_faces_of_the_dice_asked_for(table, text):
    table.declare(attack(table))
    with pytest.raises(CannotParseError):
        table.declare(table.understand(text))


def test_x7_the_table_may_rule_and_the_ruling_names_every_rule(table, journal):
    turn = table.view().turn
    table.declare(BeginCombat(turn))
    hand = table.match.state.players[turn].hand
    refused = [
        action
        for action in _connects(table, turn, hand)
        if not table.check(action).legal and table.check(action).forceable
    ]
    action = refused[0]
    broken = [reason.rule for reason in table.check(action).reasons]
    seen = []
    table.subscribe(seen.append)
    assert table.allow(action, "agreed").legal
    ruling, line = journal.lines(table.table_id)[-2:]
    assert ruling.text == f"table: ruling {' '.join(dict.fromkeys(broken))} allow agreed"
    assert line.text == table.grammar.write(action)
    assert ruling.at == line.at
    assert [change.number for change in seen] == [ruling.version, line.version]


def _connects(table, turn, hand):
    for piece in table.match.state.players[turn].monster:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            line = f"connect {hand[0]} at {piece.cell.x + dx},{piece.cell.y + dy}"
            yield table.grammar.enter(line, lambda _action: turn)


def test_x7_what_no_ruling_could_allow_is_refused_and_not_logged(table):
    before = table.version
    verdict = table.allow(Roll(ANN, faces(7)), "please")
    assert not verdict.legal
    assert table.version == before


def test_x7_a_legal_action_needs_no_ruling(table):
    before = table.version
    assert table.allow(attack(table), "").legal
    assert table.version == before + 1


def test_x7_when_the_journal_fails_neither_ruling_nor_action_stands(table, journal):
    turn = table.view().turn
    table.declare(BeginCombat(turn))
    before = table.match
    hand = table.match.state.players[turn].hand
    action = next(a for a in _connects(table, turn, hand) if table.check(a).forceable)
    journal._base.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError):
        table.allow(action, "so")
    assert table.match is before


def test_x6_undo_goes_back_past_a_roll(table):
    start = table.match.state
    table.declare(attack(table))
    table.declare(table.understand("2"))
    assert table.declare(Undo(None)).legal
    assert rolling(table)
    assert table.declare(Undo(None)).legal
    assert table.match.state == start


def test_x6_undone_dice_answer_the_next_request_by_themselves(table, journal):
    table.declare(attack(table))
    table.declare(table.understand("2"))
    rolled = table.match.state
    table.declare(Undo(None))
    table.declare(Undo(None))
    seen = []
    table.subscribe(seen.append)
    table.declare(attack(table))
    assert table.match.state == rolled
    assert [(change.automatic, change.action.verb) for change in seen] == [
        (False, "attack"),
        (True, "roll"),
    ]
    assert journal.lines(table.table_id)[-1].provenance == HELD


def test_x6_held_dice_are_committed_together_with_what_calls_for_them(table, journal):
    table.declare(attack(table))
    table.declare(table.understand("2"))
    table.declare(Undo(None))
    table.declare(Undo(None))
    before = table.match
    journal._base.execute(
        "CREATE TEMP TRIGGER no BEFORE INSERT ON actions WHEN NEW.source = 'held'"
        " BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    with pytest.raises(JournalError):
        table.declare(attack(table))
    assert table.match is before
    assert len(journal.lines(table.table_id)) == table.version


def test_x6_at_the_open_request_undone_dice_wait_to_be_taken_or_voided(table):
    table.declare(attack(table))
    table.declare(table.understand("2"))
    table.declare(Undo(None))
    assert table.held().dice == faces(2)
    assert table.take_held().legal
    assert table.held() is None
    table.declare(Undo(None))
    assert table.declare(Void(table.held().roller, ("d10",))).legal
    assert table.declare(table.understand("9")).legal


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        (("d10",), "Ann's d10 does not count"),
        (("md.eye", "md.teeth"), "Ann's D'eye and Teeth-Die do not count"),
        (("d6", "d6", "d10"), "Ann's 2 d6 and d10 do not count"),
    ],
)
def test_x5_void_dice_are_told_by_their_names(kinds, told):
    table = open_table(Journal(None))
    play_until(table, fighting)
    void = SimpleNamespace(action=Void(ANN, kinds), seats=table.seats)
    assert tell_step(table.match, void) == told


def test_x6_redo_gives_back_what_was_undone(table):
    table.declare(attack(table))
    table.declare(table.understand("2"))
    after = table.match.state
    for _ in range(2):
        table.declare(Undo(None))
    for _ in range(2):
        assert table.declare(Redo(None)).legal
    assert table.match.state == after
    assert not table.declare(Redo(None)).legal


def test_x10_a_planned_correction_names_what_it_drops(table):
    table.declare(attack(table))
    table.declare(table.understand("9"))
    piece = next(o for o in table.options() if o.verb == "destroy").instances[0]
    table.declare(piece)
    roll = table.version - 1
    roller = table.match.log[roll - 1].actor
    amend = table.match.with_drops(Amend(None, roll, Roll(roller, faces(1))))
    assert table.check(amend).legal
    assert amend.drops in {(), (table.version,)}
    before = table.version
    assert table.declare(amend).legal
    history = table.history()
    assert table.version == before + 1
    assert history[before - 1].undone == bool(amend.drops)
    assert not history[roll - 1].undone
    assert "1" in history[roll - 1].told


def test_x10_a_correction_that_makes_no_sense_is_planned_as_refused(table):
    amend = table.match.with_drops(Amend(None, 1, Roll(ANN, faces(1))))
    assert amend.drops == ()
    assert not table.declare(amend).legal


def test_history_tells_every_action_and_marks_what_was_undone(table):
    table.declare(attack(table))
    table.declare(table.understand("2"))
    table.declare(Undo(None))
    table.declare(Undo(None))
    *_, attacked, rolled, first, second = table.history()
    assert attacked.undone
    assert rolled.undone
    assert not first.undone
    assert first.told == f"Taken back: {rolled.told}"
    assert second.told == f"Taken back: {attacked.told}"
    table.declare(Redo(None))
    assert not table.history()[attacked.number - 1].undone
    assert table.history()[rolled.number - 1].undone
    assert all(line.told for line in table.history())


@pytest.mark.parametrize("depth", [Depth.FULL, Depth.LIGHT])
def test_a_resumed_table_is_the_table(journal, depth):
    table = open_table(journal, ("Ann", "Mary Ann", "Zoë"), depth, zero_face="zero")
    play_until(table, fighting)
    table.declare(attack(table))
    table.declare(table.understand("3"))
    table.declare(Undo(None))
    again = Table.resume(SHELF, journal, table.table_id)
    assert again.match.state == table.match.state
    assert again.match.log == table.match.log
    assert again.history() == table.history()
    assert again.held() == table.held()
    assert again.header == table.header


def test_a_line_that_was_kept_stands_even_where_the_rules_are_read_more_strictly_now(journal):
    table = open_table(journal, ("Ann", "Ben"), Depth.LIGHT)
    journal.append(table.table_id, table.version + 1, [("Ben: draw card", MANUAL)])
    refused = table.match.check(table.grammar.read("Ben: draw card"))
    assert refused.forceable
    again = Table.resume(SHELF, journal, table.table_id)
    assert again.version == table.version + 1
    assert again.match.now.lifted == {reason.rule for reason in refused.reasons}


def test_a_line_that_is_not_understood_any_more_is_named_and_can_be_exported(journal, table):
    journal.append(table.table_id, table.version + 1, [("Ann: dance", MANUAL)])
    with pytest.raises(TableError, match=f"line {table.version + 1}: there is no verb 'dance'"):
        Table.resume(SHELF, journal, table.table_id)
    assert export_text(journal, table.table_id).endswith("Ann: dance\n")


def test_a_table_of_nobody_cannot_be_resumed(journal):
    with pytest.raises(CompanionError, match="there is no table rsf-1"):
        Table.resume(SHELF, journal, "rsf-1")


def test_the_game_refuses_a_setup_before_anything_is_journalled(journal):
    with pytest.raises(CompanionError):
        open_table(journal, ("Ann",))
    with pytest.raises(CompanionError):
        open_table(journal, nothing="on")
    assert journal.tables() == ()


def test_the_journal_knows_which_games_have_ended_and_an_undo_opens_them_again(journal):
    table = open_table(journal)
    play_until(table, over)
    assert [info.over for info in journal.tables()] == [True]
    assert table.declare(Undo(None)).legal
    assert [info.over for info in journal.tables()] == [False]
    assert not journal.table(table.table_id).over
