"""The course of a game: what it says is what the score sheet said at the time.

What a step changed: exactly the totals that differ, and never more than everybody may see.

A question names whom it asks, once; who is nobody in particular is the table.
"""

import pytest
from played_kit import RECORDS, finished, played, told

from companion.core.actions import Amend, Redo, Roll, Undo
from companion.core.dice import FACES, DieFace
from companion.core.seats import Seat
from companion.core.verdict import Question
from companion.session.changes import Changes, changes
from companion.session.course import Point, course
from companion.session.prompts import display_name, question_text

NAMES = sorted(path.stem for path in RECORDS.glob("*.record"))


@pytest.mark.parametrize("name", NAMES)
def test_every_line_ends_at_the_score_sheet(name):
    match = told(name).match
    found = course(match)
    sheet = match.game.score(match.state)
    assert {str(line.column) for line in sheet.lines} <= set(found.columns)
    for line in found.lines:
        assert line.points[0] == Point(0, line.points[0].total)
        assert line.now == sheet.total(line.seat, line.column)
        numbers = [point.number for point in line.points]
        assert numbers == sorted(set(numbers))
    best = {place.seat for place in match.game.standing(match.state).places if place.rank == 1}
    assert set(found.leads[-1].seats) == best


def test_a_point_stands_where_the_score_changed():
    match = told("md-four-players").match
    (line, *_) = course(match).of("points")
    for step, wanted in zip(match.steps(), _filled(line.points, match), strict=True):
        assert match.game.score(step.state).total(line.seat, "points") == wanted, step.number


def _filled(points, match):
    known = dict(points)
    total = known[0]
    for step in match.steps():
        total = known.get(step.number, total)
        yield total


# A live table logs held dice by itself, so that one record cannot be declared line by line.
AUTOMATIC = "rsf-corrections"
GAMES = sorted(path.stem for path in RECORDS.glob("*.record") if "growing" not in path.stem and path.stem != AUTOMATIC)
DICE = [name for name in GAMES if name.startswith(("rsf", "md"))]


def totals(match):
    sheet = match.game.score(match.state)
    return {(line.seat, line.column): sheet.total(line.seat, line.column) for line in sheet.lines}


@pytest.mark.parametrize("name", GAMES)
def test_every_total_that_differs_is_named_with_before_and_after(journal, name):
    table = played(journal, name, 0)
    before = table.match
    final = finished(name).match
    found = changes(before, final)
    was, now = totals(before), totals(final)
    differ = {key for key in was | now if was.get(key, 0) != now.get(key, 0)}
    assert {(one.seat, one.column) for one in found.scores} == differ
    for one in found.scores:
        assert one.before == was.get((one.seat, one.column), 0)
        assert one.after == now.get((one.seat, one.column), 0)
        assert f"{one.before} → {one.after}" in found.line()


@pytest.mark.parametrize("name", GAMES)
def test_back_and_forth_is_the_mirror_image(journal, name):
    table = played(journal, name)
    after = table.match
    if not table.declare(Undo(None)).legal:
        pytest.skip("nothing to undo")
    there, back = changes(after, table.match), changes(table.match, after)
    assert there.dropped == back.added
    assert {(one.seat, one.column, one.before, one.after) for one in there.scores} == {
        (one.seat, one.column, one.after, one.before) for one in back.scores
    }
    assert table.declare(Redo(None)).legal
    assert changes(after, table.match).line() == ""


@pytest.mark.parametrize("name", DICE)
def test_a_corrected_roll_names_the_moves_that_it_drops(name):
    table = finished(name)
    before = table.match
    tried = 0
    for step in before.steps():
        if not isinstance(step.action, Roll) or tried > 5:
            continue
        tried += 1
        die = step.action.dice[0]
        other = next(face for face in reversed(FACES[die.kind]) if face != die.face)
        dice = (DieFace(die.kind, other), *step.action.dice[1:])
        amend = before.with_drops(Amend(None, step.number, Roll(step.action.actor, dice)))
        if not before.check(amend).legal:
            continue
        after = before.apply(amend)
        found = changes(before, after)
        assert set(amend.drops) - set(found.dropped) <= {
            one.number for one in before.steps() if one.action.verb == "void"
        }
        assert step.number not in found.dropped
        assert found.added == ()
    assert tried


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Changes(seats=("Ann", "Ben")), ""),
        (Changes(over=True), "the game is over"),
        (Changes(over=False), "the game goes on"),
        (
            Changes(("Ann", "Ben"), turn=("Ann", "Ben"), lead=(("Ann",), ("Ben",)), dropped=(4, 5)),
            "it is Ben's turn · Ben leads now · no longer in the game: moves 4, 5",
        ),
    ],
)
def test_the_line_says_what_is_otherwise_now(found, said):
    assert found.line() == said


SEATS = ("Ann", "Ben")


@pytest.mark.parametrize(
    ("asks", "text", "said"),
    [
        (None, "Who begins?", "Who begins? (X-1)"),
        (Seat(1), "Which die?", "Ben: Which die? (X-1)"),
        (Seat(1), "Which die, Ben?", "Which die, Ben? (X-1)"),
        (Seat(0), "Which die, Ben?", "Ann: Which die, Ben? (X-1)"),
    ],
)
def test_a_question_says_whom_it_asks_once(asks, text, said):
    assert question_text(Question(asks, text, "X-1"), SEATS) == said


def test_who_is_no_player_is_the_table():
    assert [display_name(seat, SEATS) for seat in (None, Seat(1))] == ["the table", "Ben"]
