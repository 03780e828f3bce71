"""A drawn table with drawn cards that a test lays and takes away, filmed by a camera that never ends."""

from __future__ import annotations

import threading
from math import cos, pi, sin

import cv2
import numpy as np

from companion.commands.common import Decks
from companion.record.shelf import Shelf
from hardware.frames import EndOfFrames, Frame
from models.workshop.rendering.cards import HIGH, WIDE, draw_back, draw_deck
from vision.cards import teach
from vision.cards.deck import Deck, kept

SIZE = (1280, 720)
TALL = 150.0
RATE = 25.0


def faces(names, seed=0):
    """Draw a face for each card; no two share a picture."""
    return {
        name: draw_deck(np.random.default_rng((seed, at)), "monsters", 1)["M00"]
        for at, name in enumerate(names)
    }


def mayhem_names():
    catalogue = Shelf().shipped("gmm").catalogue
    return (*catalogue.monsters, "slappy", "mastermind")


def teach_deck(home, name, drawn, game=""):
    """Teach a deck from its faces, as from scans, and keep it in a home folder."""
    deck = Deck(name, WIDE / HIGH, game=game)
    for card, face in drawn.items():
        quad = teach.look(face).whole
        deck = deck.with_pictures(card, kept(face, teach.turned(quad, deck.aspect), deck))
    Decks(home).save(deck)
    return deck


def seat_place(seat, seats, out=250.0):
    """Where a player's card lies: clockwise around the middle of the table."""
    turn = pi / 2 + 2 * pi * seat / seats
    return SIZE[0] / 2 + 1.5 * out * cos(turn), SIZE[1] / 2 + 0.85 * out * sin(turn)


class Scene:
    """A plain table with cards on it."""

    def __init__(self, drawn, seed=1):
        rng = np.random.default_rng(seed)
        self.cloth = np.clip(rng.normal((70, 95, 60), 5, (SIZE[1], SIZE[0], 3)), 0, 255).astype(
            np.uint8
        )
        self.faces = {**drawn, "back": draw_back(np.random.default_rng(9))}

    def draw(self, cards):
        """Draw cards: (name, middle, turn in degrees) each."""
        picture = self.cloth.copy()
        for name, (x, y), turn in cards:
            half = np.array((TALL * WIDE / HIGH, TALL)) / 2
            corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
            way = np.deg2rad(turn)
            spin = np.array(((cos(way), sin(way)), (-sin(way), cos(way))))
            to = (corners @ spin + (x, y)).astype(np.float32)
            box = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32) - 0.5
            move = cv2.getPerspectiveTransform(box, to)
            face = cv2.GaussianBlur(self.faces[name], (0, 0), 1.1)
            mask = cv2.warpPerspective(np.full((HIGH, WIDE), 255, np.uint8), move, SIZE)
            laid = cv2.warpPerspective(face, move, SIZE, borderMode=cv2.BORDER_REPLICATE)
            over = mask[..., None].astype(np.float32) / 255
            picture = (picture * (1 - over) + laid * over).astype(np.uint8)
        return picture


def record(path, scene, layouts, frames):
    """Write a film in which one layout after the other lies still for so many frames."""
    video = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), RATE, SIZE)
    for cards in layouts:
        picture = scene.draw(cards)
        for _ in range(frames):
            video.write(picture)
    video.release()


class TableFilm:
    """A camera over the scene: a hand's motion, then stillness, whenever something else lies there."""

    live = False

    def __init__(self, scene, name="film"):
        self.name = name
        self.scene = scene
        self._lock = threading.Condition()
        self._picture = scene.draw(())
        self._moving = 0
        self._number = 0
        self._open = True

    def lay(self, *cards):
        picture = self.scene.draw(cards)
        with self._lock:
            self._picture, self._moving = picture, 3

    def next_frame(self, _wait_s):
        with self._lock:
            self._lock.wait(0.004)  # no busier than a camera needs to be
            if not self._open:
                return EndOfFrames(self._number)
            image = self._picture
            if self._moving:
                self._moving -= 1
                image = image.copy()
                cv2.circle(image, (640 + 40 * self._moving, 700), 90, (120, 150, 210), -1)
            self._number += 1
            return Frame(image, self._number / RATE, self._number)

    def close(self):
        with self._lock:
            self._open = False
