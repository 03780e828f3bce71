"""Invented cards, drawn: a creature of its own for each id, its name and its values. All of it is made here."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any, Final
from zlib import crc32

import cv2
import numpy as np

from calibration.arrays import Picture

MILLIMETRES: Final = (59.0, 87.0)
"""Width and height in print."""
WIDE, HIGH = 504, 744
"""Pixels of a drawing."""
_INK: Final = (40, 34, 30)
_PAPER: Final = (255, 255, 255)
_RIM: Final = 36
_TOP, _LOW = 108, 452
"""Between which the creature stands."""
_FEW: Final = 4
"""Numbers from which on they are written smaller."""
_SKINS: Final = 12
"""Colours that tell apart what belongs together."""


def draw_card(card: str, values: Mapping[str, Any]) -> Picture:
    """Draw a card.

    Args:
        card: its id, from which its creature comes.
        values: what a list says of it: a name, numbers, rows of numbers, words.
    """
    numbers, words = [], []
    for key, value in values.items():
        if key in {"name", "copies"} or not value:
            continue
        if isinstance(value, int) and not isinstance(value, bool):
            numbers.append((key, str(value)))
        elif isinstance(value, list) and value and all(isinstance(one, int) for one in value):
            numbers += [("", str(one)) for one in value]
        elif text := _words(value):
            words.append(text)
    picture = np.full((HIGH, WIDE, 3), _PAPER, np.uint8)
    rng = np.random.default_rng(crc32(card.encode()))
    _creature(picture, rng, crc32((words or [card])[0].encode()) % _SKINS)
    name = str(values.get("name") or card)
    _write(picture, name, (_RIM, 78), min(38, 800 // len(name)), bold=True)
    for at, (key, text) in enumerate(numbers):
        x = _RIM + at * (WIDE - 2 * _RIM) // len(numbers)
        _write(picture, text, (x, 530), 62 if len(numbers) < _FEW else 34, bold=True)
        _write(picture, key, (x, 556), 20)
    for at, line in enumerate(wrap(", ".join(words), 40)[:5]):
        _write(picture, line, (_RIM, 592 + 26 * at), 21)
    _write(picture, card, (_RIM, HIGH - 24), 20)
    return picture


def draw_back() -> Picture:
    """Draw the back that all invented cards have."""
    picture = np.full((HIGH, WIDE, 3), (110, 60, 40), np.uint8)
    for at in range(-HIGH, WIDE + HIGH, 48):
        for way in (-1, 1):
            start, end = (at, HIGH * (way < 0)), (at + HIGH, HIGH * (way > 0))
            cv2.line(picture, start, end, (200, 160, 90), 5, cv2.LINE_AA)
    cv2.rectangle(picture, (0, 0), (WIDE, HIGH), _PAPER, 2 * _RIM)
    cv2.circle(picture, (WIDE // 2, HIGH // 2), 90, _PAPER, -1, cv2.LINE_AA)
    return picture


def _words(value: object) -> str:
    if isinstance(value, Mapping):
        value = value.get("text") or list(value.values())
    if isinstance(value, list):
        return " ".join(filter(None, map(_words, value)))
    return "" if value is None or isinstance(value, bool) else str(value)


def _write(picture: Picture, text: str, at: tuple[int, int], size: int, *, bold: bool = False) -> None:
    cv2.putText(picture, text, at, _INK, cv2.FontFace("sans"), size, 700 if bold else 340)


def _creature(picture: Picture, rng: np.random.Generator, skin: int) -> None:
    """Draw a creature in its window: legs, horns, a body with spots, eyes, a mouth."""

    def tone(hue: float, colour: int, light: int) -> tuple[float, ...]:
        pixel = np.array([[(hue % 180, colour, light)]]).astype(np.uint8)
        return tuple(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].tolist())

    hue = skin * 180 / _SKINS
    flesh, dark = tone(hue, 150, 215), tone(hue, 190, 130)
    window = picture[_TOP:_LOW, _RIM : WIDE - _RIM]
    window[:] = tone(hue + 75 + rng.uniform(-20, 20), int(rng.integers(30, 80)), 235)
    x, y = window.shape[1] // 2, (_LOW - _TOP) // 2
    wide, high = (int(one) for one in rng.uniform((70, 60), (140, 110)))
    legs = int(rng.integers(2, 7))
    for at in range(legs):
        foot = x + int((at - (legs - 1) / 2) * 1.6 * wide / max(1, legs - 1))
        cv2.line(window, (x + (foot - x) // 2, y), (foot, _LOW - _TOP - 14), dark, 16, cv2.LINE_AA)
    for at in range(int(rng.integers(0, 4))):
        lean = int(rng.uniform(-wide, wide))
        root = x + lean // 2
        horn = np.array([(root - 16, y), (x + lean * 5 // 4, 14 + 12 * at), (root + 16, y)])
        cv2.fillPoly(window, [horn], dark, cv2.LINE_AA)
    sides = int(rng.choice((3, 4, 5, 6, 60, 60)))
    ways = rng.uniform(0, 2 * np.pi) + np.linspace(0, 2 * np.pi, sides, endpoint=False)
    body = np.stack([x + wide * np.cos(ways), y + high * np.sin(ways)], axis=1).astype(np.int32)
    cv2.fillPoly(window, [body], flesh, cv2.LINE_AA)
    cv2.polylines(window, [body], isClosed=True, color=_INK, thickness=5, lineType=cv2.LINE_AA)
    for way, far in rng.uniform((0, 0.2), (2 * np.pi, 0.7), (int(rng.integers(0, 9)), 2)):
        spot = (x + int(far * wide * np.cos(way)), y + int(far * high * np.sin(way)))
        cv2.circle(window, spot, int(rng.integers(5, 13)), dark, -1, cv2.LINE_AA)
    eyes = int(rng.integers(1, 5))
    for at in range(eyes):
        eye, size = (x + int((at - (eyes - 1) / 2) * 44), y - 18), int(rng.integers(13, 21))
        cv2.circle(window, eye, size, _PAPER, -1, cv2.LINE_AA)
        cv2.circle(window, eye, size, _INK, 3, cv2.LINE_AA)
        cv2.circle(window, (eye[0] + int(rng.integers(-5, 6)), eye[1]), 6, _INK, -1, cv2.LINE_AA)
    grin = int(rng.integers(14, 50)), int(rng.integers(3, 22))
    cv2.ellipse(window, (x, y + 28), grin, 0, 0, 180, _INK, 5, cv2.LINE_AA)
    cv2.rectangle(picture, (_RIM, _TOP), (WIDE - _RIM, _LOW), _INK, 4)
