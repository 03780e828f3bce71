"""Which taught die is it, and which face lies up, or none of them.

Every example that was taught is compared with the die on the table: how alike the network finds
them (features), and how far their colours lie apart. Both become the log-odds that they show the
same face of the same kind; the weights were fitted on rendered dice (`measure.taught
--fit` in the workshop). The best example of a class speaks for it. What the network reads on the die
counts beside that: it should be what it reads on the face's own examples, or the face's name. A class
has to beat all others and `none of these` to be believed, and what the network reads but nobody taught
of a kind is one of those others: an 8 that was never shown is not taken for the 0 that was.

A sculpted symbol has no top that anybody knows, so an example is looked at turned all around, once,
when it is taught; a die on the table is then looked at as it lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Mask, Picture
from models.framing import CROP, FRAME, Frame, context, crop
from models.labels import LABELS
from vision.errors import ModelError
from vision.read import Reading, locate, log_softmax, read_framed

if TYPE_CHECKING:
    from vision.network import OnnxSession
    from vision.taught.bank import TaughtDice


SURE: Final = 0.95
"""The rule: a reading counts without being asked about when its probability among all that was
taught, and `none of these`, is this or more; so the runner-up is at least 19 times less likely."""
_MOST_ALTERNATIVES: Final = 12
"""Enough for as many kinds as look alike; whoever shows them shows fewer."""
_LEAST_SHOWN: Final = 0.0005


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the log-odds that an example and a die show the same face of the same kind."""

    base: float = -9.2  # of nothing known
    features: float = 17.14  # of the cosine between features, best of all turns
    light: float = -0.064  # of the distance in lightness, of 100
    colour: float = -0.181  # of the distance in a and b


WEIGHTS: Final = Weights()


_CHANCE: Final = 0.1
"""Of a label that the network reads at random, about: reading as expected speaks for a face by so
much, reading something else against it by no more than a factor of two, for networks err."""
_UNTAUGHT: Final = 3.5
"""By so much less a die is like a kind, in log-odds, when it shows a face of it that nobody taught
(chosen with `measure.taught`: hardly a face is pressed into the set, few taught ones are asked about)."""
_FACES: Final = np.array([label.face for label in LABELS])
_SORTS: Final = np.array([label.kind + label.style for label in LABELS])


@dataclass(frozen=True, slots=True)
class TaughtReading:
    """What a set says of one die."""

    kind: str  # best guess; empty for none of these
    face: str  # best guess; empty for none of these
    confidence: float  # probability in [0, 1] that kind and face are right
    face_confidence: float  # probability that the face is right, whatever the kind
    sure: bool  # whether kind and face may be used as they stand; see `SURE`
    # runners-up (kind, face, probability), likeliest first; kind and face are empty for none of
    # these
    alternatives: tuple[tuple[str, str, float], ...] = ()

    @property
    def known(self) -> bool:
        """Whether it is rather one of the set than none."""
        return bool(self.kind)

    @property
    def face_sure(self) -> bool:
        """Whether the face may be used, whichever kind it is."""
        return self.known and self.face_confidence >= SURE


def recognise(
    taught: TaughtDice, image: Picture, frames: Sequence[Frame], embed: Embedder, faces: Array
) -> tuple[TaughtReading, ...]:
    """Recognise the dice of a picture: one reading a frame, whose turns are of no account.

    Args:
        taught: the set.
        image: (H, W, 3) uint8, blue-green-red.
        frames: where the dice lie.
        embed: the network.
        faces: (D, labels) probabilities, what the network reads on each die.

    Raises:
        ValueError: the set was made ready with another network.
    """
    if taught.identity != embed.identity:
        raise ValueError("the set was made ready with another network")
    if not frames:
        return ()
    seen = look_at(image, frames, embed)
    chances = chances_from(taught, odds(taught.looks, seen), faces)
    return tuple(_reading(taught, row) for row in chances)


def odds(taught: Looks, seen: Looks) -> Array:
    """(D, E) log-odds that each die and example show the same face of the same kind."""
    return np.asarray(evidence(taught, seen) @ _vector(WEIGHTS))


