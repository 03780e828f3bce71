"""What a film asks: `python -m models.workshop.measure.films --photos DIR --die d10`.

Composes a film from pictures with a manifest: dice cut out of them slide onto one drawn table, one to three a roll,
while a hand comes and goes, the light changes, and every frame has its own noise. With `--camera bands` mains light
draws bands that move; with `--camera focus` the camera finds its focus as dice come to lie, and loses it once more a
second later; with `--camera tremble` it trembles all the time. With `--tray` the dice come to lie in a tray in the
picture's middle, often where others lay before; with `--beside` some dice stay while others are thrown. The camera's
source watches it, with the learning table or without; every question is answered. Says how many rolls were asked about,
how many came without some of their dice, which the game asks about, how many were wrong in silence, which readings were
no roll, and how long after the first still frame a roll came. The dice come from many cameras, so they do not agree
where up is.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Picture
from companion.core.dice import DieFace
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceFault
from companion.sources.learning import Learns, Memory
from companion.sources.lookers import TaughtLooker
from companion.sources.opening import make_camera
from hardware.frames import EndOfFrames, Frame
from models.workshop.measure.manifest import NAME, KnownPicture, of_kinds, read_manifest
from models.workshop.rendering.hands import draw_hand, random_hand
from models.workshop.training.dice import Maker
from vision.pictures import load_picture
from vision.reader import open_reader
from vision.types import Box

_WIDE, _HIGH = 1280, 720
_RATE: Final = 25.0
_SIDE: Final = (60, 85)
_APART: Final = 140
_INRADIUS: Final = 30.0
_EMPTY, _REACHING, _SLIDING, _RESTING = 30, 12, 6, 60
"""Frames."""
_STAYS, _MOST_STAY = 0.5, 2
_STEP: Final = 40
"""Pixels from one frame to the next of a die that slides."""
_DARKEST: Final = 60
_CAMERAS: Final = ("steady", "bands", "focus", "tremble")
_BAND: Final = 0.04
_BLUR: Final = 4.0
"""What bands add to the light, as a share; pixels of blur."""
_TREMBLES: Final = ((6.3, 0.0), (8.1, 1.0))
"""Hertz and phase of what shakes the camera by a pixel at most, to the side and up."""
_PATIENCE_S: Final = 3600.0
Zone = tuple[tuple[int, int], tuple[int, int]]
TABLE: Final[Zone] = (150, 1131), (120, 601)
TRAY: Final[Zone] = (440, 841), (210, 511)
"""Where the middles of dice come to lie: first and last column, first and last row."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A die cut out of its picture, and where it comes to lie."""

    face: str
    picture: Picture
    share: NDArray[np.float32]
    at: tuple[int, int]

    def onto(self, table: Picture, aside: int = 0) -> None:
        """Lay it onto a table, so many pixels to the right of its place."""
        high, wide = self.share.shape
        left = int(np.clip(self.at[0] + aside - wide // 2, 0, _WIDE - wide))
        top = self.at[1] - high // 2
        there = table[top : top + high, left : left + wide]
        there[:] = there + (self.picture - there.astype(np.float32)) * self.share[..., None]


@dataclass(frozen=True, slots=True)
class Setting:
    """How a film is."""

    camera: str = "steady"  # what is wrong with the camera or light
    zone: Zone = TABLE  # where dice come to lie
    beside: bool = False  # some stay while others are thrown


class Film:
    """Rolls of dice out of pictures, as a source of frames.

    Attributes:
        name, live: as of `hardware.frames.FrameSource`.
        rolls: the dice of each roll so far.
        stayed: the dice that lay there during each.
        still_at: when each came to lie still, in seconds.
        ask: is told how many dice are thrown next.
    """

    name, live = "film", False

    def __init__(
        self,
        folder: Path,
        dice: Sequence[tuple[str, str, Box]],
        seed: int,
        rolls: int,
        setting: Setting = Setting(),
    ) -> None:
        self._folder, self._dice, self._count, self._setting = folder, dice, rolls, setting
        maker = Maker(seed, held_out=True)
        self._rng = maker.rng
        ground = maker._ground(400)  # noqa: SLF001 - as the maker's own pictures have it
        while ground.mean() < _DARKEST:
            ground = maker._ground(400)  # noqa: SLF001 - likewise
        wide = cv2.resize(ground, (_WIDE, _HIGH), interpolation=cv2.INTER_CUBIC)
        self._table = np.asarray(wide, np.uint8)
        self._grains = np.round(self._rng.normal(0, 3, (6, _HIGH, _WIDE, 3))).astype(np.int16)
        self.rolls: list[list[Cut]] = []
        self.stayed: list[list[Cut]] = []
        self.still_at: list[float] = []
        self.ask: Callable[[int], None] = lambda _: None
        self._number, self._light = 0, 1.0
        self._frames = self._film()

    @property
    def now(self) -> float:
        """Seconds since it began."""
        return self._number / _RATE

    def next_frame(self, wait_s: float) -> Frame | EndOfFrames:  # noqa: ARG002 - a film waits for nobody
        """The next picture, or the end."""
        picture = next(self._frames, None)
        if picture is None:
            return EndOfFrames(self._number)
        lit = self._shown(np.asarray(cv2.convertScaleAbs(picture, alpha=self._light), np.uint8))
        grainy = cv2.add(lit, self._grains[self._number % len(self._grains)], dtype=cv2.CV_8U)
        self._number += 1
        return Frame(np.asarray(grainy, np.uint8), (self._number - 1) / _RATE, self._number - 1)

    def close(self) -> None:
        """Nothing is open."""

    def _shown(self, picture: Picture) -> Picture:
        """A picture as the camera shows it."""
        if self._setting.camera == "bands":
            wave = np.sin(2 * np.pi * (1.3 * np.arange(_HIGH)[:, None, None] / _HIGH + 0.37 * self._number))
            return np.asarray(np.clip(picture * (1 + _BAND * wave), 0, 255), np.uint8)
        if self._setting.camera == "focus" and self.still_at:
            since = self.now - self.still_at[-1]
            blur = _BLUR * max(np.exp(-since / 0.2), 1 - abs(since - 1.2) / 0.4)
            return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(blur, 0.01)), np.uint8)
        if self._setting.camera == "tremble":
            far = 0.6 + 0.4 * np.sin(0.9 * self.now)
            shift = [far * np.sin(2 * np.pi * hertz * self.now + phase) for hertz, phase in _TREMBLES]
            # A little nearer, so that no side of the picture shows.
            move = np.array([[1.01, 0, shift[0] - 0.005 * _WIDE], [0, 1.01, shift[1] - 0.005 * _HIGH]])
            return np.asarray(cv2.warpAffine(picture, move, (_WIDE, _HIGH), flags=cv2.INTER_CUBIC), np.uint8)
        return picture

    def _film(self) -> Iterator[Picture]:
        lying: list[Cut] = []
        for _ in range(_EMPTY):
            yield self._table
        for _ in range(self._count):
            self._light = float(np.clip(self._light + self._rng.normal(0, 0.05), 0.8, 1.2))
            stay = [cut for cut in lying if self._rng.random() < _STAYS][:_MOST_STAY] if self._setting.beside else []
            cuts = self._cuts(stay)
            self.ask(len(cuts))
            yield from self._hand(self._with(lying), self._with(stay))
            for left in range(_SLIDING, 0, -1):
                yield self._with(cuts, left * _STEP, stay)
            self.rolls.append(cuts)
            self.stayed.append(stay)
            self.still_at.append(self.now)
            lying = [*stay, *cuts]
            still = self._with(lying)
            for _ in range(_RESTING):
                yield still

    def _with(self, cuts: Sequence[Cut], aside: int = 0, stay: Sequence[Cut] = ()) -> Picture:
        table = self._table.copy()
        for cut in stay:
            cut.onto(table)
        for cut in cuts:
            cut.onto(table, aside)
        return table

    def _hand(self, lying: Picture, left: Picture) -> Iterator[Picture]:
        """A hand comes from the rim; when it goes dice are gone with it."""
        across, seed = float(self._rng.uniform(300, 980)), int(self._rng.integers(1 << 30))
        for step in range(_REACHING):
            picture = (lying if 2 * step < _REACHING else left).copy()
            down = _HIGH / 2 - _STEP * abs(step - _REACHING / 2)
            same = np.random.default_rng(seed)
            draw_hand(same, picture, random_hand(same, (across, down), _INRADIUS, 0.5), (0.3, 0.4), _INRADIUS)
            yield picture

    def _cuts(self, stay: Sequence[Cut] = ()) -> list[Cut]:
        cuts: list[Cut] = []
        while len(cuts) < int(self._rng.integers(1, 4)) or not cuts:
            at = int(self._rng.integers(*self._setting.zone[0])), int(self._rng.integers(*self._setting.zone[1]))
            if all(np.hypot(at[0] - cut.at[0], at[1] - cut.at[1]) > _APART for cut in (*cuts, *stay)):
                cuts.append(self._cut(*self._dice[int(self._rng.integers(len(self._dice)))], at))
        return cuts

    def _cut(self, path: str, face: str, box: Box, at: tuple[int, int]) -> Cut:
        picture = load_picture(self._folder / path)
        side = int(self._rng.integers(*_SIDE))
        scale, half = side / max(box.w, box.h), round(0.7 * side)
        move = np.array([[scale, 0, half - scale * box.centre[0]], [0, scale, half - scale * box.centre[1]]])
        cut = cv2.warpAffine(picture, move, (2 * half, 2 * half), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        share = np.zeros((2 * half, 2 * half), np.float32)
        axes = round(0.485 * scale * box.w), round(0.485 * scale * box.h)
        cv2.ellipse(share, (half, half), axes, 0, 0, 360, 1.0, -1)
        soft = cv2.GaussianBlur(share, (0, 0), 0.02 * side)
        return Cut(face, np.asarray(cut, np.uint8), np.asarray(soft, np.float32), at)


def boxed(pictures: Sequence[KnownPicture]) -> list[tuple[str, str, Box]]:
    """Of each die of some pictures whose box is known: the picture's path, the face and the box."""
    return [(one.path, die.face, die.box) for one in pictures for die in one.dice if die.box is not None]


def watch(film: Film, kind: str, models: Path | None, *, learns: bool) -> tuple[Counter[str], list[float]]:
    """Let the camera's source watch a film; count what became of its rolls, with each one's delay in seconds."""
    reader = open_reader(models, 1)
    with tempfile.TemporaryDirectory() as home:
        memory = Memory(Learns(Path(home), lambda: True), film.name, reader.embedder) if learns else None
        source = make_camera(film, TaughtLooker(reader, None, memory), None)
        readings: list[tuple[int, float, RollReading]] = []
        faults = Counter[str]()

        def hear(value: object) -> None:
            if isinstance(value, SourceFault) and not value.expected:
                faults[value.what] += 1
            if isinstance(value, RollReading):
                readings.append((len(film.rolls), film.now, value))
                truth = _matched(value.dice, [*film.rolls[-1], *film.stayed[-1]]) if film.rolls else ()
                if all(truth):
                    source.learn(value.key, tuple(DieFace(kind, face) for face in truth))

        film.ask = lambda number: source.expect((kind,) * number)
        source.start(hear)
        source.wait(_PATIENCE_S)
        source.stop()
    found, delays = count(film, readings)
    return found + faults, delays


def count(film: Film, readings: Sequence[tuple[int, float, RollReading]]) -> tuple[Counter[str], list[float]]:
    """What became of a film's rolls by the readings, each with how many rolls there had been, and when it came."""
    found: Counter[str] = Counter()
    delays = []
    for number, (cuts, stay, still) in enumerate(zip(film.rolls, film.stayed, film.still_at, strict=True), 1):
        mine = [(at, reading) for after, at, reading in readings if after == number]
        found["readings that are no roll"] += max(0, len(mine) - 1)
        if not mine:
            found["not seen"] += 1
            continue
        at, last = mine[-1]
        dice = [die for die, face in zip(last.dice, _matched(last.dice, stay), strict=True) if not face]
        sure = all(die.status is DieStatus.READ for die in dice) and not last.doubt
        right = all(die.face == face for die, face in zip(dice, _matched(dice, cuts), strict=True))
        # What is not seen to be thrown is missing as well.
        whole = len(dice) == len(cuts) and any(sum(die.fresh for die in one.dice) == len(cuts) for _, one in mine)
        found["not whole" if not whole else "asked" if not sure else "sure" if right else "wrong in silence"] += 1
        delays.append(at - still)
    found["readings that are no roll"] += sum(not after for after, *_ in readings)
    return found, delays


def _matched(dice: Sequence[DieReading], cuts: Sequence[Cut]) -> tuple[str, ...]:
    """The true face of each die that was read; empty where none of these lies there."""
    faces = []
    for die in dice:
        x, y, wide, high = die.box or (0, 0, 0, 0)
        near = [cut for cut in cuts if np.hypot(x + wide / 2 - cut.at[0], y + high / 2 - cut.at[1]) < _SIDE[0] / 2]
        faces.append(near[0].face if near else "")
    return tuple(faces)


def main() -> int:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(description="Measure what is asked in films composed from pictures.")
    parser.add_argument("--photos", type=Path, required=True, help="folder with pictures and a manifest.csv")
    parser.add_argument("--models", type=Path, help="folder of the networks; the program's own")
    parser.add_argument("--die", default="d10", help="the kind that is thrown")
    parser.add_argument("--camera", choices=_CAMERAS, default="steady", help="what is wrong with the camera or light")
    parser.add_argument("--tray", action="store_true", help="dice lie in a tray in the picture's middle")
    parser.add_argument("--beside", action="store_true", help="some dice stay while others are thrown")
    parser.add_argument("--rolls", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    pictures = of_kinds(read_manifest(options.photos / NAME), (options.die,))
    dice = boxed(pictures)
    setting = Setting(options.camera, TRAY if options.tray else TABLE, options.beside)
    for learns in (False, True):
        film = Film(options.photos, dice, options.seed, options.rolls, setting)
        found, delays = watch(film, options.die, options.models, learns=learns)
        words = ", ".join(f"{what} {number}" for what, number in sorted(found.items()))
        late = np.percentile(delays, (50, 95)) if delays else (0.0, 0.0)
        how = "learning" if learns else "without"
        sys.stdout.write(f"{how}: of {options.rolls} rolls {words}; delay {late[0]:.2f} s, 95 % {late[1]:.2f}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
