"""The cube that is drawn is a die: its numbering, its pips counted in pixels, its symbols found.

Symbols of sculpted sides: each follows from its number, and none looks like another.
"""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.labels import LABELS, SCULPTED, SYMBOLS
from models.workshop.rendering.arrange import at_rest
from models.workshop.rendering.cube import (
    LEFT_HANDED,
    RIGHT_HANDED,
    CubeStyle,
    Sculpture,
    cube_solid,
    random_numeral_cube,
    random_pip_cube,
    random_sculpted_cube,
)
from models.workshop.rendering.die import Light
from models.workshop.rendering.geometry import rest_rotation
from models.workshop.rendering.glyphs import stroke_glyphs
from models.workshop.rendering.marks import numeral_mask
from models.workshop.rendering.pips import PIP_SIDE, PipLook, pip_mark
from models.workshop.rendering.reflections import reflection
from models.workshop.rendering.scene import Scene, render_scene, table_camera
from models.workshop.rendering.sheet import Sheet
from models.workshop.rendering.style import D10Style, random_style
from models.workshop.rendering.symbols import SYMBOL_SIDE, overlap, symbol_height, symbol_mask

SIZE = 240
UNIT = 60
LIGHT = Light(shadow=0.0, ambient=1.0)
PLAIN = CubeStyle(body=(200.0, 60.0, 30.0), second=(200.0, 60.0, 30.0), ink=(255.0, 255.0, 255.0), gloss=0.0)


def seen_from_above(style, face, yaw=25.0, distance=25.0):
    """The picture of a die at rest, and its truth."""
    scene = Scene(
        [at_rest(style, face, yaw, 0.0, 0.0)],
        table_camera((SIZE, SIZE), UNIT, 0.0, distance),
        LIGHT,
    )
    picture, (truth,) = render_scene(scene, np.zeros((SIZE, SIZE, 3), np.uint8))
    return picture, truth


def ink_of(picture):
    """Where the white paint is, by a channel in which the body is dark."""
    return picture[..., 2] > 140


def blobs(mask):
    """Connected patches of some size."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return sum(1 for row in range(1, count) if stats[row, cv2.CC_STAT_AREA] > 12)


def upright_view(picture, truth, half):
    """What stands on the face up, turned upright by the truth's turn, as (96, 96)."""
    angle = np.deg2rad(truth.turn)
    right = np.array([np.cos(angle), np.sin(angle)]) * half / 48
    down = np.array([-np.sin(angle), np.cos(angle)]) * half / 48
    matrix = np.array([right, down]).T
    offset = np.array(truth.top).mean(axis=0) - matrix @ [47.5, 47.5]
    back = np.concatenate([matrix, offset[:, None]], axis=1)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, back, (96, 96), flags=flags)


def likeness(one, other):
    """Shared over joint area of two masks."""
    return (one & other).sum() / max(1, (one | other).sum())


def test_the_cube_is_a_cube_of_inradius_one():
    solid = cube_solid()
    assert np.allclose(np.einsum("fci,fi->fc", solid.kites, solid.normals), 1.0)
    assert (np.einsum("fci,gi->fcg", solid.kites, solid.normals) <= 1 + 1e-9).all()
    edges = np.linalg.norm(solid.kites - np.roll(solid.kites, 1, axis=1), axis=2)
    assert np.allclose(edges, 2.0)
    assert np.allclose(np.einsum("fi,fi->f", solid.ups, solid.normals), 0.0)
    turning = np.cross(solid.kites[:, 1] - solid.kites[:, 0], solid.kites[:, 2] - solid.kites[:, 1])
    # Corners run clockwise seen from outside.
    assert (np.einsum("fi,fi->f", turning, solid.normals) < 0).all()


@pytest.mark.parametrize("values", [LEFT_HANDED, RIGHT_HANDED])
def test_opposite_sides_sum_to_seven_and_all_six_are_there(values):
    normals = cube_solid().normals
    assert sorted(values) == [1, 2, 3, 4, 5, 6]
    for face in range(6):
        opposite = int((normals @ normals[face]).argmin())
        assert values[face] + values[opposite] == 7