def chances_from(taught: TaughtDice, each: Array, faces: Array) -> Array:
    """Chances of the classes, (D, classes + 1); the last is none of these.

    Args:
        taught: the set.
        each: (D, E) log-odds of the examples, minus infinity for one that is not to be heard.
        faces: (D, labels) probabilities, what the network reads on each die.
    """
    per_class = np.full((len(each), len(taught.classes)), -np.inf)
    for place in range(len(taught.classes)):
        per_class[:, place] = each[:, taught.owner == place].max(axis=1, initial=-np.inf)
    shown, none = _shown(taught), np.ones(len(each))
    for kind in taught.kinds:
        mine = [place for place, (name, _) in enumerate(taught.classes) if name == kind]
        rivals = faces * _of_its_sort(taught, mine) * (1 - shown[mine].max(axis=0))
        untaught = rivals.max(axis=1)  # the likeliest: who reads a little of everything reads nothing
        like = np.exp(per_class[:, mine].max(axis=1) - _UNTAUGHT)
        none += like * untaught / (2 * _CHANCE)
    agreed = (faces @ shown.T + _CHANCE) / (2 * _CHANCE)
    ratios = np.column_stack([np.exp(per_class) * agreed, none])
    return np.asarray(ratios / ratios.sum(axis=1, keepdims=True))


def _of_its_sort(taught: TaughtDice, classes: list[int]) -> Array:
    """(labels,) how far a kind's examples look like dice that bear each label: ten-sided, with pips..."""
    mine = taught.looks.faces[np.isin(taught.owner, classes)]
    seen = mine.mean(axis=0) if len(mine) else np.zeros(len(LABELS))
    return np.array([seen[one == _SORTS].sum() for one in _SORTS])


def _shown(taught: TaughtDice) -> Array:
    """(classes, labels) how much each label is what a class shows: by its examples, or by its name."""
    rows = np.zeros((len(taught.classes), len(_FACES)))
    for place, (_, face) in enumerate(taught.classes):
        mine = taught.looks.faces[taught.owner == place]
        rows[place] = mine.mean(axis=0) if len(mine) else 0.0
        rows[place, face == _FACES] = 1.0
    return np.minimum(rows, 1.0)


def evidence(taught: Looks, seen: Looks) -> Array:
    """What speaks for each of E examples and D dice to show the same.

    Returns:
        (D, E, 4): one, the best cosine of features over all turns, the distance in lightness and
        in colour.
    """
    flat = seen.features.reshape(-1, seen.features.shape[-1])
    others = taught.features.reshape(-1, flat.shape[1])
    alike = (flat @ others.T).reshape(*seen.features.shape[:2], *taught.features.shape[:2])
    apart = np.abs(seen.colours[:, None] - taught.colours[None]).astype(np.float64)
    light = apart[..., :3].mean(axis=-1)
    tints = np.sqrt(apart[..., 3:6] ** 2 + apart[..., 6:] ** 2).mean(axis=-1)
    # For each turn of the die its best turn of the example; the mean over the die's turns.
    best = alike.max(axis=3).mean(axis=1)
    return np.stack([np.ones_like(light), best, light, tints], axis=-1)


def _vector(weights: Weights) -> Array:
    return np.array(astuple(weights))


def _reading(taught: TaughtDice, chances: Array) -> TaughtReading:
    names = (*taught.classes, ("", ""))
    order = np.argsort(-chances, kind="stable").tolist()
    kind, face = names[order[0]]
    same = [place for place, (_, other) in enumerate(names) if other == face]
    confidence = float(chances[order[0]])
    return TaughtReading(
        kind,
        face,
        confidence,
        float(chances[same].sum()),
        sure=bool(kind) and confidence >= SURE,
        alternatives=tuple(
            (*names[place], float(chances[place]))
            for place in order[1 : _MOST_ALTERNATIVES + 1]
            if chances[place] >= _LEAST_SHOWN
        ),
    )


TURNS_TAUGHT: Final = 12
"""Looks at an example, 30 degrees apart: no look at a die is farther than 15 from one of them."""
SIZES_TAUGHT: Final = (0.95, 1.06)
"""Sizes of the crops around the right one, in turn: no die is framed exactly."""
TURNS_SEEN: Final = (0.0, 45.0)  # Looks at a die on the table, degrees
COLOURS: Final = 9
_INSIDE: Final = 0.8  # Share of a die's radius whose colours count: beyond it lies the table
_LEVELS: Final = (10.0, 50.0, 90.0)


