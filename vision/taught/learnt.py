"""What a table has learnt of its own dice: looks at dice whose faces people confirmed.

A look is compared with the die on the table by colours and by the network's features; both are read in
the same way, upright. What was learnt never makes a sure reading unsure and never names a face. All faces of the kind
are weighed: what the network reads, and how like what was learnt of each the die looks. The face that was
read is sure when it then holds nearly all of the chances. A new look drops older ones like it that bear
another face of that kind: so a wrong confirmation is unlearnt by the next right one. Looks are kept by
die, told apart by kind and colours; the die met longest ago goes first.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from calibration.arrays import Array, Picture
from models.framing import crop
from models.labels import LABELS
from vision.errors import TaughtError
from vision.find import Found
from vision.read import Reading, frame_of, log_softmax
from vision.taught.bank import open_taught, pack
from vision.taught.file import read_set, write_set
from vision.taught.recognise import Embedder, Looks, colours, evidence
from vision.taught.sets import Example, Origin, TaughtSet, example_from
from vision.types import Box, DieSighting

LOOKS: Final = 3  # Looks kept of one face of one die
DICE: Final = 24  # Dice kept


@dataclass(frozen=True, slots=True)
class Belief:
    """How far what was learnt is believed: `measure.learnt --fit` in the workshop fits it.

    Weights of each face's logarithm of chances, and the least probability that is sure.
    """

    read: float = 0.42  # of the logarithm of the chance by the reader alone
    alike: float = 2.49  # of how near the die is to the nearest look at that face; see `_NEAREST`
    unmet: float = 3.0  # of a face of which nothing was learnt
    point: float = 0.97  # the least probability that is sure


BELIEF: Final = Belief()
_COLOUR: Final = 0.005
"""A distance of lightness and colour by one counts as much as so much of a cosine (chosen with the same
measure, of 0, 0.002, 0.005 and 0.01)."""
_NEAREST: Final = 0.05
"""No look is nearer than this to a die, as one minus their cosine: so it never decides alone."""
_LEAST: Final = 0.0005  # Least chance of a face that the reader does not name
_SAME: Final = 0.95  # Looks of one kind whose cosine is above this show the same face
_ONE_DIE: Final = 18.0
"""Distance of lightness and colour, together, within which two looks of a kind are of one die."""
_NAME: Final = "learnt"


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """One look at a die, numbered among those of its kind, of which people said what it shows."""

    kind: str
    face: str
    die: int
    example: Example
    looks: Looks


class Learnt:
    """What was learnt of dice before one camera.

    Args:
        embed: the network that looks.
        belief: how far it is believed.

    Attributes:
        remembered: the looks, the one learnt longest ago first.
    """

    def __init__(self, embed: Embedder, belief: Belief = BELIEF) -> None:
        self._embed = embed
        self._belief = belief
        self.remembered: list[Remembered] = []
        self._looks: Looks | None = None

    def __len__(self) -> int:
        return len(self.remembered)

    # ---- learning

    def learn(self, image: Picture, box: Box, kind: str, face: str) -> None:
        """Remember a die of a picture by what it shows; raises `TaughtError`: it cannot be kept."""
        example = example_from(image, frame_of(Found(*box.centre, box.w, box.h, 1.0)), Origin.TABLE)
        TaughtSet(_NAME).with_example(f"{kind}-{len(self.remembered)}", face, example)  # the names will do
        self.add(kind, face, example, read_examples([example], self._embed))

    def add(self, kind: str, face: str, example: Example, looks: Looks) -> None:
        """Remember a look, and forget what it contradicts and what is too much."""
        kept, die = self.remembered, 0
        if self._looks is not None:
            likeness, apart = _compared(self._looks, looks)
            mine = [place for place, one in enumerate(kept) if one.kind == kind]
            nearest = min(mine, key=lambda place: float(apart[0, place]), default=None)
            if nearest is None or apart[0, nearest] > _ONE_DIE:
                die = 1 + max((kept[place].die for place in mine), default=-1)
            else:
                die = kept[nearest].die
            kept = [
                one
                for one, same in zip(kept, likeness[0] >= _SAME, strict=True)
                if not (same and one.kind == kind and one.face != face)
            ]
        self.remembered = _bounded([*kept, Remembered(kind, face, die, example, looks)])
        self._looks = Looks.all_of([one.looks for one in self.remembered])

    def bring(self, kept: Sequence[Remembered]) -> None:
        """Take up what was kept before."""
        self.remembered += kept
        self._looks = Looks.all_of([one.looks for one in self.remembered])

    # ---- being surer

    def surer(
        self, sightings: Sequence[DieSighting], image: Picture, readings: Sequence[Reading | None]
    ) -> tuple[DieSighting, ...]:
        """The sightings; those that were unsure and are sure by what was learnt are `read`.

        `readings` has None for a die that must not be made surer: it may be cocked.
        """
        if self._looks is None:
            return tuple(sightings)
        return tuple(
            self.judge(one, look_of(image, reading)) if reading and one.status == "unsure" else one
            for one, reading in zip(sightings, readings, strict=True)
        )

    def judge(self, sighting: DieSighting, seen: Looks) -> DieSighting:
        """One sighting, unsure so far, by the look at it."""
        weighed = self.weigh(sighting, seen)
        if not weighed:
            return sighting
        belief = self._belief
        total = np.array(list(weighed.values())) @ (belief.read, belief.alike, belief.unmet)
        sure = float(np.exp(log_softmax(total))[list(weighed).index(sighting.face)])
        if sure < belief.point:
            return sighting
        return replace(sighting, confidence=round(sure, 4), status="read", learnt=True)

    def weigh(self, sighting: DieSighting, seen: Looks) -> dict[str, tuple[float, float, float]]:
        """What speaks for each face of a die's kind, as `Belief` weighs it; nothing where the face read is unmet."""
        near = dict[str, float]()
        if self._looks is not None:
            likeness, _ = _compared(self._looks, seen)
            for one, alike in zip(self.remembered, likeness[0].tolist(), strict=True):
                if one.kind == sighting.kind:
                    near[one.face] = max(near.get(one.face, 0.0), -float(np.log(max(_NEAREST, 1 - alike))))
        if sighting.face not in near:
            return {}
        read = {sighting.face: sighting.confidence, **dict(sighting.alternatives)}
        faces = dict.fromkeys((*(label.face for label in LABELS if label.kind == sighting.kind), *near, *read))
        # What the reader leaves over may be any face that it does not name.
        rest = max(_LEAST, (1 - sum(read.values())) / max(1, len(faces) - len(read)))
        return {
            face: (float(np.log(read.get(face, rest))), near.get(face, 0.0), float(face not in near)) for face in faces
        }

    # ---- keeping

    def taught(self) -> TaughtSet:
        """As a set whose kinds are dice, such as `d10-2`, the die met longest ago first."""
        found = TaughtSet(_NAME)
        last = {(one.kind, one.die): place for place, one in enumerate(self.remembered)}
        for one in sorted(self.remembered, key=lambda one: last[one.kind, one.die]):
            found = found.with_example(f"{one.kind}-{one.die}", one.face, one.example)
        return found

    def write(self, path: Path) -> None:
        """Keep it in a file, all or nothing; raises `TaughtError`: the disk refuses."""
        order = {id(one.example): place for place, one in enumerate(self.remembered)}
        taught = self.taught()
        places = [order[id(example)] for _, _, example in taught.examples()]
        features = {}
        if self._looks is not None:
            features[self._embed.identity] = pack(self._looks.of(np.array(places)))
        write_set(path, taught, features)


