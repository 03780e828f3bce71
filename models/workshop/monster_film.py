"""A film of a table with monsters: cards in rows and columns, drawn cards beside them, and dice in a tray."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from calibration.arrays import Picture
from calibration.zone import RollZone
from companion.core.words import CardId, Cell
from companion.rolls.readings import RollReading
from companion.sources.camera import CameraSource
from companion.sources.opening import open_dice_reader
from models.workshop.card_game import Lying, Scene, TableFilm
from vision.cards.drawn import HIGH, WIDE

if TYPE_CHECKING:
    from companion.rolls.readings import Handed
    from companion.rolls.source import Listener
    from companion.sources.cards import CardWatch

Cards = Mapping[Cell, CardId]
"""A monster as it lies on the table."""
TALL: Final = 150.0
SCALE: Final = 1.5
"""Height of a card in pixels, and the picture's size beside that of the other film: 1920 x 1080."""
ROOM: Final = (5, 4)
"""Columns and rows that a monster may have."""
_TRAY: Final = (640, 0, 640, 360)
"""Left, top, width and height of the tray."""
_MONSTERS: Final = ((1000.0, 700.0), (300.0, 440.0), (1620.0, 440.0))
_DRAWN: Final = ((640.0, 900.0), (300.0, 930.0), (1620.0, 930.0))
"""The middle of each player's monster, clockwise, and where they lay a card that they draw."""
_GAP: Final = 1.06
_ASKEW: Final = (1.0, 1.5)
"""Degrees and pixels that a card lies askew, at most."""


def large_scene(faces: Mapping[str, Picture]) -> Scene:
    """Return a cloth with room for three monsters."""
    return Scene(faces, tall=TALL, scale=SCALE)


class TrayFilm(TableFilm):
    """A film of cards, in whose tray the dice of a clip roll whenever that is asked for."""

    def __init__(self, scene: Scene, clip: str, name: str = "film", wait_s: float = 0.004) -> None:
        super().__init__(scene, name, wait_s)
        self._clip = clip
        self._throws = cv2.VideoCapture(clip)
        self._die = scene.cloth
        self._rolls = False
        self._roll_on()

    def throw(self) -> None:
        """Let dice roll; from any thread."""
        self._rolls = True

    def hold(self) -> None:
        """Let what lies in the tray lie there; from any thread."""
        self._rolls = False

    def overlay(self, picture: Picture) -> Picture:
        """Stand the tray on the table."""
        if self._rolls:
            self._roll_on()
        left, top, wide, high = _TRAY
        picture = picture.copy()
        picture[top : top + high, left : left + wide] = self._die[:high, :wide]
        return picture

    def _roll_on(self) -> None:
        good, die = self._throws.read()
        if not good:  # from the beginning again
            self._throws = cv2.VideoCapture(self._clip)
            good, die = self._throws.read()
        self._die = np.asarray(die, np.uint8) if good else self._die


class TrayCamera(CameraSource):
    """The camera over it: it reads dice in the tray, and cards everywhere. A throw is over once it was read."""

    def __init__(self, film: TrayFilm, cards: CardWatch) -> None:
        wide, high = film.scene.size
        left, top, across, down = _TRAY
        zone = RollZone.rectangle(left / wide, top / high, across / wide, down / high)
        super().__init__(film, open_dice_reader(), zone=zone, cards=cards)
        self._film = film

    def start(self, listener: Listener) -> None:
        """Begin; see `RollSource.start`."""

        def hand_in(value: Handed) -> None:
            if isinstance(value, RollReading):
                self._film.hold()
            listener(value)

        super().start(hand_in)

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Throw while dice are wanted; see `RollSource.expect`."""
        super().expect(kinds)
        if kinds:
            self._film.throw()
        else:
            self._film.hold()

    def go_on(self) -> None:
        """Throw once more: the roll did not answer."""
        self._film.throw()


class Laying:
    """Where the cards lie: each stays in its place as long as its monster has room there.

    Attributes:
        monsters: the monster of each seat.
        drawn: the card that a seat has drawn, and not taken up yet.
    """

    def __init__(self, film: TrayFilm, rng: np.random.Generator) -> None:
        self.monsters: dict[int, Cards] = {}
        self.drawn: dict[int, CardId] = {}
        self._film = film
        self._rng = rng
        self._origin: dict[int, Cell] = {}
        self._askew: dict[object, tuple[float, float, float]] = {}

    def rename(self, seat: int, cards: Cards) -> None:
        """Call the places of a monster by other cells, as the log does; it lies where it lay."""
        if cards and seat in self._origin and self.monsters.get(seat):
            origin, old, new = self._origin[seat], corners(self.monsters[seat])[0], corners(cards)[0]
            self._origin[seat] = Cell(origin.x + new.x - old.x, origin.y + new.y - old.y)
        self.monsters[seat] = cards

    def push(self) -> None:
        """Move every card a little, as a sleeve does."""
        self._askew.clear()

    def show(self) -> None:
        """Let it lie so in the film."""
        laid = [self._at(seat, cell, card) for seat, cards in self.monsters.items() for cell, card in cards.items()]
        laid += [(card, _DRAWN[seat], 30.0) for seat, card in self.drawn.items()]
        self._film.lay(*laid)

    def _at(self, seat: int, cell: Cell, card: CardId) -> Lying:
        origin = self._origin[seat] = self._fitting(seat)
        x, y, turn = self._askew.setdefault((seat, cell.x - origin.x, cell.y - origin.y, card), self._some())
        column, row = cell.x - origin.x - (ROOM[0] - 1) / 2, cell.y - origin.y - (ROOM[1] - 1) / 2
        middle = _MONSTERS[seat]
        tall = _GAP * TALL
        return card, (middle[0] + x + column * tall * WIDE / HIGH, middle[1] + y - row * tall), turn

    def _fitting(self, seat: int) -> Cell:
        """The cell that lies at the bottom left of the seat's place."""
        low, high = corners(self.monsters[seat])
        old = self._origin.get(seat)
        if old and old.x <= low.x and old.y <= low.y and high.x < old.x + ROOM[0] and high.y < old.y + ROOM[1]:
            return old
        return Cell(low.x - (ROOM[0] - 1 - high.x + low.x) // 2, low.y - (ROOM[1] - 1 - high.y + low.y) // 2)

    def _some(self) -> tuple[float, float, float]:
        turn, far = _ASKEW
        x, y = self._rng.uniform(-far, far, 2)
        return float(x), float(y), float(self._rng.uniform(-turn, turn))


def corners(cards: Cards) -> tuple[Cell, Cell]:
    """Return the cells between which a monster lies: bottom left, top right."""
    across, down = [cell.x for cell in cards], [cell.y for cell in cards]
    return Cell(min(across), min(down)), Cell(max(across), max(down))