class Embedder:
    """The reading network, as far as teaching needs it.

    Args:
        session: of the `read` network.

    Raises:
        ModelError: the network has no features to tell taught dice by.
    """

    def __init__(self, session: OnnxSession) -> None:
        outputs = session.card.outputs
        if "features" not in outputs or "faces" not in outputs:
            raise ModelError(
                f"{session.card.name}.toml: this network cannot tell taught dice apart; install Tableside again"
            )
        self._session = session
        self._faces, self._features = outputs.index("faces"), outputs.index("features")

    @property
    def identity(self) -> str:
        """SHA-256 of the network: features of different networks are never compared."""
        return self._session.card.sha256

    def embed(
        self, crops: NDArray[np.uint8], contexts: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Look at crops.

        Args:
            crops: (N, CROP, CROP, 3) uint8, blue-green-red.
            contexts: (N, CONTEXT) float32, as of `models.framing.context`.

        Returns:
            (N, FEATURES) of unit length, and (N, labels) log-probabilities of faces.
        """
        answers = self._session.run(crops, contexts)
        faces = log_softmax(answers[self._faces].astype(np.float64))
        return answers[self._features], np.asarray(faces, np.float32)

    def read(self, image: Picture, frame: Frame) -> Reading:
        """Read a die as one on the table is read."""
        frames, _ = locate(self._session, image, [frame], [None])
        return read_framed(self._session, image, frames, [None])[0]


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What was seen of D dice in L looks at each."""

    features: NDArray[np.float32]  # (D, L, FEATURES) float32 of unit length
    faces: NDArray[np.float32]  # (D, labels) float32, probabilities, the mean of the looks
    colours: NDArray[np.float32]  # (D, COLOURS) float32; see `colours`

    def of(self, places: NDArray[np.int64]) -> Looks:
        """The looks at some of the dice."""
        return Looks(self.features[places], self.faces[places], self.colours[places])

    def turned(self, turns: tuple[int, ...]) -> Looks:
        """The looks of some turns alone."""
        return replace(self, features=self.features[:, turns])

    @classmethod
    def all_of(cls, parts: Sequence[Looks]) -> Looks:
        """The looks of one part after another."""
        return cls(
            np.concatenate([one.features for one in parts]),
            np.concatenate([one.faces for one in parts]),
            np.concatenate([one.colours for one in parts]),
        )


def look_at(image: Picture, frames: Sequence[Frame], embed: Embedder) -> Looks:
    """Look at dice on the table; the frames' turns are of no account."""
    turned = [[replace(frame, turn=turn) for turn in TURNS_SEEN] for frame in frames]
    return _looks([(image, looks) for looks in turned], embed)


def look_around(examples: Sequence[tuple[Picture, Frame]], embed: Embedder) -> Looks:
    """Look at taught examples, each a picture and a frame, turned all around."""
    around = [(SIZES_TAUGHT[turn % len(SIZES_TAUGHT)], turn * 360.0 / TURNS_TAUGHT) for turn in range(TURNS_TAUGHT)]
    rows = [
        (image, [Frame(frame.x, frame.y, frame.half * size, turn) for size, turn in around])
        for image, frame in examples
    ]
    return _looks(rows, embed)


def _looks(rows: Sequence[tuple[Picture, list[Frame]]], embed: Embedder) -> Looks:
    each = len(rows[0][1])
    crops = np.stack([crop(image, frame) for image, frames in rows for frame in frames])
    contexts = np.stack([context(frame, None) for _, frames in rows for frame in frames])
    features, log_faces = embed.embed(crops, contexts)
    faces = np.exp(log_faces).reshape(len(rows), each, -1).mean(axis=1)
    return Looks(
        np.asarray(features.reshape(len(rows), each, -1), np.float32),
        np.asarray(faces, np.float32),
        np.stack([colours(cut) for cut in crops[::each]]),
    )


def colours(cut: Picture) -> NDArray[np.float32]:
    """The colours of a die's inside, (COLOURS,).

    They are the 10, 50 and 90 per cent quantiles of L, a and b (CIE 1976, L in [0, 100]): body and
    print alike, whichever is larger.
    """
    import cv2

    lab = cv2.cvtColor(cut.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    return np.asarray(np.percentile(lab[_disc()], _LEVELS, axis=0).T.reshape(COLOURS), dtype=np.float32)


def _disc() -> Mask:
    across = np.arange(CROP) - (CROP - 1) / 2
    inside = across[:, None] ** 2 + across[None, :] ** 2 <= (_INSIDE * CROP / 2 / FRAME) ** 2
    return np.asarray(inside)
