"""Profiles on disk: written whole, read back the same, and trusted no further than they check."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.errors import ProfileError
from calibration.judge import Code, improve, note
from calibration.profile import Profile, Provenance, Quality, Sheet, Trust
from calibration.solve import CameraPose
from calibration.store import (
    MAX_BYTES,
    SUFFIX,
    load_profile,
    profile_name,
    profile_path,
    profiles_in,
    save_profile,
)
from calibration.zone import RollZone

PROVENANCE = Provenance("2026-01-02T03:04:05+00:00", "0", 1280, 720, 15, "A4-1", "5.0.0")


def a_profile(**changed):
    fields = {
        "name": "kitchen",
        "zone": RollZone.rectangle(0.1, 0.2, 0.6, 0.5),
        "gains": (1.2, 1.0, 0.9),
        "camera": CameraPose(0.85, -0.02, (0.0, -0.28, -0.96), 0.3, 0.02),
        "sheet": Sheet("A4-1", tuple(float(k) for k in range(9)), ((0, 0.1, 0.1), (1, 0.9, 0.1))),
        "mm_per_pixel": 0.31,
        "quality": Quality(Trust.GOOD, (improve(Code.SOFT, "soft"), note(Code.LENS, "lens")), 16.2, 0.3, 0.3, 41.5),
        "provenance": PROVENANCE,
    }
    return Profile(**{**fields, **changed})


fractions = st.floats(0, 1)
zones = st.builds(
    RollZone.rectangle,
    st.floats(0, 0.4), st.floats(0, 0.4), st.floats(0.1, 0.6), st.floats(0.1, 0.6),
)  # fmt: skip
directions = st.tuples(st.floats(-0.7, 0.7), st.floats(-0.7, 0.7)).map(
    lambda xy: (xy[0], xy[1], -float(np.sqrt(1 - xy[0] ** 2 - xy[1] ** 2)))
)
poses = st.builds(
    CameraPose,
    st.floats(0.3, 4),
    st.floats(-0.5, 0.5),
    directions,
    st.floats(0, 20),
    st.floats(0, 1),
)
words = st.text(st.characters(categories=("L", "N", "P", "Zs"), codec="utf-8"), max_size=80).filter(str.isprintable)
profiles = st.builds(
    a_profile,
    zone=zones,
    camera=st.none() | poses,
    sheet=st.none() | st.just(a_profile().sheet),
    mm_per_pixel=st.none() | st.floats(0.01, 10),
    quality=st.builds(
        Quality,
        st.sampled_from(Trust),
        st.lists(st.builds(improve, st.sampled_from(Code), words), max_size=5).map(tuple),
        tilt=st.none() | st.floats(0, 90),
    ),
    provenance=st.builds(
        Provenance, st.just("2026-01-02"), words, st.integers(1, 9000), st.integers(1, 9000),
        st.integers(0, 200), st.sampled_from(["", "A4-1"]), st.just("5.0.0"),
    ),
)  # fmt: skip


@settings(max_examples=60)
@given(profile=profiles)
def test_what_is_saved_is_read_back(profile, tmp_path_factory):
    path = profile_path(tmp_path_factory.mktemp("profiles"), profile.name)
    save_profile(profile, path)
    assert load_profile(path) == profile


def test_a_profile_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = profile_path(tmp_path / "new", "kitchen")
    save_profile(a_profile(), path)

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ProfileError, match="no space left"):
        save_profile(a_profile(gains=(1.0, 1.0, 1.0)), path)
    assert load_profile(path) == a_profile()
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("name", ["", " ", "../x", "a/b", ".hidden", "a b", "x" * 41, "ä", "none"])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(ProfileError):
        profile_name(name)


def test_capitals_become_small():
    assert profile_name(" Kitchen.Table-2 ") == "kitchen.table-2"


def written(tmp_path, text):
    path = tmp_path / f"x{SUFFIX}"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def as_text(tmp_path):
    path = profile_path(tmp_path, "kitchen")
    save_profile(a_profile(), path)
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "not a profile"),
        (b"\xff\xfe", "not a profile"),
        ("[" * 30_000, "not a profile"),
        ("[1, 2]", "no JSON object"),
        ("{}", "format is missing"),
        ('{"format": 2}', "format 2 is not known"),
        ('{"format": 1}', "name is missing"),
        (b" " * (MAX_BYTES + 1), "larger than"),
    ],
)
def test_what_is_no_profile_is_refused_in_one_line(text, said, tmp_path):
    with pytest.raises(ProfileError, match=said) as refused:
        load_profile(written(tmp_path, text))
    assert "\n" not in str(refused.value)
    assert str(tmp_path) in str(refused.value)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("name",), "../../etc"),
        (("zone",), [[0, 0], [1, 1]]),
        (("zone",), [[0, 0], [1, 0], [2, 1]]),
        (("zone",), [[0, 0]] * 4),
        (("zone",), [[0.1, 0.1]] * 1000),
        (("gains",), [1, 1, 1000]),
        (("gains",), [1, 1]),
        (("gains",), [1, 1, True]),
        (("mm_per_pixel",), 0),
        (("mm_per_pixel",), float("nan")),
        (("mm_per_pixel",), 10**400),
        (("camera", "normal"), [0, 0, 1]),
        (("camera", "normal"), [0, 0, -0.5]),
        (("camera", "focal"), 0),
        (("camera",), 7),
        (("sheet", "homography"), [1] * 8),
        (("sheet", "markers"), [[1, 2]]),
        (("quality", "trust"), "blind"),
        (("quality", "findings"), [{"code": "x", "weight": "note", "text": ""}]),
        (("quality", "points"), 1.5),
        (("provenance", "width"), -1),
        (("provenance", "source"), "a\nb"),
        (("provenance", "source"), "x" * 501),
        (("provenance", "made_at"), 5),
    ],
)
def test_a_field_that_cannot_be_is_named(where, value, tmp_path):
    data = json.loads(as_text(tmp_path))
    part = data
    for key in where[:-1]:
        part = part[key]
    part[where[-1]] = value
    with pytest.raises(ProfileError, match=where[-1]):
        load_profile(written(tmp_path, json.dumps(data)))


@settings(max_examples=150)
@given(at=st.integers(0, 2000), put=st.binary(min_size=1, max_size=3))
def test_a_damaged_profile_is_read_or_refused_never_worse(at, put, tmp_path_factory):
    folder = tmp_path_factory.mktemp("damaged")
    text = bytearray(as_text(folder).encode())
    at %= len(text)
    text[at : at + len(put)] = put
    problem = ""
    try:
        load_profile(written(folder, bytes(text)))
    except ProfileError as error:
        problem = str(error)
    assert problem.isprintable()


def test_a_missing_profile_is_one_line(tmp_path):
    with pytest.raises(ProfileError, match="no such file"):
        load_profile(tmp_path / "x.profile.json")


def test_profiles_are_listed_newest_first_and_the_broken_are_told(tmp_path):
    for name, made in (("one", "2026-01-01"), ("three", "2026-03-01"), ("two", "2026-02-01")):
        provenance = Provenance(made, "0", 1280, 720, 1, "", "5")
        save_profile(a_profile(name=name, provenance=provenance), profile_path(tmp_path, name))
    written(tmp_path, "{}")
    found, broken = profiles_in(tmp_path)
    assert [profile.name for profile in found] == ["three", "two", "one"]
    assert len(broken) == 1
    assert profiles_in(tmp_path / "nowhere") == ((), ())


def test_up_is_known_only_for_pictures_of_the_calibrated_shape():
    profile = a_profile()
    up = profile.up_at(640, 360, 1280, 720)
    assert up == pytest.approx((0.0, -0.28))
    assert profile.up_at(320, 180, 640, 360) == pytest.approx(up)
    assert profile.up_at(320, 240, 640, 480) is None
    assert a_profile(camera=None).up_at(640, 360, 1280, 720) is None


def test_balancing_is_the_profiles_gains():
    image = np.full((4, 4, 3), 100, np.uint8)
    assert a_profile().balance_colours(image)[0, 0].tolist() == [120, 100, 90]
