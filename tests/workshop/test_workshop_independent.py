import csv
import math
from collections import Counter, defaultdict
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.workshop.independent import catalogue, solids, stage

HERE = Path(__file__).resolve().parent.parent
FOLDER = HERE / "independent"
MANIFESTS = (FOLDER / "manifest.csv", FOLDER / "monsters" / "manifest.csv")
NEIGHBOURS = {
    0: {8, 4}, 1: {9, 7}, 2: {6, 8}, 3: {7, 5}, 4: {0, 6},
    5: {3, 9}, 6: {4, 2}, 7: {1, 3}, 8: {2, 0}, 9: {5, 1},
}  # fmt: skip
"""Around one apex of a die in standard numbering."""


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def rows():
    return rows_of(MANIFESTS[0])


@pytest.fixture(scope="module")
def dice():
    return {row["physical_die"]: row for row in rows_of(FOLDER / "dice.csv")}


def seen_faces(rows, kind):
    found = defaultdict(Counter)
    for row in rows:
        if row["die"] == kind:
            found[row["physical_die"]][row["value"]] += 1
    return found


@pytest.mark.parametrize(
    ("kind", "dice", "shown"),
    [
        ("d10", 60, "0123456789"),
        ("d00", 10, [f"{ten}0" for ten in range(10)]),
        ("d6", 12, "123456"),
    ],
)
def test_many_dice_show_every_face(rows, kind, dice, shown):
    faces = seen_faces(rows, kind)
    assert len(faces) >= dice
    assert all(set(seen) == set(shown) for seen in faces.values())


def test_monster_dice_show_every_face_eight_times():
    faces = seen_faces(rows_of(MANIFESTS[1]), "d6")
    assert set(faces) == set(catalogue.MONSTERS)
    assert all(set(seen) == set("S23456") for seen in faces.values())
    assert all(min(seen.values()) >= 8 for seen in faces.values())


def test_three_examples_of_every_monster_face_can_be_taught():
    for kind in catalogue.MONSTERS:
        for face in "S23456":
            examples = sorted((FOLDER / "monsters" / "teach" / kind / face).glob("*.jpg"))
            assert len(examples) == 3, f"{kind} {face}"
            assert all(min(cv2.imread(str(path)).shape[:2]) >= 60 for path in examples)


def test_no_typeface_is_among_those_of_the_training():
    listed = (HERE.parent / "models" / "workshop" / "training" / "fonts.txt").read_text(encoding="utf-8")
    packages = {line.removeprefix("fonts-").replace("-", "") for line in listed.split()}
    assert len(packages) > 50
    for typeface in catalogue.TYPEFACES:
        name = typeface.replace("-", "")
        assert not [known for known in packages if name in known or known.startswith(name)]


def test_every_typeface_has_its_licence(dice):
    licences = (FOLDER / "LICENCES.md").read_text(encoding="utf-8")
    for typeface in {row["typeface"] for row in dice.values()} - {""}:
        assert f"@fontsource/{typeface} |" in licences


@pytest.mark.parametrize("manifest", MANIFESTS, ids=["dice", "monsters"])
def test_every_box_is_inside_its_picture(manifest):
    sizes = {}
    listed = rows_of(manifest)
    assert listed
    for row in listed:
        if row["path"] not in sizes:
            height, width = cv2.imread(str(manifest.parent / row["path"])).shape[:2]
            sizes[row["path"]] = (width, height)
        width, height = sizes[row["path"]]
        x, y, w, h = (int(row[name]) for name in "xywh")
        assert x >= 0
        assert y >= 0
        assert x + w <= width
        assert y + h <= height
        assert 40 <= math.sqrt(w * h) <= 120


@pytest.mark.parametrize("manifest", MANIFESTS, ids=["dice", "monsters"])
def test_every_picture_is_listed(manifest):
    folders = ("d10", "d6", "d00", "test")
    there = {f"{folder}/{path.name}" for folder in folders for path in (manifest.parent / folder).glob("*.jpg")}
    assert there == {row["path"] for row in rows_of(manifest)}


@pytest.mark.parametrize("manifest", MANIFESTS, ids=["dice", "monsters"])
def test_the_camera_stands_within_25_degrees_and_up_says_where(manifest):
    for row in rows_of(manifest):
        tilt = float(row["tilt"])
        assert 0 <= tilt <= 25.1
        # Up is the table's normal without its part along the line of sight, so it is as long as
        # the sine of the tilt, and the picture's plane keeps nearly all of it.
        length = math.hypot(float(row["up_x"]), float(row["up_y"]))
        sine = math.sin(math.radians(tilt))
        assert 0.85 * sine - 0.002 <= length <= sine + 0.002


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_ten_sided_solid_is_numbered_as_makers_do(mirrored):
    solid = solids.trapezohedron(9.0, 0.9, mirrored=mirrored)
    solids.check(solid, 9)
    for side in solid.sides:
        touching = {
            other.number
            for other in solid.sides
            if other is not side and _shared(side, other) == 2 and (other.number - side.number) % 2 == 0
        }
        assert touching == NEIGHBOURS[side.number]


def _shared(one, other):
    away = np.linalg.norm(one.corners[:, None] - other.corners[None], axis=2)
    return int((away < 1e-9).sum())


def test_a_solid_numbered_wrongly_is_refused():
    solid = solids.cube(16.0, mirrored=False)
    with pytest.raises(ValueError, match="do not add up"):
        solids.check(solid, 9)


@pytest.mark.parametrize("solid", [solids.trapezohedron(9, 0.9, mirrored=False), solids.cube(16, mirrored=True)])
def test_the_rounded_mesh_is_closed_and_inside_the_sharp_solid(solid):
    mesh = solids.rounded_mesh(solid, 1.0, 20)
    corners = mesh.points[mesh.triangles]
    facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert np.abs(facing.sum(axis=0)).max() < 1e-9 * np.abs(facing).sum()
    normals = np.stack([side.normal for side in solid.sides])
    reach = mesh.points @ normals.T
    assert reach.max() <= solid.depth + 1e-9
    assert np.allclose(reach.max(axis=0), solid.depth)
    assert np.linalg.norm(mesh.points, axis=1).max() < np.linalg.norm(solid.sides[0].corners, axis=1).max()


def test_the_side_that_is_up_is_the_one_asked_for():
    die = catalogue._monster("ember")
    for number in die.numbers:
        turn = stage.up_turn(die, number, 0.7)
        assert np.allclose(turn @ die.solid.side(number).normal, [0, 0, 1])
        assert np.isclose(np.linalg.det(turn), 1)
