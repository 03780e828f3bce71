"""Recognising taught dice, what looks alike, and sorting throws; the network is pretended."""

from time import perf_counter

import numpy as np
import pytest
from taught_stage import COLOURS, PixelEmbedder, PixelEye, read_as, table

from models.framing import CROP, Frame
from models.labels import FEATURES
from vision.errors import TaughtError
from vision.taught import bank
from vision.taught.alike import group_throws, separation
from vision.taught.bank import make_ready, open_taught, pack
from vision.taught.file import read_with_features, write_set
from vision.taught.recognise import SURE, TURNS_TAUGHT, Looks, colours, look_around, recognise
from vision.taught.resolve import Candidate, resolve
from vision.taught.sets import Origin, TaughtSet, example_from, gaps

FACES = ("S", "2", "6")


def example(kind, face, angle, seed=1):
    image = table((160, 120, kind, face, angle), seed=seed)
    return example_from(image, PixelEye().frames(image)[0], Origin.FOLDER)


def taught_set(kinds, faces=FACES, angles=(3, 130, 255)):
    taught = TaughtSet("pets")
    for kind in kinds:
        for face in faces:
            for angle in angles:
                taught = taught.with_example(kind, face, example(kind, face, angle, angle))
    return taught


@pytest.fixture(scope="module")
def pets():
    return make_ready(taught_set(("cat", "dog", "owl")), PixelEmbedder())


def read(taught, *dice):
    image, eye = table(*dice, seed=77), PixelEye()
    frames = sorted(eye.frames(image), key=lambda frame: frame.x)
    return recognise(taught, image, frames, eye.embedder, read_as("", len(frames)))


@pytest.mark.parametrize("angle", [20, 200])
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("kind", ["cat", "dog", "owl"])
def test_a_taught_die_is_recognised_however_it_is_turned(pets, kind, face, angle):
    (only,) = read(pets, (150, 110, kind, face, angle))
    assert (only.kind, only.face, only.sure) == (kind, face, True)
    assert only.confidence >= SURE


def test_dice_of_one_picture_are_read_in_one_call(pets):
    embedder = PixelEmbedder()
    image = table((80, 120, "cat", "S", 5), (240, 120, "dog", "6", 100))
    frames = sorted(PixelEye().frames(image), key=lambda frame: frame.x)
    both = recognise(pets, image, frames, embedder, read_as("", 2))
    assert [(one.kind, one.face) for one in both] == [("cat", "S"), ("dog", "6")]
    assert embedder.crops <= 4


def test_what_was_never_taught_is_none_of_these(pets):
    image = np.full((120, 160, 3), (200, 200, 30), np.uint8)
    image[40:80, 60:64] = 255
    (only,) = recognise(pets, image, [Frame(80, 60, 40)], PixelEmbedder(), read_as(""))
    assert (only.kind, only.face, only.known, only.sure) == ("", "", False, False)


def test_what_the_network_reads_makes_a_taught_face_surer_or_less_sure():
    pets = make_ready(taught_set(("cat", "dog")), PixelEmbedder(reads="d6/3/pips"))
    image = table((160, 120, "cat", "2", 20), seed=77)
    frames, network = PixelEye().frames(image), PixelEmbedder()

    def sure(text):
        (only,) = recognise(pets, image, frames, network, read_as(text))
        return only.confidence if (only.kind, only.face) == ("cat", "2") else 0.0

    assert sure("d6/2/pips") > sure("d10/8") > sure("d6/5/pips")


def test_a_face_that_nobody_taught_is_not_taken_for_one_that_was():
    """Reader and request are sure of a cat's 6; the set knows its S and 2 alone."""
    network = PixelEmbedder(reads="d6/2/pips")
    taught = make_ready(taught_set(("cat", "dog"), ("S", "2")), network)
    image = table((160, 120, "cat", "2", 20), seed=77)
    frames = PixelEye().frames(image)
    (known,) = recognise(taught, image, frames, network, read_as("d6/2/pips"))
    assert (known.face, known.sure) == ("2", True)
    (only,) = recognise(taught, image, frames, network, read_as("d6/6/pips", chance=0.99))
    assert not only.sure
    chances = ((only.kind, only.face, only.confidence), *only.alternatives)
    (asked,) = resolve([Candidate(160, 120, 30, chances)], ("cat",))
    assert not asked.sure


def test_kinds_of_one_colour_and_sign_are_unsure_with_both_named():
    taught = make_ready(taught_set(("cat", "fox")), PixelEmbedder())
    (only,) = read(taught, (150, 110, "cat", "S", 20))
    assert only.face == "S"
    assert not only.sure
    assert only.face_sure
    assert {only.kind, only.alternatives[0][0]} == {"cat", "fox"}


def test_what_looks_alike_is_said():
    found = separation(make_ready(taught_set(("cat", "fox", "dog")), PixelEmbedder()))
    assert {(pair.one, pair.other) for pair in found.alike} == {(("cat", face), ("fox", face)) for face in FACES}
    assert found.warnings() == (
        (
            "cat and fox look alike on faces 2, 6 and S: the roll that is asked for and the last"
            " places decide, else you are asked"
        ),
        *(f"{kind} was not taught its 3, 4 and 5: when they lie up you are asked" for kind in ("cat", "fox", "dog")),
    )


