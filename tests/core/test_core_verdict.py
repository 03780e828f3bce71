"""What a game offers: only what nothing stands against, and everything once."""

import pytest
from pig_kit import BOOK

from companion.core.actions import Withdraw
from companion.core.findings import YES, against, legal
from companion.core.rulebook import Rulebook, RulebookError, Status, rule_lines
from companion.core.seats import Seat
from companion.core.verdict import Breach, Note, Question, VerdictKind, grade, name_switches

NONE = frozenset()
STATED, INFERRED, DEFAULT = "PIG-2", "PIG-4", "PIG-3"


def test_x3_no_finding_is_legal():
    assert grade((), BOOK, NONE).legal


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        (STATED, VerdictKind.ILLEGAL),
        (INFERRED, VerdictKind.ILLEGAL),
        (DEFAULT, VerdictKind.NEEDS_RULING),
    ],
)
def test_x3_stated_and_inferred_rules_block_a_default_ruling_asks(rule, kind):
    verdict = grade((Breach(rule, "so"),), BOOK, NONE)
    assert verdict.kind is kind
    assert verdict.forceable


def test_x3_a_default_ruling_that_cannot_be_forced_blocks():
    verdict = grade((Breach(DEFAULT, "so", forceable=False),), BOOK, NONE)
    assert verdict.kind is VerdictKind.ILLEGAL
    assert not verdict.forceable


def test_x3_one_stated_breach_among_default_rulings_is_illegal():
    verdict = grade((Breach(DEFAULT, "a"), Breach(STATED, "b")), BOOK, NONE)
    assert verdict.kind is VerdictKind.ILLEGAL


def test_x3_a_question_needs_a_fact_and_a_breach_comes_first():
    ask = Question(Seat(0), "how many?", STATED)
    assert grade((ask,), BOOK, NONE).kind is VerdictKind.NEEDS_FACT
    assert not grade((ask,), BOOK, NONE).forceable
    assert grade((ask, Breach(STATED, "b")), BOOK, NONE).kind is VerdictKind.ILLEGAL


def test_notes_block_nothing():
    verdict = grade((Note(DEFAULT, "by the way"),), BOOK, NONE)
    assert verdict.legal
    assert verdict.message() == "by the way (PIG-3)"


def test_x7_a_licence_lifts_the_named_rules_only():
    both = (Breach(STATED, "a"), Breach(INFERRED, "b"))
    verdict = grade(both, BOOK, frozenset({STATED}))
    assert [reason.rule for reason in verdict.reasons] == [INFERRED]
    assert grade(both, BOOK, frozenset({STATED, INFERRED})).legal


def test_x7_a_licence_does_not_lift_what_cannot_be():
    assert not grade((Breach(STATED, "a", forceable=False),), BOOK, frozenset({STATED})).legal


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (STATED, "Not allowed: no (PIG-2)"),
        (INFERRED, "Not allowed as we read it: no (PIG-4, inferred)"),
        ("X-10", "By default ruling X-10: no; no switch, the table may rule"),
    ],
)
def test_messages_say_how_firmly_a_rule_stands(rule, message):
    assert grade((Breach(rule, "no"),), BOOK, NONE).message() == message


def test_x7_a_missing_fact_is_called_so_whatever_the_rule_and_names_no_way_out():
    verdict = grade((Breach("X-10", "no", forceable=False),), BOOK, NONE)
    assert verdict.message() == "Not possible, a fact is missing: no (X-10)"


def test_a_switch_is_named_with_the_value_that_takes_the_finding_away_and_only_then():
    """Part 0: a rule whose switch changes nothing here says only that the table may rule."""
    refused = grade((Breach(DEFAULT, "no"), Note(DEFAULT, "so"), Note(STATED, "so")), BOOK, NONE)
    lifted = name_switches(refused, lambda _: [("never", refused), ("yes", grade((), BOOK, NONE))])
    assert lifted.reasons[0].message().endswith("no; change with pig.low = yes")
    assert (lifted.notes[0].switch, lifted.notes[0].value) == ("pig.low", "yes")
    for others in (
        [],
        [("yes", grade((Breach(DEFAULT, "no, but 2"), Note(DEFAULT, "so")), BOOK, NONE))],
    ):
        kept = name_switches(refused, lambda _, others=others: others)
        assert kept.message() == "By default ruling PIG-3: no; the table may rule"
        assert [one.switch for one in (*kept.reasons, *kept.notes)] == [None] * 3


def test_a_rulebook_refuses_doubled_ids_and_what_is_no_toml():
    text = '[[rule]]\nid = "A"\nstatus = "S"\nhow = "told"\ntext = "t"\n'
    assert Rulebook.parse(text)["A"].status is Status.STATED
    for bad in (text + text, "[[rule", "[[rule]]\nid = 1\n", text.replace('"S"', '"Q"')):
        with pytest.raises(RulebookError, match=r"rules\.toml"):
            Rulebook.parse(bad)


def test_a_rule_says_how_firmly_it_stands_and_what_changes_it():
    text = '[[rule]]\nid = "A"\nstatus = "D"\nhow = "told"\ntext = "t"\n'
    bare = rule_lines(Rulebook.parse(text)["A"])
    full = rule_lines(Rulebook.parse(text + 'source = "12"\nswitch = "pig.low"\n')["A"])
    assert full[: len(bare)] == bare
    assert "pig.low" in full[-2]
    assert "12" in full[-1]


ANN, BEN, CLEO, DAN = (Withdraw(Seat(seat)) for seat in range(4))


def check(_state, action):
    return {
        ANN: YES,
        BEN: against("X-3", "not now"),
        CLEO: (Question(None, "which?", "X-3"),),
        DAN: (Note("X-3", "by default ruling"),),
    }[action]


def test_what_stands_against_or_asks_is_left_out_and_a_note_is_not():
    assert legal(check, None, [ANN, BEN, CLEO, DAN]) == (ANN, DAN)


def test_the_same_action_is_offered_once_and_the_order_stays():
    assert legal(check, None, [DAN, ANN, DAN, ANN]) == (DAN, ANN)
