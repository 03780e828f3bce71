"""Pictures of every odd sort, with real bytes: read properly, or refused in one clear line."""

import io
import os
import struct
import zlib

import cv2
import numpy as np
import pytest
from PIL import Image, ImageOps

from vision.errors import PictureError
from vision.pictures import load_picture

RED, BLUE = (220, 30, 30), (30, 30, 220)


def picture(width=64, height=40):
    """Red at the top left, blue elsewhere: every turn and mirror shows."""
    image = Image.new("RGB", (width, height), BLUE)
    image.paste(RED, (0, 0, width // 2, height // 2))
    return image


def written(tmp_path, name, image, **how):
    path = tmp_path / name
    image.save(path, **how)
    return path


def as_rgb(image):
    return np.asarray(image.convert("RGB"))


def close(loaded, wanted, most=40):
    assert loaded.shape == wanted.shape
    return np.abs(loaded[..., ::-1].astype(int) - wanted).mean() < most


@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize("ending", ["jpg", "png", "webp", "tiff"])
def test_every_way_the_camera_can_be_turned(tmp_path, turn, ending):
    image = picture()
    exif = image.getexif()
    exif[0x0112] = turn
    path = written(tmp_path, f"a.{ending}", image, exif=exif)
    wanted = as_rgb(ImageOps.exif_transpose(Image.open(path)))
    assert close(load_picture(path), wanted, 20)


@pytest.mark.parametrize(
    ("mode", "name"),
    [("L", "a.png"), ("LA", "a.png"), ("RGBA", "a.png"), ("RGBA", "a.webp"), ("P", "a.png"),
     ("1", "a.png"), ("I;16", "a.png"), ("L", "a.jpg"), ("CMYK", "a.jpg"), ("1", "a.bmp"),
     ("L", "a.tiff"), ("RGBA", "a.tiff")],
)  # fmt: skip
def test_every_sort_of_colour_becomes_plain_colour(tmp_path, mode, name):
    if mode == "I;16":
        deep = np.full((40, 64), 10_000, np.uint16)
        deep[:20, :32] = 50_000
        image, wanted = Image.fromarray(deep), np.repeat((deep >> 8)[..., None], 3, axis=2)
    else:
        image = picture().convert(mode)
        wanted = as_rgb(image)
    loaded = load_picture(written(tmp_path, name, image))
    assert loaded.dtype == np.uint8
    assert close(loaded, wanted, 40)


@pytest.mark.parametrize("name", ["a.png", "a.webp"])
def test_of_an_animated_picture_the_first_is_read(tmp_path, name):
    others = [Image.new("RGB", (64, 40), (0, 250, 0))] * 3
    path = written(tmp_path, name, picture(), save_all=True, append_images=others, duration=50)
    assert close(load_picture(path), as_rgb(picture()), 20)


@pytest.mark.parametrize("frames", [1, 3])
def test_a_gif_is_refused_by_name(tmp_path, frames):
    path = written(tmp_path, "a.gif", picture(), save_all=True, append_images=[picture()] * frames)
    with pytest.raises(PictureError, match=r"a\.gif: a GIF, which is not read; save it as JPEG"):
        load_picture(path)


def test_a_photograph_in_a_telephones_own_format_is_refused_by_name(tmp_path):
    path = tmp_path / "a.heic"
    path.write_bytes(struct.pack(">I", 24) + b"ftypheic" + bytes(40))
    with pytest.raises(PictureError, match="HEIC"):
        load_picture(path)


@pytest.mark.parametrize("size", [(1, 1), (7, 200), (200, 3)])
def test_pictures_too_small_for_a_die(tmp_path, size):
    with pytest.raises(PictureError, match="too small to show a die"):
        load_picture(written(tmp_path, "a.png", picture(*size)))


@pytest.mark.parametrize("size", [(9000, 10), (10, 9000)])
def test_strips_are_read(tmp_path, size):
    assert load_picture(written(tmp_path, "a.png", picture(*size))).shape == (size[1], size[0], 3)


def test_the_content_counts_not_the_ending(tmp_path):
    path = written(tmp_path, "a.png", picture())
    wrong = path.rename(tmp_path / "a.jpg")
    assert close(load_picture(wrong), as_rgb(picture()), 5)


def bomb(kind):
    """A few bytes that claim 60,000 x 60,000 pixels."""
    side = 60_000
    if kind == "jpg":
        data = bytearray(io_bytes("JPEG"))
        at = data.index(b"\xff\xc0")
        data[at + 5 : at + 9] = struct.pack(">HH", side, side)
        return bytes(data)
    if kind == "bmp":
        data = bytearray(io_bytes("BMP"))
        data[18:26] = struct.pack("<ii", side, side)
        return bytes(data)
    if kind == "png":
        size = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", size), (b"IDAT", zlib.compress(bytes(100))))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
            for name, body in parts
        )
    head = b"II*\x00" + struct.pack("<IH", 8, 2)
    return head + b"".join(struct.pack("<HHII", tag, 4, 1, side) for tag in (256, 257)) + bytes(4)


def io_bytes(form):
    out = io.BytesIO()
    picture().save(out, form)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["jpg", "png", "bmp", "tiff"])
