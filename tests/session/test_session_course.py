"""The course of a game: what it says is what the score sheet said at the time."""

import pytest
from played_kit import RECORDS, told

from companion.session.course import Point, course

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
