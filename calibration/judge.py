"""What could be better about camera, light and mat, in plain words."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from calibration.arrays import Array, Picture
from calibration.balance import pixels_per_mm, rectify
from calibration.find import MatView
from calibration.mat import GAP, corners_of
from calibration.solve import CameraPose

DIE_MM: Final = 16.0  # A d10 as it lies, across: the usual size
DIE_PIXELS: Final = 30.0  # Narrower than this, dice are often unsure
STEEP, TOO_STEEP = 25.0, 30.0  # Degrees from straight down
SOFT_MM, SOFT_PIXELS, SHARP_PIXELS = 0.45, 2.2, 1.3
"""Blur, as the deviation of a Gaussian: a numeral's strokes are some 0.8 mm wide; in pixels where
nothing tells how large one is."""
_DARK, _DIM = 20.0, 95.0
_WHITE: Final = 251
_BURNT: Final = 0.4
_UNEVEN: Final = 0.65
_GLARE_MM2: Final = 12.0
_DIFFERENT: Final = 28.0
_LITTERED: Final = 0.004
_PER_MM: Final = 2.0
_RIM_MM: Final = 3.0


class Weight(StrEnum):
    """How much a finding matters."""

    IMPROVE = "improve"  # Dice are read worse for it
    NOTE = "note"  # Good to know


class Code(StrEnum):
    """What may be found; stored in profiles and printed as JSON."""

    DARK = "light-dark"
    BRIGHT = "light-too-bright"
    UNEVEN = "light-uneven"
    GLARE = "glare"
    SOFT = "focus-soft"
    STEEP = "tilt-steep"
    SMALL = "resolution-low"
    COVERED = "mat-covered"
    CUT = "mat-cut"
    LITTERED = "zone-not-empty"
    RESTLESS = "mat-restless"
    COLOURLESS = "colour-missing"
    UNBALANCED = "colour-not-balanced"
    LENS = "lens-assumed"
    FOCAL = "tilt-assumed"
    NO_MAT = "no-mat"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found, in plain words: what it is and, behind a semicolon, what helps."""

    code: Code
    weight: Weight
    text: str

    @property
    def what(self) -> str:
        """What it is."""
        return self.text.partition("; ")[0]

    @property
    def todo(self) -> str:
        """What helps; empty where nothing does."""
        return self.text.partition("; ")[2]

    def __str__(self) -> str:
        return f"{self.code.value}: {self.text}"


def improve(code: Code, text: str) -> Finding:
    """A finding that makes dice harder to read."""
    return Finding(code, Weight.IMPROVE, text)


def note(code: Code, text: str) -> Finding:
    """A finding that is good to know."""
    return Finding(code, Weight.NOTE, text)


# ---- camera and mat


def judge_place(view: MatView, pose: CameraPose) -> list[Finding]:
    """Judge where camera and mat are: tilt, size, what is hidden, what is known of the lens."""
    found = []
    looks = f"the camera looks {pose.tilt:.0f} degrees from straight down"
    if pose.tilt > TOO_STEEP:
        text = f"{looks}, and dice are read badly beyond {TOO_STEEP:.0f}; raise it over the mat"
        found.append(improve(Code.STEEP, text))
    elif pose.tilt > STEEP:
        found.append(improve(Code.STEEP, f"{looks}; below {STEEP:.0f} dice are read better"))
    die = die_pixels(view)
    if die < DIE_PIXELS:
        text = f"a {DIE_MM:.0f} mm die is only {die:.0f} pixels wide; come closer or choose a higher"
        found.append(improve(Code.SMALL, f"{text} resolution ({DIE_PIXELS:.0f} wanted)"))
    found += _whole(view)
    if not pose.lens_measured:
        text = "too little was seen to measure the lens: taken as almost straight"
        found.append(note(Code.LENS, text))
    if pose.tilt_deviation > 2:  # noqa: PLR2004 - what reading needs
        text = f"the tilt is known to {pose.tilt_deviation:.0f} degrees only, from what cameras are like"
        found.append(note(Code.FOCAL, f"{text}; a few pictures with the mat held aslant tell more"))
    return found


def die_pixels(view: MatView) -> float:
    """How wide a usual die is at the far end of the roll zone, in pixels."""
    corners = corners_of(view.mat.zone)
    return DIE_MM * min(pixels_per_mm(view.homography, (x, y)) for x, y in corners.tolist())


