"""The dice reader: a picture in, sightings out.

From one die alone nobody can always say which face lies up: seen from 25 degrees aside, a d10's
neighbouring face may turn to the camera just as openly. What decides is where up is, and that is
the same for all dice of a picture: those that are plain to read tell it of those that are not.

Where up is in a picture stands in `vision.level`.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from calibration.arrays import Array, Picture
from models.framing import Frame
from models.labels import LABELS, SCULPTED
from vision.decide import Choices, logit, status_of
from vision.errors import ModelError
from vision.find import Found, find_dice
from vision.level import Level, agreeing, leans
from vision.merge import apart
from vision.network import OnnxSession, open_session
from vision.read import Reading, below, frame_of, locate, log_softmax, read_framed
from vision.taught.bank import TaughtDice
from vision.taught.learnt import Learnt
from vision.taught.recognise import Embedder, recognise
from vision.taught.resolve import LastPlace, as_taught
from vision.types import Box, DieSighting, UpAt

_FIND_NUMBERS: Final = ("threshold", "bias", "by_score", "by_die", "by_face", "least", "least_expected")
_READ_NUMBERS: Final = ("temperature", "operating_point", "operating_point_pips", "cocked")
_FAINT: Final = 0.2
"""Of the finder's threshold, where it finds fewer dice than are asked for: a closer look says whether they are dice."""
_LONE: Final = 1.3
"""Times the temperature of dice of which no two agree where up is: only the surest stay sure. Asking
about all of them asked about 153 dice that were read rightly, and about no other."""
_ASIDE: Final = 0.4
"""From this sine of the tilt on, to one side of the picture, a die that lies alone is believed only by half."""
_PLAINLY_FLAT: Final = 0.03
"""A die tells where up is where the network alone has it lean less probably than this: of drawn flat dice eight in
ten, of leaning ones four (chosen with `measure.cocked` in the workshop)."""
_EMBLEM: Final = LABELS[SCULPTED].face
_AROUND: Final = 1.05
"""A box's side over the die's: nothing of it shall be outside."""
_NEXT_FACE: Final = 0.66
_PLAINLY_A_DIE: Final = 0.85
"""A finding this near a surer one, as of `apart`, is a die only if that is so probable. Photographed dice
side by side lie 0.74 apart and more."""
_LEAST_SIDE: Final = 1 / 3
"""Of a sure die's side: dice of one table are from 12 to 30 mm wide, so what is smaller still is a knot or a crumb."""


