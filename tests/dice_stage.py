"""A pretend table: coloured dice on noisy felt, a hand, light; and a looker that sees the colours.

The looker truly works from pixels: it finds saturated areas and takes the face from the hue.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.settle import Settler
from vision.types import Box, DieSighting

WIDTH, HEIGHT = 1280, 720
DIE = 60


@dataclass(frozen=True)
class Die:
    x: float
    y: float
    face: int = 7
    angle: float = 20.0


class Stage:
    """Draws frames; the same seed draws the same noise."""

    def __init__(self, seed=1, noise=4.0, size=(WIDTH, HEIGHT)):
        self.random = np.random.default_rng(seed)
        self.width, self.height = size
        felt = self.random.normal(90, 6, (self.height // 8, self.width // 8, 1))
        felt = cv2.resize(felt.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
        self.felt = np.clip(np.repeat(felt[:, :, None], 3, axis=2), 0, 255).astype(np.uint8)
        grains = np.round(self.random.normal(0, noise, (self.height, self.width, 3)))
        self.grains = [np.roll(grains.astype(np.int16), (7 * k, 13 * k), (0, 1)) for k in range(5)]
        self.count = 0

    def draw(self, *dice, hand=None, gain=1.0):
        """Return one frame; `hand` is how far (0 to 1) an arm reaches down from the top rim."""
        image = self.felt.copy()
        for die in dice:
            _draw_die(image, die)
        if hand is not None:
            x, reach = hand
            colour = (120, 140, 170)
            cv2.rectangle(image, (int(x) - 90, -10), (int(x) + 90, int(reach)), colour, -1)
            cv2.circle(image, (int(x), int(reach)), 110, colour, -1)
        self.count += 1
        if gain != 1.0:
            image = cv2.convertScaleAbs(image, alpha=gain)
        return cv2.add(image, self.grains[self.count % 5], dtype=cv2.CV_8U)


def _draw_die(image, die):
    hue = np.uint8([[[die.face * 17, 210, 200]]])
    bgr = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
    # All faces are equally bright: what turns is the numeral, as on a real die.
    bgr *= 70 / (0.114 * bgr[0] + 0.587 * bgr[1] + 0.299 * bgr[2])
    colour = tuple(int(v) for v in np.clip(bgr, 0, 255))
    points = cv2.boxPoints(((die.x, die.y), (DIE, DIE), die.angle))
    cv2.fillPoly(image, [np.int32(np.round(points * 16))], colour, cv2.LINE_AA, 4)
    turn = cv2.getRotationMatrix2D((DIE / 2, DIE / 2), -die.angle, 1.0)
    text = np.zeros((DIE, DIE), np.uint8)
    cv2.putText(text, str(die.face), (14, 46), cv2.FONT_HERSHEY_SIMPLEX, 1.4, 255, 4)
    text = cv2.warpAffine(text, turn, (DIE, DIE))
    left, top = round(die.x - DIE / 2), round(die.y - DIE / 2)
    part = image[max(0, top) : top + DIE, max(0, left) : left + DIE]
    ink = text[max(0, -top) : max(0, -top) + part.shape[0], max(0, -left) :][:, : part.shape[1]]
    if part.size:
        part[ink > 128] = tuple(int(0.35 * c) for c in colour)


class ColourLooker:
    """Finds saturated areas; the hue is the face. Remembers what it was shown."""

    def __init__(self):
        self.looks = 0
        self.shown = []
        self.expected = []
        self.spoil = None

    def look(self, image, expect=()):
        self.looks += 1
        self.expected.append(expect)
        hsv = cv2.cvtColor(cv2.resize(image, None, fx=0.5, fy=0.5), cv2.COLOR_BGR2HSV)
        mask = ((hsv[:, :, 1] > 110) & (hsv[:, :, 2] > 45)).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
        found = []
        for n in range(1, count):
            x, y, w, h, area = (int(v) for v in stats[n])
            if area < 120:
                continue
            hues = hsv[:, :, 0][labels == n]
            face = round(float(np.median(hues)) / 17) % 10
            found.append(
                DieSighting(
                    "d10", str(face), 0.99, "read", Box(2 * x, 2 * y, 2 * w, 2 * h),
                    ((str((face + 3) % 10), 0.005),),
                )
            )  # fmt: skip
        found.sort(key=lambda one: one.box.x)
        if self.spoil is not None:
            found = [self.spoil(one, self.looks) for one in found]
            found = [one for one in found if one is not None]
        self.shown.append(tuple(found))
        return tuple(found)


def unsure(sighting, _look=0):
    """Spoil a sighting so that people must decide."""
    return replace(sighting, confidence=0.6, status="unsure")


def roll_in(target, frames=12, start=(80.0, 60.0)):
    """Return where a die is that rolls in from the rim; in the last frame it lies at `target`."""
    steps = []
    for k in range(frames):
        left = 1 - (k + 1) / frames
        left = left * left
        x = target.x + (start[0] - target.x) * left
        y = target.y + (start[1] - target.y) * left
        face = target.face if k >= frames - 2 else (target.face + k * 3) % 10
        steps.append(Die(x, y, face, target.angle + 540 * left))
    return steps


SEVEN = Die(640, 360, 7)


class Table:
    """Feeds a settler frame by frame and keeps what comes out."""

    def __init__(self, zone=None, rate=25.0, settings=None, **stage):
        self.stage = Stage(**stage)
        self.looker = ColourLooker()
        self.settler = Settler(self.looker, zone, settings)
        self.rate = rate
        self.frame = 0
        self.rolls = []

    @property
    def now(self):
        return self.frame / self.rate

    def show(self, *dice, frames=1, expect=(), **how):
        for _ in range(frames):
            image = self.stage.draw(*dice, **how)
            step = self.settler.feed(image, self.now, expect)
            if step.roll is not None:
                self.rolls.append(step.roll)
            self.frame += 1
        return self.settler.state

    def throw(self, target, *others, rest=15, start=(80.0, 60.0)):
        for die in roll_in(target, start=start):
            self.show(die, *others)
        self.came_to_rest = (self.frame - 1) / self.rate
        self.show(target, *others, frames=rest)

    def take_away(self, *others):
        """An arm reaches in, lies over the die and leaves with it."""
        for reach in range(40, 480, 60):
            self.show(*others, SEVEN, hand=(640, reach))
        for reach in range(480, -160, -60):
            self.show(*others, hand=(640, reach))
        self.show(*others, frames=12)