def _whole(view: MatView) -> list[Finding]:
    """Judge how much of the mat is to be seen."""
    width, height = view.width, view.height
    zone = view.to_pixels(corners_of(view.mat.zone))
    found = []
    if bool(((zone < 0) | (zone > (width, height))).any()):
        text = "the roll zone reaches out of the picture; only what is seen of it counts"
        found.append(improve(Code.CUT, f"{text}: move the camera or the mat"))
    named = zip(view.mat.corner_markers(), _CORNERS, strict=True)
    hidden = [name for marker, name in named if marker not in view.corners]
    if hidden:
        text = f"of the mat's corners not seen: {', '.join(hidden)}; clear what lies on it or show all of the mat"
        found.append(improve(Code.COVERED, text))
    return found


_CORNERS: Final = ("top left", "top right", "bottom right", "bottom left")


# ---- light and focus on the mat


def judge_light(image: Picture, view: MatView) -> list[Finding]:
    """Judge the light on the mat by its paper, white everywhere, in a picture that is not mirrored."""
    x, y, w, h = view.mat.zone
    inner = (x + _RIM_MM, y + _RIM_MM, w - 2 * _RIM_MM, h - 2 * _RIM_MM)
    zone = rectify(image, view.homography, inner, _PER_MM)
    paper = _paper_levels(zone)
    level = float(np.median(paper))
    found = []
    if level < _DIM:
        found.append(improve(Code.DARK, "the mat is dark in the picture; bring more light"))
    burnt = float((zone.min(axis=2) >= _WHITE).mean())
    if burnt > _BURNT:
        text = "the mat is burnt out to white; dim the light or lower the camera's exposure"
        return [improve(Code.BRIGHT, text)]
    darkest, where = _uneven(paper)
    if darkest < _UNEVEN:
        text = f"the light is uneven: the mat's {where} gets {darkest:.0%} of what the rest gets"
        found.append(improve(Code.UNEVEN, f"{text}; turn the lamp or add one"))
    if _glare(zone) > _GLARE_MM2:
        text = "a lamp is mirrored in the roll zone; move the lamp aside or let it shine on the ceiling"
        found.append(improve(Code.GLARE, text))
    if _litter_share(zone) > _LITTERED:
        text = "something lies in the roll zone; that is no harm, but light is judged best without"
        found.append(note(Code.LITTERED, f"{text} it"))
    return found


def _paper_levels(zone: Picture) -> Array:
    """How bright the paper is over the zone, (3, 4): dice and hands are darker, so not the mean."""
    grey = zone.mean(axis=2)
    rows = np.array_split(grey, 3, axis=0)
    parts = [[part for part in np.array_split(row, 4, axis=1)] for row in rows]  # noqa: C416 - split anew each: numpy gives a list of arrays
    levels = [[float(np.percentile(part, 80)) for part in row] for row in parts]
    return np.asarray(np.maximum(levels, 1.0), dtype=np.float64)


def _uneven(paper: Array) -> tuple[float, str]:
    """The darkest side's light as a share of the brightest's, and its name.

    Whole rows and columns are compared, by their medians: a hand darkens a part of one, a lamp that
    stands aside all of it.
    """
    rows, columns = np.median(paper, axis=1), np.median(paper, axis=0)
    of_rows, of_columns = rows.min() / rows.max(), columns.min() / columns.max()
    if of_rows < of_columns:
        return float(of_rows), ("top", "middle", "bottom")[int(rows.argmin())]
    sides = ("left", "middle", "middle", "right")
    return float(of_columns), sides[int(columns.argmin())]


def _glare(zone: Picture) -> float:
    """Area in mm2 of the largest patch that is burnt out though the paper around it is not."""
    import cv2

    burnt = (zone.min(axis=2) >= _WHITE).astype(np.uint8)
    if not burnt.any() or float(np.median(zone)) >= _WHITE - 8:
        return 0.0
    opened = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(opened)
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0)) / _PER_MM**2


