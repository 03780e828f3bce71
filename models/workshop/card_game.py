"""A game that a film of drawn cards plays: `python -m models.workshop.card_game`, or `make demo-cards`.

Whoever is asked for a card lays the next one of a shuffled deck before a pretended camera, and nobody types any.
With `--game rsf` it is Ready, Set, Fight: see `monster_game`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Picture
from companion.commands.cards import card_rows
from companion.commands.common import Decks
from companion.commands.dice_sources import CameraEyes
from companion.commands.hosting import LocalHost
from companion.core.actions import Action
from companion.demo.players import next_action
from companion.games.gmm.words import SPECIALS
from companion.record.shelf import Shelf
from companion.rolls.cards import awaited, card_of
from companion.session.rolldesk import RollDesk
from companion.sources.camera import CameraSource
from companion.sources.cards import CardWatch
from companion.sources.opening import NoDice
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from hardware.frames import EndOfFrames, Frame
from vision.cards import teach
from vision.cards.compare import Ready
from vision.cards.deck import BACK, Deck, kept
from vision.cards.drawn import HIGH, WIDE, draw_back, draw_card

if TYPE_CHECKING:
    from companion.session.table import Table
    from companion.tui.live import Live

SIZE: Final = (1280, 720)
TALL: Final = 170.0
RATE: Final = 25.0
SEATS: Final = ("Ann", "Ben", "Cleo")
_MOVING: Final = 3
_STILL: Final = 9
"""Frames in which a hand moves, and in which the cards lie still at least."""
Lying = tuple[str, tuple[float, float], float]
"""A card, its middle, and its turn in degrees."""


def drawn_faces(game: str = "gmm") -> dict[str, Picture]:
    """Draw the invented cards of a game, and their back."""
    cards = Shelf().shipped(game)
    rows: dict[str, Mapping[str, Any]] = {} if cards is None else dict(card_rows(cards.catalogue))
    if game == "gmm":
        rows.update({card: {"name": name} for card, name in SPECIALS.items()})
    return {BACK: draw_back(), **{card: draw_card(card, row) for card, row in rows.items()}}


def teach_faces(name: str, faces: Mapping[str, Picture], game: str = "") -> Deck:
    """Teach a deck from its faces, as from scans."""
    deck = Deck(name, WIDE / HIGH, game=game)
    for card, face in faces.items():
        quad = teach.look(face).whole
        deck = deck.with_pictures(card, kept(face, teach.turned(quad, deck.aspect), deck))
    return deck


def seat_place(seat: int, seats: int) -> tuple[float, float]:
    """Return where a player's card lies: clockwise around the middle of the table."""
    turn = pi / 2 + 2 * pi * seat / seats
    return SIZE[0] / 2 + 375.0 * cos(turn), SIZE[1] / 2 + 212.0 * sin(turn)


class Scene:
    """A plain cloth with cards on it."""

    def __init__(self, faces: Mapping[str, Picture], seed: int = 1, tall: float = TALL, scale: float = 1.0) -> None:
        self.tall, self.size = tall, (int(SIZE[0] * scale), int(SIZE[1] * scale))
        noise = np.random.default_rng(seed).normal((70, 95, 60), 5, (*self.size[::-1], 3))
        self.cloth = np.clip(noise, 0, 255).astype(np.uint8)
        self.faces = {card: cv2.GaussianBlur(face, (0, 0), 1.6 * TALL / tall) for card, face in faces.items()}

    def draw(self, cards: Sequence[Lying]) -> Picture:
        """Draw the table as it is seen from above."""
        picture = self.cloth.copy()
        wide, high = self.size
        for name, middle, turn in cards:
            half = np.array((self.tall * WIDE / HIGH, self.tall)) / 2
            corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
            way = np.deg2rad(turn)
            spin = np.array(((cos(way), sin(way)), (-sin(way), cos(way))))
            spots = corners @ spin + middle
            left, top = np.maximum(0, np.floor(spots.min(axis=0)).astype(int) - 2).tolist()
            right, low = np.minimum((wide, high), np.ceil(spots.max(axis=0)).astype(int) + 3).tolist()
            if left < right and top < low:
                part = np.asarray(picture[top:low, left:right], np.uint8)
                picture[top:low, left:right] = _laid(part, self.faces[name], spots - (left, top))
        return picture


