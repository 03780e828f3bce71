"""What is said aloud: turn, request, result, refusal; after an undo or correction what changed."""

import re
from functools import cache

import pytest
from played_kit import RECORDS, SHELF
from session_kit import faces, rolling

from companion.core.actions import Amend, Roll, Undo, Void
from companion.core.rulebook import Status
from companion.core.seats import Seat
from companion.core.verdict import Question, Reason, Verdict, VerdictKind
from companion.journal.store import Journal
from companion.session.announcer import Announcer, moment, refusal, spoken
from companion.session.changes import changes
from companion.session.table import Table
from companion.system.language import choose_language

GAMES = sorted(path.stem for path in RECORDS.glob("*.record") if "growing" not in path.stem)


WANTED = [f"{least} or more" for least in range(2, 10)]


def entries(table, record):
    """Return the actions of a record, but for those that the table has logged by itself."""
    for entry in record.entries:
        if entry.number > table.version:
            yield entry.action


class Ear:
    """Hears what would be said of a table, step by step."""

    def __init__(self, table):
        self.table = table
        self.steps = []
        self.announcer, self.first = Announcer().begin(moment(table))
        table.subscribe(self.steps.append)

    def declare(self, action):
        """Declare and return what is said of it."""
        before = self.table.match
        verdict = self.table.declare(action)
        assert verdict.legal, verdict.message()
        steps = tuple(self.steps)
        self.steps.clear()
        self.announcer, said = self.announcer.after(steps, moment(self.table), changes(before, self.table.match))
        return said


def at_roll(journal):
    """Play a record to an attack that a 1 misses and a 9 wins."""
    record, _ = SHELF.read_record(RECORDS / "rsf-light.record")
    table = Table.open(SHELF, journal, record.header)
    for action in entries(table, record):
        assert table.declare(action).legal
        request = table.pending()
        attack = rolling(table) and request.purpose.startswith("Attack on")
        if attack and request.needs[:9] in WANTED:
            return table
    raise AssertionError("this never happens")


def attacker(table):
    """Go back to before the attack was declared."""
    attack = table.match.log[-1]
    assert table.declare(Undo(None)).legal
    return attack


def test_a_voice_that_is_switched_on_says_where_the_game_stands(journal):
    table = at_roll(journal)
    ear = Ear(table)
    turn = table.seats[table.view().turn]
    assert ear.first[0] == f"{turn}'s turn."
    assert ear.first[1].startswith(f"{turn} rolls one d10. Attack on")


def test_a_request_is_said_when_it_opens_and_its_result_when_it_lands(journal):
    table = at_roll(journal)
    attack = attacker(table)
    ear = Ear(table)
    (request,) = ear.declare(attack)
    assert "rolls one d10" in request
    assert "defense" in request
    said = ear.declare(Roll(table.pending().roller, faces(1)))
    assert said[0] == spoken(table.history()[-1].told)


def test_an_undo_says_that_and_never_the_request_again(journal):
    table = at_roll(journal)
    ear = Ear(table)
    request = table.pending()
    result = ear.declare(Roll(request.roller, faces(1)))
    said = ear.declare(Undo(None))
    assert said[0].startswith("Taken back")
    assert table.pending() == request
    assert not set(said) & {*ear.first, *result}
    assert len(said) == 1


def test_dice_that_land_again_after_an_undo_are_not_told_again(journal):
    table = at_roll(journal)
    attack = attacker(table)
    ear = Ear(table)
    ear.declare(attack)
    result = ear.declare(Roll(table.pending().roller, faces(1)))
    ear.declare(Undo(None))
    ear.declare(Undo(None))
    said = ear.declare(attack)
    assert isinstance(table.match.log[-1], Roll)
    assert result[0] not in said


def test_a_void_asks_for_another_roll(journal):
    table = at_roll(journal)
    ear = Ear(table)
    request = table.pending()
    assert ear.declare(Void(request.roller, request.kinds)) == ("Roll again.",)