@pytest.mark.parametrize(
    ("faces", "missing"),
    [
        ("1 2 3 6", "4 and 5: when they lie"),
        ("S 2 3 4 6", "5: when it lies"),
        ("S", ""),
        ("1 2 3 4 5 6", ""),
        ("S 2 3 4 5 6", ""),
        ("0 1 2 3 4 5 6 7 9", "8: when it lies"),
        ("7", "0, 1, 2, 3, 4, 5, 6, 8 and 9: when they lie"),
        ("1 2 3 4 5 6 7 8 9 10", ""),
        ("1 2 3 4 5 6 10", "7, 8 and 9: when they lie"),
        ("00 10 20 30 40 60 70 80 90", "50: when it lies"),
        ("10 20 30 40 50 60 70 80 90", "00: when it lies"),
        ("1 8 12", ""),
    ],
)
def test_numerals_that_nobody_taught_are_named(faces, missing):
    lines = gaps([("owl", "S"), *(("die", face) for face in faces.split())])
    assert lines == ((f"die was not taught its {missing} up you are asked",) if missing else ())


def test_a_set_that_is_told_apart_has_no_warning_but_of_its_gaps(pets):
    found = separation(pets)
    assert (found.right, found.judged) == (1.0, 27)
    assert found.warnings() == gaps(pets.classes)


def test_faces_with_too_few_pictures_are_named():
    found = separation(make_ready(taught_set(("cat",), ("S",), (3,)), PixelEmbedder()))
    assert found.judged == 0
    assert found.warnings() == ("fewer than 3 pictures of cat S",)


def test_an_empty_set_cannot_be_made_ready():
    with pytest.raises(TaughtError, match="nothing was taught"):
        make_ready(TaughtSet("pets"), PixelEmbedder())


def test_features_of_another_network_are_never_compared(pets):
    with pytest.raises(ValueError, match="another network"):
        recognise(pets, table(), [Frame(50, 50, 30)], PixelEmbedder("1" * 64), read_as(""))


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "pets.dice"
    write_set(path, taught_set(("cat",), ("S", "2")))
    return path


def test_a_network_looks_once(kept):
    first, second = PixelEmbedder(), PixelEmbedder()
    before, after = open_taught(kept, first), open_taught(kept, second)
    assert first.crops == 6 * TURNS_TAUGHT
    assert second.crops == 0
    assert after.classes == before.classes
    np.testing.assert_allclose(after.looks.features, before.looks.features, atol=1e-3)


def test_another_network_looks_anew(kept):
    open_taught(kept, PixelEmbedder())
    other = PixelEmbedder("1" * 64)
    open_taught(kept, other)
    assert other.crops == 6 * TURNS_TAUGHT


@pytest.mark.parametrize("harm", ["cut", "words", "pickle", "fewer", "nan"])
def test_what_was_kept_and_does_not_fit_is_looked_at_anew(kept, harm):
    ready = open_taught(kept, PixelEmbedder())
    taught, data = read_with_features(kept, ready.identity)
    if harm == "cut":
        data = data[: len(data) // 2]
    elif harm == "words":
        data = b"no numbers"
    elif harm == "pickle":
        held = bank.io.BytesIO()
        np.save(held, np.array([{"a": 1}], object), allow_pickle=True)
        data = held.getvalue()
    elif harm == "fewer":
        data = pack(ready.looks.of(np.arange(5)))
    else:
        ready.looks.features[0] = np.nan
        data = pack(ready.looks)
    write_set(kept, taught, {ready.identity: data})
    again = PixelEmbedder()
    assert np.isfinite(open_taught(kept, again).looks.features).all()
    assert again.crops == 6 * TURNS_TAUGHT


def test_a_set_that_cannot_be_written_is_still_recognised(kept, monkeypatch):
    def refuse(*_):
        raise TaughtError("the disk is full")

    monkeypatch.setattr(bank, "write_set", refuse)
    assert open_taught(kept, PixelEmbedder()).classes == (("cat", "S"), ("cat", "2"))


def test_throws_are_grouped_by_what_they_show():
    shown = ["S", "2", "6", "S", "S", "2", "6", "2"]
    pictures = []
    for number, face in enumerate(shown):
        one = example("owl", face, 47 * number, number)
        pictures.append((one.picture(), one.frame))
    groups = group_throws(look_around(pictures, PixelEmbedder()))
    assert [group.members for group in groups] == [(0, 3, 4), (1, 5, 7), (2, 6)]
    assert all(group.middle in group.members for group in groups)


def test_hundreds_of_dice_are_grouped_in_little_time():
    rng = np.random.default_rng(3)
    features = np.repeat(rng.normal(size=(12, 1, FEATURES)), 25, axis=0)
    features = features + rng.normal(0, 0.1, (300, TURNS_TAUGHT, FEATURES))
    features /= np.linalg.norm(features, axis=2, keepdims=True)
    order = rng.permutation(300)
    begun = perf_counter()
    groups = group_throws(Looks(features[order], np.zeros((300, 1)), np.zeros((300, 9))))
    assert perf_counter() - begun < 10  # to compare every two groups anew takes a minute
    assert [len(group.members) for group in groups] == [25] * 12
    assert all(len({order[one] // 25 for one in group.members}) == 1 for group in groups)


def test_colours_are_those_of_the_die_alone():
    cut = np.full((CROP, CROP, 3), 255, np.uint8)
    across = np.arange(CROP) - (CROP - 1) / 2
    cut[across[:, None] ** 2 + across[None, :] ** 2 < 20**2] = COLOURS["dog"]
    found = colours(cut)
    flat = colours(np.full((CROP, CROP, 3), COLOURS["dog"], np.uint8))
    np.testing.assert_allclose(found, flat, atol=1e-3)
    assert not np.allclose(flat, colours(np.full((CROP, CROP, 3), COLOURS["cat"], np.uint8)))
