"""Profiles as files: written whole or not at all, and trusted no further than they check."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from calibration.addresses import without_secrets
from calibration.balance import LEAST_GAIN, MOST_GAIN
from calibration.errors import ProfileError
from calibration.files import NO_DEVICE, make_folder, read_file, replace_file
from calibration.judge import Code, Finding, Weight
from calibration.profile import Profile, Provenance, Quality, Sheet, Trust
from calibration.solve import CameraPose
from calibration.zone import RollZone

FORMAT: Final = 1
SUFFIX: Final = ".profile.json"
MAX_BYTES: Final = 64_000
_MOST_CORNERS: Final = 64
_MOST_FINDINGS: Final = 40
_MOST_MARKERS: Final = 50
_LONGEST_TEXT: Final = 500
_LARGEST: Final = 1e9
_NAME: Final = re.compile(rf"{NO_DEVICE}[a-z0-9][a-z0-9._-]{{0,39}}")
_UNIT: Final = 1e-3


def profile_name(text: str) -> str:
    """Check a profile's name, which names a file as well; capitals become small.

    Raises:
        ProfileError: empty, too long, or with other signs than letters, digits, `.`, `_` and `-`.
    """
    name = text.strip().lower()
    if not _NAME.fullmatch(name) or name == "none":
        raise ProfileError(
            f"{text[:60]!r} names no profile: up to 40 letters (a-z), digits, '.', '_' and '-' are "
            "wanted, a letter or digit first, and not 'none'"
        )
    return name


def profile_path(folder: Path, name: str) -> Path:
    """Where a profile of that name lies. Raises `ProfileError` for what is no name."""
    return folder / f"{profile_name(name)}{SUFFIX}"


def profiles_in(folder: Path) -> tuple[tuple[Profile, ...], tuple[ProfileError, ...]]:
    """Every profile of a folder, the newest first, and what is wrong with those that are broken."""
    found: list[Profile] = []
    broken: list[ProfileError] = []
    with suppress(OSError):
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            try:
                found.append(load_profile(path))
            except ProfileError as error:
                broken.append(error)
    found.sort(key=lambda profile: profile.provenance.made_at, reverse=True)
    return tuple(found), tuple(broken)


# ---- writing


def save_profile(profile: Profile, path: Path) -> None:
    """Write a profile whole or not at all; the folder is made, a profile that was there replaced.

    Raises:
        ProfileError: it cannot be written.
    """
    text = json.dumps({"format": FORMAT, **as_json(profile)}, indent=1, ensure_ascii=False) + "\n"
    try:
        make_folder(path.parent)
        replace_file(path, text.encode("utf-8"))
    except OSError as error:
        raise ProfileError(f"{path}: {(error.strerror or str(error)).lower()}") from error


def as_json(profile: Profile) -> dict[str, Any]:
    """A profile as JSON has it, without the format's number."""
    data = asdict(profile)
    data["zone"] = [list(corner) for corner in profile.zone.corners]
    data["quality"]["trust"] = profile.quality.trust.value
    data["quality"]["findings"] = [
        {"code": one.code.value, "weight": one.weight.value, "text": one.text} for one in profile.quality.findings
    ]
    return data


# ---- reading


def load_profile(path: Path) -> Profile:
    """Read a profile.

    Raises:
        ProfileError: it is missing, too large, of a newer format, or not what a profile is.
    """
    try:
        data = read_file(path, MAX_BYTES)
    except OSError as error:
        raise ProfileError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    try:
        value = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise ProfileError(f"{path}: not a profile (no JSON text); calibrate again") from None
    try:
        return _profile(_Fields(value, ""))
    except _Wrong as wrong:
        raise ProfileError(f"{path}: {wrong}; calibrate again") from None


class _Wrong(Exception):  # noqa: N818 - it never leaves this module
    """Says which field is wrong and how."""


