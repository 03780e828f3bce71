"""Training's own parts that need no training library: targets, crops, held-out numerals."""

import numpy as np
import pytest

from models.framing import CROP, FRAME, STRIDE, TURNS, Frame, context, crop
from models.workshop.rendering import effects, surfaces
from models.workshop.rendering.effects import (
    blurred,
    coarse,
    compressed,
    dyed,
    lit,
    noisy,
    sharpened,
    spotted,
    toned,
    watched,
)
from models.workshop.training.batches import Known, ReadBatch, soft_turns, turn_range
from models.workshop.training.dice import CELLS, targets


def spot(x, y, size=96, sigma=2.0):
    """A bright spot on black."""
    rows, columns = np.mgrid[:size, :size] + 0.5
    bell = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * sigma**2))
    return np.repeat((bell * 255).astype(np.uint8)[..., None], 3, axis=2)


def centre(picture):
    """The bright spot's middle in pixels."""
    weights = picture[..., 0].astype(float)
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]] + 0.5
    return (columns * weights).sum() / weights.sum(), (rows * weights).sum() / weights.sum()


@pytest.mark.parametrize(("turn", "where"), [(0, (48, 32)), (90, (32, 16)), (180, (16, 32))])
def test_a_crop_turns_its_content_back(turn, where):
    cut = crop(spot(64.0, 48.0), Frame(48.0, 48.0, 32.0, turn))
    assert cut.shape == (CROP, CROP, 3)
    assert centre(cut) == pytest.approx(where, abs=0.6)


@pytest.mark.parametrize("scale", [1, 3, 9])
def test_a_crop_shows_the_same_whatever_the_pictures_size(scale):
    picture = spot(60.0 * scale, 40.0 * scale, 96 * scale, 2.0 * scale)
    cut = crop(picture, Frame(48.0 * scale, 48.0 * scale, 32.0 * scale))
    assert centre(cut) == pytest.approx((44.0, 24.0), abs=0.7)


def test_a_crop_beyond_the_rim_is_still_a_crop():
    assert crop(spot(10, 10), Frame(-500.0, 900.0, 400.0)).shape == (CROP, CROP, 3)
    assert crop(spot(10, 10), Frame(0.0, 0.0, 20.0)).shape == (CROP, CROP, 3)


def test_soft_turns_peak_at_their_class_and_wrap():
    assert soft_turns(120.0).argmax() == 12
    assert soft_turns(358.0).argmax() == 0
    assert soft_turns(5.0).sum() == pytest.approx(1.0, abs=1e-5)
    assert len(soft_turns(0.0)) == TURNS


def test_turns_widen_from_upright_to_full():
    ranges = [turn_range(seen) for seen in range(0, 400_000, 10_000)]
    assert ranges[0] == 20.0
    assert ranges[-1] == 180.0
    assert ranges == sorted(ranges)


def patch_numbers(label=7, turn=0.0, cocked=0.0, visible=1.0, symbol=-1.0, twin=-1.0):
    """What a maker says of a patch whose die, 8 pixels in radius, lies at 64, 64."""
    return np.array([label, turn, 64, 64, 8, 0.0, -0.3, cocked, visible, symbol, twin], np.float32)


def one_crop(seed, numbers, picture=None):
    """A batch of one crop."""
    batch = ReadBatch(1)
    picture = spot(64.0, 64.0, 128, 2.0) if picture is None else picture
    batch.fill(0, np.random.default_rng(seed), picture, Known.of(numbers), 180.0)
    return batch


def test_the_correction_taught_points_from_the_crop_to_the_die(monkeypatch):
    for strange in ("dyed", "spotted", "lit"):
        monkeypatch.setattr(effects, strange, lambda _, picture: picture)
    for seed in range(20):
        batch = one_crop(seed, patch_numbers())
        half = CROP / 2
        expected = centre(np.where(batch.crops[0] > 60, batch.crops[0], 0))
        told = half + batch.frames[0, 0] * half, half + batch.frames[0, 1] * half
        assert batch.faces[0].argmax() == 7
        assert batch.turns.sum() == pytest.approx(1.0, abs=1e-5)
        assert told == pytest.approx(expected, abs=2.5)
        assert abs(batch.frames[0, 2]) < 1.0


