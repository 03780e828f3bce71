"""The printed mat: true to size, its zone empty, both files the same sheet, found again.

Without a mat: four corners by hand, the whole picture, and outlines kept within the picture.
"""

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mat_pictures import Shot, angle

from calibration.errors import CalibrationError
from calibration.find import find_mat
from calibration.judge import Code
from calibration.mat import MARGIN, RULER, Mat, Paper, mats
from calibration.measure import measure_corners, measure_picture, within_picture
from calibration.page import Fill, Stroke, Words, pdf, shapes, svg
from calibration.profile import Trust

PAPERS = [pytest.param(Mat(paper), id=paper.value) for paper in Paper]
POINT = 25.4 / 72


def boxes(shape):
    match shape:
        case Fill():
            return list(shape.rects)
        case Stroke():
            xs, ys = zip(*shape.points, strict=True)
            return [(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))]
        case Words():  # no letter of Helvetica is wider than its size; most are half as wide
            return [(shape.x, shape.y - shape.size, 0.56 * shape.size * len(shape.text), shape.size)]


def overlap(one, other):
    return (
        min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0]) > 1e-9
        and min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1]) > 1e-9
    )


@pytest.mark.parametrize("mat", PAPERS)
def test_nothing_is_printed_in_the_roll_zone_or_in_the_margin_that_printers_need(mat):
    outline, *rest = shapes(mat)
    assert boxes(outline) == [mat.zone]
    assert [box for shape in rest for box in boxes(shape) if overlap(box, mat.zone)] == []
    width, height = mat.size
    for x, y, w, h in (box for shape in shapes(mat) for box in boxes(shape)):
        assert min(x, y) >= MARGIN - 1e-9
        assert x + w <= width - MARGIN + 1e-9
        assert y + h <= height - MARGIN + 1e-9


@pytest.mark.parametrize("mat", PAPERS)
def test_markers_patches_strip_and_words_lie_apart(mat):
    parts = [*mat.corner_markers().values(), mat.strip, mat.zone, mat.band]
    assert [pair for pair in combinations(parts, 2) if overlap(*pair)] == []
    words = [box for shape in shapes(mat) if isinstance(shape, Words) for box in boxes(shape)]
    patches = [rect for rect, _ in mat.patches()]
    assert [pair for pair in combinations([*words, *patches], 2) if overlap(*pair)] == []
    for box in (*words, *patches):
        assert box[0] + box[2] <= mat.band[0] + mat.band[2]


def test_each_paper_has_markers_of_its_own():
    every = [marker for mat in mats() for marker in mat.markers()]
    assert len(every) == len(set(every))
    assert max(every) < 50


@pytest.mark.parametrize("mat", PAPERS)
def test_the_mat_names_itself_and_its_ruler(mat):
    words = " ".join(shape.text for shape in shapes(mat) if isinstance(shape, Words))
    assert mat.name in words
    assert "This line is 100 mm" in words
    lines = [shape.points for shape in shapes(mat) if isinstance(shape, Stroke)]
    assert [a for a, b in (line[:2] for line in lines) if abs(b[0] - a[0]) == RULER == 100]


@pytest.mark.parametrize("mat", PAPERS)
def test_the_svg_is_true_to_size(mat):
    root = ET.fromstring(svg(mat))  # noqa: S314 - our own
    width, height = mat.size
    assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    drawn = [one for one in root if one.tag.endswith(("path", "text"))]
    assert len(drawn) == len(shapes(mat))


@pytest.mark.parametrize("mat", PAPERS)
def test_the_pdf_is_well_formed_and_true_to_size(mat):
    data = pdf(mat)
    assert data.startswith(b"%PDF-1.")
    assert data.endswith(b"%%EOF\n")
    start = int(re.search(rb"startxref\n(\d+)\n", data)[1])
    assert data[start : start + 4] == b"xref"
    for number, where in enumerate(re.findall(rb"(\d{10}) 00000 n \n", data), 1):
        assert data[int(where) :].startswith(b"%d 0 obj\n" % number)
    length, content = re.search(rb"/Length (\d+) >>\nstream\n(.*)\nendstream", data, re.DOTALL).groups()
    assert int(length) == len(content)
    box = [float(side) * POINT for side in re.search(rb"MediaBox \[0 0 (\S+) (\S+)\]", data).groups()]
    assert box == pytest.approx(mat.size, abs=0.01)


def rasterised(data, dpi=150):
    """Draw what the PDF's own content stream says: rectangles, lines, the matrix. Not its words."""
    width, height = (float(v) for v in re.search(rb"MediaBox \[0 0 (\S+) (\S+)\]", data).groups())
    scale = dpi / 72
    image = np.full((round(height * scale), round(width * scale), 3), 255, np.uint8)
    content = re.search(rb"stream\n(.*)\nendstream", data, re.DOTALL)[1].decode()
    unit, colour, rects, numbers = 1.0, (0, 0, 0), [], []
    for word in re.sub(r"BT.*?ET", "", content).split():
        if re.fullmatch(r"-?[\d.]+", word):
            numbers.append(float(word))
            continue
        match word:
            case "cm":
                unit = numbers[0] * scale
            case "rg":
                colour = tuple(round(255 * v) for v in numbers[::-1])
            case "re":
                rects.append(numbers)
            case "f":
                for x, y, w, h in rects:
                    left, right = round(x * unit), round((x + w) * unit)
                    top = image.shape[0] - round((y + h) * unit)
                    bottom = image.shape[0] - round(y * unit)
                    image[top:bottom, left:right] = colour
                rects = []
        numbers = []
    return image


