"""Pictures from anywhere are taken in, or refused in one line that names the file."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
import pytest

from vision.errors import PictureError
from vision.pictures import load_picture


@pytest.fixture
def colours():
    """Blue on the left, red on the right, wider than high."""
    picture = np.zeros((32, 64, 3), np.uint8)
    picture[:, :32] = (200, 20, 20)
    picture[:, 32:] = (20, 20, 200)
    return picture


def saved(folder, name, picture, *options):
    path = folder / name
    assert cv2.imwrite(str(path), picture, *options)
    return path


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.bmp", "a.webp", "a.tiff"])
def test_the_usual_formats_are_read_in_blue_green_red(tmp_path, colours, name):
    loaded = load_picture(saved(tmp_path, name, colours))
    assert loaded.shape == (32, 64, 3)
    assert loaded.dtype == np.uint8
    assert np.abs(loaded[16, 8].astype(int) - (200, 20, 20)).max() < 25
    assert np.abs(loaded[16, 56].astype(int) - (20, 20, 200)).max() < 25


def with_exif_turn(jpeg, turn):
    """A JPEG that says how the camera was held (EXIF tag 0x0112)."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, turn, 0)
    tiff = b"MM\x00*" + struct.pack(">I", 8) + struct.pack(">H", 1) + entry + bytes(4)
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def test_a_missing_file(tmp_path):
    with pytest.raises(PictureError, match=r"gone\.jpg: no such file"):
        load_picture(tmp_path / "gone.jpg")


def test_an_empty_file(tmp_path):
    path = tmp_path / "empty.jpg"
    path.touch()
    with pytest.raises(PictureError, match=r"empty\.jpg: the file is empty"):
        load_picture(path)


def test_a_folder(tmp_path):
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)


@pytest.mark.parametrize("content", [b"hello, this is text", b"\x00" * 400, b"BM", b"\xff\xd8\xff"])
def test_what_is_no_picture(tmp_path, content):
    path = tmp_path / "odd.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match="not a picture"):
        load_picture(path)


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp"])
@pytest.mark.parametrize("kept", [0.4, 0.9])
def test_a_picture_cut_short_is_refused_rather_than_half_shown(tmp_path, name, kept):
    rng = np.random.default_rng(1)
    path = saved(tmp_path, name, rng.integers(0, 256, (90, 90, 3), dtype=np.uint8))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    with pytest.raises(PictureError, match=name):
        load_picture(path)


def png_that_says(width, height):
    """A PNG header with any size on it, and hardly a byte behind."""

    def chunk(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(100)))


@pytest.mark.parametrize("name", ["a.webp", "a.tiff", "a.bmp"])
def test_a_header_cut_off_is_no_picture(tmp_path, colours, name):
    path = saved(tmp_path, name, colours)
    path.write_bytes(path.read_bytes()[:14])
    with pytest.raises(PictureError, match=name):
        load_picture(path)
