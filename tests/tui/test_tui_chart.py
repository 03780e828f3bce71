"""The chart of scores over the game: lines, signs, names, scales, at any size and any length."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.seats import Seat
from companion.record.replay import replay
from companion.record.shelf import Shelf
from companion.session.course import Course, Lead, Line, Point, course
from companion.tui.screens.final import ChartScreen
from companion.tui.themed_app import ThemedApp
from companion.tui.widgets.chart import Chart, TableChart, columns_of, draw_chart

NAMES = ("Ann", "Ben", "Cleo")
RECORDS = Path(__file__).parents[1] / "records"


def line(seat, *points, column="points"):
    return Line(Seat(seat), column, tuple(Point(*one) for one in points))


GAME = Course(
    100,
    (
        line(0, (0, 0), (50, 10), (100, 10)),
        line(1, (0, 0), (20, 4), (100, 20)),
        line(2, (0, 0), (100, 0)),
    ),
    (Lead(0, (Seat(0), Seat(1), Seat(2))), Lead(20, (Seat(1),)), Lead(50, (Seat(0),))),
)


def drawn(course=GAME, across=60, down=16, column="points", names=NAMES):
    return draw_chart(course, column, names, across, down).content()


def rows(*args, **more):
    return drawn(*args, **more).plain.split("\n")


def braille(text):
    return [one for one in text if "\u2800" < one <= "\u28ff"]


def test_scores_below_nothing_have_their_place():
    below = Course(10, (line(0, (0, 0), (5, -15), (10, -13)), line(1, (0, 0), (10, 4))), ())
    left = [one.split("┤")[0].strip() for one in rows(below, 60, 20) if "┤" in one]
    assert any(one.startswith("-") for one in left)


def test_a_game_of_a_hundred_thousand_moves_is_drawn_into_the_same_cells():
    points = tuple(Point(number, number % 97) for number in range(100_000))
    long = Course(99_999, (Line(Seat(0), "points", points),), (Lead(0, (Seat(0),)),))
    canvas = draw_chart(long, "points", NAMES, 80, 20)
    assert (canvas.width, canvas.height) == (80, 20)
    lines = canvas.content().plain.split("\n")
    assert "50000" in lines[-2]
    assert len(braille("".join(lines))) > 500  # it fills what it goes through


def test_where_there_is_no_room_the_totals_are_said():
    text = drawn(across=20, down=4).plain
    assert text.split() == ["2", "Ben", "20", "1", "Ann", "10", "3", "Cleo", "0"]
    assert drawn(Course(0, (), ()), 40, 8).plain.startswith("No score has changed yet")


def test_the_score_that_decides_comes_first_and_late_ones_are_left_out():
    lines = (
        line(0, (0, 0), (5, 3), (9, 4), column="ATK"),
        line(0, (0, 0), (5, 3), (9, 4), column="pieces"),
        line(0, (0, 0), (9, 40), column="points"),
    )
    assert columns_of(Course(9, lines, ())) == ("pieces", "ATK")
    assert columns_of(Course(9, lines[2:], ())) == ("points",)
    assert columns_of(Course(0, (), ())) == ()


scores = st.lists(st.tuples(st.integers(1, 60), st.integers(-40, 999)), max_size=30)


@settings(max_examples=60)
@given(st.lists(scores, min_size=1, max_size=9), st.integers(0, 120), st.integers(0, 40))
def test_any_course_fits_any_room(runs, across, down):
    lines, last = [], 0
    for seat, run in enumerate(runs):
        number, points = 0, [Point(0, 0)]
        for gap, total in run:
            number += gap
            points.append(Point(number, total))
        last = max(last, number)
        lines.append(Line(Seat(seat), "points", tuple(points)))
    names = tuple(f"Player {seat}" for seat in range(len(runs)))
    text = draw_chart(Course(last, tuple(lines), ()), "points", names, across, down).content().plain
    assert [len(one) for one in text.split("\n")] == [across] * down or not down


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (20, 5)])
async def test_the_chart_of_a_table_turns_from_score_to_score(at_fight, size):
    async with at_fight(size) as driver:
        driver.app.push_screen(ChartScreen(driver.table.match))
        await driver.until(lambda: driver.screen.query(Chart), "the chart")
        chart = driver.screen.query_one(Chart)
        await driver.until(lambda: chart.column, "the scores")
        first, seen = chart.column, set()
        assert first == "pieces"
        for _ in range(len(chart.columns)):
            seen.add(chart.column)
            await driver.press("tab")
        assert chart.column == first
        assert len(seen) == len(chart.columns)
        await driver.press("shift+tab", "escape")
        await driver.until(lambda: not isinstance(driver.screen, ChartScreen), "the table")


class OneChart(ThemedApp):
    """A chart and nothing else."""

    def compose(self):
        yield Chart("Tab")


@pytest.mark.parametrize("size", [(76, 20), (136, 40)])
async def test_the_chart_looks_as_it_did(drive, snapshot, size):
    record, match = Shelf().read_record(RECORDS / "fgt-five-tied.record")
    match = replay(record, match).match
    async with drive(OneChart(), size) as driver:
        driver.app.query_one(Chart).show(course(match), match.setup.seats)
        await driver.until(lambda: driver.says("Glory over the game"), "the chart")
        snapshot(driver, f"chart-{size[0]}x{size[1]}")


async def test_the_chart_stands_beside_the_table_where_there_is_room_and_follows(at_fight):
    async with at_fight((200, 60)) as driver:
        chart = driver.screen.query_one(TableChart)
        await driver.until(lambda: driver.says("pieces over the game"), "the chart")
        before = chart._course.last
        await driver.press("e")
        await driver.until(lambda: chart._course.last > before, "the next moment")
        assert chart._course == course(driver.table.match)
    async with at_fight((120, 40)) as driver:
        assert not driver.screen.query_one(TableChart).display
        assert driver.screen.query_one(TableChart)._course is None