class DiceReader:
    """Finds every die in a picture and reads the face up.

    Args:
        find: the network that finds dice; stays at hand as `finder`.
        read: the network that reads one.

    Raises:
        ModelError: a card lacks a number or a label that reading needs.
    """

    def __init__(self, find: OnnxSession, read: OnnxSession) -> None:
        for session, names in ((find, _FIND_NUMBERS), (read, _READ_NUMBERS)):
            for name in names:
                if name not in session.card.numbers:
                    raise ModelError(f"{session.card.name}.toml: the model card lacks {name}")
        if not read.card.labels:
            raise ModelError(f"{read.card.name}.toml: the model card lacks labels")
        try:
            self.choices = Choices(read.card.labels)
        except ValueError as error:
            raise ModelError(f"{read.card.name}.toml: {error}") from error
        self.finder = find
        self._read = read
        self.embedder = Embedder(read)

    def look(  # noqa: PLR0913 - all but the first may be left out
        self,
        image: Picture,
        expect: tuple[str, ...] = (),
        up: UpAt | None = None,
        taught: TaughtDice | None = None,
        last_places: Sequence[LastPlace] = (),
        *,
        learnt: Learnt | None = None,
        level: Level | None = None,
    ) -> tuple[DieSighting, ...]:
        """Every die in a picture, from left to right.

        Args:
            image: (H, W, 3) uint8, blue-green-red.
            expect: kinds asked for. Where fewer dice than these are plain to see, fainter ones
                count as well, up to as many as were asked for, and a die that may be of a kind
                asked for is read as one.
            up: where the table's normal points in the picture, if the camera is calibrated.
            taught: dice that people taught; a die that is none of them is read as ever.
            last_places: where dice of a taught kind lay before.
            learnt: what the table has learnt of its dice.
            level: how the table has lain so far before a camera that nobody calibrated; it takes
                note of the dice that are sure, though they seem to lean: where all do, the camera has moved.

        Raises:
            ValueError: the array is no colour picture, or the set was made ready with another
                network.
        """
        if image.shape[2:] != (3,) or image.dtype != np.uint8 or image.size == 0:
            raise ValueError(f"expected (H, W, 3) uint8, got {image.shape} {image.dtype}")
        seen = self.examine(image, len(expect), up, level)
        sightings = tuple(self._sighting(*die, expect, image.shape) for die in seen)
        if level is not None and up is None:
            dice = zip(seen, sightings, strict=True)
            telling = [reading for (_, reading), one in dice if self._tells_up(one, reading)]
            plain = [(one.frame.x, one.frame.y, *one.up) for one in telling]
            level.note(plain, image.shape[1], image.shape[0])
        if taught is not None:
            frames = [reading.frame for _, reading in seen]
            faces = np.array([np.exp(reading.log_faces) for _, reading in seen])
            known = recognise(taught, image, frames, self.embedder, faces)
            sightings = as_taught(sightings, frames, known, expect, last_places)
        if learnt is not None:
            flat = [one if self._lies_flat(one) and not self._is_faint(die) else None for die, one in seen]
            sightings = learnt.surer(sightings, image, flat)
        kept = _doubting_parts(_without_crumbs(sightings, len(expect)))
        return tuple(sorted(kept, key=lambda one: (one.box.x, one.box.y)))

    def examine(
        self, image: Picture, expected: int = 0, up: UpAt | None = None, level: Level | None = None
    ) -> list[tuple[Found, Reading]]:
        """Every die as the networks say it, before calibration, surest first.

        Each finding's score is the probability that it is a die at all. Fainter ones fill up to as
        many as were asked for.
        """
        numbers = self.finder.card.numbers
        found, better, first = self._candidates(image, up)
        if len(found) < expected:
            found, better, first = self._candidates(image, up, _FAINT)
        hopeful = [
            (die, frame)
            for die, frame, chance in zip(found, better, first, strict=True)
            if self._chance(die.score, chance, 1.0) >= numbers["least_expected"]
        ]
        dice = [frame for _, frame in hopeful]
        read = read_framed(self._read, image, dice, _ups(dice, up))
        seen = [
            (replace(die, score=self._belief(die, reading)), reading)
            for (die, _), reading in zip(hopeful, read, strict=True)
        ]
        seen.sort(key=lambda pair: -pair[0].score)
        plain = sum(die.score >= numbers["least"] for die, _ in seen)
        faint = sum(die.score >= numbers["least_expected"] for die, _ in seen)
        counted = seen[: max(plain, min(faint, expected))]
        return counted if up is not None else self._look_again(image, counted, level)

    def frames(self, image: Picture) -> list[Frame]:
        """Where dice lie in a picture, surest first."""
        return [replace(reading.frame, turn=0.0) for _, reading in self.examine(image)]

    def findings(self, image: Picture) -> list[tuple[Found, Reading]]:
        """Everything that may be a die from afar, read, whatever a closer look says of it."""
        found, better, _ = self._candidates(image, None)
        read = read_framed(self._read, image, better, _ups(better, None))
        return list(zip(found, read, strict=True))

    def _candidates(
        self, image: Picture, up: UpAt | None, share: float = 1.0
    ) -> tuple[list[Found], list[Frame], list[float]]:
        """What may be dice from afar, where they lie by the first look, and whether they are dice.

        `share` is of the finder's threshold.
        """
        found = find_dice(self.finder, image, share * self.finder.card.numbers["threshold"])
        frames = [frame_of(die) for die in found]
        better, first = locate(self._read, image, frames, _ups(frames, up))
        return found, better, first

    def _belief(self, die: Found, reading: Reading) -> float:
        return self._chance(die.score, reading.die, float(np.exp(reading.log_faces.max())))

    def _chance(self, score: float, die: float, face: float) -> float:
        """Probability that a finding is a die: what is seen from afar and from close by, together.

        A knot in the wood may look like a die from afar, but shows no numeral to be sure of
        (logistic regression, fitted by `make train` on rendered dice, clutter and grounds).
        """
        numbers = self.finder.card.numbers
        total = (
            numbers["bias"]
            + numbers["by_score"] * logit(score)
            + numbers["by_die"] * logit(die)
            + numbers["by_face"] * logit(face)
        )
        return float(1 / (1 + np.exp(-total)))

    def _look_again(
        self, image: Picture, seen: list[tuple[Found, Reading]], level: Level | None
    ) -> list[tuple[Found, Reading]]:
        """Doubtful dice once more, knowing from the others, or from those before, where up is.

        Doubtful is also who is sure but contradicts the others: all lie on one table. Where no two
        agree, those that are sure are believed less.
        """
        readings = [reading for _, reading in seen]
        sure = [place for place, one in enumerate(readings) if self._chances(one).max() >= self._point(one)]
        said = [(die.frame.x, die.frame.y, *die.up) for die in (seen[place][1] for place in sure)]
        height, width = image.shape[:2]
        group, up = agreeing(said, width, height)
        known = None if level is None else level.up(width, height)
        seen = [(die, _aside(reading, known)) for die, reading in seen]
        lone = up is None and len(sure) > 1
        told = up or known
        if told is None:
            seen = [(die, replace(one, contradicted=lone and at in sure)) for at, (die, one) in enumerate(seen)]
            return [(die, self._from_above(image, one)) for die, one in seen]
        plain = {sure[place] for place in group} if up or lone else set(sure)
        # What leans by where up was before is called so: it is not told that it lies flat.
        doubtful = [place for place, (_, one) in enumerate(seen) if place not in plain and (up or not _leaning(one))]
        frames = [seen[place][1].frame for place in doubtful]
        again = read_framed(self._read, image, frames, [told(die.x, die.y) for die in frames])
        for place, reading in zip(doubtful, again, strict=True):
            # Where a die was not sure what it shows, it was not sure either where up is.
            aside = None if up and place not in sure else seen[place][1].aside
            seen[place] = (seen[place][0], replace(reading, aside=aside))
        return seen

    def _from_above(self, image: Picture, reading: Reading) -> Reading:
        """A reading; of a die that sees the camera far to one side, half as if it were straight above."""
        across, down = reading.up
        if abs(across) < max(_ASIDE, abs(down)):
            return reading
        other = read_framed(self._read, image, [reading.frame], [below(reading.frame, image.shape)])[0]
        return replace(reading, log_faces=log_softmax((reading.log_faces + other.log_faces) / 2))

    def _tells_up(self, sighting: DieSighting, reading: Reading) -> bool:
        """Whether a die tells where up is: it seems flat by itself, and is read, or would be if it lay level."""
        read = sighting.status == "read" or (_leaning(reading) and sighting.confidence >= self._point(reading))
        return read and reading.cocked < _PLAINLY_FLAT

    def _is_faint(self, die: Found) -> bool:
        """Whether a die counts only because it was asked for: it may be a part of one that was not found whole."""
        return die.score < self.finder.card.numbers["least"]

    def _lies_flat(self, reading: Reading) -> bool:
        """Whether the network alone does not doubt that a die lies flat; see `status_of`."""
        return reading.cocked < self._read.card.numbers["cocked"] / 2

    def _point(self, reading: Reading) -> float:
        """The least confidence that is sure: pips are told apart more surely than what is written."""
        pips = LABELS[int(reading.log_faces.argmax())].style == "pips"
        return self._read.card.numbers["operating_point_pips" if pips else "operating_point"]

    def _chances(self, reading: Reading, expect: tuple[str, ...] = ()) -> Array:
        temperature = self._read.card.numbers["temperature"]
        temperature *= _LONE if reading.contradicted else 1.0
        chances = self.choices.chances(reading.log_faces, temperature)
        return self.choices.among(chances, expect)

    def _sighting(self, die: Found, reading: Reading, expect: tuple[str, ...], shape: tuple[int, ...]) -> DieSighting:
        chances = self._chances(reading, expect)
        kind, face, others = self.choices.likeliest(chances)
        sure = float(chances.max())
        status = status_of(sure, reading.cocked, self._point(reading), self._read.card.numbers["cocked"])
        # Glare around a pip looks like an emblem. One may be meant only where dice are asked for that
        # the network does not know, as monster dice; else nobody is to count it unasked.
        emblem = face == _EMBLEM and all(asked in self.choices.kinds for asked in expect)
        if status == "read" and (emblem or self._is_faint(die)):
            status = "unsure"
        if _leaning(reading):
            status = "cocked"
        box = _box(die, reading.frame, shape)
        return DieSighting(kind, face, round(sure, 4), status, box, others, round(die.score, 4))


