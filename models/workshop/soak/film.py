"""Rendered films of thrown dice, of which every frame's truth is known.

The looker that goes with a film says the truth of dice that lie still, and is confidently and
steadily wrong about dice that move: whoever looks too early is caught.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.workshop.rendering.clip import dice
from models.workshop.rendering.die import Light
from models.workshop.rendering.geometry import d10_solid, turned
from models.workshop.rendering.scene import PlacedDie, Scene, lying, render_scene, table_camera
from models.workshop.rendering.tumble import chance_throw
from vision.types import Box, DieSighting
from vision.view import View

SIZE = (360, 640)
INRADIUS = 15.0
SHUTTER = 0.5
STREAK = 3
STYLES = tuple(dice().values())


@dataclass(frozen=True)
class Actor:
    """One die of a film: where it is at any time, and from when to when it moves."""

    face: int
    at: Callable[[float], PlacedDie]
    enters: float
    rests: float
    leaves: float = float("inf")
    swing: bool = False
    cocked: bool = False

    def here(self, time):
        return self.enters <= time < self.leaves

    def still(self, time):
        return time >= self.rests - 1e-9


def thrown(seed, face, enters=0.5, last=None):
    """A die thrown at a time; it rolls in and topples onto `face`."""
    rng = np.random.default_rng(seed)
    throw = chance_throw(rng, STYLES[seed % len(STYLES)], face, last)
    far = 1.6
    throw = replace(
        throw,
        start=(throw.start[0] * far, throw.start[1] * far),
        spot=(throw.spot[0] * far, throw.spot[1] * far),
    )
    return Actor(face, lambda t: throw.at(t - enters), enters, enters + throw.seconds)


def placed(seed, face, x, y, enters=-1.0):
    """A die that simply lies there."""
    die = lying(STYLES[seed % len(STYLES)], face, 40.0 + 50 * seed, x, y)
    return Actor(face, lambda _: die, enters, enters)


def rocking(seed, face, degrees, hertz, seconds, enters=0.5):
    """A die that rocks about a level axis without rolling, ever less; the same face stays up."""
    style = STYLES[seed % len(STYLES)]
    rest = lying(style, face, 60.0, 1.0, 0.5)
    corners = d10_solid(style.lean).kites.reshape(-1, 3)

    def at(time):
        since = min(max(time - enters, 0.0), seconds)
        swing = degrees * (1 - since / seconds) * np.cos(2 * np.pi * hertz * since)
        rotation = turned(np.array([0.6, 0.8, 0.0]), float(swing)) @ rest.rotation
        height = -float((corners @ rotation.T)[:, 2].min())
        return replace(rest, rotation=rotation, position=(1.0, 0.5, height))

    return Actor(face, at, enters, enters + seconds, swing=True)


def sliding(seed, face, seconds, to, enters=0.5):
    """A die that slides steadily across the table to a place."""
    style = STYLES[seed % len(STYLES)]
    start = np.array([-12.0, -2.0])

    def at(time):
        done = min(max((time - enters) / seconds, 0.0), 1.0)
        x, y = start + (np.array(to) - start) * done
        return lying(style, face, 30.0, float(x), float(y))

    return Actor(face, at, enters, enters + seconds)


class Film:
    """Draws the frames of some actors at any time."""

    def __init__(self, actors, seed=1, noise=3.0):
        self.actors = actors
        self.random = np.random.default_rng(seed)
        self.camera = table_camera(SIZE, INRADIUS, 8.0, 60.0)
        self.light = Light(towards=(-0.35, 0.4, 0.85), shadow=0.45, softness=0.5)
        nap = self.random.normal(0, 8, (*SIZE, 1))
        felt = np.array([70.0, 96.0, 60.0]) + cv2.GaussianBlur(nap, (0, 0), 2.0)[..., None]
        self.felt = np.clip(felt, 0, 255).astype(np.uint8)
        grain = np.round(self.random.normal(0, noise, (*SIZE, 3))).astype(np.int16)
        self.grains = [np.roll(grain, (11 * k, 17 * k), (0, 1)) for k in range(7)]
        self.count = 0
        self.shown = 0.0
        self._still = {}

    def frame(self, time, rate=30.0):
        """Return what the camera hands out for an exposure that begins at `time`."""
        self.shown, self.count = time, self.count + 1
        moving = any(actor.here(time) and not actor.still(time) for actor in self.actors)
        if moving:
            moments = time + np.linspace(0, SHUTTER / rate, STREAK)
            drawn = [self._draw(t)[0] for t in moments]
            image = (np.sum(drawn, axis=0, dtype=np.uint16) // STREAK).astype(np.uint8)
        else:
            image = self._at_rest(time)[0]
        return cv2.add(image, self.grains[self.count % 7], dtype=cv2.CV_8U)

    def truths(self):
        """Return the actors of the last frame with their boxes in it."""
        moving = any(one.here(self.shown) and not one.still(self.shown) for one in self.actors)
        drawn = self._draw(self.shown) if moving else self._at_rest(self.shown)
        return list(zip(*drawn[1:], strict=True))

    def _draw(self, time):
        here = [actor for actor in self.actors if actor.here(time)]
        scene = Scene([actor.at(time) for actor in here], self.camera, self.light)
        image, truths = render_scene(scene, self.felt)
        return image, here, truths

    def _at_rest(self, time):
        key = tuple(actor.here(time) for actor in self.actors)
        if key not in self._still:
            self._still = {key: self._draw(time)}
        return self._still[key]


class FilmLooker:
    """Knows the film's truth, and errs about every die that moves."""

    def __init__(self, film, zone=None):
        self.film = film
        self.looks = 0
        self.view = View(zone)
        self.view.zone_of(film.felt)
        self.corner = self.view.readable(film.felt)[1]

    def look(self, image, expect=()):
        del image, expect
        self.looks += 1
        seen = []
        for actor, truth in self.film.truths():
            if truth.shown < 0.5:
                continue
            x, y, w, h = (round(value) for value in truth.box)
            right = actor.still(self.film.shown) or actor.swing
            face = actor.face if right else (actor.face + 1) % 10
            box = Box(x - self.corner[0], y - self.corner[1], w, h)
            status = "cocked" if actor.cocked else "read"
            seen.append(DieSighting("d10", str(face), 0.99, status, box))
        return tuple(sorted(seen, key=lambda one: one.box.x))


def moments(rate, seconds, seed=1, jitter=0.0, dropped=0.0):
    """When the frames of a film come, in seconds: jittered by a share of a frame, some missing."""
    random = np.random.default_rng(seed)
    times = []
    for number in range(int(seconds * rate)):
        shift = random.uniform(-jitter, jitter) / rate if jitter else 0.0
        if number > 2 and dropped and random.random() < dropped:
            continue
        times.append(max(0.0, number / rate + shift))
    return times