def _litter_share(zone: Picture) -> float:
    """Share of the zone that is clearly darker or more coloured than the paper about it."""
    import cv2

    small = cv2.resize(zone, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32)
    paper = np.asarray(cv2.resize(np.median(small, axis=(0, 1), keepdims=True), small.shape[1::-1]))
    wide = (small.shape[1] // 4 * 2 + 1, small.shape[0] // 4 * 2 + 1)
    light = np.asarray(cv2.blur(small, wide))
    differs = np.abs(small - np.maximum(light, 0.75 * paper)).max(axis=2)
    return float((differs > _DIFFERENT).mean())


def judge_focus(image: Picture, view: MatView) -> tuple[list[Finding], float | None]:
    """Judge how sharp the corner markers are, in a picture that is not mirrored.

    Returns:
        Findings, and the blur in millimetres of the mat; None where no edge is clear.
    """
    places = view.mat.corner_markers()
    blurs = []
    for marker in view.corners:
        x, y, w, h = places[marker]
        around = view.to_pixels(corners_of((x - GAP / 2, y - GAP / 2, w + GAP, h + GAP)))
        pixels = edge_blur(_crop(image, around))
        if pixels:
            per_mm = pixels_per_mm(view.homography, (x + w / 2, y + h / 2))
            blurs.append((pixels / per_mm, pixels))
    if not blurs:
        return [], None
    blur, pixels = np.median(blurs, axis=0).tolist()
    if blur <= SOFT_MM or pixels <= SHARP_PIXELS:  # few pixels are judged as such, not as blur
        return [], blur
    text = f"the picture is soft, some {2 * blur:.1f} mm wide where an edge should be sharp"
    todo = "focus on the mat, wipe the lens, hold the camera still"
    return [improve(Code.SOFT, f"{text}; {todo}")], blur


def edge_blur(image: Picture) -> float:
    """How blurred edges are: the deviation of a Gaussian in pixels; 0 when there is no clear edge.

    A step of height c blurred by s is steepest with c / (s sqrt(2 pi)).
    """
    import cv2

    if min(image.shape[:2]) < _WINDOW:
        return 0.0
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    across = np.asarray(cv2.Scharr(grey, cv2.CV_32F, 1, 0)) / 32
    down = np.asarray(cv2.Scharr(grey, cv2.CV_32F, 0, 1)) / 32
    steep = np.hypot(across, down)
    window = np.ones((_WINDOW, _WINDOW), np.uint8)
    height = np.asarray(cv2.dilate(grey, window)) - np.asarray(cv2.erode(grey, window))
    # Ridges of the steepest edges about: beside them noise has ridges too.
    ridge = np.asarray(cv2.dilate(steep, np.ones((3, 3), np.uint8)))
    most = np.asarray(cv2.dilate(steep, window))
    edges = (height > _CLEAR) & (steep >= ridge) & (steep >= 0.7 * most)
    if np.count_nonzero(edges) < _FEW_EDGES:
        return 0.0
    blurs = height[edges] / (steep[edges] * np.sqrt(2 * np.pi))
    seen = float(np.percentile(blurs, 25))
    return float(np.sqrt(max(seen**2 - _OWN_BLUR**2, _LEAST_BLUR**2)))


_CLEAR: Final = 50.0
_FEW_EDGES: Final = 20
_WINDOW: Final = 13
_OWN_BLUR: Final = 0.6  # What the filter that measures steepness adds, in pixels
_LEAST_BLUR: Final = 0.3


def _crop(image: Picture, around: Array) -> Picture:
    left, top = np.floor(np.maximum(around.min(axis=0), 0)).astype(int)
    right, bottom = np.ceil(np.maximum(around.max(axis=0), 0)).astype(int)
    return np.ascontiguousarray(image[top:bottom, left:right])


# ---- without a mat


def judge_picture(image: Picture) -> list[Finding]:
    """Judge a picture of which nothing is known: black, white, soft."""
    import cv2

    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    found = []
    if float(np.percentile(grey, 95)) < 2 * _DARK:
        text = "the picture is dark; is there light, is the lens covered?"
        found.append(improve(Code.DARK, text))
    elif float(np.percentile(grey, 90)) < _DIM * 0.7:
        found.append(improve(Code.DARK, "the picture is rather dark; bring more light"))
    if float((grey >= _WHITE).mean()) > _BURNT:
        text = "much of the picture is burnt out to white; dim the light or lower the exposure"
        found.append(improve(Code.BRIGHT, text))
    if edge_blur(image) > SOFT_PIXELS:
        text = "no edge in the picture is sharp; focus on the table, wipe the lens"
        found.append(improve(Code.SOFT, text))
    return found
