"""A picture from disk as an array, or one clear line saying why not.

Files come from elsewhere, so nothing in them is trusted: the file's size is bounded before it is
read, and the pixels are counted from its header before anything is decoded.
"""

import math
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

from calibration.arrays import Picture
from vision.errors import PictureError, read_bytes

MAX_BYTES: Final = 200_000_000
MAX_PIXELS: Final = 100_000_000
MIN_SIDE: Final = 8

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_MOST_CHUNKS: Final = 100_000
_MARK: Final = 0xFF
_TIFF_WIDTH, _TIFF_HEIGHT, _TIFF_SHORT = 256, 257, 3
"""Tags of a TIFF directory, and the type of a 16-bit value (TIFF 6.0, part 1)."""
_JPEG_SIZED: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Start-of-frame markers, which hold height and width (ITU T.81, table B.1)."""
_SCAN: Final = 0xDA
_JPEG_BARE: Final = frozenset({0x01, *range(0xD0, 0xD9)})  # Markers without a length after them


def load_picture(path: Path) -> Picture:
    """Read a JPEG, PNG, WebP, BMP or TIFF file.

    Greyscale, transparent and 16-bit pictures become plain 8-bit colour; a picture that says it was
    taken with the camera turned (EXIF) is turned upright. Of an animated PNG or WebP the first
    picture is read; a GIF is refused.

    Raises:
        PictureError: the file is missing, empty, no picture, cut short, or far too large.
    """
    data = read_bytes(path, MAX_BYTES, PictureError)
    if not data:
        raise PictureError(f"{path}: the file is empty")
    return picture_from(data, str(path))


def picture_from(data: bytes, where: str, most_pixels: int = MAX_PIXELS) -> Picture:
    """Decode a file's bytes, called `where` in errors, with the care of `load_picture`.

    Raises:
        PictureError: it is no picture, cut short, or has more than `most_pixels`.
    """
    size = _size_from_header(data)
    if size is None:
        raise PictureError(f"{where}: {_what_it_is(data)}; save it as JPEG or PNG")
    width, height = size
    if width * height > most_pixels:
        raise PictureError(
            f"{where}: {width} x {height} pixels is too large; the limit is {most_pixels / 1_000_000:g} million pixels"
        )
    if min(width, height) < MIN_SIDE:
        raise PictureError(f"{where}: {width} x {height} pixels is too small to show a die")
    if (data.startswith(b"\xff\xd8") and not _jpeg_is_whole(data)) or (
        data.startswith(_PNG) and not _png_is_whole(data)
    ):
        raise PictureError(f"{where}: the picture is cut short; copy it again")
    return _decode(where, data)


def as_jpeg(picture: Picture, quality: int, side: float = math.inf) -> bytes:
    """A picture as a JPEG file's bytes, made smaller where it is longer than a side; empty when it is none."""
    import cv2

    scale = min(1.0, side / max(picture.shape[:2]))
    if scale < 1.0:
        size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    fine, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes() if fine else b""


def _decode(where: str, data: bytes) -> Picture:
    import cv2

    # What it has to say of a broken picture would be drawn over the app.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError) as error:
        raise PictureError(f"{where}: the picture is broken and cannot be decoded") from error
    if image is None or image.size == 0:
        raise PictureError(f"{where}: the picture is broken or cut short and cannot be decoded")
    return np.ascontiguousarray(image, dtype=np.uint8)


def _what_it_is(data: bytes) -> str:
    """Say what a file is that is not read, by how it begins."""
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "a GIF, which is not read"
    if data[4:8] == b"ftyp":
        return "a HEIC, AVIF or video file, which is not read as a picture"
    return "not a picture that can be read"


def _size_from_header(data: bytes) -> tuple[int, int] | None:
    """Width and height as the header states them, None when this is no known picture format."""
    try:
        if data.startswith(_PNG):
            width, height = struct.unpack_from(">II", data, 16)
            return int(width), int(height)
        if data.startswith(b"BM"):
            width, height = struct.unpack_from("<ii", data, 18)
            return abs(int(width)), abs(int(height))
        if data.startswith(b"\xff\xd8"):
            return _jpeg_size(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
        if data[:4] in {b"II*\x00", b"MM\x00*"}:
            return _tiff_size(data)
    except struct.error:
        return None
    return None


def _jpeg_markers(data: bytes) -> Iterator[tuple[int, int]]:
    """The markers of a JPEG's header, each with its place."""
    at = 2
    while at + 4 <= len(data) and data[at] == _MARK:
        marker = data[at + 1]
        if marker == _MARK:
            at += 1
            continue
        yield marker, at
        bare = marker in _JPEG_BARE
        at += 2 if bare else 2 + int(struct.unpack_from(">H", data, at + 2)[0])


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    for marker, at in _jpeg_markers(data):
        if marker in _JPEG_SIZED:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return int(width), int(height)
    return None


def _jpeg_is_whole(data: bytes) -> bool:
    """Whether the end is there: the decoder fills a cut picture with grey and says nothing.

    The end of a preview in the header does not count, only what comes after the first scan.
    """
    scan = next((at for marker, at in _jpeg_markers(data) if marker == _SCAN), None)
    return scan is not None and data.find(b"\xff\xd9", scan) != -1


def _png_is_whole(data: bytes) -> bool:
    """Whether all parts are there: the decoder makes room for what a part says it holds, up to 2 GB."""
    at = len(_PNG)
    for _ in range(_MOST_CHUNKS):
        if at + 12 > len(data):
            return False
        length, kind = struct.unpack_from(">I4s", data, at)
        at += 12 + int(length)
        if kind == b"IEND":
            return at <= len(data)
    return False


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return int(width) & 0x3FFF, int(height) & 0x3FFF
    if kind == b"VP8L":
        bits = int(struct.unpack_from("<I", data, 21)[0])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    return None


def _tiff_size(data: bytes) -> tuple[int, int] | None:
    order = "<" if data[:2] == b"II" else ">"
    at = int(struct.unpack_from(order + "I", data, 4)[0])
    entries = int(struct.unpack_from(order + "H", data, at)[0])
    found: dict[int, int] = {}
    for index in range(entries):
        entry = at + 2 + 12 * index
        tag, kind = struct.unpack_from(order + "HH", data, entry)
        if tag in {_TIFF_WIDTH, _TIFF_HEIGHT}:
            form = order + ("H" if kind == _TIFF_SHORT else "I")
            found[int(tag)] = int(struct.unpack_from(form, data, entry + 8)[0])
    if _TIFF_WIDTH in found and _TIFF_HEIGHT in found:
        return found[_TIFF_WIDTH], found[_TIFF_HEIGHT]
    return None
