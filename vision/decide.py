"""From what the network says of a die's labels to a kind, a face, and how far to believe it."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.arrays import Array
from models.labels import label_from
from vision.read import log_softmax
from vision.types import ReadStatus

_LEAST_SHOWN: Final = 0.0005
_MOST_SHOWN: Final = 4
_EXPECTED: Final = 0.2
"""A die counts as one of the kinds asked for where these hold at least this much of its chances."""


class Choices:
    """The kinds and faces behind a network's labels.

    Args:
        labels: of the network's card, in the order of its answers.

    Raises:
        ValueError: a text is no label.
    """

    def __init__(self, labels: Sequence[str]) -> None:
        known = [label_from(text) for text in labels]
        self.faces = tuple(dict.fromkeys((label.kind, label.face) for label in known))
        self.kinds = tuple(dict.fromkeys(label.kind for label in known))
        # (labels, faces), one 1 a row: a 3 in pips and a 3 as a numeral are the same face.
        self._same = np.zeros((len(known), len(self.faces)))
        for row, label in enumerate(known):
            self._same[row, self.faces.index((label.kind, label.face))] = 1.0

    def chances(self, log_faces: Array, temperature: float) -> Array:
        """(faces,) calibrated probabilities of `faces`, from (labels,) log-probabilities."""
        return np.asarray(calibrate_chances(log_faces, temperature) @ self._same)

    def among(self, chances: Array, expect: Sequence[str]) -> Array:
        """The chances, (faces,), once it is known which kinds were asked for.

        Whoever asks for a d10 gets no 15 and no tens die: but a die that looks like none of those
        asked for stays what it looks like. A kind that the network does not know changes nothing.
        """
        if not expect or any(kind not in self.kinds for kind in expect):
            return chances
        allowed = np.array([kind in expect for kind, _ in self.faces])
        share = float(chances[allowed].sum())
        return np.where(allowed, chances / share, 0.0) if share >= _EXPECTED else chances

    def likeliest(self, chances: Array) -> tuple[str, str, tuple[tuple[str, float], ...]]:
        """Kind and face of the likeliest label, and the runners-up of that kind (face, chance)."""
        order = np.argsort(-chances, kind="stable").tolist()
        kind, face = self.faces[order[0]]
        others = tuple(
            (self.faces[place][1], round(float(chances[place]), 4))
            for place in order[1:]
            if self.faces[place][0] == kind and chances[place] >= _LEAST_SHOWN
        )
        return kind, face, others[:_MOST_SHOWN]


def status_of(confidence: float, cocked: float, point: float, leaning: float) -> ReadStatus:
    """Whether a reading may be used as it stands.

    `point` is the least confidence that is sure, `leaning` the probability from which a die counts
    as cocked: half of that is doubt enough to ask.
    """
    if cocked >= leaning:
        return "cocked"
    sure = confidence >= point and cocked < leaning / 2
    return "read" if sure else "unsure"


_RAREST: Final = 1e-4


def calibrate_chances(log_faces: Array, temperature: float) -> Array:
    """(labels,) probabilities from log-probabilities, softened by a temperature (Guo et al. 2017).

    Above 1 the temperature, which is the model card's, makes the network less sure.
    """
    return np.asarray(np.exp(log_softmax(log_faces / temperature)))


def logit(chance: float) -> float:
    """The log of the odds of a probability; kept within those of one in ten thousand."""
    kept = min(1 - _RAREST, max(_RAREST, chance))
    return float(np.log(kept / (1 - kept)))