def _laid(picture: Picture, face: NDArray[Any], spots: NDArray[Any]) -> Picture:
    """Lay a card over a part of a picture: its corners, clockwise from its own top left one."""
    (high, wide), size = face.shape[:2], picture.shape[1::-1]
    box = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
    move = cv2.getPerspectiveTransform(box, spots.astype(np.float32))
    mask = cv2.warpPerspective(np.full((high, wide), 255, np.uint8), move, size)[..., None].astype(np.float32) / 255
    laid = cv2.warpPerspective(face, move, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return (picture * (1 - mask) + laid * mask).astype(np.uint8)


class TableFilm:
    """A camera over the scene: a hand's motion, then stillness, whenever something else lies there."""

    live = False

    def __init__(self, scene: Scene, name: str = "film", wait_s: float = 0.004) -> None:
        self.name = name
        self.scene = scene
        self._wait_s = wait_s
        self._lock = threading.Condition()
        self._picture = scene.draw(())
        self._coming: deque[Picture] = deque()
        self._age = 0
        self._number = 0
        self._open = True

    def lay(self, *cards: Lying) -> None:
        """Let this lie there next, once what lies there has been seen."""
        picture = self.scene.draw(cards)
        with self._lock:
            self._coming.append(picture)

    @property
    def still(self) -> bool:
        """Whether what was laid last lies there, and has been seen."""
        with self._lock:
            return not self._coming and self._age > _MOVING + _STILL

    def next_frame(self, _wait_s: float) -> Frame | EndOfFrames:
        """Return the next picture; see `FrameSource.next_frame`."""
        with self._lock:
            self._lock.wait(self._wait_s)  # no busier than a camera needs to be
            if not self._open:
                return EndOfFrames(self._number)
            self._age += 1
            if self._coming and self._age > _MOVING + _STILL:
                self._picture, self._age = self._coming.popleft(), 0
            image = self._picture
            if self._number > _STILL and self._age < _MOVING:
                image = image.copy()
                cv2.circle(image, (640 + 40 * self._age, 700), 90, (120, 150, 210), -1)
            self._number += 1
            return Frame(self.overlay(image), self._number / RATE, self._number)

    def overlay(self, picture: Picture) -> Picture:
        """Return the picture with what a film shows beside the cards."""
        return picture

    def close(self) -> None:
        """End; see `FrameSource.close`."""
        with self._lock:
            self._open = False


class CardPlayers:
    """Players who lay cards where one is asked for, and declare all else.

    Attributes:
        laid: how many cards they have laid.
    """

    def __init__(self, film: TableFilm, seed: int = 0) -> None:
        self.laid = 0
        self._film = film
        self._rng = np.random.default_rng(seed)
        self._there: dict[int, Lying] = {}
        self._until = 0

    def __call__(self, table: Table) -> Action | None:
        """Return what a player declares next; None while a card is awaited."""
        options = awaited(table.match)
        waiting = tuple(one.actor for one in options if one.actor is not None)
        if not waiting or table.version < self._until:
            return None if waiting else next_action(table.match)
        self._until = table.version + len(waiting)
        if set(waiting) & set(self._there):
            self._there = {}  # a battle is over
            self._film.lay()
        match = table.match
        for option in options:
            able = [one for one in option.instances if match.check(one).legal]
            known = [one for one in able if card_of(one) in self._film.scene.faces]
            action = known[int(self._rng.integers(len(known)))]
            match = match.apply(action)
            seat = int(option.actor or 0)
            turn = float(self._rng.uniform(-12, 12))
            self._there[seat] = (card_of(action), seat_place(seat, len(table.seats)), turn)
            self.laid += 1
        self._film.lay(*self._there.values())
        return None


def open_app(home: Path, film: TableFilm, ready: Ready, pace: float, **more: Any) -> TablesideApp:
    """Return the app at a table of Monster Mayhem over which the film runs, with players who never type a card."""
    players = CardPlayers(film)

    def play(app: TablesideApp, table: Table) -> Action | None:
        live = app.live
        if live is not None and live.desk.cards.offer is not None:
            press(app, "y")
            return None
        return players(table)

    return app_with("gmm", home, CameraSource(film, NoDice(), cards=CardWatch(ready)), play, pace, **more)


def press(app: TablesideApp, key: str) -> None:
    """Press a key, as people do."""
    app.call_later(app.simulate_key, key)


def app_with(
    game: str,
    home: Path,
    camera: CameraSource,
    play: Callable[[TablesideApp, Table], Action | None],
    pace: float,
    desk: Callable[..., RollDesk] = RollDesk,
    **more: Any,
) -> TablesideApp:
    """Return the app at a new table that a camera looks at, with players who declare what is not read."""
    host = LocalHost(home)

    def opener() -> Callable[[], Live]:
        seating = host.open(Wish(game, SEATS, "full"))

        def seated() -> Live:
            live = seating()
            live.desk.close()
            live.desk = desk(live.table, live.desk._journal, sources=(camera,))  # noqa: SLF001 - the same journal
            live.eyes = CameraEyes(camera)
            return live

        return seated

    made = TablesideApp(opener=opener, autoplay=lambda table: play(made, table), pace=pace, **more)
    return made


def main() -> int:
    """Play a game on the terminal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", choices=("gmm", "rsf"), default="gmm")
    parser.add_argument("--pace", type=float, default=0.3, help="seconds between two declarations")
    parser.add_argument("--seed", type=int, default=0, help="how the players of Ready, Set, Fight play")
    args = parser.parse_args()
    faces = drawn_faces(args.game)
    deck = teach_faces("cellar", faces, args.game)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        Decks(home).save(deck)
        if args.game == "rsf":
            from models.workshop.monster_game import play_film

            play_film(home, faces, Ready(deck), args.pace, args.seed)
        else:
            film = TableFilm(Scene(faces), wait_s=1 / RATE)
            open_app(home, film, Ready(deck), args.pace, exit_when_over=6.0).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