def test_what_a_hidden_face_shows_is_not_to_be_known():
    plain, half, hidden = (one_crop(0, patch_numbers(visible=share)).faces[0] for share in (1.0, 0.55, 0.2))
    assert plain[7] == 1.0
    assert 0.3 < half[7] < 0.7
    assert hidden.max() == pytest.approx(hidden.min())
    assert hidden.sum() == pytest.approx(1.0, abs=1e-5)


def test_what_is_no_die_has_neither_face_nor_turn():
    batch = one_crop(0, patch_numbers(label=-1, turn=-1))
    assert batch.faces.sum() == batch.turns.sum() == batch.state[0, 0] == 0


def test_up_is_taught_as_it_points_within_the_turned_crop():
    frame = Frame(0.0, 0.0, 1.0, 90.0)
    assert context(frame, (0.0, -0.3)) == pytest.approx((-1, 0, 1, -0.6, 0), abs=1e-6)
    assert context(frame, None) == pytest.approx((-1, 0, 0, 0, 0), abs=1e-6)
    assert context(Frame(0.0, 0.0, 1.0), (0.2, 0.1)) == pytest.approx((0, -1, 1, 0.4, 0.2))


def test_a_target_names_the_box_it_was_made_from():
    box = (40.0, 80.0, 24.0, 32.0)
    wanted = targets([box])
    (row,), (column,) = np.nonzero(wanted[0] >= 0.999)
    across = (column + 0.5 + wanted[1, row, column]) * STRIDE
    down = (row + 0.5 + wanted[2, row, column]) * STRIDE
    assert (across, down) == pytest.approx((52.0, 96.0), abs=1e-3)
    assert np.exp(wanted[3:5, row, column]) * STRIDE == pytest.approx([24.0, 32.0], rel=1e-5)
    assert wanted[5, row, column] == 1


def test_a_die_too_large_for_the_finder_is_no_target_and_a_large_one_counts_neither_way():
    assert targets([(10.0, 10.0, 200.0, 200.0)]).max() == 0
    between = targets([(70.0, 70.0, 110.0, 110.0)])
    assert 0.9 < between[0].max() < 0.999
    assert between[5].max() == 0
    assert between.shape == (6, CELLS, CELLS)


@pytest.mark.parametrize("seed", range(6))
def test_effects_keep_shape_and_kind(seed):
    rng = np.random.default_rng(seed)
    picture = rng.integers(0, 256, (40, 56, 3), dtype=np.uint8)
    for changed in (
        toned(rng, picture),
        blurred(rng, picture, 3.0),
        noisy(rng, picture, 30.0),
        coarse(rng, picture, 3.0),
        compressed(rng, picture),
        sharpened(rng, picture),
        watched(rng, picture),
        dyed(rng, picture),
        spotted(rng, picture),
        lit(rng, picture),
    ):
        assert changed.shape == picture.shape
        assert changed.dtype == np.uint8


def test_a_frame_holds_the_whole_die_seen_from_above():
    from models.workshop.rendering.glyphs import stroke_glyphs
    from models.workshop.rendering.scene import Scene, lying, render_scene, table_camera
    from models.workshop.rendering.style import D10Style

    style = D10Style(glyphs=stroke_glyphs(0))
    blank = np.zeros((200, 200, 3), np.uint8)
    for yaw in range(0, 360, 40):
        scene = Scene([lying(style, 5, float(yaw))], table_camera((200, 200), 30))
        _, (truth,) = render_scene(scene, blank)
        half = FRAME * truth.radius
        left, top, width, height = truth.box
        assert left > truth.middle[0] - half
        assert left + width < truth.middle[0] + half
        assert top > truth.middle[1] - half
        assert top + height < truth.middle[1] + half


