"""The solid that is drawn is a d10, and what is called up lies up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.workshop.rendering.geometry import (
    MIRRORED,
    STANDARD,
    camera_above,
    d10_solid,
    face_up,
    rest_rotation,
)

FACES = len(STANDARD)
# Left and right neighbour of a value on a standard die, seen from outside with the apex up.
NEIGHBOURS = ((8, 4), (9, 7), (6, 8), (7, 5), (0, 6), (3, 9), (4, 2), (1, 3), (2, 0), (5, 1))
LEANS = st.floats(42.0, 50.0)


@given(LEANS)
def test_each_kite_is_flat_touches_the_unit_sphere_and_lies_inside_every_face(lean):
    solid = d10_solid(lean)
    assert (np.einsum("fci,gi->fcg", solid.kites, solid.normals) <= 1 + 1e-9).all()
    for kite, normal in zip(solid.kites, solid.normals, strict=True):
        assert np.allclose(kite @ normal, 1.0)


@pytest.mark.parametrize("values", [STANDARD, MIRRORED])
def test_opposite_faces_sum_to_nine(values):
    solid = d10_solid()
    for face in range(FACES):
        opposite = int((solid.normals @ solid.normals[face]).argmin())
        assert np.allclose(solid.normals[opposite], -solid.normals[face])
        assert values[face] + values[opposite] == 9


def neighbour(face, corner):
    """The face that shares the apex and one more corner with `face`."""
    kites = d10_solid().kites
    (found,) = [
        other
        for other in range(FACES)
        if other != face
        and np.allclose(kites[other, 0], kites[face, 0])
        and any(np.allclose(point, kites[face, corner]) for point in kites[other])
    ]
    return found


@pytest.mark.parametrize("face", range(FACES))
def test_neighbours_stand_as_on_a_standard_die(face):
    left, right = STANDARD[neighbour(face, 3)], STANDARD[neighbour(face, 1)]
    assert NEIGHBOURS[STANDARD[face]] == (left, right)


@given(LEANS, st.integers(0, FACES - 1), st.floats(0, 360))
def test_a_die_laid_down_shows_the_face_it_was_laid_with(lean, face, yaw):
    solid = d10_solid(lean)
    rotation = rest_rotation(solid, face, yaw)
    assert np.allclose(rotation @ rotation.T, np.eye(3))
    assert np.linalg.det(rotation) == pytest.approx(1.0)
    assert face_up(solid, rotation) == face
    assert np.allclose(rotation @ solid.normals[face], [0, 0, 1])


def test_its_apex_points_where_the_yaw_says():
    solid = d10_solid()
    up = rest_rotation(solid, 3, 90.0) @ solid.ups[3]
    assert np.allclose(up, [1, 0, 0])


def test_a_camera_from_above_does_not_mirror():
    camera = camera_above((0.0, 0.0, 0.0), 0.0, 20.0, 10.0, (100.0, 100.0))
    right, away = camera.project(np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
    assert np.allclose(right, [110.0, 100.0])
    assert np.allclose(away, [100.0, 90.0])