def test_the_two_numberings_are_mirror_images():
    def hand(values):
        one, two, three = (cube_solid().normals[values.index(value)] for value in (1, 2, 3))
        return float(np.cross(one, two) @ three)

    assert hand(LEFT_HANDED) == pytest.approx(1.0)
    assert hand(RIGHT_HANDED) == pytest.approx(-1.0)


@pytest.mark.parametrize("face", range(6))
@pytest.mark.parametrize("shape", ["disc", "square"])
def test_as_many_pips_are_seen_from_above_as_the_label_says(face, shape):
    style = replace(PLAIN, pips=PipLook(shape=shape), quarters=(0, 1, 2, 3, 0, 1))
    picture, truth = seen_from_above(style, face)
    label = LABELS[truth.label]
    assert (label.kind, label.style) == ("d6", "pips")
    assert blobs(ink_of(picture)) == int(label.face) == truth.value
    assert truth.turn == -1


def test_the_pips_of_a_2_may_stand_closer_than_those_in_the_corners_of_a_4():
    def reach(look, value):
        rows, columns = np.nonzero(pip_mark(look, value, 0.0).ink)
        return np.hypot(rows - PIP_SIDE / 2, columns - PIP_SIDE / 2).max()

    assert reach(PipLook(), 2) == pytest.approx(reach(PipLook(), 4), abs=1)
    assert reach(PipLook(close=0.5), 2) < 0.7 * reach(PipLook(), 2)
    assert reach(PipLook(close=0.5), 4) == reach(PipLook(), 4)


@pytest.mark.parametrize("face", range(6))
@pytest.mark.parametrize("quarter", [0, 3])
def test_the_numeral_seen_from_above_stands_as_told_and_is_the_labels(face, quarter):
    glyphs = stroke_glyphs(4)
    style = replace(PLAIN, glyphs=glyphs, quarters=(quarter,) * 6, numeral=1.2, mark="bar", askew=8.0)
    picture, truth = seen_from_above(style, face)
    mark = style.mark_on(face)
    seen = ink_of(upright_view(picture, truth, mark.half * UNIT))
    scores = {}
    for value in range(1, 7):
        mask = numeral_mask(glyphs, str(value), "bar" if value == 6 else "none")
        scores[str(value)] = likeness(seen, cv2.resize(mask, (96, 96)) > 127)
    best = max(scores, key=scores.get)
    assert best == LABELS[truth.label].face
    assert scores[best] > 0.55
    assert LABELS[truth.label].style == "numeral"


@pytest.mark.parametrize("symbol", [0, 3, 7, 12, 400])
def test_the_symbol_seen_from_above_is_the_one_told(symbol):
    style = replace(PLAIN, sculpture=Sculpture(symbol, depth=0.0, inked=True), askew=-5.0)
    picture, truth = seen_from_above(style, style.values.index(1), yaw=130.0)
    assert (truth.label, truth.symbol, truth.value) == (SCULPTED, symbol, 0)
    seen = ink_of(upright_view(picture, truth, 1.7 / 2 * UNIT))
    scores = {other: likeness(seen, symbol_mask(other) > 127) for other in {symbol, *range(40), 400, 401}}
    assert max(scores, key=scores.get) == symbol


def test_a_die_with_a_sculpted_side_shows_pips_on_the_others():
    style = replace(PLAIN, sculpture=Sculpture(5, faces=(1, 4)))
    texts = {style.values[face]: LABELS[style.label(face)].text for face in range(6)}
    assert texts[1] == texts[4] == "d6/S/sculpted"
    assert [texts[value] for value in (2, 3, 5, 6)] == [f"d6/{v}/pips" for v in (2, 3, 5, 6)]
    assert [style.symbol(style.values.index(value)) for value in (1, 2)] == [5, -1]


