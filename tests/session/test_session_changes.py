"""What a step changed: exactly the totals that differ, and never more than everybody may see."""

import pytest
from played_kit import RECORDS, finished, played

from companion.core.actions import Amend, Redo, Roll, Undo
from companion.core.dice import FACES, DieFace
from companion.session.changes import Changes, changes

# A live table logs held dice by itself, so that one record cannot be declared line by line.
AUTOMATIC = "rsf-corrections"
GAMES = sorted(
    path.stem
    for path in RECORDS.glob("*.record")
    if "growing" not in path.stem and path.stem != AUTOMATIC
)
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