def test_a_picture_bomb_is_refused_by_its_header(tmp_path, kind, monkeypatch):
    path = tmp_path / f"a.{kind}"
    path.write_bytes(bomb(kind))
    monkeypatch.setattr(cv2, "imdecode", None)
    with pytest.raises(PictureError, match="60000 x 60000 pixels is too large"):
        load_picture(path)


def test_a_file_of_many_bytes_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "a.png"
    with path.open("wb") as out:
        out.truncate(300_000_000)
    with pytest.raises(PictureError, match="larger than 200,000,000 bytes"):
        load_picture(path)


def test_a_cut_jpeg_is_refused_also_when_its_preview_is_whole(tmp_path):
    noise = np.random.default_rng(1).integers(0, 255, (120, 160, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).save(out, "JPEG", quality=90)
    data, preview = out.getvalue(), io_bytes("JPEG")
    header = b"\xff\xe1" + struct.pack(">H", len(preview) + 2) + preview
    whole = data[:2] + header + data[2:]
    path = tmp_path / "a.jpg"
    path.write_bytes(whole)
    assert load_picture(path).shape == (120, 160, 3)
    path.write_bytes(whole[: len(whole) * 3 // 4])
    with pytest.raises(PictureError, match="cut short"):
        load_picture(path)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF", "BMP"])
def test_no_cut_anywhere_is_a_crash(tmp_path, form):
    data, path = io_bytes(form), tmp_path / "a.bin"
    for kept in range(1, len(data), max(1, len(data) // 60)):
        path.write_bytes(data[:kept])
        try:
            shape = load_picture(path).shape
        except PictureError as error:
            shape = (40, 64, 3) if "\n" not in str(error) else ()
        assert shape == (40, 64, 3)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything is readable here")
def test_a_file_that_may_not_be_read(tmp_path):
    path = written(tmp_path, "a.png", picture())
    path.chmod(0)
    with pytest.raises(PictureError, match=r"a\.png: Permission denied"):
        load_picture(path)


def test_what_is_there_and_no_file_is_named(tmp_path):
    (tmp_path / "empty.jpg").touch()
    with pytest.raises(PictureError, match=r"gone\.jpg: no such file"):
        load_picture(tmp_path / "gone.jpg")
    with pytest.raises(PictureError, match=r"empty\.jpg: the file is empty"):
        load_picture(tmp_path / "empty.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)


@pytest.mark.parametrize("content", [b"hello, this is text", b"\x00" * 400, b"BM", b"\xff\xd8\xff"])
def test_what_is_no_picture(tmp_path, content):
    path = tmp_path / "odd.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match="not a picture"):
        load_picture(path)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        *((name, kept) for name in ("a.png", "a.jpg", "a.webp") for kept in (0.4, 0.9)),
        *((name, 0.001) for name in ("a.webp", "a.tiff", "a.bmp")),  # in the middle of its header
    ],
)
def test_a_picture_cut_short_is_refused_rather_than_half_shown(tmp_path, name, kept):
    noise = np.random.default_rng(1).integers(0, 256, (90, 90, 3), dtype=np.uint8)
    path = written(tmp_path, name, Image.fromarray(noise))
    data = path.read_bytes()
    path.write_bytes(data[: max(14, int(len(data) * kept))])
    with pytest.raises(PictureError, match=name):
        load_picture(path)