def test_a_6_that_nothing_tells_from_a_9_is_taught_as_either():
    faces = one_crop(0, patch_numbers(label=6, twin=9)).faces[0]
    assert faces[6] == faces[9] == 0.5
    assert faces.sum() == 1.0


def test_only_unmarked_dice_of_no_known_order_have_twins():
    from models.workshop.rendering.geometry import MIRRORED, STANDARD
    from models.workshop.rendering.glyphs import stroke_glyphs
    from models.workshop.rendering.style import D10Style

    shuffled = (6, 4, 9, 2, 8, 3, 5, 0, 7, 1)
    glyphs = stroke_glyphs(0)
    for values in (STANDARD, MIRRORED):
        style = D10Style(glyphs, values=values, mark="none")
        assert {style.twin(face) for face in range(10)} == {-1}
    style = D10Style(glyphs, values=shuffled, mark="none")
    assert [style.twin(face) for face in range(3)] == [9, -1, 6]
    assert D10Style(glyphs, values=shuffled, mark="bar").twin(0) == -1
    assert D10Style(glyphs, values=shuffled, mark="none", tens=True).twin(0) == -1


def test_some_cameras_see_grey_some_light_has_a_dark_rim_and_most_leave_the_picture_as_it_is():
    rng = np.random.default_rng(3)
    picture = np.full((40, 56, 3), (60, 120, 200), np.uint8)
    seen = [watched(rng, picture) for _ in range(300)]
    grey = sum(int(np.ptp(one, axis=2).max()) == 0 for one in seen)
    rimmed = sum(int(one[..., 1].max()) > 2 * int(one[..., 1].min()) for one in seen)
    same = sum(bool((one == picture).all()) for one in seen)
    assert 10 < grey < 80
    assert 10 < rimmed < 80
    assert same > 200


def test_sharpening_makes_the_rims_of_an_edge_stronger_than_both_its_sides():
    picture = np.full((40, 40, 3), 80, np.uint8)
    picture[:, 20:] = 160
    changed = sharpened(np.random.default_rng(1), picture)
    assert int(changed.min()) < 70
    assert int(changed.max()) > 170


@pytest.mark.parametrize("pattern", ["stripes", "camouflage", "cells", "glitter"])
def test_a_pattern_may_be_as_strong_as_ink(pattern):
    black, white = (0.0, 0.0, 0.0), (255.0, 255.0, 255.0)
    tiles = [surfaces.body_tile(np.random.default_rng(seed), pattern, (white, black, black)) for seed in range(8)]
    spread = [np.percentile(tile, 98) - np.percentile(tile, 1) for tile in tiles]
    assert max(spread) > 150
    assert min(float(tile.std()) for tile in tiles) > 2


def test_a_trays_rim_leaves_the_place_free_and_mostly_shows():
    shown = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        picture = np.full((200, 200, 3), 128, np.uint8)
        surfaces.rimmed(rng, picture, (100.0, 100.0), 20.0)
        free = picture[88:112, 88:112].astype(float)
        assert np.abs(np.diff(free, axis=0)).max() < 25
        shown += bool((picture != 128).any())
    assert shown > 6


@pytest.mark.parametrize("strange", [dyed, spotted, lit])
def test_a_few_crops_are_made_strange_and_most_stay_as_they_are(strange):
    rng = np.random.default_rng(4)
    picture = np.full((40, 56, 3), (60, 120, 200), np.uint8)
    changed = sum(bool((strange(rng, picture) != picture).any()) for _ in range(200))
    assert 10 < changed < 100


def test_near_crops_are_met_upright_and_turned_to_another_face():
    batches = [one_crop(seed, patch_numbers()) for seed in range(200)]
    near = [batch.turns[0].argmax() for batch in batches if batch.frames[0, 2] > 0.3]
    upright = sum(turn in (TURNS - 2, TURNS - 1, 0, 1, 2) for turn in near)
    assert 0.5 < upright / len(near) < 0.9
