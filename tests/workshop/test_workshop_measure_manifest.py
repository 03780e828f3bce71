"""A manifest says what every picture shows; one that cannot be true is refused in one line."""

import pytest

from models.workshop.measure.manifest import (
    KnownDie,
    KnownPicture,
    ManifestError,
    of_kinds,
    read_manifest,
    rolls,
    sampled,
)
from vision.types import Box

HEAD = "path,die,value,x,y,w,h,clip,physical_die,background,camera,label_source,up_x,up_y,tilt"


def manifest(folder, *rows, head=HEAD):
    path = folder / "manifest.csv"
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return path


def test_rows_of_one_picture_come_together_in_the_order_of_the_file(tmp_path):
    path = manifest(
        tmp_path,
        "b.jpg,d6,3,1,2,30,40,one,red,white,overhead,looked,0.5,-0.25,3",
        "a.jpg,d10,7,,,,,two,,,,,,,",
        "b.jpg,d6,S,50,2,30.4,39.6,one,blue,white,overhead,looked,,,",
    )
    assert read_manifest(path) == [
        KnownPicture(
            "b.jpg",
            (
                KnownDie("d6", "3", Box(1, 2, 30, 40), "one", "red", (0.5, -0.25)),
                KnownDie("d6", "S", Box(50, 2, 30, 40), "one", "blue"),
            ),
        ),
        KnownPicture("a.jpg", (KnownDie("d10", "7", None, "two"),)),
    ]


def test_the_columns_that_are_only_nice_to_have_may_be_missing(tmp_path):
    path = manifest(tmp_path, "a.jpg,d00,00,1,2,3,4,one", head="path,die,value,x,y,w,h,clip")
    assert read_manifest(path)[0].dice == (KnownDie("d00", "00", Box(1, 2, 3, 4), "one"),)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a.jpg,d20,7,,,,,c,,,,,,,", "no kind of die is called 'd20'"),
        ("a.jpg,d6,7,,,,,c,,,,,,,", "a d6 has no face '7'"),
        ("a.jpg,d00,0,,,,,c,,,,,,,", "a d00 has no face '0'"),
        ("a.jpg,d10,7,1,2,wide,4,c,,,,,,,", "w: 'wide' is no number"),
        ("a.jpg,d10,7,1,2,nan,4,c,,,,,,,", "w: 'nan' is no number"),
        ("a.jpg,d10,7,1,2,,4,c,,,,,,,", "w: '' is no number"),
        ("a.jpg,d10,7,1,2,0,4,c,,,,,,,", "a box of 0 x 4 pixels"),
        (",d10,7,,,,,c,,,,,,,", "no picture is named"),
        ("a.jpg,d10,7,,,,,c,,,,,up,1,", "up_x: 'up' is no number"),
        ("a.jpg", "no kind of die is called ''"),
    ],
)
def test_a_row_that_cannot_be_true_is_refused_with_its_line(row, said, tmp_path):
    path = manifest(tmp_path, "ok.jpg,d10,7,,,,,c,,,,,,,", row)
    with pytest.raises(ManifestError) as caught:
        read_manifest(path)
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"{path}:3: ")
    assert "\n" not in str(caught.value)


def test_several_dice_without_boxes_are_refused(tmp_path):
    path = manifest(tmp_path, "a.jpg,d10,7,,,,,c,,,,,,,", "a.jpg,d10,8,1,2,3,4,c,,,,,,,")
    with pytest.raises(ManifestError, match=r"a\.jpg: shows 2 dice, so each needs x, y, w and h"):
        read_manifest(path)


def test_a_manifest_that_is_missing_empty_binary_or_lacks_a_column_is_refused(tmp_path):
    with pytest.raises(ManifestError, match="no such file"):
        read_manifest(tmp_path / "manifest.csv")
    with pytest.raises(ManifestError, match="lists no picture"):
        read_manifest(manifest(tmp_path))
    with pytest.raises(ManifestError, match="lacks the column value, clip"):
        read_manifest(manifest(tmp_path, "a,d6,1,2,3,4", head="path,die,x,y,w,h"))
    (tmp_path / "manifest.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ManifestError, match="no UTF-8"):
        read_manifest(tmp_path / "manifest.csv")


def picture(path, clip, *faces):
    return KnownPicture(path, tuple(KnownDie("d10", face, None, clip) for face in faces))


def test_frames_of_one_content_are_one_roll_and_others_one_each():
    still = [picture("a", "one", "3"), picture("b", "one", "3")]
    mixed = [picture("c", "two", "3"), picture("d", "two", "4")]
    assert rolls(still + mixed) == {"a": "one", "b": "one", "c": "c", "d": "d"}


def test_a_sample_takes_as_many_of_each_clip_is_always_the_same_and_keeps_the_order():
    pictures = [picture(f"{clip}{n}", clip, "1") for clip in "xyz" for n in range(9)]
    chosen = sampled(pictures, 7)
    assert sorted(one.clip for one in chosen) == ["x", "x", "x", "y", "y", "z", "z"]
    assert chosen == sampled(pictures, 7)
    assert chosen == [one for one in pictures if one in chosen]
    assert sampled(pictures, 100) == pictures


def test_pictures_are_kept_only_when_all_their_dice_are_of_the_kinds_asked_for():
    ten = picture("a", "c", "1")
    both = KnownPicture("b", (ten.dice[0], KnownDie("d6", "1", None, "c")))
    assert of_kinds([ten, both], ["d10"]) == [ten]
    assert of_kinds([ten, both], ["d10", "d6"]) == [ten, both]
    assert of_kinds([ten, both], []) == [ten, both]
