"""The second renderer's parts that need no path tracer: meshes, prints, and dice cut out of its pictures."""

import json

import cv2
import numpy as np
import pytest

from models.workshop.rendering.cube import CubeStyle
from models.workshop.rendering.geometry import STANDARD
from models.workshop.rendering.glyphs import stroke_glyphs
from models.workshop.rendering.pips import PipLook
from models.workshop.rendering.style import D10Style
from models.workshop.second.mesh import surface
from models.workshop.second.prints import sheet
from models.workshop.second.shelf import LIST, Shelf

GLYPHS = stroke_glyphs(4)


def reaches(style):
    """How far each point of the die's surface lies out along the normal of its nearest face."""
    made = surface(style, sheet(style))
    return (made.points @ style.solid.normals.T).max(axis=1), made


@pytest.mark.parametrize("style", [D10Style(glyphs=GLYPHS, rounding=0.15), CubeStyle(rounding=0.3)])
def test_faces_are_flat_and_edges_rounded_within_them(style):
    out, made = reaches(style)
    assert out.max() == pytest.approx(1.0)
    assert np.isclose(out, 1.0).mean() > 0.25
    corners = np.linalg.norm(style.solid.kites, axis=2).max()
    assert np.linalg.norm(made.points, axis=1).max() < corners - 0.02
    assert ((made.points * made.normals).sum(axis=1) > 0).all()


def test_quads_turn_outwards():
    made = surface(style := D10Style(glyphs=GLYPHS), sheet(style))
    a, b, _, d = (made.points[made.quads[:, k]] for k in range(4))
    assert (np.cross(b - a, d - a) * made.points[made.quads[:, 0]]).sum(axis=1).min() > 0


def test_a_cube_ground_by_a_ball_keeps_within_it():
    out, made = reaches(CubeStyle(rounding=0.05, ball=0.9))
    assert np.linalg.norm(made.points, axis=1).max() == pytest.approx(np.hypot(1, 0.9))
    assert out.max() == pytest.approx(1.0)


def test_drilled_pips_lie_below_their_face():
    style = CubeStyle(pips=PipLook(radius=0.2, depth=-1.0))
    _, made = reaches(style)
    one = made.points[: len(made.points) // 6]
    middle = np.linalg.norm(one[:, :2], axis=1) < 0.05
    assert (one[middle, 2] < 0.95).all()


def test_a_numeral_stands_on_its_face_as_it_does_on_the_other_renderers_dice():
    style = D10Style(glyphs=GLYPHS, lift=0.0, mark="none")
    made = sheet(style)
    face = STANDARD.index(7)
    side = made.height.shape[1]
    top, left = face // 5 * side, face % 5 * side
    ink = made.paint[top : top + side, left : left + side, 3]
    rows, columns = np.nonzero(ink > 0.5)
    # A seven: its bar lies on top, and its foot stands left of the bar's right end.
    upper, lower = rows < rows.min() + np.ptp(rows) / 4, rows > rows.max() - np.ptp(rows) / 4
    assert np.ptp(columns[upper]) > 2 * np.ptp(columns[lower])
    assert columns[lower].max() < columns[upper].max()
    assert made.places(face, np.zeros(2)) == pytest.approx(
        [(left + side / 2) / (5 * side), 1 - (top + side / 2) / (2 * side)]
    )


@pytest.fixture
def shelf(tmp_path):
    """One picture with one die: a white spot on black, a red one where its numeral's top is."""
    picture = np.zeros((200, 300, 3), np.uint8)
    cv2.circle(picture, (120, 90), 20, (255, 255, 255), -1)
    cv2.circle(picture, (134, 90), 4, (0, 0, 255), -1)
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    numbers = [3, 90.0, 120.5, 90.5, 20.0, 0.1, -0.3, 0, 1, -1, -1]
    (tmp_path / LIST).write_text(json.dumps({"picture": "a.png", "dice": [numbers]}) + "\n", encoding="utf-8")
    return Shelf(tmp_path)


@pytest.mark.parametrize("seed", range(6))
def test_a_die_is_cut_out_where_its_numbers_say(shelf, seed):
    cut, numbers = shelf.patch(np.random.default_rng(seed), 128)
    label, turn, x, y, radius, *up = numbers[:7]
    assert label == 3
    spot = np.argwhere(cut.max(axis=2) > 127) + 0.5
    assert spot.mean(axis=0) == pytest.approx([y, x], abs=0.7)
    assert len(spot) == pytest.approx(np.pi * radius**2, rel=0.08)
    assert np.hypot(*up) == pytest.approx(np.hypot(0.1, 0.3))
    head = np.argwhere(np.ptp(cut, axis=2) > 127).mean(axis=0) + 0.5 - [y, x]
    assert np.rad2deg(np.arctan2(head[1], -head[0])) == pytest.approx(turn, abs=4)


def test_a_folder_without_dice_is_refused(tmp_path):
    (tmp_path / LIST).write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match="no dice"):
        Shelf(tmp_path)
