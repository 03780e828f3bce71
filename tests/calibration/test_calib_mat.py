"""The printed mat: true to size, its zone empty, both files the same sheet, found again."""

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest

from calibration.find import find_mat
from calibration.mat import MARGIN, RULER, Mat, Paper, mats
from calibration.page import Fill, Stroke, Words, pdf, shapes, svg

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
            return [
                (shape.x, shape.y - shape.size, 0.56 * shape.size * len(shape.text), shape.size)
            ]


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
    length, content = re.search(
        rb"/Length (\d+) >>\nstream\n(.*)\nendstream", data, re.DOTALL
    ).groups()
    assert int(length) == len(content)
    box = [
        float(side) * POINT for side in re.search(rb"MediaBox \[0 0 (\S+) (\S+)\]", data).groups()
    ]
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
