"""A film of a table that is made while it runs: dice come and go, and the picture goes wrong.

Every die is drawn by the project's renderer, so what lies there is known at every moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from models.workshop.rendering.clutter import Spot, Table
from models.workshop.rendering.geometry import turned
from models.workshop.rendering.hands import draw_hand, random_hand
from models.workshop.rendering.scene import lying
from models.workshop.soak import film as dice_film
from models.workshop.soak.film import STYLES, Actor, Film, thrown

SIZE = dice_film.SIZE
UNIT = dice_film.INRADIUS
FAR = 99.0


class TableFilm(Film):
    """The table as it is now. Dice are added and taken away while time passes."""

    def __init__(self, seed):
        super().__init__([], seed=seed)
        if seed % 3:
            _rim(self.felt)
        self.chance = np.random.default_rng((seed, 5))
        self.things: Callable | None = None
        self.bare = self.felt
        self._last = None

    def throw(self, face, now, spot=None, style=None, ends=None):
        """A die that is thrown now; returns its actor. `ends` lets it come to rest otherwise."""
        number = 3 * int(self.chance.integers(1, 1 << 20)) + int(self.chance.integers(3) if style is None else style)
        actor = thrown(number, face, enters=now, last=self._last)
        there = actor.at(FAR + now).position
        if spot is not None:
            actor = carried(actor, spot[0] - there[0], spot[1] - there[1])
            there = (*spot, 1.0)
        if ends is not None:
            actor = replace(actor, at=ends(actor))
        self._last = (there[0] / 1.6, there[1] / 1.6)
        self.actors.append(actor)
        return actor

    def lay(self, face, x, y, now, yaw=None, style=0, lean=0.0, height=1.0):
        """A die that lies there from now on, put there and not thrown."""
        yaw = float(self.chance.uniform(0, 360)) if yaw is None else yaw
        die = lying(STYLES[style], face, yaw, x, y)
        die = replace(die, position=(x, y, height))
        if lean:
            axis = np.array([1.0, 0.3, 0.0])
            die = replace(die, rotation=turned(axis, lean) @ die.rotation)
        actor = Actor(face, lambda _: die, now, now)
        self.actors.append(actor)
        return actor

    def take(self, actor, now):
        """Take a die away; returns nothing of it."""
        self.actors = [replace(one, leaves=now) if one is actor else one for one in self.actors]
        self.actors = [one for one in self.actors if one.leaves > now - 0.5]

    def take_all(self, now):
        """Take all dice up."""
        for actor in [one for one in self.actors if one.leaves > now]:
            self.take(actor, now)

    def strew(self, kinds):
        """Let things lie on the table from now on that are no dice; none clears it."""
        self.felt = self.bare.copy()
        self._still.clear()
        for kind in kinds:
            spot = Spot(
                (float(self.chance.uniform(90, 550)), float(self.chance.uniform(70, 290))),
                float(self.chance.uniform(18, 46)),
                float(self.chance.uniform(0, 360)),
            )
            Table(self.chance, self.felt, _glyphs()).put(spot, kind)

    def _at_rest(self, time):
        key = tuple(id(actor) for actor in self.actors if actor.here(time))
        if key not in self._still:
            self._still = {key: self._draw(time)}
        return self._still[key]


def _rim(felt):
    """A tray's rim and a name on its ground, on two tables of three; the third is plain felt."""
    rows, columns = felt.shape[:2]
    cv2.rectangle(felt, (14, 12), (columns - 15, rows - 13), (52, 70, 96), 7, cv2.LINE_AA)
    where = (columns // 2 - 70, rows - 36)
    cv2.putText(felt, "TABLE", where, cv2.FONT_HERSHEY_SIMPLEX, 1.4, (96, 120, 88), 2, cv2.LINE_AA)


def carried(actor, dx, dy):
    """The same throw, ending elsewhere."""

    def at(time):
        die = actor.at(time)
        x, y, z = die.position
        return replace(die, position=(x + dx, y + dy, z))

    return replace(actor, at=at)


def on_top(actor):
    """It jumps onto another die, and lies flat on it."""

    def at(time):
        die = actor.at(time)
        x, y, z = die.position
        up = min(max((time - actor.rests + 0.35) / 0.2, 0.0), 1.0)
        return replace(die, position=(x, y, z + 2.0 * up))

    return at


def leaning(degrees):
    """It comes to rest on an edge, as if it leaned on something."""

    def ends(actor):
        def at(time):
            die = actor.at(time)
            done = min(max((time - actor.rests + 0.3) / 0.3, 0.0), 1.0)
            lean = turned(np.array([1.0, 0.3, 0.0]), degrees * done)
            return replace(die, rotation=lean @ die.rotation)

        return at

    return ends


def _glyphs():
    from models.workshop.rendering.glyphs import stroke_glyphs

    return [stroke_glyphs(71)]


def pixel(spot):
    """Where a place of the table, in inradii, is in the picture, about."""
    return SIZE[1] / 2 + UNIT * spot[0], SIZE[0] / 2 - UNIT * spot[1]


# -- what is done to a picture --------------------------------------------------------------------


def hand_over(at, seed, overlap=1.5):
    """A hand that reaches for a place in pixels, the same in every frame."""

    def draw(image, _time):
        rng = np.random.default_rng(seed)
        shown = image.copy()
        draw_hand(rng, shown, random_hand(rng, at, UNIT, overlap), (0.3, -0.4), UNIT)
        return shown

    return draw


def shifted(dx, dy, degrees=0.0):
    """The camera looks elsewhere, or the mat lies elsewhere; what comes into view is bare table."""
    turn = cv2.getRotationMatrix2D((SIZE[1] / 2, SIZE[0] / 2), degrees, 1.0)
    turn[:, 2] += (dx, dy)

    def draw(image, _time):
        size = image.shape[1::-1]
        return cv2.warpAffine(image, turn, size, borderMode=cv2.BORDER_REFLECT)

    return draw


def brighter(gain, lift=0.0):
    """Exposed otherwise; what is beyond white stays white."""

    def draw(image, _time):
        return cv2.convertScaleAbs(image, alpha=gain, beta=lift)

    return draw


def blurred(sigma):
    """Out of focus; the sensor's noise stays sharp."""

    def draw(image, time):
        soft = cv2.GaussianBlur(image, (0, 0), sigma)
        noise = np.random.default_rng(int(time * 1000)).normal(0, 2.5, image.shape[:2])
        return cv2.add(soft, np.round(noise)[..., None].repeat(3, 2), dtype=cv2.CV_8U)

    return draw


def bands(depth, hertz=7.3):
    """Mains light on a rolling shutter: bands that wander."""

    def draw(image, time):
        rows = np.arange(image.shape[0]) / image.shape[0]
        gain = 1 + depth * np.sin(2 * np.pi * (2.2 * rows + hertz * time))
        return np.clip(image * gain[:, None, None], 0, 255).astype(np.uint8)

    return draw


def pulsing(depth, hertz=2.7):
    """A lamp that grows brighter and darker as a whole."""

    def draw(image, time):
        gain = 1 + depth * np.sin(2 * np.pi * hertz * time)
        return cv2.convertScaleAbs(image, alpha=gain)

    return draw


def sized(width, height):
    """The stream changes to another size."""

    def draw(image, _time):
        return cv2.resize(image, (width, height), interpolation=cv2.INTER_LINEAR)

    return draw