def _leaning(reading: Reading) -> bool:
    return reading.aside is not None and leans(reading.cocked, reading.aside)


def _aside(reading: Reading, known: UpAt | None) -> Reading:
    """The reading, and how far up as seen on its die lies from where it is."""
    up = None if known is None else known(reading.frame.x, reading.frame.y)
    return reading if up is None else replace(reading, aside=float(np.hypot(*np.subtract(up, reading.up))))


def _without_crumbs(sightings: Sequence[DieSighting], expected: int) -> Sequence[DieSighting]:
    """What is not sure and far smaller than every sure die is no die, unless dice that are expected are missing."""
    sure = [one.box.w * one.box.h for one in sightings if one.status == "read"]
    if not sure or len(sure) < expected:
        return sightings
    least = min(sure) * _LEAST_SIDE**2
    return [one for one in sightings if one.status == "read" or one.box.w * one.box.h >= least]


def _doubting_parts(sightings: Sequence[DieSighting]) -> list[DieSighting]:
    """The sightings; what may be a part of a surer die, such as its next face, is not sure."""

    def is_part(one: DieSighting) -> bool:
        return one.found < _PLAINLY_A_DIE and any(
            one.found < other.found and apart(one, other) < _NEXT_FACE for other in sightings
        )

    return [
        replace(one, status="unsure", learnt=False) if one.status == "read" and is_part(one) else one
        for one in sightings
    ]


def _ups(frames: Sequence[Frame], up: UpAt | None) -> list[tuple[float, float] | None]:
    return [None if up is None else up(frame.x, frame.y) for frame in frames]


def _box(die: Found, frame: Frame, shape: tuple[int, ...]) -> Box:
    """The die's box in whole pixels, kept inside the picture: as wide as found or as read, whichever is more."""
    height, width = shape[:2]
    half = _AROUND / 2 * max(1.0, frame.half / frame_of(die).half)
    left = min(max(round(frame.x - half * die.w), 0), width - 1)
    top = min(max(round(frame.y - half * die.h), 0), height - 1)
    right = min(max(round(frame.x + half * die.w), left + 1), width)
    bottom = min(max(round(frame.y + half * die.h), top + 1), height)
    return Box(left, top, right - left, bottom - top)


def open_reader(folder: Path | None = None, threads: int = 2) -> DiceReader:
    """Load the networks that read dice, from what ships with the program when `folder` is None.

    One look may use so many processor cores as there are `threads`. Raises `ModelError`: a network
    or a card is missing or broken, or they do not belong together.
    """
    return DiceReader(open_session(folder, "find", threads), open_session(folder, "read", threads))