class _Fields:
    """Reads the fields of a JSON object, each checked for type and range."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise _Wrong(f"{where or 'the file'} is no JSON object")
        self._value: Mapping[str, object] = value
        self._where = f"{where}." if where else ""

    def at(self, key: str) -> str:
        return f"{self._where}{key}"

    def get(self, key: str) -> object:
        if key not in self._value:
            raise _Wrong(f"{self.at(key)} is missing")
        return self._value[key]

    def part(self, key: str) -> _Fields:
        return _Fields(self.get(key), self.at(key))

    def text(self, key: str, longest: int = _LONGEST_TEXT) -> str:
        value = self.get(key)
        if not isinstance(value, str) or len(value) > longest or not value.isprintable():
            raise _Wrong(f"{self.at(key)} is no text of up to {longest} signs")
        return value

    def number(self, key: str, least: float, most: float) -> float:
        return _number(self.get(key), self.at(key), least, most)

    def number_or_none(self, key: str, least: float, most: float) -> float | None:
        return None if self.get(key) is None else self.number(key, least, most)

    def whole(self, key: str, least: int, most: int) -> int:
        value = self.number(key, least, most)
        if value != int(value):
            raise _Wrong(f"{self.at(key)} is no whole number")
        return int(value)

    def rows(self, key: str, most: int) -> list[object]:
        value = self.get(key)
        if not isinstance(value, list) or len(value) > most:
            raise _Wrong(f"{self.at(key)} is no list of up to {most}")
        return value

    def numbers(self, key: str, count: int, least: float, most: float) -> tuple[float, ...]:
        return _numbers(self.get(key), self.at(key), count, least, most)


def _number(value: object, where: str, least: float, most: float) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
        return float(value)
    raise _Wrong(f"{where} is no number from {least:g} to {most:g}")


def _numbers(value: object, where: str, count: int, least: float, most: float) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != count:
        raise _Wrong(f"{where} is no list of {count} numbers")
    return tuple(_number(one, where, least, most) for one in value)


def _profile(data: _Fields) -> Profile:
    version = data.get("format")
    if version != FORMAT:
        raise _Wrong(f"format {str(version)[:20]} is not known here (this program writes {FORMAT})")
    try:
        name = profile_name(data.text("name", 40))
    except ProfileError:
        raise _Wrong("name is no name of a profile") from None
    gains = data.numbers("gains", 3, LEAST_GAIN, MOST_GAIN)
    return Profile(
        name=name,
        zone=_zone(data),
        gains=(gains[0], gains[1], gains[2]),
        camera=None if data.get("camera") is None else _camera(data.part("camera")),
        sheet=None if data.get("sheet") is None else _sheet(data.part("sheet")),
        mm_per_pixel=data.number_or_none("mm_per_pixel", 1e-4, 1e4),
        quality=_quality(data.part("quality")),
        provenance=_provenance(data.part("provenance")),
    )


def _zone(data: _Fields) -> RollZone:
    rows = data.rows("zone", _MOST_CORNERS)
    corners = [_numbers(row, data.at("zone"), 2, 0.0, 1.0) for row in rows]
    try:
        return RollZone(tuple((x, y) for x, y in corners))
    except ValueError as error:
        raise _Wrong(f"zone: {error}") from None


def _camera(data: _Fields) -> CameraPose:
    x, y, z = data.numbers("normal", 3, -1.0, 1.0)
    if abs(math.hypot(x, y, z) - 1) > _UNIT or z > 0:
        raise _Wrong(f"{data.at('normal')} is no direction towards the camera, one long")
    return CameraPose(
        focal=data.number("focal", 0.05, 50),
        bend=data.number("bend", -1, 1),
        normal=(x, y, z),
        tilt_deviation=data.number("tilt_deviation", 0, 180),
        bend_deviation=data.number("bend_deviation", 0, 10),
    )


def _sheet(data: _Fields) -> Sheet:
    rows = data.rows("markers", _MOST_MARKERS)
    # A corner marker may lie outside the picture, but not far.
    triples = [_numbers(row, data.at("markers"), 3, -100, 100) for row in rows]
    return Sheet(
        mat=data.text("mat", 40),
        homography=data.numbers("homography", 9, -_LARGEST, _LARGEST),
        markers=tuple((int(marker), x, y) for marker, x, y in triples),
    )


def _quality(data: _Fields) -> Quality:
    try:
        trust = Trust(data.text("trust", 40))
    except ValueError:
        raise _Wrong(f"{data.at('trust')} is none of {', '.join(Trust)}") from None
    rows = data.rows("findings", _MOST_FINDINGS)
    return Quality(
        trust=trust,
        findings=tuple(_finding(_Fields(row, data.at("findings"))) for row in rows),
        tilt=data.number_or_none("tilt", 0, 180),
        tilt_deviation=data.number_or_none("tilt_deviation", 0, 180),
        blur_mm=data.number_or_none("blur_mm", 0, _LARGEST),
        die_pixels=data.number_or_none("die_pixels", 0, _LARGEST),
        miss_pixels=data.number_or_none("miss_pixels", 0, _LARGEST),
        points=data.whole("points", 0, 100_000),
        views=data.whole("views", 0, 100_000),
    )


def _finding(data: _Fields) -> Finding:
    try:
        return Finding(Code(data.text("code", 40)), Weight(data.text("weight", 40)), data.text("text"))
    except ValueError:
        raise _Wrong(f"{data.at('code')} is not known") from None


def _provenance(data: _Fields) -> Provenance:
    return Provenance(
        made_at=data.text("made_at", 40),
        source=without_secrets(data.text("source")),
        width=data.whole("width", 1, 100_000),
        height=data.whole("height", 1, 100_000),
        pictures=data.whole("pictures", 0, 10_000_000),
        mat=data.text("mat", 40),
        opencv=data.text("opencv", 40),
    )