def test_a_correction_says_what_is_asked_now_and_nothing_that_was_said(journal):
    table = at_roll(journal)
    ear = Ear(table)
    roller = table.pending().roller
    before = ear.declare(Roll(roller, faces(1)))
    number = table.version
    said = ear.declare(Amend(None, number, Roll(roller, faces(9))))
    assert said[0].startswith("Corrected")
    assert isinstance(table.pending(), Question)
    assert spoken(table.pending().text) in said
    again = ear.declare(Amend(None, number, Roll(roller, faces(1))))
    assert again[0].startswith("Corrected")
    back = ear.declare(Amend(None, number, Roll(roller, faces(9))))
    assert not set(back[1:]) & {*ear.first, *before, *said, *again}
    assert len(back) == 1


@cache
def heard(name):
    """A whole game: its table, what is said first, and then of each action, and what was shown."""
    record, _ = SHELF.read_record(RECORDS / f"{name}.record")
    cards = SHELF.shipped(record.header.game) if record.header.catalogue else None
    with Journal(None) as journal:
        table = Table.open(SHELF, journal, record.header, cards)
        ear = Ear(table)
        steps = [
            (action, ear.declare(action), ear.announcer.now, tuple(x.told for x in table.history()))
            for action in entries(table, record)
        ]
    return table, ear.first, steps


as_spoken = cache(spoken)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_told_without_ids_signs_or_a_sentence_twice_in_a_row(name):
    table, first, steps = heard(name)
    told = list(first)
    for action, said, _, _ in steps:
        if isinstance(action, (Undo, Amend)):
            assert not set(said[1:]) & set(told)
        told += said
    assert told
    for sentence in told:
        assert sentence[-1] in ".!?"
        assert not re.search(r"[·→()]|[A-Z]{2,3}-[A-Z]+\d", sentence), sentence
    if table.view().over:
        winners = [table.seats[seat] for seat in table.standing().winners]
        assert all(name in told[-1] for name in winners)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_said_that_the_shared_screen_does_not_show(name):
    _, _, steps = heard(name)
    for action, said, now, lines in steps:
        if not isinstance(action, (Undo, Amend)) and action.verb != "redo":
            shown = {as_spoken(line) for line in lines}
            shown |= {f"{now.turn}'s turn.", now.asked, now.ending, "Roll again."}
            if action.verb == "ruling":
                shown.add(spoken(f"The table allows it: {action.note}"))
            assert set(said) <= shown


@pytest.mark.parametrize(
    ("line", "heard"),
    [
        ("Not allowed: both used (RSF-F3)", "Not allowed: both used."),
        ("a piece goes (MON-C12a, inferred)", "a piece goes."),
        ("8 + die against DEF 15", "8 + die against defense 15."),
        ("7 or more hits (0 counts as 10)", "7 or more hits, 0 counts as 10."),
        ("Ann ATK 3 → 5 · Ben leads", "Ann attack 3 to 5, Ben leads."),
        ("Ben, dodge?", "Ben, dodge?"),
        ("", ""),
    ],
)
def test_signs_become_words_and_ids_go(line, heard):
    assert spoken(line) == heard


def test_a_refusal_says_its_first_reason_alone():
    reasons = (
        Reason("RSF-F3", Status.STATED, "Phase 1 allows 1 action", None, forceable=True),
        Reason("RSF-F4", Status.STATED, "something else", None, forceable=True),
    )
    assert refusal(Verdict(VerdictKind.ILLEGAL, reasons)) == "Not allowed: Phase 1 allows 1 action."


def test_a_missing_fact_is_asked_and_a_yes_is_silent():
    ask = Question(Seat(0), "Which piece?", "RSF-F4")
    assert refusal(Verdict(VerdictKind.NEEDS_FACT, asks=(ask,))) == "Which piece?"
    assert refusal(Verdict(VerdictKind.LEGAL)) == ""


@pytest.mark.parametrize(
    ("code", "heard"),
    [
        ("en", "2 to 3 times 4 minus 1 attack, defense."),
        ("de", "2 nach 3 mal 4 minus 1 Angriff, Verteidigung."),
        ("fr", "2 vers 3 fois 4 moins 1 attaque, défense."),
    ],
)
def test_signs_are_words_of_the_chosen_language(code, heard):
    choose_language({}, code)
    assert spoken("2 → 3 \N{MULTIPLICATION SIGN} 4 - 1 ATK · DEF (RSF-F3a)") == heard