def test_bare_relief_is_seen_by_its_light_and_dark_rims():
    lamp = Light(towards=(0.6, 0.0, 0.8), shadow=0.0, ambient=0.8)
    flat = replace(PLAIN, pips=PipLook(painted=False))
    views = []
    for depth in (0.0, 1.2, -1.2):
        look = Sculpture(8, depth=depth)
        scene = Scene(
            [at_rest(replace(flat, sculpture=look), flat.values.index(1), 0.0, 0.0, 0.0)],
            table_camera((SIZE, SIZE), UNIT),
            lamp,
        )
        picture, _ = render_scene(scene, np.zeros((SIZE, SIZE, 3), np.uint8))
        views.append(picture[70:170, 70:170, 1].astype(int))
    plain, raised, engraved = views
    assert np.ptp(plain) < 20
    assert np.ptp(raised) > 45
    assert np.ptp(engraved) > 45
    # What is bright on one side where it rises is dark there where it falls.
    slopes = np.corrcoef((raised - plain).ravel(), (engraved - plain).ravel())[0, 1]
    assert slopes < -0.3


@pytest.mark.parametrize("face", range(10))
def test_the_tens_seen_from_above_are_the_labels(face):
    glyphs = stroke_glyphs(6)
    style = D10Style(
        glyphs=glyphs, tens=True, sideways=face % 2, mark="none", lift=0.0, numeral=0.8,
        body=PLAIN.body, second=PLAIN.body, ink=PLAIN.ink, gloss=0.0,
    )  # fmt: skip
    picture, truth = seen_from_above(style, face)
    corner = style.solid.normals[face] @ rest_rotation(style.solid, face, 25.0).T
    assert corner[2] == pytest.approx(1.0)
    middle = (SIZE - 1) / 2
    truth = replace(truth, top=np.full((4, 2), middle))
    seen = ink_of(upright_view(picture, truth, style.mark_on(face).half * UNIT))
    scores = {
        text: likeness(seen, cv2.resize(numeral_mask(glyphs, text, "none"), (96, 96)) > 127)
        for text in (f"{10 * value:02d}" for value in range(10))
    }
    best = max(scores, key=scores.get)
    assert LABELS[truth.label].text == f"d00/{best}"
    assert truth.value == int(best)


def test_dice_that_count_to_ten_sum_to_eleven():
    for seed in range(40):
        style = random_style(np.random.default_rng(seed), stroke_glyphs(2), ten=True)
        assert sorted(style.values) == list(range(1, 11))
        texts = {style.text(face): LABELS[style.label(face)].text for face in range(10)}
        assert texts["10"] == "d10/10"
        if style.mark == "none" and all(style.twin(face) < 0 for face in range(10)):
            sums = {style.values[face] + style.values[face + 5] for face in range(5)}
            assert sums == {11}


@pytest.mark.parametrize("seed", [2, 5])
def test_any_cube_draws_the_same_twice_and_stays_within_its_outline(seed):
    glyphs = stroke_glyphs(seed)
    for make in (
        random_pip_cube,
        lambda rng: random_numeral_cube(rng, glyphs),
        lambda rng: random_sculpted_cube(rng, glyphs, seed),
    ):
        pictures = []
        for _ in range(2):
            style = replace(make(np.random.default_rng(seed)), clear=0.0)
            pictures.append(seen_from_above(style, seed % 6, 40.0)[0])
        assert (pictures[0] == pictures[1]).all()
        picture, truth = seen_from_above(style, seed % 6, 40.0)
        inside = np.zeros((SIZE, SIZE), np.uint8)
        cv2.fillConvexPoly(inside, np.round(truth.outline).astype(np.int32), 255)
        beyond = cv2.dilate(inside, np.ones((9, 9), np.uint8)) == 0
        assert picture[beyond].max() == 0
        assert picture[inside > 0].max() > 20