@pytest.mark.parametrize("mat", PAPERS)
def test_the_mat_of_the_pdf_is_found_where_it_was_printed(mat):
    per_mm = 150 / 25.4
    view = find_mat(rasterised(pdf(mat)))
    assert view.mat == mat
    assert view.corners == tuple(mat.corner_markers())
    assert view.chess == mat.columns - 1
    away = (view.seen + 0.5) / per_mm - view.sheet
    assert np.abs(away).max() < 0.15


def test_the_strip_is_the_board_that_opencv_draws():
    mat = Mat(Paper.A4)
    drawn = mat.board().generateImage((mat.columns * 120, 240), marginSize=0)
    sheet = rasterised(pdf(mat), dpi=254)  # ten pixels a millimetre
    x, y, w, h = (round(10 * side) for side in mat.strip)
    ours = cv2.cvtColor(sheet[y : y + h, x : x + w], cv2.COLOR_BGR2GRAY)
    assert ours.shape == drawn.shape
    assert float(np.mean((ours > 127) == (drawn > 127))) > 0.99


SIZE = (320, 180)
GREY = np.full((180, 320, 3), 120, np.uint8)
TRAY = np.array([(48.5, 5.0), (248.5, 5.0), (248.5, 205.0), (48.5, 205.0)])


@given(
    tilt=st.floats(0, 38),
    toward=st.floats(0, 360),
    turn=st.floats(0, 360),
    focal=st.floats(0.75, 0.97),
    order=st.permutations(range(4)),
    in_pixels=st.booleans(),
)
def test_four_corners_tell_the_zone_and_roughly_the_pose(tilt, toward, turn, focal, order, in_pixels):
    shot = Shot(size=SIZE, tilt=tilt, toward=toward, turn=turn, focal=focal, fill=0.6)
    corners = shot.project(TRAY)
    given_corners = (corners if in_pixels else corners / shot.size)[list(order)]
    found = measure_corners(GREY, [(float(x), float(y)) for x, y in given_corners])
    for corner in corners / shot.size:
        assert min(np.abs(np.array(found.zone.corners) - corner).max(axis=1)) < 1e-6
    assert angle(found.camera.normal, shot.normal) < 6
    assert found.camera.tilt_deviation >= 3
    assert found.quality.trust is Trust.LOW
    assert Code.NO_MAT in [one.code for one in found.quality.findings]


@pytest.mark.parametrize(
    "corners",
    [
        [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9)],
        [(0.1, 0.1), (0.1, 0.1), (0.9, 0.9), (0.1, 0.9)],
        [(0.1, 0.1), (0.2, 0.2), (0.3, 0.3), (0.4, 0.4)],
        [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.7, 0.3)],
        [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (-0.1, 0.9)],
        [(10, 10), (330, 10), (300, 170), (10, 170)],
        [(float("nan"), 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)],
        [(float("inf"), 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)],
    ],
)
def test_what_is_no_shape_of_four_corners_is_refused(corners):
    with pytest.raises(CalibrationError):
        measure_corners(GREY, corners)


def test_corners_marked_aslant_warn_of_the_tilt():
    shot = Shot(size=SIZE, tilt=38.0, fill=0.6)
    corners = [(float(x), float(y)) for x, y in shot.project(TRAY)]
    found = measure_corners(GREY, corners)
    assert Code.STEEP in [one.code for one in found.quality.findings]


def test_without_anything_the_whole_picture_counts():
    found = measure_picture(GREY)
    assert found.zone.corners == ((0, 0), (1, 0), (1, 1), (0, 1))
    assert found.camera is None
    assert found.gains == (1, 1, 1)
    assert found.quality.trust is Trust.LOW


@given(
    x=st.floats(-1, 1.5), y=st.floats(-1, 1.5), w=st.floats(0.05, 2), h=st.floats(0.05, 2),
    turn=st.floats(0, 3), spot=st.tuples(st.floats(0.01, 0.99), st.floats(0.01, 0.99)),
)  # fmt: skip
def test_an_outline_cut_at_the_picture_holds_what_it_held(x, y, w, h, turn, spot):
    box = np.array([(0, 0), (w, 0), (w, h), (0, h)]) - (w / 2, h / 2)
    sine, cosine = np.sin(turn), np.cos(turn)
    spin = np.array([(cosine, -sine), (sine, cosine)])
    polygon = box @ spin.T + (x, y)
    local = (np.array(spot) - (x, y)) @ spin
    edge = np.abs(local) - (w / 2, h / 2)
    try:
        zone = within_picture(polygon)
    except CalibrationError:
        assert edge.max() > -0.02  # nothing of it is in the picture, or next to nothing
        return
    assert all(0 <= value <= 1 for corner in zone.corners for value in corner)
    if abs(edge.max()) > 1e-6:
        assert zone.contains(*spot) == (edge.max() < 0)
