"""The pictures that teach: what the numbers beside them say, proved by a second look at the scene."""

import cv2
import numpy as np
import pytest

from models.labels import LABELS, SCULPTED, SYMBOLS
from models.workshop.rendering.glyphs import stroke_glyphs
from models.workshop.training import dice
from models.workshop.training.dice import PATCH, SHARES, TABLE, Maker, targets

COUNT = 60
FLAT_LABELS = {place for place, label in enumerate(LABELS) if label.style == "pips"}


@pytest.fixture(autouse=True)
def few_hands(monkeypatch):
    """A dozen drawn hands and a few grounds: fonts take seconds to load and change nothing here."""
    monkeypatch.setattr(
        dice,
        "load_glyphs",
        lambda *, held_out: [stroke_glyphs(2 * i + held_out) for i in range(12)],
    )
    monkeypatch.setattr(dice, "_GROUNDS", 4)


@pytest.fixture
def seen(monkeypatch):
    """Every scene that is rendered, with its truths."""
    scenes = []
    draw = dice.render_scene

    def noting(scene, background):
        picture, truths = draw(scene, background)
        scenes.append((scene, truths))
        return picture, truths

    monkeypatch.setattr(dice, "render_scene", noting)
    return scenes


def label_from_above(die):
    """The label that covers most of a die seen from straight above, by a map of labels."""
    style = die.style
    faces = style.solid.kites @ die.rotation.T
    canvas = np.full((160, 160), -1, np.int16)
    for face in np.argsort(faces.mean(axis=1)[:, 2]):
        flat = np.round((faces[face][:, :2] * [35, -35] + 80) * 16).astype(np.int32)
        cv2.fillConvexPoly(canvas, flat, int(style.label(int(face))), cv2.LINE_8, 4)
    labels, counts = np.unique(canvas[canvas >= 0], return_counts=True)
    ranked = np.sort(counts)
    clear = len(counts) == 1 or ranked[-1] > 1.03 * ranked[-2]
    return int(labels[counts.argmax()]), clear


def drawn(maker, count=COUNT):
    numbers = [maker.patch()[1] for _ in range(count)]
    return np.stack(numbers)


def test_every_label_is_what_a_map_of_labels_shows_from_above(seen):
    maker = Maker(5)
    for _ in range(COUNT):
        maker.patch()
    for _ in range(10):
        maker.table()
    proved = 0
    for scene, truths in seen:
        for die, truth in zip(scene.dice, truths, strict=True):
            label, clear = label_from_above(die)
            if clear and len({die.style.label(face) for face in range(len(die.style.solid.normals))}) > 1:
                assert truth.label == label
                proved += 1
    assert proved > COUNT // 2


def test_the_numbers_of_patches_keep_to_their_ranges():
    numbers = drawn(Maker(2))
    label, turn, x, y, radius, up_x, up_y, cocked, visible, symbol, twin = numbers.T
    assert set(label) <= {*range(-1, len(LABELS))}
    none = label == -1
    upright = none | np.isin(label, list(FLAT_LABELS))
    assert (turn[upright] == -1).all()
    assert ((turn[~upright] >= 0) & (turn[~upright] < 360)).all()
    assert (np.abs(x - PATCH / 2) < 30).all()
    assert (np.abs(y - PATCH / 2) < 30).all()
    assert ((radius > 4) & (radius < 60)).all()
    assert (np.hypot(up_x, up_y) < np.sin(np.deg2rad(65))).all()
    assert set(cocked) == {0.0, 1.0}
    assert ((visible >= 0) & (visible <= 1)).all()
    assert ((symbol >= 0) == (label == SCULPTED)).all()
    assert (symbol < SYMBOLS).all()
    assert set(twin) <= {-1.0, 6.0, 9.0}
    assert (twin[twin >= 0] == 15 - label[twin >= 0]).all()


def test_three_cameras_of_four_look_from_the_pictures_bottom():
    maker = Maker(4)
    rolls = np.array([maker._roll() for _ in range(2000)])
    near = np.abs((rolls + 180) % 360 - 180) <= 35
    assert near.mean() == pytest.approx(0.75 + 0.25 * 70 / 360, abs=0.04)


@pytest.mark.parametrize(("kind", "kinds"), [("d10", {"d10"}), ("d6", {"d6"}), ("pips", {"d6"})])
def test_a_maker_draws_only_the_kinds_it_is_told(kind, kinds, seen):
    maker = Maker(6, kinds=(kind,))
    for _ in range(12):
        maker.patch()
    assert {truth.kind for _, truths in seen for truth in truths} == kinds


@pytest.mark.parametrize("kinds", [("d20",), ()])
def test_an_unknown_kind_or_none_is_refused(kinds):
    with pytest.raises(ValueError, match="kinds of dice"):
        Maker(1, kinds=kinds)


def test_held_out_makers_show_symbols_that_training_never_shows():
    numbers = drawn(Maker(7, held_out=True, kinds=("sculpted",)), 12)
    symbols = numbers[numbers[:, 9] >= 0, 9]
    assert len(symbols) > 2
    assert (symbols >= SYMBOLS).all()


def test_the_same_seed_draws_the_same():
    one, same, other = (Maker(seed).patch()[0] for seed in (8, 8, 9))
    assert (one == same).all()
    assert (one != other).any()


def test_a_tables_targets_are_the_boxes_of_dice_that_are_seen(seen):
    maker = Maker(10)
    for _ in range(12):
        picture, wanted = maker.table()
        assert picture.shape == (TABLE, TABLE, 3)
        _, truths = seen[-1]
        if (wanted[0] >= 0.999).any():
            assert truths
        if not truths:
            assert wanted.max() == 0


def test_what_counts_neither_way_is_no_peak_and_has_no_box():
    wanted = targets([(20.0, 20.0, 40.0, 40.0)], [(150.0, 150.0, 30.0, 30.0)])
    assert (wanted[0] >= 0.999).sum() == 1
    assert wanted[0, 20, 20] == pytest.approx(0.98)
    assert wanted[5, 18:23, 18:23].max() == 0


def test_a_photo_tells_the_whole_truth_of_its_dice():
    maker = Maker(11)
    kinds = set()
    for _ in range(12):
        picture, truths = maker.photo(240)
        assert picture.shape == (240, 240, 3)
        assert truths
        for truth in truths:
            label = LABELS[truth.label]
            kinds.add(label.kind)
            assert truth.kind == label.kind
            assert label.face == "S" or int(label.face) == truth.value
            assert np.hypot(*truth.up) < 0.6
            assert (truth.symbol >= 0) == (label.face == "S")
    assert kinds == {"d10", "d00", "d6"}


def test_the_shares_add_up():
    assert sum(SHARES.values()) == pytest.approx(1.0)


def test_at_the_pictures_edge_the_picture_repeats_and_the_face_is_hidden_as_far(seen):
    maker = Maker(12)
    maker.table()
    while not seen[-1][1]:
        maker.table()
    truth = seen[-1][1][0]
    side = int(truth.middle[0] + 3 * truth.radius) + 2
    picture = maker.rng.integers(0, 256, (TABLE, max(side, TABLE), 3), dtype=np.uint8)
    ends = set()
    for _ in range(20):
        cut = picture.copy()
        after = maker._at_edge(cut, truth)
        assert after.visible <= truth.visible
        assert (cut[:, -1] == cut[:, -2]).all()
        ends.add(int((cut != picture).any(axis=(0, 2)).argmax()))
    assert len(ends) > 1