def test_round_edges_make_the_outline_smaller_and_keep_its_height():
    sharp = seen_from_above(replace(PLAIN, rounding=0.02), 0, yaw=45.0)[1]
    soft = seen_from_above(replace(PLAIN, rounding=0.5), 0, yaw=45.0)[1]
    assert soft.box[2] < 0.88 * sharp.box[2]
    straight = [seen_from_above(replace(PLAIN, rounding=r), 0, yaw=0.0, distance=400.0)[1].box[2] for r in (0.02, 0.5)]
    assert straight[0] == pytest.approx(straight[1], rel=0.03)


SAMPLE = [*range(0, SYMBOLS, 3), *range(SYMBOLS, SYMBOLS + 60, 2)]


@pytest.mark.parametrize("symbol", SAMPLE[::6])
def test_a_symbol_fills_its_square_and_keeps_clear_of_the_rim(symbol):
    mask = symbol_mask(symbol)
    assert mask.shape == (SYMBOL_SIDE, SYMBOL_SIDE)
    rows, columns = np.nonzero(mask > 127)
    assert max(np.ptp(rows), np.ptp(columns)) > 0.8 * SYMBOL_SIDE
    rim = np.concatenate([mask[:2].ravel(), mask[-2:].ravel(), mask[:, :2].ravel(), mask[:, -2:].ravel()])
    assert rim.max() < 64
    assert 0.03 < (mask > 127).mean() < 0.9


def test_no_symbol_looks_like_another():
    ink = np.stack([symbol_mask(symbol) > 127 for symbol in SAMPLE]).reshape(len(SAMPLE), -1)
    shared = ink.astype(np.float32) @ ink.T.astype(np.float32)
    area = ink.sum(axis=1)
    likeness = shared / (area[:, None] + area[None] - shared)
    np.fill_diagonal(likeness, 0)
    kept = np.array(SAMPLE) >= SYMBOLS
    within = likeness[np.ix_(~kept, ~kept)]
    assert (within > 0.9).sum() == 0
    assert np.median(within.max(axis=1)) < 0.75


def test_a_symbol_is_the_same_however_it_is_asked_for():
    first = symbol_mask(41).copy()
    symbol_mask.cache_clear()
    symbol_mask(200)
    assert (symbol_mask(41) == first).all()


def test_symbols_kept_back_are_no_copies_of_those_that_train():
    trained = [symbol_mask(symbol) for symbol in range(0, SYMBOLS, 4)]
    for symbol in range(SYMBOLS, SYMBOLS + 24):
        assert max(overlap(symbol_mask(symbol), other) for other in trained) < 0.98


@pytest.mark.parametrize("symbol", [0, 11, 390])
def test_the_relief_rises_within_the_silhouette_only(symbol):
    mask, height = symbol_mask(symbol), symbol_height(symbol)
    assert height[mask < 5].max() < 128
    assert height[mask > 250].mean() > 3 * height[mask < 5].mean()


def test_a_sheet_draws_both_halves_alike():
    sheet = Sheet()
    sheet.both([(0.1, -0.5), (0.9, 0.0), (0.1, 0.5)])
    assert np.abs(sheet.mask.astype(int) - sheet.mask[:, ::-1]).mean() < 4


def test_lamps_in_glossy_faces_are_spots_and_rings_that_leave_a_middle_dark():
    lights = [reflection(np.random.default_rng(seed)) for seed in range(60)]
    bright = [light for light in lights if light.max() > 100]
    rings = [light for light in bright if light[24:40, 24:40].max() < 40]
    assert 10 < len(rings) < len(bright) - 5


def test_a_glossy_die_mirrors_a_lamp_in_the_middle_of_its_faces_and_a_dull_one_none():
    def brightest(gloss, seed):
        picture, _ = seen_from_above(replace(PLAIN, ink=PLAIN.body, gloss=gloss, seed=seed), 0)
        return int(picture[100:140, 100:140, 2].max())

    seeds = range(12)
    assert max(brightest(0.0, seed) for seed in seeds) < 90
    assert max(brightest(1.0, seed) for seed in seeds) > 120