def look_of(image: Picture, reading: Reading) -> Looks:
    """The look at a die that was read, which costs no more than its colours."""
    frame = replace(reading.frame, turn=0.0)
    return Looks(reading.features[None, None], np.zeros((1, 0), np.float32), colours(crop(image, frame))[None])


def read_examples(examples: Sequence[Example], embed: Embedder) -> Looks:
    """Looks at examples, each read as a die on the table is; raises `TaughtError`: one is no picture."""
    return Looks.all_of([look_of(seen := one.picture(), embed.read(seen, one.frame)) for one in examples])


def _compared(learnt: Looks, seen: Looks) -> tuple[Array, Array]:
    """(D, E) how like each die is to each look, and how far apart their colours lie."""
    found = evidence(learnt, seen)
    apart = found[..., 2] + found[..., 3]
    return found[..., 1] - _COLOUR * apart, apart


def read_learnt(path: Path, embed: Embedder, belief: Belief = BELIEF) -> Learnt:
    """What was kept in a file, or nothing where there is none; raises `TaughtError`: it is damaged."""
    found = Learnt(embed, belief)
    if not path.is_file() or not (taught := read_set(path)).count:
        return found
    looks, rows = open_taught(path, embed, read_examples, 1).looks, list[Remembered]()
    for place, (name, face, example) in enumerate(taught.examples()):
        kind, _, die = name.rpartition("-")
        if not die.isdecimal():
            raise TaughtError(f"{path}: {name!r} is no die that a table learnt")
        rows.append(Remembered(kind, face, int(die), example, looks.of(np.array([place]))))
    found.bring(rows)
    return found


def _bounded(looks: list[Remembered]) -> list[Remembered]:
    """The looks without those that are too many: old looks of a face, and dice met long ago."""
    dice = list(dict.fromkeys((one.kind, one.die) for one in reversed(looks)))[:DICE]
    left: Counter[tuple[str, int, str]] = Counter()
    kept = []
    for one in reversed(looks):
        left[one.kind, one.die, one.face] += 1
        if (one.kind, one.die) in dice and left[one.kind, one.die, one.face] <= LOOKS:
            kept.append(one)
    return kept[::-1]
