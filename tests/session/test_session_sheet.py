"""The score sheet as a picture, and as tables for a spreadsheet."""

import csv
import io
import re
from itertools import pairwise
from math import dist
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_kit import RECORDS, finished, told

from companion.commands.sharing import SCALE, dashes, png
from companion.core.errors import UsageError
from companion.core.score import ScoreLine, ScoreSheet
from companion.core.seats import Seat
from companion.session.export import totals_csv
from companion.session.shapes import Box, Drawing, Word, cut, wide, wrapped
from companion.session.sheet_svg import MAX_ITEMS, items_of, sheet_drawing, sheet_svg

NAMES = sorted(path.stem for path in RECORDS.glob("*.record"))


def words(drawing):
    return [shape for shape in drawing.shapes if isinstance(shape, Word)]


# A table answers a request with undone dice by itself: that game cannot be entered line by line.
# Of the growing one the cards are not those that come along.
ENTERED = [name for name in NAMES if name not in {"rsf-corrections", "gmm-growing"}]


@pytest.mark.parametrize("name", ENTERED)
def test_a_record_is_told_like_the_table_that_it_was(name):
    game = told(name)
    table = finished(name)
    assert (game.score(), game.standing()) == (table.score(), table.standing())
    here, there = (
        [(line.number, line.told, line.undone, line.notes) for line in one.history()] for one in (game, table)
    )
    assert here == there


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_names_everybody_every_total_and_the_reason_of_every_place(name):
    game = told(name)
    drawing = sheet_drawing(game)
    said = [word.text for word in words(drawing)]
    standing, sheet = game.standing(), game.score()
    for place in standing.places:
        assert game.seats[place.seat] in said
        assert place.why in said
        for column in {line.column for line in sheet.lines}:
            assert str(sheet.total(place.seat, column)) in said
    for winner in standing.winners:
        assert any(game.seats[winner] in text and "win" in text for text in said)
    assert " ".join(standing.explanation.split()) in " ".join(said)


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_is_a_sound_svg_that_fetches_and_runs_nothing(name):
    source = sheet_svg(told(name))
    root = ET.fromstring(source)  # noqa: S314 - our own
    tags = {one.tag.rpartition("}")[2] for one in root.iter()}
    assert tags <= {"svg", "text", "line", "path", "rect"}
    assert "href" not in source
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", source)


@pytest.mark.parametrize("name", ["fgt-five-tied", "mon-dominoes-open"])
def test_the_png_shows_the_same(name):
    import cv2
    import numpy as np

    drawing = sheet_drawing(told(name))
    data = png(drawing)
    assert data.startswith(b"\x89PNG")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image.shape == (drawing.height * SCALE, drawing.width * SCALE, 3)
    paper = image[2, 2]
    for word in words(drawing):
        x, y = round(word.x * SCALE), round(word.y * SCALE)
        wide_enough = round(wide(word.text, word.size) * SCALE)
        left = x - {"start": 0, "middle": wide_enough // 2, "end": wide_enough}[word.anchor]
        around = image[y - round(word.size * SCALE) : y, max(0, left) : left + wide_enough]
        assert (around != paper).any(), word


def test_a_picture_that_would_be_too_tall_is_refused():
    with pytest.raises(UsageError, match="too long"):
        png(Drawing(10, 50_000, "", ()))


def test_an_opencv_without_letters_is_told(monkeypatch):
    import cv2

    monkeypatch.delattr(cv2, "FontFace")
    with pytest.raises(UsageError, match="as svg"):
        png(Drawing(10, 10, "", ()))


def test_a_box_is_filled_where_it_lies():
    import cv2
    import numpy as np

    data = png(Drawing(20, 10, "", (Box(5, 2, 10, 4, "#0000ff"),)))
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    blue = (image == (255, 0, 0)).all(axis=2)
    assert np.argwhere(blue).min(axis=0).tolist() == [2 * SCALE, 5 * SCALE]
    assert blue.sum() == 10 * 4 * SCALE * SCALE


LINES = st.lists(
    st.builds(
        ScoreLine,
        seat=st.integers(0, 2).map(Seat),
        column=st.sampled_from(["points", "cards"]),
        points=st.integers(-3, 3),
        rule=st.just("X-1"),
        why=st.sampled_from(["a card", "a star"]),
    )
)


@given(LINES)
def test_items_put_together_come_to_the_same(lines):
    sheet = ScoreSheet(tuple(lines))
    for seat in range(3):
        items = items_of(sheet, Seat(seat))
        assert sum(item.times for item in items) == sum(line.seat == seat for line in lines)
        for column in ("points", "cards"):
            mine = [item for item in items if item.column == column]
            assert sum(x.points * x.times for x in mine) == sheet.total(Seat(seat), column)


def test_of_very_many_items_the_rest_is_summed_up():
    game = told("mon-dominoes-open")
    drawn = [word.text for word in words(sheet_drawing(game))]
    (rest,) = [text for text in drawn if text.startswith("and ")]
    left_out = items_of(game.score(), Seat(2))[MAX_ITEMS - 1 :]
    count, total = sum(one.times for one in left_out), sum(x.times * x.points for x in left_out)
    assert rest == f"and {count} more: points {total:+d}"


@given(st.text(max_size=60), st.floats(20, 400))
def test_a_cut_text_has_room_and_begins_the_same(text, room):
    shown = cut(text, 13, room)
    assert wide(shown, 13) <= room
    assert shown == text or text.startswith(shown.removesuffix("…"))


@given(st.lists(st.text("abcdefghi ", max_size=12), max_size=12), st.floats(100, 400))
def test_a_wrapped_text_loses_no_word(texts, room):
    text = " ".join(texts)
    lines = wrapped(text, 13, room)
    assert all(wide(line, 13) <= room for line in lines)
    assert " ".join(lines).split() == text.split()


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=2, max_size=6),
    st.sampled_from([(8, 3), (2, 3), (10, 3, 2, 3)]),
)
def test_dashes_are_as_long_as_they_should_be(points, dash):
    length = sum(dist(one, other) for one, other in pairwise(points))
    drawn = [sum(dist(a, b) for a, b in pairwise(run)) for run in dashes(tuple(points), dash)]
    marks, gone = [], 0.0
    for at in range(1000):
        if gone >= length:
            break
        if at % 2 == 0:
            marks.append(min(dash[at % len(dash)], length - gone))
        gone += dash[at % len(dash)]
    assert sum(drawn) == pytest.approx(sum(marks), abs=1e-6)
    assert max(drawn, default=0) <= max(dash[::2]) + 1e-6


@pytest.mark.parametrize("name", NAMES)
def test_totals_are_in_the_order_of_the_ranking(name):
    game = told(name)
    rows = list(csv.DictReader(io.StringIO(totals_csv(game))))
    places = game.standing().places
    assert [(int(row["rank"]), row["player"]) for row in rows] == [
        (place.rank, game.seats[place.seat]) for place in places
    ]
